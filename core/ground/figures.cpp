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
    const double size = std::abs(value(bytes));
    return fixed(value(bytes), size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

/// Halves are rounded up, as the window does: 79.25 is one figure everywhere.
std::string ByteFigures::sentence(Bytes bytes) const { return fixed(std::round(value(bytes) * 10) / 10, 1); }

std::string ByteFigures::brief_named(Bytes bytes) const { return brief(bytes) + ' ' + std::string(name()); }

} // namespace plimsoll
