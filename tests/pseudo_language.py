"""A made-up language in which every text of the program is translated: its letters become wide ones.

What still stands in narrow letters on a page was not marked for translation, or is a name somebody gave.
"""

import re
from functools import cache

from tools.words import texts

CODE = "eo"
_KEPT = re.compile(r"(\{\w+\}|<[^>]*>|&\w+;)")
_WIDE = {
    ord(narrow): ord(narrow) + 0xFEE0 for narrow in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
}


def widened(text: str) -> str:
    """A text as the made-up language has it; values, tags and entities stay."""
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_WIDE) for part in _KEPT.split(text))


@cache
def entries() -> str:
    """The file of translations, without its head."""
    found = []
    for each in texts():
        if isinstance(each.id, tuple):
            one, many = each.id
            found.append(f"msgid {_quoted(one)}\nmsgid_plural {_quoted(many)}\n")
            found.append(f"msgstr[0] {_quoted(widened(one))}\nmsgstr[1] {_quoted(widened(many))}\n\n")
        elif each.id:
            found.append(f"msgid {_quoted(each.id)}\nmsgstr {_quoted(widened(each.id))}\n\n")
    return "".join(found)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
