"""Which text both engines can store: PostgreSQL refuses NUL, and neither takes a lone surrogate."""


def is_storable(text: str) -> bool:
    """Whether the text can be kept and looked up as it is."""
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def storable(text: str) -> str:
    """The text with what can't be kept replaced by the sign for an unreadable letter."""
    if is_storable(text):
        return text
    return "".join(
        "\ufffd" if letter == "\x00" or "\ud800" <= letter <= "\udfff" else letter for letter in text
    )
