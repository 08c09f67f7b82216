"""Words for the gap in a text, as the model would fill it."""

import re

import numpy as np
import torch
from torch import nn

from core.data.text import split_sentences
from core.data.tokenizer import WORD_BEGINS, TextTokenizer
from core.errors import UsageError
from core.identity.manifest import MlmSop
from core.saying import say
from core.training.tasks.api import Guess
from core.training.tasks.mlm_sop.batches import NOT_PREDICTED, Batch
from core.training.tasks.mlm_sop.learning import inputs, outcome

_GAP = "\ue000"
"""Stands for a gap while sentences are told apart; of private use, so that no text has it."""
_SPARE = 100
"""So many more candidates are looked at, for those that cannot be shown."""


class GapFilling:
    """A `core.training.tasks.api.Trial`."""

    def __init__(self, task: MlmSop, tokenizer: TextTokenizer) -> None:
        self._most = task.sequence_tokens
        self._tokenizer = tokenizer
        self._mask, self._cls, self._sep = (tokenizer.id_of(role) for role in ("mask", "cls", "sep"))
        self._gaps = re.compile(rf"_{{3,}}|\[MASK\]|{re.escape(tokenizer.name_of(self._mask))}")

    def answer(self, model: nn.Module, text: str, count: int) -> list[Guess]:
        batch = self._batch(text)
        with torch.inference_mode():
            logits = outcome(model, inputs(batch, torch.device("cpu"))).words[0]
            probabilities = logits.float().softmax(-1)
        return self._guesses(probabilities, count)

    def _batch(self, text: str) -> Batch:
        """One sample, in the form that training gives them; only the first gap is predicted."""
        first, second = self._segments(text)
        ids = [self._cls, *first, self._sep, *([*second, self._sep] if second else [])]
        if len(ids) > self._most:
            raise UsageError(
                say(
                    "The text is too long: it has {pieces} pieces of words, and the model reads {most} at a time; "
                    "shorten it.",
                    pieces=len(ids),
                    most=self._most,
                )
            )
        row = np.array([ids], np.int64)
        labels = np.full_like(row, NOT_PREDICTED)
        labels[0, ids.index(self._mask)] = 0
        types = (np.arange(len(ids)) > len(first) + 1).astype(np.int64)[None]
        return Batch(row, np.ones_like(row), types, labels, np.zeros(1, np.int64))

    def _segments(self, text: str) -> tuple[list[int], list[int]]:
        """Tokens of the first sentence and of those after it."""
        marked = self._gaps.sub(_GAP, text)
        if _GAP not in marked:
            raise UsageError(say("The text has no gap: write ___ where a word is to be found."))
        if not marked.replace(_GAP, "").strip():
            raise UsageError(say("There is nothing but a gap: write the words around it too."))
        first, *others = map(self._tokens, split_sentences(marked))
        return first, [token for tokens in others for token in tokens]

    def _tokens(self, sentence: str) -> list[int]:
        tokens: list[int] = []
        for number, piece in enumerate(sentence.split(_GAP)):
            found = self._tokenizer.encode([piece.strip()])[0] if piece.strip() else []
            # A full stop right behind the gap is no new word, which tokenizers take every text to begin with.
            if number and not piece[:1].isspace() and found and self._tokenizer.name_of(found[0]) == WORD_BEGINS:
                found = found[1:]
            tokens += [self._mask] * bool(number) + found
        return tokens

    def _guesses(self, probabilities: torch.Tensor, count: int) -> list[Guess]:
        """Without special tokens, and without what is no text by itself (a space, a part of a character)."""
        best = probabilities.topk(min(count + _SPARE, probabilities.numel()))
        guesses: list[Guess] = []
        for probability, token in zip(best.values.tolist(), best.indices.tolist(), strict=True):
            if token in self._tokenizer.special or token >= self._tokenizer.vocabulary:
                continue
            text = self._tokenizer.decode([token]).strip()
            if text and "\ufffd" not in text and len(guesses) < count:
                guesses.append(Guess(text, probability))
        return guesses
