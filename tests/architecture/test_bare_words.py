"""Every word of a template can be translated, and its lines are short enough to read side by side."""

from pathlib import Path

import pytest

from app.web.templating import environment
from tests.architecture.conftest import ROOT
from tests.architecture.template_words import bare_words

LONGEST_LINE = 120
# Not marked for translation yet; an entry goes when its files are.
WITH_BARE_WORDS: tuple[str, ...] = ()
# Not laid out anew yet.
WITH_LONG_LINES: tuple[str, ...] = ()


def bare(path: Path) -> list[str]:
    """The bare words of a template."""
    return bare_words(path.read_text(), environment())


def long(path: Path) -> list[str]:
    """The lines of a template that are too long."""
    lines = enumerate(path.read_text().splitlines(), 1)
    return [f"{number}: {len(line)} characters" for number, line in lines if len(line) > LONGEST_LINE]


def named(path: Path, patterns: tuple[str, ...]) -> bool:
    """Whether a template is among those of a list."""
    return any(path.relative_to(ROOT).match(pattern) for pattern in patterns)


def test_every_word_of_a_template_can_be_translated(templates: list[Path]) -> None:
    done = [path for path in templates if not named(path, WITH_BARE_WORDS)]
    assert done
    assert [f"{path.relative_to(ROOT)}:{word}" for path in done for word in bare(path)] == []


def test_no_line_of_a_template_is_too_long(templates: list[Path]) -> None:
    done = [path for path in templates if not named(path, WITH_LONG_LINES)]
    assert done
    assert [f"{path.relative_to(ROOT)}:{line}" for path in done for line in long(path)] == []


def test_what_is_done_is_on_no_list_any_more(templates: list[Path]) -> None:
    for patterns, wrong in ((WITH_BARE_WORDS, bare), (WITH_LONG_LINES, long)):
        for pattern in patterns:
            files = [path for path in templates if named(path, (pattern,))]
            assert any(wrong(path) for path in files), f"{pattern} is done: take it off the list"


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>Wait</p>", ["1: Wait"]),
        ("<p>{{ t('Wait') }}</p>", []),
        ("{% block body_class %}player{% endblock %}<b>so</b>", ["1: so"]),
        ("<p>\n{{ n }} min</p>", ["2: … min"]),
        ("<p>{{ name }}&nbsp;· {{ '–' }} × &amp; Cache Refresh</p>", []),
        ('<a title="Open" href="/open" class="big open"></a>', ["1: Open"]),
        ("<input placeholder=\"{{ 'Name' }}\">", ["1: Name"]),
        ("<p>{{ 'card' if n == 1 else t('cards') }}</p>", ["1: card"]),
        ("<p class=\"{{ 'my card' if n == 1 }}\"></p>", []),
        ("<p>{{ name|default('nobody') }}</p>", ["1: nobody"]),
        ("{{ notice('It worked', 'good') }}{{ icon('done') }}", ["1: It worked"]),
        ("{{ field('name', 'Name', attrs={'placeholder': 'Ana', 'maxlength': 60}) }}", ["1: Ana", "1: Name"]),
        ("{{ notice(t('It worked'), 'good') }}{{ link('/t/' ~ code ~ '/me') }}", []),
        ("{% call box('Two words') %}{% endcall %}", ["1: Two words"]),
        ("{{ t('{who} won', who='The winner') }}", ["1: The winner"]),
        ("{% if state == 'Not yet' %}{% endif %}", []),
        ("{% macro box(title='Not saved') %}{{ title }}{% endmacro %}", ["1: Not saved"]),
        ("{% set words = 'Two words' %}", ["1: Two words"]),
        ("<p>{{ t('Wait') ~ '.' }}</p>", ["1: a text with something added to it"]),
        ("<p>{{ t(word) }}</p>", ["1: t() without its text, which nobody could find to translate"]),
        (
            "{% set word = t('Wait') %}{% macro box() %}{{ word }}{% endmacro %}",
            ["1: a text made before it is known who reads"],
        ),
    ],
)
def test_a_bare_word_is_found(template: str, found: list[str]) -> None:
    assert bare_words(template, environment()) == found
