// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What tests ask of vLLM's start: rows of the real one (0.33.0 and 0.11.0, run on a driver without a card), models and cards.
#include "core/engines/engines.h"
#include "core/engines/vllm_start.h"
#include "core/load/load.h"
#include "core/model/loading/loaded_weights.h"
#include "core/plan/names.h"
#include "core/torch/machine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

namespace plimsoll::vllm_tests {

using nlohmann::json;

inline const std::filesystem::path fixtures = PLIMSOLL_FIXTURES;

inline std::vector<json> rows()
{
    std::vector<json> out;
    std::ifstream file(fixtures / "serving" / "vllm.jsonl");
    for (std::string line; std::getline(file, line);) out.push_back(json::parse(line));
    return out;
}

inline json row_of(const std::string &id)
{
    const std::vector<json> all = rows();
    const auto at = std::ranges::find_if(all, [&](const json &row) { return row["id"] == id; });
    return at == all.end() ? json() : *at;
}

inline CardFacts card_of(const std::string &name)
{
    static const std::map<std::string, CardFacts> cards{{"h100", {"NVIDIA H100 80GB HBM3", 9, 0, 132}},
                                                        {"h200", {"NVIDIA H200", 9, 0, 132}},
                                                        {"b200", {"NVIDIA B200", 10, 0, 148}},
                                                        {"a100-80", {"NVIDIA A100-SXM4-80GB", 8, 0, 108}},
                                                        {"a100-40", {"NVIDIA A100-SXM4-40GB", 8, 0, 108}},
                                                        {"l4", {"NVIDIA L4", 8, 9, 58}},
                                                        {"rtx4090", {"NVIDIA GeForce RTX 4090", 8, 9, 128}},
                                                        {"t4", {"Tesla T4", 7, 5, 40}}};
    return cards.at(name);
}

template <class T>
void read(const json &settings, const char *key, std::optional<T> &value)
{
    if (settings.contains(key)) value = settings[key].get<T>();
}

/// One row's question, and all that it stands on.
struct Question {
    ArchitectureRef model;
    std::optional<LoadedWeights> loaded;
    Plan plan;
    EngineSettings settings;
    CardFacts card;
    Bytes memory = 0;

    explicit Question(const json &row) : model(model_of(row["config"])), card(card_of(row["card"])), memory(row["total"])
    {
        const json &s = row["settings"];
        plan.task = Task::infer;
        plan.inference.context = s["context"];
        plan.parallel.tensor = s.value("tensor", 1);
        plan.parallel.data = s.value("data", 1);
        plan.parallel.expert = s.value("expert", 1);
        plan.weights.dtype = WeightDtype::auto_;
        plan.weights.quant = s.value("quant", "none");
        plan.libraries = {{"vllm", row["release"]}};
        read(s, "gpu_memory_utilization", settings.gpu_memory_utilization);
        read(s, "max_num_seqs", settings.max_num_seqs);
        read(s, "max_num_batched_tokens", settings.max_num_batched_tokens);
        read(s, "kv_block_size", settings.kv_block_size);
        settings.kv_dtype = *plan_enum<KvDtype>(s.value("kv_dtype", "auto"));
        settings.entry = s.value("entry", "server");
        settings.enforce_eager = s.value("enforce_eager", false);
        settings.compile_cache = s.value("compile_cache", "cold");
        if (!model || !model->quantization) return;
        Loader loader;
        loader.library = engines::vllm.models.loader;
        loader.capability_major = card.capability_major;
        loader.capability_minor = card.capability_minor;
        if (const Result<LoadedWeights> weights = load_weights(*model, loader)) loaded = *weights;
    }

    [[nodiscard]] Result<EngineStart> ask(bool looked_at = false) const
    {
        step::Card asked(card);
        step::Machine machine(asked, looked_at);
        return start_vllm({machine, *model, plan, settings, card, memory, loaded ? &*loaded : nullptr});
    }

    static ArchitectureRef model_of(const std::string &name)
    {
        static std::map<std::string, ArchitectureRef> known;
        if (known.contains(name)) return known[name];
        std::string text;
        for (const char *folder : {"configs", "quantised"})
            if (std::ifstream file(fixtures / folder / name); file) text.assign(std::istreambuf_iterator<char>(file), {});
        const Result<ArchitectureRef> model = architecture_from_config(text, name);
        return known[name] = model ? *model : nullptr;
    }
};

} // namespace plimsoll::vllm_tests
