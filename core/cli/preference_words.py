"""The owner's preferences in words, and as they are typed."""

from typing import Any

import msgspec

from core.cli.hours import hours_in_words, hours_of
from core.errors import UsageError
from core.ipc.bounds import bounds_of
from core.ipc.preferences import kinds
from core.saying import in_english

TEXTS = {
    "cpu_when": "when the processor trains: always, away (while nobody is here) or never",
    "gpu_when": "likewise for a graphics card",
    "away_after_s": "without input for so long, nobody is taken to be here",
    "pause_on_battery": "pause while the computer runs on battery",
    "pause_in_energy_saver": "pause while the energy saver is on",
    "pause_with_lid_closed": "pause while the lid is closed",
    "pause_when_busy": "pause while other programs use much of the processor",
    "cpu_busy_limit_percent": "how much that is",
    "pause_when_gpu_busy": "pause while other programs use the graphics card",
    "gpu_busy_limit_percent": "how much of it they may use",
    "pause_in_full_screen": "pause during games, films and presentations",
    "pause_in_calls": "pause during video calls and while the screen is shared",
    "programs": "pause while one of these programs runs",
    "hours": "hours of the week in which training is allowed",
    "cpu_cores": "processor cores for training; 0 is half of them",
    "cpu_duty_percent": "part of the time that the processor trains",
    "gpu_duty_percent": "part of the time that a graphics card trains",
    "cpu_temperature_limit_c": "degrees that training holds by computing less; 0 is no limit",
    "gpu_temperature_limit_c": "likewise for a graphics card",
    "gpu_power_limit_w": "watts that a graphics card takes at most; 0 is no limit",
    "memory_limit_percent": "part of the computer's memory that Idlewild may take",
    "vram_limit_percent": "part of a graphics card's memory that it may take",
    "data_limit_bytes": "room on the disk for data; 0 is no limit, `default` a tenth of the disk, from 2 to 20 GB",
    "pause_when_metered": "pause while the network charges by volume",
    "upload_limit_bytes_per_s": "what is sent per second at most; 0 is no limit",
    "download_limit_bytes_per_s": "what is received per second at most; 0 is no limit",
    "monthly_limit_bytes": "what is sent and received in a calendar month at most; 0 is no limit",
    "network_when_paused": "go on averaging and giving data to others in a pause",
    "watts": "what training takes more than resting; 0 is measured or estimated",
    "price_per_kwh": "of electricity, for the estimate of costs",
    "currency": "of that price",
    "start_paused": "begin each start with a pause until resumed",
    "automatic_updates": "fetch and use newer versions of the program without being asked",
}
"""Of each preference, in the order of the page: a test looks."""

_WORDS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def value_of(key: str, text: str) -> Any:
    """What was typed for a preference; None for `default`. Raises `UsageError`."""
    if key not in TEXTS:
        raise UsageError(f"There is no preference {key[:60]!r}; `idlewild preferences` lists them.")
    if text == "default":
        return None
    if key == "hours":
        return hours_of(text)
    if key == "programs":
        return tuple(name.strip() for name in text.split(",") if name.strip())
    kind = kinds()[key]
    try:
        return msgspec.convert(_WORDS.get(text.lower(), text) if kind is bool else text, kind, strict=False)
    except msgspec.ValidationError as fault:
        raise UsageError(f"The preference {key} cannot be {text[:60]!r}: it is {bounds_of(key)}.") from fault


def value_in_words(key: str, value: Any) -> str:
    if key == "hours":
        return hours_in_words(tuple(value))
    if key == "programs":
        return ", ".join(value) or "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None:
        return "default"
    return in_english(key, value) if value != "" else "none"
