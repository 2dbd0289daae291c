// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/figures.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <cmath>

namespace plimsoll {

double ByteFigures::value(Bytes bytes) const
{
    return static_cast<double>(bytes) / (unit == ByteUnit::decimal ? 1e9 : static_cast<double>(gib));
}

std::string_view ByteFigures::name() const { return unit == ByteUnit::decimal ? "GB" : "GiB"; }

std::string ByteFigures::meaning() const
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1 bytes"), {unit == ByteUnit::decimal ? "10⁹" : "2³⁰"});
}

std::string ByteFigures::table(Bytes bytes) const { return fixed(value(bytes), 2); }

std::string ByteFigures::difference(Bytes bytes) const
{
    std::string out = table(bytes);
    if (bytes > 0 && out != "0.00") out.insert(0, 1, '+');
    return out;
}

std::string ByteFigures::brief(Bytes bytes) const
{
    const double units = value(bytes), size = std::abs(units);
    if (bytes == 0) return "0";
    if (size < 0.005) return "<0.01";
    const int decimals = brief_decimals(size);
    const double scale = std::pow(10.0, decimals), rounded = std::round(size * scale) / scale; // halves up: 79.25 is one figure
    return fixed(units < 0 ? -rounded : rounded, decimals);
}

int ByteFigures::brief_decimals(double units) { return std::abs(units) < 0.9995 ? 2 : std::abs(units) < 99.95 ? 1 : 0; }

std::string ByteFigures::brief_named(Bytes bytes) const { return brief(bytes) + ' ' + std::string(name()); }

} // namespace plimsoll
