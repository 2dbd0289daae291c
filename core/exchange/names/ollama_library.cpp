// SPDX-License-Identifier: GPL-3.0-or-later
// Tags of Ollama's library as of autumn 2026. What a plain tag holds is fixed when a model is published: Q4_0 in 2023 and until mid-2024,
// Q4_K_M since (Ollama's own importer: server/create.go), wider types for the smallest models and for embeddings.
#include "core/exchange/names/ollama_library.h"
#include "core/ground/ascii.h"

#include "core/model/quantization/named_quantisation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace plimsoll {

namespace {

struct Row {
    std::string_view name;
    std::string_view size;        ///< of "latest"
    std::string_view quant;       ///< of a tag that names no type
    std::string_view others = {}; ///< "SIZE=TYPE" with blanks between, where a size has another
};

constexpr auto rows = std::to_array<Row>({
    {"all-minilm", "22m", "F16"},
    {"aya", "8b", "Q4_0"},
    {"bge-large", "335m", "F16"},
    {"bge-m3", "567m", "F16"},
    {"codegemma", "7b", "Q4_0"},
    {"codellama", "7b", "Q4_0"},
    {"codestral", "22b", "Q4_0"},
    {"cogito", "8b", "Q4_K_M"},
    {"command-r", "35b", "Q4_0"},
    {"command-r-plus", "104b", "Q4_0"},
    {"command-r7b", "7b", "Q4_K_M"},
    {"deepseek-coder", "1.3b", "Q4_0"},
    {"deepseek-coder-v2", "16b", "Q4_0"},
    {"deepseek-llm", "7b", "Q4_0"},
    {"deepseek-r1", "8b", "Q4_K_M"},
    {"deepseek-v2", "16b", "Q4_0"},
    {"deepseek-v3", "671b", "Q4_K_M"},
    {"deepseek-v3.1", "671b", "Q4_K_M"},
    {"deepscaler", "1.5b", "F16"},
    {"devstral", "24b", "Q4_K_M"},
    {"dolphin3", "8b", "Q4_K_M"},
    {"embeddinggemma", "300m", "BF16"},
    {"exaone3.5", "7.8b", "Q4_K_M"},
    {"falcon", "7b", "Q4_0"},
    {"falcon3", "7b", "Q4_K_M"},
    {"gemma", "7b", "Q4_0"},
    {"gemma2", "9b", "Q4_0"},
    {"gemma3", "4b", "Q4_K_M", "270m=Q8_0"},
    {"gemma3n", "e4b", "Q4_K_M"},
    {"gemma4", "e4b", "Q4_K_M"},
    {"glm4", "9b", "Q4_0"},
    {"gpt-oss", "20b", "mxfp4"},
    {"gpt-oss-safeguard", "20b", "mxfp4"},
    {"granite-code", "3b", "Q4_0"},
    {"granite3.1-dense", "8b", "Q4_K_M"},
    {"granite3.2", "8b", "Q4_K_M"},
    {"granite3.3", "8b", "Q4_K_M"},
    {"granite4", "3b", "Q4_K_M"},
    {"hermes3", "8b", "Q4_0"},
    {"llama2", "7b", "Q4_0"},
    {"llama3", "8b", "Q4_0"},
    {"llama3.1", "8b", "Q4_K_M"},
    {"llama3.2", "3b", "Q4_K_M", "1b=Q8_0"},
    {"llama3.2-vision", "11b", "Q4_K_M"},
    {"llama3.3", "70b", "Q4_K_M"},
    {"llama4", "16x17b", "Q4_K_M"},
    {"llava", "7b", "Q4_0"},
    {"magistral", "24b", "Q4_K_M"},
    {"mathstral", "7b", "Q4_0"},
    {"minicpm-v", "8b", "Q4_0"},
    {"ministral-3", "8b", "Q4_K_M"},
    {"mistral", "7b", "Q4_K_M"},
    {"mistral-large", "123b", "Q4_K_M"},
    {"mistral-nemo", "12b", "Q4_0"},
    {"mistral-small", "24b", "Q4_K_M", "22b=Q4_0"},
    {"mistral-small3.1", "24b", "Q4_K_M"},
    {"mistral-small3.2", "24b", "Q4_K_M"},
    {"mixtral", "8x7b", "Q4_0"},
    {"mxbai-embed-large", "335m", "F16"},
    {"nemotron-3-nano", "30b", "Q4_K_M"},
    {"nemotron-mini", "4b", "Q4_K_M"},
    {"nomic-embed-text", "137m", "F16"},
    {"olmo2", "7b", "Q4_K_M"},
    {"openthinker", "7b", "Q4_K_M"},
    {"orca-mini", "3b", "Q4_0"},
    {"phi", "2.7b", "Q4_0"},
    {"phi3", "3.8b", "Q4_0"},
    {"phi3.5", "3.8b", "Q4_0"},
    {"phi4", "14b", "Q4_K_M"},
    {"phi4-mini", "3.8b", "Q4_K_M"},
    {"phi4-reasoning", "14b", "Q4_K_M"},
    {"qwen", "4b", "Q4_0"},
    {"qwen2", "7b", "Q4_0"},
    {"qwen2.5", "7b", "Q4_K_M"},
    {"qwen2.5-coder", "7b", "Q4_K_M"},
    {"qwen2.5vl", "7b", "Q4_K_M"},
    {"qwen3", "8b", "Q4_K_M"},
    {"qwen3-coder", "30b", "Q4_K_M"},
    {"qwen3-embedding", "8b", "Q4_K_M", "0.6b=Q8_0"},
    {"qwen3-next", "80b", "Q4_K_M"},
    {"qwen3-vl", "8b", "Q4_K_M"},
    {"qwen3.5", "9b", "Q4_K_M"},
    {"qwen3.6", "35b", "Q4_K_M"},
    {"qwq", "32b", "Q4_K_M"},
    {"smallthinker", "3b", "Q8_0"},
    {"smollm", "1.7b", "Q4_0"},
    {"smollm2", "1.7b", "Q8_0", "360m=F16 135m=F16"},
    {"snowflake-arctic-embed", "335m", "F16"},
    {"snowflake-arctic-embed2", "568m", "F16"},
    {"solar", "10.7b", "Q4_0"},
    {"starcoder2", "3b", "Q4_0"},
    {"tinyllama", "1.1b", "Q4_0"},
    {"vicuna", "7b", "Q4_0"},
    {"wizardlm2", "7b", "Q4_0"},
    {"yi", "6b", "Q4_0"},
    {"zephyr", "7b", "Q4_0"},
});

struct Shape {
    std::string_view name, size, preset;
};

/// Names that are no preset's own, of models with a preset's shape.
constexpr auto shapes = std::to_array<Shape>({
    {"aya", "8b", "aya-23-8b"},
    {"deepseek-r1", "7b", "qwen2.5-7b"},
    {"deepseek-r1", "8b", "qwen3-8b"},
    {"deepseek-r1", "14b", "qwen2.5-14b"},
    {"deepseek-r1", "32b", "qwen2.5-32b"},
    {"deepseek-r1", "70b", "llama-3.1-70b"},
    {"deepseek-r1", "671b", "deepseek-v3"},
    {"deepseek-v2", "16b", "deepseek-v2-lite"},
    {"deepseek-v3", "671b", "deepseek-v3"},
    {"deepseek-v3.1", "671b", "deepseek-v3"},
    {"dolphin3", "8b", "llama-3.1-8b"},
    {"granite3.1-dense", "2b", "granite-3.1-2b-base"},
    {"hermes3", "8b", "llama-3.1-8b"},
    {"llama3", "8b", "llama-3.1-8b"},
    {"llama3.3", "70b", "llama-3.1-70b"},
    {"mistral", "7b", "mistral-7b-instruct-v0.3"},
    {"mistral-nemo", "12b", "mistral-nemo-instruct"},
    {"mixtral", "8x7b", "mixtral-8x7b-v0.1"},
    {"phi", "2.7b", "phi-2"},
    {"phi3", "3.8b", "phi-3-mini-128k-instruct"},
    {"phi3", "mini", "phi-3-mini-128k-instruct"},
    {"phi3.5", "3.8b", "phi-3.5-mini-instruct"},
    {"phi4", "14b", "phi-4"},
    {"phi4-mini", "3.8b", "phi-4-mini-instruct"},
    {"phi4-reasoning", "14b", "phi-4"},
    {"qwen2.5-coder", "0.5b", "qwen2.5-0.5b"},
    {"qwen2.5-coder", "1.5b", "qwen2.5-1.5b"},
    {"qwen2.5-coder", "3b", "qwen2.5-3b"},
    {"qwen2.5-coder", "14b", "qwen2.5-14b"},
    {"qwen2.5-coder", "32b", "qwen2.5-32b"},
    {"qwen2.5vl", "7b", "qwen2.5-vl-7b-instruct"},
    {"qwen3-coder", "30b", "qwen3-30b-a3b"},
    {"qwen3-next", "80b", "qwen3-next-80b-a3b-instruct"},
    {"qwen3-vl", "4b", "qwen3-vl-4b-instruct"},
    {"qwen3-vl", "30b", "qwen3-vl-30b-a3b-instruct"},
    {"qwen3.6", "27b", "qwen3.5-27b"},
    {"qwen3.6", "35b", "qwen3.5-35b-a3b"},
    {"qwq", "32b", "qwen2.5-32b"},
    {"smollm2", "1.7b", "smollm2-1.7b-instruct"},
    {"tinyllama", "1.1b", "tinyllama-1.1b-chat"},
});

/// "8b", "1.5b", "270m", "8x7b", "e4b".
bool is_size(std::string_view word)
{
    if (word.size() < 2 || (word.back() != 'b' && word.back() != 'm')) return false;
    word.remove_suffix(1);
    if (word.front() == 'e') word.remove_prefix(1);
    return !word.empty() && word.find_first_not_of("0123456789.x") == std::string_view::npos && word.front() >= '0' &&
           word.front() <= '9';
}

/// The words of a tag, between dashes.
template <class Visit>
void each_word(std::string_view tag, Visit visit)
{
    while (!tag.empty()) {
        const std::size_t end = std::min(tag.find('-'), tag.size());
        visit(tag.substr(0, end));
        tag.remove_prefix(std::min(end + 1, tag.size()));
    }
}

std::string_view of_size(const Row &row, std::string_view size)
{
    for (std::string_view all = row.others; !all.empty();) {
        const std::size_t end = std::min(all.find(' '), all.size()), sign = all.find('=');
        if (all.substr(0, sign) == size) return all.substr(sign + 1, end - sign - 1);
        all.remove_prefix(std::min(end + 1, all.size()));
    }
    return row.quant;
}

/// A preset's name without what divides it and how it was tuned: "llama3.18b" of "llama-3.1-8b", "gemma34b" of "gemma-3-4b-it".
std::string run_together(std::string_view preset)
{
    std::string out;
    each_word(preset, [&out](std::string_view word) {
        if (word != "instruct" && word != "it" && word != "chat" && word != "base") out += word;
    });
    return out;
}

/// The preset that is called so: "qwen3" and "30b" are "qwen3-30b-a3b" too.
const Preset *preset_of(const OllamaTag &tag)
{
    if (tag.size.empty()) return nullptr;
    const auto *const shape =
        std::ranges::find_if(shapes, [&tag](const Shape &row) { return row.name == tag.name && row.size == tag.size; });
    if (shape != shapes.end()) return find_preset(shape->preset);
    std::string wanted;
    each_word(tag.name + '-' + tag.size, [&wanted](std::string_view word) { wanted += word; });
    for (const Preset &preset : presets()) {
        const std::string name = run_together(preset.name);
        const bool active = name.starts_with(wanted + 'a') && is_size(std::string_view(name).substr(wanted.size() + 1));
        if (name == wanted || active) return &preset;
    }
    return nullptr;
}

void read_tag(std::string_view tag, OllamaTag &out)
{
    bool trained_for_four = false;
    each_word(tag, [&](std::string_view word) {
        if (is_size(word) && out.size.empty()) out.size = word;
        if (word == "mini" && out.size.empty()) out.size = word;
        trained_for_four = trained_for_four || word == "qat";
        out.remote = out.remote || word == "cloud";
    });
    const std::optional<NamedQuantisation> type = quantisation_of_name(tag, true);
    if (type && !type->quant.empty()) out.quant = type->quant;
    if (out.quant.empty() && trained_for_four) out.quant = "Q4_0"; // quantisation-aware training of Gemma 3
    out.stated = !out.quant.empty();
}

} // namespace

OllamaTag ollama_tag(std::string_view text)
{
    OllamaTag out;
    const std::size_t colon = text.rfind(':');
    const std::string whole = lower(text.substr(0, colon));
    const std::string tag = colon == std::string_view::npos ? std::string() : lower(text.substr(colon + 1));
    const std::size_t slash = whole.rfind('/');
    const bool own = slash == std::string::npos || whole.substr(0, slash).ends_with("library");
    out.name = own ? whole.substr(slash + 1) : whole; // npos + 1 is 0
    read_tag(tag, out);
    const auto *const row = std::ranges::find(rows, std::string_view(out.name), &Row::name);
    out.known = row != rows.end();
    if (out.known && out.size.empty() && (tag.empty() || tag == "latest" || out.stated || tag == "cloud")) out.size = row->size;
    if (out.quant.empty()) out.quant = out.known ? of_size(*row, out.size) : "Q4_K_M";
    if (own) out.preset = preset_of(out);
    return out;
}

} // namespace plimsoll
