// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <QLocale>
#include <QString>

namespace plimsoll {

/// How figures are written: unit and locale. The minus is U+2212; zero has no sign.
struct Numbers {
    ByteUnit unit = ByteUnit::binary;
    QLocale locale;

    bool operator==(const Numbers &) const = default;

    [[nodiscard]] Bytes unit_bytes() const { return unit == ByteUnit::binary ? gib : Bytes{1'000'000'000}; }
    [[nodiscard]] QString unit_name() const; ///< "GiB" or "GB"
    [[nodiscard]] double value(Bytes bytes) const { return static_cast<double>(bytes) / static_cast<double>(unit_bytes()); }

    /// Sentences and charts, at most three significant digits: "15.2", "117", "0.65".
    [[nodiscard]] QString brief(Bytes bytes) const;
    [[nodiscard]] QString brief_with_unit(Bytes bytes) const; ///< "15.2 GiB"
    /// A size that people chose, whole units without decimals: "16 GiB", "17.2 GB".
    [[nodiscard]] QString chosen_size(Bytes bytes) const;
    [[nodiscard]] QString brief_difference(Bytes bytes) const; ///< "−9.4 GiB", "+38.9 GiB"
    /// Tables, two decimals so that sums can be followed: "15.16".
    [[nodiscard]] QString table(Bytes bytes) const;
    [[nodiscard]] QString table_difference(Bytes bytes) const; ///< "+8.44"
    /// Tips and copies: "16,282,288,128 B".
    [[nodiscard]] QString exact(Bytes bytes) const;
    [[nodiscard]] QString count(Count count) const; ///< "7,615,616,512"
    /// One decimal without a sign: "47.5"; an en dash where the whole is 0.
    [[nodiscard]] QString percent(Bytes part, Bytes whole) const;
    [[nodiscard]] QString axis(double value) const; ///< "8", "0.5"
    /// A formula of core's, whose figures are the C locale's: "2,048 × 0.5" becomes "2.048 × 0,5" in German. Sentences of core
    /// have the reader's figures already.
    [[nodiscard]] QString of_core(const std::string &formula) const;

private:
    [[nodiscard]] QString fixed(double value, int decimals) const;
};

} // namespace plimsoll
