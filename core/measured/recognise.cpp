// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recognise.h"

#include "core/measured/measurement.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool is_measurement(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && text[begin] == '{' && text.find(measurement_schema) < std::size_t{4096};
}

} // namespace

const std::vector<MeasuredSource> &measured_sources()
{
    static const std::vector<MeasuredSource> all{
        {"measurement", "Plimsoll's measurement", is_measurement, measurement_from_json},
    };
    return all;
}

const MeasuredSource *measured_source(std::string_view text, std::string_view from)
{
    for (const MeasuredSource &one : measured_sources())
        if (from.empty() ? one.recognises(text) : one.name == from) return &one;
    return nullptr;
}

std::string measured_names()
{
    std::string out = "snapshot";
    for (const MeasuredSource &one : measured_sources()) out.append(" | ").append(one.name);
    return out;
}

} // namespace plimsoll
