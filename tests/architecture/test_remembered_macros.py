"""A macro whose text is kept depends on its arguments and the language alone."""

import pytest
from jinja2 import meta, nodes

from app.web.presenters.auction import start
from app.web.remembered_macros import REMEMBERED
from app.web.templating import environment
from app.words.reader import Reader, reading

SENTENCES = {"t", "tn", "range"}
# These depend on the event whose page is filled, or on who reads it.
OF_A_PAGE = {"clock_time", "only"}


def macros_of(template: str) -> tuple[dict[str, nodes.Macro], set[str]]:
    """The macros of a template, and the names it imports."""
    source = environment().loader.get_source(environment(), template)[0]  # type: ignore[union-attr]
    parsed = environment().parse(source)
    imported = {
        name if isinstance(name, str) else name[1]
        for each in parsed.find_all(nodes.FromImport)
        for name in each.names
    }
    return {macro.name: macro for macro in parsed.find_all(nodes.Macro)}, imported


def free_names(macro: nodes.Macro) -> set[str]:
    """The names a macro uses that are not its own."""
    whole = nodes.Template([macro], lineno=1)
    whole.set_environment(environment())
    return meta.find_undeclared_variables(whole)


@pytest.mark.parametrize("template", REMEMBERED)
def test_what_is_kept_depends_on_the_arguments_alone(template: str) -> None:
    macros, imported = macros_of(template)
    asked = list(REMEMBERED[template])
    for name in asked:
        used = free_names(macros[name]) - SENTENCES - imported
        assert used <= set(macros), f"{name} of {template} prints {used - set(macros)}"
        filters = {each.name for each in macros[name].find_all(nodes.Filter)}
        assert not filters & OF_A_PAGE, f"{name} of {template} depends on the page: {filters & OF_A_PAGE}"
        asked += [each for each in used if each not in asked]


def test_a_text_is_made_once_for_each_value_and_language() -> None:
    macro = environment().get_template("components/auction.html").module.price_words  # type: ignore[attr-defined]
    assert macro(start(3)) == macro(start(3)) == "4 cards and 3 credits"
    assert macro(start(4)) != macro(start(3))
    with reading(Reader("ja")):
        assert macro(start(3)) != "4 cards and 3 credits"
