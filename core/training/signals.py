"""A few words of shared memory that engine and trainer read and write without a message."""

SIZE_BYTES = 32


class Signals:
    """The engine writes `may_run`, `stands_aside`, `duty` and `cores`, the trainer the rest. Each is one aligned word,
    which no reader sees half written."""

    def __init__(self, memory: memoryview) -> None:
        """`memory`: the first `SIZE_BYTES` of it, zeroed by whoever created it."""
        self._bytes = memory[0:3]
        self._duty = memory[4:8].cast("f")
        self._cores = memory[8:12].cast("I")
        self._counts = memory[16:32].cast("Q")

    @property
    def may_run(self) -> bool:
        return bool(self._bytes[0])

    @may_run.setter
    def may_run(self, may_run: bool) -> None:
        self._bytes[0] = may_run

    @property
    def is_busy(self) -> bool:
        """Whether a micro-batch is being computed, so that `passes` should grow."""
        return bool(self._bytes[1])

    @is_busy.setter
    def is_busy(self, is_busy: bool) -> None:
        self._bytes[1] = is_busy

    @property
    def stands_aside(self) -> bool:
        """Whether others need the computer for a moment: work rests, and is not given up."""
        return bool(self._bytes[2])

    @stands_aside.setter
    def stands_aside(self, stands_aside: bool) -> None:
        self._bytes[2] = stands_aside

    @property
    def duty(self) -> float:
        """Part of the time that is computed, above 0 and up to 1."""
        return self._duty[0]

    @duty.setter
    def duty(self, duty: float) -> None:
        self._duty[0] = duty

    @property
    def cores(self) -> int:
        """Threads that compute on the processor; 0 leaves them as they are."""
        return self._cores[0]

    @cores.setter
    def cores(self, cores: int) -> None:
        self._cores[0] = cores

    @property
    def beats(self) -> int:
        """Grows twice a second while the process lives, whatever it computes; 0 until it has begun."""
        return self._counts[0]

    @beats.setter
    def beats(self, beats: int) -> None:
        self._counts[0] = beats

    @property
    def passes(self) -> int:
        """How often the working thread was seen between two pieces of work."""
        return self._counts[1]

    @passes.setter
    def passes(self, passes: int) -> None:
        self._counts[1] = passes

    def release(self) -> None:
        """Lets the memory go; nothing here may be used any more."""
        for view in (self._bytes, self._duty, self._cores, self._counts):
            view.release()
