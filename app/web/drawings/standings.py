"""The standings as a picture to post elsewhere: rank, player, points, record, strength of schedule."""

from app.sentences import t
from app.services.kernel.views import StandingsView, StandingView
from app.web.drawings.svg import picture, shortened, tag, text

ROW = 26
HEAD = 74
LONGEST_NAME = 32
# Right edges of the columns of numbers; names start after the rank.
RANK, NAME, POINTS, RECORD, SOS, WIDTH = 34, 48, 360, 450, 530, 620


def standings_svg(event: str, view: StandingsView, *, final: bool = False, by_cut: bool = False) -> str:
    """The picture of all rows; `event` is the name above them, `by_cut` says that a cut decided the order."""
    title = _title(view.after_round, final=final, by_cut=by_cut)
    heads = ((t("Points"), POINTS), (t("Record"), RECORD), (t("SoS"), SOS), (t("Ext. SoS"), WIDTH))
    parts = [
        text(shortened(event, 48), 0, 22, font_size=22, font_weight=700),
        text(title, 0, 44, font_size=14, fill_opacity=0.75),
        *(text(word, x, HEAD - 8, font_size=11, text_anchor="end", fill_opacity=0.75) for word, x in heads),
        _line(HEAD, 0.9),
    ]
    for place, row in enumerate(view.rows):
        parts += _row(row, HEAD + place * ROW)
    return picture(parts, WIDTH, HEAD + len(view.rows) * ROW, t("{event}: {title}", event=event, title=title))


def _title(after_round: int, *, final: bool, by_cut: bool) -> str:
    if by_cut:
        return t("Final standings after the top cut")
    if not after_round:
        return t("Final standings before round 1") if final else t("Standings before round 1")
    if final:
        return t("Final standings after round {number}", number=after_round)
    return t("Standings after round {number}", number=after_round)


def _row(row: StandingView, y: int) -> list[str]:
    base = y + 18
    soft = 0.65 if row.dropped else None
    name = shortened(row.name, LONGEST_NAME)
    if row.dropped:
        name = t("{name} (dropped)", name=name)
    byes = f" +{row.byes}" if row.byes else ""
    numbers = (
        (f"{row.wins}–{row.losses}{byes}", RECORD),
        (f"{row.sos.decimal:.4f}", SOS),
        (f"{row.extended_sos.decimal:.4f}", WIDTH),
    )
    return [
        text(str(row.rank), RANK, base, font_size=14, text_anchor="end", font_weight=700),
        text(name, NAME, base, font_size=14, fill_opacity=soft),
        text(str(row.points), POINTS, base, font_size=14, text_anchor="end", font_weight=700),
        *(text(words, x, base, font_size=13, text_anchor="end", fill_opacity=soft) for words, x in numbers),
        _line(y + ROW, 0.15),
    ]


def _line(y: int, opacity: float) -> str:
    return tag("path", d=f"M0 {y}h{WIDTH}", stroke="currentColor", stroke_opacity=opacity, fill="none")
