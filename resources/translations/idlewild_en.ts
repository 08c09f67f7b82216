<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>AboutCard</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Contributors now</source>
            <translation>Contributors now</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loss of the last step</source>
            <translation>Loss of the last step</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Samples</source>
            <translation>Samples</translation>
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
    </context>
    <context>
        <name>AboutPart</name>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>&amp;Copy all this</source>
            <translation>&amp;Copy all this</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>&amp;Quit Idlewild</source>
            <translation>&amp;Quit Idlewild</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Computes on</source>
            <translation>Computes on</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Engine</source>
            <translation>Engine</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Folder</source>
            <translation>Folder</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Free software under the Apache License 2.0.</source>
            <translation>Free software under the Apache License 2.0.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Good to know</source>
            <translation>Good to know</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Idlewild lets many computers train one neural network together while their owners do not need them. It pauses when you say so, on battery, and when the computer is busy.</source>
            <translation>Idlewild lets many computers train one neural network together while their owners do not need them. It pauses when you say so, on battery, and when the computer is busy.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Idlewild {version}</source>
            <translation>Idlewild {version}</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Listens on</source>
            <translation>Listens on</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Log</source>
            <translation>Log</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Open the &amp;log</source>
            <translation>Open the &amp;log</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Open the fol&amp;der</source>
            <translation>Open the fol&amp;der</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Pause after this &amp;step</source>
            <translation>Pause after this &amp;step</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Peer</source>
            <translation>Peer</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>This computer</source>
            <translation>This computer</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>version {version}, running for {time}</source>
            <translation>version {version}, running for {time}</translation>
        </message>
    </context>
    <context>
        <name>AllowPage</name>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>&amp;Start Idlewild when I log in</source>
            <translation>&amp;Start Idlewild when I log in</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>Idlewild stands in the launcher now, and invitation links (idlewild://) open in it.</source>
            <translation>Idlewild stands in the launcher now, and invitation links (idlewild://) open in it.</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>It trains on the graphics card, or else on the processor.</source>
            <translation>It trains on the graphics card, or else on the processor.</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>It would train on: {device}</source>
            <translation>It would train on: {device}</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>What may it use?</source>
            <translation>What may it use?</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>With each of them it stays off on battery, in mobile and other metered networks, in calls and while something fills the screen. All of that can be changed in the settings.</source>
            <translation>With each of them it stays off on battery, in mobile and other metered networks, in calls and while something fills the screen. All of that can be changed in the settings.</translation>
        </message>
    </context>
    <context>
        <name>Application</name>
        <message>
            <location filename="../../app/application.py" />
            <source>Idlewild goes on</source>
            <translation>Idlewild goes on</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>The removal cannot be started; use the command “idlewild remove”.</source>
            <translation>The removal cannot be started; use the command “idlewild remove”.</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>To see it again, start it from the launcher or the task bar. To end it, use File, Quit.</source>
            <translation>To see it again, start it from the launcher or the task bar. To end it, use File, Quit.</translation>
        </message>
    </context>
    <context>
        <name>CalendarCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Calendar</source>
            <translation>Calendar</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Calendar of samples</source>
            <translation>Calendar of samples</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Less</source>
            <translation>Less</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>More</source>
            <translation>More</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Year after</source>
            <translation>Year after</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Year before</source>
            <translation>Year before</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>{year}: {what}. Days with samples: {days}</source>
            <translation>{year}: {what}. Days with samples: {days}</translation>
        </message>
    </context>
    <context>
        <name>CollaborationsCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>&amp;Save as CSV</source>
            <translation>&amp;Save as CSV</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>By collaboration</source>
            <translation>By collaboration</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>My history by collaboration</source>
            <translation>My history by collaboration</translation>
        </message>
    </context>
    <context>
        <name>ConnectionPart</name>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>As soon as this computer takes part in a collaboration, it says here how others reach it.</source>
            <translation>As soon as this computer takes part in a collaboration, it says here how others reach it.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Checking the connection…</source>
            <translation>Checking the connection…</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>The details were copied.</source>
            <translation>The details were copied.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>The other computers were asked again; what they see appears here.</source>
            <translation>The other computers were asked again; what they see appears here.</translation>
        </message>
    </context>
    <context>
        <name>ConsentPage</name>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>How to undo it</source>
            <translation>How to undo it</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>It computes a part of the training on its processor or graphics card. That takes electricity and gives off heat; you decide when, and how much.</source>
            <translation>It computes a part of the training on its processor or graphics card. That takes electricity and gives off heat; you decide when, and how much.</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>Pause or quit whenever you like, leave a collaboration, or take this back in the settings. From then on nothing is computed or sent; the public log stays as it is.</source>
            <translation>Pause or quit whenever you like, leave a collaboration, or take this back in the settings. From then on nothing is computed or sent; the public log stays as it is.</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>This computer's id, which is made up and holds no name, and how much it has contributed: these stay in the collaboration's public log. While it is connected, also its IP address.</source>
            <translation>This computer's id, which is made up and holds no name, and how much it has contributed: these stay in the collaboration's public log. While it is connected, also its IP address.</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>Train a neural network together</source>
            <translation>Train a neural network together</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What is downloaded</source>
            <translation>What is downloaded</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What leaves this computer</source>
            <translation>What leaves this computer</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What others can see</source>
            <translation>What others can see</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What this computer does</source>
            <translation>What this computer does</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What was computed (gradients), and pieces of the model and of the training data that all share. Never your files, what you type, or what is on the screen.</source>
            <translation>What was computed (gradients), and pieces of the model and of the training data that all share. Never your files, what you type, or what is on the screen.</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>With Idlewild, volunteers train one model on their own computers, in the time that those have to spare. Nothing is computed and nothing is sent before you agree.</source>
            <translation>With Idlewild, volunteers train one model on their own computers, in the time that those have to spare. Nothing is computed and nothing is sent before you agree.</translation>
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
        <name>CurveCard</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>&amp;Log scale</source>
            <translation>&amp;Log scale</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Draw the loss on a logarithmic scale</source>
            <translation>Draw the loss on a logarithmic scale</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Drawn over</source>
            <translation>Drawn over</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>How far the model's guesses are from what is right: the lower, the better.</source>
            <translation>How far the model's guesses are from what is right: the lower, the better.</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loss</source>
            <translation>Loss</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Samples</source>
            <translation>Samples</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Steps</source>
            <translation>Steps</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Time</source>
            <translation>Time</translation>
        </message>
    </context>
    <context>
        <name>DeclinedPage</name>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>Idlewild does nothing</source>
            <translation>Idlewild does nothing</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>You have not agreed, so nothing is computed, nothing is sent and nothing was changed on this computer. You can read the question again at any time, quit, or remove Idlewild.</source>
            <translation>You have not agreed, so nothing is computed, nothing is sent and nothing was changed on this computer. You can read the question again at any time, quit, or remove Idlewild.</translation>
        </message>
    </context>
    <context>
        <name>DeviceCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Computing time</source>
            <translation>Computing time</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Cores</source>
            <translation>Cores</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Data this month</source>
            <translation>Data this month</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Power, estimated</source>
            <translation>Power, estimated</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Receiving</source>
            <translation>Receiving</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Sending</source>
            <translation>Sending</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>The device is chosen when training starts.</source>
            <translation>The device is chosen when training starts.</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>This computer</source>
            <translation>This computer</translation>
        </message>
    </context>
    <context>
        <name>DiagnosisCard</name>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>&amp;Copy details</source>
            <translation>&amp;Copy details</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Chec&amp;k again</source>
            <translation>Chec&amp;k again</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Check the connection again</source>
            <translation>Check the connection again</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
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
            <location filename="../../app/pages/help/connection.py" />
            <source>Clock</source>
            <translation>Clock</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>In this network</source>
            <translation>In this network</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Line</source>
            <translation>Line</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Port opened</source>
            <translation>Port opened</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Public address</source>
            <translation>Public address</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Reached</source>
            <translation>Reached</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Relay in use</source>
            <translation>Relay in use</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Router (NAT)</source>
            <translation>Router (NAT)</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>This computer in the network</source>
            <translation>This computer in the network</translation>
        </message>
    </context>
    <context>
        <name>FirstJoinPage</name>
        <message>
            <location filename="../../app/first_run/joining.py" />
            <source>What shall this computer train?</source>
            <translation>What shall this computer train?</translation>
        </message>
    </context>
    <context>
        <name>FirstRun</name>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>&amp;Decide later</source>
            <translation>&amp;Decide later</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>&amp;Not now</source>
            <translation>&amp;Not now</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>&amp;Quit Idlewild</source>
            <translation>&amp;Quit Idlewild</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>&amp;Read it again</source>
            <translation>&amp;Read it again</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>Bac&amp;k</source>
            <translation>Bac&amp;k</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>I &amp;agree</source>
            <translation>I &amp;agree</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>Nex&amp;t</source>
            <translation>Nex&amp;t</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>{number} of 3</source>
            <translation>{number} of 3</translation>
        </message>
    </context>
    <context>
        <name>GroupCard</name>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Back to defaults</source>
            <translation>Back to defaults</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>{group}: back to defaults</source>
            <translation>{group}: back to defaults</translation>
        </message>
    </context>
    <context>
        <name>HelpPage</name>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>About</source>
            <translation>About</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Back</source>
            <translation>Back</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Connection</source>
            <translation>Connection</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Log</source>
            <translation>Log</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>On</source>
            <translation>On</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Parts of the help</source>
            <translation>Parts of the help</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Why nothing happens</source>
            <translation>Why nothing happens</translation>
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
            <location filename="../../app/joining/link.py" />
            <source>&amp;Join</source>
            <translation>&amp;Join</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Asking for the collaboration behind this link…</source>
            <translation>Asking for the collaboration behind this link…</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Invitation link to join</source>
            <translation>Invitation link to join</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Join with an invitation</source>
            <translation>Join with an invitation</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Paste from the clip&amp;board</source>
            <translation>Paste from the clip&amp;board</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Paste the link that you were sent, or drag it or a picture of its QR code here.</source>
            <translation>Paste the link that you were sent, or drag it or a picture of its QR code here.</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Picture of an invitation's QR code</source>
            <translation>Picture of an invitation's QR code</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Pictures ({patterns})</source>
            <translation>Pictures ({patterns})</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Read a QR c&amp;ode…</source>
            <translation>Read a QR c&amp;ode…</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Reading the picture…</source>
            <translation>Reading the picture…</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>There is no QR code of an invitation in this picture; try a larger one.</source>
            <translation>There is no QR code of an invitation in this picture; try a larger one.</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>This looks like an invitation.</source>
            <translation>This looks like an invitation.</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>“{name}” stays joined too; shares say how this computer's time is divided.</source>
            <translation>“{name}” stays joined too; shares say how this computer's time is divided.</translation>
        </message>
    </context>
    <context>
        <name>LinksCard</name>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Connections now</source>
            <translation>Connections now</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Connections now: {number}</source>
            <translation>Connections now: {number}</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>No other computer is connected at the moment.</source>
            <translation>No other computer is connected at the moment.</translation>
        </message>
    </context>
    <context>
        <name>LogPart</name>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>&amp;Copy the log</source>
            <translation>&amp;Copy the log</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>A file with the settings, what the sensors read, the state of the network and the log. Keys, tokens, names and addresses are taken out of it. Nothing is sent: you decide who gets it.</source>
            <translation>A file with the settings, what the sensors read, the state of the network and the log. Keys, tokens, names and addresses are taken out of it. Nothing is sent: you decide who gets it.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Log</source>
            <translation>Log</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Open its fol&amp;der</source>
            <translation>Open its fol&amp;der</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Save a file for hel&amp;pers…</source>
            <translation>Save a file for hel&amp;pers…</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Save a file for helpers</source>
            <translation>Save a file for helpers</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>The log was copied.</source>
            <translation>The log was copied.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>When you ask somebody for help</source>
            <translation>When you ask somebody for help</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Written: {size}. One secret was taken out.</source>
            <translation>Written: {size}. One secret was taken out.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Written: {size}. {number} secrets were taken out.</source>
            <translation>Written: {size}. {number} secrets were taken out.</translation>
        </message>
    </context>
    <context>
        <name>LogText</name>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>End of the log</source>
            <translation>End of the log</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
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
            <source>&amp;Help</source>
            <translation>&amp;Help</translation>
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
            <source>&amp;Undo the last setting</source>
            <translation>&amp;Undo the last setting</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Collaborat&amp;ions</source>
            <translation>Collaborat&amp;ions</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Idlewild</source>
            <translation>Idlewild</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>M&amp;e</source>
            <translation>M&amp;e</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Pause after this &amp;step</source>
            <translation>Pause after this &amp;step</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Settin&amp;gs</source>
            <translation>Settin&amp;gs</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Take back: {what}</source>
            <translation>Take back: {what}</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>There is no tray here, so the window stays in the task bar. To end, use File, Quit.</source>
            <translation>There is no tray here, so the window stays in the task bar. To end, use File, Quit.</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Undo</source>
            <translation>Undo</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Undo the last change of the settings</source>
            <translation>Undo the last change of the settings</translation>
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
            <source>By &amp;day…</source>
            <translation>By &amp;day…</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>By &amp;hour…</source>
            <translation>By &amp;hour…</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>By &amp;month…</source>
            <translation>By &amp;month…</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>CSV (*.csv)</source>
            <translation>CSV (*.csv)</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Loading your history…</source>
            <translation>Loading your history…</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>My contribution</source>
            <translation>My contribution</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Not saved: {reason}</source>
            <translation>Not saved: {reason}</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Nothing yet. Samples are pieces of the training data: each one that this computer has worked through is counted here, as soon as the collaboration has accepted it.</source>
            <translation>Nothing yet. Samples are pieces of the training data: each one that this computer has worked through is counted here, as soon as the collaboration has accepted it.</translation>
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
            <source>The engine does not answer at the moment, so this may not be the newest.</source>
            <translation>The engine does not answer at the moment, so this may not be the newest.</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Your history is shown as soon as the engine runs.</source>
            <translation>Your history is shown as soon as the engine runs.</translation>
        </message>
    </context>
    <context>
        <name>MembershipRow</name>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave</source>
            <translation>Leave</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave {name}</source>
            <translation>Leave {name}</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave {name} now</source>
            <translation>Leave {name} now</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave “{name}”? What you gave to it stays in your history and in the model.</source>
            <translation>Leave “{name}”? What you gave to it stays in your history and in the model.</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave…</source>
            <translation>Leave…</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Share of {name}</source>
            <translation>Share of {name}</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Stay</source>
            <translation>Stay</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Stay in {name}</source>
            <translation>Stay in {name}</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>set aside</source>
            <translation>set aside</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>{percent} of the time</source>
            <translation>{percent} of the time</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>{percent} of this computer's training time</source>
            <translation>{percent} of this computer's training time</translation>
        </message>
    </context>
    <context>
        <name>MembershipsCard</name>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Joined collaborations</source>
            <translation>Joined collaborations</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Shares divide this computer's training time; a share of 0 sets a collaboration aside.</source>
            <translation>Shares divide this computer's training time; a share of 0 sets a collaboration aside.</translation>
        </message>
    </context>
    <context>
        <name>MilestonesCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Days in a row</source>
            <translation>Days in a row</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Longest row of days</source>
            <translation>Longest row of days</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Milestones</source>
            <translation>Milestones</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Next: {milestone}</source>
            <translation>Next: {milestone}</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Progress to the next milestone</source>
            <translation>Progress to the next milestone</translation>
        </message>
    </context>
    <context>
        <name>ModelPage</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loading the curve…</source>
            <translation>Loading the curve…</translation>
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
        <message>
            <location filename="../../app/pages/model.py" />
            <source>The engine does not answer at the moment, so there is no curve to show.</source>
            <translation>The engine does not answer at the moment, so there is no curve to show.</translation>
        </message>
    </context>
    <context>
        <name>NearbyCard</name>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>&amp;Look again</source>
            <translation>&amp;Look again</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>&amp;Look in this network</source>
            <translation>&amp;Look in this network</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Another computer here may take part in something already.</source>
            <translation>Another computer here may take part in something already.</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Asking for this collaboration…</source>
            <translation>Asking for this collaboration…</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Found here; whoever is in this network may join:</source>
            <translation>Found here; whoever is in this network may join:</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>In this home network</source>
            <translation>In this home network</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Join {name}</source>
            <translation>Join {name}</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Join “{name}”</source>
            <translation>Join “{name}”</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Looking for others in this network; this takes two seconds…</source>
            <translation>Looking for others in this network; this takes two seconds…</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>No other computer in this network tells of a collaboration.</source>
            <translation>No other computer in this network tells of a collaboration.</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Told of by {peer}</source>
            <translation>Told of by {peer}</translation>
        </message>
    </context>
    <context>
        <name>OutlookLine</name>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>What would happen right now</source>
            <translation>What would happen right now</translation>
        </message>
    </context>
    <context>
        <name>PauseButtons</name>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>&amp;Pause</source>
            <translation>&amp;Pause</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>&amp;Resume</source>
            <translation>&amp;Resume</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>After this &amp;step</source>
            <translation>After this &amp;step</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>Pause f&amp;or</source>
            <translation>Pause f&amp;or</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>Pause training for a while, or after this step</source>
            <translation>Pause training for a while, or after this step</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>Pause training until I resume</source>
            <translation>Pause training until I resume</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
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
        <name>ProgramCard</name>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>&amp;Remove Idlewild…</source>
            <translation>&amp;Remove Idlewild…</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Down&amp;load it</source>
            <translation>Down&amp;load it</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Download of the newer version</source>
            <translation>Download of the newer version</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Fetch and use newer versions by itself</source>
            <translation>Fetch and use newer versions by itself</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Idlewild {version}</source>
            <translation>Idlewild {version}</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Loo&amp;k for a newer version</source>
            <translation>Loo&amp;k for a newer version</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Restart n&amp;ow</source>
            <translation>Restart n&amp;ow</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>This program</source>
            <translation>This program</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>What i&amp;s new</source>
            <translation>What i&amp;s new</translation>
        </message>
    </context>
    <context>
        <name>QAbstractSpinBox</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Select All</source>
            <translation>&amp;Select All</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Step up</source>
            <translation>&amp;Step up</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Step &amp;down</source>
            <translation>Step &amp;down</translation>
        </message>
    </context>
    <context>
        <name>QFileDialog</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>%1 already exists.
Do you want to replace it?</source>
            <translation>%1 already exists.
Do you want to replace it?</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Delete</source>
            <translation>&amp;Delete</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Look in:</source>
            <translation>&amp;Look in:</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;New Folder</source>
            <translation>&amp;New Folder</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Open</source>
            <translation>&amp;Open</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Rename</source>
            <translation>&amp;Rename</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Save</source>
            <translation>&amp;Save</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>All Files (*)</source>
            <translation>All Files (*)</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Back</source>
            <translation>Back</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Change to detail view mode</source>
            <translation>Change to detail view mode</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Change to list view mode</source>
            <translation>Change to list view mode</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Create New Folder</source>
            <translation>Create New Folder</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Create a New Folder</source>
            <translation>Create a New Folder</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Detail View</source>
            <translation>Detail View</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>File &amp;name:</source>
            <translation>File &amp;name:</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Files</source>
            <translation>Files</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Files of &amp;type:</source>
            <translation>Files of &amp;type:</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Forward</source>
            <translation>Forward</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Go back</source>
            <translation>Go back</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Go forward</source>
            <translation>Go forward</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Go to the parent directory</source>
            <translation>Go to the parent directory</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>List View</source>
            <translation>List View</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>List of places and bookmarks</source>
            <translation>List of places and bookmarks</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Parent Directory</source>
            <translation>Parent Directory</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Show </source>
            <translation>Show </translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Show &amp;hidden files</source>
            <translation>Show &amp;hidden files</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Sidebar</source>
            <translation>Sidebar</translation>
        </message>
    </context>
    <context>
        <name>QFileSystemModel</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Computer</source>
            <translation>Computer</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Date Modified</source>
            <translation>Date Modified</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Name</source>
            <translation>Name</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Size</source>
            <translation>Size</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Type</source>
            <translation>Type</translation>
        </message>
    </context>
    <context>
        <name>QLineEdit</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Copy</source>
            <translation>&amp;Copy</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Paste</source>
            <translation>&amp;Paste</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Redo</source>
            <translation>&amp;Redo</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Undo</source>
            <translation>&amp;Undo</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Cu&amp;t</source>
            <translation>Cu&amp;t</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Delete</source>
            <translation>Delete</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Select All</source>
            <translation>Select All</translation>
        </message>
    </context>
    <context>
        <name>QPlatformTheme</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Cancel</source>
            <translation>Cancel</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>OK</source>
            <translation>OK</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Open</source>
            <translation>Open</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Save</source>
            <translation>Save</translation>
        </message>
    </context>
    <context>
        <name>QWidgetTextControl</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Copy</source>
            <translation>&amp;Copy</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Paste</source>
            <translation>&amp;Paste</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Redo</source>
            <translation>&amp;Redo</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Undo</source>
            <translation>&amp;Undo</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Cu&amp;t</source>
            <translation>Cu&amp;t</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Delete</source>
            <translation>Delete</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Select All</source>
            <translation>Select All</translation>
        </message>
    </context>
    <context>
        <name>RemovalDialog</name>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>&amp;Cancel</source>
            <translation>&amp;Cancel</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>&amp;Keep the record of what I have contributed</source>
            <translation>&amp;Keep the record of what I have contributed</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>&amp;Remove</source>
            <translation>&amp;Remove</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>Remove Idlewild</source>
            <translation>Remove Idlewild</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>Training ends, and Idlewild with it. Everything that it has stored in {folder} is deleted: models, data, settings, downloads, and this computer's key. It no longer starts when you log in, and no longer opens invitations. Who comes back later is somebody new to the others.</source>
            <translation>Training ends, and Idlewild with it. Everything that it has stored in {folder} is deleted: models, data, settings, downloads, and this computer's key. It no longer starts when you log in, and no longer opens invitations. Who comes back later is somebody new to the others.</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>What goes</source>
            <translation>What goes</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>What stays</source>
            <translation>What stays</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>What you have given to a collaboration stays in its model and in its public log. Files that Idlewild did not make are left alone. The program itself is removed as it was installed: with the system's list of programs, or by deleting its file.</source>
            <translation>What you have given to a collaboration stays in its model and in its public log. Files that Idlewild did not make are left alone. The program itself is removed as it was installed: with the system's list of programs, or by deleting its file.</translation>
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
            <source>The engine ended unexpectedly ({reason}) and is started again.</source>
            <translation>The engine ended unexpectedly ({reason}) and is started again.</translation>
        </message>
        <message>
            <location filename="../../app/session.py" />
            <source>The engine ended unexpectedly and is started again.</source>
            <translation>The engine ended unexpectedly and is started again.</translation>
        </message>
        <message>
            <location filename="../../app/session.py" />
            <source>The engine has ended.</source>
            <translation>The engine has ended.</translation>
        </message>
    </context>
    <context>
        <name>SettingsPage</name>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Begin with a pause until I resume</source>
            <translation>Begin with a pause until I resume</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Changed: {what}</source>
            <translation>Changed: {what}</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Language</source>
            <translation>Language</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Start and notices</source>
            <translation>Start and notices</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Taken back: {what}</source>
            <translation>Taken back: {what}</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>{group}: back to defaults</source>
            <translation>{group}: back to defaults</translation>
        </message>
    </context>
    <context>
        <name>StarterCard</name>
        <message>
            <location filename="../../app/joining/starter.py" />
            <source>&amp;Start on this computer</source>
            <translation>&amp;Start on this computer</translation>
        </message>
        <message>
            <location filename="../../app/joining/starter.py" />
            <source>Or start right here</source>
            <translation>Or start right here</translation>
        </message>
        <message>
            <location filename="../../app/joining/starter.py" />
            <source>Starting; this takes a moment…</source>
            <translation>Starting; this takes a moment…</translation>
        </message>
        <message>
            <location filename="../../app/joining/starter.py" />
            <source>“Starter” is a small language model that this computer trains by itself, on text that is already here. Nothing is downloaded, and others can join later.</source>
            <translation>“Starter” is a small language model that this computer trains by itself, on text that is already here. Nothing is downloaded, and others can join later.</translation>
        </message>
    </context>
    <context>
        <name>StateCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Progress</source>
            <translation>Progress</translation>
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
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Step {number}: {done}</source>
            <translation>Step {number}: {done}</translation>
        </message>
    </context>
    <context>
        <name>TimeCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Days</source>
            <translation>Days</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Earlier</source>
            <translation>Earlier</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Hours</source>
            <translation>Hours</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Later</source>
            <translation>Later</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Months</source>
            <translation>Months</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Samples over time</source>
            <translation>Samples over time</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Shown by</source>
            <translation>Shown by</translation>
        </message>
    </context>
    <context>
        <name>TotalsCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Above what the idle computer takes, at {price} per kWh.</source>
            <translation>Above what the idle computer takes, at {price} per kWh.</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>All collaborations</source>
            <translation>All collaborations</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Collaborations shown</source>
            <translation>Collaborations shown</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Cost (estimate)</source>
            <translation>Cost (estimate)</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Energy (estimate)</source>
            <translation>Energy (estimate)</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Enter the price of electricity in the settings to see what this has cost.</source>
            <translation>Enter the price of electricity in the settings to see what this has cost.</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>My contribution</source>
            <translation>My contribution</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Samples in all</source>
            <translation>Samples in all</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Sent and received: {traffic}</source>
            <translation>Sent and received: {traffic}</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Steps taken part in</source>
            <translation>Steps taken part in</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Time trained</source>
            <translation>Time trained</translation>
        </message>
    </context>
    <context>
        <name>Tray</name>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Finish this step, then pause</source>
            <translation>&amp;Finish this step, then pause</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Help…</source>
            <translation>&amp;Help…</translation>
        </message>
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
        <message>
            <location filename="../../app/tray.py" />
            <source>Restart to &amp;update</source>
            <translation>Restart to &amp;update</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>S&amp;ettings…</source>
            <translation>S&amp;ettings…</translation>
        </message>
    </context>
    <context>
        <name>TryBox</name>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>As&amp;k the model</source>
            <translation>As&amp;k the model</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Begin a text; the model goes on with it.</source>
            <translation>Begin a text; the model goes on with it.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>No answer.</source>
            <translation>No answer.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Put {gap} where a word is missing.</source>
            <translation>Put {gap} where a word is missing.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Said by the model after step {step}.</source>
            <translation>Said by the model after step {step}.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Text for the model</source>
            <translation>Text for the model</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>The model is thinking…</source>
            <translation>The model is thinking…</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>The models of this collaboration are not about text, so there is nothing to type here.</source>
            <translation>The models of this collaboration are not about text, so there is nothing to type here.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>This opens as soon as the engine runs and a step is finished.</source>
            <translation>This opens as soon as the engine runs and a step is finished.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Try the model</source>
            <translation>Try the model</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Write a text, with {gap} where the model is to guess a word.</source>
            <translation>Write a text, with {gap} where the model is to guess a word.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Write {gap} where a word is missing; the model guesses it.</source>
            <translation>Write {gap} where a word is missing; the model guesses it.</translation>
        </message>
    </context>
    <context>
        <name>WhyPart</name>
        <message>
            <location filename="../../app/pages/help/why.py" />
            <source>Nothing to do: everything is as it should be.</source>
            <translation>Nothing to do: everything is as it should be.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/why.py" />
            <source>Open thi&amp;s setting</source>
            <translation>Open thi&amp;s setting</translation>
        </message>
    </context>
    <context>
        <name>chart</name>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>MMMM yyyy</source>
            <translation>MMMM yyyy</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>Step {step}: loss {loss}, mean {mean}; {samples} samples, after {time}</source>
            <translation>Step {step}: loss {loss}, mean {mean}; {samples} samples, after {time}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>Step {step}: {change}</source>
            <translation>Step {step}: {change}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>The first day</source>
            <translation>The first day</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>The first hour of training</source>
            <translation>The first hour of training</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>The first sample</source>
            <translation>The first sample</translation>
        </message>
        <message>
            <location filename="../../app/widgets/year.py" />
            <source>The larger and darker a day's mark, the nearer it comes to the best day of the year.</source>
            <translation>The larger and darker a day's mark, the nearer it comes to the best day of the year.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/year.py" />
            <source>What the marks mean</source>
            <translation>What the marks mean</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>d MMM</source>
            <translation>d MMM</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>d MMM yyyy</source>
            <translation>d MMM yyyy</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>nothing</source>
            <translation>nothing</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{amount} {currency}</source>
            <translation>{amount} {currency}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{day}, {hour}</source>
            <translation>{day}, {hour}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{first} – {last}</source>
            <translation>{first} – {last}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{milestone} ({number} %)</source>
            <translation>{milestone} ({number} %)</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{milestone}: {day}</source>
            <translation>{milestone}: {day}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} %</source>
            <translation>{number} %</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} M</source>
            <translation>{number} M</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} Wh</source>
            <translation>{number} Wh</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} bn</source>
            <translation>{number} bn</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} d</source>
            <translation>{number} d</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} days in a row</source>
            <translation>{number} days in a row</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} h</source>
            <translation>{number} h</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} hours of training</source>
            <translation>{number} hours of training</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} kWh</source>
            <translation>{number} kWh</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} min</source>
            <translation>{number} min</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} samples</source>
            <translation>{number} samples</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{samples} samples in {time}</source>
            <translation>{samples} samples in {time}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{samples} samples in {time}, about {energy}</source>
            <translation>{samples} samples in {time}, about {energy}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{sent} up, {received} down</source>
            <translation>{sent} up, {received} down</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{when}: {what}</source>
            <translation>{when}: {what}</translation>
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
            <location filename="../../core/throttle/describing.py" />
            <source>A microphone, a camera or the screen is in use.</source>
            <translation>A microphone, a camera or the screen is in use.</translation>
        </message>
        <message>
            <location filename="../../core/engine/engine.py" />
            <source>All collaborations are set aside: give one of them a share.</source>
            <translation>All collaborations are set aside: give one of them a share.</translation>
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
            <source>Allow the download here, or connect to a network without a volume charge.</source>
            <translation>Allow the download here, or connect to a network without a volume charge.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Allow training on this computer's processor or graphics card in the settings.</source>
            <translation>Allow training on this computer's processor or graphics card in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>Another program holds the database {path}: close that program and try again.</source>
            <translation>Another program holds the database {path}: close that program and try again.</translation>
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
            <location filename="../../core/engine/session.py" />
            <source>Asking for the collaboration's manifest.</source>
            <translation>Asking for the collaboration's manifest.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Averaging gradients with the other peers.</source>
            <translation>Averaging gradients with the other peers.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how busy the graphics card is.</source>
            <translation>Cannot tell how busy the graphics card is.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how busy the processor is.</source>
            <translation>Cannot tell how busy the processor is.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how much memory is free.</source>
            <translation>Cannot tell how much memory is free.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how much of the graphics card's memory is free.</source>
            <translation>Cannot tell how much of the graphics card's memory is free.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how much power the graphics card takes.</source>
            <translation>Cannot tell how much power the graphics card takes.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how warm the graphics card is.</source>
            <translation>Cannot tell how warm the graphics card is.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how warm the processor is.</source>
            <translation>Cannot tell how warm the processor is.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether a microphone, a camera or the screen is in use.</source>
            <translation>Cannot tell whether a microphone, a camera or the screen is in use.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether somebody is here.</source>
            <translation>Cannot tell whether somebody is here.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether something fills the screen.</source>
            <translation>Cannot tell whether something fills the screen.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the computer runs on battery.</source>
            <translation>Cannot tell whether the computer runs on battery.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the energy saver is on.</source>
            <translation>Cannot tell whether the energy saver is on.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the lid is closed.</source>
            <translation>Cannot tell whether the lid is closed.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the network charges by volume.</source>
            <translation>Cannot tell whether the network charges by volume.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the screen is locked.</source>
            <translation>Cannot tell whether the screen is locked.</translation>
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
            <location filename="../../core/engine/choosing.py" />
            <source>Collecting text that is on this computer.</source>
            <translation>Collecting text that is on this computer.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>Computers may be warmer than {limit_c} degrees even when they rest; training would hardly run.</source>
            <translation>Computers may be warmer than {limit_c} degrees even when they rest; training would hardly run.</translation>
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
            <location filename="../../core/collaboration/shards.py" />
            <source>Counting samples of {file}.</source>
            <translation>Counting samples of {file}.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Do what the sentence says, then try again.</source>
            <translation>Do what the sentence says, then try again.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Does not look which programs run.</source>
            <translation>Does not look which programs run.</translation>
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
            <location filename="../../core/engine/joining.py" />
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
            <location filename="../../core/engine/installing_words.py" />
            <source>Fetching the parts of Idlewild that compute: {done_bytes} of {size_bytes}.</source>
            <translation>Fetching the parts of Idlewild that compute: {done_bytes} of {size_bytes}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing.py" />
            <source>Files of the parts that compute were damaged ({why}); they are fetched anew.</source>
            <translation>Files of the parts that compute were damaged ({why}); they are fetched anew.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Finishing this step, then pausing.</source>
            <translation>Finishing this step, then pausing.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>IPv6 works, as {address}.</source>
            <translation>IPv6 works, as {address}.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/unix_socket.py" />
            <source>Idlewild already answers for this home; end it with `idlewild quit`, or choose another with --home.</source>
            <translation>Idlewild already answers for this home; end it with `idlewild quit`, or choose another with --home.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/lock.py" />
            <source>Idlewild already runs in {home} (process {pid}); end it with `idlewild quit`, or choose another folder with --home.</source>
            <translation>Idlewild already runs in {home} (process {pid}); end it with `idlewild quit`, or choose another folder with --home.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/lock.py" />
            <source>Idlewild already runs in {home}; end it with `idlewild quit`, or choose another folder with --home.</source>
            <translation>Idlewild already runs in {home}; end it with `idlewild quit`, or choose another folder with --home.</translation>
        </message>
        <message>
            <location filename="../../core/cli/launch.py" />
            <source>Idlewild cannot start itself anew ({reason}): start it again.</source>
            <translation>Idlewild cannot start itself anew ({reason}): start it again.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Idlewild is still finding out how other computers can reach this one.</source>
            <translation>Idlewild is still finding out how other computers can reach this one.</translation>
        </message>
        <message>
            <location filename="../../core/cli/removing.py" />
            <source>Idlewild runs and does not end: end its process, and remove it then.</source>
            <translation>Idlewild runs and does not end: end its process, and remove it then.</translation>
        </message>
        <message>
            <location filename="../../core/training/weights.py" />
            <source>Initial weights could not be made; is there enough free memory for the model?</source>
            <translation>Initial weights could not be made; is there enough free memory for the model?</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Install the newest Idlewild.</source>
            <translation>Install the newest Idlewild.</translation>
        </message>
        <message>
            <location filename="../../core/cli/main.py" />
            <source>Internal error ({kind}); please report it together with {log}.</source>
            <translation>Internal error ({kind}); please report it together with {log}.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/connection.py" />
            <source>Internal error in the engine; idlewild.log in the home folder says more.</source>
            <translation>Internal error in the engine; idlewild.log in the home folder says more.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Invite somebody outside your own network; as soon as one has come, Idlewild finds it out by itself.</source>
            <translation>Invite somebody outside your own network; as soon as one has come, Idlewild finds it out by itself.</translation>
        </message>
        <message>
            <location filename="../../core/training/self_test.py" />
            <source>It computes, but wrongly: {losses}.</source>
            <translation>It computes, but wrongly: {losses}.</translation>
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
            <location filename="../../core/collaboration/hosting.py" />
            <source>Making the initial weights.</source>
            <translation>Making the initial weights.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/hosting.py" />
            <source>Making the tokenizer.</source>
            <translation>Making the tokenizer.</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>Memory is short at the moment: close a program that needs much, then try the model again.</source>
            <translation>Memory is short at the moment: close a program that needs much, then try the model again.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Neither microphone nor camera nor screen is being recorded.</source>
            <translation>Neither microphone nor camera nor screen is being recorded.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>Neither the processor nor a graphics card may train, so nothing is ever computed.</source>
            <translation>Neither the processor nor a graphics card may train, so nothing is ever computed.</translation>
        </message>
        <message>
            <location filename="../../core/engine/collaborations.py" />
            <source>No collaboration here is called {word}: `idlewild collaborations` lists them.</source>
            <translation>No collaboration here is called {word}: `idlewild collaborations` lists them.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>No input for {idle_s}.</source>
            <translation>No input for {idle_s}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/exporting.py" />
            <source>No kept model has been examined and found good yet: hold data out in the manifest, wait a few minutes, or export the present model.</source>
            <translation>No kept model has been examined and found good yet: hold data out in the manifest, wait a few minutes, or export the present model.</translation>
        </message>
        <message>
            <location filename="../../core/engine/renewing.py" />
            <source>No newer version is here that could be used: look for updates first.</source>
            <translation>No newer version is here that could be used: look for updates first.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>No program of your list runs.</source>
            <translation>No program of your list runs.</translation>
        </message>
        <message>
            <location filename="../../core/engine/governing.py" />
            <source>No step is under way: wait until training has started, or join a collaboration.</source>
            <translation>No step is under way: wait until training has started, or join a collaboration.</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>No tokenizer could be trained ({reason}): give it more text.</source>
            <translation>No tokenizer could be trained ({reason}): give it more text.</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>No tokenizer could be trained: give it more text.</source>
            <translation>No tokenizer could be trained: give it more text.</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>No web server is known that has {file}: install Idlewild again.</source>
            <translation>No web server is known that has {file}: install Idlewild again.</translation>
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
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nobody has come yet who could tell whether other computers reach this one.</source>
            <translation>Nobody has come yet who could tell whether other computers reach this one.</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Nobody who can be reached has the data that is needed next; it is asked for again and again. Until then this computer averages for others.</source>
            <translation>Nobody who can be reached has the data that is needed next; it is asked for again and again. Until then this computer averages for others.</translation>
        </message>
        <message>
            <location filename="../../core/engine/gathering.py" />
            <source>Nobody who has the collaboration's model can be reached; trying again.</source>
            <translation>Nobody who has the collaboration's model can be reached; trying again.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>None of the computers that this one knows of answers{where}.</source>
            <translation>None of the computers that this one knows of answers{where}.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Nothing fills the screen.</source>
            <translation>Nothing fills the screen.</translation>
        </message>
        <message>
            <location filename="../../core/engine/engine.py" />
            <source>Nothing is computed and nobody is called on before you agree to it.</source>
            <translation>Nothing is computed and nobody is called on before you agree to it.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Nothing is computed before you agree to it.</source>
            <translation>Nothing is computed before you agree to it.</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>Nothing is computed before you have agreed to it: open the window and say so there.</source>
            <translation>Nothing is computed before you have agreed to it: open the window and say so there.</translation>
        </message>
        <message>
            <location filename="../../core/storage/database.py" />
            <source>Nothing is recorded in {folder} yet: run idlewild there first, or correct --home.</source>
            <translation>Nothing is recorded in {folder} yet: run idlewild there first, or correct --home.</translation>
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
            <source>Nothing to do: it is fetched once, and goes on by itself where it was interrupted.</source>
            <translation>Nothing to do: it is fetched once, and goes on by itself where it was interrupted.</translation>
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
            <location filename="../../core/throttle/describing.py" />
            <source>Other programs use {use_percent} of the graphics card.</source>
            <translation>Other programs use {use_percent} of the graphics card.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Other programs use {use_percent} of the processor.</source>
            <translation>Other programs use {use_percent} of the processor.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused by the schedule until {until_time}.</source>
            <translation>Paused by the schedule until {until_time}.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until next month, since {limit_bytes} have been sent and received in this one.</source>
            <translation>Paused until next month, since {limit_bytes} have been sent and received in this one.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until the graphics card is cooler.</source>
            <translation>Paused until the graphics card is cooler.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until the processor is cooler.</source>
            <translation>Paused until the processor is cooler.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until there is more free memory.</source>
            <translation>Paused until there is more free memory.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until you resume.</source>
            <translation>Paused until you resume.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until {until_time}.</source>
            <translation>Paused until {until_time}.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while a microphone, a camera or the screen is in use.</source>
            <translation>Paused while a microphone, a camera or the screen is in use.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while a program of your list runs.</source>
            <translation>Paused while a program of your list runs.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while other programs use more than {limit_percent} of the graphics card.</source>
            <translation>Paused while other programs use more than {limit_percent} of the graphics card.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while other programs use more than {limit_percent} of the processor.</source>
            <translation>Paused while other programs use more than {limit_percent} of the processor.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while something fills the screen.</source>
            <translation>Paused while something fills the screen.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while the computer runs on battery.</source>
            <translation>Paused while the computer runs on battery.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while the energy saver is on.</source>
            <translation>Paused while the energy saver is on.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while the lid is closed.</source>
            <translation>Paused while the lid is closed.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while the network charges by volume.</source>
            <translation>Paused while the network charges by volume.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while you use the computer; it goes on {wait_s} after the last input.</source>
            <translation>Paused while you use the computer; it goes on {wait_s} after the last input.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while {program} runs.</source>
            <translation>Paused while {program} runs.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since somebody may watch or listen.</source>
            <translation>Paused, since somebody may watch or listen.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since the schedule allows no hour at all.</source>
            <translation>Paused, since the schedule allows no hour at all.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since this computer cannot tell whether it runs on battery.</source>
            <translation>Paused, since this computer cannot tell whether it runs on battery.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since this computer cannot tell whether somebody is here.</source>
            <translation>Paused, since this computer cannot tell whether somebody is here.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since this computer cannot tell which programs run.</source>
            <translation>Paused, since this computer cannot tell which programs run.</translation>
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
            <location filename="../../core/data/child.py" />
            <source>Preparing the data ended early; is there enough free memory? Start it again.</source>
            <translation>Preparing the data ended early; is there enough free memory? Start it again.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/requests.py" />
            <source>Request {request} has a wrong parameter: {reason}.</source>
            <translation>Request {request} has a wrong parameter: {reason}.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Resume whenever you like.</source>
            <translation>Resume whenever you like.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would change nothing, since you have paused it.</source>
            <translation>Right now this would change nothing, since you have paused it.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would do nothing, since you have not agreed to it yet.</source>
            <translation>Right now this would do nothing, since you have not agreed to it yet.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would finish the step, then pause.</source>
            <translation>Right now this would finish the step, then pause.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, by the schedule.</source>
            <translation>Right now this would pause, by the schedule.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since a microphone, a camera or the screen is in use.</source>
            <translation>Right now this would pause, since a microphone, a camera or the screen is in use.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since a program of the list runs.</source>
            <translation>Right now this would pause, since a program of the list runs.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since little memory is free.</source>
            <translation>Right now this would pause, since little memory is free.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since other programs use the graphics card.</source>
            <translation>Right now this would pause, since other programs use the graphics card.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since other programs use the processor.</source>
            <translation>Right now this would pause, since other programs use the processor.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since somebody may use the computer.</source>
            <translation>Right now this would pause, since somebody may use the computer.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since something fills the screen.</source>
            <translation>Right now this would pause, since something fills the screen.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the computer is too hot.</source>
            <translation>Right now this would pause, since the computer is too hot.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the computer may run on battery.</source>
            <translation>Right now this would pause, since the computer may run on battery.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the energy saver is on.</source>
            <translation>Right now this would pause, since the energy saver is on.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the lid is closed.</source>
            <translation>Right now this would pause, since the lid is closed.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the month's traffic is used up.</source>
            <translation>Right now this would pause, since the month's traffic is used up.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the network charges by volume.</source>
            <translation>Right now this would pause, since the network charges by volume.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since training on this device is not allowed.</source>
            <translation>Right now this would pause, since training on this device is not allowed.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would train on one core for {duty_percent} of the time.</source>
            <translation>Right now this would train on one core for {duty_percent} of the time.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would train on the graphics card for {duty_percent} of the time.</source>
            <translation>Right now this would train on the graphics card for {duty_percent} of the time.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would train on {cores} cores for {duty_percent} of the time.</source>
            <translation>Right now this would train on {cores} cores for {duty_percent} of the time.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Running: {programs}.</source>
            <translation>Running: {programs}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Serving the collaboration; this computer does not train.</source>
            <translation>Serving the collaboration; this computer does not train.</translation>
        </message>
        <message>
            <location filename="../../core/engine/collaborations.py" />
            <source>Several collaborations are called {word}: name one by its id.</source>
            <translation>Several collaborations are called {word}: name one by its id.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Some known places cannot be reached{where}.</source>
            <translation>Some known places cannot be reached{where}.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Something fills the screen, or keeps it on.</source>
            <translation>Something fills the screen, or keeps it on.</translation>
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
            <location filename="../../core/collaboration/hosting.py" />
            <source>Storing the data.</source>
            <translation>Storing the data.</translation>
        </message>
        <message>
            <location filename="../../core/transport/tunnel.py" />
            <source>TCP port {port} on {host} cannot be listened on: {reason}.</source>
            <translation>TCP port {port} on {host} cannot be listened on: {reason}.</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>Testing the parts of Idlewild that compute.</source>
            <translation>Testing the parts of Idlewild that compute.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The Idlewild here and that of the other computers do not understand each other, because one of them is too old.</source>
            <translation>The Idlewild here and that of the other computers do not understand each other, because one of them is too old.</translation>
        </message>
        <message>
            <location filename="../../core/transport/udp.py" />
            <source>The address {address} cannot be listened on ({reason}); name one of this machine's own addresses.</source>
            <translation>The address {address} cannot be listened on ({reason}); name one of this machine's own addresses.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/connection.py" />
            <source>The answer is too long for one message; ask for less.</source>
            <translation>The answer is too long for one message; ask for less.</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>The collaboration cannot be reached at {places}; check your network, or ask for a new invitation.</source>
            <translation>The collaboration cannot be reached at {places}; check your network, or ask for a new invitation.</translation>
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
            <location filename="../../core/engine/joining.py" />
            <source>The collaboration does not let this computer in: {why}; ask its organiser.</source>
            <translation>The collaboration does not let this computer in: {why}; ask its organiser.</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>The collaboration is another organiser's than the invitation says.</source>
            <translation>The collaboration is another organiser's than the invitation says.</translation>
        </message>
        <message>
            <location filename="../../core/engine/answering.py" />
            <source>The collaboration is not under way yet: wait until it has started.</source>
            <translation>The collaboration is not under way yet: wait until it has started.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/hosting.py" />
            <source>The collaboration is ready.</source>
            <translation>The collaboration is ready.</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>The collaboration's manifest contradicts itself about a file of its data: tell its organiser.</source>
            <translation>The collaboration's manifest contradicts itself about a file of its data: tell its organiser.</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>The collaboration's model is not here yet: try it when it has been fetched.</source>
            <translation>The collaboration's model is not here yet: try it when it has been fetched.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The computer runs on battery.</source>
            <translation>The computer runs on battery.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The computer runs on mains power.</source>
            <translation>The computer runs on mains power.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/codec.py" />
            <source>The control connection broke ({reason}); restart Idlewild so that all its parts are of one version.</source>
            <translation>The control connection broke ({reason}); restart Idlewild so that all its parts are of one version.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/server.py" />
            <source>The control socket {address} cannot be opened ({reason}); end the other engine with `idlewild quit`, or choose another folder with --home.</source>
            <translation>The control socket {address} cannot be opened ({reason}); end the other engine with `idlewild quit`, or choose another folder with --home.</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>The data file {path} cannot be used: {what}.</source>
            <translation>The data file {path} cannot be used: {what}.</translation>
        </message>
        <message>
            <location filename="../../core/data/source.py" />
            <source>The data of {name} is not prepared on this machine: start it again.</source>
            <translation>The data of {name} is not prepared on this machine: start it again.</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>The database {path} is damaged ({reason}): move it and the files {name}-wal and {name}-shm beside it to another place and start again; log, credit and model then come back from the other peers after you open the invitation again, while settings and recorded training times are lost.</source>
            <translation>The database {path} is damaged ({reason}): move it and the files {name}-wal and {name}-shm beside it to another place and start again; log, credit and model then come back from the other peers after you open the invitation again, while settings and recorded training times are lost.</translation>
        </message>
        <message>
            <location filename="../../core/storage/database.py" />
            <source>The database {path} is older than this program: run idlewild once to update it.</source>
            <translation>The database {path} is older than this program: run idlewild once to update it.</translation>
        </message>
        <message>
            <location filename="../../core/storage/database.py" />
            <source>The database {path} was written by a newer Idlewild: install that version or a later one, or use --home to name another folder.</source>
            <translation>The database {path} was written by a newer Idlewild: install that version or a later one, or use --home to name another folder.</translation>
        </message>
        <message>
            <location filename="../../core/release/seal.py" />
            <source>The description of the release cannot be used: {what}.</source>
            <translation>The description of the release cannot be used: {what}.</translation>
        </message>
        <message>
            <location filename="../../core/release/seal.py" />
            <source>The description of the release is malformed ({what}).</source>
            <translation>The description of the release is malformed ({what}).</translation>
        </message>
        <message>
            <location filename="../../core/release/seal.py" />
            <source>The description of the release is not signed by those who make Idlewild.</source>
            <translation>The description of the release is not signed by those who make Idlewild.</translation>
        </message>
        <message>
            <location filename="../../core/training/device/choosing.py" />
            <source>The device “{name}” cannot be used on this machine; use cpu, cuda:N, xpu:N or mps, with a PyTorch that was built for it.</source>
            <translation>The device “{name}” cannot be used on this machine; use cpu, cuda:N, xpu:N or mps, with a PyTorch that was built for it.</translation>
        </message>
        <message>
            <location filename="../../core/data/objects.py" />
            <source>The disk that holds {folder} has no room for {missing_bytes} more: free some space there and start again.</source>
            <translation>The disk that holds {folder} has no room for {missing_bytes} more: free some space there and start again.</translation>
        </message>
        <message>
            <location filename="../../core/data/files.py" />
            <source>The disk that holds {folder} is full: free some space there and start again.</source>
            <translation>The disk that holds {folder} is full: free some space there and start again.</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>The disk that holds {folder} is nearly full: free {missing_bytes} there, and fetching goes on by itself.</source>
            <translation>The disk that holds {folder} is nearly full: free {missing_bytes} there, and fetching goes on by itself.</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>The disk that holds {path} fails ({reason}): check it, then start again.</source>
            <translation>The disk that holds {path} fails ({reason}): check it, then start again.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The energy saver is off.</source>
            <translation>The energy saver is off.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The energy saver is on.</source>
            <translation>The energy saver is on.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/client.py" />
            <source>The engine cannot be trusted because {reason}; choose another folder with --home.</source>
            <translation>The engine cannot be trusted because {reason}; choose another folder with --home.</translation>
        </message>
        <message>
            <location filename="../../core/data/source.py" />
            <location filename="../../core/training/tasks/__init__.py" />
            <source>The file {path} is missing: start again to fetch it.</source>
            <translation>The file {path} is missing: start again to fetch it.</translation>
        </message>
        <message>
            <location filename="../../core/data/objects.py" />
            <source>The file {path} was damaged and has been removed: start again to fetch it anew.</source>
            <translation>The file {path} was damaged and has been removed: start again to fetch it anew.</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>The first start of version {version} was cut short before it was up.</source>
            <translation>The first start of version {version} was cut short before it was up.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The graphics card has {degrees} °C.</source>
            <translation>The graphics card has {degrees} °C.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>The graphics card is what trains on this computer, and it may not.</source>
            <translation>The graphics card is what trains on this computer, and it may not.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The graphics card takes {watts} W.</source>
            <translation>The graphics card takes {watts} W.</translation>
        </message>
        <message>
            <location filename="../../core/training/examining.py" />
            <source>The held-out shard {name} is not here.</source>
            <translation>The held-out shard {name} is not here.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/lock.py" />
            <source>The home {home} cannot be written ({reason}); free space or permissions there, or choose another folder with --home.</source>
            <translation>The home {home} cannot be written ({reason}); free space or permissions there, or choose another folder with --home.</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>The initial weights cannot be read ({reason}); fetch them again.</source>
            <translation>The initial weights cannot be read ({reason}); fetch them again.</translation>
        </message>
        <message>
            <location filename="../../core/training/building.py" />
            <source>The initial weights do not fit the model: their tensors differ in name or shape.</source>
            <translation>The initial weights do not fit the model: their tensors differ in name or shape.</translation>
        </message>
        <message>
            <location filename="../../core/training/worker.py" />
            <source>The initial weights have {elements} values, but the manifest says {expected}; ask the organiser for a correct manifest.</source>
            <translation>The initial weights have {elements} values, but the manifest says {expected}; ask the organiser for a correct manifest.</translation>
        </message>
        <message>
            <location filename="../../core/release/origin.py" />
            <source>The installation of Idlewild in {folder} is damaged ({what}): install it again.</source>
            <translation>The installation of Idlewild in {folder} is damaged ({what}): install it again.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/invitation.py" />
            <source>The invitation has a typing error or is not complete: copy the whole link again.</source>
            <translation>The invitation has a typing error or is not complete: copy the whole link again.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/invitation.py" />
            <source>The invitation is not complete, its end is missing: copy the whole link.</source>
            <translation>The invitation is not complete, its end is missing: copy the whole link.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/invitation.py" />
            <source>The invitation was made by another version of Idlewild: update it, or ask for a new invitation.</source>
            <translation>The invitation was made by another version of Idlewild: update it, or ask for a new invitation.</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>The kept model {path} cannot be read ({reason}).</source>
            <translation>The kept model {path} cannot be read ({reason}).</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>The kept model {path} is damaged: choose another step.</source>
            <translation>The kept model {path} is damaged: choose another step.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key file {file} cannot be read ({reason}): make it belong to your account, with mode 0600, or use --home.</source>
            <translation>The key file {file} cannot be read ({reason}): make it belong to your account, with mode 0600, or use --home.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key file {file} is damaged: restore it from a backup, or delete it to start as a new peer whose contributions count anew.</source>
            <translation>The key file {file} is damaged: restore it from a backup, or delete it to start as a new peer whose contributions count anew.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key in {home} cannot be deleted ({reason}): give your account write access to that folder.</source>
            <translation>The key in {home} cannot be deleted ({reason}): give your account write access to that folder.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key of this peer is in the system's keyring, which cannot be read now ({reason}): unlock the keyring or log in to the desktop, and start again.</source>
            <translation>The key of this peer is in the system's keyring, which cannot be read now ({reason}): unlock the keyring or log in to the desktop, and start again.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key of this peer is no longer in the system's keyring (entry {service}, {account}): bring that entry back, or delete {note} to become a new peer.</source>
            <translation>The key of this peer is no longer in the system's keyring (entry {service}, {account}): bring that entry back, or delete {note} to become a new peer.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key of this peer is still in the system's keyring ({reason}): delete its entry {service}, {account} there.</source>
            <translation>The key of this peer is still in the system's keyring ({reason}): delete its entry {service}, {account} there.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key of {home} is in the keyring, not in a file: unset {variable}, or delete {note} to become a new peer.</source>
            <translation>The key of {home} is in the keyring, not in a file: unset {variable}, or delete {note} to become a new peer.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The lid is closed.</source>
            <translation>The lid is closed.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The lid is open, or there is none.</source>
            <translation>The lid is open, or there is none.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>The manifest cannot be used: {key}: {what}.</source>
            <translation>The manifest cannot be used: {key}: {what}.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>The manifest has {size} bytes; {most} are allowed.</source>
            <translation>The manifest has {size} bytes; {most} are allowed.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>The manifest received belongs to collaboration {other}, not to {run}.</source>
            <translation>The manifest received belongs to collaboration {other}, not to {run}.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>The manifest's signature is not its organiser's.</source>
            <translation>The manifest's signature is not its organiser's.</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>The mirror {mirror} gives other data than the manifest says, and is not asked any more: tell the collaboration's organiser.</source>
            <translation>The mirror {mirror} gives other data than the manifest says, and is not asked any more: tell the collaboration's organiser.</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>The mirror {mirror} {does}: {remedy}; {again}.</source>
            <translation>The mirror {mirror} {does}: {remedy}; {again}.</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>The mirror {mirror} {does}; {again}.</source>
            <translation>The mirror {mirror} {does}; {again}.</translation>
        </message>
        <message>
            <location filename="../../core/training/examining.py" />
            <source>The model could not be examined; is there enough free memory?</source>
            <translation>The model could not be examined; is there enough free memory?</translation>
        </message>
        <message>
            <location filename="../../core/training/trying.py" />
            <source>The model could not be tried; is there enough free memory?</source>
            <translation>The model could not be tried; is there enough free memory?</translation>
        </message>
        <message>
            <location filename="../../core/training/export.py" />
            <source>The model could not be written to {folder} ({reason}); choose a folder on a disk with room where you may write.</source>
            <translation>The model could not be written to {folder} ({reason}); choose a folder on a disk with room where you may write.</translation>
        </message>
        <message>
            <location filename="../../core/engine/exporting.py" />
            <source>The model is being updated at this moment: try again in a few seconds.</source>
            <translation>The model is being updated at this moment: try again in a few seconds.</translation>
        </message>
        <message>
            <location filename="../../core/engine/examining.py" />
            <source>The model of step {step} has a held-out loss of {loss} and is not published.</source>
            <translation>The model of step {step} has a held-out loss of {loss} and is not published.</translation>
        </message>
        <message>
            <location filename="../../core/engine/examining.py" />
            <source>The model of step {step} is worse on held-out data than that of step {best} ({loss} against {best_loss}) and not published. To go back: idlewild amend rollback STEP.</source>
            <translation>The model of step {step} is worse on held-out data than that of step {best} ({loss} against {best_loss}) and not published. To go back: idlewild amend rollback STEP.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/learning.py" />
            <source>The model of task “causal_lm” ({kind}) cannot be used: {what}.</source>
            <translation>The model of task “causal_lm” ({kind}) cannot be used: {what}.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/learning.py" />
            <source>The model of task “causal_lm” cannot be used: `transformers` has no causal language model “{kind}”; name another `model_type`, such as gpt2, llama or qwen3.</source>
            <translation>The model of task “causal_lm” cannot be used: `transformers` has no causal language model “{kind}”; name another `model_type`, such as gpt2, llama or qwen3.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/learning.py" />
            <source>The model of task “causal_lm” cannot be used: a “{kind}” has no key `{key}`; correct or remove it.</source>
            <translation>The model of task “causal_lm” cannot be used: a “{kind}” has no key `{key}`; correct or remove it.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/models.py" />
            <source>The model of task “mlm_sop” cannot be used: {reason}.</source>
            <translation>The model of task “mlm_sop” cannot be used: {reason}.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/models.py" />
            <source>The model of task “mlm_sop” has no `model_type`; add one, for example “albert”.</source>
            <translation>The model of task “mlm_sop” has no `model_type`; add one, for example “albert”.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/models.py" />
            <source>The model of task “swav” cannot be used: `hidden_sizes` and `depths` differ in length.</source>
            <translation>The model of task “swav” cannot be used: `hidden_sizes` and `depths` differ in length.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/models.py" />
            <source>The model of task “swav” cannot be used: `hidden_sizes` must be multiples of 4.</source>
            <translation>The model of task “swav” cannot be used: `hidden_sizes` must be multiples of 4.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/models.py" />
            <source>The model of task “swav” cannot be used: {reason}.</source>
            <translation>The model of task “swav” cannot be used: {reason}.</translation>
        </message>
        <message>
            <location filename="../../core/training/trying.py" />
            <source>The model takes too long on this computer to be tried.</source>
            <translation>The model takes too long on this computer to be tried.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The names of the collaboration's computers{where} cannot be looked up.</source>
            <translation>The names of the collaboration's computers{where} cannot be looked up.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The network charges by volume.</source>
            <translation>The network charges by volume.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The network does not charge by volume.</source>
            <translation>The network does not charge by volume.</translation>
        </message>
        <message>
            <location filename="../../core/engine/renewing.py" />
            <source>The newer version is fetched as soon as the network may be used for it, or you say so.</source>
            <translation>The newer version is fetched as soon as the network may be used for it, or you say so.</translation>
        </message>
        <message>
            <location filename="../../core/engine/renewing.py" />
            <source>The newer version starts as soon as the step under way has ended.</source>
            <translation>The newer version starts as soon as the step under way has ended.</translation>
        </message>
        <message>
            <location filename="../../core/release/self_test.py" />
            <source>The parts of Idlewild that compute ({device}) do not work on this computer: {why}. Update the drivers of the graphics card, or choose another device; then try again.</source>
            <translation>The parts of Idlewild that compute ({device}) do not work on this computer: {why}. Update the drivers of the graphics card, or choose another device; then try again.</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>The parts of Idlewild that compute ({size_bytes}) are not here yet: they wait for leave, since the network charges by volume.</source>
            <translation>The parts of Idlewild that compute ({size_bytes}) are not here yet: they wait for leave, since the network charges by volume.</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>The parts of Idlewild that compute are here.</source>
            <translation>The parts of Idlewild that compute are here.</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>The parts of Idlewild that compute come next: {size_bytes}, which take {unpacked_bytes} on the disk.</source>
            <translation>The parts of Idlewild that compute come next: {size_bytes}, which take {unpacked_bytes} on the disk.</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing.py" />
            <source>The parts that compute ({device}) do not work any more ({why}); others take their place.</source>
            <translation>The parts that compute ({device}) do not work any more ({why}); others take their place.</translation>
        </message>
        <message>
            <location filename="../../core/storage/settings.py" />
            <source>The preference {key} cannot be {value}: it is {bounds}.</source>
            <translation>The preference {key} cannot be {value}: it is {bounds}.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The processor has {degrees} °C.</source>
            <translation>The processor has {degrees} °C.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>The processor is what trains on this computer, and it may not.</source>
            <translation>The processor is what trains on this computer, and it may not.</translation>
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
            <location filename="../../core/throttle/previewing.py" />
            <source>The schedule allows no hour at all, so nothing is ever computed.</source>
            <translation>The schedule allows no hour at all, so nothing is ever computed.</translation>
        </message>
        <message>
            <location filename="../../core/training/schedule.py" />
            <source>The schedule “{kind}” is unknown; use one of {known}.</source>
            <translation>The schedule “{kind}” is unknown; use one of {known}.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The screen is locked.</source>
            <translation>The screen is locked.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The screen is not locked.</source>
            <translation>The screen is not locked.</translation>
        </message>
        <message>
            <location filename="../../core/storage/settings.py" />
            <source>The setting {key} cannot be {value} ({reason}): {text}</source>
            <translation>The setting {key} cannot be {value} ({reason}): {text}</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>The step is finished; paused until you resume.</source>
            <translation>The step is finished; paused until you resume.</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>The system could not start version {version}.</source>
            <translation>The system could not start version {version}.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The system's keyring has a damaged entry {service}, {account}: restore it, or delete it to start as a new peer.</source>
            <translation>The system's keyring has a damaged entry {service}, {account}: restore it, or delete it to start as a new peer.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/gaps.py" />
            <source>The text has no gap: write ___ where a word is to be found.</source>
            <translation>The text has no gap: write ___ where a word is to be found.</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>The text holds control characters: write it with letters, digits and signs alone.</source>
            <translation>The text holds control characters: write it with letters, digits and signs alone.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/gaps.py" />
            <source>The text is too long: it has {pieces} pieces of words, and the model reads {most} at a time; shorten it.</source>
            <translation>The text is too long: it has {pieces} pieces of words, and the model reads {most} at a time; shorten it.</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>The tokenizer has more than {most} MiB: use a smaller one.</source>
            <translation>The tokenizer has more than {most} MiB: use a smaller one.</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>The tokenizer has no token {token}: add it, or let a tokenizer be trained.</source>
            <translation>The tokenizer has no token {token}: add it, or let a tokenizer be trained.</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>The tokenizer is not a sound `tokenizers` JSON file ({reason}).</source>
            <translation>The tokenizer is not a sound `tokenizers` JSON file ({reason}).</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/vocabulary.py" />
            <source>The tokenizer of {name} has {entries} entries and its model room for {declared}: tell its organiser.</source>
            <translation>The tokenizer of {name} has {entries} entries and its model room for {declared}: tell its organiser.</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>The tokenizer {path} cannot be read ({reason}).</source>
            <translation>The tokenizer {path} cannot be read ({reason}).</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>The training process is being started.</source>
            <translation>The training process is being started.</translation>
        </message>
        <message>
            <location filename="../../core/swarm/replica.py" />
            <source>The training process is not running; it will be started again.</source>
            <translation>The training process is not running; it will be started again.</translation>
        </message>
        <message>
            <location filename="../../core/training/process.py" />
            <source>The training process is not running; start it again.</source>
            <translation>The training process is not running; start it again.</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>The training process is suspended or does not answer; it is started anew after {limit_s}.</source>
            <translation>The training process is suspended or does not answer; it is started anew after {limit_s}.</translation>
        </message>
        <message>
            <location filename="../../core/training/life.py" />
            <source>The training process was lost because {reason}; it will be started again.</source>
            <translation>The training process was lost because {reason}; it will be started again.</translation>
        </message>
        <message>
            <location filename="../../core/release/feed.py" />
            <source>The web server offers a version for {offered} instead of {here}: it is not used. Try again later; if it stays so, tell those who make Idlewild.</source>
            <translation>The web server offers a version for {offered} instead of {here}: it is not used. Try again later; if it stays so, tell those who make Idlewild.</translation>
        </message>
        <message>
            <location filename="../../core/release/feed.py" />
            <source>The web server offers version {version}, although a newer release has been seen: it is not used. Try again later.</source>
            <translation>The web server offers version {version}, although a newer release has been seen: it is not used. Try again later.</translation>
        </message>
        <message>
            <location filename="../../core/release/feed.py" />
            <source>The web server offers version {version}, which is older than this one: it is not used. Try again later.</source>
            <translation>The web server offers version {version}, which is older than this one: it is not used. Try again later.</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>The weights file {name} cannot be used because {reason}; use a float32 safetensors file whose tensors lie end to end.</source>
            <translation>The weights file {name} cannot be used because {reason}; use a float32 safetensors file whose tensors lie end to end.</translation>
        </message>
        <message>
            <location filename="../../core/data/supply.py" />
            <source>The {limit_bytes} of the disk that the collaboration's data may take are too few for what is needed at a time: allow {needed_bytes} in the settings (idlewild run --data-limit {option}).</source>
            <translation>The {limit_bytes} of the disk that the collaboration's data may take are too few for what is needed at a time: allow {needed_bytes} in the settings (idlewild run --data-limit {option}).</translation>
        </message>
        <message>
            <location filename="../../core/engine/bundling.py" />
            <source>There is no folder {folder}: name a file in one that there is.</source>
            <translation>There is no folder {folder}: name a file in one that there is.</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>There is no model here yet: join a collaboration, or start one.</source>
            <translation>There is no model here yet: join a collaboration, or start one.</translation>
        </message>
        <message>
            <location filename="../../core/engine/exporting.py" />
            <source>There is no model yet: wait until training has started, or join a collaboration.</source>
            <translation>There is no model yet: wait until training has started, or join a collaboration.</translation>
        </message>
        <message>
            <location filename="../../core/storage/settings.py" />
            <source>There is no preference {key}; `idlewild preferences` lists them.</source>
            <translation>There is no preference {key}; `idlewild preferences` lists them.</translation>
        </message>
        <message>
            <location filename="../../core/training/vectors.py" />
            <source>There is no room for {size_bytes} of shared memory ({reason}); close other programs, or enlarge /dev/shm if this is a container.</source>
            <translation>There is no room for {size_bytes} of shared memory ({reason}); close other programs, or enlarge /dev/shm if this is a container.</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>There is no room left on the disk that holds {path}: free some space and start again; what was written before is safe.</source>
            <translation>There is no room left on the disk that holds {path}: free some space and start again; what was written before is safe.</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>There is no text: write a few words.</source>
            <translation>There is no text: write a few words.</translation>
        </message>
        <message>
            <location filename="../../core/training/device/choosing.py" />
            <source>There is no {kind} device on this machine that PyTorch could use; use --device cpu.</source>
            <translation>There is no {kind} device on this machine that PyTorch could use; use --device cpu.</translation>
        </message>
        <message>
            <location filename="../../core/engine/answering.py" />
            <source>There is nobody to reach yet: join a collaboration, or start one.</source>
            <translation>There is nobody to reach yet: join a collaboration, or start one.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/gaps.py" />
            <source>There is nothing but a gap: write the words around it too.</source>
            <translation>There is nothing but a gap: write the words around it too.</translation>
        </message>
        <message>
            <location filename="../../core/training/examining.py" />
            <source>There is nothing held out to examine a model by.</source>
            <translation>There is nothing held out to examine a model by.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/continuing.py" />
            <source>There is nothing to continue: write a few words.</source>
            <translation>There is nothing to continue: write a few words.</translation>
        </message>
        <message>
            <location filename="../../core/engine/renewing.py" />
            <source>This Idlewild knows no place to ask for newer versions: bring it up to date as it was installed.</source>
            <translation>This Idlewild knows no place to ask for newer versions: bring it up to date as it was installed.</translation>
        </message>
        <message>
            <location filename="../../core/release/fitting.py" />
            <source>This Idlewild was built for {theirs}, and this computer is {ours}: install the one for this computer.</source>
            <translation>This Idlewild was built for {theirs}, and this computer is {ours}: install the one for this computer.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>This collaboration needs a newer version of Idlewild: update it and join again.</source>
            <translation>This collaboration needs a newer version of Idlewild: update it and join again.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/plug.py" />
            <source>This collaboration's models are not about text.</source>
            <translation>This collaboration's models are not about text.</translation>
        </message>
        <message>
            <location filename="../../core/training/device/cpu.py" />
            <source>This computer ({processor})</source>
            <translation>This computer ({processor})</translation>
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
            <location filename="../../core/throttle/previewing.py" />
            <source>This computer has no more than {cores} processor cores; all of them are used.</source>
            <translation>This computer has no more than {cores} processor cores; all of them are used.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer has no way to the internet.</source>
            <translation>This computer has no way to the internet.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer is connected to no network.</source>
            <translation>This computer is connected to no network.</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>This computer is too hot at the moment to try the model: ask again when it has cooled down.</source>
            <translation>This computer is too hot at the moment to try the model: ask again when it has cooled down.</translation>
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
            <location filename="../../core/training/device/mps.py" />
            <source>This computer's graphics processor</source>
            <translation>This computer's graphics processor</translation>
        </message>
        <message>
            <location filename="../../core/ipc/requests.py" />
            <source>This engine knows no request {request}.</source>
            <translation>This engine knows no request {request}.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/starter.py" />
            <source>This installation carries no text to start with: join a collaboration by its invitation.</source>
            <translation>This installation carries no text to start with: join a collaboration by its invitation.</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>This invitation names no address to ask: get a new one from the organiser.</source>
            <translation>This invitation names no address to ask: get a new one from the organiser.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/invitation.py" />
            <source>This is not an invitation: an invitation begins with {scheme}; copy the whole link.</source>
            <translation>This is not an invitation: an invitation begins with {scheme}; copy the whole link.</translation>
        </message>
        <message>
            <location filename="../../core/data/source.py" />
            <source>This machine makes {made} samples of {name} and the collaboration counts {counted}: update Idlewild, or ask the organiser which version they use.</source>
            <translation>This machine makes {made} samples of {name} and the collaboration counts {counted}: update Idlewild, or ask the organiser which version they use.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This network lets no UDP through, so everything takes a slower way over a relay.</source>
            <translation>This network lets no UDP through, so everything takes a slower way over a relay.</translation>
        </message>
        <message>
            <location filename="../../core/engine/deaths.py" />
            <source>Training keeps failing on this computer because {reason}; see the log, then start again.</source>
            <translation>Training keeps failing on this computer because {reason}; see the log, then start again.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Training on the graphics card is not allowed.</source>
            <translation>Training on the graphics card is not allowed.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Training on the processor is not allowed.</source>
            <translation>Training on the processor is not allowed.</translation>
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
            <location filename="../../core/throttle/previewing.py" />
            <source>Training while you are away begins {wait_s} after the last input, and the schedule allows no more than {stretch_s} in a row.</source>
            <translation>Training while you are away begins {wait_s} after the last input, and the schedule allows no more than {stretch_s} in a row.</translation>
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
            <location filename="../../core/transport/udp.py" />
            <source>UDP port {port} may not be opened by this user; choose one above 1023.</source>
            <translation>UDP port {port} may not be opened by this user; choose one above 1023.</translation>
        </message>
        <message>
            <location filename="../../core/transport/udp.py" />
            <source>UDP port {port} on {host} is in use by another program; end that program or choose another port with --listen {host}:PORT.</source>
            <translation>UDP port {port} on {host} is in use by another program; end that program or choose another port with --listen {host}:PORT.</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>Unpacking the parts of Idlewild that compute: {done_bytes} of {unpacked_bytes}.</source>
            <translation>Unpacking the parts of Idlewild that compute: {done_bytes} of {unpacked_bytes}.</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>Version {version} ended at its first start (exit status {status}).</source>
            <translation>Version {version} ended at its first start (exit status {status}).</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>Version {version} was not up within a minute of its first start.</source>
            <translation>Version {version} was not up within a minute of its first start.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Wait for the next month, or raise the month's limit in the settings.</source>
            <translation>Wait for the next month, or raise the month's limit in the settings.</translation>
        </message>
        <message>
            <location filename="../../core/cli/main.py" />
            <source>What computes is not here yet: start `idlewild run`, which fetches it, and try again.</source>
            <translation>What computes is not here yet: start `idlewild run`, which fetches it, and try again.</translation>
        </message>
        <message>
            <location filename="../../core/data/supply.py" />
            <source>What was made of {name} cannot be read back: check this disk.</source>
            <translation>What was made of {name} cannot be read back: check this disk.</translation>
        </message>
        <message>
            <location filename="../../core/release/seal.py" />
            <source>What was received is no description of a release of Idlewild that this one can read.</source>
            <translation>What was received is no description of a release of Idlewild that this one can read.</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>What was received is not a manifest.</source>
            <translation>What was received is not a manifest.</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>What was received is not what the invitation says; ask for a new invitation. {wrong}</source>
            <translation>What was received is not what the invitation says; ask for a new invitation. {wrong}</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Where the collaboration's computers should be{where}, there is another one now.</source>
            <translation>Where the collaboration's computers should be{where}, there is another one now.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>Your key is kept in the file {file}, as you asked; whoever can read that file can act as you.</source>
            <translation>Your key is kept in the file {file}, as you asked; whoever can read that file can act as you.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>Your key is kept in the file {file}, because this computer's keyring cannot be used; whoever can read that file can act as you.</source>
            <translation>Your key is kept in the file {file}, because this computer's keyring cannot be used; whoever can read that file can act as you.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>Your key is kept in the file {file}; whoever can read that file can act as you.</source>
            <translation>Your key is kept in the file {file}; whoever can read that file can act as you.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>Your key is kept in the file {file}; whoever can read that file can act as you. Other users could read it until now; if you do not trust them all, delete it to start anew.</source>
            <translation>Your key is kept in the file {file}; whoever can read that file can act as you. Other users could read it until now; if you do not trust them all, delete it to start anew.</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/parcel.py" />
            <source>a batch from rank 0 is of another kind; install the same program everywhere</source>
            <translation>a batch from rank 0 is of another kind; install the same program everywhere</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>a document or sentence in it is missing</source>
            <translation>a document or sentence in it is missing</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>a firewall lets nobody in unasked</source>
            <translation>a firewall lets nobody in unasked</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a list of {count}, each entry {entry}</source>
            <translation>a list of {count}, each entry {entry}</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a list, each entry {entry}</source>
            <translation>a list, each entry {entry}</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a number from {least} to {most}</source>
            <translation>a number from {least} to {most}</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/team.py" />
            <source>a rank's gradient has {elements} values instead of {expected}</source>
            <translation>a rank's gradient has {elements} values instead of {expected}</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <location filename="../../core/data/tokens.py" />
            <source>a row group unpacks to more than {most} MiB</source>
            <translation>a row group unpacks to more than {most} MiB</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a text of at most {count} characters</source>
            <translation>a text of at most {count} characters</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a whole number from {least} to {most}</source>
            <translation>a whole number from {least} to {most}</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>answers that it cannot ({status})</source>
            <translation>answers that it cannot ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>ask for access at {page}</source>
            <translation>ask for access at {page}</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>ask for access at {page} and set HF_TOKEN, or log in by `hf auth login`</source>
            <translation>ask for access at {page} and set HF_TOKEN, or log in by `hf auth login`</translation>
        </message>
        <message>
            <location filename="../../core/storage/log_store.py" />
            <source>back to the model of step {step}</source>
            <translation>back to the model of step {step}</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>breaks off in the middle of a file</source>
            <translation>breaks off in the middle of a file</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>can have no file {name}</source>
            <translation>can have no file {name}</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>cannot be reached ({reason})</source>
            <translation>cannot be reached ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>check this computer's clock</source>
            <translation>check this computer's clock</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not answer</source>
            <translation>does not answer</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not answer as web servers do</source>
            <translation>does not answer as web servers do</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not have the file ({status})</source>
            <translation>does not have the file ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not let this computer in ({status})</source>
            <translation>does not let this computer in ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not let you in ({status})</source>
            <translation>does not let you in ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not say which part of the file it sends</source>
            <translation>does not say which part of the file it sends</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_use.py" />
            <source>gives less than {pace_bytes_per_s}</source>
            <translation>gives less than {pace_bytes_per_s}</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>has another file than the one that was signed</source>
            <translation>has another file than the one that was signed</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>has too much to do ({status})</source>
            <translation>has too much to do ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>is not on the public internet ({reason})</source>
            <translation>is not on the public internet ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>it accepts no connections</source>
            <translation>it accepts no connections</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/parcel.py" />
            <source>it cannot read a batch from rank 0; install the same program everywhere</source>
            <translation>it cannot read a batch from rank 0; install the same program everywhere</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <location filename="../../core/training/assembling.py" />
            <location filename="../../core/training/ranks/team.py" />
            <source>it does not answer</source>
            <translation>it does not answer</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>it does not keep what it is given</source>
            <translation>it does not keep what it is given</translation>
        </message>
        <message>
            <location filename="../../core/training/life.py" />
            <source>it ended with exit status {status}</source>
            <translation>it ended with exit status {status}</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>it ends early</source>
            <translation>it ends early</translation>
        </message>
        <message>
            <location filename="../../core/training/forwarding.py" />
            <source>it failed with {kind}: {message}</source>
            <translation>it failed with {kind}: {message}</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>it has a document of more than {most} MiB</source>
            <translation>it has a document of more than {most} MiB</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it has a line of more than {most} MiB</source>
            <translation>it has a line of more than {most} MiB</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it has a text of more than {most} MiB</source>
            <translation>it has a text of more than {most} MiB</translation>
        </message>
        <message>
            <location filename="../../core/data/pictures.py" />
            <source>it has no column `image` of type binary</source>
            <translation>it has no column `image` of type binary</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>it has no column `{column}` of type list&lt;list&lt;int32&gt;&gt;</source>
            <translation>it has no column `{column}` of type list&lt;list&lt;int32&gt;&gt;</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it has no column `{column}` of type string</source>
            <translation>it has no column `{column}` of type string</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>it has no safetensors header</source>
            <translation>it has no safetensors header</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>it has tokens that its tokenizer does not know</source>
            <translation>it has tokens that its tokenizer does not know</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>it has {elements} values where {expected} are expected</source>
            <translation>it has {elements} values where {expected} are expected</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/recipe.py" />
            <source>it holds sentences without what stood between them, which this task learns too</source>
            <translation>it holds sentences without what stood between them, which this task learns too</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>it is asked again every minute</source>
            <translation>it is asked again every minute</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>it is asked again in {wait_s}</source>
            <translation>it is asked again in {wait_s}</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>it is behind two routers, or behind one of the internet provider's</source>
            <translation>it is behind two routers, or behind one of the internet provider's</translation>
        </message>
        <message>
            <location filename="../../core/data/pictures.py" />
            <location filename="../../core/data/text.py" />
            <location filename="../../core/data/tokens.py" />
            <source>it is not a sound parquet file ({reason})</source>
            <translation>it is not a sound parquet file ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it is not sound zstd data ({reason})</source>
            <translation>it is not sound zstd data ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/mate.py" />
            <source>it said {answer} when asked for {question}</source>
            <translation>it said {answer} when asked for {question}</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it unpacks to more than {most} MiB</source>
            <translation>it unpacks to more than {most} MiB</translation>
        </message>
        <message>
            <location filename="../../core/training/life.py" />
            <source>it was ended by {signal}</source>
            <translation>it was ended by {signal}</translation>
        </message>
        <message>
            <location filename="../../core/training/process.py" />
            <source>it was suspended, or did not answer any more</source>
            <translation>it was suspended, or did not answer any more</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>its header is malformed: {reason}</source>
            <translation>its header is malformed: {reason}</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>its length does not match its header</source>
            <translation>its length does not match its header</translation>
        </message>
        <message>
            <location filename="../../core/training/desk.py" />
            <source>its losses are not finite, which points to faulty hardware or a model gone astray</source>
            <translation>its losses are not finite, which points to faulty hardware or a model gone astray</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/mate.py" />
            <source>its process ended</source>
            <translation>its process ended</translation>
        </message>
        <message>
            <location filename="../../core/engine/deaths.py" />
            <source>its process is ended while it starts</source>
            <translation>its process is ended while it starts</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>its router lets nobody in and takes another port for each peer</source>
            <translation>its router lets nobody in and takes another port for each peer</translation>
        </message>
        <message>
            <location filename="../../core/release/self_test.py" />
            <source>its test ended with exit status {status}</source>
            <translation>its test ended with exit status {status}</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>its tokens were made with another tokenizer than the collaboration's</source>
            <translation>its tokens were made with another tokenizer than the collaboration's</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>let a computer with more memory train it</source>
            <translation>let a computer with more memory train it</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>line {number} is no JSON object with a field `{column}`</source>
            <translation>line {number} is no JSON object with a field `{column}`</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>line {number} is not UTF-8</source>
            <translation>line {number} is not UTF-8</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/checking.py" />
            <source>none of its pictures can be decoded</source>
            <translation>none of its pictures can be decoded</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>nothing</source>
            <translation>nothing</translation>
        </message>
        <message>
            <location filename="../../core/release/self_test.py" />
            <source>nothing came within {patience_s}</source>
            <translation>nothing came within {patience_s}</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>object {object} was removed</source>
            <translation>object {object} was removed</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>one of {values}</source>
            <translation>one of {values}</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>others reach it through a relay only</source>
            <translation>others reach it through a relay only</translation>
        </message>
        <message>
            <location filename="../../core/data/pictures.py" />
            <source>pictures are read from parquet files, with a column `image`</source>
            <translation>pictures are read from parquet files, with a column `image`</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends a page for people instead of the file</source>
            <translation>sends a page for people instead of the file</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends another part of the file than it was asked for</source>
            <translation>sends another part of the file than it was asked for</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends its files packed although it was asked not to</source>
            <translation>sends its files packed although it was asked not to</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends this computer from one address to the next</source>
            <translation>sends this computer from one address to the next</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends this computer to an address without encryption</source>
            <translation>sends this computer to an address without encryption</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends this computer to what is no host on the public internet</source>
            <translation>sends this computer to what is no host on the public internet</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>shows a certificate that does not hold ({what})</source>
            <translation>shows a certificate that does not hold ({what})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>tell the collaboration's organiser</source>
            <translation>tell the collaboration's organiser</translation>
        </message>
        <message>
            <location filename="../../core/transport/refusals.py" />
            <source>the peer record is not genuine</source>
            <translation>the peer record is not genuine</translation>
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
            <location filename="../../core/release/fitting.py" />
            <source>there are none for it</source>
            <translation>there are none for it</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>there is none</source>
            <translation>there is none</translation>
        </message>
        <message>
            <location filename="../../core/transport/refusals.py" />
            <source>this peer is not on the run's list</source>
            <translation>this peer is not on the run's list</translation>
        </message>
        <message>
            <location filename="../../core/transport/refusals.py" />
            <source>this peer takes part in another run</source>
            <translation>this peer takes part in another run</translation>
        </message>
        <message>
            <location filename="../../core/transport/refusals.py" />
            <source>this run takes part by invitation only, and the invitation is not valid</source>
            <translation>this run takes part by invitation only, and the invitation is not valid</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>train on the processor (--device cpu)</source>
            <translation>train on the processor (--device cpu)</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>true or false</source>
            <translation>true or false</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>wants to know who asks ({status})</source>
            <translation>wants to know who asks ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>was silent for {silence_s}</source>
            <translation>was silent for {silence_s}</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/recipe.py" />
            <source>{count} pictures in a row cannot be decoded (row {row} and those before it): the data is damaged, or this machine's Pillow lacks a format; install Idlewild again or tell the organiser.</source>
            <translation>{count} pictures in a row cannot be decoded (row {row} and those before it): the data is damaged, or this machine's Pillow lacks a format; install Idlewild again or tell the organiser.</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>{device} cannot compute this model ({reason}); use --device cpu.</source>
            <translation>{device} cannot compute this model ({reason}); use --device cpu.</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>{device} has too little free memory for this model, which needs {needed_bytes} for one sample; close other programs or {other}.</source>
            <translation>{device} has too little free memory for this model, which needs {needed_bytes} for one sample; close other programs or {other}.</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>{device} has too little free memory for this model; close other programs or {other}.</source>
            <translation>{device} has too little free memory for this model; close other programs or {other}.</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/mate.py" />
            <source>{device} was lost: {reason}</source>
            <translation>{device} was lost: {reason}</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>{file} cannot be fetched, since {why}. Check this computer's connection to the internet and try again: what has come already stays.</source>
            <translation>{file} cannot be fetched, since {why}. Check this computer's connection to the internet and try again: what has come already stays.</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>{file} cannot be fetched, since {why}. Try again later: what has come already stays.</source>
            <translation>{file} cannot be fetched, since {why}. Try again later: what has come already stays.</translation>
        </message>
        <message>
            <location filename="../../core/engine/bundling.py" />
            <source>{file} cannot be written ({reason}): name a file in a folder where you may write.</source>
            <translation>{file} cannot be written ({reason}): name a file in a folder where you may write.</translation>
        </message>
        <message>
            <location filename="../../core/engine/diagnostics.py" />
            <source>{file} does not say in which folder: give its whole path.</source>
            <translation>{file} does not say in which folder: give its whole path.</translation>
        </message>
        <message>
            <location filename="../../core/engine/bundling.py" />
            <source>{file} exists already, and is no such file: choose another name.</source>
            <translation>{file} exists already, and is no such file: choose another name.</translation>
        </message>
        <message>
            <location filename="../../core/release/updating.py" />
            <source>{file} has changed on this computer's disk while it was read: fetch the update again.</source>
            <translation>{file} has changed on this computer's disk while it was read: fetch the update again.</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>{file} was not taken, since {place} {what}. Try again later; if it stays so, tell those who make Idlewild.</source>
            <translation>{file} was not taken, since {place} {what}. Try again later; if it stays so, tell those who make Idlewild.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{folder} belongs to another user</source>
            <translation>{folder} belongs to another user</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{folder} cannot be made ({reason}); choose another folder with --home.</source>
            <translation>{folder} cannot be made ({reason}); choose another folder with --home.</translation>
        </message>
        <message>
            <location filename="../../core/data/files.py" />
            <source>{folder} cannot be used ({reason}): check the folder and its permissions.</source>
            <translation>{folder} cannot be used ({reason}): check the folder and its permissions.</translation>
        </message>
        <message>
            <location filename="../../core/training/export.py" />
            <source>{folder} holds other files, which an export would replace; choose a new or empty folder.</source>
            <translation>{folder} holds other files, which an export would replace; choose a new or empty folder.</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>{folder} is in the way of the new version: remove it.</source>
            <translation>{folder} is in the way of the new version: remove it.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{folder} is not a folder</source>
            <translation>{folder} is not a folder</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{folder} is open to other users</source>
            <translation>{folder} is open to other users</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>{free_percent} of the graphics card's memory is free.</source>
            <translation>{free_percent} of the graphics card's memory is free.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>{free_percent} of the memory is free.</source>
            <translation>{free_percent} of the memory is free.</translation>
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
            <location filename="../../core/throttle/previewing.py" />
            <source>{limit_bytes} in a month may be used up in a day or two.</source>
            <translation>{limit_bytes} in a month may be used up in a day or two.</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>{month_bytes} have been sent and received in this month already.</source>
            <translation>{month_bytes} have been sent and received in this month already.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/checking.py" />
            <source>{name}: {broken} of {rows} pictures cannot be decoded and are passed over, in the rows {first} and {more} more.</source>
            <translation>{name}: {broken} of {rows} pictures cannot be decoded and are passed over, in the rows {first} and {more} more.</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/checking.py" />
            <source>{name}: {broken} of {rows} pictures cannot be decoded and are passed over, in the rows {first}.</source>
            <translation>{name}: {broken} of {rows} pictures cannot be decoded and are passed over, in the rows {first}.</translation>
        </message>
        <message>
            <location filename="../../core/release/disk.py" />
            <source>{needed_bytes} must be free on the disk that holds {folder}, and {there_bytes} are: free some space there and try again; what is here already stays.</source>
            <translation>{needed_bytes} must be free on the disk that holds {folder}, and {there_bytes} are: free some space there and try again; what is here already stays.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>{one} or {other}</source>
            <translation>{one} or {other}</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>{path} cannot be read ({reason})</source>
            <translation>{path} cannot be read ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>{path} cannot be read ({reason}): give your account access to it, or use --home.</source>
            <translation>{path} cannot be read ({reason}): give your account access to it, or use --home.</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>{path} cannot be used ({reason}): check that place, or use --home.</source>
            <translation>{path} cannot be used ({reason}): check that place, or use --home.</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>{path} cannot be written ({reason}): make room or give your account write access to {folder}, or name another folder with --home.</source>
            <translation>{path} cannot be written ({reason}): make room or give your account write access to {folder}, or name another folder with --home.</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>{path} cannot be written: give your account write access to {folder}, or use --home.</source>
            <translation>{path} cannot be written: give your account write access to {folder}, or use --home.</translation>
        </message>
        <message>
            <location filename="../../core/data/objects.py" />
            <source>{path} changed while it was read: start again once it is complete.</source>
            <translation>{path} changed while it was read: start again once it is complete.</translation>
        </message>
        <message>
            <location filename="../../core/storage/database.py" />
            <source>{path} is another program's database: move it away, or use --home to name another folder.</source>
            <translation>{path} is another program's database: move it away, or use --home to name another folder.</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>{path} is damaged at byte {place}</source>
            <translation>{path} is damaged at byte {place}</translation>
        </message>
        <message>
            <location filename="../../core/ipc/unix_socket.py" />
            <source>{path} is in the way of the control socket; move it elsewhere and start again.</source>
            <translation>{path} is in the way of the control socket; move it elsewhere and start again.</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>{peers} other peers are in the same home network.</source>
            <translation>{peers} other peers are in the same home network.</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>{place} {what}</source>
            <translation>{place} {what}</translation>
        </message>
        <message>
            <location filename="../../core/data/supply.py" />
            <source>{reason} Update Idlewild, or tell the collaboration's organiser.</source>
            <translation>{reason} Update Idlewild, or tell the collaboration's organiser.</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{reason}; remove {folder} or choose a shorter path with --home.</source>
            <translation>{reason}; remove {folder} or choose a shorter path with --home.</translation>
        </message>
        <message>
            <location filename="../../core/storage/log_store.py" />
            <source>{samples} samples in {shards} shards join the data</source>
            <translation>{samples} samples in {shards} shards join the data</translation>
        </message>
        <message>
            <location filename="../../core/engine/calling.py" />
            <source>{sentence} {action}</source>
            <translation>{sentence} {action}</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <location filename="../../core/engine/feeding.py" />
            <source>{sentence} {mirrors}</source>
            <translation>{sentence} {mirrors}</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>{tensor} does not follow the tensor before it</source>
            <translation>{tensor} does not follow the tensor before it</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>{tensor} is not float32</source>
            <translation>{tensor} is not float32</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>{what} The one before it runs again. It is tried once more when you look for updates; a newer one is tried by itself.</source>
            <translation>{what} The one before it runs again. It is tried once more when you look for updates; a newer one is tried by itself.</translation>
        </message>
        <message>
            <location filename="../../core/release/unpacking.py" />
            <source>{wheel} cannot be unpacked ({what}). Try again; if it stays so, tell those who make Idlewild.</source>
            <translation>{wheel} cannot be unpacked ({what}). Try again; if it stays so, tell those who make Idlewild.</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>{wrong} Update Idlewild.</source>
            <translation>{wrong} Update Idlewild.</translation>
        </message>
    </context>
    <context>
        <name>facts</name>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Calls</source>
            <translation>Calls</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Cannot tell.</source>
            <translation>Cannot tell.</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Cannot tell: counts as in use.</source>
            <translation>Cannot tell: counts as in use.</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Charge by volume</source>
            <translation>Charge by volume</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Energy saver</source>
            <translation>Energy saver</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Free memory</source>
            <translation>Free memory</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Free memory of the graphics card</source>
            <translation>Free memory of the graphics card</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Full screen</source>
            <translation>Full screen</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Graphics card, other programs</source>
            <translation>Graphics card, other programs</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Keyboard and mouse</source>
            <translation>Keyboard and mouse</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Lid</source>
            <translation>Lid</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>No.</source>
            <translation>No.</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Power</source>
            <translation>Power</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Power of the graphics card</source>
            <translation>Power of the graphics card</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Processor, other programs</source>
            <translation>Processor, other programs</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Screen lock</source>
            <translation>Screen lock</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Temperature of the graphics card</source>
            <translation>Temperature of the graphics card</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Temperature of the processor</source>
            <translation>Temperature of the processor</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Yes.</source>
            <translation>Yes.</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Your list of programs</source>
            <translation>Your list of programs</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>{fact} Source: {source}.</source>
            <translation>{fact} Source: {source}.</translation>
        </message>
    </context>
    <context>
        <name>first_run</name>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>&amp;Gentle</source>
            <translation>&amp;Gentle</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>&amp;Whenever it can</source>
            <translation>&amp;Whenever it can</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>Ba&amp;lanced</source>
            <translation>Ba&amp;lanced</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>Only while you are away, on half of the processor's cores and half of the time.</source>
            <translation>Only while you are away, on half of the processor's cores and half of the time.</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>Processor and graphics card also while you work; all cores but one. It still steps aside for other programs that are busy.</source>
            <translation>Processor and graphics card also while you work; all cores but one. It still steps aside for other programs that are busy.</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>The processor also while you work, on half of its cores and behind everything else; the graphics card only while you are away.</source>
            <translation>The processor also while you work, on half of its cores and behind everything else; the graphics card only while you are away.</translation>
        </message>
    </context>
    <context>
        <name>history</name>
        <message>
            <location filename="../../app/history_csv.py" />
            <source>The engine does not answer.</source>
            <translation>The engine does not answer.</translation>
        </message>
    </context>
    <context>
        <name>hours</name>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>Hours of the week</source>
            <translation>Hours of the week</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>May compute in {number} of the week's {all} hours.</source>
            <translation>May compute in {number} of the week's {all} hours.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>Space changes an hour, Shift and arrows choose several, Shift+Space a whole day, Ctrl+Space the same hour of all days.</source>
            <translation>Space changes an hour, Shift and arrows choose several, Shift+Space a whole day, Ctrl+Space the same hour of all days.</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>{day}, {span}: does not compute</source>
            <translation>{day}, {span}: does not compute</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>{day}, {span}: may compute</source>
            <translation>{day}, {span}: may compute</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>{start} to {end}</source>
            <translation>{start} to {end}</translation>
        </message>
    </context>
    <context>
        <name>installed</name>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>AMD graphics cards</source>
            <translation>AMD graphics cards</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>About {time} left</source>
            <translation>About {time} left</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Apple's graphics processor</source>
            <translation>Apple's graphics processor</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Downlo&amp;ad {size} here</source>
            <translation>Downlo&amp;ad {size} here</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Engine for {device}</source>
            <translation>Engine for {device}</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Engine for {device}: {room} on the disk</source>
            <translation>Engine for {device}: {room} on the disk</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Intel graphics cards</source>
            <translation>Intel graphics cards</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>It is not updated by itself, since it runs from its sources.</source>
            <translation>It is not updated by itself, since it runs from its sources.</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>NVIDIA graphics cards</source>
            <translation>NVIDIA graphics cards</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>No newer version could be asked for.</source>
            <translation>No newer version could be asked for.</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Once you agree, the parts of Idlewild that compute are downloaded: {size}, made for {device}. They take {room} on the disk, and are downloaded once.</source>
            <translation>Once you agree, the parts of Idlewild that compute are downloaded: {size}, made for {device}. They take {room} on the disk, and are downloaded once.</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>The engine could not be installed.</source>
            <translation>The engine could not be installed.</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>The engine for {device} is not here yet: {size}</source>
            <translation>The engine for {device} is not here yet: {size}</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>The engine uses the Python libraries that are installed here.</source>
            <translation>The engine uses the Python libraries that are installed here.</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>The parts that compute are being installed: {done}</source>
            <translation>The parts that compute are being installed: {done}</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>This is the newest version.</source>
            <translation>This is the newest version.</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Tr&amp;y again</source>
            <translation>Tr&amp;y again</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Version {version} is being downloaded: {done}</source>
            <translation>Version {version} is being downloaded: {done}</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Version {version} is ready, and is used after the next start.</source>
            <translation>Version {version} is ready, and is used after the next start.</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Version {version} is started as soon as this step has ended.</source>
            <translation>Version {version} is started as soon as this step has ended.</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Version {version} is there: {size} to download.</source>
            <translation>Version {version} is there: {size} to download.</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>the processor</source>
            <translation>the processor</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>{done} of {all}</source>
            <translation>{done} of {all}</translation>
        </message>
    </context>
    <context>
        <name>model</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Language: {language}.</source>
            <translation>Language: {language}.</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Language: {language}. Licence: {licence}.</source>
            <translation>Language: {language}. Licence: {licence}.</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Licence: {licence}.</source>
            <translation>Licence: {licence}.</translation>
        </message>
    </context>
    <context>
        <name>notifications</name>
        <message>
            <location filename="../../app/notifications.py" />
            <source>Idlewild has to be updated</source>
            <translation>Idlewild has to be updated</translation>
        </message>
        <message>
            <location filename="../../app/notifications.py" />
            <source>The others use a newer version, and this one cannot take part with them.</source>
            <translation>The others use a newer version, and this one cannot take part with them.</translation>
        </message>
        <message>
            <location filename="../../app/notifications.py" />
            <source>The update to {version} did not work</source>
            <translation>The update to {version} did not work</translation>
        </message>
        <message>
            <location filename="../../app/notifications.py" />
            <source>This computer has given so many to “{name}”. Thank you.</source>
            <translation>This computer has given so many to “{name}”. Thank you.</translation>
        </message>
        <message>
            <location filename="../../app/notifications.py" />
            <source>{number} samples</source>
            <translation>{number} samples</translation>
        </message>
    </context>
    <context>
        <name>now</name>
        <message>
            <location filename="../../app/now_words.py" />
            <source>&amp;Choose what to train…</source>
            <translation>&amp;Choose what to train…</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>&amp;Look at the connection</source>
            <translation>&amp;Look at the connection</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>&amp;Start again</source>
            <translation>&amp;Start again</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Done in about {time} at this speed.</source>
            <translation>Done in about {time} at this speed.</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Everyone's results are being put together.</source>
            <translation>Everyone's results are being put together.</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Nobody computes at the moment.</source>
            <translation>Nobody computes at the moment.</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Open thi&amp;s setting</source>
            <translation>Open thi&amp;s setting</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Restart to &amp;update</source>
            <translation>Restart to &amp;update</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Tr&amp;y again</source>
            <translation>Tr&amp;y again</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>{left} left</source>
            <translation>{left} left</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>{number} W</source>
            <translation>{number} W</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>{up} sent, {down} received</source>
            <translation>{up} sent, {down} received</translation>
        </message>
    </context>
    <context>
        <name>pages</name>
        <message>
            <location filename="../../app/widgets/pages.py" />
            <source>Pages</source>
            <translation>Pages</translation>
        </message>
        <message>
            <location filename="../../app/widgets/pages.py" />
            <source>Pages, now {page}</source>
            <translation>Pages, now {page}</translation>
        </message>
        <message>
            <location filename="../../app/widgets/pages.py" />
            <source>☰  {page}</source>
            <translation>☰  {page}</translation>
        </message>
    </context>
    <context>
        <name>qr</name>
        <message>
            <location filename="../../app/widgets/qr.py" />
            <source>Says the same as the link above it, to a camera.</source>
            <translation>Says the same as the link above it, to a camera.</translation>
        </message>
    </context>
    <context>
        <name>settings</name>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source> GB</source>
            <translation> GB</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source> Mbit/s</source>
            <translation> Mbit/s</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source> W</source>
            <translation> W</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source> min</source>
            <translation> min</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source> °C</source>
            <translation> °C</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>&amp;Always</source>
            <translation>&amp;Always</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>&amp;Nights, from 22 to 8</source>
            <translation>&amp;Nights, from 22 to 8</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>&amp;Weekends</source>
            <translation>&amp;Weekends</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>A tenth of the disk</source>
            <translation>A tenth of the disk</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>A&amp;dd</source>
            <translation>A&amp;dd</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Add the program</source>
            <translation>Add the program</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Also while I work here</source>
            <translation>Also while I work here</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>As the system</source>
            <translation>As the system</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>At most</source>
            <translation>At most</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>At most once a day</source>
            <translation>At most once a day</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Automatic</source>
            <translation>Automatic</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Compute on the graphics card</source>
            <translation>Compute on the graphics card</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Compute on the processor</source>
            <translation>Compute on the processor</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Cores of the processor</source>
            <translation>Cores of the processor</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Currency</source>
            <translation>Currency</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Each time</source>
            <translation>Each time</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Energy and cost</source>
            <translation>Energy and cost</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>Filled hours may compute.</source>
            <translation>Filled hours may compute.</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Half of them</source>
            <translation>Half of them</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Held by computing less. 10 °C more, and it pauses until it is cooler.</source>
            <translation>Held by computing less. 10 °C more, and it pauses until it is cooler.</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Hours of the week in which it may compute</source>
            <translation>Hours of the week in which it may compute</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>How much</source>
            <translation>How much</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>I am away after so long without keyboard and mouse</source>
            <translation>I am away after so long without keyboard and mouse</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Keep the graphics card below</source>
            <translation>Keep the graphics card below</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Keep the processor below</source>
            <translation>Keep the processor below</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Language of this window</source>
            <translation>Language of this window</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>N&amp;ights of weekdays, and whole weekends</source>
            <translation>N&amp;ights of weekdays, and whole weekends</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Name of a program to add</source>
            <translation>Name of a program to add</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Name, such as blender</source>
            <translation>Name, such as blender</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Network</source>
            <translation>Network</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <location filename="../../app/pages/settings/own.py" />
            <source>Never</source>
            <translation>Never</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>No limit</source>
            <translation>No limit</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Not known</source>
            <translation>Not known</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Only while I am away</source>
            <translation>Only while I am away</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Part of the graphics card's memory</source>
            <translation>Part of the graphics card's memory</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Part of the memory that Idlewild may take</source>
            <translation>Part of the memory that Idlewild may take</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Part of the time that the graphics card computes</source>
            <translation>Part of the time that the graphics card computes</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Part of the time that the processor computes</source>
            <translation>Part of the time that the processor computes</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause during calls and shared screens</source>
            <translation>Pause during calls and shared screens</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause during games, films and presentations</source>
            <translation>Pause during games, films and presentations</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause on battery</source>
            <translation>Pause on battery</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause on networks that charge by volume</source>
            <translation>Pause on networks that charge by volume</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause while other programs need the graphics card</source>
            <translation>Pause while other programs need the graphics card</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause while other programs need the processor</source>
            <translation>Pause while other programs need the processor</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause while the energy saver is on</source>
            <translation>Pause while the energy saver is on</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause while these programs run</source>
            <translation>Pause while these programs run</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause with the lid closed</source>
            <translation>Pause with the lid closed</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>Presets</source>
            <translation>Presets</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>Presets of the hours</source>
            <translation>Presets of the hours</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Price of a kilowatt hour</source>
            <translation>Price of a kilowatt hour</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Programs during which nothing is computed</source>
            <translation>Programs during which nothing is computed</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Receive at most</source>
            <translation>Receive at most</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Remo&amp;ve</source>
            <translation>Remo&amp;ve</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Remove the chosen program</source>
            <translation>Remove the chosen program</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Room on the disk for training data</source>
            <translation>Room on the disk for training data</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Send and receive in a month at most</source>
            <translation>Send and receive in a month at most</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Send at most</source>
            <translation>Send at most</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Start when I log in</source>
            <translation>Start when I log in</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Stay connected in a pause</source>
            <translation>Stay connected in a pause</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Tell me of milestones too</source>
            <translation>Tell me of milestones too</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Tell me outside the window what needs me</source>
            <translation>Tell me outside the window what needs me</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>The graphics card is needed from this use on</source>
            <translation>The graphics card is needed from this use on</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>The graphics card takes at most</source>
            <translation>The graphics card takes at most</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>The name of the program's file, without the folder.</source>
            <translation>The name of the program's file, without the folder.</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>The processor is needed from this use on</source>
            <translation>The processor is needed from this use on</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Training takes this much more than an idle computer</source>
            <translation>Training takes this much more than an idle computer</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>What was computed already still counts, and others can fetch the model here.</source>
            <translation>What was computed already still counts, and others can fetch the model here.</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>When</source>
            <translation>When</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Without a window; the rules above hold from the first moment.</source>
            <translation>Without a window; the rules above hold from the first moment.</translation>
        </message>
    </context>
    <context>
        <name>system</name>
        <message>
            <location filename="../../app/registry.py" />
            <source>Windows does not let {key} be changed ({reason}); ask who manages it.</source>
            <translation>Windows does not let {key} be changed ({reason}); ask who manages it.</translation>
        </message>
        <message>
            <location filename="../../app/desktop_entry.py" />
            <source>{file} cannot be read ({reason}); make it readable and try again.</source>
            <translation>{file} cannot be read ({reason}); make it readable and try again.</translation>
        </message>
        <message>
            <location filename="../../app/desktop_entry.py" />
            <source>{file} cannot be written ({reason}); make its folder writable and try again.</source>
            <translation>{file} cannot be written ({reason}); make its folder writable and try again.</translation>
        </message>
        <message>
            <location filename="../../app/autostart/macos.py" />
            <location filename="../../app/desktop_entry.py" />
            <source>{file} was not made by Idlewild and is left alone; remove it and try again.</source>
            <translation>{file} was not made by Idlewild and is left alone; remove it and try again.</translation>
        </message>
    </context>
    <context>
        <name>try</name>
        <message>
            <location filename="../../app/widgets/candidates.py" />
            <source>Put into the gap</source>
            <translation>Put into the gap</translation>
        </message>
        <message>
            <location filename="../../app/widgets/candidates.py" />
            <source>Words for the gap</source>
            <translation>Words for the gap</translation>
        </message>
        <message>
            <location filename="../../app/widgets/candidates.py" />
            <source>{word}, {chance}</source>
            <translation>{word}, {chance}</translation>
        </message>
    </context>
    <context>
        <name>why</name>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Collaboration</source>
            <translation>Collaboration</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Data this month</source>
            <translation>Data this month</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Device</source>
            <translation>Device</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Engine</source>
            <translation>Engine</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Everything that it depends on</source>
            <translation>Everything that it depends on</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Given.</source>
            <translation>Given.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Hours of the week</source>
            <translation>Hours of the week</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>It runs and answers.</source>
            <translation>It runs and answers.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>None is joined.</source>
            <translation>None is joined.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Not chosen yet.</source>
            <translation>Not chosen yet.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Not given yet.</source>
            <translation>Not given yet.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Not in this hour, by your schedule.</source>
            <translation>Not in this hour, by your schedule.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Nothing against this hour.</source>
            <translation>Nothing against this hour.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Other computers</source>
            <translation>Other computers</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Pause</source>
            <translation>Pause</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Until you resume.</source>
            <translation>Until you resume.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>You have not paused.</source>
            <translation>You have not paused.</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Your consent</source>
            <translation>Your consent</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>cannot tell</source>
            <translation>cannot tell</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>fine</source>
            <translation>fine</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>this is the reason</source>
            <translation>this is the reason</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>{volume} sent and received.</source>
            <translation>{volume} sent and received.</translation>
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
            <location filename="../../app/link_words.py" />
            <source>Do what the sentence says, then try again.</source>
            <translation>Do what the sentence says, then try again.</translation>
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
            <location filename="../../app/words.py" />
            <source>Downloading the engine</source>
            <translation>Downloading the engine</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Energy</source>
            <translation>Energy</translation>
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
            <location filename="../../app/link_words.py" />
            <source>If it stays silent, end it where you started it, and start it again.</source>
            <translation>If it stays silent, end it where you started it, and start it again.</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Looking for peers</source>
            <translation>Looking for peers</translation>
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
            <location filename="../../app/network_words.py" />
            <source>Not known yet</source>
            <translation>Not known yet</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Not let in</source>
            <translation>Not let in</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Nothing to do: if it stays silent for a minute, it is started again.</source>
            <translation>Nothing to do: if it stays silent for a minute, it is started again.</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Nothing to do: it is tried again and again.</source>
            <translation>Nothing to do: it is tried again and again.</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Nothing to do: this takes a moment.</source>
            <translation>Nothing to do: this takes a moment.</translation>
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
            <location filename="../../app/link_words.py" />
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
            <location filename="../../app/link_words.py" />
            <source>Start it again whenever you like.</source>
            <translation>Start it again whenever you like.</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Starting</source>
            <translation>Starting</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Steps</source>
            <translation>Steps</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Stopped</source>
            <translation>Stopped</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The disk is full</source>
            <translation>The disk is full</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine does not answer</source>
            <translation>The engine does not answer</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine does not answer at the moment; trying again.</source>
            <translation>The engine does not answer at the moment; trying again.</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine does not run</source>
            <translation>The engine does not run</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine is starting.</source>
            <translation>The engine is starting.</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine runs but says nothing. What is shown is the last that is known of it.</source>
            <translation>The engine runs but says nothing. What is shown is the last that is known of it.</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
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
            <source>Waiting for your leave</source>
            <translation>Waiting for your leave</translation>
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
            <location filename="../../app/joining/memberships.py" />
            <source>hosted by this computer</source>
            <translation>hosted by this computer</translation>
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
            <source>past the router</source>
            <translation>past the router</translation>
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
            <location filename="../../app/joining/memberships.py" />
            <source>under way now</source>
            <translation>under way now</translation>
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
            <location filename="../../app/losses.py" />
            <source>{loss} at step {step}</source>
            <translation>{loss} at step {step}</translation>
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
            <location filename="../../app/words.py" />
            <source>{number} GB</source>
            <translation>{number} GB</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} MB</source>
            <translation>{number} MB</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} MB/s</source>
            <translation>{number} MB/s</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} TB</source>
            <translation>{number} TB</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} kB</source>
            <translation>{number} kB</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
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
            <location filename="../../app/joining/memberships.py" />
            <source>{number} samples by you</source>
            <translation>{number} samples by you</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} samples/s</source>
            <translation>{number} samples/s</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{state} — {reason}</source>
            <translation>{state} — {reason}</translation>
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
            <location filename="../../app/network_words.py" />
            <source>{up} up, {down} down</source>
            <translation>{up} up, {down} down</translation>
        </message>
    </context>
</TS>
