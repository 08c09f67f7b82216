#!/bin/bash
# Makes dist/Idlewild-VERSION-macos-ARCH.dmg. Needs the command line tools of Xcode and the environment in which Idlewild
# is developed, with PyInstaller.
#
#   installer/macos/build.sh --key KEYFILE [further words of installer/build.py bundle]
#
# IDLEWILD_SIGN_IDENTITY   "Developer ID Application: …" of the keychain; without it, signed for this computer alone.
# IDLEWILD_NOTARY_PROFILE  profile that `xcrun notarytool store-credentials` has made; without it, not notarised.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
app="$root/dist/Idlewild.app"
identity=${IDLEWILD_SIGN_IDENTITY:--}
profile=${IDLEWILD_NOTARY_PROFILE:-}

cd "$root"

sign() {
    local timestamp=--timestamp
    # Apple's time server signs for its own certificates only.
    [[ $identity == - ]] && timestamp=--timestamp=none
    codesign --force --sign "$identity" "$timestamp" --options runtime "$@"
}

# What build.py has put beside the modules of the bundle, PyInstaller knew nothing of when it made the application. Data
# lies in Resources; where modules look, in Frameworks, is a link to it.
add_documents() {
    local name
    for name in release runtime; do
        [[ -d dist/idlewild/_internal/$name ]] || continue
        rm -rf "$app/Contents/Resources/$name" "$app/Contents/Frameworks/$name"
        ditto "dist/idlewild/_internal/$name" "$app/Contents/Resources/$name"
        ln -s "../Resources/$name" "$app/Contents/Frameworks/$name"
    done
}

# Inside out, since a seal covers the seals within: libraries, then frameworks, then programs, then the application.
# Never --deep, which would give the program's entitlements to every library.
sign_all() {
    local contents="$app/Contents" path
    while IFS= read -r -d '' path; do
        if file -b "$path" | grep -q 'Mach-O.*\(shared library\|bundle\)'; then
            sign "$path"
        fi
    done < <(find "$contents" -type f \( -name '*.dylib' -o -name '*.so' -o -path '*.framework/Versions/*' \) -print0)
    while IFS= read -r -d '' path; do
        sign "$path"
    done < <(find "$contents" -depth -type d -name '*.framework' -print0)
    while IFS= read -r -d '' path; do
        sign --entitlements "$here/entitlements.plist" "$path"
    done < <(find "$contents/MacOS" -type f -perm -u+x -print0)
    sign --entitlements "$here/entitlements.plist" "$app"
    codesign --verify --deep --strict --verbose=2 "$app"
}

notarise() {
    [[ -n $profile ]] || return 0
    xcrun notarytool submit "$1" --keychain-profile "$profile" --wait
}

make_image() {
    local image=$1 stage
    stage=$(mktemp -d)
    # ditto keeps links and seals as they are.
    ditto "$app" "$stage/Idlewild.app"
    ln -s /Applications "$stage/Applications"
    rm -f "$image"
    hdiutil create -volname Idlewild -srcfolder "$stage" -fs HFS+ -format UDZO -ov "$image"
    rm -rf "$stage"
}

python installer/build.py bundle "$@"
[[ -d $app ]] || { echo "The bundle has no $app: PyInstaller makes it on macOS alone." >&2; exit 1; }
version=$(python -c 'from core.version import VERSION; print(VERSION)')
python installer/macos/info.py "$version" "$app/Contents/Info.plist"
plutil -lint "$app/Contents/Info.plist"
add_documents

sign_all
if [[ -n $profile ]]; then
    # The application gets its ticket before it goes into the image, so that it starts without a network too.
    archive=$(mktemp -d)/Idlewild.zip
    ditto -c -k --keepParent "$app" "$archive"
    notarise "$archive"
    rm -rf "$(dirname "$archive")"
    xcrun stapler staple "$app"
fi

variant=
[[ -d dist/idlewild/_internal/runtime ]] && variant=-offline
image="$root/dist/Idlewild-$version-macos-$(uname -m)$variant.dmg"
make_image "$image"
if [[ $identity != - ]]; then
    codesign --force --sign "$identity" --timestamp "$image"
fi
notarise "$image"
if [[ -n $profile ]]; then
    xcrun stapler staple "$image"
    spctl --assess --type open --context context:primary-signature --verbose=2 "$image"
fi
du -h "$image"
