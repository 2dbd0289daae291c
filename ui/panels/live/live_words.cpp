// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/missing.h"
#include "core/live/plan_mark.h"
#include "ui/charts/card_column.h"
#include "ui/charts/timeline/timeline_data.h"
#include "ui/document/text.h"
#include "ui/panels/live/live_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct LiveWordsWords {
    Q_DECLARE_TR_FUNCTIONS(Live)
};

/// What has to be there before a process can be the plan: the weights as they lie on the card.
Bytes weights_of(const Estimate &estimate)
{
    Bytes sum = 0;
    for (const auto &part : estimate.shown().at_peak)
        if (part.component == Component::weights || part.component == Component::quantization_metadata) sum += part.bytes;
    return sum;
}

QString relation(Bytes held, const Peak &peak, const Numbers &numbers)
{
    const QString phase = title_of(peak.phase);
    const QString apart = numbers.brief_with_unit(std::abs(held - peak.device));
    const Interval &interval = peak.device_interval;
    const bool within = interval.high > interval.low && held >= interval.low && held <= interval.high;
    const QString said = held >= peak.device ? LiveWordsWords::tr("%1 above the plan's peak at %2").arg(apart, phase)
                                             : LiveWordsWords::tr("%1 below the plan's peak at %2").arg(apart, phase);
    return within ? LiveWordsWords::tr("%1, within its interval (%2 to %3)")
                        .arg(said, numbers.brief(interval.low), numbers.brief(interval.high))
                  : said;
}

/// What a reading cannot tell apart, said as far as it is known: a process' bytes have no names, but weights, adapters, gradients
/// and the optimizer's states have the sizes that the plan gives them. What is above it is in the others.
QString what_can_grow(const Estimate &estimate, const Numbers &numbers)
{
    std::vector<std::pair<Bytes, QString>> parts;
    for (const Group group : {Group::activations, Group::logits_loss, Group::kv_cache, Group::working, Group::runtime}) {
        Bytes bytes = 0;
        for (const auto &line : estimate.shown().at_peak)
            if (group_of(line.component) == group && line.component != Component::context) bytes += line.bytes;
        const QString title = group == Group::runtime ? title_of(Component::allocator_slack) : title_of(group);
        if (numbers.table(bytes) != numbers.table(0)) parts.emplace_back(bytes, title);
    }
    std::ranges::stable_sort(parts, std::greater(), [](const auto &part) { return part.first; });
    QStringList said;
    for (const auto &[bytes, title] : parts) said << LiveWordsWords::tr("%1 (%2)").arg(title, numbers.brief(bytes));
    return said.isEmpty() ? QString()
                          : LiveWordsWords::tr("What can have grown, as planned: %1.").arg(said.join(QStringLiteral(", ")));
}

} // namespace

QString looked_for_text(const LiveSnapshot &snapshot)
{
    QString out;
    for (const std::string &line : snapshot.looked_for) out += QStringLiteral("\n· ") + qt(line);
    return out;
}

const LiveProcess *followed(const LiveGpu &gpu, std::optional<std::uint32_t> attached)
{
    return followed_process(gpu, attached ? std::set<std::uint32_t>{*attached} : std::set<std::uint32_t>());
}

QString process_title(const LiveGpu &gpu, std::optional<std::uint32_t> attached)
{
    const LiveProcess *process = followed(gpu, attached);
    return process ? title_of(*process) : QString();
}

QString drift_text(const LiveGpu &gpu, const Estimate &estimate, const Numbers &numbers, std::optional<std::uint32_t> attached)
{
    const LiveProcess *process = followed(gpu, attached);
    if (attached && !process) return {}; // what all hold is not what it does
    const std::optional<Bytes> held = process ? process->used.value : gpu.used.value;
    if (!held || estimate.shown().peak.device <= 0 || *held < weights_of(estimate)) return {};
    const QString said = relation(*held, estimate.shown().peak, numbers), bytes = numbers.brief_with_unit(*held);
    if (!process) return LiveWordsWords::tr("All processes together hold %1: %2.").arg(bytes, said);
    return LiveWordsWords::tr("%1 holds %2: %3.").arg(title_of(*process), bytes, said);
}

QString growth_text(const LiveGpu &gpu, const Estimate &estimate, const Numbers &numbers, std::optional<std::uint32_t> attached)
{
    const LiveProcess *process = followed(gpu, attached);
    const bool above =
        process && process->used && estimate.shown().peak.device > 0 && *process->used > estimate.shown().peak.device;
    return above ? what_can_grow(estimate, numbers) : QString();
}

QString missing_text(const LiveGpu &gpu)
{
    QStringList all;
    for (const std::string &line : missing_figures(gpu)) all << qt(line);
    return all.isEmpty() ? QString() : LiveWordsWords::tr("Not told: %1.").arg(all.join(QStringLiteral("; ")));
}

} // namespace plimsoll
