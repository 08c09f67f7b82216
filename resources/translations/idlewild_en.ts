<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>AboutPage</name>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>&amp;Copy all this</source>
            <translation>&amp;Copy all this</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>&amp;Quit Idlewild</source>
            <translation>&amp;Quit Idlewild</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Computes on</source>
            <translation>Computes on</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Engine</source>
            <translation>Engine</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Folder</source>
            <translation>Folder</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Free software under the Apache License 2.0.</source>
            <translation>Free software under the Apache License 2.0.</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Good to know</source>
            <translation>Good to know</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Idlewild lets many computers train one neural network together while their owners do not need them. It pauses when you say so, on battery, and when the computer is busy.</source>
            <translation>Idlewild lets many computers train one neural network together while their owners do not need them. It pauses when you say so, on battery, and when the computer is busy.</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Idlewild {version}</source>
            <translation>Idlewild {version}</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Listens on</source>
            <translation>Listens on</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Log</source>
            <translation>Log</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Open the &amp;log</source>
            <translation>Open the &amp;log</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Open the fol&amp;der</source>
            <translation>Open the fol&amp;der</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Pause after this &amp;step</source>
            <translation>Pause after this &amp;step</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>Peer</source>
            <translation>Peer</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>This computer</source>
            <translation>This computer</translation>
        </message>
        <message>
            <location filename="../../app/pages/about.py" />
            <source>version {version}, running for {time}</source>
            <translation>version {version}, running for {time}</translation>
        </message>
    </context>
    <context>
        <name>ConnectionPage</name>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>As soon as this computer takes part in a collaboration, it says here how others reach it.</source>
            <translation>As soon as this computer takes part in a collaboration, it says here how others reach it.</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Checking the connection…</source>
            <translation>Checking the connection…</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>The details were copied.</source>
            <translation>The details were copied.</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>The other computers were asked again; what they see appears here.</source>
            <translation>The other computers were asked again; what they see appears here.</translation>
        </message>
    </context>
    <context>
        <name>ControlClient</name>
        <message>
            <location filename="../../app/control.py" />
            <source>The connection to the engine was lost; try again.</source>
            <translation>The connection to the engine was lost; try again.</translation>
        </message>
        <message>
            <location filename="../../app/control.py" />
            <source>The engine does not answer; try again.</source>
            <translation>The engine does not answer; try again.</translation>
        </message>
        <message>
            <location filename="../../app/control.py" />
            <source>The engine is not connected; try again.</source>
            <translation>The engine is not connected; try again.</translation>
        </message>
        <message>
            <location filename="../../app/control.py" />
            <source>The engine's address cannot be trusted: {reason}.</source>
            <translation>The engine's address cannot be trusted: {reason}.</translation>
        </message>
    </context>
    <context>
        <name>CurrentCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Hosted by this computer</source>
            <translation>Hosted by this computer</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Language: {language}</source>
            <translation>Language: {language}</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Licence of the data: {licence}</source>
            <translation>Licence of the data: {licence}</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>You are taking part in</source>
            <translation>You are taking part in</translation>
        </message>
    </context>
    <context>
        <name>DiagnosisCard</name>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>&amp;Copy details</source>
            <translation>&amp;Copy details</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Check a&amp;gain</source>
            <translation>Check a&amp;gain</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Check the connection again</source>
            <translation>Check the connection again</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Copy the details of the connection as text</source>
            <translation>Copy the details of the connection as text</translation>
        </message>
    </context>
    <context>
        <name>EngineProcess</name>
        <message>
            <location filename="../../app/engine_process.py" />
            <source>The engine cannot be started ({reason}); install Idlewild again.</source>
            <translation>The engine cannot be started ({reason}); install Idlewild again.</translation>
        </message>
        <message>
            <location filename="../../app/engine_process.py" />
            <source>The engine ended unexpectedly, again and again, and left no message.</source>
            <translation>The engine ended unexpectedly, again and again, and left no message.</translation>
        </message>
        <message>
            <location filename="../../app/engine_process.py" />
            <source>The engine ended unexpectedly, again and again; its last words: {reason}</source>
            <translation>The engine ended unexpectedly, again and again; its last words: {reason}</translation>
        </message>
    </context>
    <context>
        <name>FactsCard</name>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Clock</source>
            <translation>Clock</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>In this network</source>
            <translation>In this network</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Line</source>
            <translation>Line</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Port opened</source>
            <translation>Port opened</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Public address</source>
            <translation>Public address</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Reached</source>
            <translation>Reached</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Relay in use</source>
            <translation>Relay in use</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Router (NAT)</source>
            <translation>Router (NAT)</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>This computer in the network</source>
            <translation>This computer in the network</translation>
        </message>
    </context>
    <context>
        <name>InvitationCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>&amp;Copy invitation</source>
            <translation>&amp;Copy invitation</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Copied</source>
            <translation>Copied</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invitation as a QR code</source>
            <translation>Invitation as a QR code</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invitation link</source>
            <translation>Invitation link</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invite others</source>
            <translation>Invite others</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Show &amp;QR code</source>
            <translation>Show &amp;QR code</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>This computer has no address to invite to; ask the organiser for the link.</source>
            <translation>This computer has no address to invite to; ask the organiser for the link.</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Whoever has this link can join. Send it in a message, or let them scan the code.</source>
            <translation>Whoever has this link can join. Send it in a message, or let them scan the code.</translation>
        </message>
    </context>
    <context>
        <name>LinkCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>&amp;Join</source>
            <translation>&amp;Join</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Asking for the collaboration behind this link…</source>
            <translation>Asking for the collaboration behind this link…</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invitation link to join</source>
            <translation>Invitation link to join</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Join with a link</source>
            <translation>Join with a link</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Joining something else ends your part in “{name}”. What you gave to it stays yours.</source>
            <translation>Joining something else ends your part in “{name}”. What you gave to it stays yours.</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Paste from the clip&amp;board</source>
            <translation>Paste from the clip&amp;board</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>This looks like an invitation.</source>
            <translation>This looks like an invitation.</translation>
        </message>
    </context>
    <context>
        <name>LinksCard</name>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Connections now</source>
            <translation>Connections now</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>Connections now: {number}</source>
            <translation>Connections now: {number}</translation>
        </message>
        <message>
            <location filename="../../app/pages/connection.py" />
            <source>No other computer is connected at the moment.</source>
            <translation>No other computer is connected at the moment.</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;About</source>
            <translation>&amp;About</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Close window</source>
            <translation>&amp;Close window</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;File</source>
            <translation>&amp;File</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Model</source>
            <translation>&amp;Model</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Now</source>
            <translation>&amp;Now</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Pause</source>
            <translation>&amp;Pause</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Quit</source>
            <translation>&amp;Quit</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Resume</source>
            <translation>&amp;Resume</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Training</source>
            <translation>&amp;Training</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Connect&amp;ion</source>
            <translation>Connect&amp;ion</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Idlewild</source>
            <translation>Idlewild</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>In&amp;vite and join</source>
            <translation>In&amp;vite and join</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>M&amp;e</source>
            <translation>M&amp;e</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Pages</source>
            <translation>Pages</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Pause after this &amp;step</source>
            <translation>Pause after this &amp;step</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>There is no tray here, so the window stays in the task bar. To end, use File, Quit.</source>
            <translation>There is no tray here, so the window stays in the task bar. To end, use File, Quit.</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Vie&amp;w</source>
            <translation>Vie&amp;w</translation>
        </message>
    </context>
    <context>
        <name>MePage</name>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>&amp;Save as CSV…</source>
            <translation>&amp;Save as CSV…</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>CSV (*.csv)</source>
            <translation>CSV (*.csv)</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Day by day</source>
            <translation>Day by day</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>My contribution</source>
            <translation>My contribution</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>My history by day</source>
            <translation>My history by day</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Not saved: {reason}</source>
            <translation>Not saved: {reason}</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Nothing yet. Each sample that the collaboration accepts from this computer is counted here.</source>
            <translation>Nothing yet. Each sample that the collaboration accepts from this computer is counted here.</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Samples in all</source>
            <translation>Samples in all</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Samples per day</source>
            <translation>Samples per day</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Save my history</source>
            <translation>Save my history</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Saved: {path}</source>
            <translation>Saved: {path}</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Steps taken part in</source>
            <translation>Steps taken part in</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Time trained</source>
            <translation>Time trained</translation>
        </message>
    </context>
    <context>
        <name>ModelPage</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loss of the last step</source>
            <translation>Loss of the last step</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loss over all steps</source>
            <translation>Loss over all steps</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>State of the model: {digest}</source>
            <translation>State of the model: {digest}</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Steps done</source>
            <translation>Steps done</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>The curve appears here as soon as something is trained.</source>
            <translation>The curve appears here as soon as something is trained.</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>The curve begins with the first finished step.</source>
            <translation>The curve begins with the first finished step.</translation>
        </message>
    </context>
    <context>
        <name>PauseButtons</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>&amp;Pause</source>
            <translation>&amp;Pause</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>&amp;Resume</source>
            <translation>&amp;Resume</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Pause f&amp;or</source>
            <translation>Pause f&amp;or</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Pause training for a while</source>
            <translation>Pause training for a while</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Pause training until I resume</source>
            <translation>Pause training until I resume</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Resume training</source>
            <translation>Resume training</translation>
        </message>
    </context>
    <context>
        <name>PeersCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Nobody else is here at the moment.</source>
            <translation>Nobody else is here at the moment.</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Peers now</source>
            <translation>Peers now</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Peers now: {number}</source>
            <translation>Peers now: {number}</translation>
        </message>
    </context>
    <context>
        <name>Session</name>
        <message>
            <location filename="../../app/session.py" />
            <source>No engine answers; start one.</source>
            <translation>No engine answers; start one.</translation>
        </message>
        <message>
            <location filename="../../app/session.py" />
            <source>The engine has ended.</source>
            <translation>The engine has ended.</translation>
        </message>
    </context>
    <context>
        <name>StarterCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>&amp;Start with starter on this computer</source>
            <translation>&amp;Start with starter on this computer</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Or start right here</source>
            <translation>Or start right here</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>“Starter” is a small language model that this computer trains by itself, on text that is already here. Nothing is downloaded, and others can join later.</source>
            <translation>“Starter” is a small language model that this computer trains by itself, on text that is already here. Nothing is downloaded, and others can join later.</translation>
        </message>
    </context>
    <context>
        <name>StateCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>&amp;Choose what to train…</source>
            <translation>&amp;Choose what to train…</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Progress</source>
            <translation>Progress</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Sta&amp;rt again</source>
            <translation>Sta&amp;rt again</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>T&amp;ry again</source>
            <translation>T&amp;ry again</translation>
        </message>
    </context>
    <context>
        <name>StepCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Everyone's samples</source>
            <translation>Everyone's samples</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Everyone's speed</source>
            <translation>Everyone's speed</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>My samples</source>
            <translation>My samples</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>My speed</source>
            <translation>My speed</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Step {number}</source>
            <translation>Step {number}</translation>
        </message>
    </context>
    <context>
        <name>Tray</name>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Pause</source>
            <translation>&amp;Pause</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Quit</source>
            <translation>&amp;Quit</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Resume</source>
            <translation>&amp;Resume</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Show Idlewild</source>
            <translation>&amp;Show Idlewild</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>Closing the window does not end it. Use the icon's menu to pause or quit.</source>
            <translation>Closing the window does not end it. Use the icon's menu to pause or quit.</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>Idlewild goes on here</source>
            <translation>Idlewild goes on here</translation>
        </message>
    </context>
    <context>
        <name>WelcomeCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Training stays out of your way: it pauses on battery and when the computer is busy. Nothing starts before you choose.</source>
            <translation>Training stays out of your way: it pauses on battery and when the computer is busy. Nothing starts before you choose.</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>What shall this computer train?</source>
            <translation>What shall this computer train?</translation>
        </message>
    </context>
    <context>
        <name>engine</name>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>1 other peer is in the same home network.</source>
            <translation>1 other peer is in the same home network.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Allow Idlewild in the firewall of this computer or network.</source>
            <translation>Allow Idlewild in the firewall of this computer or network.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Allow outgoing UDP in the firewall, if this network is yours.</source>
            <translation>Allow outgoing UDP in the firewall, if this network is yours.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Allow training on this computer's processor or graphics card in the settings.</source>
            <translation>Allow training on this computer's processor or graphics card in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Ask the collaboration's organiser to let you in.</source>
            <translation>Ask the collaboration's organiser to let you in.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Ask the organiser to let this computer in.</source>
            <translation>Ask the organiser to let this computer in.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Ask whoever invited you for a new invitation.</source>
            <translation>Ask whoever invited you for a new invitation.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Ask your internet provider for a public IPv4 address or for IPv6.</source>
            <translation>Ask your internet provider for a public IPv4 address or for IPv6.</translation>
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Asking for the collaboration's manifest.</source>
            <translation>Asking for the collaboration's manifest.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Averaging gradients with the other peers.</source>
            <translation>Averaging gradients with the other peers.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Catching up with the collaboration.</source>
            <translation>Catching up with the collaboration.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Check whether a web page opens on this computer; if none does, mend its internet connection.</source>
            <translation>Check whether a web page opens on this computer; if none does, mend its internet connection.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Close a program that needs much memory; training goes on when there is room.</source>
            <translation>Close a program that needs much memory; training goes on when there is room.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Close the program, or take it off the list in the settings.</source>
            <translation>Close the program, or take it off the list in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Collecting text that is on this computer.</source>
            <translation>Collecting text that is on this computer.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Connect this computer to a network, by cable or Wi-Fi.</source>
            <translation>Connect this computer to a network, by cable or Wi-Fi.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Connect to a network without a volume charge, or allow this one in the settings.</source>
            <translation>Connect to a network without a volume charge, or allow this one in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Do what the sentence says, then try again.</source>
            <translation>Do what the sentence says, then try again.</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Fetching the collaboration's data, {done_percent}, from one place at {pace_bytes_per_s}.</source>
            <translation>Fetching the collaboration's data, {done_percent}, from one place at {pace_bytes_per_s}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Fetching the collaboration's data, {done_percent}, from {donors} places at {pace_bytes_per_s}.</source>
            <translation>Fetching the collaboration's data, {done_percent}, from {donors} places at {pace_bytes_per_s}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Fetching the collaboration's data, {done_percent}.</source>
            <translation>Fetching the collaboration's data, {done_percent}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Fetching the collaboration's model.</source>
            <translation>Fetching the collaboration's model.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Fetching the collaboration's state from one other peer, {pace_bytes_per_s}.</source>
            <translation>Fetching the collaboration's state from one other peer, {pace_bytes_per_s}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Fetching the collaboration's state from {peers} other peers, {pace_bytes_per_s}.</source>
            <translation>Fetching the collaboration's state from {peers} other peers, {pace_bytes_per_s}.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>IPv6 works, as {address}.</source>
            <translation>IPv6 works, as {address}.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Idlewild is still finding out how other computers can reach this one.</source>
            <translation>Idlewild is still finding out how other computers can reach this one.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Install the newest Idlewild.</source>
            <translation>Install the newest Idlewild.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Join a collaboration by its link, or start your own.</source>
            <translation>Join a collaboration by its link, or start your own.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Let Idlewild's UDP port through to this computer in the router's settings, or switch on UPnP there.</source>
            <translation>Let Idlewild's UDP port through to this computer in the router's settings, or switch on UPnP there.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Let UDP port {port} through to this computer in the router's settings, or switch on UPnP there.</source>
            <translation>Let UDP port {port} through to this computer in the router's settings, or switch on UPnP there.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Let air to the computer's fans, or allow more heat in the settings.</source>
            <translation>Let air to the computer's fans, or allow more heat in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Let this computer set its clock by itself, in the system's settings.</source>
            <translation>Let this computer set its clock by itself, in the system's settings.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Look at the connection check; Idlewild goes on trying by itself.</source>
            <translation>Look at the connection check; Idlewild goes on trying by itself.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Looking for the other peers of this collaboration.</source>
            <translation>Looking for the other peers of this collaboration.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Make room on the disk, or allow the data less in the settings.</source>
            <translation>Make room on the disk, or allow the data less in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Making the initial weights.</source>
            <translation>Making the initial weights.</translation>
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Making the tokenizer.</source>
            <translation>Making the tokenizer.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nobody answers{where}, neither over UDP nor over TCP.</source>
            <translation>Nobody answers{where}, neither over UDP nor over TCP.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nobody has answered over UDP.</source>
            <translation>Nobody has answered over UDP.</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Nobody who can be reached has the data that is needed next; it is asked for again and again. Until then this computer averages for others.</source>
            <translation>Nobody who can be reached has the data that is needed next; it is asked for again and again. Until then this computer averages for others.</translation>
        </message>
        <message>
            <location filename="../../core/engine/session.py" />
            <source>Nobody who has the collaboration's model can be reached; trying again.</source>
            <translation>Nobody who has the collaboration's model can be reached; trying again.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>None of the computers that this one knows of answers{where}.</source>
            <translation>None of the computers that this one knows of answers{where}.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do, or resume to go on after the step.</source>
            <translation>Nothing to do, or resume to go on after the step.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nothing to do.</source>
            <translation>Nothing to do.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on at the hour that the schedule says.</source>
            <translation>Nothing to do: it goes on at the hour that the schedule says.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the call is over.</source>
            <translation>Nothing to do: it goes on when the call is over.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the full screen is left.</source>
            <translation>Nothing to do: it goes on when the full screen is left.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the graphics card is free.</source>
            <translation>Nothing to do: it goes on when the graphics card is free.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the other programs need less.</source>
            <translation>Nothing to do: it goes on when the other programs need less.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when you are away. The settings say how long that takes.</source>
            <translation>Nothing to do: it goes on when you are away. The settings say how long that takes.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is asked for again and again.</source>
            <translation>Nothing to do: it is asked for again and again.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is started anew if it does not come back.</source>
            <translation>Nothing to do: it is started anew if it does not come back.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is started by itself.</source>
            <translation>Nothing to do: it is started by itself.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: this takes a moment.</source>
            <translation>Nothing to do: this takes a moment.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: training goes on as soon as it has caught up.</source>
            <translation>Nothing to do: training goes on as soon as it has caught up.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: what is fetched once stays here.</source>
            <translation>Nothing to do: what is fetched once stays here.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Open the lid, or allow training with the lid closed in the settings.</source>
            <translation>Open the lid, or allow training with the lid closed in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Open the window and say what this computer may be used for.</source>
            <translation>Open the window and say what this computer may be used for.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers cannot reach this one, because the router or firewall lets nobody in unasked, and there is no relay.</source>
            <translation>Other computers cannot reach this one, because the router or firewall lets nobody in unasked, and there is no relay.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers cannot reach this one, because {obstacle}, and there is no relay.</source>
            <translation>Other computers cannot reach this one, because {obstacle}, and there is no relay.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers reach this one directly.</source>
            <translation>Other computers reach this one directly.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers reach this one through a relay, because {obstacle}.</source>
            <translation>Other computers reach this one through a relay, because {obstacle}.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers reach this one through a relay; whether they could do so directly is not known yet.</source>
            <translation>Other computers reach this one through a relay; whether they could do so directly is not known yet.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Plug the computer in, or allow training on battery in the settings.</source>
            <translation>Plug the computer in, or allow training on battery in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Preparing the collaboration's data, {done_percent}.</source>
            <translation>Preparing the collaboration's data, {done_percent}.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Resume whenever you like.</source>
            <translation>Resume whenever you like.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Serving the collaboration; this computer does not train.</source>
            <translation>Serving the collaboration; this computer does not train.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Some known places cannot be reached{where}.</source>
            <translation>Some known places cannot be reached{where}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/session.py" />
            <source>Starting the training process.</source>
            <translation>Starting the training process.</translation>
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Starting.</source>
            <translation>Starting.</translation>
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Storing the data.</source>
            <translation>Storing the data.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The Idlewild here and that of the other computers do not understand each other, because one of them is too old.</source>
            <translation>The Idlewild here and that of the other computers do not understand each other, because one of them is too old.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The collaboration does not let this computer in.</source>
            <translation>The collaboration does not let this computer in.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The collaboration does not let this computer in: {why}.</source>
            <translation>The collaboration does not let this computer in: {why}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>The collaboration is ready.</source>
            <translation>The collaboration is ready.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The names of the collaboration's computers{where} cannot be looked up.</source>
            <translation>The names of the collaboration's computers{where} cannot be looked up.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The router has opened a port for Idlewild ({protocol}).</source>
            <translation>The router has opened a port for Idlewild ({protocol}).</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The router's kind (NAT): {nat}.</source>
            <translation>The router's kind (NAT): {nat}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>The training process is being started.</source>
            <translation>The training process is being started.</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer computes nothing, as was asked</source>
            <translation>This computer computes nothing, as was asked</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer connects to others and accepts no connections, as you chose.</source>
            <translation>This computer connects to others and accepts no connections, as you chose.</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes and averages for nobody, as was asked.</source>
            <translation>This computer contributes and averages for nobody, as was asked.</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes and averages for others, as was asked.</source>
            <translation>This computer contributes and averages for others, as was asked.</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes and averages for others.</source>
            <translation>This computer contributes and averages for others.</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes but averages for nobody, because {fault}.</source>
            <translation>This computer contributes but averages for nobody, because {fault}.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer is connected to no network.</source>
            <translation>This computer is connected to no network.</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer leaves computing to others, since a micro-batch takes {here_s} here and a whole step only {step_s}</source>
            <translation>This computer leaves computing to others, since a micro-batch takes {here_s} here and a whole step only {step_s}</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer relays for others.</source>
            <translation>This computer relays for others.</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer serves and was not asked to train</source>
            <translation>This computer serves and was not asked to train</translation>
        </message>
        <message>
            <location filename="../../core/engine/engine.py" />
            <source>This computer takes part in nothing yet: join a collaboration, or start one.</source>
            <translation>This computer takes part in nothing yet: join a collaboration, or start one.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer's clock is {off_s} ahead of the other computers'.</source>
            <translation>This computer's clock is {off_s} ahead of the other computers'.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer's clock is {off_s} behind the other computers'.</source>
            <translation>This computer's clock is {off_s} behind the other computers'.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This network lets no UDP through, so everything takes a slower way over a relay.</source>
            <translation>This network lets no UDP through, so everything takes a slower way over a relay.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Training on this computer; nobody else is here at the moment.</source>
            <translation>Training on this computer; nobody else is here at the moment.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Training together with one other peer.</source>
            <translation>Training together with one other peer.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Training together with {peers} other peers.</source>
            <translation>Training together with {peers} other peers.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Turn the energy saver off, or allow training beside it in the settings.</source>
            <translation>Turn the energy saver off, or allow training beside it in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>UDP is blocked here and all traffic goes through a relay</source>
            <translation>UDP is blocked here and all traffic goes through a relay</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Wait for the next month, or raise the month's limit in the settings.</source>
            <translation>Wait for the next month, or raise the month's limit in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Where the collaboration's computers should be{where}, there is another one now.</source>
            <translation>Where the collaboration's computers should be{where}, there is another one now.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>a firewall lets nobody in unasked</source>
            <translation>a firewall lets nobody in unasked</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>it accepts no connections</source>
            <translation>it accepts no connections</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>it is behind two routers, or behind one of the internet provider's</source>
            <translation>it is behind two routers, or behind one of the internet provider's</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>its router lets nobody in and takes another port for each peer</source>
            <translation>its router lets nobody in and takes another port for each peer</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>others reach it through a relay only</source>
            <translation>others reach it through a relay only</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>the router gives every connection another port (symmetric NAT)</source>
            <translation>the router gives every connection another port (symmetric NAT)</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>the router lets nobody in unasked</source>
            <translation>the router lets nobody in unasked</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>{idle}; it averages for others.</source>
            <translation>{idle}; it averages for others.</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>{idle}; it does not average either, because {fault}.</source>
            <translation>{idle}; it does not average either, because {fault}.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>{peers} other peers are in the same home network.</source>
            <translation>{peers} other peers are in the same home network.</translation>
        </message>
        <message>
            <location filename="../../core/engine/calling.py" />
            <source>{sentence} {action}</source>
            <translation>{sentence} {action}</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>{sentence} {mirrors}</source>
            <translation>{sentence} {mirrors}</translation>
        </message>
    </context>
    <context>
        <name>words</name>
        <message>
            <location filename="../../app/network_words.py" />
            <source>1 other peer</source>
            <translation>1 other peer</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Averaging</source>
            <translation>Averaging</translation>
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>Best day: {samples}</source>
            <translation>Best day: {samples}</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Catching up</source>
            <translation>Catching up</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Collaboration</source>
            <translation>Collaboration</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Connected with limits</source>
            <translation>Connected with limits</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Cut off from others</source>
            <translation>Cut off from others</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Day</source>
            <translation>Day</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Down</source>
            <translation>Down</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Downloading</source>
            <translation>Downloading</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Finding out</source>
            <translation>Finding out</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Finishing this step</source>
            <translation>Finishing this step</translation>
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>For &amp;15 minutes</source>
            <translation>For &amp;15 minutes</translation>
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>For 1 &amp;hour</source>
            <translation>For 1 &amp;hour</translation>
        </message>
        <message>
            <location filename="../../app/losses.py" />
            <source>From {first} at step {start} to {last} at step {end}</source>
            <translation>From {first} at step {start} to {last} at step {end}</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Looking for peers</source>
            <translation>Looking for peers</translation>
        </message>
        <message>
            <location filename="../../app/widgets/loss_curve.py" />
            <source>Loss</source>
            <translation>Loss</translation>
        </message>
        <message>
            <location filename="../../app/widgets/loss_curve.py" />
            <source>Loss curve</source>
            <translation>Loss curve</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Needs your attention</source>
            <translation>Needs your attention</translation>
        </message>
        <message>
            <location filename="../../app/losses.py" />
            <source>No step is finished yet</source>
            <translation>No step is finished yet</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Nobody reachable</source>
            <translation>Nobody reachable</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Not allowed to compute</source>
            <translation>Not allowed to compute</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Not let in</source>
            <translation>Not let in</translation>
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>Nothing in the last 30 days</source>
            <translation>Nothing in the last 30 days</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Nothing to train yet</source>
            <translation>Nothing to train yet</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Outside the hours you chose</source>
            <translation>Outside the hours you chose</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paste the invitation that you were sent.</source>
            <translation>Paste the invitation that you were sent.</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Path</source>
            <translation>Path</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused</source>
            <translation>Paused</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused during a call</source>
            <translation>Paused during a call</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused during full screen</source>
            <translation>Paused during full screen</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused for another program</source>
            <translation>Paused for another program</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused on a metered network</source>
            <translation>Paused on a metered network</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused on battery</source>
            <translation>Paused on battery</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused to cool down</source>
            <translation>Paused to cool down</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused to save energy</source>
            <translation>Paused to save energy</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused while memory is short</source>
            <translation>Paused while memory is short</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused while the computer is busy</source>
            <translation>Paused while the computer is busy</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused while the graphics card is busy</source>
            <translation>Paused while the graphics card is busy</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused with the lid closed</source>
            <translation>Paused with the lid closed</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Peer</source>
            <translation>Peer</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Preparing</source>
            <translation>Preparing</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Reconnecting</source>
            <translation>Reconnecting</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Restarting the trainer</source>
            <translation>Restarting the trainer</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Role</source>
            <translation>Role</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Round trip</source>
            <translation>Round trip</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Samples</source>
            <translation>Samples</translation>
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>Samples per day</source>
            <translation>Samples per day</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Samples/s</source>
            <translation>Samples/s</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Serving</source>
            <translation>Serving</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Starting</source>
            <translation>Starting</translation>
        </message>
        <message>
            <location filename="../../app/widgets/loss_curve.py" />
            <source>Step</source>
            <translation>Step</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Steps</source>
            <translation>Steps</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Stopped</source>
            <translation>Stopped</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The disk is full</source>
            <translation>The disk is full</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The engine does not answer at the moment; trying again.</source>
            <translation>The engine does not answer at the moment; trying again.</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The engine does not run</source>
            <translation>The engine does not run</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The engine is starting.</source>
            <translation>The engine is starting.</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The engine was stopped; nothing is computed.</source>
            <translation>The engine was stopped; nothing is computed.</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The link is not complete yet.</source>
            <translation>The link is not complete yet.</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The link seems to be cut off; copy the whole of it.</source>
            <translation>The link seems to be cut off; copy the whole of it.</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The trainer does not answer</source>
            <translation>The trainer does not answer</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>This computer</source>
            <translation>This computer</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>This is not an Idlewild invitation: those begin with {prefix}</source>
            <translation>This is not an Idlewild invitation: those begin with {prefix}</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>This month's data is used up</source>
            <translation>This month's data is used up</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>This step</source>
            <translation>This step</translation>
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>Today</source>
            <translation>Today</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Training</source>
            <translation>Training</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Training time</source>
            <translation>Training time</translation>
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>Until &amp;tomorrow morning</source>
            <translation>Until &amp;tomorrow morning</translation>
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>Until I &amp;resume</source>
            <translation>Until I &amp;resume</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Until {time}</source>
            <translation>Until {time}</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Up</source>
            <translation>Up</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting for data</source>
            <translation>Waiting for data</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting for your consent</source>
            <translation>Waiting for your consent</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting until you are away</source>
            <translation>Waiting until you are away</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Well connected</source>
            <translation>Well connected</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>another port for each connection (symmetric)</source>
            <translation>another port for each connection (symmetric)</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>auxiliary</source>
            <translation>auxiliary</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>behind a router</source>
            <translation>behind a router</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>contributor</source>
            <translation>contributor</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>coordinator</source>
            <translation>coordinator</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>direct</source>
            <translation>direct</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>directly</source>
            <translation>directly</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>less than 0.1 %</source>
            <translation>less than 0.1 %</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>lets everybody in (full cone)</source>
            <translation>lets everybody in (full cone)</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>lets known computers in (address-restricted)</source>
            <translation>lets known computers in (address-restricted)</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>no</source>
            <translation>no</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>no other peer</source>
            <translation>no other peer</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>none in between</source>
            <translation>none in between</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>none in between, but a firewall</source>
            <translation>none in between, but a firewall</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not at all; it reaches others</source>
            <translation>not at all; it reaches others</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not compared yet</source>
            <translation>not compared yet</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not known yet</source>
            <translation>not known yet</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not measured yet</source>
            <translation>not measured yet</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>punched</source>
            <translation>punched</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>relay over TCP</source>
            <translation>relay over TCP</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>relay {relay}</source>
            <translation>relay {relay}</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>right</source>
            <translation>right</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>through a relay</source>
            <translation>through a relay</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>through a relay, over TCP</source>
            <translation>through a relay, over TCP</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>two in a row, or one of the provider's (CGNAT)</source>
            <translation>two in a row, or one of the provider's (CGNAT)</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>usual kind (cone)</source>
            <translation>usual kind (cone)</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>usual kind (port-restricted)</source>
            <translation>usual kind (port-restricted)</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>yes, by the router ({protocol})</source>
            <translation>yes, by the router ({protocol})</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{done} of {all} samples</source>
            <translation>{done} of {all} samples</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{d} d {h} h</source>
            <translation>{d} d {h} h</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{h} h {min} min</source>
            <translation>{h} h {min} min</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{min} min</source>
            <translation>{min} min</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} %</source>
            <translation>{number} %</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{number} MB/s</source>
            <translation>{number} MB/s</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{number} kB/s</source>
            <translation>{number} kB/s</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{number} ms</source>
            <translation>{number} ms</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{number} other peers</source>
            <translation>{number} other peers</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} samples/s</source>
            <translation>{number} samples/s</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{size}/s</source>
            <translation>{size}/s</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{s} s</source>
            <translation>{s} s</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{time} ahead of the others'</source>
            <translation>{time} ahead of the others'</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{time} behind the others'</source>
            <translation>{time} behind the others'</translation>
        </message>
        <message>
            <location filename="../../app/widgets/day_bars.py" />
            <source>{total} samples in the last {days} days</source>
            <translation>{total} samples in the last {days} days</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{up} up, {down} down</source>
            <translation>{up} up, {down} down</translation>
        </message>
    </context>
</TS>
