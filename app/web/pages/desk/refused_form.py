"""Where a refused form of the desk says why: at the field the refusal is about, which gets the cursor.

It is done to the finished page, because then no form can forget it: a desk has some fifty fields.
"""

import html
import re
from collections.abc import Iterator

from app.web.forms import Posted

SAID = "refused"  # the id of the sentence
_FORM = re.compile(r"<form\b(?P<tag>[^>]*)>(?P<inside>.*?)</form>", re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')
_DETAILS = re.compile(r"<details\b(?P<tag>[^>]*)>|</details>")
_FIELDSET = re.compile(r"<fieldset\b[^>]*>|</fieldset>")
_LEGEND = re.compile(r"\s*<legend\b.*?</legend>", re.DOTALL)
_DESCRIBED = re.compile(r'\baria-describedby="([^"]*)"')


def at_the_field(page: str, action: str, posted: Posted, field: str, said: str) -> str:
    """The page with `said` (markup) at the field of the form that was sent to `action`.

    Its field is marked and gets the cursor, and what it is folded into is open. A page that marks the
    field by itself, or has no such field, stays as it is.
    """
    form = next((each for each in _forms_to(page, action) if _is_that(each["inside"], posted)), None)
    control = re.compile(
        rf'<(input|select|textarea)\b(?![^>]*type="hidden")[^>]*\bname="{re.escape(field)}"[^>]*>'
    )
    found = control.search(page, form.start("inside"), form.end("inside")) if form else None
    if form is None or found is None or "aria-invalid" in found[0]:
        return page
    place = _place_of(page, found, form.start("inside"))
    marked = page[: found.start()] + _marked(found[0]) + page[found.end() :]
    place += len(marked) - len(page) if place > found.start() else 0
    return _opened(marked[:place] + said + marked[place:], found.start())


def _forms_to(page: str, action: str) -> Iterator[re.Match[str]]:
    wanted = ('method="post"', f'action="{action}"')
    return (form for form in _FORM.finditer(page) if all(each in form["tag"] for each in wanted))


def _is_that(inside: str, posted: Posted) -> bool:
    """Whether a form has the hidden values of the one that was sent: several may go to one address."""
    sent = dict(posted.pairs)
    return all(sent.get(name) == html.unescape(value) for name, value in _HIDDEN.findall(inside))


def _marked(tag: str) -> str:
    described, found = _DESCRIBED.subn(rf'aria-describedby="\1 {SAID}"', tag)
    marks = ' aria-invalid="true" autofocus' + ("" if found else f' aria-describedby="{SAID}"')
    return f"{described[:-1]}{marks}>"


def _place_of(page: str, control: re.Match[str], start: int) -> int:
    """Below a field; below the legend of choices, or above the first choice of a fieldset without one."""
    if 'type="radio"' in control[0]:
        around = _fieldset_around(page, start, control.start())
        if around is None:
            return control.end()
        legend = _LEGEND.match(page, around.end(), control.start())
        return legend.end() if legend else around.end()
    if control[1] == "input":
        return control.end()
    end = f"</{control[1]}>"
    return page.index(end, control.end()) + len(end)


def _fieldset_around(page: str, start: int, place: int) -> re.Match[str] | None:
    """The tag of the innermost fieldset from `start` on that is open at the place."""
    around: list[re.Match[str]] = []
    for each in _FIELDSET.finditer(page, start, place):
        if not each[0].startswith("</"):
            around.append(each)
        elif around:
            around.pop()
    return around[-1] if around else None


def _opened(page: str, place: int) -> str:
    """The page with everything open that `place` is folded into."""
    around: list[re.Match[str]] = []
    for each in _DETAILS.finditer(page, 0, place):
        if each["tag"] is not None:
            around.append(each)
        elif around:
            around.pop()
    for each in reversed([each for each in around if not re.search(r"\bopen\b", each["tag"])]):
        page = f"{page[: each.end() - 1]} open{page[each.end() - 1 :]}"
    return page
