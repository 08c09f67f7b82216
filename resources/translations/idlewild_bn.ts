<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="bn" sourcelanguage="en">
    <context>
        <name>AboutCard</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Contributors now</source>
            <translation>এখন অবদানকারী</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loss of the last step</source>
            <translation>শেষ ধাপের লস</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Samples</source>
            <translation>নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>State of the model: {digest}</source>
            <translation>মডেলের অবস্থা: {digest}</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Steps done</source>
            <translation>শেষ হওয়া ধাপ</translation>
        </message>
    </context>
    <context>
        <name>AboutPart</name>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>&amp;Copy all this</source>
            <translation>সব &amp;কপি করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>&amp;Quit Idlewild</source>
            <translation>Idlewild &amp;বন্ধ করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Computes on</source>
            <translation>গণনার ডিভাইস</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Engine</source>
            <translation>ইঞ্জিন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Folder</source>
            <translation>ফোল্ডার</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Free software under the Apache License 2.0.</source>
            <translation>Apache License 2.0-এর অধীনে মুক্ত সফটওয়্যার।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Good to know</source>
            <translation>জেনে রাখুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Idlewild lets many computers train one neural network together while their owners do not need them. It pauses when you say so, on battery, and when the computer is busy.</source>
            <translation>মালিকের কাজে না লাগার সময় অনেক কম্পিউটার Idlewild দিয়ে মিলেমিশে একটি নিউরাল নেটওয়ার্ককে প্রশিক্ষণ দেয়। আপনি বললে, ব্যাটারিতে চললে বা কম্পিউটার ব্যস্ত থাকলে এটি বিরতি নেয়।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Idlewild {version}</source>
            <translation>Idlewild {version}</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Listens on</source>
            <translation>শোনার ঠিকানা</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Log</source>
            <translation>লগ</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Open the &amp;log</source>
            <translation>&amp;লগ খুলুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Open the fol&amp;der</source>
            <translation>ফোল্ডা&amp;র খুলুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Pause after this &amp;step</source>
            <translation>এই ধাপের &amp;পরে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>Peer</source>
            <translation>কম্পিউটার</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>This computer</source>
            <translation>এই কম্পিউটার</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/about.py" />
            <source>version {version}, running for {time}</source>
            <translation>সংস্করণ {version}, {time} ধরে চলছে</translation>
        </message>
    </context>
    <context>
        <name>AllowPage</name>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>&amp;Start Idlewild when I log in</source>
            <translation>ল&amp;গ ইন করলে Idlewild চালু হবে</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>Idlewild stands in the launcher now, and invitation links (idlewild://) open in it.</source>
            <translation>Idlewild এখন লঞ্চারে আছে, আর আমন্ত্রণের লিঙ্ক (idlewild://) এতেই খোলে।</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>It trains on the graphics card, or else on the processor.</source>
            <translation>এটি গ্রাফিক্স কার্ডে, তা না হলে প্রসেসরে প্রশিক্ষণ দেয়।</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>It would train on: {device}</source>
            <translation>প্রশিক্ষণ চলবে এতে: {device}</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>What may it use?</source>
            <translation>কতটা কাজে লাগানো যাবে?</translation>
        </message>
        <message>
            <location filename="../../app/first_run/allowing.py" />
            <source>With each of them it stays off on battery, in mobile and other metered networks, in calls and while something fills the screen. All of that can be changed in the settings.</source>
            <translation>যেটিই বাছুন, ব্যাটারিতে, মোবাইল ও অন্য মাপা নেটওয়ার্কে, কলের সময় আর পূর্ণ পর্দায় কিছু চললে এটি থেমে থাকে। সবই সেটিংসে বদলানো যায়।</translation>
        </message>
    </context>
    <context>
        <name>Application</name>
        <message>
            <location filename="../../app/application.py" />
            <source>Idlewild goes on</source>
            <translation>Idlewild চলছে</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>The removal cannot be started; use the command “idlewild remove”.</source>
            <translation>সরানোর কাজ শুরু করা যাচ্ছে না; “idlewild remove” কমান্ডটি ব্যবহার করুন।</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>To see it again, start it from the launcher or the task bar. To end it, use File, Quit.</source>
            <translation>আবার দেখতে লঞ্চার বা টাস্কবার থেকে খুলুন। পুরো বন্ধ করতে ফাইল &gt; প্রস্থান।</translation>
        </message>
    </context>
    <context>
        <name>CalendarCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Calendar</source>
            <translation>ক্যালেন্ডার</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Calendar of samples</source>
            <translation>নমুনার ক্যালেন্ডার</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Less</source>
            <translation>কম</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>More</source>
            <translation>বেশি</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Year after</source>
            <translation>পরের বছর</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Year before</source>
            <translation>আগের বছর</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>{year}: {what}. Days with samples: {days}</source>
            <translation>{year}: {what}; নমুনার দিন: {days}</translation>
        </message>
    </context>
    <context>
        <name>CollaborationsCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>&amp;Save as CSV</source>
            <translation>CSV-তে সং&amp;রক্ষণ</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>By collaboration</source>
            <translation>সহযোগিতা অনুযায়ী</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>My history by collaboration</source>
            <translation>সহযোগিতা অনুযায়ী আমার ইতিহাস</translation>
        </message>
    </context>
    <context>
        <name>ConnectionPart</name>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>As soon as this computer takes part in a collaboration, it says here how others reach it.</source>
            <translation>এই কম্পিউটার কোনো সহযোগিতায় অংশ নিলেই এখানে দেখা যাবে অন্যরা কীভাবে এটির কাছে পৌঁছায়।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Checking the connection…</source>
            <translation>সংযোগ পরীক্ষা চলছে…</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>The details were copied.</source>
            <translation>বিবরণ কপি হয়েছে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>The other computers were asked again; what they see appears here.</source>
            <translation>অন্য কম্পিউটারগুলোকে আবার জিজ্ঞেস করা হয়েছে; তারা যা দেখে তা এখানে আসবে।</translation>
        </message>
    </context>
    <context>
        <name>ConsentPage</name>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>How to undo it</source>
            <translation>কীভাবে সরে আসবেন</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>It computes a part of the training on its processor or graphics card. That takes electricity and gives off heat; you decide when, and how much.</source>
            <translation>প্রসেসর বা গ্রাফিক্স কার্ডে প্রশিক্ষণের একটি অংশ গণনা করে। তাতে বিদ্যুৎ লাগে ও তাপ হয়; কখন আর কতটা, তা আপনি ঠিক করেন।</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>Pause or quit whenever you like, leave a collaboration, or take this back in the settings. From then on nothing is computed or sent; the public log stays as it is.</source>
            <translation>যখন ইচ্ছা বিরতি দিন বা বন্ধ করুন, সহযোগিতা ছাড়ুন, অথবা সেটিংসে সম্মতি ফিরিয়ে নিন। এরপর কিছুই গণনা বা পাঠানো হয় না; প্রকাশ্য লগ যেমন আছে তেমনই থাকে।</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>This computer's id, which is made up and holds no name, and how much it has contributed: these stay in the collaboration's public log. While it is connected, also its IP address.</source>
            <translation>এই কম্পিউটারের বানানো আইডি, যাতে কোনো নাম নেই, আর এর অবদানের পরিমাণ: এগুলো সহযোগিতার প্রকাশ্য লগে থেকে যায়। যুক্ত থাকার সময় IP ঠিকানাও দেখা যায়।</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>Train a neural network together</source>
            <translation>একসঙ্গে একটি নিউরাল নেটওয়ার্ককে প্রশিক্ষণ দিন</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What is downloaded</source>
            <translation>যা ডাউনলোড হয়</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What leaves this computer</source>
            <translation>এই কম্পিউটার থেকে যা বেরোয়</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What others can see</source>
            <translation>অন্যরা যা দেখতে পায়</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What this computer does</source>
            <translation>এই কম্পিউটার যা করে</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>What was computed (gradients), and pieces of the model and of the training data that all share. Never your files, what you type, or what is on the screen.</source>
            <translation>গণনার ফল (গ্রেডিয়েন্ট), আর সবার মধ্যে ভাগ করা মডেল ও প্রশিক্ষণের ডেটার টুকরো। আপনার ফাইল, আপনি যা টাইপ করেন বা পর্দায় যা থাকে, তা কখনও নয়।</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>With Idlewild, volunteers train one model on their own computers, in the time that those have to spare. Nothing is computed and nothing is sent before you agree.</source>
            <translation>Idlewild দিয়ে স্বেচ্ছাসেবকেরা নিজেদের কম্পিউটারের অবসর সময়ে মিলেমিশে একটি মডেলকে প্রশিক্ষণ দেন। আপনি রাজি হওয়ার আগে কিছুই গণনা বা পাঠানো হয় না।</translation>
        </message>
    </context>
    <context>
        <name>ControlClient</name>
        <message>
            <location filename="../../app/control.py" />
            <source>The connection to the engine was lost; try again.</source>
            <translation>ইঞ্জিনের সঙ্গে সংযোগ কেটে গেছে; আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../app/control.py" />
            <source>The engine does not answer; try again.</source>
            <translation>ইঞ্জিন সাড়া দিচ্ছে না; আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../app/control.py" />
            <source>The engine is not connected; try again.</source>
            <translation>ইঞ্জিন যুক্ত নেই; আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../app/control.py" />
            <source>The engine's address cannot be trusted: {reason}.</source>
            <translation>ইঞ্জিনের ঠিকানা বিশ্বাসযোগ্য নয়: {reason}।</translation>
        </message>
    </context>
    <context>
        <name>CurrentCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Hosted by this computer</source>
            <translation>এই কম্পিউটার থেকে পরিচালিত</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Language: {language}</source>
            <translation>ভাষা: {language}</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Licence of the data: {licence}</source>
            <translation>ডেটার লাইসেন্স: {licence}</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>You are taking part in</source>
            <translation>আপনি অংশ নিচ্ছেন</translation>
        </message>
    </context>
    <context>
        <name>CurveCard</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>&amp;Log scale</source>
            <translation>&amp;লগ স্কেল</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Draw the loss on a logarithmic scale</source>
            <translation>লস লগারিদমিক স্কেলে আঁকা</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Drawn over</source>
            <translation>অনুভূমিক অক্ষ</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>How far the model's guesses are from what is right: the lower, the better.</source>
            <translation>মডেলের অনুমান ঠিক উত্তর থেকে কতটা দূরে: যত কম, তত ভালো।</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loss</source>
            <translation>লস</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Samples</source>
            <translation>নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Steps</source>
            <translation>ধাপ</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Time</source>
            <translation>সময়</translation>
        </message>
    </context>
    <context>
        <name>DeclinedPage</name>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>Idlewild does nothing</source>
            <translation>Idlewild কিছুই করছে না</translation>
        </message>
        <message>
            <location filename="../../app/first_run/consent.py" />
            <source>You have not agreed, so nothing is computed, nothing is sent and nothing was changed on this computer. You can read the question again at any time, quit, or remove Idlewild.</source>
            <translation>আপনি রাজি হননি, তাই কিছুই গণনা বা পাঠানো হচ্ছে না, আর এই কম্পিউটারে কিছু বদলায়নি। প্রশ্নটি যেকোনো সময় আবার পড়তে পারেন, Idlewild বন্ধ করতে বা সরিয়ে ফেলতে পারেন।</translation>
        </message>
    </context>
    <context>
        <name>DeviceCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Computing time</source>
            <translation>গণনার সময়</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Cores</source>
            <translation>কোর</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Data this month</source>
            <translation>এই মাসের ডেটা</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Power, estimated</source>
            <translation>বিদ্যুৎ, আনুমানিক</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Receiving</source>
            <translation>গ্রহণ</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Sending</source>
            <translation>পাঠানো</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>The device is chosen when training starts.</source>
            <translation>প্রশিক্ষণ শুরু হলে ডিভাইস ঠিক হয়।</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>This computer</source>
            <translation>এই কম্পিউটার</translation>
        </message>
    </context>
    <context>
        <name>DiagnosisCard</name>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>&amp;Copy details</source>
            <translation>বিবরণ &amp;কপি করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Chec&amp;k again</source>
            <translation>আবার &amp;পরীক্ষা করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Check the connection again</source>
            <translation>সংযোগ আবার পরীক্ষা করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Copy the details of the connection as text</source>
            <translation>সংযোগের বিবরণ লেখা হিসেবে কপি করুন</translation>
        </message>
    </context>
    <context>
        <name>EngineProcess</name>
        <message>
            <location filename="../../app/engine_process.py" />
            <source>The engine cannot be started ({reason}); install Idlewild again.</source>
            <translation>ইঞ্জিন চালু করা যাচ্ছে না ({reason}); Idlewild আবার ইনস্টল করুন।</translation>
        </message>
        <message>
            <location filename="../../app/engine_process.py" />
            <source>The engine ended unexpectedly, again and again, and left no message.</source>
            <translation>ইঞ্জিন বারবার হঠাৎ বন্ধ হয়েছে, কোনো বার্তা রেখে যায়নি।</translation>
        </message>
        <message>
            <location filename="../../app/engine_process.py" />
            <source>The engine ended unexpectedly, again and again; its last words: {reason}</source>
            <translation>ইঞ্জিন বারবার হঠাৎ বন্ধ হয়েছে; শেষ বার্তা: {reason}</translation>
        </message>
    </context>
    <context>
        <name>FactsCard</name>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Clock</source>
            <translation>ঘড়ি</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>In this network</source>
            <translation>এই নেটওয়ার্কে</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Line</source>
            <translation>লাইনের গতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Port opened</source>
            <translation>পোর্ট খোলা</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Public address</source>
            <translation>পাবলিক ঠিকানা</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Reached</source>
            <translation>পৌঁছানো যায়</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Relay in use</source>
            <translation>চালু রিলে</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Router (NAT)</source>
            <translation>রাউটার (NAT)</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>This computer in the network</source>
            <translation>নেটওয়ার্কে এই কম্পিউটার</translation>
        </message>
    </context>
    <context>
        <name>FirstJoinPage</name>
        <message>
            <location filename="../../app/first_run/joining.py" />
            <source>What shall this computer train?</source>
            <translation>এই কম্পিউটার কোন মডেলকে প্রশিক্ষণ দেবে?</translation>
        </message>
    </context>
    <context>
        <name>FirstRun</name>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>&amp;Decide later</source>
            <translation>পরে ঠিক কর&amp;ব</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>&amp;Not now</source>
            <translation>এখন &amp;নয়</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>&amp;Quit Idlewild</source>
            <translation>Idlewild &amp;বন্ধ করুন</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>&amp;Read it again</source>
            <translation>&amp;আবার পড়ুন</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>Bac&amp;k</source>
            <translation>ফিরে যা&amp;ন</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>I &amp;agree</source>
            <translation>&amp;আমি রাজি</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>Nex&amp;t</source>
            <translation>&amp;পরবর্তী</translation>
        </message>
        <message>
            <location filename="../../app/first_run/flow.py" />
            <source>{number} of 3</source>
            <translation>{number} / ৩</translation>
        </message>
    </context>
    <context>
        <name>GroupCard</name>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Back to defaults</source>
            <translation>ডিফল্টে ফেরান</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>{group}: back to defaults</source>
            <translation>{group}: ডিফল্টে ফেরানো</translation>
        </message>
    </context>
    <context>
        <name>HelpPage</name>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>About</source>
            <translation>পরিচিতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Back</source>
            <translation>পেছনে</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Connection</source>
            <translation>সংযোগ</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Log</source>
            <translation>লগ</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>On</source>
            <translation>সামনে</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Parts of the help</source>
            <translation>সহায়তার অংশ</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/page.py" />
            <source>Why nothing happens</source>
            <translation>কেন কিছু হচ্ছে না</translation>
        </message>
    </context>
    <context>
        <name>InvitationCard</name>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>&amp;Copy invitation</source>
            <translation>আমন্ত্রণ &amp;কপি করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Copied</source>
            <translation>কপি হয়েছে</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invitation as a QR code</source>
            <translation>QR কোডে আমন্ত্রণ</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invitation link</source>
            <translation>আমন্ত্রণের লিঙ্ক</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Invite others</source>
            <translation>অন্যদের আমন্ত্রণ জানান</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Show &amp;QR code</source>
            <translation>QR কো&amp;ড দেখান</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>This computer has no address to invite to; ask the organiser for the link.</source>
            <translation>আমন্ত্রণ দেওয়ার মতো ঠিকানা এই কম্পিউটারের নেই; আয়োজকের কাছে লিঙ্ক চান।</translation>
        </message>
        <message>
            <location filename="../../app/pages/join.py" />
            <source>Whoever has this link can join. Send it in a message, or let them scan the code.</source>
            <translation>এই লিঙ্ক যার কাছে আছে সে-ই যোগ দিতে পারে। বার্তায় পাঠান, অথবা কোডটি স্ক্যান করতে দিন।</translation>
        </message>
    </context>
    <context>
        <name>LinkCard</name>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>&amp;Join</source>
            <translation>যো&amp;গ দিন</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Asking for the collaboration behind this link…</source>
            <translation>এই লিঙ্কের সহযোগিতার খোঁজ নেওয়া হচ্ছে…</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Invitation link to join</source>
            <translation>যোগ দেওয়ার আমন্ত্রণ-লিঙ্ক</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Join with an invitation</source>
            <translation>আমন্ত্রণ দিয়ে যোগ দিন</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Paste from the clip&amp;board</source>
            <translation>ক্লি&amp;পবোর্ড থেকে পেস্ট</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Paste the link that you were sent, or drag it or a picture of its QR code here.</source>
            <translation>যে লিঙ্ক পেয়েছেন তা এখানে পেস্ট করুন, অথবা লিঙ্কটি বা তার QR কোডের ছবি এখানে টেনে আনুন।</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Picture of an invitation's QR code</source>
            <translation>আমন্ত্রণের QR কোডের ছবি</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Pictures ({patterns})</source>
            <translation>ছবি ({patterns})</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Read a QR c&amp;ode…</source>
            <translation>QR কোডের &amp;ছবি…</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>Reading the picture…</source>
            <translation>ছবি পড়া হচ্ছে…</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>There is no QR code of an invitation in this picture; try a larger one.</source>
            <translation>এই ছবিতে আমন্ত্রণের কোনো QR কোড নেই; আরও বড় ছবি দিয়ে দেখুন।</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>This looks like an invitation.</source>
            <translation>এটি আমন্ত্রণ বলেই মনে হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../app/joining/link.py" />
            <source>“{name}” stays joined too; shares say how this computer's time is divided.</source>
            <translation>“{name}”-ও থাকবে; কোনটি এই কম্পিউটারের কতটা সময় পাবে, তা ভাগ থেকে ঠিক হয়।</translation>
        </message>
    </context>
    <context>
        <name>LinksCard</name>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Connections now</source>
            <translation>এখনকার সংযোগ</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>Connections now: {number}</source>
            <translation>এখনকার সংযোগ: {number}</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/connection.py" />
            <source>No other computer is connected at the moment.</source>
            <translation>এখন অন্য কোনো কম্পিউটার যুক্ত নেই।</translation>
        </message>
    </context>
    <context>
        <name>LogPart</name>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>&amp;Copy the log</source>
            <translation>লগ &amp;কপি করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>A file with the settings, what the sensors read, the state of the network and the log. Keys, tokens, names and addresses are taken out of it. Nothing is sent: you decide who gets it.</source>
            <translation>একটি ফাইল, যাতে আছে সেটিংস, সেন্সরের মান, নেটওয়ার্কের অবস্থা ও লগ। গোপন কী, টোকেন, নাম ও ঠিকানা বাদ দেওয়া হয়। কিছুই পাঠানো হয় না: কাকে দেবেন তা আপনিই ঠিক করেন।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Log</source>
            <translation>লগ</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Open its fol&amp;der</source>
            <translation>এ&amp;র ফোল্ডার খুলুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Save a file for hel&amp;pers…</source>
            <translation>সাহায্যের ফাই&amp;ল সংরক্ষণ…</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Save a file for helpers</source>
            <translation>সাহায্যের ফাইল সংরক্ষণ</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>The log was copied.</source>
            <translation>লগ কপি হয়েছে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>When you ask somebody for help</source>
            <translation>কারও সাহায্য চাইলে</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Written: {size}. One secret was taken out.</source>
            <translation>লেখা হয়েছে ({size})। একটি গোপন তথ্য বাদ দেওয়া হয়েছে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>Written: {size}. {number} secrets were taken out.</source>
            <translation>লেখা হয়েছে ({size})। {number}টি গোপন তথ্য বাদ দেওয়া হয়েছে।</translation>
        </message>
    </context>
    <context>
        <name>LogText</name>
        <message>
            <location filename="../../app/pages/help/log.py" />
            <source>End of the log</source>
            <translation>লগের শেষ অংশ</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Close window</source>
            <translation>জানালা &amp;বন্ধ করুন</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;File</source>
            <translation>ফা&amp;ইল</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Help</source>
            <translation>সহা&amp;য়তা</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Model</source>
            <translation>&amp;মডেল</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Now</source>
            <translation>&amp;এখন</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Pause</source>
            <translation>বি&amp;রতি</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Quit</source>
            <translation>প্রস্থা&amp;ন</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Resume</source>
            <translation>আবার শুরু &amp;করুন</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Training</source>
            <translation>প্রশিক্ষ&amp;ণ</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>&amp;Undo the last setting</source>
            <translation>শে&amp;ষ সেটিং ফেরান</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Collaborat&amp;ions</source>
            <translation>স&amp;হযোগিতা</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Idlewild</source>
            <translation>Idlewild</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>M&amp;e</source>
            <translation>&amp;আমি</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Pause after this &amp;step</source>
            <translation>এই ধাপের &amp;পরে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Settin&amp;gs</source>
            <translation>সেটিং&amp;স</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Take back: {what}</source>
            <translation>ফেরান: {what}</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>There is no tray here, so the window stays in the task bar. To end, use File, Quit.</source>
            <translation>এখানে ট্রে নেই, তাই জানালাটি টাস্কবারে থাকে। পুরো বন্ধ করতে ফাইল &gt; প্রস্থান।</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Undo</source>
            <translation>ফেরান</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Undo the last change of the settings</source>
            <translation>সেটিংসের শেষ বদল ফেরান</translation>
        </message>
        <message>
            <location filename="../../app/window.py" />
            <source>Vie&amp;w</source>
            <translation>দেখু&amp;ন</translation>
        </message>
    </context>
    <context>
        <name>MePage</name>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>By &amp;day…</source>
            <translation>দি&amp;ন অনুযায়ী…</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>By &amp;hour…</source>
            <translation>&amp;ঘণ্টা অনুযায়ী…</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>By &amp;month…</source>
            <translation>মা&amp;স অনুযায়ী…</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>CSV (*.csv)</source>
            <translation>CSV (*.csv)</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Loading your history…</source>
            <translation>আপনার ইতিহাস আনা হচ্ছে…</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>My contribution</source>
            <translation>আমার অবদান</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Not saved: {reason}</source>
            <translation>সংরক্ষণ হয়নি: {reason}</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Nothing yet. Samples are pieces of the training data: each one that this computer has worked through is counted here, as soon as the collaboration has accepted it.</source>
            <translation>এখনও কিছু নেই। নমুনা হলো প্রশিক্ষণের তথ্যের টুকরো: এই কম্পিউটার যে নমুনা নিয়ে কাজ করেছে, সহযোগিতা তা গ্রহণ করলেই এখানে গোনা হয়।</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Save my history</source>
            <translation>আমার ইতিহাস সংরক্ষণ</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Saved: {path}</source>
            <translation>সংরক্ষণ হয়েছে: {path}</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>The engine does not answer at the moment, so this may not be the newest.</source>
            <translation>ইঞ্জিন এই মুহূর্তে সাড়া দিচ্ছে না, তাই এটি সবচেয়ে নতুন না-ও হতে পারে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/me.py" />
            <source>Your history is shown as soon as the engine runs.</source>
            <translation>ইঞ্জিন চালু হলেই আপনার ইতিহাস দেখা যাবে।</translation>
        </message>
    </context>
    <context>
        <name>MembershipRow</name>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave</source>
            <translation>ছাড়ুন</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave {name}</source>
            <translation>{name} ছাড়ুন</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave {name} now</source>
            <translation>এখনই {name} ছাড়ুন</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave “{name}”? What you gave to it stays in your history and in the model.</source>
            <translation>“{name}” ছাড়বেন? আপনি যা দিয়েছেন তা আপনার ইতিহাসে ও মডেলে থেকে যাবে।</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Leave…</source>
            <translation>ছাড়ুন…</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Share of {name}</source>
            <translation>{name}-এর ভাগ</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Stay</source>
            <translation>থাকুন</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Stay in {name}</source>
            <translation>{name}-এ থাকুন</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>set aside</source>
            <translation>সরিয়ে রাখা</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>{percent} of the time</source>
            <translation>সময়ের {percent}</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>{percent} of this computer's training time</source>
            <translation>এই কম্পিউটারের প্রশিক্ষণের সময়ের {percent}</translation>
        </message>
    </context>
    <context>
        <name>MembershipsCard</name>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Joined collaborations</source>
            <translation>যেসব সহযোগিতায় আছেন</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>Shares divide this computer's training time; a share of 0 sets a collaboration aside.</source>
            <translation>ভাগ অনুযায়ী এই কম্পিউটারের প্রশিক্ষণের সময় বণ্টন হয়; ভাগ ০ হলে সহযোগিতাটি সরিয়ে রাখা হয়।</translation>
        </message>
    </context>
    <context>
        <name>MilestonesCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Days in a row</source>
            <translation>টানা দিন</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Longest row of days</source>
            <translation>সবচেয়ে বেশি টানা দিন</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Milestones</source>
            <translation>মাইলফলক</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Next: {milestone}</source>
            <translation>পরেরটি: {milestone}</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Progress to the next milestone</source>
            <translation>পরের মাইলফলকের দিকে অগ্রগতি</translation>
        </message>
    </context>
    <context>
        <name>ModelPage</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Loading the curve…</source>
            <translation>রেখা আনা হচ্ছে…</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>The curve appears here as soon as something is trained.</source>
            <translation>প্রশিক্ষণ শুরু হলেই এখানে রেখাটি দেখা যাবে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>The curve begins with the first finished step.</source>
            <translation>প্রথম ধাপ শেষ হলে রেখা শুরু হবে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>The engine does not answer at the moment, so there is no curve to show.</source>
            <translation>ইঞ্জিন এই মুহূর্তে সাড়া দিচ্ছে না, তাই দেখানোর মতো রেখা নেই।</translation>
        </message>
    </context>
    <context>
        <name>NearbyCard</name>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>&amp;Look again</source>
            <translation>আবা&amp;র খুঁজুন</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>&amp;Look in this network</source>
            <translation>এই নে&amp;টওয়ার্কে খুঁজুন</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Another computer here may take part in something already.</source>
            <translation>এখানকার অন্য কোনো কম্পিউটার হয়তো আগে থেকেই কিছুতে অংশ নিচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Asking for this collaboration…</source>
            <translation>এই সহযোগিতার খোঁজ নেওয়া হচ্ছে…</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Found here; whoever is in this network may join:</source>
            <translation>এখানে পাওয়া গেছে; এই নেটওয়ার্কের যে কেউ যোগ দিতে পারে:</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>In this home network</source>
            <translation>এই বাড়ির নেটওয়ার্কে</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Join {name}</source>
            <translation>{name}-এ যোগ দিন</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Join “{name}”</source>
            <translation>“{name}”-এ যোগ দিন</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Looking for others in this network; this takes two seconds…</source>
            <translation>এই নেটওয়ার্কে অন্যদের খোঁজা হচ্ছে; দুই সেকেন্ড লাগবে…</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>No other computer in this network tells of a collaboration.</source>
            <translation>এই নেটওয়ার্কের অন্য কোনো কম্পিউটার সহযোগিতার কথা জানায়নি।</translation>
        </message>
        <message>
            <location filename="../../app/joining/nearby.py" />
            <source>Told of by {peer}</source>
            <translation>{peer} জানিয়েছে</translation>
        </message>
    </context>
    <context>
        <name>OutlookLine</name>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>What would happen right now</source>
            <translation>এখন কী হবে</translation>
        </message>
    </context>
    <context>
        <name>PauseButtons</name>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>&amp;Pause</source>
            <translation>বি&amp;রতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>&amp;Resume</source>
            <translation>আবার শুরু &amp;করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>After this &amp;step</source>
            <translation>এই ধাপের &amp;পরে</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>Pause f&amp;or</source>
            <translation>বিরতি ক&amp;তক্ষণ</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>Pause training for a while, or after this step</source>
            <translation>কিছুক্ষণের জন্য বা এই ধাপের পরে প্রশিক্ষণে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>Pause training until I resume</source>
            <translation>আমি আবার শুরু না করা পর্যন্ত প্রশিক্ষণে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/pausing.py" />
            <source>Resume training</source>
            <translation>প্রশিক্ষণ আবার শুরু</translation>
        </message>
    </context>
    <context>
        <name>PeersCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Nobody else is here at the moment.</source>
            <translation>এখন এখানে আর কেউ নেই।</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Peers now</source>
            <translation>এখনকার কম্পিউটার</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Peers now: {number}</source>
            <translation>এখনকার কম্পিউটার: {number}</translation>
        </message>
    </context>
    <context>
        <name>ProgramCard</name>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>&amp;Remove Idlewild…</source>
            <translation>Idlewild সরিয়ে &amp;ফেলুন…</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Down&amp;load it</source>
            <translation>ডা&amp;উনলোড করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Download of the newer version</source>
            <translation>নতুন সংস্করণের ডাউনলোড</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Fetch and use newer versions by itself</source>
            <translation>নিজে থেকে নতুন সংস্করণ আনা ও ব্যবহার করা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Idlewild {version}</source>
            <translation>Idlewild {version}</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Loo&amp;k for a newer version</source>
            <translation>নতুন সংস্করণ &amp;খুঁজুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>Restart n&amp;ow</source>
            <translation>এখনই আবার &amp;চালু করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>This program</source>
            <translation>এই প্রোগ্রাম</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/program.py" />
            <source>What i&amp;s new</source>
            <translation>নতুন কী আ&amp;ছে</translation>
        </message>
    </context>
    <context>
        <name>QAbstractSpinBox</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Select All</source>
            <translation>&amp;সব বাছুন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Step up</source>
            <translation>এক ধাপ &amp;উপরে</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Step &amp;down</source>
            <translation>&amp;এক ধাপ নিচে</translation>
        </message>
    </context>
    <context>
        <name>QFileDialog</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>%1 already exists.
Do you want to replace it?</source>
            <translation>%1 আগে থেকেই আছে।
সেটি বদলে ফেলবেন?</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Delete</source>
            <translation>মুছে ফেলু&amp;ন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Look in:</source>
            <translation>&amp;এখানে দেখুন:</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;New Folder</source>
            <translation>&amp;নতুন ফোল্ডার</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Open</source>
            <translation>খুলু&amp;ন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Rename</source>
            <translation>নাম &amp;বদলান</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Save</source>
            <translation>সং&amp;রক্ষণ</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>All Files (*)</source>
            <translation>সব ফাইল (*)</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Back</source>
            <translation>পেছনে</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Change to detail view mode</source>
            <translation>বিস্তারিত দেখুন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Change to list view mode</source>
            <translation>তালিকায় দেখুন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Create New Folder</source>
            <translation>নতুন ফোল্ডার তৈরি</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Create a New Folder</source>
            <translation>একটি নতুন ফোল্ডার তৈরি</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Detail View</source>
            <translation>বিস্তারিত</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>File &amp;name:</source>
            <translation>ফাইলের না&amp;ম:</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Files</source>
            <translation>ফাইল</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Files of &amp;type:</source>
            <translation>ফাইলের &amp;ধরন:</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Forward</source>
            <translation>সামনে</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Go back</source>
            <translation>পেছনে যান</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Go forward</source>
            <translation>সামনে যান</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Go to the parent directory</source>
            <translation>উপরের ফোল্ডারে যান</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>List View</source>
            <translation>তালিকা</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>List of places and bookmarks</source>
            <translation>জায়গা ও বুকমার্কের তালিকা</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Parent Directory</source>
            <translation>উপরের ফোল্ডার</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Show </source>
            <translation>দেখান </translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Show &amp;hidden files</source>
            <translation>লুকানো ফা&amp;ইল দেখান</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Sidebar</source>
            <translation>পাশের তালিকা</translation>
        </message>
    </context>
    <context>
        <name>QFileSystemModel</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Computer</source>
            <translation>কম্পিউটার</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Date Modified</source>
            <translation>বদলের তারিখ</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Name</source>
            <translation>নাম</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Size</source>
            <translation>আকার</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Type</source>
            <translation>ধরন</translation>
        </message>
    </context>
    <context>
        <name>QLineEdit</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Copy</source>
            <translation>&amp;কপি</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Paste</source>
            <translation>পেস্ট করু&amp;ন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Redo</source>
            <translation>&amp;আবার করুন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Undo</source>
            <translation>পূর্বা&amp;বস্থায় ফেরান</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Cu&amp;t</source>
            <translation>কা&amp;ট</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Delete</source>
            <translation>মুছে ফেলুন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Select All</source>
            <translation>সব বাছুন</translation>
        </message>
    </context>
    <context>
        <name>QPlatformTheme</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Cancel</source>
            <translation>বাতিল</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>OK</source>
            <translation>ঠিক আছে</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Open</source>
            <translation>খুলুন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Save</source>
            <translation>সংরক্ষণ</translation>
        </message>
    </context>
    <context>
        <name>QWidgetTextControl</name>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Copy</source>
            <translation>&amp;কপি</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Paste</source>
            <translation>পেস্ট করু&amp;ন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Redo</source>
            <translation>&amp;আবার করুন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>&amp;Undo</source>
            <translation>পূর্বা&amp;বস্থায় ফেরান</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Cu&amp;t</source>
            <translation>কা&amp;ট</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Delete</source>
            <translation>মুছে ফেলুন</translation>
        </message>
        <message>
            <location filename="../../app/qt_words.py" />
            <source>Select All</source>
            <translation>সব বাছুন</translation>
        </message>
    </context>
    <context>
        <name>RemovalDialog</name>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>&amp;Cancel</source>
            <translation>&amp;বাতিল</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>&amp;Keep the record of what I have contributed</source>
            <translation>আমার অবদানের &amp;হিসাব রেখে দিন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>&amp;Remove</source>
            <translation>সরিয়ে &amp;ফেলুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>Remove Idlewild</source>
            <translation>Idlewild সরিয়ে ফেলা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>Training ends, and Idlewild with it. Everything that it has stored in {folder} is deleted: models, data, settings, downloads, and this computer's key. It no longer starts when you log in, and no longer opens invitations. Who comes back later is somebody new to the others.</source>
            <translation>প্রশিক্ষণ বন্ধ হবে, আর তার সঙ্গে Idlewild-ও। এটি {folder}-এ যা কিছু রেখেছে সব মুছে যাবে: মডেল, ডেটা, সেটিংস, ডাউনলোড আর এই কম্পিউটারের চাবি। লগ ইন করলে এটি আর চালু হবে না, আমন্ত্রণও আর খুলবে না। পরে ফিরে এলে অন্যদের কাছে আপনি নতুন কেউ হবেন।</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>What goes</source>
            <translation>যা মুছে যাবে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>What stays</source>
            <translation>যা থেকে যাবে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/removal.py" />
            <source>What you have given to a collaboration stays in its model and in its public log. Files that Idlewild did not make are left alone. The program itself is removed as it was installed: with the system's list of programs, or by deleting its file.</source>
            <translation>সহযোগিতায় আপনি যা দিয়েছেন তা তার মডেলে ও প্রকাশ্য লগে থেকে যায়। যেসব ফাইল Idlewild-এর তৈরি নয়, সেগুলো ছোঁয়া হয় না। প্রোগ্রামটি যেভাবে ইনস্টল করা হয়েছিল সেভাবেই সরাতে হয়: সিস্টেমের প্রোগ্রামের তালিকা থেকে, অথবা এর ফাইল মুছে।</translation>
        </message>
    </context>
    <context>
        <name>Session</name>
        <message>
            <location filename="../../app/session.py" />
            <source>No engine answers; start one.</source>
            <translation>কোনো ইঞ্জিন সাড়া দিচ্ছে না; একটি চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../app/session.py" />
            <source>The engine ended unexpectedly ({reason}) and is started again.</source>
            <translation>ইঞ্জিন হঠাৎ বন্ধ হয়েছে ({reason}); আবার চালু করা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../app/session.py" />
            <source>The engine ended unexpectedly and is started again.</source>
            <translation>ইঞ্জিন হঠাৎ বন্ধ হয়েছে; আবার চালু করা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../app/session.py" />
            <source>The engine has ended.</source>
            <translation>ইঞ্জিন বন্ধ হয়েছে।</translation>
        </message>
    </context>
    <context>
        <name>SettingsPage</name>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Begin with a pause until I resume</source>
            <translation>শুরুতে বিরতি, আমি আবার শুরু না করা পর্যন্ত</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Changed: {what}</source>
            <translation>বদলানো হয়েছে: {what}</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Language</source>
            <translation>ভাষা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Start and notices</source>
            <translation>চালু হওয়া ও বিজ্ঞপ্তি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>Taken back: {what}</source>
            <translation>ফেরানো হয়েছে: {what}</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/page.py" />
            <source>{group}: back to defaults</source>
            <translation>{group}: ডিফল্টে ফেরানো</translation>
        </message>
    </context>
    <context>
        <name>StarterCard</name>
        <message>
            <location filename="../../app/joining/starter.py" />
            <source>&amp;Start on this computer</source>
            <translation>এই &amp;কম্পিউটারে শুরু করুন</translation>
        </message>
        <message>
            <location filename="../../app/joining/starter.py" />
            <source>Or start right here</source>
            <translation>অথবা এখানেই শুরু করুন</translation>
        </message>
        <message>
            <location filename="../../app/joining/starter.py" />
            <source>Starting; this takes a moment…</source>
            <translation>শুরু হচ্ছে; একটু সময় লাগবে…</translation>
        </message>
        <message>
            <location filename="../../app/joining/starter.py" />
            <source>“Starter” is a small language model that this computer trains by itself, on text that is already here. Nothing is downloaded, and others can join later.</source>
            <translation>“Starter” একটি ছোট ভাষা-মডেল, যাকে এই কম্পিউটার এখানে থাকা লেখা দিয়ে একাই প্রশিক্ষণ দেয়। কিছুই ডাউনলোড হয় না, অন্যরা পরে যোগ দিতে পারে।</translation>
        </message>
    </context>
    <context>
        <name>StateCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Progress</source>
            <translation>অগ্রগতি</translation>
        </message>
    </context>
    <context>
        <name>StepCard</name>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Everyone's samples</source>
            <translation>সবার নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Everyone's speed</source>
            <translation>সবার গতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>My samples</source>
            <translation>আমার নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>My speed</source>
            <translation>আমার গতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Step {number}</source>
            <translation>ধাপ {number}</translation>
        </message>
        <message>
            <location filename="../../app/pages/now.py" />
            <source>Step {number}: {done}</source>
            <translation>ধাপ {number}: {done}</translation>
        </message>
    </context>
    <context>
        <name>TimeCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Days</source>
            <translation>দিন</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Earlier</source>
            <translation>আগে</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Hours</source>
            <translation>ঘণ্টা</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Later</source>
            <translation>পরে</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Months</source>
            <translation>মাস</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Samples over time</source>
            <translation>সময় অনুযায়ী নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Shown by</source>
            <translation>দেখানোর একক</translation>
        </message>
    </context>
    <context>
        <name>TotalsCard</name>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Above what the idle computer takes, at {price} per kWh.</source>
            <translation>কাজ না থাকলে যা লাগে তার ওপর বাড়তিটুকু (kWh প্রতি {price})</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>All collaborations</source>
            <translation>সব সহযোগিতা</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Collaborations shown</source>
            <translation>দেখানো সহযোগিতা</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Cost (estimate)</source>
            <translation>খরচ (আনুমানিক)</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Energy (estimate)</source>
            <translation>বিদ্যুৎ (আনুমানিক)</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Enter the price of electricity in the settings to see what this has cost.</source>
            <translation>কত খরচ হয়েছে দেখতে সেটিংসে বিদ্যুতের দাম লিখুন।</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>My contribution</source>
            <translation>আমার অবদান</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Samples in all</source>
            <translation>মোট নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Sent and received: {traffic}</source>
            <translation>ডেটা আদান-প্রদান: {traffic}</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Steps taken part in</source>
            <translation>অংশ নেওয়া ধাপ</translation>
        </message>
        <message>
            <location filename="../../app/pages/me_cards.py" />
            <source>Time trained</source>
            <translation>প্রশিক্ষণের সময়</translation>
        </message>
    </context>
    <context>
        <name>Tray</name>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Finish this step, then pause</source>
            <translation>ধা&amp;পটি শেষ করে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Help…</source>
            <translation>সহা&amp;য়তা…</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Pause</source>
            <translation>বি&amp;রতি</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Quit</source>
            <translation>প্রস্থা&amp;ন</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Resume</source>
            <translation>আবার শুরু &amp;করুন</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>&amp;Show Idlewild</source>
            <translation>Idlewild-&amp;এ যান</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>Closing the window does not end it. Use the icon's menu to pause or quit.</source>
            <translation>জানালা বন্ধ করলেও এটি চলতে থাকে। বিরতি বা প্রস্থানের জন্য আইকনের মেনু খুলুন।</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>Idlewild goes on here</source>
            <translation>Idlewild এখানে চলছে</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>Restart to &amp;update</source>
            <translation>হালনাগাদ করতে আবার &amp;চালু করুন</translation>
        </message>
        <message>
            <location filename="../../app/tray.py" />
            <source>S&amp;ettings…</source>
            <translation>সেটিং&amp;স…</translation>
        </message>
    </context>
    <context>
        <name>TryBox</name>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>As&amp;k the model</source>
            <translation>মডেলকে জিজ্ঞেস &amp;করুন</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Begin a text; the model goes on with it.</source>
            <translation>একটি লেখা শুরু করুন; মডেল এগিয়ে নেবে।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>No answer.</source>
            <translation>উত্তর নেই।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Put {gap} where a word is missing.</source>
            <translation>যেখানে শব্দ নেই সেখানে {gap} দিন।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Said by the model after step {step}.</source>
            <translation>{step} নম্বর ধাপের পরে মডেলের উত্তর।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Text for the model</source>
            <translation>মডেলের জন্য লেখা</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>The model is thinking…</source>
            <translation>মডেল ভাবছে…</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>The models of this collaboration are not about text, so there is nothing to type here.</source>
            <translation>এই সহযোগিতার মডেল লেখা নিয়ে নয়, তাই এখানে টাইপ করার কিছু নেই।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>This opens as soon as the engine runs and a step is finished.</source>
            <translation>ইঞ্জিন চালু হলে ও একটি ধাপ শেষ হলে এটি খুলবে।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Try the model</source>
            <translation>মডেল পরখ করুন</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Write a text, with {gap} where the model is to guess a word.</source>
            <translation>একটি লেখা লিখুন; যে শব্দ মডেল অনুমান করবে তার জায়গায় {gap} দিন।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/try_box.py" />
            <source>Write {gap} where a word is missing; the model guesses it.</source>
            <translation>যেখানে শব্দ নেই সেখানে {gap} লিখুন; মডেল অনুমান করবে।</translation>
        </message>
    </context>
    <context>
        <name>WhyPart</name>
        <message>
            <location filename="../../app/pages/help/why.py" />
            <source>Nothing to do: everything is as it should be.</source>
            <translation>কিছু করার নেই: সব ঠিকঠাক আছে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/why.py" />
            <source>Open thi&amp;s setting</source>
            <translation>এই সেটিং &amp;বদলান</translation>
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
            <translation>ধাপ {step}: লস {loss}, গড় {mean}; {samples}টি নমুনা, {time} পরে</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>Step {step}: {change}</source>
            <translation>ধাপ {step}: {change}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>The first day</source>
            <translation>প্রথম দিন</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>The first hour of training</source>
            <translation>প্রশিক্ষণের প্রথম ঘণ্টা</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>The first sample</source>
            <translation>প্রথম নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/widgets/year.py" />
            <source>The larger and darker a day's mark, the nearer it comes to the best day of the year.</source>
            <translation>কোনো দিনের চিহ্ন যত বড় ও গাঢ়, দিনটি বছরের সেরা দিনের তত কাছাকাছি।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/year.py" />
            <source>What the marks mean</source>
            <translation>চিহ্নগুলোর মানে</translation>
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
            <translation>কিছু নেই</translation>
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
            <translation>{number} B</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} d</source>
            <translation>{number} দিন</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} days in a row</source>
            <translation>টানা {number} দিন</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} h</source>
            <translation>{number} ঘণ্টা</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} hours of training</source>
            <translation>{number} ঘণ্টা প্রশিক্ষণ</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} kWh</source>
            <translation>{number} kWh</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} min</source>
            <translation>{number} মিনিট</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{number} samples</source>
            <translation>{number}টি নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{samples} samples in {time}</source>
            <translation>{time} সময়ে {samples}টি নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{samples} samples in {time}, about {energy}</source>
            <translation>{time} সময়ে {samples}টি নমুনা, প্রায় {energy}</translation>
        </message>
        <message>
            <location filename="../../app/chart_words.py" />
            <source>{sent} up, {received} down</source>
            <translation>{sent} গেছে, {received} এসেছে</translation>
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
            <translation>এই বাড়ির নেটওয়ার্কে আরও ১টি কম্পিউটার অংশ নিচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>A microphone, a camera or the screen is in use.</source>
            <translation>মাইক্রোফোন, ক্যামেরা বা পর্দা ব্যবহার হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/engine.py" />
            <source>All collaborations are set aside: give one of them a share.</source>
            <translation>সব সহযোগিতা সরিয়ে রাখা আছে: কোনো একটিকে ভাগ দিন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Allow Idlewild in the firewall of this computer or network.</source>
            <translation>এই কম্পিউটার বা নেটওয়ার্কের ফায়ারওয়ালে Idlewild-কে অনুমতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Allow outgoing UDP in the firewall, if this network is yours.</source>
            <translation>নেটওয়ার্কটি আপনার হলে ফায়ারওয়ালে বহির্গামী UDP-র অনুমতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Allow the download here, or connect to a network without a volume charge.</source>
            <translation>এখানে ডাউনলোডের অনুমতি দিন, অথবা ডেটার পরিমাণে খরচ হয় না এমন নেটওয়ার্কে যুক্ত হোন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Allow training on this computer's processor or graphics card in the settings.</source>
            <translation>সেটিংসে এই কম্পিউটারের প্রসেসর বা গ্রাফিক্স কার্ডে প্রশিক্ষণের অনুমতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>Another program holds the database {path}: close that program and try again.</source>
            <translation>অন্য একটি প্রোগ্রাম ডেটাবেস {path} ধরে রেখেছে: সেটি বন্ধ করে আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Ask the collaboration's organiser to let you in.</source>
            <translation>সহযোগিতার আয়োজককে বলুন আপনাকে যোগ দিতে দিতে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Ask the organiser to let this computer in.</source>
            <translation>আয়োজককে বলুন এই কম্পিউটারকে যোগ দিতে দিতে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Ask whoever invited you for a new invitation.</source>
            <translation>যিনি আমন্ত্রণ পাঠিয়েছেন তাঁর কাছে নতুন আমন্ত্রণ চান।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Ask your internet provider for a public IPv4 address or for IPv6.</source>
            <translation>ইন্টারনেট সরবরাহকারীর কাছে একটি পাবলিক IPv4 ঠিকানা বা IPv6 চান।</translation>
        </message>
        <message>
            <location filename="../../core/engine/session.py" />
            <source>Asking for the collaboration's manifest.</source>
            <translation>সহযোগিতার বিবরণী চাওয়া হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Averaging gradients with the other peers.</source>
            <translation>অন্য কম্পিউটারগুলোর সঙ্গে গ্রেডিয়েন্টের গড় করা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how busy the graphics card is.</source>
            <translation>গ্রাফিক্স কার্ড কতটা ব্যস্ত, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how busy the processor is.</source>
            <translation>প্রসেসর কতটা ব্যস্ত, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how much memory is free.</source>
            <translation>কত মেমরি খালি, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how much of the graphics card's memory is free.</source>
            <translation>গ্রাফিক্স কার্ডের কত মেমরি খালি, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how much power the graphics card takes.</source>
            <translation>গ্রাফিক্স কার্ড কত বিদ্যুৎ নিচ্ছে, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how warm the graphics card is.</source>
            <translation>গ্রাফিক্স কার্ড কতটা গরম, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell how warm the processor is.</source>
            <translation>প্রসেসর কতটা গরম, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether a microphone, a camera or the screen is in use.</source>
            <translation>মাইক্রোফোন, ক্যামেরা বা পর্দা ব্যবহার হচ্ছে কি না, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether somebody is here.</source>
            <translation>এখানে কেউ আছেন কি না, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether something fills the screen.</source>
            <translation>পূর্ণ পর্দায় কিছু চলছে কি না, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the computer runs on battery.</source>
            <translation>কম্পিউটার ব্যাটারিতে চলছে কি না, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the energy saver is on.</source>
            <translation>শক্তি-সাশ্রয় চালু কি না, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the lid is closed.</source>
            <translation>ঢাকনা বন্ধ কি না, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the network charges by volume.</source>
            <translation>নেটওয়ার্কে ডেটার পরিমাণে খরচ হয় কি না, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Cannot tell whether the screen is locked.</source>
            <translation>পর্দা লক করা কি না, জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Catching up with the collaboration.</source>
            <translation>সহযোগিতার সঙ্গে তাল মেলানো হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Check whether a web page opens on this computer; if none does, mend its internet connection.</source>
            <translation>এই কম্পিউটারে কোনো ওয়েবপেজ খোলে কি না দেখুন; না খুললে ইন্টারনেট সংযোগ ঠিক করুন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Close a program that needs much memory; training goes on when there is room.</source>
            <translation>বেশি মেমরি নেয় এমন একটি প্রোগ্রাম বন্ধ করুন; জায়গা হলেই প্রশিক্ষণ আবার চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Close the program, or take it off the list in the settings.</source>
            <translation>প্রোগ্রামটি বন্ধ করুন, অথবা সেটিংসের তালিকা থেকে সেটি বাদ দিন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/choosing.py" />
            <source>Collecting text that is on this computer.</source>
            <translation>এই কম্পিউটারে থাকা লেখা জোগাড় করা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>Computers may be warmer than {limit_c} degrees even when they rest; training would hardly run.</source>
            <translation>কাজ না করলেও কম্পিউটার {limit_c} ডিগ্রির বেশি গরম থাকতে পারে; প্রশিক্ষণ প্রায় চলবেই না।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Connect this computer to a network, by cable or Wi-Fi.</source>
            <translation>তার বা ওয়াই-ফাই দিয়ে কম্পিউটারটিকে কোনো নেটওয়ার্কে যুক্ত করুন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Connect to a network without a volume charge, or allow this one in the settings.</source>
            <translation>ডেটার পরিমাণে খরচ হয় না এমন নেটওয়ার্কে যুক্ত হোন, অথবা সেটিংসে এটির অনুমতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/shards.py" />
            <source>Counting samples of {file}.</source>
            <translation>{file}-এর নমুনা গোনা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Do what the sentence says, then try again.</source>
            <translation>বাক্যে যা বলা আছে তা করুন, তারপর আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Does not look which programs run.</source>
            <translation>কোন কোন প্রোগ্রাম চলছে তা দেখা হয় না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Fetching the collaboration's data, {done_percent}, from one place at {pace_bytes_per_s}.</source>
            <translation>সহযোগিতার ডেটা আনা হচ্ছে, {done_percent}, এক জায়গা থেকে {pace_bytes_per_s} গতিতে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Fetching the collaboration's data, {done_percent}, from {donors} places at {pace_bytes_per_s}.</source>
            <translation>সহযোগিতার ডেটা আনা হচ্ছে, {done_percent}, {donors} জায়গা থেকে {pace_bytes_per_s} গতিতে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Fetching the collaboration's data, {done_percent}.</source>
            <translation>সহযোগিতার ডেটা আনা হচ্ছে ({done_percent})।</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>Fetching the collaboration's model.</source>
            <translation>সহযোগিতার মডেল আনা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Fetching the collaboration's state from one other peer, {pace_bytes_per_s}.</source>
            <translation>একটি কম্পিউটার থেকে সহযোগিতার অবস্থা আনা হচ্ছে ({pace_bytes_per_s})।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Fetching the collaboration's state from {peers} other peers, {pace_bytes_per_s}.</source>
            <translation>{peers}টি কম্পিউটার থেকে সহযোগিতার অবস্থা আনা হচ্ছে ({pace_bytes_per_s})।</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>Fetching the parts of Idlewild that compute: {done_bytes} of {size_bytes}.</source>
            <translation>Idlewild-এর গণনার অংশ আনা হচ্ছে: {size_bytes}-এর মধ্যে {done_bytes}।</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing.py" />
            <source>Files of the parts that compute were damaged ({why}); they are fetched anew.</source>
            <translation>গণনার অংশের কিছু ফাইল নষ্ট ছিল ({why}); সেগুলো নতুন করে আনা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Finishing this step, then pausing.</source>
            <translation>এই ধাপ শেষ হচ্ছে, তারপর বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>IPv6 works, as {address}.</source>
            <translation>IPv6 কাজ করছে ({address})।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/unix_socket.py" />
            <source>Idlewild already answers for this home; end it with `idlewild quit`, or choose another with --home.</source>
            <translation>এই ফোল্ডারের জন্য Idlewild আগে থেকেই চলছে; `idlewild quit` দিয়ে বন্ধ করুন, অথবা --home দিয়ে অন্য ফোল্ডার বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/lock.py" />
            <source>Idlewild already runs in {home} (process {pid}); end it with `idlewild quit`, or choose another folder with --home.</source>
            <translation>{home}-এ Idlewild আগে থেকেই চলছে (প্রক্রিয়া {pid}); `idlewild quit` দিয়ে বন্ধ করুন, অথবা --home দিয়ে অন্য ফোল্ডার বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/lock.py" />
            <source>Idlewild already runs in {home}; end it with `idlewild quit`, or choose another folder with --home.</source>
            <translation>{home}-এ Idlewild আগে থেকেই চলছে; `idlewild quit` দিয়ে বন্ধ করুন, অথবা --home দিয়ে অন্য ফোল্ডার বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/cli/launch.py" />
            <source>Idlewild cannot start itself anew ({reason}): start it again.</source>
            <translation>Idlewild নিজেকে নতুন করে চালু করতে পারছে না ({reason}): আপনি আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Idlewild is still finding out how other computers can reach this one.</source>
            <translation>অন্য কম্পিউটার কীভাবে এটির কাছে পৌঁছাতে পারে, Idlewild তা এখনও দেখছে।</translation>
        </message>
        <message>
            <location filename="../../core/cli/removing.py" />
            <source>Idlewild runs and does not end: end its process, and remove it then.</source>
            <translation>Idlewild চলছে, বন্ধ হচ্ছে না: এর প্রক্রিয়াটি বন্ধ করুন, তারপর সরিয়ে ফেলুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/weights.py" />
            <source>Initial weights could not be made; is there enough free memory for the model?</source>
            <translation>শুরুর ওজনগুলো তৈরি করা যায়নি; মডেলের জন্য যথেষ্ট মেমরি খালি আছে কি?</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Install the newest Idlewild.</source>
            <translation>সবচেয়ে নতুন Idlewild ইনস্টল করুন।</translation>
        </message>
        <message>
            <location filename="../../core/cli/main.py" />
            <source>Internal error ({kind}); please report it together with {log}.</source>
            <translation>ভেতরের ত্রুটি ({kind}); দয়া করে {log} ফাইলটিসহ জানান।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/connection.py" />
            <source>Internal error in the engine; idlewild.log in the home folder says more.</source>
            <translation>ইঞ্জিনে ভেতরের ত্রুটি; Idlewild-এর ফোল্ডারে idlewild.log ফাইলে আরও জানা যাবে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Invite somebody outside your own network; as soon as one has come, Idlewild finds it out by itself.</source>
            <translation>নিজের নেটওয়ার্কের বাইরের কাউকে আমন্ত্রণ জানান; একজন এলেই Idlewild নিজে থেকে তা জেনে নেবে।</translation>
        </message>
        <message>
            <location filename="../../core/training/self_test.py" />
            <source>It computes, but wrongly: {losses}.</source>
            <translation>গণনা করে, কিন্তু ভুল: {losses}।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Join a collaboration by its link, or start your own.</source>
            <translation>লিঙ্ক দিয়ে কোনো সহযোগিতায় যোগ দিন, অথবা নিজে একটি শুরু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Let Idlewild's UDP port through to this computer in the router's settings, or switch on UPnP there.</source>
            <translation>রাউটারের সেটিংসে Idlewild-এর UDP পোর্ট এই কম্পিউটার পর্যন্ত খুলে দিন, অথবা সেখানে UPnP চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Let UDP port {port} through to this computer in the router's settings, or switch on UPnP there.</source>
            <translation>রাউটারের সেটিংসে UDP পোর্ট {port} এই কম্পিউটার পর্যন্ত খুলে দিন, অথবা সেখানে UPnP চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Let air to the computer's fans, or allow more heat in the settings.</source>
            <translation>কম্পিউটারের পাখায় বাতাস ঢুকতে দিন, অথবা সেটিংসে আরও বেশি তাপের অনুমতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Let this computer set its clock by itself, in the system's settings.</source>
            <translation>সিস্টেমের সেটিংসে কম্পিউটারকে নিজে থেকে ঘড়ি মেলাতে দিন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Look at the connection check; Idlewild goes on trying by itself.</source>
            <translation>সংযোগ পরীক্ষা দেখুন; Idlewild নিজে থেকেই চেষ্টা চালিয়ে যায়।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Looking for the other peers of this collaboration.</source>
            <translation>এই সহযোগিতার অন্য কম্পিউটারগুলো খোঁজা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Make room on the disk, or allow the data less in the settings.</source>
            <translation>ডিস্কে জায়গা করুন, অথবা সেটিংসে ডেটার জন্য কম জায়গা দিন।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/hosting.py" />
            <source>Making the initial weights.</source>
            <translation>শুরুর ওজনগুলো তৈরি হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/hosting.py" />
            <source>Making the tokenizer.</source>
            <translation>টোকেনাইজার তৈরি হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>Memory is short at the moment: close a program that needs much, then try the model again.</source>
            <translation>এখন মেমরি কম: বেশি মেমরি নেয় এমন একটি প্রোগ্রাম বন্ধ করে মডেলটি আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Neither microphone nor camera nor screen is being recorded.</source>
            <translation>মাইক্রোফোন, ক্যামেরা বা পর্দা কিছুই রেকর্ড হচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>Neither the processor nor a graphics card may train, so nothing is ever computed.</source>
            <translation>প্রসেসর বা গ্রাফিক্স কার্ড কোনোটিরই প্রশিক্ষণের অনুমতি নেই, তাই কখনও কিছু গণনা হবে না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/collaborations.py" />
            <source>No collaboration here is called {word}: `idlewild collaborations` lists them.</source>
            <translation>এখানে {word} নামে কোনো সহযোগিতা নেই: `idlewild collaborations` দিয়ে তালিকা দেখুন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>No input for {idle_s}.</source>
            <translation>{idle_s} ধরে কোনো ইনপুট নেই।</translation>
        </message>
        <message>
            <location filename="../../core/engine/exporting.py" />
            <source>No kept model has been examined and found good yet: hold data out in the manifest, wait a few minutes, or export the present model.</source>
            <translation>রাখা কোনো মডেল এখনও যাচাই হয়ে ভালো প্রমাণিত হয়নি: বিবরণীতে যাচাইয়ের জন্য ডেটা আলাদা রাখুন, কয়েক মিনিট অপেক্ষা করুন, অথবা বর্তমান মডেলটি রপ্তানি করুন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/renewing.py" />
            <source>No newer version is here that could be used: look for updates first.</source>
            <translation>ব্যবহার করার মতো নতুন সংস্করণ এখানে নেই: আগে হালনাগাদ খুঁজুন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>No program of your list runs.</source>
            <translation>আপনার তালিকার কোনো প্রোগ্রাম চলছে না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/governing.py" />
            <source>No step is under way: wait until training has started, or join a collaboration.</source>
            <translation>কোনো ধাপ চলছে না: প্রশিক্ষণ শুরু হওয়া পর্যন্ত অপেক্ষা করুন, অথবা কোনো সহযোগিতায় যোগ দিন।</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>No tokenizer could be trained ({reason}): give it more text.</source>
            <translation>টোকেনাইজার তৈরি করা যায়নি ({reason}): আরও লেখা দিন।</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>No tokenizer could be trained: give it more text.</source>
            <translation>টোকেনাইজার তৈরি করা যায়নি: আরও লেখা দিন।</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>No web server is known that has {file}: install Idlewild again.</source>
            <translation>{file} আছে এমন কোনো ওয়েব সার্ভার জানা নেই: Idlewild আবার ইনস্টল করুন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nobody answers{where}, neither over UDP nor over TCP.</source>
            <translation>কেউ উত্তর দিচ্ছে না{where}, UDP বা TCP কোনোটিতেই নয়।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nobody has answered over UDP.</source>
            <translation>UDP-তে কেউ উত্তর দেয়নি।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nobody has come yet who could tell whether other computers reach this one.</source>
            <translation>অন্য কম্পিউটার এটির নাগাল পায় কি না, তা বলতে পারে এমন কেউ এখনও আসেনি।</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Nobody who can be reached has the data that is needed next; it is asked for again and again. Until then this computer averages for others.</source>
            <translation>এর পরে যে ডেটা লাগবে তা নাগালের কারও কাছে নেই; বারবার চাওয়া হচ্ছে। ততক্ষণ এই কম্পিউটার অন্যদের জন্য গড় করে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/gathering.py" />
            <source>Nobody who has the collaboration's model can be reached; trying again.</source>
            <translation>যাদের কাছে সহযোগিতার মডেল আছে তাদের কাউকে পাওয়া যাচ্ছে না; আবার চেষ্টা চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>None of the computers that this one knows of answers{where}.</source>
            <translation>এটির চেনা কোনো কম্পিউটারই উত্তর দিচ্ছে না{where}।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Nothing fills the screen.</source>
            <translation>পূর্ণ পর্দায় কিছু চলছে না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/engine.py" />
            <source>Nothing is computed and nobody is called on before you agree to it.</source>
            <translation>আপনি রাজি হওয়ার আগে কিছুই গণনা হয় না, কারও সঙ্গে যোগাযোগও করা হয় না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Nothing is computed before you agree to it.</source>
            <translation>আপনি রাজি হওয়ার আগে কিছুই গণনা হয় না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>Nothing is computed before you have agreed to it: open the window and say so there.</source>
            <translation>আপনি সম্মতি না দেওয়া পর্যন্ত কিছু গণনা হয় না: জানালাটি খুলে সেখানে সম্মতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/storage/database.py" />
            <source>Nothing is recorded in {folder} yet: run idlewild there first, or correct --home.</source>
            <translation>{folder}-এ এখনও কিছু লেখা হয়নি: আগে সেখানে idlewild চালান, অথবা --home ঠিক করুন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do, or resume to go on after the step.</source>
            <translation>কিছু করার নেই; ধাপের পরেও চালাতে চাইলে আবার শুরু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Nothing to do.</source>
            <translation>কিছু করার নেই।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on at the hour that the schedule says.</source>
            <translation>কিছু করার নেই: সময়সূচির সময়ে আবার চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the call is over.</source>
            <translation>কিছু করার নেই: কল শেষ হলে আবার চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the full screen is left.</source>
            <translation>কিছু করার নেই: পূর্ণ পর্দা থেকে বেরোলে আবার চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the graphics card is free.</source>
            <translation>কিছু করার নেই: গ্রাফিক্স কার্ড খালি হলে আবার চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when the other programs need less.</source>
            <translation>কিছু করার নেই: অন্য প্রোগ্রামের কাজ কমলে আবার চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it goes on when you are away. The settings say how long that takes.</source>
            <translation>কিছু করার নেই: আপনি সরে গেলে আবার চলবে। কতক্ষণ পরে, তা সেটিংসে আছে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is asked for again and again.</source>
            <translation>কিছু করার নেই: বারবার চাওয়া হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is fetched once, and goes on by itself where it was interrupted.</source>
            <translation>কিছু করার নেই: একবারই আনা হয়, আর বাধা পেলে যেখানে থেমেছিল সেখান থেকে নিজে থেকেই আবার চলে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is started anew if it does not come back.</source>
            <translation>কিছু করার নেই: সাড়া না দিলে নতুন করে চালানো হবে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: it is started by itself.</source>
            <translation>কিছু করার নেই: নিজে থেকেই চালু হয়।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: this takes a moment.</source>
            <translation>কিছু করার নেই: একটু সময় লাগবে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: training goes on as soon as it has caught up.</source>
            <translation>কিছু করার নেই: তাল মিললেই প্রশিক্ষণ চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Nothing to do: what is fetched once stays here.</source>
            <translation>কিছু করার নেই: একবার আনা জিনিস এখানেই থাকে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Open the lid, or allow training with the lid closed in the settings.</source>
            <translation>ঢাকনা খুলুন, অথবা সেটিংসে ঢাকনা বন্ধ রেখে প্রশিক্ষণের অনুমতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Open the window and say what this computer may be used for.</source>
            <translation>জানালাটি খুলে বলুন এই কম্পিউটার কী কাজে লাগানো যাবে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers cannot reach this one, because the router or firewall lets nobody in unasked, and there is no relay.</source>
            <translation>রাউটার বা ফায়ারওয়াল না ডাকলে কাউকে ঢুকতে দেয় না আর কোনো রিলে নেই, তাই অন্য কম্পিউটার এটির কাছে পৌঁছাতে পারে না।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers cannot reach this one, because {obstacle}, and there is no relay.</source>
            <translation>অন্য কম্পিউটার এটির কাছে পৌঁছাতে পারে না, কারণ {obstacle}, আর কোনো রিলে নেই।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers reach this one directly.</source>
            <translation>অন্য কম্পিউটার এটির কাছে সরাসরি পৌঁছায়।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers reach this one through a relay, because {obstacle}.</source>
            <translation>অন্য কম্পিউটার রিলের মাধ্যমে এটির কাছে পৌঁছায়, কারণ {obstacle}।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Other computers reach this one through a relay; whether they could do so directly is not known yet.</source>
            <translation>অন্য কম্পিউটার রিলের মাধ্যমে এটির কাছে পৌঁছায়; সরাসরি পারে কি না এখনও জানা যায়নি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Other programs use {use_percent} of the graphics card.</source>
            <translation>অন্য প্রোগ্রাম গ্রাফিক্স কার্ডের {use_percent} ব্যবহার করছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Other programs use {use_percent} of the processor.</source>
            <translation>অন্য প্রোগ্রাম প্রসেসরের {use_percent} ব্যবহার করছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused by the schedule until {until_time}.</source>
            <translation>সময়সূচি অনুযায়ী {until_time} পর্যন্ত বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until next month, since {limit_bytes} have been sent and received in this one.</source>
            <translation>পরের মাস পর্যন্ত বিরতি, কারণ এই মাসে {limit_bytes} পাঠানো ও গ্রহণ করা হয়ে গেছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until the graphics card is cooler.</source>
            <translation>গ্রাফিক্স কার্ড ঠান্ডা না হওয়া পর্যন্ত বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until the processor is cooler.</source>
            <translation>প্রসেসর ঠান্ডা না হওয়া পর্যন্ত বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until there is more free memory.</source>
            <translation>আরও মেমরি খালি না হওয়া পর্যন্ত বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until you resume.</source>
            <translation>আপনি আবার শুরু না করা পর্যন্ত বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused until {until_time}.</source>
            <translation>{until_time} পর্যন্ত বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while a microphone, a camera or the screen is in use.</source>
            <translation>মাইক্রোফোন, ক্যামেরা বা পর্দা ব্যবহার হচ্ছে বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while a program of your list runs.</source>
            <translation>আপনার তালিকার একটি প্রোগ্রাম চলছে বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while other programs use more than {limit_percent} of the graphics card.</source>
            <translation>অন্য প্রোগ্রাম গ্রাফিক্স কার্ডের {limit_percent}-এর বেশি ব্যবহার করছে বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while other programs use more than {limit_percent} of the processor.</source>
            <translation>অন্য প্রোগ্রাম প্রসেসরের {limit_percent}-এর বেশি ব্যবহার করছে বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while something fills the screen.</source>
            <translation>পূর্ণ পর্দায় কিছু চলছে বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while the computer runs on battery.</source>
            <translation>কম্পিউটার ব্যাটারিতে চলছে বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while the energy saver is on.</source>
            <translation>শক্তি-সাশ্রয় চালু বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while the lid is closed.</source>
            <translation>ঢাকনা বন্ধ বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while the network charges by volume.</source>
            <translation>নেটওয়ার্কে ডেটার পরিমাণে খরচ হয় বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while you use the computer; it goes on {wait_s} after the last input.</source>
            <translation>আপনি কম্পিউটার ব্যবহার করছেন বলে বিরতি; শেষ ইনপুটের {wait_s} পরে আবার চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused while {program} runs.</source>
            <translation>{program} চলছে বলে বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since somebody may watch or listen.</source>
            <translation>কেউ হয়তো দেখছেন বা শুনছেন, তাই বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since the schedule allows no hour at all.</source>
            <translation>সময়সূচিতে কোনো ঘণ্টাই বাছা নেই, তাই বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since this computer cannot tell whether it runs on battery.</source>
            <translation>কম্পিউটার ব্যাটারিতে চলছে কি না জানা যাচ্ছে না, তাই বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since this computer cannot tell whether somebody is here.</source>
            <translation>এখানে কেউ আছেন কি না জানা যাচ্ছে না, তাই বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Paused, since this computer cannot tell which programs run.</source>
            <translation>কোন কোন প্রোগ্রাম চলছে জানা যাচ্ছে না, তাই বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Plug the computer in, or allow training on battery in the settings.</source>
            <translation>কম্পিউটারে বিদ্যুতের তার লাগান, অথবা সেটিংসে ব্যাটারিতে প্রশিক্ষণের অনুমতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/feeding.py" />
            <source>Preparing the collaboration's data, {done_percent}.</source>
            <translation>সহযোগিতার ডেটা তৈরি করা হচ্ছে ({done_percent})।</translation>
        </message>
        <message>
            <location filename="../../core/data/child.py" />
            <source>Preparing the data ended early; is there enough free memory? Start it again.</source>
            <translation>ডেটা তৈরি শেষ হওয়ার আগেই থেমে গেছে; যথেষ্ট মেমরি খালি আছে কি? আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/requests.py" />
            <source>Request {request} has a wrong parameter: {reason}.</source>
            <translation>{request} অনুরোধের একটি মান ভুল: {reason}।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Resume whenever you like.</source>
            <translation>যখন ইচ্ছা আবার শুরু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would change nothing, since you have paused it.</source>
            <translation>এতে এখন কিছু বদলাবে না, কারণ আপনি বিরতি দিয়েছেন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would do nothing, since you have not agreed to it yet.</source>
            <translation>এতে এখন কিছু হবে না, কারণ আপনি এখনও রাজি হননি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would finish the step, then pause.</source>
            <translation>এতে এখন ধাপটি শেষ হবে, তারপর বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, by the schedule.</source>
            <translation>এতে এখন সময়সূচি অনুযায়ী বিরতি থাকবে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since a microphone, a camera or the screen is in use.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ মাইক্রোফোন, ক্যামেরা বা পর্দা ব্যবহার হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since a program of the list runs.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ তালিকার একটি প্রোগ্রাম চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since little memory is free.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ মেমরি কম খালি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since other programs use the graphics card.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ অন্য প্রোগ্রাম গ্রাফিক্স কার্ড ব্যবহার করছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since other programs use the processor.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ অন্য প্রোগ্রাম প্রসেসর ব্যবহার করছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since somebody may use the computer.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ কেউ হয়তো কম্পিউটার ব্যবহার করছেন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since something fills the screen.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ পূর্ণ পর্দায় কিছু চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the computer is too hot.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ কম্পিউটার বেশি গরম।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the computer may run on battery.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ কম্পিউটার হয়তো ব্যাটারিতে চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the energy saver is on.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ শক্তি-সাশ্রয় চালু।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the lid is closed.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ ঢাকনা বন্ধ।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the month's traffic is used up.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ এই মাসের ডেটা শেষ।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since the network charges by volume.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ নেটওয়ার্কে ডেটার পরিমাণে খরচ হয়।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would pause, since training on this device is not allowed.</source>
            <translation>এতে এখন বিরতি থাকবে, কারণ এই ডিভাইসে প্রশিক্ষণের অনুমতি নেই।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would train on one core for {duty_percent} of the time.</source>
            <translation>এতে এখন একটি কোরে {duty_percent} সময় প্রশিক্ষণ চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would train on the graphics card for {duty_percent} of the time.</source>
            <translation>এতে এখন গ্রাফিক্স কার্ডে {duty_percent} সময় প্রশিক্ষণ চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Right now this would train on {cores} cores for {duty_percent} of the time.</source>
            <translation>এতে এখন {cores}টি কোরে {duty_percent} সময় প্রশিক্ষণ চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Running: {programs}.</source>
            <translation>{programs} চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Serving the collaboration; this computer does not train.</source>
            <translation>সহযোগিতার সেবা চলছে; এই কম্পিউটার প্রশিক্ষণ দেয় না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/collaborations.py" />
            <source>Several collaborations are called {word}: name one by its id.</source>
            <translation>{word} নামে একাধিক সহযোগিতা আছে: আইডি দিয়ে একটি বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Some known places cannot be reached{where}.</source>
            <translation>চেনা কিছু ঠিকানায় পৌঁছানো যাচ্ছে না{where}।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>Something fills the screen, or keeps it on.</source>
            <translation>পূর্ণ পর্দায় কিছু চলছে, বা কিছু পর্দা জ্বালিয়ে রাখছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/session.py" />
            <source>Starting the training process.</source>
            <translation>প্রশিক্ষণের প্রক্রিয়া চালু হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/board.py" />
            <source>Starting.</source>
            <translation>শুরু হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/hosting.py" />
            <source>Storing the data.</source>
            <translation>ডেটা রাখা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/transport/tunnel.py" />
            <source>TCP port {port} on {host} cannot be listened on: {reason}.</source>
            <translation>{host}-এর TCP পোর্ট {port}-এ সংযোগ নেওয়া যাচ্ছে না: {reason}।</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>Testing the parts of Idlewild that compute.</source>
            <translation>Idlewild-এর গণনার অংশ পরীক্ষা করা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The Idlewild here and that of the other computers do not understand each other, because one of them is too old.</source>
            <translation>এখানকার Idlewild আর অন্য কম্পিউটারেরটি একে অপরকে বোঝে না, কারণ একটি বেশি পুরোনো।</translation>
        </message>
        <message>
            <location filename="../../core/transport/udp.py" />
            <source>The address {address} cannot be listened on ({reason}); name one of this machine's own addresses.</source>
            <translation>{address} ঠিকানায় সংযোগ নেওয়া যাচ্ছে না ({reason}); এই কম্পিউটারের নিজের কোনো ঠিকানা দিন।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/connection.py" />
            <source>The answer is too long for one message; ask for less.</source>
            <translation>উত্তরটি এক বার্তার জন্য বেশি লম্বা; আরও কম চান।</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>The collaboration cannot be reached at {places}; check your network, or ask for a new invitation.</source>
            <translation>{places} ঠিকানায় সহযোগিতার কাছে পৌঁছানো যাচ্ছে না; নেটওয়ার্ক দেখুন, অথবা নতুন আমন্ত্রণ চান।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The collaboration does not let this computer in.</source>
            <translation>সহযোগিতা এই কম্পিউটারকে যোগ দিতে দিচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The collaboration does not let this computer in: {why}.</source>
            <translation>সহযোগিতা এই কম্পিউটারকে যোগ দিতে দিচ্ছে না: {why}।</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>The collaboration does not let this computer in: {why}; ask its organiser.</source>
            <translation>সহযোগিতা এই কম্পিউটারকে যোগ দিতে দিচ্ছে না: {why}; আয়োজককে বলুন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>The collaboration is another organiser's than the invitation says.</source>
            <translation>আমন্ত্রণে যে আয়োজকের কথা আছে, সহযোগিতাটি তাঁর নয়।</translation>
        </message>
        <message>
            <location filename="../../core/engine/answering.py" />
            <source>The collaboration is not under way yet: wait until it has started.</source>
            <translation>সহযোগিতা এখনও শুরু হয়নি: শুরু হওয়া পর্যন্ত অপেক্ষা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/hosting.py" />
            <source>The collaboration is ready.</source>
            <translation>সহযোগিতা তৈরি।</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>The collaboration's manifest contradicts itself about a file of its data: tell its organiser.</source>
            <translation>ডেটার একটি ফাইল নিয়ে সহযোগিতার বিবরণীতে পরস্পরবিরোধী কথা আছে: আয়োজককে জানান।</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>The collaboration's model is not here yet: try it when it has been fetched.</source>
            <translation>সহযোগিতার মডেল এখনও এখানে আসেনি: আনা হলে চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The computer runs on battery.</source>
            <translation>কম্পিউটার ব্যাটারিতে চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The computer runs on mains power.</source>
            <translation>কম্পিউটার বিদ্যুতের লাইনে চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/codec.py" />
            <source>The control connection broke ({reason}); restart Idlewild so that all its parts are of one version.</source>
            <translation>নিয়ন্ত্রণের সংযোগ কেটে গেছে ({reason}); Idlewild আবার চালু করুন, যাতে সব অংশ একই সংস্করণের হয়।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/server.py" />
            <source>The control socket {address} cannot be opened ({reason}); end the other engine with `idlewild quit`, or choose another folder with --home.</source>
            <translation>নিয়ন্ত্রণের সকেট {address} খোলা যাচ্ছে না ({reason}); `idlewild quit` দিয়ে অন্য ইঞ্জিনটি বন্ধ করুন, অথবা --home দিয়ে অন্য ফোল্ডার বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>The data file {path} cannot be used: {what}.</source>
            <translation>ডেটার ফাইল {path} ব্যবহার করা যাচ্ছে না: {what}।</translation>
        </message>
        <message>
            <location filename="../../core/data/source.py" />
            <source>The data of {name} is not prepared on this machine: start it again.</source>
            <translation>{name}-এর ডেটা এই কম্পিউটারে তৈরি করা নেই: আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>The database {path} is damaged ({reason}): move it and the files {name}-wal and {name}-shm beside it to another place and start again; log, credit and model then come back from the other peers after you open the invitation again, while settings and recorded training times are lost.</source>
            <translation>ডেটাবেস {path} নষ্ট হয়েছে ({reason}): এটি এবং পাশের {name}-wal ও {name}-shm ফাইল অন্য জায়গায় সরিয়ে আবার চালু করুন; আমন্ত্রণটি আবার খুললে লগ, অবদান ও মডেল অন্য কম্পিউটারগুলো থেকে ফিরে আসবে, তবে সেটিংস ও লেখা প্রশিক্ষণের সময় হারিয়ে যাবে।</translation>
        </message>
        <message>
            <location filename="../../core/storage/database.py" />
            <source>The database {path} is older than this program: run idlewild once to update it.</source>
            <translation>ডেটাবেস {path} এই প্রোগ্রামের চেয়ে পুরোনো: হালনাগাদ করতে একবার idlewild চালান।</translation>
        </message>
        <message>
            <location filename="../../core/storage/database.py" />
            <source>The database {path} was written by a newer Idlewild: install that version or a later one, or use --home to name another folder.</source>
            <translation>ডেটাবেস {path} আরও নতুন Idlewild-এর লেখা: সেই সংস্করণ বা তার পরেরটি ইনস্টল করুন, অথবা --home দিয়ে অন্য ফোল্ডার বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/release/seal.py" />
            <source>The description of the release cannot be used: {what}.</source>
            <translation>সংস্করণটির বর্ণনা ব্যবহার করা যাচ্ছে না: {what}।</translation>
        </message>
        <message>
            <location filename="../../core/release/seal.py" />
            <source>The description of the release is malformed ({what}).</source>
            <translation>সংস্করণটির বর্ণনার গঠন ভুল ({what})।</translation>
        </message>
        <message>
            <location filename="../../core/release/seal.py" />
            <source>The description of the release is not signed by those who make Idlewild.</source>
            <translation>সংস্করণটির বর্ণনায় Idlewild-এর নির্মাতাদের স্বাক্ষর নেই।</translation>
        </message>
        <message>
            <location filename="../../core/training/device/choosing.py" />
            <source>The device “{name}” cannot be used on this machine; use cpu, cuda:N, xpu:N or mps, with a PyTorch that was built for it.</source>
            <translation>“{name}” ডিভাইসটি এই কম্পিউটারে ব্যবহার করা যায় না; cpu, cuda:N, xpu:N বা mps দিন, আর তার জন্য তৈরি PyTorch রাখুন।</translation>
        </message>
        <message>
            <location filename="../../core/data/objects.py" />
            <source>The disk that holds {folder} has no room for {missing_bytes} more: free some space there and start again.</source>
            <translation>{folder} যে ডিস্কে আছে সেখানে আরও {missing_bytes} রাখার জায়গা নেই: কিছু জায়গা খালি করে আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/data/files.py" />
            <source>The disk that holds {folder} is full: free some space there and start again.</source>
            <translation>{folder} যে ডিস্কে আছে তা ভরে গেছে: কিছু জায়গা খালি করে আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>The disk that holds {folder} is nearly full: free {missing_bytes} there, and fetching goes on by itself.</source>
            <translation>{folder} যে ডিস্কে আছে তা প্রায় ভরে গেছে: সেখানে {missing_bytes} খালি করুন, আনা নিজে থেকেই আবার চলবে।</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>The disk that holds {path} fails ({reason}): check it, then start again.</source>
            <translation>{path} যে ডিস্কে আছে তা কাজ করছে না ({reason}): ডিস্কটি দেখে আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The energy saver is off.</source>
            <translation>শক্তি-সাশ্রয় বন্ধ।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The energy saver is on.</source>
            <translation>শক্তি-সাশ্রয় চালু।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/client.py" />
            <source>The engine cannot be trusted because {reason}; choose another folder with --home.</source>
            <translation>ইঞ্জিনটিকে বিশ্বাস করা যায় না, কারণ {reason}; --home দিয়ে অন্য ফোল্ডার বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/data/source.py" />
            <location filename="../../core/training/tasks/__init__.py" />
            <source>The file {path} is missing: start again to fetch it.</source>
            <translation>{path} ফাইলটি নেই: আনতে আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/data/objects.py" />
            <source>The file {path} was damaged and has been removed: start again to fetch it anew.</source>
            <translation>{path} ফাইলটি নষ্ট ছিল, তাই সরানো হয়েছে: নতুন করে আনতে আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>The first start of version {version} was cut short before it was up.</source>
            <translation>সংস্করণ {version} প্রথমবার পুরোপুরি চালু হওয়ার আগেই বাধা পেয়ে থেমে গেছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The graphics card has {degrees} °C.</source>
            <translation>গ্রাফিক্স কার্ডের তাপমাত্রা এখন {degrees} °C-এ আছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>The graphics card is what trains on this computer, and it may not.</source>
            <translation>এই কম্পিউটারে গ্রাফিক্স কার্ডই প্রশিক্ষণ দেয়, কিন্তু তার অনুমতি নেই।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The graphics card takes {watts} W.</source>
            <translation>গ্রাফিক্স কার্ড {watts} W নিচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/training/examining.py" />
            <source>The held-out shard {name} is not here.</source>
            <translation>যাচাইয়ের জন্য আলাদা রাখা অংশ {name} এখানে নেই।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/lock.py" />
            <source>The home {home} cannot be written ({reason}); free space or permissions there, or choose another folder with --home.</source>
            <translation>{home} ফোল্ডারে লেখা যাচ্ছে না ({reason}); সেখানে জায়গা খালি করুন বা লেখার অনুমতি দিন, অথবা --home দিয়ে অন্য ফোল্ডার বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>The initial weights cannot be read ({reason}); fetch them again.</source>
            <translation>শুরুর ওজনগুলো পড়া যাচ্ছে না ({reason}); আবার আনুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/building.py" />
            <source>The initial weights do not fit the model: their tensors differ in name or shape.</source>
            <translation>শুরুর ওজনগুলো মডেলের সঙ্গে মেলে না: টেন্সরগুলোর নাম বা আকার আলাদা।</translation>
        </message>
        <message>
            <location filename="../../core/training/worker.py" />
            <source>The initial weights have {elements} values, but the manifest says {expected}; ask the organiser for a correct manifest.</source>
            <translation>শুরুর ওজনে {elements}টি মান আছে, কিন্তু বিবরণীতে লেখা {expected}টি; আয়োজকের কাছে সঠিক বিবরণী চান।</translation>
        </message>
        <message>
            <location filename="../../core/release/origin.py" />
            <source>The installation of Idlewild in {folder} is damaged ({what}): install it again.</source>
            <translation>{folder}-এ Idlewild-এর ইনস্টলেশন নষ্ট হয়েছে ({what}): আবার ইনস্টল করুন।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/invitation.py" />
            <source>The invitation has a typing error or is not complete: copy the whole link again.</source>
            <translation>আমন্ত্রণে টাইপের ভুল আছে বা তা পুরো নয়: পুরো লিঙ্কটি আবার কপি করুন।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/invitation.py" />
            <source>The invitation is not complete, its end is missing: copy the whole link.</source>
            <translation>আমন্ত্রণটি পুরো নয়, শেষ অংশ নেই: পুরো লিঙ্কটি কপি করুন।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/invitation.py" />
            <source>The invitation was made by another version of Idlewild: update it, or ask for a new invitation.</source>
            <translation>আমন্ত্রণটি Idlewild-এর অন্য সংস্করণে তৈরি: Idlewild হালনাগাদ করুন, অথবা নতুন আমন্ত্রণ চান।</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>The kept model {path} cannot be read ({reason}).</source>
            <translation>রাখা মডেল {path} পড়া যাচ্ছে না ({reason})।</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>The kept model {path} is damaged: choose another step.</source>
            <translation>রাখা মডেল {path} নষ্ট হয়েছে: অন্য ধাপ বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key file {file} cannot be read ({reason}): make it belong to your account, with mode 0600, or use --home.</source>
            <translation>চাবির ফাইল {file} পড়া যাচ্ছে না ({reason}): ফাইলটি আপনার অ্যাকাউন্টের করুন, অনুমতি 0600 দিন, অথবা --home ব্যবহার করুন।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key file {file} is damaged: restore it from a backup, or delete it to start as a new peer whose contributions count anew.</source>
            <translation>চাবির ফাইল {file} নষ্ট হয়েছে: ব্যাকআপ থেকে ফিরিয়ে আনুন, অথবা মুছে নতুন অংশগ্রহণকারী হিসেবে শুরু করুন, যার অবদান নতুন করে গোনা হবে।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key in {home} cannot be deleted ({reason}): give your account write access to that folder.</source>
            <translation>{home}-এর চাবি মোছা যাচ্ছে না ({reason}): আপনার অ্যাকাউন্টকে ওই ফোল্ডারে লেখার অনুমতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key of this peer is in the system's keyring, which cannot be read now ({reason}): unlock the keyring or log in to the desktop, and start again.</source>
            <translation>এই কম্পিউটারের চাবি সিস্টেমের চাবির ভাণ্ডারে আছে, যা এখন পড়া যাচ্ছে না ({reason}): ভাণ্ডারটি খুলুন বা ডেস্কটপে লগ ইন করুন, তারপর আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key of this peer is no longer in the system's keyring (entry {service}, {account}): bring that entry back, or delete {note} to become a new peer.</source>
            <translation>এই কম্পিউটারের চাবি সিস্টেমের চাবির ভাণ্ডারে আর নেই (নাম {service}, {account}): সেটি ফিরিয়ে আনুন, অথবা {note} মুছে নতুন অংশগ্রহণকারী হন।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key of this peer is still in the system's keyring ({reason}): delete its entry {service}, {account} there.</source>
            <translation>এই কম্পিউটারের চাবি এখনও সিস্টেমের চাবির ভাণ্ডারে আছে ({reason}): সেখান থেকে {service}, {account} লেখাটি মুছুন।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The key of {home} is in the keyring, not in a file: unset {variable}, or delete {note} to become a new peer.</source>
            <translation>{home}-এর চাবি ফাইলে নয়, চাবির ভাণ্ডারে আছে: {variable} তুলে নিন, অথবা {note} মুছে নতুন অংশগ্রহণকারী হন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The lid is closed.</source>
            <translation>ঢাকনা বন্ধ।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The lid is open, or there is none.</source>
            <translation>ঢাকনা খোলা, অথবা ঢাকনা নেই।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>The manifest cannot be used: {key}: {what}.</source>
            <translation>বিবরণীটি ব্যবহার করা যাচ্ছে না: {key}: {what}।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>The manifest has {size} bytes; {most} are allowed.</source>
            <translation>বিবরণীতে {size} বাইট আছে; সর্বোচ্চ {most} বাইট চলে।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>The manifest received belongs to collaboration {other}, not to {run}.</source>
            <translation>পাওয়া বিবরণীটি {run}-এর নয়, {other} সহযোগিতার।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>The manifest's signature is not its organiser's.</source>
            <translation>বিবরণীর স্বাক্ষরটি এর আয়োজকের নয়।</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>The mirror {mirror} gives other data than the manifest says, and is not asked any more: tell the collaboration's organiser.</source>
            <translation>মিরর {mirror} বিবরণীতে লেখা ডেটার বদলে অন্য ডেটা দেয়, তাই তার কাছে আর চাওয়া হবে না: সহযোগিতার আয়োজককে জানান।</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>The mirror {mirror} {does}: {remedy}; {again}.</source>
            <translation>মিরর {mirror} {does}: {remedy}; {again}।</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>The mirror {mirror} {does}; {again}.</source>
            <translation>মিরর {mirror} {does}; {again}।</translation>
        </message>
        <message>
            <location filename="../../core/training/examining.py" />
            <source>The model could not be examined; is there enough free memory?</source>
            <translation>মডেলটি যাচাই করা যায়নি; যথেষ্ট মেমরি খালি আছে কি?</translation>
        </message>
        <message>
            <location filename="../../core/training/trying.py" />
            <source>The model could not be tried; is there enough free memory?</source>
            <translation>মডেলটি চেষ্টা করা যায়নি; যথেষ্ট মেমরি খালি আছে কি?</translation>
        </message>
        <message>
            <location filename="../../core/training/export.py" />
            <source>The model could not be written to {folder} ({reason}); choose a folder on a disk with room where you may write.</source>
            <translation>মডেলটি {folder}-এ লেখা যায়নি ({reason}); এমন ফোল্ডার বেছে নিন যেখানে জায়গা ও লেখার অনুমতি আছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/exporting.py" />
            <source>The model is being updated at this moment: try again in a few seconds.</source>
            <translation>এই মুহূর্তে মডেলটি হালনাগাদ হচ্ছে: কয়েক সেকেন্ড পরে আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/examining.py" />
            <source>The model of step {step} has a held-out loss of {loss} and is not published.</source>
            <translation>{step} নম্বর ধাপের মডেলের যাচাইয়ের লস {loss}, তাই সেটি প্রকাশ করা হয়নি।</translation>
        </message>
        <message>
            <location filename="../../core/engine/examining.py" />
            <source>The model of step {step} is worse on held-out data than that of step {best} ({loss} against {best_loss}) and not published. To go back: idlewild amend rollback STEP.</source>
            <translation>আলাদা রাখা ডেটায় {step} নম্বর ধাপের মডেল {best} নম্বর ধাপের চেয়ে খারাপ (লস {loss}, আগে ছিল {best_loss}), তাই প্রকাশ করা হয়নি। ফিরে যেতে: idlewild amend rollback STEP।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/learning.py" />
            <source>The model of task “causal_lm” ({kind}) cannot be used: {what}.</source>
            <translation>“causal_lm” কাজের মডেল ({kind}) ব্যবহার করা যাচ্ছে না: {what}।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/learning.py" />
            <source>The model of task “causal_lm” cannot be used: `transformers` has no causal language model “{kind}”; name another `model_type`, such as gpt2, llama or qwen3.</source>
            <translation>“causal_lm” কাজের মডেল ব্যবহার করা যাচ্ছে না: `transformers`-এ “{kind}” নামে কোনো causal ভাষা-মডেল নেই; অন্য `model_type` দিন, যেমন gpt2, llama বা qwen3।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/learning.py" />
            <source>The model of task “causal_lm” cannot be used: a “{kind}” has no key `{key}`; correct or remove it.</source>
            <translation>“causal_lm” কাজের মডেল ব্যবহার করা যাচ্ছে না: “{kind}”-এ `{key}` নামে কিছু নেই; ঠিক করুন বা বাদ দিন।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/models.py" />
            <source>The model of task “mlm_sop” cannot be used: {reason}.</source>
            <translation>“mlm_sop” কাজের মডেল ব্যবহার করা যাচ্ছে না: {reason}।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/models.py" />
            <source>The model of task “mlm_sop” has no `model_type`; add one, for example “albert”.</source>
            <translation>“mlm_sop” কাজের মডেলে `model_type` নেই; একটি দিন, যেমন “albert”।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/models.py" />
            <source>The model of task “swav” cannot be used: `hidden_sizes` and `depths` differ in length.</source>
            <translation>“swav” কাজের মডেল ব্যবহার করা যাচ্ছে না: `hidden_sizes` ও `depths`-এর দৈর্ঘ্য এক নয়।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/models.py" />
            <source>The model of task “swav” cannot be used: `hidden_sizes` must be multiples of 4.</source>
            <translation>“swav” কাজের মডেল ব্যবহার করা যাচ্ছে না: `hidden_sizes` ৪-এর গুণিতক হতে হবে।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/models.py" />
            <source>The model of task “swav” cannot be used: {reason}.</source>
            <translation>“swav” কাজের মডেল ব্যবহার করা যাচ্ছে না: {reason}।</translation>
        </message>
        <message>
            <location filename="../../core/training/trying.py" />
            <source>The model takes too long on this computer to be tried.</source>
            <translation>এই কম্পিউটারে মডেলটি চেষ্টা করতে বেশি সময় লাগে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The names of the collaboration's computers{where} cannot be looked up.</source>
            <translation>সহযোগিতার কম্পিউটারগুলোর নাম{where} খুঁজে পাওয়া যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The network charges by volume.</source>
            <translation>নেটওয়ার্কে ডেটার পরিমাণে খরচ হয়।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The network does not charge by volume.</source>
            <translation>নেটওয়ার্কে ডেটার পরিমাণে খরচ হয় না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/renewing.py" />
            <source>The newer version is fetched as soon as the network may be used for it, or you say so.</source>
            <translation>এ কাজে নেটওয়ার্ক ব্যবহার করা গেলেই, অথবা আপনি বললেই, নতুন সংস্করণটি আনা হবে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/renewing.py" />
            <source>The newer version starts as soon as the step under way has ended.</source>
            <translation>চলতি ধাপ শেষ হলেই নতুন সংস্করণটি চালু হবে।</translation>
        </message>
        <message>
            <location filename="../../core/release/self_test.py" />
            <source>The parts of Idlewild that compute ({device}) do not work on this computer: {why}. Update the drivers of the graphics card, or choose another device; then try again.</source>
            <translation>Idlewild-এর গণনার অংশ ({device}) এই কম্পিউটারে কাজ করছে না: {why}। গ্রাফিক্স কার্ডের ড্রাইভার হালনাগাদ করুন, অথবা অন্য ডিভাইস বেছে নিন; তারপর আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>The parts of Idlewild that compute ({size_bytes}) are not here yet: they wait for leave, since the network charges by volume.</source>
            <translation>Idlewild-এর গণনার অংশ ({size_bytes}) এখনও এখানে আসেনি: নেটওয়ার্কে ডেটার পরিমাণে খরচ হয়, তাই অনুমতির অপেক্ষা চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>The parts of Idlewild that compute are here.</source>
            <translation>Idlewild-এর গণনার অংশ এখানে এসে গেছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>The parts of Idlewild that compute come next: {size_bytes}, which take {unpacked_bytes} on the disk.</source>
            <translation>এরপর Idlewild-এর গণনার অংশ আসবে: {size_bytes}, যা ডিস্কে {unpacked_bytes} জায়গা নেয়।</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing.py" />
            <source>The parts that compute ({device}) do not work any more ({why}); others take their place.</source>
            <translation>গণনার অংশ ({device}) আর কাজ করছে না ({why}); তার জায়গায় অন্য অংশ আসছে।</translation>
        </message>
        <message>
            <location filename="../../core/storage/settings.py" />
            <source>The preference {key} cannot be {value}: it is {bounds}.</source>
            <translation>{key} সেটিংটি {value} হতে পারে না: হতে হবে {bounds}।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The processor has {degrees} °C.</source>
            <translation>প্রসেসরের তাপমাত্রা এখন {degrees} °C-এ আছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>The processor is what trains on this computer, and it may not.</source>
            <translation>এই কম্পিউটারে প্রসেসরই প্রশিক্ষণ দেয়, কিন্তু তার অনুমতি নেই।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The router has opened a port for Idlewild ({protocol}).</source>
            <translation>রাউটার Idlewild-এর জন্য একটি পোর্ট খুলেছে ({protocol})।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>The router's kind (NAT): {nat}.</source>
            <translation>রাউটারের ধরন (NAT): {nat}</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>The schedule allows no hour at all, so nothing is ever computed.</source>
            <translation>সময়সূচিতে কোনো ঘণ্টাই বাছা নেই, তাই কখনও কিছু গণনা হবে না।</translation>
        </message>
        <message>
            <location filename="../../core/training/schedule.py" />
            <source>The schedule “{kind}” is unknown; use one of {known}.</source>
            <translation>“{kind}” সময়সূচি জানা নেই; এগুলোর একটি দিন: {known}।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The screen is locked.</source>
            <translation>পর্দা লক করা।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>The screen is not locked.</source>
            <translation>পর্দা লক করা নয়।</translation>
        </message>
        <message>
            <location filename="../../core/storage/settings.py" />
            <source>The setting {key} cannot be {value} ({reason}): {text}</source>
            <translation>{key} সেটিংটি {value} হতে পারে না ({reason}): {text}</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>The step is finished; paused until you resume.</source>
            <translation>ধাপ শেষ; আপনি আবার শুরু না করা পর্যন্ত বিরতি।</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>The system could not start version {version}.</source>
            <translation>সিস্টেম সংস্করণ {version} চালু করতে পারেনি।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>The system's keyring has a damaged entry {service}, {account}: restore it, or delete it to start as a new peer.</source>
            <translation>সিস্টেমের চাবির ভাণ্ডারে {service}, {account} লেখাটি নষ্ট: ফিরিয়ে আনুন, অথবা মুছে নতুন অংশগ্রহণকারী হিসেবে শুরু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/gaps.py" />
            <source>The text has no gap: write ___ where a word is to be found.</source>
            <translation>লেখায় কোনো ফাঁক নেই: যেখানে শব্দ বসবে সেখানে ___ লিখুন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>The text holds control characters: write it with letters, digits and signs alone.</source>
            <translation>লেখায় নিয়ন্ত্রণ-অক্ষর আছে: শুধু অক্ষর, সংখ্যা ও চিহ্ন দিয়ে লিখুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/gaps.py" />
            <source>The text is too long: it has {pieces} pieces of words, and the model reads {most} at a time; shorten it.</source>
            <translation>লেখাটি বেশি লম্বা: এতে শব্দের {pieces}টি টুকরো আছে, আর মডেল একবারে পড়ে {most}টি; ছোট করুন।</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>The tokenizer has more than {most} MiB: use a smaller one.</source>
            <translation>টোকেনাইজারটি {most} MiB-এর বেশি: আরও ছোট একটি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>The tokenizer has no token {token}: add it, or let a tokenizer be trained.</source>
            <translation>টোকেনাইজারে {token} টোকেনটি নেই: যোগ করুন, অথবা নতুন টোকেনাইজার তৈরি হতে দিন।</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>The tokenizer is not a sound `tokenizers` JSON file ({reason}).</source>
            <translation>টোকেনাইজারটি ঠিকঠাক `tokenizers` JSON ফাইল নয় ({reason})।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/vocabulary.py" />
            <source>The tokenizer of {name} has {entries} entries and its model room for {declared}: tell its organiser.</source>
            <translation>{name}-এর টোকেনাইজারে {entries}টি টোকেন, অথচ মডেলে জায়গা {declared}টির: আয়োজককে জানান।</translation>
        </message>
        <message>
            <location filename="../../core/data/tokenizer.py" />
            <source>The tokenizer {path} cannot be read ({reason}).</source>
            <translation>টোকেনাইজার {path} পড়া যাচ্ছে না ({reason})।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>The training process is being started.</source>
            <translation>প্রশিক্ষণের প্রক্রিয়া চালু করা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/swarm/replica.py" />
            <source>The training process is not running; it will be started again.</source>
            <translation>প্রশিক্ষণের প্রক্রিয়া চলছে না; আবার চালু করা হবে।</translation>
        </message>
        <message>
            <location filename="../../core/training/process.py" />
            <source>The training process is not running; start it again.</source>
            <translation>প্রশিক্ষণের প্রক্রিয়া চলছে না; আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>The training process is suspended or does not answer; it is started anew after {limit_s}.</source>
            <translation>প্রশিক্ষণের প্রক্রিয়া থেমে আছে বা সাড়া দিচ্ছে না; {limit_s} পরে নতুন করে চালু করা হবে।</translation>
        </message>
        <message>
            <location filename="../../core/training/life.py" />
            <source>The training process was lost because {reason}; it will be started again.</source>
            <translation>প্রশিক্ষণের প্রক্রিয়া বন্ধ হয়ে গেছে, কারণ {reason}; আবার চালু করা হবে।</translation>
        </message>
        <message>
            <location filename="../../core/release/feed.py" />
            <source>The web server offers a version for {offered} instead of {here}: it is not used. Try again later; if it stays so, tell those who make Idlewild.</source>
            <translation>ওয়েব সার্ভার {here}-এর বদলে {offered}-এর সংস্করণ দিচ্ছে: তা ব্যবহার করা হচ্ছে না। পরে আবার চেষ্টা করুন; একই অবস্থা থাকলে Idlewild-এর নির্মাতাদের জানান।</translation>
        </message>
        <message>
            <location filename="../../core/release/feed.py" />
            <source>The web server offers version {version}, although a newer release has been seen: it is not used. Try again later.</source>
            <translation>ওয়েব সার্ভার সংস্করণ {version} দিচ্ছে, যদিও তার চেয়ে নতুন সংস্করণ আগে দেখা গেছে: তা ব্যবহার করা হচ্ছে না। পরে আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/release/feed.py" />
            <source>The web server offers version {version}, which is older than this one: it is not used. Try again later.</source>
            <translation>ওয়েব সার্ভার সংস্করণ {version} দিচ্ছে, যা এখানকার সংস্করণের চেয়ে পুরোনো: তা ব্যবহার করা হচ্ছে না। পরে আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>The weights file {name} cannot be used because {reason}; use a float32 safetensors file whose tensors lie end to end.</source>
            <translation>ওজনের ফাইল {name} ব্যবহার করা যাচ্ছে না, কারণ {reason}; এমন float32 safetensors ফাইল দিন যাতে টেন্সরগুলো ফাঁক ছাড়া পরপর থাকে।</translation>
        </message>
        <message>
            <location filename="../../core/data/supply.py" />
            <source>The {limit_bytes} of the disk that the collaboration's data may take are too few for what is needed at a time: allow {needed_bytes} in the settings (idlewild run --data-limit {option}).</source>
            <translation>সহযোগিতার ডেটা ডিস্কের যে {limit_bytes} নিতে পারে, একসঙ্গে যা লাগে তার জন্য তা কম: সেটিংসে {needed_bytes} দিন (idlewild run --data-limit {option})।</translation>
        </message>
        <message>
            <location filename="../../core/engine/bundling.py" />
            <source>There is no folder {folder}: name a file in one that there is.</source>
            <translation>{folder} নামে কোনো ফোল্ডার নেই: আছে এমন ফোল্ডারে ফাইলের নাম দিন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>There is no model here yet: join a collaboration, or start one.</source>
            <translation>এখানে এখনও কোনো মডেল নেই: কোনো সহযোগিতায় যোগ দিন, অথবা একটি শুরু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/exporting.py" />
            <source>There is no model yet: wait until training has started, or join a collaboration.</source>
            <translation>এখনও কোনো মডেল নেই: প্রশিক্ষণ শুরু হওয়া পর্যন্ত অপেক্ষা করুন, অথবা কোনো সহযোগিতায় যোগ দিন।</translation>
        </message>
        <message>
            <location filename="../../core/storage/settings.py" />
            <source>There is no preference {key}; `idlewild preferences` lists them.</source>
            <translation>{key} নামে কোনো সেটিং নেই; `idlewild preferences` দিয়ে তালিকা দেখুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/vectors.py" />
            <source>There is no room for {size_bytes} of shared memory ({reason}); close other programs, or enlarge /dev/shm if this is a container.</source>
            <translation>{size_bytes} ভাগ করা মেমরির জায়গা নেই ({reason}); অন্য প্রোগ্রাম বন্ধ করুন, অথবা এটি কনটেইনার হলে /dev/shm বড় করুন।</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>There is no room left on the disk that holds {path}: free some space and start again; what was written before is safe.</source>
            <translation>{path} যে ডিস্কে আছে সেখানে আর জায়গা নেই: কিছু জায়গা খালি করে আবার চালু করুন; আগে যা লেখা হয়েছে তা নিরাপদ।</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>There is no text: write a few words.</source>
            <translation>কোনো লেখা নেই: কয়েকটি শব্দ লিখুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/device/choosing.py" />
            <source>There is no {kind} device on this machine that PyTorch could use; use --device cpu.</source>
            <translation>এই কম্পিউটারে PyTorch ব্যবহার করতে পারে এমন কোনো {kind} ডিভাইস নেই; --device cpu দিন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/answering.py" />
            <source>There is nobody to reach yet: join a collaboration, or start one.</source>
            <translation>পৌঁছানোর মতো এখনও কেউ নেই: কোনো সহযোগিতায় যোগ দিন, অথবা একটি শুরু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/mlm_sop/gaps.py" />
            <source>There is nothing but a gap: write the words around it too.</source>
            <translation>ফাঁক ছাড়া আর কিছু নেই: আশপাশের শব্দগুলোও লিখুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/examining.py" />
            <source>There is nothing held out to examine a model by.</source>
            <translation>মডেল যাচাইয়ের জন্য কিছু আলাদা রাখা নেই।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/continuing.py" />
            <source>There is nothing to continue: write a few words.</source>
            <translation>এগিয়ে নেওয়ার মতো কিছু নেই: কয়েকটি শব্দ লিখুন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/renewing.py" />
            <source>This Idlewild knows no place to ask for newer versions: bring it up to date as it was installed.</source>
            <translation>নতুন সংস্করণের খোঁজ কোথায় নিতে হবে, এই Idlewild তা জানে না: যেভাবে ইনস্টল করা হয়েছিল সেভাবেই হালনাগাদ করুন।</translation>
        </message>
        <message>
            <location filename="../../core/release/fitting.py" />
            <source>This Idlewild was built for {theirs}, and this computer is {ours}: install the one for this computer.</source>
            <translation>এই Idlewild {theirs}-এর জন্য তৈরি, আর এই কম্পিউটারটি {ours}: এই কম্পিউটারের জন্য তৈরিটি ইনস্টল করুন।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>This collaboration needs a newer version of Idlewild: update it and join again.</source>
            <translation>এই সহযোগিতার জন্য আরও নতুন Idlewild লাগে: হালনাগাদ করে আবার যোগ দিন।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/plug.py" />
            <source>This collaboration's models are not about text.</source>
            <translation>এই সহযোগিতার মডেল লেখা নিয়ে নয়।</translation>
        </message>
        <message>
            <location filename="../../core/training/device/cpu.py" />
            <source>This computer ({processor})</source>
            <translation>এই কম্পিউটার ({processor})</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer computes nothing, as was asked</source>
            <translation>এই কম্পিউটার কিছু গণনা করে না, যেমন বলা হয়েছে</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer connects to others and accepts no connections, as you chose.</source>
            <translation>আপনার পছন্দমতো এই কম্পিউটার অন্যদের সঙ্গে যুক্ত হয়, কিন্তু কারও সংযোগ নেয় না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes and averages for nobody, as was asked.</source>
            <translation>যেমন বলা হয়েছে, এই কম্পিউটার অবদান রাখে কিন্তু কারও জন্য গড় করে না।</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes and averages for others, as was asked.</source>
            <translation>যেমন বলা হয়েছে, এই কম্পিউটার অবদান রাখে ও অন্যদের জন্য গড় করে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes and averages for others.</source>
            <translation>এই কম্পিউটার অবদান রাখে ও অন্যদের জন্য গড় করে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer contributes but averages for nobody, because {fault}.</source>
            <translation>এই কম্পিউটার অবদান রাখে কিন্তু কারও জন্য গড় করে না, কারণ {fault}।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>This computer has no more than {cores} processor cores; all of them are used.</source>
            <translation>এই কম্পিউটারে প্রসেসরের কোর মাত্র {cores}টি; সবগুলোই ব্যবহার হবে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer has no way to the internet.</source>
            <translation>এই কম্পিউটার থেকে ইন্টারনেটে যাওয়ার পথ নেই।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer is connected to no network.</source>
            <translation>এই কম্পিউটার কোনো নেটওয়ার্কে যুক্ত নেই।</translation>
        </message>
        <message>
            <location filename="../../core/engine/trying.py" />
            <source>This computer is too hot at the moment to try the model: ask again when it has cooled down.</source>
            <translation>মডেলটি চেষ্টা করার জন্য কম্পিউটারটি এখন বেশি গরম: ঠান্ডা হলে আবার চান।</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer leaves computing to others, since a micro-batch takes {here_s} here and a whole step only {step_s}</source>
            <translation>এই কম্পিউটার গণনা অন্যদের ছেড়ে দেয়, কারণ একটি মাইক্রো-ব্যাচে এখানে লাগে {here_s} আর পুরো ধাপে মাত্র {step_s}</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer relays for others.</source>
            <translation>এই কম্পিউটার অন্যদের জন্য রিলে করে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>This computer serves and was not asked to train</source>
            <translation>এই কম্পিউটার সেবা দেয়, প্রশিক্ষণ দিতে বলা হয়নি</translation>
        </message>
        <message>
            <location filename="../../core/engine/engine.py" />
            <source>This computer takes part in nothing yet: join a collaboration, or start one.</source>
            <translation>এই কম্পিউটার এখনও কিছুতে অংশ নিচ্ছে না: কোনো সহযোগিতায় যোগ দিন, অথবা একটি শুরু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer's clock is {off_s} ahead of the other computers'.</source>
            <translation>এই কম্পিউটারের ঘড়ি অন্যদের চেয়ে {off_s} এগিয়ে আছে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This computer's clock is {off_s} behind the other computers'.</source>
            <translation>এই কম্পিউটারের ঘড়ি অন্যদের চেয়ে {off_s} পিছিয়ে আছে।</translation>
        </message>
        <message>
            <location filename="../../core/training/device/mps.py" />
            <source>This computer's graphics processor</source>
            <translation>এই কম্পিউটারের গ্রাফিক্স প্রসেসর</translation>
        </message>
        <message>
            <location filename="../../core/ipc/requests.py" />
            <source>This engine knows no request {request}.</source>
            <translation>এই ইঞ্জিন {request} অনুরোধটি চেনে না।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/starter.py" />
            <source>This installation carries no text to start with: join a collaboration by its invitation.</source>
            <translation>শুরু করার মতো লেখা এই ইনস্টলেশনে নেই: আমন্ত্রণ দিয়ে কোনো সহযোগিতায় যোগ দিন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>This invitation names no address to ask: get a new one from the organiser.</source>
            <translation>এই আমন্ত্রণে যোগাযোগের কোনো ঠিকানা নেই: আয়োজকের কাছ থেকে নতুন একটি নিন।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/invitation.py" />
            <source>This is not an invitation: an invitation begins with {scheme}; copy the whole link.</source>
            <translation>এটি আমন্ত্রণ নয়: আমন্ত্রণ {scheme} দিয়ে শুরু হয়; পুরো লিঙ্কটি কপি করুন।</translation>
        </message>
        <message>
            <location filename="../../core/data/source.py" />
            <source>This machine makes {made} samples of {name} and the collaboration counts {counted}: update Idlewild, or ask the organiser which version they use.</source>
            <translation>এই কম্পিউটারে {name} থেকে {made}টি নমুনা হয়, অথচ সহযোগিতা গোনে {counted}টি: Idlewild হালনাগাদ করুন, অথবা আয়োজককে জিজ্ঞাসা করুন কোন সংস্করণ চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>This network lets no UDP through, so everything takes a slower way over a relay.</source>
            <translation>এই নেটওয়ার্ক UDP যেতে দেয় না, তাই সবকিছু রিলের ধীর পথে যায়।</translation>
        </message>
        <message>
            <location filename="../../core/engine/deaths.py" />
            <source>Training keeps failing on this computer because {reason}; see the log, then start again.</source>
            <translation>এই কম্পিউটারে প্রশিক্ষণ বারবার ব্যর্থ হচ্ছে, কারণ {reason}; লগ দেখে আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Training on the graphics card is not allowed.</source>
            <translation>গ্রাফিক্স কার্ডে প্রশিক্ষণের অনুমতি নেই।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/words.py" />
            <source>Training on the processor is not allowed.</source>
            <translation>প্রসেসরে প্রশিক্ষণের অনুমতি নেই।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Training on this computer; nobody else is here at the moment.</source>
            <translation>এই কম্পিউটারে প্রশিক্ষণ চলছে; এখন আর কেউ নেই।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Training together with one other peer.</source>
            <translation>আরও একটি কম্পিউটারের সঙ্গে প্রশিক্ষণ চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/reporting.py" />
            <source>Training together with {peers} other peers.</source>
            <translation>আরও {peers}টি কম্পিউটারের সঙ্গে প্রশিক্ষণ চলছে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>Training while you are away begins {wait_s} after the last input, and the schedule allows no more than {stretch_s} in a row.</source>
            <translation>আপনি সরে গেলে প্রশিক্ষণ শুরু হয় শেষ ইনপুটের {wait_s} পরে, অথচ সময়সূচিতে টানা সময় {stretch_s}-এর বেশি নেই।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Turn the energy saver off, or allow training beside it in the settings.</source>
            <translation>শক্তি-সাশ্রয় বন্ধ করুন, অথবা সেটিংসে তার মধ্যেও প্রশিক্ষণের অনুমতি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>UDP is blocked here and all traffic goes through a relay</source>
            <translation>এখানে UDP বন্ধ এবং সবকিছু রিলের মাধ্যমে যায়</translation>
        </message>
        <message>
            <location filename="../../core/transport/udp.py" />
            <source>UDP port {port} may not be opened by this user; choose one above 1023.</source>
            <translation>এই ব্যবহারকারী UDP পোর্ট {port} খুলতে পারেন না; ১০২৩-এর ওপরে একটি বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/transport/udp.py" />
            <source>UDP port {port} on {host} is in use by another program; end that program or choose another port with --listen {host}:PORT.</source>
            <translation>{host}-এর UDP পোর্ট {port} অন্য প্রোগ্রাম ব্যবহার করছে; সেটি বন্ধ করুন, অথবা --listen {host}:PORT দিয়ে অন্য পোর্ট বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/installing_words.py" />
            <source>Unpacking the parts of Idlewild that compute: {done_bytes} of {unpacked_bytes}.</source>
            <translation>Idlewild-এর গণনার অংশ খোলা হচ্ছে: {unpacked_bytes}-এর মধ্যে {done_bytes}।</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>Version {version} ended at its first start (exit status {status}).</source>
            <translation>সংস্করণ {version} প্রথমবার চালু করার সময় {status} অবস্থা দিয়ে শেষ হয়েছে।</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>Version {version} was not up within a minute of its first start.</source>
            <translation>সংস্করণ {version} প্রথমবার চালু করার পর এক মিনিটের মধ্যে পুরোপুরি চালু হয়নি।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/reasons.py" />
            <source>Wait for the next month, or raise the month's limit in the settings.</source>
            <translation>পরের মাসের অপেক্ষা করুন, অথবা সেটিংসে মাসের সীমা বাড়ান।</translation>
        </message>
        <message>
            <location filename="../../core/cli/main.py" />
            <source>What computes is not here yet: start `idlewild run`, which fetches it, and try again.</source>
            <translation>যা গণনা করে তা এখনো এখানে নেই: `idlewild run` চালু করুন, তা সেটি নিয়ে আসে, তারপর আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../core/data/supply.py" />
            <source>What was made of {name} cannot be read back: check this disk.</source>
            <translation>{name} থেকে যা তৈরি হয়েছে তা আবার পড়া যাচ্ছে না: ডিস্কটি দেখুন।</translation>
        </message>
        <message>
            <location filename="../../core/release/seal.py" />
            <source>What was received is no description of a release of Idlewild that this one can read.</source>
            <translation>যা পাওয়া গেছে তা Idlewild-এর কোনো সংস্করণের এমন বর্ণনা নয়, যা এই সংস্করণ পড়তে পারে।</translation>
        </message>
        <message>
            <location filename="../../core/collaboration/signing.py" />
            <source>What was received is not a manifest.</source>
            <translation>যা পাওয়া গেছে তা বিবরণী নয়।</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>What was received is not what the invitation says; ask for a new invitation. {wrong}</source>
            <translation>যা পাওয়া গেছে তা আমন্ত্রণের সঙ্গে মেলে না; নতুন আমন্ত্রণ চান। {wrong}</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>Where the collaboration's computers should be{where}, there is another one now.</source>
            <translation>সহযোগিতার কম্পিউটার যেখানে থাকার কথা{where}, সেখানে এখন অন্য একটি আছে।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>Your key is kept in the file {file}, as you asked; whoever can read that file can act as you.</source>
            <translation>আপনার কথামতো চাবিটি {file} ফাইলে রাখা আছে; যে ফাইলটি পড়তে পারে, সে আপনার নামে কাজ করতে পারে।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>Your key is kept in the file {file}, because this computer's keyring cannot be used; whoever can read that file can act as you.</source>
            <translation>আপনার চাবি {file} ফাইলে রাখা আছে, কারণ এই কম্পিউটারের চাবির ভাণ্ডার ব্যবহার করা যাচ্ছে না; যে ফাইলটি পড়তে পারে, সে আপনার নামে কাজ করতে পারে।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>Your key is kept in the file {file}; whoever can read that file can act as you.</source>
            <translation>আপনার চাবি {file} ফাইলে রাখা আছে; যে ফাইলটি পড়তে পারে, সে আপনার নামে কাজ করতে পারে।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>Your key is kept in the file {file}; whoever can read that file can act as you. Other users could read it until now; if you do not trust them all, delete it to start anew.</source>
            <translation>আপনার চাবি {file} ফাইলে রাখা আছে; যে ফাইলটি পড়তে পারে, সে আপনার নামে কাজ করতে পারে। এতদিন অন্য ব্যবহারকারীরাও এটি পড়তে পারতেন; সবাইকে বিশ্বাস না করলে ফাইলটি মুছে নতুন করে শুরু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/parcel.py" />
            <source>a batch from rank 0 is of another kind; install the same program everywhere</source>
            <translation>০ নম্বর প্রক্রিয়ার পাঠানো ব্যাচটি অন্য ধরনের; সব জায়গায় একই প্রোগ্রাম ইনস্টল করুন</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>a document or sentence in it is missing</source>
            <translation>এর একটি নথি বা বাক্য নেই</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>a firewall lets nobody in unasked</source>
            <translation>ফায়ারওয়াল না ডাকলে কাউকে ঢুকতে দেয় না</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a list of {count}, each entry {entry}</source>
            <translation>{count}টির তালিকা, প্রতিটি {entry}</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a list, each entry {entry}</source>
            <translation>একটি তালিকা, প্রতিটি {entry}</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a number from {least} to {most}</source>
            <translation>{least} থেকে {most} পর্যন্ত একটি সংখ্যা</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/team.py" />
            <source>a rank's gradient has {elements} values instead of {expected}</source>
            <translation>একটি প্রক্রিয়ার গ্রেডিয়েন্টে {expected}টির বদলে {elements}টি মান আছে</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <location filename="../../core/data/tokens.py" />
            <source>a row group unpacks to more than {most} MiB</source>
            <translation>একটি সারি-গুচ্ছ খুললে {most} MiB-এর বেশি হয়</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a text of at most {count} characters</source>
            <translation>সর্বোচ্চ {count} অক্ষরের লেখা</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>a whole number from {least} to {most}</source>
            <translation>{least} থেকে {most} পর্যন্ত একটি পূর্ণ সংখ্যা</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>answers that it cannot ({status})</source>
            <translation>জানাচ্ছে যে পারছে না ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>ask for access at {page}</source>
            <translation>{page}-এ অনুমতি চান</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>ask for access at {page} and set HF_TOKEN, or log in by `hf auth login`</source>
            <translation>{page}-এ অনুমতি চান এবং HF_TOKEN দিন, অথবা `hf auth login` দিয়ে লগ ইন করুন</translation>
        </message>
        <message>
            <location filename="../../core/storage/log_store.py" />
            <source>back to the model of step {step}</source>
            <translation>{step} নম্বর ধাপের মডেলে ফেরা</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>breaks off in the middle of a file</source>
            <translation>ফাইলের মাঝপথে থেমে যায়</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>can have no file {name}</source>
            <translation>{name} নামের ফাইল দিতে পারে না</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>cannot be reached ({reason})</source>
            <translation>নাগালের বাইরে ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>check this computer's clock</source>
            <translation>এই কম্পিউটারের ঘড়ি দেখুন</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not answer</source>
            <translation>সাড়া দিচ্ছে না</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not answer as web servers do</source>
            <translation>ওয়েব সার্ভারের মতো সাড়া দিচ্ছে না</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not have the file ({status})</source>
            <translation>ফাইলটি রাখে না ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not let this computer in ({status})</source>
            <translation>এই কম্পিউটারকে ঢুকতে দিচ্ছে না ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not let you in ({status})</source>
            <translation>আপনাকে ঢুকতে দিচ্ছে না ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>does not say which part of the file it sends</source>
            <translation>ফাইলের কোন অংশ পাঠাচ্ছে তা বলে না</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_use.py" />
            <source>gives less than {pace_bytes_per_s}</source>
            <translation>{pace_bytes_per_s}-এর কম গতিতে দিচ্ছে</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>has another file than the one that was signed</source>
            <translation>স্বাক্ষর করা ফাইলের বদলে অন্য ফাইল রাখে</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>has too much to do ({status})</source>
            <translation>খুব ব্যস্ত ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>is not on the public internet ({reason})</source>
            <translation>খোলা ইন্টারনেটে নেই ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>it accepts no connections</source>
            <translation>এটি কোনো সংযোগ নেয় না</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/parcel.py" />
            <source>it cannot read a batch from rank 0; install the same program everywhere</source>
            <translation>এটি ০ নম্বর প্রক্রিয়ার পাঠানো ব্যাচ পড়তে পারে না; সব জায়গায় একই প্রোগ্রাম ইনস্টল করুন</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <location filename="../../core/training/assembling.py" />
            <location filename="../../core/training/ranks/team.py" />
            <source>it does not answer</source>
            <translation>এটি সাড়া দিচ্ছে না</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>it does not keep what it is given</source>
            <translation>যা দেওয়া হয় তা এটি রাখে না</translation>
        </message>
        <message>
            <location filename="../../core/training/life.py" />
            <source>it ended with exit status {status}</source>
            <translation>এটি {status} অবস্থা দিয়ে শেষ হয়েছে</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>it ends early</source>
            <translation>এটি আগেই শেষ হয়ে গেছে</translation>
        </message>
        <message>
            <location filename="../../core/training/forwarding.py" />
            <source>it failed with {kind}: {message}</source>
            <translation>এটি {kind} ত্রুটিতে ব্যর্থ হয়েছে: {message}</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>it has a document of more than {most} MiB</source>
            <translation>এতে {most} MiB-এর বেশি একটি নথি আছে</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it has a line of more than {most} MiB</source>
            <translation>এতে {most} MiB-এর বেশি একটি লাইন আছে</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it has a text of more than {most} MiB</source>
            <translation>এতে {most} MiB-এর বেশি একটি লেখা আছে</translation>
        </message>
        <message>
            <location filename="../../core/data/pictures.py" />
            <source>it has no column `image` of type binary</source>
            <translation>এতে binary ধরনের `image` কলাম নেই</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>it has no column `{column}` of type list&lt;list&lt;int32&gt;&gt;</source>
            <translation>এতে list&lt;list&lt;int32&gt;&gt; ধরনের `{column}` কলাম নেই</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it has no column `{column}` of type string</source>
            <translation>এতে string ধরনের `{column}` কলাম নেই</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>it has no safetensors header</source>
            <translation>এতে safetensors-এর শিরোনাম নেই</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>it has tokens that its tokenizer does not know</source>
            <translation>এতে এমন টোকেন আছে যা টোকেনাইজার চেনে না</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>it has {elements} values where {expected} are expected</source>
            <translation>এতে {expected}টির জায়গায় {elements}টি মান আছে</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/causal_lm/recipe.py" />
            <source>it holds sentences without what stood between them, which this task learns too</source>
            <translation>এতে বাক্য আছে কিন্তু মাঝের অংশ নেই, অথচ এই কাজে সেটিও শেখা হয়</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>it is asked again every minute</source>
            <translation>প্রতি মিনিটে আবার চাওয়া হয়</translation>
        </message>
        <message>
            <location filename="../../core/data/mirror_book.py" />
            <source>it is asked again in {wait_s}</source>
            <translation>{wait_s} পরে আবার চাওয়া হবে</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>it is behind two routers, or behind one of the internet provider's</source>
            <translation>এটি দুটি রাউটারের পেছনে, অথবা ইন্টারনেট সরবরাহকারীর রাউটারের পেছনে</translation>
        </message>
        <message>
            <location filename="../../core/data/pictures.py" />
            <location filename="../../core/data/text.py" />
            <location filename="../../core/data/tokens.py" />
            <source>it is not a sound parquet file ({reason})</source>
            <translation>এটি ঠিকঠাক parquet ফাইল নয় ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it is not sound zstd data ({reason})</source>
            <translation>এটি ঠিকঠাক zstd ডেটা নয় ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/mate.py" />
            <source>it said {answer} when asked for {question}</source>
            <translation>{question} চাইলে এটি {answer} জানিয়েছে</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>it unpacks to more than {most} MiB</source>
            <translation>খুললে এটি {most} MiB-এর বেশি হয়</translation>
        </message>
        <message>
            <location filename="../../core/training/life.py" />
            <source>it was ended by {signal}</source>
            <translation>{signal} দিয়ে এটি বন্ধ করা হয়েছে</translation>
        </message>
        <message>
            <location filename="../../core/training/process.py" />
            <source>it was suspended, or did not answer any more</source>
            <translation>এটি থামিয়ে রাখা হয়েছিল, অথবা আর সাড়া দেয়নি</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>its header is malformed: {reason}</source>
            <translation>এর শিরোনাম ভুল: {reason}</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>its length does not match its header</source>
            <translation>এর দৈর্ঘ্য শিরোনামের সঙ্গে মেলে না</translation>
        </message>
        <message>
            <location filename="../../core/training/desk.py" />
            <source>its losses are not finite, which points to faulty hardware or a model gone astray</source>
            <translation>এর লসের মান সসীম নয়, যা ত্রুটিপূর্ণ যন্ত্র বা বিপথে যাওয়া মডেলের লক্ষণ</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/mate.py" />
            <source>its process ended</source>
            <translation>এর প্রক্রিয়া শেষ হয়ে গেছে</translation>
        </message>
        <message>
            <location filename="../../core/engine/deaths.py" />
            <source>its process is ended while it starts</source>
            <translation>চালু হওয়ার সময়ই এর প্রক্রিয়া বন্ধ হয়ে যায়</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>its router lets nobody in and takes another port for each peer</source>
            <translation>এর রাউটার কাউকে ঢুকতে দেয় না এবং প্রতিটি সংযোগে আলাদা পোর্ট নেয়</translation>
        </message>
        <message>
            <location filename="../../core/release/self_test.py" />
            <source>its test ended with exit status {status}</source>
            <translation>এর পরীক্ষা {status} অবস্থা দিয়ে শেষ হয়েছে</translation>
        </message>
        <message>
            <location filename="../../core/data/tokens.py" />
            <source>its tokens were made with another tokenizer than the collaboration's</source>
            <translation>এর টোকেনগুলো সহযোগিতার টোকেনাইজার দিয়ে তৈরি নয়</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>let a computer with more memory train it</source>
            <translation>বেশি মেমরির কোনো কম্পিউটারকে প্রশিক্ষণ দিতে দিন</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>line {number} is no JSON object with a field `{column}`</source>
            <translation>{number} নম্বর লাইনটি `{column}` ক্ষেত্রওয়ালা JSON অবজেক্ট নয়</translation>
        </message>
        <message>
            <location filename="../../core/data/text.py" />
            <source>line {number} is not UTF-8</source>
            <translation>{number} নম্বর লাইনটি UTF-8 নয়</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/checking.py" />
            <source>none of its pictures can be decoded</source>
            <translation>এর একটি ছবিও পড়া যায় না</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>nothing</source>
            <translation>কিছু নেই</translation>
        </message>
        <message>
            <location filename="../../core/release/self_test.py" />
            <source>nothing came within {patience_s}</source>
            <translation>{patience_s}-এর মধ্যে কোনো সাড়া আসেনি</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>object {object} was removed</source>
            <translation>{object} বস্তুটি সরানো হয়েছে</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>one of {values}</source>
            <translation>এগুলোর একটি: {values}</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>others reach it through a relay only</source>
            <translation>অন্যরা কেবল রিলের মাধ্যমে এটির কাছে পৌঁছায়</translation>
        </message>
        <message>
            <location filename="../../core/data/pictures.py" />
            <source>pictures are read from parquet files, with a column `image`</source>
            <translation>ছবি পড়া হয় `image` কলামওয়ালা parquet ফাইল থেকে</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends a page for people instead of the file</source>
            <translation>ফাইলের বদলে মানুষের পড়ার পাতা পাঠায়</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends another part of the file than it was asked for</source>
            <translation>ফাইলের যে অংশ চাওয়া হয়েছে তার বদলে অন্য অংশ পাঠায়</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends its files packed although it was asked not to</source>
            <translation>মানা করা সত্ত্বেও ফাইল সংকুচিত করে পাঠায়</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends this computer from one address to the next</source>
            <translation>এই কম্পিউটারকে এক ঠিকানা থেকে আরেক ঠিকানায় পাঠায়</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends this computer to an address without encryption</source>
            <translation>এই কম্পিউটারকে এনক্রিপশন ছাড়া ঠিকানায় পাঠায়</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>sends this computer to what is no host on the public internet</source>
            <translation>এই কম্পিউটারকে এমন জায়গায় পাঠায় যা খোলা ইন্টারনেটে নেই</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>shows a certificate that does not hold ({what})</source>
            <translation>এমন সার্টিফিকেট দেখায় যা গ্রহণযোগ্য নয় ({what})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>tell the collaboration's organiser</source>
            <translation>সহযোগিতার আয়োজককে জানান</translation>
        </message>
        <message>
            <location filename="../../core/transport/refusals.py" />
            <source>the peer record is not genuine</source>
            <translation>কম্পিউটারটির পরিচয়ের তথ্য খাঁটি নয়</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>the router gives every connection another port (symmetric NAT)</source>
            <translation>রাউটার প্রতিটি সংযোগকে আলাদা পোর্ট দেয় (symmetric NAT)</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>the router lets nobody in unasked</source>
            <translation>রাউটার না ডাকলে কাউকে ঢুকতে দেয় না</translation>
        </message>
        <message>
            <location filename="../../core/release/fitting.py" />
            <source>there are none for it</source>
            <translation>এর উপযোগী কোনো অংশ নেই</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>there is none</source>
            <translation>কোনোটি নেই</translation>
        </message>
        <message>
            <location filename="../../core/transport/refusals.py" />
            <source>this peer is not on the run's list</source>
            <translation>এই কম্পিউটার সহযোগিতার তালিকায় নেই</translation>
        </message>
        <message>
            <location filename="../../core/transport/refusals.py" />
            <source>this peer takes part in another run</source>
            <translation>এই কম্পিউটার অন্য সহযোগিতায় অংশ নেয়</translation>
        </message>
        <message>
            <location filename="../../core/transport/refusals.py" />
            <source>this run takes part by invitation only, and the invitation is not valid</source>
            <translation>এতে কেবল আমন্ত্রণে যোগ দেওয়া যায়, আর আমন্ত্রণটি বৈধ নয়</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>train on the processor (--device cpu)</source>
            <translation>প্রসেসরে প্রশিক্ষণ দিন (--device cpu)</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>true or false</source>
            <translation>সত্য বা মিথ্যা (true বা false)</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>wants to know who asks ({status})</source>
            <translation>জানতে চায় কে চাইছে ({status})</translation>
        </message>
        <message>
            <location filename="../../core/data/web.py" />
            <source>was silent for {silence_s}</source>
            <translation>{silence_s} চুপ ছিল</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/recipe.py" />
            <source>{count} pictures in a row cannot be decoded (row {row} and those before it): the data is damaged, or this machine's Pillow lacks a format; install Idlewild again or tell the organiser.</source>
            <translation>পরপর {count}টি ছবি পড়া যাচ্ছে না ({row} নম্বর সারি ও তার আগেরগুলো): ডেটা নষ্ট, অথবা এই কম্পিউটারের Pillow কোনো ফরম্যাট চেনে না; Idlewild আবার ইনস্টল করুন, অথবা আয়োজককে জানান।</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>{device} cannot compute this model ({reason}); use --device cpu.</source>
            <translation>{device} এই মডেল গণনা করতে পারছে না ({reason}); --device cpu দিন।</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>{device} has too little free memory for this model, which needs {needed_bytes} for one sample; close other programs or {other}.</source>
            <translation>{device}-এ এই মডেলের জন্য খালি মেমরি কম, একটি নমুনাতেই লাগে {needed_bytes}; অন্য প্রোগ্রাম বন্ধ করুন, অথবা {other}।</translation>
        </message>
        <message>
            <location filename="../../core/training/device/api.py" />
            <source>{device} has too little free memory for this model; close other programs or {other}.</source>
            <translation>{device}-এ এই মডেলের জন্য খালি মেমরি কম; অন্য প্রোগ্রাম বন্ধ করুন, অথবা {other}।</translation>
        </message>
        <message>
            <location filename="../../core/training/ranks/mate.py" />
            <source>{device} was lost: {reason}</source>
            <translation>{device} আর পাওয়া যাচ্ছে না: {reason}</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>{file} cannot be fetched, since {why}. Check this computer's connection to the internet and try again: what has come already stays.</source>
            <translation>{file} আনা যাচ্ছে না, কারণ {why}। এই কম্পিউটারের ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন: যতটা এসেছে তা থেকে যায়।</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>{file} cannot be fetched, since {why}. Try again later: what has come already stays.</source>
            <translation>{file} আনা যাচ্ছে না, কারণ {why}। পরে আবার চেষ্টা করুন: যতটা এসেছে তা থেকে যায়।</translation>
        </message>
        <message>
            <location filename="../../core/engine/bundling.py" />
            <source>{file} cannot be written ({reason}): name a file in a folder where you may write.</source>
            <translation>{file} লেখা যাচ্ছে না ({reason}): যে ফোল্ডারে লেখার অনুমতি আছে সেখানে ফাইলের নাম দিন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/diagnostics.py" />
            <source>{file} does not say in which folder: give its whole path.</source>
            <translation>{file} থেকে বোঝা যায় না কোন ফোল্ডারে: পুরো পথটি দিন।</translation>
        </message>
        <message>
            <location filename="../../core/engine/bundling.py" />
            <source>{file} exists already, and is no such file: choose another name.</source>
            <translation>{file} আগে থেকেই আছে, আর সেটি এমন ফাইল নয়: অন্য নাম বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/release/updating.py" />
            <source>{file} has changed on this computer's disk while it was read: fetch the update again.</source>
            <translation>পড়ার সময় এই কম্পিউটারের ডিস্কে {file} বদলে গেছে: হালনাগাদটি আবার আনুন।</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>{file} was not taken, since {place} {what}. Try again later; if it stays so, tell those who make Idlewild.</source>
            <translation>{file} নেওয়া হয়নি, কারণ {place} {what}। পরে আবার চেষ্টা করুন; একই অবস্থা থাকলে Idlewild-এর নির্মাতাদের জানান।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{folder} belongs to another user</source>
            <translation>{folder} অন্য ব্যবহারকারীর</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{folder} cannot be made ({reason}); choose another folder with --home.</source>
            <translation>{folder} তৈরি করা যাচ্ছে না ({reason}); --home দিয়ে অন্য ফোল্ডার বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/data/files.py" />
            <source>{folder} cannot be used ({reason}): check the folder and its permissions.</source>
            <translation>{folder} ব্যবহার করা যাচ্ছে না ({reason}): ফোল্ডার ও তার অনুমতি দেখুন।</translation>
        </message>
        <message>
            <location filename="../../core/training/export.py" />
            <source>{folder} holds other files, which an export would replace; choose a new or empty folder.</source>
            <translation>{folder}-এ অন্য ফাইল আছে, রপ্তানি করলে সেগুলো মুছে যাবে; নতুন বা খালি ফোল্ডার বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>{folder} is in the way of the new version: remove it.</source>
            <translation>নতুন সংস্করণের জায়গা {folder} আটকে রেখেছে: সেটি সরান।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{folder} is not a folder</source>
            <translation>{folder} কোনো ফোল্ডার নয়</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{folder} is open to other users</source>
            <translation>{folder} অন্য ব্যবহারকারীদের জন্যও খোলা</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>{free_percent} of the graphics card's memory is free.</source>
            <translation>গ্রাফিক্স কার্ডের মেমরির {free_percent} খালি।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/describing.py" />
            <source>{free_percent} of the memory is free.</source>
            <translation>মেমরির {free_percent} খালি।</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>{idle}; it averages for others.</source>
            <translation>{idle}; এটি অন্যদের জন্য গড় করে।</translation>
        </message>
        <message>
            <location filename="../../core/engine/roles.py" />
            <source>{idle}; it does not average either, because {fault}.</source>
            <translation>{idle}; এটি গড়ও করে না, কারণ {fault}।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>{limit_bytes} in a month may be used up in a day or two.</source>
            <translation>মাসে {limit_bytes} এক-দুই দিনেই শেষ হয়ে যেতে পারে।</translation>
        </message>
        <message>
            <location filename="../../core/throttle/previewing.py" />
            <source>{month_bytes} have been sent and received in this month already.</source>
            <translation>এই মাসে এর মধ্যেই {month_bytes} পাঠানো ও গ্রহণ করা হয়েছে।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/checking.py" />
            <source>{name}: {broken} of {rows} pictures cannot be decoded and are passed over, in the rows {first} and {more} more.</source>
            <translation>{name}: {rows}টি ছবির মধ্যে {broken}টি পড়া যায় না বলে বাদ দেওয়া হচ্ছে, {first} নম্বর সারিতে এবং আরও {more}টি।</translation>
        </message>
        <message>
            <location filename="../../core/training/tasks/swav/checking.py" />
            <source>{name}: {broken} of {rows} pictures cannot be decoded and are passed over, in the rows {first}.</source>
            <translation>{name}: {rows}টি ছবির মধ্যে {broken}টি পড়া যায় না বলে বাদ দেওয়া হচ্ছে, {first} নম্বর সারিতে।</translation>
        </message>
        <message>
            <location filename="../../core/release/disk.py" />
            <source>{needed_bytes} must be free on the disk that holds {folder}, and {there_bytes} are: free some space there and try again; what is here already stays.</source>
            <translation>{folder} যে ডিস্কে আছে সেখানে {needed_bytes} খালি থাকা দরকার, আছে {there_bytes}: সেখানে কিছু জায়গা খালি করে আবার চেষ্টা করুন; যতটা এসেছে তা থেকে যায়।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/bounds.py" />
            <source>{one} or {other}</source>
            <translation>{one} অথবা {other}</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>{path} cannot be read ({reason})</source>
            <translation>{path} পড়া যাচ্ছে না ({reason})</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>{path} cannot be read ({reason}): give your account access to it, or use --home.</source>
            <translation>{path} পড়া যাচ্ছে না ({reason}): আপনার অ্যাকাউন্টকে এটি পড়ার অনুমতি দিন, অথবা --home ব্যবহার করুন।</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>{path} cannot be used ({reason}): check that place, or use --home.</source>
            <translation>{path} ব্যবহার করা যাচ্ছে না ({reason}): জায়গাটি দেখুন, অথবা --home ব্যবহার করুন।</translation>
        </message>
        <message>
            <location filename="../../core/identity/keystore.py" />
            <source>{path} cannot be written ({reason}): make room or give your account write access to {folder}, or name another folder with --home.</source>
            <translation>{path} লেখা যাচ্ছে না ({reason}): জায়গা করুন, অথবা আপনার অ্যাকাউন্টকে {folder}-এ লেখার অনুমতি দিন, অথবা --home দিয়ে অন্য ফোল্ডার দিন।</translation>
        </message>
        <message>
            <location filename="../../core/storage/faults.py" />
            <source>{path} cannot be written: give your account write access to {folder}, or use --home.</source>
            <translation>{path} লেখা যাচ্ছে না: আপনার অ্যাকাউন্টকে {folder}-এ লেখার অনুমতি দিন, অথবা --home ব্যবহার করুন।</translation>
        </message>
        <message>
            <location filename="../../core/data/objects.py" />
            <source>{path} changed while it was read: start again once it is complete.</source>
            <translation>পড়ার সময় {path} বদলে গেছে: ফাইলটি পুরো হলে আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/storage/database.py" />
            <source>{path} is another program's database: move it away, or use --home to name another folder.</source>
            <translation>{path} অন্য প্রোগ্রামের ডেটাবেস: এটি সরিয়ে রাখুন, অথবা --home দিয়ে অন্য ফোল্ডার দিন।</translation>
        </message>
        <message>
            <location filename="../../core/data/stock.py" />
            <source>{path} is damaged at byte {place}</source>
            <translation>{path}-এর {place} নম্বর বাইট নষ্ট</translation>
        </message>
        <message>
            <location filename="../../core/ipc/unix_socket.py" />
            <source>{path} is in the way of the control socket; move it elsewhere and start again.</source>
            <translation>{path} নিয়ন্ত্রণের সকেটের জায়গা আটকে আছে; অন্য কোথাও সরিয়ে আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../core/nat/diagnosis.py" />
            <source>{peers} other peers are in the same home network.</source>
            <translation>এই বাড়ির নেটওয়ার্কে আরও {peers}টি কম্পিউটার অংশ নিচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../core/release/web.py" />
            <source>{place} {what}</source>
            <translation>{place} {what}</translation>
        </message>
        <message>
            <location filename="../../core/data/supply.py" />
            <source>{reason} Update Idlewild, or tell the collaboration's organiser.</source>
            <translation>{reason} Idlewild হালনাগাদ করুন, অথবা সহযোগিতার আয়োজককে জানান।</translation>
        </message>
        <message>
            <location filename="../../core/ipc/address.py" />
            <source>{reason}; remove {folder} or choose a shorter path with --home.</source>
            <translation>{reason}; {folder} সরান, অথবা --home দিয়ে আরও ছোট পথ বেছে নিন।</translation>
        </message>
        <message>
            <location filename="../../core/storage/log_store.py" />
            <source>{samples} samples in {shards} shards join the data</source>
            <translation>{shards}টি অংশে {samples}টি নমুনা ডেটায় যোগ হলো</translation>
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
            <translation>{tensor} আগের টেন্সরের ঠিক পরে নেই</translation>
        </message>
        <message>
            <location filename="../../core/training/layout.py" />
            <source>{tensor} is not float32</source>
            <translation>{tensor} float32 নয়</translation>
        </message>
        <message>
            <location filename="../../core/release/versions.py" />
            <source>{what} The one before it runs again. It is tried once more when you look for updates; a newer one is tried by itself.</source>
            <translation>{what} আগের সংস্করণটি আবার চলছে। আপনি হালনাগাদ খুঁজলে ব্যর্থ সংস্করণটি আরও একবার চেষ্টা করা হবে; তার চেয়ে নতুন সংস্করণ নিজে থেকেই চেষ্টা করা হয়।</translation>
        </message>
        <message>
            <location filename="../../core/release/unpacking.py" />
            <source>{wheel} cannot be unpacked ({what}). Try again; if it stays so, tell those who make Idlewild.</source>
            <translation>{wheel} খোলা যাচ্ছে না ({what})। আবার চেষ্টা করুন; একই অবস্থা থাকলে Idlewild-এর নির্মাতাদের জানান।</translation>
        </message>
        <message>
            <location filename="../../core/engine/joining.py" />
            <source>{wrong} Update Idlewild.</source>
            <translation>{wrong} Idlewild হালনাগাদ করুন।</translation>
        </message>
    </context>
    <context>
        <name>facts</name>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Calls</source>
            <translation>কল</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Cannot tell.</source>
            <translation>জানা যাচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Cannot tell: counts as in use.</source>
            <translation>জানা যাচ্ছে না: ব্যবহার হচ্ছে ধরা হয়।</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Charge by volume</source>
            <translation>ডেটার পরিমাণে খরচ</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Energy saver</source>
            <translation>শক্তি-সাশ্রয়</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Free memory</source>
            <translation>খালি মেমরি</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Free memory of the graphics card</source>
            <translation>গ্রাফিক্স কার্ডের খালি মেমরি</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Full screen</source>
            <translation>পূর্ণ পর্দা</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Graphics card, other programs</source>
            <translation>গ্রাফিক্স কার্ড, অন্য প্রোগ্রাম</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Keyboard and mouse</source>
            <translation>কিবোর্ড ও মাউস</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Lid</source>
            <translation>ঢাকনা</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>No.</source>
            <translation>না।</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Power</source>
            <translation>বিদ্যুৎ</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Power of the graphics card</source>
            <translation>গ্রাফিক্স কার্ডের বিদ্যুৎ</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Processor, other programs</source>
            <translation>প্রসেসর, অন্য প্রোগ্রাম</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Screen lock</source>
            <translation>পর্দার লক</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Temperature of the graphics card</source>
            <translation>গ্রাফিক্স কার্ডের তাপমাত্রা</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Temperature of the processor</source>
            <translation>প্রসেসরের তাপমাত্রা</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Yes.</source>
            <translation>হ্যাঁ।</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>Your list of programs</source>
            <translation>আপনার প্রোগ্রামের তালিকা</translation>
        </message>
        <message>
            <location filename="../../app/fact_words.py" />
            <source>{fact} Source: {source}.</source>
            <translation>{fact} উৎস: {source}</translation>
        </message>
    </context>
    <context>
        <name>first_run</name>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>&amp;Gentle</source>
            <translation>হা&amp;লকা</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>&amp;Whenever it can</source>
            <translation>&amp;যখনই পারে</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>Ba&amp;lanced</source>
            <translation>&amp;মধ্যম</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>Only while you are away, on half of the processor's cores and half of the time.</source>
            <translation>শুধু আপনি সরে গেলে, প্রসেসরের অর্ধেক কোরে আর অর্ধেক সময়।</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>Processor and graphics card also while you work; all cores but one. It still steps aside for other programs that are busy.</source>
            <translation>আপনি কাজ করার সময়ও প্রসেসর ও গ্রাফিক্স কার্ড; একটি বাদে সব কোর। তবু অন্য প্রোগ্রাম ব্যস্ত থাকলে জায়গা ছেড়ে দেয়।</translation>
        </message>
        <message>
            <location filename="../../app/first_run/presets.py" />
            <source>The processor also while you work, on half of its cores and behind everything else; the graphics card only while you are away.</source>
            <translation>আপনি কাজ করার সময়ও প্রসেসর, অর্ধেক কোরে আর সবকিছুর পেছনে থেকে; গ্রাফিক্স কার্ড শুধু আপনি সরে গেলে।</translation>
        </message>
    </context>
    <context>
        <name>history</name>
        <message>
            <location filename="../../app/history_csv.py" />
            <source>The engine does not answer.</source>
            <translation>ইঞ্জিন সাড়া দিচ্ছে না।</translation>
        </message>
    </context>
    <context>
        <name>hours</name>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>Hours of the week</source>
            <translation>সপ্তাহের সময়</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>May compute in {number} of the week's {all} hours.</source>
            <translation>সপ্তাহের {all} ঘণ্টার মধ্যে {number} ঘণ্টা গণনা করতে পারে।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>Space changes an hour, Shift and arrows choose several, Shift+Space a whole day, Ctrl+Space the same hour of all days.</source>
            <translation>Space একটি ঘণ্টা বদলায়, Shift ও তীর কয়েকটি বাছে, Shift+Space পুরো দিন, Ctrl+Space সব দিনের একই ঘণ্টা।</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>{day}, {span}: does not compute</source>
            <translation>{day}, {span}: গণনা করে না</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>{day}, {span}: may compute</source>
            <translation>{day}, {span}: গণনা করতে পারে</translation>
        </message>
        <message>
            <location filename="../../app/widgets/hour_grid.py" />
            <source>{start} to {end}</source>
            <translation>{start} থেকে {end}</translation>
        </message>
    </context>
    <context>
        <name>installed</name>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>AMD graphics cards</source>
            <translation>AMD গ্রাফিক্স কার্ড</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>About {time} left</source>
            <translation>আর প্রায় {time} বাকি</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Apple's graphics processor</source>
            <translation>Apple-এর গ্রাফিক্স প্রসেসর</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Downlo&amp;ad {size} here</source>
            <translation>এখানে {size} &amp;ডাউনলোড করুন</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Engine for {device}</source>
            <translation>ইঞ্জিন ({device})</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Engine for {device}: {room} on the disk</source>
            <translation>ইঞ্জিন ({device}): ডিস্কে {room}</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Intel graphics cards</source>
            <translation>Intel গ্রাফিক্স কার্ড</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>It is not updated by itself, since it runs from its sources.</source>
            <translation>উৎস কোড থেকে চলছে বলে এটি নিজে থেকে হালনাগাদ হয় না।</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>NVIDIA graphics cards</source>
            <translation>NVIDIA গ্রাফিক্স কার্ড</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>No newer version could be asked for.</source>
            <translation>নতুন সংস্করণের খোঁজ নেওয়া যায়নি।</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Once you agree, the parts of Idlewild that compute are downloaded: {size}, made for {device}. They take {room} on the disk, and are downloaded once.</source>
            <translation>আপনি রাজি হলে Idlewild-এর গণনার অংশ ডাউনলোড হবে: {size}, {device}-এর জন্য তৈরি। এগুলো ডিস্কে {room} জায়গা নেয়, আর একবারই ডাউনলোড হয়।</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>The engine could not be installed.</source>
            <translation>ইঞ্জিন ইনস্টল করা যায়নি।</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>The engine for {device} is not here yet: {size}</source>
            <translation>ইঞ্জিন ({device}) এখনও এখানে আসেনি: {size}</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>The engine uses the Python libraries that are installed here.</source>
            <translation>ইঞ্জিন এখানে ইনস্টল করা Python লাইব্রেরি ব্যবহার করে।</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>The parts that compute are being installed: {done}</source>
            <translation>গণনার অংশ ইনস্টল করা হচ্ছে: {done}</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>This is the newest version.</source>
            <translation>এটিই সবচেয়ে নতুন সংস্করণ।</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Tr&amp;y again</source>
            <translation>আবার চেষ্টা &amp;করুন</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Version {version} is being downloaded: {done}</source>
            <translation>সংস্করণ {version} ডাউনলোড হচ্ছে: {done}</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Version {version} is ready, and is used after the next start.</source>
            <translation>সংস্করণ {version} তৈরি, পরের বার চালু হলে ব্যবহার হবে।</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Version {version} is started as soon as this step has ended.</source>
            <translation>এই ধাপ শেষ হলেই সংস্করণ {version} চালু হবে।</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>Version {version} is there: {size} to download.</source>
            <translation>সংস্করণ {version} এসেছে: ডাউনলোড করতে হবে {size}।</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>the processor</source>
            <translation>প্রসেসর</translation>
        </message>
        <message>
            <location filename="../../app/installed_words.py" />
            <source>{done} of {all}</source>
            <translation>{all}-এর মধ্যে {done}</translation>
        </message>
    </context>
    <context>
        <name>model</name>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Language: {language}.</source>
            <translation>ভাষা: {language}</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Language: {language}. Licence: {licence}.</source>
            <translation>ভাষা: {language}; লাইসেন্স: {licence}</translation>
        </message>
        <message>
            <location filename="../../app/pages/model.py" />
            <source>Licence: {licence}.</source>
            <translation>লাইসেন্স: {licence}</translation>
        </message>
    </context>
    <context>
        <name>notifications</name>
        <message>
            <location filename="../../app/notifications.py" />
            <source>Idlewild has to be updated</source>
            <translation>Idlewild হালনাগাদ করতে হবে</translation>
        </message>
        <message>
            <location filename="../../app/notifications.py" />
            <source>The others use a newer version, and this one cannot take part with them.</source>
            <translation>অন্যরা আরও নতুন সংস্করণ ব্যবহার করছে, এটি দিয়ে তাদের সঙ্গে অংশ নেওয়া যায় না।</translation>
        </message>
        <message>
            <location filename="../../app/notifications.py" />
            <source>The update to {version} did not work</source>
            <translation>সংস্করণ {version}-এ হালনাগাদ সফল হয়নি</translation>
        </message>
        <message>
            <location filename="../../app/notifications.py" />
            <source>This computer has given so many to “{name}”. Thank you.</source>
            <translation>এই কম্পিউটার “{name}”-এ এতগুলো নমুনা দিয়েছে। ধন্যবাদ।</translation>
        </message>
        <message>
            <location filename="../../app/notifications.py" />
            <source>{number} samples</source>
            <translation>{number}টি নমুনা</translation>
        </message>
    </context>
    <context>
        <name>now</name>
        <message>
            <location filename="../../app/now_words.py" />
            <source>&amp;Choose what to train…</source>
            <translation>প্রশিক্ষণের মডে&amp;ল বাছুন…</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>&amp;Look at the connection</source>
            <translation>সংযো&amp;গ দেখুন</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>&amp;Start again</source>
            <translation>আবার চালু &amp;করুন</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Done in about {time} at this speed.</source>
            <translation>এই গতিতে প্রায় {time} পরে শেষ হবে।</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Everyone's results are being put together.</source>
            <translation>সবার ফল একত্র করা হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Nobody computes at the moment.</source>
            <translation>এখন কেউ গণনা করছে না।</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Open thi&amp;s setting</source>
            <translation>এই সেটিং &amp;বদলান</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Restart to &amp;update</source>
            <translation>হালনাগাদ করতে আবার &amp;চালু করুন</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>Tr&amp;y again</source>
            <translation>আবার চেষ্টা &amp;করুন</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>{left} left</source>
            <translation>আর {left} বাকি</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>{number} W</source>
            <translation>{number} W</translation>
        </message>
        <message>
            <location filename="../../app/now_words.py" />
            <source>{up} sent, {down} received</source>
            <translation>{up} পাঠানো, {down} গ্রহণ</translation>
        </message>
    </context>
    <context>
        <name>pages</name>
        <message>
            <location filename="../../app/widgets/pages.py" />
            <source>Pages</source>
            <translation>পাতা</translation>
        </message>
        <message>
            <location filename="../../app/widgets/pages.py" />
            <source>Pages, now {page}</source>
            <translation>পাতা, এখন {page}</translation>
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
            <translation>ওপরের লিংকটিই, ক্যামেরার পড়ার জন্য।</translation>
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
            <translation> মিনিট</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source> °C</source>
            <translation> °C</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>&amp;Always</source>
            <translation>&amp;সব সময়</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>&amp;Nights, from 22 to 8</source>
            <translation>রা&amp;ত ১০টা থেকে সকাল ৮টা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>&amp;Weekends</source>
            <translation>&amp;শনি ও রবিবার</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>A tenth of the disk</source>
            <translation>ডিস্কের দশ ভাগের এক ভাগ</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>A&amp;dd</source>
            <translation>যো&amp;গ করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Add the program</source>
            <translation>প্রোগ্রামটি যোগ করুন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Also while I work here</source>
            <translation>আমি কাজ করার সময়ও</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>As the system</source>
            <translation>সিস্টেমের মতো</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>At most</source>
            <translation>সর্বোচ্চ</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>At most once a day</source>
            <translation>দিনে সর্বোচ্চ একবার</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Automatic</source>
            <translation>স্বয়ংক্রিয়</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Compute on the graphics card</source>
            <translation>গ্রাফিক্স কার্ডে গণনা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Compute on the processor</source>
            <translation>প্রসেসরে গণনা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Cores of the processor</source>
            <translation>প্রসেসরের কোর</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Currency</source>
            <translation>মুদ্রা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Each time</source>
            <translation>প্রতিবার</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Energy and cost</source>
            <translation>বিদ্যুৎ ও খরচ</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>Filled hours may compute.</source>
            <translation>রং করা ঘণ্টায় গণনা চলতে পারে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Half of them</source>
            <translation>অর্ধেক</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Held by computing less. 10 °C more, and it pauses until it is cooler.</source>
            <translation>কম গণনা করে সীমায় রাখা হয়। আরও ১০ °C বাড়লে ঠান্ডা না হওয়া পর্যন্ত বিরতি।</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Hours of the week in which it may compute</source>
            <translation>সপ্তাহের যে সময়ে গণনা চলতে পারে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>How much</source>
            <translation>কতটা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>I am away after so long without keyboard and mouse</source>
            <translation>কিবোর্ড ও মাউস এতক্ষণ না ছুঁলে আমি সরে গেছি ধরা হবে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Keep the graphics card below</source>
            <translation>গ্রাফিক্স কার্ডের সর্বোচ্চ তাপমাত্রা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Keep the processor below</source>
            <translation>প্রসেসরের সর্বোচ্চ তাপমাত্রা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Language of this window</source>
            <translation>এই জানালার ভাষা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>N&amp;ights of weekdays, and whole weekends</source>
            <translation>সো&amp;ম–শুক্র রাতে, শনি–রবি সারা দিন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Name of a program to add</source>
            <translation>যোগ করার প্রোগ্রামের নাম</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Name, such as blender</source>
            <translation>নাম, যেমন blender</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Network</source>
            <translation>নেটওয়ার্ক</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <location filename="../../app/pages/settings/own.py" />
            <source>Never</source>
            <translation>কখনও না</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>No limit</source>
            <translation>সীমা নেই</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Not known</source>
            <translation>জানা নেই</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Only while I am away</source>
            <translation>শুধু আমি সরে গেলে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Part of the graphics card's memory</source>
            <translation>গ্রাফিক্স কার্ডের মেমরির যত ভাগ</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Part of the memory that Idlewild may take</source>
            <translation>Idlewild মেমরির যত ভাগ নিতে পারে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Part of the time that the graphics card computes</source>
            <translation>গ্রাফিক্স কার্ড সময়ের যত ভাগ গণনা করে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Part of the time that the processor computes</source>
            <translation>প্রসেসর সময়ের যত ভাগ গণনা করে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause during calls and shared screens</source>
            <translation>কল ও পর্দা শেয়ারের সময় বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause during games, films and presentations</source>
            <translation>গেম, সিনেমা ও প্রেজেন্টেশনের সময় বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause on battery</source>
            <translation>ব্যাটারিতে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause on networks that charge by volume</source>
            <translation>ডেটার পরিমাণে খরচ হয় এমন নেটওয়ার্কে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause while other programs need the graphics card</source>
            <translation>অন্য প্রোগ্রামের গ্রাফিক্স কার্ড লাগলে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause while other programs need the processor</source>
            <translation>অন্য প্রোগ্রামের প্রসেসর লাগলে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause while the energy saver is on</source>
            <translation>শক্তি-সাশ্রয় চালু থাকলে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause while these programs run</source>
            <translation>এসব প্রোগ্রাম চললে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Pause with the lid closed</source>
            <translation>ঢাকনা বন্ধ থাকলে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>Presets</source>
            <translation>তৈরি ছক</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/hours.py" />
            <source>Presets of the hours</source>
            <translation>সময়ের তৈরি ছক</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Price of a kilowatt hour</source>
            <translation>প্রতি কিলোওয়াট-ঘণ্টার দাম</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Programs during which nothing is computed</source>
            <translation>যেসব প্রোগ্রাম চললে কিছু গণনা হয় না</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Receive at most</source>
            <translation>সর্বোচ্চ গ্রহণ</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Remo&amp;ve</source>
            <translation>বা&amp;দ দিন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/programs.py" />
            <source>Remove the chosen program</source>
            <translation>বাছা প্রোগ্রামটি বাদ দিন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Room on the disk for training data</source>
            <translation>ডিস্কে প্রশিক্ষণের ডেটার জায়গা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Send and receive in a month at most</source>
            <translation>মাসে সর্বোচ্চ পাঠানো ও গ্রহণ</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Send at most</source>
            <translation>সর্বোচ্চ পাঠানো</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Start when I log in</source>
            <translation>লগ ইন করলে চালু হবে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Stay connected in a pause</source>
            <translation>বিরতিতেও যুক্ত থাকা</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Tell me of milestones too</source>
            <translation>মাইলফলকের কথাও জানানো</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Tell me outside the window what needs me</source>
            <translation>নজর দরকার হলে জানালার বাইরে জানানো</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>The graphics card is needed from this use on</source>
            <translation>এত ব্যবহারে গ্রাফিক্স কার্ড ব্যস্ত ধরা হবে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>The graphics card takes at most</source>
            <translation>গ্রাফিক্স কার্ডের সর্বোচ্চ বিদ্যুৎ</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>The name of the program's file, without the folder.</source>
            <translation>প্রোগ্রামের ফাইলের নাম, ফোল্ডার ছাড়া।</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>The processor is needed from this use on</source>
            <translation>এত ব্যবহারে প্রসেসর ব্যস্ত ধরা হবে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>Training takes this much more than an idle computer</source>
            <translation>কাজ না থাকলে যা লাগে, প্রশিক্ষণে তার চেয়ে যত বেশি লাগে</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>What was computed already still counts, and others can fetch the model here.</source>
            <translation>আগের গণনা তখনও গোনা হয়, আর অন্যরা এখান থেকে মডেল আনতে পারে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/groups.py" />
            <source>When</source>
            <translation>কখন</translation>
        </message>
        <message>
            <location filename="../../app/pages/settings/own.py" />
            <source>Without a window; the rules above hold from the first moment.</source>
            <translation>জানালা ছাড়া; ওপরের নিয়মগুলো প্রথম মুহূর্ত থেকেই খাটে।</translation>
        </message>
    </context>
    <context>
        <name>system</name>
        <message>
            <location filename="../../app/registry.py" />
            <source>Windows does not let {key} be changed ({reason}); ask who manages it.</source>
            <translation>Windows {key} বদলাতে দিচ্ছে না ({reason}); কম্পিউটারটি যিনি দেখাশোনা করেন তাঁকে বলুন।</translation>
        </message>
        <message>
            <location filename="../../app/desktop_entry.py" />
            <source>{file} cannot be read ({reason}); make it readable and try again.</source>
            <translation>{file} পড়া যাচ্ছে না ({reason}); পড়ার অনুমতি দিয়ে আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../app/desktop_entry.py" />
            <source>{file} cannot be written ({reason}); make its folder writable and try again.</source>
            <translation>{file} লেখা যাচ্ছে না ({reason}); ফোল্ডারে লেখার অনুমতি দিয়ে আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../app/autostart/macos.py" />
            <location filename="../../app/desktop_entry.py" />
            <source>{file} was not made by Idlewild and is left alone; remove it and try again.</source>
            <translation>{file} Idlewild-এর তৈরি নয়, তাই ছোঁয়া হয়নি; সরিয়ে আবার চেষ্টা করুন।</translation>
        </message>
    </context>
    <context>
        <name>try</name>
        <message>
            <location filename="../../app/widgets/candidates.py" />
            <source>Put into the gap</source>
            <translation>ফাঁকে বসান</translation>
        </message>
        <message>
            <location filename="../../app/widgets/candidates.py" />
            <source>Words for the gap</source>
            <translation>ফাঁকের শব্দ</translation>
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
            <translation>সহযোগিতা</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Data this month</source>
            <translation>এই মাসের ডেটা</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Device</source>
            <translation>ডিভাইস</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Engine</source>
            <translation>ইঞ্জিন</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Everything that it depends on</source>
            <translation>যা কিছুর ওপর এটি নির্ভর করে</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Given.</source>
            <translation>দেওয়া আছে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Hours of the week</source>
            <translation>সপ্তাহের সময়</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>It runs and answers.</source>
            <translation>চলছে ও সাড়া দিচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>None is joined.</source>
            <translation>কোনোটিতে যোগ দেওয়া হয়নি।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Not chosen yet.</source>
            <translation>এখনও ঠিক হয়নি।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Not given yet.</source>
            <translation>এখনও দেওয়া হয়নি।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Not in this hour, by your schedule.</source>
            <translation>আপনার সময়সূচিতে এই ঘণ্টা নেই।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Nothing against this hour.</source>
            <translation>এই ঘণ্টায় বাধা নেই।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Other computers</source>
            <translation>অন্য কম্পিউটার</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Pause</source>
            <translation>বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Until you resume.</source>
            <translation>আপনি আবার শুরু না করা পর্যন্ত।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>You have not paused.</source>
            <translation>আপনি বিরতি দেননি।</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>Your consent</source>
            <translation>আপনার সম্মতি</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>cannot tell</source>
            <translation>জানা যাচ্ছে না</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>fine</source>
            <translation>ঠিক আছে</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>this is the reason</source>
            <translation>এটিই কারণ</translation>
        </message>
        <message>
            <location filename="../../app/pages/help/checklist.py" />
            <source>{volume} sent and received.</source>
            <translation>{volume} পাঠানো ও গ্রহণ করা হয়েছে।</translation>
        </message>
    </context>
    <context>
        <name>words</name>
        <message>
            <location filename="../../app/network_words.py" />
            <source>1 other peer</source>
            <translation>আরও ১টি কম্পিউটার</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Averaging</source>
            <translation>গড় করা হচ্ছে</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Catching up</source>
            <translation>তাল মেলানো হচ্ছে</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Collaboration</source>
            <translation>সহযোগিতা</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Connected with limits</source>
            <translation>সীমিত সংযোগ</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Cut off from others</source>
            <translation>অন্যদের থেকে বিচ্ছিন্ন</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Do what the sentence says, then try again.</source>
            <translation>বাক্যে যা বলা আছে তা করুন, তারপর আবার চেষ্টা করুন।</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Down</source>
            <translation>ডাউনলোড</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Downloading</source>
            <translation>ডাউনলোড হচ্ছে</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Downloading the engine</source>
            <translation>ইঞ্জিন ডাউনলোড হচ্ছে</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Energy</source>
            <translation>বিদ্যুৎ</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Finishing this step</source>
            <translation>এই ধাপ শেষ হচ্ছে</translation>
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>For &amp;15 minutes</source>
            <translation>&amp;১৫ মিনিটের জন্য</translation>
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>For 1 &amp;hour</source>
            <translation>১ &amp;ঘণ্টার জন্য</translation>
        </message>
        <message>
            <location filename="../../app/losses.py" />
            <source>From {first} at step {start} to {last} at step {end}</source>
            <translation>{start} নম্বর ধাপে {first} থেকে {end} নম্বর ধাপে {last}</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>If it stays silent, end it where you started it, and start it again.</source>
            <translation>চুপ থাকলে যেখানে চালু করেছিলেন সেখানেই বন্ধ করে আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Looking for peers</source>
            <translation>অন্য কম্পিউটার খোঁজা হচ্ছে</translation>
        </message>
        <message>
            <location filename="../../app/widgets/loss_curve.py" />
            <source>Loss curve</source>
            <translation>লসের রেখা</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Needs your attention</source>
            <translation>আপনার নজর দরকার</translation>
        </message>
        <message>
            <location filename="../../app/losses.py" />
            <source>No step is finished yet</source>
            <translation>এখনও কোনো ধাপ শেষ হয়নি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Nobody reachable</source>
            <translation>কাউকে পাওয়া যাচ্ছে না</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Not allowed to compute</source>
            <translation>গণনার অনুমতি নেই</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Not known yet</source>
            <translation>এখনও জানা নেই</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Not let in</source>
            <translation>যোগ দিতে দেওয়া হয়নি</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Nothing to do: if it stays silent for a minute, it is started again.</source>
            <translation>কিছু করার নেই: এক মিনিট চুপ থাকলে আবার চালু করা হবে।</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Nothing to do: it is tried again and again.</source>
            <translation>কিছু করার নেই: বারবার চেষ্টা চলছে।</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Nothing to do: this takes a moment.</source>
            <translation>কিছু করার নেই: একটু সময় লাগবে।</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Nothing to train yet</source>
            <translation>এখনও প্রশিক্ষণের কিছু নেই</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Outside the hours you chose</source>
            <translation>আপনার ঠিক করা সময়ের বাইরে</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paste the invitation that you were sent.</source>
            <translation>যে আমন্ত্রণ পেয়েছেন তা এখানে পেস্ট করুন।</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Path</source>
            <translation>পথ</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused</source>
            <translation>বিরতিতে</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused during a call</source>
            <translation>কলের সময় বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused during full screen</source>
            <translation>পূর্ণ পর্দার সময় বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused for another program</source>
            <translation>অন্য প্রোগ্রামের জন্য বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused on a metered network</source>
            <translation>মাপা নেটওয়ার্কে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused on battery</source>
            <translation>ব্যাটারিতে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused to cool down</source>
            <translation>ঠান্ডা হওয়ার জন্য বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused to save energy</source>
            <translation>শক্তি বাঁচাতে বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused while memory is short</source>
            <translation>মেমরি কম থাকায় বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused while the computer is busy</source>
            <translation>কম্পিউটার ব্যস্ত থাকায় বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused while the graphics card is busy</source>
            <translation>গ্রাফিক্স কার্ড ব্যস্ত থাকায় বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Paused with the lid closed</source>
            <translation>ঢাকনা বন্ধ থাকায় বিরতি</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Peer</source>
            <translation>কম্পিউটার</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Preparing</source>
            <translation>প্রস্তুতি চলছে</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Reconnecting</source>
            <translation>আবার যুক্ত হচ্ছে</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Restarting the trainer</source>
            <translation>প্রশিক্ষক আবার চালু হচ্ছে</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Role</source>
            <translation>ভূমিকা</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Round trip</source>
            <translation>যাওয়া-আসা</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Samples</source>
            <translation>নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Samples/s</source>
            <translation>নমুনা/সে</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Serving</source>
            <translation>সেবা চলছে</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Start it again whenever you like.</source>
            <translation>যখন ইচ্ছা আবার চালু করুন।</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Starting</source>
            <translation>শুরু হচ্ছে</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Steps</source>
            <translation>ধাপ</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>Stopped</source>
            <translation>থেমে আছে</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The disk is full</source>
            <translation>ডিস্ক ভরে গেছে</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine does not answer</source>
            <translation>ইঞ্জিন সাড়া দিচ্ছে না</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine does not answer at the moment; trying again.</source>
            <translation>ইঞ্জিন এই মুহূর্তে সাড়া দিচ্ছে না; আবার চেষ্টা চলছে।</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine does not run</source>
            <translation>ইঞ্জিন চলছে না</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine is starting.</source>
            <translation>ইঞ্জিন চালু হচ্ছে।</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine runs but says nothing. What is shown is the last that is known of it.</source>
            <translation>ইঞ্জিন চলছে কিন্তু কিছু জানাচ্ছে না। যা দেখছেন তা শেষ জানা অবস্থা।</translation>
        </message>
        <message>
            <location filename="../../app/link_words.py" />
            <source>The engine was stopped; nothing is computed.</source>
            <translation>ইঞ্জিন থামানো হয়েছে; কিছুই গণনা হচ্ছে না।</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The link is not complete yet.</source>
            <translation>লিঙ্কটি এখনও পুরো হয়নি।</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The link seems to be cut off; copy the whole of it.</source>
            <translation>লিঙ্কটি কাটা মনে হচ্ছে; পুরোটা কপি করুন।</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>The trainer does not answer</source>
            <translation>প্রশিক্ষক সাড়া দিচ্ছে না</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>This computer</source>
            <translation>এই কম্পিউটার</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>This is not an Idlewild invitation: those begin with {prefix}</source>
            <translation>এটি Idlewild-এর আমন্ত্রণ নয়: সেগুলো {prefix} দিয়ে শুরু হয়</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>This month's data is used up</source>
            <translation>এই মাসের ডেটা শেষ</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>This step</source>
            <translation>এই ধাপ</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Training</source>
            <translation>প্রশিক্ষণ চলছে</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Training time</source>
            <translation>প্রশিক্ষণের সময়</translation>
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>Until &amp;tomorrow morning</source>
            <translation>কা&amp;ল সকাল পর্যন্ত</translation>
        </message>
        <message>
            <location filename="../../app/pause_menu.py" />
            <source>Until I &amp;resume</source>
            <translation>আমি &amp;আবার শুরু না করা পর্যন্ত</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Until {time}</source>
            <translation>{time} পর্যন্ত</translation>
        </message>
        <message>
            <location filename="../../app/tables.py" />
            <source>Up</source>
            <translation>আপলোড</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting for data</source>
            <translation>ডেটার অপেক্ষা</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting for your consent</source>
            <translation>আপনার সম্মতির অপেক্ষা</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting for your leave</source>
            <translation>আপনার অনুমতির অপেক্ষা</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>Waiting until you are away</source>
            <translation>আপনার সরে যাওয়ার অপেক্ষা</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>Well connected</source>
            <translation>ভালোভাবে যুক্ত</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>another port for each connection (symmetric)</source>
            <translation>প্রতিটি সংযোগে আলাদা পোর্ট (symmetric)</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>auxiliary</source>
            <translation>সহায়ক</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>behind a router</source>
            <translation>রাউটারের পেছনে</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>contributor</source>
            <translation>অবদানকারী</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>coordinator</source>
            <translation>সমন্বয়কারী</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>direct</source>
            <translation>সরাসরি</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>directly</source>
            <translation>সরাসরি</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>hosted by this computer</source>
            <translation>এই কম্পিউটার থেকে পরিচালিত</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>less than 0.1 %</source>
            <translation>০.১ %-এর কম</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>lets everybody in (full cone)</source>
            <translation>সবাইকে ঢুকতে দেয় (full cone)</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>lets known computers in (address-restricted)</source>
            <translation>চেনা কম্পিউটারকে ঢুকতে দেয় (address-restricted)</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>no</source>
            <translation>না</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>no other peer</source>
            <translation>আর কোনো কম্পিউটার নেই</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>none in between</source>
            <translation>মাঝে কিছু নেই</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>none in between, but a firewall</source>
            <translation>মাঝে কিছু নেই, তবে ফায়ারওয়াল আছে</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not at all; it reaches others</source>
            <translation>একেবারেই না; এটি অন্যদের কাছে পৌঁছায়</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not compared yet</source>
            <translation>এখনও মেলানো হয়নি</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not known yet</source>
            <translation>এখনও জানা নেই</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>not measured yet</source>
            <translation>এখনও মাপা হয়নি</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>past the router</source>
            <translation>রাউটার পেরিয়ে</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>relay over TCP</source>
            <translation>TCP-তে রিলে</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>relay {relay}</source>
            <translation>রিলে {relay}</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>right</source>
            <translation>ঠিক আছে</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>through a relay</source>
            <translation>রিলের মাধ্যমে</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>through a relay, over TCP</source>
            <translation>TCP-তে রিলের মাধ্যমে</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>two in a row, or one of the provider's (CGNAT)</source>
            <translation>পরপর দুটি, অথবা সরবরাহকারীর একটি (CGNAT)</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>under way now</source>
            <translation>এখন চলছে</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>usual kind (cone)</source>
            <translation>সাধারণ ধরন (cone)</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>usual kind (port-restricted)</source>
            <translation>সাধারণ ধরন (port-restricted)</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>yes, by the router ({protocol})</source>
            <translation>হ্যাঁ, রাউটার খুলেছে ({protocol})</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{done} of {all} samples</source>
            <translation>{all}টির মধ্যে {done}টি নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{d} d {h} h</source>
            <translation>{d} দিন {h} ঘণ্টা</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{h} h {min} min</source>
            <translation>{h} ঘণ্টা {min} মিনিট</translation>
        </message>
        <message>
            <location filename="../../app/losses.py" />
            <source>{loss} at step {step}</source>
            <translation>ধাপ {step}-এ {loss}</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{min} min</source>
            <translation>{min} মিনিট</translation>
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
            <translation>{number} মিলিসেকেন্ড</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{number} other peers</source>
            <translation>আরও {number}টি কম্পিউটার</translation>
        </message>
        <message>
            <location filename="../../app/joining/memberships.py" />
            <source>{number} samples by you</source>
            <translation>আপনার {number}টি নমুনা</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{number} samples/s</source>
            <translation>{number} নমুনা/সে</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{state} — {reason}</source>
            <translation>{state} — {reason}</translation>
        </message>
        <message>
            <location filename="../../app/words.py" />
            <source>{s} s</source>
            <translation>{s} সেকেন্ড</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{time} ahead of the others'</source>
            <translation>অন্যদের চেয়ে {time} এগিয়ে</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{time} behind the others'</source>
            <translation>অন্যদের চেয়ে {time} পিছিয়ে</translation>
        </message>
        <message>
            <location filename="../../app/network_words.py" />
            <source>{up} up, {down} down</source>
            <translation>{up} আপলোড, {down} ডাউনলোড</translation>
        </message>
    </context>
</TS>
