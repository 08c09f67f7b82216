"""Whether somebody sits at the computer."""

from core.ipc.preferences import Preferences
from core.throttle.facts import Device, Situation


def is_somebody_here(situation: Situation, preferences: Preferences) -> bool:
    """Not being able to tell is yes. A film is watched without touching anything; a locked screen is left alone."""
    readings = situation.readings
    if readings.is_locked is True:
        return False
    if readings.idle_s is None or readings.idle_s < preferences.away_after_s:
        return True
    if preferences.programs and readings.programs is None:
        return True  # whether one of them runs
    return readings.is_full_screen is True or readings.is_in_call is True


def when(device: Device, preferences: Preferences) -> str:
    """The owner's word for this device: `always`, `away` or `never`."""
    return preferences.cpu_when if device == "cpu" else preferences.gpu_when


def program_that_runs(situation: Situation, preferences: Preferences) -> str:
    """The first of the owner's list, as it stands there; empty where none runs."""
    running = situation.readings.programs or frozenset()
    return next((name for name in preferences.programs if plain_name(name) in running), "")


def plain_name(name: str) -> str:
    """As sensors name programs."""
    return name.strip().lower().removesuffix(".exe")
