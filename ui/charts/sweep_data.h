// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_data.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace plimsoll {

/// A field that was swept, and where the plan stands on it.
struct SweepScale {
    QString title; ///< "Sequence length"
    QString unit;  ///< "tokens"; may be empty
    std::vector<Count> values;
    Count now = 0;
    bool operator==(const SweepScale &) const = default;
};

/// What one point came to.
struct SweepCell {
    QString problem; ///< not empty: there is no estimate, and why
    Bytes need = 0;  ///< on the device
    Interval interval;
    std::vector<Fits> fits; ///< one per load line
    bool operator==(const SweepCell &) const = default;
};

/// Memory over one field, or over two.
struct SweepData {
    std::vector<SweepScale> scales; ///< one or two: x, then y
    std::vector<SweepCell> cells;   ///< every combination, y turning fastest
    std::vector<LoadLine> lines;
    std::vector<std::optional<Count>> limits; ///< per line, over one field: the largest value that fits, exactly
    Numbers numbers;
    bool operator==(const SweepData &) const = default;

    [[nodiscard]] bool grid() const { return scales.size() == 2; }
    [[nodiscard]] std::size_t columns() const { return scales.empty() ? 0 : scales[0].values.size(); }
    [[nodiscard]] std::size_t rows() const { return grid() ? scales[1].values.size() : 1; }
    [[nodiscard]] std::size_t index(std::size_t x, std::size_t y) const { return x * rows() + y; }
    /// The point that is the plan itself; nothing where it was not swept.
    [[nodiscard]] std::optional<std::size_t> now() const;
};

/// "4,096 tokens × micro batch 2: 19.3 GiB (18.1 to 20.5). Fits on 24 GB RTX 4090. Over 16 GB budget by 3.3 GiB."
[[nodiscard]] QString sentence_of(const SweepData &data, std::size_t index);
/// The chart's answer in a sentence, for those who don't see it.
[[nodiscard]] QString sentence_of(const SweepData &data);

/// The sweep as a table: over one field a row per value with need, interval and verdicts; over two a row per value of the
/// second and a column per value of the first. Exact bytes under Qt::UserRole.
class SweepTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void set_data(const SweepData &data);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    SweepData m_data;
};

} // namespace plimsoll
