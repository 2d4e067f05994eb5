"""`cards import`: new cards reach the checker, and a bad file changes nothing."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.commands.cards import added_tables, cards
from app.deckcheck.catalog import Catalog, forget_catalogs, load_catalog
from app.deckcheck.formats import Overrides, custom_slots
from app.deckcheck.pools import pool_at

RUN = CliRunner()
CYCLE = {"code": "borders", "name": "Borders", "position": 90, "size": 3, "rotated": False}
PACK = {
    "code": "fb",
    "name": "First Border",
    "cycle_code": "borders",
    "position": 1,
    "date_release": "2031-01-31",
}
CARD: dict[str, Any] = {
    "code": "90001",
    "title": "Bördertown Grid",
    "pack_code": "fb",
    "position": 1,
    "quantity": 3,
    "side_code": "corp",
    "faction_code": "nbn",
    "type_code": "upgrade",
    "keywords": "Region",
    "faction_cost": 2,
    "deck_limit": 3,
    "uniqueness": False,
}


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installation of its own."""
    monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", str(tmp_path / "data"))
    yield tmp_path / "data"
    forget_catalogs()


def source(folder: Path, files: Mapping[str, object]) -> Path:
    for name, value in files.items():
        path = folder / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return folder / "source"


def run(path: Path) -> tuple[int, str, str]:
    result = RUN.invoke(cards, [str(path)])
    return result.exit_code, result.stdout, result.stderr


def now() -> Catalog:
    forget_catalogs()
    return load_catalog(added_tables())


def test_a_repository_folder(tmp_path: Path) -> None:
    files = {
        "cycles.json": [CYCLE],
        "packs.json": [PACK],
        "pack/fb.json": [CARD, CARD | {"code": "90002", "title": "New Identity: Of Borders", "type_code":
        "identity", "minimum_deck_size": 45, "influence_limit": 15, "faction_cost": None}],
        "factions.json": [{"code": "nbn", "name": "NBN", "side_code": "corp", "is_mini": False}],
        "translations/de/pack/fb.de.json": [{"code": "90001", "title": "Grenzstadt"}],
    }  # fmt: skip
    status, out, err = run(source(tmp_path, files))
    assert (status, err) == (0, "")
    assert out.startswith("2 titles (2 new), 1 packs")
    catalog = now()
    card = catalog.find("bordertown grid")
    assert card is not None
    assert (card.influence, card.deck_limit, card.keywords) == (2, 3, "Region")
    assert catalog.products["fb"].released == date(2031, 1, 31)
    assert catalog.products["fb"].kind == "data pack"
    assert catalog.find_identity("New Identity")[0].influence_limit == 15
    slots = custom_slots([{"name": "all", "products": ["fb"]}])
    assert pool_at(catalog, "custom", date(2018, 1, 1), Overrides(slots=slots)).base["Bördertown Grid"] == 3


def test_an_answer_of_the_api_with_a_reprint(tmp_path: Path) -> None:
    reprint = CARD | {
        "code": "90003",
        "title": "Hedge Fund",
        "faction_code": "neutral-corp",
        "faction_cost": 0,
    }
    answer = {
        "data": [reprint | {"pack_code": "elev", "type_code": "operation"}],
        "total": 1,
        "success": True,
    }
    status, _out, _err = run(source(tmp_path, {"cards.json": answer}) / "cards.json")
    assert status == 0
    card = now().by_code("90003")
    assert card is not None
    assert card.title == "Hedge Fund"
    assert [p.code for p in card.printings][:2] == ["01110", "20132"]
    assert now().by_code("01110") is card or now().by_code("01110") is not None


def test_a_second_import_keeps_the_first(tmp_path: Path) -> None:
    run(source(tmp_path, {"a.json": [CYCLE], "b.json": [PACK], "c.json": [CARD]}))
    second = source(tmp_path / "more", {"c.json": [CARD | {"code": "90009", "title": "Second Town"}]})
    assert run(second)[0] == 0
    assert now().find("Bördertown Grid") is not None
    assert now().find("Second Town") is not None


def test_the_programs_own_cards_are_all_still_there(tmp_path: Path) -> None:
    run(source(tmp_path, {"a.json": [CYCLE], "b.json": [PACK], "c.json": [CARD]}))
    assert len(now().cards) == len(load_catalog().cards) + 1
    own = pool_at(load_catalog(), "cache-refresh", date(2018, 2, 15))
    assert pool_at(now(), "cache-refresh", date(2018, 2, 15)).base == own.base


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{broken", "no JSON"),
        ("[]", "no card"),
        ([CARD | {"pack_code": "nowhere"}], 'pack "nowhere" is unknown'),
        ([CARD | {"code": "12"}], "five digits"),
        ([CARD | {"title": "Two\tColumns"}], "one line"),
        ([CARD | {"title": ""}], "one line"),
        ([CARD | {"side_code": "both"}], "corp or runner"),
        ([CARD | {"deck_limit": -1}], "whole number"),
        ([CARD | {"quantity": "three"}], "whole number"),
        ([CARD, {"code": "90002"}], "entry 2"),
        ([CARD | {"code": "01110"}], "Hedge Fund"),
        ([PACK | {"cycle_code": "nowhere"}], 'cycle "nowhere" is unknown'),
        ([CYCLE, PACK | {"date_release": "soon"}], "date"),
    ],
)
def test_a_bad_file_changes_nothing(tmp_path: Path, content: object, reason: str) -> None:
    run(source(tmp_path, {"a.json": [CYCLE], "b.json": [PACK], "c.json": [CARD]}))
    before = {path.name: path.read_bytes() for path in added_tables().iterdir()}
    bad = source(
        tmp_path / "bad", {"good.json": [CARD | {"code": "90004", "title": "Fine"}], "z.json": content}
    )
    status, out, err = run(bad) if content != "[]" else run(bad / "z.json")
    assert (status, out) == (1, "")
    assert err.startswith("Nothing was imported. ")
    assert reason in err
    assert {path.name: path.read_bytes() for path in added_tables().iterdir()} == before
    assert now().find("Fine") is None


def test_a_missing_path_is_a_sentence(tmp_path: Path) -> None:
    status, _out, err = run(tmp_path / "nothing.json")
    assert status == 1
    assert "No such file" in err
