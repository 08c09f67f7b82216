"""Collaborations this home has joined, and where their peers were last seen."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from core.identity.ids import Digest, PeerId, RunId
from core.identity.manifest import SignedManifest
from core.identity.wire import from_json
from core.storage.database import Database, Row
from core.transport.api import Place, parse_place

logger = logging.getLogger(__name__)

KNOWN_PEERS = 512
"""Peers remembered per collaboration; those seen longest ago make room."""
KNOWN_ADDRESSES = 16
"""Addresses remembered per peer, the first ones given."""


class _Named(msgspec.Struct):
    """The one thing of a manifest that history shows; readable even where a newer program wrote the rest."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One joined collaboration."""

    run: RunId
    signed: SignedManifest
    is_host: bool
    """Whether it is served from this home."""
    token: bytes | None
    """The invitation's, where the access policy asks for one."""
    draft: Digest | None
    """Of the file the manifest was made from, so that hosting the same file again continues the same run."""
    joined_s: int
    """Unix time."""

    @property
    def name(self) -> str:
        return from_json(_Named, self.signed.content).name


@dataclass(frozen=True, slots=True)
class Stake:
    """What one joined collaboration has of this computer's time."""

    run: RunId
    share: int
    """Weight of its part, 0 to 100; 0: it is set aside."""
    given_s: float
    """Seconds that it was given, faded, as they stood at `given_at_s`."""
    given_at_s: float
    """Unix time."""


@dataclass(frozen=True, slots=True)
class KnownPeer:
    """Where a peer could be reached when it was last seen; a hint, not a fact."""

    peer: PeerId
    addresses: tuple[Place, ...]
    seen_s: int
    """Unix time."""


_RECORD = "SELECT run, content, signature, is_host, token, draft, joined_s FROM runs"


class Runs:
    """Collaborations that were left are not among them, unless they are asked for.

    Methods raise `LocalFault` where the disk is the cause."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, record: RunRecord) -> None:
        """Joins, or changes what is known of a collaboration already joined; which one is active stays. One that was
        left is joined again, with a whole share."""
        signed = record.signed
        if signed.run != record.run:
            raise ValueError("the manifest belongs to another run")
        draft = record.draft.raw if record.draft else None
        self._database.run(
            """INSERT INTO runs (name, run, content, signature, is_host, token, draft, joined_s)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (run) DO UPDATE SET name = excluded.name, content = excluded.content,
                signature = excluded.signature, is_host = excluded.is_host, token = excluded.token,
                draft = excluded.draft, joined_s = excluded.joined_s,
                share = iif(left_s IS NULL, share, 100), left_s = NULL""",
            (
                record.name,
                record.run.raw,
                signed.content,
                signed.signature,
                record.is_host,
                record.token,
                draft,
                record.joined_s,
            ),
        )

    def get(self, run: RunId, *, also_left: bool = False) -> RunRecord | None:
        row = self._database.row(f"{_RECORD} WHERE run = ? AND (left_s IS NULL OR ?)", (run.raw, also_left))
        return _record(row) if row else None

    def all(self, *, also_left: bool = False) -> list[RunRecord]:
        """In the order of joining."""
        rows = self._database.rows(f"{_RECORD} WHERE left_s IS NULL OR ? ORDER BY joined_s, run", (also_left,))
        return [_record(row) for row in rows]

    def left(self) -> list[RunRecord]:
        return [_record(row) for row in self._database.rows(f"{_RECORD} WHERE left_s IS NOT NULL")]

    def leave(self, run: RunId, now_s: int) -> None:
        """Its peers are forgotten, and the token of its invitation, unless it is served from here."""
        with self._database.transaction():
            self._database.run(
                """UPDATE runs SET left_s = ?, is_active = 0, given_s = 0, given_at_s = 0,
                token = iif(is_host, token, NULL) WHERE run = ?""",
                (now_s, run.raw),
            )
            self._database.run("DELETE FROM peers WHERE run = ?", (run.raw,))

    def stakes(self) -> list[Stake]:
        """In the order of joining."""
        sql = "SELECT run, share, given_s, given_at_s FROM runs WHERE left_s IS NULL ORDER BY joined_s, run"
        return [Stake(RunId(run), share, given_s, at_s) for run, share, given_s, at_s in self._database.rows(sql)]

    def set_share(self, run: RunId, share: int) -> None:
        self._database.run("UPDATE runs SET share = ? WHERE run = ?", (share, run.raw))

    def set_given(self, run: RunId, given_s: float, at_s: float) -> None:
        self._database.run("UPDATE runs SET given_s = ?, given_at_s = ? WHERE run = ?", (given_s, at_s, run.raw))

    def active(self) -> RunRecord | None:
        """The collaboration the engine takes part in when it starts."""
        row = self._database.row(f"{_RECORD} WHERE is_active AND left_s IS NULL")
        return _record(row) if row else None

    def set_active(self, run: RunId | None) -> None:
        """None: take part in nothing. Raises `ValueError` for a run that was not added."""
        with self._database.transaction():
            if run is not None and self.get(run) is None:
                raise ValueError(f"{run} was not joined")
            self._database.run("UPDATE runs SET is_active = (run = ?)", (run.raw if run else b"",))

    def remember_peer(self, run: RunId, peer: PeerId, addresses: Sequence[Place], seen_s: int) -> None:
        """Keeps the newest word on where `peer` is; without addresses there is nothing to keep."""
        if not addresses:
            return
        text = msgspec.json.encode([str(address) for address in addresses[:KNOWN_ADDRESSES]]).decode()
        with self._database.transaction():
            self._database.run(
                """INSERT INTO peers VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
                SET addresses = excluded.addresses, seen_s = excluded.seen_s WHERE excluded.seen_s >= peers.seen_s""",
                (run.raw, peer.raw, text, int(seen_s)),
            )
            self._database.run(
                """DELETE FROM peers WHERE run = ?1 AND peer IN
                (SELECT peer FROM peers WHERE run = ?1 ORDER BY seen_s DESC LIMIT -1 OFFSET ?2)""",
                (run.raw, KNOWN_PEERS),
            )

    def known_peers(self, run: RunId, limit: int) -> list[KnownPeer]:
        """Those seen last come first."""
        sql = "SELECT peer, addresses, seen_s FROM peers WHERE run = ? ORDER BY seen_s DESC LIMIT ?"
        return [
            KnownPeer(PeerId(peer), _addresses(text), seen_s)
            for peer, text, seen_s in self._database.rows(sql, (run.raw, limit))
        ]


def _addresses(text: str) -> tuple[Place, ...]:
    found: list[Place] = []
    for address in msgspec.json.decode(text, type=list[str]):
        try:
            found.append(parse_place(address))
        except ValueError:  # peers' words: one that cannot be read is one fewer to try
            logger.debug("%r is no address", address)
    return tuple(found)


def _record(row: Row) -> RunRecord:
    run, content, signature, is_host, token, draft, joined_s = row
    return RunRecord(
        run=RunId(run),
        signed=SignedManifest(content=content, signature=signature),
        is_host=bool(is_host),
        token=token,
        draft=None if draft is None else Digest(draft),
        joined_s=joined_s,
    )
