import pytest
from measures import kept
from toy_engine import a_collaboration, a_status

from app import words
from app.qt import QLocale
from app.situation import Link, Mood, Situation
from core.ipc.messages import Phase, Reason
from core.saying import Saying, say

LINK = a_collaboration().invitation


@pytest.fixture(autouse=True)
def british():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("reason", list(Reason))
def test_every_state_has_a_headline_and_a_picture(phase, reason):
    situation = Situation(Link.READY, "", a_status(phase, reason))
    assert words.headline(situation)
    assert isinstance(situation.mood, Mood)


@pytest.mark.parametrize("link", list(Link))
def test_every_link_has_a_headline_without_a_status(link):
    assert words.headline(Situation(link))
    assert Situation(link).mood in Mood


def test_tooltip_is_one_short_line():
    situation = Situation(Link.READY, "", a_status(sentence="Line one\nline two " + "x" * 500))
    tooltip = words.tooltip(situation)
    assert "\n" not in tooltip
    assert len(tooltip) <= 120
    assert tooltip.startswith("Training — Line one line two")


def test_plain_removes_what_could_deceive():
    assert words.plain("ab\x00c\u202edef\u2066g\x1b[31m") == "abcdefg[31m"
    assert words.plain("বাংলা ভাষা ক্ষ্‌ম") == "বাংলা ভাষা ক্ষ্‌ম"
    assert words.plain("x" * 50, 10) == "x" * 9 + "…"


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("", "Paste the invitation"),
        ("   ", "Paste the invitation"),
        ("idle", "not complete"),
        ("idlewild://jo", "not complete"),
        ("https://example.org/", "not an Idlewild invitation"),
        ("idlewild://join/abc", "cut off"),
    ],
)
def test_wrong_links_are_explained(pasted, said):
    assert said in words.link_trouble(pasted)


@pytest.mark.parametrize(
    "pasted",
    [LINK, f"  <{LINK}>\n", f"“{LINK}”.", LINK[:60] + "\r\n" + LINK[60:], LINK.replace("idlewild:", "IDLEWILD:")],
)
def test_links_are_taken_as_they_were_meant(pasted):
    assert words.link_trouble(pasted) is None
    assert words.tidy_link(pasted).lower() == LINK.lower()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-1, "0 s"), (45.9, "45 s"), (60, "1 min"), (3_599, "59 min"), (11_100, "3 h 05 min"), (90_000, "1 d 1 h")],
)
def test_durations(seconds, text):
    assert words.duration(seconds) == kept(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "–"),
        (0.125, "0.13 samples/s"),
        (4.2, "4.2 samples/s"),
        (31.44, "31.4 samples/s"),
        (1820.4, "1,820 samples/s"),
    ],
)
def test_speeds(value, text):
    assert words.speed(value) == kept(text)


@pytest.mark.parametrize(
    ("mine", "all_", "text"), [(0, 10, ""), (1, 100_000, "less than 0.1 %"), (13, 100, "13 %"), (1, 64, "1.6 %")]
)
def test_shares(mine, all_, text):
    assert words.share(mine, all_) == kept(text)


@pytest.mark.parametrize("reason", [one for one in Reason if one not in {Reason.NONE, Reason.FAULT}])
def test_every_reason_has_a_headline_of_its_own(reason):
    phases = {words.headline(Situation(Link.READY, "", a_status(phase, reason))) for phase in Phase}
    assert len(phases) == 1


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("limit_percent", 25, "25 %"),
        ("pace_bytes_per_s", 1_240_000.0, "1.2 MB/s"),
        ("idle_s", 11_100, "3 h 05 min"),
        ("peers", 1_200, "1,200"),
        ("program", "blen\u202eder", "blender"),
        ("why", say("it is {left_percent}", left_percent=3), "it is 3 %"),
    ],
)
def test_sayings_are_written_as_the_engine_writes_them(name, value, written):
    assert words.said(Saying(f"<{{{name}}}>", {name: value})) == f"<{kept(written)}>"


def test_a_saying_that_does_not_fit_its_values_is_shown_all_the_same():
    assert words.said(Saying("{missing} {0} {", {})) == "{missing} {0} {"
    assert words.said(Saying("{missing}", {}), "In English.") == "In English."
    assert words.said(Saying(), "As it came.") == "As it came."


def test_no_line_ends_between_a_number_and_its_unit():
    assert words.duration(11_100) == "3\u00a0h\u00a005\u00a0min"
    assert words.said(Saying("Limit of {limit} W, at {heat} °C.", {"limit": 5, "heat": 61})) == (
        "Limit of 5\u00a0W, at 61\u00a0°C."
    )
    assert words.said(Saying("{count} Wards", {"count": 5})) == "5 Wards"


def test_bengali_has_its_own_digits():
    QLocale.setDefault(QLocale("bn"))
    assert words.duration(11_100) == kept("৩ h ০৫ min")
    assert words.said(Saying("{peers}", {"peers": 1_234})) == "১,২৩৪"


def test_a_pause_by_the_user_alone_has_an_end():
    timed = a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, paused_until_s=1_790_000_000.0)
    assert words.pause_end(timed).startswith("Until ")
    assert words.pause_end(a_status(Phase.PAUSED, Reason.ON_BATTERY)) == ""
    assert words.pause_end(a_status(Phase.PAUSED, Reason.PAUSED_BY_USER)) == ""


def test_unreadable_days_stay():
    assert words.day("2026-11-21") == "21/11/2026"
    assert words.day("yesterday") == "yesterday"
