"""What the governor decides from, beside the sensors' readings and the owner's preferences."""

from dataclasses import dataclass
from typing import Literal

from core.throttle.readings import UNKNOWN, Readings

Device = Literal["cpu", "gpu"]
"""What computes: the processor, or a graphics card of whatever make."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What the owner has said, which comes before everything else."""

    has_consent: bool = True
    paused: bool = False
    """Until resumed."""
    paused_until_s: float | None = None
    """Unix time when a timed pause ends."""
    finish_step: int | None = None
    """A pause is wanted once this step is committed."""
    committed_step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """All facts of one moment."""

    readings: Readings = UNKNOWN
    orders: Orders = Orders()
    device: Device = "cpu"
    cores: int = 1
    """Of this computer's processor."""
    month_bytes: int = 0
    """Sent and received in this calendar month."""


def device_kind(device: str) -> Device:
    """Of a trainer's device, such as `cpu` or `cuda:0`."""
    return "cpu" if device.startswith("cpu") else "gpu"
