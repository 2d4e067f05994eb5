"""Pasted lists of players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.people.entries import Entry, parse_entries


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("Ana\n\n  Ben \r\n", [Entry("Ana"), Entry("Ben")]),
        ("Ana, Jinteki, Gabriel\nBen", [Entry("Ana", "", "Jinteki", "Gabriel"), Entry("Ben")]),
        ("Ana\tFringe: Tomorrow, Today\tGabriel", [Entry("Ana", "", "Fringe: Tomorrow, Today", "Gabriel")]),
        ('Ana,"Fringe: Tomorrow, Today"', [Entry("Ana", "", "Fringe: Tomorrow, Today")]),
        ("Name;Runner;Corp\nAna;Gabriel;Jinteki", [Entry("Ana", "", "Jinteki", "Gabriel")]),
        ("name\nAna", [Entry("Ana")]),
        ("pronouns,name\nshe,Ana", [Entry("Ana", "she")]),
        ("\ufeffAna,,,they", [Entry("Ana", "they")]),
        (
            "Ana;Jinteki\nBen, NBN\nCleo\tWeyland",
            [Entry("Ana", "", "Jinteki"), Entry("Ben", "", "NBN"), Entry("Cleo", "", "Weyland")],
        ),
        ("", []),
    ],
    ids=["lines", "csv", "tabs", "quotes", "header", "one-column", "order", "pronouns", "mixed", "nothing"],
)
def test_a_list_is_read(text, entries):
    assert parse_entries(text) == (tuple(entries), ())


def test_lines_that_are_no_entry_are_named():
    entries, problems = parse_entries('Ana\n,Jinteki\nBen,a,b,c,d\n"open quote\nCleo')
    assert [entry.name for entry in entries] == ["Ana", "open quote", "Cleo"]
    assert [problem.line for problem in problems] == [2, 3]
    assert all(str(problem.sentence).endswith(".") for problem in problems)


def test_a_thousand_lines_are_the_most():
    entries, problems = parse_entries("\n".join(f"Player {number}" for number in range(1500)))
    assert len(entries) == 1000
    assert problems[0].line == 1001


@given(st.text(max_size=300))
def test_any_text_is_read_and_no_line_lost(text):
    entries, problems = parse_entries(text)
    headers = 1 if len(entries) + len(problems) < _filled(text) else 0
    assert len(entries) + len(problems) + headers == _filled(text)
    assert all(entry.name for entry in entries)


def _filled(text):
    return sum(1 for line in text.replace("\ufeff", "").splitlines() if line.strip())
