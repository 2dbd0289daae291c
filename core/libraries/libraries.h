// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/libraries/installed.h"
#include "core/libraries/library.h"

#include <string>
#include <utility>
#include <vector>

namespace plimsoll {

// Every library: the variable that holds it and its file (core/libraries/<variable>.cpp). What plans may name stands in this order.
#define PLIMSOLL_LIBRARIES(ROW)                                                                                                  \
    ROW(torch)                                                                                                                   \
    ROW(transformers)                                                                                                            \
    ROW(peft)                                                                                                                    \
    ROW(trl)                                                                                                                     \
    ROW(bitsandbytes)                                                                                                            \
    ROW(accelerate)                                                                                                              \
    ROW(liger_kernel)                                                                                                            \
    ROW(unsloth)                                                                                                                 \
    ROW(litgpt)                                                                                                                  \
    ROW(fms_acceleration)                                                                                                        \
    ROW(torchtune)                                                                                                               \
    ROW(torchtitan)                                                                                                              \
    ROW(axolotl)                                                                                                                 \
    ROW(llama_factory)                                                                                                           \
    ROW(unsloth_zoo)                                                                                                             \
    ROW(optimum)                                                                                                                 \
    ROW(gptqmodel)                                                                                                               \
    ROW(compressed_tensors)                                                                                                      \
    ROW(kernels)                                                                                                                 \
    ROW(vllm)                                                                                                                    \
    ROW(vllm_bnb_plugin)                                                                                                         \
    ROW(sglang)                                                                                                                  \
    ROW(llama_cpp)                                                                                                               \
    ROW(tgi)                                                                                                                     \
    ROW(tensorrt_llm)                                                                                                            \
    ROW(exllamav3)                                                                                                               \
    ROW(exllamav2)                                                                                                               \
    ROW(mlx_lm)                                                                                                                  \
    ROW(deepspeed)                                                                                                               \
    ROW(ms_swift)                                                                                                                \
    ROW(openrlhf)                                                                                                                \
    ROW(skypilot)                                                                                                                \
    ROW(verl)                                                                                                                    \
    ROW(agilerl)

namespace libraries {
#define PLIMSOLL_DECLARED(variable) extern const Library variable;
PLIMSOLL_LIBRARIES(PLIMSOLL_DECLARED)
#undef PLIMSOLL_DECLARED
} // namespace libraries

/// Every library, in the order of the list.
[[nodiscard]] const std::vector<const Library *> &all_libraries();

/// One more, a release of which plans may name from now on; before plan_fields() is first asked and while nothing else runs.
void add_library(const Library &library);

/// The library of this name; null where nothing is known of one.
[[nodiscard]] const Library *library_named(std::string_view name);

/// Libraries and their releases, as a plan names them.
using NamedReleases = std::vector<std::pair<std::string, std::string>>;

/// Whether a release of the library is among these.
[[nodiscard]] bool is_named(const NamedReleases &named, std::string_view library);

/// The release of a library among these as numbers; nothing where none is named, or the text means the known one.
[[nodiscard]] std::optional<ReleaseNumber> release_among(const NamedReleases &named, std::string_view library);

/// The row that holds a library beside these, of those that speak of it; null: none does.
[[nodiscard]] const HeldRelease *held_beside(const NamedReleases &named, std::span<const HeldRelease> holds,
                                             std::string_view library);

/// What these releases do; what is not named is as known.
[[nodiscard]] Installed installed_by(const NamedReleases &named);

} // namespace plimsoll
