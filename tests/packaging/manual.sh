#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A page for each command, with every option of its help, that man reads without a word.
. "$(dirname "$0")/common.sh" "$@"

commands=$("$plimsoll" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 13 ] || fail "commands: $commands"
"$plimsoll" manual >"$scratch/plimsoll.1"
for command in $commands; do
    grep -q "^\.BR plimsoll.-$command (1)\$" "$scratch/plimsoll.1" || fail "plimsoll.1 does not name $command"
    page=$scratch/plimsoll-$command.1
    "$plimsoll" manual "$command" >"$page"
    for option in $("$plimsoll" "$command" --help | sed -n 's/^  \(-[^ ]*, \)\{0,1\}\(--[a-z0-9-]*\).*/\2/p'); do
        grep -qF -- "${option//-/\\-}" "$page" || fail "$page has no $option"
    done
done
status=0
"$plimsoll" manual nothing 2>/dev/null || status=$?
[ "$status" = 2 ] || fail "a command that there is not: $status"
have man || skip "man is not installed: what the pages say is right, how man reads them was not looked at"
for page in "$scratch"/*.1; do
    said=$(MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || fail "$page: $said"
    ! have lexgrog || lexgrog "$page" >/dev/null || fail "$page: apropos finds no name"
done
