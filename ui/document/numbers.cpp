// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/numbers.h"

#include "core/ground/figures.h"

#include <QGuiApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

const QChar minus(0x2212);

/// In a window that is right to left a sign would come to stand behind its figure.
QString kept_in_order(const QString &figure)
{
    const QChar left_to_right_mark(0x200e);
    return QGuiApplication::isRightToLeft() ? left_to_right_mark + figure : figure;
}

QString with_sign(const QString &unsigned_text, Bytes bytes, bool shown_zero)
{
    if (shown_zero || bytes == 0) return unsigned_text;
    return kept_in_order((bytes < 0 ? minus : QChar(u'+')) + unsigned_text);
}

} // namespace

QString Numbers::unit_name() const
{
    const std::string_view name = ByteFigures{unit}.name();
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

QString Numbers::fixed(double value, int decimals) const
{
    QLocale grouped = locale;
    grouped.setNumberOptions(QLocale::DefaultNumberOptions);
    const double scale = std::pow(10.0, decimals);
    const double rounded = std::round(std::abs(value) * scale) / scale;
    const auto text = grouped.toString(rounded, 'f', decimals);
    return value < 0 && rounded > 0 ? minus + text : text;
}

QString Numbers::brief(Bytes bytes) const
{
    const double v = value(bytes);
    const double size = std::abs(v);
    if (bytes == 0) return fixed(0, 0);
    if (size < 0.005) return QStringLiteral("<") + fixed(0.01, 2);
    return fixed(v, ByteFigures::brief_decimals(v));
}

QString Numbers::brief_with_unit(Bytes bytes) const { return brief(bytes) + QChar(0x00a0) + unit_name(); }

QString Numbers::chosen_size(Bytes bytes) const
{
    if (bytes <= 0 || bytes % unit_bytes() != 0) return brief_with_unit(bytes);
    return fixed(value(bytes), 0) + QChar(0x00a0) + unit_name();
}

QString Numbers::brief_difference(Bytes bytes) const
{
    return with_sign(brief(std::abs(bytes)), bytes, false) + QChar(0x00a0) + unit_name();
}

QString Numbers::table(Bytes bytes) const { return fixed(value(bytes), 2); }

QString Numbers::table_difference(Bytes bytes) const
{
    return with_sign(table(std::abs(bytes)), bytes, std::abs(value(bytes)) < 0.005);
}

QString Numbers::exact(Bytes bytes) const { return count(bytes) + QStringLiteral(" B"); }

QString Numbers::count(Count count) const
{
    QLocale grouped = locale;
    grouped.setNumberOptions(QLocale::DefaultNumberOptions);
    const auto text = grouped.toString(static_cast<qlonglong>(std::abs(count)));
    return count < 0 ? minus + text : text;
}

QString Numbers::of_core(const std::string &formula) const
{
    QString out = QString::fromStdString(formula);
    const QString group = locale.groupSeparator(), point = locale.decimalPoint();
    if (group == QLatin1String(",") && point == QLatin1String(".")) return out;
    static const QRegularExpression grouped(QStringLiteral("(?<![.\\w])\\d{1,3}(?:,\\d{3})+(?!\\d)")),
        decimal(QStringLiteral("(?<![.\\w])(\\d+)\\.(?=\\d)"));
    out.replace(decimal, QStringLiteral("\\1\u0001")); // put aside: groups may be parted by points
    for (auto match = grouped.match(out); match.hasMatch(); match = grouped.match(out, match.capturedStart() + 1))
        out.replace(match.capturedStart(), match.capturedLength(), match.captured().replace(QLatin1Char(','), group));
    return out.replace(QChar(1), point);
}

QString Numbers::percent(Bytes part, Bytes whole) const
{
    if (whole == 0) return QChar(0x2013);
    return fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1);
}

QString Numbers::axis(double value) const
{
    const auto whole = [](double size) { return std::abs(size - std::round(size)) < 1e-9 * std::max(1.0, std::abs(size)); };
    return fixed(value, whole(value) ? 0 : whole(value * 10) ? 1 : 2); // three steps of 0.2 are no 0.6 in binary
}

} // namespace plimsoll
