// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba's two mixers as transformers' Mamba, Jamba and Nemotron-H build them.
#include "core/families/describe/mamba_mixers.h"

#include "core/families/describe/pieces.h"
#include "core/model/extension.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

Count expanded(const Config &config, Count hidden, std::string_view key)
{
    return scaled_size(config, key, config.number_or(key, 2), hidden);
}

Count time_step_rank(const Config &config, std::string_view key, Count hidden)
{
    const nlohmann::json &given = config.raw(key);
    return given.is_string() || given.is_null() ? (hidden + 15) / 16 : config.size(key);
}

void add_mamba1(Tree &tree, const char *name, const Mamba1 &m)
{
    const auto scope = tree.in(name);
    tree.own("A_log", {m.inner, m.state});
    tree.own("D", {m.inner});
    tree.convolution("conv1d", {m.inner, 1, m.kernel}, m.conv_bias);
    tree.linear("in_proj", m.hidden, 2 * m.inner, m.bias);
    tree.linear("x_proj", m.inner, m.rank + 2 * m.state);
    tree.linear("dt_proj", m.rank, m.inner, true);
    tree.linear("out_proj", m.inner, m.hidden, m.bias);
}

void add_mamba2(Tree &tree, const char *name, const Mamba2 &m)
{
    const Count inner = m.heads * m.head_dim, conv = inner + 2 * m.groups * m.state;
    const auto scope = tree.in(name);
    tree.own("dt_bias", {m.heads});
    tree.own("A_log", {m.heads});
    tree.own("D", {m.heads});
    tree.convolution("conv1d", {conv, 1, m.kernel}, m.conv_bias);
    tree.linear("in_proj", m.hidden, inner + conv + m.heads, m.bias);
    tree.norm("norm", inner);
    tree.linear("out_proj", inner, m.hidden, m.out_bias);
}

MixerSpec mixer1(const Mamba1 &m, std::string name)
{
    MixerSpec out;
    out.kind = MixerKind::mamba;
    out.name = std::move(name);
    out.inner = m.inner;
    out.state = m.state;
    out.kernel = m.kernel;
    out.rank = m.rank;
    return out;
}

MixerSpec mixer2(const Mamba2 &m, std::string name, Count chunk)
{
    MixerSpec out;
    out.kind = MixerKind::mamba2;
    out.name = std::move(name);
    out.inner = m.heads * m.head_dim;
    out.heads = m.heads;
    out.groups = m.groups;
    out.state = m.state;
    out.kernel = m.kernel;
    out.chunk = chunk;
    return out;
}

} // namespace plimsoll
