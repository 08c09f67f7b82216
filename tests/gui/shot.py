"""What one picture of the window shows, and what shots of several pages share."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from toy_engine import ToyEngine, a_collaboration, a_network, a_status

from app.qt import QApplication, QWidget
from app.situation import Link
from app.window import MainWindow
from core.ipc.messages import Network, Phase, Reason, Status
from core.ipc.preferences import Preferences
from core.ipc.records import Preview, SensorReading
from core.saying import Saying, say
from core.throttle.describing import described
from core.throttle.facts import Situation as Facts
from core.throttle.readings import Readings
from core.throttle.words import why_paused, would

BENGALI_NAME = "সহজবার্ট — বাংলা ভাষার জন্য একটি উন্মুক্ত ভাষা-মডেল, স্বেচ্ছাসেবকদের হাতে গড়া"
BENGALI_TEXT = (
    "বাংলা উইকিপিডিয়া ও অস্কার থেকে নেওয়া লেখার উপর প্রশিক্ষিত একটি ছোট ভাষা-মডেল। যে কেউ নিজের কম্পিউটারের অবসর"
    " সময় দিয়ে যোগ দিতে পারেন; মডেলটি সবার জন্য উন্মুক্ত থাকবে।"
)
BENGALI = a_collaboration(name=BENGALI_NAME, description=BENGALI_TEXT, language="বাংলা (bn)")
NARROW, SMALLEST, WIDE = (440, 700), (440, 360), (1_200, 800)


@dataclass(frozen=True)
class Shot:
    page: str
    """An attribute of the window, with a part of the page Help after a dot; empty for whatever is shown first."""
    status: Status | None
    """None: no engine answers."""
    link: Link = Link.READY
    trouble: str = ""
    entries: int = 0
    days: int = 0
    collaborations: int = 2
    arrange: Callable[[ToyEngine], None] | None = None
    prepare: Callable[[MainWindow], None] | None = None
    font_scale: float = 1.0
    size: tuple[int, int] = (720, 720)
    members: bool = False
    first_run: int | None = None
    """Its screen; None after the first run."""


def told(phase: Phase, reason: Reason, saying: Saying, **changes: Any) -> Status:
    """As a real engine tells it, so that it is shown in any language."""
    network: Network | None = changes.pop("network", a_network())
    return a_status(phase, reason, str(saying), saying=saying, network=in_any_language(network), **changes)


def training(**changes: Any) -> Status:
    busy: dict[str, Any] = {
        "duty_percent": 80,
        "cores": 4,
        "power_w": 94.0,
        "sent_bytes": 1_830_000_000,
        "received_bytes": 2_410_000_000,
    }
    together = say("Training together with {peers} other peers.", peers=4)
    return told(Phase.TRAINING, Reason.NONE, together, **(busy | changes))


def nothing_joined() -> Status:
    nothing = say("This computer takes part in nothing yet: join a collaboration, or start one.")
    return told(Phase.IDLE, Reason.NO_COLLABORATION, nothing, collaboration=None, network=None)


def paused(reason: Reason, until_s: float | None = None, **changes: Any) -> Status:
    """By the governor, in its own words."""
    facts, wishes = Facts(readings=READINGS, device="cpu", cores=8), Preferences(monthly_limit_bytes=50_000_000_000)
    if reason is Reason.PROGRAM_RUNS:
        facts, wishes = replace(facts, readings=replace(READINGS, programs=frozenset({"blender"}))), _LISTED
    return told(Phase.PAUSED, reason, why_paused(reason, facts, wishes, until_s), **changes)


def readings(reason: Reason) -> list[SensorReading]:
    """What the sensors say while it is so."""
    seen = {
        Reason.ON_BATTERY: {"on_battery": True},
        Reason.IN_USE: {"idle_s": 4.0},
        Reason.IN_CALL: {"is_in_call": True},
        Reason.FULL_SCREEN: {"is_full_screen": True},
    }
    return described(replace(READINGS, **seen.get(reason, {})), _SOURCES, ())


def preview(reason: Reason = Reason.NONE) -> Preview:
    saying = would(reason, Facts(readings=READINGS, cores=8), 100, 4)
    runs = reason is Reason.NONE
    return Preview(
        runs=runs,
        duty_percent=100 if runs else 0,
        cores=4 if runs else 0,
        reason=reason,
        sentence=str(saying),
        saying=saying,
    )


READINGS = Readings(
    idle_s=134.0,
    is_locked=False,
    is_full_screen=False,
    others_cpu_percent=7.0,
    others_gpu_percent=3.0,
    free_memory_percent=48.0,
    free_vram_percent=81.0,
    on_battery=False,
    is_saving_energy=False,
    is_lid_closed=False,
    cpu_temperature_c=61.0,
    gpu_temperature_c=44.0,
    gpu_power_w=21.0,
)
_LISTED = Preferences(programs=("blender",))
_SOURCES = {
    "idle_s": "XScreenSaver",
    "is_locked": "logind",
    "is_full_screen": "X11",
    "others_cpu_percent": "psutil",
    "others_gpu_percent": "NVML",
    "free_memory_percent": "psutil",
    "free_vram_percent": "NVML",
    "on_battery": "UPower",
    "is_saving_energy": "power-profiles-daemon",
    "is_lid_closed": "UPower",
    "cpu_temperature_c": "hwmon",
    "gpu_temperature_c": "NVML",
    "gpu_power_w": "NVML",
}


def in_any_language(network: Network | None) -> Network | None:
    """What `core.nat.diagnosis` says, from the English of it."""
    if network is None or network.saying:
        return network
    return msgspec.structs.replace(
        network,
        saying=_DIAGNOSES.get(network.code, Saying(network.sentence)),
        todo=Saying(network.action),
        more=[_FINDINGS.get(finding, Saying(finding)) for finding in network.findings],
    )


_DIAGNOSES = {
    "relayed": say(
        "Other computers reach this one through a relay, because {obstacle}.",
        obstacle=say("the router lets nobody in unasked"),
    ),
    "clock_wrong": say("This computer's clock is {off_s} ahead of the other computers'.", off_s=660.0),
    "nothing_passes": say(
        "Nobody answers{where}, neither over UDP nor over TCP.",
        where=" (bootstrap.example.org:47100, 203.0.113.5:47100, bootstrap.example.org:443 over TCP)",
    ),
}
_FINDINGS = {
    "2 other peers are in the same home network.": say("{peers} other peers are in the same home network.", peers=2),
    "The router has opened a port for Idlewild (upnp).": say(
        "The router has opened a port for Idlewild ({protocol}).", protocol="upnp"
    ),
}


def settle(rounds: int = 20) -> None:
    for _ in range(rounds):
        QApplication.processEvents()
        time.sleep(0.005)


def scroll_to(window: MainWindow, part: QWidget) -> None:
    settle()
    window.tabs.currentWidget().verticalScrollBar().setValue(part.y() - 12)  # type: ignore[attr-defined]


def scroll_down(window: MainWindow) -> None:
    settle()
    bar = window.tabs.currentWidget().verticalScrollBar()  # type: ignore[attr-defined]
    bar.setValue(bar.maximum())
