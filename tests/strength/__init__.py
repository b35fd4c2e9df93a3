"""How strong the searching players are: `python -m tests.strength`. How that is told: `matches`."""
