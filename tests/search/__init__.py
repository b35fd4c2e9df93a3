"""Search over any game: budgets, the tree, exact values, players. What is Smile's: tests.smile."""
