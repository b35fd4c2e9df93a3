"""The box of 0.1.0: it is found by its digest, and records of that version are played with it."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from fireflies import misbehavin, record
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData
from fireflies.misbehavin.box.boxfile import default_box, first_box, read_box
from fireflies.misbehavin.box.options import BOX
from fireflies.record import begin

PLAYED, REFUSED = (
    Path(__file__).with_name("records_0_1_0.jsonl").read_text(encoding="utf-8").splitlines()
)
"""Two plays that 0.1.0 recorded: Niska against Eavesdown, six turns of greedy bots."""
DIGEST: Final = "5e8c34211e14b1c723ec2e334dc3512b99c266a0ab93412b63fd867f4ef5c653"
"""That of the box of 0.1.0, as records of that time could name it."""
PIN: Final = {"name": "sample", "sha256": DIGEST}


def test_the_first_box_has_the_digest_of_its_time() -> None:
    written = json.dumps(
        first_box().to_json(), ensure_ascii=False, separators=(",", ":"), sort_keys=True
    )
    assert sha256(written.encode()).hexdigest() == DIGEST
    assert read_box(BOX.unpin(PIN)) is read_box(first_box().to_json())
    assert first_box() != default_box()


def test_a_digest_that_never_shipped_is_refused() -> None:
    with pytest.raises(InvalidOptions, match="another digest here"):
        BOX.unpin({"name": "sample", "sha256": DIGEST[::-1]})


def test_a_record_of_0_1_0_is_played_with_the_cards_of_0_1_0() -> None:
    """Its decks have cards that the sample of today does not have; its digest is still right."""
    data = json.loads(PLAYED)
    assert data["options"]["box"] == "sample"
    assert "revision" not in data
    found = record.read(PLAYED)
    assert {"draw go-between", "draw fast-talker"} <= {*data["actions"]}
    assert not {"go-between", "fast-talker"} & {*default_box().card}
    assert found.options["box"] == first_box().to_json()
    outcome = found.final.outcome
    assert outcome is not None
    assert outcome.to_json() == data["result"]


def test_such_a_record_is_written_complete_or_with_the_digest() -> None:
    """From then on it names its revision, too, and is the same play."""
    found = record.read(PLAYED)
    for pinned, box in ((False, first_box().to_json()), (True, PIN)):
        written = found.to_text(pinned=pinned)
        data = json.loads(written)
        assert (data["revision"], data["options"]["box"]) == (misbehavin.GAME.revision, box)
        assert record.read(written) == found


def test_a_bare_name_with_a_revision_is_the_box_of_today() -> None:
    kept = begin(misbehavin.GAME, {}, ("a", "b"))
    data = json.loads(kept.to_text())
    del data["digest"]
    data["options"]["box"] = "sample"
    assert record.read(json.dumps(data)) == kept
    assert kept.options["box"] == default_box().to_json()


def test_what_the_rules_of_today_refuse_in_it_is_told_with_the_change() -> None:
    """The action, its clause, and the sentence of the changelog; no other cards are tried."""
    with pytest.raises(InvalidData) as refusal:
        record.read(REFUSED)
    told = str(refusal.value)
    assert told.startswith("actions[81]: misbehavin.black.location: ")
    assert told.endswith(
        " (recorded by revision 1 of the rules; this is 2: misbehavin.black.location: The Black"
        " goes back to the supply only if you want it to: a new action `return`, or `skip`.)"
    )
    changelog = Path(__file__).parents[2] / "CHANGELOG.md"
    says = told.rpartition("location: ")[2].removesuffix(".)")
    assert says in " ".join(changelog.read_text(encoding="utf-8").split())


def test_a_redacted_record_of_0_1_0_is_read() -> None:
    """What a seat saw, with the bare name of the box."""
    data = json.loads(record.read(PLAYED).redacted(0))
    del data["revision"], data["digest"]
    data["options"]["box"] = "sample"
    found = record.read_redacted(json.dumps(data))
    assert found.options["box"] == first_box().to_json()
