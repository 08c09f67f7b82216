"""The few things that are done with the registry of Windows, all of them under HKEY_CURRENT_USER."""

import sys
from typing import Protocol

from app.qt import QCoreApplication
from app.system_fault import SystemFault

translate = QCoreApplication.translate


class Registry(Protocol):
    """A key is a path with backslashes; an empty name is the key's default value."""

    def text(self, key: str, name: str) -> str | None: ...

    def data(self, key: str, name: str) -> bytes | None: ...

    def set_text(self, key: str, name: str, text: str) -> None:
        """Makes the key where there is none. Raises `SystemFault`."""
        ...

    def forget(self, key: str, name: str) -> None:
        """A value; does nothing where there is none."""
        ...

    def forget_tree(self, key: str) -> None:
        """A key and all below it; does nothing where there is none."""
        ...


if sys.platform == "win32":
    import winreg

    class UserRegistry:
        """`Registry` of the one who runs this."""

        def text(self, key: str, name: str) -> str | None:
            value = self._value(key, name)
            return value if isinstance(value, str) else None

        def data(self, key: str, name: str) -> bytes | None:
            value = self._value(key, name)
            return value if isinstance(value, bytes) else None

        def set_text(self, key: str, name: str, text: str) -> None:
            try:
                with winreg.CreateKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    winreg.SetValueEx(opened, name, 0, winreg.REG_SZ, text)
            except OSError as fault:
                raise self._refused(key, fault) from fault

        def forget(self, key: str, name: str) -> None:
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key, 0, winreg.KEY_SET_VALUE) as opened:
                    winreg.DeleteValue(opened, name)
            except FileNotFoundError:
                return
            except OSError as fault:
                raise self._refused(key, fault) from fault

        def forget_tree(self, key: str) -> None:
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    children = [winreg.EnumKey(opened, number) for number in range(winreg.QueryInfoKey(opened)[0])]
                for child in children:
                    self.forget_tree(f"{key}\\{child}")
                winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)
            except FileNotFoundError:
                return
            except OSError as fault:
                raise self._refused(key, fault) from fault

        def _value(self, key: str, name: str) -> object:
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    return winreg.QueryValueEx(opened, name)[0]
            except OSError:
                return None

        def _refused(self, key: str, fault: OSError) -> SystemFault:
            text = translate("system", "Windows does not let {key} be changed ({reason}); ask who manages it.")
            return SystemFault(text.format(key=key, reason=fault.strerror))
