# Sourced by the scripts beside it, with `root` set to the checkout's folder.
# `bootstrap core` or `bootstrap dev` leaves a .venv in the checkout with the project installed
# editable; when nothing has changed since the last time, that costs two reads.

venv="$root/.venv"

fail() {
    printf '%s\n' "$*" >&2
    exit 2
}

# Prints the first Python that is new enough and can make an environment.
find_python() {
    seen_version=
    for candidate in python3 python3.13 python3.12 python3.11 python; do
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
        seen_version=yes
        # Debian splits ensurepip from Python; without it an environment has no pip.
        if "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    if [ -n "$seen_version" ]; then
        fail "this Python has no venv module: install it (Debian, Ubuntu: apt install python3-venv)"
    fi
    fail "no Python 3.11 or newer found: install one (Debian, Ubuntu: apt install python3 python3-venv)"
}

# The environment belongs to one place and one pyproject.toml; a moved checkout needs a new one.
current_key() {
    printf '%s %s' "$root" "$(cksum <"$root/pyproject.toml")"
}

is_installed() {
    [ -f "$venv/installed-$1" ] && [ "$(cat "$venv/installed-$1")" = "$(current_key)" ]
}

make_environment() {
    if [ -x "$venv/bin/python" ] && [ -f "$venv/place" ] && [ "$(cat "$venv/place")" = "$root" ] &&
        "$venv/bin/python" -c '' >/dev/null 2>&1; then
        return 0
    fi
    python=$(find_python) || exit 2
    printf 'setting up %s (once)\n' "$venv" >&2
    "$python" -m venv --clear "$venv" || fail "could not make $venv"
    printf '%s' "$root" >"$venv/place"
}

bootstrap() {
    if is_installed "$1" || { [ "$1" = core ] && is_installed dev; }; then
        return 0
    fi
    make_environment
    case $1 in
    dev) what="$root[dev]" ;;
    *) what="$root" ;;
    esac
    if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$what" \
        >"$venv/install.log" 2>&1; then
        cat "$venv/install.log" >&2
        fail "could not install into $venv: see above, then try again"
    fi
    current_key >"$venv/installed-$1"
}
