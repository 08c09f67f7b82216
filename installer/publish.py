"""Makes what a web server needs to offer a new version: `python installer/publish.py BUNDLE KEY OUT --version …`.

`OUT/PLATFORM` is the sealed release, `OUT/DIGEST.zst` are its files. Files that are there already stay, so one folder
serves all versions and platforms. The release is written last, and whole: who asks before sees the one before.
"""

import argparse
import os
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import zstandard
from keys import read_key
from msgspec.structs import replace

from core.data.files import write_whole
from core.identity.ids import Digest
from core.identity.keys import Identity
from core.release.documents import ProgramFile, Release, this_platform
from core.release.packing import packed_name
from core.release.seal import ReleaseFault, opened, seal
from core.version import PROTOCOL, VERSION, version_key

LEVEL = 19
"""Of Zstandard; its window stays far below `core.release.packing.WINDOW_BYTES`."""


class NotPublished(Exception):
    """Something is wrong with what was asked for."""


@dataclass(frozen=True)
class Publication:
    version: str
    mirrors: tuple[str, ...]
    """Web folders that will hold what is in `OUT`, with slashes at their ends."""
    platform: str = this_platform()
    protocol: int = PROTOCOL
    notes: str = ""
    issued_s: int = 0


def publish(bundle: Path, identity: Identity, out: Path, publication: Publication) -> Release:
    """Raises `NotPublished`, `ValueError` for a release that no program would take, or `LocalFault`."""
    out.mkdir(parents=True, exist_ok=True)
    before = _published(out / publication.platform, identity)
    if before is not None and version_key(before.version) > version_key(publication.version):
        raise NotPublished(f"version {before.version} is published already, and nobody goes back from it")
    files = [_file(bundle, path) for path in sorted(_paths(bundle))]
    contents = {file.digest: bundle / file.path for file in files if file.digest is not None}
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        sizes = threads.map(lambda digest: _pack(contents[digest], out / packed_name(digest)), contents)
        packed_bytes = dict(zip(contents, sizes, strict=True))
    release = Release(
        version=publication.version,
        platform=publication.platform,
        sequence=(before.sequence if before is not None else 0) + 1,
        issued_s=publication.issued_s or int(time.time()),
        protocol=publication.protocol,
        files=tuple(
            replace(file, packed_bytes=packed_bytes[file.digest]) if file.digest is not None else file for file in files
        ),
        mirrors=publication.mirrors,
        notes=publication.notes,
    )
    write_whole(out / publication.platform, seal(identity, release))
    return release


def _published(file: Path, identity: Identity) -> Release | None:
    """The release before."""
    if not file.exists():
        return None
    try:
        return opened(Release, file.read_bytes(), [identity.public_key])
    except ReleaseFault as fault:
        raise NotPublished(f"{file} cannot be followed by another release: {fault}") from fault


def _paths(bundle: Path) -> Iterator[Path]:
    """Files and links; a link to a folder is not gone into."""
    for parent, folders, names in os.walk(bundle):
        yield from (Path(parent, name) for name in names)
        yield from (Path(parent, name) for name in folders if Path(parent, name).is_symlink())


def _file(bundle: Path, path: Path) -> ProgramFile:
    """Not packed yet."""
    name = path.relative_to(bundle).as_posix()
    if path.is_symlink():
        return ProgramFile(path=name, target=path.readlink().as_posix())
    if not path.is_file():
        raise NotPublished(f"{path} is neither file nor link")
    return ProgramFile(
        path=name,
        size_bytes=path.stat().st_size,
        digest=Digest.of(path.read_bytes()),
        is_executable=bool(path.stat().st_mode & stat.S_IXUSR),
    )


def _pack(source: Path, packed: Path) -> int:
    """Its size. Whole or absent, so what an earlier publication made is good."""
    if not packed.exists():
        write_whole(packed, zstandard.ZstdCompressor(level=LEVEL).compress(source.read_bytes()))
    return packed.stat().st_size


def parse(argv: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path, help="the program's folder: the executable and _internal")
    parser.add_argument("key", type=Path, help="made by installer/keys.py")
    parser.add_argument("out", type=Path, help="folder for the web server")
    parser.add_argument("--version", default=VERSION, help="of the program (default: %(default)s)")
    parser.add_argument("--mirror", action="append", required=True, help="web address of OUT; again for others")
    parser.add_argument("--platform", default=this_platform(), help="(default: %(default)s)")
    parser.add_argument("--protocol", type=int, default=PROTOCOL, help="that it speaks (default: %(default)s)")
    parser.add_argument("--notes", default="", help="web page that says what is new")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    wanted = parse(argv)
    mirrors = tuple(mirror if mirror.endswith("/") else mirror + "/" for mirror in wanted.mirror)
    publication = Publication(wanted.version, mirrors, wanted.platform, wanted.protocol, wanted.notes)
    try:
        release = publish(wanted.bundle, read_key(wanted.key), wanted.out, publication)
    except (NotPublished, OSError, ValueError) as error:
        print(f"publish: {error}", file=sys.stderr)  # noqa: T201
        return 1
    packed_bytes = sum({file.digest: file.packed_bytes for file in release.files}.values())
    print(f"{release.platform}: version {release.version}, sequence {release.sequence}, {len(release.files)} files,")  # noqa: T201
    print(f"{release.size_bytes:,} bytes, {packed_bytes:,} packed")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
