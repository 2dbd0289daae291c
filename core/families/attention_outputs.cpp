// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/attention_outputs.h"

#include "core/model/extension.h"

namespace plimsoll {

bool returns_weights(const DecoderSpec &spec, AttentionBackend attention)
{
    const bool falcon = spec.more && spec.more->forms.attention == AttentionForm::falcon;
    return attention == AttentionBackend::eager || (falcon && attention == AttentionBackend::sdpa);
}

} // namespace plimsoll
