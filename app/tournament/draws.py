"""Random draws as a pure function of the tournament's seed (a hash, no generator).

A draw is a 64-bit number taken from BLAKE2b over the seed, the purpose of the draw and the numbers it
is about (player ids). So a draw depends neither on the order in which players are listed nor on how many
there are, the same seed gives the same draw on every machine, and a player who joins late does not change
the draws of the others. `mixed` (the finalizer of SplitMix64) spreads such a number further where a
cryptographic hash for each pair of players would be too slow.
"""

from collections.abc import Iterable
from hashlib import blake2b

_MASK = (1 << 64) - 1


def drawn(seed: int, purpose: str, *about: int) -> int:
    """The 64-bit number that `seed` draws for `purpose` about these numbers; any integers may be given."""
    text = f"{seed}/{purpose}/{'/'.join(map(str, about))}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


class Draw:
    """`drawn` for one seed and purpose about many single numbers, which it hashes faster."""

    def __init__(self, seed: int, purpose: str) -> None:
        self._start = blake2b(f"{seed}/{purpose}/".encode(), digest_size=8)

    def __call__(self, about: int) -> int:
        """The same number as drawn(seed, purpose, about)."""
        digest = self._start.copy()
        digest.update(b"%d" % about)
        return int.from_bytes(digest.digest(), "big")


def mixed(value: int) -> int:
    """The finalizer of SplitMix64 (Steele, Lea, Flood 2014): one 64-bit number for another, well spread."""
    value = (value + 0x9E3779B97F4A7C15) & _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def drawn_order(seed: int, purpose: str, players: Iterable[int]) -> list[int]:
    """The players in the order drawn by the seed; equal for every order in which they are given."""
    draw = Draw(seed, purpose)
    return sorted(players, key=lambda player: (draw(player), player))
