import math

import pytest
from measures import kept
from toy_engine import a_collaboration, a_status, an_answer, an_entry, wait_until
from watchdog import watched

from app.log_feed import CHUNK_STEPS
from app.losses import Across, Losses
from app.qt import QEvent, QKeyEvent, QLocale, QMouseEvent, QPointF, Qt
from app.widgets.loss_curve import LossCurve
from core.ipc.messages import Method, Phase, Reason
from core.ipc.records import Candidate, TryAnswer


@pytest.fixture(autouse=True)
def british():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    yield
    QLocale.setDefault(before)


def show(window):
    window.tabs.setCurrentWidget(window.model)


def steps(window):
    return [int(step) for step in window.model.feed.losses.steps]


def press(widget, key):
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        watched().sendEvent(widget, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))


# --- the log ----------------------------------------------------------------------------------------------------------


def test_no_step_yet(joined, engine, window):
    engine.say(a_status(collaboration=a_collaboration(step=0, loss=None, state_digest="")))
    joined()
    show(window)
    assert window.model.chart.empty.isVisible()
    assert window.model.about.loss.text == "–"
    assert not window.model.chart.curve.isVisible()


def test_one_point_is_a_curve(joined, engine, window):
    engine.entries = [an_entry(1, 10.4)]
    show(window)
    wait_until(window.model.chart.curve.isVisible)
    assert not window.model.chart.empty.isVisible()
    assert window.model.chart.curve.accessibleDescription() == "10.400 at step 1"


def test_the_whole_log_is_fetched_in_parts(joined, engine, window):
    engine.entries = [an_entry(step, 10.0 - step / 1_000) for step in range(1, 2 * CHUNK_STEPS + 101)]
    show(window)
    wait_until(lambda: window.model.feed.is_complete)
    assert steps(window) == list(range(1, 2 * CHUNK_STEPS + 101))
    asked = [params["after_step"] for name, params in engine.asked if name == Method.LOG]
    assert asked == [0, CHUNK_STEPS, 2 * CHUNK_STEPS]


def test_commits_are_added_as_they_come(joined, engine, window):
    engine.entries = [an_entry(1), an_entry(2)]
    show(window)
    wait_until(lambda: len(steps(window)) == 2)
    engine.commit(an_entry(3, 7.5))
    wait_until(lambda: steps(window) == [1, 2, 3])
    assert engine.count(Method.LOG) == 1
    assert window.model.chart.read_out.text() == "From 8.000 at step 1 to 7.500 at step 3"


def test_commits_that_were_missed_are_fetched(joined, engine, window):
    engine.entries = [an_entry(1), an_entry(2)]
    show(window)
    wait_until(lambda: len(steps(window)) == 2)
    engine.entries += [an_entry(3), an_entry(4)]
    engine.commit(an_entry(5))
    engine.say(a_status(collaboration=a_collaboration(step=5)))
    wait_until(lambda: steps(window) == [1, 2, 3, 4, 5])


def test_nothing_is_fetched_for_a_page_that_is_not_shown(joined, engine, window):
    engine.commit(an_entry(1))
    joined()
    assert engine.count(Method.LOG) == 0


def test_a_page_that_is_left_fetches_no_further_part(joined, engine, window):
    engine.entries = [an_entry(step) for step in range(1, 4 * CHUNK_STEPS)]
    show(window)
    window.tabs.setCurrentWidget(window.now)
    joined()
    joined()
    assert engine.count(Method.LOG) == 1
    show(window)
    wait_until(lambda: window.model.feed.is_complete)
    assert len(steps(window)) == 4 * CHUNK_STEPS - 1


def test_another_collaboration_begins_a_new_curve(joined, engine, window):
    engine.entries = [an_entry(1), an_entry(2)]
    show(window)
    wait_until(lambda: len(steps(window)) == 2)
    engine.entries = [an_entry(1, 3.0)]
    engine.say(a_status(collaboration=a_collaboration(run="s" * 52, name="other")))
    wait_until(lambda: steps(window) == [1])
    assert window.model.about.title.text() == "other"


def test_what_the_run_is_for(joined, engine, window):
    show(window)
    about = window.model.about
    assert about.loss.text == "7.912"
    assert about.step.text == "127"
    assert about.samples.text == "32,640"
    assert about.contributors.text == "4"
    assert about.digest.text() == "State of the model: q4f7zjx2m5"
    assert "Bengali" in about.description.text()
    assert about.terms.text() == "Language: Bengali (bn). Licence: CC BY-SA 4.0."


def test_the_organisers_changes_are_named(joined, engine, window):
    engine.entries = [an_entry(1), an_entry(2), an_entry(3)]
    engine.entries[1].amendment = "2 files were added."
    show(window)
    wait_until(lambda: window.model.feed.is_complete)
    assert window.model.chart.amendments.text() == "Step 2: 2 files were added."
    window.model.chart.curve.choose(1)
    assert window.model.chart.read_out.text().endswith("\n2 files were added.")


# --- the curve --------------------------------------------------------------------------------------------------------


def filled(count=1_000):
    losses = Losses()
    losses.add(an_entry(step, 2.0 + 8 * math.exp(-step / 200)) for step in range(1, count + 1))
    return losses


@pytest.fixture
def curve(qt):
    made = LossCurve()
    made.resize(500, 300)
    made.show_losses(filled())
    made.said = []
    made.read.connect(made.said.append)
    return made


def test_a_point_is_read_out_under_the_pointer(curve):
    frame = curve._framed()
    at = QPointF(frame.x.at(400.0), 100.0)
    buttons = (Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier)
    watched().sendEvent(curve, QMouseEvent(QEvent.Type.MouseMove, at, at, *buttons))
    assert curve.said == [kept("Step 400: loss 3.083, mean 3.083; 102,400 samples, after 6 h 39 min")]
    assert curve.accessibleDescription() == curve.said[0]
    watched().sendEvent(curve, QEvent(QEvent.Type.Leave))
    assert curve.said[-1] == ""


def test_points_by_keyboard(curve):
    places = []
    for key in ("End", "Left", "Home", "Right", "Left", "Left"):
        press(curve, Qt.Key[f"Key_{key}"])
        places.append(curve.chosen)
    assert places[0] == 999
    assert 990 < places[1] < 999
    assert places[2] == places[4] == places[5] == 0
    assert 0 < places[3] < 9


def test_a_closer_look_and_all_again(curve):
    curve.look_at(300.0, 500.0)
    assert curve.view == (300.0, 500.0)
    curve.look_at(400.0, 401.0)  # too few to be a curve
    assert curve.view == (300.0, 500.0)
    press(curve, Qt.Key.Key_Plus)
    assert curve.view == (350.0, 450.0)
    for _ in range(8):
        press(curve, Qt.Key.Key_Minus)
    assert curve.view == (1.0, 1_000.0)
    curve.look_at(300.0, 500.0)
    press(curve, Qt.Key.Key_Escape)
    assert curve.view == (1.0, 1_000.0)


@pytest.mark.parametrize(("across", "right"), [(Across.STEPS, 1_000), (Across.SAMPLES, 256_000), (Across.TIME, 59_940)])
def test_over_what_it_is_drawn(curve, across, right):
    curve.show_across(across)
    assert curve.view[1] == right
    assert not curve.grab().isNull()


def test_a_loss_that_is_not_a_number_draws_and_does_not_hang(qt):
    losses = Losses()
    losses.add(an_entry(step, loss) for step, loss in enumerate((3.0, math.inf, 2.0, math.nan, 1.0), 1))
    curve = LossCurve()
    curve.show_losses(losses)
    for is_log in (False, True):
        curve.show_log(is_log)
        assert not curve.grab().isNull()


# --- trying it --------------------------------------------------------------------------------------------------------


@pytest.fixture
def box(joined, engine, window):
    engine.say(a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you."))
    joined()
    show(window)
    return window.model.try_box


def asked(engine):
    return [params for name, params in engine.asked if name == Method.TRY_MODEL]


def ask(engine, box, text):
    count = len(asked(engine))
    box.text.setText(text)
    press(box.text, Qt.Key.Key_Return)
    wait_until(lambda: len(asked(engine)) > count)


def test_words_for_a_gap(box, engine):
    ask(engine, box, "The old ship lay in the ___.")
    wait_until(box.candidates.isVisible)
    assert asked(engine) == [{"text": "The old ship lay in the ___.", "count": 5}]
    shown = [button for button in box.candidates.buttons if button.isVisible()]
    assert [button.candidate.text for button in shown] == ["river", "sea", "city", "road", "house"]
    assert shown[0].accessibleName() == kept("river, 42 %")
    assert box.remark.text() == "Said by the model after step 127."
    press(shown[1], Qt.Key.Key_Return)
    assert box.text.text() == "The old ship lay in the sea."


def test_a_text_goes_on_in_another_tint(box, engine):
    engine.kind = "complete"
    engine.answers["complete"] = TryAnswer(
        kind="complete", step=9, candidates=[Candidate(text=" <b>by</b> the sea.", probability=0.2)]
    )
    ask(engine, box, "A & B")
    wait_until(box.continued.isVisible)
    assert box.continued.accessibleName() == "A & B <b>by</b> the sea."
    assert "A &amp; B<span" in box.continued.text()
    assert "&lt;b&gt;by" in box.continued.text()
    assert not box.candidates.isVisible()
    assert "goes on" in box.hint.text()


def test_an_answer_to_an_older_question_is_dropped(box, engine, control):
    engine.silent.add(Method.TRY_MODEL)
    ask(engine, box, "first ___")
    first = next(reversed(control._calls.values()))
    engine.silent.clear()
    box.ask.setEnabled(True)
    ask(engine, box, "second ___")
    wait_until(box.candidates.isVisible)
    first.done(TryAnswer(kind="fill_mask", step=1, candidates=[Candidate(text="stale", probability=1.0)]))
    first.failed("too late")
    assert box.candidates.buttons[0].candidate.text == "river"
    assert box.remark.text() == "Said by the model after step 127."


def test_while_it_thinks_it_says_so(box, engine):
    engine.silent.add(Method.TRY_MODEL)
    ask(engine, box, "a ___ b")
    assert box.remark.text() == "The model is thinking…"
    assert box.remark.isVisible()
    assert not box.ask.isEnabled()


def test_a_fault_is_shown_and_one_may_ask_again(box, engine):
    engine.faults[Method.TRY_MODEL] = (1, "The model is being fetched; ask again in a minute.")
    ask(engine, box, "a ___ b")
    wait_until(lambda: "fetched" in box.remark.text())
    assert box.ask.isEnabled()
    engine.faults.clear()
    ask(engine, box, "a ___ b")
    wait_until(box.candidates.isVisible)


def test_a_gap_is_asked_for_where_one_is_needed(box, engine):
    ask(engine, box, "with a ___")
    wait_until(box.candidates.isVisible)
    box.text.setText("without")
    press(box.text, Qt.Key.Key_Return)
    assert box.remark.text() == "Put ___ where a word is missing."
    assert len(asked(engine)) == 1


def test_models_that_are_not_about_text(box, engine):
    engine.kind, engine.answers["none"] = "none", TryAnswer(kind="none", step=3)
    ask(engine, box, "anything")
    wait_until(lambda: not box.text.isVisible())
    assert "not about text" in box.hint.text()
    assert not box.ask.isVisible()
    assert not box.remark.isVisible()


def test_the_example_is_in_the_models_language(box, engine, joined):
    assert box.text.placeholderText() == "ঢাকা বাংলাদেশের ___।"
    press(box.text, Qt.Key.Key_Return)
    wait_until(lambda: asked(engine))
    assert asked(engine)[0]["text"] == "ঢাকা বাংলাদেশের ___।"
    engine.say(a_status(Phase.PAUSED, collaboration=a_collaboration(run="s" * 52, language="English")))
    joined()
    assert box.text.placeholderText() == "Paris is the ___ of France."


def test_unasked_it_asks_once_and_only_while_this_computer_works_anyway(box, engine, joined):
    assert asked(engine) == []
    engine.kind, engine.answers["complete"] = "complete", an_answer("complete")
    engine.say(a_status())
    joined()
    wait_until(lambda: "goes on" in box.hint.text())
    assert not box.continued.isVisible()
    assert box.remark.text() == ""
    engine.say(a_status(uptime_s=99.0))
    joined()
    assert len(asked(engine)) == 1
    assert box.text.placeholderText() == "এক দেশে এক রাজা ছিল"


def test_before_the_first_step_there_is_nothing_to_try(joined, engine, window):
    engine.say(a_status(collaboration=a_collaboration(step=0, loss=None)))
    joined()
    show(window)
    box = window.model.try_box
    assert not box.ask.isEnabled()
    assert "first" in box.hint.text() or "a step is finished" in box.hint.text()
    assert asked(engine) == []
