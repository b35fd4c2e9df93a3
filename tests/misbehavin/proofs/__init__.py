"""Proofs of the clauses of Misbehavin', each of the kind of its clause."""
