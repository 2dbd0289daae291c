// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/hours/run_cost.h"
#include "core/fit/verdict_words.h"
#include "core/ground/text.h"
#include "core/offers/offers.h"
#include "ui/charts/verdict_text.h"
#include "ui/controls/time_words.h"
#include "ui/controls/wording.h"
#include "ui/document/finders/time_finder.h"
#include "ui/document/text.h"
#include "ui/panels/fits_model.h"
#include "ui/theme/palette.h"

#include <algorithm>
#include <limits>

namespace plimsoll {
namespace {

/// Dollars an hour; of a card that is only rented with others: how many, and one card's share.
QString price_text(const CloudOffer *offer, const QLocale &locale)
{
    if (!offer) return QStringLiteral("–");
    const double share = *offer->usd_per_hour / offer->count;
    const QString each = locale.toString(share, 'f', price_decimals(share));
    return offer->count > 1 ? QStringLiteral("%1 × %2").arg(locale.toString(offer->count, 'f', 0), each) : each;
}

/// "2026-07": prices age. Its day is in the tip.
QString date_text(const CloudOffer *offer)
{
    constexpr std::size_t month = 7;
    return offer && !offer->price_date.empty() ? qt(offer->price_date.substr(0, month)) : QStringLiteral("–");
}

QString price_tip(const CloudOffer *offer, const QLocale &locale)
{
    if (!offer) return FitsModel::tr("No offer of this card with a price is known.");
    const double usd = *offer->usd_per_hour;
    const QString whole = locale.toString(usd, 'f', std::max(usd < 10 ? 3 : 2, price_decimals(usd)));
    QString out = FitsModel::tr("Cheapest known offer: %1, %2, %3 $ an hour on %4.")
                      .arg(qt(offer->provider), qt(offer->instance), whole, qt(offer->price_date));
    if (offer->count > 1) out += QLatin1Char(' ') + FitsModel::tr("This card is not offered alone.");
    return offer->price_basis.empty() ? out : out + QLatin1Char(' ') + qt(offer->price_basis) + QLatin1Char('.');
}

/// What people buy and rent today.
bool is_common(const Gpu &gpu)
{
    constexpr int first_year = 2018;
    return (gpu.form == "desktop" || gpu.form == "server") && !gpu.aftermarket && gpu.year >= first_year;
}

constexpr double million_tokens = 1e6;
constexpr int least_needs_across = 2; ///< a bar reaches at least twice as far as the need, so that spare room is seen
constexpr int pixels_of_need = 240;   ///< beyond them a longer bar says more about cards than about the need

} // namespace

/// Under an edit the figures of before stand until new ones are known.
void FitsModel::keep_maxima(std::vector<BoardRow> &rows) const
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto keep = [](BoardMaximum &now, const BoardMaximum &before) {
            if (!now.value && !now.exact) now = {before.value, false};
        };
        keep(rows[i].batch, m_rows[i].batch);
        keep(rows[i].length, m_rows[i].length);
    }
}

void FitsModel::set_board(const Board &board, const Numbers &numbers, Bytes need)
{
    std::vector<BoardRow> rows = board.rows;
    std::stable_sort(rows.begin(), rows.end(),
                     [](const BoardRow &a, const BoardRow &b) { return a.verdict.usable < b.verdict.usable; });
    m_numbers = numbers;
    m_need = std::max(need, gib);
    const bool same_fields = board.batch == m_batch && board.length == m_length;
    m_batch = board.batch;
    m_length = board.length;
    m_positions = board.positions;
    const bool same =
        rows.size() == m_rows.size() &&
        std::equal(rows.begin(), rows.end(), m_rows.begin(), [](const BoardRow &a, const BoardRow &b) { return a.gpu == b.gpu; });
    if (same && !rows.empty()) {
        if (same_fields) keep_maxima(rows);
        m_rows = std::move(rows);
        emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
        emit headerDataChanged(Qt::Horizontal, usable, length);
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void FitsModel::set_times(std::map<std::string, RunTime, std::less<>> times)
{
    m_times = std::move(times);
    if (!m_rows.empty()) emit dataChanged(index(0, speed), index(rowCount() - 1, run_price));
}

const RunTime *FitsModel::time_on(const BoardRow &row) const
{
    const auto found = m_times.find(row.gpu->name);
    return found == m_times.end() ? nullptr : &found->second;
}

/// Of a serving, what comes out.
std::optional<double> FitsModel::tokens_per_second(const BoardRow &row) const
{
    const RunTime *time = time_on(row);
    const std::optional<double> seconds = time ? seconds_for_tokens(*time, million_tokens) : std::nullopt;
    return seconds && *seconds > 0 ? std::optional(million_tokens / *seconds) : std::nullopt;
}

void FitsModel::set_amount(const RunAmount &amount, const Plan &resolved)
{
    m_amount = amount;
    for (auto &[card, time] : m_times) time.cost = cost_of(time, resolved, amount);
    if (!m_rows.empty()) emit dataChanged(index(0, speed), index(rowCount() - 1, run_price));
    emit headerDataChanged(Qt::Horizontal, speed, run_price);
}

void FitsModel::set_mine(std::set<std::string> names)
{
    if (names == m_mine) return;
    m_mine = std::move(names);
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, 0));
}

std::optional<double> FitsModel::hours(const BoardRow &row) const
{
    const RunTime *time = time_on(row);
    return time && time->cost ? std::optional(time->cost->hours) : std::nullopt;
}

std::optional<double> FitsModel::pace(const BoardRow &row) const
{
    return m_amount.named() ? hours(row) : tokens_per_second(row);
}

std::optional<double> FitsModel::run_dollars(const BoardRow &row) const
{
    const RunTime *time = time_on(row);
    if (m_amount.named()) return time && time->cost ? time->cost->usd : std::nullopt;
    return time ? dollars_for_tokens(*time, million_tokens) : std::nullopt;
}

QString FitsModel::time_tip_of(const BoardRow &row) const
{
    const RunTime *time = time_on(row);
    return time ? time_tip(*time) : tr("How long it takes on this card is not known.");
}

Bytes FitsModel::bar_bytes(int pixels) const
{
    const Bytes least = m_need * least_needs_across;
    const Bytes largest = m_rows.empty() ? 0 : m_rows.back().verdict.usable; // they are sorted by it
    const double across = static_cast<double>(pixels) / pixels_of_need;
    return std::clamp(static_cast<Bytes>(across * static_cast<double>(m_need)), least, std::max(least, largest));
}

int FitsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int FitsModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QString FitsModel::text_at(const BoardRow &row, int column) const
{
    switch (column) {
    case verdict: return qt(word_title(row.verdict));
    case card: return qt(row.gpu->short_name());
    case usable: return m_numbers.table(row.verdict.usable);
    case spare: return m_numbers.table_difference(row.verdict.headroom);
    case batch: return count_text(row.batch);
    case length: return count_text(row.length) + (beyond_positions(row) ? QStringLiteral("*") : QString());
    case speed: return pace(row) ? few_digits(*pace(row), m_numbers.locale) : QStringLiteral("–");
    case run_price:
        return run_dollars(row) ? m_numbers.locale.toString(*run_dollars(row), 'f', price_decimals(*run_dollars(row)))
                                : QStringLiteral("–");
    case price: return price_text(cheapest_offer(row.gpu->name), m_numbers.locale);
    case date: return date_text(cheapest_offer(row.gpu->name));
    default: return {};
    }
}

bool FitsModel::beyond_positions(const BoardRow &row) const { return m_positions > 0 && row.length.value > m_positions; }

QString FitsModel::count_text(const BoardMaximum &maximum) const
{
    if (!maximum.value) return QStringLiteral("–");
    return *maximum.value == 0 ? tr("none") : m_numbers.count(*maximum.value);
}

QString FitsModel::tip(const BoardRow &row, int column) const
{
    if (column == price || column == date) return price_tip(cheapest_offer(row.gpu->name), m_numbers.locale);
    if (column == speed || column == run_price) return time_tip_of(row);
    if (column != batch && column != length)
        return answer_text(row.verdict, m_numbers) + QLatin1Char(' ') + reason_text(row.verdict, m_numbers);
    const BoardMaximum &maximum = column == batch ? row.batch : row.length;
    const QString title = headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    if (!maximum.value) return maximum.exact ? tr("%1: not known").arg(title) : tr("%1: being worked out").arg(title);
    if (!maximum.exact) return tr("%1: about %2, being worked out").arg(title, count_text(maximum));
    if (*maximum.value == 0) return tr("%1: not even the least fits with its whole interval, all else as it is").arg(title);
    const QString fits =
        tr("%1: %2 fit with their whole interval, one more does not; all else as it is").arg(title, count_text(maximum));
    if (column != length || !beyond_positions(row)) return fits;
    return fits + QLatin1Char('\n') + tr("* The model was made for %1 positions.").arg(m_numbers.count(m_positions));
}

QVariant FitsModel::exact_value(const BoardRow &row, int column) const
{
    const auto count = [](const BoardMaximum &maximum) {
        return maximum.value ? QVariant(static_cast<qlonglong>(*maximum.value)) : QVariant();
    };
    switch (column) {
    case usable: return static_cast<qlonglong>(row.verdict.usable);
    case spare: return static_cast<qlonglong>(row.verdict.headroom);
    case bar: return static_cast<qlonglong>(row.verdict.need.device);
    case batch: return count(row.batch);
    case length: return count(row.length);
    case speed: return pace(row) ? QVariant(*pace(row)) : QVariant();
    case run_price: return run_dollars(row) ? QVariant(*run_dollars(row)) : QVariant();
    case price:
        if (const CloudOffer *offer = cheapest_offer(row.gpu->name)) return *offer->usd_per_hour / offer->count;
        return {};
    default: return {};
    }
}

QVariant FitsModel::sort_value(const BoardRow &row, int column) const
{
    switch (column) {
    case verdict: return static_cast<int>(row.verdict.word());
    case usable: return static_cast<qlonglong>(row.verdict.usable);
    case spare:
    case bar: return static_cast<qlonglong>(row.verdict.headroom);
    case batch: return static_cast<qlonglong>(row.batch.value.value_or(-1));
    case length: return static_cast<qlonglong>(row.length.value.value_or(-1));
    case speed: return pace(row).value_or(m_amount.named() ? std::numeric_limits<double>::max() : -1); // unknown is not fast
    case run_price: return run_dollars(row).value_or(std::numeric_limits<double>::max());
    case price: {
        const CloudOffer *offer = cheapest_offer(row.gpu->name);
        return offer ? *offer->usd_per_hour / offer->count : std::numeric_limits<double>::max(); // unknown is not cheap
    }
    case date: return date_text(cheapest_offer(row.gpu->name));
    default: return qt(row.gpu->short_name());
    }
}

QVariant FitsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const BoardRow &row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text_at(row, column);
    case Qt::TextAlignmentRole:
        return int((column == verdict || column == card ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    case Qt::ToolTipRole: return tip(row, column);
    case Qt::ForegroundRole:
        if ((column == batch && !row.batch.exact) || (column == length && !row.length.exact)) return current_palette().inactive;
        return {};
    case Qt::AccessibleTextRole:
        if (column == batch || column == length || column == price) return tip(row, column);
        return column == bar ? answer_text(row.verdict, m_numbers) : text_at(row, column);
    case exact_role: return exact_value(row, column);
    case fits_role: return static_cast<int>(row.verdict.fits);
    case word_role: return static_cast<int>(row.verdict.word());
    case need_role: return static_cast<qlonglong>(row.verdict.need.device);
    case usable_role: return static_cast<qlonglong>(row.verdict.usable);
    case name_role: return qt(row.gpu->name);
    case sort_role: return sort_value(row, column);
    case common_role: return is_common(*row.gpu) || m_mine.contains(row.gpu->name);
    case mine_role: return m_mine.contains(row.gpu->name);
    default: return {};
    }
}

QVariant FitsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == verdict || section == card || section == bar ? Qt::AlignLeading : Qt::AlignTrailing) |
                   Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case verdict: return tr("Verdict");
    case card: return tr("Card");
    case usable: return tr("Usable"); // its unit stands beside the tabs
    case spare: return tr("Spare");
    case batch: return m_batch == SolveField::sequences ? tr("Max sequences") : tr("Max batch");
    case length: return m_length == SolveField::context ? tr("Max context") : tr("Max length");
    case bar: return QChar(0x2002) + tr("Need"); // over the beginning of its bars, apart from the figures before it
    case speed: return m_amount.named() ? tr("hours") : tr("tokens / s");
    case run_price: return m_amount.named() ? tr("$ the run") : tr("$ / M tok");
    case price: return tr("$ / h");
    default: return tr("as of"); // the price before it
    }
}

} // namespace plimsoll
