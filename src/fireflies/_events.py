"""The classes of events that modules define."""

from types import ModuleType

from fireflies.contract import Event


def events_in(*modules: ModuleType) -> tuple[type[Event], ...]:
    """Return the classes of events that modules define: those that name a clause."""
    return tuple(
        [
            kind
            for module in modules
            for kind in vars(module).values()
            if isinstance(kind, type) and issubclass(kind, Event) and "clause" in vars(kind)
        ]
    )
