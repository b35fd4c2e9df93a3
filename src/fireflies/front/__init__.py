"""What front ends share: names and menus, the players of a play, and the bridge to web pages."""
