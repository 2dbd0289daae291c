// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tool_format.h"

#include "core/exchange/tools/tools.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::vector<const ToolFormat *> &known_formats()
{
#define PLIMSOLL_LISTED(name) &formats::name,
    static std::vector<const ToolFormat *> list{PLIMSOLL_TOOLS(PLIMSOLL_LISTED)};
#undef PLIMSOLL_LISTED
    return list;
}

} // namespace

std::vector<const ToolFormat *> tools_read()
{
    std::vector<const ToolFormat *> out;
    std::ranges::copy_if(known_formats(), std::back_inserter(out), [](const ToolFormat *each) { return each->read != nullptr; });
    return out;
}

std::vector<const ToolFormat *> tools_written()
{
    std::vector<const ToolFormat *> out;
    std::ranges::copy_if(known_formats(), std::back_inserter(out), [](const ToolFormat *each) { return each->write != nullptr; });
    return out;
}

const ToolFormat *tool_format(std::string_view name)
{
    const auto found = std::ranges::find(known_formats(), name, &ToolFormat::name);
    return found == known_formats().end() ? nullptr : *found;
}

bool add_tool_format(const ToolFormat &format)
{
    known_formats().push_back(&format);
    return true;
}

} // namespace plimsoll
