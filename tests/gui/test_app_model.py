import sys

import numpy
import pytest
from toy_engine import a_collaboration, a_status, an_entry, wait_until

from app.losses import Losses
from core.ipc.messages import Method


def show(window):
    window.tabs.setCurrentWidget(window.model)


def steps(window):
    return [int(step) for step in window.model.losses.steps]


def test_no_step_yet(joined, engine, window):
    engine.say(a_status(collaboration=a_collaboration(step=0, loss=None, state_digest="")))
    joined()
    show(window)
    assert window.model.empty.isVisible()
    assert window.model.loss.text == "–"
    assert window.model.curve is None


def test_one_point_is_a_curve(joined, engine, window):
    engine.entries = [an_entry(1, 10.4)]
    show(window)
    wait_until(lambda: window.model.curve is not None)
    assert window.model.curve.isVisible()
    assert not window.model.empty.isVisible()
    assert window.model.curve.accessibleDescription() == "From 10.400 at step 1 to 10.400 at step 1"


def test_the_whole_log_is_fetched_in_parts(joined, engine, window):
    engine.entries = [an_entry(step, 10.0 - step / 1_000) for step in range(1, 2_501)]
    show(window)
    wait_until(lambda: len(steps(window)) == 2_500)
    assert steps(window) == list(range(1, 2_501))
    asked = [params["after_step"] for name, params in engine.asked if name == Method.LOG]
    assert asked == [0, 1_000, 2_000]


def test_commits_are_added_as_they_come(joined, engine, window):
    engine.entries = [an_entry(1), an_entry(2)]
    show(window)
    wait_until(lambda: len(steps(window)) == 2)
    engine.commit(an_entry(3, 7.5))
    wait_until(lambda: steps(window) == [1, 2, 3])
    assert engine.count(Method.LOG) == 1


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


def test_another_collaboration_begins_a_new_curve(joined, engine, window):
    engine.entries = [an_entry(1), an_entry(2)]
    show(window)
    wait_until(lambda: len(steps(window)) == 2)
    engine.entries = [an_entry(1, 3.0)]
    engine.say(a_status(collaboration=a_collaboration(run="s" * 52, name="other")))
    wait_until(lambda: steps(window) == [1])
    assert window.model.summary.title.text() == "other"


def test_digest_and_loss(joined, engine, window):
    show(window)
    assert window.model.loss.text == "7.912"
    assert window.model.step.text == "127"
    assert window.model.digest.text() == "State of the model: q4f7zjx2m5"


def test_a_replay_or_disorder_adds_nothing():
    losses = Losses()
    assert losses.add([an_entry(1), an_entry(2)])
    assert not losses.add([an_entry(2), an_entry(1)])
    assert losses.last_step == 2


@pytest.mark.parametrize("points", [1, 2, 3, 40, 127, 1_000])
def test_the_running_mean_is_a_mean_of_neighbours(points):
    from app.widgets.loss_curve import running_mean, running_width

    values = numpy.random.default_rng(points).normal(size=points)
    width = running_width(points)
    assert width % 2 == 1
    mean = running_mean(values, width)
    for place in range(points):
        reach = min(width // 2, place, points - 1 - place)
        assert mean[place] == pytest.approx(values[place - reach : place + reach + 1].mean(), abs=1e-12)


def test_a_hundred_thousand_steps_are_drawn_quickly(qt, window):
    import time

    from app.widgets.loss_curve import LossCurve

    losses = Losses()
    losses.add(an_entry(step, 8.0) for step in range(1, 100_001))
    curve = LossCurve()
    curve.resize(480, 400)
    begin = time.process_time()
    curve.show_losses(losses)
    curve.grab()
    assert time.process_time() - begin < 2.0
    assert "pyqtgraph" in sys.modules
