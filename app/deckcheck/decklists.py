"""The front door of the reader: any text, JSON or XML a player can paste becomes a Decklist.

The form is found by looking, never asked for: XML begins with a tag, JSON with a bracket, everything else
is text, whose forms are mixed so often that they share one reader (reading/text.py). What is no deck at all
raises Unreadable; everything else becomes a Decklist, with a problem for whatever could not be taken as it
stands. docs/deck-formats.md describes the forms.
"""

from app.deckcheck.catalog import Catalog
from app.deckcheck.reading.lines import is_link
from app.deckcheck.reading.markup import numbered_lines
from app.deckcheck.reading.objects import is_json, read_json_text, read_value
from app.deckcheck.reading.octgn import is_octgn, read_octgn
from app.deckcheck.reading.rich_text import is_rich_text, plain_lines
from app.deckcheck.reading.sheet import Sheet
from app.deckcheck.reading.source import MAX_BYTES, Unreadable, text_of
from app.deckcheck.reading.text import read_text
from app.deckcheck.values import Decklist
from app.sentences import say

__all__ = ["MAX_BYTES", "Unreadable", "read", "read_json", "written_lines"]

_FEWEST_LINES = 3  # line ends of an XML or JSON file of which a line's number says where to look


def read(source: str | bytes, catalog: Catalog, *, identity: str | None = None) -> Decklist:
    """The decklist in a text of any form.

    `identity` is the identity chosen apart from the list (title, half of it where unique, or code); it counts
    when the list names none. Raises Unreadable when the source is empty, binary, over 256 kB, broken JSON or
    XML, or has no line that could be a card.
    """
    text = text_of(source)
    if is_rich_text(text):
        text = text_of(plain_lines(text))
    sheet = Sheet(catalog)
    sheet.is_text = not (is_octgn(text) or is_json(text))
    sheet.keep_lines = sheet.is_text or text.strip().count("\n") >= _FEWEST_LINES
    if is_octgn(text):
        read_octgn(text, sheet)
    elif is_json(text):
        read_json_text(text, sheet)
    else:
        if "\n" not in text.strip():  # copied out of a program's text: `Noise\\n3 Diesel`
            text = text.replace("\\r", "").replace("\\n", "\n")
        read_text(text, sheet)
    return _finished(sheet, identity, text)


def read_json(value: object, catalog: Catalog, identity: str | None = None) -> Decklist:
    """The decklist in a parsed JSON value; shapes: reading/objects.py; `identity` and errors as in `read`."""
    sheet = Sheet(catalog)
    if isinstance(value, str):
        return read(value, catalog, identity=identity)
    read_value(value, sheet)
    return _finished(sheet, identity)


def written_lines(source: str | bytes) -> tuple[tuple[int, str], ...]:
    """The lines of a text list as it was written, with the numbers that entries and problems name; none of
    what is no text list: JSON, XML, web pages, nothing."""
    try:
        text = text_of(source)
    except Unreadable:
        return ()
    if is_octgn(text) or is_json(text):
        return ()
    lines = tuple(numbered_lines(text))
    return lines if len({number for number, _ in lines}) == len(lines) else ()


def _finished(sheet: Sheet, identity: str | None, text: str = "") -> Decklist:
    """Refuse what names no card and no identity, not even a wrong one."""
    cardlike = sheet.has_cards or any(problem.code != "unreadable-line" for problem in sheet.problems)
    if not cardlike and not sheet.claims:
        if text and is_link(text):
            raise Unreadable(
                say(
                    "This is a link, and the program looks nothing up. Open it, choose Export and plain text "
                    "there, and paste the list here."
                )
            )
        raise Unreadable(
            say("No line of this is a card; paste a deck list with lines such as 3x Sure Gamble.")
        )
    return sheet.finish(identity)
