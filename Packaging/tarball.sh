#!/usr/bin/env bash
# Makes a tarball that runs from any folder without root, on Linux with glibc 2.36 or later: the files of all packages and
# the libraries that they need. Python 3, Fontconfig and the Noto fonts, for PDF, are the system's.
#
#   Packaging/tarball.sh [FOLDER]    (.build/packages)
set -euo pipefail
cd "$(dirname "$0")/.."
. Packaging/common.sh
output=$(realpath -m "${1:-.build/packages}")
name=homepwner-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/$name
for component in program images pdf server; do Packaging/stage.sh "$component" "$work" "/$name"; done
mv "$tree/share/doc/homepwner/LICENSE" "$tree/share/doc/homepwner/THIRD-PARTY.md" "$tree"
sed -i "s|/$name/bin|%h/Homepwner/$name/bin|" "$tree"/lib/systemd/user/*.service
sed -i "s|/$name/bin|/opt/$name/bin|" "$tree"/lib/systemd/system/*.service

# All libraries but those of glibc, which belong to the system's loader. Those of Typst belong to glibc.
libraries=$tree/lib/homepwner/libraries
mkdir -p "$libraries"
ldd "$tree"/bin/* "$tree/lib/homepwner/homepwner-images" | awk '$2 == "=>" { print $3 }' | sort --unique |
    grep -vE '/(libc|libm|libdl|librt|libpthread|libresolv|libutil|libanl)\.so' | while IFS= read -r library; do
    cp --dereference "$library" "$libraries"
    # The licence goes with the library.
    # A package knows a library by one of the two names only, and dpkg-query then fails.
    package=$( (dpkg-query --search "$(realpath "$library")" "$library" 2>/dev/null || true) | sed -n '1s/:.*//p')
    [ ! -e "/usr/share/doc/$package/copyright" ] ||
        install -D -m 644 "/usr/share/doc/$package/copyright" "$libraries/copyright/$package"
done
chmod 644 "$libraries"/*.so*
for library in "$libraries"/*.so*; do patchelf --set-rpath '$ORIGIN' "$library"; done
for program in "$tree"/bin/*; do patchelf --set-rpath '$ORIGIN/../lib/homepwner/libraries' "$program"; done
patchelf --set-rpath '$ORIGIN/libraries' "$tree/lib/homepwner/homepwner-images"

set_times "$tree"
mkdir -p "$output"
tar --create --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner --format=posix \
    --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime "$name" |
    zstd --quiet --force -19 --threads=0 -o "$work/$name.tar.zst"
mv "$work/$name.tar.zst" "$output"
ls -l "$output/$name.tar.zst"
