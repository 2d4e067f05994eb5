"""One typed line that says what happened at a table, like `3 2R5 C 7-4`.

The parts in their order, separated by spaces; all but the table's number may be left out:

- `3` the number of the table;
- `2R5` the bid: the second player won it with 5 on Runner (`1` is the player named first);
- `C` the result: `C` Corp won, `R` Runner won, `D` draw, `T` tie; or `1`, `2`: who won, by the seat;
- `CR` two games in their order, the player named first has the Corp in the first one;
- `241 1` the player named first takes both games for one; `ID` an intentional draw;
- `7-4` agenda points, the winner's first; in a draw the Corp's first; in a game without sides Gig dice;
- `time` how the game ended: `agenda`, `flatline`, `decked`, `time`, `concession`, or the first two letters.

What makes sense depends on how the players of the table come to their sides: `GRAMMARS` has the readers of
each way, and the words that help.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.sentences import message, say
from app.tournament.entry_parts import (
    EntryLine,
    LineRefused,
    Reader,
    read_bid,
    read_draw,
    read_duel_ending,
    read_ending,
    read_games,
    read_points,
    read_result,
    read_seat,
    read_seat_of_two,
    read_tie,
    read_two_for_one,
)
from app.tournament.sides import SidesBy

LONGEST_LINE = 60
_TABLE = re.compile(r"([0-9]{1,4})([A-Z]{0,2})")


@dataclass(frozen=True)
class Grammar:
    """What a line may say at a table: its readers, an example, and how to write one.

    `empty`, `results` and `not_understood` say what to type, `letters` names the letters alone, `lines` are
    examples with their meaning.
    """

    example: str
    empty: str
    readers: tuple[Reader, ...]
    results: str
    letters: str
    not_understood: str
    lines: tuple[tuple[str, str], ...]


def read_line(text: str, how: SidesBy = SidesBy.AUCTION) -> EntryLine:
    """Read a typed line in capitals or not; `how` the players of the round come to their sides.

    Raises LineRefused: line-empty, line-too-long, unknown-table, line-not-understood, line-says-twice,
    bid-out-of-range, bid-winner-missing, outcome-missing, two-for-one-winner-missing, points-of-two-games.
    """
    grammar = GRAMMARS[how]
    if len(text) > LONGEST_LINE:
        said = say(
            "This line is too long. Write the table and what happened, like {line}.", line=grammar.example
        )
        raise LineRefused("line-too-long", said)
    words = text.upper().replace(",", " ").replace(";", " ").split()
    if not words:
        raise LineRefused("line-empty", say(grammar.empty))
    table = _TABLE.fullmatch(words[0])
    if table is None:
        sentence = say(
            "“{word}” is no table. Type the number of the table first, like {example}.",
            word=words[0],
            example=grammar.example,
        )
        raise LineRefused("unknown-table", sentence)
    line = EntryLine(int(table[1]))
    for word in filter(None, (table[2], *words[1:])):
        line = _with(line, word, grammar)
    return _whole(line, grammar)


def _with(line: EntryLine, word: str, grammar: Grammar) -> EntryLine:
    for read in grammar.readers:
        more = read(word, line)
        if more is not None:
            return more
    said = say("“{word}” is not understood. {what}", word=word, what=say(grammar.not_understood))
    raise LineRefused("line-not-understood", said)


def _whole(line: EntryLine, grammar: Grammar) -> EntryLine:
    more = line.points is not None or line.ending is not None
    if line.two_for_one and line.winner is None:
        raise LineRefused(
            "two-for-one-winner-missing",
            say(
                "Say who takes both games: 241 1 for the player named first at the table, 241 2 "
                "for the second."
            ),
        )
    if more and (line.second is not None or line.two_for_one or line.intentional_draw):
        raise LineRefused(
            "points-of-two-games",
            say("Points and endings of a whole round are entered on the page of the table: take them out."),
        )
    if more and not line.has_result:
        said = say("Say who won before the points: {letters}.", letters=say(grammar.letters))
        raise LineRefused("outcome-missing", said)
    if not line.has_result and line.bid is None:
        raise LineRefused("outcome-missing", say(grammar.results))
    return line


_POINTS_HELP = message(
    "The points are the winner’s first. Then may stand how it ended: time, flatline, decked, concession."
)
_BIDS = Grammar(
    example="3 2R5 C 7-4",
    empty=message(
        "Type a table with bid and result, like 3 2R5 C 7-4; where the sides are bought 3 C is enough."
    ),
    readers=(read_result, read_bid, read_seat, read_points, read_ending),
    results=message("Type C when the Corp won, R when the Runner won, D for a draw."),
    letters=message("C, R or D"),
    not_understood=message(
        "Type C, R or D for the result; before it the bid, like 2R5 when the second player won it with 5 on "
        "Runner; after it the points, like 7-4."
    ),
    lines=(
        (
            "3 2R5 C 7-4",
            message("no bid on phones: the second player won the bid with 5 on Runner; Corp won 7–4."),
        ),
        ("3 1C0", message("only the bid, before the game: the player named first has Corp for 0.")),
        (
            "3 C 7-4",
            message(
                "only once the sides of table 3 are bought: Corp won 7–4. R: Runner won. D: draw. 1 or 2: "
                "who won, by the seat."
            ),
        ),
        ("", _POINTS_HELP),
    ),
)
_SEEDED = replace(
    _BIDS,
    example="3 C 7-4",
    empty=message("Type a table and its result, like 3 C."),
    readers=(read_result, read_seat, read_points, read_ending),
    not_understood=message(
        "Type C, R or D for the result, 1 or 2 for the seat that won; then the points, like 7-4."
    ),
    lines=(
        (
            "3 C",
            message(
                "table 3, Corp won, once its side is chosen. R: Runner won. D: draw. 1 or 2: who won, by the "
                "seat."
            ),
        ),
        ("3 R 7-4", message("Runner won 7–4.")),
        ("", _POINTS_HELP),
    ),
)
_ASSIGNED = Grammar(
    example="3 C 7-4",
    empty=message("Type a table and its result, like 3 C."),
    readers=(read_result, read_seat, read_draw, read_points, read_ending),
    results=message(
        "Type C when the Corp won, R when the Runner won, T for a tie, ID for an intentional draw."
    ),
    letters=message("C, R or T"),
    not_understood=message(
        "Type C, R or T for the result, 1 or 2 for the seat that won, or ID for an intentional draw; then "
        "the points, like 7-4."
    ),
    lines=(
        ("3 C", message("table 3, Corp won. R: Runner won. T: tie. 1 or 2: who won, by the seat.")),
        ("3 R 7-4", message("Runner won 7–4.")),
        ("3 ID", message("an intentional draw.")),
        ("", _POINTS_HELP),
    ),
)
_BOTH = Grammar(
    example="3 CR",
    empty=message("Type a table and both its games, like 3 CR."),
    readers=(
        read_games,
        read_result,
        read_seat_of_two,
        read_two_for_one,
        read_draw,
        read_points,
        read_ending,
    ),
    results=message(
        "Type both games like CR: the Corp won the first one, the Runner the second. T is a tie, 241 1 gives "
        "both games to the player named first, ID is an intentional draw."
    ),
    letters=message("C, R or T"),
    not_understood=message(
        "Type both games like CR, one game as C, R or T, 241 1 when the player named first takes both, or ID "
        "for an intentional draw."
    ),
    lines=(
        ("3 CR", message("table 3: Corp won the first game, Runner the second. T: tie.")),
        (
            "",
            message("The player named first has the Corp in the first game, unless a report says otherwise."),
        ),
        ("3 C 7-4", message("only the first game: Corp won 7–4.")),
        ("3 241 1", message("2 for 1: the player named first takes both games. 241 2: the second.")),
        ("3 ID", message("an intentional draw.")),
    ),
)
_SEATS_ONLY = Grammar(
    example="3 1",
    empty=message("Type a table and who won, like 3 1."),
    readers=(read_seat, read_tie, read_draw, read_points, read_duel_ending),
    results=message(
        "Type 1 when the player named first won, 2 for the second, T for a tie, ID for an intentional draw."
    ),
    letters=message("1, 2 or T"),
    not_understood=message(
        "Type 1 or 2 for the seat that won, T for a tie, or ID for an intentional draw; then the Gig dice, "
        "like 7-4."
    ),
    lines=(
        ("3 1", message("table 3: the player named first won. 2: the second. T: tie.")),
        ("3 2 7-4", message("the second player won with 7 Gig dice to 4.")),
        ("3 ID", message("an intentional draw.")),
        ("", message("Then may stand how it ended: overtime, decked, time, concession.")),
    ),
)
GRAMMARS: Mapping[SidesBy, Grammar] = {
    SidesBy.AUCTION: _BIDS,
    SidesBy.SEED: _SEEDED,
    SidesBy.ASSIGNED: _ASSIGNED,
    SidesBy.BOTH: _BOTH,
    SidesBy.NONE: _SEATS_ONLY,
}
