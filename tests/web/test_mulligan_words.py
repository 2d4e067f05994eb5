"""What is said of the mulligan once the sides are bought."""

import pytest

from app.services.kernel.views import StartingView, StartView
from app.tournament.auction import price
from app.web.presenters.auction import mulligan_words


@pytest.mark.parametrize(
    ("bid", "said"),
    [
        (0, "Both may mulligan once: 5 cards again."),
        (1, "Both may mulligan once: 5 cards again."),
        (2, "Both may mulligan once: the Runner draws 4 cards again, not 5."),
    ],
)
def test_a_bid_that_costs_credits_alone_leaves_the_plain_sentence(bid: int, said: str) -> None:
    full, left = price(0), price(bid)
    starting = StartingView(StartView(full.hand, full.credits), StartView(left.hand, left.credits))
    assert mulligan_words(starting) == said
