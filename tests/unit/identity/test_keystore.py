"""Where the private key is kept, and that it is never replaced behind the user's back."""

import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import keyring
import keyring.backend
import keyring.backends.fail
import keyring.backends.null
import pytest

from core.errors import LocalFault
from core.identity.keys import Identity
from core.identity.keystore import SERVICE, forget_identity, load_identity, peer_id_of
from core.paths import Home
from core.saying import NOTHING

NO_ENVIRONMENT: dict[str, str] = {}
FILE_WANTED = {"IDLEWILD_KEY_FILE": "1"}
posix_only = pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")


class Ring(keyring.backend.KeyringBackend):
    """A keyring in memory that can be locked, hang or fail."""

    priority = 5.0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[tuple[str, str], str] = {}
        self.failure: Exception | None = None
        self.gate = threading.Event()
        self.gate.set()

    def get_password(self, service: str, username: str) -> str | None:
        self.gate.wait()
        if self.failure:
            raise self.failure
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.entries[service, username]


@pytest.fixture(autouse=True)
def _own_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(keyring.backends.fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def ring() -> Iterator[Ring]:
    ring = Ring()
    keyring.set_keyring(ring)
    yield ring
    ring.gate.set()  # lets a thread go that was left behind


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def load(home: Home, environment: dict[str, str] = NO_ENVIRONMENT, timeout_s: float = 5.0) -> tuple[Identity, str]:
    return load_identity(home, environment=environment, timeout_s=timeout_s)


def test_keyring_keeps_the_key(home: Home, ring: Ring) -> None:
    identity, notice = load(home)
    again, _ = load(home)
    assert again.seed == identity.seed
    assert notice == NOTHING
    assert not home.key_file.exists()
    assert [service for service, _ in ring.entries] == [SERVICE]
    assert identity.seed.hex() not in (home.root / "identity.pub").read_text()


def test_homes_have_their_own_keys(tmp_path: Path, ring: Ring) -> None:
    one, _ = load(Home(tmp_path / "1"))
    two, _ = load(Home(tmp_path / "2"))
    assert one.peer_id != two.peer_id
    assert len(ring.entries) == 2


def test_moved_home_finds_its_key(tmp_path: Path, ring: Ring) -> None:
    before, _ = load(Home(tmp_path / "1"))
    (tmp_path / "1").rename(tmp_path / "2")
    assert load(Home(tmp_path / "2"))[0].peer_id == before.peer_id
    assert len(ring.entries) == 1


def test_home_that_was_lost_finds_its_key(home: Home, ring: Ring) -> None:
    before, _ = load(home)
    (home.root / "identity.pub").unlink()
    assert load(home)[0].peer_id == before.peer_id


@posix_only
def test_without_a_keyring_a_private_file_is_used(home: Home) -> None:
    identity, notice = load(home)
    assert stat.S_IMODE(home.key_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.root.stat().st_mode) == 0o700
    assert str(home.key_file) in str(notice)
    again, notice = load(home)
    assert again.seed == identity.seed
    assert str(home.key_file) in str(notice)
    assert list(home.root.iterdir()) == [home.key_file]


def test_null_keyring_is_not_trusted(home: Home) -> None:
    keyring.set_keyring(keyring.backends.null.Keyring())
    load(home)
    assert home.key_file.exists()


def test_keyring_that_is_not_recommended_is_not_used(home: Home, ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ring, "priority", 0.5)
    load(home)
    assert home.key_file.exists()
    assert not ring.entries


def test_keyring_that_forgets_is_not_trusted(home: Home, ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ring, "set_password", lambda *_: None)
    load(home)
    assert home.key_file.exists()


def test_the_environment_asks_for_the_file(home: Home, ring: Ring) -> None:
    _, notice = load(home, FILE_WANTED)
    assert home.key_file.exists()
    assert str(home.key_file) in str(notice)
    assert not ring.entries


def test_the_file_wins_over_the_keyring(home: Home, ring: Ring) -> None:
    in_file, _ = load(home, FILE_WANTED)
    assert load(home)[0].seed == in_file.seed
    assert not ring.entries


def test_hanging_keyring_is_given_up_at_the_first_start(home: Home, ring: Ring) -> None:
    ring.gate.clear()
    identity, notice = load(home, timeout_s=0.05)
    assert "keyring" in str(notice)
    assert load(home, timeout_s=0.05)[0].seed == identity.seed


@pytest.mark.parametrize("failure", [RuntimeError("no bus"), keyring.errors.KeyringLocked("locked")])
def test_failing_keyring_is_given_up_at_the_first_start(home: Home, ring: Ring, failure: Exception) -> None:
    ring.failure = failure
    load(home)
    assert home.key_file.exists()


def test_locked_keyring_does_not_make_a_new_peer(home: Home, ring: Ring) -> None:
    before, _ = load(home)
    ring.failure = keyring.errors.KeyringLocked("locked")
    with pytest.raises(LocalFault, match="unlock the keyring"):
        load(home)
    ring.failure = None
    ring.gate.clear()
    with pytest.raises(LocalFault, match="does not answer"):
        load(home, timeout_s=0.05)
    ring.gate.set()
    assert load(home)[0].peer_id == before.peer_id
    assert not home.key_file.exists()


def test_lost_or_other_entry_does_not_make_a_new_peer(home: Home, tmp_path: Path, ring: Ring) -> None:
    load(home)
    load(Home(tmp_path / "other"))
    mine, other = ring.entries
    ring.entries[mine] = ring.entries[other]
    with pytest.raises(LocalFault, match="no longer in the system's keyring"):
        load(home)
    del ring.entries[mine]
    with pytest.raises(LocalFault, match="no longer in the system's keyring"):
        load(home)
    with pytest.raises(LocalFault, match="unset IDLEWILD_KEY_FILE"):
        load(home, FILE_WANTED)


def test_damaged_entry_does_not_make_a_new_peer(home: Home, ring: Ring) -> None:
    load(home)
    (home.root / "identity.pub").unlink()
    ring.entries = dict.fromkeys(ring.entries, "rubbish")
    with pytest.raises(LocalFault, match="damaged entry"):
        load(home)
    assert not home.key_file.exists()


def test_damaged_note_still_says_that_there_is_a_key(home: Home, ring: Ring) -> None:
    before, _ = load(home)
    note = home.root / "identity.pub"
    good = note.read_text()
    note.write_text("rubbish")
    ring.failure = RuntimeError("no bus")
    with pytest.raises(LocalFault, match="cannot be read now"):
        load(home)
    ring.failure = None
    assert load(home)[0].peer_id == before.peer_id
    assert note.read_text() == good


@pytest.mark.parametrize("at", [16, 40, 77, 90])
def test_flipped_digit_in_the_file_is_noticed(home: Home, at: int) -> None:
    load(home)
    text = home.key_file.read_text()
    damaged = text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
    home.key_file.write_text(damaged)
    with pytest.raises(LocalFault, match="is damaged"):
        load(home)
    assert home.key_file.read_text() == damaged


@pytest.mark.parametrize("content", [b"", b"\xff\x00" * 40, b"idlewild-key-1 "])
def test_rubbish_in_the_file_is_noticed_and_left(home: Home, content: bytes) -> None:
    home.root.mkdir()
    home.key_file.write_bytes(content)
    with pytest.raises(LocalFault, match="is damaged"):
        load(home)
    assert home.key_file.read_bytes() == content


@posix_only
def test_open_file_is_closed_to_others_with_a_notice(home: Home) -> None:
    load(home)
    home.key_file.chmod(0o644)
    _, notice = load(home)
    assert stat.S_IMODE(home.key_file.stat().st_mode) == 0o600
    assert "Other users could read it" in str(notice)
    assert "Other users" not in str(load(home)[1])


@pytest.mark.parametrize("environment", [NO_ENVIRONMENT, FILE_WANTED])
def test_peer_is_known_without_the_keyring(home: Home, ring: Ring, environment: dict[str, str]) -> None:
    assert peer_id_of(home) is None
    assert not home.root.exists()
    identity, _ = load(home, environment)
    ring.gate.clear()
    assert peer_id_of(home) == identity.peer_id


def test_home_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalFault, match="--home"):
        load(Home(tmp_path / "file" / "home"))


def test_key_file_that_is_a_folder_is_one_sentence(home: Home) -> None:
    home.key_file.mkdir(parents=True)
    with pytest.raises(LocalFault, match="cannot be read"):
        load(home)


def test_two_first_starts_at_once_agree(home: Home) -> None:
    seeds: list[bytes] = []
    start = threading.Barrier(4)

    def run() -> None:
        start.wait()
        seeds.append(load(home)[0].seed)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seeds) == 4
    assert len(set(seeds)) == 1


def test_a_forgotten_key_is_nowhere(home: Home, ring: Ring) -> None:
    load(home)
    other = Home(home.root / "other")
    load(other)
    assert len(ring.entries) == 2
    assert forget_identity(home) == NOTHING
    assert len(ring.entries) == 1
    assert {path.name for path in home.root.iterdir()} == {"other"}
    assert peer_id_of(home) is None
    assert forget_identity(home) == NOTHING


def test_a_forgotten_key_file_is_gone(home: Home) -> None:
    load(home)
    assert home.key_file.exists()
    assert forget_identity(home) == NOTHING
    assert not home.key_file.exists()


def test_an_entry_that_a_locked_keyring_keeps_is_named(home: Home, ring: Ring) -> None:
    load(home)
    ((_, account),) = ring.entries
    ring.failure = keyring.errors.KeyringLocked("locked")
    left = str(forget_identity(home))
    assert account in left
    assert "delete its entry idlewild" in left
    assert list(home.root.iterdir()) == []
