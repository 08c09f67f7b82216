; Installs Idlewild for the user who runs it: no administrator is asked, nothing is written outside the user's folders.
;
;   iscc /DVersion=1.2.3 /DBundle=..\..\dist\idlewild /DIcon=..\..\build\idlewild.ico [/DVariant=-offline] [/DSign] idlewild.iss
;
; With /DSign, a sign tool named `idlewild` has to be known to iscc (see build.ps1). The bundle is what
; `python installer/build.py bundle` makes. Needs Inno Setup 6.3.

#ifndef Version
  #error Say which version this is: /DVersion=1.2.3
#endif
#ifndef Bundle
  #define Bundle "..\..\dist\idlewild"
#endif
#ifndef Variant
  #define Variant ""
#endif
#ifndef Icon
  #define Icon "..\..\build\idlewild.ico"
#endif

[Setup]
; Never changes: by it, a later version finds the one that is installed.
AppId={{6B0C7B61-4E0B-4C3E-9C7D-8D2F6A1D3E57}
AppName=Idlewild
AppVersion={#Version}
AppVerName=Idlewild {#Version}
AppPublisher=Idlewild
VersionInfoVersion={#Version}
LicenseFile=..\..\LICENSE
DefaultDirName={localappdata}\Programs\Idlewild
DisableDirPage=yes
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
WizardStyle=modern
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\idlewild-app.exe
UninstallDisplayName=Idlewild
ChangesAssociations=yes
; What runs is asked to end by the code below, in order; this is for what does not hear.
CloseApplications=force
RestartApplications=no
Compression=lzma2/ultra64
SolidCompression=yes
OutputDir=..\..\dist
OutputBaseFilename=Idlewild-{#Version}-windows-x86_64{#Variant}
#ifdef Sign
SignTool=idlewild
SignedUninstaller=yes
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "autostart"; Description: "&Start Idlewild when I log in"; Flags: unchecked

[InstallDelete]
; Of an older version: its modules must not be found beside the new ones.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{userprograms}\Idlewild"; Filename: "{app}\idlewild-app.exe"; WorkingDir: "{app}"; AppUserModelID: "org.idlewild.app"

[Registry]
; The same words as the program itself writes and looks for (app/links/windows.py, app/autostart/windows.py).
Root: HKCU; Subkey: "Software\Classes\idlewild"; ValueType: string; ValueData: "URL:Idlewild invitation"; Flags: uninsdeletekey; Check: MayOpenLinks
Root: HKCU; Subkey: "Software\Classes\idlewild"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""; Check: MayOpenLinks
Root: HKCU; Subkey: "Software\Classes\idlewild\DefaultIcon"; ValueType: string; ValueData: "{app}\idlewild-app.exe,0"; Check: MayOpenLinks
Root: HKCU; Subkey: "Software\Classes\idlewild\shell\open\command"; ValueType: string; ValueData: """{app}\idlewild-app.exe"" ""%1"""; Check: MayOpenLinks
Root: HKCU; Subkey: "Software\Microsoft\Windows\CurrentVersion\Run"; ValueType: string; ValueName: "Idlewild"; ValueData: """{app}\idlewild-app.exe"" --hidden"; Flags: uninsdeletevalue; Tasks: autostart

[Run]
Filename: "{app}\idlewild-app.exe"; Description: "Start Idlewild now"; Flags: nowait postinstall skipifsilent

[Code]
const
  LinkKey = 'Software\Classes\idlewild';
  LinkTitle = 'URL:Idlewild invitation';

var
  KeepsHistory: Boolean;

function SetEnvironmentVariable(Name, Value: String): Boolean;
  external 'SetEnvironmentVariableW@kernel32.dll stdcall';

// Runs what is installed without a window of its own, and waits for its end; whether it ended well.
function Obeyed(Words: String): Boolean;
var
  Status: Integer;
begin
  Result := True;
  if FileExists(ExpandConstant('{app}\idlewild.exe')) then
  begin
    // This very version: a newer one in the user's folder could not delete itself.
    SetEnvironmentVariable('IDLEWILD_LAUNCHED', '1');
    Result := Exec(ExpandConstant('{app}\idlewild.exe'), Words, '', SW_HIDE, ewWaitUntilTerminated, Status) and (Status = 0);
    SetEnvironmentVariable('IDLEWILD_LAUNCHED', '');
  end;
end;

// A link that another program opens stays with it.
function MayOpenLinks(): Boolean;
var
  Title: String;
begin
  Result := (not RegQueryStringValue(HKCU, LinkKey, '', Title)) or (Title = LinkTitle);
end;

// The window ends, and its engine with it; then an engine that runs alone. Where none runs, `quit` says so and that is
// as well.
procedure EndWhatRuns();
begin
  Obeyed('--end');
  Obeyed('quit');
end;

function PrepareToInstall(var NeedsRestart: Boolean): String;
begin
  Result := '';
  EndWhatRuns();
end;

function InitializeUninstall(): Boolean;
var
  Answer: Integer;
begin
  KeepsHistory := True;
  Result := True;
  if not UninstallSilent() then
  begin
    Answer := MsgBox('Idlewild and all that it has stored are removed: models, data, settings and this computer''s key.' + #13#10 + #13#10 +
      'Keep the record of what you have contributed?', mbConfirmation, MB_YESNOCANCEL);
    KeepsHistory := Answer = IDYES;
    Result := Answer <> IDCANCEL;
  end;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Words: String;
begin
  if Step <> usUninstall then
    Exit;
  EndWhatRuns();
  Words := 'remove --yes';
  if KeepsHistory then
    Words := Words + ' --keep-history';
  if not Obeyed(Words) and not UninstallSilent() then
    MsgBox('Something of what Idlewild has stored could not be removed. It is in ' +
      ExpandConstant('{localappdata}\idlewild') + '.', mbInformation, MB_OK);
end;
