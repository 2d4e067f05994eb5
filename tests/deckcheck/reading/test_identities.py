"""How lists say their identity, and when the reader asks instead of guessing."""

import pytest

from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import read
from app.deckcheck.values import Decklist


def identity(decklist: Decklist) -> str | None:
    return decklist.identity.title if decklist.identity else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NBN: Making News\n3 Enigma", "NBN: Making News"),
        ("NBN: Making News (Core Set)\n3 Enigma", "NBN: Making News"),
        ("NBN: Making News (49 cards)\n3 Enigma", "NBN: Making News"),
        ("A name\n\nNBN - Making News\n3 Enigma", "NBN: Making News"),
        ("1 NBN - Making News\n3 Enigma", "NBN: Making News"),
        ("3 Enigma\n1x NBN: Making News", "NBN: Making News"),
        ("3 Enigma\n1 01080", "NBN: Making News"),
        ("Identity: NBN: Making News\n3 Enigma", "NBN: Making News"),
        ("Identity (1)\n1x Making News\n\nIce (3)\n3 Enigma", "NBN: Making News"),
        ("ID: Making News\n3 Enigma", "NBN: Making News"),
        ("Making News\n3 Enigma", "NBN: Making News"),
        ("#Making News\n*nbn\n3 Enigma", "NBN: Making News"),
        ("Making News: Hard Hitting Times\n3 Enigma", "NBN: Making News"),
        (
            "slug\nReina Roja: Getting to Know the Basics (Mala Tempora)\n3 Diesel",
            "Reina Roja: Freedom Fighter",
        ),
        ("#Hayley Kaplan\n3 Diesel", "Hayley Kaplan: Universal Scholar"),
        ("419: Amoral Scammer\n3 Diesel", "419: Amoral Scammer"),
        ("1x 419: Amoral Scammer (The Devil and the Dragon)\n3 Diesel", "419: Amoral Scammer"),
        ("NBN: The World is Yours*\n3 Enigma", "NBN: The World is Yours*"),
        ("NBN: The World is Yours\n3 Enigma", "NBN: The World is Yours*"),
        (
            "Identity: \n1x Haas-Bioroid (Intervention) \n\nICE: (3)\n3 Enigma",
            "Haas-Bioroid: Architects of Tomorrow",
        ),
        ("Identity: \n1x Haas-Bioroid (Core)\n3 Enigma", "Haas-Bioroid: Engineering the Future"),
        ("Sunny Lebeau\n3 Diesel", "Sunny Lebeau: Security Specialist"),
        ("ノイズ：非凡なるハッカー\n3 Diesel", "Noise: Hacker Extraordinaire"),
        (";; identity: NBN: Making News\n3 Enigma", "NBN: Making News"),
        (";; identity-code: 01080\n3 Enigma", "NBN: Making News"),
        (";; identity: NBN: Making News\n;; identity-code: 99999\n3 Enigma", "NBN: Making News"),
        ('{"identity": "Making News", "cards": {"Enigma": 3}}', "NBN: Making News"),
        ('{"Making News": 1, "Enigma": 3}', "NBN: Making News"),
        (
            '<deck><section name="Identity"><card qty="1" id="0">Making News</card></section></deck>',
            "NBN: Making News",
        ),
    ],
)
def test_ways_to_say_it(text: str, expected: str, catalog: Catalog) -> None:
    decklist = read(text, catalog)
    assert identity(decklist) == expected
    assert decklist.problems == ()


@pytest.mark.parametrize(
    ("text", "code", "suggested"),
    [
        ("3 Enigma", "identity-missing", None),
        ("A fine deck\n3 Enigma", "identity-missing", None),
        ("Haas-Bioroid (15)\n3 Enigma", "identity-missing", None),
        ("NBN\n3 Enigma", "identity-ambiguous", "NBN: Making News"),
        ("NBN: my list\n3 Enigma", "identity-ambiguous", "NBN: Making News"),
        ("1x Haas-Bioroid\n3 Enigma", "identity-ambiguous", "Haas-Bioroid: Stronger Together"),
        ("NBN: Makin News\n3 Enigma", "identity-missing", "NBN: Making News"),
        (
            "Identity: Noise: Haker Extraordinaire\n3 Diesel",
            "identity-missing",
            "Noise: Hacker Extraordinaire",
        ),
        ("Noise: Haker Extraordinaire\n3 Diesel", "identity-missing", "Noise: Hacker Extraordinaire"),
        ("#Making New\n3 Enigma", "identity-missing", "NBN: Making News"),
        ("Noise\n3 Enigma", "identity-missing", None),
        ("Kit\n3 Diesel", "identity-missing", "Rielle “Kit” Peddler: Transhuman"),
        ("Hayley\n3 Diesel", "identity-missing", "Hayley Kaplan: Universal Scholar"),
        ("ID: Kate\n3 Diesel", "identity-missing", 'Kate "Mac" McCaffrey: Digital Tinker'),
        ("CtM\n3 Enigma", "identity-missing", "NBN: Controlling the Message"),
    ],
)
def test_what_is_asked_for(text: str, code: str, suggested: str | None, catalog: Catalog) -> None:
    decklist = read(text, catalog)
    assert decklist.identity is None
    (problem,) = decklist.problems
    assert problem.code == code
    assert "choose it apart from the list" in problem.message
    assert (suggested in problem.suggestions) if suggested else problem.suggestions == ()
    assert suggested is None or suggested in problem.message


@pytest.mark.parametrize(
    ("text", "line", "written"),
    [
        ("Identity: Qzxwvq Vwxzqk\n3 Enigma", 1, "Qzxwvq Vwxzqk"),
        ("; identity-code: 99999\n3 Enigma", 2, "99999"),
    ],
)
def test_an_identity_that_nothing_resembles_is_named_without_a_guess(
    text: str, line: int, written: str, catalog: Catalog
) -> None:
    decklist = read(text if line == 1 else f"; title: Fast\n{text}", catalog)
    (problem,) = decklist.problems
    assert (problem.code, problem.line, problem.suggestions) == ("identity-missing", line, ())
    assert problem.message == (
        f"No identity is called “{written}”; add a line with the identity's title, or choose it apart "
        "from the list."
    )


def test_two_identities(catalog: Catalog) -> None:
    decklist = read("NBN: Making News\n1 Noise: Hacker Extraordinaire\n1 NBN: Making News\n3 Enigma", catalog)
    assert [(problem.code, problem.line) for problem in decklist.problems] == [("several-identities", 2)]
    assert [entry.card.title for entry in decklist.entries] == ["Enigma"]


def test_three_copies_of_an_identity(catalog: Catalog) -> None:
    decklist = read("3 NBN: Making News\n3 Enigma", catalog)
    assert identity(decklist) == "NBN: Making News"
    assert [problem.code for problem in decklist.problems] == ["bad-quantity"]


@pytest.mark.parametrize(
    ("text", "chosen", "expected", "codes"),
    [
        ("3 Enigma", "NBN: Making News", "NBN: Making News", []),
        ("3 Enigma", "making news", "NBN: Making News", []),
        ("3 Enigma", "01080", "NBN: Making News", []),
        ("3 Enigma", " ", None, ["identity-missing"]),
        ("3 Enigma", "NBN", None, ["identity-ambiguous"]),
        ("3 Enigma", "Enigma", None, ["identity-missing"]),
        ("3 Enigma", "Nobody", None, ["identity-missing"]),
        ("NBN\n3 Enigma", "NBN: Making News", "NBN: Making News", []),
        ("1x NBN\n3 Enigma", "NBN: Making News", "NBN: Making News", []),
        ("Noise\n3 Enigma", "NBN: Making News", "NBN: Making News", []),
        ("NBN: Making News\n3 Enigma", "NBN: Making News", "NBN: Making News", []),
        ("NBN: Making News\n3 Enigma", "NBN", "NBN: Making News", []),
        (
            "NBN: Making News\n3 Enigma",
            "Azmari EdTech: Shaping the Future",
            "NBN: Making News",
            ["several-identities"],
        ),
        (
            "1x NBN\n3 Enigma",
            "Titan Transnational",
            "Titan Transnational: Investing In Your Future",
            ["several-identities"],
        ),
    ],
)
def test_the_identity_chosen_apart(
    text: str, chosen: str, expected: str | None, codes: list[str], catalog: Catalog
) -> None:
    decklist = read(text, catalog, identity=chosen)
    assert identity(decklist) == expected
    assert [problem.code for problem in decklist.problems] == codes


def test_every_identity_is_found_by_its_title_and_by_unique_halves(catalog: Catalog) -> None:
    identities = catalog.identities()
    assert len(identities) > 100
    for card in identities:
        assert identity(read(f"{card.title}\n3 Enigma", catalog)) == card.title
        before, _, after = card.title.partition(": ")
        for half in (before, after):
            named = catalog.find(half)
            if named is not None and not named.is_identity:  # a card of its own, as Whistleblower is
                continue
            found = read(f"1x {half}\n3 01110", catalog)
            assert identity(found) in (card.title, None)
            if found.identity is None:
                assert found.problems[0].code == "identity-ambiguous"
                assert card.title in found.problems[0].suggestions
