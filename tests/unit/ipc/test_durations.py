import datetime

import pytest

from core.errors import UsageError
from core.ipc.durations import pause_seconds

NOW = datetime.datetime(2026, 11, 10, 22, 30).astimezone()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90s", 90), ("15m", 900), ("1h", 3600), ("2h30m", 9000), ("1d", 86400), ("1d1h1m1s", 90061), (" 15M ", 900)],
)
def test_times_as_people_write_them(text: str, seconds: float) -> None:
    assert pause_seconds(text, NOW) == seconds


def test_tomorrow_is_six_in_the_morning() -> None:
    end = NOW + datetime.timedelta(seconds=pause_seconds("tomorrow", NOW))
    assert (end.day, end.hour, end.minute) == (11, 6, 0)
    just_after_midnight = datetime.datetime(2026, 11, 10, 0, 1).astimezone()
    assert pause_seconds("tomorrow", just_after_midnight) > 24 * 3600


@pytest.mark.parametrize(
    "text", ["", "h", "15", "m15", "1h ago", "-5m", "1.5h", "30m2h", "१५m", "0m", "400d", "9" * 40]
)
def test_other_words_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match=r"15m|from one second to a year"):
        pause_seconds(text, NOW)
