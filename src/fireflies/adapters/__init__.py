"""Adapters of our games to other libraries; each module needs the extra of its name."""


def not_installed(extra: str) -> ImportError:
    """Return the error of an adapter whose extra is not installed, which says how to install it."""
    return ImportError(
        f"fireflies.adapters.{extra} needs its extra; "
        f'in a clone of fireflies: pip install ".[{extra}]"',
        name=f"fireflies.adapters.{extra}",
    )
