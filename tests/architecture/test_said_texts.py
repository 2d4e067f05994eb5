"""Texts for people stand whole in the source, never put together, and each can be said with its names."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

import pytest

from app.services.kernel.errors import NOT_FOUND
from tools.words import texts

# By the name of a function: which of its arguments are texts.
TEXTS = {
    "Refused": (1,),
    "note": (0,),
    "say": (0,),
    "say_count": (0, 1),
    "t": (0,),
    "tn": (0, 1),
    "message": (0,),
    "messages": (0, 1),
}


def name_of(function: ast.expr) -> str:
    """The last part of what is called."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_put_together(text: ast.expr, constants: frozenset[str] = frozenset()) -> bool:
    """Whether a text is made of parts, or was not marked where it stands."""
    if isinstance(text, ast.JoinedStr | ast.BinOp):
        return True
    if isinstance(text, ast.IfExp):
        ways = (text.body, text.orelse)
        return any(isinstance(way, ast.Constant) or is_put_together(way, constants) for way in ways)
    if isinstance(text, ast.Call):
        return name_of(text.func) in ("join", "format", "str", "replace", "capitalize")
    held = text.value if isinstance(text, ast.Subscript) else text
    return isinstance(held, ast.Name) and held.id in constants


def plain_texts(statements: Iterable[ast.AST]) -> frozenset[str]:
    """Names that hold a text, or a table of texts, as it stands, unmarked."""
    return frozenset(
        target.id
        for node in statements
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_unmarked(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    )


def is_unmarked(value: ast.expr | None) -> bool:
    """Whether a value is a text of several words, or a table with one."""
    if isinstance(value, ast.Dict):
        return any(map(is_unmarked, value.values))
    return isinstance(value, ast.Constant) and isinstance(value.value, str) and " " in value.value


def faults(source: str) -> Iterator[int]:
    """Lines in which a text for people is put together, or a list in a sentence is joined in English."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    of_module = plain_texts(tree.body)
    for scope in [*functions, tree]:
        plain = of_module if scope is tree else of_module | plain_texts(ast.walk(scope))
        for node in ast.walk(scope):
            if not isinstance(node, ast.Call):
                continue
            places = TEXTS.get(name_of(node.func), ())
            if any(is_put_together(node.args[place], plain) for place in places if place < len(node.args)):
                yield node.lineno
            if name_of(node.func) in ("say", "say_count") and any(
                isinstance(each.value, ast.Call) and name_of(each.value.func) == "join"
                for each in node.keywords
            ):
                yield node.lineno


def test_no_text_for_people_is_put_together(app_modules: list[Path]) -> None:
    found = {f"{path}:{line}" for path in app_modules for line in faults(path.read_text(encoding="utf-8"))}
    assert found == set()


def test_whatever_may_be_missing_has_its_sentence(app_modules: list[Path]) -> None:
    kinds = {
        node.args[0].value
        for path in app_modules
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and name_of(node.func) == "not_found"
        if isinstance(node.args[0], ast.Constant)
    }
    assert kinds == NOT_FOUND.keys()


@pytest.mark.parametrize(
    "source",
    [
        'Refused("code", f"Round {number} is closed.")',
        'Refused("code", "Round " + number)',
        'work.note("Round %s was closed" % number)',
        'say(" ".join(parts))',
        'say("one" if alone else "many")',
        'say("{names} are missing", names=", ".join(names))',
        'say_count("{n} player", "{} players".format("{n}"), 3)',
        'def f():\n    told = "Not found here."\n    return say(told)',
        'WHY = {"gone": "It is gone."}\nsay(WHY["gone"])',
    ],
)
def test_what_is_put_together_is_found(source: str) -> None:
    assert list(faults(source))


def test_every_text_can_be_said_with_its_names() -> None:
    for each in filter(lambda text: text.id, texts()):
        for text in each.id if isinstance(each.id, tuple) else (each.id,):
            names = [name for _, name, width, how in Formatter().parse(text) if name is not None]
            assert all(name.isidentifier() and name.islower() for name in names), text
            assert text.format(**dict.fromkeys(names, 1)), text
            assert "{}" not in text, text
