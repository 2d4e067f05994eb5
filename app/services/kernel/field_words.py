"""What the fields of entries and settings, and the rows of an event, are called in sentences."""

from collections.abc import Iterable, Mapping

from app.sentences import Sentence, message, say

FIELDS: Mapping[str, str] = {
    # an event
    "name": message("name"),
    "date": message("date"),
    "format": message("format"),
    "structure": message("structure"),
    "pool_date": message("pool date"),
    "mwl": message("mwl"),
    "pool_overrides": message("pool overrides"),
    "info": message("info"),
    "round_minutes": message("round minutes"),
    "planned_rounds": message("planned rounds"),
    "deck_policy": message("deck policy"),
    "decks_change": message("decks change"),
    "decks_open": message("decks open"),
    "timed_win_points": message("timed win points"),
    "cut_kind": message("cut kind"),
    "cut_size": message("cut size"),
    "cut_sides": message("cut sides"),
    "hide_last_rounds": message("hide last rounds"),
    "settings": message("settings"),
    # beside them, within the settings
    "apart_rounds": message("rounds apart"),
    "begins": message("begin"),
    "between_minutes": message("minutes between rounds"),
    "blocked_tables": message("blocked tables"),
    "breaks": message("breaks"),
    "fee": message("fee"),
    "goal_points": message("points that end a game"),
    "id_points": message("points of an intentional draw"),
    "language": message("language"),
    "links": message("links"),
    "listed": message("listed"),
    "nrdb_id": message("NetrunnerDB id"),
    "nrdb_username": message("NetrunnerDB name"),
    "place": message("place"),
    "player_limit": message("player limit"),
    "retention_days": message("days of keeping"),
    "round_1_at": message("time of round 1"),
    "schedule": message("schedule"),
    "swapped_costs": message("costs of a swap"),
    "time_zone": message("time zone"),
    "wifi_name": message("Wi-Fi name"),
    "wifi_password": message("Wi-Fi password"),
    # an entry
    "pronouns": message("pronouns"),
    "corp_identity": message("corp identity"),
    "runner_identity": message("runner identity"),
    "first_round_bye": message("first round bye"),
    "fixed_table": message("fixed table"),
    "household": message("household"),
    "first_round": message("first round"),
}

ROWS: Mapping[str, str] = {
    "tournament": message("{since}: a tournament that is there now."),
    "membership": message("{since}: a membership that is there now."),
    "player": message("{since}: a player that is there now."),
    "deck": message("{since}: a deck that is there now."),
    "deck_check": message("{since}: a deck check that is there now."),
    "round": message("{since}: a round that is there now."),
    "pairing": message("{since}: a pairing that is there now."),
    "game": message("{since}: a game that is there now."),
    "bid": message("{since}: a bid that is there now."),
    "auction_entry": message("{since}: an auction entry that is there now."),
    "game_report": message("{since}: a game report that is there now."),
    "round_report": message("{since}: a round report that is there now."),
    "cut_seed": message("{since}: a cut seed that is there now."),
    "announcement": message("{since}: an announcement that is there now."),
    "judge_call": message("{since}: a judge call that is there now."),
    "penalty": message("{since}: a penalty that is there now."),
}
_ANY_ROW = message("{since}: something that is there now.")


def field_words(names: Iterable[str]) -> list[Sentence]:
    """Names of fields as people read them, by the alphabet of their names."""
    return [Sentence(FIELDS.get(name, name.replace("_", " "))) for name in sorted(names)]


def row_there(table: str, since: Sentence) -> Sentence:
    """That a row of this table is there, which was not before."""
    return say(ROWS.get(table, _ANY_ROW), since=since)
