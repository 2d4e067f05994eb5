"""The sheet a reader fills in while it goes through a list; every form ends in the same Decklist.

Decides: copies of one title on several lines (two printings) add up; copies are a whole number from 1 to
99; a name that is no card is reported with up to three suggestions and never taken for another card.
Nothing put on the sheet is lost: it becomes an entry, the identity, the name or a problem.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.reading.identities import Claims
from app.deckcheck.reading.source import MAX_LINES, Unreadable, written
from app.deckcheck.reading.two_decks import parted
from app.deckcheck.values import Decklist, Entry, Problem
from app.sentences import Sentence, did_you_mean, in_turn, say, say_count

MAX_COPIES = 99
"""More copies on one line is a slip of the pen or a trap, not a deck: six is the most any card allows."""
_SUGGESTED = 20  # looking for similar titles takes a millisecond each; the first twenty unknown names get it
_COMPARED = 40  # the same for names that may be words of a remark
_TOLERATED = 300  # faults of one list; prose and other people's files have more
_SHOWN = 100  # of each kind of problem; the rest are counted in one more problem


@lru_cache(maxsize=4)
def _titles(catalog: Catalog) -> dict[str, Card]:
    """English titles as printed, which is how most lists have them: no need to fold those."""
    return {card.title: card for card in catalog.cards}


class Sheet:
    """A deck list in the making. `add` and `claim` return whether they took the line for what it said."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.titles = _titles(catalog)
        self.name = ""
        self.claims = Claims(catalog)
        self.problems: list[Problem] = []
        self.lines = 0
        self._entries: list[Entry] = []
        self.is_text = True
        self.keep_lines = True
        self._suggested = 0
        self._compared = 0

    @property
    def has_cards(self) -> bool:
        """Whether a card of the deck (not an identity) was read."""
        return bool(self._entries)

    @property
    def titles_read(self) -> set[str]:
        """The English titles of the cards and of the identity that were read."""
        identity = self.claims.first
        return {entry.card.title for entry in self._entries} | ({identity.title} if identity else set())

    def named(self, name: str, code: str = "") -> Card | None:
        """The card of a code, else of a title in any language, else of a code given as title (`01050`)."""
        if code and (card := self.catalog.by_code(code)):
            return card
        if card := self.titles.get(name):
            return card
        if name.isascii() and name.isdigit():
            return self.catalog.by_code(name) if 4 <= len(name) <= 5 else None
        return self.catalog.find(name)

    def add(self, card: Card, copies: int, line: int | None, text: str) -> None:
        """Copies of a card; an identity becomes the deck's identity."""
        if card.is_identity:
            self.claims.certain(card, line, text)
            if copies != 1:
                self.bad_quantity(str(copies), card.title, line, text)
        elif not 1 <= copies <= MAX_COPIES:
            self.bad_quantity(str(copies), card.title, line, text)
        else:
            self._entries.append(Entry(card, copies, line, text))

    def count_line(self) -> None:
        """Keep the bound on what one deck may have. Raises Unreadable beyond it."""
        self.lines += 1
        if self.lines > MAX_LINES:
            raise Unreadable(
                say("This has more than {most} lines; paste one deck list alone.", most=MAX_LINES)
            )

    def bad_quantity(self, copies: str, title: str, line: int | None, text: str) -> None:
        """Copies that are none, negative, no whole number or too many: the card is not counted."""
        message = say(
            "“{written}” is no number of copies of {card}; write a whole number from 1 to {most}.",
            written=written(copies),
            card=title,
            most=MAX_COPIES,
        )
        self.problem("bad-quantity", message, line, text)

    def without_quantity(self, card: Card, line: int | None, text: str) -> None:
        """A title alone on its line, which says no number of copies: the card is not counted."""
        message = say("{card} stands here without a number of copies; write 1x {card}.", card=card.title)
        self.problem("bad-quantity", message, line, text)

    def unknown(self, name: str, line: int | None, text: str) -> None:
        """A line that gives copies of something the catalogue does not have."""
        suggestions = self.suggestions(name)
        if len(self.catalog.meanings(name)) > 1 and suggestions:
            message = say(
                "“{written}” is the name of {cards}; write the English title.",
                written=written(name),
                cards=suggestions,
            )
        else:
            told = say("No card is called “{written}”.", written=written(name))
            if name.isdigit():
                told = say("No card has the code “{written}”.", written=written(name))
            hint = did_you_mean(suggestions) if suggestions else say("Check how it is written.")
            message = in_turn([told, hint])
        self.problem("unknown-card", message, line, text, suggestions)

    def unread_card(self, names: Sequence[str], line: int | None, text: str) -> None:
        """A line that holds titles of cards but does not say clearly how many of them."""
        message = say(
            "This line names {titles} but was not understood: “{written}”. Write 3x {card} on a "
            "line of its own, or put // before the line when it is a remark.",
            titles=list(names[:3]),
            written=written(text),
            card=names[0],
        )
        self.problem("unread-card-line", message, line, text)

    def name_like_a_card(self, names: Sequence[str], line: int | None, text: str) -> None:
        """A line above the list that was taken for the deck's name although it is a card's title."""
        message = say(
            "“{written}” was taken for the deck's name; if it is a card, write 1x {card}.",
            written=written(text),
            card=names[0],
        )
        self.problem("unreadable-line", message, line, text)

    def unreadable(self, line: int | None, text: str) -> None:
        """A line that says nothing the reader understands."""
        message = say(
            "This line was not read: “{written}”. A card is written as 3x Title.", written=written(text)
        )
        self.problem("unreadable-line", message, line, text)

    def suggestions(self, name: str) -> tuple[str, ...]:
        """Up to three titles like the name, for the first names of a list that ask."""
        if self._suggested >= _SUGGESTED:
            return ()
        self._suggested += 1
        return self.catalog.suggest(name, limit=3)

    def almost(self, name: str) -> bool:
        """Whether a name is spelt almost like a title, for the first names of a list that ask."""
        if self._compared >= _COMPARED:
            return False
        self._compared += 1
        return self.catalog.almost(name)

    def problem(
        self, code: str, message: Sentence, line: int | None, text: str, suggestions: tuple[str, ...] = ()
    ) -> None:
        """Put a problem on the sheet. Raises Unreadable when most of the text cannot be a deck list."""
        if len(self.problems) >= _TOLERATED:
            raise Unreadable(
                say(
                    "More than {most} lines of this are no cards; paste the deck list alone.", most=_TOLERATED
                )
            )
        self.problems.append(Problem(code, message, line, written(text), suggestions))

    def finish(self, chosen: str | None) -> Decklist:
        """The Decklist; `chosen` is the identity given apart from the list (title, half of it, or code)."""
        entries: Sequence[Entry] = self._entries
        two = parted(entries, self.claims.first, self.claims.others, self.claims.again)
        if two is not None:
            entries, chosen = two.entries, chosen if self.claims.first is None else None
        added = _added_up(entries)
        identity, problems = self.claims.settle(chosen, added)
        if two is not None:
            problems = [problem for problem in problems if problem.code != "several-identities"]
            problems.append(two.problem)
        problems = sorted([*problems, *self.problems], key=lambda problem: problem.line or 0)
        if not self.lines_tell:
            added = tuple(replace(entry, line=None) for entry in added)
            problems = [replace(problem, line=None) for problem in problems]
        return Decklist(written(self.name) or None, identity, added, _shortened(problems))

    @property
    def lines_tell(self) -> bool:
        """Whether numbers of lines tell cards apart: in a file that is one long line they do not."""
        lines = {entry.line for entry in self._entries}
        return self.keep_lines and (self.is_text or len(self._entries) < 2 or len(lines) > 1)


def _added_up(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """One entry a title, at its first line."""
    found: dict[str, Entry] = {}
    copies: dict[str, int] = {}
    for entry in entries:
        title = entry.card.title
        found.setdefault(title, entry)
        copies[title] = copies.get(title, 0) + entry.copies
    return tuple(
        Entry(entry.card, copies[title], entry.line, written(entry.written)) for title, entry in found.items()
    )


def _shortened(problems: list[Problem]) -> tuple[Problem, ...]:
    """At most a hundred problems of a kind, and one that counts the rest."""
    shown: list[Problem] = []
    counts: dict[str, int] = {}
    for problem in problems:
        counts[problem.code] = counts.get(problem.code, 0) + 1
        if counts[problem.code] <= _SHOWN:
            shown.append(problem)
    for code, count in counts.items():
        if count > _SHOWN:
            more = say_count(
                "{n} more line has the same fault ({code}).",
                "{n} more lines have the same fault ({code}).",
                count - _SHOWN,
                code=code,
            )
            shown.append(Problem(code, more))
    return tuple(shown)
