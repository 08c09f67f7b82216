"""What is said of the program's own parts: the engine's, which are fetched for this computer, and newer versions."""

from app import words
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
        "Once you agree, the part of Idlewild that computes is downloaded: {size}, made for {device}. It takes {room}"
        " on the disk, and is downloaded once.",
    )
    size, room = words.volume(runtime.size_bytes), words.volume(runtime.unpacked_bytes)
    return text.format(size=size, device=device(runtime) or words.plain(runtime.device, 20), room=room)


def progress(runtime: EngineRuntime, left_s: float | None = None) -> str:
    """'120 MB of 350 MB, about 2 min left'; empty where nothing is under way."""
    match runtime.state:
        case RuntimeState.FETCHING:
            return amount(runtime.done_bytes, runtime.size_bytes, left_s)
        case RuntimeState.UNPACKING:
            text = translate("installed", "Unpacking: {done} of {all}")
            return text.format(done=words.volume(runtime.done_bytes), all=words.volume(runtime.unpacked_bytes))
        case RuntimeState.TESTING:
            return translate("installed", "Trying it out")
    return ""


def meanwhile(runtime: EngineRuntime) -> str:
    """Beside something else; empty where nothing is under way."""
    text, done = translate("installed", "The part that computes is being downloaded: {done}"), progress(runtime)
    return text.format(done=done) if runtime.state is RuntimeState.FETCHING else done


def fraction(runtime: EngineRuntime) -> float:
    """Of what is under way, 0 to 1."""
    whole = runtime.unpacked_bytes if runtime.state is RuntimeState.UNPACKING else runtime.size_bytes
    return min(1.0, runtime.done_bytes / whole) if whole else 0.0


def amount(done: int, size: int, left_s: float | None = None) -> str:
    text = translate("installed", "{done} of {all}")
    if left_s is not None:
        text = translate("installed", "{done} of {all}, about {time} left")
    left = words.duration(max(1.0, left_s or 0.0))
    return text.format(done=words.volume(done), all=words.volume(size), time=left)


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
