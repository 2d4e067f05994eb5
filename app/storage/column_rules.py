"""What each column is, declared once, for the journal, undo, archives, the public cache and erasing.

A line names a table, its marks and the columns they hold for. Every column is on one line; a test fails for
one without. The marks:

    public      everybody may see it; a change of it makes public answers anew
    staff       only the staff, or the players it concerns
    words       free text in which people write names; erasing a person goes through it
    personal    says who a person is; erasing that person empties it
    fixed       no command changes it once the row is there, so no undo may put it back
    unrecorded  the journal keeps no value of it
    secret      recognises a key (a hash): never recorded, exported or shown
    kept        stays in this installation: no archive has it; here for keys within a column of JSON
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Mark(StrEnum):
    """What a column may be; see the module."""

    PUBLIC = "public"
    STAFF = "staff"
    WORDS = "words"
    PERSONAL = "personal"
    FIXED = "fixed"
    UNRECORDED = "unrecorded"
    SECRET = "secret"  # noqa: S105 - a word
    KEPT = "kept"


_DECLARED = """
tournament      public fixed             id code created_at
tournament      staff fixed              seed
tournament      public unrecorded fixed  version
tournament      public words             info
tournament      public                   name date format pool_date mwl pool_overrides phase registration_open
tournament      public                   round_minutes planned_rounds deck_policy decks_change decks_open
tournament      public                   structure timed_win_points cut_kind cut_size cut_sides
tournament      public                   hide_last_rounds settings finished_at day
tournament      kept                     settings.wifi_name settings.wifi_password

player          public fixed             id tournament_id
player          secret fixed             link_hash
player          public personal          name name_key pronouns
player          staff personal           household
player          public                   corp_identity runner_identity first_round first_round_bye dropped
player          public                   dropped_in_round fixed_table lot erased waiting_since
player          staff                    joined_by joined_at

deck            staff fixed              id tournament_id
deck            staff personal           source verdict
deck            staff words              override_reason
deck            staff                    player_id side cards override_by handed_in_at

deck_check      staff fixed              id tournament_id
deck_check      staff words              finding unlisted
deck_check      staff                    player_id round_number picked_at checked_by checked_at
deck_check      staff                    counted outcome

judge_call      staff fixed              id tournament_id
judge_call      staff words              reason note
judge_call      staff                    player_id round_number table_number made_at claimed_by claimed_at
judge_call      staff                    extra_seconds ended_by ended_at

penalty         staff fixed              id tournament_id
penalty         staff words              infraction note
penalty         staff                    player_id kind round_number table_number given_by given_at

round           public fixed             id tournament_id
round           public words             quality
round           staff                    seed
round           public                   number stage state clock_length clock_added clock_elapsed
round           public                   clock_running_since clock_started_at paired_at published_at closed_at

pairing         public fixed             id tournament_id
pairing         staff words              reason
pairing         staff                    locked first_ready_at second_ready_at
pairing         staff                    one_phone_id one_phone_asked_at one_phone_since
pairing         public                   round_id table_number first_id second_id game_number extra_seconds
pairing         public                   auction sides_by corp_seat settled_by bid_winner_id bid_side bid
pairing         public                   outcome ending corp_points runner_points winner_id decided_by final
pairing         public                   settled_at finished_at agreed first_points second_points first_won
pairing         public                   second_won tied games began first_dice second_dice

game            public fixed             id tournament_id
game            public                   pairing_id number corp_seat outcome ending corp_points runner_points
game            public                   winner_id decided_by finished_at

bid             staff fixed              id tournament_id
bid             staff                    pairing_id auction number seat side amount entered_by placed_at

auction_entry   staff fixed              id tournament_id
auction_entry   staff                    pairing_id entered_by_id winner_id side bid entered_at

game_report     staff fixed              id tournament_id
game_report     staff                    pairing_id player_id outcome ending corp_points runner_points
game_report     staff                    first_dice second_dice reported_at

round_report    staff fixed              id tournament_id
round_report    staff                    pairing_id player_id number kind corp_seat outcome ending
round_report    staff                    corp_points runner_points reported_at

pod             public fixed             id tournament_id
pod             public                   round_id table_number extra_seconds final ending finished_at

pod_seat        public fixed             id tournament_id
pod_seat        public                   pod_id player_id seat points

pod_entry       staff fixed              id tournament_id
pod_entry       staff                    pod_id player_id points ending entered_at

cut_seed        public fixed             id tournament_id
cut_seed        public                   player_id seed

announcement    public fixed             id tournament_id
announcement    public words             text
announcement    public                   kind player_id made_at ended_at

membership      staff fixed              id tournament_id
membership      staff                    account_id role

journal         staff unrecorded fixed   id tournament_id number at actor_kind actor_id command undoes
journal         staff unrecorded words   actor_name summary details changes
journal         staff unrecorded         undone_by

account         staff unrecorded fixed   id created_at
account         staff unrecorded         name name_key
account         secret                   password_hash

day             public unrecorded fixed  id code account_id created_at
day             public unrecorded        name place date

sign_in_link    secret fixed             secret_hash
sign_in_link    staff unrecorded         account_id created_at expires_at used_at

invitation      secret fixed             secret_hash
invitation      staff unrecorded         tournament_id role label created_at expires_at used_by_account_id

api_token       staff unrecorded fixed   id
api_token       secret fixed             secret_hash
api_token       staff unrecorded         account_id label scope created_at expires_at revoked_at

web_session     secret fixed             secret_hash
web_session     staff unrecorded         account_id tournament_id player_id created_at expires_at
"""


@dataclass(frozen=True)
class ColumnRule:
    """The marks of one column."""

    marks: frozenset[Mark]

    @property
    def recorded(self) -> bool:
        """Whether the journal keeps its values."""
        return not self.marks & {Mark.UNRECORDED, Mark.SECRET}

    @property
    def public(self) -> bool:
        """Whether everybody may see it."""
        return Mark.PUBLIC in self.marks


def _read(text: str) -> dict[str, dict[str, ColumnRule]]:
    rules: dict[str, dict[str, ColumnRule]] = {}
    known = {mark.value for mark in Mark}
    for line in filter(None, text.splitlines()):
        table, *words = line.split()
        marks = [word for word in words if word in known]
        for column in words[len(marks) :]:
            if "." in column:  # a key within a column
                continue
            if column in rules.setdefault(table, {}):
                raise ValueError(f"{table}.{column} is declared twice")
            rules[table][column] = ColumnRule(frozenset(map(Mark, marks)))
    return rules


RULES: Mapping[str, Mapping[str, ColumnRule]] = _read(_DECLARED)


def _kept_keys(text: str) -> dict[tuple[str, str], frozenset[str]]:
    keys: dict[tuple[str, str], frozenset[str]] = {}
    for line in filter(None, text.splitlines()):
        table, mark, *columns = line.split()
        for column, _, key in (each.partition(".") for each in columns if mark == Mark.KEPT):
            keys[table, column] = keys.get((table, column), frozenset()) | {key}
    return keys


KEPT_KEYS: Mapping[tuple[str, str], frozenset[str]] = _kept_keys(_DECLARED)


def without_kept(table: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a row, whole or in part, without the keys that stay in this installation."""
    return {
        column: {key: each for key, each in value.items() if key not in KEPT_KEYS[table, column]}
        if (table, column) in KEPT_KEYS and isinstance(value, dict)
        else value
        for column, value in values.items()
    }


def columns_with(table: str, mark: Mark) -> frozenset[str]:
    """The columns of a table that have a mark; none for a table without rules."""
    return frozenset(name for name, rule in RULES.get(table, {}).items() if mark in rule.marks)


def unrecorded(table: str) -> frozenset[str]:
    """The columns of a table of which the journal keeps no value."""
    return frozenset(name for name, rule in RULES.get(table, {}).items() if not rule.recorded)


def public_columns(table: str) -> frozenset[str]:
    """The columns of a table that everybody may see."""
    return columns_with(table, Mark.PUBLIC)
