"""Commands of the top cut: seed it from the standings, pair the games that are ready, choose sides.

The bracket says who plays whom; each call pairs every game whose players are known. Sides are bought as in
Swiss, or by the tournament's setting come by seed: then nobody bids, the higher seed sits in the first seat
and chooses, later who played a side less often in the cut has it by right, and neither can be taken back or
changed. Where that is equal, the round's seed draws the sides in structures with tied games (Organized Play
Policies 1.1.11); in the others the higher seed chooses again. In a game without sides the higher seed has the
first seat, and wins a tied game.
"""

from collections.abc import Sequence

from app.sentences import Sentence, said_by, say, say_count
from app.services.kernel.actors import ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.topics import table_topics
from app.services.play.pod_draw import draw_final_table
from app.services.play.rounds import new_round, next_number
from app.services.play.table_access import acting_seat, open_table, refuse_without_bidding
from app.sides import Side
from app.storage import auctions as store
from app.storage.cut import bracket_of, cut_seeds, cut_tables, cut_winners
from app.storage.kinds import SettledBy
from app.storage.orders import swiss_order
from app.storage.players import players
from app.storage.tables import CutSeed, Pairing, Round
from app.storage.worth import structure_of
from app.tournament.auction import Seat
from app.tournament.draws import drawn
from app.tournament.lifecycle import Phase, Stage
from app.tournament.rules import CUT_SIZES, CutKind
from app.tournament.seating import seat_tables
from app.tournament.sides import SidesBy
from app.tournament.topcut import CutGame, SideRight, bracket, next_games, sides_by_seed


@command("start_cut")
def start_cut(work: Work, *, kind: str | None = None, size: int | None = None) -> None:
    """Seed the best of the standings who have not dropped; Swiss ends here. A repeat changes nothing.

    Raises Refused: no-such-cut (422).
    """
    if work.tournament.phase == Phase.TOP_CUT:
        return
    wanted = kind or work.tournament.cut_kind, work.tournament.cut_size if size is None else size
    final = structure_of(work.tournament).has_pods
    try:
        if final:
            _refuse_no_final_table(*wanted)
        else:
            bracket(*wanted)
    except ValueError as refusal:
        raise Refused("no-such-cut", said_by(refusal), Kind.INVALID) from refusal
    work.tournament.cut_kind, work.tournament.cut_size = CutKind(wanted[0]), wanted[1]
    work.require()
    dropped = {p.id for p in players(work.session, work.tournament_id) if p.dropped}
    staying = [pid for pid in swiss_order(work.session, work.tournament) if pid not in dropped]
    for seed, player_id in enumerate(staying[: work.tournament.cut_size], start=1):
        work.session.add(CutSeed(tournament_id=work.tournament_id, player_id=player_id, seed=seed))
    work.tournament.phase = Phase.TOP_CUT
    if final:
        work.note(
            say("The best {size} go on to the final table", size=work.tournament.cut_size),
            "tournament", "round",
        )  # fmt: skip
        return
    work.note(say("The cut to the top {size} began", size=work.tournament.cut_size), "tournament", "round")


def _refuse_no_final_table(kind: str, size: int) -> None:
    if kind != CutKind.TABLE or size not in CUT_SIZES[CutKind.TABLE]:
        raise Refused(
            "no-such-cut",
            say("Several sit at a table here, so the cut is a final table: of 3, 4 or 5 players."),
            Kind.INVALID,
        )


@command("pair_cut")
def pair_cut(work: Work, seed: int, expected_number: int | None = None) -> int:
    """Pair the games of the bracket that are ready, as the draft of a round; its number.

    Raises Refused: cut-decided (409).
    """
    number, already_there = next_number(work.session, work.tournament, expected_number)
    if already_there:
        return number
    work.require()
    if structure_of(work.tournament).has_pods:
        row = new_round(work, number, Stage.TOP_CUT, seed, {})
        draw_final_table(work, row, seed)
        work.note(say("The final table was seated as a draft, in round {round}", round=number), "draft",
                  round=number)  # fmt: skip
        return number
    seeds = [row.player_id for row in cut_seeds(work.session, work.tournament_id)]
    games = next_games(bracket_of(work.tournament), seeds, cut_winners(work.session, work.tournament_id))
    if not games:
        raise Refused("cut-decided", "The cut is decided: finish the tournament.")
    row = new_round(work, number, Stage.TOP_CUT, seed, {"warnings": [], "notes": []})
    numbers = _table_numbers(work, games)
    before = cut_tables(work.session, work.tournament_id)
    lots = []
    for game in games:
        assert game.first is not None
        table = _add_game(work, row, game, numbers[game.first], seeds, before)
        lots += [table.table_number] if table.settled_by is SettledBy.LOT else []
    names = list({game.game.name: game.game.said for game in games}.values())
    work.note(_paired(number, names, lots), "draft", round=number)
    return number


def _paired(number: int, names: list[Sentence], lots: list[int | None]) -> Sentence:
    """What the journal tells of a round of the cut; `lots` are the tables whose sides were drawn."""
    if not lots:
        return say("Round {number} of the cut was paired as a draft: {games}", number=number, games=names)
    return say_count(
        "Round {number} of the cut was paired as a draft: {games}. Both had played the sides equally often "
        "at table {tables}, so who plays which was drawn",
        "Round {number} of the cut was paired as a draft: {games}. Both had played the sides equally often "
        "at tables {tables}, so who plays which was drawn",
        len(lots),
        number=number,
        games=names,
        tables=lots,
    )


def _table_numbers(work: Work, games: Sequence[CutGame]) -> dict[int, int]:
    """The table of every game by its first player: in the order of the bracket, fixed tables kept and blocked
    ones left free as in Swiss."""
    seated = seat_tables(
        [(game.first, game.second) for game in games if game.first is not None and game.second is not None],
        [],
        {},
        fixed={
            person.id: person.fixed_table
            for person in players(work.session, work.tournament_id)
            if person.fixed_table is not None
        },
        blocked=work.tournament.settings.get("blocked_tables", []),
    )
    return {row.first: row.table_number for row in seated}


def _add_game(
    work: Work, row: Round, game: CutGame, table_number: int, seeds: list[int], before: Sequence[Pairing]
) -> Pairing:
    assert game.first is not None and game.second is not None
    both = sorted((game.first, game.second), key=seeds.index)
    # Without a bid the higher seed has the first seat: the choice of the side, or a tied game.
    sides = SidesBy(work.tournament.cut_sides)
    by_seed = sides is SidesBy.SEED
    first = both[0 if sides is not SidesBy.AUCTION else drawn(row.seed, "first bidder", game.game.number) & 1]
    pairing = Pairing(
        tournament_id=row.tournament_id,
        round_id=row.id,
        table_number=table_number,
        first_id=first,
        second_id=next(p for p in both if p != first),
        game_number=game.game.number,
        sides_by=sides,
        reason=say(
            "Game {number}, {name}: seed {seed} against seed {other}.",
            number=game.game.number,
            name=game.game.said,
            seed=seeds.index(both[0]) + 1,
            other=seeds.index(both[1]) + 1,
        ).as_text(),
    )
    if by_seed:
        right = side_right(before, both, seeds)
        corp = store.seat_of(pairing, right.corp_player) if right.corp_player is not None else None
        if corp is not None:
            store.keep_seeded(pairing, corp, SettledBy.RIGHT, work.now)
        elif structure_of(work.tournament).has_ties and _played_before(before, both):
            # The higher seed chooses in the first game only. Source: Organized Play Policies 1.1.11.
            corp = tuple(Seat)[drawn(row.seed, "side", game.game.number) & 1]
            store.keep_seeded(pairing, corp, SettledBy.LOT, work.now)
    work.session.add(pairing)
    return pairing


def _played_before(before: Sequence[Pairing], both: list[int]) -> bool:
    """Whether one of these players has played in the cut before."""
    return any(row.final and {row.first_id, row.second_id} & {*both} for row in before)


def side_right(before: Sequence[Pairing], both: list[int], seeds: list[int]) -> SideRight:
    """Who has or chooses which side, by the sides both played in the cut before."""
    played: dict[int, list[Side]] = {player_id: [] for player_id in both}
    for row in before:
        sides = store.sides_of(row)
        if sides is None or not row.final:
            continue
        for side in Side:
            player_id = store.player_at(row, sides.seat_of(side))
            if player_id in played:
                played[player_id].append(side)
    return sides_by_seed(both[0], both[1], seeds, played)


@command("choose_side")
def choose_side(work: Work, table_id: int, side: Side) -> None:
    """The higher seed, or the organizer for them, chooses the side of a cut game without an auction.

    Raises Refused: sides-are-bought, sides-settled (409) once chosen or settled by right; not-your-choice
    (403).
    """
    row, round_row = open_table(work, table_id)
    if not store.by_seed(row) and not store.with_bids(row):
        refuse_without_bidding(work, row)
    if not store.by_seed(row):
        raise Refused("sides-are-bought", "The sides of this table are bought: bid for them.")
    if work.actor.kind is ActorKind.PLAYER:
        acting_seat(row, work.actor, None)
        if work.actor.id != row.first_id:
            raise Refused("not-your-choice", "The higher seed chooses the side.", Kind.FORBIDDEN)
    corp = Seat.FIRST if side is Side.CORP else Seat.SECOND
    if (row.corp_seat, row.settled_by) == (corp, SettledBy.SEED):
        return
    if row.corp_seat is not None:
        raise Refused(
            "sides-settled",
            "The sides of this table are settled and stay; the organizer corrects what is wrong.",
        )
    work.require(round_row)
    store.keep_seeded(row, corp, SettledBy.SEED, work.now)
    work.session.add(row)
    work.note(
        say("The higher seed plays {side} at table {table}", side=side.word, table=row.table_number),
        *table_topics(row),
    )
