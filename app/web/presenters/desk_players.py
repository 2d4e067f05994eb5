"""Players at the desk: the list with notes and decks, a pasted list before it is entered, one player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from markupsafe import Markup

from app.deckcheck.folding import alphabetical
from app.deckcheck.pools import Pool
from app.deckcheck.titles import card_title
from app.sentences import t
from app.services.decks.deck_views import DeckView
from app.services.decks.event_pool import outside_pool
from app.services.kernel.views import PlayerView, TableView, TournamentView
from app.services.people.entries import LineProblem
from app.services.people.preview import Preview
from app.sides import DeckSlot, Side
from app.tournament.lifecycle import TableState
from app.tournament.rules import DeckPolicy
from app.web.presenters.decks import VerdictShown, no_deck_words, slot_words, slots_in, verdict_shown
from app.web.presenters.desk_frame import DeskPage
from app.web.presenters.game_rows import GameRow, game_row
from app.web.presenters.look_alikes import look_alikes
from app.web.presenters.penalties import PenaltyShown
from app.web.views import ByField
from app.words.written import listed_short


@dataclass(frozen=True)
class DeckMark:
    """A deck in a word, with the state its icon shows."""

    word: str
    state: TableState


@dataclass(frozen=True)
class PlayerRow:
    """A player in the list; `decks` by slot, `notes` in one line."""

    href: str
    name: str
    pronouns: str
    corp: str | None
    runner: str | None
    dropped: bool
    notes: str
    decks: Mapping[DeckSlot, DeckMark]


@dataclass(frozen=True)
class Removable:
    """A player who was never paired; `ticked` who joined by themselves once rounds are played."""

    id: int
    name: str
    at: datetime
    ticked: bool


@dataclass(frozen=True)
class PreviewLine:
    """A player of a pasted list, as they would be entered; `problem` is why not."""

    name: str
    pronouns: str
    corp: str | None
    runner: str | None
    problem: str | None


@dataclass(frozen=True)
class PreviewShown:
    """A pasted list before it is entered; `wrong` counts the lines that need a look."""

    rows: Sequence[PreviewLine]
    problems: Sequence[LineProblem]
    clean: bool
    wrong: int


@dataclass(frozen=True)
class PlayersPage(DeskPage):
    """All players, or those a filter and a part of a name leave; with the forms to enter more.

    `added`: one was just entered, and the next name can be typed.
    """

    template: ClassVar[str] = "organizer/players.html"

    rows: Sequence[PlayerRow]
    total: int
    q: str
    show: str
    filters: Sequence[tuple[str, str]]
    collects: bool
    typed: ByField
    preview: PreviewShown | None
    identities: Mapping[Side, Sequence[str]]
    slots: Sequence[tuple[DeckSlot, str]]
    removable: Sequence[Removable]
    added: bool


@dataclass(frozen=True)
class LinkShown:
    """A link that is shown once, as text and as a QR code."""

    address: str
    qr: Markup


@dataclass(frozen=True)
class Override:
    """Who allowed a deck that is not legal, and why."""

    who: str
    reason: str | None


@dataclass(frozen=True)
class HandedDeck:
    """A deck a player owes, with its verdict once it was handed in; `none` says that it was not."""

    side: DeckSlot
    title: str
    none: str
    verdict: VerdictShown | None
    source: str
    at: datetime | None
    override: Override | None


@dataclass(frozen=True)
class PlayedGame:
    """A round of a player, with the address of its table at the desk."""

    row: GameRow
    href: str


@dataclass(frozen=True)
class PlayerDeskPage(DeskPage):
    """Everything about a player. `typed` is the entry, `other_typed` what the form `opened` was sent with."""

    template: ClassVar[str] = "organizer/player.html"

    player: PlayerView
    here: str
    typed: ByField
    other_typed: ByField
    opened: str
    identities: Mapping[Side, Sequence[str]]
    games: Sequence[PlayedGame]
    decks: Sequence[HandedDeck]
    collects: bool
    link: LinkShown | None
    finished: bool
    record: Sequence[PenaltyShown]


def player_rows(
    players: Sequence[PlayerView], event: TournamentView, pool: Pool | None, desk: str, q: str, show: str
) -> list[PlayerRow]:
    """Who has `q` in the name and fits the filter `show`, by name, with who could be taken for whom.

    `desk` is the address of the dashboard.
    """
    by_name = sorted(players, key=lambda player: alphabetical(player.name))
    alike = look_alikes([player.name for player in by_name])
    rows = [
        (player, _row(player, event, pool, desk, note)) for player, note in zip(by_name, alike, strict=True)
    ]
    return [row for player, row in rows if q.casefold() in row.name.casefold() and _fits(player, row, show)]


def _fits(player: PlayerView, row: PlayerRow, show: str) -> bool:
    plays = not player.dropped and player.waiting is None
    match show:
        case "playing":
            return plays
        case "waiting":
            return player.waiting is not None
        case "dropped":
            return player.dropped
        case "problem":
            return plays and any(deck.state is TableState.DISPUTED for deck in row.decks.values())
    return True


def _row(player: PlayerView, event: TournamentView, pool: Pool | None, desk: str, alike: str) -> PlayerRow:
    outside = outside_pool(pool, player.corp_identity, player.runner_identity)
    notes = [
        *(t("{title} is not in the pool", title=card_title(title)) for title in outside),
        t("number {number} on the waiting list", number=player.waiting) if player.waiting else "",
        t("dropped") if player.dropped else "",
        t("bye in round 1") if player.first_round_bye else "",
        t("fixed at table {number}", number=player.fixed_table) if player.fixed_table else "",
        t("household {name}", name=player.household) if player.household else "",
        alike,
    ]
    return PlayerRow(
        href=f"{desk}/players/{player.id}",
        name=player.name,
        pronouns=player.pronouns,
        corp=player.corp_identity,
        runner=player.runner_identity,
        dropped=player.dropped,
        notes=listed_short([note for note in notes if note]),
        decks={slot: _deck_mark(player, slot, event.deck_policy) for slot in slots_in(event)},
    )


def _deck_mark(player: PlayerView, slot: DeckSlot, policy: DeckPolicy) -> DeckMark:
    verdict = (player.decks or {}).get(slot)
    if verdict is None:
        owed = policy is DeckPolicy.REQUIRED
        return (
            DeckMark(t("missing"), TableState.DISPUTED) if owed else DeckMark(t("none"), TableState.WAITING)
        )
    return (
        DeckMark(t("legal"), TableState.DONE)
        if verdict["legal"]
        else DeckMark(t("not legal"), TableState.DISPUTED)
    )


def preview_shown(preview: Preview) -> PreviewShown:
    """A pasted list as it was read."""
    rows = [
        PreviewLine(
            row.entry.name,
            row.entry.pronouns,
            row.entry.corp_identity,
            row.entry.runner_identity,
            str(row.problem) if row.problem is not None else None,
        )
        for row in preview.rows
    ]
    wrong = sum(row.problem is not None for row in rows) + len(preview.problems)
    return PreviewShown(rows, preview.problems, preview.is_clean, wrong)


def handed_decks(
    event: TournamentView, decks: Sequence[DeckView], *, as_written: bool = False
) -> list[HandedDeck]:
    """Each deck the event asks of a player, handed in or not; `as_written` with the player's remarks."""
    handed = {deck.side: deck for deck in decks}
    return [_handed(slot, handed.get(slot), as_written) for slot in slots_in(event)]


def _handed(slot: DeckSlot, deck: DeckView | None, as_written: bool) -> HandedDeck:
    by = deck.override_by if deck else None
    return HandedDeck(
        side=slot,
        title=slot_words(slot),
        none=no_deck_words(slot),
        verdict=verdict_shown(deck.told, deck.source if as_written else None) if deck else None,
        source=deck.source if deck and as_written else "",
        at=deck.handed_in_at if deck else None,
        override=Override(by, deck.override_reason) if deck and by else None,
    )


def played_games(tables: Sequence[TableView], player_id: int, desk: str) -> list[PlayedGame]:
    """The rounds of a player; `desk` is the address of the dashboard."""
    return [PlayedGame(game_row(table, player_id), f"{desk}/tables/{table.id}") for table in tables]


def entry_typed(player: PlayerView) -> ByField:
    """The entry of a player as its form shows it."""
    return ByField(
        {
            "name": player.name,
            "pronouns": player.pronouns,
            "corp_identity": player.corp_identity or "",
            "runner_identity": player.runner_identity or "",
            "fixed_table": player.fixed_table or "",
            "household": player.household or "",
            "first_round_bye": player.first_round_bye,
            "first_round": player.first_round,
        }
    )
