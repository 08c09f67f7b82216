"""Each backend's class, against doubles of torch's modules: the cards themselves are not here."""

import sys
from types import SimpleNamespace

import pytest
import torch

from core.errors import LocalFault
from core.training.device import cards, choosing
from core.training.device.api import Device, Memory, Precision
from core.training.device.cards import Cuda, Xpu
from core.training.device.choosing import choices, open_device
from core.training.device.cpu import Cpu
from core.training.device.mps import Mps
from core.training.device.precision import chosen, computing_in
from tests.unit.training.fake_device import FakeCard

GB = 1 << 30


class Backend(SimpleNamespace):
    """What `torch.cuda` and `torch.xpu` have in common."""

    def __init__(self, **more):
        super().__init__(calls=[], **more)

    def mem_get_info(self, place):
        return 5 * GB, 8 * GB

    def memory_reserved(self, place):
        return GB

    def max_memory_reserved(self, place):
        return 3 * GB

    def get_device_name(self, place):
        return f"Card {place.index}"

    def __getattr__(self, name):
        return lambda *given: self.calls.append((name, *given))


@pytest.fixture
def backend(monkeypatch):
    made = Backend()
    for name in ("cuda", "xpu"):
        monkeypatch.setattr(torch, name, made)
    return made


@pytest.mark.parametrize(("kind", "word"), [(Cuda, "cuda"), (Xpu, "xpu")])
def test_a_card_says_what_its_backend_says(backend, kind, word):
    card: Device = kind(1, 75)
    assert (card.name, str(card.label), card.place) == (f"{word}:1", "Card 1", torch.device(word, 1))
    assert card.memory() == Memory(GB, 5 * GB, 8 * GB, 6 * GB)
    assert card.peak_bytes_of(lambda: backend.calls.append("work")) == 3 * GB
    assert backend.calls == [
        ("empty_cache",),
        ("reset_peak_memory_stats", card.place),
        "work",
        ("synchronize", card.place),
    ]
    backend.calls.clear()
    card.limit(2 * GB)
    card.limit(20 * GB)
    assert backend.calls == [("set_per_process_memory_fraction", share, card.place) for share in (0.25, 1.0)]
    assert card.is_out_of_memory(torch.OutOfMemoryError("full"))
    assert not card.is_out_of_memory(RuntimeError("CUDA error: unspecified launch failure"))


@pytest.mark.parametrize(
    ("capability", "precision"),
    [((9, 0), "bf16"), ((8, 0), "bf16"), ((7, 5), "fp16"), ((7, 0), "fp16"), ((6, 1), "fp32")],
)
def test_the_precision_that_pays_on_nvidia_cards(backend, monkeypatch, capability, precision):
    monkeypatch.setattr(torch.version, "hip", None)
    backend.get_device_capability = lambda place: capability
    assert Cuda(0).best_precision == precision


@pytest.mark.parametrize(
    ("architecture", "precision"),
    [
        ("gfx90a:sramecc+:xnack-", "bf16"),
        ("gfx942", "bf16"),
        ("gfx1100", "bf16"),
        ("gfx906", "fp16"),
        ("gfx1030", "fp16"),
    ],
)
def test_the_precision_that_pays_on_amd_cards(backend, monkeypatch, architecture, precision):
    monkeypatch.setattr(torch.version, "hip", "6.4")
    backend.get_device_properties = lambda place: SimpleNamespace(gcnArchName=architecture)
    assert Cuda(0).best_precision == precision


@pytest.mark.parametrize(("ability", "precision"), [("amx_bf16", "bf16"), ("avx512_bf16", "bf16"), ("avx2", "fp32")])
def test_the_precision_that_pays_on_processors(monkeypatch, ability, precision):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"amx_bf16": False, ability: True})
    assert Cpu().best_precision == precision


@pytest.mark.parametrize(
    ("platform", "spec", "compiles"), [("linux", object(), True), ("linux", None, False), ("win32", object(), False)]
)
def test_compiling_needs_triton(backend, monkeypatch, platform, spec, compiles):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(cards.importlib.util, "find_spec", lambda name: spec)
    assert Cuda(0).compiles is compiles


def test_a_processor_measures_what_a_pass_takes():
    cpu: Device = Cpu()
    size = 200_000_000

    def work():
        taken = torch.ones(size // 4)
        taken.add_(1)

    before = cpu.memory()
    peak = cpu.peak_bytes_of(work)
    assert 0.8 * size < peak - before.used_bytes < 3 * size
    assert 0 < before.free_bytes <= before.total_bytes
    with pytest.raises(RuntimeError) as caught:
        torch.empty(1 << 60)
    assert cpu.is_out_of_memory(caught.value)
    assert not cpu.is_out_of_memory(RuntimeError("shapes differ"))


def test_apples_processors_count_memory_that_the_desktop_uses_too(monkeypatch):
    calls, free = [], [10 * GB]
    module = SimpleNamespace(
        driver_allocated_memory=lambda: 2 * GB,
        recommended_max_memory=lambda: 12 * GB,
        synchronize=lambda: calls.append("synchronize"),
        empty_cache=lambda: calls.append("empty"),
        set_per_process_memory_fraction=calls.append,
    )
    monkeypatch.setattr(torch, "mps", module)
    monkeypatch.setattr("core.training.device.mps.psutil.virtual_memory", lambda: SimpleNamespace(available=free[0]))
    device: Device = Mps(50)
    assert device.memory() == Memory(2 * GB, 10 * GB, 12 * GB, 6 * GB)
    free[0] = GB
    assert device.memory() == Memory(2 * GB, GB, 12 * GB, 6 * GB)
    assert device.peak_bytes_of(lambda: calls.append("work")) == 2 * GB
    device.limit(6 * GB)
    device.limit(0)
    assert calls == ["empty", "work", "synchronize", 0.5, 1e-3], "0 would be no limit at all"
    assert device.is_out_of_memory(RuntimeError("MPS backend out of memory (MPS allocated: 5.56 GB)"))
    assert not device.is_out_of_memory(RuntimeError("MPS does not support that"))


def machine(monkeypatch, *, cuda=0, xpu=0, mps=False):
    for name, count in (("cuda", cuda), ("xpu", xpu)):
        module = SimpleNamespace(is_available=lambda count=count: count > 0, device_count=lambda count=count: count)
        monkeypatch.setattr(choosing.torch, name, module)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)


def test_auto_takes_all_cards_of_the_fastest_kind_and_else_the_processor(monkeypatch):
    machine(monkeypatch)
    assert choices("auto", {}) == [("cpu",)]
    machine(monkeypatch, cuda=2, xpu=1)
    assert choices("auto", {}) == [("cuda:0", "cuda:1"), ("cpu",)]
    machine(monkeypatch, xpu=1)
    assert choices("auto", {}) == [("xpu:0",), ("cpu",)]
    machine(monkeypatch, mps=True)
    assert choices("auto", {}) == [("mps",), ("cpu",)]


def test_words_name_devices(monkeypatch):
    machine(monkeypatch, cuda=3)
    assert choices("cpu", {}) == [("cpu",)]
    assert choices("cuda", {}) == [("cuda:0",)]
    assert choices("rocm:1", {}) == [("cuda:1",)]
    assert choices("cuda:0,cuda:2", {}) == [("cuda:0", "cuda:2")]
    assert choices("cpu,cpu", {}) == [("cpu", "cpu")]
    assert choices("cuda:all", {}) == choices("rocm:all", {}) == [("cuda:0", "cuda:1", "cuda:2")]
    with pytest.raises(LocalFault, match=r"no xpu device .* use --device cpu"):
        choices("xpu:all", {})


def test_a_rank_of_torchrun_takes_the_card_of_its_number(monkeypatch):
    machine(monkeypatch, cuda=2)
    environment = {"TORCHELASTIC_RUN_ID": "x", "LOCAL_RANK": "1"}
    assert choices("auto", environment) == [("cuda:1",), ("cpu",)]
    assert choices("cuda", environment) == choices("cuda:all", environment) == [("cuda:1",)]
    assert choices("cuda:0", environment) == [("cuda:0",)], "who is precise is obeyed"
    assert choices("cpu", environment) == [("cpu",)]
    assert choices("cuda", {"LOCAL_RANK": "1"}) == [("cuda:0",)], "not torchrun's"


@pytest.mark.parametrize("name", ["cuda:99", "xpu:0", "mps", "tpu"])
def test_a_device_that_is_not_there(name):
    with pytest.raises(LocalFault, match=f"“{name}” cannot be used on this machine; use cpu"):
        open_device(name)


def test_precision_is_the_owners_wish_or_what_pays():
    card = FakeCard(best_precision=Precision.BF16)
    assert chosen("auto", card) is Precision.BF16
    assert chosen("fp32", card) is Precision.FP32
    a, b = torch.ones(2, 2), torch.ones(2, 2)
    for precision in Precision:
        with computing_in(precision, card.place):
            assert (a @ b).dtype is precision.dtype
