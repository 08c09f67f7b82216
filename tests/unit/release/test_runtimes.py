"""Which runtime counts, whatever was broken off; and nothing goes that is not this program's."""

import sys
from pathlib import Path

import pytest

from core.release.documents import Runtime
from core.release.runtimes import CHOSEN, MARK, Chosen, Installed, Runtimes, activate, remove
from core.release.unpacking import unpack
from tests.wheels import runtime_of, written_wheel

WEB = "https://example.org/"


@pytest.fixture
def made(tmp_path: Path) -> dict[str, Runtime]:
    """Three runtimes by device, whose wheels lie in `tmp_path/wheels`."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    shared = written_wheel(folder, "shared", {"shared/base.py": b"BASE = 1\n"})
    return {
        device: runtime_of([shared, written_wheel(folder, device, {f"{device}.py": b"1"})], WEB, device)
        for device in ("cpu", "cuda", "xpu")
    }


@pytest.fixture
def store(tmp_path: Path) -> Runtimes:
    return Runtimes(tmp_path / "home/runtimes", tmp_path / "bundle")


def installed(store: Runtimes, runtime: Runtime, wheels: Path) -> Installed:
    draft = store.draft(runtime)
    draft.begin()
    for wheel in runtime.wheels:
        assert not draft.has(wheel)
        draft.note(wheel, unpack(wheels / wheel.file, draft.files, draft.scratch(wheel), left_bytes=1))
        assert draft.has(wheel)
    assert store.find(runtime.id) is None
    return draft.finish()


@pytest.fixture
def put(store: Runtimes, made: dict[str, Runtime], tmp_path: Path):
    return lambda device: installed(store, made[device], tmp_path / "wheels")


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_runtime_is_there_when_its_mark_is(store: Runtimes, made: dict[str, Runtime], put) -> None:
    cpu = put("cpu")
    assert store.find(cpu.id) == cpu
    assert cpu.id == made["cpu"].id
    assert {"cpu.py", "shared/base.py", MARK} <= files(cpu.folder)
    assert [path.name for path in store.folder.iterdir()] == [cpu.id]
    (cpu.folder / MARK).unlink()
    assert store.find(cpu.id) is None
    (cpu.folder / MARK).write_text("{")
    assert store.find(cpu.id) is None


def test_the_one_before_stays_until_the_new_one_has_trained(store: Runtimes, made, put) -> None:
    cpu, cuda = put("cpu"), put("cuda")
    everything = list(made.values())
    store.choose(cpu)
    assert store.usable([cpu.id, cuda.id]) == cpu
    assert store.note_trained(cpu.id)
    assert not store.note_trained(cpu.id), "nothing is new"
    store.choose(cuda)
    assert store.chosen() == Chosen(cuda.id, cpu.id, False, {})
    store.tidy(everything)
    assert store.usable([cpu.id, cuda.id]) == cuda
    assert store.usable([cpu.id]) == cpu, "a program that was rolled back finds its own"
    assert not store.note_trained(cpu.id)
    assert store.note_trained(cuda.id)
    store.tidy(everything)
    assert store.find(cpu.id) == cpu, "it fits, and may be about to be tested"
    store.tidy(everything, spare=False)
    assert store.find(cpu.id) is None
    assert store.find(cuda.id) == cuda
    assert {path.name for path in store.folder.iterdir()} == {cuda.id, CHOSEN}


def test_one_that_has_never_trained_is_no_way_back(store: Runtimes, put) -> None:
    cpu, cuda, xpu = put("cpu"), put("cuda"), put("xpu")
    store.choose(cpu)
    store.note_trained(cpu.id)
    store.choose(cuda)
    store.choose(xpu)
    assert store.chosen() == Chosen(xpu.id, cpu.id, False, {})
    store.choose(xpu)
    assert store.chosen().before == cpu.id


def test_a_bad_one_makes_place_for_the_one_before(store: Runtimes, put) -> None:
    cpu, cuda = put("cpu"), put("cuda")
    store.choose(cpu)
    store.choose(cuda)
    store.spoil(cuda.id, "no kernel image")
    assert store.chosen() == Chosen(cpu.id, None, True, {cuda.id: "no kernel image"})
    assert store.usable([cpu.id, cuda.id]) == cpu
    store.spoil(cpu.id, "broken too")
    assert store.usable([cpu.id, cuda.id]) is None
    store.forgive()
    assert store.usable([cpu.id, cuda.id]) == cpu
    store.choose(cuda)
    assert store.chosen().bad == {}


def test_one_that_came_with_the_program_is_used_where_it_is(store: Runtimes, made, put, tmp_path: Path) -> None:
    cpu = put("cpu")
    (tmp_path / "bundle").mkdir()
    cpu.folder.rename(tmp_path / "bundle" / cpu.id)
    found = store.find(cpu.id)
    assert found == Installed(cpu.id, "cpu", tmp_path / "bundle" / cpu.id)
    store.choose(found)
    store.note_trained(cpu.id)
    store.tidy([])
    assert not store.discard_if_damaged(found)
    assert store.usable([cpu.id]) == found


def test_what_was_broken_off_goes_and_what_can_go_on_stays(store: Runtimes, made, put) -> None:
    draft, other = store.draft(made["cpu"]), store.draft(made["cuda"])
    draft.begin()
    other.begin()
    for wheel in (made["cpu"].wheels[1], made["cuda"].wheels[1]):
        store.download(wheel).parent.mkdir(parents=True)
        store.download(wheel).write_bytes(b"1")
    half = put("xpu")
    (half.folder / MARK).unlink()
    store.tidy([made["cpu"]])
    assert {path.name for path in store.folder.iterdir()} == {f".part-{made['cpu'].id}", ".downloads"}
    assert [path.name for path in (store.folder / ".downloads").iterdir()] == [made["cpu"].wheels[1].digest.text]
    store.clear_drafts()
    assert list(store.folder.iterdir()) == []


def test_after_a_power_cut_a_wheel_is_unpacked_again(store: Runtimes, made, tmp_path: Path) -> None:
    runtime = made["cpu"]
    draft = store.draft(runtime)
    draft.begin()
    wheel = runtime.wheels[0]
    draft.note(wheel, unpack(tmp_path / "wheels" / wheel.file, draft.files, draft.scratch(wheel), left_bytes=1))
    (draft.files / "shared/base.py").write_bytes(b"")
    assert not draft.has(wheel)


def test_files_of_others_are_left_alone(store: Runtimes, made, put) -> None:
    cpu = put("cpu")
    (cpu.folder / "shared/mine.txt").write_text("mine")
    (cpu.folder / "shared/__pycache__").mkdir()
    (cpu.folder / "shared/__pycache__/base.cpython-311.pyc").write_bytes(b"compiled")
    (store.folder / "photographs").mkdir()
    (store.folder / "cpu-notes.txt").write_text("mine")
    (cpu.folder / MARK).unlink()
    store.tidy([])
    assert files(store.folder) == {f"{cpu.id}/shared/mine.txt", "cpu-notes.txt"}
    assert (store.folder / "photographs").is_dir()


def test_a_removal_that_was_broken_off_goes_on(put, monkeypatch: pytest.MonkeyPatch) -> None:
    cpu = put("cpu")
    unlink, left = Path.unlink, [3]

    def dies(path: Path, missing_ok: bool = False) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        unlink(path, missing_ok)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", dies)
        with pytest.raises(KeyboardInterrupt):
            remove(cpu.folder)
    assert cpu.folder.exists()
    remove(cpu.folder)
    assert not cpu.folder.exists()


def test_damage_is_found_and_taken_away(store: Runtimes, put) -> None:
    cpu = put("cpu")
    assert not store.discard_if_damaged(cpu)
    (cpu.folder / "cpu.py").write_bytes(b"2")
    assert store.discard_if_damaged(cpu)
    assert store.find(cpu.id) is None
    assert not cpu.folder.exists()


def test_a_spoiled_choice_is_none(store: Runtimes) -> None:
    assert store.chosen() == Chosen()
    store.folder.mkdir(parents=True)
    for content in (b"", b"{", b"\xff", b'{"current": 5}'):
        (store.folder / CHOSEN).write_bytes(content)
        assert store.chosen() == Chosen()


def test_only_the_installed_program_imports_from_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", ["first"])
    one, two = (Installed(name, "cpu", tmp_path / name) for name in ("cpu-1", "cpu-2"))
    activate(one)
    assert sys.path == ["first"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    activate(one)
    activate(one)
    assert sys.path == ["first", str(one.folder)]
    activate(two, instead_of=one)
    assert sys.path == ["first", str(two.folder)]
