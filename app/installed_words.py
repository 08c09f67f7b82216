"""What is said of the program's own parts: the engine's, which are fetched for this computer, and newer versions."""

from app import words
from app.pace import Pace
from app.words import translate
from core.ipc.installed import EngineRuntime, RuntimeState, Update, UpdateState

UNDER_WAY = {RuntimeState.FETCHING, RuntimeState.UNPACKING, RuntimeState.TESTING}


def device(runtime: EngineRuntime) -> str:
    """Such as 'NVIDIA graphics cards'; empty where the parts are for whatever there is."""
    return {
        "cpu": translate("installed", "the processor"),
        "cuda": translate("installed", "NVIDIA graphics cards"),
        "rocm": translate("installed", "AMD graphics cards"),
        "xpu": translate("installed", "Intel graphics cards"),
        "mps": translate("installed", "Apple's graphics processor"),
    }.get(runtime.device, "")


def still_to_come(runtime: EngineRuntime) -> str:
    """What is fetched after consent; empty where all is there, or its size is not known yet."""
    if runtime.state is RuntimeState.READY or not runtime.size_bytes:
        return ""
    text = translate(
        "installed",
        "Once you agree, the parts of Idlewild that compute are downloaded: {size}, made for {device}. They take {room}"
        " on the disk, and are downloaded once.",
    )
    size, room = words.volume(runtime.size_bytes), words.volume(runtime.unpacked_bytes)
    return text.format(size=size, device=device(runtime) or words.plain(runtime.device, 20), room=room)


def progress(runtime: EngineRuntime) -> str:
    """What is being done to them, with amounts; empty where nothing is."""
    if runtime.state not in UNDER_WAY:
        return ""
    whole = _whole(runtime)
    text = translate("installed", "The parts that compute are being installed: {done}")
    return words.said(runtime.saying, text.format(done=amount(runtime.done_bytes, whole)))


def time_left(seconds: float | None) -> str:
    """Empty while it is not known."""
    if seconds is None:
        return ""
    return translate("installed", "About {time} left").format(time=words.duration(max(1.0, seconds)))


def left_s(runtime: EngineRuntime, pace: Pace, now_s: float) -> float | None:
    """Of what is under way; None while that is not known."""
    if runtime.state not in {RuntimeState.FETCHING, RuntimeState.UNPACKING}:
        return None
    return pace.take(now_s, runtime.done_bytes, _whole(runtime))


def fraction(runtime: EngineRuntime) -> float:
    """Of what is under way, 0 to 1."""
    whole = _whole(runtime)
    return min(1.0, runtime.done_bytes / whole) if whole else 0.0


def _whole(runtime: EngineRuntime) -> int:
    return runtime.unpacked_bytes if runtime.state is RuntimeState.UNPACKING else runtime.size_bytes


def amount(done: int, size: int) -> str:
    text = translate("installed", "{done} of {all}")
    return text.format(done=words.volume(done), all=words.volume(size))


def install_text(runtime: EngineRuntime) -> str:
    """Of the button that fetches it over a network that charges, or once more."""
    if runtime.state is RuntimeState.FAILED:
        return translate("installed", "Tr&y again")
    return translate("installed", "Downlo&ad {size} here").format(size=words.volume(runtime.size_bytes))


def runtime_line(runtime: EngineRuntime) -> str:
    """The state of what computes, as the settings say it."""
    said = words.said(runtime.saying)
    if runtime.state is RuntimeState.READY:
        return _ready(runtime)
    if runtime.state in UNDER_WAY:
        return progress(runtime)
    if runtime.state is RuntimeState.FAILED:
        return said or translate("installed", "The engine could not be installed.")
    text = translate("installed", "The engine for {device} is not here yet: {size}")
    return said or text.format(device=device(runtime), size=words.volume(runtime.size_bytes))


def _ready(runtime: EngineRuntime) -> str:
    if not runtime.device:
        return translate("installed", "The engine uses the Python libraries that are installed here.")
    if not runtime.unpacked_bytes:
        return translate("installed", "Engine for {device}").format(device=device(runtime))
    text = translate("installed", "Engine for {device}: {room} on the disk")
    return text.format(device=device(runtime), room=words.volume(runtime.unpacked_bytes))


def update_line(update: Update) -> str:
    """What there is to say of newer versions."""
    return "\n".join(filter(None, (_update_state(update), words.said(update.saying))))


def _update_state(update: Update) -> str:
    version, size = words.plain(update.newer, 20), words.volume(update.size_bytes)
    match update.state:
        case UpdateState.NONE:
            return translate("installed", "It is not updated by itself, since it runs from its sources.")
        case UpdateState.CURRENT:
            return translate("installed", "This is the newest version.")
        case UpdateState.AVAILABLE:
            text = translate("installed", "Version {version} is there: {size} to download.")
        case UpdateState.FETCHING:
            text = translate("installed", "Version {version} is being downloaded: {done}")
        case UpdateState.READY:
            text = translate("installed", "Version {version} is ready, and is used after the next start.")
        case UpdateState.APPLYING:
            text = translate("installed", "Version {version} is started as soon as this step has ended.")
        case UpdateState.FAILED:
            return "" if update.saying else translate("installed", "No newer version could be asked for.")
    return text.format(version=version, size=size, done=amount(update.done_bytes, update.size_bytes))
