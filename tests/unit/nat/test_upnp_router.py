"""A UPnP router of its own making on loopback, for what miniupnpd does not do."""

import asyncio
import re
from xml.sax.saxutils import unescape

import pytest

from core.nat.gateway import Route
from core.nat.router import LIFETIME_S, Grant, RouterFault
from core.nat.upnp import Upnp
from core.transport.api import Address

ROUTE = Route("127.0.0.1", "127.0.0.1")
KIND = "urn:schemas-upnp-org:service:WANIPConnection:1"
ROOT = f"""<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device>
<deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><UDN>uuid:1</UDN><serviceList><service>
<serviceType>{KIND}</serviceType><serviceId>a</serviceId><SCPDURL>/scpd</SCPDURL><controlURL>/control</controlURL>
<eventSubURL>/events</eventSubURL></service></serviceList></device></root>"""
ENTRY = "RemoteHost> ExternalPort> Protocol>"
ACTIONS = {
    "GetExternalIPAddress": "<ExternalIPAddress",
    "AddPortMapping": f"{ENTRY} InternalPort> InternalClient> Enabled> PortMappingDescription> LeaseDuration>",
    "DeletePortMapping": ENTRY,
    "GetSpecificPortMappingEntry": f"{ENTRY} <InternalPort <InternalClient",
}
NUMBERS = {"ExternalPort": "ui2", "InternalPort": "ui2", "LeaseDuration": "ui4", "Enabled": "boolean"}


def service_description(actions: list[str]) -> str:
    described, names = "", set()
    for action in actions:
        arguments = ""
        for word in ACTIONS[action].split():
            name = word.strip("<>")
            names.add(name)
            direction = "in" if word.endswith(">") else "out"
            arguments += (
                f"<argument><name>New{name}</name><direction>{direction}</direction>"
                f"<relatedStateVariable>{name}</relatedStateVariable></argument>"
            )
        described += f"<action><name>{action}</name><argumentList>{arguments}</argumentList></action>"
    variables = "".join(
        f'<stateVariable sendEvents="no"><name>{name}</name><dataType>{NUMBERS.get(name, "string")}</dataType>'
        "</stateVariable>"
        for name in sorted(names)
    )
    return (
        f'<scpd xmlns="urn:schemas-upnp-org:service-1-0"><actionList>{described}</actionList>'
        f"<serviceStateTable>{variables}</serviceStateTable></scpd>"
    )


class UpnpRouter(asyncio.DatagramProtocol):
    """`refuse` maps an action to the error code that it is answered with."""

    def __init__(self, actions: list[str] | None = None) -> None:
        self.actions = actions or list(ACTIONS)
        self.refuse: dict[str, int] = {}
        self.permanent_only = 0
        self.host = "203.0.113.9"
        self.ports: dict[int, dict[str, str]] = {}

    async def __aenter__(self) -> "UpnpRouter":
        loop = asyncio.get_running_loop()
        self.web = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.transport, _ = await loop.create_datagram_endpoint(lambda: self, local_addr=("127.0.0.1", 0))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.transport.close()
        self.web.close()
        await self.web.wait_closed()

    def control(self) -> Upnp:
        return Upnp(ROUTE, 4242, ssdp_port=self.transport.get_extra_info("sockname")[1])

    def datagram_received(self, data, address):
        port = self.web.sockets[0].getsockname()[1]
        self.transport.sendto(b"HTTP/1.1 200 OK\r\nLOCATION: http://127.0.0.1:%d/root\r\n\r\n" % port, address)

    async def serve(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"(?i)content-length: (\d+)", head)
        body = (await reader.readexactly(int(length[1]))).decode() if length else ""
        status, answer = self.answer(head.split()[1], body)
        text = answer.encode()
        writer.write(b"HTTP/1.1 %d X\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % (status, len(text)) + text)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    def answer(self, path: str, body: str) -> tuple[int, str]:
        if path == "/root":
            return 200, ROOT
        if path == "/scpd":
            return 200, service_description(self.actions)
        action = re.search(r"<u:(\w+) ", body)[1]
        said = {name: unescape(text) for name, text in re.findall(r"<New(\w+)>([^<]*)</New", body)}
        code, told = (self.refuse[action], {}) if action in self.refuse else self.do(action, said)
        envelope = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>%s</s:Body></s:Envelope>'
        if code:
            error = f'<UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>{code}</errorCode></UPnPError>'
            return 500, envelope % f"<s:Fault><detail>{error}</detail></s:Fault>"
        fields = "".join(f"<New{name}>{text}</New{name}>" for name, text in told.items())
        return 200, envelope % f'<u:{action}Response xmlns:u="{KIND}">{fields}</u:{action}Response>'

    def do(self, action: str, said: dict[str, str]) -> tuple[int, dict[str, str]]:
        if action == "GetExternalIPAddress":
            return 0, {"ExternalIPAddress": self.host}
        port = int(said["ExternalPort"])
        assert (said["RemoteHost"], said["Protocol"]) == ("", "UDP")
        if action == "AddPortMapping":
            if self.permanent_only and said["LeaseDuration"] != "0":
                return self.permanent_only, {}
            if self.ports.get(port, said)["InternalClient"] != said["InternalClient"]:
                return 718, {}
            self.ports[port] = said
        elif port not in self.ports:
            return 714, {}
        elif action == "DeletePortMapping":
            del self.ports[port]
        else:
            return 0, {name: self.ports[port][name] for name in ("InternalPort", "InternalClient")}
        return 0, {}


@pytest.mark.parametrize("actions", [list(ACTIONS), list(ACTIONS)[:3]], ids=["all", "the needed"])
def test_it_is_opened_checked_and_given_back(actions):
    async def main():
        async with UpnpRouter(actions) as router:
            control = router.control()
            await control.probe()
            assert not router.ports
            assert await control.open() == Grant(Address("203.0.113.9", 4242), LIFETIME_S)
            assert router.ports[4242]["InternalClient"] == "127.0.0.1"
            assert router.ports[4242]["LeaseDuration"] == str(LIFETIME_S)
            assert await control.check() == "203.0.113.9"
            await control.open()
            assert list(router.ports) == [4242]
            await control.shut()
            assert not router.ports
            assert await control.check() == (None if actions == list(ACTIONS) else "203.0.113.9")

    asyncio.run(main())


@pytest.mark.parametrize("code", [725, 402, 501])
def test_a_router_that_knows_permanent_ports_only(code):
    async def main():
        async with UpnpRouter() as router:
            router.permanent_only = code
            control = router.control()
            await control.probe()
            assert (await control.open()).lifetime_s == LIFETIME_S
            assert router.ports[4242]["LeaseDuration"] == "0"

    asyncio.run(main())


@pytest.mark.parametrize("actions", [list(ACTIONS), list(ACTIONS)[:3]], ids=["all", "the needed"])
@pytest.mark.parametrize("owner", ["192.168.1.77", "127.0.0.1"])
def test_a_port_of_another_computer_or_program_is_left_alone(actions, owner):
    taken = {"InternalClient": owner, "InternalPort": "9"}

    async def main():
        async with UpnpRouter(actions) as router:
            router.ports[4242] = taken
            control = router.control()
            await control.probe()
            external = (await control.open()).external
            if owner != "127.0.0.1" or len(actions) == 4:  # who cannot be asked overwrites this computer's own
                assert external.port != 4242
                assert router.ports[4242] is taken
            await control.shut()
            assert external.port not in router.ports

    asyncio.run(main())


def test_a_router_that_is_set_to_refuse():
    async def main():
        async with UpnpRouter() as router:
            router.refuse["AddPortMapping"] = 606
            control = router.control()
            await control.probe()
            with pytest.raises(RouterFault, match="606"):
                await control.open()

    asyncio.run(main())


def test_a_router_without_internet():
    async def main():
        async with UpnpRouter() as router:
            router.host = "0.0.0.0"
            with pytest.raises(RouterFault, match="no connection to the internet"):
                await router.control().probe()

    asyncio.run(main())
