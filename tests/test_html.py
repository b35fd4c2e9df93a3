"""Tests of the tables in HTML: any text in them is text, and they are accessible."""

from hypothesis import example, given
from hypothesis import strategies as st

from fireflies import _html
from tests.conformance.test_page import Elements

SCORES = (4, -1, 4)


@given(st.lists(st.text(), min_size=2, max_size=2), st.text())
@example(["<script>x</script>", "a\nb"], '"><b>')
@example(["\x1b[31m", "&amp;"], "'")
def test_no_text_becomes_markup(cells: list[str], caption: str) -> None:
    """Whatever it is, the table has the same elements; it has none of the control characters."""
    usual = Elements(_html.plain_table("a", ["b", "c"], [["d", "e"]]))
    html = _html.plain_table(caption, ["b", "c"], [cells])
    assert Elements(html).tags == usual.tags
    assert all(it.isprintable() for it in html)


def test_a_table_says_what_its_cells_belong_to() -> None:
    """It has a caption, each head is that of a column or a row, and keys can scroll it."""
    html = _html.plain_table("Who & why", ["who", "why"], [["Ann", 3], ["Ben", None]])
    assert "<caption>Who &amp; why</caption>" in html
    assert 'role="region" aria-label="Who &amp; why" tabindex="0"' in html
    assert '<th scope="col">who</th><th scope="col">why</th>' in html
    assert '<th scope="row">Ann</th><td>3</td>' in html
    assert '<th scope="row">Ben</th><td>None</td>' in html


def test_colors_are_those_of_the_notebook() -> None:
    """A fixed color, of letters or of the ground, would be wrong in a dark or in a light one."""
    html = _html.for_notebook(_html.paragraph("a < b"))
    assert html.startswith('<div class="fireflies">')
    assert html.endswith("<p>a &lt; b</p></div>")
    assert "background" not in html
    assert "#" not in html


def test_a_result_says_in_words_who_wins() -> None:
    alone = Elements(_html.scores(["Ann", "Ben", "Cem"], (4, -1, 5), [2], "most points"))
    assert alone.text == "Cem wins: most points seat points result Ann 4 Ben -1 Cem 5 wins"
    shared = Elements(_html.scores(["Ann", "Ben", "Cem"], SCORES, [0, 2]))
    assert shared.text == (
        "Ann and Cem share the victory seat points result"
        " Ann 4 shares the victory Ben -1 Cem 4 shares the victory"
    )


def test_a_result_has_the_sum_of_each_score_if_there_is_one() -> None:
    """Also of a seat that has none of the parts."""
    sums = [{"cards": 5, "beads": -1}, {"beads": -1}, {}]
    found = Elements(_html.scores(["Ann", "Ben", "Cem"], (4, -1, 0), [0], sums=sums))
    assert found.text == (
        "Ann wins seat points result sum Ann 4 wins cards +5, beads -1 Ben -1 beads -1 Cem 0"
    )
    assert "sum" not in _html.scores(["Ann", "Ben"], (0, 0), [0, 1], sums=[{}, {}])
