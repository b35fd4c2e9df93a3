"""Every clause of Smile, proved by the evidence of its kind, as the printed sheet has it.

One module for each part of the sheet. What a test expects was worked out by hand from the sheet;
the positions are written in the one-line form of :mod:`fireflies.smile.text.notation`.
"""
