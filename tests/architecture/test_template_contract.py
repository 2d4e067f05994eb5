"""Views and templates agree: each name a template uses is a field of its view, and each field is used."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest
from jinja2 import DictLoader, Environment

import app.web
from app.web.templating import environment
from app.web.views import View
from tests.architecture.template_contract import Reading


def views_of(base: type[View]) -> Iterator[type[View]]:
    """All views of the program that name a template."""
    for each in base.__subclasses__():
        if each.__module__.startswith("app.") and hasattr(each, "template"):
            yield each
        yield from views_of(each)


def all_views() -> list[type[View]]:
    """The views of every module of the web."""
    for module in pkgutil.walk_packages(app.web.__path__, "app.web."):
        importlib.import_module(module.name)
    return sorted(views_of(View), key=lambda view: (view.__module__, view.__name__))


def test_every_template_uses_the_names_of_its_view_and_no_other() -> None:
    reading = Reading(environment())
    views = all_views()
    assert views
    for view in views:
        reading.view(view)
    assert sorted(reading.wrong | reading.unused("app.web.")) == []


@dataclass(frozen=True)
class Person:
    """Somebody."""

    name: str
    age: int


@dataclass(frozen=True)
class Group(View):
    """A made-up page."""

    template: ClassVar[str] = "page.html"

    title: str
    people: list[Person]
    first: Person | None


GOOD = (
    "<h1>{{ title }}</h1>{% for p in people %}{{ p.name }} {{ p.age }}{% endfor %}{{ first.name if first }}"
)
MACROS = "{% macro card(person, note) %}{{ person.name }}, {{ person.age }}: {{ note }}{% endmacro %}"


def found(page: str, **others: str) -> list[str]:
    """What the contract says of these templates."""
    reading = Reading(Environment(autoescape=True, loader=DictLoader({"page.html": page, **others})))
    reading.view(Group)
    return sorted(reading.wrong | reading.unused("tests."))


def test_a_template_that_keeps_the_contract_is_clean() -> None:
    assert found(GOOD) == []
    assert (
        found(
            "{% extends 'base' %}{% block a %}" + GOOD + "{% endblock %}", base="{% block a %}{% endblock %}"
        )
        == []
    )
    assert found("{% include 'rest' %}", rest=GOOD) == []
    assert found("{% from 'm' import card %}{% for p in people|sort(attribute='age') %}"
                 "{{ card(p, title) }}{% endfor %}{{ card(first, '') }}", m=MACROS) == []  # fmt: skip


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("{{ titel }}" + GOOD, "page.html:1: no view gives titel"),
        ("{% if subtitle|default(none) %}{% endif %}" + GOOD, "page.html:1: no view gives subtitle"),
        (GOOD.replace("{{ p.age", "{{ p.years }}{{ p.age"), "page.html:1: Person has no years"),
        (GOOD + "{{ first.nick if first }}", "page.html:1: Person has no nick"),
        (GOOD + "{{ (people|first).nick }}", "page.html:1: Person has no nick"),
        (GOOD + "{{ people|map(attribute='nick')|join }}", "page.html:1: Person has no nick"),
        (GOOD + "{% set one = people[0] %}{{ one.nick }}", "page.html:1: Person has no nick"),
        (GOOD + "{{ title.nick }}", "page.html:1: str has no nick"),
        (GOOD + "{% include 'rest' %}", "rest:1: no view gives code"),
        (GOOD + "{% from 'm' import cart %}{{ cart(first) }}", "page.html:1: m has no macro cart"),
        (GOOD + "{% from 'm' import card %}{{ card(first) }}", "m: card is called without note"),
        (GOOD + "{% from 'm' import card %}{{ card(first, 1, note=2) }}", None),
        (GOOD + "{% from 'm' import card %}{{ card({'name': title}, 1) }}", "m:1: {name} has no age"),
        (GOOD + "{% import 'm' as m %}{{ m.card(first, '', big=1) }}", "m: card takes no big"),
        (GOOD.replace("{{ title }}", ""), "Group.title is used by no template"),
        (GOOD.replace("{{ p.age }}", ""), "Person.age is used by no template"),
        (GOOD.replace("{{ first.name if first }}", ""), "Group.first is used by no template"),
    ],
)
def test_a_wrong_name_in_either_direction_is_found(page: str, said: str | None) -> None:
    others = {"rest": "{{ code }}", "m": MACROS}
    assert found(page, **others) == ([said] if said else [])


def test_a_macro_sees_its_own_template_and_not_the_page() -> None:
    macro = "{% set word = 'years' %}{% macro card(p) %}{{ p.age }} {{ word }} {{ title }}{% endmacro %}"
    assert found(GOOD + "{% from 'm' import card %}{{ card(first) }}", m=macro) == [
        "m:1: no view gives title"
    ]


def test_a_child_template_replaces_the_block_of_its_parent() -> None:
    parent = "{{ theme }}{% block a %}{{ never_shown }}{% endblock %}"
    assert found("{% extends 'base' %}{% block a %}" + GOOD + "{% endblock %}", base=parent) == []
