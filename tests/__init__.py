"""The tests of fireflies."""
