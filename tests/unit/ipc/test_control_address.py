import os
import sys
from pathlib import Path

import pytest

from core.errors import LocalFault
from core.ipc.address import PATH_BYTES, control_address, prepare_folder, untrusted_reason
from core.saying import NOTHING

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")


def test_a_short_home_holds_its_socket(tmp_path: Path) -> None:
    home = Path("/nowhere/idlewild")
    assert control_address(home) == "/nowhere/idlewild/control.sock"


def test_every_spelling_of_a_home_gives_one_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path)
    spellings = [tmp_path / "real", tmp_path / "link", Path("real"), tmp_path / "x" / ".." / "link"]
    assert len({control_address(home) for home in spellings}) == 1


def test_the_environment_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    long = Path("/" + "a" * 120)
    before = control_address(long)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/elsewhere")
    monkeypatch.setenv("TMPDIR", "/elsewhere")
    assert control_address(long) == before


def test_long_homes_have_short_and_different_addresses() -> None:
    homes = [Path("/" + "ক" * length) for length in range(20, 80)]
    addresses = [control_address(home) for home in homes]
    assert len(set(addresses)) == len(homes)
    assert all(len(os.fsencode(address)) <= PATH_BYTES for address in addresses)
    assert addresses[0].endswith("/control.sock")
    assert f"/idlewild-{os.getuid()}/" in addresses[-1]


def test_prepared_folders_are_private(tmp_path: Path) -> None:
    address = str(tmp_path / "new" / "0123.sock")
    prepare_folder(address)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert untrusted_reason(address) == NOTHING


def test_a_folder_that_others_could_change_is_not_used(tmp_path: Path) -> None:
    address = str(tmp_path / "shared" / "0123.sock")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    assert "open to other users" in str(untrusted_reason(address))
    with pytest.raises(LocalFault, match="--home"):
        prepare_folder(address)


def test_a_link_in_place_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir(mode=0o700)
    (tmp_path / "trap").symlink_to(tmp_path / "mine")
    assert "not a folder" in str(untrusted_reason(str(tmp_path / "trap" / "0123.sock")))


def test_the_home_itself_may_have_any_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o775)
    assert untrusted_reason(control_address(tmp_path)) == NOTHING


def test_a_file_in_the_way_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalFault, match="--home"):
        prepare_folder(str(tmp_path / "file" / "control.sock"))
