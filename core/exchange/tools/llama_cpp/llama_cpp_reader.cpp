// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 2026-10: common/arg.cpp, src/llama-context.cpp, tools/server/server-context.cpp (slots)
#include "core/exchange/tools/llama_cpp/llama_cpp.h"

#include "core/exchange/names/named_models.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/servers.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr std::string_view variable_prefix = "LLAMA_ARG_";

/// "ctx_size" of "c" and "ctx-size".
std::string whole_name(std::string name)
{
    std::ranges::replace(name, '-', '_');
    const auto found = std::ranges::find(llama_cpp_words.others, std::string_view(name), &OtherKey::name);
    return found == llama_cpp_words.others.end() ? name : std::string(found->key);
}

/// Variables by the options' names, which come before them.
void take_variables(ConfigReading &reading)
{
    for (const ConfigEntry &entry : reading.entries()) {
        if (entry.scope != "environment" || !entry.key.starts_with(variable_prefix) || !reading.is_open(entry)) continue;
        std::string name = entry.key.substr(variable_prefix.size());
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const bool said = std::ranges::any_of(reading.entries(), [&](const ConfigEntry &option) {
            return option.scope != "environment" && whole_name(option.key) == whole_name(name);
        });
        if (said)
            reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "the command says otherwise")));
        else if (!take_key_as(reading, llama_cpp_words, entry, name))
            say_unknown_key(reading, llama_cpp_words, entry, name);
    }
}

Count count_of(const ConfigEntry *entry, Count otherwise)
{
    return entry != nullptr ? as_count(entry->value).value_or(otherwise) : otherwise;
}

void read_model(ConfigReading &reading)
{
    const ConfigEntry *const file = llama_option(reading, {"hff", "hf_file"});
    const bool named_file = file != nullptr && !file->unknown;
    if (const ConfigEntry *entry = llama_option(reading, {"hf", "hfr", "hf_repo"}); entry != nullptr && !entry->unknown)
        take_gguf_repository(reading, *entry, as_word(entry->value), named_file);
    if (const ConfigEntry *entry = llama_option(reading, {"m", "model"}); entry != nullptr && !entry->unknown)
        take_gguf_file(reading, *entry, as_word(entry->value));
    else if (entry != nullptr) { // "$FOLDER/m-Q4_K_M.gguf"
        const std::string path = as_word(entry->value), name = path.substr(path.rfind('/') + 1);
        if (name.find_first_of("$`") == std::string::npos) state_gguf_type(reading, name);
    }
    if (const ConfigEntry *entry = llama_option(reading, {"mu", "model_url"}); entry != nullptr && !entry->unknown)
        take_gguf_url(reading, *entry, as_word(entry->value));
    if (named_file) {
        const bool named = reading.plan().has("model");
        const ModelReference repository = reading.plan().model;
        take_gguf_file(reading, *file, as_word(file->value));
        if (named) reading.plan().model = repository;
        if (!named) reading.plan().given.erase("model");
    }
}

/// llama.cpp takes a number by std::stoi, which stops at the first letter: "16k" is 16 to it, and nobody means that.
const ConfigEntry *number_option(ConfigReading &reading, std::initializer_list<std::string_view> names)
{
    const ConfigEntry *const entry = llama_option(reading, names);
    if (entry == nullptr || entry->unknown || as_count(entry->value)) return entry;
    if (reading.is_open(*entry))
        reading.not_said(
            *entry,
            phrase(QT_TRANSLATE_NOOP("core", "is no whole number: %1 reads the digits before the first letter"), {"llama.cpp"}));
    return nullptr;
}

/// Slots share -c: each has its part, unless one cache is shared by all (--kv-unified), of which each may have its own limit.
void read_context(ConfigReading &reading)
{
    const ConfigEntry *const all = number_option(reading, {"c", "ctx_size"}), *const slots = number_option(
                                                                                  reading, {"np", "parallel", "n_parallel"});
    const bool unified = llama_switch(reading, {"kvu", "kv_unified"}, false);
    const ConfigEntry *const own = number_option(reading, {"kv_unified_per_slot"});
    const Count count = count_of(slots, -1), cells = count_of(all, 0); // as where nobody says
    if (const Count each = count_of(own, 0); each > 0) {
        reading.state(*own, "inference.context", each);
        constexpr Count slots_of_server = 4; // where nobody says: without -c the pool has room for each (server.cpp)
        if (cells >= each && cells % each == 0)
            reading.state(*all, "inference.sequences", cells / each);
        else if (cells == 0)
            reading.state("inference.sequences", count >= 1 ? count : slots_of_server);
        if (slots != nullptr && count >= 1) reading.state(*slots, "inference.max_num_seqs", count);
        return llama_understand(reading, {"c", "ctx_size", "np", "parallel", "n_parallel", "kvu", "kv_unified"},
                                "inference.context");
    }
    if (slots != nullptr && count >= 1) {
        reading.state(*slots, "inference.max_num_seqs", count);
        if (!unified) reading.state(*slots, "inference.sequences", count);
    } else if (slots != nullptr && !slots->unknown)
        reading.understood(*slots, "inference.max_num_seqs"); // -1: by itself
    if (all != nullptr && cells > 0)
        reading.state(*all, "inference.context", unified || count < 1 ? cells : std::max<Count>(cells / count, 1));
    else if (all != nullptr && !all->unknown && as_count(all->value) == 0)
        reading.state(*all, "inference.fit", false); // the model's own, whole
    else if (all != nullptr && !all->unknown)
        reading.understood(*all, "inference.context");
    llama_understand(reading, {"kvu", "kv_unified", "no_kvu", "no_kv_unified"}, "inference.context");
}

/// The physical batch is at most the logical one.
void read_batch(ConfigReading &reading)
{
    const ConfigEntry *const logical = number_option(reading, {"b", "batch_size", "batch"}), *const own = number_option(
                                                                                                 reading,
                                                                                                 {"ub", "ubatch_size", "ubatch"});
    const Count most = count_of(logical, 2048), stated = count_of(own, 512), tokens = std::min(most, stated);
    if (own != nullptr && !own->unknown) reading.state(*own, "inference.max_num_batched_tokens", tokens);
    if (logical == nullptr || logical->unknown) return;
    if (most < stated)
        reading.state(*logical, "inference.max_num_batched_tokens", tokens);
    else
        reading.no_effect(*logical, phrase(QT_TRANSLATE_NOOP("core", "%1 says how many tokens a pass takes"), {"--ubatch-size"}));
}

void read_cache(ConfigReading &reading)
{
    const ConfigEntry *const keys = llama_option(reading, {"ctk", "cache_type_k"}), *const values = llama_option(
                                                                                        reading, {"ctv", "cache_type_v"});
    const std::string of_keys = keys ? as_word(keys->value) : "f16", of_values = values ? as_word(values->value) : "f16";
    for (const ConfigEntry *entry : {keys, values}) {
        if (entry == nullptr || entry->unknown) continue;
        if (of_keys == of_values)
            reading.state(*entry, "inference.kv_dtype", value_for(llama_cpp_words, "inference.kv_dtype", of_keys));
        else
            reading.not_said(
                *entry,
                phrase(QT_TRANSLATE_NOOP("core", "plans have one type for keys and values; here keys are %1 and values %2"),
                       {of_keys, of_values}));
    }
}

void read_flash(ConfigReading &reading)
{
    const ConfigEntry *const entry = llama_option(reading, {"fa", "flash_attn"});
    if (entry == nullptr || entry->unknown) return;
    const auto on = as_switch(entry->value);
    reading.state(*entry, "inference.flash_attention", on ? json(*on ? "on" : "off") : entry->value);
}

void read_layers(ConfigReading &reading)
{
    if (const ConfigEntry *entry = llama_option(reading, {"ngl", "gpu_layers", "n_gpu_layers"});
        entry != nullptr && !entry->unknown) {
        const auto count = as_count(entry->value);
        reading.state(*entry, "inference.gpu_layers", count && *count < 0 ? json(-1) : count ? json(*count) : entry->value);
    }
    constexpr Count every = 999; // more than any model has
    if (const ConfigEntry *entry = llama_option(reading, {"cmoe", "cpu_moe"}); entry != nullptr && entry->value == true)
        reading.state(*entry, "inference.host_experts", every);
    if (const ConfigEntry *entry = llama_option(reading, {"n", "predict", "n_predict"}); entry != nullptr)
        if (const auto tokens = as_count(entry->value); tokens && *tokens < 0) reading.understood(*entry, "inference.new_tokens");
}

/// Layers are split over the cards that it sees.
void read_cards(ConfigReading &reading)
{
    const ConfigEntry *const mode = llama_option(reading, {"sm", "split_mode"}),
                             *const shares = llama_option(reading, {"ts", "tensor_split"}),
                             *const devices = llama_option(reading, {"dev", "device"});
    std::optional<Count> cards = visible_cards(reading);
    const auto parts = [](const ConfigEntry *entry) { return as_names(entry->value); };
    if (devices != nullptr && !devices->unknown && devices->value != "none") cards = static_cast<Count>(parts(devices).size());
    if (shares != nullptr && !shares->unknown) cards = static_cast<Count>(parts(shares).size());
    const std::string word = mode ? as_word(mode->value) : std::string();
    if (word == "none") cards = 1;
    const bool by_layers = word.empty() || word == "layer" || word == "none";
    if (cards && by_layers && (*cards > 1 || mode != nullptr)) reading.state("parallel.pipeline", *cards);
    if (mode != nullptr)
        by_layers ? reading.understood(*mode, "parallel.pipeline") : reading.not_said(*mode, reasons::of_limits.text());
    if (devices != nullptr)
        devices->value == "none" ? reading.not_said(*devices, reasons::of_limits.text())
                                 : reading.understood(*devices, "parallel.pipeline");
    if (shares != nullptr) {
        const std::vector<std::string> names = parts(shares);
        if (std::ranges::all_of(names, [&](const std::string &name) { return name == names[0]; }))
            reading.understood(*shares, "parallel.pipeline");
        else
            reading.not_said(*shares,
                             phrase(QT_TRANSLATE_NOOP("core", "plans split layers evenly; here each card has its share")));
    }
    if (cards && *cards > 1) understand(reading, {"CUDA_VISIBLE_DEVICES"}, "parallel.pipeline");
    dismiss(reading, {"mg", "main_gpu"}, phrase(QT_TRANSLATE_NOOP("core", "it says which card comes first")));
}

} // namespace

/// common/arg.cpp: "invalid argument"; of all options two take two words
constinit const CommandWords llama_cpp_command{
    .pairs = CommandWords::Pairs::stop, .words = 0, .several = "lora_scaled control_vector_scaled control_vector_layer_range"};

const ConfigEntry *llama_option(ConfigReading &reading, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys)
        if (const ConfigEntry *entry = reading.find(key)) return entry;
    for (const std::string_view key : keys) {
        std::string name(variable_prefix);
        std::ranges::transform(key, std::back_inserter(name), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        if (const ConfigEntry *entry = reading.find(name)) return entry;
    }
    return nullptr;
}

static int recognises_llama_cpp(const ConfigText &text)
{
    return runs_one_of(text, {"llama-server", "llama-cli", "llama-bench", "llama-run", "llama-perplexity", "llama-fit-params",
                              "llama-mtmd-cli", "llama-completion", "llama serve", "llama cli", "server"});
}

static void read_llama_cpp(ConfigReading &reading)
{
    reading.state("task", "infer");
    reading.state("inference.engine", "llama.cpp");
    read_model(reading);
    read_context(reading);
    read_batch(reading);
    read_cache(reading);
    read_flash(reading);
    read_layers(reading);
    read_cards(reading);
    read_llama_drafts(reading);
    read_llama_pictures(reading);
    read_llama_fit(reading);
    take_variables(reading);
    take_all(reading, environment_words, "environment");
    take_all(reading, llama_cpp_words, scope_of(reading.text()));
}

constinit const ToolFormat formats::llama_cpp{.name = "llama.cpp",
                                              .title = "llama.cpp",
                                              .recognises = recognises_llama_cpp,
                                              .read = read_llama_cpp,
                                              .command = &llama_cpp_command,
                                              .ending = "sh",
                                              .write = write_llama_cpp};

} // namespace plimsoll
