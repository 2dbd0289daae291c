// SPDX-License-Identifier: GPL-3.0-or-later
// Ollama fb307609: docs/modelfile.mdx, api/types.go (Options, Runner), envconfig/config.go
#include "core/engines/engines.h"
#include "core/exchange/tools/llama_cpp/ggml_words.h"
#include "core/exchange/names/named_models.h"
#include "core/exchange/names/ollama_library.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/servers.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

/// A tag of Ollama's library: what it holds, and the preset of its shape.
void take_tag(ConfigReading &reading, const ConfigEntry &entry, const std::string &word)
{
    const OllamaTag tag = ollama_tag(word);
    if (tag.remote)
        reading.warn("remote_model",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 runs on %2's machines, not on this card"), {word, "Ollama"}), "model");
    if (tag.preset == nullptr)
        take_named_model(reading, entry, tag.name.substr(tag.name.rfind('/') + 1)); // npos + 1 is 0
    else if (reading.state(entry, "model", {{"preset", tag.preset->name}}))
        reading.warn(
            "model_by_tag",
            phrase(QT_TRANSLATE_NOOP("core", "%1 is a tag of %2's library: the preset %3 (%4) has its shape and was taken"),
                   {word, "Ollama", tag.preset->name, tag.preset->hub}),
            "model");
    if (!reading.state("weights.quant", tag.quant)) return;
    reading.understood(entry, "weights.quant");
    if (!tag.stated)
        reading.warn(
            "quant_by_default",
            tag.known
                ? phrase(QT_TRANSLATE_NOOP("core", "%1 names no type: %2's library holds %3 under it, which was taken"),
                         {word, "Ollama", tag.quant})
                : phrase(QT_TRANSLATE_NOOP("core", "%1 names no type: %3 was taken, which is what %2 mostly makes of a model"),
                         {word, "Ollama", tag.quant}),
            "weights.quant");
}

/// A file, a repository of the Hub, or a name of Ollama's own library.
void take_from(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    std::string word = as_word(value);
    if (word.starts_with("./")) word = word.substr(2);
    for (const char *host : {"hf.co/", "huggingface.co/", "https://hf.co/", "https://huggingface.co/"})
        if (word.starts_with(host)) return take_gguf_repository(reading, entry, word.substr(std::string_view(host).size()));
    if (word.ends_with(".gguf") || word.starts_with("..") || word.starts_with('/') || word.starts_with('~'))
        return word.ends_with(".gguf") ? take_gguf_file(reading, entry, word) : take_named_model(reading, entry, value);
    for (const std::string_view host : {"https://ollama.com/", "registry.ollama.ai/", "ollama.com/"})
        if (word.starts_with(host)) word = word.substr(host.size());
    take_tag(reading, entry, word);
}

/// -1 and -2: without end.
void take_tokens(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto tokens = as_count(value);
    if (tokens && *tokens < 0) return reading.understood(entry, "inference.new_tokens");
    reading.state(entry, "inference.new_tokens", tokens ? json(*tokens) : value);
}

void take_layers(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto layers = as_count(value);
    reading.state(entry, "inference.gpu_layers",
                  !layers          ? value
                  : *layers < 0    ? json(-1)
                  : *layers >= 999 ? json("all")
                                   : json(*layers));
}

void take_flash(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto on = as_switch(value);
    reading.state(entry, "inference.flash_attention", on ? json(*on ? "on" : "off") : value);
}

void take_cache_type(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    json word;
    for (const Spelling &row : ggml_cache_types)
        if (!row.word.empty() && value == std::string(row.word)) word = std::string(row.value);
    reading.state(entry, "inference.kv_dtype", word.is_null() ? value : word);
}

/// It divides no context among its slots.
void take_slots(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto slots = as_count(value);
    if (!slots || *slots < 1) return reading.understood(entry, "inference.max_num_seqs");
    reading.state(entry, "inference.max_num_seqs", *slots);
    reading.state(entry, "inference.sequences", *slots);
}

/// Nothing is drafted unless a model says so, or somebody (server/routes.go); a file that has such layers drafts with them.
void take_drafts(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto tokens = as_count(value);
    if (!tokens || *tokens < 1) return reading.understood(entry, "inference.speculative.method");
    reading.state(entry, "inference.speculative.tokens", *tokens);
    if (!reading.plan().has("inference.speculative.method")) reading.state(entry, "inference.speculative.method", "mtp");
}

/// The file of a model that drafts.
void take_draft_model(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    reading.state(entry, "inference.speculative.method", "draft_model");
    reading.state(entry, "inference.speculative.model", {{"config", as_word(value)}});
    if (!reading.plan().has("inference.speculative.tokens")) reading.state("inference.speculative.tokens", 4); // api/types.go
}

constexpr KeyRule parameters[] = {
    {"draft_num_predict", "inference.speculative.tokens", take_drafts},
    {"num_predict", "inference.new_tokens", take_tokens},
    {"num_gpu", "inference.gpu_layers", take_layers},
};
constexpr KeyGroup parameter_groups[] = {
    {no_effect, of_sampling,
     "temperature seed stop top_k top_p min_p typical_p tfs_z repeat_last_n repeat_penalty presence_penalty frequency_penalty "
     "mirostat "
     "mirostat_eta mirostat_tau num_keep penalize_newline"},
    {no_effect, of_processes,
     "num_thread use_mmap use_mlock numa main_gpu num_gqa rope_frequency_base rope_frequency_scale f16_kv "
     "logits_all vocab_only embedding_only"},
    {not_said, of_limits, "low_vram"},
};
constinit const ToolWords parameter_words{
    .title = "Ollama", .runner = &engines::ollama, .rules = parameters, .groups = parameter_groups};

constexpr KeyRule instructions[] = {{"FROM", "model", take_from}, {"DRAFT", "inference.speculative.model", take_draft_model}};
constexpr KeyGroup instruction_groups[] = {
    {no_effect, of_server, "TEMPLATE SYSTEM MESSAGE LICENSE REQUIRES RENDERER PARSER"},
    {not_said, of_objective, "ADAPTER"},
};
constinit const ToolWords instruction_words{.title = "Ollama", .rules = instructions, .groups = instruction_groups};

constexpr KeyRule variables[] = {
    {"OLLAMA_CONTEXT_LENGTH", "inference.context"},
    {"OLLAMA_NUM_PARALLEL", "inference.max_num_seqs", take_slots},
    {"OLLAMA_KV_CACHE_TYPE", "inference.kv_dtype", take_cache_type},
    {"OLLAMA_FLASH_ATTENTION", "inference.flash_attention", take_flash},
    {"OLLAMA_SCHED_SPREAD", "parallel.pipeline"},
};
constexpr KeyGroup variable_groups[] = {
    {no_effect, of_server,
     "OLLAMA_HOST OLLAMA_ORIGINS OLLAMA_MODELS OLLAMA_KEEP_ALIVE OLLAMA_DEBUG* OLLAMA_LOAD_TIMEOUT OLLAMA_MAX_QUEUE "
     "OLLAMA_NOHISTORY "
     "OLLAMA_NOPRUNE OLLAMA_AUTH OLLAMA_EDITOR OLLAMA_GO_TEMPLATE OLLAMA_MAX_TRANSFER_STREAMS OLLAMA_NO_CLOUD OLLAMA_REMOTES "
     "OLLAMA_LLM_LIBRARY OLLAMA_VULKAN OLLAMA_IGPU_ENABLE OLLAMA_INTEL_GPU OLLAMA_NEW_ENGINE OLLAMA_TMPDIR"},
    {not_said, of_limits, "OLLAMA_GPU_OVERHEAD OLLAMA_MAX_LOADED_MODELS OLLAMA_MULTIUSER_CACHE"},
};
constinit const ToolWords variable_words{
    .title = "Ollama", .rules = variables, .groups = variable_groups, .base = &environment_words};

constexpr KeyGroup option_groups[] = {
    {no_effect, of_server, "f file q quantize verbose keepalive format nowordwrap insecure think hidethinking experimental"},
};
constinit const ToolWords option_words{.title = "Ollama", .groups = option_groups};

} // namespace

static int recognises_ollama(const ConfigText &text)
{
    if (text.form == ConfigForm::modelfile) return 100;
    if (text.form != ConfigForm::command) return 0;
    for (const std::string &program : text.programs)
        if (program.starts_with("ollama")) return 100;
    return 0;
}

static void read_ollama(ConfigReading &reading)
{
    reading.state("task", "infer");
    reading.state("inference.engine", "ollama");
    const std::string scope = scope_of(reading.text());
    if (const auto cards = visible_cards(reading); cards && switch_in(reading, {"OLLAMA_SCHED_SPREAD"}).value_or(false)) {
        reading.state("parallel.pipeline", *cards);
        understand(reading, {"OLLAMA_SCHED_SPREAD", "CUDA_VISIBLE_DEVICES"}, "parallel.pipeline");
    }
    for (const ConfigEntry &entry : reading.entries())
        if (entry.scope == scope && !scope.empty() && entry.key.empty() && reading.is_open(entry)) {
            reading.call_it(entry, "model (positional)");
            if (scope == "ollama run" && !reading.plan().has("model") && !reading.text().has("FROM"))
                take_from(reading, entry, entry.value);
            else
                reading.understood(entry, "model");
        }
    take_all(reading, parameter_words, "PARAMETER");
    take_all(reading, variable_words, "environment");
    if (!scope.empty()) take_all(reading, option_words, scope);
    take_all(reading, instruction_words, reading.text().form == ConfigForm::modelfile ? "" : "Modelfile");
}

constinit const ToolFormat formats::ollama{.name = "ollama",
                                           .title = "Ollama",
                                           .recognises = recognises_ollama,
                                           .read = read_ollama,
                                           .ending = "sh",
                                           .write = write_ollama};

} // namespace plimsoll
