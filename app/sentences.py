"""A sentence for people as a text with names in braces, and the values that stand for them.

Refusals and journal entries keep both, so that the sentence can be made where somebody reads it, in their
language. The text is the key by which a translation is found, so it is never put together from parts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Sentence:
    """An English text like `Round {number} was closed`, and its values. `str()` gives the English."""

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values) if self.values else self.text

    def as_json(self) -> dict[str, Any]:
        """Text and values as they are stored: numbers as they are, everything else as its English."""
        kept = {name: v if isinstance(v, bool | int) else str(v) for name, v in self.values.items()}
        return {"text": self.text, "values": kept}


def say(text: str, /, **values: Any) -> Sentence:
    """A sentence with its values by name; KeyError at once for a name without a value."""
    text.format(**values)
    return Sentence(text, values)
