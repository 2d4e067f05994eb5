"""How the standings of an event come about, in words of its structure."""

from app.sentences import t
from app.tournament.structures import Points, Sides, StructureCode, structure


def computed_words(code: StructureCode, points: Points) -> list[str]:
    """What a round is worth, of ties and two games, and how the sides come.

    `code` is the structure's, `points` those of the event.
    """
    kind = structure(code)
    said = [_worth(kind.games, kind.has_ties, points)]
    if points.timed_win != points.win:
        said.append(t("A win at time is worth {points}.", points=points.timed_win))
    if kind.results.two_for_one:
        said.append(
            t(
                "Two for one: who won the first game may take both for it, before the second is begun."
                " A second game that was not begun at time is a tie."
            )
        )
    if points.intentional_draw is not None:
        said.append(t("An intentional draw gives {points} to each player.", points=points.intentional_draw))
    if kind.sides is Sides.ASSIGNED:
        said.append(
            t(
                "The pairing assigns the sides, so that nobody has played one of them more than once more"
                " often than the other, wherever that is possible. A bye has no side."
            )
        )
    return said


def _worth(games: int, has_ties: bool, points: Points) -> str:
    numbers = {"win": points.win, "tie": points.tie, "bye": points.bye}
    if games > 1:
        return t(
            "A round has two games. A won game is worth {win} points, a tied one {tie}, a lost one nothing; a"
            " bye counts as {bye}. More points rank higher.",
            **numbers,
        )
    if has_ties:
        return t(
            "A win is worth {win} points, a tie {tie}, a loss nothing; a bye counts as {bye}. More points"
            " rank higher.",
            **numbers,
        )
    return t("A win and a bye are worth {win} points, a loss nothing. More points rank higher.", **numbers)
