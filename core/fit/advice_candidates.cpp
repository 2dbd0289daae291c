// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice_candidates.h"

#include "core/cards/host_memory.h"
#include "core/fit/advice_collector.h"
#include "core/load/load.h"
#include "core/model/presets.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/releases.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

int capability_of(const Node &target)
{
    if (target.card == nullptr || !target.card->capability_major) return 80;
    return *target.card->capability_major * 10 + target.card->capability_minor.value_or(0);
}

/// What any task may change.
class CommonCandidates : public CandidateCollector {
public:
    using CandidateCollector::CandidateCollector;

    void precision()
    {
        half_weights();
        mixed_precision();
        if (is_bitsandbytes_4bit(m_plan.weights.quant) && !m_plan.weights.double_quant)
            add("double_quant",
                Title(QT_TRANSLATE_NOOP("core", "Double quantisation"), QT_TRANSLATE_NOOP("core", "double quantisation")),
                {{"weights", {{"double_quant", true}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "a little time for each layer")), "Dettmers et al. 2023, arXiv:2305.14314");
        if (m_plan.attention == AttentionBackend::eager)
            add("attention", phrase(QT_TRANSLATE_NOOP("core", "SDPA attention")), {{"attention", "sdpa"}}, CostKind::none,
                phrase(QT_TRANSLATE_NOOP("core", "same result, faster")), "torch.nn.functional.scaled_dot_product_attention");
        else if (m_plan.attention == AttentionBackend::sdpa && !m_cuda && m_vendor != "AMD")
            useless("attention", std::string("FlashAttention 2"),
                    phrase(QT_TRANSLATE_NOOP("core", "%1 runs on cards of %2 and %3 only"), {"flash-attn", "NVIDIA", "AMD"}));
        else if (m_plan.attention == AttentionBackend::sdpa && m_capability >= bf16_from)
            add("attention", std::string("FlashAttention 2"), {{"attention", "flash2"}}, CostKind::convenience,
                phrase(QT_TRANSLATE_NOOP("core", "needs the %1 package; same result"), {"flash-attn"}),
                "Dao 2023, arXiv:2307.08691");
        else if (m_plan.attention == AttentionBackend::sdpa)
            useless("attention", std::string("FlashAttention 2"),
                    phrase(QT_TRANSLATE_NOOP("core", "needs compute capability %1"), {"8.0"}));
    }

    /// Why the card's allocator does not grow segments; empty where it does. ROCm's does from 7.0 on (torch 2.12,
    /// c10/cuda/CUDAAllocatorConfig.h; pull requests 177974, 179930), Intel's too (2.10, c10/xpu/XPUCachingAllocator.cpp;
    /// 166292), those of Metal and Gaudi are others.
    [[nodiscard]] std::string keeps_segments() const
    {
        const bool rocm = m_vendor == "AMD", xpu = m_vendor == "Intel" && !m_target.card->architecture.starts_with("Gaudi");
        if (!m_cuda && !rocm && !xpu)
            return phrase(QT_TRANSLATE_NOOP("core", "%1 has them on %2 only"), {"PyTorch", "CUDA, ROCm, XPU"});
        if ((rocm && older_of(m_plan).keeps_segments_on_rocm) || (xpu && older_of(m_plan).keeps_segments_on_xpu))
            return phrase(QT_TRANSLATE_NOOP("core", "%1 has them from release %2 on there"), {"PyTorch", rocm ? "2.12" : "2.10"});
        return {};
    }

    /// What the caching allocator holds between blocks in use.
    void segments()
    {
        constexpr const char *group = "allocator";
        const Title title(QT_TRANSLATE_NOOP("core", "Expandable segments"), QT_TRANSLATE_NOOP("core", "expandable segments"));
        if (m_plan.allocator.expandable_segments)
            return useless(group, title.first, phrase(QT_TRANSLATE_NOOP("core", "they are on already")));
        if (std::string kept = keeps_segments(); !kept.empty()) return useless(group, title.first, std::move(kept));
        add(group, title, {{"allocator", {{"expandable_segments", true}}}}, CostKind::convenience,
            phrase(m_vendor == "AMD" ? QT_TRANSLATE_NOOP("core", "%1 is set before it starts; needs ROCm 7, not on Windows")
                                     : QT_TRANSLATE_NOOP("core", "%1 is set before it starts; not on Windows"),
                   {"PYTORCH_ALLOC_CONF=expandable_segments:True"}),
            phrase(QT_TRANSLATE_NOOP("core", "%1: notes on CUDA"), {"PyTorch"}));
    }

    /// "gemma-3-" of "gemma-3-4b-it": a preset's name up to its size; all of it where it names none.
    static std::string_view generation(std::string_view name)
    {
        for (std::size_t i = name.find('-'); i != std::string_view::npos; i = name.find('-', i + 1)) {
            const std::size_t end = name.find_first_not_of("0123456789.", i + 1);
            if (end != std::string_view::npos && end > i + 1 && (name[end] == 'b' || name[end] == 'm'))
                return name.substr(0, i + 1);
        }
        return name;
    }

    /// The next two smaller presets of the family, those of the same generation first; where it has none, of the same model type.
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
        // a vision model is no smaller form of one for text
        std::ranges::stable_sort(smaller, {}, [&, own = generation(m_plan.model.preset)](const Preset *preset) {
            return std::pair(generation(preset->name) != own, preset->model_type != type);
        });
        for (std::size_t i = 0; i < std::min<std::size_t>(smaller.size(), 2); ++i)
            add("model", smaller[i]->title, {{"model", {{"preset", smaller[i]->name}}}}, CostKind::another_model,
                phrase(QT_TRANSLATE_NOOP("core", "a smaller model")), arithmetic());
    }

private:
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
};

void append(std::vector<Candidate> &out, std::vector<Candidate> more)
{
    out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

CandidateCollector::CandidateCollector(const Estimate &estimate, const Node &target)
    : m_plan(estimate.plan.plan), m_estimate(estimate), m_target(target), m_capability(capability_of(target)),
      m_vendor(target.card == nullptr ? "NVIDIA" : target.card->vendor), m_cuda(m_vendor == "NVIDIA")
{}

std::string CandidateCollector::arithmetic() { return phrase(QT_TRANSLATE_NOOP("core", "arithmetic")); }

void CandidateCollector::add(const char *group, Title title, json patch, CostKind kind, std::string cost, std::string source)
{
    m_out.push_back(
        {group, std::move(title.first), std::move(title.later), std::move(patch), kind, std::move(cost), std::move(source), {}});
}

std::string CandidateCollector::shares_memory() const
{
    return m_target.card == nullptr ? std::string() : plimsoll::shares_memory(*m_target.card);
}

void CandidateCollector::add_moved(const char *group, Title title, json patch, std::string cost, std::string source)
{
    if (std::string one_memory = shares_memory(); !one_memory.empty()) return useless(group, title.first, std::move(one_memory));
    add(group, std::move(title), std::move(patch), CostKind::time, std::move(cost), std::move(source));
}

void CandidateCollector::add_packed(BitsandbytesPart part, const char *group, Title title, json patch, CostKind kind,
                                    std::string cost, std::string source)
{
    std::string lacking = m_target.card == nullptr ? std::string() : bitsandbytes_lacks(part, *m_target.card);
    if (lacking.empty() && part == BitsandbytesPart::paged) lacking = shares_memory();
    if (!lacking.empty()) return useless(group, title.first, std::move(lacking));
    add(group, std::move(title), std::move(patch), kind, std::move(cost), std::move(source));
}

void CandidateCollector::useless(const char *group, const std::string &title, std::string why)
{
    m_out.push_back({group, title, title, json(), CostKind::none, {}, {}, std::move(why)});
}

std::vector<Candidate> advice_candidates(const Estimate &estimate, const Node &target)
{
    std::vector<Candidate> out;
    if (estimate.fullest().engine)
        out = engine_candidates(estimate, target);
    else {
        CommonCandidates settings(estimate, target);
        settings.precision();
        settings.segments();
        out = std::move(settings).take();
    }
    append(out,
           estimate.plan.plan.task == Task::train ? training_candidates(estimate, target) : forward_candidates(estimate, target));
    if (estimate.plan.plan.task == Task::train) append(out, company_candidates(estimate, target));
    append(out, picture_candidates(estimate, target));
    if (estimate.fullest().engine) append(out, served_candidates(estimate, target));
    CommonCandidates models(estimate, target);
    models.smaller_models();
    append(out, std::move(models).take());
    return out;
}

} // namespace plimsoll
