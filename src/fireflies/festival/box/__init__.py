"""The box that one owns: components, boards, files, options."""
