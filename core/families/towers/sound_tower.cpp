// SPDX-License-Identifier: GPL-3.0-or-later
// Whisper's encoder before a language model: Qwen2-Audio, Voxtral (transformers 5.23, models/qwen2_audio/modeling_qwen2_audio.py,
// models/voxtral/modeling_voxtral.py).
#include "core/families/towers/tower_classes.h"

namespace plimsoll::step {

namespace {

constexpr BlockNames sound_block{.norm1 = "self_attn_layer_norm",
                                 .norm2 = "final_layer_norm",
                                 .q = "self_attn.q_proj",
                                 .k = "self_attn.k_proj",
                                 .v = "self_attn.v_proj",
                                 .fused = "",
                                 .o = "self_attn.out_proj",
                                 .gate = "",
                                 .up = "fc1",
                                 .down = "fc2",
                                 .contiguous_heads = true};

/// Frames of the spectrogram of a clip, two of which become a position.
constexpr Count frames_of_position = 2;

std::vector<BatchTensor> clip_of_sound(const TowerSpec &spec, const SeenPictures &seen, Count)
{
    const Count clips = seen.count() * seen.one.tiles, frames = frames_of_position * seen.one.computed / seen.one.tiles;
    return {{{clips, spec.mel_bins, frames}, Dtype::fp32}, {{clips, frames}}};
}

/// torch.nn.functional.gelu of a convolution of three neighbours; `from` and `to`: [clips, channels, frames].
Tensor convolved(Tower &tower, Machine &m, const std::string &name, Tensor from, const Shape &to_shape)
{
    Leaf &kernel = tower.leaf(name + ".weight");
    Leaf &bias = tower.leaf(name + ".bias");
    Tensor own_bias = autocast_weight(m, bias), weight = autocast_weight(m, kernel);
    if (m.autocast) from = to(m, std::move(from), *m.autocast);
    Ref<Node> node;
    if (any_requires_grad(m, {&from, &weight, &own_bias})) {
        const Shape back = from.shape(), of = weight.shape(), row = own_bias.shape();
        node = make_node(m, {&from, &weight, &own_bias}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept_input = self.needs(1) ? self.saved[0].unpack(mm) : Tensor();
            const Tensor kept_weight = self.needs(0) ? self.saved[1].unpack(mm) : Tensor();
            if (self.needs(0)) g[0] = mm.empty(back, in[0].dtype(), "convolution_backward");
            if (self.needs(1)) g[1] = mm.empty(of, in[0].dtype(), "convolution_backward");
            if (self.needs(2)) g[2] = mm.empty(row, in[0].dtype(), "convolution_backward");
        });
        if (node->needs(1)) node->saved[0].keep(m, from);
        if (node->needs(0)) node->saved[1].keep(m, weight);
    }
    Tensor out = m.empty(to_shape, from.dtype(), "convolution");
    if (node) attach(out, node);
    return out;
}

Tensor sound_features(Tower &tower, Machine &m, TowerPass &pass)
{
    const TowerSpec &spec = tower.spec();
    const std::string sound = spec.towers.front() + ".", projector = spec.projectors.front() + ".";
    const SeenPictures &seen = pass.seen;
    const Count clips = seen.count() * seen.one.tiles, positions = seen.one.computed / seen.one.tiles;
    const Count width = tower.sizes().hidden, frames = frames_of_position * positions;
    Tensor hidden;
    {
        const Tensor given =
            to(m, fed({clips, spec.mel_bins, frames}, Dtype::fp32), tower.leaf(sound + "conv1.weight").value.dtype());
        Tensor x = tower.embedded_patches(m, convolved(tower, m, sound + "conv1", given, {clips, width, frames}));
        x = activate(m, std::move(x), Activation::gelu);
        x = activate(m, convolved(tower, m, sound + "conv2", std::move(x), {clips, width, positions}), Activation::gelu);
        hidden = add(m, x.view({clips, positions, width}), tower.leaf(sound + "embed_positions.weight").value);
        if (spec.keeps_dtype) hidden = to(m, std::move(hidden), x.dtype());
    }
    const BlockAttention plain;
    hidden =
        tower.run_blocks(m, pass, std::move(hidden), sound_block, [&plain](Count) -> const BlockAttention & { return plain; });
    Count read = positions;
    if (spec.merge > 1 && tower.has(projector + "linear")) { // AvgPool1d of neighbours
        read = positions / spec.merge;
        const Shape all = hidden.shape();
        Tensor pooled = m.empty({clips, read, width}, hidden.dtype(), "avg_pool");
        if (any_requires_grad(m, {&hidden})) {
            const auto node = make_node(m, {&hidden}, [all](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                const Tensor kept = self.saved[0].unpack(mm);
                g[0] = mm.empty(all, in[0].dtype(), "avg_pool_backward");
            });
            node->saved[0].keep(m, hidden);
            attach(pooled, node);
        }
        hidden = std::move(pooled);
    }
    hidden = tower.norm(m, sound + "layer_norm", std::move(hidden));
    pass.held.push_back(hidden);
    if (tower.has(projector + "linear")) {
        Tensor features = tower.linear(m, projector + "linear", hidden);
        pass.held.push_back(features);
        return index_copy(m, std::move(features), {seen.tokens(), spec.out}); // places that are no padding
    }
    const Tensor joined_frames = hidden.view({clips * positions / spec.merge, spec.merge * width});
    Tensor features = projected(tower, m, joined_frames, projector, {"", "linear_1", "linear_2"});
    pass.held.push_back(features);
    return features;
}

} // namespace

const TowerClass sound_tower{.features = sound_features, .inputs = clip_of_sound};

} // namespace plimsoll::step
