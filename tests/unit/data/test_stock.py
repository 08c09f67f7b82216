import asyncio
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from core.data.files import DiskFull
from core.data.objects import ObjectStore
from core.data.pieces import PIECE_BYTES, hash_pieces
from core.data.stock import Rotten, Stock, WrongObject
from core.errors import LocalFault
from core.identity.ids import Digest

CONTENT = bytes(n % 253 for n in range(1000)) * 3500
assert 3 * PIECE_BYTES < len(CONTENT) < 4 * PIECE_BYTES


@pytest.fixture
def source(tmp_path: Path) -> Stock:
    """Where the object is whole."""
    store = ObjectStore(tmp_path / "source")
    digest = store.add_bytes(CONTENT)
    stock = Stock(store, digest, len(CONTENT), hash_pieces(store.path(digest)).root)
    stock.recall()
    return stock


def empty(folder: Path, source: Stock) -> Stock:
    stock = Stock(ObjectStore(folder), source.digest, len(CONTENT), source.root)
    assert source.hashes is not None
    stock.learn(source.hashes)
    return stock


def test_pieces_in_any_order_become_the_object(tmp_path: Path, source: Stock) -> None:
    assert source.have.all()
    stock = empty(tmp_path / "mine", source)
    assert not stock.begin().any()
    for index in (3, 0, 2, 1):
        assert not stock.is_whole
        assert stock.put(index, source.read(index))
        stock.note(index)
        assert stock.read(index) == source.read(index)
    assert stock.bytes_here == len(CONTENT)
    stock.finish()
    assert stock.is_whole
    assert ObjectStore(tmp_path / "mine").read(stock.digest) == CONTENT
    assert [stock.read(index) for index in range(4)] == [source.read(index) for index in range(4)]


def test_what_is_here_is_found_again(tmp_path: Path, source: Stock) -> None:
    stock = empty(tmp_path / "mine", source)
    stock.begin()
    stock.put(2, source.read(2))
    stock.put(1, source.read(1))
    again = Stock(ObjectStore(tmp_path / "mine"), source.digest, len(CONTENT), source.root)
    again.recall()
    assert again.hashes == source.hashes
    assert again.begin().tolist() == [False, True, True, False]
    # a power cut left something else in the middle of it
    unfinished = next((tmp_path / "mine").rglob("*.pieces"))
    with unfinished.open("r+b") as file:
        file.seek(PIECE_BYTES + 5)
        file.write(b"!")
    assert again.begin().tolist() == [False, False, True, False]
    with pytest.raises(Rotten, match="damaged"):
        again.read(1)


def test_a_wrong_piece_is_not_kept(tmp_path: Path, source: Stock) -> None:
    stock = empty(tmp_path / "mine", source)
    stock.begin()
    for wrong in (b"", source.read(1), source.read(0)[:-1], bytes([source.read(0)[0] ^ 1]) + source.read(0)[1:]):
        assert not stock.put(0, wrong)
    assert not stock.begin().any()


def test_hashes_that_do_not_lead_to_the_root_are_not_believed(tmp_path: Path, source: Stock) -> None:
    store = ObjectStore(tmp_path / "source")
    other = Stock(store, source.digest, len(CONTENT), Digest(bytes(32)))
    other.recall()
    assert other.hashes is None
    kept = next((tmp_path / "source").rglob("*.hashes"))
    for damage in (b"", b"\xc1", kept.read_bytes()[:-1], kept.read_bytes()[:-1] + b"!"):
        kept.write_bytes(damage)
        again = Stock(store, source.digest, len(CONTENT), source.root)
        again.recall()
        assert again.hashes == source.hashes  # made anew from the object


def test_hashes_stay_when_the_object_goes(tmp_path: Path, source: Stock) -> None:
    source.remove()
    assert not source.is_whole
    with pytest.raises(Rotten, match="removed"):
        source.read(0)
    again = Stock(ObjectStore(tmp_path / "source"), source.digest, len(CONTENT), source.root)
    again.recall()
    assert again.hashes == source.hashes
    assert not again.have.any()


def test_a_damaged_object_becomes_unfinished_and_only_the_damage_is_missing(tmp_path: Path, source: Stock) -> None:
    path = ObjectStore(tmp_path / "source").path(source.digest)
    good = source.read(2)
    with path.open("r+b") as file:
        file.seek(2 * PIECE_BYTES)
        file.write(b"rot")
    with pytest.raises(Rotten, match="damaged at byte 2097152"):
        source.read(2)
    source.lose()
    assert not source.is_whole
    assert source.begin().tolist() == [True, True, False, True]
    assert source.put(2, good)
    source.finish()
    assert ObjectStore(tmp_path / "source").read(source.digest) == CONTENT


def test_pieces_that_are_right_and_not_the_object(tmp_path: Path, source: Stock) -> None:
    stock = Stock(ObjectStore(tmp_path / "mine"), Digest(bytes(32)), len(CONTENT), source.root)
    assert source.hashes is not None
    stock.learn(source.hashes)
    stock.begin()
    for index in range(4):
        stock.put(index, source.read(index))
    with pytest.raises(WrongObject, match="tell its organiser"):
        stock.finish()
    assert not list((tmp_path / "mine").rglob("*.pieces"))


def test_some_of_the_disk_is_left_to_the_user(tmp_path: Path, source: Stock, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    free = [10 * PIECE_BYTES]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(100 * PIECE_BYTES, 0, free[0]))
    stock = empty(tmp_path / "mine", source)
    stock.begin()
    assert stock.put(0, source.read(0))
    free[0] = PIECE_BYTES + PIECE_BYTES // 2
    with pytest.raises(DiskFull, match=r"nearly full: free \S+ MB there, and fetching goes on by itself"):
        stock.put(1, source.read(1))
    with pytest.raises(DiskFull):
        stock.begin()
    free[0] = 10 * PIECE_BYTES
    assert stock.begin().tolist() == [True, False, False, False]  # nothing was lost


def test_a_folder_that_cannot_be_used(tmp_path: Path, source: Stock) -> None:
    (tmp_path / "mine").write_text("a file")
    stock = Stock(ObjectStore(tmp_path / "mine"), source.digest, len(CONTENT), source.root)
    assert source.hashes is not None
    stock.hashes = source.hashes
    with pytest.raises(LocalFault, match="cannot be used"):
        stock.begin()


def test_whoever_waits_learns_of_each_piece(tmp_path: Path, source: Stock) -> None:
    async def main() -> None:
        stock = empty(tmp_path / "mine", source)
        waiting = asyncio.ensure_future(stock.changed())
        await asyncio.sleep(0)
        assert not waiting.done()
        stock.note(1)
        await waiting
        again = asyncio.ensure_future(stock.changed())
        await asyncio.sleep(0)
        stock.forget()
        await again
        assert not stock.have.any()

    asyncio.run(main())
