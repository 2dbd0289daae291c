// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/checkpoint/other_files.h"

#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <initializer_list>

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr std::string_view lfs_version = "version https://git-lfs.github.com/spec/v1";
constexpr std::size_t most_looked_at = 256U << 10U;

bool has_any(const json &object, std::initializer_list<const char *> keys)
{
    return std::ranges::any_of(keys, [&](const char *key) { return object.contains(key); });
}

std::optional<OtherFile> by_schema(const json &object)
{
    const auto schema = object.find("schema");
    if (schema == object.end() || !schema->is_string()) return std::nullopt;
    const auto &text = schema->get_ref<const std::string &>();
    if (text.starts_with("plimsoll.plan/")) return OtherFile::plan;
    if (text.starts_with("plimsoll.session/")) return OtherFile::session;
    if (text.starts_with("plimsoll.estimate/")) return OtherFile::estimate;
    return std::nullopt;
}

std::optional<OtherFile> by_keys(const json &object)
{
    if (const auto named = by_schema(object)) return named;
    if (object.contains("peft_type") || (object.contains("base_model_name_or_path") && has_any(object, {"r", "lora_alpha"})))
        return OtherFile::adapter;
    if (has_any(object, {"zero_optimization", "train_micro_batch_size_per_gpu"})) return OtherFile::deepspeed;
    if (has_any(object, {"distributed_type", "compute_environment"})) return OtherFile::accelerate;
    if (object.contains("weight_map")) return OtherFile::index;
    if (object.contains("base_model") && has_any(object, {"datasets", "adapter", "sequence_len", "micro_batch_size"}))
        return OtherFile::axolotl;
    if (object.contains("model_name_or_path") && has_any(object, {"finetuning_type", "cutoff_len", "stage", "template"}))
        return OtherFile::llama_factory;
    if (object.contains("model_type") || object.contains("architectures")) return OtherFile::model;
    if (has_any(object, {"tokenizer_class", "added_tokens_decoder", "added_tokens"})) return OtherFile::tokenizer;
    if (has_any(object, {"image_processor_type", "feature_extractor_type", "processor_class"})) return OtherFile::preprocessor;
    if (has_any(object, {"log_history"})) return OtherFile::trainer;
    const bool bare_quant = object.contains("bits") && has_any(object, {"group_size", "quant_method"});
    if (bare_quant || (object.contains("quantization") && object.contains("producer"))) return OtherFile::quantize;
    if (object.contains("dim") && has_any(object, {"n_layers", "n_heads"})) return OtherFile::params;
    if (has_any(object, {"do_sample", "max_new_tokens", "_from_model_config"}) ||
        (object.contains("transformers_version") && has_any(object, {"eos_token_id", "bos_token_id"})))
        return OtherFile::generation;
    return std::nullopt;
}

/// Whether a line at the left margin begins with this key.
bool has_key(std::string_view text, std::string_view key)
{
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        const std::size_t end = at + key.size();
        if ((at == 0 || text[at - 1] == '\n') && end < text.size() && text[end] == ':') return true;
    }
    return false;
}

bool has_any_key(std::string_view text, std::initializer_list<std::string_view> keys)
{
    return std::ranges::any_of(keys, [&](std::string_view key) { return has_key(text, key); });
}

std::optional<OtherFile> by_lines(std::string_view text)
{
    if (text.find("_component_:") != std::string_view::npos) return OtherFile::torchtune;
    if (has_any_key(text, {"distributed_type", "compute_environment"})) return OtherFile::accelerate;
    if (has_key(text, "base_model")) return OtherFile::axolotl;
    if (has_key(text, "model_name_or_path") && has_any_key(text, {"stage", "finetuning_type", "cutoff_len", "template"}))
        return OtherFile::llama_factory;
    if (text.starts_with("# ") || text.starts_with("<!DOCTYPE") || text.starts_with("<html")) return OtherFile::page;
    // a key and a value on most lines
    std::size_t lines = 0, keyed = 0;
    while (!text.empty() && lines < 40) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t first = line.find_first_not_of(" \t\r-");
        if (first == std::string_view::npos || line[first] == '#') continue;
        ++lines;
        const std::size_t colon = line.find(':');
        const std::string_view key = line.substr(first, colon == std::string_view::npos ? 0 : colon - first);
        keyed += !key.empty() && key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") ==
                                     std::string_view::npos;
    }
    if (lines > 0 && 3 * keyed >= 2 * lines) return OtherFile::yaml;
    return std::nullopt;
}

} // namespace

std::optional<Bytes> lfs_bytes(std::string_view text)
{
    constexpr std::string_view key = "\nsize ";
    if (!text.starts_with(lfs_version)) return std::nullopt;
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    Bytes bytes = 0;
    const char *const first = text.data() + at + key.size();
    const auto [rest, error] = std::from_chars(first, text.data() + text.size(), bytes);
    return error == std::errc{} && bytes >= 0 ? std::optional(bytes) : std::nullopt;
}

std::optional<OtherFile> other_file(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    if (text.starts_with(lfs_version)) return OtherFile::lfs_pointer;
    if (text.starts_with("GGUF")) return OtherFile::gguf;
    if (text.starts_with("PK\x03\x04") || text.starts_with("\x80\x02")) return OtherFile::pickle;
    if (text.size() > 9 && text[8] == '{' && text[7] == '\0' && text[6] == '\0') return OtherFile::safetensors;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return std::nullopt;
    if (text[first] != '{') return text[first] == '[' ? std::nullopt : by_lines(text.substr(0, most_looked_at));
    if (text.size() > most_looked_at) {
        // the beginning of a large document: its keys without their values
        if (text.substr(0, most_looked_at).find("\"weight_map\"") != std::string_view::npos) return OtherFile::index;
        const bool tokens = text.substr(0, most_looked_at).find("\"added_tokens\"") != std::string_view::npos;
        return tokens ? std::optional(OtherFile::tokenizer) : std::nullopt;
    }
    const json parsed = json::parse(text, nullptr, false, true);
    return parsed.is_object() ? by_keys(parsed) : std::nullopt;
}

std::string name_of(OtherFile file)
{
    switch (file) {
    case OtherFile::lfs_pointer: return phrase(QT_TRANSLATE_NOOP("core", "a %1 pointer"), {"git-LFS"});
    case OtherFile::adapter: return phrase(QT_TRANSLATE_NOOP("core", "an adapter's configuration (%1)"), {"PEFT"});
    case OtherFile::axolotl: return phrase(QT_TRANSLATE_NOOP("core", "an %1 configuration"), {"Axolotl"});
    case OtherFile::llama_factory: return phrase(QT_TRANSLATE_NOOP("core", "a %1 configuration"), {"LLaMA-Factory"});
    case OtherFile::torchtune: return phrase(QT_TRANSLATE_NOOP("core", "a %1 configuration"), {"torchtune"});
    case OtherFile::accelerate: return phrase(QT_TRANSLATE_NOOP("core", "an %1 configuration"), {"Accelerate"});
    case OtherFile::deepspeed: return phrase(QT_TRANSLATE_NOOP("core", "a %1 configuration"), {"DeepSpeed"});
    case OtherFile::yaml: return phrase(QT_TRANSLATE_NOOP("core", "a %1 file"), {"YAML"});
    case OtherFile::gguf: return phrase(QT_TRANSLATE_NOOP("core", "a model in %1 format"), {"GGUF"});
    case OtherFile::safetensors: return phrase(QT_TRANSLATE_NOOP("core", "a model's weights in %1 format"), {"safetensors"});
    case OtherFile::pickle: return phrase(QT_TRANSLATE_NOOP("core", "a model's weights in PyTorch's own format"));
    case OtherFile::tokenizer: return phrase(QT_TRANSLATE_NOOP("core", "a tokenizer's file"));
    case OtherFile::generation: return phrase(QT_TRANSLATE_NOOP("core", "a model's settings for generation"));
    case OtherFile::preprocessor: return phrase(QT_TRANSLATE_NOOP("core", "a processor's configuration"));
    case OtherFile::index: return phrase(QT_TRANSLATE_NOOP("core", "the index of a model's shards"));
    case OtherFile::quantize: return phrase(QT_TRANSLATE_NOOP("core", "a quantiser's configuration"));
    case OtherFile::params: return phrase(QT_TRANSLATE_NOOP("core", "a model's parameters in Meta's or Mistral's own format"));
    case OtherFile::trainer: return phrase(QT_TRANSLATE_NOOP("core", "the state of a training run"));
    case OtherFile::model: return phrase(QT_TRANSLATE_NOOP("core", "a model's configuration"));
    case OtherFile::plan: return phrase(QT_TRANSLATE_NOOP("core", "a plan of %1"), {"Plimsoll"});
    case OtherFile::session: return phrase(QT_TRANSLATE_NOOP("core", "a session of %1"), {"Plimsoll"});
    case OtherFile::estimate: return phrase(QT_TRANSLATE_NOOP("core", "an estimate of %1"), {"Plimsoll"});
    case OtherFile::page: break;
    }
    return phrase(QT_TRANSLATE_NOOP("core", "a page of text"));
}

} // namespace plimsoll
