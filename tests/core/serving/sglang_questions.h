// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What tests ask of SGLang's start: published logs, models and cards.
#include "core/engines/engines.h"
#include "core/engines/sglang_run.h"
#include "core/engines/sglang_start.h"
#include "core/load/load.h"
#include "core/model/loading/loaded_weights.h"
#include "core/torch/machine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

namespace plimsoll::sglang_tests {

using nlohmann::json;

inline const std::filesystem::path fixtures = PLIMSOLL_FIXTURES;

inline std::vector<json> rows()
{
    std::vector<json> out;
    std::ifstream file(fixtures / "serving" / "sglang.jsonl");
    for (std::string line; std::getline(file, line);) out.push_back(json::parse(line));
    return out;
}

inline CardFacts card_of(const std::string &name)
{
    static const std::map<std::string, CardFacts> cards{
        {"h100", {"NVIDIA H100 80GB HBM3", 9, 0, 132}},
        {"h200", {"NVIDIA H200", 9, 0, 132}},
        {"b200", {"NVIDIA B200", 10, 0, 148}},
        {"a100", {"NVIDIA A100-SXM4-80GB", 8, 0, 108}},
        {"l4", {"NVIDIA L4", 8, 9, 58, 1536}},
        {"rtx3090", {"NVIDIA GeForce RTX 3090", 8, 6, 82, 1536}},
        {"rtx4090", {"NVIDIA GeForce RTX 4090", 8, 9, 128, 1536}},
        {"rtx5080", {"NVIDIA GeForce RTX 5080", 12, 0, 84, 1536}},
        {"gb10", {"NVIDIA GB10", 12, 1, 48, 1536}},
    };
    return cards.at(name);
}

inline ArchitectureRef model_of(const json &config)
{
    std::string text;
    if (config.is_object())
        text = config.dump();
    else
        for (const char *folder : {"configs", "quantised"})
            if (std::ifstream file(fixtures / folder / config.get<std::string>()); file)
                text.assign(std::istreambuf_iterator<char>(file), {});
    const Result<ArchitectureRef> model = architecture_from_config(text, "model");
    return model ? *model : nullptr;
}

/// One start, and all that it stands on.
struct Question {
    ArchitectureRef model;
    std::optional<LoadedWeights> loaded;
    Plan plan;
    EngineSettings settings;
    CardFacts card;
    std::optional<Bytes> memory;

    Question(const json &config, const std::string &on, std::optional<Bytes> total, const std::string &release = {})
        : model(model_of(config)), card(card_of(on)), memory(total)
    {
        plan.task = Task::infer;
        plan.weights.dtype = WeightDtype::auto_;
        plan.weights.quant = "none";
        plan.inference.context = 8192;
        plan.inference.sequences = 1;
        if (!release.empty()) plan.libraries = {{"sglang", release}};
        if (!model || !model->quantization) return;
        Loader loader;
        loader.library = engines::sglang.models.loader;
        loader.capability_major = card.capability_major;
        loader.capability_minor = card.capability_minor;
        if (const Result<LoadedWeights> weights = load_weights(*model, loader)) loaded = *weights;
    }

    explicit Question(const json &row) : Question(row["config"], row["card"], row["total"].get<Bytes>(), row["release"])
    {
        const json &s = row["settings"];
        plan.inference.context = s["context"];
        plan.parallel.tensor = s.value("tensor", 1);
        if (s.contains("share")) settings.gpu_memory_utilization = s["share"].get<double>();
    }

    /// On a card where as much is free before the weights as a log says.
    [[nodiscard]] Question with_free(double gb) const
    {
        Question out = *this;
        const Result<sglang::Run> run = sglang::run_of(call(out.machine()));
        out.memory = *memory + static_cast<Bytes>(gb * static_cast<double>(gib)) - *run->before_load;
        return out;
    }

    [[nodiscard]] step::Machine &machine() const
    {
        static std::vector<std::unique_ptr<std::pair<step::Card, std::unique_ptr<step::Machine>>>> kept;
        auto made = std::make_unique<std::pair<step::Card, std::unique_ptr<step::Machine>>>(step::Card(card), nullptr);
        made->second = std::make_unique<step::Machine>(made->first, false);
        kept.push_back(std::move(made));
        return *kept.back()->second;
    }
    [[nodiscard]] StartCall call(step::Machine &on) const
    {
        return {on, *model, plan, settings, card, memory, loaded ? &*loaded : nullptr};
    }
    [[nodiscard]] Result<EngineStart> ask() const
    {
        step::Card asked(card);
        step::Machine on(asked, false);
        return start_sglang(call(on));
    }
    [[nodiscard]] sglang::Run run() const { return *sglang::run_of(call(machine())); }
};

/// Relative error beyond the rounding of a printed figure.
inline double error_of(double got, double printed, double rounding = 0)
{
    return printed == 0 ? std::max(0.0, std::abs(got) - rounding) : std::max(0.0, std::abs(got - printed) - rounding) / printed;
}

inline double in_gb(Bytes bytes) { return static_cast<double>(bytes) / static_cast<double>(gib); }

/// Grouped attention of `layers` layers.
inline json dense(Count layers, Count heads, Count keys, Count head)
{
    return {{"model_type", "llama"},       {"architectures", {"LlamaForCausalLM"}},
            {"hidden_size", 4096},         {"intermediate_size", 11008},
            {"num_hidden_layers", layers}, {"num_attention_heads", heads},
            {"num_key_value_heads", keys}, {"head_dim", head},
            {"vocab_size", 32000},         {"max_position_embeddings", 8192},
            {"torch_dtype", "bfloat16"}};
}

inline bool has_line(const EngineStart &start, const std::string &part)
{
    return std::ranges::any_of(start.log, [&part](const std::string &line) { return line.find(part) != std::string::npos; });
}

inline constexpr Bytes h100_total = 81080 * mib;

} // namespace plimsoll::sglang_tests
