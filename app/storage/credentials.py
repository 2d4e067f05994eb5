"""How secrets are stored: as hashes only.

Links, tokens and session keys are 256 random bits, so one SHA-256 is enough: nobody can try them all. People
choose their passwords, so those get argon2id (OWASP's first choice) with the parameters pwdlib recommends.
"""

from functools import cache
from hashlib import sha256

from pwdlib import PasswordHash

_passwords = PasswordHash.recommended()


def secret_hash(secret: str) -> str:
    """The SHA-256 of a random secret in hexadecimal, under which it is looked up."""
    return sha256(_bytes(secret)).hexdigest()


def password_hash(password: str) -> str:
    """An argon2id hash with a salt of its own; takes some 50 ms on purpose, so never inside a transaction."""
    return _passwords.hash(_bytes(password))


def password_matches(password: str, kept: str | None) -> bool:
    """Whether the password is the kept one; without a kept one the same work is done for a False."""
    nobody = _hash_of_nobody()
    right = _passwords.verify(_bytes(password), kept or nobody)
    return right and kept is not None


def _bytes(text: str) -> bytes:
    # JSON can hold half a surrogate pair, which plain UTF-8 refuses.
    return text.encode("utf-8", "surrogatepass")


@cache
def _hash_of_nobody() -> str:
    return _passwords.hash("a password that is never accepted")
