import random
from pathlib import Path

import pytest

from core.data.building import spool as module
from core.data.building.gathering import distinct, held_out_below
from core.data.building.payloads import digest_of
from core.data.building.spool import PARTS, Spool
from core.errors import LocalFault


def payloads(count: int, seed: int = 0) -> list[bytes]:
    chance = random.Random(seed)
    return [chance.randbytes(chance.randint(1, 300)) for _ in range(count)]


def fill(spool: Spool, documents: list[bytes]) -> None:
    for payload in documents:
        spool.add(digest_of(payload), payload)


def everything(spool: Spool) -> list[tuple[bytes, bytes]]:
    return [record for part in range(PARTS) for record in spool.ordered(part)]


def test_it_sorts_whatever_the_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BUFFER_BYTES", 2000)
    documents = payloads(5000)
    expected = sorted((digest_of(payload), payload) for payload in documents)
    for name in ("a", "b"):
        spool = Spool(tmp_path / name)
        fill(spool, documents)
        spool.flush()
        assert everything(spool) == expected
        random.Random(name).shuffle(documents)


def test_large_parts_are_parted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PART_BYTES", 4000)
    documents = payloads(4000) + [b"the same"] * 200
    spool = Spool(tmp_path)
    fill(spool, documents)
    spool.flush()
    expected = sorted((digest_of(payload), payload) for payload in documents)
    assert everything(spool) == expected
    assert everything(spool) == expected, "as often as it is asked"
    assert any(path.name.endswith(".parts") for path in tmp_path.iterdir())


def test_what_came_after_a_flush_is_taken_back(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    documents = payloads(1000)
    fill(spool, documents)
    sizes = spool.flush()
    fill(spool, payloads(1000, 1))
    spool.flush()
    fill(spool, payloads(3, 2))
    spool = Spool(tmp_path)
    assert spool.cut(sizes)
    spool.flush()
    assert everything(spool) == sorted((digest_of(payload), payload) for payload in documents)
    next(path for path in tmp_path.iterdir() if path.stat().st_size).write_bytes(b"")
    assert not spool.cut(sizes)


@pytest.mark.parametrize("damage", [lambda content: content[:-3], lambda content: content + b"\1", lambda c: c[:20]])
def test_damage_is_noticed(tmp_path: Path, damage: object) -> None:
    spool = Spool(tmp_path)
    fill(spool, payloads(1000))
    spool.flush()
    path = tmp_path / "00"
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(LocalFault, match="damaged"):
        list(spool.ordered(0))


def test_distinct() -> None:
    records = [(b"a", b"1"), (b"a", b"1"), (b"b", b"2"), (b"b", b"3"), (b"c", b"4")]
    assert list(distinct(iter(records), keep_duplicates=False)) == [records[0], records[2], records[4]]
    assert list(distinct(iter(records), keep_duplicates=True)) == records


def test_the_part_that_is_held_out() -> None:
    assert held_out_below(0.0) == bytes(16)
    assert held_out_below(0.5) == b"\x80" + bytes(15)
    digests = [digest_of(b"%d" % n) for n in range(20_000)]
    for part in (0.01, 0.1, 0.5):
        assert abs(sum(digest < held_out_below(part) for digest in digests) / 20_000 - part) < 0.01
