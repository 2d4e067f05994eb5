"""The afternoons of games that are no Netrunner: duels with one deck, and tables of several players.

As in `afternoon`, every table ends differently from the one before and stops at another point of the round.
"""

from collections.abc import Iterator, Sequence
from random import Random

from app.services.event import queries
from app.services.exchange.afternoon import ASSIGNED_SCENES, BOTH_SEATS, Afternoon
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.pod_views import PodView
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.kernel.views import TableView
from app.services.people.entries import Entry
from app.services.play import beginning, pod_results
from app.tournament.auction import Seat
from app.tournament.lifecycle import TableState
from app.tournament.pod_results import USUAL_GOAL, PodEnding, PodReport
from app.tournament.results import Ending, Outcome, Report

_DUELS = (
    Report(Outcome.FIRST, Ending.GIGS, first_dice=7, second_dice=4),
    Report(Outcome.SECOND, Ending.GIGS, first_dice=3, second_dice=8),
    Report(Outcome.SECOND, Ending.OVERTIME, first_dice=5, second_dice=7),
    Report(Outcome.FIRST, Ending.DECKED, first_dice=6, second_dice=5),
    Report(Outcome.TIE, Ending.TIME, first_dice=5, second_dice=5),
    Report(Outcome.FIRST, Ending.TIME, first_dice=6, second_dice=4),
    Report(Outcome.SECOND, Ending.CONCESSION),
)
# Cards of three colours that three Legends of these colours have the RAM for.
_LEGENDS = ("V: Streetkid", "Jackie Welles: Pour One Out For Me", "River Ward: Detective on the Hunt")
# fmt: off
_CARDS = (
    "Afterparty at Lizzie's", "Evelyn Parker: Scheming Siren", "Floor It", "Hanako Arasaka: In A Gilded Cage",
    "Industrial Assembly", "Kerry Eurodyne: The Last Rockerboy", "Kiroshi Optics", "Mandibular Upgrade",
    "Mantis Blades", "Meredith Stout: Stone Cold Corpo", "Placide: Voodoo Sentinel", "Reboot Optics",
    "Ruthless Lowlife", "Satori: Sword of Saburo", "Secondhand Bombus", "Swordwise Huscle",
    "T-Bug: Amateur Philosopher",
)
# fmt: on
_TITLES, _COPIES = 14, 3
_POD_SCENES = ("playing", "reported", "done", "at time", "playing", "reported")


class DuelAfternoon(Afternoon):
    """The afternoon of a game of two without sides."""

    def next_report(self) -> Report:
        """The end of a game that differs from the one before."""
        self.games += 1
        return _DUELS[(self.games - 1) % len(_DUELS)]

    def play(self, table: TableView) -> None:
        """The whole game; at every third table nobody tells who began."""
        if self.games % 3:
            self.begin(table, BOTH_SEATS[self.games % 2])
        super().play(table)

    def begin(self, table: TableView, seat: Seat) -> None:
        """The first seat tells who begins."""
        beginner = self.player(table, seat).id
        beginning.tell_who_begins(self.call(3, self.player(table, Seat.FIRST)), table.id, beginner)

    def scenes_of(self, table: TableView) -> tuple[str, ...]:
        """Those of tables at which nobody bids."""
        return ASSIGNED_SCENES

    def bring(self, table: TableView, scene: str) -> None:
        """Bring a table into a state of the game."""
        self.begin(table, Seat.SECOND)
        if scene == "reported":
            self.report(table, BOTH_SEATS[:1], _DUELS[0])
        elif scene == "disputed":
            self.report(table, BOTH_SEATS, _DUELS[0], _DUELS[1])
        elif scene == "tied":
            self.report(table, BOTH_SEATS, _DUELS[4], _DUELS[4])


class TablesAfternoon(Afternoon):
    """The afternoon of a game of several players at a table."""

    def pods(self, number: int) -> Sequence[PodView]:
        view = queries.round_view(
            self.installation, self.tournament_id, number, ORGANIZER_VIEWER, self.moment
        )
        return view.pods

    def play_all(self, number: int) -> None:
        """A whole round at all of its tables; every fourth game ends at time."""
        for pod in self.pods(number):
            self.games += 1
            self._report(pod, BOTH_SEATS, PodEnding.POINTS if self.games % 4 else PodEnding.TIME)

    def show_all(self, number: int) -> None:
        """Bring every table of the round into another state."""
        for pod, scene in zip(self.pods(number), _POD_SCENES, strict=True):
            if scene != "playing":
                seats = BOTH_SEATS[:1] if scene == "reported" else BOTH_SEATS
                self._report(pod, seats, PodEnding.TIME if scene == "at time" else PodEnding.POINTS)

    def two_who_can_play_on(self, number: int) -> tuple[int, int]:
        """Two players of the first table whose points wait for a second word; who can confirm is first."""
        pod = next(each for each in self.pods(number) if each.state is TableState.REPORTED)
        return pod.seats[1].player_id, pod.seats[0].player_id

    def _report(self, pod: PodView, seats: Sequence[Seat], ending: PodEnding) -> None:
        """One player enters the points of everybody; a second one, if there, confirms them."""
        points = {seat.player_id: self.random.randrange(30, 115) for seat in pod.seats}
        if ending is PodEnding.POINTS:
            points[self.random.choice(pod.seats).player_id] = USUAL_GOAL + self.random.randrange(12)
        for holder, _ in zip(pod.seats, seats, strict=False):
            actor = Actor(ActorKind.PLAYER, holder.player_id, holder.name, self.tournament_id)
            pod_results.report_pod(self.call(5, actor), pod.id, PodReport(points, ending))


def duel_entries(names: Sequence[str], random: Random) -> Iterator[Entry]:
    """Everybody with a deck of three Legends and cards that their RAM allows."""
    for name in names:
        cards = sorted(random.sample(_CARDS, _TITLES))
        lines = ["Legends", *_LEGENDS, "", "Deck", *(f"{_COPIES} {title}" for title in cards)]
        yield Entry(name, deck="\n".join(lines) + "\n")
