import numpy as np
import pytest
import tokenizers
import torch
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import models, normalizers, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

from core.evaluation.encoding import (
    IGNORED,
    Encoded,
    align,
    batches_in_order,
    collate,
    encode_texts,
    encode_words,
    random_batches,
)
from core.evaluation.samples import LabelledText, TaggedSentence

CLS, SEP, A, B, REST = 1, 2, 3, 4, 5
NUMBERS = {"O": 0, "B-X": 1, "I-X": 2}


@pytest.fixture(scope="module")
def tokenizer() -> PreTrainedTokenizerFast:
    """Knows `a`, `b`, and that what follows them is another token; drops `!`."""
    vocabulary = {"<pad>": 0, "[CLS]": CLS, "[SEP]": SEP, "a": A, "b": B, "##c": REST, "<unk>": 6}
    made = tokenizers.Tokenizer(models.WordPiece(vocabulary, unk_token="<unk>"))
    made.normalizer = normalizers.Replace("!", "")
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", CLS), ("[SEP]", SEP)]
    )
    return PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<pad>")


def test_labels_stand_at_the_first_token_of_each_word() -> None:
    assert align([None, 0, 0, 1, 2, 2, None], [7, 8, 9]) == ([IGNORED, 7, IGNORED, 8, 9, IGNORED, IGNORED], (0, 1, 2))
    # Word 1 has no token, words 3 and up were cut.
    assert align([None, 0, 2, 2, None], [7, 8, 9, 5, 5]) == ([IGNORED, 7, 9, IGNORED, IGNORED], (0, 2))


def test_words_are_encoded_with_their_labels(tokenizer: PreTrainedTokenizerFast) -> None:
    sample = TaggedSentence(["acc", "!", "b", "ac"], ["B-X", "O", "I-X", "O"])
    [encoded] = encode_words(tokenizer, [sample], NUMBERS, 128)
    assert encoded.ids == [CLS, A, REST, REST, B, A, REST, SEP]
    assert encoded.labels == [IGNORED, 1, IGNORED, IGNORED, 2, 0, IGNORED, IGNORED]
    assert encoded.words == (0, 2, 3)


def test_words_beyond_the_length_are_cut(tokenizer: PreTrainedTokenizerFast) -> None:
    sample = TaggedSentence(["acc", "b", "b"], ["B-X", "I-X", "O"])
    [encoded] = encode_words(tokenizer, [sample], NUMBERS, 6)
    assert encoded.ids == [CLS, A, REST, REST, B, SEP]
    assert encoded.words == (0, 1)


def test_texts_have_one_label_and_any_number_of_them_is_encoded(tokenizer: PreTrainedTokenizerFast) -> None:
    samples = [LabelledText("a b ac", number % 2) for number in range(1500)]
    encoded = encode_texts(tokenizer, samples, {"0": 5, "1": 6}, 5)
    assert len(encoded) == 1500
    assert encoded[1] == Encoded([CLS, A, B, A, SEP], [6])


def test_batches_are_padded_where_nothing_is_learned() -> None:
    batch = collate([Encoded([1, 2, 3], [IGNORED, 5, IGNORED]), Encoded([1], [IGNORED])], padding=9)
    assert batch.ids.tolist() == [[1, 2, 3], [1, 9, 9]]
    assert batch.mask.tolist() == [[1, 1, 1], [1, 0, 0]]
    assert batch.labels.tolist() == [[IGNORED, 5, IGNORED], [IGNORED] * 3]
    assert collate([Encoded([1, 2], [4]), Encoded([1], [3])], padding=0).labels.tolist() == [[4], [3]]
    assert batch.ids.dtype == torch.int64


@given(
    lengths=st.lists(st.integers(1, 200), min_size=1, max_size=300),
    size=st.integers(1, 40),
    seed=st.integers(0, 9),
)
def test_an_epoch_takes_every_sample_once(lengths: list[int], size: int, seed: int) -> None:
    for batches in (random_batches(lengths, size, [seed, 1]), batches_in_order(lengths, size)):
        assert sorted(np.concatenate(batches).tolist()) == list(range(len(lengths)))
        assert max(len(batch) for batch in batches) <= size


def test_order_is_the_seed_s_and_the_epoch_s_and_spares_padding() -> None:
    lengths = np.random.default_rng(0).geometric(0.05, 2000).tolist()

    def order(*seed: int) -> list[list[int]]:
        return [batch.tolist() for batch in random_batches(lengths, 16, seed)]

    assert order(3, 1) == order(3, 1)
    assert order(3, 1) != order(3, 2) != order(4, 2)
    shuffled = np.random.default_rng(1).permutation(lengths).reshape(-1, 16).max(1).sum()
    assert sum(max(lengths[one] for one in batch) for batch in order(0, 1)) < 0.7 * shuffled
    longest = [max(lengths[one] for one in batch) for batch in batches_in_order(lengths, 16)]
    assert longest == sorted(longest, reverse=True)
