// SPDX-License-Identifier: GPL-3.0-or-later
// What a server may do without of what it holds beside the model: places for adapters, what drafts, a tower and its pictures.
#include "core/fit/advice_collector.h"

#include "core/ground/text.h"
#include "core/model/extension.h"
#include "core/model/tower_spec.h"
#include "core/resolve/gate.h"

namespace plimsoll {

namespace {

using nlohmann::json;

class ServedCandidates : public CandidateCollector {
public:
    using CandidateCollector::CandidateCollector;

    void residents()
    {
        const Inference &run = m_plan.inference;
        if (run.speculative.method != SpeculativeMethod::none && applies("inference.speculative.method", m_plan))
            add("speculative", Title(QT_TRANSLATE_NOOP("core", "Nothing drafts"), QT_TRANSLATE_NOOP("core", "nothing drafts")),
                {{"inference", {{"speculative", {{"method", "none"}, {"model", nullptr}, {"tokens", nullptr}}}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "tokens come one by one: slower answers")), arithmetic());
        if (run.lora.max_loras > 1 && applies("inference.lora.max_loras", m_plan))
            add("max_loras",
                phrase(QT_TRANSLATE_NOOP("core", "Places for %1 adapters"), {localised(grouped(run.lora.max_loras / 2))}),
                {{"inference", {{"lora", {{"max_loras", run.lora.max_loras / 2}}}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "requests for other adapters wait until one is changed")), arithmetic());
        if (applies("inference.images.limit", m_plan) && !run.images.language_model_only && sees()) pictures();
    }

private:
    [[nodiscard]] bool sees() const
    {
        const auto &decoder = m_estimate.architecture ? m_estimate.architecture->decoder : std::nullopt;
        return decoder && decoder->extension && decoder->extension->tower && !decoder->extension->tower->hears;
    }

    void pictures()
    {
        const ServedPictures &now = m_plan.inference.images;
        constexpr Count usual = 1'003'520; // 1,280 tokens of Qwen's 28 x 28 pixels, as its model cards cap pictures
        if (now.videos.value_or(1) > 0)
            add("images.limit", Title(QT_TRANSLATE_NOOP("core", "No videos"), QT_TRANSLATE_NOOP("core", "no videos")),
                {{"inference", {{"images", {{"limit", {{"image", now.images.value_or(999)}, {"video", 0}}}}}}}},
                CostKind::convenience, phrase(QT_TRANSLATE_NOOP("core", "prompts with videos are refused")),
                "vllm multimodal/encoder_budget.py");
        if (now.max_pixels.value_or(usual + 1) > usual && applies("inference.images.max_pixels", m_plan))
            add("images.max_pixels",
                Title(QT_TRANSLATE_NOOP("core", "Pictures of at most %1 pixels"),
                      QT_TRANSLATE_NOOP("core", "pictures of at most %1 pixels"), {localised(grouped(usual))}),
                {{"inference", {{"images", {{"max_pixels", usual}}}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "small print and details are lost")), "vllm multimodal/encoder_budget.py");
        add("images.limit", Title(QT_TRANSLATE_NOOP("core", "No pictures"), QT_TRANSLATE_NOOP("core", "no pictures")),
            {{"inference", {{"images", {{"language_model_only", true}}}}}}, CostKind::quality,
            phrase(QT_TRANSLATE_NOOP("core", "prompts with pictures are refused; the tower is not loaded")),
            "vllm MultiModalConfig.language_model_only");
    }
};

} // namespace

std::vector<Candidate> served_candidates(const Estimate &estimate, const Node &target)
{
    ServedCandidates out(estimate, target);
    out.residents();
    return std::move(out).take();
}

} // namespace plimsoll
