"""Positions and views as text: notation, remarks, drawings, descriptions."""
