// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/libraries/toy_library.h"

#include "core/libraries/installed.h"
#include "core/plan/plan.h"

// A library as core/libraries has them, all of it in this file.

namespace plimsoll {

namespace {

constexpr Change toy_changes[] = {
    {{2, 0, 0}, [](Installed &old) { old.older.ignores_dtype_of_checkpoints = true; }, "toy/load.py, load"},
    {{1, 5, 0}, [](Installed &old) { old.older.keeps_workspaces = true; }, "toy/products.py, multiply"},
};

/// "summer" is 1.6, "latest" what is known.
std::optional<ReleaseNumber> toy_release(std::string_view text)
{
    if (text == "0-latest") return std::nullopt;
    return text == "0-summer" ? ReleaseNumber{1, 6, 0} : release_in(text);
}

} // namespace

constinit const Library toy_library{
    .name = "toy_kernels", .known = "2.1", .changes = toy_changes, .read = toy_release, .used = [](const Plan &plan) {
        return plan.task == Task::train;
    }};

} // namespace plimsoll
