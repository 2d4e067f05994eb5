"""The grammar of one line of a deck list, in every text form; it knows no cards.

Decides: what is a number of copies and what a title, which marks of influence and which brackets after a
title are not part of it, which lines are footers. The hazards are lines that begin with a number and are no
cards: `12 influence spent (max 15)`, `49 cards (min 45)`, `2 sets needed`, the pack heading `23 Seconds
(3)`, and the titles `15 Minutes`, `24/7 News Cycle` and `419: Amoral Scammer`. So a number only counts as
copies when the rest is a card; the reader asks the catalogue first and these patterns afterwards. Lines are
bounded and patterns for their ends look at the ends only, so that none takes long on any line.
"""

import html
import re
from typing import NamedTuple

from app.deckcheck.reading import japanese

MAX_LENGTH = 300
"""The longest title has 64 characters, a Markdown line with its link under 200."""

MARKS = " ●○•∙·◦⚫■□▪★☆♘♞"
_COUNTER = "xX×✕*枚张張장"
_LEADING = re.compile(
    rf"(\d{{1,100}})(?:(?: ?[{_COUNTER}])? | ?[x×✕枚张張장](?=\w)|(?=[^\W\d_a-zA-Z]))(.+)",
)
_COMMON = re.compile(
    r"(\d{1,2})x? ([^()\[\]●○•★☆♘\t]*[^()\[\]●○•★☆♘\s])"
    r"(?: +\((?![xX×]? ?[0-9] ?[xX×]?\))[^()]*\))?[ ●○•★☆♘]*$"
)
_TRAILING = re.compile(
    r"(?:(?:(?<![^\W_])[xX]|[×✕*,:;]|(?<= )-) ?| ?\(| (?=\d+[枚张張장]))(\d+)\)?[枚张張장]?$"
)
_IN_BRACKETS = re.compile(
    rf"[(\[] ?[xX×]? ?([1-6]) ?[xX×]? ?[)\]](?: ?[(\[][^()\[\]]*[)\]])?[{re.escape(MARKS)}]*$"
)
_TAIL = 24  # no need to look for a number at the end any further from it
_DIGITS = re.compile("[0-9]{1,2}")
_ODD = re.compile(r"([-−+]\d+(?:[.,]\d+)?|\d+[.,]\d+|\d+/\d+)(?: ?[xX×✕*])? (.+)")
_FOOTER = re.compile(
    r"\d+(?:/\d+)? (?:influence|inf\b|agenda points?|sets? needed|cards?(?: ?\(.*| ?/.*| in .*| total)?\.?$)"
    r"|\d+(?:/\d+)? (?:format|eternal|throwback|startup|universal)[- ](?:points?|influence)\b"
    r"|\d+ totals?(?: \d+)?$|totals? ?:? ?\d+(?: \d+)?$|totals?$"
    r"|cards up to |cards? in deck\b|total cards\b|deck ?size\b|minimum deck size\b|sets? needed"
    r"|(?:influence|influence spent|agenda points|cards|total|faction|side|format|mwl|author|player|date)"
    r" ?[:=]|(?:プレイヤー名?|名前|氏名|作者|日付|派閥|陣営|フォーマット) ?[:=]"
    r"|warning: |deck (?:built|created|made|exported) |decklist (?:built|published) |published on "
    r"|https?://\S+$|www\.\S+$|```",
    re.IGNORECASE,
)
_IDENTITY_LABEL = re.compile(
    r"(?:identity|identities|id|identit[äéà]t?|identidad|identidade|tożsamość|アイデンティティ|身份|身分)"
    r"(?: card)? ?[:=] ?(.*)",
    re.IGNORECASE,
)
_NAME_LABEL = re.compile(r"(?:deck ?name|name|title|deck|デッキ名) ?[:=] ?(.+)", re.IGNORECASE)
_LINK = re.compile(r"\[([^\[\]]*)\]\(([^()]*)\)")
_TAG = re.compile(
    r"\[(?:/[a-z*]+|(?:b|i|u|s|url|color|size|list|img|quote|code|center|\*)(?:=[^\[\]]*)?)\]", re.IGNORECASE
)
_CODE_IN_LINK = re.compile(r"/card/(\d{5})\b")
_ID_NOTE = re.compile(r"\[ ?id: ?(\d{5})\b")
_ENTITY = re.compile(r"&#?\w{2,8};")
_BULLETS = re.compile(
    r"(?:[*\-–—>+•·○●▪◦‣☐☑☒✓✔✗・] |[•·○●▪◦‣☐☑☒✓✔✗・>](?=[^\W_]|[《「『【])|\[[ xX]?\] ?(?=[^ \]]))+",
    re.IGNORECASE,
)
_SLUG = re.compile(r"-?[a-z0-9]+(?:-[a-z0-9]+)+-?")
_SUM_WORDS = frozenset(
    [
        "influence",
        "inf",
        "spent",
        "used",
        "available",
        "max",
        "min",
        "maximum",
        "minimum",
        "infinite",
        "of",
        "card",
        "cards",
        "agenda",
        "agendas",
        "point",
        "points",
        "between",
        "and",
        "sets",
        "set",
        "needed",
        "total",
        "totals",
        "deck",
        "size",
        "in",
        "format",
        "eternal",
    ]
)
_LONGEST_LINKS = 2000
_ADDRESS = re.compile(
    r"https?://\S|www\.\S|\b(?:netrunnerdb\.com|jinteki\.net|alwaysberunning\.net)/\S", re.IGNORECASE
)
_LONGEST_SUM = 80
_WORD = re.compile(r"[0-9]+|[^\W\d_]+")
_SIGNED_FRONT = re.compile(r"\W{0,3}(?:[xX×] ?([1-6])|[(\[]([1-6])[)\]]|([1-6]) ?[xX×枚張张])[^\w\d]+(\S.*)$")
_SIGNED_BEHIND = re.compile(r"(?:[xX×] ?([1-6])|[(\[]([1-6])[)\]]|([1-6]) ?[×枚張张])[^\w]*$")
_NOTE_BEHIND = re.compile(r" (?://|#) ?(?=\S)")
_EMPHASIS = re.compile(r"(?:^|(?<=\s))(\*\*|__|_)(?=\S)|(?<=\S)(\*\*|__|_)(?=\s|$)")


class Counted(NamedTuple):
    """A line split into copies and what follows or precedes them; copies as written (`-1`, `1.5`)."""

    copies: str
    rest: str


class Title(NamedTuple):
    """What is left of a line: the title without marks, and what stood in the last brackets ("" for none)."""

    name: str
    bracket: str
    with_bracket: str


def common(raw: str) -> tuple[str, str] | None:
    """Copies and title of the line most lists are made of, `3x Title (Pack) ●●`, taken apart in one step."""
    match = _COMMON.match(raw)
    return (match[1], match[2]) if match else None


def leading(line: str) -> Counted | None:
    """`3x Title`, `3 Title`, `3× Title`, `3枚 Title`, `3xTitle`."""
    match = _LEADING.match(line)
    return Counted(match[1], match[2]) if match else None


def trailing(line: str) -> Counted | None:
    """`Title x3`, `Title × 3`, `Title (3)`, `Title: 3`, `Title, 3`; not `Title 3`, for `Fairchild 3` is
    unclear.
    """
    start = max(0, len(line) - _TAIL)
    match = _TRAILING.search(line[start:])
    if not match or not (head := line[: start + match.start()].rstrip(" ,:;-(")):
        return None
    return Counted(match[1], head)


def number_behind(line: str) -> Counted | None:
    """`Title 3`, which only counts when no title is or begins like the whole line (`Fairchild 3`)."""
    head, _, number = line.rpartition(" ")
    return Counted(number, head) if head and _DIGITS.fullmatch(number) else None


def signed(line: str) -> Counted | None:
    """A number of copies up to six with a sign, in front or behind: `x3 …`, `(3) …`, `… 3枚`."""
    front = _SIGNED_FRONT.match(line)
    if front:
        return Counted(front[1] or front[2] or front[3], front[4].strip(MARKS))
    start = max(0, len(line) - _TAIL)
    behind = _SIGNED_BEHIND.search(line[start:])
    head = line[: start + behind.start()].strip(MARKS) if behind else ""
    return Counted(behind[1] or behind[2] or behind[3], head) if behind and head else None


def unbulleted(line: str) -> str:
    """The line without the bullet or the check box before it: `- [ ] 3x Title`."""
    if line[:1].isalnum():
        return line
    return line[bullets.end() :].lstrip() if (bullets := _BULLETS.match(line)) else line


def is_slug(line: str) -> bool:
    """Whether the line is a deck's name as NetrunnerDB's download writes it: `-my-deck-2`."""
    return _SLUG.fullmatch(line) is not None


def without_note(line: str) -> str:
    """The line up to a remark behind it: `3x Title // draws a lot`."""
    note = _NOTE_BEHIND.search(line)
    return line[: note.start()] if note else line


def odd(line: str) -> Counted | None:
    """A number that cannot be copies in front of a title: `-1 Title`, `1.5x Title`."""
    match = _ODD.match(line)
    return Counted(match[1], match[2]) if match else None


def title(rest: str) -> Title:
    """Take influence marks and the last brackets off: `Golden (Blood Money) ••`, `Ice Wall (*)`, `Stimhack (
    5)`.
    """
    rest = rest.strip(MARKS)
    if not rest.endswith(")") or (start := rest.rfind("(")) < 1:
        return Title(rest, "", rest)
    return Title(rest[:start].rstrip(MARKS), rest[start + 1 : -1].strip(), rest)


def copies_in_brackets(rest: str) -> int | None:
    """The number up to six, with or without a sign, in the last brackets: `Title (3)`, `Title (x3) ●●`."""
    found = _IN_BRACKETS.search(rest)
    return int(found[1]) if found else None


def is_footer(line: str) -> bool:
    """Whether the line is what a site writes around a list: sums, source, warnings, links."""
    return _FOOTER.match(line) is not None


def footer_label(line: str) -> int:
    """How many letters of a line are the words that make it a footer (`Author:`), 0 for none."""
    found = _FOOTER.match(line)
    return found.end() if found else 0


def is_link(text: str) -> bool:
    """Whether a text has an address in it and is no longer than a line or two of them."""
    return len(text) <= _LONGEST_LINKS and _ADDRESS.search(text) is not None


def is_sum(line: str) -> bool:
    """Whether the line consists of numbers and words of sums alone, as sites write below a list.

    One word with a number up to six may be a card (`Influence: 3`; Leverage is called so in French).
    """
    if len(line) > _LONGEST_SUM:
        return False
    if japanese.is_sum(line):
        return True
    found = _WORD.findall(line.lower())
    named = [word for word in found if not word.isdigit()]
    return all(word in _SUM_WORDS for word in named) and (
        len(named) > 1 or (len(named) == 1 and any(word.isdigit() and int(word) > 6 for word in found))
    )


def identity_label(line: str) -> str | None:
    """What follows `Identity:` ("" when it comes on the next line), None without that label."""
    match = _IDENTITY_LABEL.match(line)
    return match[1] if match else japanese.identity_behind(line)


def name_label(line: str) -> str | None:
    """What follows `Deck:`, `Name:` or `Title:`."""
    match = _NAME_LABEL.match(line)
    return match[1] if match else None


def one_line(raw: str) -> str:
    """Runs of spaces and tabs become one space; `Title<tab>3`, as in spreadsheets, becomes `Title x3`."""
    if "\t" in raw:
        head, _, tail = raw.strip().rpartition("\t")
        if tail.isdigit() and head and not head.isdigit() and "\t" not in head:
            raw = f"{head} x{tail}"
    return " ".join(raw.split())


def plain(line: str) -> tuple[str, str]:
    """A line without Markdown, BBCode and HTML entities, and the card code its link or id note names ("" for
    none).
    """
    if "&" in line:
        line = _ENTITY.sub(lambda entity: html.unescape(entity[0]), line)
    code = ""
    if "[" in line:
        found = _CODE_IN_LINK.search(line)
        code = found[1] if found else ""
        line = _TAG.sub("", _LINK.sub(r"\1", line))
    if "*" in line or "_" in line:
        line = _EMPHASIS.sub("", line)
    return " ".join(line.split()), code


def id_note(line: str) -> tuple[str, str]:
    """jinteki.net's `3 Title [id: 01001, art: alt]`: the line up to the bracket, and the code."""
    head, bracket, _ = line.partition("[")
    found = _ID_NOTE.match(line, len(head)) if bracket else None
    return head.rstrip(), found[1] if found else ""
