"""Addresses to hand to a phone, as text and as a QR code.

Who sits at the program's own computer reaches it as localhost, which no phone does: then the address of the
hall is put in its place.
"""

from urllib.parse import urlsplit

import segno
from fastapi import Request
from markupsafe import Markup, escape
from segno import helpers as segno_helpers

from app.sentences import t
from app.web.addresses import lan_address
from app.web.context import Context

_OWN_COMPUTER = {"localhost", "127.0.0.1", "::1"}


def hall_address(request: Request, context: Context) -> str:
    """Scheme, host and port under which a phone reaches this program, without a slash at the end."""
    if context.settings.public_url is not None:
        return context.settings.public_url.rstrip("/")
    here = request.url
    if here.hostname not in _OWN_COMPUTER:
        return f"{here.scheme}://{here.netloc}"
    found = lan_address()
    port = urlsplit(str(here)).port
    return f"http://{found}:{port}" if found and port else f"{here.scheme}://{here.netloc}"


def join_qr(hall: str, code: str) -> Markup:
    """The QR code that opens the form to join an event; as text the short address `hall/CODE` is shown."""
    return qr_code(
        f"{hall}/t/{code}/join", t("QR code of the form to join, {address}", address=f"{hall}/{code}")
    )


def qr_code(address: str, label: str) -> Markup:
    """The QR code of an address as SVG; `label` is what it is for who can't see it."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(omitsize=True, border=1)
    return Markup(drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1))  # noqa: S704 - escaped


def wifi_qr_code(name: str, password: str) -> Markup:
    """The QR code that lets a phone into a Wi-Fi; an open one where there is no password."""
    written = segno_helpers.make_wifi_data(
        ssid=name, password=password or None, security="WPA" if password else None
    )
    return qr_code(written, t("QR code of the Wi-Fi {name}", name=name))
