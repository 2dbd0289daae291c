// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

namespace plimsoll {

// Decoders that other families hold inside or begin with.
[[nodiscard]] DecoderSpec cohere2_decoder(const Config &config);
[[nodiscard]] DecoderSpec cohere_decoder(const Config &config);
[[nodiscard]] DecoderSpec deepseek_v3_decoder(const Config &config);
[[nodiscard]] DecoderSpec gemma2_decoder(const Config &config);
[[nodiscard]] DecoderSpec gemma3_decoder(const Config &config);
[[nodiscard]] DecoderSpec gemma_decoder(const Config &config);
[[nodiscard]] DecoderSpec glm4_moe_decoder(const Config &config);
[[nodiscard]] DecoderSpec gpt_neox_decoder(const Config &config);
[[nodiscard]] DecoderSpec granite_decoder(const Config &config);
[[nodiscard]] DecoderSpec phi3_decoder(const Config &config);
[[nodiscard]] DecoderSpec phi_decoder(const Config &config);
[[nodiscard]] DecoderSpec qwen2_decoder(const Config &config);
[[nodiscard]] DecoderSpec qwen2_moe_decoder(const Config &config);
[[nodiscard]] DecoderSpec qwen3_decoder(const Config &config);
[[nodiscard]] DecoderSpec qwen3_moe_decoder(const Config &config);
void describe_llama(const Config &config, Draft &draft);

/// Gemma 3 keeps rotary tables per layer type and scales its embeddings.
[[nodiscard]] TreeOrder gemma3_order(const DecoderSpec &spec);

} // namespace plimsoll
