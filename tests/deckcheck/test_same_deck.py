"""One deck in every form people paste gets one verdict: in English and Japanese, by old codes and by new
ones.
"""

from datetime import date
from pathlib import Path

import pytest

from app.deckcheck.catalog import load_catalog
from app.deckcheck.decklists import read
from app.deckcheck.legality import judge
from app.deckcheck.verdict import Verdict

CATALOG = load_catalog()
LISTS = sorted((Path(__file__).parent / "lists").iterdir())
PLAIN = {"corp": "netrunnerdb-download-corp.txt", "runner": "netrunnerdb-download-runner.txt"}
DAYS = [date(2017, 7, 1), date(2018, 2, 15), date(2018, 12, 31)]


def verdict(path: Path, identity: str | None, day: date) -> Verdict:
    return judge(CATALOG, read(path.read_bytes(), CATALOG, identity=identity), date=day)


def told(found: Verdict) -> object:
    """All of a verdict that does not depend on where something stood in the list."""
    violations = sorted((v.code, v.card or "", v.copies or 0, v.allowed or 0) for v in found.violations)
    lines = sorted((line.card, line.copies, line.product or "", line.influence) for line in found.lines)
    return found.identity, found.cards, found.influence, found.deluxe, violations, lines


@pytest.mark.parametrize("day", DAYS, ids=str)
@pytest.mark.parametrize("path", LISTS, ids=[path.name for path in LISTS])
def test_every_form_of_a_deck_gets_the_same_verdict(path: Path, day: date) -> None:
    side = "corp" if "-corp" in path.name else "runner"
    plain = verdict(path.parent / PLAIN[side], None, day)
    assert plain.identity is not None
    found = verdict(path, plain.identity, day)
    assert told(found) == told(plain)


def test_the_japanese_list_is_among_them() -> None:
    assert {"japanese-corp.txt", "codes-corp.txt", "api-v2-newest-printings-corp.json"} <= {
        p.name for p in LISTS
    }
