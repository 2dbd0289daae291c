// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice_collector.h"
#include "core/ground/text.h"
#include "core/plan/plan_json.h"
#include "core/resolve/runners.h"

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
            add_packed(
                BitsandbytesPart::weights, "method", std::string("QLoRA"), four_bits,
                m_plan.method == Method::full ? CostKind::quality : CostKind::time,
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

    /// torch.optim's class; empty for optimizers of other libraries.
    [[nodiscard]] std::string torch_optimizer() const
    {
        using enum OptimizerName;
        switch (m_plan.optimizer.name) {
        case adamw: return "AdamW";
        case adam: return "Adam";
        case sgd:
        case sgd_momentum: return "SGD";
        default: return {};
        }
    }

    void optimizer()
    {
        using enum OptimizerName;
        step_in_backward();
        elsewhere();
        const std::string torch = torch_optimizer();
        if (m_plan.optimizer.implementation == OptimizerImplementation::foreach_ && !torch.empty())
            add("optimizer.implementation",
                Title(QT_TRANSLATE_NOOP("core", "Fused %1"), QT_TRANSLATE_NOOP("core", "fused %1"), {torch}),
                {{"optimizer", {{"implementation", "fused"}}}}, CostKind::none,
                phrase(QT_TRANSLATE_NOOP("core", "same result, faster")), "torch.optim." + torch + "(fused=True)");
        const bool adam_like = m_plan.optimizer.name == adamw || m_plan.optimizer.name == adam;
        const std::string noise = phrase(QT_TRANSLATE_NOOP("core", "slight noise in the update"));
        if (adam_like)
            other_optimizer(phrase(QT_TRANSLATE_NOOP("core", "%1 in 8 bits"), {"AdamW"}), "adamw_8bit", CostKind::quality, noise,
                            "Dettmers et al. 2021, arXiv:2110.02861");
        if (adam_like || m_plan.optimizer.name == adamw_8bit)
            other_optimizer(Title(QT_TRANSLATE_NOOP("core", "Paged %1 in 8 bits"),
                                  QT_TRANSLATE_NOOP("core", "paged %1 in 8 bits"), {"AdamW"}),
                            "paged_adamw_8bit", adam_like ? CostKind::quality : CostKind::time,
                            phrase(adam_like ? QT_TRANSLATE_NOOP(
                                                   "core", "slight noise in the update; states cross PCIe when the card is full")
                                             : QT_TRANSLATE_NOOP("core", "states cross PCIe when the card is full")),
                            "Dettmers et al. 2023, arXiv:2305.14314");
        if (adam_like)
            other_optimizer(Title(QT_TRANSLATE_NOOP("core", "Paged %1"), QT_TRANSLATE_NOOP("core", "paged %1"), {"AdamW"}),
                            "paged_adamw_32bit", CostKind::time,
                            phrase(QT_TRANSLATE_NOOP("core", "states cross PCIe when the card is full")),
                            "Dettmers et al. 2023, arXiv:2305.14314");
        if (adam_like && m_plan.method == Method::full)
            other_optimizer(std::string("Adafactor"), "adafactor", CostKind::quality,
                            phrase(QT_TRANSLATE_NOOP("core", "second moments are kept by row and column only")),
                            "Shazeer & Stern 2018, arXiv:1804.04235");
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
        if (m_plan.method == Method::full && m_plan.parallel.offload == Offload::none)
            add_moved("parallel",
                      Title(QT_TRANSLATE_NOOP("core", "Optimizer states on the host"),
                            QT_TRANSLATE_NOOP("core", "optimizer states on the host")),
                      {{"parallel", {{"offload", "optimizer"}}}},
                      phrase(QT_TRANSLATE_NOOP("core", "gradients and weights cross PCIe once a step")),
                      "Ren et al. 2021, arXiv:2101.06840");
    }

    void other_optimizer(Title title, const char *name, CostKind kind, std::string cost, std::string source)
    {
        const json patch = {{"optimizer", {{"name", name}, {"implementation", nullptr}}}};
        const std::string_view called = name;
        if (called == "adafactor") return add("optimizer", std::move(title), patch, kind, std::move(cost), std::move(source));
        add_packed(called.starts_with("paged") ? BitsandbytesPart::paged : BitsandbytesPart::optimizer, "optimizer",
                   std::move(title), patch, kind, std::move(cost), std::move(source));
    }

    /// A gradient goes as soon as its parameter is stepped, where nothing asks for all of them: neither accumulation, nor
    /// clipping to a common norm, nor a scaler that looks for overflows, nor what reduces them after the backward.
    void step_in_backward()
    {
        constexpr const char *group = "micro_batch"; // whose accumulation excludes it
        if (m_plan.method != Method::full || m_plan.optimizer.in_backward || m_plan.optimizer.name == OptimizerName::none) return;
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
        if (torch_optimizer().empty()) return;
        add(group, title, {{"optimizer", {{"in_backward", true}}}}, CostKind::convenience,
            phrase(QT_TRANSLATE_NOOP("core", "neither accumulation nor clipping; same result")),
            "torch.Tensor.register_post_accumulate_grad_hook");
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
