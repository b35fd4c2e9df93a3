"""Our games as others' environments; each module needs the extra of its name."""
