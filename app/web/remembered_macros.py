"""Macros whose text depends on nothing but their arguments and the reader's language: made once, then kept.

After *publish* every phone of a hall is sent the same eleven bids with what each costs, and to make them
anew took half of the time of its page. A macro is named here only if it prints values, sentences and other
such macros; tests/architecture/test_remembered_macros.py holds that. Its arguments must be hashable.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Template
from jinja2.environment import TemplateModule

from app.words.reader import language

# A bid of three games, a side and a language; table numbers and the like are not worth it.
MOST_TEXTS = 2048
REMEMBERED: Mapping[str, tuple[str, ...]] = {
    "components/auction.html": ("price_words", "price", "pips", "_offered", "held_aloud"),
}


class RememberingTemplate(Template):
    """A template that keeps what its macros of `REMEMBERED` made."""

    def make_module(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> TemplateModule:
        """The macros of this template, as Jinja makes them for those who import it."""
        context = self.new_context(vars, shared, locals)
        module = TemplateModule(self, context)
        for name in REMEMBERED.get(self.name or "", ()):
            macro = context.vars[name]
            macro._func = _remembering(macro._func)
        return module


def _remembering(made: Callable[..., str]) -> Callable[..., str]:
    # Typed, for a text and the same text as markup are equal, and 1 is True.
    @lru_cache(maxsize=MOST_TEXTS, typed=True)
    def in_language(_language: str, *arguments: Any) -> str:
        return made(*arguments)

    return lambda *arguments: in_language(language(), *arguments)
