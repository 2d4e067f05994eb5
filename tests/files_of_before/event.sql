BEGIN TRANSACTION;
CREATE TABLE account (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR NOT NULL, 
	name_key VARCHAR NOT NULL, 
	password_hash VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT uq_account_name_key UNIQUE (name_key)
);
INSERT INTO "account" VALUES(1,'Organizer','organizer',NULL,'2026-12-01 12:20:33.369242');
INSERT INTO "account" VALUES(2,'Olga','olga',NULL,'2026-12-01 12:20:34.415297');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE announcement (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	player_id INTEGER, 
	text VARCHAR NOT NULL, 
	made_at DATETIME NOT NULL, 
	ended_at DATETIME, 
	CONSTRAINT fk_announcement_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_announcement_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE
);
CREATE TABLE api_token (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	secret_hash VARCHAR NOT NULL, 
	account_id INTEGER NOT NULL, 
	label VARCHAR NOT NULL, 
	scope VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME, 
	revoked_at DATETIME, 
	CONSTRAINT fk_api_token_account_id_account FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE, 
	CONSTRAINT uq_api_token_secret_hash UNIQUE (secret_hash)
);
CREATE TABLE auction_entry (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	pairing_id INTEGER NOT NULL, 
	entered_by_id INTEGER NOT NULL, 
	winner_id INTEGER NOT NULL, 
	side VARCHAR NOT NULL, 
	bid INTEGER NOT NULL, 
	entered_at DATETIME NOT NULL, 
	CONSTRAINT fk_auction_entry_entered_by_id_player FOREIGN KEY(entered_by_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_auction_entry_pairing_id_pairing FOREIGN KEY(pairing_id) REFERENCES pairing (id) ON DELETE CASCADE, 
	CONSTRAINT fk_auction_entry_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT fk_auction_entry_winner_id_player FOREIGN KEY(winner_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT uq_auction_entry_tournament_id_pairing_id UNIQUE (tournament_id, pairing_id)
);
CREATE TABLE bid (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	pairing_id INTEGER NOT NULL, 
	auction INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	seat VARCHAR NOT NULL, 
	side VARCHAR, 
	amount INTEGER, 
	entered_by VARCHAR NOT NULL, 
	placed_at DATETIME NOT NULL, 
	CONSTRAINT fk_bid_pairing_id_pairing FOREIGN KEY(pairing_id) REFERENCES pairing (id) ON DELETE CASCADE, 
	CONSTRAINT fk_bid_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT uq_bid_tournament_id_pairing_id_auction_number UNIQUE (tournament_id, pairing_id, auction, number)
);
INSERT INTO "bid" VALUES(1,1,1,1,1,'first','corp',2,'player','2026-12-01 12:20:40.965742');
INSERT INTO "bid" VALUES(2,1,1,1,2,'second',NULL,NULL,'player','2026-12-01 12:20:41.025192');
INSERT INTO "bid" VALUES(3,1,2,1,1,'first','corp',2,'player','2026-12-01 12:20:41.140456');
INSERT INTO "bid" VALUES(4,1,2,1,2,'second',NULL,NULL,'player','2026-12-01 12:20:41.171415');
INSERT INTO "bid" VALUES(5,1,4,1,1,'first','corp',2,'player','2026-12-01 12:20:41.449345');
INSERT INTO "bid" VALUES(6,1,4,1,2,'second',NULL,NULL,'player','2026-12-01 12:20:41.479439');
INSERT INTO "bid" VALUES(7,1,5,1,1,'first','corp',2,'player','2026-12-01 12:20:41.567812');
INSERT INTO "bid" VALUES(8,1,5,1,2,'second',NULL,NULL,'player','2026-12-01 12:20:41.592973');
CREATE TABLE cut_seed (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	seed INTEGER NOT NULL, 
	CONSTRAINT fk_cut_seed_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_cut_seed_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT uq_cut_seed_tournament_id_player_id UNIQUE (tournament_id, player_id), 
	CONSTRAINT uq_cut_seed_tournament_id_seed UNIQUE (tournament_id, seed)
);
CREATE TABLE deck (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	side VARCHAR NOT NULL, 
	source VARCHAR NOT NULL, 
	cards JSON NOT NULL, 
	verdict JSON NOT NULL, 
	override_reason VARCHAR, 
	override_by VARCHAR, 
	handed_in_at DATETIME NOT NULL, 
	CONSTRAINT fk_deck_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_deck_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT uq_deck_tournament_id_player_id_side UNIQUE (tournament_id, player_id, side)
);
CREATE TABLE deck_check (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	round_number INTEGER, 
	picked_at DATETIME NOT NULL, 
	finding VARCHAR, 
	checked_by VARCHAR, 
	checked_at DATETIME, 
	CONSTRAINT fk_deck_check_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_deck_check_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE
);
CREATE TABLE game_report (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	pairing_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	outcome VARCHAR NOT NULL, 
	ending VARCHAR, 
	corp_points INTEGER, 
	runner_points INTEGER, 
	reported_at DATETIME NOT NULL, 
	CONSTRAINT fk_game_report_pairing_id_pairing FOREIGN KEY(pairing_id) REFERENCES pairing (id) ON DELETE CASCADE, 
	CONSTRAINT fk_game_report_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_game_report_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT uq_game_report_tournament_id_pairing_id_player_id UNIQUE (tournament_id, pairing_id, player_id)
);
INSERT INTO "game_report" VALUES(1,1,1,5,'draw','time',NULL,NULL,'2026-12-01 12:20:41.064809');
INSERT INTO "game_report" VALUES(2,1,1,4,'draw','time',NULL,NULL,'2026-12-01 12:20:41.104124');
INSERT INTO "game_report" VALUES(3,1,2,3,'runner','time',NULL,NULL,'2026-12-01 12:20:41.209013');
INSERT INTO "game_report" VALUES(4,1,2,2,'runner','time',NULL,NULL,'2026-12-01 12:20:41.241984');
INSERT INTO "game_report" VALUES(5,1,4,4,'draw','time',NULL,NULL,'2026-12-01 12:20:41.513165');
INSERT INTO "game_report" VALUES(6,1,4,1,'draw','time',NULL,NULL,'2026-12-01 12:20:41.541054');
INSERT INTO "game_report" VALUES(7,1,5,5,'corp','agenda',7,2,'2026-12-01 12:20:41.621719');
CREATE TABLE invitation (
	secret_hash VARCHAR NOT NULL, 
	tournament_id INTEGER NOT NULL, 
	role VARCHAR NOT NULL, 
	label VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	used_by_account_id INTEGER, 
	CONSTRAINT pk_invitation PRIMARY KEY (secret_hash), 
	CONSTRAINT fk_invitation_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT fk_invitation_used_by_account_id_account FOREIGN KEY(used_by_account_id) REFERENCES account (id) ON DELETE SET NULL
);
CREATE TABLE journal (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER, 
	number INTEGER, 
	at DATETIME NOT NULL, 
	actor_kind VARCHAR NOT NULL, 
	actor_id INTEGER, 
	actor_name VARCHAR NOT NULL, 
	command VARCHAR NOT NULL, 
	summary VARCHAR NOT NULL, 
	details JSON NOT NULL, 
	changes JSON NOT NULL, 
	undoes INTEGER, 
	undone_by INTEGER, 
	CONSTRAINT fk_journal_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT uq_journal_tournament_id_number UNIQUE (tournament_id, number)
);
INSERT INTO "journal" VALUES(1,1,1,'2026-12-01 12:20:39.860325','organizer',2,'Olga','create_tournament','Refresh of before was created','{}','[{"table": "tournament", "id": 1, "before": null, "after": {"id": 1, "code": "ZZFFY", "name": "Refresh of before", "date": "2018-02-15", "format": "cache-refresh", "pool_date": "2018-02-15", "mwl": null, "pool_overrides": {}, "info": "", "phase": "registration", "registration_open": true, "round_minutes": 40, "planned_rounds": 2, "deck_policy": "none", "decks_change": "locked", "decks_open": "never", "timed_win_points": 2, "cut_kind": "none", "cut_size": 0, "cut_sides": "auction", "hide_last_rounds": 0, "settings": {}, "seed": 939160452, "created_at": "2026-12-01T12:20:39.860325+00:00", "finished_at": null}}, {"table": "membership", "id": 1, "before": null, "after": {"id": 1, "tournament_id": 1, "account_id": 2, "role": "owner"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(2,1,2,'2026-12-01 12:20:40.002793','organizer',2,'Olga','register_player','Ana joined','{}','[{"table": "player", "id": 1, "before": null, "after": {"id": 1, "tournament_id": 1, "name": "Ana", "name_key": "ana", "pronouns": "", "corp_identity": "NBN: Making News", "runner_identity": "Noise: Hacker Extraordinaire", "first_round": 1, "first_round_bye": false, "dropped": false, "dropped_in_round": null, "fixed_table": null, "household": "", "lot": 7174721, "joined_by": "organizer", "erased": false, "joined_at": "2026-12-01T12:20:40.002793+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(3,1,3,'2026-12-01 12:20:40.076769','organizer',2,'Olga','register_player','Ben joined','{}','[{"table": "player", "id": 2, "before": null, "after": {"id": 2, "tournament_id": 1, "name": "Ben", "name_key": "ben", "pronouns": "", "corp_identity": "Jinteki: Personal Evolution", "runner_identity": "Gabriel Santiago: Consummate Professional", "first_round": 1, "first_round_bye": false, "dropped": false, "dropped_in_round": null, "fixed_table": null, "household": "", "lot": 1858579172, "joined_by": "organizer", "erased": false, "joined_at": "2026-12-01T12:20:40.076769+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(4,1,4,'2026-12-01 12:20:40.142324','organizer',2,'Olga','register_player','Cleo joined','{}','[{"table": "player", "id": 3, "before": null, "after": {"id": 3, "tournament_id": 1, "name": "Cleo", "name_key": "cleo", "pronouns": "", "corp_identity": "NBN: Making News", "runner_identity": "Noise: Hacker Extraordinaire", "first_round": 1, "first_round_bye": false, "dropped": false, "dropped_in_round": null, "fixed_table": null, "household": "", "lot": 1611028557, "joined_by": "organizer", "erased": false, "joined_at": "2026-12-01T12:20:40.142324+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(5,1,5,'2026-12-01 12:20:40.202434','organizer',2,'Olga','register_player','Dan joined','{}','[{"table": "player", "id": 4, "before": null, "after": {"id": 4, "tournament_id": 1, "name": "Dan", "name_key": "dan", "pronouns": "", "corp_identity": "Jinteki: Personal Evolution", "runner_identity": "Noise: Hacker Extraordinaire", "first_round": 1, "first_round_bye": false, "dropped": false, "dropped_in_round": null, "fixed_table": null, "household": "", "lot": 426977820, "joined_by": "organizer", "erased": false, "joined_at": "2026-12-01T12:20:40.202434+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(6,1,6,'2026-12-01 12:20:40.273422','organizer',2,'Olga','register_player','Eve joined','{}','[{"table": "player", "id": 5, "before": null, "after": {"id": 5, "tournament_id": 1, "name": "Eve", "name_key": "eve", "pronouns": "", "corp_identity": "NBN: Making News", "runner_identity": "Noise: Hacker Extraordinaire", "first_round": 1, "first_round_bye": false, "dropped": false, "dropped_in_round": null, "fixed_table": null, "household": "", "lot": 829812346, "joined_by": "organizer", "erased": false, "joined_at": "2026-12-01T12:20:40.273422+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(7,1,7,'2026-12-01 12:20:40.652798','organizer',2,'Olga','pair_round','Round 1 was paired as a draft','{"round": 1, "seed": 1445031090}','[{"table": "round", "id": 1, "before": null, "after": {"id": 1, "tournament_id": 1, "number": 1, "stage": "swiss", "state": "draft", "seed": 1445031090, "quality": {"cost": 0, "lower_bound": 0, "proven_optimal": true, "rematches": 0, "second_byes": 0, "forbidden": 0, "bye_points": 0, "scores_bound": 0, "warnings": [], "notes": []}, "clock_length": 2400, "clock_added": 0, "clock_elapsed": 0.0, "clock_running_since": null, "clock_started_at": null, "paired_at": "2026-12-01T12:20:40.652798+00:00", "published_at": null, "closed_at": null}}, {"table": "pairing", "id": 1, "before": null, "after": {"id": 1, "tournament_id": 1, "round_id": 1, "table_number": 1, "first_id": 5, "second_id": 4, "locked": false, "reason": "Both have 0 points.", "game_number": null, "first_ready_at": null, "second_ready_at": null, "extra_seconds": 0, "auction": 1, "one_phone_id": null, "one_phone_asked_at": null, "one_phone_since": null, "settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null, "outcome": null, "ending": null, "corp_points": null, "runner_points": null, "winner_id": null, "decided_by": null, "final": false, "finished_at": null}}, {"table": "pairing", "id": 2, "before": null, "after": {"id": 2, "tournament_id": 1, "round_id": 1, "table_number": 2, "first_id": 3, "second_id": 2, "locked": false, "reason": "Both have 0 points.", "game_number": null, "first_ready_at": null, "second_ready_at": null, "extra_seconds": 0, "auction": 1, "one_phone_id": null, "one_phone_asked_at": null, "one_phone_since": null, "settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null, "outcome": null, "ending": null, "corp_points": null, "runner_points": null, "winner_id": null, "decided_by": null, "final": false, "finished_at": null}}, {"table": "pairing", "id": 3, "before": null, "after": {"id": 3, "tournament_id": 1, "round_id": 1, "table_number": 3, "first_id": 1, "second_id": null, "locked": false, "reason": "Ana has the bye: the lowest score (0 points) of an odd number of players.", "game_number": null, "first_ready_at": null, "second_ready_at": null, "extra_seconds": 0, "auction": 1, "one_phone_id": null, "one_phone_asked_at": null, "one_phone_since": null, "settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null, "outcome": null, "ending": null, "corp_points": null, "runner_points": null, "winner_id": null, "decided_by": null, "final": false, "finished_at": null}}]',NULL,NULL);
INSERT INTO "journal" VALUES(8,1,8,'2026-12-01 12:20:40.768532','organizer',2,'Olga','publish_round','The pairings of round 1 were published','{"round": 1}','[{"table": "tournament", "id": 1, "before": {"phase": "registration"}, "after": {"phase": "swiss"}}, {"table": "pairing", "id": 3, "before": {"winner_id": null, "decided_by": null, "final": false, "finished_at": null}, "after": {"winner_id": 1, "decided_by": "bye", "final": true, "finished_at": "2026-12-01T12:20:40.768532+00:00"}}, {"table": "round", "id": 1, "before": {"state": "draft", "published_at": null}, "after": {"state": "published", "published_at": "2026-12-01T12:20:40.768532+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(9,1,9,'2026-12-01 12:20:40.965742','player',5,'Eve','place_bid','Eve bid 2 for Corp at table 1','{"seat": "first", "bid": 2}','[{"table": "bid", "id": 1, "before": null, "after": {"id": 1, "tournament_id": 1, "pairing_id": 1, "auction": 1, "number": 1, "seat": "first", "side": "corp", "amount": 2, "entered_by": "player", "placed_at": "2026-12-01T12:20:40.965742+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(10,1,10,'2026-12-01 12:20:41.025192','player',4,'Dan','place_bid','Dan passed at table 1','{"seat": "second", "bid": null}','[{"table": "bid", "id": 2, "before": null, "after": {"id": 2, "tournament_id": 1, "pairing_id": 1, "auction": 1, "number": 2, "seat": "second", "side": null, "amount": null, "entered_by": "player", "placed_at": "2026-12-01T12:20:41.025192+00:00"}}, {"table": "pairing", "id": 1, "before": {"settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null}, "after": {"settled_by": "auction", "bid_winner_id": 5, "bid_side": "corp", "bid": 2, "settled_at": "2026-12-01T12:20:41.025192+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(11,1,11,'2026-12-01 12:20:41.064809','player',5,'Eve','report_result','Eve reported at table 1: a draw','{"outcome": "draw"}','[{"table": "game_report", "id": 1, "before": null, "after": {"id": 1, "tournament_id": 1, "pairing_id": 1, "player_id": 5, "outcome": "draw", "ending": "time", "corp_points": null, "runner_points": null, "reported_at": "2026-12-01T12:20:41.064809+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(12,1,12,'2026-12-01 12:20:41.104124','player',4,'Dan','report_result','Dan reported at table 1: a draw','{"outcome": "draw"}','[{"table": "game_report", "id": 2, "before": null, "after": {"id": 2, "tournament_id": 1, "pairing_id": 1, "player_id": 4, "outcome": "draw", "ending": "time", "corp_points": null, "runner_points": null, "reported_at": "2026-12-01T12:20:41.104124+00:00"}}, {"table": "pairing", "id": 1, "before": {"outcome": null, "ending": null, "winner_id": null, "decided_by": null, "final": false, "finished_at": null}, "after": {"outcome": "draw", "ending": "time", "winner_id": 4, "decided_by": "draw-rule", "final": true, "finished_at": "2026-12-01T12:20:41.104124+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(13,1,13,'2026-12-01 12:20:41.140456','player',3,'Cleo','place_bid','Cleo bid 2 for Corp at table 2','{"seat": "first", "bid": 2}','[{"table": "bid", "id": 3, "before": null, "after": {"id": 3, "tournament_id": 1, "pairing_id": 2, "auction": 1, "number": 1, "seat": "first", "side": "corp", "amount": 2, "entered_by": "player", "placed_at": "2026-12-01T12:20:41.140456+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(14,1,14,'2026-12-01 12:20:41.171415','player',2,'Ben','place_bid','Ben passed at table 2','{"seat": "second", "bid": null}','[{"table": "bid", "id": 4, "before": null, "after": {"id": 4, "tournament_id": 1, "pairing_id": 2, "auction": 1, "number": 2, "seat": "second", "side": null, "amount": null, "entered_by": "player", "placed_at": "2026-12-01T12:20:41.171415+00:00"}}, {"table": "pairing", "id": 2, "before": {"settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null}, "after": {"settled_by": "auction", "bid_winner_id": 3, "bid_side": "corp", "bid": 2, "settled_at": "2026-12-01T12:20:41.171415+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(15,1,15,'2026-12-01 12:20:41.209013','player',3,'Cleo','report_result','Cleo reported at table 2: Ben won as Runner against Cleo','{"outcome": "runner"}','[{"table": "game_report", "id": 3, "before": null, "after": {"id": 3, "tournament_id": 1, "pairing_id": 2, "player_id": 3, "outcome": "runner", "ending": "time", "corp_points": null, "runner_points": null, "reported_at": "2026-12-01T12:20:41.209013+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(16,1,16,'2026-12-01 12:20:41.241984','player',2,'Ben','report_result','Ben reported at table 2: Ben won as Runner against Cleo','{"outcome": "runner"}','[{"table": "game_report", "id": 4, "before": null, "after": {"id": 4, "tournament_id": 1, "pairing_id": 2, "player_id": 2, "outcome": "runner", "ending": "time", "corp_points": null, "runner_points": null, "reported_at": "2026-12-01T12:20:41.241984+00:00"}}, {"table": "pairing", "id": 2, "before": {"outcome": null, "ending": null, "winner_id": null, "decided_by": null, "final": false, "finished_at": null}, "after": {"outcome": "runner", "ending": "time", "winner_id": 2, "decided_by": "game", "final": true, "finished_at": "2026-12-01T12:20:41.241984+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(17,1,17,'2026-12-01 12:20:41.292600','organizer',2,'Olga','close_round','Round 1 was closed','{"round": 1}','[{"table": "round", "id": 1, "before": {"state": "published", "closed_at": null}, "after": {"state": "closed", "closed_at": "2026-12-01T12:20:41.292600+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(18,1,18,'2026-12-01 12:20:41.353723','organizer',2,'Olga','pair_round','Round 2 was paired as a draft','{"round": 2, "seed": 424011487}','[{"table": "round", "id": 2, "before": null, "after": {"id": 2, "tournament_id": 1, "number": 2, "stage": "swiss", "state": "draft", "seed": 424011487, "quality": {"cost": 4, "lower_bound": 4, "proven_optimal": true, "rematches": 0, "second_byes": 0, "forbidden": 0, "bye_points": 0, "scores_bound": 4, "warnings": [], "notes": []}, "clock_length": 2400, "clock_added": 0, "clock_elapsed": 0.0, "clock_running_since": null, "clock_started_at": null, "paired_at": "2026-12-01T12:20:41.353723+00:00", "published_at": null, "closed_at": null}}, {"table": "pairing", "id": 4, "before": null, "after": {"id": 4, "tournament_id": 1, "round_id": 2, "table_number": 1, "first_id": 4, "second_id": 1, "locked": false, "reason": "Both have 3 points.", "game_number": null, "first_ready_at": null, "second_ready_at": null, "extra_seconds": 0, "auction": 1, "one_phone_id": null, "one_phone_asked_at": null, "one_phone_since": null, "settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null, "outcome": null, "ending": null, "corp_points": null, "runner_points": null, "winner_id": null, "decided_by": null, "final": false, "finished_at": null}}, {"table": "pairing", "id": 5, "before": null, "after": {"id": 5, "tournament_id": 1, "round_id": 2, "table_number": 2, "first_id": 5, "second_id": 2, "locked": false, "reason": "Ben (2 points) is paired down to Eve (0 points): an odd number of players to pair has 2 or more.", "game_number": null, "first_ready_at": null, "second_ready_at": null, "extra_seconds": 0, "auction": 1, "one_phone_id": null, "one_phone_asked_at": null, "one_phone_since": null, "settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null, "outcome": null, "ending": null, "corp_points": null, "runner_points": null, "winner_id": null, "decided_by": null, "final": false, "finished_at": null}}, {"table": "pairing", "id": 6, "before": null, "after": {"id": 6, "tournament_id": 1, "round_id": 2, "table_number": 3, "first_id": 3, "second_id": null, "locked": false, "reason": "Cleo has the bye: the lowest score (0 points) of an odd number of players.", "game_number": null, "first_ready_at": null, "second_ready_at": null, "extra_seconds": 0, "auction": 1, "one_phone_id": null, "one_phone_asked_at": null, "one_phone_since": null, "settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null, "outcome": null, "ending": null, "corp_points": null, "runner_points": null, "winner_id": null, "decided_by": null, "final": false, "finished_at": null}}]',NULL,NULL);
INSERT INTO "journal" VALUES(19,1,19,'2026-12-01 12:20:41.403884','organizer',2,'Olga','publish_round','The pairings of round 2 were published','{"round": 2}','[{"table": "round", "id": 2, "before": {"state": "draft", "published_at": null}, "after": {"state": "published", "published_at": "2026-12-01T12:20:41.403884+00:00"}}, {"table": "pairing", "id": 6, "before": {"winner_id": null, "decided_by": null, "final": false, "finished_at": null}, "after": {"winner_id": 3, "decided_by": "bye", "final": true, "finished_at": "2026-12-01T12:20:41.403884+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(20,1,20,'2026-12-01 12:20:41.449345','player',4,'Dan','place_bid','Dan bid 2 for Corp at table 1','{"seat": "first", "bid": 2}','[{"table": "bid", "id": 5, "before": null, "after": {"id": 5, "tournament_id": 1, "pairing_id": 4, "auction": 1, "number": 1, "seat": "first", "side": "corp", "amount": 2, "entered_by": "player", "placed_at": "2026-12-01T12:20:41.449345+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(21,1,21,'2026-12-01 12:20:41.479439','player',1,'Ana','place_bid','Ana passed at table 1','{"seat": "second", "bid": null}','[{"table": "bid", "id": 6, "before": null, "after": {"id": 6, "tournament_id": 1, "pairing_id": 4, "auction": 1, "number": 2, "seat": "second", "side": null, "amount": null, "entered_by": "player", "placed_at": "2026-12-01T12:20:41.479439+00:00"}}, {"table": "pairing", "id": 4, "before": {"settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null}, "after": {"settled_by": "auction", "bid_winner_id": 4, "bid_side": "corp", "bid": 2, "settled_at": "2026-12-01T12:20:41.479439+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(22,1,22,'2026-12-01 12:20:41.513165','player',4,'Dan','report_result','Dan reported at table 1: a draw','{"outcome": "draw"}','[{"table": "game_report", "id": 5, "before": null, "after": {"id": 5, "tournament_id": 1, "pairing_id": 4, "player_id": 4, "outcome": "draw", "ending": "time", "corp_points": null, "runner_points": null, "reported_at": "2026-12-01T12:20:41.513165+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(23,1,23,'2026-12-01 12:20:41.541054','player',1,'Ana','report_result','Ana reported at table 1: a draw','{"outcome": "draw"}','[{"table": "game_report", "id": 6, "before": null, "after": {"id": 6, "tournament_id": 1, "pairing_id": 4, "player_id": 1, "outcome": "draw", "ending": "time", "corp_points": null, "runner_points": null, "reported_at": "2026-12-01T12:20:41.541054+00:00"}}, {"table": "pairing", "id": 4, "before": {"outcome": null, "ending": null, "winner_id": null, "decided_by": null, "final": false, "finished_at": null}, "after": {"outcome": "draw", "ending": "time", "winner_id": 1, "decided_by": "draw-rule", "final": true, "finished_at": "2026-12-01T12:20:41.541054+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(24,1,24,'2026-12-01 12:20:41.567812','player',5,'Eve','place_bid','Eve bid 2 for Corp at table 2','{"seat": "first", "bid": 2}','[{"table": "bid", "id": 7, "before": null, "after": {"id": 7, "tournament_id": 1, "pairing_id": 5, "auction": 1, "number": 1, "seat": "first", "side": "corp", "amount": 2, "entered_by": "player", "placed_at": "2026-12-01T12:20:41.567812+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(25,1,25,'2026-12-01 12:20:41.592973','player',2,'Ben','place_bid','Ben passed at table 2','{"seat": "second", "bid": null}','[{"table": "bid", "id": 8, "before": null, "after": {"id": 8, "tournament_id": 1, "pairing_id": 5, "auction": 1, "number": 2, "seat": "second", "side": null, "amount": null, "entered_by": "player", "placed_at": "2026-12-01T12:20:41.592973+00:00"}}, {"table": "pairing", "id": 5, "before": {"settled_by": null, "bid_winner_id": null, "bid_side": null, "bid": null, "settled_at": null}, "after": {"settled_by": "auction", "bid_winner_id": 5, "bid_side": "corp", "bid": 2, "settled_at": "2026-12-01T12:20:41.592973+00:00"}}]',NULL,NULL);
INSERT INTO "journal" VALUES(26,1,26,'2026-12-01 12:20:41.621719','player',5,'Eve','report_result','Eve reported at table 2: Eve won as Corp against Ben','{"outcome": "corp"}','[{"table": "game_report", "id": 7, "before": null, "after": {"id": 7, "tournament_id": 1, "pairing_id": 5, "player_id": 5, "outcome": "corp", "ending": "agenda", "corp_points": 7, "runner_points": 2, "reported_at": "2026-12-01T12:20:41.621719+00:00"}}]',NULL,NULL);
CREATE TABLE membership (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	role VARCHAR NOT NULL, 
	CONSTRAINT fk_membership_account_id_account FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE, 
	CONSTRAINT fk_membership_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT uq_membership_tournament_id_account_id UNIQUE (tournament_id, account_id)
);
INSERT INTO "membership" VALUES(1,1,2,'owner');
CREATE TABLE pairing (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	round_id INTEGER NOT NULL, 
	table_number INTEGER, 
	first_id INTEGER NOT NULL, 
	second_id INTEGER, 
	locked BOOLEAN NOT NULL, 
	reason VARCHAR NOT NULL, 
	game_number INTEGER, 
	first_ready_at DATETIME, 
	second_ready_at DATETIME, 
	extra_seconds INTEGER NOT NULL, 
	auction INTEGER NOT NULL, 
	one_phone_id INTEGER, 
	one_phone_asked_at DATETIME, 
	one_phone_since DATETIME, 
	settled_by VARCHAR, 
	bid_winner_id INTEGER, 
	bid_side VARCHAR, 
	bid INTEGER, 
	settled_at DATETIME, 
	outcome VARCHAR, 
	ending VARCHAR, 
	corp_points INTEGER, 
	runner_points INTEGER, 
	winner_id INTEGER, 
	decided_by VARCHAR, 
	final BOOLEAN NOT NULL, 
	finished_at DATETIME, 
	CONSTRAINT fk_pairing_bid_winner_id_player FOREIGN KEY(bid_winner_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_pairing_first_id_player FOREIGN KEY(first_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_pairing_one_phone_id_player FOREIGN KEY(one_phone_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_pairing_round_id_round FOREIGN KEY(round_id) REFERENCES round (id) ON DELETE CASCADE, 
	CONSTRAINT fk_pairing_second_id_player FOREIGN KEY(second_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_pairing_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT fk_pairing_winner_id_player FOREIGN KEY(winner_id) REFERENCES player (id) ON DELETE CASCADE
);
INSERT INTO "pairing" VALUES(1,1,1,1,5,4,0,'Both have 0 points.',NULL,NULL,NULL,0,1,NULL,NULL,NULL,'auction',5,'corp',2,'2026-12-01 12:20:41.025192','draw','time',NULL,NULL,4,'draw-rule',1,'2026-12-01 12:20:41.104124');
INSERT INTO "pairing" VALUES(2,1,1,2,3,2,0,'Both have 0 points.',NULL,NULL,NULL,0,1,NULL,NULL,NULL,'auction',3,'corp',2,'2026-12-01 12:20:41.171415','runner','time',NULL,NULL,2,'game',1,'2026-12-01 12:20:41.241984');
INSERT INTO "pairing" VALUES(3,1,1,3,1,NULL,0,'Ana has the bye: the lowest score (0 points) of an odd number of players.',NULL,NULL,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,'bye',1,'2026-12-01 12:20:40.768532');
INSERT INTO "pairing" VALUES(4,1,2,1,4,1,0,'Both have 3 points.',NULL,NULL,NULL,0,1,NULL,NULL,NULL,'auction',4,'corp',2,'2026-12-01 12:20:41.479439','draw','time',NULL,NULL,1,'draw-rule',1,'2026-12-01 12:20:41.541054');
INSERT INTO "pairing" VALUES(5,1,2,2,5,2,0,'Ben (2 points) is paired down to Eve (0 points): an odd number of players to pair has 2 or more.',NULL,NULL,NULL,0,1,NULL,NULL,NULL,'auction',5,'corp',2,'2026-12-01 12:20:41.592973',NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "pairing" VALUES(6,1,2,3,3,NULL,0,'Cleo has the bye: the lowest score (0 points) of an odd number of players.',NULL,NULL,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3,'bye',1,'2026-12-01 12:20:41.403884');
CREATE TABLE player (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	name_key VARCHAR NOT NULL, 
	pronouns VARCHAR NOT NULL, 
	corp_identity VARCHAR, 
	runner_identity VARCHAR, 
	first_round INTEGER NOT NULL, 
	first_round_bye BOOLEAN NOT NULL, 
	dropped BOOLEAN NOT NULL, 
	dropped_in_round INTEGER, 
	fixed_table INTEGER, 
	household VARCHAR NOT NULL, 
	lot INTEGER NOT NULL, 
	link_hash VARCHAR, 
	joined_by VARCHAR NOT NULL, 
	erased BOOLEAN NOT NULL, 
	joined_at DATETIME NOT NULL, 
	CONSTRAINT fk_player_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT uq_player_link_hash UNIQUE (link_hash), 
	CONSTRAINT uq_player_tournament_id_lot UNIQUE (tournament_id, lot), 
	CONSTRAINT uq_player_tournament_id_name_key UNIQUE (tournament_id, name_key)
);
INSERT INTO "player" VALUES(1,1,'Ana','ana','','NBN: Making News','Noise: Hacker Extraordinaire',1,0,0,NULL,NULL,'',7174721,'ec815ef13d1db69942596e482992ceb0b2725c0e966cac707b0a61faf027b9bc','organizer',0,'2026-12-01 12:20:40.002793');
INSERT INTO "player" VALUES(2,1,'Ben','ben','','Jinteki: Personal Evolution','Gabriel Santiago: Consummate Professional',1,0,0,NULL,NULL,'',1858579172,'9ee0a84694fcc8bdfa3235717b15797333f3862e20b40028fe6b7c035e98cbee','organizer',0,'2026-12-01 12:20:40.076769');
INSERT INTO "player" VALUES(3,1,'Cleo','cleo','','NBN: Making News','Noise: Hacker Extraordinaire',1,0,0,NULL,NULL,'',1611028557,'e33b30106d049f2ce6d8d2f6b1ae8f46208e8cee51502b720d609f86086ea330','organizer',0,'2026-12-01 12:20:40.142324');
INSERT INTO "player" VALUES(4,1,'Dan','dan','','Jinteki: Personal Evolution','Noise: Hacker Extraordinaire',1,0,0,NULL,NULL,'',426977820,'a1284b4c4b6b01a58cd47dcbc873abb1df767ffb41906250240a4a06f71de9a8','organizer',0,'2026-12-01 12:20:40.202434');
INSERT INTO "player" VALUES(5,1,'Eve','eve','','NBN: Making News','Noise: Hacker Extraordinaire',1,0,0,NULL,NULL,'',829812346,'7188f11468eeeddf9345c00dfe2287bb2d4252b92d73c38a72926919eb316497','organizer',0,'2026-12-01 12:20:40.273422');
CREATE TABLE round (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	stage VARCHAR NOT NULL, 
	state VARCHAR NOT NULL, 
	seed INTEGER NOT NULL, 
	quality JSON NOT NULL, 
	clock_length INTEGER NOT NULL, 
	clock_added INTEGER NOT NULL, 
	clock_elapsed FLOAT NOT NULL, 
	clock_running_since DATETIME, 
	clock_started_at DATETIME, 
	paired_at DATETIME NOT NULL, 
	published_at DATETIME, 
	closed_at DATETIME, 
	CONSTRAINT fk_round_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE, 
	CONSTRAINT uq_round_tournament_id_number UNIQUE (tournament_id, number)
);
INSERT INTO "round" VALUES(1,1,1,'swiss','closed',1445031090,'{"cost": 0, "lower_bound": 0, "proven_optimal": true, "rematches": 0, "second_byes": 0, "forbidden": 0, "bye_points": 0, "scores_bound": 0, "warnings": [], "notes": []}',2400,0,0.0,NULL,NULL,'2026-12-01 12:20:40.652798','2026-12-01 12:20:40.768532','2026-12-01 12:20:41.292600');
INSERT INTO "round" VALUES(2,1,2,'swiss','published',424011487,'{"cost": 4, "lower_bound": 4, "proven_optimal": true, "rematches": 0, "second_byes": 0, "forbidden": 0, "bye_points": 0, "scores_bound": 4, "warnings": [], "notes": []}',2400,0,0.0,NULL,NULL,'2026-12-01 12:20:41.353723','2026-12-01 12:20:41.403884',NULL);
CREATE TABLE sign_in_link (
	secret_hash VARCHAR NOT NULL, 
	account_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	used_at DATETIME, 
	CONSTRAINT pk_sign_in_link PRIMARY KEY (secret_hash), 
	CONSTRAINT fk_sign_in_link_account_id_account FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
INSERT INTO "sign_in_link" VALUES('21e416cd2b80eef73d6ab8dcd00329ae779b8c1d713037e0dcc2d70f64a92380',1,'2026-12-01 12:20:33.369242','2026-12-08 12:20:33.369242',NULL);
INSERT INTO "sign_in_link" VALUES('02b920ddfe2d276ee432c04b6c1a8989f97d0a8c2ebdc70cb74d7dea1477cbf7',2,'2026-12-01 12:20:34.415297','2026-12-08 12:20:34.415297',NULL);
CREATE TABLE tournament (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	code VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	date DATE NOT NULL, 
	format VARCHAR NOT NULL, 
	pool_date DATE NOT NULL, 
	mwl VARCHAR, 
	pool_overrides JSON NOT NULL, 
	info VARCHAR NOT NULL, 
	phase VARCHAR NOT NULL, 
	registration_open BOOLEAN NOT NULL, 
	round_minutes INTEGER NOT NULL, 
	planned_rounds INTEGER, 
	deck_policy VARCHAR NOT NULL, 
	decks_change VARCHAR NOT NULL, 
	decks_open VARCHAR NOT NULL, 
	timed_win_points INTEGER NOT NULL, 
	cut_kind VARCHAR NOT NULL, 
	cut_size INTEGER NOT NULL, 
	cut_sides VARCHAR NOT NULL, 
	hide_last_rounds INTEGER NOT NULL, 
	settings JSON NOT NULL, 
	seed INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	CONSTRAINT uq_tournament_code UNIQUE (code)
);
INSERT INTO "tournament" VALUES(1,'ZZFFY','Refresh of before','2018-02-15','cache-refresh','2018-02-15',NULL,'{}','','swiss',1,40,2,'none','locked','never',2,'none',0,'auction',0,'{}',939160452,26,'2026-12-01 12:20:39.860325',NULL);
CREATE TABLE web_session (
	secret_hash VARCHAR NOT NULL, 
	account_id INTEGER, 
	tournament_id INTEGER, 
	player_id INTEGER, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	CONSTRAINT pk_web_session PRIMARY KEY (secret_hash), 
	CONSTRAINT fk_web_session_account_id_account FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE, 
	CONSTRAINT fk_web_session_player_id_player FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE, 
	CONSTRAINT fk_web_session_tournament_id_tournament FOREIGN KEY(tournament_id) REFERENCES tournament (id) ON DELETE CASCADE
);
CREATE INDEX ix_api_token_account_id ON api_token (account_id);
CREATE INDEX ix_invitation_tournament_id ON invitation (tournament_id);
CREATE INDEX ix_journal_tournament_id_id ON journal (tournament_id, id);
CREATE INDEX ix_membership_account_id ON membership (account_id);
CREATE INDEX ix_sign_in_link_account_id ON sign_in_link (account_id);
CREATE INDEX ix_announcement_tournament_id ON announcement (tournament_id);
CREATE INDEX ix_cut_seed_player_id ON cut_seed (player_id);
CREATE INDEX ix_deck_player_id ON deck (player_id);
CREATE INDEX ix_deck_check_player_id ON deck_check (player_id);
CREATE INDEX ix_deck_check_tournament_id ON deck_check (tournament_id);
CREATE INDEX ix_pairing_round_id ON pairing (round_id);
CREATE INDEX ix_pairing_tournament_id ON pairing (tournament_id);
CREATE INDEX ix_pairing_tournament_id_first_id ON pairing (tournament_id, first_id);
CREATE INDEX ix_pairing_tournament_id_second_id ON pairing (tournament_id, second_id);
CREATE INDEX ix_web_session_account_id ON web_session (account_id);
CREATE INDEX ix_web_session_player_id ON web_session (player_id);
CREATE INDEX ix_web_session_tournament_id ON web_session (tournament_id);
CREATE INDEX ix_auction_entry_pairing_id ON auction_entry (pairing_id);
CREATE INDEX ix_bid_pairing_id ON bid (pairing_id);
CREATE INDEX ix_game_report_pairing_id ON game_report (pairing_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('account',2);
INSERT INTO "sqlite_sequence" VALUES('api_token',1);
INSERT INTO "sqlite_sequence" VALUES('tournament',1);
INSERT INTO "sqlite_sequence" VALUES('membership',1);
INSERT INTO "sqlite_sequence" VALUES('journal',26);
INSERT INTO "sqlite_sequence" VALUES('player',5);
INSERT INTO "sqlite_sequence" VALUES('round',2);
INSERT INTO "sqlite_sequence" VALUES('pairing',6);
INSERT INTO "sqlite_sequence" VALUES('bid',8);
INSERT INTO "sqlite_sequence" VALUES('game_report',7);
COMMIT;
