// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/libraries/llama_build.h"
#include "core/libraries/older.h"
#include "core/libraries/sglang_release.h"
#include "core/libraries/vllm_release.h"

namespace plimsoll {

/// What the libraries do that a plan runs through, at the releases that it names; as it stands, at the known ones.
struct Installed {
    Older older;
    vllm::Release vllm;
    sglang::Release sglang;
    LlamaBuild llama_cpp;

    bool operator==(const Installed &) const = default;
};

} // namespace plimsoll
