"""Nothing of a release's description is believed unless it was signed by a known key and makes sense."""

import base64

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.identity.ids import Digest
from core.identity.keys import Identity
from core.release.checks import wrong_in_needs, wrong_in_release
from core.release.documents import Needs, ProgramFile, Release, Runtime, Wheel
from core.release.seal import ReleaseFault, WrongSeal, opened, seal
from core.version import version_key

OURS, THEIRS = Identity.from_seed(b"o" * 32), Identity.from_seed(b"t" * 32)
KEYS = [THEIRS.public_key[::-1], OURS.public_key]
WHEEL = Wheel(
    file="torch-2.13.0+cpu-cp311-cp311-linux_x86_64.whl",
    size_bytes=190_000_000,
    unpacked_bytes=700_000_000,
    digest=Digest.of(b"torch"),
    folder="https://download.example.org/whl/",
)
NEEDS = Needs(platform="linux-x86_64", python="3.11", runtimes=(Runtime(device="cpu", wheels=(WHEEL,)),))
FILE = ProgramFile(path="_internal/libQt6Core.so.6", size_bytes=8, digest=Digest.of(b"qt"), packed_bytes=9)
RELEASE = Release(
    version="0.2.0",
    platform="linux-x86_64",
    sequence=7,
    issued_s=1_800_000_000,
    protocol=2,
    files=(FILE,),
    mirrors=("https://example.org/idlewild/",),
)


def with_files(*files: ProgramFile) -> Release:
    return msgspec.structs.replace(RELEASE, files=files)


def test_what_is_sealed_is_opened_the_same() -> None:
    assert opened(Needs, seal(OURS, NEEDS), KEYS) == NEEDS
    assert opened(Release, seal(OURS, RELEASE), KEYS) == RELEASE
    assert seal(OURS, RELEASE).partition(b"\n")[2].startswith(b'{"version":'), "people can read it"


def test_another_key_is_refused() -> None:
    with pytest.raises(WrongSeal, match="not signed by those who make Idlewild"):
        opened(Release, seal(THEIRS, RELEASE), KEYS)
    with pytest.raises(WrongSeal):
        opened(Release, seal(OURS, RELEASE), [])


def test_one_kind_of_document_is_never_taken_for_another() -> None:
    with pytest.raises(ReleaseFault):
        opened(Needs, seal(OURS, RELEASE), KEYS)
    moved = seal(OURS, RELEASE).replace(b"idlewild-release", b"idlewild-needs", 1)
    with pytest.raises(WrongSeal):
        opened(Needs, moved, KEYS)


@given(st.data())
def test_a_changed_byte_anywhere_is_refused(data: st.DataObject) -> None:
    whole = bytearray(seal(OURS, RELEASE))
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ReleaseFault):
        opened(Release, bytes(whole), KEYS)


@given(st.binary(max_size=300) | st.binary(max_size=300).map(lambda more: b"idlewild-release 1 " + more))
def test_any_bytes_are_answered_with_a_sentence(data: bytes) -> None:
    with pytest.raises(ReleaseFault) as caught:
        opened(Release, data, KEYS)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"version":1}', b"[" * 100_000, b"\xff"])
def test_what_we_signed_by_mistake_is_malformed(content: bytes) -> None:

    mark = b"idlewild-release 1 "
    line = mark + base64.b64encode(OURS.sign(mark + content))
    with pytest.raises(ReleaseFault, match="malformed"):
        opened(Release, line + b"\n" + content, KEYS)


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("../x", ""),
        ("/etc/x", ""),
        ("a//b", ""),
        ("a/./b", ""),
        ("a\\b", ""),
        ("C:x", ""),
        ("", ""),
        ("a/b.", ""),
        ("a/nul\0", ""),
        ("a" * 401, ""),
        ("a/link", "../../x"),
        ("link", "/etc/passwd"),
        ("link", "b/../../x"),
        ("link", "./x"),
    ],
)
def test_a_program_stays_in_its_folder(path: str, target: str) -> None:
    file = ProgramFile(path=path, target=target) if target else msgspec.structs.replace(FILE, path=path)
    assert list(wrong_in_release(with_files(file)))
    with pytest.raises(ValueError, match=r"path|link"):
        seal(OURS, with_files(file))


def test_links_within_the_folder_are_good() -> None:
    links = [ProgramFile(path="lib/x.so", target="../_internal/x.so.1"), ProgramFile(path="y", target="lib/x.so")]
    assert not list(wrong_in_release(with_files(FILE, *links)))


@pytest.mark.parametrize(
    "files",
    [
        (FILE, FILE),
        (FILE, msgspec.structs.replace(FILE, path=FILE.path.upper())),
        (ProgramFile(path="lib", target="_internal"), msgspec.structs.replace(FILE, path="Lib/x")),
        (msgspec.structs.replace(FILE, digest=None),),
        (msgspec.structs.replace(FILE, size_bytes=-1),),
        (msgspec.structs.replace(FILE, packed_bytes=0),),
        (msgspec.structs.replace(FILE, size_bytes=1 << 40),),
        (),
    ],
)
def test_files_that_cannot_be(files: tuple[ProgramFile, ...]) -> None:
    assert list(wrong_in_release(with_files(*files)))


@pytest.mark.parametrize(
    "changes",
    [
        {"device": "tpu"},
        {"wheels": ()},
        {"wheels": (WHEEL, WHEEL)},
        {"wheels": (msgspec.structs.replace(WHEEL, file="../torch.whl"),)},
        {"wheels": (msgspec.structs.replace(WHEEL, file="torch.tar.gz"),)},
        {"wheels": (msgspec.structs.replace(WHEEL, size_bytes=0),)},
        {"wheels": (msgspec.structs.replace(WHEEL, unpacked_bytes=1 << 50),)},
    ],
)
def test_runtimes_that_cannot_be(changes: dict[str, object]) -> None:
    assert not list(wrong_in_needs(NEEDS))
    wrong = msgspec.structs.replace(NEEDS, runtimes=(msgspec.structs.replace(NEEDS.runtimes[0], **changes),))
    assert list(wrong_in_needs(wrong))


@pytest.mark.parametrize("text", ["", "1", "1.2", "01.2.3", "1.2.3.4", "1.2.3-rc", "1.2.٣", "v1.2.3", "9999999.0.0"])
def test_what_is_no_version(text: str) -> None:
    with pytest.raises(ValueError, match="no version"):
        version_key(text)


def test_versions_are_ordered_by_numbers() -> None:
    assert version_key("0.10.0") > version_key("0.9.12") > version_key("0.9.2")


def test_a_runtime_is_named_by_what_it_is_made_of() -> None:
    other = msgspec.structs.replace(WHEEL, digest=Digest.of(b"other"))
    moved = msgspec.structs.replace(WHEEL, folder="https://elsewhere.example.org/")
    ids = {Runtime(device="cpu", wheels=wheels).id for wheels in [(WHEEL, other), (other, WHEEL)]}
    assert len(ids) == 1
    assert Runtime(device="cpu", wheels=(moved, other)).id in ids
    assert Runtime(device="cpu", wheels=(WHEEL,)).id not in ids
    assert Runtime(device="cuda", wheels=(WHEEL, other)).id not in ids
