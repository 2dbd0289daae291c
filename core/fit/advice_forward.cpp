// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice_collector.h"
#include "core/ground/text.h"
#include "core/resolve/runners.h"

namespace plimsoll {

namespace {

using nlohmann::json;

class ForwardCandidates : public CandidateCollector {
public:
    using CandidateCollector::CandidateCollector;

    void inference()
    {
        if (!claims_memory(m_plan)) weights_in_fewer_bits();
        const Inference &run = m_plan.inference;
        if (run.sequences > 1)
            add("sequences",
                run.sequences < 4
                    ? Title(QT_TRANSLATE_NOOP("core", "One sequence at a time"),
                            QT_TRANSLATE_NOOP("core", "one sequence at a time"))
                    : Title(phrase(QT_TRANSLATE_NOOP("core", "%1 sequences at once"), {std::to_string(run.sequences / 2)})),
                {{"inference", {{"sequences", run.sequences / 2}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "the rest waits")), arithmetic());
        else
            useless("sequences", phrase(QT_TRANSLATE_NOOP("core", "Fewer sequences at once")),
                    phrase(QT_TRANSLATE_NOOP("core", "it is 1 already")));
        const bool leaves_a_prompt =
            claims_memory(m_plan) || !m_plan.has("inference.new_tokens") || run.context / 2 > run.new_tokens;
        if (run.context / 2 >= shortest_sequence && leaves_a_prompt)
            add("context",
                Title(QT_TRANSLATE_NOOP("core", "Context of %1 tokens"), QT_TRANSLATE_NOOP("core", "context of %1 tokens"),
                      {localised(grouped(run.context / 2))}),
                {{"inference", {{"context", run.context / 2}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "longer prompts are cut")), arithmetic());
        if (!claims_memory(m_plan)) kv_cache();
        no_training();
    }

    void extraction()
    {
        weights_in_fewer_bits();
        if (m_plan.micro_batch > 1)
            add("micro_batch",
                Title(QT_TRANSLATE_NOOP("core", "Micro batch %1"), QT_TRANSLATE_NOOP("core", "micro batch %1"),
                      {std::to_string(m_plan.micro_batch / 2)}),
                {{"micro_batch", m_plan.micro_batch / 2}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "more, smaller passes")), arithmetic());
        else
            useless("micro_batch", phrase(QT_TRANSLATE_NOOP("core", "Smaller micro batch")),
                    phrase(QT_TRANSLATE_NOOP("core", "it is 1 already")));
        streaming();
        selective_capture();
        captures_to_host();
        if (m_plan.sequence_length / 2 >= shortest_sequence)
            add("sequence_length",
                phrase(QT_TRANSLATE_NOOP("core", "%1 tokens"), {localised(grouped(m_plan.sequence_length / 2))}),
                {{"sequence_length", m_plan.sequence_length / 2}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "longer texts are cut")), arithmetic());
        no_training();
    }

private:
    void kv_cache()
    {
        const Inference &run = m_plan.inference;
        if (run.cache == CacheKind::dynamic) {
            add("kv_cache",
                Title(QT_TRANSLATE_NOOP("core", "Quantised KV cache"), QT_TRANSLATE_NOOP("core", "quantised KV cache")),
                {{"inference", {{"cache", "quantized"}, {"kv_dtype", "int4"}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "slightly worse answers, slower steps")), "Liu et al. 2024, arXiv:2402.02750");
            add_moved("kv_cache",
                      Title(QT_TRANSLATE_NOOP("core", "KV cache on the host"), QT_TRANSLATE_NOOP("core", "KV cache on the host")),
                      {{"inference", {{"cache", "offloaded"}}}},
                      phrase(QT_TRANSLATE_NOOP("core", "each layer's keys and values cross PCIe for each token")),
                      "transformers OffloadedCache");
        }
        if (run.cache == CacheKind::static_)
            add("kv_cache", Title(QT_TRANSLATE_NOOP("core", "Growing KV cache"), QT_TRANSLATE_NOOP("core", "growing KV cache")),
                {{"inference", {{"cache", "dynamic"}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "a step cannot be compiled whole: slower")), "transformers DynamicCache");
    }

    void weights_in_fewer_bits()
    {
        if (m_plan.weights.quant != "none")
            return useless("quant", phrase(QT_TRANSLATE_NOOP("core", "4-bit weights")),
                           phrase(QT_TRANSLATE_NOOP("core", "the weights are held in %1 already"), {m_plan.weights.quant}));
        constexpr auto packed = BitsandbytesPart::weights;
        add_packed(packed, "quant", phrase(QT_TRANSLATE_NOOP("core", "8-bit weights")), {{"weights", {{"quant", "int8"}}}},
                   CostKind::time, phrase(QT_TRANSLATE_NOOP("core", "slower: outliers are computed apart")),
                   "Dettmers et al. 2022, arXiv:2208.07339");
        add_packed(packed, "quant", phrase(QT_TRANSLATE_NOOP("core", "4-bit weights")),
                   {{"weights", {{"quant", "nf4"}, {"double_quant", true}}}}, CostKind::quality,
                   phrase(QT_TRANSLATE_NOOP("core", "layers are unpacked for each use; slightly worse answers")),
                   "Dettmers et al. 2023, arXiv:2305.14314");
    }

    void no_training()
    {
        useless("checkpointing", phrase(QT_TRANSLATE_NOOP("core", "Gradient checkpointing")),
                phrase(QT_TRANSLATE_NOOP("core", "nothing is trained")));
        useless("inference_mode", phrase(QT_TRANSLATE_NOOP("core", "Inference mode (no gradients)")),
                phrase(QT_TRANSLATE_NOOP("core", "it runs without gradients already")));
    }

    void streaming()
    {
        constexpr Count tokens = 512;
        const Title title(QT_TRANSLATE_NOOP("core", "Streaming in chunks of %1 tokens"),
                          QT_TRANSLATE_NOOP("core", "streaming in chunks of %1 tokens"), {std::to_string(tokens)});
        if (m_plan.extract.chunk.value_or(tokens + 1) <= tokens)
            return useless("chunk", title.first, phrase(QT_TRANSLATE_NOOP("core", "it streams already")));
        if (m_plan.sequence_length <= tokens)
            return useless("chunk", title.first, phrase(QT_TRANSLATE_NOOP("core", "the sequence is no longer")));
        add("chunk", title, {{"extract", {{"chunk", tokens}}}}, CostKind::time,
            phrase(QT_TRANSLATE_NOOP("core", "captures go to the host chunk by chunk; keys and values of earlier chunks stay")),
            arithmetic());
    }

    void captures_to_host()
    {
        const std::string title = phrase(QT_TRANSLATE_NOOP("core", "Captures to the host at once"));
        if (m_plan.extract.keep == Keep::host)
            return useless("keep", title, phrase(QT_TRANSLATE_NOOP("core", "hooks send them there already")));
        add_moved("keep",
                  Title(QT_TRANSLATE_NOOP("core", "Captures to the host at once"),
                        QT_TRANSLATE_NOOP("core", "captures to the host at once")),
                  {{"extract", {{"keep", "host"}}}},
                  phrase(QT_TRANSLATE_NOOP("core", "each captured tensor crosses PCIe while the model runs")), arithmetic());
    }

    void selective_capture()
    {
        constexpr Count step = 4;
        const std::string title = phrase(QT_TRANSLATE_NOOP("core", "Selective capture"));
        if (m_plan.extract.capture == Capture::full)
            add("capture",
                Title(QT_TRANSLATE_NOOP("core", "Hidden states only"), QT_TRANSLATE_NOOP("core", "hidden states only")),
                {{"extract", {{"capture", "hidden_states"}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "attention weights are not captured")), arithmetic());
        if (m_plan.extract.capture == Capture::hooks && m_plan.extract.hooks.empty())
            add("hooks",
                Title(QT_TRANSLATE_NOOP("core", "Residual streams alone"), QT_TRANSLATE_NOOP("core", "residual streams alone")),
                {{"extract", {{"hooks", json::array({"blocks.{layer}.hook_resid_post"})}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "what the other hooks see is not captured")), arithmetic());
        if (!m_plan.extract.layers.empty())
            return useless("layers", title, phrase(QT_TRANSLATE_NOOP("core", "chosen layers only are captured already")));
        if (!m_estimate.architecture || !m_estimate.architecture->decoder) return;
        const Count layers = m_estimate.architecture->decoder->layer_count();
        json chosen = json::array();
        for (Count layer = step - 1; layer < layers; layer += step) chosen.push_back(layer);
        if (chosen.empty())
            return useless("layers", title,
                           phrase(QT_TRANSLATE_NOOP("core", "the model has %1 layers"), {std::to_string(layers)}));
        add("layers",
            Title(QT_TRANSLATE_NOOP("core", "Selective capture, every fourth layer"),
                  QT_TRANSLATE_NOOP("core", "selective capture, every fourth layer")),
            {{"extract", {{"layers", chosen}}}}, CostKind::quality,
            phrase(QT_TRANSLATE_NOOP("core", "the other layers' states are not captured")), arithmetic());
    }
};

} // namespace

std::vector<Candidate> forward_candidates(const Estimate &estimate, const Node &target)
{
    ForwardCandidates out(estimate, target);
    if (estimate.plan.plan.task == Task::infer)
        out.inference();
    else
        out.extraction();
    return std::move(out).take();
}

} // namespace plimsoll
