// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/tools/shared/engine_words.h"

namespace plimsoll {

/// Types of ggml's caches as its tools spell them (llama.cpp 0c1e57098, common/arg.cpp, kv_cache_types).
inline constexpr Spelling ggml_cache_types[] = {
    {"inference.kv_dtype", "auto", ""},         {"inference.kv_dtype", "fp32", "f32"},  {"inference.kv_dtype", "fp16", "f16"},
    {"inference.kv_dtype", "bf16", "bf16"},     {"inference.kv_dtype", "q8_0", "q8_0"}, {"inference.kv_dtype", "q5_1", "q5_1"},
    {"inference.kv_dtype", "q5_0", "q5_0"},     {"inference.kv_dtype", "q4_1", "q4_1"}, {"inference.kv_dtype", "q4_0", "q4_0"},
    {"inference.kv_dtype", "iq4_nl", "iq4_nl"},
};
inline constexpr ClosedVocabulary ggml_only_these[] = {
    {"inference.kv_dtype",
     {QT_TRANSLATE_NOOP("core", "%1 has no cache of this type (common/arg.cpp, kv_cache_types)"), "llama.cpp"}},
};
/// How many cards it takes is what it sees of them: "0,1,2".
[[nodiscard]] std::string visible_devices(Count cards);

} // namespace plimsoll
