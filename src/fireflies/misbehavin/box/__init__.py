"""The box that one owns: the language of cards, files, options."""
