#!/usr/bin/env bash
# Makes the Debian packages homepwner, homepwner-images, homepwner-pdf and homepwner-server in a folder, from the built programs.
#
#   Packaging/deb.sh [FOLDER]    (.build/packages)
#
# They are for the release of Debian that they are made on: libxlsxwriter and libzip have other names in the next one, and
# Debian has no static form of them. Their dependencies are those of this release, and their version says so.
set -euo pipefail
cd "$(dirname "$0")/.."
. Packaging/common.sh
output=$(realpath -m "${1:-.build/packages}")
. /etc/os-release
full_version=$version-1+deb$VERSION_ID
architecture=$(dpkg --print-architecture)
date=$(date --date="@$SOURCE_DATE_EPOCH" --rfc-email)
maintainer="The Homepwner authors <homepwner@localhost.localdomain>"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022

# The packages of the libraries that the programs below a folder are linked with: shared_libraries FOLDER
shared_libraries() {
    mkdir -p "$work/debian"
    printf 'Source: homepwner\n\nPackage: homepwner\nArchitecture: any\n' >"$work/debian/control"
    (cd "$work" && find "$1" -type f \( -name '*.so' -o -perm -u+x \) -print0 |
        xargs -0 dpkg-shlibdeps -O --warnings=0 --ignore-missing-info) | sed 's/^shlibs:Depends=//'
}

# Adds the settings of the server, which upgrades keep, and the scripts that make its user: add_settings TREE
add_settings() {
    install -D -m 600 Packaging/server/server.env "$1/etc/homepwner/server.env"
    install -D -m 644 Packaging/server/logrotate "$1/etc/logrotate.d/homepwner-server"
    printf '/etc/%s\n' homepwner/server.env logrotate.d/homepwner-server >"$1/DEBIAN/conffiles"
    chmod 644 "$1/DEBIAN/conffiles"
    install -m 755 Packaging/server/{postinst,prerm,postrm} "$1/DEBIAN"
}

# make_package NAME COMPONENT SECTION, with the rest of the control file on standard input
make_package() {
    local name=$1 tree=$work/$1 description depends
    Packaging/stage.sh "$2" "$tree" /usr
    description=$(cat)
    depends=$(shared_libraries "$tree/usr")
    local docs=$tree/usr/share/doc/$name
    mkdir -p "$tree/DEBIAN" "$docs" "$tree/usr/share/lintian/overrides"
    cp "Packaging/copyright/$name" "$docs/copyright"
    printf '%s (%s) %s; urgency=medium\n\n  * %s\n\n -- %s  %s\n' homepwner "$full_version" "$VERSION_CODENAME" \
        "Version $version; its changes are in homepwner's changelog.gz." "$maintainer" "$date" |
        gzip -9n >"$docs/changelog.Debian.gz"
    rm -f "$docs/LICENSE"
    cp "Packaging/lintian/$name" "$tree/usr/share/lintian/overrides/$name"
    (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
    cat >"$tree/DEBIAN/control" <<TXT
Package: $name
Source: homepwner
Version: $full_version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k --apparent-size -s "$tree/usr" | cut -f 1)
Priority: optional
${description//'${shlibs}'/$depends}
TXT
    sed -i "s/\${version}/$full_version/" "$tree/DEBIAN/control"
    chmod 644 "$tree/DEBIAN/"*
    if [ "$2" = server ]; then add_settings "$tree"; fi
    set_times "$tree"
    # One thread, since the number of threads changes the bytes.
    dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$tree" "$output" >/dev/null
}

rm -f "$output"/homepwner*.deb
mkdir -p "$output"

make_package homepwner program <<'TXT'
Section: utils
Depends: ${shlibs}
Suggests: homepwner-images, homepwner-pdf, bash-completion, curl
Description: household inventory as reports, claims and web pages
 Homepwner turns a list of the things you own into documents to hand over to
 an insurer, a mover, a landlord or an heir: reports that print well,
 validated XML, workbooks, web pages, and totals that agree in all of them.
 It reads exports of Homebox and Snipe-IT, and spreadsheets.
 .
 Pictures need the package homepwner-images, PDF needs homepwner-pdf.
TXT

make_package homepwner-images images <<'TXT'
Section: utils
Depends: homepwner (= ${version}), ${shlibs}
Description: household inventory - photos and receipts
 With this package, Homepwner takes photos and receipts: it makes upright
 pictures without metadata for reports and pages, and reads barcodes, in a
 process of its own that can reach neither files nor the network.
TXT

make_package homepwner-pdf pdf <<'TXT'
Section: utils
Depends: homepwner (= ${version}), python3, fontconfig, fonts-noto-core, ${shlibs}
Recommends: fonts-noto-cjk, fonts-noto-color-emoji
Description: household inventory - reports and claims as PDF
 With this package, Homepwner makes archival and accessible PDF (PDF/A-3a,
 PDF/UA-1). It contains the typesetter Typst as a package for Python.
TXT

make_package homepwner-server server <<'TXT'
Section: utils
Depends: homepwner (= ${version}), adduser, ${shlibs}
Recommends: homepwner-images, homepwner-pdf
Suggests: postgresql, nginx | caddy, curl
Description: household inventory - many inventories on PostgreSQL
 With this package, Homepwner keeps any number of inventories in a database
 and serves each under a host name of its own. It contains services and a
 nightly backup for systemd, and examples for nginx, Caddy, containers and
 Prometheus.
TXT

ls -l "$output"/*.deb
