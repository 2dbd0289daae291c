// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/log_curves.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace plimsoll {

void LogCurves::add(const std::string &what, const std::string &of, Bytes bytes, std::optional<double> seconds)
{
    constexpr std::size_t most = 10'000;
    auto found = m_places.find({what, of});
    if (found == m_places.end()) {
        if (m_out.curves.size() == most) return;
        found = m_places.emplace(std::pair(what, of), m_out.curves.size()).first;
        m_out.curves.push_back({what, of, {}});
        m_begun.push_back(seconds.value_or(0.0));
    }
    auto &points = m_out.curves[found->second].points;
    points.emplace_back(seconds ? *seconds - m_begun[found->second] : static_cast<double>(points.size()), bytes);
}

Result<Measured> LogCurves::take()
{
    if (m_out.curves.empty())
        return Error{m_out.source,
                     phrase(QT_TRANSLATE_NOOP("core", "no figure of memory")),
                     phrase(QT_TRANSLATE_NOOP("core", "a log with memory in it")),
                     {}};
    const auto highest = [this](std::string_view what) {
        std::optional<Bytes> out;
        for (const MeasuredCurve &curve : m_out.curves)
            if (curve.what == what) out = std::max(out.value_or(0), curve.peak().value_or(0));
        return out;
    };
    if (!m_out.used_peak) m_out.used_peak = highest("device");
    if (!m_out.device_peak) m_out.device_peak = highest("process");
    if (!m_out.allocated_peak) m_out.allocated_peak = highest("allocated");
    if (!m_out.reserved_peak) m_out.reserved_peak = highest("reserved");
    return std::move(m_out);
}

std::optional<double> log_time(std::string_view text)
{
    int parts[6]{};
    std::size_t at = 0;
    for (int i = 0; i < 6; ++i) {
        const auto [end, code] = std::from_chars(text.data() + at, text.data() + text.size(), parts[i]);
        if (code != std::errc()) return std::nullopt;
        at = static_cast<std::size_t>(end - text.data());
        if (i < 5 && at++ >= text.size()) return std::nullopt;
    }
    const std::chrono::year_month_day day{std::chrono::year(parts[0]), std::chrono::month(static_cast<unsigned>(parts[1])),
                                          std::chrono::day(static_cast<unsigned>(parts[2]))};
    if (!day.ok()) return std::nullopt;
    double fraction = 0.0;
    if (at < text.size() && text[at] == '.') (void)std::from_chars(text.data() + at, text.data() + text.size(), fraction);
    const auto days = std::chrono::sys_days(day).time_since_epoch().count();
    return static_cast<double>(days) * 86400.0 + parts[3] * 3600.0 + parts[4] * 60.0 + parts[5] + fraction;
}

} // namespace plimsoll
