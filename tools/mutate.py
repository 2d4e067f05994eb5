"""Mutation testing of a pure room: change one thing in a function, and see whether a test fails.

    python tools/mutate.py app/tournament tests/tournament [--sample N] [--seed S] [--seconds T] [--minutes M]
        [--only NAME,NAME] [--at NAME:LINE,NAME:LINE]

The tests are collected once and run once, to learn which of them call which function. Then each mutant gets a
forked copy of the process, in which the code of one function is replaced and the tests that call it run, the
fastest first, until one fails. A mutant that takes more than T seconds of processor time counts as found, and
after M minutes no further one is tried. What survives is printed with its line; the last line is the score.

Mutated is what stands in functions: comparisons, boolean and arithmetic operators, numbers, words, True and
False, returned values, calls for their effect, break and continue. Tables and other values of modules are
not, since they are read while the tests are collected.
"""

import argparse
import ast
import copy
import gc
import math
import os
import random
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
FOUND, SURVIVED, LATE, IMPOSSIBLE = 0, 1, 2, 3


class Mutant(NamedTuple):
    """One change: the first line of its function, its own line, and its number among those of the file."""

    file: str
    function: int
    line: int
    was: str
    now: str
    number: int


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What a node could be instead."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPPED:
        yield ast.Compare(node.left, [SWAPPED[type(node.ops[0])]()], node.comparators)  # type: ignore[list-item]
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(SWAPPED[type(node.op)](), node.values)  # type: ignore[arg-type]
    elif isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
        yield ast.BinOp(node.left, SWAPPED[type(node.op)](), node.right)  # type: ignore[arg-type]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node.operand
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield ast.Constant(node.value + 1)
        elif isinstance(node.value, str) and node.value.strip():
            yield ast.Constant(node.value + "XX")
    elif isinstance(node, ast.Name) and node.id in TWINS:
        yield ast.Name(TWINS[node.id], ast.Load())
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()
    elif isinstance(node, ast.IfExp):
        yield node.orelse
        yield node.body
    elif isinstance(node, ast.Continue):
        yield ast.Break()
    elif isinstance(node, ast.Break):
        yield ast.Continue()


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def mutants(file: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    found = _changes_of(ast.parse(file.read_text(encoding="utf-8")))
    for number, (first, _place, node, other) in enumerate(found):
        yield Mutant(str(file.resolve()), first, node.lineno, ast.unparse(node), ast.unparse(other), number)


def changed(mutant: Mutant) -> ast.Module:
    """The module with the mutant in it."""
    tree = ast.parse(Path(mutant.file).read_text(encoding="utf-8"))
    for number, (_first, place, node, other) in enumerate(_changes_of(tree)):
        if number == mutant.number:
            _put(*place, ast.copy_location(other, node))
            break
    return ast.fix_missing_locations(tree)


def _changes_of(tree: ast.Module) -> Iterator[tuple[int, tuple[ast.AST, str, int | None], Any, ast.AST]]:
    """(first line of the function, place, node, what it could be instead) of every change, in one order."""
    for function in [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]:
        first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
        for parent, name, index, node in _places(function):
            for other in changes(node):
                yield first, (parent, name, index), node, copy.copy(other)


def _places(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, int | None, Any]]:
    """Every node in the body of a function with where it hangs; not docstrings, types and inner functions."""
    waiting: list[ast.AST] = [function]
    while waiting:
        parent = waiting.pop()
        for name, value in ast.iter_fields(parent):
            if name in ("annotation", "returns", "decorator_list", "args", "type_comment", "format_spec"):
                continue
            nodes = enumerate(value) if isinstance(value, list) else [(None, value)]
            for index, node in nodes:
                is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
                if (
                    not isinstance(node, ast.AST)
                    or is_text
                    or isinstance(node, (ast.FunctionDef, ast.ClassDef))
                ):
                    continue
                yield parent, name, index, node
                waiting.append(node)


def _put(parent: ast.AST, name: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[index] = node


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def replace(mutant: Mutant) -> bool:
    """Give the functions of the mutant's module the code of the changed module; False where that can't be."""
    made = compile(changed(mutant), mutant.file, "exec")
    new = {(code.co_qualname, code.co_firstlineno): code for code in codes(made)}
    gc.unfreeze()  # what a run of tests keeps apart is not among the objects else
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == mutant.file:
            code = new.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if code is None or len(code.co_freevars) != len(each.__code__.co_freevars):
                return False
            each.__code__ = code
    return True


class Mutating:
    """The plugin that runs in place of pytest's own loop over the tests."""

    def __init__(self, room: Path, given: argparse.Namespace) -> None:
        self.room, self.sample, self.seed = room.resolve(), given.sample, given.seed
        self.seconds, self.minutes = given.seconds, given.minutes
        self.only = frozenset(filter(None, given.only.split(",")))
        self.at = frozenset(filter(None, given.at.split(",")))
        self.calling: dict[tuple[str, int], set[int]] = defaultdict(set)
        self.took: dict[int, float] = {}
        self.score: dict[int, int] = defaultdict(int)
        self.survivors: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Learn who calls what, then try the mutants."""
        read, write = os.pipe()
        if os.fork() == 0:  # what is cached by running the tests stays in the child
            os.close(read)
            self._learn(session, write)
        os.close(write)
        with os.fdopen(read) as lines:
            for line in lines:
                number, took, *called = line.rstrip("\n").split("\t")
                self.took[int(number)] = float(took)
                for each in called:
                    file, _, first = each.rpartition(":")
                    self.calling[file, int(first)].add(int(number))
        os.wait()
        found = [each for file in sorted(self.room.rglob("*.py")) for each in mutants(file)]
        found = [each for each in found if not self.only or Path(each.file).stem in self.only]
        found = [each for each in found if not self.at or f"{Path(each.file).stem}:{each.line}" in self.at]
        known = [each for each in found if self.calling.get((each.file, each.function))]
        print(
            f"\n{len(found)} mutants, {len(found) - len(known)} in functions no test calls after collection"
        )
        random.Random(self.seed).shuffle(known)
        end = time.monotonic() + 60 * self.minutes
        for mutant in known[: self.sample]:
            if time.monotonic() < end:
                self._try(session, mutant)
        return True

    def _learn(self, session: pytest.Session, write: int) -> None:
        _be_silent()
        out = os.fdopen(write, "w")
        room = str(self.room)
        for number, item in enumerate(session.items):
            called: set[str] = set()

            def note(frame: FrameType, event: str, _argument: object, called: set[str] = called) -> None:
                code = frame.f_code
                if event == "call" and code.co_filename.startswith(room):
                    called.add(f"{code.co_filename}:{code.co_firstlineno}")

            started = time.monotonic()
            sys.setprofile(note)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=self._next(session, number))
            sys.setprofile(None)
            out.write("\t".join([str(number), str(time.monotonic() - started), *sorted(called)]) + "\n")
        out.close()
        os._exit(0)

    def _next(self, session: pytest.Session, number: int) -> pytest.Item | None:
        return session.items[number + 1] if number + 1 < len(session.items) else None

    def _try(self, session: pytest.Session, mutant: Mutant) -> None:
        chosen = sorted(self.calling[mutant.file, mutant.function], key=lambda number: self.took[number])
        child = os.fork()
        if child == 0:
            # Of its own processor time, not by the clock: on a busy machine a slow mutant is not a found one.
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(self.seconds), math.ceil(self.seconds) + 5))
            self._run(session, mutant, chosen)
        _, status = os.waitpid(child, 0)
        outcome = os.waitstatus_to_exitcode(status)
        outcome = LATE if outcome == -signal.SIGXCPU else outcome
        outcome = outcome if outcome in (SURVIVED, LATE, IMPOSSIBLE) else FOUND
        self.score[outcome] += 1
        where = f"{Path(mutant.file).relative_to(self.room.parent)}:{mutant.line}"
        if outcome == SURVIVED:
            self.survivors.append(f"{where}: {mutant.was}  ->  {mutant.now}")
            print(self.survivors[-1], flush=True)

    def _run(self, session: pytest.Session, mutant: Mutant, chosen: list[int]) -> None:
        _be_silent()
        if not replace(mutant):
            os._exit(IMPOSSIBLE)
        items = [session.items[number] for number in chosen]
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                os._exit(FOUND)
        os._exit(SURVIVED)


def _be_silent() -> None:
    """Let a forked process print nothing: its tests fail on purpose."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def main() -> None:
    """Read the arguments, try the mutants, print the score."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("room", type=Path)
    arguments.add_argument("tests", nargs="+")
    arguments.add_argument("--sample", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--minutes", type=float, default=30)
    arguments.add_argument("--only", default="", help="names of modules, separated by commas")
    arguments.add_argument("--at", default="", help="lines, like optimum:183, separated by commas")
    given = arguments.parse_args()
    plugin = Mutating(given.room, given)
    sys.path.insert(0, str(Path.cwd()))
    quiet = ["-q", "-p", "no:cacheprovider", "-s"]
    pytest.main([*quiet, *given.tests], plugins=[plugin])
    tried = sum(plugin.score.values()) - plugin.score[IMPOSSIBLE]
    killed = tried - plugin.score[SURVIVED]
    share = 100 * killed / tried if tried else 0
    print(f"{killed} of {tried} found ({share:.1f} %), {plugin.score[LATE]} of them by taking too long")


if __name__ == "__main__":
    main()
