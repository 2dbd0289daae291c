// SPDX-License-Identifier: GPL-3.0-or-later
// mlx-vlm 0.7.10: mlx_vlm/models/base.py (ensure_fused_sdpa), models/qwen3_vl/vision.py, vision_cache.py, utils.py
// (skip_multimodal_module); mlx-swift-lm, issue 396; Ollama, issue 17804.
#include "core/engines/unmeasured/mlx_pictures.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/extension.h"
#include "core/model/tower_spec.h"
#include "core/torch/tensor.h"

#include <algorithm>

namespace plimsoll::mlx {

namespace {

using namespace unmeasured;

constexpr Count kept_features = 20; ///< vision_cache.py, VisionFeatureCache

/// Rows of the first matrix of a tower's MLP.
Count inner_width(const SequenceSpec &tower)
{
    for (const LinearSpec &linear : tower.linears)
        if (linear.name.ends_with("mlp.fc1") || linear.name.ends_with("mlp.gate_proj") ||
            linear.name.ends_with("mlp.linear_fc1") || linear.name.ends_with("mlp.gate_proj.linear") ||
            linear.name.ends_with("feed_forward.gate_proj"))
            return linear.out;
    return 4 * tower.hidden;
}

/// A layer's widest moment for every patch: its states, queries, keys and values with their turned forms in float32, or the MLP's
/// inner rows before and behind the activation.
Bytes layer_of(const TowerSpec &tower, Bytes width)
{
    const Count hidden = tower.modules->hidden, inner = inner_width(*tower.modules);
    const Bytes attends = hidden * (4 * width + 2 * 4), multiplies = 2 * hidden * width + (tower.gated ? 3 : 2) * inner * width;
    return std::max(attends, multiplies);
}

/// Widths of heads that every release of MLX has a kernel for that keeps no scores.
bool has_old_kernel(const TowerSpec &tower)
{
    const Count width = tower.modules->hidden / std::max<Count>(1, tower.modules->heads);
    return width == 64 || width == 80 || width == 128;
}

/// Without a kernel for the head's width the scores of all patches stand whole, before and behind the softmax one buffer each at most.
Bytes whole_scores(const TowerSpec &tower, const PromptPictures &seen, Bytes width)
{
    const Count each = seen.patches / std::max<Count>(1, seen.sequences);
    return step::product(tower.modules->heads * seen.sequences, each, each) * width;
}

} // namespace

Seen seen_of(const StartCall &call, const Rank &rank)
{
    Seen out;
    const PromptPictures &seen = call.pictures;
    const DecoderExtension *around = rank.spec.extension.get();
    if (seen.pictures == 0 || seen.patches == 0 || around == nullptr || !around->tower) return out;
    const TowerSpec &tower = *around->tower;
    const Bytes width = rank.width();
    for (const Module *module : ranks::towers_of(call.architecture))
        for (const Parameter &parameter : module->parameters) out.weights += parameter.elements() * width;
    const Count patches = seen.pictures * seen.patches;
    const Bytes pixels = step::product(patches, seen.numbers_a_patch, 4 + width); // float32 from the processor, and cast
    out.pass = pixels + step::product(patches, layer_of(tower, width), 1);
    const Bytes of_pictures = step::product(seen.pictures * seen.tokens, rank.spec.hidden, width);
    out.features = of_pictures + step::product(call.plan.inference.context, rank.spec.hidden, width);
    if (const Bytes scores = whole_scores(tower, seen, width); !has_old_kernel(tower) && scores > gib / 2)
        out.warnings.push_back(
            {"scores_of_pictures",
             phrase(QT_TRANSLATE_NOOP("core",
                                      "A picture has %1 patches here, and %2 reads them with a kernel that keeps no scores. "
                                      "Swift's library and Ollama's runner on MLX have none for heads of this width: there "
                                      "they stand whole, %3 GiB more; %4 bounds them."),
                    {localised(grouped(seen.patches)), "mlx-vlm", localised(gib_table(scores)), "images.max_pixels"}),
             "images.max_pixels"});
    out.warnings.push_back(
        {"features_kept",
         phrase(QT_TRANSLATE_NOOP("core", "%1 keeps the features of the last %2 pictures that it saw, up to %3 GiB more."),
                {"mlx-vlm", std::to_string(kept_features),
                 localised(gib_table(kept_features * step::product(seen.tokens, rank.spec.hidden, width)))}),
         "images.per_row"});
    return out;
}

} // namespace plimsoll::mlx
