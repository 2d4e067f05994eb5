"""The top cut through the services: seeds, brackets, sides by auction and by seed, the final ranking."""

from typing import Any

import pytest

from app.services.event import brackets, tournaments
from app.services.event.queries import tournament_view
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import registration
from app.services.play import cut
from app.services.play.rounds import close_round
from app.sides import Side
from app.storage.tables import Tournament
from app.tournament.results import Outcome

NAMES = [f"Player {letter}" for letter in "ABCDEFGHI"]


def start(playing: Any, kind: str, size: int, sides: str = "auction") -> None:
    playing.join(*NAMES)
    tournaments.edit_tournament(
        *playing.command, {"planned_rounds": 2, "cut_kind": kind, "cut_size": size, "cut_sides": sides}
    )
    playing.play_round()
    playing.play_round()


def phase(playing: Any) -> Any:
    return tournament_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER)


def play_cut(playing: Any, outcome: Outcome = Outcome.CORP) -> int:
    """Play every game until the cut is decided; how many rounds it took."""
    played = 0
    while phase(playing).next.command == "pair_cut":
        number = cut.pair_cut(*playing.command, next(playing.seeds))
        for table in playing.publish(number).tables:
            playing.finish(playing.settle(table), outcome)
        close_round(*playing.command, number)
        played += 1
    return played


@pytest.mark.parametrize(("kind", "size", "fewest"), [("single", 8, 3), ("double", 4, 4), ("double", 8, 6)])
def test_a_cut_is_played_to_its_end(playing: Any, kind: str, size: int, fewest: int) -> None:
    start(playing, kind, size)
    assert phase(playing).next.command == "start_cut"
    dropped = next(iter(playing.players))
    registration.drop_player(*playing.command, dropped)
    cut.start_cut(*playing.command)
    cut.start_cut(*playing.command)
    view = brackets.bracket_view(playing.installation, playing.tournament_id)
    assert [seed.seed for seed in view.seeds] == list(range(1, size + 1))
    assert dropped not in [seed.player_id for seed in view.seeds]
    assert play_cut(playing) >= fewest
    over = brackets.bracket_view(playing.installation, playing.tournament_id)
    assert [place.place for place in over.places] == list(range(1, size + 1))
    assert phase(playing).next.command == "finish_tournament"
    tournaments.finish_tournament(*playing.command)
    with playing.installation.database.read_session() as session:
        row = session.get(Tournament, playing.tournament_id)
        ranking = list(brackets.ranking_of(session, row))
    assert sorted(ranking) == sorted(playing.players)
    assert ranking[:size] == [place.player_id for place in over.places]


def test_there_is_no_bracket_before_the_cut_and_no_cut_without_players(playing: Any) -> None:
    start(playing, "single", 8)
    with pytest.raises(Refused) as refused:
        brackets.bracket_view(playing.installation, playing.tournament_id)
    assert refused.value.code == "no-cut"
    for player in list(playing.players)[:2]:
        registration.drop_player(*playing.command, player)
    with pytest.raises(Refused) as refused:
        cut.start_cut(*playing.command)
    assert refused.value.code == "not-possible-now"
    with pytest.raises(Refused) as refused:
        cut.start_cut(*playing.command, kind="double", size=3)
    assert refused.value.code == "no-such-cut"
    assert phase(playing).phase == "swiss"


def test_the_higher_seed_chooses_the_side_where_sides_are_not_bought(playing: Any) -> None:
    start(playing, "single", 4, "seed")
    cut.start_cut(*playing.command)
    number = cut.pair_cut(*playing.command, 5)
    table = playing.publish(number).tables[0]
    seeds = {
        seed.player_id: seed.seed
        for seed in brackets.bracket_view(playing.installation, playing.tournament_id).seeds
    }
    higher, lower = sorted((table.first.player_id, table.second.player_id), key=seeds.__getitem__)
    with pytest.raises(Refused) as refused:
        cut.choose_side(*playing.at(table.id, playing.players[lower]), Side.RUNNER)
    assert refused.value.code == "not-your-choice"
    cut.choose_side(*playing.at(table.id, playing.players[higher]), Side.RUNNER)
    settled = playing.table(table.id)
    assert settled.runner_player_id == higher and settled.auction.settled_by == "seed"
    assert settled.starting.runner.hand == 5


def test_a_cut_game_needs_a_winner(playing: Any) -> None:
    start(playing, "single", 4)
    cut.start_cut(*playing.command)
    table = playing.publish(cut.pair_cut(*playing.command, 5)).tables[0]
    playing.settle(table)
    with pytest.raises(Refused) as refused:
        playing.finish(table, Outcome.DOUBLE_LOSS)
    assert refused.value.code == "cut-needs-winner"
    drawn = playing.finish(table, Outcome.DRAW)
    assert drawn.result.winner_id == table.second.player_id


@pytest.mark.parametrize(
    "change", [{"cut_size": 4}, {"cut_kind": "double", "cut_size": 4}, {"cut_sides": "seed"}]
)
def test_the_cut_keeps_its_kind_while_it_is_played_and_after(playing: Any, change: dict[str, Any]) -> None:
    """FAULTS T2: the event had no bracket of that size, so that no page of it could be shown."""
    start(playing, "single", 2)
    cut.start_cut(*playing.command)
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            tournaments.edit_tournament(*playing.command, change)
        assert refused.value.code == "cut-started"
        assert refused.value.sentence.startswith("The top cut has begun: undo its start")
        tournaments.edit_tournament(*playing.command, {"info": "Lunch at one", "cut_size": 2})
        if phase(playing).next is not None:
            play_cut(playing)
            tournaments.finish_tournament(*playing.command)


def test_a_finished_event_without_a_cut_is_given_none(playing: Any) -> None:
    start(playing, "none", 0)
    tournaments.finish_tournament(*playing.command)
    with pytest.raises(Refused, match="The tournament is finished: reopen it to change its top cut"):
        tournaments.edit_tournament(*playing.command, {"cut_kind": "single", "cut_size": 4})
