"""Which of the program's dependencies lie in its bundle, and which are fetched for the hardware at hand.

Read from the environment that the bundle is built in, so that what is built together also runs together.
"""

import importlib.metadata
from collections.abc import Iterable, Iterator

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FETCHED = ("torch", "transformers", "scipy", "pyarrow", "pillow", "scikit-learn", "huggingface-hub")
"""What only training and judging models need. Everything that these need and the bundle has not is fetched too."""
ALONE = ("tokenizers", "seqeval")
"""In the bundle, but nothing of what they ask for: the engine reads texts before anything is fetched and without the
hub; and of `seqeval` there is no wheel to fetch."""


def needed(names: Iterable[str]) -> set[str]:
    """Names of all distributions that those in `names` need here, themselves included."""
    found, pending = set[str](), [(name, frozenset[str]()) for name in names]
    while pending:
        name, extras = pending.pop()
        if (known := known_as(name)) in found:
            continue
        found.add(known)
        pending += [(wanted.name, frozenset(wanted.extras)) for wanted in _requirements(name, extras)]
    return found


def _requirements(name: str, extras: frozenset[str]) -> Iterator[Requirement]:
    for text in importlib.metadata.requires(name) or ():
        wanted = Requirement(text)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in extras or {""}):
            yield wanted


def bundled() -> set[str]:
    """Distributions in the bundle."""
    own = {known_as(wanted.name) for wanted in _requirements("idlewild", frozenset())}
    return needed(own - set(FETCHED) - set(ALONE)) | set(ALONE)


def fetched() -> set[str]:
    """Distributions of the engine runtime."""
    return needed(FETCHED) - bundled()


def shared() -> set[str]:
    """In the bundle, and imported by what is fetched: they have to be there whole."""
    return bundled() & needed(FETCHED)


def pinned(names: Iterable[str]) -> list[str]:
    """`name==version` of each, as installed here."""
    return [f"{name}=={importlib.metadata.version(name)}" for name in sorted(names)]


def modules_of(names: Iterable[str]) -> list[str]:
    """Their top-level modules and packages."""
    wanted, by_module = set(names), importlib.metadata.packages_distributions()
    return sorted(
        module
        for module, owners in by_module.items()
        if wanted & {known_as(owner) for owner in owners} and module.isidentifier()
    )


def version(name: str = "idlewild") -> str:
    return importlib.metadata.version(name)


def known_as(name: str) -> str:
    """One name for all spellings."""
    return str(canonicalize_name(name))
