"""The trainer of a session, as this computer's owner wants it to compute."""

import psutil

from core.engine.governing import Governor
from core.identity.manifest import Manifest
from core.options import RunOptions
from core.paths import Home
from core.storage import settings as page
from core.storage.settings import Settings
from core.training.api import TrainerEvents
from core.training.manner import Manner
from core.training.process import TrainerProcess


def trainer_of(  # what a session is made of
    manifest: Manifest,
    home: Home,
    options: RunOptions,
    settings: Settings,
    governor: Governor,
    *,
    trains: bool,
    events: TrainerEvents,
) -> TrainerProcess:
    """Not started. Raises `LocalFault` if memory is short."""
    is_guest = options.throttle and trains
    preferences = governor.preferences
    return TrainerProcess(
        manifest,
        objects=home.objects,
        prepared=home.prepared,
        device=options.device,
        manner=manner_of(options, settings),
        threads=governor.threads,
        events=events,
        trains=trains,
        background_priority=is_guest,
        # Where there is no other work, all of it may be taken.
        memory_limit_bytes=memory_limit(preferences.memory_limit_percent) if is_guest else None,
        vram_limit_percent=preferences.vram_limit_percent if is_guest else 100,
    )


def memory_limit(percent: int) -> int:
    """Bytes of this computer's memory."""
    return int(psutil.virtual_memory().total) * percent // 100


def manner_of(options: RunOptions, settings: Settings) -> Manner:
    """What the command line does not say the home's settings do."""
    if options.compiling is None:
        return Manner(precision=options.precision, compiling=settings.get(page.COMPILING))
    return Manner(precision=options.precision, compiling=options.compiling)
