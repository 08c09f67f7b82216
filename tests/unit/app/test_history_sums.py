import random

from app.history import NOTHING_GIVEN, History, Sums, total
from core.ipc.records import HistoryRow


def row(start: str, samples: int, run: str = "r", **changes: float) -> HistoryRow:
    values = {"steps": 1, "training_s": samples * 0.5, "energy_wh": samples * 0.1} | changes
    return HistoryRow(start=start, run=run, name=run.upper(), samples=samples, **values)  # type: ignore[arg-type]


def test_a_total_is_that_of_all_parts() -> None:
    noise = random.Random(3)
    parts = [Sums(*(noise.randint(0, 9) for _ in range(6))) for _ in range(50)]
    assert total(parts).samples == sum(part.samples for part in parts)
    assert total(parts).received_bytes == sum(part.received_bytes for part in parts)
    assert total([]) == NOTHING_GIVEN
    assert not total([])
    assert total(iter([Sums(1), Sums(2)])) == Sums(3)


def test_rows_of_the_same_start_and_run_replace_each_other() -> None:
    history = History()
    history.take("day", [row("2026-11-20", 5), row("2026-11-21", 7), row("2026-11-21", 2, "s")])
    history.take("day", [row("2026-11-21", 9)])
    assert history.sums("day", "2026-11-21").samples == 11
    assert history.sums("day", "2026-11-21", "r").samples == 9
    assert history.sums("day", "2026-11-21", "nobody") == NOTHING_GIVEN
    assert history.sums("day", "1999-01-01") == NOTHING_GIVEN
    assert history.names == {"r": "R", "s": "S"}


def test_starts_are_in_order_however_they_come() -> None:
    history = History()
    history.take("day", [row("2026-11-21", 1), row("2025-01-01", 1), row("2026-02-03", 1)])
    assert history.starts("day") == ["2025-01-01", "2026-02-03", "2026-11-21"]
    assert history.starts_within("day", "2026") == ["2026-02-03", "2026-11-21"]
    assert history.starts_within("day", "2026-11") == ["2026-11-21"]
    assert history.starts_within("day", "2027") == []


def test_what_was_given_to_one_leaves_out_the_days_of_others() -> None:
    history = History()
    history.take("day", [row("2026-11-20", 5), row("2026-11-21", 7, "s")])
    assert [start for start, _ in history.given("day", "s")] == ["2026-11-21"]
    assert len(list(history.given("day"))) == 2


def test_hours_can_be_forgotten_alone() -> None:
    history = History()
    history.take("hour", [row("2026-11-20T05", 5)])
    history.take("month", [row("2026-11", 5), row("2026-10", 4)])
    history.forget_hours()
    assert history.starts("hour") == []
    assert history.in_all().samples == 9
