"""`cards import` of the newer layout: cards, sets, lists, pools, snapshots, or nothing at all."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.commands.cards import added_tables, cards
from app.deckcheck.catalog import Catalog, forget_catalogs, load_catalog
from app.deckcheck.cyberpunk import load_cyber_cards
from app.deckcheck.decklists import read
from app.deckcheck.legality import judge
from app.deckcheck.mwl import MostWanted, all_lists, forget_lists
from app.deckcheck.pools import pool_at
from app.deckcheck.snapshots import all_snapshots, forget_snapshots, pool_products

DAY = date(2031, 3, 1)
CARD: dict[str, Any] = {
    "card_type_id": "upgrade",
    "deck_limit": 3,
    "faction_id": "haas_bioroid",
    "id": "bordertown_grid",
    "influence_cost": 2,
    "is_unique": False,
    "side_id": "corp",
    "stripped_title": "Bordertown Grid",
    "subtypes": ["region"],
    "title": "Bördertown Grid",
}
IDENTITY = {
    "card_type_id": "runner_identity",
    "deck_limit": 1,
    "faction_id": "sunny_lebeau",
    "id": "bo_der_keeper",
    "influence_limit": None,
    "is_unique": False,
    "minimum_deck_size": 45,
    "side_id": "runner",
    "subtypes": ["g_mod"],
    "title": "Bo Der: Keeper",
}
PLAIN = {**CARD, "id": "plain_border", "title": "Plain Border", "subtypes": []}
LIST = {
    "id": "standard_ban_list_31_02",
    "name": "Standard Ban List 31.02",
    "format_id": "standard",
    "date_start": "2031-02-10",
    "banned": ["bordertown_grid", "o_shortage"],
    "restricted": ["sure_gamble"],
    "points": {"2": ["deja_vu"]},
    "point_limit": 7,
    "max_3_point_agendas": 3,
    "subtypes": {"banned": ["current"]},
}
OTHER_LIST = LIST | {"id": "x", "name": "X"}
SNAPSHOT = {
    "id": "standard_99",
    "card_pool_id": "standard_borders",
    "restriction_id": "standard_ban_list_31_02",
    "date_start": "2031-02-01",
}
FILES: dict[str, Any] = {
    "v2/card_cycles.json": [{"id": "borders", "name": "Borders", "position": 90}],
    "v2/card_sets.json": [
        {
            "card_cycle_id": "borders",
            "card_set_type_id": "data_pack",
            "date_release": "2031-01-31",
            "id": "first_border",
            "legacy_code": "fb",
            "name": "First Border",
            "position": 1,
        },
        {
            "card_cycle_id": "system_gateway",
            "card_set_type_id": "core",
            "date_release": "2021-03-28",
            "id": "system_gateway",
            "legacy_code": "sg",
            "name": "System Gateway",
            "position": 1,
        },
    ],
    "v2/card_subtypes.json": [{"id": "region", "name": "Region"}, {"id": "current", "name": "Current"}],
    "v2/cards/bordertown_grid.json": CARD,
    "v2/cards/bo_der_keeper.json": IDENTITY,
    "v2/cards/plain_border.json": PLAIN,
    "v2/printings/first_border.json": [
        {
            "card_id": "plain_border",
            "card_set_id": "first_border",
            "id": "90004",
            "position": 4,
            "quantity": 3,
        },
        {
            "card_id": "bordertown_grid",
            "card_set_id": "first_border",
            "id": "90001",
            "position": 1,
            "quantity": 3,
        },
        {
            "card_id": "bo_der_keeper",
            "card_set_id": "first_border",
            "id": "90002",
            "position": 2,
            "quantity": 1,
        },
    ],
    "v2/restrictions/standard/standard_ban_list_31_02.json": LIST,
    "v2/card_pools/standard.json": [
        {"id": "standard_borders", "card_cycle_ids": ["borders"], "card_set_ids": ["system_gateway"]}
    ],
    "v2/formats/standard.json": {"id": "standard", "name": "Standard", "snapshots": [SNAPSHOT]},
    "v2/rulings/bordertown_grid.json": [{"card_id": "bordertown_grid", "date_update": "2031-02-02"}],
    "v2/sides.json": [{"id": "corp", "name": "Corp"}],
}


def forget() -> None:
    for each in (forget_catalogs, forget_lists, forget_snapshots):
        each()


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installation of its own."""
    monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", str(tmp_path / "data"))
    yield tmp_path / "data"
    forget()


def run(folder: Path, files: dict[str, Any]) -> tuple[int, str, str]:
    for name, value in files.items():
        path = folder / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")
    result = CliRunner().invoke(cards, [str(folder / "source")])
    forget()
    return result.exit_code, result.stdout, result.stderr


def now() -> Catalog:
    return load_catalog(added_tables())


def list_named(catalog: Catalog, name: str) -> MostWanted:
    return next(item for item in all_lists(catalog.added) if item.name == name)


def test_a_folder_with_cards_lists_and_snapshots(tmp_path: Path) -> None:
    status, out, err = run(tmp_path, FILES)
    assert (status, err) == (0, "")
    assert out.startswith("3 titles (3 new), 2 packs, 1 list, 1 snapshot in ")
    catalog = now()
    grid, identity = catalog.titled("Bördertown Grid"), catalog.by_code("90002")
    assert grid is not None
    assert identity is not None
    assert (grid.faction, grid.type, grid.keywords, grid.influence) == (
        "haas-bioroid",
        "upgrade",
        "Region",
        2,
    )
    assert (identity.type, identity.faction, identity.keywords) == ("identity", "sunny-lebeau", "G-mod")
    assert identity.influence_limit is None
    plain = catalog.titled("Plain Border")
    assert plain is not None
    assert (plain.keywords, plain.influence) == ("", 2)
    assert catalog.products["fb"].released == date(2031, 1, 31)


def test_lists_and_snapshots_count_from_their_days(tmp_path: Path) -> None:
    assert run(tmp_path, FILES)[0] == 0
    catalog = now()
    before = pool_at(catalog, "standard", date(2031, 1, 31))
    assert (before.titles(), before.mwl and before.mwl.name) == (613, "Standard Balance Update 26.08")
    younger = pool_at(catalog, "standard", date(2031, 2, 9))
    assert (younger.titles(), younger.mwl and younger.mwl.name) == (80, "Standard Balance Update 26.08")
    assert pool_at(catalog, "standard", DAY).mwl is list_named(catalog, "Standard Ban List 31.02")
    decklist = read("HB: Precision Design\nHaas-Bioroid: Precision Design\n1 Bördertown Grid\n", catalog)
    verdict = judge(catalog, decklist, format="standard", date=DAY)
    assert "mwl-removed" in verdict.codes
    assert verdict.mwl == "Standard Ban List 31.02"


def test_everything_a_list_says(tmp_path: Path) -> None:
    assert run(tmp_path, FILES)[0] == 0
    found = list_named(now(), "Standard Ban List 31.02")
    assert found.removed == {"Bördertown Grid", "O₂ Shortage"}
    assert found.restricted == {"Sure Gamble"}
    assert (found.points, found.point_limit, found.agenda_cap) == ({"Déjà Vu": 2}, 7, 3)
    assert found.subtypes == {"Current"}


def test_answers_of_the_api_carry_their_fields_in_attributes(tmp_path: Path) -> None:
    def answer(kind: str, *entries: dict[str, Any]) -> dict[str, Any]:
        return {"data": [{"id": e["id"], "type": kind, "attributes": e} for e in entries]}

    verdicts = {key: LIST[key] for key in ("banned", "restricted")} | {"points": {"deja_vu": 2}}
    kept = {key: LIST[key] for key in ("id", "name", "format_id", "date_start", "point_limit")}
    files = {
        "cycles.json": answer("card_cycles", *FILES["v2/card_cycles.json"]),
        "sets.json": answer("card_sets", *FILES["v2/card_sets.json"]),
        "cards.json": answer("cards", CARD, IDENTITY, PLAIN),
        "printings.json": answer("printings", *FILES["v2/printings/first_border.json"]),
        "restrictions.json": answer("restrictions", kept | {"verdicts": verdicts}),
        "pools.json": answer("card_pools", *FILES["v2/card_pools/standard.json"]),
        "snapshots.json": answer("snapshots", SNAPSHOT | {"format_id": "standard", "card_set_ids": ["sg"]}),
    }
    status, out, err = run(tmp_path, files)
    assert (status, err) == (0, "")
    assert "1 list, 1 snapshot" in out
    found = list_named(now(), "Standard Ban List 31.02")
    assert found.removed == {"Bördertown Grid", "O₂ Shortage"}
    assert found.points == {"Déjà Vu": 2}


def test_a_second_import_replaces_a_list_whole(tmp_path: Path) -> None:
    assert run(tmp_path, FILES)[0] == 0
    shorter = {key: LIST[key] for key in ("id", "name", "format_id", "date_start")} | {
        "banned": ["sure_gamble"]
    }
    path = "v2/restrictions/standard/standard_ban_list_31_02.json"
    assert run(tmp_path, {path: shorter})[0] == 0
    catalog = now()
    found = list_named(catalog, "Standard Ban List 31.02")
    assert (found.removed, found.restricted, found.points) == ({"Sure Gamble"}, frozenset(), {})
    assert len(all_snapshots(catalog.added)["standard"]) == len(all_snapshots()["standard"]) + 1
    assert set(pool_products(catalog.added)["standard_borders"]) == {"fb", "sg"}


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("v2/cards/bordertown_grid.json", {**CARD, "side_id": "judge"}, 'has to be corp or runner'),
        ("v2/printings/x.json", [{"card_id": "nobody", "card_set_id": "first_border", "id": "90003",
                                  "quantity": 3}], 'the card "nobody" is unknown'),
        ("v2/printings/x.json", [{"card_id": "bordertown_grid", "card_set_id": "nowhere", "id": "90003",
                                  "quantity": 3}], 'the set "nowhere" is unknown'),
        ("v2/restrictions/x.json", OTHER_LIST | {"banned": ["nobody"]}, '"nobody" is unknown'),
        ("v2/restrictions/x.json", OTHER_LIST | {"date_start": "soon"}, "is no date such as"),
        ("v2/formats/standard.json", {"id": "standard", "snapshots": [SNAPSHOT | {"restriction_id": "x"}]},
         'the list "x" is unknown'),
        ("v2/formats/standard.json", {"id": "standard", "snapshots": [SNAPSHOT | {"card_pool_id": "x"}]},
         "do not load"),
        ("v2/card_pools/standard.json", [{"id": "p", "card_set_ids": ["nowhere"]}], 'the set "nowhere"'),
        ("v2/formats/standard.json", {"id": "standard", "snapshots": [7]}, "has another form"),
        ("v2/restrictions/x.json", {k: OTHER_LIST[k] for k in ("id", "name", "format_id", "date_start")},
         "names no card"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_changes_nothing(
    tmp_path: Path, data_folder: Path, path: str, value: Any, told: str
) -> None:
    status, _out, err = run(tmp_path, FILES | {path: value})
    assert status == 1
    assert err.startswith("Nothing was imported. ")
    assert told in err
    assert not (data_folder / "cards").exists()


def test_cards_of_the_cyberpunk_tcg(tmp_path: Path) -> None:
    gear = {"slug": "gorilla-arms", "name": "Gorilla Arms", "color": "Yellow", "type": "Gear", "ram": 4}
    status, out, err = run(tmp_path, {"cyberpunk.json": [gear]})
    assert (status, err) == (0, "")
    assert "0 packs, 1 card of the Cyberpunk TCG in " in out
    known = load_cyber_cards(now().added)
    assert known is not None
    assert [(card.title, card.type, card.ram) for card in known.cards] == [("Gorilla Arms", "gear", 4)]
    status, _out, err = run(tmp_path, {"cyberpunk.json": [gear | {"ram": "4"}]})
    assert status == 1
    assert "a number of RAM" in err
