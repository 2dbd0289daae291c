#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Completions know every command, every option that a command's help shows, and the values that an option takes.
. "$(dirname "$0")/common.sh" "$@"

"$plimsoll" completion bash >"$scratch/plimsoll.bash"
# complete WORDS…: what bash offers for the last of them
complete_in_bash()
{
    bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _plimsoll; printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$scratch/plimsoll.bash" "$@"
}
[ "$(complete_in_bash plimsoll est)" = estimate ] || fail "a command"
[ "$(complete_in_bash plimsoll estimate --method q)" = qlora ] || fail "a value"
[ "$(complete_in_bash plimsoll solve --global)" = --global-batch ] || fail "an option"
[ "$(complete_in_bash plimsoll estimate --format js)" = json ] || fail "a format"
says '^GeForce\\ RTX\\ 4090$' complete_in_bash plimsoll estimate --gpu 'GeForce RTX 409' || fail "a card, whose spaces are the shell's"
[ -z "$(complete_in_bash plimsoll estimate --sequence-length 4)" ] || fail "a number has no completion"
touch "$scratch/here.plimsoll"
cd "$scratch"
says '^here.plimsoll$' complete_in_bash plimsoll estimate --plan he || fail "a file"
touch "$scratch/qwen.json"
says '^qwen.json$' complete_in_bash plimsoll inspect qwen.j || fail "a file that is an operand"
complete_in_bash plimsoll estimate --model qwen >"$scratch/offered"
grep -qx qwen.json "$scratch/offered" && grep -qx qwen2.5-7b "$scratch/offered" || fail "a model is a preset or a file"
for command in $("$plimsoll" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    complete_in_bash plimsoll "$command" -- >"$scratch/offered"
    for option in $("$plimsoll" "$command" --help | sed -n 's/^  \(-[^ ]*, \)\{0,1\}\(--[a-z0-9-]*\).*/\2/p'); do
        grep -qx -- "$option" "$scratch/offered" || fail "$command: $option is not offered"
    done
done
[ "$(wc -l <"$scratch/offered")" -gt 0 ] || fail "no command was looked at"

status=0
"$plimsoll" completion tcsh 2>"$scratch/said" || status=$?
[ "$status" = 2 ] && grep -q 'accepted: bash | zsh | fish' "$scratch/said" || fail "a shell that is not known: $status"

"$plimsoll" completion fish >"$scratch/plimsoll.fish"
if have fish; then
    in_fish() { HOME=$scratch fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$scratch/plimsoll.fish" "$1"; }
    says '^estimate' in_fish 'plimsoll est' || fail "fish: a command"
    says '^qlora' in_fish 'plimsoll estimate --method ql' || fail "fish: a value"
    says '^qwen.json' in_fish 'plimsoll estimate --model qwen' || fail "fish: a model's file"
    says '^GeForce RTX 4090' in_fish 'plimsoll estimate --gpu "GeForce RTX 409' || fail "fish: a card"
else
    echo "fish is not installed: only that its completion can be made was looked at"
fi

"$plimsoll" completion zsh >"$scratch/_plimsoll"
[ "$(head -n 1 "$scratch/_plimsoll")" = '#compdef plimsoll' ] || fail "zsh finds it by its first line"
if have zsh; then
    zsh -n "$scratch/_plimsoll" || fail "zsh does not read it"
    # _arguments itself reads the specifications: a stand-in says what it was given
    offered=$(zsh -f -c 'compdef() { }; _arguments() { print -rl -- "$@"; }; _describe() { print -rl -- $commands; }
        source "$1"; words=("${@[2,-1]}"); CURRENT=$#words; _plimsoll' zsh "$scratch/_plimsoll" plimsoll estimate --m)
    grep -q '^\*--method\[.*:VALUE:(.*qlora.*)$' <<<"$offered" || fail "zsh: a value"
    grep -q '^\*--model\[.*:REF:{ _alternative .*qwen2.5-7b .*_files' <<<"$offered" || fail "zsh: a model"
    grep -q 'RTX\\ 4090 ' <<<"$offered" || fail "zsh: a card"
else
    echo "zsh is not installed: only that its completion can be made was looked at"
fi
