// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

constexpr Default defaults[] = {
    {"inference.context", "", "--ctx-size", "llama.cpp, common/arg.cpp"},
    {"inference.sequences", "", "--parallel", "llama.cpp, common/arg.cpp"},
    {"inference.kv_dtype", "", "--cache-type-k", "llama.cpp, common/arg.cpp"},
    {"inference.new_tokens", "", "--predict", "llama.cpp, common/arg.cpp"},
    {"attention", "", "--flash-attn", "llama.cpp, common/arg.cpp"},
};

constexpr Read read[] = {{"inference.engine",
                          Effect::refused,
                          {QT_TRANSLATE_NOOP("core", "%1's memory is not simulated yet"), "llama.cpp"},
                          "transformers"},
                         {"", Effect::depends}};
constexpr LibraryUse libraries[] = {{"llama.cpp"}};

constexpr LoadingLibrary loads_by{.name = "llama.cpp", .released_as = "llama.cpp", .by_quantizers = false};

} // namespace

constinit const Runner engines::llama_cpp{
    .name = "llama.cpp",
    .defaults = defaults,
    .own_keys = true,
    .reads = read,
    .libraries = libraries,
    .models = {.own = true, .loader = &loads_by},
};

} // namespace plimsoll
