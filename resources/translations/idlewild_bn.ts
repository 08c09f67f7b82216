<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="bn" sourcelanguage="en">
    <context>
        <name>AboutPage</name>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>&amp;Copy all this</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>&amp;Quit Idlewild</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Computes on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Engine</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Free software under the Apache License 2.0.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Good to know</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Idlewild lets many computers train one neural network together while their owners do not need them. It pauses when you say so, on battery, and when the computer is busy.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Idlewild {version}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Listens on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Log</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Open the &amp;log</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Open the fol&amp;der</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Pause after this &amp;step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Peer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>This computer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>version {version}, running for {time}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ConnectionPage</name>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>As soon as this computer takes part in a collaboration, it says here how others reach it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Checking the connection…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>The details were copied.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>The other computers were asked again; what they see appears here.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ControlClient</name>
        <message>
            <location filename="../../app/control.py" />
            <source>The connection to the engine was lost; try again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/control.py" />
            <source>The engine does not answer; try again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/control.py" />
            <source>The engine is not connected; try again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/control.py" />
            <source>The engine's address cannot be trusted: {reason}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>CurrentCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Hosted by this computer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Language: {language}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Licence of the data: {licence}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>You are taking part in</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>DiagnosisCard</name>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>&amp;Copy details</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Check a&amp;gain</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Check the connection again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Copy the details of the connection as text</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>EngineProcess</name>
        <message>
            <location filename="../../app/engine_process.py" />
            <source>The engine cannot be started ({reason}); install Idlewild again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/engine_process.py" />
            <source>The engine ended unexpectedly, again and again, and left no message.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/engine_process.py" />
            <source>The engine ended unexpectedly, again and again; its last words: {reason}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>FactsCard</name>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Clock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>In this network</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Line</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Port opened</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Public address</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Reached</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Relay in use</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Router (NAT)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>This computer in the network</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>InvitationCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>&amp;Copy invitation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Copied</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invitation as a QR code</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invitation link</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invite others</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Show &amp;QR code</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>This computer has no address to invite to; ask the organiser for the link.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Whoever has this link can join. Send it in a message, or let them scan the code.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LinkCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>&amp;Join</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Asking for the collaboration behind this link…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invitation link to join</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Join with a link</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Joining something else ends your part in “{name}”. What you gave to it stays yours.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Paste from the clip&amp;board</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>This looks like an invitation.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LinksCard</name>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Connections now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Connections now: {number}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>No other computer is connected at the moment.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;About</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Close window</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;File</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Pause</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Quit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Resume</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Training</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Connect&amp;ion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Idlewild</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>In&amp;vite and join</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>M&amp;e</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Pages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Pause after this &amp;step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>There is no tray here, so the window stays in the task bar. To end, use File, Quit.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Vie&amp;w</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>MePage</name>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>&amp;Save as CSV…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>CSV (*.csv)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Day by day</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>My contribution</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>My history by day</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Not saved: {reason}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Nothing yet. Each sample that the collaboration accepts from this computer is counted here.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Samples in all</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Samples per day</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Save my history</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Saved: {path}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Steps taken part in</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Time trained</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ModelPage</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loss of the last step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loss over all steps</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>State of the model: {digest}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Steps done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>The curve appears here as soon as something is trained.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>The curve begins with the first finished step.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>PauseButtons</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>&amp;Pause</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>&amp;Resume</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Pause f&amp;or</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Pause training for a while</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Pause training until I resume</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Resume training</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>PeersCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Nobody else is here at the moment.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Peers now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Peers now: {number}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Session</name>
        <message>
            <location filename="../../app/session.py" />
            <source>No engine answers; start one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/session.py" />
            <source>The engine has ended.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>StarterCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>&amp;Start with starter on this computer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Or start right here</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>“Starter” is a small language model that this computer trains by itself, on text that is already here. Nothing is downloaded, and others can join later.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>StateCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>&amp;Choose what to train…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Progress</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Sta&amp;rt again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>T&amp;ry again</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>StepCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Everyone's samples</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Everyone's speed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>My samples</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>My speed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Step {number}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Tray</name>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Pause</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Quit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Resume</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Show Idlewild</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>Closing the window does not end it. Use the icon's menu to pause or quit.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>Idlewild goes on here</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>WelcomeCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Training stays out of your way: it pauses on battery and when the computer is busy. Nothing starts before you choose.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>What shall this computer train?</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>engine</name>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>1 other peer is in the same home network.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Allow Idlewild in the firewall of this computer or network.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Allow outgoing UDP in the firewall, if this network is yours.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Allow training on this computer's processor or graphics card in the settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Ask the collaboration's organiser to let you in.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Ask the organiser to let this computer in.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Ask whoever invited you for a new invitation.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Ask your internet provider for a public IPv4 address or for IPv6.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Asking for the collaboration's manifest.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Averaging gradients with the other peers.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Catching up with the collaboration.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Check whether a web page opens on this computer; if none does, mend its internet connection.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Close a program that needs much memory; training goes on when there is room.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Close the program, or take it off the list in the settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Collecting text that is on this computer.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Connect this computer to a network, by cable or Wi-Fi.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Connect to a network without a volume charge, or allow this one in the settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Do what the sentence says, then try again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Fetching the collaboration's data, {done_percent}, from one place at {pace_bytes_per_s}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Fetching the collaboration's data, {done_percent}, from {donors} places at {pace_bytes_per_s}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Fetching the collaboration's data, {done_percent}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Fetching the collaboration's model.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Fetching the collaboration's state from one other peer, {pace_bytes_per_s}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Fetching the collaboration's state from {peers} other peers, {pace_bytes_per_s}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>IPv6 works, as {address}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Idlewild is still finding out how other computers can reach this one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Install the newest Idlewild.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Join a collaboration by its link, or start your own.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Let Idlewild's UDP port through to this computer in the router's settings, or switch on UPnP there.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Let UDP port {port} through to this computer in the router's settings, or switch on UPnP there.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Let air to the computer's fans, or allow more heat in the settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Let this computer set its clock by itself, in the system's settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Look at the connection check; Idlewild goes on trying by itself.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Looking for the other peers of this collaboration.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Make room on the disk, or allow the data less in the settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Making the initial weights.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Making the tokenizer.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nobody answers{where}, neither over UDP nor over TCP.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nobody has answered over UDP.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Nobody who can be reached has the data that is needed next; it is asked for again and again. Until then this computer averages for others.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/session.py" />
            <source>Nobody who has the collaboration's model can be reached; trying again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>None of the computers that this one knows of answers{where}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do, or resume to go on after the step.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nothing to do.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on at the hour that the schedule says.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the call is over.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the full screen is left.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the graphics card is free.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the other programs need less.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when you are away. The settings say how long that takes.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is asked for again and again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is started anew if it does not come back.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is started by itself.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: this takes a moment.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: training goes on as soon as it has caught up.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: what is fetched once stays here.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Open the lid, or allow training with the lid closed in the settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Open the window and say what this computer may be used for.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers cannot reach this one, because the router or firewall lets nobody in unasked, and there is no relay.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers cannot reach this one, because {obstacle}, and there is no relay.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers reach this one directly.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers reach this one through a relay, because {obstacle}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers reach this one through a relay; whether they could do so directly is not known yet.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Plug the computer in, or allow training on battery in the settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Preparing the collaboration's data, {done_percent}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Resume whenever you like.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Serving the collaboration; this computer does not train.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Some known places cannot be reached{where}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/session.py" />
            <source>Starting the training process.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Starting.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Storing the data.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The Idlewild here and that of the other computers do not understand each other, because one of them is too old.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The collaboration does not let this computer in.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The collaboration does not let this computer in: {why}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>The collaboration is ready.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The names of the collaboration's computers{where} cannot be looked up.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The router has opened a port for Idlewild ({protocol}).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The router's kind (NAT): {nat}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>The training process is being started.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer computes nothing, as was asked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer connects to others and accepts no connections, as you chose.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes and averages for nobody, as was asked.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes and averages for others, as was asked.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes and averages for others.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes but averages for nobody, because {fault}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer is connected to no network.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer leaves computing to others, since a micro-batch takes {here_s} here and a whole step only {step_s}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer relays for others.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer serves and was not asked to train</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/engine.py" />
            <source>This computer takes part in nothing yet: join a collaboration, or start one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer's clock is {off_s} ahead of the other computers'.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer's clock is {off_s} behind the other computers'.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This network lets no UDP through, so everything takes a slower way over a relay.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Training on this computer; nobody else is here at the moment.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Training together with one other peer.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Training together with {peers} other peers.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Turn the energy saver off, or allow training beside it in the settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>UDP is blocked here and all traffic goes through a relay</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Wait for the next month, or raise the month's limit in the settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Where the collaboration's computers should be{where}, there is another one now.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>a firewall lets nobody in unasked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>it accepts no connections</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>it is behind two routers, or behind one of the internet provider's</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>its router lets nobody in and takes another port for each peer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>others reach it through a relay only</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>the router gives every connection another port (symmetric NAT)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>the router lets nobody in unasked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>{idle}; it averages for others.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>{idle}; it does not average either, because {fault}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>{peers} other peers are in the same home network.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/calling.py" />
            <source>{sentence} {action}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>{sentence} {mirrors}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>words</name>
        <message>
            <location filename="../../app/network_words.py" />
            <source>1 other peer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Averaging</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>Best day: {samples}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Catching up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Collaboration</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Connected with limits</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Cut off from others</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Day</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Down</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Downloading</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Finding out</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Finishing this step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>For &amp;15 minutes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>For 1 &amp;hour</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/losses.py" />
            <source>From {first} at step {start} to {last} at step {end}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Looking for peers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/widgets/loss_curve.py" />
            <source>Loss</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/widgets/loss_curve.py" />
            <source>Loss curve</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Needs your attention</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/losses.py" />
            <source>No step is finished yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Nobody reachable</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Not allowed to compute</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Not let in</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>Nothing in the last 30 days</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Nothing to train yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Outside the hours you chose</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paste the invitation that you were sent.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Path</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused during a call</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused during full screen</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused for another program</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused on a metered network</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused on battery</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused to cool down</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused to save energy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused while memory is short</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused while the computer is busy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused while the graphics card is busy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused with the lid closed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Peer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Preparing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Reconnecting</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Restarting the trainer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Role</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Round trip</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Samples</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>Samples per day</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Samples/s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Serving</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Starting</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/widgets/loss_curve.py" />
            <source>Step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Steps</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Stopped</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The disk is full</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The engine does not answer at the moment; trying again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The engine does not run</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The engine is starting.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The engine was stopped; nothing is computed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The link is not complete yet.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The link seems to be cut off; copy the whole of it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The trainer does not answer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>This computer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>This is not an Idlewild invitation: those begin with {prefix}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>This month's data is used up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>This step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>Today</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Training</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Training time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>Until &amp;tomorrow morning</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>Until I &amp;resume</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Until {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting for data</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting for your consent</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting until you are away</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Well connected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>another port for each connection (symmetric)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>auxiliary</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>behind a router</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>contributor</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>coordinator</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>direct</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>directly</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>less than 0.1 %</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>lets everybody in (full cone)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>lets known computers in (address-restricted)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>no</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>no other peer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>none in between</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>none in between, but a firewall</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not at all; it reaches others</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not compared yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not known yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not measured yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>punched</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>relay over TCP</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>relay {relay}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>right</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>through a relay</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>through a relay, over TCP</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>two in a row, or one of the provider's (CGNAT)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>usual kind (cone)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>usual kind (port-restricted)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>yes, by the router ({protocol})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{done} of {all} samples</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{d} d {h} h</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{h} h {min} min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{min} min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} %</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{number} MB/s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{number} kB/s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{number} ms</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{number} other peers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} samples/s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{size}/s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{s} s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{time} ahead of the others'</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{time} behind the others'</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>{total} samples in the last {days} days</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{up} up, {down} down</source>
            <translation type="unfinished" />
        </message>
    </context>
</TS>
