// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/rank_words.h"

#include "core/report/ranks/rank_figures.h"
#include "ui/document/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct RankWordsWords {
    Q_DECLARE_TR_FUNCTIONS(RankWords)
};

QString count_of(Count count) { return QLocale().toString(static_cast<qlonglong>(count)); }

Bytes most_of(const HostBytes &host) { return std::max(host.load, host.steady); }

QString heading(const QString &title, Bytes bytes, const Numbers &numbers)
{
    return QStringLiteral("<b>%1</b>")
        .arg(RankWordsWords::tr("%1: %2 (%3)").arg(title, numbers.brief_with_unit(bytes), numbers.exact(bytes)).toHtmlEscaped());
}

/// A figure and why it is there, with its source in parentheses.
QString reason(Bytes bytes, const std::string &why, const std::string &source, const Numbers &numbers)
{
    const QString line = numbers.brief_with_unit(bytes) + QStringLiteral(" · ") + numbers.of_core(why);
    return (source.empty() ? line : RankWordsWords::tr("%1 (%2)").arg(line, qt(source))).toHtmlEscaped();
}

void add_host(QStringList &lines, const HostBytes &host, const Numbers &numbers)
{
    lines << heading(RankWordsWords::tr("Host memory of the fullest node, while loading"), host.load, numbers);
    for (const HostLine &line : host.while_loading) lines << reason(line.bytes, line.why, line.source, numbers);
    lines << heading(RankWordsWords::tr("Host memory of the fullest node, while training"), host.steady, numbers);
    for (const HostLine &line : host.while_training) lines << reason(line.bytes, line.why, line.source, numbers);
    if (host.pinned > 0)
        lines << RankWordsWords::tr("Of it pinned: %1").arg(numbers.brief_with_unit(host.pinned)).toHtmlEscaped();
}

void add_save(QStringList &lines, const SaveBytes &save, const Numbers &numbers)
{
    lines << heading(RankWordsWords::tr("On rank 0's card while a checkpoint is written"), save.card, numbers);
    if (save.host > 0) lines << RankWordsWords::tr("And %1 on its host").arg(numbers.brief_with_unit(save.host)).toHtmlEscaped();
    lines << (save.source.empty() ? qt(save.why) : RankWordsWords::tr("%1 (%2)").arg(qt(save.why), qt(save.source)))
                 .toHtmlEscaped();
}

void add_sent(QStringList &lines, const Communication &sent, const Numbers &numbers)
{
    lines << heading(RankWordsWords::tr("Sent by one rank in one step"), sent.bytes, numbers);
    for (const SentBytes &line : sent.lines) lines << reason(line.bytes, line.formula, line.source, numbers);
}

} // namespace

QString rank_title(const Rank &rank, const Plan &plan)
{
    const QString role = qt(role_in_words(rank, plan));
    return rank.like_it > 1 ? RankWordsWords::tr("%1 × %2").arg(role, count_of(rank.like_it)) : role;
}

QStringList rank_sentences(const Estimate &estimate, const Verdict &verdict)
{
    const Plan &plan = estimate.plan.plan;
    if (plan.task != Task::train || !plan.parallel.several()) return {};
    QStringList parts;
    const Rank &fullest = estimate.fullest().rank;
    const Count ranks = mesh_of(plan).ranks();
    if (verdict.own_ranks) {
        const Count last = verdict.own_ranks->first + verdict.own_ranks->count - 1;
        parts << (verdict.own_ranks->count == 1
                      ? RankWordsWords::tr("Rank %1 of %2 sits there; the run is over all cards, and this one decides.")
                            .arg(count_of(last), count_of(ranks))
                      : RankWordsWords::tr("Ranks %1 to %2 of %3 sit there; the run is over all cards, and these decide.")
                            .arg(count_of(verdict.own_ranks->first), count_of(last), count_of(ranks)));
        return parts;
    }
    if (estimate.processes.size() < 2)
        parts << RankWordsWords::tr("Each of the %1 ranks holds as much.").arg(count_of(ranks));
    else if (fullest.like_it > 1)
        parts << RankWordsWords::tr("Fullest of %1 ranks: %2, %3 alike.")
                     .arg(count_of(ranks), qt(role_in_words(fullest, plan)), count_of(fullest.like_it));
    else
        parts << RankWordsWords::tr("Fullest of %1 ranks: %2.").arg(count_of(ranks), qt(role_in_words(fullest, plan)));
    if (verdict.count != ranks && verdict.count > 1)
        parts << RankWordsWords::tr("%1 cards are named, the plan has %2 ranks.").arg(count_of(verdict.count), count_of(ranks));
    return parts;
}

std::optional<QString> each_holds_all(const Plan &plan, const Verdict &verdict)
{
    const Parallel &split = plan.parallel;
    const bool trained_together = plan.task == Task::train && split.several();
    const bool whole =
        split.data == 1 && split.zero == 0 && split.tensor == 1 && split.pipeline == 1 && split.context == 1 && split.expert == 1;
    if (verdict.count <= 1 || trained_together || !whole) return std::nullopt;
    return RankWordsWords::tr("One of the %1 cards is used: nothing is split over them.").arg(verdict.count);
}

QString run_line(const RunFigures &run, const Numbers &numbers)
{
    QStringList parts;
    if (run.host && most_of(*run.host) > 0) parts << RankWordsWords::tr("host %1").arg(numbers.brief(most_of(*run.host)));
    if (run.save && run.save->card > 0) parts << RankWordsWords::tr("saving %1").arg(numbers.brief(run.save->card));
    if (run.communication && run.communication->bytes > 0)
        parts << RankWordsWords::tr("sent a step %1").arg(numbers.brief(run.communication->bytes));
    return parts.isEmpty() ? QString() : RankWordsWords::tr("%1 %2").arg(parts.join(QStringLiteral(" · ")), numbers.unit_name());
}

QString run_tip(const RunFigures &run, const Numbers &numbers)
{
    if (run_line(run, numbers).isEmpty()) return {};
    QStringList lines;
    if (run.host) add_host(lines, *run.host, numbers);
    if (run.save) add_save(lines, *run.save, numbers);
    if (run.communication) add_sent(lines, *run.communication, numbers);
    return lines.join(QStringLiteral("<br>"));
}

QString run_sentence(const RunFigures &run, const Numbers &numbers)
{
    const bool host = run.host && most_of(*run.host) > 0, sent = run.communication && run.communication->bytes > 0;
    const QString memory = host ? numbers.brief_with_unit(most_of(*run.host)) : QString();
    const QString bytes = sent ? numbers.brief_with_unit(run.communication->bytes) : QString();
    if (host && sent) return RankWordsWords::tr("A host needs %1; a rank sends %2 a step.").arg(memory, bytes);
    if (host) return RankWordsWords::tr("A host needs %1.").arg(memory);
    return sent ? RankWordsWords::tr("A rank sends %1 a step.").arg(bytes) : QString();
}

} // namespace plimsoll
