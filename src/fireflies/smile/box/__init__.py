"""The box that one owns, and the options of a game."""
