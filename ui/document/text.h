// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <string>
#include <string_view>

namespace plimsoll {

/// core's UTF-8 text and Qt's, one way and the other.
[[nodiscard]] inline QString qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
[[nodiscard]] inline std::string utf8(const QString &text) { return text.toStdString(); }

} // namespace plimsoll
