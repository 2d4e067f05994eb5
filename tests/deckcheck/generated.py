"""A generator of random legal decks, and of mutations that break exactly one rule of one.

It works out the pool, the lists and the influence by itself from the catalogue's tables, in the
simplest way that is right for the days it draws, and shares no code with the checker but the catalogue.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from random import Random

from app.deckcheck import tables
from app.deckcheck.catalog import Card, load_catalog
from app.deckcheck.values import Decklist, Entry
from app.sides import Side

CATALOG = load_catalog()
CARDS = {card.title: card for card in CATALOG.cards}
FIRST, LAST = date(2017, 4, 28), date(2019, 12, 31)
CYCLES = ["flashpoint", "red-sand", "kitara"]
DELUXES = ["cac", "hap", "oac", "dad", "rar"]
LISTS = [("NAPD MWL 1.2", "2017-04-12"), ("NAPD MWL 2.0", "2017-10-01"), ("NAPD MWL 2.1", "2018-02-26")]
LISTS.append(("NAPD MWL 2.2", "2018-09-06"))
PROFESSOR = "The Professor: Keeper of Knowledge"
CUSTOM_BIOTICS = "Custom Biotics: Engineered for Success"


BOXES: dict[str, dict[str, int]] = {}
for _card in CATALOG.cards:
    for _printing in _card.printings:
        BOXES.setdefault(_printing.product, {})[_card.title] = _printing.quantity
LISTED: dict[str, list[list[str]]] = {}
for _row in tables.rows("mwl"):
    LISTED.setdefault(_row[1], []).append(_row)


def boxes(codes: list[str]) -> dict[str, int]:
    """Copies per title in one box of each product; on these days no title stands in two of them."""
    found: dict[str, int] = {}
    for code in codes:
        found.update(BOXES[code])
    return found


@dataclass
class Day:
    """What is legal on a day, worked out from the tables."""

    day: date

    def __post_init__(self) -> None:
        out = {code: p for code, p in CATALOG.products.items() if p.released and p.released <= self.day}
        cycles = [cycle for cycle in CYCLES if any(p.cycle == cycle for p in out.values())][-2:]
        packs = [code for code, p in out.items() if p.cycle in cycles]
        core = "core2" if self.day >= date(2017, 10, 1) else "core"
        self.base = boxes([core, "td", *packs])
        self.deluxes = {code: boxes([code]) for code in DELUXES if code in out}
        name = [name for name, start in LISTS if date.fromisoformat(start) <= self.day][-1]
        rows = LISTED[name]
        self.restricted = {row[3] for row in rows if row[4] == "restricted"}
        self.removed = {row[3] for row in rows if row[4] == "removed"}
        self.universal = {row[3]: int(row[5]) for row in rows if row[4] == "universal_influence"}
        self.listed = self.restricted | self.removed | set(self.universal)

    def everything(self) -> dict[str, int]:
        """Copies per title with all deluxes at once."""
        found = dict(self.base)
        for held in self.deluxes.values():
            found.update(held)
        return found


@dataclass
class Deck:
    """A deck in the making."""

    day: Day
    deluxe: str | None
    identity: Card
    cards: dict[str, int]

    @cached_property
    def pool(self) -> dict[str, int]:
        """Copies per title, each capped at what one deck may have."""
        held = self.day.base | (self.day.deluxes[self.deluxe] if self.deluxe else {})
        return {title: min(copies, limit(title)) for title, copies in held.items()}

    @property
    def size(self) -> int:
        return sum(self.cards.values())

    def cost(self, title: str, copies: int) -> int:
        """Influence of that many copies."""
        card = CARDS[title]
        each = 0 if card.faction == self.identity.faction else card.influence or 0
        paying = copies - (self.identity.title == PROFESSOR and card.type == "program" and copies > 0)
        return paying * (each + self.day.universal.get(title, 0))

    @property
    def spent(self) -> int:
        return sum(self.cost(title, copies) for title, copies in self.cards.items())

    def points(self) -> int:
        return sum(CARDS[title].agenda_points * copies for title, copies in self.cards.items())

    def free(self, title: str) -> bool:
        """Whether any number of copies breaks no rule but those of copies: not listed, no cost, no agenda."""
        card = CARDS[title]
        plain = card.type not in ("agenda", "identity") and "Directive" not in card.keywords
        fits = card.faction == self.identity.faction or (card.is_neutral and card.side is self.identity.side)
        unlisted = title not in self.day.listed
        return plain and fits and unlisted and self.cost(title, 3) == 0

    def take_out(self, copies: int, keep: frozenset[str] = frozenset()) -> bool:
        """Take out cards that are free, to make room."""
        for title in sorted(self.cards):
            while copies and title in self.cards and title not in keep and self.free(title):
                self.cards[title] -= 1
                copies -= 1
                if not self.cards[title]:
                    del self.cards[title]
        return copies == 0

    def put_in(self, title: str, copies: int) -> bool:
        """Put cards in the place of free ones."""
        if not self.take_out(copies, frozenset({title})):
            return False
        self.cards[title] = self.cards.get(title, 0) + copies
        return True

    def decklist(self) -> Decklist:
        entries = tuple(Entry(CARDS[title], copies) for title, copies in self.cards.items())
        return Decklist(None, self.identity, entries)


def limit(title: str) -> int:
    """Copies per deck; AstroScript Pilot Program is limit 1 by erratum on all these days."""
    return 1 if title == "AstroScript Pilot Program" else CARDS[title].deck_limit


def legal_deck(random: Random, wanted: str = "") -> Deck:
    """A random legal deck, of the identity wanted if there is one."""
    while True:
        day = Day(FIRST + timedelta(days=random.randrange((LAST - FIRST).days)))
        deluxe = "cac" if wanted else random.choice([None, *day.deluxes])
        held = day.base | (day.deluxes[deluxe] if deluxe else {})
        identities = [title for title in held if CARDS[title].is_identity and title not in day.removed]
        deck = Deck(day, deluxe, CARDS[wanted or random.choice(sorted(identities))], {})
        if fill(deck, random):
            return deck


def fill(deck: Deck, random: Random) -> bool:
    """Agendas first, then whatever fits; whether a full deck came out."""
    identity, pool, day = deck.identity, deck.pool, deck.day
    goal = identity.minimum_deck_size + random.randrange(5)
    least = 2 * (goal // 5) + 2
    titles = [title for title in sorted(pool) if playable(deck, CARDS[title])]
    random.shuffle(titles)
    restricted = identity.title in day.restricted
    spent = 0
    for phase in ("agenda", "rest"):
        for title in titles:
            card = CARDS[title]
            if (card.type == "agenda") != (phase == "agenda") or (title in day.restricted and restricted):
                continue
            copies = random.randint(1, pool[title])
            copies = min(copies, goal - deck.size)
            while (
                copies and card.type == "agenda" and deck.points() + copies * card.agenda_points > least + 1
            ):
                copies -= 1
            allowed = 99 if identity.influence_limit is None else identity.influence_limit
            while copies and spent + deck.cost(title, copies) > allowed:
                copies -= 1
            if copies:
                deck.cards[title] = copies
                spent += deck.cost(title, copies)
                restricted = restricted or title in day.restricted
            if deck.size == goal or (phase == "agenda" and deck.points() >= least):
                break
        if phase == "agenda" and identity.side is Side.CORP and deck.points() < least:
            return False
    return deck.size == goal


def playable(deck: Deck, card: Card) -> bool:
    """Whether the deck may have the card at all, restricted cards aside."""
    identity = deck.identity
    if card.is_identity or card.side is not identity.side or card.title in deck.day.removed:
        return False
    if "Directive" in card.keywords or (identity.title == CUSTOM_BIOTICS and card.faction == "jinteki"):
        return False
    return card.type != "agenda" or card.faction in (identity.faction, "neutral-corp")


def candidates(deck: Deck, pool: dict[str, int]) -> list[str]:
    return [title for title in sorted(pool) if deck.free(title)]


def too_small(deck: Deck, random: Random) -> bool:
    return deck.take_out(deck.size - deck.identity.minimum_deck_size + 1)


def beyond_the_boxes(deck: Deck, random: Random) -> bool:
    few = [t for t in candidates(deck, deck.pool) if deck.pool[t] < limit(t)]
    if not few:
        return False
    title = random.choice(few)
    return deck.put_in(title, deck.pool[title] + 1 - deck.cards.get(title, 0))


def beyond_the_deck_limit(deck: Deck, random: Random) -> bool:
    """The titles of which a box holds more than a deck may have are agendas; others make room for them."""
    held = deck.day.base | (deck.day.deluxes[deck.deluxe] if deck.deluxe else {})
    own = (deck.identity.faction, "neutral-corp")
    many = [
        t for t in sorted(held) if held[t] > limit(t) and CARDS[t].faction in own and t not in deck.day.listed
    ]
    many = [t for t in many if CARDS[t].type == "agenda" and deck.cost(t, 3) == 0]
    if not many or deck.identity.side is Side.RUNNER:
        return False
    title, size, least = random.choice(many), deck.size, 2 * (deck.size // 5) + 2
    deck.cards[title] = limit(title) + 1
    for other in sorted(deck.cards):
        while (
            other != title and deck.cards[other] and CARDS[other].agenda_points and deck.points() > least + 1
        ):
            deck.cards[other] -= 1
    deck.cards = {t: copies for t, copies in deck.cards.items() if copies}
    room = [t for t in candidates(deck, deck.pool) if t not in deck.cards]
    while deck.size < size and room:
        deck.cards[room.pop()] = 1
    return deck.points() >= least and (deck.size <= size or deck.take_out(deck.size - size))


def beyond_both(deck: Deck, random: Random) -> bool:
    title = random.choice(candidates(deck, deck.pool))
    return deck.put_in(title, max(deck.pool[title], limit(title)) + 1 - deck.cards.get(title, 0))


def outside(deck: Deck, random: Random) -> bool:
    inside = deck.day.everything()
    known = {c.title: 1 for c in CATALOG.cards if not inside.keys() & {c.title} and printed_by_ffg(c)}
    return deck.put_in(random.choice(candidates(deck, known)), 1)


def printed_by_ffg(card: Card) -> bool:
    return any(CATALOG.products[printing.product].publisher == "FFG" for printing in card.printings)


def of_another_deluxe(deck: Deck, random: Random) -> bool:
    if deck.deluxe is None:
        return False
    own = deck.day.deluxes[deck.deluxe]
    needed = sum(title in own and title not in deck.day.base for title in [*deck.cards, deck.identity.title])
    others = [held for code, held in sorted(deck.day.deluxes.items()) if code != deck.deluxe]
    found = [t for held in others for t in candidates(deck, held) if t not in deck.pool]
    if needed < 3 or not found:
        return False
    keep = frozenset(own)
    if not deck.take_out(1, keep):
        return False
    deck.cards[random.choice(found)] = 1
    return True


def too_much_influence(deck: Deck, random: Random) -> bool:
    most = deck.identity.influence_limit
    dear = [
        title
        for title, copies in sorted(deck.pool.items())
        if CARDS[title].side is deck.identity.side
        and CARDS[title].type not in ("agenda", "identity")
        and title not in deck.day.listed
        and title not in deck.cards
        and deck.cost(title, copies) > 0
        and not (deck.identity.title == CUSTOM_BIOTICS and CARDS[title].faction == "jinteki")
    ]
    random.shuffle(dear)
    while most is not None and deck.spent <= most and dear:
        title = dear.pop()
        if not deck.put_in(title, deck.pool[title]):
            return False
    return most is not None and deck.spent > most


def another_factions_agenda(deck: Deck, random: Random) -> bool:
    agendas = [title for title in deck.cards if CARDS[title].type == "agenda"]
    if not agendas:
        return False
    out = random.choice(agendas)
    found = [
        title
        for title in sorted(deck.pool)
        if CARDS[title].type == "agenda"
        and CARDS[title].faction not in (deck.identity.faction, "neutral-corp")
        and CARDS[title].agenda_points == CARDS[out].agenda_points
        and title not in deck.day.listed
        and not (deck.identity.title == CUSTOM_BIOTICS and CARDS[title].faction == "jinteki")
    ]
    if not found:
        return False
    deck.cards[out] -= 1
    deck.cards = {title: copies for title, copies in deck.cards.items() if copies}
    deck.cards[random.choice(found)] = 1
    return True


def too_few_points(deck: Deck, random: Random) -> bool:
    least = 2 * (deck.size // 5) + 2
    for title in sorted(deck.cards):
        if CARDS[title].type == "agenda" and deck.points() - CARDS[title].agenda_points < least:
            room = [t for t in candidates(deck, deck.pool) if deck.cards.get(t, 0) < deck.pool[t]]
            if not room or CARDS[title].agenda_points == 0:
                return False
            deck.cards[title] -= 1
            deck.cards = {t: copies for t, copies in deck.cards.items() if copies}
            filler = random.choice(room)
            deck.cards[filler] = deck.cards.get(filler, 0) + 1
            return True
    return False


def of_the_other_side(deck: Deck, random: Random) -> bool:
    found = [
        title
        for title in sorted(deck.day.base)
        if CARDS[title].side is deck.identity.side.other
        and CARDS[title].is_neutral
        and CARDS[title].type not in ("agenda", "identity")
        and not CARDS[title].influence
        and title not in deck.day.listed
    ]
    return deck.put_in(random.choice(found), 1)


def removed_by_the_list(deck: Deck, random: Random) -> bool:
    found = [t for t in sorted(deck.pool) if t in deck.day.removed and in_faction(deck, t)]
    return bool(found) and deck.put_in(random.choice(found), 1)


def two_restricted(deck: Deck, random: Random) -> bool:
    restricted = [t for t in sorted(deck.pool) if t in deck.day.restricted and in_faction(deck, t)]
    found = [t for t in restricted if t not in deck.cards]
    here = [t for t in [*deck.cards, deck.identity.title] if t in deck.day.restricted]
    random.shuffle(found)
    if len(here) + len(found) < 2:
        return False
    return all(deck.put_in(title, 1) for title in found[: 2 - len(here)])


def in_faction(deck: Deck, title: str) -> bool:
    card = CARDS[title]
    own = card.faction == deck.identity.faction or (card.is_neutral and deck.cost(title, 1) == 0)
    return own and card.side is deck.identity.side and card.type not in ("agenda", "identity")


def jinteki_in_custom_biotics(deck: Deck, random: Random) -> bool:
    if deck.identity.title != CUSTOM_BIOTICS:
        return False
    most = 22 - deck.spent
    found = [
        title
        for title in sorted(deck.pool)
        if CARDS[title].faction == "jinteki"
        and CARDS[title].type not in ("agenda", "identity")
        and title not in deck.day.listed
        and deck.cost(title, 1) <= most
    ]
    return bool(found) and deck.put_in(random.choice(found), 1)


def another_identity(deck: Deck, random: Random) -> bool:
    others = [c for c in CATALOG.identities(deck.identity.side) if c.title != deck.identity.title]
    deck.cards[random.choice(others).title] = 1
    return True


Mutation = Callable[[Deck, Random], bool]
MUTATIONS: list[tuple[Mutation, set[str]]] = [
    (too_small, {"deck-too-small"}),
    (beyond_the_boxes, {"copies-exceed-pool"}),
    (beyond_the_deck_limit, {"copies-exceed-deck-limit"}),
    (beyond_both, {"copies-exceed-deck-limit", "copies-exceed-pool"}),
    (outside, {"not-in-pool"}),
    (of_another_deluxe, {"needs-other-deluxe"}),
    (too_much_influence, {"influence-exceeded"}),
    (another_factions_agenda, {"agenda-out-of-faction"}),
    (too_few_points, {"agenda-points-out-of-range"}),
    (of_the_other_side, {"wrong-side"}),
    (removed_by_the_list, {"mwl-removed"}),
    (two_restricted, {"mwl-restricted"}),
    (jinteki_in_custom_biotics, {"identity-restriction"}),
    (another_identity, {"several-identities"}),
]
