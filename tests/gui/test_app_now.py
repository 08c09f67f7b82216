import time

import pytest
from measures import kept
from toy_engine import a_collaboration, a_status, wait_until

from app import now_words
from app.fact_words import RULES
from app.now_words import Way
from app.situation import Link, Situation
from app.traffic import Traffic
from app.words import headline
from core.ipc.messages import Method, PeerStatus, Phase, Reason
from core.ipc.preferences import kinds

STATES = [
    (Phase.STARTING, Reason.PREPARING, "Preparing"),
    (Phase.STARTING, Reason.FETCHING, "Downloading"),
    (Phase.STARTING, Reason.CATCHING_UP, "Catching up"),
    (Phase.CONNECTING, Reason.NONE, "Looking for peers"),
    (Phase.CONNECTING, Reason.NOBODY_REACHABLE, "Nobody reachable"),
    (Phase.TRAINING, Reason.NONE, "Training"),
    (Phase.TRAINING, Reason.FINISHING_STEP, "Finishing this step"),
    (Phase.TRAINING, Reason.TRAINER_RESTARTING, "Restarting the trainer"),
    (Phase.AVERAGING, Reason.NONE, "Averaging"),
    (Phase.SERVING, Reason.NONE, "Serving"),
    (Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused"),
    (Phase.PAUSED, Reason.ON_BATTERY, "Paused on battery"),
    (Phase.PAUSED, Reason.COMPUTER_BUSY, "Paused while the computer is busy"),
    (Phase.FAILED, Reason.DISK_FULL, "The disk is full"),
    (Phase.FAILED, Reason.FAULT, "Needs your attention"),
]


@pytest.mark.parametrize(("phase", "reason", "text"), STATES)
def test_each_state_says_what_and_why(joined, engine, window, phase, reason, text):
    engine.say(a_status(phase, reason, f"Because of {reason.value}."))
    joined()
    assert window.now.state.headline.text() == text
    assert window.now.state.sentence.text() == f"Because of {reason.value}."


def test_before_the_engine_answers_the_window_says_so(window):
    assert window.now.state.headline.text() == "Starting"
    assert not window.now.pause.isVisible()
    assert not window.now.step.isVisible()


def test_long_work_shows_how_far_it_is(joined, engine, window):
    engine.say(a_status(Phase.STARTING, Reason.FETCHING, "Downloading.", progress=0.31))
    joined()
    assert window.now.state.progress.isVisible()
    assert window.now.state.progress.value() == 31
    engine.say(a_status())
    joined()
    assert not window.now.state.progress.isVisible()


def test_step_and_figures(joined, engine, window):
    assert window.now.step.title.text() == "sahajBERT"
    assert window.now.step.step.text() == "Step 128"
    assert window.now.step.done.text() == "140 of 256 samples"
    assert window.now.step.bar.value() == 54
    assert window.now.step.bar.accessibleName() == "Step 128: 140 of 256 samples"
    assert window.now.step.my_speed.text == kept("4.2 samples/s")
    assert window.now.step.speed.text == kept("31.4 samples/s")
    assert window.now.step.my_samples.text.endswith(kept("(13 %)"))


def test_peers_with_roles_this_computer_first(joined, engine, window):
    model = window.now.peers.model
    cells = [[model.index(row, column).data() for column in range(4)] for row in range(model.rowCount())]
    assert cells[0] == ["This computer", "contributor", "4.2", "18"]
    assert cells[1] == ["a7wq2ke", "coordinator", "12.2", "52"]
    assert [row[1] for row in cells] == ["contributor", "coordinator", "auxiliary", "contributor", "behind a router"]
    assert window.now.peers.title.text() == "Peers now: 5"


def test_a_changed_figure_keeps_the_selected_peer(joined, engine, window):
    table = window.now.peers.table
    table.selectRow(2)
    peers = engine.status.collaboration.peers
    engine.say(
        a_status(
            collaboration=a_collaboration(
                peers=[*peers[:-1], PeerStatus(peer=peers[-1].peer, role="auxiliary", samples_per_s=1.5, samples=9)]
            )
        )
    )
    joined()
    assert [index.row() for index in table.selectionModel().selectedRows()] == [2]
    assert table.model().index(2, 3).data() == "9"


def test_alone_is_said(joined, engine, window):
    me = PeerStatus(peer="k3mq7xa", role="coordinator", samples_per_s=1.0, samples=1, is_me=True)
    engine.say(a_status(collaboration=a_collaboration(peers=[me])))
    joined()
    assert window.now.peers.alone.isVisible()


def test_pause_and_resume_ask_the_engine(joined, engine, window):
    window.now.pause.pause.click()
    wait_until(lambda: engine.count(Method.PAUSE))
    assert engine.asked[-1] == ("pause", {"seconds": None})
    engine.say(a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you."))
    joined()
    assert window.now.pause.resume.isVisible()
    assert not window.now.pause.pause.isVisible()
    window.now.pause.resume.click()
    wait_until(lambda: engine.count(Method.RESUME))


def test_the_keyboard_stays_on_the_button_that_takes_the_place(joined, engine, window):
    window.activateWindow()
    wait_until(window.isActiveWindow)
    window.now.pause.pause.setFocus()
    engine.say(a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you."))
    joined()
    assert window.now.pause.resume.hasFocus()


@pytest.mark.parametrize(("entry", "seconds"), [(0, 900.0), (1, 3_600.0), (3, None)])
def test_lengths_of_a_pause(joined, engine, window, entry, seconds):
    window.now.pause.pause_for.menu().actions()[entry].trigger()
    wait_until(lambda: engine.count(Method.PAUSE))
    assert engine.asked[-1][1] == {"seconds": seconds}


def test_until_tomorrow_is_less_than_a_day_and_a_half(joined, engine, window):
    window.now.pause.pause_for.menu().actions()[2].trigger()
    wait_until(lambda: engine.count(Method.PAUSE))
    assert 5 * 3_600 < engine.asked[-1][1]["seconds"] <= 31 * 3_600


@pytest.mark.parametrize("reason", [Reason.ON_BATTERY, Reason.COMPUTER_BUSY])
def test_what_paused_by_itself_can_still_be_paused_for_good(joined, engine, window, reason):
    engine.say(a_status(Phase.PAUSED, reason, "Paused."))
    joined()
    assert window.now.pause.pause.isEnabled()
    assert not window.now.pause.resume.isVisible()


def test_a_timed_pause_says_until_when(joined, engine, window):
    engine.say(a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you.", paused_until_s=1_790_000_000.0))
    joined()
    assert window.now.state.until.text().startswith("Until ")
    assert window.now.state.until.isVisible()


def test_a_refused_wish_is_said_in_the_status_line(joined, engine, window):
    engine.faults[Method.PAUSE] = (1, "There is nothing to pause.")
    window.now.pause.pause.click()
    wait_until(lambda: window.statusBar().currentMessage() == "There is nothing to pause.")


def test_a_failure_offers_to_try_again(joined, engine, window):
    engine.say(a_status(Phase.FAILED, Reason.DISK_FULL, "The disk is full; free 2 GB."))
    joined()
    assert window.now.state.go.text() == "Tr&y again"
    assert not window.now.pause.isVisible()
    window.now.state.go.click()
    wait_until(lambda: engine.count(Method.RESUME))


def test_a_lost_engine_leaves_the_last_figures_greyed(joined, engine, session, window):
    engine.close()
    wait_until(lambda: session.situation.link is Link.LOST)
    assert window.now.state.headline.text() == "Reconnecting"
    assert window.now.step.isVisible()
    assert not window.now.step.isEnabled()
    assert not window.now.pause.pause.isEnabled()
    engine.listen()
    wait_until(lambda: session.situation.live is not None)
    assert window.now.step.isEnabled()
    assert window.now.state.headline.text() == "Training"


def test_names_of_others_are_never_read_as_markup(joined, engine, window):
    evil = "<img src='file:///etc/passwd'><b>big</b>\u202e"
    engine.say(a_status(sentence=evil, collaboration=a_collaboration(name=evil, description=evil)))
    joined()
    assert window.now.step.title.text() == evil[:-1]
    assert window.now.step.title.textFormat().name == "PlainText"
    assert window.now.state.sentence.textFormat().name == "PlainText"
    tip = window.now.peers.model.data(window.now.peers.model.index(0, 0), 3)
    assert tip == "<span>This computer</span>"


def test_a_hidden_window_is_left_alone(joined, engine, session, window):
    window.hide()
    engine.say(a_status(Phase.AVERAGING, Reason.NONE, "Averaging."))
    wait_until(lambda: session.situation.status == engine.status)
    assert window.now.state.headline.text() == "Training"
    window.show()
    assert window.now.state.headline.text() == headline(Situation(Link.READY, "", engine.status))


# --- the way on -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", sorted(RULES))
def test_every_rule_that_pauses_leads_to_its_setting(joined, engine, window, reason):
    engine.say(a_status(Phase.PAUSED, reason, "Because of a rule."))
    joined()
    assert window.now.state.go.isVisible()
    window.now.state.go.click()
    assert window.tabs.currentWidget() is window.settings
    assert RULES[reason] in kinds()


def test_what_needs_nothing_offers_nothing(joined, engine, window):
    for phase, reason in ((Phase.TRAINING, Reason.NONE), (Phase.STARTING, Reason.FETCHING)):
        engine.say(a_status(phase, reason, "All is well."))
        joined()
        assert not window.now.state.buttons.isVisible()


def test_nobody_reachable_leads_to_the_connection(joined, engine, window):
    engine.say(a_status(Phase.CONNECTING, Reason.NOBODY_REACHABLE, "Nobody answers."))
    joined()
    window.now.state.go.click()
    assert window.tabs.currentWidget() is window.help
    assert window.help.connection.isVisible()


def test_missing_consent_shows_the_question_and_nothing_else(joined, engine, window):
    engine.say(a_status(Phase.IDLE, Reason.NEEDS_CONSENT, "You have not agreed yet.", has_consent=False))
    joined()
    assert window.first_run.isVisible()
    assert not window.now.isVisible()


def test_the_action_stands_below_the_reason(joined, engine, window):
    engine.say(a_status(Phase.PAUSED, Reason.IN_USE, "Somebody works here."))
    joined()
    assert window.now.state.action.text().startswith("Nothing to do: it goes on when you are away.")


@pytest.mark.parametrize(
    ("situation", "way"),
    [
        (Situation(Link.STOPPED), Way.START_AGAIN),
        (Situation(Link.FAILED, "It is so."), Way.TRY_AGAIN),
        (Situation(Link.LOST, "", a_status()), None),
        (Situation(Link.READY, "", a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused.")), None),
        (Situation(Link.READY, "", a_status(Phase.IDLE, Reason.NO_COLLABORATION, "", collaboration=None)), Way.CHOOSE),
    ],
)
def test_the_one_button(situation, way):
    assert now_words.way(situation) is way


def test_pausing_after_the_step(joined, engine, window):
    window.now.pause.finish.trigger()
    wait_until(lambda: engine.count(Method.FINISH))


# --- figures --------------------------------------------------------------------------------------------------------


def test_a_timed_pause_counts_down_while_it_is_looked_at(joined, engine, window):
    engine.say(a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you.", paused_until_s=time.time() + 750))
    joined()
    assert window.now.state.until.text() == kept("12 min left")
    assert window.now._tick.isActive()
    window.tabs.setCurrentWidget(window.model)
    assert not window.now._tick.isActive()
    window.tabs.setCurrentWidget(window.now)
    assert window.now._tick.isActive()
    engine.say(a_status())
    joined()
    assert not window.now._tick.isActive()


def test_what_is_left_of_a_pause():
    status = a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused.", paused_until_s=1_000_100.0)
    assert now_words.pause_left(status, 1_000_000.0) == kept("1 min left")
    assert "left" not in now_words.pause_left(status, 1_000_100.0)
    assert now_words.pause_left(a_status(paused_until_s=1_000_100.0), 1_000_000.0) == ""
    assert now_words.pause_left(None, 0.0) == ""


@pytest.mark.parametrize(
    ("changes", "phase", "text"),
    [
        ({"step_samples": 140, "samples_per_s": 31.4}, Phase.TRAINING, "Done in about 3 s at this speed."),
        ({"step_samples": 0, "samples_per_s": 0.5}, Phase.TRAINING, "Done in about 8 min at this speed."),
        ({"step_samples": 0, "samples_per_s": 0.0}, Phase.TRAINING, "Nobody computes at the moment."),
        ({"step_samples": 0, "samples_per_s": 0.0}, Phase.CONNECTING, ""),
        ({"step_samples": 256}, Phase.TRAINING, "Everyone's results are being put together."),
        ({"step_samples": 100}, Phase.AVERAGING, "Everyone's results are being put together."),
    ],
)
def test_when_the_step_is_done(changes, phase, text):
    assert now_words.step_left(a_collaboration(**changes), phase) == kept(text)


def test_this_computer_and_its_data(joined, engine, window):
    engine.say(a_status(duty_percent=80, cores=4, power_w=93.6, sent_bytes=1_830_000_000, received_bytes=170_000_000))
    joined()
    card = window.now.device
    assert card.device.text().startswith("NVIDIA")
    shown = [figure.text for figure in (card.duty, card.cores, card.power, card.month)]
    assert shown == [kept("80 %"), "4", kept("94 W"), kept("2.0 GB")]
    assert card.month.toolTip() == kept("1.8 GB sent, 170 MB received")
    engine.say(a_status())
    joined()
    assert [figure.text for figure in (card.duty, card.cores, card.power)] == ["–", "–", "–"]


def counted(uptime_s: float, sent: int, received: int):
    return a_status(uptime_s=uptime_s, sent_bytes=sent, received_bytes=received)


def test_rates_are_what_was_counted_over_the_last_seconds():
    traffic = Traffic()
    assert traffic.take(counted(10.0, 0, 0)) is None
    assert traffic.take(counted(11.0, 900, 90)) is None
    assert traffic.take(counted(12.0, 2_000, 200)) == (1_000.0, 100.0)
    for second in range(13, 60):
        rates = traffic.take(counted(float(second), 2_000, 200))
    assert rates == (0.0, 0.0)


def test_rates_begin_anew_with_a_month_or_an_engine():
    traffic = Traffic()
    traffic.take(counted(10.0, 5_000, 0))
    assert traffic.take(counted(14.0, 9_000, 0)) == (1_000.0, 0.0)
    assert traffic.take(counted(15.0, 0, 0)) is None
    assert traffic.take(counted(19.0, 4_000, 0)) == (1_000.0, 0.0)
    assert traffic.take(counted(1.0, 4_000, 0)) is None


def test_the_same_word_twice_changes_no_rate():
    traffic = Traffic()
    traffic.take(counted(10.0, 0, 0))
    traffic.take(counted(14.0, 4_000, 0))
    assert traffic.take(counted(14.0, 4_000, 0)) == (1_000.0, 0.0)


def test_nothing_moves_when_numbers_change(joined, engine, window):
    """Cards keep their places through a step."""

    def places():
        return [card.geometry() for card in (window.now.pause, window.now.step, window.now.device, window.now.peers)]

    joined()
    before = places()
    for samples in (1, 99, 240):
        engine.say(
            a_status(
                duty_percent=100,
                cores=16,
                sent_bytes=samples * 10_000_000,
                collaboration=a_collaboration(step=10_000, step_samples=samples, samples_per_s=1_000.0 / samples),
            )
        )
        joined()
        assert places() == before
