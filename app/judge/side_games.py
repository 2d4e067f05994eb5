"""Rules cards of the games at side events: what a source says, and what a later source corrects or adds."""

from dataclasses import dataclass
from functools import cache

from app.judge.entries import Source, sources
from app.judge.words import ENGLISH, facts, words

GAMES = ("cyberpunk", "xnet")


@dataclass(frozen=True, slots=True)
class RulesCard:
    """One rules card. `text` or `later` may be empty, never both."""

    id: str
    game: str
    topic: str
    text: str
    later: str
    source: Source


@cache
def rules_cards(game: str, language: str = ENGLISH) -> tuple[RulesCard, ...]:
    """The rules cards of one game of `GAMES`, in the order of its rules."""
    said = words(language)["side_games"]
    return tuple(
        RulesCard(
            id=row["id"],
            game=row["game"],
            topic=row["topic"],
            text=said[row["id"]].get("text", ""),
            later=said[row["id"]].get("later", ""),
            source=sources(language)[row["source"]],
        )
        for row in facts("side_games")["card"]
        if row["game"] == game
    )


def game_name(game: str, language: str = ENGLISH) -> str:
    """The name of a game as its publisher writes it."""
    name: str = words(language)["games"][game]
    return name
