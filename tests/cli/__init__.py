"""The parts of the command, each as a person uses it."""
