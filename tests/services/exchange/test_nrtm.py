"""NRTM JSON against a validator of its own, written from what AlwaysBeRunning reads and from nothing else."""

import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from app.services.event import queries, tournaments
from app.services.event.standings import standings_view
from app.services.exchange import nrtm
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER
from app.services.people import registration
from app.services.play import cut, intentional_draw, results, rounds, two_games
from app.sides import Side
from app.tournament.results import Ending, Outcome, Report
from app.tournament.topcut import RESET, bracket

PLAYER = {
    "id": int,
    "name": str,
    "rank": int,
    "corpIdentity": (str, type(None)),
    "runnerIdentity": (str, type(None)),
    "matchPoints": int,
    "strengthOfSchedule": float,
    "extendedStrengthOfSchedule": float,
}
TOP = {
    "name": str,
    "date": str,
    "cutToTop": int,
    "preliminaryRounds": int,
    "tournamentOrganiser": dict,
    "players": list,
    "eliminationPlayers": list,
    "rounds": list,
    "uploadedFrom": str,
    "links": list,
}
GAME = {"table", "player1", "player2", "intentionalDraw", "twoForOne", "eliminationGame"}
SEAT = {"id", "role", "corpScore", "runnerScore", "combinedScore"}
CURLY = "“”‘’"


def check_fields(value: dict[str, Any], wanted: dict[str, Any]) -> None:
    assert set(value) == set(wanted), set(value) ^ set(wanted)
    for name, kind in wanted.items():
        assert isinstance(value[name], kind) and not isinstance(value[name], bool), (name, value[name])


def validate(document: dict[str, Any]) -> None:
    """Raise AssertionError unless the document is as AlwaysBeRunning reads it."""
    document = json.loads(json.dumps(document))
    check_fields(document, TOP)
    assert date.fromisoformat(document["date"])
    assert set(document["tournamentOrganiser"]) == {"nrdbId", "nrdbUsername"}
    players = document["players"]
    for player in players:
        check_fields(player, PLAYER)
        for title in (player["corpIdentity"], player["runnerIdentity"]):
            assert title is None or not set(title) & set(CURLY)
    assert [player["rank"] for player in players] == list(range(1, len(players) + 1))
    order = [(-p["matchPoints"], -p["strengthOfSchedule"], -p["extendedStrengthOfSchedule"]) for p in players]
    assert order == sorted(order), "ranks follow points, SoS, extended SoS"
    ids = {player["id"] for player in players}
    assert len(ids) == len(players)
    _check_cut_players(document, ids)
    swiss = [games for games in document["rounds"] if not any(g["eliminationGame"] for g in games)]
    assert document["preliminaryRounds"] == len(swiss)
    assert document["rounds"][: len(swiss)] == swiss, "the cut comes after the Swiss rounds"
    earned = dict.fromkeys(ids, 0)
    for games in document["rounds"]:
        assert len({game["eliminationGame"] for game in games}) == 1, "a round is Swiss or of the cut"
        seated = [seat for game in games for seat in _check_game(game, ids)]
        assert len(seated) == len(set(seated))
        for game in games:
            for seat in (game["player1"], game["player2"]):
                if seat["id"] is not None and not game["eliminationGame"]:
                    earned[seat["id"]] += seat["combinedScore"]
    assert earned == {player["id"]: player["matchPoints"] for player in players}


def _check_cut_players(document: dict[str, Any], ids: set[int]) -> None:
    cut_players = document["eliminationPlayers"]
    assert len(cut_players) == document["cutToTop"]
    for player in cut_players:
        check_fields(player, {"id": int, "name": str, "rank": int, "seed": int})
    assert [player["rank"] for player in cut_players] == list(range(1, len(cut_players) + 1))
    assert sorted(player["seed"] for player in cut_players) == list(range(1, len(cut_players) + 1))
    assert {player["id"] for player in cut_players} <= ids
    points = {player["id"]: player["matchPoints"] for player in document["players"]}
    by_seed = sorted(cut_players, key=lambda player: player["seed"])
    assert [points[p["id"]] for p in by_seed] == sorted((points[p["id"]] for p in by_seed), reverse=True)


def _check_game(game: dict[str, Any], ids: set[int]) -> list[int]:
    assert set(game) == GAME
    assert type(game["eliminationGame"]) is bool
    assert type(game["intentionalDraw"]) is bool and type(game["twoForOne"]) is bool
    assert not (game["intentionalDraw"] and game["twoForOne"]), "a round is agreed on in one way"
    seats = [game["player1"], game["player2"]]
    if game["eliminationGame"]:
        return _check_cut_game(game, ids)
    for seat in seats:
        assert set(seat) == SEAT
        for score in ("corpScore", "runnerScore", "combinedScore"):
            assert type(seat[score]) is int and seat[score] >= 0, "a score is a number, never null"
        assert seat["corpScore"] + seat["runnerScore"] in (seat["combinedScore"], 0)
        assert seat["role"] in ("corp", "runner", None)
        if seat["role"] == "corp":
            assert (seat["corpScore"], seat["runnerScore"]) == (seat["combinedScore"], 0)
        if seat["role"] == "runner":
            assert (seat["corpScore"], seat["runnerScore"]) == (0, seat["combinedScore"])
    assert seats[0]["id"] in ids
    if seats[1]["id"] is None:
        assert seats[0]["role"] is None and seats[1]["role"] is None, "nobody has a side in a bye"
        assert seats[1] == {"id": None, "role": None, "corpScore": 0, "runnerScore": 0, "combinedScore": 0}
        assert seats[0]["combinedScore"] > 0
        return [seats[0]["id"]]
    assert type(game["table"]) is int and seats[1]["id"] in ids and seats[0]["id"] != seats[1]["id"]
    assert {seat["role"] for seat in seats} in ({"corp", "runner"}, {None})
    if game["intentionalDraw"]:
        assert seats[0]["combinedScore"] == seats[1]["combinedScore"], "a draw is worth the same to both"
    if game["twoForOne"]:
        assert {seat["role"] for seat in seats} == {None}, "each player has both sides"
        assert sorted(seat["combinedScore"] for seat in seats)[0] == 0, "one player took both games"
    return [seat["id"] for seat in seats]


def claims_of(document: dict[str, Any]) -> list[tuple[int, int, str, str]]:
    """What AlwaysBeRunning makes of a file, in words of its own: for every player a claim of the rank, the
    rank in the cut (0 outside), and both identities by their titles; nothing of it without the latter."""
    assert document["players"], "a file without players is refused"
    assert all("corpIdentity" in p and "runnerIdentity" in p for p in document["players"])
    in_cut = {player["id"]: player["rank"] for player in document["eliminationPlayers"]}
    assert len(in_cut) == document["cutToTop"]
    return [
        (p["rank"], in_cut.get(p["id"], 0), p["corpIdentity"], p["runnerIdentity"])
        for p in document["players"]
    ]


def _check_cut_game(game: dict[str, Any], ids: set[int]) -> list[int]:
    """The schema has two kinds of players of a game; one of the cut has id, role and winner and no score."""
    seats = [game["player1"], game["player2"]]
    for seat in seats:
        assert set(seat) == {"id", "role", "winner"}
        assert seat["id"] in ids and type(seat["winner"]) is bool
    assert type(game["table"]) is int and seats[0]["id"] != seats[1]["id"]
    assert {seat["role"] for seat in seats} in ({"corp", "runner"}, {None})
    assert not all(seat["winner"] for seat in seats), "one winner, or none after a double loss"
    return [seat["id"] for seat in seats]


def drawn_from_order(document: dict[str, Any], kind: str, size: int) -> int:
    """Walk the bracket by the order of the file alone, as its readers do; the champion's id.

    Every game must be that of the next line of the bracket, its first slot as player 1.
    """
    by_seed = {player["seed"]: player["id"] for player in document["eliminationPlayers"]}
    games = iter([g for games in document["rounds"] for g in games if g["eliminationGame"]])
    ends: dict[int, tuple[int, int]] = {}
    lines = sorted(bracket(kind, size).games, key=lambda line: (line.round, line.number))
    for line in lines:
        game = next(games, None)
        if game is None:
            assert line.name == RESET
            break
        expected = [
            by_seed[slot.number] if slot.origin == "#" else ends[slot.number][slot.origin == "L"]
            for slot in (line.first, line.second)
        ]
        assert [game["player1"]["id"], game["player2"]["id"]] == expected, line
        ends[line.number] = tuple(expected if game["player1"]["winner"] else expected[::-1])
    assert next(games, None) is None
    return ends[max(ends)][0]


OUTCOMES = (Outcome.CORP, Outcome.RUNNER, Outcome.DRAW, Outcome.RUNNER)


def play(playing: Any, number: int) -> None:
    for place, table in enumerate(playing.publish(number).tables):
        if not table.bye:
            side = list(Side)[place % 2]
            if table.sides_by == "auction":
                playing.settle(table, bid=(number + place) % 11, side=side)
            elif not table.auction.settled:
                cut.choose_side(*playing.at(table.id), side)
            settled = playing.table(table.id)
            playing.finish(settled, OUTCOMES[(number * place + place) % 4])
    rounds.close_round(playing.call, number)


def start(playing: Any, players: int, **settings: Any) -> None:
    playing.join(*(f"Player {n}" for n in range(1, players + 1)))
    tournaments.edit_tournament(playing.call, {"deck_policy": "none", **settings})


def tournament_of(playing: Any) -> Any:
    return queries.tournament_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER)


def document_of(playing: Any) -> dict[str, Any]:
    return nrtm.nrtm(playing.installation, playing.tournament_id, ORGANIZER_VIEWER)


@pytest.mark.parametrize("sides", ["auction", "seed"])
@pytest.mark.parametrize(
    ("kind", "size"),
    [("single", 2), ("single", 3), ("single", 4), ("single", 8), ("double", 4), ("double", 8)],
)
def test_a_bracket_can_be_drawn_from_the_order_of_the_file(
    playing: Any, kind: str, size: int, sides: str
) -> None:
    start(playing, size, planned_rounds=1, cut_kind=kind, cut_size=size, cut_sides=sides)
    play(playing, playing.pair().number)
    cut.start_cut(playing.call)
    while tournament_of(playing).next.command == "pair_cut":
        play(playing, cut.pair_cut(playing.call, next(playing.seeds)).value)
    document = document_of(playing)
    validate(document)
    assert drawn_from_order(document, kind, size) == document["eliminationPlayers"][0]["id"]
    said = list(map(str, nrtm.warnings(playing.installation, playing.tournament_id)))
    warned = [sentence for sentence in said if sentence.startswith("AlwaysBeRunning draws no bracket")]
    assert len(warned) == (size in (2, 3))


def test_a_double_forfeit_in_the_cut_is_a_game_without_a_winner(playing: Any) -> None:
    start(playing, 4, planned_rounds=1, cut_kind="double", cut_size=4)
    play(playing, playing.pair().number)
    cut.start_cut(playing.call)
    number = cut.pair_cut(playing.call, 1).value
    one, two = playing.publish(number).tables
    results.correct_result(*playing.at(one.id), Report(Outcome.DOUBLE_LOSS))
    results.correct_result(
        *playing.at(two.id), Report(Outcome.CORP, Ending.FORFEIT), winner_id=two.second.player_id
    )
    rounds.close_round(playing.call, number)
    document = document_of(playing)
    validate(document)
    games = [g for games in document["rounds"] for g in games if g["eliminationGame"]]
    assert [[g[key]["winner"] for key in ("player1", "player2")].count(True) for g in games] == [0, 1]
    assert {game[key]["role"] for game in games for key in ("player1", "player2")} == {None}


@pytest.mark.parametrize("kind", ["double", "single"])
def test_an_event_with_byes_a_drop_and_a_top_8_is_valid(playing: Any, kind: str) -> None:
    start(playing, 13, planned_rounds=4, cut_kind=kind, cut_size=8, settings={"nrdb_id": 17})
    for number in range(1, 5):
        play(playing, playing.pair().number)
        if number == 2:
            registration.drop_player(playing.call, min(playing.players))
        validate(document_of(playing))
    swiss = document_of(playing)
    byes = [g for games in swiss["rounds"] for g in games if g["player2"]["id"] is None]
    assert len(byes) == 2 and len(swiss["rounds"]) == 4 and swiss["eliminationPlayers"] == []
    cut.start_cut(playing.call)
    for played in range(20):
        validate(document_of(playing))
        shown = queries.tournament_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER)
        if shown.next.command != "pair_cut":
            break
        play(playing, cut.pair_cut(playing.call, played).value)
    tournaments.finish_tournament(playing.call)
    document = document_of(playing)
    validate(document)
    assert document["cutToTop"] == 8 and document["preliminaryRounds"] == 4
    assert document["tournamentOrganiser"] == {"nrdbId": 17, "nrdbUsername": None}
    cut_games = [g for games in document["rounds"] for g in games if g["eliminationGame"]]
    assert len(cut_games) >= (14 if kind == "double" else 7)
    last = cut_games[-1]
    champion = last["player1"] if last["player1"]["winner"] else last["player2"]
    assert document["eliminationPlayers"][0]["id"] == champion["id"]
    assert json.dumps(document) == json.dumps(document_of(playing))


def test_who_is_out_of_a_running_cut_is_behind_who_is_in(playing: Any) -> None:
    start(playing, 4, planned_rounds=1, cut_kind="double", cut_size=4)
    play(playing, playing.pair().number)
    cut.start_cut(playing.call)
    for seed in range(2):
        play(playing, cut.pair_cut(playing.call, seed).value)
    document = document_of(playing)
    validate(document)
    lost: dict[int, int] = {}
    for games in document["rounds"][1:]:
        for game in games:
            for seat in (game["player1"], game["player2"]):
                lost[seat["id"]] = lost.get(seat["id"], 0) + (not seat["winner"])
    (out,) = (player for player, losses in lost.items() if losses == 2)
    assert document["eliminationPlayers"][-1]["id"] == out


def test_hidden_standings_are_hidden_here_too(playing: Any) -> None:
    start(playing, 4, planned_rounds=3, hide_last_rounds=2)
    for _ in range(2):
        play(playing, playing.pair().number)
    public = nrtm.nrtm(playing.installation, playing.tournament_id, PUBLIC_VIEWER)
    validate(public)
    validate(document_of(playing))
    assert (len(public["rounds"]), len(document_of(playing)["rounds"])) == (1, 2)


def test_numbers_agree_with_the_standings_and_titles_have_plain_quotes(playing: Any) -> None:
    start(playing, 5)
    ids = sorted(playing.players)
    ayla = {"corp_identity": "NEXT Design: Guarding the Net", "runner_identity": 'Ayla "Bios" Rahim'}
    registration.edit_player(playing.call, ids[0], ayla)
    for _ in range(3):
        play(playing, playing.pair().number)
    document = document_of(playing)
    validate(document)
    view = standings_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER)
    for player, row in zip(document["players"], view.rows, strict=True):
        assert (player["name"], player["matchPoints"]) == (row.name, row.points)
        exact = float(Fraction(row.sos.fraction))
        assert player["strengthOfSchedule"] == pytest.approx(exact, abs=1e-4)
    mine = next(player for player in document["players"] if player["id"] == 1)
    assert mine["runnerIdentity"].startswith('Ayla "Bios" Rahim')


def test_a_forfeit_and_a_double_loss_are_valid_too(playing: Any) -> None:
    start(playing, 4)
    one, two = playing.publish(playing.pair().number).tables
    results.correct_result(
        *playing.at(one.id), Report(Outcome.CORP, Ending.FORFEIT), winner_id=one.first.player_id
    )
    results.correct_result(*playing.at(two.id), Report(Outcome.DOUBLE_LOSS))
    rounds.close_round(playing.call, 1)
    document = document_of(playing)
    validate(document)
    assert sorted(p["matchPoints"] for p in document["players"]) == [0, 0, 0, 3]


def test_what_is_missing_is_said_while_it_can_be_mended(playing: Any) -> None:
    start(playing, 3)
    said = list(map(str, nrtm.warnings(playing.installation, playing.tournament_id)))
    assert "Player 1 has no Corp identity: enter it on the player's page." in said
    assert said[-1] == "No round is closed yet: the file would hold no games."
    playing.pair()
    said = list(map(str, nrtm.warnings(playing.installation, playing.tournament_id)))
    assert "Round 1 is not closed and so not in the file." in said
    play(playing, 1)
    for player in playing.players:
        titles = {
            "corp_identity": "NBN: Making News",
            "runner_identity": "Gabriel Santiago: Consummate Professional",
        }
        registration.edit_player(playing.call, player, titles)
    assert nrtm.warnings(playing.installation, playing.tournament_id) == []


def play_structure(playing: Any, number: int) -> None:
    """A round with every way a table of this structure can end."""
    for place, table in enumerate(playing.publish(number).tables):
        if table.bye:
            continue
        spot, case = playing.at(table.id), (number + place) % 5
        if case == 0:
            intentional_draw.set_intentional_draw(*spot)
        elif table.sides_by == "assigned":
            results.correct_result(*spot, Report((Outcome.CORP, Outcome.TIE, Outcome.RUNNER)[case % 3]))
        elif case == 1:
            won = [two_games.OneGame(1, Report(Outcome.RUNNER))]
            two_games.correct_games(*spot, won, two_for_one_id=table.second.player_id)
        else:
            outcomes = (
                (Outcome.CORP, Outcome.TIE),
                (Outcome.TIE, Outcome.RUNNER),
                (Outcome.CORP, Outcome.CORP),
            )
            games = [two_games.OneGame(n, Report(each)) for n, each in enumerate(outcomes[case - 2], 1)]
            two_games.correct_games(*spot, games)
    rounds.close_round(playing.call, number)


@pytest.mark.parametrize(("structure", "bye"), [("single-sided", 3), ("double-sided", 6)])
def test_a_file_of_today_is_read_by_the_others(playing: Any, structure: str, bye: int) -> None:
    start(playing, 9, planned_rounds=4, structure=structure, cut_kind="single", cut_size=4)
    for player in playing.players:
        titles = {
            "corp_identity": "NBN: Making News",
            "runner_identity": 'Ayla "Bios" Rahim: Simulant Specialist',
        }
        registration.edit_player(playing.call, player, titles)
    for _ in range(4):
        play_structure(playing, playing.pair().number)
        validate(document_of(playing))
    cut.start_cut(playing.call)
    while tournament_of(playing).next.command == "pair_cut":
        play(playing, cut.pair_cut(playing.call, next(playing.seeds)).value)
    tournaments.finish_tournament(playing.call)
    document = document_of(playing)
    validate(document)
    swiss = [game for games in document["rounds"][:4] for game in games]
    byes = [game for game in swiss if game["player2"]["id"] is None]
    assert [game["player1"]["combinedScore"] for game in byes] == [bye] * 4
    drawn = [game for game in swiss if game["intentionalDraw"]]
    assert drawn and {game["player1"]["combinedScore"] for game in drawn} == {bye // 6 * 3 or 1}
    assert any(game["twoForOne"] for game in swiss) is (structure == "double-sided")
    if structure == "double-sided":
        assert {game["player1"]["role"] for game in swiss} == {None}
        whole = [game for game in swiss if game not in byes and not game["intentionalDraw"]]
        for game in whole:
            for seat in (game["player1"], game["player2"]):
                assert seat["corpScore"] + seat["runnerScore"] == seat["combinedScore"]
    else:
        assert {game["player1"]["role"] for game in swiss if game not in byes} == {"corp"}
        tied = [g for g in swiss if g["player1"]["combinedScore"] == g["player2"]["combinedScore"] == 1]
        assert len(tied) > len(drawn), "a tie that was played is no draw by will"
    claims = claims_of(document)
    assert sorted(rank for rank, *_ in claims) == list(range(1, 10))
    assert sorted(in_cut for _, in_cut, *_ in claims) == [0, 0, 0, 0, 0, 1, 2, 3, 4]
    assert {title.partition(":")[0] for _, _, *titles in claims for title in titles} == {
        "NBN",
        'Ayla "Bios" Rahim',
    }
