"""Positions and views as text: notation, drawing, and scores explained."""
