// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/attention_outputs.h"

#include "core/families/decoder_class.h"

namespace plimsoll {

bool returns_weights(const DecoderSpec &spec, AttentionBackend attention)
{
    const bool usual = !spec.more || !spec.more->runs;
    return usual ? attention == AttentionBackend::eager : spec.more->runs->returns_weights(attention);
}

} // namespace plimsoll
