"""How a text goes on, as the model would write it."""

import zlib
from typing import Any

import torch
from torch import nn

from core.data.tokenizer import TextTokenizer
from core.errors import UsageError
from core.identity.manifest import CausalLm
from core.saying import say
from core.training.tasks.api import Guess

TOKENS = 30
MOST_S = 4.0
"""A slow computer writes fewer in this time, and is done then."""
TEMPERATURE, TOP = 0.8, 40
"""Always the likeliest token makes small models repeat themselves; all of them make nonsense."""


class Continuing:
    """A `core.training.tasks.api.Trial`. The same text is continued in the same way by the same model."""

    def __init__(self, task: CausalLm, tokenizer: TextTokenizer) -> None:
        self._tokenizer = tokenizer
        self._tokens = min(TOKENS, task.sequence_tokens // 2)
        self._given = task.sequence_tokens - self._tokens
        """The model has never seen more before what it is to continue."""
        self._end = tokenizer.id_of("end")

    def answer(self, model: nn.Module, text: str, count: int) -> list[Guess]:
        """One, however many are asked for. `probability` is the mean of its tokens'."""
        given = self._tokenizer.encode([text.rstrip(" ")])[0][-self._given :]
        if not given:
            raise UsageError(say("There is nothing to continue: write a few words."))
        made, probabilities = self._continued(model, given, zlib.crc32(text.encode()))
        return [Guess(self._text_after(given, made), sum(probabilities) / max(1, len(probabilities)))]

    def _continued(self, model: Any, given: list[int], seed: int) -> tuple[list[int], list[float]]:
        ids = torch.tensor([given])
        torch.manual_seed(seed)
        with torch.inference_mode():
            said = model.generate(
                ids,
                attention_mask=torch.ones_like(ids),
                max_new_tokens=self._tokens,
                max_time=MOST_S,
                do_sample=True,
                temperature=TEMPERATURE,
                top_k=TOP,
                use_cache=True,
                eos_token_id=self._end,
                pad_token_id=self._end,
                suppress_tokens=[token for token in self._tokenizer.special if token != self._end] or None,
                output_logits=True,
                return_dict_in_generate=True,
            )
        made: list[int] = said.sequences[0, len(given) :].tolist()
        chances = [step[0].float().softmax(-1)[token].item() for step, token in zip(said.logits, made, strict=True)]
        return [token for token in made if token < self._tokenizer.vocabulary], chances

    def _text_after(self, given: list[int], made: list[int]) -> str:
        """Of the new tokens, with the space before them, which a decoder drops at the beginning of a text."""
        before, whole = self._tokenizer.decode(given), self._tokenizer.decode([*given, *made])
        text = whole[len(before) :] if whole.startswith(before) else self._tokenizer.decode(made)
        return text.rstrip("\ufffd")  # the bytes of a character that was not finished
