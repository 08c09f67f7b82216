import datetime
from zoneinfo import ZoneInfo

import pytest

from core.ipc.preferences import ALL_DAY
from core.throttle.schedule import LocalHour, is_allowed, local_hour, longest_stretch_h, next_allowed_s

WEEK = 7 * 86_400


def clock_of(zone: str) -> LocalHour:
    def local(unix_s: float) -> tuple[int, int]:
        moment = datetime.datetime.fromtimestamp(unix_s, ZoneInfo(zone))
        return moment.weekday(), moment.hour

    return local


def moment(zone: str, *fields: int, fold: int = 0) -> float:
    return datetime.datetime(*fields, tzinfo=ZoneInfo(zone), fold=fold).timestamp()  # type: ignore[arg-type, misc]


def only(weekday: int, *hours: int) -> tuple[int, ...]:
    return tuple(sum(1 << hour for hour in hours) if day == weekday else 0 for day in range(7))


def test_monday_comes_first() -> None:
    monday = moment("UTC", 2026, 11, 23, 17, 30)
    assert is_allowed(only(0, 17), monday, clock_of("UTC"))
    assert not is_allowed(only(6, 17), monday, clock_of("UTC"))
    assert not is_allowed(only(0, 16, 18), monday, clock_of("UTC"))


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"])
def test_the_next_hour_begins_on_the_local_hour(zone: str) -> None:
    found = next_allowed_s(only(2, 8), moment(zone, 2026, 11, 23, 17, 30), clock_of(zone))
    assert found == moment(zone, 2026, 11, 25, 8, 0)


def test_an_hour_that_the_clocks_leave_out_comes_a_week_later() -> None:
    """Berlin, 29 March 2026: after 01:59 comes 03:00."""
    zone = "Europe/Berlin"
    found = next_allowed_s(only(6, 2), moment(zone, 2026, 3, 28, 12), clock_of(zone))
    assert found == moment(zone, 2026, 4, 5, 2)


def test_an_hour_that_the_clocks_show_twice_is_allowed_twice() -> None:
    zone = "Europe/Berlin"
    first, second = (moment(zone, 2026, 10, 25, 2, 30, fold=fold) for fold in (0, 1))
    assert second - first == 3600
    assert all(is_allowed(only(6, 2), each, clock_of(zone)) for each in (first, second))
    assert not any(is_allowed(only(6, 1, 3), each, clock_of(zone)) for each in (first, second))


def test_half_an_hour_may_be_left_out() -> None:
    """Lord Howe Island leaps from 02:00 to 02:30 on 4 October 2026."""
    zone = "Australia/Lord_Howe"
    before = moment(zone, 2026, 10, 4, 1, 59)
    found = next_allowed_s(only(6, 2), before, clock_of(zone))
    assert found == before + 60
    assert datetime.datetime.fromtimestamp(found, ZoneInfo(zone)).minute == 30


def test_no_hour_at_all() -> None:
    assert next_allowed_s((0,) * 7, 1e9, clock_of("UTC")) is None


def test_this_computer_s_clock() -> None:
    now = datetime.datetime.now().astimezone()
    assert local_hour(now.timestamp()) == (now.weekday(), now.hour)


@pytest.mark.parametrize(
    ("hours", "longest"),
    [
        ((0,) * 7, 0),
        ((ALL_DAY,) * 7, 168),
        (only(3, 8, 9, 11), 2),
        ((1, 0, 0, 0, 0, 0, 1 << 23), 2),  # from Sunday to Monday
        ((ALL_DAY, *(0,) * 6), 24),
    ],
)
def test_longest_stretch(hours: tuple[int, ...], longest: int) -> None:
    assert longest_stretch_h(hours) == longest
