"""Our games in other people's libraries; each module needs the extra of its name."""
