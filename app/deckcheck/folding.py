"""How two spellings of a title are found to be the same one.

Titles differ between printings and between people in case, accents, quotes, dashes, full stops and spaces,
and in the composed or decomposed form of Unicode. None of that tells two cards apart, so none of it stays
in the key. Letters and digits of every script stay, and the star that ends "NBN: The World is Yours*".
"""

import unicodedata

# Letters that NFKD leaves whole although people write the plain letter.
_PLAIN = {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "ħ": "h"}
_SPELLED_OUT = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ø": "oe",
        "å": "aa",
        "Ø": "Oe",
        "Å": "Aa",
    }
)
_REMEMBERED = 20_000


class _Folding(dict[int, str]):
    """A translation table that fills itself, so that folding is one call of `str.translate`."""

    def __missing__(self, code: int) -> str:
        decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", chr(code)).casefold())
        kept = (_PLAIN.get(char, char) for char in decomposed if _is_kept(char))
        folded = "".join(kept)
        if len(self) < _REMEMBERED:  # hostile text may not grow the table without end
            self[code] = folded
        return folded


def _is_kept(char: str) -> bool:
    """Letters, digits and the star; `ʼ` and its kin are apostrophes in titles, although Unicode calls them
    letters.
    """
    return (char.isalnum() or char == "*") and not "\u02b0" <= char <= "\u02ff"


_TABLE = _Folding()
_ASCII = bytes(range(128)).lower() + bytes(128)
_DROPPED = bytes(code for code in range(128) if not (chr(code).isalnum() or chr(code) == "*"))


def fold(text: str) -> str:
    """The key of a title: `fold("Déjà Vu") == fold("deja  vu") == "dejavu"`. Empty for text without
    letters.
    """
    if text.isascii():  # the same in one pass over bytes, ten times as fast
        return text.encode("ascii").translate(_ASCII, _DROPPED).decode("ascii")
    return text.translate(_TABLE)


def alphabetical(text: str) -> tuple[list[str], str, str]:
    """What names and titles are sorted by: word by word without case and accents (`Élodie` before `Hugo`),
    then by the text itself, so that equals keep one order."""
    return [folded for word in text.split() if (folded := fold(word))], text.casefold(), text


def in_ascii(text: str) -> str:
    """The title as NetrunnerDB's v3 ids have it: accents off, other characters left out (`O Shortage`)."""
    return unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode()


def spelled_out(text: str) -> str:
    """The title as keyboards without umlauts write it (`Temuejin Contract`), else the text as it is."""
    return text if text.isascii() else unicodedata.normalize("NFC", text).translate(_SPELLED_OUT)
