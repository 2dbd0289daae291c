// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/architecture.h"

namespace plimsoll {

Count Parameter::elements() const
{
    std::optional<Count> n = 1;
    for (const Count d : shape) n = n ? checked_mul(*n, d) : std::nullopt;
    return n.value_or(INT64_MAX); // the readers refuse such shapes
}

Count Architecture::total_parameters() const
{
    Count total = 0;
    for (const Module &module : modules)
        for (const Parameter &parameter : module.parameters)
            if (!parameter.tied_to) total = checked_add(total, parameter.elements()).value_or(INT64_MAX);
    return total;
}

Bytes Architecture::buffer_bytes() const
{
    Bytes total = 0;
    for (const Module &module : modules)
        for (const Parameter &buffer : module.buffers) total += buffer.elements() * size_of(buffer.dtype.value_or(Dtype::fp32));
    return total;
}

} // namespace plimsoll
