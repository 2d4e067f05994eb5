"""Finds words in templates that cannot be translated, because they stand outside of `t()` and `tn()`.

Looked at are texts between tags, attributes people read or hear, and words in expressions: what is printed
there and what is given to macros. A text made by `t()` that has something added to it is found as well, and
one that is made when a template is loaded, which would speak the first reader's language to everybody.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from jinja2 import Environment, nodes

SPOKEN = frozenset({"aria-label", "title", "placeholder", "alt"})
TRANSLATED = frozenset({"t", "tn"})
# Names that are the same in every language.
NAMES = ("Cache Refresh", "NetrunnerDB")
# Blocks whose words nobody reads.
SILENT_BLOCKS = frozenset({"body_class"})
# Expressions of a template stand in its markup as one character each while the markup is read.
_FIRST = 0xE000
# What a macro gives for the inside of a tag.
_ATTRIBUTE = re.compile(r'\b(?:data|aria)-[a-z-]+(="[^"]*")?')
_PLACE = re.compile("[\ue000-\uf8ff]")


def bare_words(source: str, environment: Environment) -> list[str]:
    """Each bare word as `line: what stands there`, in the order of the lines."""
    markup, expressions = _markup(source, environment)
    reader = _Markup()
    reader.feed(markup)
    reader.close()
    found = [(line, text) for line, text in reader.texts if _letters(text)]
    shown = {place for _, text in reader.texts for place in _PLACE.findall(text)}
    for place, (line, expression) in expressions.items():
        if place in shown:
            tree = environment.parse("{{" + expression + "}}")
            found += [(line, word) for node in tree.find_all(nodes.Output) for word in _printed(node)]
    tree = environment.parse(source)
    found += [(line, word) for line, word in _given(tree) if (line, word) not in found]
    found += list(_joined(tree)) + list(_early(tree))
    return [f"{line}: {' '.join(_PLACE.sub('…', text).split())}" for line, text in sorted(found)]


def _markup(source: str, environment: Environment) -> tuple[str, dict[str, tuple[int, str]]]:
    """A template without what is Jinja's; its lines stay. The expressions by the character in their place."""
    written: list[str] = []
    expressions: dict[str, tuple[int, str]] = {}
    inside: list[str] | None = None
    silent = False
    for line, kind, value in environment.lex(source):
        if kind == "data":
            written.append("" if silent else value)
            continue
        if kind == "name" and inside is None:
            silent = value in SILENT_BLOCKS
        if kind == "variable_begin":
            inside = []
        elif kind == "variable_end":
            place = chr(_FIRST + len(expressions))
            expressions[place] = (line, "".join(inside or []))
            written.append(place)
            inside = None
        elif inside is not None:
            inside.append(value)
        written.append("\n" * value.count("\n"))
    return "".join(written), expressions


class _Markup(HTMLParser):
    """Collects texts and spoken attributes with their lines."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.texts: list[tuple[int, str]] = []

    def handle_data(self, data: str) -> None:
        """A text between tags."""
        blank = data[: len(data) - len(data.lstrip())]
        self.texts.append((self.getpos()[0] + blank.count("\n"), data))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag with its attributes."""
        line = self.getpos()[0]
        for name, value in attrs:
            spoken = name in SPOKEN or (name == "content" and tag == "meta" and _is_description(attrs))
            if spoken and value:
                self.texts.append((line, value))


def _is_description(attrs: list[tuple[str, str | None]]) -> bool:
    kinds = [value for name, value in attrs if name in ("name", "property")]
    return any((kind or "").endswith(("description", "title")) for kind in kinds)


def _letters(text: str) -> bool:
    for name in NAMES:
        text = text.replace(name, "")
    return any(letter.isalpha() for letter in _PLACE.sub("", _ATTRIBUTE.sub("", text)))


def _printed(node: nodes.Node) -> Iterator[str]:
    """Words an expression prints as they stand; what it compares, calls or filters by is not printed."""
    match node:
        case nodes.Const():
            if isinstance(node.value, str) and _letters(node.value):
                yield node.value
        case nodes.CondExpr():
            yield from _printed(node.expr1)
            if node.expr2 is not None:
                yield from _printed(node.expr2)
        case nodes.Filter():
            if node.node is not None and node.name != "format":
                yield from _printed(node.node)
            if node.name in ("default", "d", "join"):
                for each in node.args:
                    yield from _printed(each)
        case nodes.Output() | nodes.Concat() | nodes.And() | nodes.Or() | nodes.Add():
            for each in node.iter_child_nodes():
                yield from _printed(each)


def _given(node: nodes.Node) -> Iterator[tuple[int, str]]:
    """Words given to macros or kept in names: those with a space or a capital; names of things have none."""
    match node:
        case nodes.Const():
            if isinstance(node.value, str) and _reads_as_text(node.value):
                yield node.lineno, node.value
            return
        case nodes.Call():
            if isinstance(node.node, nodes.Name) and node.node.name in TRANSLATED:
                for each in node.kwargs:
                    yield from _given(each)
                return
        case nodes.Compare() | nodes.TemplateData() | nodes.Extends() | nodes.Include():
            return
    # What is printed is told by its place in the markup: words of a class may have spaces.
    printed = isinstance(node, nodes.Output | nodes.CondExpr | nodes.Filter)
    for each in node.iter_child_nodes():
        if not (printed and isinstance(each, nodes.Const)):
            yield from _given(each)


def _reads_as_text(text: str) -> bool:
    words = text.strip()
    return _letters(words) and (" " in words or words[0].isupper())


def _joined(tree: nodes.Template) -> Iterator[tuple[int, str]]:
    for node in tree.find_all(nodes.Concat):
        if any(_is_translated(each) for each in node.nodes):
            yield node.lineno, "a text with something added to it"
    for node in tree.find_all(nodes.Call):
        if _is_translated(node) and not (node.args and isinstance(node.args[0], nodes.Const)):
            yield node.lineno, "t() without its text, which nobody could find to translate"


def _early(tree: nodes.Template) -> Iterator[tuple[int, str]]:
    """Texts made once, when a template with macros is loaded: those kept in names outside of macros."""
    for node in tree.body:
        macros = tree.find(nodes.Macro) is not None and tree.find(nodes.Extends) is None
        if macros and isinstance(node, nodes.Assign | nodes.AssignBlock):
            for call in node.find_all(nodes.Call):
                if _is_translated(call):
                    yield call.lineno, "a text made before it is known who reads"


def _is_translated(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in TRANSLATED
