"""Where lines of Japanese must not break: between `第` and its number."""

from app.words.reader import language

_ORDINAL = "第"
_JOINER = "\N{WORD JOINER}"
# What stands in these is no text of a line: it is typed, chosen, or the title of the tab.
_NO_LINES = ("<textarea", "<option", "<title")


def kept_together(page: str) -> str:
    """A page or fragment whose Japanese ordinals (`第3ラウンド`) keep their number in their line.

    Browsers may break a line between the two. Attributes and what is typed into fields stay as they are.
    """
    if language() != "ja" or _ORDINAL not in page:
        return page
    before, *rest = page.split(_ORDINAL)
    parts, is_text, tag = [before], True, ""
    for after in rest:
        start = before.rfind("<")
        if start >= 0:
            tag = before[start : start + 9]
        if start >= 0 or ">" in before:
            is_text = before.rfind(">") > start and not tag.startswith(_NO_LINES)
        parts.append(_ORDINAL + (_JOINER if is_text and after[:1].isdecimal() else "") + after)
        before = after
    return "".join(parts)
