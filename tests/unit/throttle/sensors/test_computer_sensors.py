"""The computer itself, its devices, and files that stand in for those of the kernel."""

import os
import struct
import sys
from collections import namedtuple
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import psutil
import pytest

from core.throttle.sensors import computer, pads
from core.throttle.sensors.computer import (
    Body,
    Load,
    Mean,
    Programs,
    choose_temperature,
    find_memory_groups,
    free_of_group,
)
from core.throttle.sensors.pads import Pads, Sticks
from core.throttle.sensors.probe import CannotTell, Said
from core.throttle.sensors.recording import Recording, is_running

Chip = namedtuple("Chip", "label current high critical")


def values(said: Iterable[Said]) -> dict[str, Any]:
    return {one.fact: one.value for one in said}


# ---- load


def test_mean_is_weighted_by_time() -> None:
    mean = Mean(3.0)
    assert mean.add(90.0, 10.0) == 90.0  # of the time before nothing is known
    assert mean.add(20.0, 11.0) == 20.0
    assert mean.add(50.0, 13.0) == pytest.approx(40.0)
    assert mean.add(80.0, 14.0) == pytest.approx((2 * 50 + 1 * 80) / 3)  # the second before is too long ago
    assert mean.add(0.0, 17.0) == 0.0
    assert mean.add(60.0, 17.0) == 0.0  # at the same moment: no time has passed


def test_load_of_this_machine() -> None:
    probe = Load(lambda: ())
    list(probe.look())
    free = values(probe.look())["free_memory_percent"]
    assert 0.0 < free <= 100.0


def test_memory_of_a_control_group_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "user" / "session"
    inner.mkdir(parents=True)
    write_group(tmp_path / "user", "1000", 400, 100)
    write_group(inner, "max", 300, 0)
    (tmp_path / "self").write_text("1:cpu:/old\n0::/user/session\n")
    groups = find_memory_groups(tmp_path / "self", tmp_path)
    assert groups == [inner, tmp_path / "user"]
    assert [free_of_group(group) for group in groups] == [None, pytest.approx(0.7)]
    write_group(inner, "500", 450, 0)
    monkeypatch.setattr(computer, "find_memory_groups", lambda: groups)
    assert values(Load(lambda: ()).look())["free_memory_percent"] == pytest.approx(10.0)


def test_control_groups_of_another_kind(tmp_path: Path) -> None:
    (tmp_path / "self").write_text("4:memory:/docker\n")
    assert find_memory_groups(tmp_path / "self") == []
    assert find_memory_groups(tmp_path / "missing") == []
    assert free_of_group(tmp_path) is None


def write_group(folder: Path, limit: str, used: int, cached: int) -> None:
    (folder / "memory.max").write_text(f"{limit}\n")
    (folder / "memory.current").write_text(f"{used}\n")
    (folder / "memory.stat").write_text(f"anon 5\ninactive_file {cached}\nactive_file 9\n")


# ---- body


@pytest.mark.parametrize(
    ("chips", "wanted"),
    [
        ({}, None),
        ({"nvme": [Chip("", 40.0, 0, 0)]}, None),
        (
            {"acpitz": [Chip("", 30.0, 0, 0)], "coretemp": [Chip("Core 0", 55.0, 0, 0), Chip("Core 1", 61.5, 0, 0)]},
            61.5,
        ),
        ({"k10temp": [Chip("Tctl", 70.0, 0, 0)]}, 70.0),
        ({"cpu_thermal": [Chip("", -273.0, 0, 0)], "acpitz": [Chip("", 44.0, 0, 0)]}, 44.0),
    ],
)
def test_temperature_of_the_processor(chips: dict[str, list[Chip]], wanted: float | None) -> None:
    assert choose_temperature(chips) == wanted


def test_lid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "sensors_battery", lambda: None, raising=False)
    monkeypatch.setattr(psutil, "sensors_temperatures", dict, raising=False)
    assert values(Body(tmp_path / "missing").look()) == {"on_battery": False}
    (tmp_path / "LID0").mkdir()
    (tmp_path / "LID0" / "state").write_text("state:      open\n")
    assert values(Body(tmp_path).look()) == {"on_battery": False, "is_lid_closed": False}
    (tmp_path / "LID0" / "state").write_text("state:      closed\n")
    assert "is_lid_closed" not in values(Body(tmp_path).look())


def test_system_without_these_sensors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(psutil, "sensors_battery", raising=False)
    monkeypatch.delattr(psutil, "sensors_temperatures", raising=False)
    assert values(Body(tmp_path / "missing").look()) == {}


# ---- programs


def test_programs_are_named_where_they_are_wanted() -> None:
    wanted = [False]
    probe = Programs(lambda: wanted[0])
    assert list(probe.look()) == []
    wanted[0] = True
    names = values(probe.look())["programs"]
    assert psutil.Process().name().lower() in names


def test_processes_are_asked_for_their_names_once(monkeypatch: pytest.MonkeyPatch) -> None:
    running = {1: "Blender.exe", 2: "zoom"}
    asked: list[int] = []

    def process(pid: int) -> Any:
        asked.append(pid)
        return type("P", (), {"name": lambda _: running[pid]})()

    monkeypatch.setattr(psutil, "pids", lambda: [*running, 99])
    monkeypatch.setattr(psutil, "Process", process)
    running[99] = ""
    probe = Programs(lambda: True)
    assert values(probe.look())["programs"] == {"blender", "zoom"}
    del running[2]
    running[3] = "X"
    assert values(probe.look())["programs"] == {"blender", "x"}
    assert [pid for pid in asked if pid != 99] == [1, 2, 3]


# ---- recording


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        ("closed\n", False),
        ("state: RUNNING\nowner_pid   : 12\n", True),
        ("state: SETUP\nx: RUNNING\n", False),
        ("", False),
    ],
)
def test_stream_of_a_sound_card(status: str, wanted: bool) -> None:
    assert is_running(status) is wanted


def test_microphone_and_camera(tmp_path: Path) -> None:
    cards, camera = tmp_path / "asound", tmp_path / "refcnt"
    for stream in ("pcm0c", "pcm0p"):
        (cards / "card0" / stream / "sub0").mkdir(parents=True)
        (cards / "card0" / stream / "sub0" / "status").write_text("closed\n")
    probe = Recording(cards, camera)
    assert [(one.by, one.value) for one in probe.look()] == [("ALSA", False)]
    (cards / "card0" / "pcm0p" / "sub0" / "status").write_text("state: RUNNING\n")  # music is played
    (cards / "card0" / "pcm0c" / "sub0" / "status").write_text("state: RUNNING\n")
    camera.write_text("0\n")
    assert [(one.by, one.value) for one in probe.look()] == [("ALSA", True), ("camera", False)]
    (cards / "card0" / "pcm0c" / "sub0" / "status").unlink()
    camera.write_text("2\n")
    assert [(one.by, one.value) for one in probe.look()] == [("ALSA", False), ("camera", True)]


def test_music_alone_is_no_call(tmp_path: Path) -> None:
    (tmp_path / "card0" / "pcm0p" / "sub0").mkdir(parents=True)
    (tmp_path / "card0" / "pcm0p" / "sub0" / "status").write_text("state: RUNNING\n")
    assert list(Recording(tmp_path, tmp_path / "none").look()) == []


def test_neither_card_nor_camera(tmp_path: Path) -> None:
    with pytest.raises(CannotTell, match="sound card"):
        Recording(tmp_path / "asound", tmp_path / "refcnt")


# ---- game pads


def event(value: int, kind: int, which: int = 0) -> bytes:
    return struct.pack("=IhBB", 123, value, kind, which)


def test_hands_are_told_from_trembling_sticks() -> None:
    sticks = Sticks()
    beginning = event(0, 0x81) + event(1_500, 0x82, 0) + event(-32_767, 0x82, 2)
    assert not sticks.is_input(beginning)
    assert not sticks.is_input(event(2_100, 2, 0) + event(900, 2, 0))
    assert sticks.is_input(event(12_000, 2, 0))
    assert not sticks.is_input(event(12_400, 2, 0))  # held
    assert sticks.is_input(event(1_000, 2, 0))  # let go
    assert sticks.is_input(event(1, 1, 3))
    assert not sticks.is_input(event(1, 1)[:5])


@pytest.mark.skipif(sys.platform == "win32", reason="devices of Linux")
def test_pad_that_comes_is_used_and_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pads, "LIST_EVERY_S", 0.0)
    probe = Pads(tmp_path)
    assert list(probe.look()) == []
    os.mkfifo(tmp_path / "js0")
    hand = os.open(tmp_path / "js0", os.O_RDWR)
    assert values(probe.look()) == {"pad input": float("-inf")}
    assert len(probe.files()) == 1
    os.write(hand, event(0, 0x81) + event(1, 1))
    last_s = values(probe.look())["pad input"]
    assert last_s > 0
    assert values(probe.look())["pad input"] == last_s
    (tmp_path / "js0").unlink()
    os.close(hand)
    list(probe.look())
    assert probe.files() == ()
    assert values(probe.look())["pad input"] == last_s
    probe.close()
