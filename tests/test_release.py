"""What a release is refused for: another version in a file, metadata that no index takes."""

from pathlib import Path

import pytest

import fireflies
from tests.release import ROOT, faults_of_metadata, faults_of_versions, main

LOG = "# Changelog\n\n## [{}]\n\n## [0.1.0] - 2026-11-21\n"
CITED = "version: {}\ndate-released: {}\n"
METADATA = "Metadata-Version: 2.4\nName: fireflies\nVersion: {}\n\nText.\n"


def test_the_files_of_this_project_name_its_version() -> None:
    files = [(ROOT / name).read_text("utf-8") for name in ("CHANGELOG.md", "CITATION.cff")]
    assert [*faults_of_versions(fireflies.__version__, *files)] == []


@pytest.mark.parametrize(
    ("version", "heading", "cited", "day", "part"),
    [
        ("0.2.0", "0.2.0] - 2026-12-01", "0.2.0", "2026-12-01", None),
        ("0.2.0", "Unreleased", "0.2.0", "2026-12-01", "not with this version and a day"),
        ("0.2.0", "0.2.0", "0.2.0", "2026-12-01", "not with this version and a day"),
        ("0.2.0", "0.2.0] - 2026-12-01", "0.1.0", "2026-12-01", "version is 0.1.0, not 0.2.0"),
        ("0.2.0", "0.2.0] - 2026-12-01", "0.2.0", "2026-11-21", "date-released is 2026-11-21"),
        ("0.2.0.dev0", "Unreleased", "0.2.0.dev0", "2026-11-21", None),
        ("0.2.0.dev0", "0.2.0] - 2026-12-01", "0.2.0.dev0", "2026-12-01", "not with Unreleased"),
        ("0.1.0.dev0", "Unreleased", "0.1.0.dev0", "2026-11-21", "has been released"),
    ],
)
def test_changelog_and_citation_are_about_the_version(
    version: str, heading: str, cited: str, day: str, part: str | None
) -> None:
    log = LOG.replace("[{}]", f"[{heading}" if "] - " in heading else f"[{heading}]")
    faults = [*faults_of_versions(version, log, CITED.format(cited, day))]
    assert faults == [] if part is None else part in faults[0]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (METADATA.format("0.2.0"), None),
        (METADATA.format("0.3.0"), "is of fireflies 0.3.0"),
        (METADATA.format("0.2.0").replace("Text.\n", ""), "description is empty"),
        (METADATA.format("0.2.0\nRequires-Dist: numpy"), "has a dependency"),
        (METADATA.format("0.2.0\nLicense-Expression: nonsense"), "nonsense"),
    ],
)
def test_metadata(text: str, part: str | None) -> None:
    faults = [*faults_of_metadata(text.encode(), "0.2.0")]
    assert faults == [] if part is None else part in faults[0]


def test_an_empty_folder_is_no_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(tmp_path) == 1
    assert "0 source distributions and 0 wheels" in capsys.readouterr().out
