"""Makes what volunteers install, on the system that it is for.

    python installer/build.py bundle      the program's folder, dist/idlewild
    python installer/build.py deb         and a Debian package of it
    python installer/build.py appimage    and an AppImage of it

With `--offline` what is made has an engine runtime in it, and `-offline` in its name.

The environment is the one that the program is developed in, with `pip install pyinstaller`. What it has installed is
what goes into the bundle and, as wheels that are fetched later, into the engine runtimes.
"""

import argparse
import platform
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import appimage
import bundling
import deb
import needs
from keys import read_key
from running import Failed

from core.release.documents import this_platform
from core.version import VERSION


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python installer/build.py", description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("bundle", "deb", "appimage"))
    parser.add_argument("--out", type=Path, default=Path("dist"), help="folder of what is made")
    parser.add_argument("--work", type=Path, default=Path("build"), help="folder of what is kept for the next time")
    parser.add_argument("--key", type=Path, required=True, help="who signs: made by keys.py")
    parser.add_argument("--feed", action="append", default=[], help="web folder that newer versions are looked for in")
    parser.add_argument("--mirror", action="append", default=[], help="web folder that has all wheels by name")
    parser.add_argument("--device", action="append", help="cpu, cuda, …; default: all that devices.toml has")
    parser.add_argument("--own-index", action="store_true", help="ask pip's own index alone, also for torch")
    parser.add_argument("--offline", action="store_true", help="all in one: put the first device's runtime in")
    parser.add_argument("--again", action="store_true", help="use the bundle that is there, with or without a runtime")
    parser.add_argument("--runtime", type=Path, help="of AppImages: the program in front of the image")
    return parser.parse_args(words)


def wanted(asked: argparse.Namespace) -> list[needs.Source]:
    """The kinds of device to find runtimes for."""
    found = needs.sources(this_platform())
    if asked.device:
        found = [source for source in found if source.device in asked.device]
    return [replace(source, index="") for source in found] if asked.own_index else found


def size_mb(path: Path) -> float:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.lstat().st_size for file in files) / 1e6


def main(words: list[str]) -> int:
    asked = arguments(words)
    bundle = asked.out / "idlewild"
    if not (asked.again and bundle.exists()):
        signer = read_key(asked.key)
        bundle = bundling.make_bundle(asked.out, asked.work)
        bundling.put_documents(bundle, needs.needs(wanted(asked), asked.mirror), signer, asked.feed)
    if asked.offline:
        bundling.put_runtime(bundle, asked.work / "wheels")
    else:
        bundling.drop_runtime(bundle)
    if asked.what == "deb":
        made = deb.make_deb(bundle, asked.out, VERSION, {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()])
    elif asked.what == "appimage":
        made = appimage.make_appimage(bundle, asked.out, VERSION, asked.runtime)
    else:
        made = bundle
    print(f"{made}: {size_mb(made):.1f} MB")  # noqa: T201
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Failed, OSError, ValueError) as fault:
        sys.exit(f"build: {fault}")
