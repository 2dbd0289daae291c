// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures in the rows of a training or of transformers' generate(): smaller ones, and what of their tower trains or is kept.
#include "core/fit/advice_collector.h"

#include "core/ground/text.h"
#include "core/resolve/handed_pictures.h"

namespace plimsoll {

namespace {

using nlohmann::json;

class PictureCandidates : public CandidateCollector {
public:
    using CandidateCollector::CandidateCollector;

    void pictures()
    {
        if (m_plan.images.per_row == 0 || !m_estimate.architecture) return;
        smaller();
        if (m_plan.task == Task::train) tower();
    }

private:
    [[nodiscard]] Count patches_of(const Images &images) const
    {
        Plan other = m_plan;
        other.images = images;
        const std::optional<PictureTokens> made = planned_picture(other, *m_estimate.architecture);
        return made ? std::max(made->computed, made->patches) : 0;
    }

    /// By pixels or by tiles, whichever of them this processor hears.
    void smaller()
    {
        const std::optional<PictureTokens> now = planned_picture(m_plan, *m_estimate.architecture);
        const Count before = patches_of(m_plan.images);
        if (!now || before == 0 || m_plan.images.tokens_per_image) return;
        const auto fewer = [&](const Images &images) {
            const Count then = patches_of(images);
            return then > 0 && then < before;
        };
        Images fewer_tiles = m_plan.images, fewer_pixels = m_plan.images;
        fewer_tiles.max_tiles = std::max<Count>(1, now->tiles / 2);
        if (now->tiles > 1 && fewer(fewer_tiles))
            add("images",
                Title(QT_TRANSLATE_NOOP("core", "Pictures of at most %1 tiles"),
                      QT_TRANSLATE_NOOP("core", "pictures of at most %1 tiles"), {localised(grouped(*fewer_tiles.max_tiles))}),
                {{"images", {{"max_tiles", *fewer_tiles.max_tiles}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "small print and details are lost")), arithmetic());
        const Count pixels = m_plan.images.width * m_plan.images.height;
        fewer_pixels.max_pixels = std::min(pixels, m_plan.images.max_pixels.value_or(pixels)) / 2;
        if (*fewer_pixels.max_pixels > 0 && fewer(fewer_pixels))
            add("images",
                Title(QT_TRANSLATE_NOOP("core", "Pictures of at most %1 pixels"),
                      QT_TRANSLATE_NOOP("core", "pictures of at most %1 pixels"), {localised(grouped(*fewer_pixels.max_pixels))}),
                {{"images", {{"max_pixels", *fewer_pixels.max_pixels}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "small print and details are lost")), arithmetic());
    }

    void tower()
    {
        const bool frozen = m_plan.images.tower == PartTraining::frozen;
        if (!frozen)
            add("images.tower",
                Title(QT_TRANSLATE_NOOP("core", "The tower stays frozen"), QT_TRANSLATE_NOOP("core", "the tower stays frozen")),
                {{"images", {{"tower", "frozen"}}}}, CostKind::quality,
                phrase(QT_TRANSLATE_NOOP("core", "the model learns to read, not to see")), arithmetic());
        if (!m_plan.images.tower_checkpointing.value_or(m_plan.gradient_checkpointing.enabled))
            add("images.tower_checkpointing",
                Title(QT_TRANSLATE_NOOP("core", "Checkpoints in the tower"),
                      QT_TRANSLATE_NOOP("core", "checkpoints in the tower")),
                {{"images", {{"tower_checkpointing", true}}}}, CostKind::time,
                phrase(QT_TRANSLATE_NOOP("core", "the tower runs once more in the backward pass")),
                "Chen et al. 2016, arXiv:1604.06174");
        else if (frozen && !m_plan.images.tower_checkpointing && m_plan.gradient_checkpointing.enabled)
            useless("images.tower", phrase(QT_TRANSLATE_NOOP("core", "The tower stays frozen")),
                    phrase(QT_TRANSLATE_NOOP("core", "it is already")));
    }
};

} // namespace

std::vector<Candidate> picture_candidates(const Estimate &estimate, const Node &target)
{
    PictureCandidates out(estimate, target);
    out.pictures();
    return std::move(out).take();
}

} // namespace plimsoll
