"""Which runtimes fit the program that runs, and the one of them that computes."""

import functools
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.release.documents import Needs, Runtime, this_platform, this_python
from core.release.hardware import Computer, look, wishes
from core.release.origin import Origin, built
from core.release.runtimes import BUNDLED, Installed, Runtimes, activate
from core.release.seal import ReleaseFault, opened
from core.release.self_test import DoesNotWork
from core.saying import quote, say


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


class Fitting:
    """Of one program and one home: the runtimes that this computer wants, and those that it has. Blocks."""

    def __init__(self, origin: Origin, folder: Path, words: str, computer: Computer) -> None:
        """`folder`: as for `store_of`. `words`: the owner's choice of a device, as `RunOptions.device`."""
        self.store = store_of(origin, folder)
        self._origin = origin
        self._words = words
        self._computer = computer

    @functools.cached_property
    def needs(self) -> Needs:
        """Raises `ReleaseFault`."""
        return needs_of(self._origin)

    @functools.cached_property
    def _wishes(self) -> list[Runtime]:
        return wishes(self.needs.runtimes, look(self._computer), self._words)

    def wanted(self) -> list[Runtime]:
        """Those that work here as far as is known, the best first. Raises `DoesNotWork` where none is left, another
        `ReleaseFault` as `needs`."""
        bad = self.store.chosen().bad
        wanted = [runtime for runtime in self._wishes if runtime.id not in bad]
        if not wanted:
            if not self._wishes:
                raise DoesNotWork(self._words, say("there are none for it"))
            best = self._wishes[0]
            raise DoesNotWork(best.device, quote(bad[best.id]))
        return wanted

    def local(self, wanted: Iterable[Runtime]) -> list[Runtime]:
        """Those that are on this computer already."""
        return [runtime for runtime in wanted if self.store.find(runtime.id) is not None]

    def usable(self, wanted: Sequence[Runtime]) -> Installed | None:
        """The best of them, if it was tested and counts already."""
        found = self.store.usable(runtime.id for runtime in wanted)
        return found if found is not None and found.id == wanted[0].id else None

    def tidy(self) -> None:
        self.store.tidy(self.needs.runtimes)

    def keep(self, active: Installed) -> None:
        """It has trained: those before it can go, and what was begun of others, unless they would be better. Raises
        `LocalFault`, `ReleaseFault`."""
        self.store.note_trained(active.id)
        if self.store.chosen().current == active.id:
            self.store.tidy(self.needs.runtimes, spare=False)
            if self.wanted()[0].id == active.id:
                self.store.clear_drafts()


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
