// SPDX-License-Identifier: GPL-3.0-or-later
// The Mamba 2 mixer of Bamba, Falcon-H1 and Granite 4.
#include "core/families/describe/bamba_mixer.h"

#include "core/families/describe/pieces.h"
#include "core/model/extension.h"

namespace plimsoll {

BambaMixer bamba_mixer_of(const Config &config, Count inner, bool normed)
{
    const bool bias = config.flag("mamba_proj_bias");
    const Count state = config.size("mamba_n_groups") * config.size("mamba_d_state");
    return {inner,
            config.size("mamba_n_heads"),
            inner + 2 * state,
            config.size("mamba_d_conv"),
            bias,
            config.flag("mamba_conv_bias", true),
            bias,
            normed};
}

void add_bamba_mixer(Tree &tree, const BambaMixer &m, Count hidden)
{
    const auto scope = tree.in("mamba");
    tree.own("dt_bias", {m.heads});
    tree.own("A_log", {m.heads});
    tree.own("D", {m.heads});
    tree.convolution("conv1d", {m.conv, 1, m.kernel}, m.conv_bias);
    tree.linear("in_proj", hidden, m.inner + m.conv + m.heads, m.bias);
    if (m.normed) tree.norm("norm", m.inner);
    tree.linear("out_proj", m.inner, hidden, m.out_bias);
}

Count mamba_expanded(const Config &config, Count hidden)
{
    return scaled_size(config, "mamba_expand", config.number_or("mamba_expand", 2), hidden);
}

MixerSpec sizes_of(const Config &config, const BambaMixer &m)
{
    MixerSpec out;
    out.kind = MixerKind::mamba2;
    out.name = "mamba";
    out.inner = m.inner;
    out.heads = m.heads;
    out.groups = config.size("mamba_n_groups");
    out.state = config.size("mamba_d_state");
    out.kernel = m.kernel;
    out.chunk = config.size_or("mamba_chunk_size", 256);
    out.gated_norm = m.normed;
    out.behind_mlp = true;
    return out;
}

} // namespace plimsoll
