import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.mirrors import HUB, parse_mirror

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def test_a_web_folder() -> None:
    mirror = parse_mirror("https://data.example.org:8443/a%20b/c/")
    assert mirror.url("x.jsonl.zst") == "https://data.example.org:8443/a%20b/c/x.jsonl.zst"
    assert mirror.url("বই #1?.txt") == ("https://data.example.org:8443/a%20b/c/%E0%A6%AC%E0%A6%87%20%231%3F.txt")


def test_a_data_set_on_the_hub() -> None:
    mirror = parse_mirror(f"hf://datasets/wiki-media/wiki.pedia@{COMMIT}/20231101.bn/")
    assert mirror.url("a.parquet") == f"{HUB}/datasets/wiki-media/wiki.pedia/resolve/{COMMIT}/20231101.bn/a.parquet"
    assert mirror.url("a", hub="http://127.0.0.1:9") == (
        f"http://127.0.0.1:9/datasets/wiki-media/wiki.pedia/resolve/{COMMIT}/20231101.bn/a"
    )
    top = parse_mirror(f"hf://datasets/a/b@{COMMIT}/")
    assert top.url("c") == f"{HUB}/datasets/a/b/resolve/{COMMIT}/c"


@pytest.mark.parametrize("name", ["", ".", "..", "a/b"])
def test_names_that_lie_in_no_folder(name: str) -> None:
    assert parse_mirror("https://data.example.org/").url(name) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://data.example.org/",
        "ftp://data.example.org/",
        "file:///home/me/",
        "/home/me/",
        "C:\\data\\",
        "https://data.example.org",
        "https://data.example.org/file",
        "https://me:secret@data.example.org/",
        "https://me@data.example.org/",
        "https://data.example.org/?token=1/",
        "https://data.example.org/#/",
        "https://data.example.org/a/../b/",
        "https://data.example.org/a/%2E%2e/b/",
        "https://data.example.org\\@evil.example/",
        "https://localhost/",
        "https://router/",
        "https://192.168.1.1/",
        "https://127.1/",
        "https://0x7f.0x1/",
        "https://[::1]/",
        "https://data.example.org:0/",
        "https://data.example.org:99999/",
        "https://data.example.org:x/",
        "https://data..example.org/",
        "https://-data.example.org/",
        "https://data.example.org/\x1b[2J/",
        "https://data.example.org/a b/",
        "https://দত্ত.example/",
        "https://data.example.org/" + "a" * 400 + "/",
        "hf://a/b/",
        "hf://datasets/a/b/",
        "hf://datasets/a/b@main/",
        f"hf://datasets/a/b@{COMMIT[:-1]}/",
        f"hf://datasets/a/b@{COMMIT.upper()}/",
        f"hf://datasets/a/b@{COMMIT}",
        f"hf://datasets/a/b@{COMMIT}/c",
        f"hf://datasets/a/b@{COMMIT}/../../c/",
        f"hf://models/a/b@{COMMIT}/",
        f"hf://datasets/a@{COMMIT}/",
        f"hf://datasets/a/b c@{COMMIT}/",
    ],
)
def test_what_is_no_mirror(text: str) -> None:
    with pytest.raises(ValueError, match=r"mirror|form|web address|host"):
        parse_mirror(text)


@given(st.text(max_size=60))
def test_whatever_is_written_after_a_scheme_is_taken_or_refused(text: str) -> None:
    for start in ("", "https://", "https://a.example/", "hf://datasets/", f"hf://datasets/a/b@{COMMIT}/"):
        try:
            mirror = parse_mirror(start + text)
        except ValueError:
            continue
        assert mirror.folder().startswith("https://")
        assert mirror.folder().endswith("/")
