"""The dashboard's page and its commands: the next step, the clock, reports to accept, announcements."""

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import Query
from starlette.responses import HTMLResponse, Response

from app.sentences import message, t, tn
from app.services.event import announcements, tournaments
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.play import clocks, cut, results, rounds, settling
from app.services.play import two_games as both
from app.tournament.lifecycle import Phase, RoundState
from app.web.forms import InForm, Posted, typed_in
from app.web.http.path_ids import Number
from app.web.pages.answers import EVENT_VERSION
from app.web.pages.desk.dashboard_parts import (
    PARTS,
    bracket_part,
    calls_part,
    clock_part,
    entry_part,
    next_part,
    reports_part,
    tables_part,
)
from app.web.pages.desk.frame import NO_STORE, Desk, InDesk
from app.web.pages.links import hall_address, join_qr
from app.web.presenters.desk_parts import DashboardPage, EntryPart, JoinShown
from app.web.presenters.entry import EntryForm
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk")

UNTIL_TAKEN_DOWN, UNTIL_ROUND = "none", "round"
UNTIL_MINUTES = (5, 10, 15, 30, 60)
UNTIL_WITHOUT_ROUND = "30"


@router.get("")
def dashboard_page(desk: InDesk) -> Response:
    """The whole dashboard; `?show=open` leaves out the tables that are done."""
    return dashboard_of(desk)


def dashboard_of(
    desk: Desk,
    refusal: Refused | None = None,
    typed: Posted | None = None,
    entry: EntryForm | None = None,
) -> Response:
    """The dashboard's page; `refusal` is why nothing was changed, `entry` the line that was refused."""
    shown = DashboardPage(
        desk.frame("", clock=False),
        next_part=next_part(desk),
        clock_part=clock_part(desk),
        tables_part=tables_part(desk),
        reports_part=reports_part(desk),
        calls_part=calls_part(desk),
        bracket_part=bracket_part(desk),
        entry_part=entry_part(desk) if entry is None else EntryPart(desk.part_frame, entry),
        join=_join(desk),
        untils=_untils(playing=_playing(desk)),
        until=(typed.text("until") if typed else "") or _first_until(playing=_playing(desk)),
        typed=typed_in(typed),
    )
    return desk.page(shown, refusal)


def _playing(desk: Desk) -> bool:
    return desk.round is not None and desk.round.state is RoundState.PUBLISHED


def _untils(*, playing: bool) -> list[tuple[str, str]]:
    """How long an announcement may stand; with the round only while one is played."""
    minutes = [(str(n), tn("{n} minute is over", "{n} minutes are over", n)) for n in UNTIL_MINUTES]
    with_round = [(UNTIL_ROUND, t("the round is closed"))] if playing else []
    return [*with_round, *minutes, (UNTIL_TAKEN_DOWN, t("it is taken down"))]


def _first_until(*, playing: bool) -> str:
    """What is chosen unless the organizer chooses: news of a hall are old when its round is over."""
    return UNTIL_ROUND if playing else UNTIL_WITHOUT_ROUND


@router.get("/parts")
def parts(desk: InDesk, names: Annotated[str, Query(max_length=200)]) -> Response:
    """Several parts of the dashboard, one after the other: `?names=next,clock`."""
    return _parts(desk, names.split(","))


@router.get("/parts/{name}")
def part(name: str, desk: InDesk) -> Response:
    """One part of the dashboard, as the page's script fetches it."""
    return _parts(desk, [name])


def _parts(desk: Desk, names: Sequence[str]) -> Response:
    if not set(names) <= PARTS.keys():
        raise not_found("part")
    version = desk.view.version  # read before the parts: they may be newer, never older
    found = [desk.fragment(PARTS[name](desk)) for name in dict.fromkeys(names)]
    text = b"\n".join(bytes(each.body) for each in found)
    return HTMLResponse(text, headers={**NO_STORE, EVENT_VERSION: str(version)})


def _join(desk: Desk) -> JoinShown | None:
    if desk.view.phase is Phase.FINISHED:
        return None
    hall, code = hall_address(desk.request, desk.here.context), desk.here.code
    return JoinShown(code, f"{hall}/{code}", join_qr(hall, code), desk.view.registration_open)


@router.post("/next")
def next_command(desk: InDesk, form: InForm) -> Response:
    """Give the command of the next step, as the button of the dashboard or of a draft names it."""
    name = form.text("command")
    number = form.whole("number", "Load the dashboard again and press the button there.")
    commands: dict[str, tuple[str, Callable[[], Done[object]]]] = {
        "pair_round": (
            f"{desk.path}/rounds/{number}",
            lambda: rounds.pair_round(desk.call, desk.here.context.seed(), number),
        ),
        "publish_round": (desk.path, lambda: rounds.publish_round(desk.call, number)),
        "close_round": (desk.path, lambda: rounds.close_round(desk.call, number)),
        "start_cut": (desk.path, lambda: cut.start_cut(desk.call)),
        "pair_cut": (
            f"{desk.path}/rounds/{number}",
            lambda: cut.pair_cut(desk.call, desk.here.context.seed(), number),
        ),
        "finish_tournament": (desk.path, lambda: tournaments.finish_tournament(desk.call)),
    }
    if name not in commands:
        raise Refused("unknown-command", "Load the dashboard again and press the button there.", Kind.INVALID)
    desk.here.require(name)
    to, run = commands[name]
    return desk.carry_out(to, run, lambda refusal: dashboard_of(desk.afresh(), refusal))


@router.post("/clock")
def clock(desk: InDesk, form: InForm) -> Response:
    """Start, pause, resume, reset the clock, or add minutes to it."""
    desk.here.require("set_clock")
    action = form.text("action")

    def run() -> Done[object]:
        number = form.whole("number", "Load the dashboard again and press the button there.")
        seconds = None
        if action == "add":
            minutes = form.whole(
                "minutes", "Say how many minutes, like 5; a minus takes away.", "invalid-minutes"
            )
            seconds = minutes * 60
        return clocks.set_clock(desk.call, number, action, seconds)

    if desk.is_live:
        return _clock_fragment(desk, run)
    return desk.carry_out(desk.path, run, lambda refusal: dashboard_of(desk.afresh(), refusal))


def _clock_fragment(desk: Desk, run: Callable[[], Done[object]]) -> Response:
    try:
        done = run()
    except Refused as refusal:
        return desk.answer(clock_part(desk.afresh(), refusal), refusal)
    return desk.answer(clock_part(desk.afresh()), done=done)


@router.post("/accept")
def accept(desk: InDesk, form: InForm) -> Response:
    """Make the ticked one-sided reports final."""
    desk.here.require("correct_result")

    def run() -> Done[object]:
        return results.accept_reports(desk.call, _ticked(form, message("Tick the reports you accept.")))

    return desk.carry_out(desk.path, run, lambda refusal: dashboard_of(desk.afresh(), refusal))


def _ticked(form: Posted, sentence: str) -> list[int]:
    ticked = [
        int(each) for each in form.many("table") if each.isascii() and each.isdigit() and len(each) < 10
    ]
    if not ticked:
        raise Refused("nothing-ticked", sentence, Kind.INVALID)
    return ticked


@router.post("/accept-biddings")
def accept_biddings(desk: InDesk, form: InForm) -> Response:
    """Confirm the ticked biddings held aloud, which one player entered."""
    desk.here.require("settle_auction")

    def run() -> Done[object]:
        return settling.accept_entries(desk.call, _ticked(form, message("Tick the biddings you accept.")))

    return desk.carry_out(desk.path, run, lambda refusal: dashboard_of(desk.afresh(), refusal))


@router.post("/end-games")
def end_games(desk: InDesk, form: InForm) -> Response:
    """End the second games of the ticked tables, which were not begun, as ties."""
    desk.here.require("correct_result")

    def run() -> Done[object]:
        return both.end_second_games(
            desk.call, _ticked(form, message("Tick the tables whose second game is a tie."))
        )

    return desk.carry_out(desk.path, run, lambda refusal: dashboard_of(desk.afresh(), refusal))


@router.post("/announcements")
def announce(desk: InDesk, form: InForm) -> Response:
    """Say something to everybody."""
    desk.here.require("announce")
    return desk.carry_out(
        desk.path,
        lambda: _announce(desk, form),
        lambda refusal: dashboard_of(desk.afresh(), refusal, form),
    )


def _announce(desk: Desk, form: Posted) -> Done[int]:
    until = form.text("until")
    minutes = None
    if until not in ("", UNTIL_TAKEN_DOWN, UNTIL_ROUND):
        minutes = form.whole("until", "Choose until when it shall stand.", "invalid-minutes")
    return announcements.announce(
        desk.call, form.text("text"), minutes=minutes, with_round=until == UNTIL_ROUND
    )


@router.post("/announcements/{number}/end")
def end_announcement(number: Number, desk: InDesk) -> Response:
    """Take an announcement down, or answer a call."""
    desk.here.require("announce")
    return desk.carry_out(
        desk.path,
        lambda: announcements.end_announcement(desk.call, number),
        lambda refusal: dashboard_of(desk.afresh(), refusal),
    )
