"""A change notice: the tournament, its new version and the topics that changed.

A notice carries no content. Who hears it asks for what it may see, so that nothing secret can travel here.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Notice:
    """`topics` of a tournament changed with `version`.

    Topics: tournament, players, round, clock, standings, announcement, and table/N with the table's id.
    `listeners` is how many streams of this process were told of it, known once it was told.
    """

    tournament_id: int
    version: int
    topics: frozenset[str]
    listeners: int = field(default=0, compare=False)
