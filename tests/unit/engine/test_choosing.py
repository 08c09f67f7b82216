"""What hosting finds out is said on the engine's loop."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.data.objects import ObjectStore
from core.engine import choosing
from core.identity.ids import Digest
from core.identity.keys import Identity
from core.identity.manifest import SignedManifest
from core.paths import Home
from core.storage.database import Database
from core.storage.runs import Runs

SIGNED = SignedManifest(content=b"{}", signature=bytes(64))


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
