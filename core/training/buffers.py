"""The shared vectors as tensors, and their twins where the device has memory of its own."""

import torch

from core.training.vectors import SharedVectors


class Buffers:
    """On the CPU the model works in the shared memory itself. Elsewhere parameters and gradient have a copy on the
    device, brought over at step boundaries; optimizer steps always run on the CPU, in shared memory, where engine
    and digest want the result anyway (and because not every device rounds as IEEE 754 says: design §5)."""

    def __init__(self, vectors: SharedVectors, device: torch.device) -> None:
        self.state = torch.from_numpy(vectors.state)
        self.average = torch.from_numpy(vectors.average)
        self._shared_gradient = torch.from_numpy(vectors.gradient)
        self._shared_parameters = self.state[: self._shared_gradient.numel()]
        if device.type == "cpu":
            self.parameters, self.gradient = self._shared_parameters, self._shared_gradient
        else:
            self.parameters = self._shared_parameters.to(device)
            self.gradient = torch.zeros_like(self.parameters)
        self._has_twins = device.type != "cpu"
        self.clear()

    def clear(self) -> None:
        """Zeroes the gradient, on both sides."""
        self._shared_gradient.zero_()
        if self._has_twins:
            self.gradient.zero_()

    def publish_gradient(self) -> None:
        """Completes the gradient in shared memory."""
        if self._has_twins:
            self._shared_gradient.copy_(self.gradient)

    def load_parameters(self) -> None:
        """Takes over what the shared state says."""
        if self._has_twins:
            self.parameters.copy_(self._shared_parameters)

    @property
    def gradient_is_finite(self) -> bool:
        """Of the published gradient; one pass, as a sum with an infinity or a NaN in it is not finite."""
        return bool(torch.isfinite(self._shared_gradient.sum()))
