"""The spreadsheets: what a program reads back is what the event holds, and no cell can run anything."""

import csv
import io
from typing import Any

from app.services.decks import handed_in
from app.services.event import tournaments
from app.services.exchange import spreadsheets
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER
from app.services.play import auctions
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.results import Outcome


def read(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff"), "a spreadsheet program must see that it is UTF-8"
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def open_event(playing: Any, *names: str) -> None:
    playing.join(*names)
    tournaments.edit_tournament(playing.call, {"deck_policy": "optional"})


def test_standings_have_decimals_and_fractions(playing: Any) -> None:
    open_event(playing, "Ana", "Ben", "Cleo")
    playing.play_round()
    playing.play_round()
    rows = read(spreadsheets.standings_csv(playing.installation, playing.tournament_id, PUBLIC_VIEWER))
    assert [row["rank"] for row in rows] == ["1", "2", "3"]
    assert {row["name"] for row in rows} == {"Ana", "Ben", "Cleo"}
    for row in rows:
        numerator, _, denominator = row["sos fraction"].partition("\u2044")
        assert f"{int(numerator) / int(denominator or 1):.4f}" == row["sos"]
    earlier = read(spreadsheets.standings_csv(playing.installation, playing.tournament_id, PUBLIC_VIEWER, 1))
    assert sum(int(row["points"]) for row in earlier) == 6


def test_a_name_that_looks_like_a_formula_stays_text(playing: Any) -> None:
    open_event(playing, '=HYPERLINK("x")', "+49", "@all", 'Ben, the "Hedge"')
    playing.play_round()
    text = spreadsheets.standings_csv(playing.installation, playing.tournament_id, PUBLIC_VIEWER)
    names = {row["name"] for row in read(text)}
    assert names == {'\'=HYPERLINK("x")', "'+49", "'@all", 'Ben, the "Hedge"'}


def test_pairings_tell_bids_when_they_are_settled_and_results_when_they_are_final(playing: Any) -> None:
    open_event(playing, "Ana", "Ben", "Cleo")
    table, bye = playing.publish(playing.pair().number).tables
    auctions.place_bid(*playing.at(table.id), version=0, amount=4, side=Side.RUNNER, seat=Seat.FIRST)

    def rows(viewer: Any = PUBLIC_VIEWER) -> list[dict[str, str]]:
        return read(
            spreadsheets.pairings_csv(playing.installation, playing.tournament_id, viewer, playing.now)
        )

    assert (rows()[0]["bid"], rows()[0]["bid winner"]) == ("", "")
    auctions.pass_bid(*playing.at(table.id), version=1, seat=Seat.SECOND)
    assert (rows()[0]["bid"], rows()[0]["bid winner"]) == ("4", table.first.name)
    assert rows()[0]["runner"] == table.first.name and rows()[0]["winner"] == ""
    playing.finish(playing.table(table.id), Outcome.DRAW)
    assert rows()[0]["winner"] == table.second.name and rows()[0]["decided by"] == "draw-rule"
    assert (rows()[1]["first bidder"], rows()[1]["second bidder"]) == (bye.first.name, "(bye)")


def test_a_draft_is_in_the_staffs_file_alone(playing: Any) -> None:
    open_event(playing, "Ana", "Ben")
    playing.pair()
    arguments = (playing.installation, playing.tournament_id)
    assert read(spreadsheets.pairings_csv(*arguments, PUBLIC_VIEWER, playing.now)) == []
    assert len(read(spreadsheets.pairings_csv(*arguments, ORGANIZER_VIEWER, playing.now))) == 1


def test_decks_have_a_line_for_each_card(playing: Any, corp_list: str) -> None:
    open_event(playing, "Ana")
    handed_in.hand_in_deck(playing.call, min(playing.players), Side.CORP, corp_list)
    rows = read(spreadsheets.decks_csv(playing.installation, playing.tournament_id))
    assert {(row["player"], row["side"], row["legal"]) for row in rows} == {("Ana", "corp", "yes")}
    assert sum(int(row["copies"]) for row in rows) == 45
    assert {row["card"]: row["copies"] for row in rows}["Bacterial Programming"] == "3"
