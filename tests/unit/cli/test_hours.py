import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cli.hours import hours_in_words, hours_of
from core.errors import UsageError
from core.ipc.preferences import ALL_DAY


@given(st.lists(st.sampled_from([0, ALL_DAY, 1, 1 << 23, 0b1110, 0xC0003F]), min_size=7, max_size=7))
def test_what_is_shown_is_understood(hours: list[int]) -> None:
    assert hours_of(hours_in_words(tuple(hours))) == tuple(hours)


@given(st.lists(st.integers(0, ALL_DAY), min_size=7, max_size=7))
def test_any_hours_can_be_shown(hours: list[int]) -> None:
    assert hours_of(hours_in_words(tuple(hours))) == tuple(hours)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("all", (ALL_DAY,) * 7),
        ("none", (0,) * 7),
        ("8-9", (1 << 8,) * 7),
        ("23-1", ((1 << 23) | 1,) * 7),
        ("8-8", (ALL_DAY,) * 7),
        ("0-24", (ALL_DAY,) * 7),
        ("sat-mon 0-1", (1, 0, 0, 0, 0, 1, 1)),
        ("Mon 0-1, MON 2-3, wed all", (5, 0, ALL_DAY, 0, 0, 0, 0)),
    ],
)
def test_what_is_typed(text: str, hours: tuple[int, ...]) -> None:
    assert hours_of(text) == hours


@pytest.mark.parametrize("text", ["", "mon", "mo 1-2", "mon 24-25", "mon 1", "mon-fri-sat 1-2", "1-2;3-4", "day 1-2"])
def test_what_cannot_be_understood_shows_how_it_is_written(text: str) -> None:
    with pytest.raises(UsageError, match="mon-fri 22-6"):
        hours_of(text)
