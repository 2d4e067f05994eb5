"""A deck on the table against its list: which titles are there in other numbers than the list says."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    """A title of which the list says `listed` copies and `found` were counted."""

    title: str
    listed: int
    found: int


def differences(listed: Mapping[str, int], counted: Mapping[str, int]) -> tuple[Difference, ...]:
    """What differs among the titles that were counted, in the order of the list; others say nothing."""
    return tuple(
        Difference(title, copies, counted[title])
        for title, copies in listed.items()
        if title in counted and counted[title] != copies
    )
