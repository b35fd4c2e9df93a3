"""What type checkers say to games and to those who use them; a session of its own."""
