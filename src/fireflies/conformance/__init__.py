"""For implementations in any language: the protocol that compares them with ours."""
