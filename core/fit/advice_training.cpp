// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice_collector.h"

#include "core/plan/plan_json.h"
#include "core/text.h"

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr Count smallest_rank = 4;

class TrainingCandidates : public CandidateCollector {
public:
    using CandidateCollector::CandidateCollector;

    void training()
    {
        method();
        checkpointing();
        work();
        loss();
        optimizer();
        if (m_plan.trains_adapter()) adapter();
        if (m_plan.kbit_prepare && m_plan.weights.quant != "none") // which would switch checkpointing on, too
            add("kbit_prepare", phrase(QT_TRANSLATE_NOOP("core", "16-bit embeddings and head")),
                {{"kbit_prepare", false}, {"gradient_checkpointing", checkpoints()}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "the loss is computed from 16-bit logits")),
                "peft prepare_model_for_kbit_training");
        useless("inference_mode", phrase(QT_TRANSLATE_NOOP("core", "Inference mode (no gradients)")),
                phrase(QT_TRANSLATE_NOOP("core", "the plan trains, and needs its gradients")));
        useless("gguf", phrase(QT_TRANSLATE_NOOP("core", "2-bit weights (GGUF)")),
                phrase(QT_TRANSLATE_NOOP("core", "GGUF types run inference only: nothing trains on them")));
        if (m_plan.weights.quant != "none")
            useless("prequantised", phrase(QT_TRANSLATE_NOOP("core", "A pre-quantised model")),
                    phrase(QT_TRANSLATE_NOOP("core", "the weights are held in %1 already; only loading changes"),
                           {m_plan.weights.quant}));
    }

private:
    void method()
    {
        const json four_bits = {{"method", "qlora"}, {"weights", {{"quant", "nf4"}, {"double_quant", true}}}};
        if (m_plan.method == Method::full)
            add("method", std::string("LoRA"), {{"method", "lora"}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "fewer weights learn")), "Biderman et al. 2024, arXiv:2405.09673");
        if (m_plan.method != Method::qlora)
            add("method", std::string("QLoRA"), four_bits, m_plan.method == Method::full ? CostKind::quality : CostKind::time,
                phrase(m_plan.method == Method::full
                           ? QT_TRANSLATE_NOOP("core", "fewer weights learn; layers are unpacked for each use: slower steps")
                           : QT_TRANSLATE_NOOP("core", "layers are unpacked for each use: slower steps")),
                "Dettmers et al. 2023, arXiv:2305.14314");
    }

    [[nodiscard]] json checkpoints() const { return json(plan_to_json(m_plan)["gradient_checkpointing"]); }

    void checkpointing()
    {
        if (m_plan.gradient_checkpointing.enabled)
            useless("checkpointing", phrase(QT_TRANSLATE_NOOP("core", "Gradient checkpointing")),
                    phrase(QT_TRANSLATE_NOOP("core", "it is on already")));
        if (m_plan.gradient_checkpointing.enabled &&
            (m_plan.gradient_checkpointing.every > 1 || !m_plan.gradient_checkpointing.selective.empty()))
            add("checkpointing",
                Title(QT_TRANSLATE_NOOP("core", "Checkpoints in every layer"),
                      QT_TRANSLATE_NOOP("core", "checkpoints in every layer")),
                {{"gradient_checkpointing", true}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "more of the forward is run again")), "Chen et al. 2016, arXiv:1604.06174");
        if (!m_plan.gradient_checkpointing.enabled)
            add("checkpointing",
                Title(QT_TRANSLATE_NOOP("core", "Gradient checkpointing"), QT_TRANSLATE_NOOP("core", "gradient checkpointing")),
                {{"gradient_checkpointing", true}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "one more forward a step: about a third more time")),
                "Chen et al. 2016, arXiv:1604.06174");
        else if (!m_plan.gradient_checkpointing.offload)
            add("checkpointing",
                Title(QT_TRANSLATE_NOOP("core", "Checkpoints on the host"), QT_TRANSLATE_NOOP("core", "checkpoints on the host")),
                {{"gradient_checkpointing", "offload"}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "each layer's input crosses PCIe twice a step")),
                "torch.autograd.graph.save_on_cpu");
    }

    void work()
    {
        if (m_plan.micro_batch > 1) {
            const Count half = m_plan.micro_batch / 2;
            const Count times = (m_plan.micro_batch + half - 1) / half;
            add("micro_batch",
                Title(QT_TRANSLATE_NOOP("core", "Micro batch %1, accumulated %2 times"),
                      QT_TRANSLATE_NOOP("core", "micro batch %1, accumulated %2 times"),
                      {std::to_string(half), std::to_string(m_plan.gradient_accumulation * times)}),
                {{"micro_batch", half}, {"gradient_accumulation", m_plan.gradient_accumulation * times}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "as many examples a step in more, smaller passes")), arithmetic());
        } else {
            useless("micro_batch", phrase(QT_TRANSLATE_NOOP("core", "Smaller micro batch")),
                    phrase(QT_TRANSLATE_NOOP("core", "it is 1 already")));
        }
        useless("accumulation", phrase(QT_TRANSLATE_NOOP("core", "Gradient accumulation")),
                phrase(QT_TRANSLATE_NOOP("core", "it saves nothing by itself")));
        if (m_plan.sequence_length / 2 >= shortest_sequence)
            add("sequence_length",
                phrase(QT_TRANSLATE_NOOP("core", "%1 tokens"), {localised(grouped(m_plan.sequence_length / 2))}),
                {{"sequence_length", m_plan.sequence_length / 2}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "longer examples are cut")), arithmetic());
    }

    void loss()
    {
        if (m_plan.loss.kind == LossKind::full || m_plan.loss.kind == LossKind::auto_)
            add("loss", Title(QT_TRANSLATE_NOOP("core", "Chunked loss"), QT_TRANSLATE_NOOP("core", "chunked loss")),
                {{"loss", {{"kind", "chunked"}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "a little time; same result")), arithmetic());
        if (m_plan.loss.kind != LossKind::fused && m_plan.loss.kind != LossKind::cut)
            add("loss", Title(QT_TRANSLATE_NOOP("core", "Fused loss kernel"), QT_TRANSLATE_NOOP("core", "fused loss kernel")),
                {{"loss", {{"kind", "fused"}}}}, CostKind::convenience,
                phrase(QT_TRANSLATE_NOOP("core", "needs %1; same result"), {"Liger"}), "Hsu et al. 2024, arXiv:2410.10989");
    }

    void optimizer()
    {
        using enum OptimizerName;
        const bool adam_like = m_plan.optimizer.name == adamw || m_plan.optimizer.name == adam;
        if (m_plan.optimizer.implementation == OptimizerImplementation::foreach_)
            add("optimizer.implementation",
                Title(QT_TRANSLATE_NOOP("core", "Fused %1"), QT_TRANSLATE_NOOP("core", "fused %1"), {"AdamW"}),
                {{"optimizer", {{"implementation", "fused"}}}}, CostKind::none,
                phrase(QT_TRANSLATE_NOOP("core", "same result, faster")), "torch.optim.AdamW(fused=True)");
        if (!adam_like) return;
        add("optimizer", phrase(QT_TRANSLATE_NOOP("core", "%1 in 8 bits"), {"AdamW"}),
            {{"optimizer", {{"name", "adamw_8bit"}, {"implementation", nullptr}}}}, CostKind::quality,
            phrase(QT_TRANSLATE_NOOP("core", "slight noise in the update")), "Dettmers et al. 2021, arXiv:2110.02861");
        add("optimizer",
            Title(QT_TRANSLATE_NOOP("core", "Paged %1 in 8 bits"), QT_TRANSLATE_NOOP("core", "paged %1 in 8 bits"), {"AdamW"}),
            {{"optimizer", {{"name", "paged_adamw_8bit"}, {"implementation", nullptr}}}}, CostKind::quality,
            phrase(QT_TRANSLATE_NOOP("core", "slight noise in the update; states cross PCIe when the card is full")),
            "Dettmers et al. 2023, arXiv:2305.14314");
    }

    void adapter()
    {
        if (m_plan.adapter.rank / 2 >= smallest_rank)
            add("rank", phrase(QT_TRANSLATE_NOOP("core", "%1 rank %2"), {"LoRA", std::to_string(m_plan.adapter.rank / 2)}),
                {{"adapter", {{"rank", m_plan.adapter.rank / 2}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "less capacity to learn")), "Hu et al. 2021, arXiv:2106.09685");
        if (m_plan.adapter.targets == std::vector<std::string>{"all-linear"})
            add("targets",
                Title(QT_TRANSLATE_NOOP("core", "Adapters on PEFT's default modules only"),
                      QT_TRANSLATE_NOOP("core", "adapters on PEFT's default modules only")),
                {{"adapter", {{"targets", "default"}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "fewer modules learn")), "Biderman et al. 2024, arXiv:2405.09673");
        if (m_plan.adapter.dtype == Dtype::fp32)
            add("adapter.dtype", phrase(QT_TRANSLATE_NOOP("core", "%1 adapters"), {"BF16"}), {{"adapter", {{"dtype", "bf16"}}}},
                CostKind::quality, phrase(QT_TRANSLATE_NOOP("core", "small updates are lost in rounding")),
                "Zamirai et al. 2020, arXiv:2010.06192");
    }
};

} // namespace

std::vector<Candidate> training_candidates(const Estimate &estimate, const AdviceTarget &target)
{
    TrainingCandidates out(estimate, target);
    out.training();
    return std::move(out).take();
}

} // namespace plimsoll
