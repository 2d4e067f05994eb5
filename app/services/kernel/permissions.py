"""Who may do what: ONE table, asked by handlers and by what pages show.

Keys are the commands of the lifecycle and the things one may see. PLAYER means a player of this very
tournament, and always only what is that player's own: services check that again with `require_own`.
"""

from collections.abc import Mapping

from app.sentences import Sentence, say
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.storage.kinds import Role as Role

MEMBER_ROLES = (Role.OWNER, Role.ORGANIZER, Role.JUDGE, Role.DISPLAY)

_EVERYBODY = frozenset(Role)
_OWNER = frozenset({Role.OWNER})
_RUN = frozenset({Role.OWNER, Role.ORGANIZER})
_STAFF = _RUN | {Role.JUDGE}
_OWN = frozenset({Role.PLAYER})

PERMISSIONS: Mapping[str, frozenset[Role]] = {
    # commands
    "edit_tournament": _RUN,
    "set_registration": _RUN,
    "register_player": _EVERYBODY,
    "add_players": _RUN,
    "remove_players": _RUN,
    "edit_player": _RUN | _OWN,
    "seat_player": _RUN,
    "hand_in_deck": _RUN | _OWN,
    "override_deck": _STAFF,
    "check_decks": _STAFF,
    "drop_player": _RUN | _OWN,
    "reinstate_player": _RUN | _OWN,
    "issue_link": _RUN,
    "pair_round": _RUN,
    "edit_draft": _RUN,
    "publish_round": _RUN,
    "play_bye": _RUN,
    "withdraw_round": _RUN,
    "delete_round": _RUN,
    "close_round": _RUN,
    "set_clock": _STAFF,
    "check_in": _STAFF | _OWN,
    "place_bid": _STAFF | _OWN,
    "share_phone": _OWN,
    "settle_auction": _STAFF,
    "choose_side": _STAFF | _OWN,
    "report_result": _OWN,
    "correct_result": _STAFF,
    "enter_table": _STAFF,
    "uphold_report": _STAFF,
    "correct_sides": _STAFF,
    "start_cut": _RUN,
    "pair_cut": _RUN,
    "finish_tournament": _RUN,
    "reopen_tournament": _RUN,
    "announce": _STAFF,
    "end_announcement": _STAFF,
    "call_organizer": _OWN,
    "take_back_call": _OWN,
    "claim_call": _STAFF,
    "close_call": _STAFF,
    "give_penalty": _STAFF,
    "undo": _RUN,
    "manage_members": _OWNER,
    "set_day": _OWNER,
    "move_player": _RUN,
    # Both are about the event as a whole, so they have no entry in a journal.
    "copy_tournament": _RUN,
    "delete_tournament": _OWNER,
    # The invitation itself is the right.
    "accept_invitation": _EVERYBODY,
    "erase_player": _RUN,
    # what may be seen
    "see_tournament": _EVERYBODY,
    "see_standings": _EVERYBODY,
    "see_hidden_standings": _STAFF,
    "see_drafts": _RUN,
    "see_bids": _STAFF | _OWN,
    "see_reports": _STAFF | _OWN,
    "see_decks": _STAFF | _OWN,
    "see_calls": _STAFF | _OWN,
    "see_penalties": _STAFF | _OWN,
    "see_journal": _STAFF,
    "see_members": _STAFF,
    "see_dashboard": _STAFF,
    "see_display": _EVERYBODY,
    "export_results": _EVERYBODY,
    "export_archive": _RUN,
}

# Commands with the right and the lifecycle of another one; each has a name of its own in the journal.
RIGHT_OF: Mapping[str, str] = {
    "hand_over_player": "move_player",
    "take_back_player": "move_player",
    "receive_player": "add_players",
    "edit_pool": "edit_tournament",
    "give_place": "add_players",
    "count_cards": "check_decks",
    "record_deck_check": "check_decks",
    "accept_reports": "correct_result",
    "accept_pod": "correct_result",
    "clear_pod": "correct_result",
    "correct_pod": "correct_result",
    "extend_pod": "set_clock",
    "move_to_pod": "edit_draft",
    "report_pod": "report_result",
    "agree_to_draw": "report_result",
    "correct_games": "correct_result",
    "end_second_games": "correct_result",
    "enter_games": "enter_table",
    "enter_draw": "enter_table",
    "report_games": "report_result",
    "set_intentional_draw": "correct_result",
    "take_back_draw": "report_result",
    "clear_result": "correct_result",
    "fill_gaps": "edit_draft",
    "lock_table": "edit_draft",
    "pair_by_hand": "edit_draft",
    "set_table_number": "edit_draft",
    "shuffle_round": "edit_draft",
    "swap_seats": "edit_draft",
    "swap_sides": "edit_draft",
    "take_apart": "edit_draft",
    "add_member": "manage_members",
    "change_role": "manage_members",
    "invite_member": "manage_members",
    "remove_member": "manage_members",
    "withdraw_invitation": "manage_members",
    "confirm_settlement": "place_bid",
    "enter_settlement": "place_bid",
    "extend_table": "set_clock",
    "accept_entries": "settle_auction",
    "restart_auction": "settle_auction",
    "agree_to_one_phone": "share_phone",
    "end_one_phone": "share_phone",
    "tell_who_begins": "check_in",
}


def right_of(command: str) -> str:
    """The entry of PERMISSIONS, and of the lifecycle's COMMANDS, that decides about a command."""
    return RIGHT_OF.get(command, command)


def may(role: Role, action: str) -> bool:
    """Whether the role may do or see this; KeyError for an action without an entry."""
    return role in PERMISSIONS[action]


def require(role: Role, action: str) -> None:
    """Raise Refused not-allowed (403) unless the role may; not-signed-in (401) for who could sign in."""
    if may(role, action):
        return
    if role is Role.PUBLIC:
        raise Refused("not-signed-in", "Sign in first, or open your personal link.", Kind.NOT_SIGNED_IN)
    raise Refused("not-allowed", _whose(action, role), Kind.FORBIDDEN)


def _whose(action: str, role: Role) -> Sentence:
    """Whose action it is, for somebody whose it is not."""
    if PERMISSIONS[action] <= _OWN:
        return say("Only a player of the event may do this, on the own phone.")
    if PERMISSIONS[action] <= _OWNER:
        return say("Only an owner of the event may do this.")
    return say("This is not for the role {role}: ask an organizer.", role=role.word)


def require_own(actor: Actor, tournament_id: int, player_id: int) -> None:
    """Raise Refused not-allowed (403) when a player, or somebody unknown, acts for another player."""
    if actor.kind in (ActorKind.ORGANIZER, ActorKind.SYSTEM):
        return
    if actor.kind is ActorKind.PLAYER and (actor.tournament_id, actor.id) == (tournament_id, player_id):
        return
    raise Refused("not-allowed", "Only this player and the organizers may do this.", Kind.FORBIDDEN)
