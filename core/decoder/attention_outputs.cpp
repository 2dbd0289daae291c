// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/attention_outputs.h"

#include "core/decoder/decoder_class.h"

namespace plimsoll {

bool returns_weights(const DecoderSpec &spec, AttentionBackend attention)
{
    const bool usual = !spec.extension || !spec.extension->runs;
    return usual ? attention == AttentionBackend::eager : spec.extension->runs->returns_weights(attention);
}

} // namespace plimsoll
