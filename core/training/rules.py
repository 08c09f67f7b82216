"""What a task asks of an optimizer step beside the gradient. No torch."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepRules:
    """Of one step. Tensors are named as in the layout."""

    still: frozenset[str] = frozenset()
    """They stay as they are, and so do their moments; their gradient counts nowhere."""
    unit_rows: frozenset[str] = frozenset()
    """Matrices whose rows are made unit vectors after the step, unless they stand still."""
