// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/config/config.h"
#include "core/model/extension.h"

#include <functional>
#include <span>
#include <string_view>

namespace plimsoll {

/// Whose lines run a decoder of a model type. A family that differs from LLaMA is a file with its class and a line in the table
/// of decoder_classes.cpp.
struct DecoderRow {
    std::string_view model_type; ///< as in config.json
    /// Says with run_as() and change_around() what the class of this configuration is.
    void (*runs)(const Config &config, DecoderSpec &spec);
};

/// Says in `spec` whose lines run it, by the model type of `config`.
void set_decoder_class(const Config &config, DecoderSpec &spec);

/// `spec` is run by `lines`.
void run_as(DecoderSpec &spec, const step::DecoderClass &lines);
/// What the model has around its layers, changed.
void change_around(DecoderSpec &spec, const std::function<void(DecoderExtension &)> &change);

/// Classes that differ from LLaMA's in a few lines.
[[nodiscard]] std::span<const DecoderRow> llama_like_rows();

// Families with lines of their own, each in its file.
void run_as_afmoe(const Config &config, DecoderSpec &spec);
void run_as_biogpt(const Config &config, DecoderSpec &spec);
void run_as_bloom(const Config &config, DecoderSpec &spec);
void run_as_codegen(const Config &config, DecoderSpec &spec);
void run_as_diffllama(const Config &config, DecoderSpec &spec);
void run_as_falcon(const Config &config, DecoderSpec &spec);
void run_as_falcon_h1(const Config &config, DecoderSpec &spec);
void run_as_gemma3n(const Config &config, DecoderSpec &spec);
void run_as_gemma4(const Config &config, DecoderSpec &spec);
void run_as_gpt2(const Config &config, DecoderSpec &spec);
void run_as_gpt_bigcode(const Config &config, DecoderSpec &spec);
void run_as_gpt_neo(const Config &config, DecoderSpec &spec);
void run_as_gpt_neox_japanese(const Config &config, DecoderSpec &spec);
void run_as_gptj(const Config &config, DecoderSpec &spec);
void run_as_granite_swa(const Config &config, DecoderSpec &spec);
void run_as_laguna(const Config &config, DecoderSpec &spec);
void run_as_lfm3(const Config &config, DecoderSpec &spec);
void run_as_llama4(const Config &config, DecoderSpec &spec);
void run_as_mimo_v2_flash(const Config &config, DecoderSpec &spec);
void run_as_minimax(const Config &config, DecoderSpec &spec);
void run_as_mpt(const Config &config, DecoderSpec &spec);
void run_as_openai_gpt(const Config &config, DecoderSpec &spec);
void run_as_opt(const Config &config, DecoderSpec &spec);
void run_as_qwen3_next(const Config &config, DecoderSpec &spec);
void run_as_xglm(const Config &config, DecoderSpec &spec);

} // namespace plimsoll
