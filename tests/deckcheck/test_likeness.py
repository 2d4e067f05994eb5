"""What is suggested for names that are no titles."""

import pytest

from app.deckcheck.catalog import load_catalog
from app.deckcheck.likeness import Likeness

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("Astroscript", ("AstroScript Pilot Program",)),
        ("Sure Gambel", ("Sure Gamble",)),
        ("Hedge Fun", ("Hedge Fund",)),
        ("PAD campain", ("PAD Campaign",)),
        ("NAPD", ("NAPD Contract", "NAPD Cordon")),
        ("Eli", ("Eli 1.0", "Eli 2.0", "Elizabeth Mills")),
        ("Beale", ("Project Beale",)),
        ("SMC", ("Self-modifying Code",)),
        ("Ichi 1", ("Ichi 1.0",)),
        ("RND Interface", ("R&D Interface",)),
    ],
)
def test_a_good_answer_keeps_poor_ones_out(name: str, titles: tuple[str, ...]) -> None:
    assert CATALOG.suggest(name) == titles


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Kit", "Rielle “Kit” Peddler: Transhuman"),
        ("Kate", 'Kate "Mac" McCaffrey: Digital Tinker'),
        ("Hayley", "Hayley Kaplan: Universal Scholar"),
        ("CtM", "NBN: Controlling the Message"),
        ("EtF", "Haas-Bioroid: Engineering the Future"),
        ("NEH", "Near-Earth Hub: Broadcast Center"),
    ],
)
def test_identities_by_the_names_people_call_them(name: str, title: str) -> None:
    assert CATALOG.suggest(name, identities=True)[0] == title
    assert CATALOG.likely_identities(name)[0].title == title


def test_a_deck_name_is_like_no_identity() -> None:
    assert CATALOG.likely_identities("My first deck") == ()


def test_what_is_almost_right_stands_before_a_word_in_the_middle() -> None:
    index = Likeness(["Total Recall Order", "Recall Ordr", "Order of Sol"])
    assert index.alike("Recall Order", 3) == ("Recall Ordr", "Total Recall Order")
    assert index.alike("nothing of the kind", 3) == ()
