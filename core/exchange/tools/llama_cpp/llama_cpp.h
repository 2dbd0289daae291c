// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// Options of llama-server and of llama.cpp's other programs.
extern const ToolWords llama_cpp_words;

/// An option, else the variable that says the same ("LLAMA_ARG_CTX_SIZE"); null where neither stands there.
[[nodiscard]] const ConfigEntry *llama_option(ConfigReading &reading, std::initializer_list<std::string_view> keys);
/// Whether an option, or the variable that says the same, is on; `otherwise` where neither stands there.
[[nodiscard]] bool llama_switch(ConfigReading &reading, std::initializer_list<std::string_view> keys, bool otherwise);
/// Takes options, or the variables that say the same, as understood.
void llama_understand(ConfigReading &reading, std::initializer_list<std::string_view> keys, std::string_view field);
/// Who drafts tokens (--spec-type, --spec-draft-*, --model-draft).
void read_llama_drafts(ConfigReading &reading);
/// The projector of pictures: one that is named, or that a repository brings with it.
void read_llama_pictures(ConfigReading &reading);
/// --fit, and what it may lower: the context is whole where somebody says -c 0, layers where nobody says -ngl.
void read_llama_fit(ConfigReading &reading);

} // namespace plimsoll
