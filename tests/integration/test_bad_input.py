"""What people, disks and hostile peers get wrong: one sentence with the remedy, the right exit status, nothing lost."""

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from processes import START_S, Crew, Engine, check_agreement, free_address, idlewild, write_manifest

from core.collaboration.invitation import Invitation
from core.dht.records import make_record
from core.engine.reception import MESSAGES
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.identity.manifest import SignedManifest
from core.paths import Home
from core.storage.database import Database
from core.storage.runs import Runs
from core.swarm import messages as say
from core.transport.api import Address, Link, Message, Stream
from core.transport.endpoint import Endpoint, EndpointConfig

FAILED, WRONG_USE = 1, 2


def check_refused(done: subprocess.CompletedProcess[str], status: int, *words: str) -> None:
    """One sentence of the program's own, as its last words."""
    said = [line for line in done.stderr.splitlines() if line.startswith("idlewild: ")]
    assert len(said) == 1, done.stderr
    assert done.stderr.splitlines()[-1] == said[0], done.stderr
    sentence = said[0]
    print(sentence)
    assert sentence.endswith("."), sentence
    assert "Internal error" not in sentence, sentence
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in sentence, f"{word!r} is not in {sentence!r}"
    assert done.returncode == status, sentence


def run_with(link: str, home: Path, *words: object) -> subprocess.CompletedProcess[str]:
    listen = [] if "--listen" in words else ["--listen", free_address()]
    return idlewild("run", "--headless", "--no-throttle", "--home", home, *listen, "--join", link, *words)


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    """One organiser for all the tests that need one."""
    root = tmp_path_factory.mktemp("crew")
    with Crew(root) as crew:
        crew.organise(write_manifest(root / "manifest"))
        assert crew.link
        yield crew
        assert crew.host.is_running, "nothing that others get wrong ends the organiser"


def signed_manifest(engine: Engine) -> SignedManifest:
    with Database.open(Home(engine.home).database, read_only=True) as database:
        active = Runs(database).active()
    assert active is not None
    return active.signed


# --- links


@pytest.mark.parametrize("link", ["https://example.org", "idlewild://join/abc", ""])
def test_what_is_no_invitation(tmp_path: Path, link: str) -> None:
    check_refused(run_with(link, tmp_path / "home"), WRONG_USE, "invitation", "copy")


def test_an_invitation_with_a_typing_error(tmp_path: Path, crew: Crew) -> None:
    link = crew.link
    place = link.index("?o=") + 5
    wrong = link[:place] + ("a" if link[place] != "a" else "b") + link[place + 1 :]
    check_refused(run_with(wrong, tmp_path / "home"), WRONG_USE, "typing error", "copy the whole link again")


def test_a_host_that_cannot_be_reached(tmp_path: Path, crew: Crew) -> None:
    nowhere = Address.parse(free_address())
    invitation = Invitation.parse(crew.link)
    link = Invitation(invitation.run, invitation.organiser, (nowhere,), invitation.token).link
    check_refused(run_with(link, tmp_path / "home"), FAILED, str(nowhere), "check your network")


def test_a_collaboration_that_the_host_does_not_have(tmp_path: Path, crew: Crew) -> None:
    invitation = Invitation.parse(crew.link)
    other = type(invitation.run)(bytes(32))
    link = Invitation(other, invitation.organiser, invitation.bootstrap, invitation.token).link
    check_refused(run_with(link, tmp_path / "home"), FAILED, "another run")


class HostilePeer:
    """Says it takes part in `run`, and sends the manifest it was made with."""

    def __init__(self, signed: SignedManifest, run: RunId, identity: Identity) -> None:
        self._signed = signed
        self._run = run
        self._identity = identity

    def greeting(self) -> Message:
        record = make_record(self._identity, self._run, (), time.time())
        return say.Greeting(run=self._run, record=record, software="hostile 1")

    async def serve(self, _: Link, stream: Stream, first: Message) -> None:
        assert isinstance(first, say.FetchManifest)
        await stream.send(say.ManifestAnswer(content=self._signed.content, signature=self._signed.signature))


def joined_through(hostile: SignedManifest, asked: Invitation, home: Path) -> subprocess.CompletedProcess[str]:
    """`run --join` of `asked`, at a peer that answers with `hostile`."""

    async def scenario() -> subprocess.CompletedProcess[str]:
        identity = Identity.generate()
        peer = HostilePeer(hostile, asked.run, identity)
        endpoint = await Endpoint.open(
            EndpointConfig(
                identity=identity,
                messages=MESSAGES,
                greeting=peer.greeting,
                admit=lambda *_: "",
                serve=peer.serve,
                listen=Address("127.0.0.1", 0),
            )
        )
        try:
            link = Invitation(asked.run, asked.organiser, tuple(endpoint.addresses), asked.token).link
            return await asyncio.to_thread(run_with, link, home)
        finally:
            await endpoint.close()

    return asyncio.run(scenario())


def test_a_manifest_with_a_wrong_signature(tmp_path: Path, crew: Crew) -> None:
    signed = signed_manifest(crew.host)
    forged = msgspec.structs.replace(signed, signature=bytes([signed.signature[0] ^ 1]) + signed.signature[1:])
    done = joined_through(forged, Invitation.parse(crew.link), tmp_path / "home")
    check_refused(done, FAILED, "signature", "ask for a new invitation")
    assert not list((tmp_path / "home").glob("objects/*")), "nothing of it was fetched"


def test_a_manifest_that_was_changed(tmp_path: Path, crew: Crew) -> None:
    """Its hash is no longer the run that the invitation names."""
    signed = signed_manifest(crew.host)
    changed = msgspec.structs.replace(signed, content=signed.content.replace(b"Nonsense", b"Nonsence"))
    asked = Invitation.parse(crew.link)
    assert changed.run != asked.run
    done = joined_through(changed, asked, tmp_path / "home")
    check_refused(done, FAILED, "ask", "not what the invitation says", changed.run.short)


def test_a_manifest_of_somebody_else(tmp_path: Path, crew: Crew) -> None:
    """Well signed, but not by the organiser that the invitation names."""
    asked = Invitation.parse(crew.link)
    other = Invitation(asked.run, PeerId(bytes(32)), asked.bootstrap, asked.token)
    done = joined_through(signed_manifest(crew.host), other, tmp_path / "home")
    check_refused(done, FAILED, "another organiser")


# --- manifests


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"kind": "telepathy"}, "telepathy"),
        ({"optimizer": "magic"}, "optimizer.kind"),
        ({"learning_rate": '"fast"'}, "optimizer.learning_rate"),
        ({"target_batch": 0}, "target_batch"),
        ({"codec": "morse"}, "codec"),
    ],
)
def test_a_manifest_that_asks_for_what_there_is_not(tmp_path: Path, changes: dict[str, object], word: str) -> None:
    manifest = write_manifest(tmp_path, **changes)
    home = tmp_path / "home"
    check_refused(
        idlewild("host", manifest, "--home", home, "--listen", free_address()), WRONG_USE, str(manifest), word
    )


def test_no_manifest(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    check_refused(idlewild("host", missing, "--home", tmp_path / "home"), WRONG_USE, str(missing))
    missing.write_text("name = [", "utf-8")
    check_refused(idlewild("host", missing, "--home", tmp_path / "home"), WRONG_USE, str(missing), "line")


# --- this machine


def test_a_port_that_is_in_use(tmp_path: Path, crew: Crew) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        done = run_with(crew.link, tmp_path / "home", "--listen", f"127.0.0.1:{port}")
    check_refused(done, FAILED, str(port), "in use", "--listen")


def test_a_second_engine_in_the_same_home(crew: Crew) -> None:
    before = crew.host.status()
    done = run_with(crew.link, crew.host.home)
    check_refused(done, FAILED, str(crew.host.home), "already runs", "--home")
    after = crew.host.status()
    assert before is not None
    assert after is not None
    assert after.uptime_s > before.uptime_s, "the first one is not disturbed"


def test_a_home_that_is_not_an_own_folder(tmp_path: Path, crew: Crew) -> None:
    file = tmp_path / "file"
    file.write_text("dear diary", "utf-8")
    check_refused(run_with(crew.link, file), FAILED, str(file), "--home")
    assert file.read_text("utf-8") == "dear diary"


@pytest.mark.parametrize("verb", [("run", "--headless"), ("log",), ("history",)])
def test_a_database_that_is_none(tmp_path: Path, verb: tuple[str, ...]) -> None:
    database = Home(tmp_path).database
    content = b"certainly not a database " * 400
    database.write_bytes(content)
    check_refused(idlewild(*verb, "--home", tmp_path), FAILED, str(database), "damaged", "move it")
    assert database.read_bytes() == content, "somebody may want to rescue it"


def test_a_database_that_has_gone_bad(tmp_path: Path, crew: Crew) -> None:
    """Of a home that was at work, damaged in the middle of its log."""
    peer = crew.volunteer("goes-bad", "--until-step", 30)
    assert peer.wait(START_S) == 0
    database = Home(peer.home).database
    content = bytearray(database.read_bytes())
    assert len(content) > 16_384
    content[4096 : len(content) // 2] = os.urandom(len(content) // 2 - 4096)
    database.write_bytes(content)
    done = idlewild("run", "--headless", "--no-throttle", "--home", peer.home, "--listen", free_address())
    check_refused(done, FAILED, str(database), "damaged", "move it")
    assert database.read_bytes() == content
    shutil.move(database, tmp_path / "rescued")
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    done = run_with(crew.link, peer.home, "--until-step", 31)
    assert done.returncode == 0, "after the remedy the peer works as before"
    check_agreement([crew.host, peer], least_steps=31)


# --- a full disk


@contextlib.contextmanager
def small_disk(folder: Path, size_bytes: int) -> Iterator[Path]:
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size_bytes}", "tmpfs", folder], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(folder: Path) -> Path:
    """A file that takes all the room there is."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for piece in (1 << 16, 1 << 9, 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(bytes(piece))
    assert shutil.disk_usage(folder).free == 0
    return filler


def test_joining_on_a_full_disk(tmp_path: Path, crew: Crew) -> None:
    with small_disk(tmp_path / "disk", 160 << 10) as disk:
        home = disk / "home"
        check_refused(run_with(crew.link, home), FAILED, str(home), "free some space")


def test_a_disk_that_fills_up(tmp_path: Path, crew: Crew) -> None:
    """The engine ends with its sentence, and goes on where it was once there is room."""
    with small_disk(tmp_path / "disk", 24 << 20) as disk:
        home = disk / "home"
        words = ["run", "--headless", "--no-throttle", "--home", home, "--listen", free_address(), "--join", crew.link]
        peer = Engine("full", home, words)
        crew.add(peer)
        peer.start()
        peer.until(lambda s: s.collaboration and s.collaboration.my_samples, "contributes")
        filler = fill(disk)
        status = peer.wait(START_S)
        check_refused(subprocess.CompletedProcess(words, status, "", peer.stderr), FAILED, str(home), "free some space")
        peer.check_nothing_left()
        filler.unlink()
        before = peer.log()
        assert before
        peer.start()
        step = crew.host.step()
        peer.until_step(step + 5)
        peer.quit()
        entries = check_agreement([crew.host, peer], least_steps=step + 5)
        assert [entry.head for entry in entries[: len(before)]] == [entry.head for entry in before], "nothing was lost"
        crew.members.remove(peer)
