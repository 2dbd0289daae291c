// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// A repository of GGUF files with the type after a colon ("unsloth/Qwen3-8B-GGUF:Q4_K_M"). Without one llama.cpp and Ollama take
/// Q4_K_M, else another that is there (common/download.cpp, find_best_model). `file_named`: another key names the file.
void take_gguf_repository(ConfigReading &reading, const ConfigEntry &entry, std::string_view text, bool file_named = false);

/// A GGUF file, whose name mostly ends in its type ("Qwen3-8B-UD-Q4_K_XL.gguf"); a warning where it says none.
void take_gguf_file(ConfigReading &reading, const ConfigEntry &entry, const std::string &path);

/// Where such a file is downloaded from ("https://huggingface.co/org/m-GGUF/resolve/main/m-Q6_K.gguf").
void take_gguf_url(ConfigReading &reading, const ConfigEntry &entry, const std::string &url);

/// weights.quant of what a name of llama.cpp's file says, with what is not sure of it; false where it says nothing.
bool state_gguf_type(ConfigReading &reading, std::string_view name);

/// The quantisation of a checkpoint as a server's option says it, dashes and underscores alike: a method, whose bits the model's name
/// says, or 4; what is off, or says nothing of the bits, is left to settle_quantisation().
void take_server_quant(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);

/// weights.quant of the model's name where no key said it; before ConfigReading::finish().
void settle_quantisation(ConfigReading &reading);

} // namespace plimsoll
