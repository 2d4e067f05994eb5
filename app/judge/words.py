"""The words of the desk in a language: one file for each, with English wherever a translation has none.

A word is found by its place in the file, such as `entries`, `ka-zer0-prevent`, `answer`.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FACTS = Path(__file__).parent / "facts"
ENGLISH = "en"


def facts(name: str) -> Mapping[str, Any]:
    """The table `facts/NAME.toml` as it is written."""
    return tomllib.loads((FACTS / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def languages() -> tuple[str, ...]:
    """Codes of the languages that have a file, English first. A file of words is named by its two letters."""
    found = sorted(path.stem for path in FACTS.glob("??.toml"))
    return (ENGLISH, *(code for code in found if code != ENGLISH))


def spoken(language: str) -> str:
    """The language of words for this tag of BCP 47, like `ja` or `pt-BR`; English where there is no file."""
    short = language.lower().partition("-")[0]
    return short if short in languages() else ENGLISH


@cache
def words(language: str = ENGLISH) -> Mapping[str, Any]:
    """All words in a language; what it lacks is in English. A language without a file is English."""
    english = facts(ENGLISH)
    if language == ENGLISH or language not in languages():
        return english
    return _over(english, facts(language))


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """`below` with everything that `above` has in its place."""
    merged = dict(below)
    for name, value in above.items():
        under = merged.get(name)
        merged[name] = _over(under, value) if isinstance(value, dict) and isinstance(under, dict) else value
    return merged
