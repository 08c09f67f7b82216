"""What of a build's runtimes is for this computer."""

import base64
import sys
from pathlib import Path

import msgspec
import pytest

from core.identity.keys import Identity
from core.release.documents import Needs, this_platform, this_python
from core.release.fitting import activate_chosen, needs_of, store_of
from core.release.origin import Origin
from core.release.runtimes import Installed, write_mark
from core.release.seal import ReleaseFault, seal
from tests.unit.release.test_origin import written
from tests.wheels import runtime_of, written_wheel

KEY = Identity.from_seed(b"k" * 32)


@pytest.fixture
def needs(tmp_path: Path) -> Needs:
    runtime = runtime_of([written_wheel(tmp_path, "one", {"one.py": b""})], "https://example.org/")
    return Needs(platform=this_platform(), python=this_python(), runtimes=(runtime,))


def origin(folder: Path, needs: Needs) -> Origin:
    return Origin((KEY.public_key,), (), seal(KEY, needs), folder)


def test_needs_of_this_computer(tmp_path: Path, needs: Needs) -> None:
    assert needs_of(origin(tmp_path, needs)) == needs


@pytest.mark.parametrize("other", [{"platform": "plan9-mips"}, {"python": "2.7"}])
def test_needs_of_another_computer(tmp_path: Path, needs: Needs, other: dict[str, str]) -> None:
    with pytest.raises(ReleaseFault, match="install the one for this computer"):
        needs_of(origin(tmp_path, msgspec.structs.replace(needs, **other)))


def test_the_command_line_imports_from_the_chosen_one(
    tmp_path: Path, needs: Needs, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, bundle = tmp_path / "runtimes", tmp_path / "bundle"
    assert activate_chosen(home) is None, "from its sources"
    bundle.mkdir()
    written(bundle, keys=[base64.b64encode(KEY.public_key).decode()], feeds=[])
    (bundle / "release/needs").write_bytes(seal(KEY, needs))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(bundle), raising=False)
    monkeypatch.setattr(sys, "path", ["first"])
    assert activate_chosen(home) is None
    [runtime] = needs.runtimes
    (bundle / "runtime" / runtime.id).mkdir(parents=True)
    write_mark(bundle / "runtime" / runtime.id, runtime)
    store = store_of(origin(bundle, needs), home)
    found = store.find(runtime.id)
    assert found == Installed(runtime.id, "cpu", bundle / "runtime" / runtime.id)
    store.choose(found)
    assert activate_chosen(home) == found
    assert sys.path == ["first", str(found.folder)]
