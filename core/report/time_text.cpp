// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/time_text.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

std::string rate(double value) { return few_figures(value); }

std::string bound_in_words(TimeBound bound)
{
    switch (bound) {
    case TimeBound::compute: return phrase(QT_TRANSLATE_NOOP("core", "bound by the card's arithmetic"));
    case TimeBound::memory: return phrase(QT_TRANSLATE_NOOP("core", "bound by the card's memory"));
    case TimeBound::communication: return phrase(QT_TRANSLATE_NOOP("core", "bound by what cards send each other"));
    case TimeBound::host: return phrase(QT_TRANSLATE_NOOP("core", "bound by the host or its bus"));
    }
    return {};
}

} // namespace

std::string time_sentence(const RunTime &time)
{
    if (time.step)
        return phrase(QT_TRANSLATE_NOOP("core", "A step takes %1 to %2: about %3 tokens a second, %4 % of the peak; %5."),
                      {time_in_words(time.step->seconds * time.range.low), time_in_words(time.step->seconds * time.range.high),
                       rate(time.tokens_per_second()), few_figures(100 * time.step->utilisation), bound_in_words(time.bound)});
    if (!time.serve) return {};
    const ServeTime &serve = *time.serve;
    return phrase(QT_TRANSLATE_NOOP("core",
                                    "A prompt is read at about %1 tokens a second (its first token comes after %2), a sequence "
                                    "is written at %3 to %4; all together come out %5 tokens a second; %6."),
                  {rate(serve.prefill), time_in_words(serve.first_token), rate(serve.decode * time.range.low),
                   rate(serve.decode * time.range.high), rate(serve.output), bound_in_words(time.bound)});
}

std::string lengths_sentence(const RunTime &time)
{
    if (!time.step || !time.cost || !time.cost->lengths) return {};
    const LengthsTaken &of = *time.cost->lengths;
    return phrase(QT_TRANSLATE_NOOP("core", "Rows of %1 to %2 tokens, %3 on the average: a step takes %4 % of the time of one "
                                            "of full length, %5 % of its tokens are padding."),
                  {localised(grouped(of.shortest)), localised(grouped(of.longest)), few_figures(of.mean),
                   few_figures(100 * of.step_share), few_figures(100 * of.padding)});
}

std::string cost_sentence(const RunTime &time)
{
    if (!time.cost) return {};
    const RunCost &cost = *time.cost;
    const auto at = [&cost](double factor) { return time_in_words(cost.hours * factor * 3600); };
    const std::string named = amount_in_words(cost.amount);
    const bool written = time.serve && (cost.amount.tokens || cost.amount.lengths); // its prompts are read besides
    const std::string amount = written ? phrase(QT_TRANSLATE_NOOP("core", "%1 that come out"), {named}) : named;
    if (!cost.usd)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 on %2: about %3, %4 to %5."),
                      {amount, time.card, at(1), at(cost.range.low), at(cost.range.high)});
    return phrase(QT_TRANSLATE_NOOP("core", "%1 on %2: about %3, %4 to %5; $ %6 (%7)."),
                  {amount, time.card, at(1), at(cost.range.low), at(cost.range.high), few_figures(*cost.usd), cost.offer});
}

} // namespace plimsoll
