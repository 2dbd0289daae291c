// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/profile/profile_words.h"

#include "core/fit/verdict_words.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/report/card/report_parts.h"
#include "core/report/document_compare.h"
#include "core/report/titles.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::report {

namespace {

std::string profile_words_count(Count number) { return localised(grouped(number)); }

/// %1 the card, %2 needed, %3 usable, %4 the difference, %5 its bytes, %6 per cent of what is usable.
const char *status_of_over(Said said)
{
    switch (said) {
    case Said::unlikely: return QT_TRANSLATE_NOOP("core", "Unlikely on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over");
    case Said::starts_partly:
        return QT_TRANSLATE_NOOP("core", "Starts on %1, partly on the host: %2 of %3 usable, %4 (%5 bytes, %6 %) over");
    case Said::probably_does_not_fit:
        return QT_TRANSLATE_NOOP("core", "Probably does not fit on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over");
    case Said::does_not_start:
        return QT_TRANSLATE_NOOP("core", "Does not start on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over");
    case Said::unknown: return QT_TRANSLATE_NOOP("core", "Not known on %1: at least %2 of %3 usable, %4 (%5 bytes, %6 %) over");
    default: return QT_TRANSLATE_NOOP("core", "Does not fit on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over");
    }
}

const char *status_words(const Verdict &verdict)
{
    const Said said = said_of(verdict);
    if (verdict.headroom < 0) return status_of_over(said);
    switch (said) {
    case Said::fits: return QT_TRANSLATE_NOOP("core", "Fits on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare");
    case Said::probably_fits:
        return QT_TRANSLATE_NOOP("core", "Probably fits on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare");
    case Said::probably_tight:
        return QT_TRANSLATE_NOOP("core", "Probably tight on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare");
    case Said::starts_partly:
        return QT_TRANSLATE_NOOP("core", "Starts on %1, partly on the host: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare");
    case Said::unlikely:
        return QT_TRANSLATE_NOOP("core", "Unlikely on %1, which shares its memory: %2 of %3 usable, %4 (%5 bytes, %6 %) left");
    case Said::does_not_fit:
    case Said::probably_does_not_fit:
        return QT_TRANSLATE_NOOP("core",
                                 "Does not fit on %1, which shares its memory: %2 of %3 usable, %4 (%5 bytes, %6 %) left");
    case Said::does_not_start:
        return QT_TRANSLATE_NOOP("core", "Does not start on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare");
    case Said::unknown: return QT_TRANSLATE_NOOP("core", "Not known on %1: at least %2 of %3 usable, %4 (%5 bytes, %6 %) left");
    case Said::tight:
    case Said::starts: break;
    }
    return QT_TRANSLATE_NOOP("core", "Tight on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare");
}

} // namespace

std::string percent_of(Bytes part, Bytes whole)
{
    if (whole <= 0) return "–";
    const double share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return (part > 0 ? "+" : part < 0 ? "\u2212" : "") + fixed(std::abs(share), 1);
}

std::string status_line(const PlanAnswer &answer, const ByteFigures &in)
{
    const Verdict *verdict = leading(answer.verdicts);
    const Bytes need = answer.estimate.shown().needed();
    const auto named = [&](Bytes bytes) { return localised(in.table(bytes)) + " " + std::string(in.name()); };
    if (verdict == nullptr)
        return phrase(
            QT_TRANSLATE_NOOP("core", "Needs %1 (%2 bytes) on the device; no card and no budget is named to hold it against"),
            {named(need), profile_words_count(need)});
    if (server_decides(answer)) return std::string(mark_of(headline_of(answer)->word())) + " " + answer_sentence(answer, in.unit);
    if (verdict->at_once) return std::string(mark_of(verdict->word())) + " " + verdict->answer(in.unit);
    const Bytes apart = std::abs(verdict->headroom);
    const std::string card = card_said(*verdict, plain_figures(in.unit));
    return std::string(mark_of(verdict->word())) + " " +
           phrase(status_words(*verdict),
                  {card, named(verdict->usable - verdict->headroom), named(verdict->usable), named(apart),
                   profile_words_count(apart),
                   localised(verdict->usable > 0
                                 ? fixed(100.0 * static_cast<double>(apart) / static_cast<double>(verdict->usable), 1)
                                 : "–")});
}

std::string impact_of(const PlanAnswer &answer, const ByteFigures &in)
{
    const Verdict *verdict = leading(answer.verdicts);
    if (verdict == nullptr)
        return phrase(QT_TRANSLATE_NOOP("core", "Any card with %1 usable holds nine runs of ten like this one."),
                      {localised(in.brief_named(answer.estimate.shown().needed_interval().high))});
    if (server_decides(answer)) return headline_of(answer)->reason_in(in.unit);
    const std::string apart = localised(in.brief_named(std::abs(verdict->headroom)));
    const std::string phase = title_of(verdict->need.phase), card = card_said(*verdict, plain_figures(in.unit));
    switch (verdict->word()) {
    case Word::fits:
        return phrase(
            QT_TRANSLATE_NOOP("core", "It runs on %1. Its highest moment is at %2; %3 stay for longer sequences, a larger batch "
                                      "or other processes on the card."),
            {card, phase, apart});
    case Word::tight:
    case Word::unlikely: return verdict->reason_in(in.unit);
    case Word::does_not_fit:
        if (verdict->headroom >= 0 || said_of(*verdict) != Said::does_not_fit) return verdict->reason_in(in.unit);
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "It ends out of memory on %1 at %2, before its first step is done: %3 are missing. "
                                        "Nothing runs until the plan or the card changes."),
                      {card, phase, apart});
    case Word::unknown: break;
    }
    return verdict->reason_in(in.unit);
}

std::string next_action(const PlanAnswer &answer, const std::vector<Advice> &advice, const ByteFigures &in)
{
    const Verdict *verdict = leading(answer.verdicts);
    if (verdict == nullptr)
        return phrase(QT_TRANSLATE_NOOP("core", "Name a card or a budget; then this report says whether it fits."));
    if (server_decides(answer))
        return phrase(
            QT_TRANSLATE_NOOP("core", "Give the server other cards, more of them or another share of them (%1, %2, %3)."),
            {"rollout.gpus", "rollout.tensor", "rollout.gpu_memory_utilization"});
    if (verdict->word() == Word::fits)
        return phrase(QT_TRANSLATE_NOOP("core", "Start it, and lay what is measured beside this plan (%1)."),
                      {"plimsoll watch --plan"});
    if (verdict->fits == Fits::unknown)
        return phrase(QT_TRANSLATE_NOOP("core", "Measure the first steps on %1: what is left out decides."),
                      {card_said(*verdict, plain_figures(in.unit))});
    if (const Advice *change = solution_in(advice); change && change->touches != AdviceKind::hardware)
        return phrase(QT_TRANSLATE_NOOP("core", "%1: it saves %2 (%3 bytes), and then fits. Its cost: %4."),
                      {change->title, localised(in.brief_named(change->saves)), profile_words_count(change->saves),
                       change->cost.empty() ? phrase(QT_TRANSLATE_NOOP("core", "none is known")) : change->cost});
    if (verdict->fits == Fits::tight)
        return phrase(QT_TRANSLATE_NOOP("core", "Run the longest samples first, and watch the first steps (%1)."),
                      {"plimsoll watch --plan"});
    return phrase(QT_TRANSLATE_NOOP("core", "Take a larger card or several: no change of this plan makes it fit here."));
}

std::vector<std::pair<std::string, std::string>> architecture_rows(const Estimate &estimate)
{
    std::vector<std::pair<std::string, std::string>> out;
    const auto add = [&out](const char *name, std::string value) { out.emplace_back(phrase(name), std::move(value)); };
    const Architecture &model = *estimate.architecture;
    add(QT_TRANSLATE_NOOP("core", "Type"),
        model.class_name.empty() ? model.model_type : model.model_type + ", " + model.class_name);
    add(QT_TRANSLATE_NOOP("core", "Parameters"), profile_words_count(estimate.total_parameters));
    if (estimate.active_parameters != estimate.total_parameters)
        add(QT_TRANSLATE_NOOP("core", "Active for a token"), profile_words_count(estimate.active_parameters));
    if (!model.decoder) return out;
    const DecoderSpec &decoder = *model.decoder;
    add(QT_TRANSLATE_NOOP("core", "Layers"), profile_words_count(decoder.layer_count()));
    add(QT_TRANSLATE_NOOP("core", "Hidden size"), profile_words_count(decoder.hidden));
    if (!decoder.kinds.empty() && decoder.kinds.front().attention.heads > 0) {
        const AttentionSpec &attention = decoder.kinds.front().attention;
        add(QT_TRANSLATE_NOOP("core", "Attention heads"),
            phrase(QT_TRANSLATE_NOOP("core", "%1 of %2, %3 for keys and values"),
                   {profile_words_count(attention.heads), profile_words_count(attention.head_dim),
                    profile_words_count(attention.kv_heads)}));
    }
    add(QT_TRANSLATE_NOOP("core", "Vocabulary"), profile_words_count(decoder.vocab));
    add(QT_TRANSLATE_NOOP("core", "Embedding and head"),
        phrase(decoder.tied ? QT_TRANSLATE_NOOP("core", "one tensor") : QT_TRANSLATE_NOOP("core", "two tensors")));
    return out;
}

std::vector<std::pair<std::string, std::string>> adapter_rows(const Estimate &estimate)
{
    const Adapter &adapter = estimate.plan.plan.adapter;
    std::string targets;
    for (const std::string &target : adapter.targets) targets.append(targets.empty() ? "" : ", ").append(target);
    std::vector<std::pair<std::string, std::string>> out;
    const auto add = [&out](const char *name, std::string value) { out.emplace_back(phrase(name), std::move(value)); };
    add(QT_TRANSLATE_NOOP("core", "Rank"), profile_words_count(adapter.rank));
    add(QT_TRANSLATE_NOOP("core", "Alpha"), localised(fixed(adapter.alpha, 0)));
    add(QT_TRANSLATE_NOOP("core", "Dropout"), localised(fixed(adapter.dropout, 2)));
    add(QT_TRANSLATE_NOOP("core", "Targets"), targets);
    add(QT_TRANSLATE_NOOP("core", "Type"), std::string(name_of(adapter.dtype)));
    add(QT_TRANSLATE_NOOP("core", "Trained parameters"),
        phrase(QT_TRANSLATE_NOOP("core", "%1, %2 % of all"),
               {profile_words_count(estimate.trainable_parameters), localised(trained_percent(estimate))}));
    add(QT_TRANSLATE_NOOP("core", "Their sum"), adapter_sum(estimate));
    return out;
}

} // namespace plimsoll::report
