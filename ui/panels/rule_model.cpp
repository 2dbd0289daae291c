// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/rule_model.h"

#include "core/api/envelope_question.h"
#include "core/ground/text.h"
#include "core/plan/field.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"

#include <QFont>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace plimsoll {
namespace {

QString title_of_term(const std::string &name)
{
    if (name == "weights") return RuleModel::tr("Weights");
    if (name == "gradients") return RuleModel::tr("Gradients");
    if (name == "optimizer") return RuleModel::tr("Optimizer");
    if (name == "adapters") return RuleModel::tr("Adapters");
    if (name == "activations") return RuleModel::tr("Activations");
    return RuleModel::tr("Overhead");
}

std::optional<Bytes> EnvelopeInput::*cell_of(const std::string &name)
{
    for (const EnvelopeCell &cell : envelope_cells())
        if (name == cell.name) return cell.member;
    return &EnvelopeInput::overhead;
}

/// A size as people type it: with its unit, or a figure in the session's.
std::optional<Bytes> size_of(const QString &text, const Numbers &numbers)
{
    bool is_figure = false;
    const double figure = numbers.locale.toDouble(text, &is_figure);
    if (!is_figure) return bytes_from_text(utf8(text));
    const double bytes = figure * static_cast<double>(numbers.unit_bytes());
    constexpr double most = 1e18;
    return figure >= 0 && bytes < most ? std::optional(static_cast<Bytes>(std::llround(bytes))) : std::nullopt;
}

/// "7615616512 × 2 B" with its thousands apart, as core's other formulas have them.
std::string with_groups(std::string_view formula)
{
    std::string out;
    while (!formula.empty()) {
        const std::size_t digits = std::min(formula.find_first_not_of("0123456789"), formula.size());
        Count count = 0;
        const bool fraction = out.ends_with('.');
        const auto [end, code] = std::from_chars(formula.data(), formula.data() + digits, count);
        const bool whole = digits > 0 && !fraction && code == std::errc();
        const std::size_t taken = std::max<std::size_t>(digits, 1);
        out += whole ? grouped(count) : std::string(formula.substr(0, taken));
        formula.remove_prefix(taken);
    }
    return out;
}

} // namespace

void RuleModel::show_sheet(const EnvelopeInput &input, std::shared_ptr<const Estimate> estimate, const Numbers &numbers)
{
    beginResetModel();
    m_input = input;
    m_estimate = std::move(estimate);
    m_numbers = numbers;
    work_out();
    endResetModel();
}

void RuleModel::work_out()
{
    const Result<Envelope> sheet = envelope(m_input);
    m_problem = sheet.ok() ? QString() : sentence_of(sheet.error());
    m_sheet = sheet.ok() ? *sheet : Envelope{};
    m_differences = sheet.ok() && m_estimate ? envelope_differences(m_sheet, *m_estimate) : std::vector<EnvelopeDifference>();
}

int RuleModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_sheet.terms.empty() ? 0 : static_cast<int>(m_sheet.terms.size()) + 1;
}

int RuleModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

std::optional<Bytes> RuleModel::bytes_at(int row, int column) const
{
    if (is_total(row)) {
        if (column == rule) return m_sheet.total;
        if (column == whole) return m_sheet.whole;
        if (!m_estimate) return std::nullopt;
        const Bytes needed = m_estimate->shown().needed();
        return column == simulated ? needed : needed - m_sheet.total;
    }
    const EnvelopeTerm &of = m_sheet.terms[static_cast<std::size_t>(row)];
    if (column == rule) return of.bytes;
    if (column == whole) return of.whole;
    const auto found = std::ranges::find(m_differences, of.name, &EnvelopeDifference::name);
    if (found == m_differences.end()) return std::nullopt;
    if (column == simulated) return found->simulated;
    return of.bytes ? std::optional(found->simulated - *of.bytes) : std::nullopt;
}

QString RuleModel::text_at(int row, int column) const
{
    if (column == term) return is_total(row) ? tr("Total") : title_of_term(m_sheet.terms[static_cast<std::size_t>(row)].name);
    if (column == formula) {
        if (is_total(row)) return {};
        const EnvelopeTerm &of = m_sheet.terms[static_cast<std::size_t>(row)];
        return of.bytes ? m_numbers.of_core(with_groups(of.formula)) : tr("no rule: type it in");
    }
    const std::optional<Bytes> bytes = bytes_at(row, column);
    if (!bytes) return QStringLiteral("–");
    return column == difference ? m_numbers.table_difference(*bytes) : m_numbers.table(*bytes);
}

/// Of the simulated bytes what they are made of.
QString RuleModel::tip_at(int row, int column) const
{
    if (column == term || column == formula) return text_at(row, column);
    if (column == simulated && !is_total(row)) {
        QStringList parts;
        for (const EnvelopeDifference &one : m_differences)
            if (one.name == m_sheet.terms[static_cast<std::size_t>(row)].name && m_estimate)
                for (const auto &[component, bytes] : one.parts)
                    parts << tr("%1: %2").arg(title_of(component, *m_estimate), m_numbers.exact(bytes));
        if (!parts.isEmpty()) return parts.join(QLatin1Char('\n'));
    }
    const std::optional<Bytes> bytes = bytes_at(row, column);
    return bytes ? m_numbers.exact(*bytes) : QString();
}

QVariant RuleModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const int row = index.row(), column = index.column();
    const bool figure = column != term && column != formula;
    switch (role) {
    case Qt::DisplayRole: return text_at(row, column);
    case Qt::EditRole: {
        const std::optional<Bytes> bytes = bytes_at(row, column);
        return bytes ? m_numbers.table(*bytes) : QString();
    }
    case Qt::ToolTipRole: return tip_at(row, column);
    case Qt::TextAlignmentRole: return int((figure ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(is_total(row));
        return font;
    }
    default: return {};
    }
}

bool RuleModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
    const QString text = value.toString().trimmed();
    const std::optional<Bytes> size = text.isEmpty() ? std::nullopt : size_of(text, m_numbers);
    if (!text.isEmpty() && !size) return false;
    if (!text.isEmpty() && text == data(index, Qt::EditRole).toString()) return true; // left as it was
    m_input.*cell_of(m_sheet.terms[static_cast<std::size_t>(index.row())].name) = size;
    work_out();
    emit dataChanged(this->index(0, 0), this->index(rowCount() - 1, column_count - 1));
    emit typed();
    return true;
}

QVariant RuleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool figure = section != term && section != formula;
        return int((figure ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case term: return tr("Term");
    case rule:
        return m_sheet.split.ranks() > 1 ? tr("A rank, %1").arg(m_numbers.unit_name())
                                         : tr("Rule, %1").arg(m_numbers.unit_name());
    case whole: return tr("One card");
    case simulated: return tr("Simulated");
    case difference: return tr("Difference");
    default: return tr("Formula");
    }
}

Qt::ItemFlags RuleModel::flags(const QModelIndex &index) const
{
    if (!index.isValid()) return Qt::NoItemFlags;
    Qt::ItemFlags out = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() == rule && !is_total(index.row())) out |= Qt::ItemIsEditable;
    return out;
}

} // namespace plimsoll
