"""Japanese ordinals keep their number in their line, and nothing that is typed or sent changes."""

import re

from app.web.breaks import kept_together
from app.words.reader import Reader, reading


def test_ordinals_of_text_keep_their_number() -> None:
    page = (
        '<title>第1ラウンド</title><p title="第1ラウンド">第2ラウンド（第3）と第4<b>第5</b></p>'
        '<input value="第6回 第7 第8"><textarea name="info">第9\n第10</textarea><p>第11</p>'
        '<option value="第1">第12</option>第13'
    )
    with reading(Reader("ja")):
        shown = kept_together(page)
    assert shown.replace("\N{WORD JOINER}", "") == page
    assert re.findall("第\N{WORD JOINER}([0-9]+)", shown) == ["2", "3", "4", "5", "11", "13"]
    assert kept_together(page) == page, "readers of other languages get the page as it is"
