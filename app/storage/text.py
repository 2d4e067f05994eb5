"""Which text both engines can store: PostgreSQL refuses NUL, and neither takes a lone surrogate."""


def is_storable(text: str) -> bool:
    """Whether the text can be kept and looked up as it is."""
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
