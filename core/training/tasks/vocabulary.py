"""Whether a tokenizer and a model fit together."""

from collections.abc import Mapping

from core.data.tokenizer import TextTokenizer
from core.errors import LocalFault
from core.saying import say


def check_vocabulary(name: str, model: Mapping[str, object], tokenizer: TextTokenizer) -> None:
    """Raises `LocalFault` if the model has no room for all of the tokenizer's entries."""
    declared = model.get("vocab_size")
    if not isinstance(declared, int) or tokenizer.vocabulary > declared:
        raise LocalFault(
            say(
                "The tokenizer of {name} has {entries} entries and its model room for {declared}: tell its organiser.",
                name=name,
                entries=tokenizer.vocabulary,
                declared=str(declared),
            )
        )
