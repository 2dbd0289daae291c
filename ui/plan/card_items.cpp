// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/card_items.h"

#include "core/cards/gpu.h"
#include "core/cards/typed_card.h"
#include "ui/document/numbers.h"
#include "ui/document/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct CardItemsWords {
    Q_DECLARE_TR_FUNCTIONS(CardItems)
};

/// Those that people buy and rent come before what is a part of something else.
int place_of(const Gpu &gpu)
{
    if (gpu.form == "slice") return 3;
    if (gpu.form == "soc") return 2;
    return gpu.form == "laptop" ? 1 : 0;
}

ChooserItem card_item(const Gpu &gpu, int count = 1)
{
    QString also;
    for (const std::string &alias : gpu.aliases) also += qt(alias) + QLatin1Char(' ');
    const QString size = QLocale().toString(static_cast<double>(gpu.memory_nominal) / static_cast<double>(gib), 'g', 4);
    ChooserItem item{QStringLiteral("gpu:") + qt(gpu.name),
                     qt(gpu.vendor),
                     qt(gpu.name),
                     CardItemsWords::tr("%1 GB").arg(size),
                     gpu.year > 0 ? QString::number(gpu.year) : QString(),
                     also + qt(gpu.architecture),
                     true};
    if (count == 1) return item;
    item.id += QLatin1Char(':') + QString::number(count);
    item.title = CardItemsWords::tr("%1 × %2").arg(count).arg(item.title);
    item.middle = CardItemsWords::tr("%1 each").arg(item.middle);
    return item;
}

std::vector<Gpu> ordered_cards()
{
    std::vector<Gpu> gpus = gpu_catalogue();
    std::ranges::stable_sort(gpus, [](const Gpu &a, const Gpu &b) {
        return std::tuple(place_of(a), -a.year, -a.memory_nominal) < std::tuple(place_of(b), -b.year, -b.memory_nominal);
    });
    std::ranges::stable_sort(gpus, [](const Gpu &a, const Gpu &b) { return a.vendor > b.vendor; }); // NVIDIA first
    return gpus;
}

ChooserItem budget_item(double size, bool gibibytes, bool said, ByteUnit unit)
{
    Numbers numbers;
    numbers.unit = unit;
    const Bytes one = gibibytes ? gib : numbers.unit_bytes();
    const auto bytes = static_cast<qlonglong>(std::llround(size * static_cast<double>(one)));
    return {QStringLiteral("budget:%1").arg(bytes),
            CardItemsWords::tr("Budget"),
            CardItemsWords::tr("%1 budget").arg(numbers.chosen_size(bytes)),
            {},
            !said || gibibytes ? QString()
            : one == gib       ? CardItemsWords::tr("GB of 2³⁰ bytes")
                               : CardItemsWords::tr("GB of 10⁹ bytes"),
            {},
            bytes > 0};
}

/// A budget first, then the cards that are sold with exactly so much.
void add_size(TypedItems &out, const TypedCard &typed, ByteUnit unit)
{
    if (typed.count == 1) out.first.push_back(budget_item(*typed.size, typed.gibibytes, true, unit));
    for (const Gpu &gpu : ordered_cards())
        if (std::abs(static_cast<double>(gpu.memory_nominal) / static_cast<double>(gib) - *typed.size) < 0.01)
            out.first.push_back(card_item(gpu, typed.count));
    if (typed.count > 1) out.last.push_back(budget_item(*typed.size, typed.gibibytes, true, unit));
}

bool holds_all(const ChooserItem &item, const QStringList &words)
{
    const QString text = item.title + QLatin1Char(' ') + item.header + QLatin1Char(' ') + item.also;
    return std::ranges::all_of(words, [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

/// The card that the name means by itself, then all that have its words, in the list's order.
void add_named(TypedItems &out, const TypedCard &typed)
{
    const Result<GpuMatch> meant = find_gpu(typed.name);
    if (meant.ok()) {
        ChooserItem item = card_item(*meant->gpu, typed.count);
        item.header = CardItemsWords::tr("Nearest");
        out.first.push_back(item);
    }
    const QStringList words = qt(typed.name).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const Gpu &gpu : ordered_cards())
        if (const ChooserItem item = card_item(gpu, typed.count);
            holds_all(card_item(gpu), words) && (out.first.empty() || out.first.front().id != item.id))
            out.first.push_back(item);
}

} // namespace

std::vector<ChooserItem> card_items()
{
    std::vector<ChooserItem> items;
    for (const Gpu &gpu : ordered_cards()) items.push_back(card_item(gpu));
    return items;
}

TypedItems typed_card_items(const QString &query, ByteUnit unit)
{
    TypedItems out;
    const std::optional<TypedCard> typed = typed_card(utf8(query));
    if (!typed) return out;
    out.whole = true;
    if (!typed->size) return add_named(out, *typed), out;
    // "3090" is a card rather than a size of memory
    const bool bare = std::ranges::all_of(query.trimmed(), [](QChar c) { return c.isDigit(); });
    if (bare && find_gpu(utf8(query.trimmed())).ok()) add_named(out, {1, utf8(query.trimmed()), std::nullopt, false});
    add_size(out, *typed, unit);
    return out;
}

Target with_card(Target cards, const QString &id)
{
    if (id.startsWith(QStringLiteral("budget:"))) {
        cards.budget_bytes = id.mid(7).toLongLong();
        cards.budget_first = true;
    }
    if (!id.startsWith(QStringLiteral("gpu:"))) return cards;
    const std::string name = utf8(id.mid(4));
    if (std::find(cards.gpus.begin(), cards.gpus.end(), name) != cards.gpus.end()) return cards;
    cards.gpus.insert(cards.gpus.begin(), name);
    cards.budget_first = false;
    return cards;
}

Target with_moved_row(Target cards, int from, int to)
{
    const int count = static_cast<int>(cards.gpus.size()), rows = count + (cards.budget_bytes ? 1 : 0);
    if (from == to || std::min(from, to) < 0 || std::max(from, to) >= rows) return cards;
    const int before = cards.led_by_budget() ? 1 : 0, budget = !cards.budget_bytes ? -1 : before ? 0 : count;
    if (from == budget) {
        cards.budget_first = to < budget;
        return cards;
    }
    if (to == budget) cards.budget_first = to != 0 && count == 1; // the only card goes behind it, others among themselves
    const int last = count - 1, source = from - before, target = std::clamp(to - before, 0, last);
    std::string moved = std::move(cards.gpus[static_cast<std::size_t>(source)]);
    cards.gpus.erase(cards.gpus.begin() + source);
    cards.gpus.insert(cards.gpus.begin() + target, std::move(moved));
    return cards;
}

Target without_row(Target cards, int row)
{
    const int before = cards.led_by_budget() ? 1 : 0, card = row - before;
    if (card >= 0 && card < static_cast<int>(cards.gpus.size()))
        cards.gpus.erase(cards.gpus.begin() + card);
    else if (row >= 0) {
        cards.budget_bytes.reset();
        cards.budget_first = false;
    }
    return cards;
}

} // namespace plimsoll
