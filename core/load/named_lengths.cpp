// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/named_lengths.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace plimsoll {

namespace {

using nlohmann::json;

/// Names of the longest text in configurations (vLLM 0.33, transformers_utils/model_arch_config_convertor.py; SGLang 0.5.23,
/// srt/utils/hf_transformers, CONTEXT_LENGTH_KEYS).
constexpr std::array<const char *, 9> length_keys{
    "max_position_embeddings", "n_positions",         "max_seq_len",    "seq_length", "model_max_length",
    "max_target_positions",    "max_sequence_length", "max_seq_length", "seq_len"};

const json *object_at(const json &in, const char *key)
{
    const auto found = in.find(key);
    return found != in.end() && found->is_object() ? &*found : nullptr;
}

/// The language model's part, as both engines look for it (get_hf_text_config).
const json &text_part(const json &file)
{
    for (const char *key : {"text_config", "llm_config", "language_config"})
        if (const json *part = object_at(file, key)) return *part;
    if (const json *thinker = object_at(file, "thinker_config")) return text_part(*thinker);
    return file;
}

Count whole_at(const json &in, const char *key)
{
    constexpr double most = 1e12;
    const auto found = in.find(key);
    if (found == in.end() || !found->is_number()) return 0;
    const double value = found->get<double>();
    return value >= 1 && value < most ? static_cast<Count>(value) : 0;
}

std::string_view type_of(const json &rope)
{
    for (const char *key : {"rope_type", "type"})
        if (const auto found = rope.find(key); found != rope.end() && found->is_string())
            return found->get_ref<const std::string &>();
    return {};
}

/// Of one kind of layers or of all; of several kinds the last that scales, as vLLM takes it.
void read_rope(const json &rope, NamedLengths &out)
{
    bool by_kind = false;
    for (const auto &[name, value] : rope.items()) {
        if (!value.is_object() || !name.ends_with("attention")) continue;
        by_kind = true;
        if (const std::string_view type = type_of(value); !type.empty() && type != "default") read_rope(value, out);
    }
    if (by_kind) return;
    out.rope_type = type_of(rope);
    if (const auto factor = rope.find("factor"); factor != rope.end() && factor->is_number())
        out.rope_factor = factor->get<double>();
    out.rope_original = whole_at(rope, "original_max_position_embeddings");
    out.by_axes = rope.contains("mrope_section");
}

} // namespace

void keep_drafting(const json &file, DecoderSpec &spec)
{
    const json &text = text_part(file);
    Count layers = 0;
    for (const char *key : {"num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_layers"})
        if (layers == 0) layers = whole_at(text, key);
    const Count words = whole_at(text, "draft_vocab_size");
    if (layers == 0 && words == 0) return;
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->prediction_layers = layers;
    around->draft_vocab = words;
    spec.extension = std::move(around);
}

void keep_lengths(const json &file, DecoderSpec &spec)
{
    const json &text = text_part(file);
    NamedLengths out;
    for (const char *key : length_keys)
        if (const Count length = whole_at(text, key)) out.keys.emplace_back(key, length);
    for (const char *key : {"rope_parameters", "rope_scaling"})
        if (const json *rope = object_at(text, key); rope && out.rope_type.empty()) read_rope(*rope, out);
    out.original = whole_at(text, "original_max_position_embeddings");
    const bool plain = std::ranges::all_of(out.keys, [&out](const auto &key) {
        return out.keys.front().first == length_keys.front() && key.second == out.keys.front().second;
    });
    const bool unscaled = !out.rope_factor && out.rope_original == 0 && out.rope_type != "longrope" && out.rope_type != "su";
    if (plain && unscaled && !out.by_axes) return;
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->lengths = std::move(out);
    spec.extension = std::move(around);
}

} // namespace plimsoll
