// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

namespace plimsoll {

// One function per description; registry.cpp says which model types they stand for.
void describe_llama(const Config &config, Draft &draft);
void describe_mistral(const Config &config, Draft &draft);
void describe_qwen2(const Config &config, Draft &draft);
void describe_qwen3(const Config &config, Draft &draft);

// Decoders that other families hold inside.
[[nodiscard]] DecoderSpec qwen2_decoder(const Config &config);
[[nodiscard]] DecoderSpec qwen3_decoder(const Config &config);

} // namespace plimsoll
