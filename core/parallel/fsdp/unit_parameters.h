// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/units.h"

namespace plimsoll::step {

/// Of a module that text never reaches: a tower, a projector.
[[nodiscard]] inline bool is_idle(const RegisteredParameter &parameter)
{
    const Leaf &leaf = *parameter.leaf;
    return parameter.module[0] == '\0' && leaf.layer < 0 && !leaf.embedding && !leaf.loss;
}

/// The embedding of tokens, to which a head is tied; null: none.
[[nodiscard]] inline const Leaf *main_embedding(const ModelParameters &model)
{
    for (const RegisteredParameter &parameter : model.before)
        if (parameter.leaf->embedding) return parameter.leaf;
    return nullptr;
}

/// What the host's model has of buffers comes whole; those of layers that stand for more in the place of one of them.
inline void bring_buffers(Machine &m, const ModelParameters &model)
{
    int standing = -1;
    for (std::size_t i = 0; i < model.layers.size(); ++i)
        if (m.times(static_cast<int>(i)) > 1) standing = static_cast<int>(i);
    for (const bool repeated : {true, false}) {
        m.scope.layer = static_cast<std::int16_t>(repeated ? standing : -1);
        for (std::size_t i = 0; model.buffers && i < model.buffers->size(); ++i) {
            const Tensor &buffer = (*model.buffers)[i];
            Storage *storage = buffer.storage();
            if (storage && storage->bytes == 0 && storage->repeated == repeated)
                m.fill(*storage, buffer.shape(), buffer.dtype(), "buffer");
        }
    }
    m.scope.layer = -1;
}

} // namespace plimsoll::step
