// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice_candidates.h"

#include "core/model/load.h"
#include "core/plan/plan_json.h"
#include "core/text.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr Count shortest_sequence = 256;
constexpr Count smallest_rank = 4;
constexpr int bf16_from = 80, fp16_from = 53; // compute capability × 10, as in precision.cpp
constexpr const char *arithmetic = "arithmetic";

/// Collects candidates for one plan.
class Collector {
public:
    Collector(const Estimate &estimate, const AdviceTarget &target)
        : m_plan(estimate.plan.plan), m_estimate(estimate), m_capability(capability_of(target))
    {}

    std::vector<Candidate> take() &&
    {
        precision();
        if (m_plan.task == Task::train)
            training();
        else if (m_plan.task == Task::infer)
            inference();
        else
            extraction();
        smaller_models();
        return std::move(m_out);
    }

private:
    static int capability_of(const AdviceTarget &target)
    {
        if (target.gpu == nullptr || !target.gpu->capability_major) return 80;
        return *target.gpu->capability_major * 10 + target.gpu->capability_minor.value_or(0);
    }

    void add(std::string group, std::string title, json patch, CostKind kind, std::string cost, std::string source)
    {
        m_out.push_back({std::move(group), std::move(title), std::move(patch), kind, std::move(cost), std::move(source), {}});
    }

    void useless(std::string group, std::string title, std::string why)
    {
        m_out.push_back({std::move(group), std::move(title), json(), CostKind::none, {}, {}, std::move(why)});
    }

    void precision()
    {
        half_weights();
        mixed_precision();
        if (m_plan.weights.quant == "nf4" && !m_plan.weights.double_quant)
            add("double_quant", "Double quantisation", {{"weights", {{"double_quant", true}}}}, CostKind::time,
                "a little time for each layer", "Dettmers et al. 2023, arXiv:2305.14314");
        if (m_plan.attention == AttentionBackend::eager)
            add("attention", "SDPA attention", {{"attention", "sdpa"}}, CostKind::none, "same result, faster",
                "torch.nn.functional.scaled_dot_product_attention");
        else if (m_plan.attention == AttentionBackend::sdpa && m_capability >= bf16_from)
            add("attention", "FlashAttention 2", {{"attention", "flash2"}}, CostKind::convenience,
                "needs the flash-attn package; same result", "Dao 2023, arXiv:2307.08691");
        else if (m_plan.attention == AttentionBackend::sdpa)
            useless("attention", "FlashAttention 2", "needs compute capability 8.0");
    }

    /// Weights of 16 bits in the type that the card computes in. GradScaler refuses gradients in FP16, so that a training run
    /// holds its weights in BF16 or in FP32.
    void half_weights()
    {
        if (m_plan.weights.dtype != WeightDtype::fp32 || m_plan.weights.quant != "none") return;
        const bool trains = m_plan.task == Task::train;
        const char *const cost = trains ? "small updates are lost in rounding" : "answers differ in the last digits";
        const char *const source =
            trains ? "Zamirai et al. 2020, arXiv:2010.06192" : "torch.finfo: 8 or 11 bits of precision, not 24";
        if (m_capability >= bf16_from)
            add("dtype", "BF16 weights", {{"weights", {{"dtype", "bf16"}}}}, CostKind::quality, cost, source);
        else if (!trains && m_capability >= fp16_from)
            add("dtype", "FP16 weights", {{"weights", {{"dtype", "fp16"}}}}, CostKind::quality, cost, source);
    }

    void mixed_precision()
    {
        constexpr const char *group = "autocast", *title = "Mixed precision";
        if (m_plan.task != Task::train) return;
        if (m_plan.autocast != Autocast::none) return useless(group, title, "it is on already");
        if (m_plan.weights.dtype != WeightDtype::fp32) return useless(group, title, "the weights are held in 16 bits already");
        if (m_capability < fp16_from) return useless(group, title, "needs compute capability 5.3");
        const bool bf16 = m_capability >= bf16_from;
        add(group, std::string(title) + (bf16 ? " (BF16)" : " (FP16)"), {{"autocast", bf16 ? "bf16" : "fp16"}}, CostKind::quality,
            "products round to 16 bits; faster on tensor cores", "Micikevicius et al. 2018, arXiv:1710.03740");
    }

    void training()
    {
        method();
        checkpointing();
        work();
        loss();
        optimizer();
        if (m_plan.trains_adapter()) adapter();
        if (m_plan.kbit_prepare && m_plan.weights.quant != "none") // which would switch checkpointing on, too
            add("kbit_prepare", "16-bit embeddings and head",
                {{"kbit_prepare", false}, {"gradient_checkpointing", checkpoints()}}, CostKind::quality,
                "the loss is computed from 16-bit logits", "peft prepare_model_for_kbit_training");
        useless("inference_mode", "Inference mode (no gradients)", "the plan trains, and needs its gradients");
        useless("gguf", "2-bit weights (GGUF)", "GGUF types run inference only: nothing trains on them");
        if (m_plan.weights.quant != "none")
            useless("prequantised", "A pre-quantised model",
                    "the weights are held in " + m_plan.weights.quant + " already; only loading changes");
    }

    void method()
    {
        const json four_bits = {{"method", "qlora"}, {"weights", {{"quant", "nf4"}, {"double_quant", true}}}};
        const std::string qlora = "layers are unpacked for each use: slower steps";
        if (m_plan.method == Method::full)
            add("method", "LoRA", {{"method", "lora"}}, CostKind::quality, "fewer weights learn",
                "Biderman et al. 2024, arXiv:2405.09673");
        if (m_plan.method != Method::qlora)
            add("method", "QLoRA", four_bits, m_plan.method == Method::full ? CostKind::quality : CostKind::time,
                m_plan.method == Method::full ? "fewer weights learn; " + qlora : qlora,
                "Dettmers et al. 2023, arXiv:2305.14314");
    }

    [[nodiscard]] json checkpoints() const { return json(plan_to_json(m_plan)["gradient_checkpointing"]); }

    void checkpointing()
    {
        if (m_plan.gradient_checkpointing.enabled) useless("checkpointing", "Gradient checkpointing", "it is on already");
        if (m_plan.gradient_checkpointing.enabled &&
            (m_plan.gradient_checkpointing.every > 1 || !m_plan.gradient_checkpointing.selective.empty()))
            add("checkpointing", "Checkpoints in every layer", {{"gradient_checkpointing", true}}, CostKind::time,
                "more of the forward is run again", "Chen et al. 2016, arXiv:1604.06174");
        if (!m_plan.gradient_checkpointing.enabled)
            add("checkpointing", "Gradient checkpointing", {{"gradient_checkpointing", true}}, CostKind::time,
                "one more forward a step: about a third more time", "Chen et al. 2016, arXiv:1604.06174");
        else if (!m_plan.gradient_checkpointing.offload)
            add("checkpointing", "Checkpoints on the host", {{"gradient_checkpointing", "offload"}}, CostKind::time,
                "each layer's input crosses PCIe twice a step", "torch.autograd.graph.save_on_cpu");
    }

    void work()
    {
        if (m_plan.micro_batch > 1) {
            const Count half = m_plan.micro_batch / 2;
            const Count times = (m_plan.micro_batch + half - 1) / half;
            add("micro_batch",
                "Micro batch " + std::to_string(half) + ", accumulated " + std::to_string(m_plan.gradient_accumulation * times) +
                    " times",
                {{"micro_batch", half}, {"gradient_accumulation", m_plan.gradient_accumulation * times}}, CostKind::time,
                "as many examples a step in more, smaller passes", arithmetic);
        } else {
            useless("micro_batch", "Smaller micro batch", "it is 1 already");
        }
        useless("accumulation", "Gradient accumulation", "it saves nothing by itself");
        if (m_plan.sequence_length / 2 >= shortest_sequence)
            add("sequence_length", grouped(m_plan.sequence_length / 2) + " tokens",
                {{"sequence_length", m_plan.sequence_length / 2}}, CostKind::quality, "longer examples are cut", arithmetic);
    }

    void loss()
    {
        if (m_plan.loss.kind == LossKind::full || m_plan.loss.kind == LossKind::auto_)
            add("loss", "Chunked loss", {{"loss", {{"kind", "chunked"}}}}, CostKind::time, "a little time; same result",
                arithmetic);
        if (m_plan.loss.kind != LossKind::fused && m_plan.loss.kind != LossKind::cut)
            add("loss", "Fused loss kernel", {{"loss", {{"kind", "fused"}}}}, CostKind::convenience, "needs Liger; same result",
                "Hsu et al. 2024, arXiv:2410.10989");
    }

    void optimizer()
    {
        using enum OptimizerName;
        const bool adam_like = m_plan.optimizer.name == adamw || m_plan.optimizer.name == adam;
        if (m_plan.optimizer.implementation == OptimizerImplementation::foreach_)
            add("optimizer.implementation", "Fused AdamW", {{"optimizer", {{"implementation", "fused"}}}}, CostKind::none,
                "same result, faster", "torch.optim.AdamW(fused=True)");
        if (!adam_like) return;
        add("optimizer", "AdamW in 8 bits", {{"optimizer", {{"name", "adamw_8bit"}, {"implementation", nullptr}}}},
            CostKind::quality, "slight noise in the update", "Dettmers et al. 2021, arXiv:2110.02861");
        add("optimizer", "Paged AdamW in 8 bits", {{"optimizer", {{"name", "paged_adamw_8bit"}, {"implementation", nullptr}}}},
            CostKind::quality, "slight noise in the update; states cross PCIe when the card is full",
            "Dettmers et al. 2023, arXiv:2305.14314");
    }

    void adapter()
    {
        if (m_plan.adapter.rank / 2 >= smallest_rank)
            add("rank", "LoRA rank " + std::to_string(m_plan.adapter.rank / 2),
                {{"adapter", {{"rank", m_plan.adapter.rank / 2}}}}, CostKind::quality, "less capacity to learn",
                "Hu et al. 2021, arXiv:2106.09685");
        if (m_plan.adapter.targets == std::vector<std::string>{"all-linear"})
            add("targets", "Adapters on PEFT's default modules only", {{"adapter", {{"targets", "default"}}}}, CostKind::quality,
                "fewer modules learn", "Biderman et al. 2024, arXiv:2405.09673");
        if (m_plan.adapter.dtype == Dtype::fp32)
            add("adapter.dtype", "BF16 adapters", {{"adapter", {{"dtype", "bf16"}}}}, CostKind::quality,
                "small updates are lost in rounding", "Zamirai et al. 2020, arXiv:2010.06192");
    }

    void weights_in_fewer_bits()
    {
        if (m_plan.weights.quant != "none")
            return useless("quant", "4-bit weights", "the weights are held in " + m_plan.weights.quant + " already");
        add("quant", "8-bit weights", {{"weights", {{"quant", "int8"}}}}, CostKind::time, "slower: outliers are computed apart",
            "Dettmers et al. 2022, arXiv:2208.07339");
        add("quant", "4-bit weights", {{"weights", {{"quant", "nf4"}, {"double_quant", true}}}}, CostKind::quality,
            "layers are unpacked for each use; slightly worse answers", "Dettmers et al. 2023, arXiv:2305.14314");
    }

    void inference()
    {
        weights_in_fewer_bits();
        const Inference &run = m_plan.inference;
        if (run.sequences > 1)
            add("sequences", std::to_string(run.sequences / 2) + " sequences at once",
                {{"inference", {{"sequences", run.sequences / 2}}}}, CostKind::time, "the rest waits", arithmetic);
        else
            useless("sequences", "Fewer sequences at once", "it is 1 already");
        const bool leaves_a_prompt = !m_plan.has("inference.new_tokens") || run.context / 2 > run.new_tokens;
        if (run.context / 2 >= shortest_sequence && leaves_a_prompt)
            add("context", "Context of " + grouped(run.context / 2) + " tokens", {{"inference", {{"context", run.context / 2}}}},
                CostKind::quality, "longer prompts are cut", arithmetic);
        if (run.engine == Engine::transformers && run.cache == CacheKind::dynamic)
            add("kv_cache", "Quantised KV cache", {{"inference", {{"cache", "quantized"}, {"kv_dtype", "int4"}}}},
                CostKind::quality, "slightly worse answers, slower steps", "Liu et al. 2024, arXiv:2402.02750");
        no_training();
    }

    void no_training()
    {
        useless("checkpointing", "Gradient checkpointing", "nothing is trained");
        useless("inference_mode", "Inference mode (no gradients)", "it runs without gradients already");
    }

    void extraction()
    {
        weights_in_fewer_bits();
        if (m_plan.micro_batch > 1)
            add("micro_batch", "Micro batch " + std::to_string(m_plan.micro_batch / 2), {{"micro_batch", m_plan.micro_batch / 2}},
                CostKind::time, "more, smaller passes", arithmetic);
        else
            useless("micro_batch", "Smaller micro batch", "it is 1 already");
        streaming();
        selective_capture();
        no_training();
    }

    void streaming()
    {
        constexpr Count tokens = 512;
        constexpr const char *title = "Streaming in chunks of 512 tokens";
        if (m_plan.extract.chunk) return useless("chunk", title, "it streams already");
        if (m_plan.sequence_length <= tokens) return useless("chunk", title, "the sequence is no longer");
        add("chunk", title, {{"extract", {{"chunk", tokens}}}}, CostKind::time,
            "captures go to the host chunk by chunk; keys and values of earlier chunks stay", arithmetic);
    }

    void selective_capture()
    {
        constexpr Count step = 4;
        constexpr const char *title = "Selective capture";
        if (m_plan.extract.capture == Capture::full)
            add("capture", "Hidden states only", {{"extract", {{"capture", "hidden_states"}}}}, CostKind::quality,
                "attention weights are not captured", arithmetic);
        if (!m_plan.extract.layers.empty()) return useless("layers", title, "chosen layers only are captured already");
        if (!m_estimate.architecture || !m_estimate.architecture->decoder) return;
        const Count layers = m_estimate.architecture->decoder->layer_count();
        json chosen = json::array();
        for (Count layer = step - 1; layer < layers; layer += step) chosen.push_back(layer);
        if (chosen.empty()) return useless("layers", title, "the model has " + std::to_string(layers) + " layers");
        add("layers", std::string(title) + ", every fourth layer", {{"extract", {{"layers", chosen}}}}, CostKind::quality,
            "the other layers' states are not captured", arithmetic);
    }

    /// The next two smaller presets of the family; where it has none, of the same model type.
    void smaller_models()
    {
        const auto own = std::ranges::find(presets(), m_plan.model.preset, &Preset::name);
        const std::string type = m_estimate.architecture ? m_estimate.architecture->model_type : std::string();
        const auto collect = [&](auto related) {
            std::vector<const Preset *> smaller;
            for (const Preset &preset : presets())
                if (related(preset) && preset.parameters < m_estimate.total_parameters * 3 / 4) smaller.push_back(&preset);
            std::ranges::stable_sort(smaller, std::greater{}, [](const Preset *preset) { return preset->parameters; });
            return smaller;
        };
        std::vector<const Preset *> smaller;
        if (own != presets().end()) smaller = collect([&](const Preset &preset) { return preset.family == own->family; });
        if (smaller.empty()) smaller = collect([&](const Preset &preset) { return preset.model_type == type; });
        for (std::size_t i = 0; i < std::min<std::size_t>(smaller.size(), 2); ++i)
            add("model", smaller[i]->title, {{"model", {{"preset", smaller[i]->name}}}}, CostKind::another_model,
                "a smaller model", arithmetic);
    }

    const Plan &m_plan;
    const Estimate &m_estimate;
    int m_capability;
    std::vector<Candidate> m_out;
};

} // namespace

std::vector<Candidate> advice_candidates(const Estimate &estimate, const AdviceTarget &target)
{
    return Collector(estimate, target).take();
}

} // namespace plimsoll
