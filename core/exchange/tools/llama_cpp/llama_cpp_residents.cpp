// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, common/arg.cpp, common/common.h (common_params_speculative): what a server has beside its model, and what it
// lowers by itself
#include "core/exchange/tools/llama_cpp/llama_cpp.h"
#include "core/exchange/tools/shared/servers.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/ground/ascii.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

/// A word of --spec-type; what it proposes at once where nobody says, 0: as other drafts (--spec-draft-n-max).
struct DraftWord {
    std::string_view word, method;
    Count tokens;
    std::string_view key; ///< that says how many
};
constexpr DraftWord draft_words[] = {
    {"draft-mtp", "mtp", 0, {}},
    {"draft-eagle3", "eagle3", 0, {}},
    {"draft-simple", "draft_model", 0, {}},
    {"draft-dflash", "draft_model", 0, {}},
    {"draft-dspark", "draft_model", 0, {}},
    {"ngram-simple", "ngram", 48, "spec_ngram_simple_size_m"},
    {"ngram-map-k", "ngram", 48, "spec_ngram_map_k_size_m"},
    {"ngram-map-k4v", "ngram", 48, "spec_ngram_map_k4v_size_m"},
    {"ngram-mod", "ngram", 64, "spec_ngram_mod_n_max"},
    {"ngram-cache", "ngram", 8, {}},
};

/// The model that drafts: a repository, or a file.
const ConfigEntry *read_draft_model(ConfigReading &reading)
{
    const ConfigEntry *const repository = llama_option(reading, {"spec_draft_hf", "hfd", "hfrd", "hf_repo_draft"}),
                             *const file = llama_option(reading, {"spec_draft_model", "md", "model_draft"});
    const ConfigEntry *const entry = repository != nullptr && !repository->unknown ? repository : file;
    if (entry == nullptr || entry->unknown) return entry;
    std::string name = as_word(entry->value);
    if (entry == repository) {
        reading.state(*entry, "inference.speculative.model", {{"hub", name.substr(0, name.find(':'))}});
        if (file != nullptr) reading.understood(*file, "inference.speculative.model");
    } else {
        reading.state(*entry, "inference.speculative.model", {{"config", name}});
    }
    return entry;
}

/// Converters write a projector's matrices in 16 bits, as they are planned; files say in their names what else they are.
void say_projector_type(ConfigReading &reading, const ConfigEntry &file)
{
    const std::string name = lower(as_word(file.value));
    for (const std::string_view type : {"q8_0", "q6_k", "q5_k", "q5_1", "q5_0", "q4_k", "q4_1", "q4_0", "f32"}) {
        if (name.find(type) == std::string::npos) continue;
        return reading.warn("projector_type",
                            phrase(QT_TRANSLATE_NOOP("core", "the projector's file is %1 by its name: it is planned with "
                                                             "matrices of 16 bits, which no field of a plan changes"),
                                   {type}),
                            "inference.mmproj");
    }
}

/// common/arg.cpp, --lora: an adapter's tensors lie beside the layers that they change, in the file's own types.
void say_adapter_files(ConfigReading &reading)
{
    for (const std::string_view key : {"lora", "lora_scaled"})
        if (const ConfigEntry *entry = llama_option(reading, {key}); entry != nullptr && !entry->value.is_null())
            return reading.warn("adapters_left_out",
                                phrase(QT_TRANSLATE_NOOP("core", "%1: how large the adapter is, is not known here: its file's "
                                                                 "tensors come on top of the figures"),
                                       {"--" + entry->key}),
                                "inference.lora");
}

/// The words of --spec-type that are known, the one that takes most memory first.
std::vector<const DraftWord *> drafts_in(const std::string &types)
{
    std::vector<const DraftWord *> out;
    for (const std::string &name : as_names(types))
        for (const DraftWord &row : draft_words)
            if (row.word == name) out.push_back(&row);
    std::ranges::stable_sort(out, {}, [](const DraftWord *row) { return row - &draft_words[0]; });
    return out;
}

/// Layers of the drafter on cards: none of a drafter whose device is none (common/arg.cpp, parse_device_list), whatever else is said.
void read_draft_layers(ConfigReading &reading)
{
    constexpr Count every = 99; // more layers than any drafter has
    const ConfigEntry *const layers = llama_option(reading, {"spec_draft_ngl", "ngld", "gpu_layers_draft", "n_gpu_layers_draft"}),
                             *const device = llama_option(reading, {"spec_draft_device", "devd", "device_draft"});
    const bool on_host = device != nullptr && as_word(device->value) == "none";
    if (on_host) reading.state(*device, "inference.speculative.gpu_layers", 0);
    if (layers == nullptr) return;
    const std::optional<Count> some = as_count(layers->value);
    if (on_host)
        reading.no_effect(*layers, phrase(QT_TRANSLATE_NOOP("core", "%1 is %2"), {"--spec-draft-device", "none"}));
    else if (layers->value == "auto" || layers->value == "all" || some.value_or(0) >= every)
        reading.understood(*layers, "inference.speculative.model");
    else if (some && *some >= 0)
        reading.state(*layers, "inference.speculative.gpu_layers", *some);
}

/// The type of the drafter's cache, of which a plan has one for keys and values.
void read_draft_cache(ConfigReading &reading)
{
    const ConfigEntry *const keys = llama_option(reading, {"spec_draft_type_k", "ctkd", "cache_type_k_draft"}),
                             *const values = llama_option(reading, {"spec_draft_type_v", "ctvd", "cache_type_v_draft"});
    const auto type_of = [](const ConfigEntry *entry) { return entry == nullptr ? std::string("f16") : as_word(entry->value); };
    const std::string type = type_of(keys);
    const bool alike = type == type_of(values);
    for (const ConfigEntry *entry : {keys, values}) {
        if (entry == nullptr) continue;
        if (!alike)
            reading.not_said(*entry,
                             phrase(QT_TRANSLATE_NOOP("core", "a plan has one type for keys and values of what drafts; what "
                                                              "is not said is %1"),
                                    {"f16"}));
        else if (type == "f16")
            reading.understood(*entry, "inference.speculative.kv_dtype");
        else
            reading.state(*entry, "inference.speculative.kv_dtype", type == "f32" ? "fp32" : type);
    }
}

} // namespace

bool llama_switch(ConfigReading &reading, std::initializer_list<std::string_view> keys, bool otherwise)
{
    const ConfigEntry *const entry = llama_option(reading, keys);
    return entry == nullptr || entry->unknown ? otherwise : as_switch(entry->value).value_or(otherwise);
}

void llama_understand(ConfigReading &reading, std::initializer_list<std::string_view> keys, std::string_view field)
{
    for (const std::string_view key : keys)
        if (const ConfigEntry *entry = llama_option(reading, {key});
            entry != nullptr && reading.is_open(*entry) && !entry->value.is_null())
            reading.understood(*entry, field);
}

void read_llama_drafts(ConfigReading &reading)
{
    const ConfigEntry *const types = llama_option(reading, {"spec_type"}), *const usual = reading.find("spec_default");
    const ConfigEntry *const model = read_draft_model(reading);
    const ConfigEntry *const tokens = llama_option(reading, {"spec_draft_n_max", "draft", "draft_n", "draft_max"});
    std::string said = types != nullptr && !types->unknown ? as_word(types->value) : std::string();
    if (usual != nullptr && usual->value == true) said += said.empty() ? "ngram-mod" : ",ngram-mod";
    const std::vector<const DraftWord *> drafts = drafts_in(said);
    std::string_view method = drafts.empty() ? std::string_view() : drafts.front()->method;
    if (model != nullptr && (method.empty() || method == "ngram")) method = "draft_model";
    if (types != nullptr && !types->unknown && (said == "none" || is_off(types->value)))
        reading.understood(*types, "inference.speculative.method");
    read_draft_layers(reading);
    read_draft_cache(reading);
    if (method.empty()) { // nobody drafts, or a word that nobody knows: not said
        if (tokens != nullptr && (types == nullptr || !reading.is_open(*types)))
            reading.no_effect(*tokens, phrase(QT_TRANSLATE_NOOP("core", "nothing is drafted")));
        return;
    }
    const ConfigEntry *const by = types != nullptr ? types : usual != nullptr ? usual : model;
    reading.state(*by, "inference.speculative.method", std::string(method));
    if (usual != nullptr && by != usual) reading.understood(*usual, "inference.speculative.method");
    Count most = 0;
    for (const DraftWord *row : drafts) {
        if (row->tokens == 0) continue;
        const ConfigEntry *own = row->key.empty() ? nullptr : llama_option(reading, {row->key});
        most = std::max(most, own != nullptr ? as_count(own->value).value_or(row->tokens) : row->tokens);
        if (own != nullptr) reading.understood(*own, "inference.speculative.tokens");
    }
    if (method != "ngram" && tokens != nullptr && !tokens->unknown)
        reading.state(*tokens, "inference.speculative.tokens", as_count(tokens->value).value_or(3));
    else if (method == "ngram" && most > 0)
        reading.state("inference.speculative.tokens", most);
}

void read_llama_pictures(ConfigReading &reading)
{
    const ConfigEntry *const file = llama_option(reading, {"mm", "mmproj", "mmu", "mmproj_url"}), *const repository =
                                                                                                      llama_option(reading,
                                                                                                                   {"hf", "hfr",
                                                                                                                    "hf_repo"});
    const bool off =
        llama_switch(reading, {"no_mmproj", "no_mmproj_auto"}, false) || !llama_switch(reading, {"mmproj_auto"}, true);
    llama_understand(reading, {"no_mmproj", "no_mmproj_auto", "mmproj_auto"}, "inference.mmproj");
    if (llama_switch(reading, {"no_mmproj_offload"}, false) || !llama_switch(reading, {"mmproj_offload"}, true)) {
        for (const std::string_view key : {"no_mmproj_offload", "mmproj_offload"})
            if (const ConfigEntry *entry = llama_option(reading, {key}); entry != nullptr && !entry->unknown)
                reading.state(*entry, "inference.mmproj_offload", false);
    }
    llama_understand(reading, {"mmproj_offload"}, "inference.mmproj");
    if (file != nullptr && reading.state(*file, "inference.mmproj", true))
        say_projector_type(reading, *file);
    else if (repository != nullptr && !off)
        reading.state("inference.mmproj", true); // "-hf" downloads what the repository has (arg.cpp, download_mmproj)
}

void read_llama_fit(ConfigReading &reading)
{
    say_adapter_files(reading);
    const ConfigEntry *const fit = llama_option(reading, {"fit"});
    bool lowers = true;
    if (fit != nullptr && !fit->unknown) {
        lowers = as_switch(fit->value).value_or(true);
        if (lowers)
            reading.understood(*fit, "inference.fit"); // as where nobody says; "-c 0" keeps its context all the same
        else
            reading.state(*fit, "inference.fit", false);
    }
    if (const ConfigEntry *ram = llama_option(reading, {"cram", "cache_ram"}); ram != nullptr && !ram->unknown) {
        const auto mebibytes = as_count(ram->value);
        if (mebibytes && *mebibytes >= 0 && *mebibytes < (Count{1} << 30))
            reading.state(*ram, "inference.cache_ram_bytes", *mebibytes * mib);
        else
            reading.not_said(*ram,
                             phrase(QT_TRANSLATE_NOOP("core", "a cache without a bound has no size that a plan could say")));
    }
    const ConfigEntry *const layers = llama_option(reading, {"ngl", "gpu_layers", "n_gpu_layers"});
    if (layers == nullptr && lowers) reading.state("inference.gpu_layers", -1);
    if (!lowers && reading.plan().inference.gpu_layers == -1)
        reading.state("inference.gpu_layers", "all"); // nothing counts for it
    const std::vector<std::string> &programs = reading.text().programs;
    const std::string program = programs.empty() ? std::string() : programs.back();
    const bool one_slot = program == "llama-cli" || program == "llama cli" || program == "llama-completion" ||
                          program == "llama-run" || program == "llama-mtmd-cli";
    if (one_slot && !reading.plan().has("inference.max_num_seqs")) reading.state("inference.max_num_seqs", 1);
}

} // namespace plimsoll
