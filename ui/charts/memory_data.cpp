// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_data.h"
#include "ui/document/card_names.h"
#include "ui/document/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace plimsoll {

QString title_of(const LoadLine &line)
{
    constexpr int most = 26; // beyond it a line's title would take the columns' room
    return name_within(qt(line.title), qt(line.name), most);
}

QString title_of(const MemorySpot &spot) { return spot.component ? title_of(*spot.component) : title_of(spot.group); }

Bytes bytes_of(const MemoryColumn &column, Group group)
{
    Bytes sum = 0;
    for (const auto component : components_of(group)) sum += column.components[static_cast<std::size_t>(component)];
    return sum;
}

Bytes bytes_of(const MemoryColumn &column, const MemorySpot &spot)
{
    return spot.component ? column.components[static_cast<std::size_t>(*spot.component)] : bytes_of(column, spot.group);
}

std::optional<double> half_width(const Interval &interval, Bytes of)
{
    if (of <= 0 || interval.high <= interval.low) return std::nullopt;
    return 50.0 * static_cast<double>(interval.high - interval.low) / static_cast<double>(of);
}

QString half_width_text(double least, double most, const QLocale &locale)
{
    const auto written = [&](double percent) { return locale.toString(percent, 'f', percent < 1.95 ? 1 : 0); };
    const QString from = written(least), to = written(most);
    return QCoreApplication::translate("MemoryChart", "±%1 %").arg(from == to ? to : from + QChar(0x2013) + to);
}

QString sentence_of(const MemoryChartData &data)
{
    const auto translated = [](const char *text, int n = -1) {
        return QCoreApplication::translate("MemoryChart", text, nullptr, n);
    };
    if (data.columns.empty()) return translated(QT_TRANSLATE_NOOP("MemoryChart", "No scenario."));
    QStringList columns, lines;
    for (const auto &column : data.columns) {
        auto text = column.problem.empty() ? translated(QT_TRANSLATE_NOOP("MemoryChart", "%1 %2"))
                                                 .arg(qt(column.title), data.numbers.brief_with_unit(column.total))
                                           : translated(QT_TRANSLATE_NOOP("MemoryChart", "%1 not known")).arg(qt(column.title));
        if (column.selected) text += translated(QT_TRANSLATE_NOOP("MemoryChart", ", selected"));
        if (column.baseline) text += translated(QT_TRANSLATE_NOOP("MemoryChart", ", baseline"));
        columns << text;
    }
    for (const auto &line : data.lines)
        lines << translated(QT_TRANSLATE_NOOP("MemoryChart", "%1, %2 usable"))
                     .arg(title_of(line), data.numbers.brief_with_unit(line.usable));
    auto out = translated(QT_TRANSLATE_NOOP("MemoryChart", "Memory on the device: %1.")).arg(columns.join(QStringLiteral("; ")));
    if (!lines.isEmpty())
        out += translated(QT_TRANSLATE_NOOP("MemoryChart", " Load lines: %1.")).arg(lines.join(QStringLiteral("; ")));
    return out;
}

} // namespace plimsoll
