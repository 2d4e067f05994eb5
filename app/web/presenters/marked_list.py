"""A deck list in its own order, each line with what the verdict says of it.

The list is shown as it was written where it is text. Where it has no lines of its own (JSON, a web page),
where the verdict is of a former version, or where the list is opened to others, whom its remarks do not
concern, the cards stand in the order of the list.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.deckcheck.decklists import written_lines
from app.deckcheck.folding import fold
from app.deckcheck.kept import KeptLine, KeptVerdict
from app.deckcheck.reading.lines import plain
from app.deckcheck.titles import card_title
from app.sentences import message, t

# A longer text is a page around a list, not a list.
_MOST_LINES = 400
_STATUS = {
    "not-in-pool": message("not in the pool"),
    "needs-other-deluxe": message("in another deluxe only"),
    "copies-exceed-pool": message("more copies than the boxes hold"),
    "copies-exceed-deck-limit": message("more copies than the card allows"),
    "wrong-side": message("of the other side"),
    "no-influence-cost": message("not outside its faction"),
    "agenda-out-of-faction": message("an agenda of another faction"),
    "identity-restriction": message("not with this identity"),
    "mwl-removed": message("removed by the MWL"),
    "mwl-restricted": message("a second restricted card"),
    "unknown-card": message("not known"),
    "ram-exceeded": message("more RAM than its Legends have"),
    "legends-same-name": message("a Legend of the same name"),
    "bad-quantity": message("number not understood"),
}


@dataclass(frozen=True)
class MarkedLine:
    """A line of a list: `number` is its place (0: it has none), `mark` is `ok`, `fault`, `note` (not read) or
    nothing, `card` the title of what is written otherwise (a Japanese reader's is Japanese), `origin` its
    product and influence, `said` what is wrong with it.
    """

    number: int
    text: str
    mark: str
    card: str
    origin: str
    said: tuple[str, ...]


def marked_list(verdict: KeptVerdict, source: str | bytes | None) -> tuple[MarkedLine, ...]:
    """The list of a verdict, line by line; `source` is the list as it was written."""
    cards = verdict.lines
    lines = written_lines(source) if source else ()
    told_apart = cards and all(card.line for card in cards)
    if not told_apart or not 0 < len(lines) <= _MOST_LINES:
        return tuple(_card(card, verdict) for card in cards)
    at: dict[int, list[KeptLine]] = defaultdict(list)
    for card in cards:
        at[card.line or 0].append(card)
    said = _said_of_lines(verdict)
    identity = _identity_line(lines, verdict.identity, at)
    marked = (_line(number, text, at[number], said[number], number == identity) for number, text in lines)
    return _without_gaps(marked)


def _line(
    number: int,
    text: str,
    cards: Sequence[KeptLine],
    said: Sequence[tuple[str, str]],
    is_identity: bool,
) -> MarkedLine:
    marks = {mark for mark, _ in said}
    mark = "fault" if "fault" in marks else "ok" if cards or is_identity else "note" if said else ""
    shown = plain(text)[0]
    written = fold(shown)
    others = [title for card in cards if fold(title := card_title(card.card)) not in written]
    return MarkedLine(
        number,
        shown,
        mark,
        ", ".join(others),
        ", ".join(origin for card in cards if (origin := _origin(card))),
        tuple(words for _, words in said),
    )


def _card(card: KeptLine, verdict: KeptVerdict) -> MarkedLine:
    """A card of a list without lines."""
    codes = {each.code: None for each in verdict.violations if each.card == card.card}
    words = [_status(code) for code in codes or ([] if card.status == "ok" else [card.status])]
    mark = "fault" if words else "ok"
    return MarkedLine(0, f"{card.copies} {card_title(card.card)}", mark, "", _origin(card), tuple(words))


def _said_of_lines(verdict: KeptVerdict) -> dict[int, list[tuple[str, str]]]:
    """What is said of each line: a fault in few words where its sentence stands above the list."""
    said: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for violation in verdict.violations:
        if violation.line:
            short = violation.card and violation.code in _STATUS
            words = _status(violation.code) if short else violation.message
            said[violation.line].append(("fault", words))
    for warning in verdict.warnings:
        if warning.line:
            said[warning.line].append(("note", warning.message))
    return said


def _identity_line(
    lines: Iterable[tuple[int, str]], identity: str | None, at: Mapping[int, object]
) -> int | None:
    """The first line that names the identity, by its title or the part before the colon."""
    if not identity:
        return None
    for title in (fold(identity), fold(identity.split(":")[0])):
        for number, text in lines:
            if title and title in fold(text) and number not in at:
                return number
    return None


def _without_gaps(lines: Iterable[MarkedLine]) -> tuple[MarkedLine, ...]:
    """At most one empty line between two others, none at the ends."""
    kept: list[MarkedLine] = []
    for line in lines:
        if line.text or line.said or (kept and kept[-1].text):
            kept.append(line)
    while kept and not (kept[-1].text or kept[-1].said):
        kept.pop()
    return tuple(kept)


def _origin(card: KeptLine) -> str:
    if not card.influence:
        return card.product
    return t("{product}, {influence} influence", product=card.product, influence=card.influence)


def _status(code: str) -> str:
    return t(_STATUS[code]) if code in _STATUS else code.replace("-", " ")
