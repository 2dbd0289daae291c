// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "ui/document/numbers.h"
#include "ui/theme/palette.h"

#include <QAbstractItemModel>

#include <optional>
#include <vector>

namespace plimsoll {

/// What the breakdown shows: bytes per component at one moment, against a baseline where one is pinned.
struct Breakdown {
    ComponentBytes bytes{};
    std::optional<ComponentBytes> baseline;
    std::array<bool, component_count> applies{}; ///< false: this kind of run has no such component, shown as a dash
    QString total_title;
    std::optional<Bytes> in_blocks; ///< what PyTorch calls allocated at the peak: the blocks that hold the tensors
    QString weights_title;          ///< what they are held in; empty: "weights"
    bool operator==(const Breakdown &) const = default;

    [[nodiscard]] Bytes total() const;
    [[nodiscard]] Bytes group_bytes(Group group) const;
};

/// At the peak, on the device; sums to peak.device.
[[nodiscard]] Breakdown breakdown_at_peak(const Estimate &estimate, const Estimate *baseline);
/// At one moment of the step, allocated.
[[nodiscard]] Breakdown breakdown_at(const Estimate &estimate, const TimelinePoint &moment);

/// Groups from the bottom of the column upwards, their components beneath where there are several, the total last.
class BreakdownModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { title, bytes, share, difference };
    enum Role { group_role = Qt::UserRole, component_role, total_role, exact_bytes_role };

    using QAbstractItemModel::QAbstractItemModel;

    void set_breakdown(const Breakdown &breakdown, const Numbers &numbers);
    void set_baseline_name(const QString &name);
    [[nodiscard]] const Breakdown &breakdown() const { return m_breakdown; }
    [[nodiscard]] QModelIndex index_of(Group group) const;
    [[nodiscard]] QModelIndex index_of(Component component) const;
    /// Tab-separated, in exact bytes: the rows given, or all without.
    [[nodiscard]] QString as_text(const QModelIndexList &rows = {}) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        std::optional<Group> group;        ///< none: the total
        std::vector<Component> components; ///< shown beneath; empty where there is only one
        bool operator==(const Row &) const = default;
    };
    struct Figures {
        Bytes bytes = 0;
        std::optional<Bytes> difference;
        bool applies = true;
    };
    [[nodiscard]] static std::vector<Row> rows_of(const Breakdown &breakdown);
    [[nodiscard]] std::optional<Component> component_at(const QModelIndex &index) const;
    [[nodiscard]] Figures figures_at(const QModelIndex &index) const;
    [[nodiscard]] QString text_at(const QModelIndex &index) const;
    [[nodiscard]] QString tip_at(const QModelIndex &index, bool total) const;
    [[nodiscard]] QString title_at(const QModelIndex &index) const;

    Breakdown m_breakdown;
    Numbers m_numbers;
    QString m_baseline_name;
    std::vector<Row> m_rows;
};

} // namespace plimsoll
