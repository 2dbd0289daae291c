#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A program of somebody else: find_package(Plimsoll) of an installed core, moved after it was installed, with its own flags.
. "$(dirname "$0")/common.sh" "$@"
grep -q '^BUILD_SHARED_LIBS:.*=ON$' "$build/CMakeCache.txt" && skip "a build for sanitizers is not installed"
cmake=$(sed -n 's/^CMAKE_COMMAND:INTERNAL=//p' "$build/CMakeCache.txt")
generator=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt")
"$cmake" --install "$build" --component development --prefix "$scratch/installed" >/dev/null
mv "$scratch/installed" "$scratch/moved"
mkdir "$scratch/program"
cat >"$scratch/program/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(asks LANGUAGES CXX)
find_package(Plimsoll 0.1 REQUIRED)
add_executable(asks asks.cpp)
target_link_libraries(asks PRIVATE Plimsoll::core)
get_target_property(flags Plimsoll::plimsoll_options INTERFACE_COMPILE_OPTIONS)
if(flags MATCHES "-W")
    message(FATAL_ERROR "warnings of the core's own build reach others: ${flags}")
endif()
CMAKE
cat >"$scratch/program/asks.cpp" <<'CPP'
#include "core/api/planner.h"
#include <cstdio>
int main()
{
    const plimsoll::JsonAnswer answer =
        plimsoll::Planner().answer_json(R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "target": {"gpus": ["RTX 4090"]}})", {.brief = true});
    std::puts(answer.text.c_str());
    return answer.ok ? 0 : 1;
}
CPP
"$cmake" -S "$scratch/program" -B "$scratch/program/build" -G "$generator" -DCMAKE_PREFIX_PATH="$scratch/moved" >"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; fail "Plimsoll is not found"; }
"$cmake" --build "$scratch/program/build" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "it does not build"; }
"$scratch/program/build/asks" >"$scratch/answer.json"
"$plimsoll" estimate --model qwen2.5-0.5b --method lora --gpu "RTX 4090" --format json --brief >"$scratch/expected.json"
python3 - "$scratch/answer.json" "$scratch/expected.json" <<'PYTHON'
import json, sys
answer, expected = (json.load(open(path)) for path in sys.argv[1:])
assert answer["peak"] == expected["peak"] and answer["verdicts"] == expected["verdicts"], (answer["peak"], expected["peak"])
PYTHON
