"""The tables of a home's database. A change is a new entry of `MIGRATIONS`, never an edit of an old one."""

APPLICATION_ID = 0x49444C57
"""Marks the file as this program's (`file` and other SQLite programs show it): "IDLW"."""

_FIRST = (
    # One row per joined collaboration; `name` repeats the manifest's, so that history can be read without decoding it.
    """CREATE TABLE runs (
        run BLOB PRIMARY KEY, name TEXT NOT NULL, content BLOB NOT NULL, signature BLOB NOT NULL,
        is_host INTEGER NOT NULL, token BLOB, draft BLOB, joined_s INTEGER NOT NULL,
        is_active INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID""",
    """CREATE TABLE peers (
        run BLOB NOT NULL, peer BLOB NOT NULL, addresses TEXT NOT NULL, seen_s INTEGER NOT NULL,
        PRIMARY KEY (run, peer)) WITHOUT ROWID""",
    "CREATE INDEX peers_by_time ON peers (run, seen_s)",
    # MessagePack forms of core.swarm.records. With rowid: rows are long, and the index alone stays small.
    """CREATE TABLE commits (
        run BLOB NOT NULL, step INTEGER NOT NULL, header BLOB NOT NULL, contributions BLOB NOT NULL,
        coordinator BLOB NOT NULL, signature BLOB NOT NULL, PRIMARY KEY (run, step))""",
    # Commits of the losing side of a split, kept to be looked at.
    """CREATE TABLE orphans (
        run BLOB NOT NULL, step INTEGER NOT NULL, head BLOB NOT NULL, header BLOB NOT NULL,
        contributions BLOB NOT NULL, coordinator BLOB NOT NULL, signature BLOB NOT NULL,
        PRIMARY KEY (run, step, head))""",
    # Everything below is derived from `commits` (and local time), and changes in the same transactions.
    """CREATE TABLE totals (
        run BLOB NOT NULL, peer BLOB NOT NULL, samples INTEGER NOT NULL, PRIMARY KEY (run, peer)) WITHOUT ROWID""",
    """CREATE TABLE used (
        run BLOB NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, PRIMARY KEY (run, start)) WITHOUT ROWID""",
    """CREATE TABLE history (
        run BLOB NOT NULL, step INTEGER NOT NULL, day TEXT NOT NULL, samples INTEGER NOT NULL,
        training_s REAL NOT NULL, PRIMARY KEY (run, step)) WITHOUT ROWID""",
    "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
)

_PROOFS = (
    # Coordinators that have signed two different things for one step; MessagePack form of core.swarm.equivocation.
    "CREATE TABLE proofs (run BLOB NOT NULL, culprit BLOB NOT NULL, proof BLOB NOT NULL, PRIMARY KEY (run, culprit))",
)

_AMENDMENTS = (
    # Of amending steps: MessagePack form of core.identity.amendment.SignedAmendment.
    "ALTER TABLE commits ADD COLUMN amendment BLOB",
    "ALTER TABLE orphans ADD COLUMN amendment BLOB",
    "CREATE INDEX amending ON commits (run, step) WHERE amendment IS NOT NULL",
    # What the organiser has signed here and the log does not have yet.
    "CREATE TABLE petitions (run BLOB NOT NULL, number INTEGER NOT NULL, amendment BLOB NOT NULL, "
    "PRIMARY KEY (run, number)) WITHOUT ROWID",
    # How well kept states do on what is held out; `scores` is JSON.
    "CREATE TABLE scores (run BLOB NOT NULL, step INTEGER NOT NULL, state BLOB NOT NULL, time_s INTEGER NOT NULL, "
    "scores TEXT NOT NULL, is_good INTEGER NOT NULL, PRIMARY KEY (run, step, state)) WITHOUT ROWID",
)

_HOURS = (
    # Own accepted samples by step: what `history` has counted already, so that a log that is read again, or another
    # branch of it, changes nothing but what is different. Stays when a collaboration is left, as `history` does.
    """CREATE TABLE credited (
        run BLOB NOT NULL, step INTEGER NOT NULL, hour TEXT NOT NULL, samples INTEGER NOT NULL,
        PRIMARY KEY (run, step)) WITHOUT ROWID""",
    "ALTER TABLE history RENAME TO by_step",
    "ALTER TABLE by_step ADD COLUMN hour TEXT",
    """UPDATE by_step SET hour = coalesce(
        (SELECT hour_of(header) FROM commits WHERE run = by_step.run AND step = by_step.step), day || 'T12')""",
    "INSERT INTO credited SELECT run, step, hour, samples FROM by_step WHERE samples > 0",
    # By hour, and the same once more by day and by month, so that years of it are read at once. `start` is local time.
    """CREATE TABLE history (
        unit TEXT NOT NULL, start TEXT NOT NULL, run BLOB NOT NULL, samples INTEGER NOT NULL, steps INTEGER NOT NULL,
        training_s REAL NOT NULL, energy_wh REAL NOT NULL, sent_bytes INTEGER NOT NULL,
        received_bytes INTEGER NOT NULL, PRIMARY KEY (unit, start, run)) WITHOUT ROWID""",
    """INSERT INTO history
        SELECT column1, substr(hour, 1, column2), run, sum(samples), sum(samples > 0), sum(training_s), 0, 0, 0
        FROM by_step, (VALUES ('hour', 13), ('day', 10), ('month', 7)) GROUP BY 1, 2, 3""",
    "DROP TABLE by_step",
)

_SHARES = (
    # Weight of a collaboration's part of this computer's time; and the seconds that it was given, which fade: so many
    # were left of them at that Unix time.
    "ALTER TABLE runs ADD COLUMN share INTEGER NOT NULL DEFAULT 100",
    "ALTER TABLE runs ADD COLUMN given_s REAL NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN given_at_s REAL NOT NULL DEFAULT 0",
    # Unix time; its row stays, for the history and for who comes back.
    "ALTER TABLE runs ADD COLUMN left_s INTEGER",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _PROOFS, _AMENDMENTS, _HOURS, _SHARES)
"""Entry i takes a database from `user_version` i to i + 1. The function `hour_of` is `core.storage.hours`'s."""
