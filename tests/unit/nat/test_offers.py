"""What is told of open collaborations in the home network, and what is believed. Real multicast is in
tests/integration/reach/test_nearby_runs.py."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.identity.ids import PeerId, RunId
from core.nat.interfaces import Surroundings
from core.nat.nearby import look_nearby
from core.nat.offers import NAME_BYTES, Offer, commonest, cut, plain, read_offer, texts_of

RUN, ORGANISER = RunId(b"r" * 32), PeerId(b"o" * 32)
OFFER = Offer(RUN, ORGANISER, "sahajBERT")


def test_what_is_told_is_read_back():
    assert read_offer(texts_of(OFFER)) == OFFER
    bengali = Offer(RUN, ORGANISER, "বাংলা ভাষার মডেল")
    assert read_offer(texts_of(bengali)) == bengali


def test_a_name_is_short_and_on_one_line_when_it_is_told_and_when_it_is_read():
    long = Offer(RUN, ORGANISER, "\x1b]0;x\x07 " + "ভাষা " * 100)
    texts = texts_of(long)
    assert len(texts[b"name"]) <= NAME_BYTES
    read = read_offer({**texts, b"name": ("a\u202eb\n\u200b\x00 c" + "ভ" * 300).encode()})
    assert read is not None
    assert read.name.startswith("a b c")
    assert len(read.name.encode()) <= NAME_BYTES
    assert read.name.isprintable()


def test_a_nameless_run_is_called_by_its_id():
    read = read_offer({**texts_of(OFFER), b"name": b"\x00\xff \n"})
    assert read is not None
    assert read.name == RUN.short


@pytest.mark.parametrize("key", [b"id", b"by"])
def test_without_run_or_organiser_it_is_none(key):
    texts = texts_of(OFFER)
    for wrong in (None, b"", b"x", b"\xff" * 52, texts[key] + b"a", texts[key].upper() + b"="):
        assert read_offer({**texts, key: wrong}) is None
    assert read_offer({}) is None


@given(
    st.dictionaries(
        st.sampled_from([b"id", b"by", b"name", b"peer"]),
        st.one_of(st.none(), st.binary(max_size=300), st.sampled_from(list(texts_of(OFFER).values()))),
    )
)
def test_any_text_is_an_offer_or_none(texts):
    read = read_offer(texts)
    if read is not None:
        assert read.name
        assert read.name == plain(read.name)
        assert len(read.name) <= NAME_BYTES


@given(st.text(max_size=80), st.integers(0, 100))
def test_what_is_cut_is_whole_characters(text, limit_bytes):
    text = text.encode(errors="ignore").decode()
    assert len(cut(text, limit_bytes).encode()) <= limit_bytes
    assert text.startswith(cut(text, limit_bytes))


def test_the_commonest_name_counts():
    assert commonest(["b", "a", "a"]) == "a"
    assert commonest(["b", "a"]) == "b"


def test_without_a_network_nobody_is_found_at_once():
    assert asyncio.run(asyncio.wait_for(look_nearby(look=Surroundings), 0.5)) == []
