"""Firefly: Misbehavin': crews, fights and deals between the factions of the 'verse."""
