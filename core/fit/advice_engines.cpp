// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice_collector.h"
#include "core/ground/text.h"
#include "core/resolve/gate.h"
#include "core/resolve/runners.h"

#include <array>

namespace plimsoll {

namespace {

using nlohmann::json;

/// What makes an engine that claims memory need less, or leaves its cache more.
class EngineCandidates : public CandidateCollector {
public:
    using CandidateCollector::CandidateCollector;

    void all()
    {
        cache_type();
        fewer_at_once();
        smaller_batch();
        graphs();
        share();
        experts_on_host();
        more_cards();
    }

    /// Weights in fewer bits, as the engine comes by them.
    void weights()
    {
        const Models &models = engine_of(m_plan).models;
        const std::string &quant = m_plan.weights.quant;
        if (models.reads_gguf) return gguf_weights();
        if (quant != "none")
            return useless("quant", phrase(QT_TRANSLATE_NOOP("core", "4-bit weights")),
                           phrase(QT_TRANSLATE_NOOP("core", "the weights are held in %1 already"), {quant}));
        if (!models.quantises_itself.empty())
            add("quant", phrase(QT_TRANSLATE_NOOP("core", "FP8 weights, made while they are loaded")),
                {{"weights", {{"quant", models.quantises_itself}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "slightly worse answers")), "Micikevicius et al. 2022, arXiv:2209.05433");
        four_bits();
    }

private:
    [[nodiscard]] bool takes(std::string_view path, std::string_view value) const
    {
        return applies(path, m_plan) && !always_refused(path, value, m_plan);
    }

    /// The first kind that the engine takes.
    void four_bits()
    {
        struct Kind {
            std::string_view quant, called, source;
        };
        constexpr Kind kinds[] = {{"awq4", "AWQ", "Lin et al. 2023, arXiv:2306.00978"},
                                  {"exl3-4", "EXL3", "ExLlamaV3, doc/exl3.md"},
                                  {"mlx4", "MLX", "mlx-lm, convert.py"},
                                  {"nvfp4", "NVFP4", "ModelOpt"}};
        const auto taken = std::ranges::find_if(kinds, [this](const Kind &kind) { return takes("weights.quant", kind.quant); });
        if (taken == std::end(kinds)) return;
        add("quant", phrase(QT_TRANSLATE_NOOP("core", "A checkpoint in 4 bits (%1)"), {taken->called}),
            {{"weights", {{"quant", taken->quant}}}}, CostKind::quality,
            phrase(QT_TRANSLATE_NOOP("core", "has to exist, or be made; slightly worse answers")), std::string(taken->source));
    }

    void gguf_weights()
    {
        constexpr std::array<std::string_view, 3> smaller{"Q8_0", "Q4_K_M", "IQ2_M"};
        for (const std::string_view type : smaller)
            if (type != m_plan.weights.quant)
                add("quant", phrase(QT_TRANSLATE_NOOP("core", "%1 weights"), {type}), {{"weights", {{"quant", type}}}},
                    CostKind::quality, phrase(QT_TRANSLATE_NOOP("core", "worse answers the fewer the bits")),
                    "llama.cpp, tools/quantize");
    }

    void cache_type()
    {
        const Title title(QT_TRANSLATE_NOOP("core", "KV cache in %1"), QT_TRANSLATE_NOOP("core", "KV cache in %1"), {"FP8"});
        if (takes("inference.kv_dtype", "fp8") && m_plan.inference.kv_dtype != KvDtype::fp8)
            add("kv_cache", title, {{"inference", {{"kv_dtype", "fp8"}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "slightly worse answers at long contexts")), arithmetic());
        if (takes("inference.kv_dtype", "int8") && !takes("inference.kv_dtype", "fp8") &&
            m_plan.inference.kv_dtype != KvDtype::int8)
            add("kv_cache",
                Title(QT_TRANSLATE_NOOP("core", "KV cache in %1"), QT_TRANSLATE_NOOP("core", "KV cache in %1"), {"int8"}),
                {{"inference", {{"kv_dtype", "int8"}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "slightly worse answers at long contexts")), arithmetic());
        if (takes("inference.kv_dtype", "q8_0") && m_plan.inference.kv_dtype != KvDtype::q8_0)
            add("kv_cache",
                Title(QT_TRANSLATE_NOOP("core", "KV cache in %1"), QT_TRANSLATE_NOOP("core", "KV cache in %1"), {"q8_0"}),
                {{"inference", {{"kv_dtype", "q8_0"}, {"flash_attention", "on"}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "slightly worse answers at long contexts")), arithmetic());
    }

    void fewer_at_once()
    {
        constexpr Count few = 64;
        const Count now = m_plan.inference.max_num_seqs.value_or(0);
        const Count then = std::max(few, m_plan.inference.sequences);
        if (!applies("inference.max_num_seqs", m_plan) || now <= then) return;
        add("max_num_seqs", phrase(QT_TRANSLATE_NOOP("core", "At most %1 requests at once"), {localised(grouped(then))}),
            {{"inference", {{"max_num_seqs", then}}}}, CostKind::time,
            phrase(QT_TRANSLATE_NOOP("core", "more requests than that wait")), arithmetic());
    }

    void smaller_batch()
    {
        constexpr Count few = 2048, least = 128;
        const Count now = m_plan.inference.max_num_batched_tokens.value_or(0), then = now > few ? few : now / 4;
        if (!applies("inference.max_num_batched_tokens", m_plan) || then < least) return;
        add("max_num_batched_tokens",
            Title(QT_TRANSLATE_NOOP("core", "Passes of %1 tokens"), QT_TRANSLATE_NOOP("core", "passes of %1 tokens"),
                  {localised(grouped(then))}),
            {{"inference", {{"max_num_batched_tokens", then}}}}, CostKind::time,
            phrase(QT_TRANSLATE_NOOP("core", "prompts take more passes")), arithmetic());
    }

    void graphs()
    {
        const EngineNeed &engine = *m_estimate.fullest().engine;
        if (engine.start.graphs == 0 || !applies("inference.enforce_eager", m_plan)) return;
        add("enforce_eager", Title(QT_TRANSLATE_NOOP("core", "No CUDA graphs"), QT_TRANSLATE_NOOP("core", "no CUDA graphs")),
            {{"inference", {{"enforce_eager", true}}}}, CostKind::time,
            phrase(QT_TRANSLATE_NOOP("core", "each token takes longer, most with small models")), arithmetic());
    }

    void share()
    {
        constexpr double most = 0.95;
        const double now = m_plan.inference.gpu_memory_utilization.value_or(1.0);
        if (!m_estimate.fullest().engine->start.requested || now >= most) return;
        add("gpu_memory_utilization",
            Title(QT_TRANSLATE_NOOP("core", "A share of %1 of the card"), QT_TRANSLATE_NOOP("core", "a share of %1 of the card"),
                  {localised(fixed(most, 2))}),
            {{"inference", {{"gpu_memory_utilization", most}}}}, CostKind::convenience,
            phrase(QT_TRANSLATE_NOOP("core", "little is left for other programs on the card")), arithmetic());
    }

    void experts_on_host()
    {
        const auto &decoder = m_estimate.architecture ? m_estimate.architecture->decoder : std::nullopt;
        if (!decoder || !applies("inference.host_experts", m_plan)) return;
        const Count layers = decoder->layer_count();
        const bool experts =
            std::ranges::any_of(decoder->kinds, [](const LayerSpec &kind) { return kind.mlp.kind == MlpKind::moe; });
        if (experts && m_plan.inference.host_experts < layers)
            add_moved("host_experts",
                      Title(QT_TRANSLATE_NOOP("core", "Experts on the host"), QT_TRANSLATE_NOOP("core", "experts on the host")),
                      {{"inference", {{"host_experts", layers}}}},
                      phrase(QT_TRANSLATE_NOOP("core", "the processor computes the experts")), "llama.cpp, --n-cpu-moe");
        if (m_plan.inference.gpu_layers.value_or(layers) > layers / 2)
            add_moved("gpu_layers",
                      Title(QT_TRANSLATE_NOOP("core", "Half of the layers on the host"),
                            QT_TRANSLATE_NOOP("core", "half of the layers on the host")),
                      {{"inference", {{"gpu_layers", layers / 2}}}},
                      phrase(QT_TRANSLATE_NOOP("core", "the processor computes those layers")), "llama.cpp, --gpu-layers");
    }

    void more_cards()
    {
        const bool tensor = takes("parallel.tensor", "2");
        const Count ranks = tensor ? m_plan.parallel.tensor : m_plan.parallel.pipeline;
        if (m_target.card == nullptr || ranks > 4) return;
        const std::string two = m_target.card->name + ":" + std::to_string(2 * ranks);
        add("cards", phrase(QT_TRANSLATE_NOOP("core", "%1 cards that share the model"), {std::to_string(2 * ranks)}),
            {{"parallel", {{tensor ? "tensor" : "pipeline", 2 * ranks}}}, {"target", {{"gpus", {two}}}}}, CostKind::hardware,
            phrase(QT_TRANSLATE_NOOP("core", "twice the cards")), arithmetic());
    }
};

} // namespace

std::vector<Candidate> engine_candidates(const Estimate &estimate, const Node &target)
{
    EngineCandidates out(estimate, target);
    out.weights();
    out.all();
    return std::move(out).take();
}

} // namespace plimsoll
