"""Every page, sheet, refusal and verdict in a made-up language: what is still English was not marked.

Names people typed stay as they are, and so do codes and the titles of cards, products, formats and lists. The
judge's entries have words of their own (app/judge/facts).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.deckcheck import tables
from app.deckcheck.catalog import load_catalog
from app.deckcheck.pools import load_pools
from app.services.kernel.permissions import Role
from app.web.http.language import LANGUAGE_COOKIE
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from tests.made_up_language import CODE, but, entries, untranslated
from tests.other_language import with_language
from tests.stages import HELPERS, NAMES, Stages, player_session, session_of
from tests.walk import Form, Walk, walks
from tests.web.filled import Hall, hall_of
