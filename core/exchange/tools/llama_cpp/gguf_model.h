// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/tools/shared/engine_words.h"
#include "core/exchange/model_argument.h"

#include <string>
#include <vector>

namespace plimsoll {

/// The GGUF file that a plan runs on.
struct GgufModel {
    std::string file;               ///< a file; empty: `repository` names one
    std::string repository;         ///< of GGUF files on the Hub, "org/name-GGUF:Q4_K_M"; empty: `file` is a path
    std::vector<std::string> first; ///< commands that make the file from a checkpoint; none where it is there
};

/// A GGUF file is itself; what names GGUF is a repository of them; every other model is converted in weights.dtype and quantised to
/// weights.quant by llama.cpp's own tools (convert_hf_to_gguf.py, llama-quantize). What no GGUF file can be goes into `not_said`.
[[nodiscard]] GgufModel gguf_model(const ModelArgument &model, const Plan &plan, std::vector<NotSaid> &not_said);

} // namespace plimsoll
