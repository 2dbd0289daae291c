// SPDX-License-Identifier: GPL-3.0-or-later
// What the tower of a multimodal model takes of the profile pass: multimodal/encoder_budget.py, v1/worker/gpu/mm/encoder_runner.py.
#include "core/engines/vllm_classes.h"
#include "core/engines/vllm_pass.h"

#include <algorithm>

namespace plimsoll::vllm {

namespace {

/// Sizes of a tower as its modules say them.
struct Tower {
    Count width = 0, inner = 0, values = 0; ///< of a patch, of its MLP, of its pixels
    Count positions = 0;                    ///< rows of the table of positions
};

Tower tower_of(const Run &run)
{
    Tower out;
    for (const Module *module : run.towers) {
        if (module->parameters.empty()) continue;
        const Dimensions &shape = module->parameters.front().shape;
        const std::string &name = module->name;
        if (shape.size() >= 4 && out.width == 0) {
            out.width = shape[0];
            out.values = module->parameters.front().elements() / shape[0];
        } else if (shape.size() == 2 && out.inner == 0 &&
                   (name.ends_with("mlp.fc1") || name.ends_with("mlp.gate_proj") || name.ends_with("mlp.linear_fc1")))
            out.inner = shape[0];
        else if (shape.size() == 2 && name.ends_with("position_embedding"))
            out.positions = shape[0];
    }
    return out;
}

} // namespace

std::optional<Pictures> pictures_of(const Run &run)
{
    const PictureCode *code = run.towers.empty() || run.release.first_engine ? nullptr : picture_code_of(run.model_type);
    if (!code) return std::nullopt;
    const Tower tower = tower_of(run);
    Count patches = code->patches ? code->patches : tower.positions;
    Count tokens = code->tokens ? code->tokens : patches - patches % 2; // a class token is no picture's
    if (tower.width == 0 || tower.inner == 0 || tokens == 0) return std::nullopt;
    const Count longer = std::clamp<Count>(run.context / tokens, 1, code->most_items); // _get_max_video_frames
    patches *= longer;
    tokens *= longer;
    Pictures out{.budget = std::max(run.batch, tokens), .modality = code->modality};
    const Count in_prompts = run.requests * std::max<Count>(1, std::min<Count>(999, run.context / tokens));
    out.items = std::max<Count>(1, std::min(out.budget / tokens, in_prompts));
    const Count rows = out.items * patches;
    const Bytes one = step::product(rows, tower.width, run.width());
    const auto part = [&run](Bytes bytes) { return (bytes + run.tensor - 1) / run.tensor; };
    const Bytes more = step::product(out.items * tokens, run.spec.hidden, run.width());
    const Bytes attention = code->whole * one + part(code->divided * one) + (code->outputs - 1) * more;
    const Bytes mlp = code->whole_mlp * one + part(step::product(rows, code->inner * tower.inner, run.width()));
    out.pixels =
        step::product(rows - (patches % 2) * out.items, tower.values, code->pixel_width ? code->pixel_width : run.width());
    out.layers = std::max(attention, mlp);
    out.embeddings = code->outputs * more;
    return out;
}

Sizes picture_inputs(const Run &run)
{
    const PictureCode *code = run.towers.empty() || !run.first() ? nullptr : picture_code_of(run.model_type);
    const Count layers = code ? code->outputs - 1 : 0;
    return Sizes(static_cast<std::size_t>(layers), Asked(step::product(run.batch, run.spec.hidden, run.width())));
}

void Pass::pictures()
{
    const std::optional<Pictures> seen = pictures_of(r);
    if (!seen || !r.first()) return;
    {
        const Tensor pixels = m_device.hold(seen->pixels, "pixels", Component::activations);
        m_device.pass(seen->layers, "tower");
    }
    m_embeddings = m_device.hold(seen->embeddings, "embeddings of pictures", Component::activations);
}

} // namespace plimsoll::vllm
