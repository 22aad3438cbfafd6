#!/usr/bin/env bash
# What 'make install' and 'make uninstall' do around the build. Nothing below DESTDIR is changed before everything it needs is there.
#
#   Packaging/install.sh check      names what is missing for building; changes nothing
#   Packaging/install.sh install    copies the built programs and their files
#   Packaging/install.sh uninstall  removes the files that install has copied
#
# PREFIX is where the files will be (/usr/local), DESTDIR a folder to put before it. PDF=no leaves Typst out, IMAGES=no the
# program for pictures.
set -euo pipefail
cd "$(dirname "$0")/.."
PREFIX=${PREFIX:-/usr/local}
DESTDIR=${DESTDIR:-}
record=$PREFIX/share/homepwner/installed-files

components=(program)
[ "${IMAGES:-yes}" = no ] || components+=(images)
[ "${PDF:-yes}" = no ] || components+=(pdf)

fail() {
    echo "install: $1. Nothing was changed." >&2
    exit 1
}

# Fails if the folder, or the nearest one above it that exists, cannot be written.
writable() {
    local folder=$DESTDIR$PREFIX
    while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
    [ -w "$folder" ] || fail "$folder cannot be written; run as root, or choose another place with PREFIX"
}

case "${1:-}" in
    check)
        [[ $PREFIX == /* ]] || fail "PREFIX must be an absolute path, not '$PREFIX'"
        writable
        missing=()
        if ! command -v swift >/dev/null; then
            missing+=("Swift 6.2 or later (https://swift.org/install)")
        else
            version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
            printf '6.2\n%s\n' "${version:-0}" | sort --check --version-sort 2>/dev/null ||
                missing+=("Swift 6.2 or later (https://swift.org/install) instead of $version")
        fi
        packages=$(Scripts/deps.sh --list build)
        [ -z "$packages" ] || missing+=("the packages $packages, which 'make deps-build' installs")
        if [[ " ${components[*]} " == *" pdf "* ]]; then
            command -v python3 >/dev/null || missing+=("python3 for PDF, or PDF=no")
            [ -x .venv/bin/pip ] || command -v pip3 >/dev/null || [ -e .build/typst ] ||
                missing+=("pip for PDF: the package python3-pip, or 'make deps-run', or PDF=no")
        fi
        [ ${#missing[@]} -eq 0 ] || {
            echo "install: these are missing:" >&2
            printf '  %s\n' "${missing[@]}" >&2
            echo "Nothing was changed." >&2
            exit 1
        }
        ;;
    install)
        writable
        stage=$(mktemp -d)
        trap 'rm -rf "$stage"' EXIT
        for component in "${components[@]}"; do
            Packaging/stage.sh "$component" "$stage" "$PREFIX" ||
                fail "the files of '$component' are not complete (PDF=no leaves Typst out, IMAGES=no pictures)"
        done
        # zsh and fish look in other folders than those of Debian's packages.
        mkdir -p "$stage$PREFIX/share/zsh/site-functions"
        mv "$stage$PREFIX/share/zsh/vendor-completions/_homepwner" "$stage$PREFIX/share/zsh/site-functions/"
        rmdir "$stage$PREFIX/share/zsh/vendor-completions"
        (cd "$stage" && find . \( -type f -o -type l \) -printf '/%P\n' | LC_ALL=C sort) >"$stage/list"
        mkdir -p "$stage$PREFIX/share/homepwner"
        { cat "$stage/list"; echo "$record"; } >"$stage$record"
        rm "$stage/list"
        # Files of the version before that this one does not have.
        "$0" uninstall >/dev/null
        mkdir -p "$DESTDIR$PREFIX"
        cp -R --no-dereference --preserve=mode,links "$stage$PREFIX/." "$DESTDIR$PREFIX/"
        echo "homepwner is in $DESTDIR$PREFIX; 'make uninstall' with the same PREFIX removes it"
        ;;
    uninstall)
        [ -e "$DESTDIR$record" ] || {
            echo "uninstall: nothing is installed in $DESTDIR$PREFIX"
            exit 0
        }
        mapfile -t files <"$DESTDIR$record"
        for file in "${files[@]}"; do rm -f "$DESTDIR$file"; done
        # Deepest first; folders that hold files of others stay.
        for file in "${files[@]}"; do
            folder=$(dirname "$file")
            while [[ $folder == "$PREFIX"/*homepwner* ]]; do
                echo "$folder"
                folder=$(dirname "$folder")
            done
        done | sort --unique --reverse | while IFS= read -r folder; do
            rmdir --ignore-fail-on-non-empty "$DESTDIR$folder" 2>/dev/null || true
        done
        echo "homepwner was removed from $DESTDIR$PREFIX"
        ;;
    *)
        echo "install: expected check, install or uninstall" >&2
        exit 2
        ;;
esac
