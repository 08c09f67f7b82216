import random
from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest
from toy_engine import a_collaboration, a_status, wait_until

from app.notifications import DAY_S, OVER_S, PATIENCE_S, Deciding, Memory, Often, Wishes, may_tell, milestone
from app.notifier import MILESTONES, OFTEN, Notifier, keep_wishes, wishes_in
from app.qt import QSettings
from app.situation import Link, Situation
from core.ipc.messages import Method, Phase, Reason
from core.ipc.records import SensorReading

FULL = Situation(Link.READY, "", a_status(Phase.FAILED, Reason.DISK_FULL, "The disk is full; free 2 GB."))
REFUSED = Situation(Link.READY, "", a_status(Phase.CONNECTING, Reason.REFUSED, "Not let in."))
BROKEN = Situation(Link.FAILED, "Another engine runs; end it.")
WELL = Situation(Link.READY, "", a_status())
CALL = Situation(Link.READY, "", a_status(Phase.PAUSED, Reason.IN_CALL, "Paused in a call."))
WISHES = Wishes()
NOON_S = 1_790_000_000.0


def told(deciding, situation, now_s, wishes=WISHES):
    notice = deciding.look(situation, wishes, now_s)
    if notice is not None:
        deciding.told(notice, now_s)
    return notice


@pytest.mark.parametrize("situation", [FULL, REFUSED, BROKEN])
def test_what_needs_the_user_is_told_once_it_has_lasted(situation):
    deciding = Deciding(Memory())
    assert told(deciding, situation, NOON_S) is None
    assert told(deciding, situation, NOON_S + PATIENCE_S - 1) is None
    notice = told(deciding, situation, NOON_S + PATIENCE_S)
    assert notice is not None
    assert notice.title
    assert "\n" in notice.text  # what is the case, and what to do
    for days in range(1, 30):
        assert told(deciding, situation, NOON_S + PATIENCE_S + days * DAY_S) is None


@pytest.mark.parametrize(
    "situation", [WELL, CALL, Situation(), replace(WELL, link=Link.LOST), replace(WELL, link=Link.SILENT)]
)
def test_what_mends_itself_is_not_told(situation):
    deciding = Deciding(Memory())
    for minutes in range(300):
        assert told(deciding, situation, NOON_S + 60 * minutes) is None


def test_a_trouble_that_comes_back_is_told_again_and_flapping_is_not():
    each = Wishes(Often.EACH)
    deciding = Deciding(Memory())
    now_s = NOON_S
    count = 0
    for _ in range(60):  # every other minute it seems to be over
        count += told(deciding, FULL, now_s, each) is not None
        count += told(deciding, FULL, now_s + 60, each) is not None
        told(deciding, WELL, now_s + 61, each)
        now_s += 120
    assert count == 1
    told(deciding, WELL, now_s, each)
    told(deciding, WELL, now_s + OVER_S, each)
    told(deciding, FULL, now_s + OVER_S + 1, each)
    assert told(deciding, FULL, now_s + OVER_S + 62, each) is not None


def test_one_that_has_to_wait_for_the_next_day_is_told_then():
    deciding = Deciding(Memory(told_s=NOON_S - 60))
    told(deciding, FULL, NOON_S)
    assert told(deciding, FULL, NOON_S + 3_600) is None
    assert told(deciding, FULL, NOON_S + DAY_S) is not None


def test_how_often():
    assert not may_tell(None, Often.NEVER, NOON_S)
    assert may_tell(None, Often.DAILY, NOON_S)
    assert not may_tell(NOON_S, Often.DAILY, NOON_S + DAY_S - 1)
    assert may_tell(NOON_S, Often.DAILY, NOON_S + DAY_S)
    assert not may_tell(NOON_S, Often.EACH, NOON_S + 60)
    assert may_tell(NOON_S, Often.EACH, NOON_S + 900)
    assert may_tell(NOON_S + 400 * DAY_S, Often.DAILY, NOON_S)  # the clock was a year ahead


def test_a_restart_forgets_nothing():
    deciding = Deciding(Memory())
    told(deciding, FULL, NOON_S)
    assert told(deciding, FULL, NOON_S + 60) is not None
    kept = msgspec.json.decode(msgspec.json.encode(deciding.memory), type=Memory)
    after = Deciding(kept)
    told(after, FULL, NOON_S + 2 * DAY_S)
    assert told(after, FULL, NOON_S + 2 * DAY_S + 120) is None


def with_samples(count, reason=Reason.NONE):
    return Situation(Link.READY, "", a_status(reason=reason, collaboration=a_collaboration(my_samples=count)))


def test_milestones_are_for_those_who_want_them():
    assert [milestone(count) for count in (0, 999, 1_000, 9_999, 10_000, 123_456)] == [
        0,
        0,
        1_000,
        1_000,
        10_000,
        100_000,
    ]
    wanted = Wishes(milestones=True)
    deciding = Deciding(Memory())
    assert told(deciding, with_samples(4_000), NOON_S, wanted) is None  # was there before anybody looked
    assert told(deciding, with_samples(9_999), NOON_S, wanted) is None
    assert told(deciding, with_samples(10_001, Reason.FULL_SCREEN), NOON_S, wanted) is None
    notice = told(deciding, with_samples(10_002), NOON_S + 60, wanted)
    assert notice.milestone == 10_000
    assert notice.title.endswith("samples")
    assert "sahajBERT" in notice.text
    assert told(deciding, with_samples(10_003), NOON_S + 3 * DAY_S, wanted) is None
    assert told(deciding, with_samples(100_000), NOON_S + 3 * DAY_S) is None  # not wanted, and then it is past
    assert told(deciding, with_samples(100_001), NOON_S + 3 * DAY_S, wanted) is None


@pytest.mark.parametrize("seed", range(5))
def test_a_week_of_troubles_brings_one_a_day_and_none_into_a_call(seed):
    chance = random.Random(seed)
    deciding, times = Deciding(Memory()), []
    situation = WELL
    known = [WELL, WELL, FULL, REFUSED, BROKEN, CALL]
    for minute in range(7 * 24 * 60):
        if chance.random() < 0.02:
            situation = chance.choice([*known, with_samples(10 ** chance.randint(1, 6))])
        if chance.random() < 0.001:  # the program is started again
            deciding = Deciding(msgspec.json.decode(msgspec.json.encode(deciding.memory), type=Memory))
        now_s = NOON_S + 60 * minute
        if told(deciding, situation, now_s, Wishes(milestones=True)) is not None:
            assert situation is not CALL
            times.append(now_s)
    assert 5 <= len(times) <= 7
    assert all(later - earlier >= DAY_S for earlier, later in pairwise(times))


# --- sent, and kept ----------------------------------------------------------------------------------------------


@pytest.fixture
def settings(home):
    return QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat)


def test_wishes_are_kept_and_nonsense_is_the_default(settings):
    assert wishes_in(settings) == Wishes()
    keep_wishes(settings, Wishes(Often.EACH, milestones=True))
    settings.sync()
    assert wishes_in(QSettings(settings.fileName(), QSettings.Format.IniFormat)) == Wishes(Often.EACH, milestones=True)
    settings.setValue(OFTEN, "hourly")
    settings.setValue(MILESTONES, "false")
    assert wishes_in(settings) == Wishes()


@pytest.fixture
def notifier(engine, session, settings):
    sent, time_s = [], [NOON_S]
    made = Notifier(session, settings, lambda title, text: sent.append((title, text)), clock=lambda: time_s[0])
    made.sent, made.time_s = sent, time_s
    return made


def fail(engine, session, notifier):
    engine.status = FULL.status
    session.start()
    wait_until(lambda: session.situation.live is not None)
    notifier.time_s[0] += PATIENCE_S
    notifier.look(session.situation)


def test_the_sensors_are_asked_before_anything_is_sent(engine, session, notifier, settings):
    engine.readings = [SensorReading(fact="is_in_call", value=True, source="PipeWire")]
    fail(engine, session, notifier)
    wait_until(lambda: engine.count(Method.SENSORS) == 1 and not notifier._is_asking)
    assert notifier.sent == []
    engine.readings = [SensorReading(fact="is_in_call", value=None, source="")]
    notifier.look(session.situation)
    wait_until(lambda: notifier.sent)
    notifier.look(session.situation)
    assert len(notifier.sent) == 1
    settings.sync()
    again = Notifier(session, QSettings(settings.fileName(), QSettings.Format.IniFormat), lambda *_: 1 / 0)
    assert again._deciding.memory.open_trouble == "disk_full"


def test_never_is_never(engine, session, notifier, settings):
    keep_wishes(settings, Wishes(Often.NEVER))
    fail(engine, session, notifier)
    assert engine.count(Method.SENSORS) == 0
    assert notifier.sent == []


def test_an_engine_that_is_gone_cannot_be_asked_and_is_told_of(session, notifier):
    notifier.look(BROKEN)
    notifier.time_s[0] += PATIENCE_S
    notifier.look(BROKEN)
    assert notifier.sent == [
        ("The engine does not run", f"{BROKEN.trouble}\nDo what the sentence says, then try again.")
    ]


def test_a_memory_that_cannot_be_read_keeps_quiet_for_a_day(session, settings):
    settings.setValue("notifications/memory", "{broken")
    made = Notifier(session, settings, lambda *_: None)
    assert made._deciding.memory.told_s is not None
