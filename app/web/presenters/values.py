"""Values for templates. In a template an unknown variable is an error; here a name without value is None.

The components take views with parts that may be left out, and forms have errors for some fields only.
"""

from collections.abc import Mapping
from typing import Any


class Values(dict[str, Any]):
    """A dictionary whose missing names are None."""

    def __missing__(self, _name: str) -> None:
        return None


def values_of(given: Any) -> Any:
    """The same structure with every mapping in it as `Values`."""
    if isinstance(given, Mapping):
        return Values({name: values_of(value) for name, value in given.items()})
    if isinstance(given, list | tuple):
        return [values_of(each) for each in given]
    return given
