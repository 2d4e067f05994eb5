"""Lists are a player's own until the organizer's setting opens them to everybody."""

from typing import Any

from tests.services.conftest import CORP_LIST
from tests.web.conftest import bearer


def test_lists_open_after_the_event_and_not_before(event: Any) -> None:
    made = event.post("/players", {"name": "Ana", "corp_deck": CORP_LIST})
    event.player("Ben")
    event.http.patch(event.path, json={"decks_open": "after-event"}, headers=bearer(event.token))
    page = f"/t/{event.code}/players/{made['id']}"
    assert event.http.get(f"{page}/decks").status_code == 403
    assert (
        event.get(f"/players/{made['id']}")["decks"] is None
        and "The lists of" not in event.http.get(page).text
    )
    for table in event.start_round()["tables"]:
        event.post(f"/tables/{table['id']}/result", {"outcome": "double-loss", "ending": "forfeit"})
    event.post("/rounds/1/close")
    event.post("/finish")
    shown = event.http.get(f"{page}/decks")
    assert shown.status_code == 200 and "Bacterial Programming" in shown.text
    assert "The lists of <bdi>Ana</bdi>" in event.http.get(page).text
    assert event.get(f"/players/{made['id']}")["decks"]["corp"]["legal"]


def test_for_the_cut_only_the_lists_of_its_players_open(event: Any) -> None:
    ids = [
        event.post("/players", {"name": name, "corp_deck": CORP_LIST})["id"]
        for name in ("Ana", "Ben", "Cleo")
    ]
    cut = {"decks_open": "cut", "cut": {"kind": "single", "size": 2}, "planned_rounds": 1}
    event.http.patch(event.path, json=cut, headers=bearer(event.token))
    for table in event.start_round()["tables"]:
        if not table["bye"]:
            event.post(f"/tables/{table['id']}/result", {"outcome": "double-loss", "ending": "forfeit"})
    event.post("/rounds/1/close")
    seeded = {seed["player_id"] for seed in event.post("/cut", {})["bracket"]["seeds"]}
    for player in ids:
        opened = event.http.get(f"/t/{event.code}/players/{player}/decks").status_code == 200
        assert opened == (player in seeded) == (event.get(f"/players/{player}")["decks"] is not None)
