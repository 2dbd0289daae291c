// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of a gated delta net.
#include "core/families/describe/delta_net_sizes.h"

#include "core/families/describe/pieces.h"
#include "core/model/extension.h"

namespace plimsoll {

MixerSpec mixer_of(const DeltaNet &d)
{
    MixerSpec sizes;
    sizes.kind = MixerKind::delta_net;
    sizes.name = "linear_attn";
    sizes.inner = d.values();
    sizes.heads = d.value_heads;
    sizes.groups = d.key_heads;
    sizes.state = d.key_dim;
    sizes.kernel = d.kernel;
    return sizes;
}

} // namespace plimsoll
