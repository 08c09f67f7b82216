"""What the owner of this computer allows: one page, typed, with defaults that are safe on a laptop."""

from typing import Annotated, Any, Literal

import msgspec

When = Literal["always", "away", "never"]
"""`always`: also while somebody works here; `away`: only while nobody does."""

Hours = Annotated[int, msgspec.Meta(ge=0, lt=1 << 24)]
"""Bit h: the hour from h to h + 1 of the day, local time."""
Percent = Annotated[int, msgspec.Meta(ge=1, le=100)]
ALL_DAY = (1 << 24) - 1


class Preferences(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of the governor, and the limits of everything that takes part. Names are keys of
    `idlewild preferences`, of the home's database and of the control socket alike."""

    # when
    cpu_when: When = "always"
    """Training on the processor."""
    gpu_when: When = "away"
    """Training on a graphics card."""
    away_after_s: Annotated[int, msgspec.Meta(ge=10, le=86_400)] = 180
    """Without input for so long, nobody is taken to be here."""
    pause_on_battery: bool = True
    pause_in_energy_saver: bool = True
    pause_with_lid_closed: bool = True
    pause_when_busy: bool = True
    """While other programs use more of the processor than the next one says."""
    cpu_busy_limit_percent: Percent = 25
    pause_when_gpu_busy: bool = True
    gpu_busy_limit_percent: Percent = 10
    pause_in_full_screen: bool = True
    """Games, films and presentations."""
    pause_in_calls: bool = True
    """Video calls and shared screens."""
    programs: tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=200)], ...] = ()
    """Names of programs during which nothing is computed, such as `blender`."""
    hours: tuple[Hours, Hours, Hours, Hours, Hours, Hours, Hours] = (ALL_DAY,) * 7
    """When computing is allowed, Monday first."""

    # how much
    cpu_cores: Annotated[int, msgspec.Meta(ge=0, le=1024)] = 0
    """Processor cores for training; 0 is half of them."""
    cpu_duty_percent: Percent = 100
    """Part of the time that training computes, in turns of a fraction of a second."""
    gpu_duty_percent: Percent = 100
    cpu_temperature_limit_c: Annotated[int, msgspec.Meta(ge=0, le=110)] = 85
    """Held by computing less; 0 is no limit. 10 degrees more end training until it is cooler."""
    gpu_temperature_limit_c: Annotated[int, msgspec.Meta(ge=0, le=110)] = 75
    gpu_power_limit_w: Annotated[int, msgspec.Meta(ge=0, le=2_000)] = 0
    """Held by computing less; 0 is no limit."""
    memory_limit_percent: Percent = 50
    """Part of the computer's memory that Idlewild may take in all."""
    vram_limit_percent: Percent = 80
    """Likewise of a graphics card's."""
    data_limit_bytes: Annotated[int, msgspec.Meta(ge=0, le=1 << 50)] | None = None
    """Of the disk, that the data may take; 0 is no limit, and without a value it is a tenth of the disk, between 2 and
    20 GB."""

    # the network
    pause_when_metered: bool = True
    upload_limit_bytes_per_s: Annotated[int, msgspec.Meta(ge=0, le=1 << 40)] = 0
    """0 is no limit, as below."""
    download_limit_bytes_per_s: Annotated[int, msgspec.Meta(ge=0, le=1 << 40)] = 0
    monthly_limit_bytes: Annotated[int, msgspec.Meta(ge=0, le=1 << 50)] = 0
    """Sent and received in a calendar month."""
    network_when_paused: bool = True
    """Whether averaging, relaying and giving data go on in a pause."""

    # estimates
    watts: Annotated[float, msgspec.Meta(ge=0, le=10_000)] = 0.0
    """What training takes more than idling; 0 is measured, or estimated from the device."""
    price_per_kwh: Annotated[float, msgspec.Meta(ge=0, le=1e6)] = 0.0
    currency: Annotated[str, msgspec.Meta(max_length=8)] = ""

    start_paused: bool = False
    """Each start of the engine begins with a pause until resumed."""
    automatic_updates: bool = True
    """Newer versions of the program are fetched and used without being asked for."""


DEFAULTS = Preferences()


def kinds() -> dict[str, Any]:
    """Key to the type that `msgspec` checks its values against, bounds included; in the order of the page."""
    return {field.name: field.type for field in msgspec.structs.fields(Preferences)}


def changed(preferences: Preferences, changes: dict[str, Any]) -> Preferences:
    """With some values replaced. Raises `msgspec.ValidationError` for a key that there is not, a wrong type, or a
    value outside its bounds."""
    return msgspec.convert({**msgspec.to_builtins(preferences), **changes}, Preferences)
