"""Against a real terminal, as where nobody has a desktop."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from desktop import until, watched

from core.throttle.sensors.probe import DESKTOP, CannotTell, Maker, Said
from core.throttle.sensors.terminals import Terminals, last_read_s, list_terminals

HOUR_S = 3600.0


class Terminal:
    """One at which nobody has typed for an hour."""

    def __init__(self) -> None:
        self._keyboard, self._screen = os.openpty()
        self.path = Path(os.ttyname(self._screen))
        self.leave_alone()

    def leave_alone(self) -> None:
        os.utime(self.path, (time.time() - HOUR_S, time.time()))

    def type(self) -> float:
        before_s = time.monotonic()
        os.write(self._keyboard, b"ls\n")
        os.read(self._screen, 64)  # as a shell does
        return before_s

    def close(self) -> None:
        os.close(self._keyboard)
        os.close(self._screen)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    one = Terminal()
    yield one
    one.close()


def says(has_desktop: bool) -> Said:
    return Said(DESKTOP, has_desktop, "logind")


def test_terminals_are_found_and_serial_lines_are_not(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.path in list_terminals()
    (tmp_path / "pts").mkdir()
    for name in ("tty0", "tty1", "tty12", "ttyS0", "ttyUSB0", "pts/3", "pts/ptmx"):
        (tmp_path / name).touch()
    assert {str(path.relative_to(tmp_path)) for path in list_terminals(tmp_path)} == {"tty1", "tty12", "pts/3"}


def test_the_latest_counts(tmp_path: Path) -> None:
    for name, at in (("a", 100), ("b", 300), ("c", 200)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (at, 0))
    assert last_read_s(tmp_path / name for name in ("a", "b", "c", "gone")) == 300
    assert last_read_s([]) is None


def test_typing_is_told(terminal: Terminal) -> None:
    with watched([Maker("terminals", lambda: Terminals(lambda _: says(False), lambda: [terminal.path]))]) as one:
        until(lambda: one.idle_s() is not None)
        assert one.idle_s() == pytest.approx(HOUR_S, abs=2.0)
        one.sensors.watch_closely(True)
        delays_s = []
        for _ in range(3):
            terminal.leave_alone()
            until(lambda: (one.idle_s() or 0.0) > HOUR_S - 2.0)
            time.sleep(0.15)  # ten a second at most
            one.forget()
            typed_s = terminal.type()
            delays_s.append(one.next_input() - typed_s)
        assert min(delays_s) < 0.2
        until(lambda: (one.idle_s() or 0.0) < 9.0)
        assert one.sensors.sources() == {"idle_s": "terminals"}


def test_nobody_has_logged_in() -> None:
    probe = Terminals(lambda _: says(False), list)
    (said,) = probe.look()
    assert isinstance(said.value, float)
    assert time.monotonic() - said.value > 1.0


def test_somebody_at_a_desktop_types_elsewhere(terminal: Terminal) -> None:
    probe = Terminals(lambda _: says(True), lambda: [terminal.path])
    with pytest.raises(CannotTell, match="desktop"):
        list(probe.look())


def test_waits_for_what_is_known_of_desktops(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    probe = Terminals(lambda _: None, lambda: [terminal.path])
    assert list(probe.look()) == []
    later_s = time.monotonic() + 4.0
    monkeypatch.setattr(time, "monotonic", lambda: later_s)
    assert len(list(probe.look())) == 1  # there is no logind
