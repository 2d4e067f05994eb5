"""HTML around a list becomes lines: block elements end a line, cells of a table are parted, links are names.

Only text that holds such elements is changed; `<I've Had Worse>` is none. Every line keeps its number in the
source; a source line that holds several list items becomes several lines with the same number.
"""

import html
import re
from collections.abc import Iterator

_ELEMENT = re.compile(
    r"</?(?:html|body|li|ul|ol|dl|dt|dd|p|br|hr|div|section|table|thead|tbody|tr|td|th|h[1-6]|pre|blockquote"
    r"|span|a|b|strong|em|i|u|s|small|img|font|code|center)(?:\s[^<>]*=[^<>]*)?\s*/?>",
    re.IGNORECASE,
)
_BLOCK = re.compile(
    r"</?(?:html|body|li|ul|ol|dl|dt|dd|p|br|hr|div|section|table|thead|tbody|tr|h[1-6]|pre|blockquote)\b",
    re.IGNORECASE,
)
_CELL = re.compile(r"</(?:td|th)\b", re.IGNORECASE)
_CELL_ENDS = re.compile(r"</(?:td|th)\s*>", re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^<>]*>(?:(?!</?tr\b|</table\b).)*", re.IGNORECASE | re.DOTALL)
_ADDRESS = re.compile(
    r"""(?:href|src|class|id|style)\s*=\s*(?:"[^"\s]*"|'[^'\s]*'|[^\s"'<>]+)""", re.IGNORECASE
)
_PART = "\x1f"  # text_of lets controls through where they are few, so these are taken out first
_ENTITY = re.compile(r"&#?\w{2,8};")


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, which begin with 1, without HTML."""
    if "<" not in text:
        yield from enumerate(text.split("\n"), 1)
        return
    text = without_comments(text)
    if not _ELEMENT.search(text):
        yield from enumerate(text.split("\n"), 1)
        return
    plain = _ELEMENT.sub(_replaced, _ROW.sub(_joined, text.replace(_PART, " ")))
    for number, line in enumerate(plain.split("\n"), 1):
        for part in line.split(_PART):
            if part and not part.isspace():
                yield number, _ENTITY.sub(lambda entity: html.unescape(entity[0]), part)


def _joined(row: re.Match[str]) -> str:
    """A row whose cells stand on lines of their own, on one line; where a cell shows several it stays."""
    lines = row[0].count("\n")
    cells = _CELL_ENDS.split(row[0]) if lines else []
    shown = [_ELEMENT.sub(" ", cell) for cell in cells]
    if len(cells) < 2 or any("\n" in cell.strip() for cell in shown):
        return row[0]
    return " ".join(row[0].split("\n")) + "\n" * lines


def _replaced(element: re.Match[str]) -> str:
    lines = "\n" * element[0].count("\n")
    if _BLOCK.match(element[0]):
        return _PART + lines
    return (" | " if _CELL.match(element[0]) else "") + lines


def hidden_texts(text: str) -> Iterator[tuple[int, str]]:
    """What elements say and do not show (`<img alt="3x T">`), with the number of the line; no addresses."""
    if "<" not in text or not _ELEMENT.search(text):
        return
    text = without_comments(text)
    number, counted = 1, 0
    for element in _ELEMENT.finditer(text):
        number, counted = number + text.count("\n", counted, element.start()), element.start()
        if "=" in element[0]:
            yield number, html.unescape(_ADDRESS.sub(" ", element[0]).strip("</>"))


def without_comments(text: str) -> str:
    """`<!-- comments -->` are taken out, their line ends kept; one that does not end is no comment."""
    kept, at = [], 0
    while (start := text.find("<!--", at)) >= 0:
        end = text.find("-->", start)
        if end < 0:
            break
        kept += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end + 3
    return "".join([*kept, text[at:]])
