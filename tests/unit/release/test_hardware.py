"""Which runtimes a computer can use, found out without torch."""

import ctypes.util
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.release.documents import Runtime
from core.release.hardware import Hardware, ThisComputer, look, wishes

RUNTIMES = [
    Runtime(device="cpu", wheels=()),
    Runtime(device="mps", wheels=()),
    Runtime(device="xpu", wheels=()),
    Runtime(device="rocm", wheels=()),
    Runtime(device="cuda", wheels=(), driver="580.65"),
]


def wished(hardware: Hardware, words: str = "auto") -> list[str]:
    return [runtime.device for runtime in wishes(RUNTIMES, hardware, words)]


@pytest.mark.parametrize(
    ("hardware", "words", "expected"),
    [
        (Hardware(), "auto", ["cpu"]),
        (Hardware(nvidia_driver="580.65.06"), "auto", ["cuda", "cpu"]),
        (Hardware(nvidia_driver="580.65"), "auto", ["cuda", "cpu"]),
        (Hardware(nvidia_driver="1000.1"), "auto", ["cuda", "cpu"]),
        (Hardware(nvidia_driver="580.64.99"), "auto", ["cpu"]),
        (Hardware(nvidia_driver="99.99"), "auto", ["cpu"]),
        (Hardware(has_amd=True), "auto", ["rocm", "cpu"]),
        (Hardware(has_amd=True), "cuda:0", ["rocm", "cpu"]),
        (Hardware(has_intel=True), "auto", ["xpu", "cpu"]),
        (Hardware(has_metal=True), "auto", ["mps", "cpu"]),
        (Hardware("600", True, True, True), "auto", ["cuda", "rocm", "xpu", "mps", "cpu"]),
        (Hardware("600", True, True, True), "cpu", ["cpu"]),
        (Hardware("600", True, True, True), "xpu:1", ["xpu", "cpu"]),
        (Hardware("600", False, True, True), "cuda:0,cuda:1", ["cuda", "cpu"]),
        (Hardware("600", True, True, True), "mps", ["mps", "cpu"]),
    ],
)
def test_the_order_of_wishes(hardware: Hardware, words: str, expected: list[str]) -> None:
    assert wished(hardware, words) == expected


def test_where_there_is_none_for_the_processor_another_one_computes_on_it() -> None:
    [only] = wishes([Runtime(device="mps", wheels=())], Hardware(has_metal=True), "cpu")
    assert only.device == "mps"


class Nvml:
    """The driver's library."""

    class NVMLError(Exception):
        pass

    def __init__(self, *, cards: int = 1, driver: str | bytes = "580.65.06", fails: str = "") -> None:
        self.is_open = False
        self._cards, self._driver, self._fails = cards, driver, fails

    def _do(self, what: str, result: object = None) -> object:
        if self._fails == what:
            raise self.NVMLError
        return result

    def nvmlInit(self) -> None:  # noqa: N802
        self._do("init")
        self.is_open = True

    def nvmlShutdown(self) -> None:  # noqa: N802
        self.is_open = False
        self._do("shutdown")

    def nvmlDeviceGetCount(self) -> object:  # noqa: N802
        return self._do("count", self._cards)

    def nvmlSystemGetDriverVersion(self) -> object:  # noqa: N802
        return self._do("version", self._driver)


@pytest.mark.parametrize(
    ("library", "driver"),
    [
        (Nvml(), "580.65.06"),
        (Nvml(driver=b"580.65.06"), "580.65.06"),
        (Nvml(cards=0), ""),
        (Nvml(fails="init"), ""),
        (Nvml(fails="count"), ""),
        (Nvml(fails="version"), ""),
        (Nvml(fails="shutdown"), "580.65.06"),
    ],
)
def test_nvidias_driver(library: Nvml, driver: str) -> None:
    assert ThisComputer(library).nvidia_driver() == driver
    assert not library.is_open


def written(root: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = root / name.replace("__", "/").replace("_dot_", ".").replace("_colon_", ":")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_amds_cards(tmp_path: Path) -> None:
    computer = ThisComputer(Nvml(fails="init"), tmp_path, "linux")
    assert not computer.has_amd_card()
    nodes = "sys__class__kfd__kfd__topology__nodes__"
    written(tmp_path, **{"dev__kfd": "", nodes + "0__properties": "cpu_cores_count 8\nsimd_count 0\n"})
    assert not computer.has_amd_card(), "the processor alone"
    written(tmp_path, **{nodes + "1__properties": "cpu_cores_count 0\nsimd_count 240\n"})
    assert computer.has_amd_card()
    assert not ThisComputer(Nvml(), tmp_path, "darwin").has_amd_card()


@pytest.mark.parametrize(
    ("place", "vendor", "kind", "loader", "expected"),
    [
        ("0000:03:00.0", "0x8086\n", "0x030000\n", "libze_loader.so.1", True),
        ("0000:03:00.0", "0x8086\n", "0x038000\n", "libze_loader.so.1", True),
        ("0000:00:02.0", "0x8086\n", "0x030000\n", "libze_loader.so.1", False),
        ("0000:03:00.0", "0x10de\n", "0x030000\n", "libze_loader.so.1", False),
        ("0000:03:00.0", "0x8086\n", "0x020000\n", "libze_loader.so.1", False),
        ("0000:03:00.0", "0x8086\n", "0x030000\n", None, False),
    ],
)
def test_intels_cards(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    vendor: str,
    kind: str,
    loader: str | None,
    expected: bool,
) -> None:
    monkeypatch.setattr(ctypes.util, "find_library", lambda name: loader)
    device = tmp_path / "sys/bus/pci/devices" / place
    device.mkdir(parents=True)
    (device / "vendor").write_text(vendor)
    (device / "class").write_text(kind)
    assert ThisComputer(Nvml(), tmp_path, "linux").has_intel_card() is expected


def test_apples_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    assert ThisComputer(Nvml(), system="darwin").has_metal()
    assert not ThisComputer(Nvml(), system="linux").has_metal()
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert not ThisComputer(Nvml(), system="darwin").has_metal()


def test_a_look_asks_for_everything() -> None:
    computer = SimpleNamespace(
        nvidia_driver=lambda: "1", has_amd_card=lambda: True, has_intel_card=lambda: False, has_metal=lambda: True
    )
    assert look(computer) == Hardware("1", True, False, True)
    look(ThisComputer())  # whatever it is, nothing is raised
