"""Tokenizers as `tokenizers` JSON files: loaded from objects, or trained when a collaboration is hosted."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

import tokenizers
from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers, processors, trainers

from core.errors import LocalFault, reason_of
from core.saying import say

TOKENIZER_BYTES = 64 << 20
"""Longest tokenizer file."""

SPECIAL_TOKENS = ("<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]")
"""What trained tokenizers begin with; the order is their ids."""

TOKENIZER_KINDS = ("unigram", "bpe")
"""Which can be trained here."""
END_TOKEN = "<|endoftext|>"  # noqa: S105  # no secret
"""Ends a document, in tokenizers that are trained for causal language models."""

WORD_BEGINS = "\u2581"
"""What Metaspace writes for the space before a word."""

_NAMES = {
    "pad": ("<pad>", "[PAD]"),
    "unk": ("<unk>", "[UNK]"),
    "cls": ("[CLS]", "<cls>", "<s>"),
    "sep": ("[SEP]", "<sep>", "</s>"),
    "mask": ("[MASK]", "<mask>"),
    "end": ("<|endoftext|>", "<|end_of_text|>", "</s>", "<eos>", "[SEP]"),
}


class TextTokenizer:
    """A tokenizer, and the ids of its special tokens by the role they play."""

    def __init__(self, tokenizer: tokenizers.Tokenizer) -> None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._tokenizer = tokenizer
        vocabulary = tokenizer.get_vocab(with_added_tokens=True)
        self.vocabulary = max(vocabulary.values(), default=-1) + 1
        """Number of ids: one more than the highest."""
        found = {role: next((n for n in names if n in vocabulary), None) for role, names in _NAMES.items()}
        self._ids = {role: vocabulary[name] for role, name in found.items() if name is not None}
        added = tokenizer.get_added_tokens_decoder()
        self.special = tuple(sorted({*self._ids.values(), *(i for i, token in added.items() if token.special)}))
        """Ids that stand for no text."""

    def id_of(self, role: str) -> int:
        """Of `pad`, `unk`, `cls`, `sep`, `mask`, or `end` (of a document). Raises `LocalFault` if there is none."""
        if role not in self._ids:
            raise LocalFault(
                say("The tokenizer has no token {token}: add it, or let a tokenizer be trained.", token=_NAMES[role][0])
            )
        return self._ids[role]

    def name_of(self, token: int) -> str:
        """How the tokenizer's file writes that id."""
        return str(self._tokenizer.id_to_token(token))

    @classmethod
    def load(cls, content: bytes) -> Self:
        """`content`: a `tokenizers` JSON file. Raises `LocalFault` if it is none."""
        try:
            text = content.decode()
            if len(content) > TOKENIZER_BYTES:
                raise LocalFault(
                    say("The tokenizer has more than {most} MiB: use a smaller one.", most=TOKENIZER_BYTES >> 20)
                )
            return cls(tokenizers.Tokenizer.from_str(text))
        except LocalFault:
            raise
        except Exception as error:  # `tokenizers` raises bare `Exception` for whatever is wrong with the file
            raise LocalFault(
                say("The tokenizer is not a sound `tokenizers` JSON file ({reason}).", reason=str(error))
            ) from error

    @classmethod
    def open(cls, path: Path) -> Self:
        try:
            return cls.load(path.read_bytes())
        except OSError as error:
            raise LocalFault(
                say(
                    "The tokenizer {path} cannot be read ({reason}).",
                    path=str(path),
                    reason=reason_of(error),
                )
            ) from error

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of each text, without special tokens; uses all processors and lets other threads run meanwhile."""
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]

    def decode(self, tokens: Sequence[int]) -> str:
        """Text of those ids, without special tokens. Bytes that are no whole character become U+FFFD."""
        if self._tokenizer.decoder is not None:
            return str(self._tokenizer.decode(list(tokens), skip_special_tokens=True))
        pieces = (self.name_of(token) for token in tokens if token not in self.special)
        return "".join(pieces).replace(WORD_BEGINS, " ")


def train_tokenizer(
    texts: Iterable[str], vocabulary: int, *, lowercase: bool = True, is_bengali: bool = False
) -> bytes:
    """A Unigram tokenizer (Kudo, 2018) of at most `vocabulary` entries, as a `tokenizers` JSON file.

    `texts`: sentences or lines. Normalisation as SentencePiece's `nmt_nfkc`, and for Bengali the rules of sahajBERT's
    tokenizer; words begin with a Metaspace, digits stand alone, punctuation is split off. Training sums floating-point
    numbers in an order that varies; the entries' scores are therefore rounded, and sorted with the piece as tie-break,
    so that the same texts give the same file.
    Raises `LocalFault` if the texts are too few to find any pieces in.
    """
    tokenizer = tokenizers.Tokenizer(models.Unigram())
    steps = [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(r"\s{2,}"), " ")]
    steps += _bengali_rules() if is_bengali else []
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
        raise LocalFault(
            say("No tokenizer could be trained ({reason}): give it more text.", reason=str(error))
        ) from error
    content = json.loads(tokenizer.to_str())
    if len(content["model"]["vocab"]) <= len(SPECIAL_TOKENS):
        raise LocalFault(say("No tokenizer could be trained: give it more text."))
    return _canonical(content)


def _bengali_rules() -> list[normalizers.Normalizer]:
    """Whatever is typed for a danda becomes one, and a colon after a Bengali letter the visarga that was meant."""
    dandas = (("\u09e4", "\u0964"), ("\u09e5", "\u0965"), ("|", "\u0964"), ("\u09f7", "\u0964"))
    rules = [normalizers.Replace(typed, meant) for typed, meant in dandas]
    return [*rules, normalizers.Replace(Regex("(?<=[\\u0980-\\u09ff]):"), "\u0983")]


def train_byte_pairs(texts: Iterable[str], vocabulary: int) -> bytes:
    """A byte-level BPE tokenizer (Radford et al., 2019) of at most `vocabulary` entries, as a `tokenizers` JSON file:
    every text comes back from it as it was. Its only special token ends documents.

    Raises `LocalFault` if the texts are too few.
    """
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[END_TOKEN],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    content = json.loads(tokenizer.to_str())
    if not content["model"]["merges"]:
        raise LocalFault(say("No tokenizer could be trained: give it more text."))
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _canonical(content: dict[str, object]) -> bytes:
    model = content["model"]
    assert isinstance(model, dict)
    special, learned = model["vocab"][: len(SPECIAL_TOKENS)], model["vocab"][len(SPECIAL_TOKENS) :]
    rounded = sorted(((piece, round(score, 3)) for piece, score in learned), key=lambda entry: (-entry[1], entry[0]))
    model["vocab"] = [*special, *rounded]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
