#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No text of core is put together from parts with "+": other languages have another order, and a part is never translated. A text is
# a whole phrase with values in its places (core/ground/phrase.h). Two words in one literal beside a plus are such a part. What an
# engine prints itself stands as it prints it (its log, its errors).
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
words='"[^"]*[A-Za-z]{2,} [a-z]{2,}[^"]*"'
glued=$(grep -rnE "($words *\+|\+=? *$words)" core --include='*.cpp' --include='*.h' | grep -vE '^[^:]+:[0-9]+: *///?|^core/(engines/([a-z_]+/)?[a-z_]+_(start|refusals)|serving/llama_start|exchange/([a-z_]+|tools/[a-z_]+/[a-z_]+_writer))\.cpp:' || true)
[ -z "$glued" ] || { printf 'texts that are glued from parts:\n%s\n' "$glued"; exit 1; }
