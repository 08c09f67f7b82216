"""Tokenizers as `tokenizers` JSON files: loaded from objects, or trained when a collaboration is hosted."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

import tokenizers
from tokenizers import Regex, models, normalizers, pre_tokenizers, processors, trainers

from core.errors import LocalFault

TOKENIZER_BYTES = 64 << 20
"""Longest tokenizer file."""

SPECIAL_TOKENS = ("<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]")
"""What trained tokenizers begin with; the order is their ids."""

_NAMES = {
    "pad": ("<pad>", "[PAD]"),
    "unk": ("<unk>", "[UNK]"),
    "cls": ("[CLS]", "<cls>", "<s>"),
    "sep": ("[SEP]", "<sep>", "</s>"),
    "mask": ("[MASK]", "<mask>"),
}


class TextTokenizer:
    """A tokenizer, and the ids of the five special tokens that the task needs."""

    def __init__(self, tokenizer: tokenizers.Tokenizer) -> None:
        """Raises `LocalFault` if a special token is missing."""
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._tokenizer = tokenizer
        vocabulary = tokenizer.get_vocab(with_added_tokens=True)
        self.vocabulary = max(vocabulary.values(), default=-1) + 1
        """Number of ids: one more than the highest."""
        found = {role: _first_of(names, vocabulary) for role, names in _NAMES.items()}
        self.pad, self.unk = found["pad"], found["unk"]
        self.cls, self.sep, self.mask = found["cls"], found["sep"], found["mask"]
        added = tokenizer.get_added_tokens_decoder()
        self.special = tuple(sorted({*found.values(), *(i for i, token in added.items() if token.special)}))
        """Ids that stand for no text."""

    @classmethod
    def load(cls, content: bytes) -> Self:
        """`content`: a `tokenizers` JSON file. Raises `LocalFault` if it is none or lacks a special token."""
        try:
            text = content.decode()
            if len(content) > TOKENIZER_BYTES:
                raise LocalFault(f"The tokenizer has more than {TOKENIZER_BYTES >> 20} MiB: use a smaller one.")
            return cls(tokenizers.Tokenizer.from_str(text))
        except LocalFault:
            raise
        except Exception as error:  # `tokenizers` raises bare `Exception` for whatever is wrong with the file
            raise LocalFault(f"The tokenizer is not a sound `tokenizers` JSON file ({error}).") from error

    @classmethod
    def open(cls, path: Path) -> Self:
        try:
            return cls.load(path.read_bytes())
        except OSError as error:
            raise LocalFault(f"The tokenizer {path} cannot be read ({error.strerror or error}).") from error

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of each text, without special tokens; uses all processors and lets other threads run meanwhile."""
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]


def _first_of(names: Sequence[str], vocabulary: dict[str, int]) -> int:
    for name in names:
        if name in vocabulary:
            return vocabulary[name]
    raise LocalFault(f"The tokenizer has no token {names[0]}: add it, or let a tokenizer be trained.")


def train_tokenizer(texts: Iterable[str], vocabulary: int, *, lowercase: bool = True) -> bytes:
    """A Unigram tokenizer (Kudo, 2018) of at most `vocabulary` entries, as a `tokenizers` JSON file.

    `texts`: sentences or lines. Normalisation as SentencePiece's `nmt_nfkc`; words begin with a Metaspace, digits
    stand alone, punctuation is split off. Training sums floating-point numbers in an order that varies; the entries'
    scores are therefore rounded, and sorted with the piece as tie-break, so that the same texts give the same file.
    Raises `LocalFault` if the texts are too few to find any pieces in.
    """
    tokenizer = tokenizers.Tokenizer(models.Unigram())
    steps = [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(r"\s{2,}"), " ")]
    tokenizer.normalizer = normalizers.Sequence([*steps, normalizers.Lowercase()] if lowercase else steps)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Metaspace(), pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.Punctuation()]
    )
    cls, sep = (SPECIAL_TOKENS.index(name) for name in ("[CLS]", "[SEP]"))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", cls), ("[SEP]", sep)],
    )
    trainer = trainers.UnigramTrainer(
        vocab_size=vocabulary,
        special_tokens=list(SPECIAL_TOKENS),
        unk_token=SPECIAL_TOKENS[1],
        show_progress=False,
    )
    try:
        tokenizer.train_from_iterator(texts, trainer)
    except Exception as error:  # `tokenizers` raises bare `Exception`
        raise LocalFault(f"No tokenizer could be trained ({error}): give it more text.") from error
    content = json.loads(tokenizer.to_str())
    if len(content["model"]["vocab"]) <= len(SPECIAL_TOKENS):
        raise LocalFault("No tokenizer could be trained: give it more text.")
    return _canonical(content)


def _canonical(content: dict[str, object]) -> bytes:
    model = content["model"]
    assert isinstance(model, dict)
    special, learned = model["vocab"][: len(SPECIAL_TOKENS)], model["vocab"][len(SPECIAL_TOKENS) :]
    rounded = sorted(((piece, round(score, 3)) for piece, score in learned), key=lambda entry: (-entry[1], entry[0]))
    model["vocab"] = [*special, *rounded]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
