"""Whoever does literally what the advice says has a legal deck: tried on random decks with rules broken."""

import re
from datetime import date
from random import Random

import pytest

from app.deckcheck.advice import advise
from app.deckcheck.catalog import Card
from app.deckcheck.decklists import read
from app.deckcheck.identity_laws import law_of
from app.deckcheck.legality import check
from app.deckcheck.mwl import deck_limit_at
from app.deckcheck.pools import Pool, pool_at
from app.deckcheck.values import Decklist, Entry
from app.deckcheck.verdict import Change, Verdict
from app.sides import Side
from tests.deckcheck.generated import CARDS, CATALOG, MUTATIONS, legal_deck

DECKS = 600


class Reader:
    """Somebody who knows the pool, and does what each piece of advice says and nothing else."""

    def __init__(self, decklist: Decklist, pool: Pool, verdict: Verdict) -> None:
        assert decklist.identity is not None
        self.identity, self.pool = decklist.identity, pool
        self.deluxe = verdict.deluxe
        self.cards: dict[str, int] = {}
        for entry in decklist.entries:
            title = entry.card.title
            self.cards[title] = self.cards.get(title, 0) + entry.copies

    def follow(self, change: Change) -> None:
        if change.kind == "name":  # one identity: the one that stands in the list's own line
            self.cards = {t: n for t, n in self.cards.items() if not CARDS[t].is_identity}
        elif change.key == "advice/this-identity":
            self.identity = CARDS[change.cards[1]]
            assert f"Choose {self.identity.title} in place of {change.cards[0]}" in change.message
        elif change.key == "advice/use-deluxe":
            self.deluxe = change.message.removeprefix("Use ").split(":")[0]
        elif change.kind == "cut":
            for title, copies in change.cuts.items():
                assert title in change.message
                self.cards[title] -= copies
                assert self.cards[title] >= 0
            self.cards = {title: copies for title, copies in self.cards.items() if copies}
        elif change.kind in ("add", "swap"):
            self.fill(change)

    def fill(self, change: Change) -> None:
        """Put in that many cards with that many points; a swap may take out others for it."""
        least, most = change.points or (0, 0)
        if change.add:
            assert f" {change.add} " in change.message
        assert not re.search(r"\b1 (cards|points)\b", change.message)
        if change.key == "agendas/exchange":
            taken = self.take_agendas()
            least, most = least + taken, most + taken
        elif most < 0:
            self.take_out(-most, -least)
            return
        agendas = self.agendas(least, most)
        assert agendas is not None, (change.message, self.identity.title)
        room = change.add - len(agendas)
        assert room >= 0 or change.kind == "swap" or "swap" in change.key, change.message
        for title in agendas:
            self.cards[title] = self.cards.get(title, 0) + 1
        self.fillers(room)

    def take_agendas(self) -> int:
        """Take every agenda out for other cards; what they were worth."""
        held = [title for title in self.cards if CARDS[title].type == "agenda"]
        worth = sum(CARDS[title].agenda_points * self.cards[title] for title in held)
        self.fillers(sum(self.cards.pop(title) for title in held))
        return worth

    def take_out(self, least: int, most: int) -> None:
        """Put other cards in place of agendas worth so much."""
        sums: dict[int, list[str]] = {0: []}
        for title in [t for t, n in self.cards.items() for _ in range(n)]:
            for worth, titles in list(sums.items()):
                sums.setdefault(worth + CARDS[title].agenda_points, [*titles, title])
        found = next(sums[worth] for worth in range(least, most + 1) if worth in sums)
        for title in found:
            self.cards[title] -= 1
        self.fillers(len(found))

    def may_have(self, card: Card) -> int:
        """Copies more of a card that break no rule about single titles."""
        mwl = self.pool.mwl
        listed = mwl is not None and (
            mwl.removes(card) or card.title in {*mwl.restricted, *mwl.universal, *mwl.penalty, *mwl.points}
        )
        if card.side is not self.identity.side or card.is_identity or listed or "Directive" in card.keywords:
            return 0
        own = card.faction == self.identity.faction or (card.is_neutral and not card.influence)
        unlimited = self.identity.influence_limit is None and card.type != "agenda"
        if not own and (not unlimited or card.influence is None):
            return 0
        boxes = [code for code, titles in self.pool.options.items() if card.title in titles]
        have = self.pool.base.get(card.title, 0)
        have += sum(
            self.pool.options[code][card.title]
            for code in boxes
            if CATALOG.products[code].name == self.deluxe
        )
        have = min(have, deck_limit_at(card, self.pool.rules_day))
        law = law_of(self.identity)
        have = have if law.copies is None else min(have, law.copies)
        if mwl is not None and mwl.agenda_cap is not None and card.agenda_points >= 3:
            big = sum(copies for title, copies in self.cards.items() if CARDS[title].agenda_points >= 3)
            have = min(have, self.cards.get(card.title, 0) + mwl.agenda_cap - big)
        return max(have - self.cards.get(card.title, 0), 0)

    def agendas(self, least: int, most: int) -> list[str] | None:
        """The fewest agendas worth least to most points together."""
        if most <= 0:
            return []
        fewest: dict[int, list[str]] = {0: []}
        for card in CATALOG.cards:
            for _copy in range(self.may_have(card) if card.agenda_points else 0):
                for worth, titles in sorted(fewest.items(), reverse=True):
                    reached = worth + card.agenda_points
                    if reached <= most and len(fewest.get(reached, [""] * 99)) > len(titles) + 1:
                        fewest[reached] = [*titles, card.title]
        found = [fewest[worth] for worth in range(max(least, 0), most + 1) if worth in fewest]
        return min(found, key=len, default=None)

    def fillers(self, count: int) -> None:
        """Put in cards that are no agendas and cost nothing; a negative count takes such cards out."""
        plain = [card for card in CATALOG.cards if card.type != "agenda"]
        for card in plain:
            while count > 0 and self.may_have(card):
                self.cards[card.title] = self.cards.get(card.title, 0) + 1
                count -= 1
        for title in sorted(self.cards, key=lambda title: CARDS[title].influence or 0):
            while count < 0 and CARDS[title].type != "agenda" and self.cards[title]:
                self.cards[title] -= 1
                count += 1
        assert count == 0

    def decklist(self) -> Decklist:
        entries = tuple(Entry(CARDS[title], copies) for title, copies in self.cards.items() if copies)
        return Decklist(None, self.identity, entries)


def followed(decklist: Decklist, pool: Pool) -> Verdict:
    verdict = check(decklist, pool)
    changes = advise(decklist, pool, verdict)
    reader = Reader(decklist, pool, verdict)
    for change in changes:
        if not change.key.startswith("boxes/"):
            reader.follow(change)
    after = check(reader.decklist(), pool)
    told = [change.message for change in changes]
    assert after.legal, (pool.day, decklist.identity and decklist.identity.title, told, after.violations)
    return verdict


def test_advice_on_random_decks_with_several_rules_broken() -> None:
    random = Random(20180215)
    seen: set[str] = set()
    for _number in range(DECKS):
        deck = legal_deck(random)
        for mutation, _codes in random.sample(MUTATIONS, random.randint(1, 4)):
            before = dict(deck.cards)
            if not mutation(deck, random):
                deck.cards = before
        for title in random.sample(sorted(deck.cards), random.choice([0, 0, 1, 4, 12])):
            del deck.cards[title]
        if random.random() < 0.2:
            identities = CATALOG.identities(deck.identity.side)
            deck.identity = random.choice([card for card in identities if not card.is_draft])
        verdict = followed(deck.decklist(), pool_at(CATALOG, "cache-refresh", deck.day.day))
        seen |= verdict.codes
    assert len(seen) >= 12, seen


FORMATS = [
    ("modded", date(2018, 10, 1)),
    ("socr8", date(2018, 10, 1)),
    ("socr9", date(2019, 7, 1)),
    ("cache-refresh-today", date(2026, 11, 30)),
    ("standard", date(2016, 6, 1)),
    ("standard", date(2017, 5, 1)),
    ("standard", date(2023, 1, 1)),
    ("standard", date(2026, 11, 30)),
    ("eternal", date(2026, 11, 30)),
    ("snapshot", date(2020, 1, 1)),
]


def random_deck(pool: Pool, random: Random) -> Decklist:
    """Cards of the pool in any number, some of another side, faction or pool among them."""
    inside = [
        card
        for card in CATALOG.cards
        if any(card.title in held for held in [pool.base, *pool.options.values()])
    ]
    source = inside if random.random() < 0.85 else CATALOG.cards
    identity = random.choice([card for card in source if card.is_identity])
    fits = [card for card in inside if card.side is identity.side and not card.is_identity]
    fits = [c for c in fits if c.faction == identity.faction or c.is_neutral or random.random() < 0.25]
    random.shuffle(fits)
    agendas = [card for card in fits if card.type == "agenda"][: random.randint(0, 8)]
    others = [card for card in fits if card.type != "agenda"][: random.randint(0, 25)]
    strange = [c for c in random.sample(CATALOG.cards, random.choice([0, 0, 1, 3])) if not c.is_identity]
    cards = {card.title: card for card in [*agendas, *others, *strange]}
    return Decklist(None, identity, tuple(Entry(card, random.randint(1, 4)) for card in cards.values()))


@pytest.mark.parametrize(("format", "day"), FORMATS)
def test_advice_in_other_formats(format: str, day: date) -> None:
    random, pool = Random(f"{format} {day}"), pool_at(CATALOG, format, day)
    for _number in range(40):
        decklist = random_deck(pool, random)
        if law_of(
            decklist.identity
        ).foreign_agendas:  # which agendas it may still take depends on those it has
            continue
        followed(decklist, pool)


def test_the_identitys_deluxe_is_named_before_another_identity() -> None:
    """Two cards of another deluxe would outweigh the identity's; keeping it is possible all the same."""
    text = "Adam: Compulsive Hacker\n3 Clone Chip\n3 Daily Casts\n3 Dirty Laundry\n3 Sure Gamble\n"
    decklist = read(text, CATALOG)
    pool = pool_at(CATALOG, "cache-refresh", date(2018, 2, 15))
    assert check(decklist, pool).deluxe == "Creation and Control"
    told = [change.message for change in advise(decklist, pool, check(decklist, pool))]
    assert told[:2] == [
        "Use Data and Destiny: Adam: Compulsive Hacker is in it.",
        "Cut 3 Clone Chip, 3 Daily Casts and 3 Dirty Laundry: they are in Creation and Control, and this "
        "deck uses Data and Destiny.",
    ]
    assert not any(line.startswith("Choose ") for line in told)
    followed(decklist, pool)


@pytest.mark.parametrize("side", list(Side))
def test_an_identity_outside_the_pool_gets_one_of_its_faction(side: Side) -> None:
    title = "Noise: Hacker Extraordinaire" if side is Side.RUNNER else "Haas-Bioroid: Engineering the Future"
    pool = pool_at(CATALOG, "cache-refresh", date(2018, 2, 15))
    decklist = Decklist(None, CARDS[title], ())
    told = advise(decklist, pool, check(decklist, pool))[0]
    assert told.cards[0] == title
    assert CARDS[told.cards[1]].faction == CARDS[title].faction
    followed(decklist, pool)
