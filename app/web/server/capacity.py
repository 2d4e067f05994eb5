"""How many connections and event streams this process takes, so that it never runs out of descriptors.

Each connection costs one descriptor. Without one a command could not open its database, a page no file, and
the server could accept nobody. So fewer connections are taken than there are descriptors, and fewer streams
than connections; no single address gets all of either.
"""

import resource
from dataclasses import dataclass

# More than any hall needs; some systems refuse to be asked for an unlimited number.
MOST_DESCRIPTORS = 65_536
# The database's connections, log and lock, the listening socket, files on their way to a browser.
RESERVED = 64
FEWEST_CONNECTIONS = 16


@dataclass(frozen=True)
class Capacity:
    """Numbers of one process; `lobby` connections more may say what they want before they are refused.

    As many again are refused unheard, for the moment in which they read that.
    """

    connections: int
    connections_per_address: int
    lobby: int
    streams: int
    streams_per_address: int
    streams_of_strangers_per_address: int

    @classmethod
    def of(cls, descriptors: int) -> "Capacity":
        """What a process with so many descriptors can take."""
        descriptors = min(descriptors, MOST_DESCRIPTORS)
        lobby = max(8, min(64, descriptors // 8))
        # As many as the lobby may be accepted in one turn of the loop, before anybody counts them.
        connections = max(FEWEST_CONNECTIONS, descriptors - RESERVED - 3 * lobby)
        streams = connections * 3 // 4
        return cls(
            connections=connections,
            connections_per_address=connections * 7 // 8,  # a hall, or a proxy, may share one
            lobby=lobby,
            streams=streams,
            # All players of the largest event may share one, with the screens of the desk.
            streams_per_address=min(4000, streams * 7 // 8),
            # People who are signed in keep the other half, whatever somebody beside them opens.
            streams_of_strangers_per_address=min(1000, streams // 2),
        )

    @classmethod
    def of_process(cls) -> "Capacity":
        """What this process can take with the limit it has now."""
        return cls.of(descriptors())


def descriptors() -> int:
    """How many descriptors this process may have."""
    return _number(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def obtainable_descriptors() -> int:
    """How many it will have after `raise_limit`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(_number(soft), _number(hard))


def raise_limit() -> None:
    """Take as many descriptors as the system allows: the usual 1024 are few for a full hall."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _number(hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    for number in (wanted, 10_240, 4096):  # macOS calls its limit unlimited and refuses more than 10,240
        if soft < number <= wanted:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
            except (OSError, ValueError):
                continue
            return


def _number(limit: int) -> int:
    return MOST_DESCRIPTORS if limit == resource.RLIM_INFINITY else min(limit, MOST_DESCRIPTORS)
