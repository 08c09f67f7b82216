import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.averaging.codec import CODECS
from core.averaging.feedback import LOSSES_MAX, PAGE_ELEMENTS, AverageFeedback, Feedback, Span

P = 1000
CUTS = ((0, 300), (300, 650), (650, 1000))
LOSSY = ("int8", "int4")


def gradients(count: int, elements: int = P, seed: int = 1) -> list[np.ndarray]:
    chance = np.random.default_rng(seed)
    return [chance.standard_normal(elements, dtype=np.float32) * np.float32(4) for _ in range(count)]


def given_in(feedback: Feedback, name: str, gradient: np.ndarray, samples: int, cuts: tuple[Span, ...]) -> np.ndarray:
    """What the reducers make of the parts' codes, as a sum."""
    codec = CODECS[name]
    coded = [feedback.code(start, stop, gradient, samples) for start, stop in cuts]
    means = [codec.decode(code, stop - start) for code, (start, stop) in zip(coded, cuts, strict=True)]
    return np.concatenate(means) * samples


def half_a_scale(name: str, largest: float) -> float:
    return 1.1 * largest / (256 if name == "int8" else 16) * 3  # the other end of a block may be three halves off


@pytest.mark.parametrize("name", LOSSY)
class TestWhatIsOwed:
    def test_sums_over_steps_differ_by_one_steps_rounding(self, name: str) -> None:
        feedback, all_given = Feedback(CODECS[name], P), np.zeros(P)
        steps = gradients(40)
        for number, gradient in enumerate(steps):
            cut = 100 + 7 * number  # cuts move
            cuts = ((0, cut), (cut, 650), (650, P))
            all_given += given_in(feedback, name, gradient, 3 + number % 5, cuts)
            feedback.settle(gradient)
        error = np.abs(all_given - np.sum(steps, axis=0, dtype=np.float64)).max()
        assert 0 < error < half_a_scale(name, 2 * max(np.abs(gradient).max() for gradient in steps))

    def test_without_it_they_drift(self, name: str) -> None:
        """So that the test above can fail."""
        gradient = np.full(P, 0.01, np.float32)
        gradient[::50] = 1.0
        plain = sum(given_in(Feedback(CODECS[name], P), name, gradient, 1, CUTS) for _ in range(40))
        feedback, fed = Feedback(CODECS[name], P), np.zeros(P)
        for _ in range(40):
            fed += given_in(feedback, name, gradient, 1, CUTS)
            feedback.settle(gradient)
        assert np.abs(plain - 40 * gradient).max() > 2 * np.abs(fed - 40 * gradient).max()

    def test_a_part_that_was_not_included_is_owed_whole(self, name: str) -> None:
        feedback, (first, second) = Feedback(CODECS[name], P), gradients(2)
        given_in(feedback, name, first, 4, CUTS)
        feedback.settle(first, missing=[CUTS[1]])
        exact = Feedback(CODECS["float32"], P)
        exact.settle(first, missing=[CUTS[1]])
        got = given_in(feedback, name, second, 4, CUTS)
        wanted = given_in(exact, "float32", second, 4, CUTS)
        middle = slice(*CUTS[1])
        assert wanted[middle] == pytest.approx(first[middle] + second[middle], abs=1e-5)
        assert np.abs(got - wanted).max() < half_a_scale(name, 40)

    def test_a_part_that_was_never_coded_is_owed_whole(self, name: str) -> None:
        feedback, (gradient,) = Feedback(CODECS[name], P), gradients(1)
        feedback.code(*CUTS[0], gradient, 4)
        feedback.settle(gradient)
        nothing = np.zeros(P, np.float32)
        got = given_in(feedback, name, nothing, 4, CUTS)
        assert np.abs(got - gradient)[300:].max() < half_a_scale(name, 16)
        assert np.abs(got[:300]).max() < half_a_scale(name, 16)

    def test_coding_again_gives_the_same_bytes(self, name: str) -> None:
        feedback, steps = Feedback(CODECS[name], P), gradients(3)
        for gradient in steps:
            once = [bytes(feedback.code(*cut, gradient, 5)) for cut in CUTS]
            assert [bytes(feedback.code(*cut, gradient, 5)) for cut in CUTS] == once
            feedback.settle(gradient)

    def test_a_skipped_step_leaves_it_as_it_was(self, name: str) -> None:
        kept, other = Feedback(CODECS[name], P), Feedback(CODECS[name], P)
        first, second, third = gradients(3)
        for feedback in (kept, other):
            given_in(feedback, name, first, 4, CUTS)
            feedback.settle(first)
        given_in(kept, name, second, 9, ((0, 500), (500, P)))
        kept.keep()
        assert (given_in(kept, name, third, 4, CUTS) == given_in(other, name, third, 4, CUTS)).all()

    def test_a_gradient_that_is_not_finite_is_refused_and_not_owed(self, name: str) -> None:
        feedback, (first, bad, third) = Feedback(CODECS[name], P), gradients(3)
        given_in(feedback, name, first, 4, CUTS)
        feedback.settle(first)
        bad[400] = np.nan
        feedback.code(*CUTS[0], bad, 4)
        with pytest.raises(ValueError, match="finite"):
            feedback.code(*CUTS[1], bad, 4)
        feedback.settle(bad, missing=CUTS[1:])
        assert np.isfinite(given_in(feedback, name, third, 4, CUTS)).all()

    def test_cleared_it_owes_nothing(self, name: str) -> None:
        feedback, (first, second) = Feedback(CODECS[name], P), gradients(2)
        given_in(feedback, name, first, 4, CUTS)
        feedback.settle(first)
        assert feedback.owes
        feedback.clear()
        assert not feedback.owes
        assert (
            given_in(feedback, name, second, 4, CUTS) == given_in(Feedback(CODECS[name], P), name, second, 4, CUTS)
        ).all()


class TestExactCodecs:
    @pytest.mark.parametrize("name", ["float32", "float16", "bfloat16"])
    def test_cost_nothing(self, name: str) -> None:
        feedback, (gradient,) = Feedback(CODECS[name], P), gradients(1)
        coded = [bytes(feedback.code(*cut, gradient, 4)) for cut in CUTS]
        assert coded == [bytes(CODECS[name].encode(gradient[slice(*cut)] / np.float32(4))) for cut in CUTS]
        feedback.settle(gradient)
        assert not feedback.owes

    def test_owe_what_was_lost_until_it_is_given(self) -> None:
        feedback, (first, second) = Feedback(CODECS["float32"], P), gradients(2)
        given_in(feedback, "float32", first, 4, CUTS)
        feedback.settle(first, missing=[CUTS[0], CUTS[2]])
        expected = first + second
        expected[300:650] = second[300:650]
        assert given_in(feedback, "float32", second, 4, CUTS) == pytest.approx(expected, abs=1e-5)
        feedback.settle(second)
        assert not feedback.owes


def test_what_is_lost_again_and_again_is_given_up() -> None:
    """Else a slow line would once put the sum of a hundred steps into one."""
    elements = 4 * PAGE_ELEMENTS
    lost = (PAGE_ELEMENTS + 5, 3 * PAGE_ELEMENTS - 5)
    feedback, ones = Feedback(CODECS["float32"], elements), np.ones(elements, np.float32)
    owed = []
    for _ in range(3 * LOSSES_MAX):
        feedback.settle(ones, missing=[lost])
        owed.append(CODECS["float32"].decode(feedback.code(0, elements, np.zeros_like(ones), 1), elements).copy())
    assert [sums[lost[0]] for sums in owed[:LOSSES_MAX]] == list(range(1, LOSSES_MAX + 1))
    assert max(sums.max() for sums in owed) == LOSSES_MAX
    feedback.settle(ones)
    assert not feedback.owes


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_nothing_is_lost_whatever_happens(data: st.DataObject) -> None:
    """What is given, owed and kept add up to all gradients."""
    feedback = Feedback(CODECS["int4"], 200)
    all_given, everything = np.zeros(200), np.zeros(200)
    carried = np.zeros(200, np.float32)
    for number in range(data.draw(st.integers(1, LOSSES_MAX))):  # what is lost more often is dropped
        (fresh,) = gradients(1, 200, seed=number)
        everything += fresh
        gradient = fresh + carried
        bounds = sorted({0, 200, *data.draw(st.lists(st.integers(1, 199), max_size=4))})
        cuts = tuple(itertools.pairwise(bounds))
        samples = data.draw(st.integers(1, 20))
        parts = given_in(feedback, "int4", gradient, samples, cuts)
        match data.draw(st.sampled_from(["settle", "keep"])):
            case "settle":
                missing = data.draw(st.lists(st.sampled_from(cuts), unique=True, max_size=2))
                for start, stop in missing:
                    parts[start:stop] = 0
                all_given += parts
                feedback.settle(gradient, missing)
                carried = np.zeros(200, np.float32)
            case "keep":
                feedback.keep()
                carried = gradient
    owed = np.zeros(200) if feedback._owed is None else feedback._owed
    assert all_given + owed + carried == pytest.approx(everything, abs=1e-3)


class TestAverages:
    def coded(
        self, feedback: AverageFeedback, name: str, mean: np.ndarray, span: Span, samples: int = 10
    ) -> np.ndarray:
        return CODECS[name].decode(feedback.code(*span, mean[slice(*span)].copy(), samples), span[1] - span[0])

    @pytest.mark.parametrize("name", LOSSY)
    def test_sums_over_steps_differ_by_one_steps_rounding(self, name: str) -> None:
        feedback, total, steps = AverageFeedback(CODECS[name]), np.zeros(400), gradients(40)
        for number, mean in enumerate(steps):
            spans = [(300, 450 + number), (450 + number, 700)]
            total += np.concatenate([self.coded(feedback, name, mean, span) for span in spans])
            feedback.settle(spans)
        error = np.abs(total - np.sum(steps, axis=0, dtype=np.float64)[300:700]).max()
        assert 0 < error < half_a_scale(name, 2 * max(np.abs(mean).max() for mean in steps))

    def test_the_error_counts_by_samples(self) -> None:
        feedback, (mean, _) = AverageFeedback(CODECS["int4"]), gradients(2)
        first = self.coded(feedback, "int4", mean, (0, P), samples=10)
        feedback.settle([(0, P)])
        twice = feedback.code(0, P, mean.copy(), 20)
        expected = CODECS["int4"].encode(mean + (mean - first) * np.float32(10) / np.float32(20))
        assert CODECS["int4"].decode(twice, P) == pytest.approx(CODECS["int4"].decode(expected, P), abs=1e-5)

    def test_only_what_is_in_the_step_is_taken_over(self) -> None:
        feedback, (mean, _) = AverageFeedback(CODECS["int4"]), gradients(2)
        plain = CODECS["int4"].decode(CODECS["int4"].encode(mean), P)
        self.coded(feedback, "int4", mean, (0, P))
        feedback.keep()
        assert (self.coded(feedback, "int4", mean, (0, P)) == plain).all()
        feedback.settle([])
        assert (self.coded(feedback, "int4", mean, (0, P)) == plain).all()
        feedback.settle([(0, P), (3, 7)])  # the second was never coded here
        assert (self.coded(feedback, "int4", mean, (0, P)) != plain).any()
        feedback.clear()
        assert (self.coded(feedback, "int4", mean, (0, P)) == plain).all()

    def test_what_is_reduced_elsewhere_is_dropped_after_some_steps(self) -> None:
        feedback, (mean, _) = AverageFeedback(CODECS["int4"], patience_steps=2), gradients(2)
        spans = [slice(256), slice(256, 512), slice(512, P)]
        plain = CODECS["int4"].decode(CODECS["int4"].encode(mean), P)
        self.coded(feedback, "int4", mean, (0, P))
        feedback.settle([(0, P)])
        self.coded(feedback, "int4", mean, (256, 512))
        feedback.settle([(256, 512)])
        changed = self.coded(feedback, "int4", mean, (0, P)) != plain
        assert [changed[span].any() for span in spans] == [True, True, True]
        feedback.keep()
        feedback.settle([])
        changed = self.coded(feedback, "int4", mean, (0, P)) != plain
        assert [changed[span].any() for span in spans] == [False, True, False]
        feedback.settle([])
        assert (self.coded(feedback, "int4", mean, (0, P)) == plain).all()

    def test_exact_codecs_cost_nothing(self) -> None:
        feedback, (mean,) = AverageFeedback(CODECS["float32"]), gradients(1)
        assert np.shares_memory(np.frombuffer(feedback.code(0, P, mean, 3), np.float32), mean)
        feedback.settle([(0, P)])
        assert (self.coded(feedback, "float32", mean, (0, P)) == mean).all()
