"""The data of ICU, a library that Qt for Linux is linked with: 32 MB, the largest file of the bundle, and not needed.

Windows here order nothing by languages' rules, speak UTF-8 alone, and take names of months and numbers from Qt, which
asks ICU for other things and gets on without them. What ICU cannot do without is a data library, so one takes its place
that has no data.
"""

import re
import struct
import sys
import tempfile
from pathlib import Path

from running import run

_DATA = re.compile(r"libicudata\.so\.(\d+)")
_HEADER_BYTES = 32


def no_data() -> bytes:
    """ICU's common data in its format 1.0, with nothing in it: header (ICU User Guide, "ICU Data", and `udata.h`), then
    the number of entries."""
    is_big_endian = sys.byteorder == "big"
    info = struct.pack("=HHBBBB4s4B4B", 20, 0, is_big_endian, 0, 2, 0, b"CmnD", *(1, 0, 0, 0), *(0, 0, 0, 0))
    header = struct.pack("=HBB", _HEADER_BYTES, 0xDA, 0x27) + info
    return header.ljust(_HEADER_BYTES, b"\0") + struct.pack("=II", 0, 0)


def empty(library: Path) -> None:
    """Puts a library without data in the place of `library`. Raises `Failed`."""
    match = _DATA.fullmatch(library.name)
    assert match is not None, library
    content = ", ".join(map(str, no_data()))
    code = f"const unsigned char __attribute__((aligned(16))) icudt{match[1]}_dat[] = {{{content}}};\n"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "data.c"
        source.write_text(code, encoding="ascii")
        run(["cc", "-shared", "-nostdlib", "-s", f"-Wl,-soname,{library.name}", "-o", str(library), str(source)])


def empty_all(bundle: Path) -> None:
    for library in bundle.rglob("libicudata.so.*"):
        if not library.is_symlink():
            empty(library)
