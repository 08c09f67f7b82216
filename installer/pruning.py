"""What the bundle has besides what imports show, and what it does without."""

import fnmatch
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from importlib.machinery import ModuleSpec

UNUSED_MODULES = (
    "nis",  # of networks in the 1980s; it would need a library that few systems have
    *("tkinter", "turtle", "turtledemo", "idlelib", "lib2to3", "test", "ensurepip", "__phello__"),
    *("pytest", "_pytest", "hypothesis", "mypy", "PyInstaller", "setuptools", "pkg_resources", "pip", "wheel"),
    *("numpy.f2py", "numpy.distutils", "pandas", "datasets", "IPython", "matplotlib"),
)
"""Of the standard library what only developers want; of others what a hook would bring along."""

_UNUSED_FILES = (
    # parts of Qt that no window here uses
    *(
        f"*libQt6{part}.so*"
        for part in ("Egl*", "Help", "OpenGL*", "Pdf", "Qml*", "Quick*", "Sql", "Test", "Virtual*", "Wl*")
    ),
    *(f"*/plugins/{kind}/*" for kind in ("egldeviceintegrations", "generic", "networkinformation", "printsupport")),
    *(f"*/plugins/{kind}/*" for kind in ("sqldrivers", "tls", "vectorimageformats", "wayland-graphics-integration-*")),
    *("*/plugins/xcbglintegrations/*", "*/plugins/platforms/*minimalegl*", "*/plugins/platforms/libq[!xwom]*.so"),
    *(
        "*/platforminputcontexts/*virtualkeyboard*",
        "*/libwl-shell-plugin*",
        "*/libivi-shell*",
        "*/libfullscreen-shell*",
    ),
    *(f"*/plugins/imageformats/*q{kind}.*" for kind in ("icns", "pdf", "tga", "tiff", "wbmp")),
    # GNOME is spoken to through its portal: GTK in the same process would bring 20 libraries
    "*/platformthemes/libqgtk3*",
    # Qt's own texts come from this program's catalogues
    "*/PySide6/*translations/*",
    "*.dist-info/direct_url.json",  # where on the builder's disk the sources lay
    # what only those read who develop
    "*/zstandard/_cffi*",  # the other of two ways into the same library
    *("*/numpy/*/tests/*", "*/numpy/tests/*", "*.pyi", "*/numpy/_core/include/*", "*.a", "*.pyx", "*.pxd"),
    # said of what is fetched later, which brings its own
    *(f"*/{name}-*.dist-info/*" for name in ("torch", "pyarrow", "transformers", "scipy", "pillow")),
)

Entry = tuple[str, str, str]
"""One of PyInstaller's: place in the bundle, file, kind."""


def without_unused(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if not is_unused(entry[0])]


def is_wanted(module: str) -> bool:
    """Of a package that is taken whole."""
    unused = any(module == name or module.startswith(f"{name}.") for name in UNUSED_MODULES)
    return not unused and not {"tests", "_pyinstaller"} & set(module.split("."))


def is_unused(place: str) -> bool:
    path = "/" + place.replace("\\", "/")
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in _UNUSED_FILES)


def without_orphans(entries: Iterable[Entry]) -> list[Entry]:
    """Without the system's libraries that only those needed that were left out."""
    from PyInstaller.depend.bindepend import get_imports

    kept = list(entries)
    libraries = {
        place: file for place, file, _ in kept if "/" not in place and ".so" in place and "python" not in place
    }
    pending = [file for place, file, kind in kept if place not in libraries and kind in ("BINARY", "EXTENSION")]
    wanted = set[str]()
    while pending:
        for name, _ in get_imports(pending.pop()):
            if (place := name.rpartition("/")[2]) not in wanted:
                wanted.add(place)
                pending += [libraries[place]] if place in libraries else []
    return [entry for entry in kept if entry[0] not in libraries or entry[0] in wanted]


def without_languages(entries: Iterable[Entry]) -> list[Entry]:
    """Without the 250 modules that colour programs of as many languages; `rich` asks for them, and shows none here."""
    kept = {"pygments.lexers", "pygments.lexers._mapping", "pygments.lexers.python"}
    return [entry for entry in entries if not entry[0].startswith("pygments.lexers") or entry[0] in kept]


def standard_library() -> Iterator[str]:
    """All of it, since wheels that come later may import any of it."""
    for name in sorted(sys.stdlib_module_names):
        if name in UNUSED_MODULES or (name.startswith("_") and name not in sys.builtin_module_names):
            continue
        yield name
        yield from _inside(name)


def _inside(name: str) -> Iterator[str]:
    spec = _spec(name)
    if spec is None or spec.submodule_search_locations is None:
        return
    for found in pkgutil.walk_packages(list(spec.submodule_search_locations), f"{name}."):
        if not {"test", "tests", "__main__", "idle_test"} & set(found.name.split(".")):
            yield found.name


def _spec(name: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
