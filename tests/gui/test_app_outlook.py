"""Asking what preferences would do, where answers come late, out of date, or not at all."""

from toy_engine import a_preview

from app.pages.settings.desk import Outlook


class SlowEngine:
    """Answers when the test says."""

    def __init__(self) -> None:
        self.asked = []
        self.waiting = []

    def preview(self, changes, done, failed) -> None:
        self.asked.append(dict(changes))
        self.waiting.append((done, failed))

    def answer(self, cores: int) -> None:
        self.waiting.pop(0)[0](a_preview(cores=cores))

    def fail(self) -> None:
        self.waiting.pop(0)[1]("The engine is gone.")


def outlook() -> tuple[Outlook, SlowEngine, list]:
    engine, said = SlowEngine(), []
    made = Outlook(engine)
    made.said.connect(lambda preview: said.append(preview.cores if preview else None))
    return made, engine, said


def test_one_question_at_a_time_and_then_the_newest(qt):
    asks, engine, said = outlook()
    for cores in (1, 2, 3, 4):
        asks.ask({"cpu_cores": cores})
    assert engine.asked == [{"cpu_cores": 1}]
    engine.answer(1)
    assert engine.asked == [{"cpu_cores": 1}, {"cpu_cores": 4}]
    assert said == []
    engine.answer(4)
    assert said == [4]
    assert engine.waiting == []


def test_an_answer_that_nobody_waits_for_is_dropped(qt):
    asks, engine, said = outlook()
    asks.ask({"cpu_cores": 1})
    asks.forget()
    engine.answer(1)
    assert said == []
    assert engine.waiting == []


def test_after_forgetting_the_next_question_is_asked_and_answered(qt):
    asks, engine, said = outlook()
    asks.ask({"cpu_cores": 1})
    asks.forget()
    asks.ask({"cpu_cores": 2})
    engine.answer(1)
    engine.answer(2)
    assert engine.asked == [{"cpu_cores": 1}, {"cpu_cores": 2}]
    assert said == [2]


def test_a_failure_says_that_it_is_not_known_and_the_next_question_goes_through(qt):
    asks, engine, said = outlook()
    asks.ask({"cpu_cores": 1})
    engine.fail()
    asks.ask({"cpu_cores": 2})
    engine.answer(2)
    assert said == [None, 2]
