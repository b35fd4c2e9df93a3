"""What is said when somebody else's library is wanted and isn't there."""


def not_installed(extra: str) -> ImportError:
    """The error of an adapter whose extra is not installed; it says in one line what to install."""
    return ImportError(
        f'fireflies.adapters.{extra} needs what this installs: pip install "fireflies[{extra}]"',
        name=f"fireflies.adapters.{extra}",
    )
