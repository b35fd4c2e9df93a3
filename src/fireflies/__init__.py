"""The rules of tabletop games, exact and formally tested.

>>> from fireflies import smile
>>> smile.start(players=4).actor
'chance'
"""

__version__ = "0.2.0"
