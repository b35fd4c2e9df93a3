"""An adapter whose extra is not installed says what to install."""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Final

import pytest

NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "gymnasium": ("pettingzoo", "gymnasium", "numpy"),
    "openspiel": ("pyspiel",),
    "openspiel_bots": ("open_spiel.python.algorithms",),
    "pettingzoo": ("pettingzoo", "gymnasium", "numpy"),
    "vector": ("numpy",),
}
"""What may be missing, by adapter."""
FOUNDATIONS: Final = ("pettingzoo", "_egocentric")
"""The adapters that others import."""


@pytest.mark.parametrize(
    ("adapter", "missing"), [(name, it) for name, missing in NEEDED.items() for it in missing]
)
def test_without_its_extra_an_adapter_says_what_to_install(
    adapter: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    for name in (adapter, *FOUNDATIONS):
        monkeypatch.delitem(sys.modules, f"fireflies.adapters.{name}", raising=False)
    with pytest.raises(ImportError) as refused:
        import_module(f"fireflies.adapters.{adapter}")
    extra = adapter.removesuffix("_bots")
    assert str(refused.value).endswith(f'pip install ".[{extra}]"')
    assert "\n" not in str(refused.value)
    assert refused.value.__suppress_context__
