"""Which runtimes fit the program that runs, and the one of them that computes."""

from pathlib import Path

from core.release.documents import Needs, this_platform, this_python
from core.release.origin import Origin, built
from core.release.runtimes import BUNDLED, Installed, Runtimes, activate
from core.release.seal import ReleaseFault, opened
from core.saying import say


def needs_of(origin: Origin) -> Needs:
    """Raises `ReleaseFault` if the installation is damaged, or is another computer's."""
    needs = opened(Needs, origin.needs, origin.keys)
    if (needs.platform, needs.python) != (this_platform(), this_python()):
        raise ReleaseFault(
            say(
                "This Idlewild was built for {theirs}, and this computer is {ours}: install the one for this computer.",
                theirs=needs.platform,
                ours=this_platform(),
            )
        )
    return needs


def store_of(origin: Origin, folder: Path) -> Runtimes:
    """`folder`: of the home, `core.paths.Home.runtimes`."""
    return Runtimes(folder, origin.folder / BUNDLED)


def activate_chosen(folder: Path) -> Installed | None:
    """For what computes without an engine, such as the command line: what it imports from then on. None where nothing
    is installed yet, and from sources. `folder`: as for `store_of`. Raises `ReleaseFault`, `LocalFault`."""
    origin = built()
    if origin is None:
        return None
    runtimes = needs_of(origin).runtimes
    found = store_of(origin, folder).usable(runtime.id for runtime in runtimes)
    if found is not None:
        activate(found)
    return found
