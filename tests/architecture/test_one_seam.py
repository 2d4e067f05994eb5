"""The seam of structures is one: what differs is told by fields of a table, never by asking for a code."""

import ast
import re
from pathlib import Path

from app.tournament.structures import STRUCTURES

ROOT = Path(__file__).resolve().parents[2]
_IN_TEMPLATE = re.compile(r"\bstructure\b\s*(?:==|!=|\bin\b)")


def asks_for_a_code(node: ast.AST) -> bool:
    """Whether a comparison holds something called a structure, or a code of one, against a text."""
    if not isinstance(node, ast.Compare):
        return False
    sides = [node.left, *node.comparators]
    texts = {each.value for side in sides for each in _parts(side) if isinstance(each, ast.Constant)}
    if isinstance(node.left, ast.Constant):
        # A name looked for in what was changed: "structure" in changed.
        return False
    named = {
        side.attr if isinstance(side, ast.Attribute) else side.id
        for side in sides
        if isinstance(side, ast.Attribute | ast.Name)
    }
    return bool(("structure" in named and any(isinstance(text, str) for text in texts))
                or ("code" in named and texts & STRUCTURES.keys()))  # fmt: skip


def _parts(side: ast.expr) -> list[ast.expr]:
    return side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]


def test_nothing_asks_which_structure_it_is() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in sorted((ROOT / "app").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Compare) and asks_for_a_code(node)
    ]
    found += [
        f"{file.relative_to(ROOT)}:{number}"
        for file in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        if _IN_TEMPLATE.search(line)
    ]
    assert found == [], "give the structure's row a field that says what differs"


def test_the_search_finds_such_a_question() -> None:
    for text in ('event.structure == "duel"', 'structure in ("duel", "x")', 'kind.code != "table-points"'):
        assert asks_for_a_code(ast.parse(text, mode="eval").body), text
    assert not asks_for_a_code(ast.parse("before.structure == after.structure", mode="eval").body)
