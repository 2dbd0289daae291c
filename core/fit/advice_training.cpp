// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice_collector.h"

#include "core/adapters/adapters.h"
#include "core/ground/text.h"
#include "core/objectives/objectives.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/parallel_engine.h"
#include "core/plan/plan_json.h"
#include "core/resolve/runners.h"
#include "core/runner/spreading.h"

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr Count smallest_rank = 4;

/// What fewer bits and states on the host cost.
const char *cost_of(bool packs, bool paged)
{
    if (!packs) return QT_TRANSLATE_NOOP("core", "states cross PCIe when the card is full");
    return paged ? QT_TRANSLATE_NOOP("core", "slight noise in the update; states cross PCIe when the card is full")
                 : QT_TRANSLATE_NOOP("core", "slight noise in the update");
}

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
                {{"kbit_prepare", false}, {"gradient_checkpointing", checkpoints()}}, CostKind::convenience,
                phrase(QT_TRANSLATE_NOOP("core", "the loss is computed from 16-bit logits, as without 4-bit weights")),
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
        const json four_bits = without_second({{"method", "qlora"}, {"weights", {{"quant", "nf4"}, {"double_quant", true}}}});
        if (m_plan.method == Method::full && holds_second())
            add("method",
                Title(QT_TRANSLATE_NOOP("core", "%1, and the same model without adapters as the reference"),
                      QT_TRANSLATE_NOOP("core", "%1, and the same model without adapters as the reference"), {"LoRA"}),
                without_second({{"method", "lora"}}), CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "fewer weights learn; no second model is held")),
                "trl DPOTrainer, ref_model None");
        else if (m_plan.method == Method::full)
            add("method", std::string("LoRA"), {{"method", "lora"}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "fewer weights learn")), "Biderman et al. 2024, arXiv:2405.09673");
        if (m_plan.method != Method::qlora)
            add_packed(
                BitsandbytesPart::weights, "method", std::string("QLoRA"), four_bits,
                m_plan.method == Method::full ? CostKind::quality : CostKind::time,
                phrase(m_plan.method == Method::full
                           ? QT_TRANSLATE_NOOP("core", "fewer weights learn; layers are unpacked for each use: slower steps")
                           : QT_TRANSLATE_NOOP("core", "layers are unpacked for each use: slower steps")),
                "Dettmers et al. 2023, arXiv:2305.14314");
    }

    [[nodiscard]] bool holds_second() const { return held_as(m_plan, "reference") == HeldAs::model; }

    /// A change to adapters, in which the model without them is the reference, where the plan says that it is a second one.
    [[nodiscard]] json without_second(json patch) const
    {
        const char *const of = objective_of(m_plan).generates ? "rollout" : "preference";
        if (holds_second() && m_plan.has(std::string(of) + ".reference")) patch[of] = {{"reference", "adapter_off"}};
        return patch;
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
                {{"gradient_checkpointing", true}}, CostKind::time, phrase(QT_TRANSLATE_NOOP("core", "one more forward a step")),
                "Chen et al. 2016, arXiv:1604.06174");
        else if (!m_plan.gradient_checkpointing.offload)
            add_moved(
                "checkpointing",
                Title(QT_TRANSLATE_NOOP("core", "Checkpoints on the host"), QT_TRANSLATE_NOOP("core", "checkpoints on the host")),
                {{"gradient_checkpointing", "offload"}},
                phrase(QT_TRANSLATE_NOOP("core", "each layer's input crosses PCIe twice a step")),
                "torch.autograd.graph.save_on_cpu");
    }

    void work()
    {
        if (m_plan.micro_batch > 1 && m_plan.optimizer.in_backward) { // torchtune raises on accumulation beside it
            add("micro_batch",
                Title(QT_TRANSLATE_NOOP("core", "Micro batch %1"), QT_TRANSLATE_NOOP("core", "micro batch %1"),
                      {std::to_string(m_plan.micro_batch / 2)}),
                {{"micro_batch", m_plan.micro_batch / 2}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "half as many examples a step: steps in backward do not accumulate")),
                "torchtune 0.7 recipes: optimizer_in_bwd");
        } else if (m_plan.micro_batch > 1) {
            Count half = m_plan.micro_batch / 2;
            while (m_plan.micro_batch % half != 0) --half; // else a step would have more examples
            const Count times = m_plan.micro_batch / half;
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
        packing();
        useless("accumulation", phrase(QT_TRANSLATE_NOOP("core", "Gradient accumulation")),
                phrase(QT_TRANSLATE_NOOP("core", "it saves nothing by itself")));
        lengths();
    }

    /// Of rows that the model makes it is the completion that can be shorter: no trainer cuts them.
    void lengths()
    {
        const Rollout &made = m_plan.rollout;
        if (objective_of(m_plan).generates && made.completion_length && made.prompt_length) {
            const Count half = *made.completion_length / 2;
            if (half < shortest_sequence) return;
            nlohmann::json changes{{"rollout.completion_length", half}};
            if (m_plan.has("sequence_length")) changes["sequence_length"] = *made.prompt_length + half;
            return add("completion_length",
                       phrase(QT_TRANSLATE_NOOP("core", "Completions of %1 tokens"), {localised(grouped(half))}), changes,
                       CostKind::quality, phrase(QT_TRANSLATE_NOOP("core", "longer completions are cut")), arithmetic());
        }
        if (m_plan.sequence_length / 2 >= shortest_sequence)
            add("sequence_length",
                phrase(QT_TRANSLATE_NOOP("core", "%1 tokens"), {localised(grouped(m_plan.sequence_length / 2))}),
                {{"sequence_length", m_plan.sequence_length / 2}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "longer examples are cut")), arithmetic());
    }

    void packing()
    {
        if (!m_plan.padded) return;
        add("padded",
            Title(QT_TRANSLATE_NOOP("core", "Packed examples, no padding"),
                  QT_TRANSLATE_NOOP("core", "packed examples, no padding")),
            {{"padded", false}}, CostKind::convenience,
            phrase(QT_TRANSLATE_NOOP("core", "examples are packed into full sequences, each kept to itself")),
            "Krell et al. 2021, arXiv:2107.02027");
    }

    void loss()
    {
        if (m_plan.keep_outputs && stack_of(m_plan).loop.chooses_outputs)
            add("keep_outputs",
                Title(QT_TRANSLATE_NOOP("core", "Outputs dropped after each step"),
                      QT_TRANSLATE_NOOP("core", "outputs dropped after each step")),
                {{"keep_outputs", false}}, CostKind::convenience,
                phrase(QT_TRANSLATE_NOOP("core", "%1 at the end of the loop; same result"), {"del outputs"}),
                phrase(QT_TRANSLATE_NOOP("core", "%1: frequently asked questions"), {"PyTorch"}));
        if (m_plan.loss.kind == LossKind::full || m_plan.loss.kind == LossKind::auto_)
            add("loss", Title(QT_TRANSLATE_NOOP("core", "Chunked loss"), QT_TRANSLATE_NOOP("core", "chunked loss")),
                {{"loss", {{"kind", "chunked"}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "a little time; same result")), arithmetic());
        if (m_plan.loss.kind == LossKind::fused || m_plan.loss.kind == LossKind::cut) return;
        if (m_vendor == "Apple")
            useless("loss", phrase(QT_TRANSLATE_NOOP("core", "Fused loss kernel")),
                    phrase(QT_TRANSLATE_NOOP("core", "%1 needs %2, which has nothing for %3"), {"Liger", "Triton", "Metal"}));
        else
            add("loss", Title(QT_TRANSLATE_NOOP("core", "Fused loss kernel"), QT_TRANSLATE_NOOP("core", "fused loss kernel")),
                {{"loss", {{"kind", "fused"}}}}, CostKind::convenience,
                phrase(QT_TRANSLATE_NOOP("core", "needs %1; same result"), {"Liger"}), "Hsu et al. 2024, arXiv:2410.10989");
    }

    void optimizer()
    {
        step_in_backward();
        elsewhere();
        const std::string torch(kind_of(m_plan.optimizer).torch_class);
        if (m_plan.optimizer.implementation == OptimizerImplementation::foreach_ && !torch.empty())
            add("optimizer.implementation",
                Title(QT_TRANSLATE_NOOP("core", "Fused %1"), QT_TRANSLATE_NOOP("core", "fused %1"), {torch}),
                {{"optimizer", {{"implementation", "fused"}}}}, CostKind::none,
                phrase(QT_TRANSLATE_NOOP("core", "same result, faster")), "torch.optim." + torch + "(fused=True)");
        for (const OptimizerKind *other : all_optimizers())
            if (other->advised.title != nullptr) other_optimizer(*other);
    }

    /// What other cards and the host may hold; an estimator that cannot tell says so.
    void elsewhere()
    {
        if (m_target.count > 1 && m_plan.parallel.zero == 0)
            add("parallel",
                Title(QT_TRANSLATE_NOOP("core", "Sharding over %1 cards (%2)"),
                      QT_TRANSLATE_NOOP("core", "sharding over %1 cards (%2)"), {std::to_string(m_target.count), "FSDP"}),
                {{"parallel", {{"data", m_target.count}, {"zero", 3}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "the weights of each layer cross between the cards")),
                "Rajbhandari et al. 2020, arXiv:1910.02054");
        if (m_plan.method == Method::full && m_plan.parallel.offload == Offload::none) to_host();
    }

    /// What the engine that would carry it out moves: FSDP's shards with their gradients and states, or nothing of them.
    void to_host()
    {
        Plan moved = m_plan;
        moved.parallel.offload = Offload::optimizer;
        const std::optional<ParallelEngine> engine = engine_in(stack_of(moved), moved);
        if (engine && is_fsdp(*engine))
            add_moved("parallel",
                      Title(QT_TRANSLATE_NOOP("core", "Weights, gradients and optimizer states on the host (%1)"),
                            QT_TRANSLATE_NOOP("core", "weights, gradients and optimizer states on the host (%1)"), {"FSDP"}),
                      {{"parallel", {{"offload", "both"}}}},
                      phrase(QT_TRANSLATE_NOOP("core", "weights cross PCIe twice a step, gradients once")),
                      "Zhao et al. 2023, arXiv:2304.11277");
        else
            add_moved("parallel",
                      Title(QT_TRANSLATE_NOOP("core", "Optimizer states on the host"),
                            QT_TRANSLATE_NOOP("core", "optimizer states on the host")),
                      {{"parallel", {{"offload", "optimizer"}}}},
                      phrase(QT_TRANSLATE_NOOP("core", "gradients and weights cross PCIe once a step")),
                      "Ren et al. 2021, arXiv:2101.06840");
    }

    /// One that keeps less of Adam's moments, or lets the states go to the host.
    void other_optimizer(const OptimizerKind &other)
    {
        const OptimizerKind &current = kind_of(m_plan.optimizer);
        const AdvisedOptimizer &advised = other.advised;
        if (!keeps_plain_moments(current) && !pages_states_of(other, current)) return;
        if (advised.whole_model && m_plan.method != Method::full) return;
        const bool packs = other.bits != 0 && other.bits < 32 && other.bits != current.bits;
        const char *const cost = advised.cost != nullptr ? advised.cost : cost_of(packs, other.paged);
        Title title(advised.title, advised.later, {advised.called});
        const json patch = {{"optimizer", {{"name", other.name}, {"implementation", nullptr}}}};
        const CostKind kind = packs || advised.cost ? CostKind::quality : CostKind::time;
        std::string source(advised.source);
        if (!by_bitsandbytes(other)) return add("optimizer", std::move(title), patch, kind, phrase(cost), std::move(source));
        add_packed(other.paged ? BitsandbytesPart::paged : BitsandbytesPart::optimizer, "optimizer", std::move(title), patch,
                   kind, phrase(cost), std::move(source));
    }

    /// A gradient goes as soon as its parameter is stepped, where nothing asks for all of them: neither accumulation, nor
    /// clipping to a common norm, nor a scaler that looks for overflows, nor what reduces them after the backward.
    void step_in_backward()
    {
        constexpr const char *group = "micro_batch"; // whose accumulation excludes it
        if (m_plan.method != Method::full || steps_in_backward(m_plan.optimizer) || kind_of(m_plan.optimizer).rule == nullptr)
            return;
        const Title title(QT_TRANSLATE_NOOP("core", "Optimizer step in backward"),
                          QT_TRANSLATE_NOOP("core", "optimizer step in backward"));
        const Loop &loop = stack_of(m_plan).loop;
        const auto refuse = [&](const char *why) { useless(group, title.first, phrase(why)); };
        if (!loop.may_step_in_backward)
            return refuse(QT_TRANSLATE_NOOP("core", "the stack's loop steps after the whole backward"));
        if (m_plan.gradient_accumulation > 1)
            return refuse(QT_TRANSLATE_NOOP("core", "gradients are accumulated over several micro batches"));
        if (m_plan.max_grad_norm > 0)
            return refuse(QT_TRANSLATE_NOOP("core", "gradients are clipped to a norm that needs all of them"));
        if (m_plan.autocast == Autocast::fp16)
            return refuse(QT_TRANSLATE_NOOP("core", "the scaler of FP16 looks at all gradients before a step"));
        if (loop.reduces_after_backward && m_plan.parallel.data > 1)
            return refuse(QT_TRANSLATE_NOOP("core", "gradients are summed over the cards before a step"));
        if (kind_of(m_plan.optimizer).torch_class.empty()) return;
        add(group, title, {{"optimizer", {{"in_backward", true}}}}, CostKind::convenience,
            phrase(QT_TRANSLATE_NOOP("core", "neither accumulation nor clipping; same result")),
            "torch.Tensor.register_post_accumulate_grad_hook");
    }

    void adapter()
    {
        const AdapterMethod &method = method_of(m_plan.adapter);
        if (!method.rank_key.empty() && m_plan.adapter.rank / 2 >= smallest_rank)
            add("rank",
                phrase(QT_TRANSLATE_NOOP("core", "%1 rank %2"), {phrase(method.title), std::to_string(m_plan.adapter.rank / 2)}),
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
        beside_the_adapter();
    }

    void beside_the_adapter()
    {
        if (!m_plan.adapter.modules_to_save.empty())
            add("modules_to_save",
                Title(QT_TRANSLATE_NOOP("core", "No modules trained whole"),
                      QT_TRANSLATE_NOOP("core", "no modules trained whole")),
                {{"adapter", {{"modules_to_save", json::array()}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "they stay as they are: new tokens are not learnt")),
                "peft LoraConfig.modules_to_save");
        if (m_plan.adapter.dora)
            add("dora",
                Title(QT_TRANSLATE_NOOP("core", "Plain %1, no %2"), QT_TRANSLATE_NOOP("core", "plain %1, no %2"),
                      {"LoRA", "DoRA"}),
                {{"adapter", {{"dora", false}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "slightly worse at low ranks; faster")), "Liu et al. 2024, arXiv:2402.09353");
        if (m_plan.adapter.dropout > 0)
            add("dropout",
                Title(QT_TRANSLATE_NOOP("core", "No dropout before adapters"),
                      QT_TRANSLATE_NOOP("core", "no dropout before adapters")),
                {{"adapter", {{"dropout", 0.0}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "small data sets are overfitted sooner")),
                "Dettmers et al. 2023, arXiv:2305.14314");
    }
};

} // namespace

std::vector<Candidate> training_candidates(const Estimate &estimate, const Node &target)
{
    TrainingCandidates out(estimate, target);
    out.training();
    return std::move(out).take();
}

} // namespace plimsoll
