// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/verdict_words.h"
#include "core/fit/solver.h"
#include "core/ground/phrase.h"
#include "core/model/presets.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/report/weight_types.h"
#include "ui/charts/memory_data.h"
#include "ui/charts/verdict_text.h"
#include "ui/controls/rank_words.h"
#include "ui/controls/wording.h"
#include "ui/document/card_names.h"
#include "ui/document/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct WordingWords {
    Q_DECLARE_TR_FUNCTIONS(Wording)
};

constexpr int longest_card = 24; ///< characters of a card's name in a sentence

QString called(const std::string &card) { return name_within(qt(card), qt(card), longest_card); }

/// One sentence on a card beside the one that the answer speaks of.
QString other_card(const Verdict &verdict, const QString &other, const QString &room, const Numbers &numbers)
{
    switch (said_of(verdict)) {
    case Said::fits: return WordingWords::tr("Within the %1 by %2.").arg(other, room);
    case Said::probably_fits: return WordingWords::tr("Probably fits on the %1.").arg(other);
    case Said::tight: return WordingWords::tr("Tight on the %1.").arg(other);
    case Said::probably_tight: return WordingWords::tr("Probably tight on the %1.").arg(other);
    case Said::starts:
        return WordingWords::tr("Starts on the %1: %2 of %3 requests at once.")
            .arg(other, numbers.count(verdict.at_once.value_or(0)), numbers.count(verdict.requests));
    case Said::starts_partly: return WordingWords::tr("Starts on the %1, partly on the host.").arg(other);
    case Said::unlikely: return WordingWords::tr("Unlikely on the %1.").arg(other);
    case Said::probably_does_not_fit: return WordingWords::tr("Probably does not fit on the %1.").arg(other);
    case Said::does_not_start: return WordingWords::tr("Does not start on the %1.").arg(other);
    case Said::does_not_fit:
        return verdict.headroom < 0 ? WordingWords::tr("Over the %1 by %2.").arg(other, room)
                                    : WordingWords::tr("Does not fit on the %1.").arg(other);
    case Said::unknown: break;
    }
    return WordingWords::tr("Not known on the %1.").arg(other);
}

/// How the other cards stand, after the one that the answer speaks of.
QStringList other_cards(const Snapshot &snapshot, const Numbers &numbers, int most)
{
    QStringList parts;
    const auto &verdicts = snapshot.current().verdicts;
    const std::size_t first = spoken_of_first(verdicts);
    for (std::size_t i = 0; i < verdicts.size() && i < snapshot.lines.size() && parts.size() < most; ++i) {
        if (i == first) continue;
        const QString other = called(snapshot.lines[i].name);
        const QString room = numbers.brief_with_unit(std::abs(verdicts[i].headroom));
        parts << other_card(verdicts[i], other, room, numbers);
    }
    return parts;
}

QStringList unknown_cards(const Snapshot &snapshot)
{
    QStringList names;
    for (const std::string &name : snapshot.unknown_cards) names << qt(name);
    return names.isEmpty() ? QStringList()
                           : QStringList(WordingWords::tr("Not in the catalogue: %1.").arg(names.join(QStringLiteral(", "))));
}

/// How far the plan may go, sure and likely, where the two differ; what fits needs no more than its longest sequence.
QString edges_text(const Verdict &verdict, bool runs, const Numbers &numbers)
{
    const Count sure = verdict.max_sequence_length.value_or(0), sure_batch = verdict.max_micro_batch.value_or(0);
    if (!verdict.likely_sequence_length || !verdict.likely_micro_batch || verdict.fits == Fits::yes) return {};
    const Count likely = *verdict.likely_sequence_length, likely_batch = *verdict.likely_micro_batch;
    if (likely == 0 && likely_batch == 0)
        return runs ? WordingWords::tr("No context is likely to fit, all else as it is.")
                    : WordingWords::tr("No sequence length is likely to fit, all else as it is.");
    const auto said = [&](Count value) { return value > 0 ? numbers.count(value) : WordingWords::tr("none"); };
    return (runs ? WordingWords::tr("Longest context: sure %1, likely %2; most at once: sure %3, likely %4.")
                 : WordingWords::tr("Longest sequence: sure %1, likely %2; largest batch: sure %3, likely %4."))
        .arg(said(sure), said(likely), said(sure_batch), said(likely_batch));
}

QStringList details_of(const Snapshot &snapshot, const Verdict &verdict, const Numbers &numbers)
{
    QStringList parts;
    const bool open = verdict.because == Because::lower_bound; // then the reason is what there is to say first
    if (open) parts << reason_text(verdict, numbers);
    const Plan &plan = snapshot.current().estimate->plan.plan;
    const bool runs = plan.task == Task::infer;
    if (const auto all = each_holds_all(plan, verdict)) parts << *all;
    parts << rank_sentences(*snapshot.current().estimate, verdict);
    if (const QString most = edges_text(verdict, runs, numbers); !most.isEmpty())
        parts << most;
    else if (verdict.max_sequence_length && verdict.fits != Fits::no)
        parts << (runs ? WordingWords::tr("Longest context that fits: %1 tokens.")
                       : WordingWords::tr("Longest sequence that fits: %1 tokens."))
                     .arg(numbers.count(*verdict.max_sequence_length));
    if (const auto most = positions_of(*snapshot.current().estimate->architecture);
        most && verdict.fits != Fits::no && verdict.max_sequence_length.value_or(0) > *most)
        parts << WordingWords::tr("The model was made for %1 positions.").arg(numbers.count(*most));
    if (!open) parts << reason_text(verdict, numbers);
    if (const QString beside = run_sentence(snapshot.current().estimate->run, numbers); !beside.isEmpty()) parts << beside;
    parts << unknown_cards(snapshot);
    parts << other_cards(snapshot, numbers, 2);
    return parts;
}

/// The engine that makes a training's completions on other cards, where it is what does not run.
void put_server_first(Answer &out, const Verdict &server, const Numbers &numbers)
{
    out.details.prepend(WordingWords::tr("The training: %1").arg(out.headline));
    out.details.prepend(reason_text(server, numbers));
    out.headline = WordingWords::tr("The server: %1").arg(answer_text(server, numbers));
    out.fits = server.fits;
    out.word = server.word();
    out.card = qt(server.card);
}

Answer without_card(const Snapshot &snapshot, const Estimate &estimate, const Numbers &numbers)
{
    Answer answer;
    answer.details = unknown_cards(snapshot);
    answer.headline = WordingWords::tr("Needs %1 on the device.").arg(numbers.brief_with_unit(estimate.shown().needed()));
    answer.details << WordingWords::tr("Add a card or a budget to see whether it fits. The peak is at %1.")
                          .arg(title_of(estimate.shown().peak.phase));
    return answer;
}

} // namespace

Numbers numbers_of(const Session &session)
{
    Numbers numbers;
    numbers.unit = session.unit;
    return numbers;
}

QString brief_count(Count count)
{
    const QLocale locale;
    const auto three_digits = [&](double value) { return locale.toString(value, 'f', value >= 100 ? 0 : value >= 10 ? 1 : 2); };
    const double value = static_cast<double>(count);
    if (count >= 1'000'000'000) return WordingWords::tr("%1 B").arg(three_digits(value / 1e9));
    if (count >= 1'000'000) return WordingWords::tr("%1 M").arg(three_digits(value / 1e6));
    return locale.toString(static_cast<qlonglong>(count));
}

QString title_of(const Optimizer &optimizer)
{
    const OptimizerKind &kind = kind_of(optimizer);
    QString name = kind.title ? qt(phrase(kind.title)) : qt(kind.name);
    if (optimizer.implementation) name += QStringLiteral(", ") + qt(name_of(*optimizer.implementation));
    return name;
}

QString title_of(LossKind loss)
{
    switch (loss) {
    case LossKind::full: return WordingWords::tr("Full logits");
    case LossKind::chunked: return WordingWords::tr("Chunked");
    case LossKind::fused: return WordingWords::tr("Fused (Liger)");
    case LossKind::fused_ce: return WordingWords::tr("Fused CE kernel");
    case LossKind::cut: return WordingWords::tr("Cut cross-entropy");
    case LossKind::auto_: return WordingWords::tr("Auto");
    }
    return {};
}

QString stack_note(const Plan &resolved)
{
    QStringList parts;
    if (resolved.autocast != Autocast::none) parts << qt(name_of(resolved.autocast));
    if (resolved.task == Task::train) {
        Optimizer bare = resolved.optimizer;
        bare.implementation.reset();
        const auto &how = resolved.optimizer.implementation;
        parts << (how ? qt(name_of(*how)) + QLatin1Char(' ') : QString()) + title_of(bare);
        if (resolved.gradient_checkpointing.enabled) parts << WordingWords::tr("checkpointing");
    } else {
        parts << qt(name_of(resolved.attention));
    }
    return parts.join(QStringLiteral(", "));
}

QString weights_title(const Estimate &estimate)
{
    QStringList out;
    for (const HeldType &type : weight_types(estimate)) {
        const bool rest = !out.isEmpty() && is_of_embeddings(type);
        out << (rest ? WordingWords::tr("embeddings %1").arg(qt(title_of(type))) : qt(title_of(type)));
    }
    return out.join(QStringLiteral(", "));
}

QString title_of(Component component, const Estimate &estimate)
{
    const QString types = component == Component::weights ? weights_title(estimate) : QString();
    return types.isEmpty() ? title_of(component) : types;
}

QString interval_text(const ProcessEstimate &process)
{
    const auto width = half_width(process.needed_interval(), process.needed());
    return width ? half_width_text(*width, *width, QLocale()) : QString();
}

QString sentence_of(const Error &error)
{
    const QString read = qt(error.read), accepted = qt(error.accepted).replace(QStringLiteral(" | "), QStringLiteral(", "));
    QString said = qt(error.text);
    if (said.endsWith(QLatin1Char('.')) && !(read.isEmpty() && accepted.isEmpty())) said.chop(1);
    const auto add = [&said](const QString &part) { said = said.isEmpty() ? part : WordingWords::tr("%1. %2").arg(said, part); };
    if (!read.isEmpty()) add(WordingWords::tr("Found: %1").arg(read));
    if (!accepted.isEmpty()) add(WordingWords::tr("Needed: %1").arg(accepted));
    return error.field.empty() ? said : said.isEmpty() ? qt(error.field) : WordingWords::tr("%1: %2").arg(qt(error.field), said);
}

bool is_about_model(const Error &error)
{
    const std::string first = error.field.substr(0, error.field.find('.'));
    return first == "model" || !(first.empty() || find_field(first) || is_section(first));
}

QString state_of(const Error &error)
{
    if (is_about_model(error)) return WordingWords::tr("The model cannot be read.");
    return error.field.empty() ? sentence_of(error) : WordingWords::tr("%1 is not accepted.").arg(qt(error.field));
}

QString model_title(const ModelReference &model, const Estimate *estimate)
{
    for (const Preset &preset : presets())
        if (!model.preset.empty() && preset.name == model.preset) return qt(preset.title);
    if (estimate && estimate->architecture) return qt(estimate->architecture->name);
    return qt(!model.preset.empty() ? model.preset : !model.hub.empty() ? model.hub : model.config_path);
}

Answer answer_of(const Snapshot &snapshot)
{
    const Numbers numbers = numbers_of(snapshot.session);
    const ScenarioResult &result = snapshot.current();
    if (!result.estimate) {
        const std::string &field = result.error.field;
        if (is_about_model(result.error))
            return {Fits::unknown,
                    WordingWords::tr("Not known: the model cannot be read."),
                    {WordingWords::tr("The reason stands under the model.")},
                    WordingWords::tr("<a href=\"model\">Choose another</a>."),
                    {}};
        return {Fits::unknown,
                field.empty() ? WordingWords::tr("Not known.")
                              : WordingWords::tr("Not known: %1 is not accepted.").arg(qt(field)),
                {sentence_of(result.error)},
                {},
                {}};
    }
    const Estimate &estimate = *result.estimate;
    const std::size_t first = spoken_of_first(result.verdicts);
    if (!estimate.lower_bound_reason.empty() && result.verdicts.empty()) // else the verdict says it, as everywhere
        return {Fits::unknown,
                WordingWords::tr("Not known: %1").arg(qt(estimate.lower_bound_reason)),
                {WordingWords::tr("Lower bound %1.").arg(numbers.brief_with_unit(estimate.shown().needed()))},
                {},
                {}};
    if (result.verdicts.empty() || snapshot.lines.empty()) return without_card(snapshot, estimate, numbers);
    const Verdict &verdict = result.verdicts[first];
    Verdict said = verdict;
    if (!said.budget) said.card = utf8(called(verdict.card));
    Answer out{verdict.fits,  answer_text(said, numbers), details_of(snapshot, verdict, numbers), {}, qt(said.card), {},
               verdict.word()};
    if (server_decides(result.verdicts, result.server.get())) put_server_first(out, *leading(result.server->verdicts), numbers);
    return out;
}

} // namespace plimsoll
