// SPDX-License-Identifier: GPL-3.0-or-later
// What the tower of a multimodal model takes of the profile pass: multimodal/encoder_budget.py, v1/worker/gpu/mm/encoder_runner.py.
#include "core/engines/vllm_classes.h"
#include "core/engines/vllm_pass.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cmath>

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
        const bool unfolded = shape.size() == 2 && name.ends_with("patch_embedding.linear"); // torch.nn.Unfold before a linear
        if ((shape.size() >= 4 || unfolded) && out.width == 0) {
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

namespace {

/// One item of a kind: what the budget counts of it, and what the pass runs.
struct Item {
    Count tokens = 0, run_tokens = 0, patches = 0;
};

/// qwen2_vl.py, get_image_size_with_most_features: the most tokens whose nearest pair of factors is no thinner than 200 to 1.
Count tokens_within(Count most)
{
    constexpr Count thinnest = 200;
    for (Count n = most; n > 1; --n) {
        Count side = static_cast<Count>(std::sqrt(static_cast<double>(n)));
        while (side > 1 && n % side != 0) --side;
        if (n / side <= thinnest * side) return n;
    }
    return 1;
}

Item largest_picture(const Run &run, const PictureCode &code, const Tower &tower)
{
    Count patches = code.patches ? code.patches : tower.positions;
    Count tokens = code.tokens ? code.tokens : patches - patches % 2; // a class token is no picture's
    if (tokens == 0) return {};
    if (code.token_pixels > 0 && run.served.max_pixels) {
        const Count merged = patches / tokens;
        tokens = tokens_within(std::max<Count>(1, *run.served.max_pixels / code.token_pixels));
        patches = tokens * merged;
    }
    const Count cut = code.tiles > 0 ? run.served.max_patches.value_or(code.tiles) : 0;
    const Count pictures = cut > 0 ? (cut > 1 ? cut + 1 : 1) : run.served.pan_and_scan ? 1 + code.crops : 1;
    return {tokens * pictures, tokens * pictures, patches * pictures};
}

/// Of InternVL as many frames as the context holds beside a picture, though as many as it holds at all are run (internvl.py,
/// get_num_frames_with_most_features).
Item largest_video(const Run &run, const PictureCode &code, const Item &picture)
{
    if (code.shows_frames) {
        const Count beside = run.served.images != 0 ? picture.tokens : 0;
        const Count counted = std::max<Count>(1, (run.context - beside) / code.tokens);
        const Count frames = std::max<Count>(1, run.context / code.tokens);
        return {counted * code.tokens, frames * code.tokens, frames * code.patches};
    }
    if (code.video_tokens > 0)
        return {code.video_tokens, code.video_tokens, code.video_tokens * (picture.patches / picture.tokens)};
    const Count longer = std::clamp<Count>(run.context / picture.tokens, 1, code.most_items); // _get_max_video_frames
    return {longer * picture.tokens, longer * picture.tokens, longer * picture.patches};
}

/// encoder_budget.py, _get_max_items, of the kind with most tokens, of two equal ones the last by name.
void choose_items(const Run &run, const PictureCode &code, const Tower &tower, Pictures &out, Item &chosen)
{
    constexpr Count allowed = 999;
    const Item picture = largest_picture(run, code, tower);
    if (picture.tokens == 0) return;
    Count limit = run.served.images.value_or(allowed);
    if (limit > 0) chosen = picture;
    out.modality = "image";
    if (code.takes_videos() && run.served.videos.value_or(allowed) > 0) {
        const Item video = largest_video(run, code, picture);
        if (video.tokens >= chosen.tokens) {
            chosen = video;
            limit = run.served.videos.value_or(allowed);
            out.modality = "video";
        }
    }
    if (chosen.tokens == 0) return;
    out.budget = std::max(run.batch, chosen.tokens);
    const Count in_prompts = run.requests * std::max<Count>(1, std::min(limit, run.context / chosen.tokens));
    out.items = std::max<Count>(1, std::min(out.budget / chosen.tokens, in_prompts));
}

} // namespace

std::optional<Pictures> pictures_of(const Run &run)
{
    const PictureCode *code = run.towers.empty() || run.release.first_engine ? nullptr : picture_code_of(run.model_type);
    if (!code || !run.served.profile) return std::nullopt;
    const Tower tower = tower_of(run);
    if (tower.width == 0 || tower.inner == 0) return std::nullopt;
    Pictures out;
    Item item;
    choose_items(run, *code, tower, out, item);
    if (item.tokens == 0) return std::nullopt;
    const Count rows = out.items * item.patches;
    const Bytes one = step::product(rows, tower.width, run.width());
    const Count sharing = run.served.tower_data_parallel ? 1 : run.tensor;
    const auto part = [sharing](Bytes bytes) { return (bytes + sharing - 1) / sharing; };
    const Bytes more = step::product(out.items * item.run_tokens, run.spec.hidden, run.width());
    const Bytes attention = code->whole * one + part(code->divided * one) + (code->outputs - 1) * more;
    const Bytes mlp = code->whole_mlp * one + part(step::product(rows, code->inner * tower.inner, run.width()));
    const Count odd = (item.patches % 2) * out.items; // class tokens have no pixels
    out.pixels = step::product(rows - odd, tower.values, code->pixel_width ? code->pixel_width : run.width());
    out.layers = std::max(attention, mlp);
    // ranks that run pictures of their own gather everybody's (models/vision.py, run_dp_sharded_mrope_vision_model)
    out.embeddings = code->outputs * more * (sharing < run.tensor ? 2 : 1);
    return out;
}

Sizes picture_inputs(const Run &run)
{
    const PictureCode *code = run.towers.empty() || !run.first() ? nullptr : picture_code_of(run.model_type);
    const Count layers = code ? code->outputs - 1 : 0;
    Sizes out(static_cast<std::size_t>(layers), Asked(step::product(run.batch, run.spec.hidden, run.width())));
    const DecoderExtension *more = run.spec.extension.get(); // gemma4_mm.py, gemma3n_mm.py: per_layer_embeddings
    if (!run.towers.empty() && more && more->layer_inputs)
        out.emplace_back(step::product(run.batch, more->layer_inputs->width * run.spec.layer_count(), run.width()));
    return out;
}

void Pass::pictures()
{
    const std::optional<Pictures> seen = pictures_of(r);
    if (!seen || !r.first()) return;
    {
        const Tensor pixels = m_device.hold(seen->pixels, "pixels", Component::activations);
        m_device.pass(seen->layers, "tower");
    }
    m_embeddings = m_device.hold(seen->embeddings, QT_TRANSLATE_NOOP("core", "embeddings of pictures"), Component::activations);
}

} // namespace plimsoll::vllm
