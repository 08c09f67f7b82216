"""What the sensors say, in words."""

from collections.abc import Callable, Mapping
from dataclasses import fields

from core.ipc.records import SensorReading
from core.saying import Saying, say
from core.throttle.presence import plain_name
from core.throttle.readings import Readings

Value = str | float | bool | None


def described(readings: Readings, sources: Mapping[str, str], listed: tuple[str, ...]) -> list[SensorReading]:
    """One for each fact, in the order of `Readings`. Of the programs only those that the owner has `listed`."""
    found = []
    for field in fields(Readings):
        value = _value(getattr(readings, field.name), listed)
        source = sources.get(field.name, "")
        found.append(SensorReading(fact=field.name, value=value, source=source, saying=saying_of(field.name, value)))
    return found


def _value(read: object, listed: tuple[str, ...]) -> Value:
    if isinstance(read, frozenset):
        return ", ".join(name for name in listed if plain_name(name) in read)
    assert read is None or isinstance(read, bool | int | float)
    return read


def saying_of(fact: str, value: Value) -> Saying:
    if value is None:
        return _UNKNOWN[fact]
    if isinstance(value, bool):
        return _YES_OR_NO[fact][0 if value else 1]
    if isinstance(value, str):
        return _running(value)
    return _NUMBERS[fact](value)


def _running(programs: str) -> Saying:
    return say("Running: {programs}.", programs=programs) if programs else say("No program of your list runs.")


_UNKNOWN = {
    "idle_s": say("Cannot tell whether somebody is here."),
    "is_locked": say("Cannot tell whether the screen is locked."),
    "is_full_screen": say("Cannot tell whether something fills the screen."),
    "is_in_call": say("Cannot tell whether a microphone, a camera or the screen is in use."),
    "programs": say("Does not look which programs run."),
    "others_cpu_percent": say("Cannot tell how busy the processor is."),
    "others_gpu_percent": say("Cannot tell how busy the graphics card is."),
    "free_memory_percent": say("Cannot tell how much memory is free."),
    "free_vram_percent": say("Cannot tell how much of the graphics card's memory is free."),
    "on_battery": say("Cannot tell whether the computer runs on battery."),
    "is_saving_energy": say("Cannot tell whether the energy saver is on."),
    "is_lid_closed": say("Cannot tell whether the lid is closed."),
    "cpu_temperature_c": say("Cannot tell how warm the processor is."),
    "gpu_temperature_c": say("Cannot tell how warm the graphics card is."),
    "gpu_power_w": say("Cannot tell how much power the graphics card takes."),
    "is_metered": say("Cannot tell whether the network charges by volume."),
}
_YES_OR_NO = {
    "is_locked": (say("The screen is locked."), say("The screen is not locked.")),
    "is_full_screen": (say("Something fills the screen, or keeps it on."), say("Nothing fills the screen.")),
    "is_in_call": (
        say("A microphone, a camera or the screen is in use."),
        say("Neither microphone nor camera nor screen is being recorded."),
    ),
    "on_battery": (say("The computer runs on battery."), say("The computer runs on mains power.")),
    "is_saving_energy": (say("The energy saver is on."), say("The energy saver is off.")),
    "is_lid_closed": (say("The lid is closed."), say("The lid is open, or there is none.")),
    "is_metered": (say("The network charges by volume."), say("The network does not charge by volume.")),
}
_NUMBERS: dict[str, Callable[[float], Saying]] = {
    "idle_s": lambda value: say("No input for {idle_s}.", idle_s=value),
    "others_cpu_percent": lambda value: say("Other programs use {use_percent} of the processor.", use_percent=value),
    "others_gpu_percent": lambda value: say(
        "Other programs use {use_percent} of the graphics card.", use_percent=value
    ),
    "free_memory_percent": lambda value: say("{free_percent} of the memory is free.", free_percent=value),
    "free_vram_percent": lambda value: say("{free_percent} of the graphics card's memory is free.", free_percent=value),
    "cpu_temperature_c": lambda value: say("The processor has {degrees} °C.", degrees=round(value)),
    "gpu_temperature_c": lambda value: say("The graphics card has {degrees} °C.", degrees=round(value)),
    "gpu_power_w": lambda value: say("The graphics card takes {watts} W.", watts=round(value)),
}
