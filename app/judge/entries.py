"""What was ruled, explained or asked, with its source and whether it still holds.

An entry says what a source recorded. Where a later source answers differently, the entry has both answers and
the day from which the new one holds; it never decides between them.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from app.judge.editions import BY_AGE, with_steps
from app.judge.words import ENGLISH, facts, words
from app.words.reader import Reader, reading
from app.words.written import day_of


class Now(StrEnum):
    """Whether a judge may rely on an entry today."""

    CONFIRMED = "confirmed"
    LIKELY = "likely"
    CHANGED = "changed"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Source:
    """A document. `date` is as exact as it is known: `2013`, `2017-12` or `2018-08-01`."""

    id: str
    title: str
    by: str
    date: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer of the desk.

    `cards`: English titles of the catalogue. `edition`: the edition its source was written for. `checked`:
    the source of `now`, none where nothing was compared. `changed_answer` and `since` belong to changed ones
    only; `since_exactly` False: by that day at the latest. `recorded_holds`: a later edition changed it, and
    an earlier one is shown.
    """

    id: str
    kind: str
    kind_name: str
    question: str
    answer: str
    cards: tuple[str, ...]
    keywords: tuple[str, ...]
    source: Source
    edition: str
    now: Now
    checked: Source | None
    changed_answer: str
    since: str
    since_exactly: bool
    recorded_holds: bool
    now_note: str


@cache
def sources(language: str = ENGLISH) -> dict[str, Source]:
    """Every source by its id."""
    said = words(language)["sources"]
    return {
        row["id"]: Source(row["id"], said[row["id"]]["title"], said[row["id"]]["by"], row["date"])
        for row in facts("sources")["source"]
    }


@cache
def entries(edition: str, language: str = ENGLISH) -> tuple[Entry, ...]:
    """All entries, with the step numbers of this edition in their words."""
    return tuple(_entry(row, edition, language) for row in facts("entries")["entry"])


def _entry(row: dict[str, str], edition: str, language: str) -> Entry:
    said = words(language)
    text = {name: with_steps(value, edition, language) for name, value in said["entries"][row["id"]].items()}
    checked = sources(language)[row["checked"]] if "checked" in row else None
    return Entry(
        id=row["id"],
        kind=row["kind"],
        kind_name=said["kinds"][row["kind"]],
        question=text["question"],
        answer=text["answer"],
        cards=tuple(row["cards"]),
        keywords=tuple(row["keywords"]),
        source=sources(language)[row["source"]],
        edition=row["edition"],
        now=Now(row["now"]),
        checked=checked,
        changed_answer=text.get("changed_answer", ""),
        since=row.get("since", ""),
        since_exactly=row.get("dated") == "on",
        recorded_holds=BY_AGE.index(edition) < BY_AGE.index(row.get("edition_from", BY_AGE[0])),
        now_note=" ".join(filter(None, (_status(row, checked, language), text.get("note")))),
    )


def _status(row: dict[str, str], checked: Source | None, language: str) -> str:
    """One sentence on whether the entry still holds, and who says so."""
    patterns: dict[str, str] = words(language)["status"]
    name = f"changed_{row['dated']}" if row["now"] == Now.CHANGED else row["now"]
    if checked is None:
        return patterns[name]
    with reading(Reader(language)):
        date, since = day_of(checked.date), day_of(row.get("since", ""))
    return str(patterns[name].format(by=checked.title, date=date, since=since))
