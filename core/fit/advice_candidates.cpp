// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice_candidates.h"

#include "core/model/load.h"
#include "core/phrase.h"
#include "core/plan/plan_json.h"
#include "core/text.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr Count shortest_sequence = 256;
constexpr Count smallest_rank = 4;
constexpr int bf16_from = 80, fp16_from = 53; // compute capability × 10, as in precision.cpp

std::string arithmetic() { return phrase(QT_TRANSLATE_NOOP("core", "arithmetic")); }

/// How a change is called where it begins a line, and after others on one.
struct Title {
    Title(std::string first_word) : first(std::move(first_word)), later(first) {}
    Title(const char *english, const char *english_later, std::initializer_list<std::string_view> values = {})
        : first(phrase(english, values)), later(phrase(english_later, values))
    {}
    std::string first, later;
};

/// Collects candidates for one plan.
class Collector {
public:
    Collector(const Estimate &estimate, const AdviceTarget &target)
        : m_plan(estimate.plan.plan), m_estimate(estimate), m_capability(capability_of(target)),
          m_cuda(target.gpu == nullptr || target.gpu->vendor == "NVIDIA")
    {}

    std::vector<Candidate> take() &&
    {
        precision();
        segments();
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

    void add(const char *group, Title title, json patch, CostKind kind, std::string cost, std::string source)
    {
        m_out.push_back({group,
                         std::move(title.first),
                         std::move(title.later),
                         std::move(patch),
                         kind,
                         std::move(cost),
                         std::move(source),
                         {}});
    }

    void useless(const char *group, const std::string &title, std::string why)
    {
        m_out.push_back({group, title, title, json(), CostKind::none, {}, {}, std::move(why)});
    }

    void precision()
    {
        half_weights();
        mixed_precision();
        if (m_plan.weights.quant == "nf4" && !m_plan.weights.double_quant)
            add("double_quant",
                Title(QT_TRANSLATE_NOOP("core", "Double quantisation"), QT_TRANSLATE_NOOP("core", "double quantisation")),
                {{"weights", {{"double_quant", true}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "a little time for each layer")), "Dettmers et al. 2023, arXiv:2305.14314");
        if (m_plan.attention == AttentionBackend::eager)
            add("attention", phrase(QT_TRANSLATE_NOOP("core", "SDPA attention")), {{"attention", "sdpa"}}, CostKind::none,
                phrase(QT_TRANSLATE_NOOP("core", "same result, faster")), "torch.nn.functional.scaled_dot_product_attention");
        else if (m_plan.attention == AttentionBackend::sdpa && m_capability >= bf16_from)
            add("attention", std::string("FlashAttention 2"), {{"attention", "flash2"}}, CostKind::convenience,
                phrase(QT_TRANSLATE_NOOP("core", "needs the %1 package; same result"), {"flash-attn"}),
                "Dao 2023, arXiv:2307.08691");
        else if (m_plan.attention == AttentionBackend::sdpa)
            useless("attention", std::string("FlashAttention 2"),
                    phrase(QT_TRANSLATE_NOOP("core", "needs compute capability %1"), {"8.0"}));
    }

    /// What the caching allocator holds between blocks in use.
    void segments()
    {
        constexpr const char *group = "allocator";
        const Title title(QT_TRANSLATE_NOOP("core", "Expandable segments"), QT_TRANSLATE_NOOP("core", "expandable segments"));
        if (m_plan.allocator.expandable_segments)
            return useless(group, title.first, phrase(QT_TRANSLATE_NOOP("core", "they are on already")));
        if (!m_cuda)
            return useless(group, title.first, phrase(QT_TRANSLATE_NOOP("core", "%1 has them on CUDA only"), {"PyTorch"}));
        add(group, title, {{"allocator", {{"expandable_segments", true}}}}, CostKind::convenience,
            phrase(QT_TRANSLATE_NOOP("core", "%1 is set before it starts; not on Windows"),
                   {"PYTORCH_ALLOC_CONF=expandable_segments:True"}),
            phrase(QT_TRANSLATE_NOOP("core", "%1: notes on CUDA"), {"PyTorch"}));
    }

    /// Weights of 16 bits in the type that the card computes in. GradScaler refuses gradients in FP16, so that a training run
    /// holds its weights in BF16 or in FP32.
    void half_weights()
    {
        if (m_plan.weights.dtype != WeightDtype::fp32 || m_plan.weights.quant != "none") return;
        const bool trains = m_plan.task == Task::train;
        const std::string cost = phrase(trains ? QT_TRANSLATE_NOOP("core", "small updates are lost in rounding")
                                               : QT_TRANSLATE_NOOP("core", "answers differ in the last digits"));
        const std::string source =
            trains ? "Zamirai et al. 2020, arXiv:2010.06192"
                   : phrase(QT_TRANSLATE_NOOP("core", "%1: 8 or 11 bits of precision, not 24"), {"torch.finfo"});
        if (m_capability >= bf16_from)
            add("dtype", phrase(QT_TRANSLATE_NOOP("core", "%1 weights"), {"BF16"}), {{"weights", {{"dtype", "bf16"}}}},
                CostKind::quality, cost, source);
        else if (!trains && m_capability >= fp16_from)
            add("dtype", phrase(QT_TRANSLATE_NOOP("core", "%1 weights"), {"FP16"}), {{"weights", {{"dtype", "fp16"}}}},
                CostKind::quality, cost, source);
    }

    void mixed_precision()
    {
        constexpr const char *group = "autocast";
        const std::string title = phrase(QT_TRANSLATE_NOOP("core", "Mixed precision"));
        if (m_plan.task != Task::train) return;
        if (m_plan.autocast != Autocast::none)
            return useless(group, title, phrase(QT_TRANSLATE_NOOP("core", "it is on already")));
        if (m_plan.weights.dtype != WeightDtype::fp32)
            return useless(group, title, phrase(QT_TRANSLATE_NOOP("core", "the weights are held in 16 bits already")));
        if (m_capability < fp16_from)
            return useless(group, title, phrase(QT_TRANSLATE_NOOP("core", "needs compute capability %1"), {"5.3"}));
        const bool bf16 = m_capability >= bf16_from;
        add(group,
            Title(QT_TRANSLATE_NOOP("core", "Mixed precision (%1)"), QT_TRANSLATE_NOOP("core", "mixed precision (%1)"),
                  {bf16 ? "BF16" : "FP16"}),
            {{"autocast", bf16 ? "bf16" : "fp16"}}, CostKind::quality,
            phrase(QT_TRANSLATE_NOOP("core", "products round to 16 bits; faster on tensor cores")),
            "Micikevicius et al. 2018, arXiv:1710.03740");
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

    void weights_in_fewer_bits()
    {
        if (m_plan.weights.quant != "none")
            return useless("quant", phrase(QT_TRANSLATE_NOOP("core", "4-bit weights")),
                           phrase(QT_TRANSLATE_NOOP("core", "the weights are held in %1 already"), {m_plan.weights.quant}));
        add("quant", phrase(QT_TRANSLATE_NOOP("core", "8-bit weights")), {{"weights", {{"quant", "int8"}}}}, CostKind::time,
            phrase(QT_TRANSLATE_NOOP("core", "slower: outliers are computed apart")), "Dettmers et al. 2022, arXiv:2208.07339");
        add("quant", phrase(QT_TRANSLATE_NOOP("core", "4-bit weights")),
            {{"weights", {{"quant", "nf4"}, {"double_quant", true}}}}, CostKind::quality,
            phrase(QT_TRANSLATE_NOOP("core", "layers are unpacked for each use; slightly worse answers")),
            "Dettmers et al. 2023, arXiv:2305.14314");
    }

    void inference()
    {
        weights_in_fewer_bits();
        const Inference &run = m_plan.inference;
        if (run.sequences > 1)
            add("sequences", phrase(QT_TRANSLATE_NOOP("core", "%1 sequences at once"), {std::to_string(run.sequences / 2)}),
                {{"inference", {{"sequences", run.sequences / 2}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "the rest waits")), arithmetic());
        else
            useless("sequences", phrase(QT_TRANSLATE_NOOP("core", "Fewer sequences at once")),
                    phrase(QT_TRANSLATE_NOOP("core", "it is 1 already")));
        const bool leaves_a_prompt = !m_plan.has("inference.new_tokens") || run.context / 2 > run.new_tokens;
        if (run.context / 2 >= shortest_sequence && leaves_a_prompt)
            add("context",
                Title(QT_TRANSLATE_NOOP("core", "Context of %1 tokens"), QT_TRANSLATE_NOOP("core", "context of %1 tokens"),
                      {localised(grouped(run.context / 2))}),
                {{"inference", {{"context", run.context / 2}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "longer prompts are cut")), arithmetic());
        if (run.engine == Engine::transformers && run.cache == CacheKind::dynamic)
            add("kv_cache",
                Title(QT_TRANSLATE_NOOP("core", "Quantised KV cache"), QT_TRANSLATE_NOOP("core", "quantised KV cache")),
                {{"inference", {{"cache", "quantized"}, {"kv_dtype", "int4"}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "slightly worse answers, slower steps")), "Liu et al. 2024, arXiv:2402.02750");
        no_training();
    }

    void no_training()
    {
        useless("checkpointing", phrase(QT_TRANSLATE_NOOP("core", "Gradient checkpointing")),
                phrase(QT_TRANSLATE_NOOP("core", "nothing is trained")));
        useless("inference_mode", phrase(QT_TRANSLATE_NOOP("core", "Inference mode (no gradients)")),
                phrase(QT_TRANSLATE_NOOP("core", "it runs without gradients already")));
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
        no_training();
    }

    void streaming()
    {
        constexpr Count tokens = 512;
        const Title title(QT_TRANSLATE_NOOP("core", "Streaming in chunks of %1 tokens"),
                          QT_TRANSLATE_NOOP("core", "streaming in chunks of %1 tokens"), {std::to_string(tokens)});
        if (m_plan.extract.chunk) return useless("chunk", title.first, phrase(QT_TRANSLATE_NOOP("core", "it streams already")));
        if (m_plan.sequence_length <= tokens)
            return useless("chunk", title.first, phrase(QT_TRANSLATE_NOOP("core", "the sequence is no longer")));
        add("chunk", title, {{"extract", {{"chunk", tokens}}}}, CostKind::time,
            phrase(QT_TRANSLATE_NOOP("core", "captures go to the host chunk by chunk; keys and values of earlier chunks stay")),
            arithmetic());
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
                phrase(QT_TRANSLATE_NOOP("core", "a smaller model")), arithmetic());
    }

    const Plan &m_plan;
    const Estimate &m_estimate;
    int m_capability;
    bool m_cuda;
    std::vector<Candidate> m_out;
};

} // namespace

std::vector<Candidate> advice_candidates(const Estimate &estimate, const AdviceTarget &target)
{
    return Collector(estimate, target).take();
}

} // namespace plimsoll
