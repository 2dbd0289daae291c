// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/writers.h"

#include <string>

/// What every format of reports keeps, whoever adds it.
namespace plimsoll::contract {

/// Empty: kept. The document has every kind of block.
inline std::string fault_of(const report::Writer &writer, const report::Document &document)
{
    const std::string who = std::string(writer.ending) + ": ";
    if (writer.ending.empty() || writer.ending.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") != std::string_view::npos)
        return who + "an ending is lower case, without its dot";
    if (writer.title.empty()) return who + "has no title";
    const Result<std::string> text = writer.write(document);
    if (!text.ok()) return who + text.error().message();
    if (text->empty()) return who + "writes nothing";
    if (report::written(document, writer.ending).value().size() != text->size()) return who + "is not what its ending finds";
    const Result<std::string> bare = writer.write({"a title", {}}); // nothing to write: an answer, or why there is none
    if (!bare.ok() && bare.error().message().empty()) return who + "refuses without a reason";
    return {};
}

} // namespace plimsoll::contract
