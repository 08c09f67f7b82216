"""Cards that say what the test wants, in the words of NVIDIA's library."""
# ruff: noqa: N802 (names of the library)

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pynvml
import pytest

from core.throttle.sensors.nvidia import Nvidia
from core.throttle.sensors.probe import CannotTell


class Card:
    def __init__(self) -> None:
        self.samples: list[Any] | Exception = []
        self.running: list[int] = []
        self.use = 0
        self.free, self.total = 50, 100
        self.temperature_c = 40
        self.power_mw: int | Exception = 20_000


def sample(pid: int, use: int, at: int = 1) -> Any:
    return SimpleNamespace(pid=pid, smUtil=use, timeStamp=at)


class Driver:
    """What of `pynvml` is used."""

    NVML_TEMPERATURE_GPU = 0
    NVMLError = pynvml.NVMLError
    NVMLError_GpuIsLost = pynvml.NVMLError_GpuIsLost
    NVMLError_NotFound = pynvml.NVMLError_NotFound
    NVMLError_NotSupported = pynvml.NVMLError_NotSupported
    NVMLError_Uninitialized = pynvml.NVMLError_Uninitialized

    def __init__(self, *cards: Card) -> None:
        self.cards = cards
        self.users = 0

    def nvmlInit(self) -> None:
        self.users += 1

    def nvmlShutdown(self) -> None:
        self.users -= 1

    def nvmlDeviceGetCount(self) -> int:
        return len(self.cards)

    def nvmlDeviceGetHandleByIndex(self, at: int) -> Card:
        return self.cards[at]

    def nvmlDeviceGetProcessUtilization(self, card: Card, since_us: int) -> Any:
        assert since_us > 1e15
        return answer(card.samples)

    def nvmlDeviceGetComputeRunningProcesses(self, card: Card) -> Any:
        return [SimpleNamespace(pid=pid) for pid in card.running]

    def nvmlDeviceGetUtilizationRates(self, card: Card) -> Any:
        return SimpleNamespace(gpu=card.use)

    def nvmlDeviceGetMemoryInfo(self, card: Card) -> Any:
        return SimpleNamespace(free=card.free, total=card.total)

    def nvmlDeviceGetTemperature(self, card: Card, which: int) -> int:
        assert which == self.NVML_TEMPERATURE_GPU
        return card.temperature_c

    def nvmlDeviceGetPowerUsage(self, card: Card) -> Any:
        return answer(card.power_mw)


def answer(value: Any) -> Any:
    if isinstance(value, Exception):
        raise value
    return value


def look(driver: Driver, *own: int) -> dict[str, Any]:
    probe = Nvidia(lambda: own, lambda: True, library=driver)
    found = {said.fact: said.value for said in probe.look()}
    probe.close()
    assert driver.users == 0
    return found


@pytest.fixture
def card() -> Iterator[Card]:
    return Card()


def test_what_a_card_says(card: Card) -> None:
    assert look(Driver(card)) == {
        "others_gpu_percent": 0.0,
        "free_vram_percent": 50.0,
        "gpu_temperature_c": 40.0,
        "gpu_power_w": 20.0,
    }


def test_own_use_does_not_count_and_the_newest_sample_does(card: Card) -> None:
    card.samples = [sample(7, 80), sample(8, 10, at=1), sample(8, 30, at=3), sample(8, 20, at=2), sample(9, 5)]
    assert look(Driver(card), 7)["others_gpu_percent"] == 35.0
    assert look(Driver(card), 7, 8, 9)["others_gpu_percent"] == 0.0
    card.samples = [sample(1, 90), sample(2, 90)]
    assert look(Driver(card))["others_gpu_percent"] == 100.0


def test_where_single_processes_are_not_counted(card: Card) -> None:
    card.samples, card.use, card.running = pynvml.NVMLError_NotSupported(), 70, [5]
    assert look(Driver(card))["others_gpu_percent"] == 70.0
    assert "others_gpu_percent" not in look(Driver(card), 5)  # it may be ours
    card.samples = pynvml.NVMLError_NotFound()
    assert look(Driver(card), 5)["others_gpu_percent"] == 0.0


def test_worst_card_speaks_for_all(card: Card) -> None:
    other = Card()
    other.samples, other.free, other.temperature_c, other.power_mw = (
        [sample(1, 50)],
        5,
        80,
        pynvml.NVMLError_NotSupported(),
    )
    found = look(Driver(card, other))
    assert found == {
        "others_gpu_percent": 50.0,
        "free_vram_percent": 5.0,
        "gpu_temperature_c": 80.0,
        "gpu_power_w": 20.0,
    }


def test_card_that_is_lost_ends_the_probe(card: Card) -> None:
    card.power_mw = pynvml.NVMLError_GpuIsLost()
    with pytest.raises(CannotTell):
        look(Driver(card))


def test_no_card() -> None:
    driver = Driver()
    with pytest.raises(CannotTell, match="no NVIDIA card"):
        Nvidia(lambda: (), lambda: True, library=driver)
    assert driver.users == 0


def test_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver()
    monkeypatch.setattr(driver, "nvmlInit", lambda: answer(pynvml.NVMLError_LibraryNotFound()))
    with pytest.raises(CannotTell, match="driver"):
        Nvidia(lambda: (), lambda: True, library=driver)


def test_card_that_may_sleep_is_left_alone(card: Card) -> None:
    driver, may_wake = Driver(card), [False]
    with pytest.raises(CannotTell, match="asleep"):
        Nvidia(lambda: (), lambda: may_wake[0], library=driver)
    assert driver.users == 0
    may_wake[0] = True
    probe = Nvidia(lambda: (), lambda: may_wake[0], library=driver)
    assert len(list(probe.look())) == 4
    may_wake[0] = False
    with pytest.raises(CannotTell, match="sleep"):
        list(probe.look())
    probe.close()
    assert driver.users == 0
