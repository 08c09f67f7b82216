import json
from pathlib import Path

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from core.data.tokenizer import SPECIAL_TOKENS, TextTokenizer, train_byte_pairs, train_tokenizer
from core.errors import LocalFault

SHARED = Path(__file__).parents[3].parent / "shared" / "data"
TEXTS = [f"The {a} {b} jumps over {n} lazy dogs, said আমার সোনার বাংলা." for a in ("quick", "slow", "small")
         for b in ("fox", "bear", "cat", "hare") for n in range(30)]  # fmt: skip


@pytest.fixture(scope="module")
def trained() -> bytes:
    return train_tokenizer(TEXTS, 200)


def test_training_gives_a_tokenizer(trained: bytes) -> None:
    tokenizer = TextTokenizer.load(trained)
    assert [tokenizer.id_of(role) for role in ("pad", "unk", "cls", "sep", "mask")] == [0, 1, 2, 3, 4]
    assert tokenizer.special == (0, 1, 2, 3, 4)
    assert 50 < tokenizer.vocabulary <= 200
    (ids, same, empty) = tokenizer.encode(["The quick fox", "the QUICK  fox", ""])
    assert ids == same
    assert empty == []
    assert 0 < len(ids) <= 14
    assert not set(ids) & set(tokenizer.special)


def test_training_is_repeatable(trained: bytes) -> None:
    assert train_tokenizer(TEXTS, 200) == trained


def test_capitals_can_be_kept() -> None:
    tokenizer = TextTokenizer.load(train_tokenizer(TEXTS, 200, lowercase=False))
    upper, lower = tokenizer.encode(["The", "the"])
    assert upper != lower


def test_too_little_text() -> None:
    with pytest.raises(LocalFault, match="more text"):
        train_tokenizer([], 200)


def test_other_names_of_special_tokens(trained: bytes) -> None:
    content = json.loads(trained)
    renamed = {"[CLS]": "<s>", "[SEP]": "</s>", "<pad>": "[PAD]"}
    for token in content["added_tokens"]:
        token["content"] = renamed.get(token["content"], token["content"])
    content["model"]["vocab"] = [[renamed.get(piece, piece), score] for piece, score in content["model"]["vocab"]]
    content["post_processor"] = None
    tokenizer = TextTokenizer.load(json.dumps(content).encode())
    assert [tokenizer.id_of(role) for role in ("cls", "sep", "pad")] == [2, 3, 0]


@pytest.mark.parametrize("missing", SPECIAL_TOKENS)
def test_a_missing_special_token_is_named(trained: bytes, missing: str) -> None:
    text = trained.decode().replace(json.dumps(missing), '"something"')
    tokenizer = TextTokenizer.load(text.encode())
    with pytest.raises(LocalFault, match="has no token"):
        [tokenizer.id_of(role) for role in ("pad", "unk", "cls", "sep", "mask")]


def test_bengali_marks_are_what_was_meant() -> None:
    """The rules of sahajBERT's tokenizer."""
    texts = [*TEXTS, "এক। দুই॥ দুঃখ: |"]
    plain, bengali = (TextTokenizer.load(train_tokenizer(texts, 200, is_bengali=choice)) for choice in (False, True))
    typed, meant = ["এক৷ দুই৥ এক৤", "এক|", "দু:খ"], ["এক। দুই॥ এক।", "এক।", "দুঃখ"]
    assert bengali.encode(typed) == bengali.encode(meant)
    assert plain.encode(typed) != plain.encode(meant)


def test_byte_pairs_keep_every_text() -> None:
    content = train_byte_pairs(TEXTS, 400)
    assert content == train_byte_pairs(TEXTS, 400)
    tokenizer = TextTokenizer.load(content)
    assert 256 < tokenizer.vocabulary <= 400
    assert tokenizer.name_of(tokenizer.id_of("end")) == "<|endoftext|>"
    text = "The  quick\n\tfox, বাংলা \u0000 🦊"
    assert tokenizers.Tokenizer.from_str(content.decode()).decode(tokenizer.encode([text])[0]) == text
    with pytest.raises(LocalFault, match="has no token <pad>"):
        tokenizer.id_of("pad")
    with pytest.raises(LocalFault, match="more text"):
        train_byte_pairs([], 400)


@given(st.binary(max_size=100))
def test_garbage_is_a_fault(content: bytes) -> None:
    with pytest.raises(LocalFault, match="not a sound"):
        TextTokenizer.load(content)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(LocalFault, match="cannot be read"):
        TextTokenizer.open(tmp_path / "nothing.json")


@pytest.mark.shared
def test_the_sahajbert_tokenizer() -> None:
    path = SHARED / "sahajbert_tokenizer" / "tokenizer.json"
    if not path.exists():
        pytest.skip("no shared data")
    tokenizer = TextTokenizer.open(path)
    assert tokenizer.vocabulary == 32_000
    assert [tokenizer.id_of(role) for role in ("pad", "unk", "cls", "sep", "mask")] == [0, 1, 2, 3, 4]
    (ids,) = tokenizer.encode(["আমার সোনার বাংলা, আমি তোমায় ভালোবাসি।"])
    assert 8 <= len(ids) <= 14
    assert tokenizer.id_of("unk") not in ids
