"""A bundle holds what helps and none of what is secret; it is written whole and over nothing else."""

import asyncio
import getpass
import json
import socket
import zipfile
from pathlib import Path

import pytest

from core.collaboration.invitation import Invitation
from core.engine import known_secrets
from core.engine.bundling import DOCUMENT_BYTES, MARK
from core.engine.diagnostics import Diagnostics, bundle_from_files
from core.engine.log_ends import READ_BYTES, last_lines
from core.errors import LocalFault, UsageError
from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.identity.manifest import SignedManifest
from core.ipc.messages import Phase, Reason, Status
from core.paths import Home
from core.storage import settings as page
from core.storage.database import Database
from core.storage.runs import RunRecord, Runs
from core.storage.settings import Settings
from core.transport.api import Address, parse_place

TOKEN = b"0123456789abcdef"
SIGNED = SignedManifest(content=b'{"name":"Words"}', signature=bytes(64))
IDENTITY = Identity.from_seed(bytes(range(32)))
LINK = Invitation(SIGNED.run, PeerId(bytes(32)), (Address("198.51.100.7", 7777),), TOKEN).link
SECRETS = [
    *("198.51.100.7", "203.0.113.9", "2001:db8::77", "peer.example.org", "aa:bb:cc:01:02:03", "quentin", "quentins-pc"),
    *("/home/quentin", "/data/quentins", LINK, LINK[-30:], bytes(range(32)).hex(), TOKEN.hex()),
]
LOG = f"""\
2026-11-23 10:00:00,000 INFO core.engine: joining {LINK}
2026-11-23 10:00:01,000 INFO core.nat: no manifest from 203.0.113.9:4433, [2001:db8::77]:1, peer.example.org:9
2026-11-23 10:00:02,000 INFO core.nat: router aa:bb:cc:01:02:03 of quentins-pc
2026-11-23 10:00:03,000 ERROR core.ipc: Request failed
Traceback (most recent call last):
  File "/home/quentin/idlewild/core/x.py", line 3, in work
    raise OSError("/data/quentins")
OSError: /data/quentins
2026-11-23 10:00:04,000 INFO core.identity: idlewild-key-1 {bytes(range(32)).hex()} 0011223344556677, {TOKEN.hex()}
2026-11-23 10:00:05,000 INFO core.swarm: step 12 is committed
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "quentin")
    monkeypatch.setattr(socket, "gethostname", lambda: "quentins-pc")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/quentin"))
    home = Home(tmp_path / "secret-place" / "peer")
    home.root.mkdir(parents=True)
    home.log_file.write_text(LOG, "utf-8")
    home.key_file.write_text(f"idlewild-key-1 {bytes(range(32)).hex()} 0011223344556677\n")
    with Database.open(home.database) as database:
        runs = Runs(database)
        runs.add(RunRecord(SIGNED.run, SIGNED, is_host=False, token=TOKEN, draft=None, joined_s=5))
        runs.remember_peer(SIGNED.run, IDENTITY.peer_id, [parse_place("peer.example.org:9")], 1)
        Settings(database).set(page.DATA_FOLDER, "/data/quentins")
    return home


def contents(file):
    with zipfile.ZipFile(file) as archive:
        assert archive.comment == MARK
        return {name: archive.read(name).decode() for name in archive.namelist()}


def check_clean(members, home):
    for name, text in members.items():
        for secret in [*SECRETS, str(home.root), "secret-place"]:
            assert secret.lower() not in text.lower(), f"{secret} in {name}"


async def status():
    return Status(
        version="1",
        peer="abcdefg",
        home="/home/quentin/.local/share/idlewild",
        phase=Phase.PAUSED,
        reason=Reason.ON_BATTERY,
        sentence="Waiting for mains power.",
        action="Plug the computer in.",
        listen="203.0.113.9:4433",
        notices=[f"Invite others by {LINK}"],
    )


async def no_sensors():
    raise LocalFault("There are none.")


def test_with_an_engine(home, tmp_path):
    with Database.open(home.database) as database:
        helper = Diagnostics(home, database, IDENTITY)
        file = tmp_path / "bundle.zip"
        made = asyncio.run(helper.bundle(str(file), {"status": status, "sensors": no_sensors}))
        again = asyncio.run(helper.bundle(str(file), {"status": status}))
    assert (made.file, again.bytes) == (str(file), file.stat().st_size)
    members = contents(file)
    check_clean(members, home)
    assert json.loads(members["status.json"])["reason"] == "on_battery"
    assert json.loads(members["why.json"])["sentence"] == "Waiting for mains power."
    assert json.loads(members["joined.json"])[0]["name"] == "Words"
    assert json.loads(members["tables.json"])["runs"] == 1
    assert "torch" in json.loads(members["versions.json"])
    assert json.loads(members["files.json"])["idlewild.log"] == len(LOG)
    assert "step 12 is committed" in members["logs/idlewild.log.txt"]
    assert members["crashes.txt"].count("Traceback") == 1
    assert "OSError: <folder 1>" in members["crashes.txt"]
    assert made.removed > 15
    assert [entry.name for entry in tmp_path.iterdir() if "part" in entry.name] == []


def test_without_an_engine_and_without_a_database(home, tmp_path):
    bundle_from_files(home, tmp_path / "one.zip", "No engine is running.")
    check_clean(contents(tmp_path / "one.zip"), home)
    for path in home.root.glob("idlewild.sqlite*"):
        path.unlink()
    bundle_from_files(home, tmp_path / "two.zip", "No engine is running.")
    members = contents(tmp_path / "two.zip")
    assert "fault" in json.loads(members["database.json"])
    assert "203.0.113.9" not in "".join(members.values())


def test_nothing_else_is_overwritten(home, tmp_path):
    precious = tmp_path / "precious.zip"
    with zipfile.ZipFile(precious, "w") as archive:
        archive.writestr("mine", "kept")
    for file, words in (
        (precious, "exists already"),
        (tmp_path / "nowhere" / "x.zip", "no folder"),
        (home.root, "exist"),
    ):
        with pytest.raises(UsageError, match=words):
            bundle_from_files(home, file, "")
    with zipfile.ZipFile(precious) as archive:
        assert archive.read("mine") == b"kept"
    with Database.open(home.database) as database, pytest.raises(UsageError, match="whole path"):
        asyncio.run(Diagnostics(home, database, IDENTITY).bundle("x.zip", {}))


def test_it_stays_small_however_long_the_logs_are(home, tmp_path):
    line = "2026-11-23 10:00:00,000 INFO core.x: " + "word " * 20 + "\n"
    for name in ("idlewild.log", "idlewild.log.1", "idlewild.log.2"):
        (home.root / name).write_text(line * (5_000_000 // len(line)))
    bundle_from_files(home, tmp_path / "b.zip", "")
    members = contents(tmp_path / "b.zip")
    assert sum(map(len, members.values())) < 20_000_000
    assert len(members["logs/idlewild.log.1.txt"]) <= 2 * READ_BYTES
    assert len(members["crashes.txt"]) <= DOCUMENT_BYTES


def test_the_log_s_end_is_clean_and_read_from_its_end(home):
    with Database.open(home.database) as database:
        helper = Diagnostics(home, database, IDENTITY)
        tail = asyncio.run(helper.log_tail(200))
        assert tail[-1].endswith("step 12 is committed")
        assert len(tail) == len(LOG.splitlines())
        check_clean({"tail": "\n".join(tail)}, home)
        assert asyncio.run(helper.log_tail(1)) == tail[-1:]


def test_a_log_that_has_just_begun_anew_goes_on_in_the_one_before(tmp_path):
    log = tmp_path / "idlewild.log"
    assert last_lines(log, 5) == []
    log.write_text("new\n")
    (tmp_path / "idlewild.log.1").write_text("".join(f"old {n}\n" for n in range(9)))
    assert last_lines(log, 3) == ["old 7", "old 8", "new"]
    log.write_bytes(b"x" * (READ_BYTES + 10) + b"\nlast \xff\n")
    assert last_lines(log, 1) == ["last \ufffd"]


def test_who_has_no_account_has_no_name(home, monkeypatch):
    def fail():
        raise KeyError("no such user")

    monkeypatch.setattr(getpass, "getuser", fail)
    assert known_secrets.redactor_of(home, None).clean("quentin") == "<user name 1>"
