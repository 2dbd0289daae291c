// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu.h"

namespace plimsoll {

Gpu with_process_limit(Gpu card, Bytes limit)
{
    card.memory_process = card.memory_process_windows = limit;
    std::erase_if(card.figures, [](const FigureSource &figure) { return figure.field.starts_with("memory.process"); });
    for (const char *field : {"memory.process", "memory.process_windows"})
        card.figures.push_back({field, Certainty::stated, "target.process_bytes"});
    return card;
}

} // namespace plimsoll
