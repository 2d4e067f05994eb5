"""Templates get finished values and need this program alone: no query, no inline code, no third party."""

import re
from pathlib import Path

QUERY = re.compile(r"\b(session|database|installation)\b\s*\.|\.(exec|execute|query|scalars)\(")
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style\b|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:", re.I)
ELSEWHERE = re.compile(
    r"\b(src|action|srcset)\s*=\s*[\"'](https?:)?//|<link[^>]*href=[\"'](https?:)?//", re.I
)
UNESCAPED = re.compile(r"\|\s*safe\b|autoescape\s+false")


def _matches(templates: list[Path], pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path}:{number}: {line.strip()}"
        for path in templates
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(line)
    ]


def test_templates_ask_no_database(templates: list[Path]) -> None:
    assert templates
    assert _matches(templates, QUERY) == []


def test_pages_hold_no_inline_code(templates: list[Path]) -> None:
    assert _matches(templates, INLINE) == []


def test_pages_load_nothing_from_elsewhere(templates: list[Path]) -> None:
    assert _matches(templates, ELSEWHERE) == []


def test_everything_in_a_page_is_escaped(templates: list[Path]) -> None:
    assert _matches(templates, UNESCAPED) == []
