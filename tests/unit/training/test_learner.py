"""One device computes: what happens where memory, numbers or the device are short. The card is made up."""

from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec
import numpy as np
import pytest
import torch

from core.data.ranges import SampleRange
from core.errors import LocalFault
from core.identity.manifest import AdamW, CausalLm, Manifest, Schedule
from core.training.assembling import Parts, assemble
from core.training.buffers import Buffers
from core.training.building import layout
from core.training.device.api import NoRoom, Precision
from core.training.gate import Abandoned
from core.training.learner import Learner
from core.training.manner import Manner
from core.training.tasks import plug_of
from core.training.tasks.causal_lm.recipe import PackedBatch
from core.training.verdict import Fate
from tests.unit.training.fake_device import FakeCard

LENGTH, VOCABULARY = 12, 50
MODEL = {"model_type": "gpt2", "vocab_size": VOCABULARY, "n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 16}
MODEL |= {"resid_pdrop": 0.1, "embd_pdrop": 0.0, "attn_pdrop": 0.0}
TASK = CausalLm(model=MODEL, sequence_tokens=LENGTH)
SAMPLES = SampleRange(8, 12)


@dataclass
class Door:
    """A gate that writes down who passes, and can want to freeze from some passing on."""

    passed: list[str] = field(default_factory=list)
    paused_s: float = 0.0
    freezes_at: int | None = None
    abandons_at: int | None = None
    """A pause that a command waits for: then it is left wherever that can be done."""

    @contextmanager
    def at_work(self):
        yield

    def pass_forward(self, *_):
        self.passed.append("forward")
        if self.freezes_at is not None and len(self.passed) >= self.freezes_at:
            raise Abandoned

    def pass_backward(self, *, can_abandon):
        self.passed.append("backward")
        if can_abandon and self.abandons_at is not None and len(self.passed) >= self.abandons_at:
            raise Abandoned


class Numbered:
    def batch(self, samples):
        rows = [
            np.random.default_rng(n).integers(0, VOCABULARY, LENGTH + 1) for n in range(samples.start, samples.stop)
        ]
        return PackedBatch(np.stack(rows))


PLAIN = Manner(compiling="off")


class Bench:
    """A learner with all that is around it. `each_bytes`: what a sample takes on the card, forward."""

    def __init__(self, card=None, *, each_bytes=0, manner=PLAIN, fits=True, is_heir=False):
        torch.manual_seed(1)
        self.card, self.door = card or FakeCard(), Door()
        built = plug_of(TASK).learning(TASK).build(initialised=True)
        self.layout = layout(built)
        self.parameters = torch.cat([p.detach().reshape(-1) for p in built.parameters()])
        self.gradient = torch.full_like(self.parameters, 7.0)
        self.manifest = Manifest(
            name="n", description="", language="", licence="", organiser=bytes(32), task=TASK, tokenizer=None,
            initial_weights=None, elements=self.parameters.numel(), shards=(), seed=3,
            optimizer=AdamW(learning_rate=0.1), target_batch=8,
            schedule=Schedule(kind="constant", warmup_steps=0, total_steps=1),
        )  # fmt: skip
        self.buffers = Buffers(self.parameters, self.gradient, self.card, is_heir=is_heir)
        self.learner = Learner(self.manifest, self.layout, self.buffers, self.card, self.door, manner)
        self.each_bytes, self.spoil, self.fails_backward = each_bytes, 1.0, False
        self._loss_sum = self.learner.learning.loss_sum
        self.learner.learning.loss_sum = self.loss_sum
        if fits:
            self.learner.fit()

    def loss_sum(self, model, given):
        self.card.take(self.each_bytes * len(given.given) // (4 if self.learner._stages._keeps_inputs_alone else 1))
        loss = self._loss_sum(model, given) * self.spoil
        if self.fails_backward:
            loss.register_hook(self._fail)
        return loss

    def _fail(self, gradient):
        raise torch.OutOfMemoryError("full")

    def do(self, samples=SAMPLES):
        (verdict,) = self.learner.accumulate(samples, self.learner.prepare(Numbered(), samples))
        assert verdict.samples == samples
        return verdict

    def published(self):
        assert self.learner.publish()
        return self.gradient.clone()


@pytest.fixture(scope="module")
def plain():
    """Of `SAMPLES`, and what a bench must be close to."""
    bench = Bench(FakeCard(has_own_memory=False))
    assert bench.do().fate is Fate.DONE
    return bench.published()


def assert_close(found, expected, tolerance=1e-5):
    assert (found - expected).abs().max() <= tolerance * expected.abs().max()


@pytest.mark.parametrize(
    ("card", "tolerance"),
    [
        (FakeCard(), 1e-5),
        (FakeCard(best_precision=Precision.BF16), 0.05),
        (FakeCard(best_precision=Precision.FP16), 0.01),
        (FakeCard(has_own_memory=False, best_precision=Precision.BF16), 0.05),
    ],
    ids=["card", "bf16 card", "fp16 card", "bf16 processor"],
)
def test_the_gradient_is_the_same_wherever_it_is_computed(plain, card, tolerance):
    bench = Bench(card)
    assert not bench.gradient.any(), "probing leaves nothing behind"
    verdict = bench.do()
    assert verdict.fate is Fate.DONE
    assert verdict.seconds > 0
    assert not bench.gradient.any() or not card.has_own_memory, "a card has a vector of its own"
    assert_close(bench.published(), plain, tolerance)
    bench.do()
    assert_close(bench.published(), 2 * plain, tolerance)
    bench.learner.clear()
    assert not bench.published().any()


def test_new_parameters_are_taken_over():
    bench = Bench()
    before = bench.do().loss_sum
    bench.parameters.mul_(2)
    assert bench.do().loss_sum == before
    bench.learner.load()
    assert bench.do().loss_sum != before


def test_every_layer_passes_the_gate_and_probing_does_not():
    bench = Bench()
    assert bench.door.passed == [], "it must not wait while the trainer starts"
    bench.do()
    assert bench.door.passed.count("forward") == 2 + 6
    assert bench.door.passed.count("backward") == 6
    assert bench.door.passed.index("backward") == 8


@pytest.mark.parametrize("keeps_inputs_alone", [False, True])
@pytest.mark.parametrize("has_own_memory", [False, True])
def test_a_backward_pass_that_has_begun_ends_though_layers_are_computed_again(
    plain, keeps_inputs_alone, has_own_memory
):
    bench = Bench(FakeCard(has_own_memory=has_own_memory), fits=False)
    if keeps_inputs_alone:
        bench.learner._stages.keep_inputs_alone()
    bench.learner.fit()
    bench.door.freezes_at = 9  # from the first thing in the backward pass on
    assert bench.do().fate is Fate.DONE
    assert_close(bench.published(), plain)
    again = bench.door.passed[8:]
    assert "forward" not in again
    assert len(again) > 6 if keeps_inputs_alone else len(again) == 6
    for freezes_at in range(1, 9):
        bench.door.passed.clear()
        bench.door.freezes_at = freezes_at
        assert bench.do().fate is Fate.ABANDONED
    assert_close(bench.published(), plain)


@pytest.mark.parametrize("keeps_inputs_alone", [False, True])
@pytest.mark.parametrize("has_own_memory", [False, True])
def test_in_a_pause_a_backward_pass_is_left_and_nothing_of_it_stays(plain, keeps_inputs_alone, has_own_memory):
    bench = Bench(FakeCard(has_own_memory=has_own_memory), fits=False)
    if keeps_inputs_alone:
        bench.learner._stages.keep_inputs_alone()
    bench.learner.fit()
    assert bench.do().fate is Fate.DONE
    for abandons_at in range(9, 15):
        bench.door.passed.clear()
        bench.door.abandons_at = abandons_at
        assert bench.do().fate is Fate.ABANDONED
        assert len(bench.door.passed) >= abandons_at
    assert_close(bench.published(), plain)
    bench.door.abandons_at = None
    assert bench.do().fate is Fate.DONE
    assert_close(bench.published(), 2 * plain)


def test_without_room_for_another_vector_a_backward_pass_has_to_end():
    bench = Bench(FakeCard(total_bytes=4096, used_bytes=3000))
    bench.door.passed.clear()
    bench.door.abandons_at = 9
    assert bench.do().fate is Fate.DONE


def test_an_owner_who_allows_less_gets_smaller_micro_batches_and_no_swapping():
    processor = FakeCard(has_own_memory=False)
    bench = Bench(processor)
    before = bench.learner.micro_batch
    assert before > 2
    processor.limit_bytes, processor.used_bytes = 1000, 1001
    for size in (before, before // 2):
        assert bench.learner.micro_batch == size
        assert bench.do().fate is Fate.DONE
    processor.used_bytes = 1000
    assert bench.do().fate is Fate.DONE
    assert bench.learner.micro_batch == before // 4
    assert processor.emptied >= 2, "what was kept for the larger ones is given back"


@pytest.mark.parametrize("precision", Precision)
@pytest.mark.parametrize("has_own_memory", [False, True])
def test_what_is_not_finite_is_rejected_and_not_added(plain, has_own_memory, precision):
    bench = Bench(FakeCard(has_own_memory=has_own_memory), manner=Manner(precision=precision, compiling="off"))
    bench.do()
    bench.spoil = float("nan")
    assert bench.do(SampleRange(0, 3)).fate is Fate.REJECTED
    assert_close(bench.published(), plain, 0.05)


def infinite_gradient(bench):
    """A finite loss that has no finite gradient."""
    return bench.learner._model.transformer.wte.weight.square().sum().mul(0).sqrt()


def test_a_gradient_that_is_not_finite_is_found_at_once_on_a_card(plain):
    bench = Bench()
    bench.do()
    honest = bench._loss_sum
    bench._loss_sum = lambda model, given: honest(model, given) + infinite_gradient(bench)
    assert bench.do().fate is Fate.REJECTED
    assert_close(bench.published(), plain)


def test_on_a_processor_it_is_found_when_published_and_the_next_time_at_once(plain):
    bench = Bench(FakeCard(has_own_memory=False))
    honest = bench._loss_sum
    bench._loss_sum = lambda model, given: honest(model, given) + infinite_gradient(bench)
    assert bench.do().fate is Fate.DONE
    assert not bench.learner.publish()
    bench.learner.beware()
    bench.learner.clear()
    assert bench.do().fate is Fate.REJECTED
    bench._loss_sum = honest
    assert bench.do().fate is Fate.DONE
    assert_close(bench.published(), plain)


def test_memory_that_runs_out_costs_a_micro_batch_which_is_done_in_smaller_ones(plain):
    gb = 1_000_000_000
    bench = Bench(each_bytes=gb)
    assert bench.learner.micro_batch == 8
    bench.do()
    bench.card.others_bytes = 5 * gb
    assert bench.do(SampleRange(20, 28)).fate is Fate.NO_ROOM
    assert bench.learner.micro_batch == 4
    assert bench.card.limits[-1] < 5 * gb, "what others have taken is not wanted back"
    bench.fails_backward = True
    assert bench.do(SampleRange(20, 22)).fate is Fate.NO_ROOM
    assert bench.learner.micro_batch == 2
    bench.fails_backward = False
    assert_close(bench.published(), plain)
    for _ in range(199):
        bench.do(SampleRange(20, 21))
    assert bench.learner.micro_batch == 2
    bench.card.others_bytes = 0
    bench.do(SampleRange(20, 21))
    assert bench.learner.micro_batch == 4, "after a while it may be tried again"
    assert bench.card.limits[-1] == bench.card.memory().budget_bytes


def test_the_last_remedy_is_to_keep_less():
    gb = 1_000_000_000
    bench = Bench(each_bytes=12 * gb)
    assert bench.learner.micro_batch == 2, "with a quarter of the memory for each"
    bench = Bench(each_bytes=6 * gb)
    assert bench.learner.micro_batch == 1
    assert not bench.learner._stages._keeps_inputs_alone
    bench.card.others_bytes = 6 * gb
    one = SampleRange(3, 4)
    assert bench.do(one).fate is Fate.NO_ROOM
    assert bench.do(one).fate is Fate.DONE
    bench.card.others_bytes = 9 * gb
    with pytest.raises(NoRoom, match="close other programs"):
        bench.do(one)
    with pytest.raises(NoRoom, match="close other programs"):
        Bench(each_bytes=60 * gb)


@pytest.mark.parametrize("has_own_memory", [False, True])
def test_an_heir_touches_nothing_before_it_adopts(plain, has_own_memory):
    """Another process still has the vectors while this one finds out what suits its device."""
    first = Bench(FakeCard(has_own_memory=False))
    first.do()
    gradient = first.published()
    heir = Bench(FakeCard(has_own_memory=has_own_memory), fits=False, is_heir=True)
    heir.gradient.copy_(gradient)
    heir.parameters.mul_(3)
    heir.learner.fit()
    assert torch.equal(heir.gradient, gradient), "bit for bit"
    heir.parameters.div_(3)
    heir.learner.adopt()
    assert torch.equal(heir.published(), gradient), "bit for bit"
    heir.do()
    assert_close(heir.published(), 2 * plain)
    heir.learner.clear()
    assert not heir.gradient.any()


def test_without_room_for_another_vector_a_failure_voids_the_gradient():
    small = FakeCard(total_bytes=4096, used_bytes=3000)
    bench = Bench(small)
    assert bench.do().fate is Fate.DONE
    bench.fails_backward = True
    assert bench.do().fate is Fate.VOID


def test_what_a_card_cannot_compute_is_said_in_a_sentence():
    bench = Bench(fits=False)
    honest, bench._loss_sum = bench._loss_sum, lambda model, given: torch.zeros(2).view(3)
    with pytest.raises(LocalFault, match=r"fake card cannot compute this model \(.*3.*\); use --device cpu") as caught:
        bench.learner.fit()
    assert "\n" not in str(caught.value)
    bench._loss_sum = honest
    bench.learner.fit()


def test_a_choice_falls_back_on_the_processor_and_a_wish_does_not(monkeypatch, caplog):
    bench = Bench(fits=False)
    full = FakeCard(total_bytes=1000, used_bytes=1000, name="fake:0")
    parts = Parts(bench.manifest, bench.layout, bench.parameters, bench.gradient, bench.door, PLAIN)
    monkeypatch.setattr(Learner, "_try", lambda learner, samples: learner._device.peak_bytes or take_if_card(learner))
    monkeypatch.setattr(
        "core.training.assembling.open_device", lambda name, limits: full if name == "fake:0" else processor
    )
    processor = FakeCard(has_own_memory=False, name="cpu", label="The processor")
    monkeypatch.setattr("core.training.device.choosing.choices", lambda words: [("fake:0",), ("cpu",)])
    computing = assemble("auto", parts)
    assert computing.device == "cpu"
    assert "The fake card has too little free memory" in caplog.text
    monkeypatch.setattr("core.training.device.choosing.choices", lambda words: [("fake:0",)])
    with pytest.raises(NoRoom):
        assemble("fake:0", parts)


def take_if_card(learner):
    if learner._device.has_own_memory:
        learner._device.take(500)


def test_a_compiler_that_fails_is_done_without(plain, monkeypatch):
    """`on` asks for it on a processor too."""
    torch._dynamo.reset()
    honest = torch.compile

    def compile_wrongly(forward, backend):
        def fail(graph, inputs):
            raise ValueError("no code for that")

        return honest(forward, backend=fail)

    monkeypatch.setattr(torch, "compile", compile_wrongly)
    bench = Bench(FakeCard(has_own_memory=False), manner=Manner(compiling="on"))
    assert bench.do().fate is Fate.DONE
    assert_close(bench.published(), plain)


def test_manner_travels():
    manner = Manner(precision="bf16", compiling="off")
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(manner), type=Manner) == manner
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"precision": "fp8"}, Manner)
