"""Who plays which side where the pairing assigns the sides: the better of both ways for a pair.

The bias of a player is the number of games as Corp less those as Runner; byes do not count. The aim is that
after every round nobody's bias is beyond 1 either way, and that two players never meet with the same sides
twice. What is equal is drawn. Source: Null Signal Games' Organized Play Policies 1.1.3, balanced further.
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.sides import Side


class SideCost(NamedTuple):
    """What a way to give the sides costs, compared from left to right.

    same: 1 if these two met with the same sides before. over: by how much the biases go beyond 1, both
    players together. spread: sum of the squared biases after the game.
    """

    same: int
    over: int
    spread: int


Played = Sequence[tuple[int, Side]]


def bias(sides: Played) -> int:
    """Games as Corp less games as Runner."""
    return sum(1 if side is Side.CORP else -1 for _, side in sides)


def over(of_bias: int) -> int:
    """By how much a bias is beyond the limit of one game."""
    return max(0, abs(of_bias) - 1)


def side_cost(corp_bias: int, runner_bias: int, again: bool) -> SideCost:
    """The cost of one way: the biases before the game of who plays Corp and who plays Runner, and whether
    they met so before."""
    corp, runner = corp_bias + 1, runner_bias - 1
    return SideCost(int(again), over(corp) + over(runner), corp * corp + runner * runner)
