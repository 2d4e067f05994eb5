"""How phones reach the program: its address in the hall, as text and as a QR code.

An organizer who sits at localhost must not hand out localhost: then the address of the local network is used.
"""

import io
from urllib.parse import urlsplit

import segno
from fastapi import Request
from markupsafe import Markup

from app.web.addresses import addresses
from app.web.context import Context

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def hall_origin(request: Request, context: Context) -> str:
    """Scheme, host and port for people elsewhere in the hall; a configured public address outranks all."""
    settings = context.settings
    if settings.public_url is not None:
        return settings.public_url
    here = urlsplit(str(request.base_url))
    if here.hostname in LOOPBACK:
        return addresses("0.0.0.0", here.port or 80).best  # noqa: S104 - asks for the hall's address
    return f"{here.scheme}://{here.netloc}"


def qr_code(text: str) -> Markup:
    """A QR code as SVG for a page; it says its text to who can't see it."""
    drawn = io.BytesIO()
    segno.make_qr(text, error="m").save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=False,
        border=1,
        omitsize=True,
        dark="#000",
        light="#fff",
        nl=False,
    )
    svg = drawn.getvalue().decode()
    label = Markup("QR code of {}").format(text)
    return Markup(svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1))  # noqa: S704 - segno's own
