"""Accounts, passwords and one-time links."""

from datetime import timedelta

import pytest
from sqlmodel import select

from app.services.kernel.errors import Kind, Refused
from app.services.people import accounts
from app.services.people.accounts import create_account, sign_in_with_link, sign_in_with_password
from app.storage import credentials
from app.storage.access_tables import Account, SignInLink

pytestmark = pytest.mark.both_engines

PASSWORD = "nineteen blue ice walls"


def test_a_new_account_comes_in_by_its_link_once(installation, now):
    assert not accounts.has_accounts(installation)
    made = create_account(installation, now, "  Olga   Ivanova ", "s3cret")
    assert accounts.has_accounts(installation)
    assert (made.name, made.has_password) == ("Olga Ivanova", False)
    assert sign_in_with_link(installation, now + timedelta(days=6), "s3cret") == made
    with pytest.raises(Refused) as refused:
        sign_in_with_link(installation, now + timedelta(days=6), "s3cret")
    assert (refused.value.code, refused.value.kind) == ("wrong-credentials", Kind.NOT_SIGNED_IN)


def test_a_link_ends_after_a_week_and_a_new_one_can_be_made(installation, now):
    create_account(installation, now, "Olga", "old")
    with pytest.raises(Refused):
        sign_in_with_link(installation, now + timedelta(days=7), "old")
    later = now + timedelta(days=8)
    accounts.new_sign_in_link(installation, later, "OLGA", "new")
    assert sign_in_with_link(installation, later, "new").name == "Olga"
    with pytest.raises(Refused) as refused:
        accounts.new_sign_in_link(installation, later, "Nobody", "x")
    assert refused.value.kind == Kind.NOT_FOUND


def test_two_accounts_never_share_a_name(installation, now):
    create_account(installation, now, "Olga", "one")
    with pytest.raises(Refused) as refused:
        create_account(installation, now, "ｏｌｇａ ", "two")
    assert (refused.value.code, refused.value.kind) == ("name-taken", Kind.CONFLICT)


def test_passwords_and_secrets_are_not_in_the_database(installation, now):
    made = create_account(installation, now, "Olga", "a-secret-of-a-link")
    with installation.database.read_session() as session:
        link = session.exec(select(SignInLink)).one()
    accounts.set_password(installation, made.id, PASSWORD)
    with installation.database.read_session() as session:
        account = session.exec(select(Account)).one()
        assert session.exec(select(SignInLink)).all() == [], "a new password ends the links"
    assert account.password_hash is not None
    assert account.password_hash.startswith("$argon2id$")
    assert link.secret_hash == credentials.secret_hash("a-secret-of-a-link") != "a-secret-of-a-link"


def test_name_and_password_must_belong_together(installation, now):
    made = create_account(installation, now, "Olga", "one")
    create_account(installation, now, "No Password", "two")
    accounts.set_password(installation, made.id, PASSWORD)
    assert sign_in_with_password(installation, "olga", PASSWORD).id == made.id
    said = set()
    wrong = [("Olga", "wrong wrong wrong"), ("Nobody", PASSWORD), ("No Password", ""), ("a\x00b", "\ud800")]
    for name, password in wrong:
        with pytest.raises(Refused) as refused:
            sign_in_with_password(installation, name, password)
        said.add((refused.value.code, refused.value.sentence, refused.value.kind))
    assert len(said) == 1


def test_an_unknown_name_costs_the_same_work(installation, now, monkeypatch):
    made = create_account(installation, now, "Olga", "one")
    accounts.set_password(installation, made.id, PASSWORD)
    verified = []
    real = credentials._passwords.verify

    def counted(password, kept):
        verified.append(kept.rsplit("$", 2)[0])
        return real(password, kept)

    monkeypatch.setattr(credentials._passwords, "verify", counted)
    for name in ("Olga", "Nobody"):
        with pytest.raises(Refused):
            sign_in_with_password(installation, name, "wrong wrong wrong")
    assert len(verified) == 2
    assert verified[0] == verified[1], "the parameters of argon2 differ, and so does the time"


@pytest.mark.parametrize("password", ["", "ninechars", "x" * 201])
def test_a_weak_or_endless_password_is_refused(installation, now, password):
    made = create_account(installation, now, "Olga", "one")
    with pytest.raises(Refused) as refused:
        accounts.set_password(installation, made.id, password)
    assert (refused.value.code, refused.value.kind) == ("weak-password", Kind.INVALID)


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 61, "A\x00na", "A\ue000na", "\ud800", "\u200b\u200b", "\u0301"], ids=ascii
)
def test_a_name_nobody_can_read_is_refused(installation, now, name):
    with pytest.raises(Refused) as refused:
        create_account(installation, now, name, "one")
    assert (refused.value.code, refused.value.kind) == ("invalid-name", Kind.INVALID)
    assert not accounts.has_accounts(installation)
