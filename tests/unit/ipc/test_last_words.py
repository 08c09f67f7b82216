import pytest

from core.ipc.last_words import last_words, read_last_words
from core.saying import NOTHING, say

SAYING = say("{path} is full: free {missing_bytes}.", path="/home/রবি\n", missing_bytes=2_000_000)


def test_they_are_one_line_in_any_encoding():
    line = last_words(SAYING)
    assert line.isascii()
    assert "\n" not in line
    assert read_last_words(line) == SAYING


@pytest.mark.parametrize("line", ["", "idlewild: The disk is full.", last_words(SAYING)[:-2], last_words(SAYING) + "x"])
def test_other_lines_are_none(line: str):
    assert read_last_words(line) == NOTHING
