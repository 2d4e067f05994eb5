"""Reads OCTGN's .o8d deck files, as OCTGN, NetrunnerDB and other tools write them.

A card's `id` is a GUID whose last five digits are the NetrunnerDB code; the code decides, because the text
of the element may be an older or shortened title. One line or many, single or double quotes and empty
sections are all the same to XML. Document types and entity declarations are refused, so no file can make
the reader grow or look elsewhere.
"""

import re
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml import DefusedXmlException
from defusedxml.sax import parseString

from app.deckcheck.reading import lines
from app.deckcheck.reading.loose import take_apart
from app.deckcheck.reading.markup import without_comments
from app.deckcheck.reading.naming import names_another
from app.deckcheck.reading.sheet import Sheet
from app.deckcheck.reading.source import Unreadable
from app.sentences import say

_DECLARATION = re.compile(r"\A(\s*)<\?xml[^>]*\?>")
_BARE_AMPERSAND = re.compile(r"&(?!#?\w{1,8};)")
_GUID = re.compile(r"bc0f047c-01b1-427f-a439-d451eda(\d{5})$", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}$")


def is_octgn(text: str) -> bool:
    """Whether the text is XML (or means to be) and not a list that merely begins with a bracket."""
    if text[:1000].lstrip().startswith("<!--"):  # a file of XML may begin so, and so may a list
        text = without_comments(text)
    return text[:1000].lstrip().startswith(("<?xml", "<deck", "<!DOCTYPE", "<!doctype", "<html"))


def read_octgn(text: str, sheet: Sheet) -> None:
    """Read an .o8d file onto the sheet. Raises Unreadable for broken XML, entities, or no deck."""
    if "<html" in text[:1000].lower():
        raise Unreadable(say("This is a web page; copy the deck list itself, or use the site's export."))
    handler = _DeckHandler(sheet)
    body = _BARE_AMPERSAND.sub("&amp;", _DECLARATION.sub(r"\1", text))
    try:
        parseString(body.encode("utf-8", "replace"), handler, forbid_dtd=True)
    except DefusedXmlException:
        raise Unreadable(
            say("This XML declares a document type or entities; an OCTGN deck has none.")
        ) from None
    except SAXException as error:
        if not hasattr(error, "getLineNumber"):
            raise Unreadable(say("This XML is broken; export the deck again as .o8d.")) from None
        raise Unreadable(
            say(
                "This XML is broken (line {line}); export the deck again as .o8d.",
                line=error.getLineNumber(),
            )
        ) from None
    if not handler.is_deck:
        raise Unreadable(say("This XML is no OCTGN deck; export the deck as .o8d, or paste it as text."))


class _DeckHandler(ContentHandler):
    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.is_deck = False
        self._sheet = sheet
        self._locator: Locator | None = None
        self._section = ""
        self._card: AttributesImpl | None = None
        self._line = 1
        self._text: list[str] = []
        self._stray: list[str] = []
        self._in_notes = False

    def setDocumentLocator(self, locator: Locator) -> None:
        self._locator = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        if name == "deck":
            self.is_deck = True
        elif name == "section":
            self._section = attrs.get("name", "")
        elif name == "notes":
            self._in_notes = True
        elif name == "card":
            self._tell_stray()
            self._card = attrs
            self._text = []
            self._line = (self._locator.getLineNumber() if self._locator else None) or 1

    def characters(self, content: str) -> None:
        if self._card is not None:
            self._text.append(content)
        elif not self._in_notes:
            self._stray.append(content)

    def endElement(self, name: str) -> None:
        if name in ("section", "deck"):
            self._tell_stray()
        elif name == "notes":
            self._in_notes = False
        if name == "card" and self._card is not None:
            attributes = {key.lower(): str(value) for key, value in self._card.items()}
            self._card = None
            title = " ".join("".join(self._text).split())
            self._read_card(attributes.get("qty", "").strip(), attributes.get("id", "").strip(), title)

    def _tell_stray(self) -> None:
        """Text between cards is no card; when it holds a card's title, it says so."""
        text, self._stray = "".join(self._stray), []
        for line in filter(None, map(str.strip, text.split("\n"))):
            taken = take_apart(line, self._sheet.catalog)
            if taken is not None and taken.titles and (taken.plain or taken.beside_number):
                at = self._locator.getLineNumber() if self._locator else None
                self._sheet.unread_card(taken.names, at, line)

    def _read_card(self, copies: str, guid: str, title: str) -> None:
        sheet, line = self._sheet, self._line
        sheet.count_line()
        shown = f"{copies} {title or guid}"
        found = _GUID.match(guid)
        card = sheet.named(lines.title(title).name, found[1] if found else "")
        if card is not None and found and names_another(sheet, title, card):
            sheet.unread_card([title, card.title], line, shown)
        elif card is not None and not _NUMBER.match(copies):
            sheet.bad_quantity(copies, card.title, line, shown)
        elif card is not None:
            sheet.add(card, int(copies), line, shown)
        elif self._section.strip().lower() == "identity":
            sheet.claims.claim(title or guid, "", line, shown, marked=True)
        else:
            sheet.unknown(title or guid, line, shown)
