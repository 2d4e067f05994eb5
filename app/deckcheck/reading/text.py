"""Reads every text form: NetrunnerDB's, Markdown, BBCode, HTML, CSV, jinteki.net, CardGameDB, hand lists.

People mix forms and cut pieces out of them, so the form is not settled for a whole list: each line is read
by itself, in the order card, table, titles anywhere in the line, identity, heading, footer, name. A line that
holds a card's title and is not read is a problem that makes the deck illegal, whatever else the line may be;
only comments and the deck's name may hold one. Three things are remembered: whether a card was seen yet (a
deck's name and half-written identities stand above the first card), an `Identity:` that waits for its next
line, and the heading of a table.
"""

from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.reading import columns, jinteki, lines
from app.deckcheck.reading.codes import with_titles
from app.deckcheck.reading.headings import is_certain_heading, is_heading, is_product, printed_in, set_named
from app.deckcheck.reading.identity_lines import half_identity, identity_line, odd_identity
from app.deckcheck.reading.left_lines import footer, left_line, take_as_name, underscored
from app.deckcheck.reading.loose import Taken, take_apart
from app.deckcheck.reading.markup import hidden_texts, numbered_lines
from app.deckcheck.reading.mentions import mentions, without_links
from app.deckcheck.reading.naming import doubtful, named
from app.deckcheck.reading.reckoned import is_reckoned
from app.deckcheck.reading.sheet import Sheet
from app.deckcheck.values import Problem


def read_text(text: str, sheet: Sheet) -> None:
    """Read clean text (LF line ends) onto the sheet."""
    reader = _TextReader(sheet)
    titles = sheet.titles
    for number, raw in numbered_lines(text):
        if len(raw) <= lines.MAX_LENGTH and (common := lines.common(raw)):
            card = titles.get(common[1])
            if card is not None:
                sheet.count_line()
                reader.take(card, common[0], number, raw)
                continue
        line = lines.one_line(raw)
        if line:
            sheet.count_line()
            reader.read(line, number, raw)
    reader.end()
    _tell_hidden(text, sheet)


def _tell_hidden(text: str, sheet: Sheet) -> None:
    """Report titles that stand in an element itself (`<img alt="3x Title">`) and not in what it shows: on
    its line, or on any line that was read as that card, as pages are indented.
    """
    shown: dict[int, set[str]] = {}
    as_cards: set[str] = set()
    for number, value in hidden_texts(text):
        found = mentions(without_links(value), sheet.catalog)
        if found and not shown:
            as_cards = sheet.titles_read
            for at, line in numbered_lines(text):
                told = {card.title for each in mentions(line, sheet.catalog) for card in each.cards}
                shown.setdefault(at, set()).update(told)
        of_line = shown.get(number, set())
        names = [
            each.text
            for each in found
            if each.is_plain
            and not any(card.title in as_cards or card.title in of_line for card in each.cards)
        ]
        if names:
            sheet.unread_card(names, number, value)


class _TextReader:
    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._catalog: Catalog = sheet.catalog
        self._identity_next = False
        self._started = False  # a card or a number of copies was read
        self._first = True
        self._first_fault: tuple[str, Problem] | None = None
        self._columns: columns.Columns | None = None
        self._copies = 0
        self._set_heading: tuple[Card, int, int, str] | None = None

    def read(self, line: str, number: int, raw: str) -> None:
        """One line that is not empty."""
        first, self._first = self._first, False
        short = len(line) <= lines.MAX_LENGTH
        if short and self._card(line, "", number, raw):
            return
        if jinteki.is_comment(line):
            jinteki.read_comment(line, number, raw, self._sheet)
            return
        before = len(self._sheet.problems)
        if short:
            self._without_markup(line, number, raw)
        elif not self._by_titles(line, number, raw):
            self._sheet.unreadable(number, raw)
        if first and len(self._sheet.problems) > before and not self._sheet.claims:
            fault = self._sheet.problems[-1]
            if fault.code == "unknown-card" and not lines.is_footer(lines.plain(line)[0]):
                self._first_fault = (lines.plain(line)[0], fault)

    def end(self) -> None:
        """A first line that reads like a card nobody knows but stands above the identity was the deck's name
        (`3 Musketeers`).
        """
        self._end_set()
        if self._first_fault is not None and self._sheet.claims:
            name, fault = self._first_fault
            if name and not self._sheet.name and fault in self._sheet.problems:
                self._sheet.problems.remove(fault)
                take_as_name(self._sheet, name, fault.line, fault.written)

    def _card(self, line: str, code: str, number: int, raw: str) -> bool:
        """`3x Title (Pack) ●●`, if the title is a card's."""
        counted = lines.leading(line)
        if counted is None:
            return False
        card = self._named(counted.rest, code)
        if card is None or doubtful(card, counted):
            return False
        self.take(card, counted.copies, number, raw)
        return True

    def take(self, card: Card, copies: str, number: int, raw: str) -> None:
        """Copies of a card, on the sheet."""
        self._first = self._identity_next = False
        if not card.is_identity:
            self._started = True
            self._first_fault = None if not self._sheet.claims else self._first_fault
        self._copies += int(copies[:3])
        if self._set_heading is not None and not printed_in(card, self._set_heading[0].title, self._catalog):
            self._end_set(is_heading=False)
        if len(copies) > 4:
            self._sheet.bad_quantity(copies, card.title, number, raw)
        else:
            self._sheet.add(card, int(copies), number, raw)

    def _named(self, rest: str, code: str = "") -> Card | None:
        return named(self._sheet, rest, code)

    def _without_markup(self, written_line: str, number: int, raw: str) -> None:
        """A line that is no card as it stands: tried again without Markdown, BBCode and list bullets."""
        if is_certain_heading(written_line, self._catalog):
            self._heading(written_line, number, raw)
            return
        line, code = lines.plain(written_line)
        line = lines.unbulleted(line)
        if not line or (line != written_line and self._card(line, code, number, raw)):
            return
        if (note := lines.without_note(line)) != line and self._card(note, code, number, raw):
            return
        is_sum = lines.is_sum(line) and with_titles(line, self._catalog) == line
        if is_sum or self._whole_identity(line, number, raw):
            return
        if self._table(raw if "\t" in raw else line, number, raw) or self._by_titles(line, number, raw):
            return
        if written_line[0] == "_" and written_line.count("_") == 1 and not self._started:
            underscored(self._sheet, written_line[1:].strip(), number, raw)
            return
        if lines.is_footer(written_line):
            footer(self._sheet, line, number, raw)
            return
        waiting, self._identity_next = self._identity_next, False
        if self._identity(line, code, number, raw, waiting) or odd_identity(self._sheet, line, number, raw):
            return
        if is_heading(line, self._catalog):
            self._faction_or_identity(line, number, raw)
            return
        if lines.is_footer(line):
            footer(self._sheet, line, number, raw)
        else:
            left = left_line(self._sheet, line, number, raw, started=self._started)
            self._started = self._started or left

    def _heading(self, line: str, number: int, raw: str) -> None:
        """A heading ends the section before it. Some packs have the name of a card: `Magnum Opus (2)`."""
        self._end_set()
        self._identity_next = False
        named_set = set_named(line, self._catalog)
        if named_set is not None:
            card, count = named_set
            self._set_heading = (card, self._copies + count, number, raw)

    def _end_set(self, *, is_heading: bool = True) -> None:
        """A pack's heading is one when as many of its cards follow as it says; else it may be a card."""
        heading, self._set_heading = self._set_heading, None
        if heading is not None and not (is_heading and heading[1] == self._copies):
            card, _, number, raw = heading
            self._sheet.unread_card([card.title], number, raw)

    def _table(self, line: str, number: int, raw: str) -> bool:
        """The heading of a table, or a row that fits the heading above it."""
        found = columns.heading(line)
        if found is not None:
            self._columns = found
            return True
        row = columns.row(line, self._columns) if self._columns is not None else None
        if row is None:
            return False
        copies, name, rest = row
        card = self._named(lines.plain(name)[0])
        digits = copies.strip("xX× ")
        if card is None or not digits.isascii() or not digits.isdigit():
            return False
        for cell in rest:
            taken = take_apart(cell, self._catalog)
            if taken is not None and taken.plain and not is_product(cell, self._catalog):
                return False
        self.take(card, digits, number, raw)
        return True

    def _by_titles(self, line: str, number: int, raw: str) -> bool:
        """A line that holds titles of cards: read, taken for the deck's name, or reported. False without."""
        line = with_titles(line, self._catalog)
        influence = self._columns is not None and self._columns.has_influence
        taken = take_apart(line, self._catalog, influence_behind=influence)
        if taken is None or half_identity(self._catalog, line):
            return False
        if not taken.titles:
            if taken.identity is not None:
                self._sheet.claims.certain(taken.identity, number, raw)
            return taken.identity is not None
        if is_heading(line, self._catalog):
            self._heading(line, number, raw)
            return True
        above = not self._started and not self._sheet.claims and not self._sheet.name
        if len(line) <= lines.MAX_LENGTH and self._odd_card(taken, line, number, raw, above=above):
            return True
        if taken.cards is not None:
            for identity in taken.identities:
                self._sheet.claims.certain(identity, number, raw)
            for card, copies in taken.cards:
                self.take(card, str(copies), number, raw)
            return True
        return self._left_over(taken, line, number, raw, above=above)

    def _whole_identity(self, line: str, number: int, raw: str) -> bool:
        """An identity's title as printed, with nothing but its pack behind it: what most lists have."""
        name, bracket, _ = lines.title(line)
        card = self._sheet.titles.get(name)
        if card is None or not card.is_identity or (bracket and not is_product(bracket, self._catalog)):
            return False
        self._identity_next = False
        self._sheet.claims.certain(card, number, raw)
        return True

    def _left_over(self, taken: Taken, line: str, number: int, raw: str, *, above: bool) -> bool:
        """A line whose titles have no clear number: the deck's name above the list, else a problem."""
        for identity in taken.identities:
            self._sheet.claims.certain(identity, number, raw)
        if above and (not taken.may_count or lines.is_slug(line)):
            if not taken.identities:
                self._sheet.name = lines.name_label(line) or line
                if taken.beside_number or is_reckoned(line, taken.titles):
                    self._sheet.name_like_a_card(taken.names, number, raw)
            return True
        named_product = all(is_product(title.text, self._catalog) for title in taken.titles)
        if named_product and lines.is_footer(line) and not taken.beside_number:
            return True
        if not (taken.plain or taken.beside_number or taken.counted):
            return False
        counted = lines.leading(line)
        if counted is not None and not (above or taken.identities or lines.is_footer(line)):
            self._sheet.unknown(lines.title(counted.rest).name, number, raw)
            self._started = self._started or self._sheet.lines > 1
        else:
            self._sheet.unread_card(taken.names, number, raw)
        return True

    def _identity(self, line: str, code: str, number: int, raw: str, waiting: bool) -> bool:
        """Lines that say they are the identity, and full identity titles without a number."""
        label = lines.identity_label(line)
        if label is not None and (label == "" or label.strip("()0123456789 ") == ""):
            self._identity_next = True
            return True
        return identity_line(self._sheet, line, code, number, raw, label=label, waiting=waiting)

    def _odd_card(self, taken: Taken, line: str, number: int, raw: str, *, above: bool) -> bool:
        """`Title x3`, a title alone, and numbers that are no copies (`-1 Title`)."""
        counted = lines.trailing(line)
        card = self._named(counted.rest) if counted else None
        if counted is not None and card is not None:
            self.take(card, counted.copies, number, raw)
            return True
        card = self._named(line) if not taken.beside_number else None
        if card is not None:
            if card.is_identity:
                return False
            if above:
                self._sheet.name = line
                self._sheet.name_like_a_card([card.title], number, raw)
            else:
                self._sheet.without_quantity(card, number, raw)
            return True
        counted = lines.number_behind(line)
        card = self._named(counted.rest) if counted else None
        if counted is not None and card is not None and not card.is_identity:
            if self._catalog.begins_a_title(line):
                self._sheet.unknown(line, number, raw)
            elif above:  # as likely the deck's name
                self._sheet.unread_card([card.title], number, raw)
            else:
                self.take(card, counted.copies, number, raw)
            return True
        odd = lines.odd(line)
        card = self._named(odd.rest) if odd else None
        if odd is None or card is None:
            return False
        self._sheet.bad_quantity(odd.copies, card.title, number, raw)
        return True

    def _faction_or_identity(self, line: str, number: int, raw: str) -> None:
        """`Sunny Lebeau` above a list is a faction's heading or half an identity; `NBN` may stand for its
        four.
        """
        if not self._started and not line.endswith(")"):
            self._sheet.claims.claim(line.strip("#*: "), "", number, raw, marked=False)
