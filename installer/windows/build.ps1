# Makes the installer for Windows, dist\Idlewild-VERSION-windows-x86_64.exe. Needs Inno Setup 6.3 (iscc) and the
# environment in which Idlewild is developed, with PyInstaller.
#
#   installer\windows\build.ps1 -Key KEYFILE [-Feed ADDRESS] [-Mirror ADDRESS] [-Again] [-Offline]
#
# Where IDLEWILD_SIGN_THUMBPRINT names a certificate of the user's store, programs and installer are signed with it.

[CmdletBinding()]
param(
    [Parameter(Mandatory = $true)] [string] $Key,
    [string[]] $Feed = @(),
    [string[]] $Mirror = @(),
    [switch] $Again,
    [switch] $Offline
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$Root = (Resolve-Path (Join-Path $PSScriptRoot '..\..')).Path
$Bundle = Join-Path $Root 'dist\idlewild'
$Icon = Join-Path $Root 'build\idlewild.ico'
$TimestampServer = 'http://timestamp.digicert.com'
$Thumbprint = $env:IDLEWILD_SIGN_THUMBPRINT

function Invoke-Checked([string] $Program, [string[]] $Words) {
    & $Program @Words
    if ($LASTEXITCODE -ne 0) { throw "$Program ended with status $LASTEXITCODE" }
}

Push-Location $Root
try {
    Invoke-Checked python @('installer\system_icons.py', $Icon)
    $Words = @('installer\build.py', 'bundle', '--key', $Key)
    foreach ($Address in $Feed) { $Words += @('--feed', $Address) }
    foreach ($Address in $Mirror) { $Words += @('--mirror', $Address) }
    if ($Again) { $Words += '--again' }
    if ($Offline) { $Words += '--offline' }
    Invoke-Checked python $Words

    $Version = (& python -c 'from core.version import VERSION; print(VERSION)').Trim()
    $Variant = if ($Offline) { '-offline' } else { '' }
    $Setup = @("/DVersion=$Version", "/DVariant=$Variant", "/DBundle=$Bundle", "/DIcon=$Icon")
    if ($Thumbprint) {
        $Sign = @('sign', '/sha1', $Thumbprint, '/fd', 'sha256', '/tr', $TimestampServer, '/td', 'sha256')
        # Our own programs; the libraries in _internal carry the signatures of those who made them.
        foreach ($Program in @('idlewild.exe', 'idlewild-app.exe')) {
            Invoke-Checked signtool ($Sign + (Join-Path $Bundle $Program))
        }
        # $f is to iscc the file that it wants to be signed, in quotation marks.
        $Setup += @('/DSign', ('/Sidlewild=signtool ' + ($Sign -join ' ') + ' $f'))
    }
    Invoke-Checked iscc ($Setup + (Join-Path $PSScriptRoot 'idlewild.iss'))
    $Made = Join-Path $Root "dist\Idlewild-$Version-windows-x86_64$Variant.exe"
    if ($Thumbprint) { Invoke-Checked signtool @('verify', '/pa', '/all', $Made) }
    '{0}: {1:N1} MB' -f $Made, ((Get-Item $Made).Length / 1e6)
} finally {
    Pop-Location
}
