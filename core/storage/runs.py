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


@dataclass(frozen=True, slots=True)
class KnownPeer:
    """Where a peer could be reached when it was last seen; a hint, not a fact."""

    peer: PeerId
    addresses: tuple[Place, ...]
    seen_s: int
    """Unix time."""


class _Named(msgspec.Struct):
    """The one thing of a manifest that history shows; readable even where a newer program wrote the rest."""

    name: str = ""


class Runs:
    """Methods raise `LocalFault` where the disk is the cause."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, record: RunRecord) -> None:
        """Joins, or changes what is known of a collaboration already joined; which one is active stays."""
        signed = record.signed
        if signed.run != record.run:
            raise ValueError("the manifest belongs to another run")
        name = from_json(_Named, signed.content).name
        draft = record.draft.raw if record.draft else None
        self._database.run(
            """INSERT INTO runs (name, run, content, signature, is_host, token, draft, joined_s)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (run) DO UPDATE SET name = excluded.name, content = excluded.content,
                signature = excluded.signature, is_host = excluded.is_host, token = excluded.token,
                draft = excluded.draft, joined_s = excluded.joined_s""",
            (
                name,
                record.run.raw,
                signed.content,
                signed.signature,
                record.is_host,
                record.token,
                draft,
                record.joined_s,
            ),
        )

    def get(self, run: RunId) -> RunRecord | None:
        sql = "SELECT run, content, signature, is_host, token, draft, joined_s FROM runs WHERE run = ?"
        row = self._database.row(sql, (run.raw,))
        return _record(row) if row else None

    def all(self) -> list[RunRecord]:
        """In the order of joining."""
        sql = "SELECT run, content, signature, is_host, token, draft, joined_s FROM runs ORDER BY joined_s, run"
        return [_record(row) for row in self._database.rows(sql)]

    def active(self) -> RunRecord | None:
        """The collaboration the engine takes part in when it starts."""
        sql = "SELECT run, content, signature, is_host, token, draft, joined_s FROM runs WHERE is_active"
        row = self._database.row(sql)
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
