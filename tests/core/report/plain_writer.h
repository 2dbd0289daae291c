// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/writers.h"

/// A format as somebody would add it: this file, and a line that adds it to the table.
namespace plimsoll::toy {

inline Result<std::string> write_headings(const report::Document &document)
{
    std::string out = document.title + '\n';
    for (const report::Block &block : document.blocks)
        if (const auto *heading = std::get_if<report::Heading>(&block)) out += heading->text + '\n';
    return out;
}

} // namespace plimsoll::toy
