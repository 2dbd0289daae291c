// SPDX-License-Identifier: GPL-3.0-or-later
// Towers of 3-D patches: Qwen2-VL, Qwen2.5-VL, Qwen3-VL, Qwen3.5, GLM-4.1V (transformers 5.23, models/qwen2_vl/modeling_qwen2_vl.py,
// models/qwen2_5_vl/…, models/qwen3_vl/…, models/glm4v/…; vision_utils.py).
#include "core/families/towers/tower_classes.h"

#include <algorithm>
#include <vector>

namespace plimsoll::step {

namespace {

constexpr BlockNames qwen2_block{"norm1", "norm2", "", "", "", "attn.qkv", "attn.proj", "", "mlp.fc1", "mlp.fc2"};
constexpr BlockNames gated_block{"norm1",       "norm2",        "", "", "", "attn.qkv", "attn.proj", "mlp.gate_proj",
                                 "mlp.up_proj", "mlp.down_proj"};
constexpr BlockNames qwen3_block{"norm1", "norm2", "", "", "", "attn.qkv", "attn.proj", "", "mlp.linear_fc1", "mlp.linear_fc2"};

std::vector<BatchTensor> grid_inputs(const TowerSpec &, const SeenPictures &seen, Count length)
{
    return {{{seen.rows, length}}, pixels_of(seen), {{seen.count(), 3}}}; // mm_token_type_ids, pixel_values, image_grid_thw
}

/// get_vision_window_index: windows of merged patches, those at the borders smaller; of all pictures.
std::vector<Count> window_lengths(const TowerSpec &spec, const SeenPictures &seen)
{
    const Count side = std::max<Count>(1, spec.window / spec.merge / spec.patch);
    const Count rows = seen.one.rows / spec.merge, columns = seen.one.columns / spec.merge;
    std::vector<Count> out;
    for (Count picture = 0; picture < seen.count(); ++picture)
        for (Count row = 0; row < rows; row += side)
            for (Count column = 0; column < columns; column += side)
                out.push_back(std::min(side, rows - row) * std::min(side, columns - column) * spec.merge * spec.merge);
    return out;
}

/// Cosines and sines of all patches in float32; with windows both are put into their order.
BlockAttention turned_by_grid(Tower &tower, Machine &m, const SeenPictures &seen, bool reordered)
{
    const Count patches = seen.count() * seen.one.patches;
    BlockAttention out;
    out.in_float = true;
    out.cos = tower.table(m, patches, Dtype::fp32);
    out.sin = tower.table(m, patches, Dtype::fp32);
    if (reordered) {
        const Tensor cos = out.cos, sin = out.sin;
        out.cos = index_copy(m, cos, cos.shape());
        out.sin = index_copy(m, sin, sin.shape());
    }
    out.lengths.assign(static_cast<std::size_t>(seen.count()), seen.one.patches);
    return out;
}

/// `torch.cat(pooler_output)`: the outer model's forward has names for the tower's output, for the merged places, and for this.
Tensor kept_by_model(Machine &m, TowerPass &pass, const Tensor &states, const Tensor &merged)
{
    pass.held.push_back(states);
    pass.held.push_back(merged);
    return joined(m, {merged}, merged.shape());
}

Tensor qwen2_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string visual = spec.towers.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count unit = spec.merge * spec.merge, width = tower.sizes().hidden, patches = seen.count() * seen.one.patches;
    const Tensor pixels = to(m, fed_patches(seen), tower.leaf(visual + "patch_embed.proj.weight").value.dtype());
    Tensor hidden = tower.embedded_patches(m, tower.patches(m, visual + "patch_embed.proj", pixels));
    const bool windows = spec.window > 0;
    if (windows) hidden = index_copy(m, std::move(hidden), {patches, width});
    const BlockAttention whole = turned_by_grid(tower, m, seen, windows);
    BlockAttention within = whole;
    if (windows) within.lengths = window_lengths(spec, seen);
    const auto attention = [&](Count layer) -> const BlockAttention & {
        return windows && std::ranges::find(spec.whole, layer) == spec.whole.end() ? within : whole;
    };
    hidden = tower.run_blocks(m, pass, std::move(hidden), spec.gated ? gated_block : qwen2_block, attention);
    Tensor merged = tower.norm(m, visual + "merger.ln_q", hidden).view({patches / unit, unit * width});
    merged = projected(tower, m, std::move(merged), visual + "merger.", {"", "mlp.0", "mlp.2"});
    if (windows) merged = index_copy(m, merged, merged.shape());
    return kept_by_model(m, pass, hidden, merged);
}

/// Positions are read from a table of another size: four entries of it, weighed and added, for every patch.
Tensor interpolated(Tower &tower, Machine &m, const std::string &table, Count patches, Count width)
{
    Tensor taken = embedding(m, {patches, 4}, tower.leaf(table));
    Tensor weighed = mul(m, std::move(taken), m.empty({patches, 4, 1}, Dtype::fp32, "interp_weights"));
    Tensor out = m.empty({patches, width}, weighed.dtype(), "sum");
    if (any_requires_grad(m, {&weighed})) {
        const Shape whole = weighed.shape();
        attach(out,
               make_node(m, {&weighed}, [whole](Machine &, Node &, Gradients &in, Gradients &g) { g[0] = in[0].view(whole); }));
    }
    return out;
}

/// Qwen3VLVisionPatchMerger; `behind`: its norm reads four patches at once.
Tensor qwen3_merger(Tower &tower, Machine &m, const Tensor &hidden, const std::string &name, bool behind)
{
    const Count unit = tower.spec().merge * tower.spec().merge, width = tower.sizes().hidden;
    const Shape four{hidden.shape().size[0] / unit, unit * width};
    Tensor x = tower.norm(m, name + "norm", behind ? hidden.view(four) : hidden);
    return projected(tower, m, x.view(four), name, {"", "linear_fc1", "linear_fc2"});
}

Tensor qwen3_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string visual = spec.towers.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count width = tower.sizes().hidden, patches = seen.count() * seen.one.patches;
    const Tensor pixels = to(m, fed_patches(seen), tower.leaf(visual + "patch_embed.proj.weight").value.dtype());
    Tensor hidden = tower.embedded_patches(m, tower.patches(m, visual + "patch_embed.proj", pixels));
    Tensor positions = interpolated(tower, m, visual + "pos_embed.weight", patches, width);
    hidden = add(m, hidden, to(m, positions, hidden.dtype()));
    const BlockAttention whole = turned_by_grid(tower, m, seen, false);
    std::vector<Tensor> handed;
    const auto between = [&](Count layer, const Tensor &states) {
        const auto found = std::ranges::find(spec.handed, layer);
        if (found == spec.handed.end()) return;
        const auto which = std::to_string(found - spec.handed.begin());
        handed.push_back(qwen3_merger(tower, m, states, visual + "deepstack_merger_list." + which + ".", true));
    };
    hidden = tower.run_blocks(
        m, pass, std::move(hidden), qwen3_block, [&whole](Count) -> const BlockAttention & { return whole; }, between);
    const Tensor merged = qwen3_merger(tower, m, hidden, visual + "merger.", false);
    Tensor out = kept_by_model(m, pass, hidden, merged);
    for (const Tensor &each : handed) {
        pass.held.push_back(each);
        pass.handed.push_back(joined(m, {each}, each.shape()));
    }
    return out;
}

/// Glm4vVisionPatchMerger
Tensor glm_merger(Tower &tower, Machine &m, Tensor x, const std::string &name)
{
    x = tower.linear(m, name + "proj", std::move(x));
    x = activate(m, tower.norm(m, name + "post_projection_norm", std::move(x)), Activation::gelu);
    Tensor gate = activate(m, tower.linear(m, name + "gate_proj", x), tower.sizes().activation);
    x = mul(m, std::move(gate), tower.linear(m, name + "up_proj", x));
    return tower.linear(m, name + "down_proj", std::move(x));
}

Tensor glm_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string visual = spec.towers.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count unit = spec.merge * spec.merge, width = tower.sizes().hidden, patches = seen.count() * seen.one.patches;
    const Tensor pixels = to(m, fed_patches(seen), tower.leaf(visual + "patch_embed.proj.weight").value.dtype());
    Tensor hidden = tower.embedded_patches(m, tower.patches(m, visual + "patch_embed.proj", pixels));
    hidden = tower.norm(m, visual + "post_conv_layernorm", std::move(hidden));
    const BlockAttention whole = turned_by_grid(tower, m, seen, false);
    {
        Leaf &table = tower.leaf(visual + "embeddings.position_embedding.weight");
        const Tensor wide = to(m, table.value, Dtype::fp32); // grid_sample of the whole table
        Tensor sampled = m.empty({patches, width}, Dtype::fp32, "grid_sample");
        if (any_requires_grad(m, {&wide})) {
            const Shape of = wide.shape();
            const auto node = make_node(m, {&wide}, [of](Machine &mm, Node &self, Gradients &, Gradients &g) {
                const Tensor kept = self.saved[0].unpack(mm);
                g[0] = mm.empty(of, Dtype::fp32, "grid_sample_backward");
            });
            node->saved[0].keep(m, wide);
            attach(sampled, node);
        }
        hidden = add(m, hidden, to(m, sampled, table.value.dtype()));
    }
    hidden =
        tower.run_blocks(m, pass, std::move(hidden), gated_block, [&whole](Count) -> const BlockAttention & { return whole; });
    hidden = tower.norm(m, visual + "post_layernorm", std::move(hidden));
    // permuted, so that the convolution makes it contiguous; its kernel sees four patches
    Tensor fours = clone(m, hidden.view({patches / unit, unit * width}));
    const Tensor down = tower.patches(m, visual + "downsample", fours);
    const Tensor merged = glm_merger(tower, m, down, visual + "merger.");
    return kept_by_model(m, pass, down, merged);
}

} // namespace

const TowerClass qwen2_tower{.features = qwen2_features, .inputs = grid_inputs};
const TowerClass qwen3_tower{.features = qwen3_features, .inputs = grid_inputs};
const TowerClass glm_tower{.features = glm_features, .inputs = grid_inputs};

} // namespace plimsoll::step
