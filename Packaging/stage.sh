#!/usr/bin/env bash
# Puts the files of a component into a folder, as they are installed: one list for packages, tarball and make install.
#
#   Packaging/stage.sh COMPONENT ROOT PREFIX
#
# The components: program, images (pictures, with libvips), pdf (Typst), server (inventories on PostgreSQL). PREFIX is the
# final place, such as /usr.
# The same input makes the same files.
set -euo pipefail
cd "$(dirname "$0")/.."
component=$1 root=$2$3 prefix=$3
built=.build/release
umask 022

stripped() {
    install -D -m 755 "$1" "$2"
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "$2"
}

program() {
    stripped $built/homepwner "$root/bin/homepwner"
    local man=$root/share/man/man1 command
    mkdir -p "$man"
    $built/homepwner man | gzip -9n >"$man/homepwner.1.gz"
    for command in $(LC_ALL=C $built/homepwner complete help '' | cut -f 1); do
        $built/homepwner man "$command" | gzip -9n >"$man/homepwner-$command.1.gz"
    done
    install -D -m 644 Packaging/completion/homepwner.bash "$root/share/bash-completion/completions/homepwner"
    install -D -m 644 Packaging/completion/homepwner.zsh "$root/share/zsh/vendor-completions/_homepwner"
    install -D -m 644 Packaging/completion/homepwner.fish "$root/share/fish/vendor_completions.d/homepwner.fish"
    mkdir -p "$root/lib/systemd/user"
    local unit folder
    for unit in Packaging/*.service Packaging/*.timer; do
        sed "s|@BINDIR@|$prefix/bin|" "$unit" >"$root/lib/systemd/user/$(basename "$unit")"
    done
    for folder in insurance inventory labels page schema typst; do
        install -D -m 644 -t "$root/share/homepwner/templates/$folder" Templates/$folder/*
    done
    install -D -m 644 -t "$root/share/doc/homepwner" README.md LICENSE THIRD-PARTY.md SECURITY.md
    install -D -m 644 -t "$root/share/doc/homepwner/docs" docs/*
    gzip -9n <CHANGELOG.md >"$root/share/doc/homepwner/changelog.gz"
    # The texts that README and the guides link to are not far from them.
    ln -s ../../homepwner/templates "$root/share/doc/homepwner/Templates"
}

server() {
    stripped $built/homepwner-server "$root/bin/homepwner-server"
    # It has the same commands.
    mkdir -p "$root/share/man/man1" "$root/lib/systemd/system"
    ln -s homepwner.1.gz "$root/share/man/man1/homepwner-server.1.gz"
    local unit
    for unit in Packaging/server/*.service Packaging/server/*.timer; do
        sed -e "s|@BINDIR@|$prefix/bin|" -e '/^@HARDENING@$/ { r Packaging/server/hardening.conf' -e 'd; }' "$unit" \
            >"$root/lib/systemd/system/$(basename "$unit")"
    done
    install -D -m 644 -t "$root/share/doc/homepwner-server/examples" Packaging/server/{server.env,logrotate,nginx.conf,Caddyfile,compose.yaml,alerts.yml}
}

images() { stripped $built/homepwner-images "$root/lib/homepwner/homepwner-images"; }

pdf() {
    local wheel library
    wheel=$(Packaging/typst.sh)
    mkdir -p "$root/lib/homepwner/python"
    python3 -m zipfile -e "$wheel" "$root/lib/homepwner/python"
    rm -f "$root"/lib/homepwner/python/typst/{__init__.pyi,py.typed}
    find "$root/lib/homepwner/python" -type d -exec chmod 755 {} +
    find "$root/lib/homepwner/python" -type f -exec chmod 644 {} +
    for library in "$root"/lib/homepwner/python/typst/*.so; do strip --strip-unneeded "$library"; done
}

"$component"
