"""The Debian package: the bundle under /usr/lib, and what desktops read. It runs no scripts and touches no home."""

import gzip
import shutil
import tempfile
from collections.abc import Iterable
from email.utils import formatdate
from pathlib import Path

import icons
import libraries
from bundling import variant
from running import run

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PACKAGE = "idlewild"
_INSTALLED = Path("usr/lib") / PACKAGE

_CONTROL = """\
Package: {package}
Version: {version}
Architecture: {architecture}
Maintainer: The Idlewild Project <packages@idlewild.example>
Installed-Size: {size_kib}
Depends: {depends}
Recommends: ca-certificates, fonts-noto-core | fonts-dejavu-core
Suggests: xdg-utils
Section: science
Priority: optional
Homepage: https://idlewild.example
Description: train one neural network together, in idle time
 Volunteers train one neural network together over the internet. Idlewild
 computes while nobody needs the computer, stands back within a fraction of a
 second when somebody comes, and shows what was contributed and how well the
 common model does.
 .
 {computes}
"""
_COMPUTES = {
    "": "What computes is fetched at the first start for the hardware at hand.",
    "-offline": "What computes is in this package, and nothing is fetched.",
}
_COMPRESSION = {"": ("-Zxz", "-z9"), "-offline": ("-Zzstd", "-z12")}
"""What is downloaded is small; what has everything in it is made, and unpacked, in less than a minute."""
_FONTS = "fontconfig-config"
"""Where fonts are, and which stands for which: the font library in the bundle reads it."""
_SOURCE = """\
Source: {package}

Package: {package}
Architecture: any
"""
_CHANGES = """\
{package} ({version}) unstable; urgency=medium

  * The version that the sources call {version}.

 -- The Idlewild Project <packages@idlewild.example>  {date}
"""
_COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
Copyright: 2026 The Idlewild authors
License: Apache-2.0
 The Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.
Comment: Bundled libraries belong to their authors, under the licences that lie beside them.
"""
_OVERRIDES = """\
# The bundle brings what it was tested with, and is at home in its own folder.
{package}: embedded-library
{package}: unstripped-binary-or-object
{package}: shared-library-lacks-prerequisites
{package}: library-not-linked-against-libc
{package}: custom-library-search-path
{package}: hardening-no-fortify-functions
{package}: executable-in-usr-lib
{package}: extra-license-file
{package}: no-manual-page
{package}: hardening-no-pie
{package}: initial-upload-closes-no-bugs
"""


def make_deb(bundle: Path, folder: Path, version: str, architecture: str) -> Path:
    """The package in `folder`. `architecture`: as dpkg calls it. Raises `Failed`."""
    kind = variant(bundle)
    package = folder / f"{PACKAGE}_{version}_{architecture}{kind}.deb"
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        _lay_out(bundle, tree, version)
        _write_control(tree, version, architecture, _depends(bundle, Path(scratch)), kind)
        for path in [tree, *tree.rglob("*")]:
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        run(["dpkg-deb", "--root-owner-group", *_COMPRESSION[kind], "--build", str(tree), str(package)])
    return package


def _lay_out(bundle: Path, tree: Path, version: str) -> None:
    program = tree / _INSTALLED
    shutil.copytree(bundle, program, symlinks=True)
    for library in program.rglob("*.so*"):
        if not library.is_symlink():
            library.chmod(0o644)
    share = tree / "usr/share"
    lay_out_for_desktops(share)
    commands = tree / "usr/bin"
    commands.mkdir(parents=True)
    (commands / PACKAGE).symlink_to(Path("..") / "lib" / PACKAGE / PACKAGE)
    documents = share / "doc" / PACKAGE
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(_COPYRIGHT, encoding="utf-8")
    changes = _CHANGES.format(package=PACKAGE, version=version, date=formatdate())
    (documents / "changelog.gz").write_bytes(gzip.compress(changes.encode(), mtime=0))
    overrides = share / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    (overrides / PACKAGE).write_text(_OVERRIDES.format(package=PACKAGE), encoding="utf-8")


def lay_out_for_desktops(share: Path) -> None:
    """Entry of the launcher, description for software centres, icons."""
    applications, descriptions = share / "applications", share / "metainfo"
    for folder in (applications, descriptions):
        folder.mkdir(parents=True)
    shutil.copy(HERE / "linux" / "idlewild.desktop", applications)
    shutil.copy(HERE / "linux" / "org.idlewild.Idlewild.metainfo.xml", descriptions)
    theme = share / "icons" / "hicolor"
    for size in icons.SIZES:
        icons.write_png(theme / f"{size}x{size}" / "apps" / "idlewild.png", size)
    scalable = theme / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copy(icons.SOURCE, scalable)


def _write_control(tree: Path, version: str, architecture: str, depends: str, kind: str) -> None:
    size_bytes = sum(path.lstat().st_size for path in tree.rglob("*"))
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    filled = _CONTROL.format(
        package=PACKAGE,
        version=version,
        architecture=architecture,
        size_kib=size_bytes >> 10,
        depends=depends,
        computes=_COMPUTES[kind],
    )
    control.write_text(filled, encoding="utf-8")


def _depends(bundle: Path, scratch: Path) -> str:
    """The system's packages with the libraries that the bundle has not itself, each with its oldest version."""
    (scratch / "debian").mkdir()
    (scratch / "debian" / "control").write_text(_SOURCE.format(package=PACKAGE), encoding="utf-8")
    programs = list(libraries.programs(bundle))
    command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0"]
    command += [f"-l{place}" for place in sorted({path.parent for path in programs})]
    lines = run([*command, *(f"-e{path}" for path in programs)], folder=scratch).splitlines()
    found = next(line for line in lines if line.startswith("shlibs:Depends=")).partition("=")[2].split(", ")
    wanted = _packages_of(libraries.of_the_system(programs))
    return ", ".join([*(package for package in found if package.partition(" ")[0] in wanted), _FONTS])


def _packages_of(names: Iterable[str]) -> set[str]:
    """Of Debian, as installed here."""
    # Packages name files as they were before /lib became a part of /usr, or after.
    files = {f"*{str(place.resolve()).removeprefix('/usr')}" for place in libraries.places(names).values()}
    return {line.partition(":")[0] for line in run(["dpkg", "-S", *sorted(files)]).splitlines()}
