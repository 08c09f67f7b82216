"""Against a compositor that speaks the wire protocol."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from compositor import Compositor
from desktop import Watched, until, watched

from core.throttle.sensors.probe import CannotTell, Maker
from core.throttle.sensors.wayland import Wayland

Desk = tuple[Compositor, Watched]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-7"}


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[int], Compositor]]:
    running: list[Compositor] = []

    def start(version: int) -> Compositor:
        (tmp_path / "wayland-7").unlink(missing_ok=True)
        running.append(Compositor(tmp_path / "wayland-7", version))
        return running[-1]

    yield start
    for one in running:
        one.close()


@pytest.fixture
def desk(serve: Callable[[int], Compositor], environment: dict[str, str]) -> Iterator[Desk]:
    compositor = serve(2)
    with watched([Maker("Wayland", lambda: Wayland(environment))]) as one:
        until(lambda: one.idle_s() is not None)
        yield compositor, one


def test_somebody_is_here_until_the_compositor_says_otherwise(desk: Desk) -> None:
    compositor, one = desk
    assert one.idle_s() == 0.0
    assert compositor.timeouts_ms == [1000, 1000]
    compositor.idled()
    fell_s = time.monotonic()
    until(lambda: one.idle_s() != 0.0)
    time.sleep(0.5)
    assert one.idle_s() == pytest.approx(1.0 + time.monotonic() - fell_s, abs=0.2)
    assert one.sensors.sources()["idle_s"] == "Wayland"
    assert one.inputs == []


def test_first_input_is_told_at_once(desk: Desk) -> None:
    compositor, one = desk
    for _ in range(3):
        compositor.idled()
        until(lambda: one.idle_s() != 0.0)
        one.forget()
        before_s = time.monotonic()
        compositor.resumed()
        assert one.next_input() - before_s < 0.3
        assert one.idle_s() == 0.0
        time.sleep(0.1)


def test_film_is_told_from_nobody_being_here(desk: Desk) -> None:
    compositor, one = desk
    compositor.idled("input")  # hands off, and a program asks that the screen stays on
    until(lambda: one.sensors.read().is_full_screen is True, 3.0)
    assert (one.idle_s() or 0.0) > 1.0
    compositor.idled("any")  # the film has ended
    until(lambda: one.sensors.read().is_full_screen is False, 2.0)
    compositor.resumed()
    until(lambda: one.sensors.read().is_full_screen is None, 2.0)


def test_first_version_has_the_time_alone(serve: Callable[[int], Compositor], environment: dict[str, str]) -> None:
    compositor = serve(1)
    with watched([Maker("Wayland", lambda: Wayland(environment))]) as one:
        until(lambda: one.idle_s() is not None)
        assert list(compositor.notifications) == ["any"]
        compositor.idled()
        until(lambda: (one.idle_s() or 0.0) > 2.2)
        assert one.sensors.read().is_full_screen is None


def test_compositor_that_lacks_it(serve: Callable[[int], Compositor], environment: dict[str, str]) -> None:
    serve(0)
    with pytest.raises(CannotTell, match="ext_idle_notifier_v1"):
        Wayland(environment)


def test_compositor_that_ends_cannot_tell_and_comes_back(serve: Callable[[int], Compositor], desk: Desk) -> None:
    compositor, one = desk
    compositor.close()
    until(lambda: one.idle_s() is None, 2.0)
    again = serve(2)
    until(lambda: one.idle_s() == 0.0)
    again.idled()
    until(lambda: (one.idle_s() or 0.0) >= 1.0)


def test_compositor_that_complains_is_asked_anew(desk: Desk) -> None:
    compositor, one = desk
    compositor.fail()
    until(lambda: one.idle_s() is None, 2.0)
    until(lambda: one.idle_s() == 0.0)


def test_no_compositor_is_no_sensor(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Wayland({"XDG_RUNTIME_DIR": str(tmp_path)})
    with pytest.raises(CannotTell, match="XDG_RUNTIME_DIR"):
        Wayland({})
