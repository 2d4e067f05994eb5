"""What was pasted or uploaded becomes clean text, or is refused with a sentence that says what to do.

Decides: how many bytes and lines a deck may have, which character set the bytes are in (UTF-8, then UTF-16
by its mark, then Windows-1252), and which characters are the same for a reader: no-break and ideographic
spaces, full-width digits, letters, colons and brackets, decomposed accents, digits of every script, raised,
circled and Roman ones, and every cross that stands for "times". Line numbers stay those of the source.
"""

import codecs
import re
import unicodedata

from app.sentences import Sentence, say

MAX_BYTES = 256 * 1024
"""A deck list is two kilobytes; NetrunnerDB objects with long descriptions stay well under this."""
MAX_LINES = 2000
"""Written lines, JSON names or XML cards of one deck; the bound keeps the reading time bounded."""


class Unreadable(ValueError):
    """What was given is no deck at all; the message is a sentence for the person who gave it."""

    def __init__(self, said: Sentence) -> None:
        super().__init__(said)


_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_RARE_LINE_ENDS = re.compile(r"[\r\x0b\x0c\x85\u2028\u2029]")
_SAME_CHARACTERS = (
    {full: full - 0xFEE0 for full in range(0xFF01, 0xFF5F)}
    | {
        ord(space): " "
        for space in "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
        "\u200b\u202f\u205f\u3000"
    }
    | dict.fromkeys(map(ord, "\u200c\u200d\u200e\u200f\u2060\ufeff\xad\ufe0e\ufe0f\u20e3"))
    | dict.fromkeys(map(ord, "⨯⨉✖╳❌🗙"), "×")
)
_OTHER_FORMS = re.compile(f"[{re.escape(''.join(map(chr, _SAME_CHARACTERS)))}]")
# Not the lowered digits: `O₂ Shortage` is a title.
_OTHER_NUMBERS = re.compile(r"(?![0-9])\d|[²³¹⁰⁴-⁹①-⒛⓪⓵-⓾❶-➓Ⅰ-ⅻ]")
_OTHER_TIMES = re.compile(r"(?<=[0-9])( ?)[хХχΧ](?![^\W_])|(?<![^\W_])()[хХχΧ](?= ?[0-9])")


def text_of(source: str | bytes) -> str:
    """The source as text with LF line ends and one form of every character.

    Raises Unreadable when it is over 256 kB, empty or binary.
    """
    if len(source) > MAX_BYTES:
        raise Unreadable(
            say("This is larger than {most} kB; paste the deck list alone.", most=MAX_BYTES // 1024)
        )
    text = _decode(source) if isinstance(source, bytes) else source
    if not text.isascii():
        text = _same_characters(text)
    if _CONTROLS.search(text) and ("\0" in text or len(_CONTROLS.findall(text)) > 8 + len(text) // 100):
        raise Unreadable(
            say("This is not text but a binary file; paste the list, or upload .txt, .json or .o8d.")
        )
    text = _RARE_LINE_ENDS.sub("\n", text.replace("\r\n", "\n"))
    if not text or text.isspace():
        raise Unreadable(say("There is nothing here; paste a deck list."))
    return text


def _decode(source: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if source.startswith(mark):
            return source[len(mark) :].decode(encoding, "replace")
    try:
        return source.decode()
    except UnicodeDecodeError:
        pass
    try:
        return source.decode("cp1252")
    except UnicodeDecodeError:
        return source.decode("latin-1")


def _same_characters(text: str) -> str:
    """Composed accents, plain spaces, half-width digits and brackets; lone surrogates become a question
    mark.
    """
    encoded = text.encode("utf-8", "replace")
    if len(encoded) > MAX_BYTES:
        raise Unreadable(
            say("This is larger than {most} kB; paste the deck list alone.", most=MAX_BYTES // 1024)
        )
    text = unicodedata.normalize("NFC", encoded.decode())
    if _OTHER_FORMS.search(text):
        text = text.translate(_SAME_CHARACTERS)
    return _OTHER_TIMES.sub(r"\1\2x", _OTHER_NUMBERS.sub(_in_ascii, text))


def _in_ascii(number: re.Match[str]) -> str:
    """A digit of another script as a digit, `③` and `⑶` as `(3)`, `⒊` as `3.`, `Ⅲ` as `III`."""
    char = number[0]
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    plain = unicodedata.normalize("NFKC", char)
    if plain.isdigit() and unicodedata.name(char).startswith("SUPERSCRIPT"):
        return plain
    return plain if not plain.isdigit() and plain.isascii() else f"({unicodedata.numeric(char):.0f})"


def written(text: str) -> str:
    """A piece of the source fit to be shown and stored: short, without controls and lone surrogates."""
    text = text[:500].strip()
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return text if len(text) <= 120 else text[:119] + "…"
