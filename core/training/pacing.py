"""How much work may lie between two pauses. No torch."""

_CPU_TOKENS = 4096
_CPU_LAYER_FLOPS = 4e9
"""Forward work of one layer. Work stops at layers and halves of layers only; backward it takes twice as long as
forward, and a slow pair of cores does 20 GFLOP/s: pausing takes 0.3 s there at worst, and 0.1 s on most machines."""


_CPU_FLOPS = 1e11
"""Forward work of a whole micro-batch, likewise: a step waits until each peer has ended its own."""


def samples_between_pauses(stage_flops: float, flops: float) -> int:
    """On a processor: how many samples keep to that, given one's forward work in its longest stage and in all."""
    return int(min(_CPU_LAYER_FLOPS / stage_flops, _CPU_FLOPS / flops))


def tokens_between_pauses(layer_flops_per_token: float) -> int:
    """On a processor: enough for efficient matrix products, few enough to pause soon."""
    return int(min(_CPU_TOKENS, _CPU_LAYER_FLOPS / layer_flops_per_token))
