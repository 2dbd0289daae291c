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

} // namespace plimsoll::step
