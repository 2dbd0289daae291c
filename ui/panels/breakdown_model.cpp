// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/panels/breakdown_model.h"
#include "ui/theme/component_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace plimsoll {
namespace {

// Internal ids: 0 is a top row, else one more than the parent's row.
constexpr quintptr top_id = 0;

std::size_t at(Component component) { return static_cast<std::size_t>(component); }

ComponentBytes bytes_at_peak(const Estimate &estimate)
{
    ComponentBytes out{};
    for (const BreakdownLine &line : estimate.shown().needed_lines()) out[at(line.component)] += line.bytes;
    return out;
}

/// Components that cannot stand in this kind of run.
void mark_applying(Breakdown &breakdown, const Plan &plan)
{
    breakdown.applies.fill(true);
    const bool trains = plan.task == Task::train;
    breakdown.applies[at(Component::kv_cache)] = plan.task == Task::infer;
    breakdown.applies[at(Component::gradients)] = breakdown.applies[at(Component::optimizer)] = trains;
    breakdown.applies[at(Component::adapters)] = trains && plan.method != Method::full;
    for (std::size_t i = 0; i < component_count; ++i)
        if (breakdown.bytes[i] != 0) breakdown.applies[i] = true;
}

} // namespace

Bytes Breakdown::total() const { return std::accumulate(bytes.begin(), bytes.end(), Bytes{0}); }

Bytes Breakdown::group_bytes(Group group) const
{
    Bytes sum = 0;
    for (const Component component : components_of(group)) sum += bytes[at(component)];
    return sum;
}

Breakdown breakdown_at_peak(const Estimate &estimate, const Estimate *baseline)
{
    Breakdown out;
    out.bytes = bytes_at_peak(estimate);
    if (baseline) out.baseline = bytes_at_peak(*baseline);
    out.total_title = QCoreApplication::translate("BreakdownModel", "On the device");
    out.weights_title = title_of(Component::weights, estimate);
    mark_applying(out, estimate.plan.plan);
    return out;
}

Breakdown breakdown_at(const Estimate &estimate, const TimelinePoint &moment)
{
    Breakdown out;
    out.bytes = moment.components;
    out.total_title = QCoreApplication::translate("BreakdownModel", "Allocated");
    out.in_blocks = estimate.shown().peak.allocated;
    out.weights_title = title_of(Component::weights, estimate);
    mark_applying(out, estimate.plan.plan);
    return out;
}

std::vector<BreakdownModel::Row> BreakdownModel::rows_of(const Breakdown &breakdown)
{
    std::vector<Row> rows;
    for (std::size_t g = 0; g < group_count; ++g) {
        Row row{static_cast<Group>(g), {}};
        for (const Component component : components_of(*row.group))
            if (breakdown.bytes[at(component)] != 0 || (breakdown.baseline && (*breakdown.baseline)[at(component)] != 0))
                row.components.push_back(component);
        if (row.components.size() < 2) row.components.clear();
        rows.push_back(std::move(row));
    }
    rows.push_back({});
    return rows;
}

void BreakdownModel::set_breakdown(const Breakdown &breakdown, const Numbers &numbers)
{
    auto rows = rows_of(breakdown);
    const bool new_columns = breakdown.baseline.has_value() != m_breakdown.baseline.has_value();
    if (rows == m_rows && !new_columns) {
        m_breakdown = breakdown;
        m_numbers = numbers;
        const int last = columnCount() - 1;
        emit dataChanged(index(0, 0), index(rowCount() - 1, last));
        for (int row = 0; row < rowCount(); ++row)
            if (const auto top = index(row, 0); rowCount(top) > 0)
                emit dataChanged(index(0, 0, top), index(rowCount(top) - 1, last, top));
        return;
    }
    beginResetModel();
    m_breakdown = breakdown;
    m_numbers = numbers;
    m_rows = std::move(rows);
    endResetModel();
}

void BreakdownModel::set_baseline_name(const QString &name)
{
    m_baseline_name = name;
    if (columnCount() > difference) emit headerDataChanged(Qt::Horizontal, difference, difference);
}

QModelIndex BreakdownModel::index_of(Group group) const
{
    const int row = static_cast<int>(group);
    return row < rowCount() ? index(row, 0) : QModelIndex();
}

QModelIndex BreakdownModel::index_of(Component component) const
{
    const QModelIndex top = index_of(group_of(component));
    if (!top.isValid()) return {};
    const auto &components = m_rows[static_cast<std::size_t>(top.row())].components;
    const auto found = std::find(components.begin(), components.end(), component);
    return found == components.end() ? top : index(static_cast<int>(found - components.begin()), 0, top);
}

QString BreakdownModel::as_text(const QModelIndexList &rows) const
{
    QString out = tr("Component\tbytes\n");
    const auto add = [&](const QModelIndex &one, const QString &indent) {
        if (!rows.isEmpty() && !rows.contains(one)) return;
        out += indent + title_at(one) + QLatin1Char('\t') + QString::number(figures_at(one).bytes) + QLatin1Char('\n');
    };
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex top = index(row, 0);
        if (!figures_at(top).applies) continue;
        add(top, {});
        for (int child = 0; child < rowCount(top); ++child) add(index(child, 0, top), QStringLiteral("  "));
    }
    return out;
}

QModelIndex BreakdownModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || row >= rowCount(parent) || column >= columnCount(parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : top_id);
}

QModelIndex BreakdownModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || child.internalId() == top_id) return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, top_id);
}

int BreakdownModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid()) return static_cast<int>(m_rows.size());
    if (parent.internalId() != top_id || parent.column() > 0) return 0;
    return static_cast<int>(m_rows[static_cast<std::size_t>(parent.row())].components.size());
}

int BreakdownModel::columnCount(const QModelIndex &) const { return m_breakdown.baseline ? 4 : 3; }

std::optional<Component> BreakdownModel::component_at(const QModelIndex &index) const
{
    if (index.internalId() == top_id) return std::nullopt;
    return m_rows[index.internalId() - 1].components[static_cast<std::size_t>(index.row())];
}

BreakdownModel::Figures BreakdownModel::figures_at(const QModelIndex &index) const
{
    const auto sum_of = [](const ComponentBytes &parts, auto begin, auto end) {
        Bytes sum = 0;
        for (auto one = begin; one != end; ++one) sum += parts[at(*one)];
        return sum;
    };
    const auto figures = [&](auto begin, auto end) {
        Figures out;
        out.bytes = sum_of(m_breakdown.bytes, begin, end);
        if (m_breakdown.baseline) out.difference = out.bytes - sum_of(*m_breakdown.baseline, begin, end);
        out.applies = std::any_of(begin, end, [&](Component one) { return m_breakdown.applies[at(one)]; });
        return out;
    };
    if (const auto component = component_at(index)) return figures(&*component, &*component + 1);
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (row.group) {
        const auto components = components_of(*row.group);
        return figures(components.begin(), components.end());
    }
    Figures out;
    out.bytes = m_breakdown.total();
    if (m_breakdown.baseline)
        out.difference = out.bytes - std::accumulate(m_breakdown.baseline->begin(), m_breakdown.baseline->end(), Bytes{0});
    return out;
}

QString BreakdownModel::title_at(const QModelIndex &index) const
{
    if (const auto component = component_at(index))
        return *component == Component::weights && !m_breakdown.weights_title.isEmpty() ? m_breakdown.weights_title
                                                                                        : title_of(*component);
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    return row.group ? title_of(*row.group) : m_breakdown.total_title;
}

QString BreakdownModel::text_at(const QModelIndex &index) const
{
    if (index.column() == title) return title_at(index);
    const Figures figures = figures_at(index);
    if (!figures.applies) return QStringLiteral("–");
    switch (index.column()) {
    case bytes: return m_numbers.table(figures.bytes);
    case share: return m_numbers.percent(figures.bytes, m_breakdown.total());
    default: return figures.difference ? m_numbers.table_difference(*figures.difference) : QString();
    }
}

/// Exact bytes. A moment's are those of its tensors; PyTorch counts the blocks that hold them, which are a little larger.
QString BreakdownModel::tip_at(const QModelIndex &index, bool total) const
{
    QString exact = title_at(index) + QStringLiteral(": ") + m_numbers.exact(figures_at(index).bytes);
    const auto component = component_at(index);
    const auto &group = m_rows[component ? index.internalId() - 1 : static_cast<std::size_t>(index.row())].group;
    const auto single = group && components_of(*group).size() == 1 ? std::optional(components_of(*group).front()) : component;
    if (single) exact += QLatin1Char('\n') + about_of(*single);
    if (!total || !m_breakdown.in_blocks) return exact;
    return exact + QLatin1Char('\n') +
           tr("These are tensors. torch.cuda.max_memory_allocated() counts the blocks that hold them: %1 at the peak.")
               .arg(m_numbers.exact(*m_breakdown.in_blocks));
}

QVariant BreakdownModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const auto component = component_at(index);
    const Row &row = m_rows[component ? index.internalId() - 1 : static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text_at(index);
    case Qt::TextAlignmentRole: return int((index.column() == title ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    case Qt::ToolTipRole: return tip_at(index, !row.group);
    case Qt::AccessibleTextRole: return title_at(index) + QLatin1Char(' ') + text_at(index);
    case group_role: return row.group ? QVariant(static_cast<int>(*row.group)) : QVariant();
    case component_role: return component ? QVariant(static_cast<int>(*component)) : QVariant();
    case total_role: return !row.group;
    case exact_bytes_role: return QVariant::fromValue<qlonglong>(figures_at(index).bytes);
    default: return {};
    }
}

QVariant BreakdownModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int((section == title ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == difference) return tr("Difference to %1").arg(m_baseline_name);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case title: return tr("Component");
    case bytes: return m_numbers.unit_name();
    case share: return QStringLiteral("%");
    default: return tr("to %1").arg(m_baseline_name);
    }
}

} // namespace plimsoll
