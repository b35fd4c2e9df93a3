"""The error for a library that is not installed."""


def not_installed(extra: str) -> ImportError:
    """Return the error of an adapter whose extra is not installed; it says what to install."""
    return ImportError(
        f'fireflies.adapters.{extra} needs what this installs: pip install "fireflies[{extra}]"',
        name=f"fireflies.adapters.{extra}",
    )
