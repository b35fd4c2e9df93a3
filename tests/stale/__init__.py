"""What a changed rule has made untrue: found, listed by clause, mended where possible."""
