"""What sensors say of the computer and of whoever sits at it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The situation at one moment. None: cannot tell.

    Not being able to tell whether somebody is here (the first block) counts as being here. Of what follows it, a
    battery that does not say how it is fed counts as in use; everything else that is unknown keeps nobody from taking
    part.
    """

    # who is here
    idle_s: float | None = None
    """Since the last key, mouse movement or game pad input of this desktop session, or of the terminals' where there
    is no desktop."""
    is_locked: bool | None = None
    """The screen. A locked one means that nobody is here, whatever `idle_s` says."""
    is_full_screen: bool | None = None
    """A window fills a screen, a game or a presentation runs, or a program asks that the screen stays on."""
    is_in_call: bool | None = None
    """A microphone, a camera or the screen is being recorded."""
    programs: frozenset[str] | None = None
    """Names of all running programs, in lower case and without `.exe`; None also where the owner lists none."""

    # the computer
    others_cpu_percent: float | None = None
    """Use of the whole processor (0 to 100) by everything but this program."""
    others_gpu_percent: float | None = None
    """Likewise of the graphics card."""
    free_memory_percent: float | None = None
    """Of the computer's, that programs could still get."""
    free_vram_percent: float | None = None
    on_battery: bool | None = None
    """False where there is no battery."""
    is_saving_energy: bool | None = None
    is_lid_closed: bool | None = None
    """Closed, and no other screen in use."""
    cpu_temperature_c: float | None = None
    gpu_temperature_c: float | None = None
    gpu_power_w: float | None = None

    # the network
    is_metered: bool | None = None


UNKNOWN = Readings()
