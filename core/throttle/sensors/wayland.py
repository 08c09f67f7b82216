"""A Wayland compositor that has `ext-idle-notify-v1`: KDE, sway and others of wlroots, niri, COSMIC, Hyprland.

It tells when there has been no input for a second, and of the next input. From version 2 on it can leave out what
programs ask for (a film that keeps the screen on); where that notification says idle and the other one does not, a
program does ask for it.
"""

import time
from collections.abc import Iterator, Mapping, Sequence

from core.throttle.sensors.idle_clock import IdleClock
from core.throttle.sensors.probe import INPUT, Said
from core.throttle.sensors.wayland_wire import Connection, find_socket, number

SOURCE = "Wayland"
REST_S = 1.0
ASK_WHETHER_IT_LIVES_S = 5.0

_NOTIFIER = "ext_idle_notifier_v1"
_NOTIFY, _NOTIFY_INPUT = 1, 2
_IDLED, _RESUMED = 0, 1


class Wayland:
    every_s = 2.5
    closely_every_s = 2.5
    holds_s = 6.0

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._wayland = Connection(find_socket(environment))
        self._answered_s = time.monotonic()
        self._asked = self._input = IdleClock(REST_S)
        """By the notification that programs hold up, and by that of input alone, where there is one."""
        self._clocks: dict[int, IdleClock] = {}
        try:
            self._subscribe()
        except BaseException:
            self._wayland.close()
            raise

    def look(self) -> Iterator[Said]:
        now_s = time.monotonic()
        if now_s - self._answered_s >= ASK_WHETHER_IT_LIVES_S:
            self._wayland.synchronise()
            self._answered_s = now_s
        for event in self._wayland.take_events():
            clock = self._clocks.get(event.sender)
            if clock is not None and event.opcode == _IDLED:
                clock.fall_idle(now_s)
            elif clock is not None and event.opcode == _RESUMED:
                clock.resume()
        yield Said(INPUT, self._input.last_input_s, SOURCE)
        # Of one notification alone, and while somebody types, nothing can be concluded. Both come at the same time or
        # not at all, give or take a moment.
        if self._asked is not self._input and now_s - self._input.last_input_s > 2 * REST_S:
            yield Said("is_full_screen", not self._asked.is_idle, SOURCE)

    def files(self) -> Sequence[int]:
        return (self._wayland.fileno(),)

    def close(self) -> None:
        self._wayland.close()

    def _subscribe(self) -> None:
        seat = self._wayland.bind("wl_seat", 1)
        notifier = self._wayland.bind(_NOTIFIER, 2)
        self._clocks[self._notify(notifier, _NOTIFY, seat)] = self._asked
        if self._wayland.globals[_NOTIFIER].version >= 2:
            self._input = IdleClock(REST_S)
            self._clocks[self._notify(notifier, _NOTIFY_INPUT, seat)] = self._input
        self._wayland.synchronise()

    def _notify(self, notifier: int, opcode: int, seat: int) -> int:
        new = self._wayland.new_id()
        self._wayland.send(notifier, opcode, number(new) + number(round(REST_S * 1000)) + number(seat))
        return new
