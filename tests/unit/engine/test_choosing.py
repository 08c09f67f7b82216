"""What hosting finds out is said on the engine's loop; what a newer invitation says counts."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.collaboration.invitation import Invitation
from core.data.objects import ObjectStore
from core.engine import choosing
from core.identity.ids import Digest
from core.identity.keys import Identity
from core.identity.manifest import SignedManifest
from core.paths import Home
from core.storage.database import Database
from core.storage.runs import RunRecord, Runs
from core.transport.api import parse_place

SIGNED = SignedManifest(content=b"{}", signature=bytes(64))
OLD, NEW = parse_place("192.0.2.1:7777"), parse_place("192.0.2.2:8888")
ORGANISER = Identity.from_seed(bytes(32)).peer_id


def built(draft: object, *, on_doubt: Callable[[str], None], on_progress: object, **_: object) -> SignedManifest:
    assert threading.current_thread() is not threading.main_thread()
    on_doubt("two pictures cannot be decoded")
    return SIGNED


def test_the_organiser_is_told_of_doubts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "read_draft", lambda path: SimpleNamespace(policy="open"))
    monkeypatch.setattr(choosing, "draft_digest", lambda draft: Digest(bytes(32)))
    monkeypatch.setattr(choosing, "build_collaboration", built)
    told: list[tuple[str, bool]] = []

    def tell(sentence: str) -> None:
        told.append((sentence, threading.current_thread() is threading.main_thread()))

    async def story() -> None:
        with Database.open(tmp_path / "it.sqlite") as database:
            identity, objects = Identity.from_seed(bytes(32)), ObjectStore(tmp_path / "objects")
            chooser = choosing.Chooser(identity, Home(tmp_path), objects, Runs(database), tuple)
            record = await chooser.host(tmp_path / "manifest.toml", lambda what, part: None, tell)
            assert record.signed == SIGNED

    asyncio.run(story())
    assert told == [("two pictures cannot be decoded", True)]


def record_of(*, is_host: bool) -> RunRecord:
    return RunRecord(SIGNED.run, SIGNED, is_host=is_host, token=b"old", draft=None, joined_s=1)


@pytest.mark.parametrize("is_host", [False, True])
def test_a_newer_invitation_leads_where_it_says(tmp_path: Path, *, is_host: bool) -> None:
    """The organiser's computer has another address since, and its door another token; its own home knows better."""
    with Database.open(tmp_path / "it.sqlite") as database:
        runs = Runs(database)
        identity, objects = Identity.from_seed(bytes(32)), ObjectStore(tmp_path / "objects")
        chooser = choosing.Chooser(identity, Home(tmp_path), objects, runs, tuple)
        runs.add(record_of(is_host=is_host))
        runs.remember_peer(SIGNED.run, ORGANISER, [OLD], 1)
        found = chooser.joined(Invitation(SIGNED.run, ORGANISER, (NEW,), b"new"))
        assert found == runs.active()
        assert found is not None
        (known,) = runs.known_peers(SIGNED.run, 9)
        expected = (b"old", (OLD,)) if is_host else (b"new", (NEW, OLD))
        assert (found.token, known.addresses) == expected
        again = chooser.joined(Invitation(SIGNED.run, ORGANISER))  # without token or places: nothing is forgotten
        assert again == found
        assert runs.known_peers(SIGNED.run, 9)[0].addresses == expected[1]


def test_own_links_lead_back_to_what_was_left_and_others_are_asked_for_anew(tmp_path: Path) -> None:
    with Database.open(tmp_path / "it.sqlite") as database:
        runs, chosen = Runs(database), []
        identity, objects = Identity.from_seed(bytes(32)), ObjectStore(tmp_path / "objects")
        chooser = choosing.Chooser(identity, Home(tmp_path), objects, runs, tuple, chosen.append)
        invitation = Invitation(SIGNED.run, ORGANISER, (NEW,), b"new")
        runs.add(record_of(is_host=True))
        runs.leave(SIGNED.run, 9)
        assert chooser.joined(invitation) == runs.active() == record_of(is_host=True)
        assert chosen == [SIGNED.run]
        runs.add(record_of(is_host=False))
        runs.leave(SIGNED.run, 9)
        assert chooser.joined(invitation) is None
        assert runs.all() == []
        assert chosen == [SIGNED.run]
