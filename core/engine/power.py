"""What training takes in electricity, above what the computer takes anyway.

Pure. Where the machine has a meter that may be read, that counts: the processor's own (RAPL), the graphics card's, or
the battery's. A meter tells what the whole part takes; training's share of it is what that is above the least it was
seen to take without training. Everything else is a rough estimate, good to a factor of two: so many watts for each
core that is kept busy, and for a card what its kind takes at full load, for the part of the time in which it computes.
The losses of the power supply (a tenth or so) and what fans take are in neither.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

CORE_W = 5.0
"""One busy logical processor, with its part of caches and memory. Processors of laptops take 3 to 4 W for each at full
load (15 to 28 W for 4 to 8), those of desktops and servers 4 to 8 (65 to 125 W for 12 to 24)."""
CARD_W: Mapping[str, float] = {"cuda": 170.0, "xpu": 150.0, "mps": 20.0}
"""Full load of one device of its kind: common cards of desktops are sold for 115 to 250 W, those of laptops for 60 to
115; chips with a graphics part of their own take 10 to 40."""
_LEAST_CORES = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Meters:
    """What the machine's own meters say, in W, on average over a while. None: there is none, or it says nothing."""

    processor_w: float | None = None
    card_w: float | None = None
    """All graphics cards that training uses."""
    battery_w: float | None = None
    """What the whole computer draws from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What training did in that while."""

    device: str = "cpu"
    """As `TrainerProcess.device`: `cpu`, `mps`, `cuda:0`, or several with commas."""
    cores: float = 0.0
    """Processor cores that it kept busy."""
    cpu_share: float = 1.0
    """Its part, 0 to 1, of what all programs together kept busy."""
    busy: float = 0.0
    """Part, 0 to 1, of the time in which its device computed."""

    @property
    def is_idle(self) -> bool:
        return self.busy <= 0 and self.cores < _LEAST_CORES

    @property
    def cards(self) -> list[str]:
        """Kinds of the graphics cards that it uses, one for each."""
        return [kind for name in self.device.split(",") if (kind := name.strip().partition(":")[0]) in CARD_W]


def quietest(idle: Meters, now: Meters) -> Meters:
    """The least that each meter has said while nothing was trained."""
    least = {}
    for field in fields(Meters):
        said = [value for one in (idle, now) if (value := getattr(one, field.name)) is not None]
        least[field.name] = min(said, default=None)
    return Meters(**least)


def training_power_w(load: Load, now: Meters, idle: Meters, watts: float = 0.0) -> float:
    """`idle`: as `quietest`. `watts`: what the owner says that it takes at full load; 0 where they say nothing."""
    if load.is_idle:
        return 0.0
    if watts:
        return watts * (load.busy if load.busy > 0 else min(1.0, load.cores))
    processor_w, card_w = _above(now.processor_w, idle.processor_w), _above(now.card_w, idle.card_w)
    if not load.cards and processor_w is None and (drawn_w := _above(now.battery_w, idle.battery_w)) is not None:
        return drawn_w * load.cpu_share
    by_cores_w = processor_w * load.cpu_share if processor_w is not None else load.cores * CORE_W
    if card_w is None:
        card_w = sum(CARD_W[kind] for kind in load.cards) * load.busy
    return by_cores_w + (card_w if load.cards else 0.0)


def _above(now_w: float | None, idle_w: float | None) -> float | None:
    """None where either is not known: a whole part's power is not training's."""
    return max(0.0, now_w - idle_w) if now_w is not None and idle_w is not None else None
