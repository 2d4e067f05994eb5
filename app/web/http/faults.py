"""What is wrong with the fields of a request, in sentences: the faults validation finds, by their kind."""

from collections.abc import Mapping
from typing import Any

from app.sentences import Sentence, message, messages, say, say_count

# Kind of a fault -> its text, in which {field} is where it is, and other names are values of the fault.
FAULTS: Mapping[str, str] = {
    "missing": message("{field}: Field required."),
    "json_invalid": message("{field}: JSON decode error."),
    "model_attributes_type": message(
        "{field}: Input should be a valid dictionary or object to extract fields from."
    ),
    "dict_type": message("{field}: Input should be a valid dictionary."),
    "list_type": message("{field}: Input should be a valid list."),
    "string_type": message("{field}: Input should be a valid string."),
    "string_unicode": message(
        "{field}: Input should be a valid string, unable to parse raw data as a unicode string."
    ),
    "string_pattern_mismatch": message("{field}: String should match pattern '{pattern}'."),
    "int_type": message("{field}: Input should be a valid integer."),
    "int_parsing": message("{field}: Input should be a valid integer, unable to parse string as an integer."),
    "int_parsing_size": message(
        "{field}: Unable to parse input string as an integer, exceeded maximum size."
    ),
    "int_from_float": message(
        "{field}: Input should be a valid integer, got a number with a fractional part."
    ),
    "bool_type": message("{field}: Input should be a valid boolean."),
    "bool_parsing": message("{field}: Input should be a valid boolean, unable to interpret input."),
    "date_type": message("{field}: Input should be a valid date."),
    "date_from_datetime_parsing": message("{field}: Input should be a valid date or datetime, {error}."),
    "datetime_type": message("{field}: Input should be a valid datetime."),
    "datetime_from_date_parsing": message("{field}: Input should be a valid datetime or date, {error}."),
    "greater_than": message("{field}: Input should be greater than {gt}."),
    "greater_than_equal": message("{field}: Input should be greater than or equal to {ge}."),
    "less_than": message("{field}: Input should be less than {lt}."),
    "less_than_equal": message("{field}: Input should be less than or equal to {le}."),
    "enum": message("{field}: Input should be {expected}."),
    "literal_error": message("{field}: Input should be {expected}."),
}
# The same for a number of characters, which is the value named here.
COUNTED_FAULTS: Mapping[str, tuple[str, tuple[str, str]]] = {
    "string_too_long": (
        "max_length",
        messages(
            "{field}: String should have at most {n} character.",
            "{field}: String should have at most {n} characters.",
        ),
    ),
    "string_too_short": (
        "min_length",
        messages(
            "{field}: String should have at least {n} character.",
            "{field}: String should have at least {n} characters.",
        ),
    ),
}
_OTHER = message("{field}: {fault}.")


def fault_in_words(error: Mapping[str, Any]) -> Sentence:
    """The sentence of one error as validation gives it: `type`, `loc`, `msg` and `ctx`."""
    where = ".".join(str(part) for part in error["loc"] if part not in ("body", "query", "path"))
    kind, values = error["type"], dict(error.get("ctx") or {})
    if kind == "value_error" and isinstance(said := _reason(values), Sentence):
        return said
    if kind == "extra_forbidden":
        return say("There is no field named {field}: leave it out.", field=where)
    field = where or say("The request")
    counted = COUNTED_FAULTS.get(kind)
    if counted is not None and isinstance(number := values.get(counted[0]), int):
        return say_count(*counted[1], number, field=field)
    try:
        return say(
            FAULTS[kind], field=field, **{name: value for name, value in values.items() if name != "field"}
        )
    except KeyError:
        return say(_OTHER, field=field, fault=_reason(values) or error["msg"])


def _reason(values: Mapping[str, Any]) -> str | Sentence | None:
    """What a model's own check said: a sentence of ours where it is about the whole request."""
    error = values.get("error")
    return error.args[0] if isinstance(error, ValueError) and error.args else None
