import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ipc.messages import Reason
from core.ipc.preferences import DEFAULTS, Preferences, changed, kinds
from core.ipc.reasons import ACTIONS
from core.saying import NOTHING, Saying, clock, quote, say


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("limit_percent", 25, "25 %"),
        ("rate_bytes_per_s", 1_240_000.0, "1.2 MB/s"),
        ("size_bytes", 12, "12 bytes"),
        ("size_bytes", 999_700, "1.0 MB"),
        ("size_bytes", 72e9, "72 GB"),
        ("idle_s", 59.9, "59 s"),
        ("idle_s", 133, "2 min"),
        ("idle_s", 11_100, "3 h 05 min"),
        ("idle_s", 187_200, "2 d 4 h"),
        ("peers", 1_200, "1,200"),
        ("program", "blender", "blender"),
    ],
)
def test_the_name_of_a_value_says_how_it_is_written(name: str, value: float | str, written: str):
    assert str(Saying(f"<{{{name}}}>", {name: value})) == f"<{written}>"


def test_a_time_has_its_day_only_where_it_is_another():
    assert clock(3_600.0, 3_601.0).count(":") == 1
    assert "-" not in clock(3_600.0, 3_601.0)
    assert "-" in clock(3_600.0, 90_000.0 + 86_400)
    assert clock(1e300, 0.0)  # no calendar goes so far


def test_what_others_say_is_not_read_as_a_template():
    assert str(quote("The disk {is} full")) == "The disk {is} full"


@given(st.text(max_size=40), st.integers() | st.text(max_size=20))
def test_it_travels_as_json(word: str, value: int | str):
    one = say("{word} {value}", word=word, value=value)
    assert str(msgspec.json.decode(msgspec.json.encode(one), type=Saying)) == str(one)


def test_nothing_is_false():
    assert not NOTHING
    assert say("Something.")


def test_every_reason_has_an_action():
    assert set(ACTIONS) == set(Reason)
    for reason, action in ACTIONS.items():
        assert (str(action) == "") == (reason is Reason.NONE)
        assert action.values == {}


def test_preferences_change_by_key_and_are_checked():
    other = changed(DEFAULTS, {"away_after_s": 600, "programs": ["blender"]})
    assert (other.away_after_s, other.programs) == (600, ("blender",))
    for wrong in ({"away_after_s": 1}, {"unheard_of": 1}, {"cpu_when": "sometimes"}, {"hours": [1, 2]}):
        with pytest.raises(msgspec.ValidationError):
            changed(DEFAULTS, wrong)
    assert set(kinds()) == set(Preferences.__struct_fields__)
