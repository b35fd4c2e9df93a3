"""Mistakes put into a game's own code, which the proofs of its clauses have to notice."""
