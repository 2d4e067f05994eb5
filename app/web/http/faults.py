"""What is wrong with the fields of a request, in sentences of ours, by the kind of fault.

Nothing that the library says of a fault itself gets into a sentence, for it says it in English alone.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.sentences import AnyOf, Sentence, message, messages, say, say_count

_OBJECT = message("{field} has to be an object with fields.")
_LIST = message("{field} has to be a list.")
_TEXT = message("{field} has to be text.")
_WHOLE = message("{field} has to be a whole number.")
_NUMBER = message("{field} has to be a number.")
_YES_OR_NO = message("{field} has to be true or false.")
_DAY = message("{field} has to be a day like 2018-02-15.")
_MOMENT = message("{field} has to be a day and time like 2018-02-15T10:30:00+01:00.")
_CHOICE = message("{field} has to be {expected}.")

# Kind of a fault -> its text, in which {field} is where it is, and other names are values of the fault.
FAULTS: Mapping[str, str] = {
    "missing": message("{field} is missing."),
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "dict_type": _OBJECT,
    "list_type": _LIST,
    "string_type": _TEXT,
    "string_unicode": message("{field} has letters that can't be read as Unicode."),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "int_parsing_size": message("{field} is a number with too many digits."),
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "bool_type": _YES_OR_NO,
    "bool_parsing": _YES_OR_NO,
    "date_type": _DAY,
    "date_parsing": _DAY,
    "date_from_datetime_parsing": _DAY,
    "date_from_datetime_inexact": _DAY,
    "datetime_type": _MOMENT,
    "datetime_parsing": _MOMENT,
    "datetime_from_date_parsing": _MOMENT,
    "datetime_object_invalid": _MOMENT,
    "timezone_aware": _MOMENT,
    "greater_than": message("{field} has to be greater than {gt}."),
    "greater_than_equal": message("{field} has to be {ge} or more."),
    "less_than": message("{field} has to be less than {lt}."),
    "less_than_equal": message("{field} has to be {le} or less."),
    "enum": _CHOICE,
    "literal_error": _CHOICE,
    "text_or_object": message("{field} has to be text, or an object with fields."),
}
# The same for how long something is, which is the value named here.
COUNTED_FAULTS: Mapping[str, tuple[str, tuple[str, str]]] = {
    "string_too_long": (
        "max_length",
        messages("{field} may have {n} character at most.", "{field} may have {n} characters at most."),
    ),
    "string_too_short": (
        "min_length",
        messages("{field} needs {n} character at least.", "{field} needs {n} characters at least."),
    ),
    "too_long": (
        "max_length",
        messages("{field} may have {n} entry at most.", "{field} may have {n} entries at most."),
    ),
    "too_short": (
        "min_length",
        messages("{field} needs {n} entry at least.", "{field} needs {n} entries at least."),
    ),
}
_OTHER = message("{field} has a value that can't be taken.")
# How validation marks the key of an object, and lists what may be chosen: 'corp', 'runner' or 'draw'.
_KEY = "[key]"
_CHOICES = re.compile(r"'([^']*)'")
# What it puts into the place of a fault where a field may be text or an object: which of both it tried.
_EITHER = re.compile(r"constrained-str|dict\[.*\]")
_TYPES = frozenset({"string_type", "dict_type"})
_TEXT_OR_OBJECT = "text_or_object"


def faults_in_words(errors: Sequence[Mapping[str, Any]]) -> list[Sentence]:
    """The sentences of errors as validation gives them, each with `type`, `loc` and `ctx`; none twice."""
    by_place: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for error in errors:
        by_place.setdefault(tuple(_place(error)), []).append(error)
    said: list[Sentence] = []
    for place, here in by_place.items():
        if all(any(_EITHER.fullmatch(str(part)) for part in error["loc"]) for error in here):
            # Each kind of value that a field may have complains by itself; which was meant is not known.
            here = [error for error in here if error["type"] not in _TYPES] or [{"type": _TEXT_OR_OBJECT}]
        said += [_in_words(error, list(place)) for error in here]
    return list({str(each): each for each in said}.values())


def _in_words(error: Mapping[str, Any], where: list[str]) -> Sentence:
    kind, values = error["type"], dict(error.get("ctx") or {})
    if kind == "value_error" and isinstance(said := _reason(values), Sentence):
        return said
    if kind == "json_invalid":
        return say("The request is no JSON text that can be read.")
    if where and where[-1] == _KEY:
        return say("{name} can't be a name in {field}.", name=_short(where[-2]), field=_named(where[:-2]))
    field = _named(where)
    if kind == "extra_forbidden":
        return say("There is no field named {field}: leave it out.", field=field)
    counted = COUNTED_FAULTS.get(kind)
    if counted is not None and isinstance(number := values.get(counted[0]), int):
        return say_count(*counted[1], number, field=field)
    if "expected" in values:
        values["expected"] = AnyOf(_CHOICES.findall(str(values["expected"])))
    values["field"] = field
    try:
        return say(FAULTS[kind], **values)
    except KeyError:
        return say(_OTHER, field=field)


def _place(error: Mapping[str, Any]) -> list[str]:
    """Where in the request an error is, without the words of the library for parts that have no name."""
    parts = [str(part) for part in error["loc"]]
    return [part for part in parts if part not in ("body", "query", "path") and not _EITHER.fullmatch(part)]


def _named(where: Sequence[str]) -> str | Sentence:
    """A place in the request as programs write it: `cut.kind`."""
    return ".".join(map(_short, where)) or say("The request")


def _short(name: str) -> str:
    """A name somebody made up, cut where nobody reads on."""
    return name if len(name) <= 60 else f"{name[:60]}…"


def _reason(values: Mapping[str, Any]) -> Any:
    """What a model's own check said: a sentence of ours where it is about the whole request."""
    error = values.get("error")
    return error.args[0] if isinstance(error, ValueError) and error.args else None
