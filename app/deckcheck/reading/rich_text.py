"""RTF, which word processors put into files and onto the clipboard, becomes plain lines.

Paragraphs, line breaks and rows of tables end a line, cells are parted, escaped letters are themselves, and
everything that is no text of the document (fonts, colours, notes of the program) is left out.
"""

import re

_TOKEN = re.compile(
    r"\\u(-?\d{1,5}) ?(?:\\'[0-9a-fA-F]{2}|[^\\{}])?"
    r"|\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)"
)
_SAID = {"par": "\n", "line": "\n", "row": "\n", "sect": "\n", "page": "\n", "tab": "\t", "cell": "\t"}
_SAID |= {"bullet": "•", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’"}
_SAID |= {"ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " "}
_LEFT_OUT = frozenset(
    ["fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "footer", "listtable", "generator"]
)


def is_rich_text(text: str) -> bool:
    """Whether the text is an RTF file."""
    return text.lstrip().startswith("{\\rtf")


def plain_lines(text: str) -> str:
    """The document's text. A line break of the source is none of the document."""
    kept: list[str] = []
    left_out: list[bool] = [False]
    for token in _TOKEN.finditer(text):
        unicode_, byte, word, _, sign, brace, words = token.groups()
        if brace == "{":
            left_out.append(left_out[-1])
        elif brace:
            if len(left_out) > 1:
                left_out.pop()
        elif word in _LEFT_OUT or sign == "*":
            left_out[-1] = True
        elif not left_out[-1]:
            kept.append(
                chr(int(unicode_) % 65536)
                if unicode_
                else bytes([int(byte, 16)]).decode("cp1252", "replace")
                if byte
                else _SAID.get(word, "")
                if word
                else {"~": " ", "\n": "\n", "_": "-", "-": ""}.get(sign, sign or "") or (words or "")
            )
    return "".join(kept)
