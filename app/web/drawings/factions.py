"""A mark for each faction: own shapes on a grid of 16, never the publisher's logos.

Pages print them as symbols of the icon sprite, pictures as paths.
"""

from collections.abc import Mapping

SHAPES: Mapping[str, str] = {
    # A burst.
    "anarch": "M8 0l1.6 4.6L14 2.2l-2.2 4.2L16 8l-4.2 1.6L14 13.8l-4.4-2.4L8 16l-1.6-4.6L2 13.8l2.2-4.2L0 8"
    "l4.2-1.6L2 2.2l4.4 2.4z",
    # Two cuts.
    "criminal": "M0 16 10 0h5L5 16zM10 16l3.7-6H16v6z",
    # A nut.
    "shaper": "M8 0l7 4v8l-7 4-7-4V4zM8 4.6 5 6.3v3.4l3 1.7 3-1.7V6.3z",
    # Three plates.
    "haas-bioroid": "M1 1h14v3.4H1zM1 6.3h9v3.4H1zM1 11.6h14V15H1z",
    # A leaf.
    "jinteki": "M1 15C1 6 6 1 15 1c0 9-5 14-14 14zM4 12l6-6-1-1-6 6z",
    # Waves from a sender.
    "nbn": "M1 15v-4a4 4 0 0 1 4 4zM1 8.5V5.7A9.3 9.3 0 0 1 10.3 15H7.5A6.5 6.5 0 0 0 1 8.5zM1 3.2V.4"
    "A14.6 14.6 0 0 1 15.6 15h-2.8A11.8 11.8 0 0 0 1 3.2z",
    # A peak above its base.
    "weyland-consortium": "M8 1l7 9.5H1zM1 12h14v3H1z",
    # A cross of blocks.
    "adam": "M5.5 0h5v5.5H16v5h-5.5V16h-5v-5.5H0v-5h5.5z",
    # A stone with a hole.
    "apex": "M8 0l8 8-8 8-8-8zM8 4.8 4.8 8 8 11.2 11.2 8z",
    # A sun at the horizon.
    "sunny-lebeau": "M1.5 10a6.5 6.5 0 0 1 13 0zM0 12h16v2.5H0z",
}
