"""The parts that front ends share (names, menus, players, undo), and the bridge to a web page."""
