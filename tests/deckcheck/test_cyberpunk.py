"""The law of Cyberpunk TCG decks on lists of real cards: numbers, names, copies, and RAM as a ceiling."""

import json
from datetime import date
from pathlib import Path

import pytest

from app.deckcheck.cyberpunk import CyberCard, CyberCards, judge_cyberpunk
from app.deckcheck.reading.source import Unreadable
from app.deckcheck.verdict import Verdict

DAY = date(2026, 12, 1)
ROWS = json.loads((Path(__file__).parent / "vectors" / "cyberpunk.json").read_text(encoding="utf-8"))
CARDS = CyberCards([CyberCard(**row) for row in ROWS])
LEGENDS = [
    "Yorinobu Arasaka, Embracing Destruction",
    "Viktor Vektor: Sit Down and Relax",
    "V - Corporate Exile",
]
SMALL = [  # at most 2 RAM, red and yellow
    "Industrial Assembly",
    "Kerry Eurodyne, The Last Rockerboy",
    "Mantis Blades",
    "Meredith Stout: Stone Cold Corpo",
    "Ruthless Lowlife",
    "Satori: Sword of Saburo",
    "Swordwise Huscle",
    "Afterparty at Lizzie's",
    "Hanako Arasaka: In A Gilded Cage",
    "Kiroshi Optics",
    "Mandibular Upgrade",
    "Reboot Optics",
    "Secondhand Bombus",
    "T-Bug: Amateur Philosopher",
    "Placide, Voodoo Sentinel",
    "Floor It",
    "Evelyn Parker: Scheming Siren",
]


def cards(count: int) -> dict[str, int]:
    """That many cards of the small ones, three of each as far as it goes."""
    found: dict[str, int] = {}
    for title in SMALL:
        found[title] = min(3, count - sum(found.values()))
    return {title: copies for title, copies in found.items() if copies}


def text(legends: list[str], others: dict[str, int]) -> str:
    lines = ["Legends", *(f"1 {name}" for name in legends), "", "Deck"]
    return "\n".join([*lines, *(f"{copies}x {name}" for name, copies in others.items())])


def judged(legends: list[str], others: dict[str, int]) -> Verdict:
    return judge_cyberpunk(text(legends, others), CARDS, DAY)


BOTH_V = ["V: Streetkid", "V: Corporate Exile"]
BLUE = ["Alt Cunningham: Soulkilller Architect", "Lucyna Kushinada", "V: Corporate Exile"]


@pytest.mark.parametrize(
    ("legends", "others", "codes"),
    [
        (LEGENDS, cards(40), set()),
        (LEGENDS, cards(50), set()),
        (LEGENDS, cards(45), set()),
        (LEGENDS, cards(39), {"deck-too-small"}),
        (LEGENDS, cards(51), {"deck-too-large"}),
        (LEGENDS[:2], cards(40) | {"Floor It": 0}, {"legends-count", "bad-quantity"}),
        ([*LEGENDS, "Lucyna Kushinada"], cards(40), {"legends-count"}),
        ([], cards(38), {"legends-count", "deck-too-small", "ram-exceeded"}),
        ([*LEGENDS[:2], "V: Streetkid"], cards(42), set()),
        ([LEGENDS[0], *BOTH_V], cards(21), {"legends-same-name", "deck-too-small"}),
        (
            [LEGENDS[1], *BOTH_V],
            cards(42),
            {"legends-same-name"},
        ),
        ([LEGENDS[0], LEGENDS[0], LEGENDS[1]], cards(42), {"legends-same-name"}),
        (LEGENDS, cards(40) | {"Mantis Blades": 4}, {"copies-exceed-deck-limit"}),
        (LEGENDS, cards(39) | {"Gorilla Arms": 1}, {"ram-exceeded"}),  # yellow, 4 RAM; one yellow Legend: 2
        (LEGENDS, cards(39) | {"Corpo Security": 1}, {"ram-exceeded"}),  # green without a green Legend
        (LEGENDS, cards(39) | {"Corporate Surveillance": 3}, {"ram-exceeded"}),
        ([*LEGENDS[1:], "River Ward: Detective on the Hunt"], {"Gorilla Arms": 3}, {"deck-too-small"}),
        (BLUE, {"Delamain Cab": 3, "Dying Night: V's Pistol": 3, "Floor It": 3}, {"deck-too-small"}),
        (LEGENDS, cards(40) | {"Mantis Bladez": 1}, {"unknown-card"}),
        (LEGENDS, cards(40) | {"Goro Takemura: Hands Unclean": 1}, {"legends-count"}),
    ],
)  # fmt: skip
def test_twenty_lists(legends: list[str], others: dict[str, int], codes: set[str]) -> None:
    verdict = judged(legends, others)
    assert verdict.codes == codes, [violation.message for violation in verdict.violations]
    assert verdict.legal is not bool(codes)
    assert verdict.warnings == ()


def test_ram_is_a_ceiling_for_each_card_and_no_sum_over_the_deck() -> None:
    """21 cards of each colour have far more RAM together than the 2 of each Legend, and are legal."""
    verdict = judged(LEGENDS, cards(48))
    ram = {card.title: card.ram for card in CARDS.cards}
    total = sum(line.copies * ram[line.card] for line in verdict.lines)
    assert total > 60
    assert verdict.legal
    broken = judged(LEGENDS, cards(39) | {"Gorilla Arms": 1})
    told = broken.violations[0]
    assert (told.card, told.copies, told.allowed) == ("Gorilla Arms", 1, 2)
    assert told.message == "Gorilla Arms has 4 RAM; the Yellow Legends of this deck have 2 together."


def test_two_legends_of_a_colour_add_up() -> None:
    legends = ["Viktor Vektor: Sit Down and Relax", "Dum Dum: Maelstrom Triggerman", LEGENDS[0]]
    assert judged(legends, cards(39) | {"Gorilla Arms": 1}).legal
    assert judged(legends, cards(39) | {"Adam Smasher: Metal Over Meat": 1}).codes == {
        "ram-exceeded"
    }  # 5 RAM


def test_without_facts_numbers_are_checked_and_the_verdict_says_so() -> None:
    verdict = judge_cyberpunk(text(LEGENDS, cards(40) | {"Gorilla Arms": 4}), None, DAY)
    assert verdict.codes == {"copies-exceed-deck-limit"}
    assert [warning.message for warning in verdict.warnings] == [
        "The cards of the game are not known here, so names and RAM were not checked."
    ]
    same = judge_cyberpunk(text([LEGENDS[0], "V, Streetkid", "V: Exile"], cards(40)), None, DAY)
    assert same.codes == {"legends-same-name"}
    unmarked = judge_cyberpunk("\n".join(f"3 {name}" for name in SMALL), None, DAY)
    assert unmarked.codes == {"legends-count", "deck-too-large"}
    assert any("below a line “Legends”" in violation.message for violation in unmarked.violations)


@pytest.mark.parametrize(
    "form",
    [
        "Legends (3)\n{legends}\n\nMain Deck:\n{cards}",
        "## Legends\n{legends}\n## Units\n{cards}",
        "{legends}\n\n{cards}",
        "My crew\n\n{legends}\n{cards}",
    ],
)
def test_forms_of_lists(form: str) -> None:
    legends = "\n".join(f"1x {name} (Alpha Kit Set α002)" for name in LEGENDS)
    lines = "\n".join(f"{name} x{copies}" for name, copies in cards(42).items())
    verdict = judge_cyberpunk(form.format(legends=legends, cards=lines), CARDS, DAY)
    assert verdict.legal, [violation.message for violation in verdict.violations]
    assert verdict.cards == 42


def test_an_object_of_legends_and_cards() -> None:
    assert judge_cyberpunk({"legends": LEGENDS, "cards": cards(40)}, CARDS, DAY).legal
    for wrong in ({"legends": LEGENDS}, {"legends": 3, "cards": {}}, {"legends": [], "cards": {"x": "3"}}, 7):
        with pytest.raises(Unreadable):
            judge_cyberpunk(wrong, CARDS, DAY)


def test_names_of_several_cards_and_misspelt_names_are_asked_about() -> None:
    verdict = judge_cyberpunk(text(LEGENDS, cards(39) | {"Mantis Bladez": 1}), CARDS, DAY)
    assert verdict.violations[0].suggestions[0] == "Mantis Blades"
    two = judge_cyberpunk(text([*LEGENDS[:2], "Goro Takemura"], cards(40)), CARDS, DAY)
    told = next(violation for violation in two.violations if violation.code == "unknown-card")
    assert told.message == "“Goro Takemura” is the name of several cards; write which one."
    assert set(told.suggestions) == {"Goro Takemura: Hands Unclean", "Goro Takemura: Vengeful Bodyguard"}


def test_a_line_with_a_card_that_was_not_read_is_never_left_out_of_a_legal_verdict() -> None:
    whole = text(LEGENDS, cards(40))
    assert judge_cyberpunk(whole + "\nthree Mantis Blades", CARDS, DAY).codes == {"unread-card-line"}
    assert judge_cyberpunk("Mantis Blades\n" + whole, CARDS, DAY).codes == {"unread-card-line"}
    remark = judge_cyberpunk(whole + "\nGood luck everybody", CARDS, DAY)
    assert remark.legal
    assert remark.warnings[0].message.endswith("was not understood: “Good luck everybody”.")
