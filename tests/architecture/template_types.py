"""Types as the template contract sees them: what has which attribute, and what a loop over it gives.

A type is a set of alternatives (`Types`). An alternative is an annotation of Python, or one of the values
below that only templates have. What is not known is `ANYTHING`, and nothing is said about it.
"""

import types
from collections.abc import Collection, Mapping
from dataclasses import dataclass, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class Anything:
    """A type nobody told; every attribute is there."""


@dataclass(frozen=True)
class Macro:
    """A macro of a template."""

    template: str
    name: str


@dataclass(frozen=True)
class Module:
    """An imported template."""

    template: str


@dataclass(frozen=True)
class Literal:
    """A `{…}` written in a template: its keys, each with its alternatives."""

    items: tuple[tuple[str, "Types"], ...]

    def __str__(self) -> str:
        return f"{{{', '.join(name for name, _ in self.items)}}}"


@dataclass(frozen=True)
class Sequence:
    """A list of a template, or what a filter makes of one."""

    element: "Types"


@dataclass(frozen=True)
class Tuple:
    """A tuple of fixed length."""

    elements: tuple["Types", ...]


@dataclass(frozen=True)
class Method:
    """A function with what it gives."""

    gives: "Types"


Types = frozenset[Any]
ANYTHING: Types = frozenset({Anything()})
TEXT: Types = frozenset({str})
NUMBER: Types = frozenset({int})


def union(*given: Types) -> Types:
    """All alternatives; anything swallows the rest."""
    together = frozenset[Any]().union(*given)
    return ANYTHING if Anything() in together else together


def from_annotation(annotation: Any) -> Types:
    """The alternatives of an annotation of Python."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation is Any or isinstance(annotation, str):
        return ANYTHING
    if annotation is None:
        return frozenset({type(None)})
    if origin in (Union, types.UnionType):
        return union(*(from_annotation(each) for each in arguments))
    if origin is tuple and not (len(arguments) == 2 and arguments[1] is Ellipsis):
        return frozenset({Tuple(tuple(from_annotation(each) for each in arguments))})
    if isinstance(origin, type) and issubclass(origin, Collection) and not issubclass(origin, Mapping):
        return frozenset({Sequence(from_annotation(arguments[0]))})
    return frozenset({annotation})


def fields_of(kind: Any) -> Mapping[str, Types]:
    """The annotated attributes of a dataclass, and its properties with what they say they give."""
    found = {name: from_annotation(hint) for name, hint in get_type_hints(kind).items()}
    for name in dir(kind):
        value = getattr(kind, name, None)
        if isinstance(value, property) and value.fget is not None:
            found[name] = from_annotation(get_type_hints(value.fget).get("return", Any))
    return found


def attribute(kind: Any, name: str) -> Types | None:
    """What `kind.name` is; None where there is no such attribute."""
    if isinstance(kind, Anything | Module | Macro | Method):
        return ANYTHING
    if isinstance(kind, Literal):
        found = dict(kind.items).get(name)
        return found if found is not None else _member(dict, name)
    if isinstance(kind, Sequence | Tuple):
        return _member(list, name)
    origin = get_origin(kind) or kind
    if is_dataclass(kind):
        known = fields_of(kind)
        return known[name] if name in known else _member(origin, name)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        arguments = get_args(kind)
        value = from_annotation(arguments[1]) if arguments else ANYTHING
        if name == "items":
            key = from_annotation(arguments[0]) if arguments else ANYTHING
            return frozenset({Method(frozenset({Sequence(frozenset({Tuple((key, value))}))}))})
        if name in ("get", "values"):
            return frozenset({Method(value if name == "get" else frozenset({Sequence(value)}))})
        return _member(dict, name) or value
    return _member(origin, name)


def _member(kind: Any, name: str) -> Types | None:
    member = getattr(kind, name, None)
    if member is None:
        return ANYTHING if hasattr(kind, "__getattr__") else None
    if isinstance(member, property) and member.fget is not None:
        return from_annotation(get_type_hints(member.fget).get("return", Any))
    return frozenset({Method(ANYTHING)}) if callable(member) else ANYTHING


def element(kinds: Types) -> Types:
    """What a loop over these gives."""
    return union(*(_element(kind) for kind in kinds)) if kinds else ANYTHING


def _element(kind: Any) -> Types:
    if isinstance(kind, Sequence):
        return kind.element
    if isinstance(kind, Tuple):
        return union(*kind.elements)
    if kind is type(None):
        return frozenset()
    return TEXT if kind is str else ANYTHING


def parts(kinds: Types, count: int) -> list[Types]:
    """What `a, b = …` puts in each name."""
    tuples = [kind for kind in kinds if isinstance(kind, Tuple) and len(kind.elements) == count]
    if len(tuples) != len(kinds):
        return [ANYTHING] * count
    return [union(*(each.elements[place] for each in tuples)) for place in range(count)]
