"""The shared vectors as tensors, and their twins where the device has memory of its own."""

import torch

from core.training.device.api import Device


class Buffers:
    """On the CPU the model works in the shared memory itself. Elsewhere parameters and gradient have a copy on the
    device, brought over at step boundaries; optimizer steps always run on the CPU, in shared memory, where engine
    and digest want the result anyway (and because not every device rounds as IEEE 754 says: design §5)."""

    def __init__(
        self, parameters: torch.Tensor, gradient: torch.Tensor, device: Device, *, is_heir: bool = False
    ) -> None:
        """`parameters` and `gradient`: the shared ones, [P] float32 on the CPU. The gradient is zeroed; but an heir
        leaves it to others until it may `adopt` it, and for that has twins on a CPU too."""
        self._shared_parameters, self._shared_gradient = parameters, gradient
        self._has_twins = device.has_own_memory or is_heir
        self.parameters, self.gradient = parameters, gradient
        if self._has_twins:
            self.parameters = parameters.to(device.place, copy=True)
            self.gradient = torch.zeros_like(self.parameters)
        if not is_heir:
            self.clear()

    def forget_trials(self) -> None:
        """What was computed to find out what suits the device is no gradient of anything."""
        self.gradient.zero_()

    def adopt(self) -> None:
        """What is shared is taken over, the gradient too."""
        self.load()
        self.take_back()

    def clear(self) -> None:
        """Zeroes the gradient, on both sides."""
        self._shared_gradient.zero_()
        if self._has_twins:
            self.gradient.zero_()

    def publish(self) -> torch.Tensor:
        """Completes the gradient in shared memory, and returns that. Whoever adds to it says so by `take_back`."""
        if self._has_twins:
            self._shared_gradient.copy_(self.gradient)
        return self._shared_gradient

    def take_back(self) -> None:
        """What was added to the published gradient belongs to it from now on."""
        if self._has_twins:
            self.gradient.copy_(self._shared_gradient)

    def load(self) -> None:
        """Takes over what the shared parameters say."""
        if self._has_twins:
            self.parameters.copy_(self._shared_parameters)

    @property
    def is_finite(self) -> bool:
        """Of the published gradient; one pass, as a sum with an infinity or a NaN in it is not finite."""
        return bool(torch.isfinite(self._shared_gradient.sum()))


class NoTwins:
    """In the place of `Buffers` where nothing is computed, and the state alone is kept."""

    def __init__(self, gradient: torch.Tensor, *, is_heir: bool) -> None:
        """`gradient`: the shared one. It is zeroed, but by an heir."""
        self._gradient = gradient
        if not is_heir:
            self.clear()

    def clear(self) -> None:
        self._gradient.zero_()

    def load(self) -> None:
        """There is nobody to take anything over."""

    def adopt(self) -> None:
        """Likewise."""
