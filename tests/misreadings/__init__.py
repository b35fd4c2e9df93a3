"""Plausible misreadings of the rules, and engines that follow them."""
