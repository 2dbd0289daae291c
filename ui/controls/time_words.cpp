// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/offers/offers.h"
#include "core/report/time_text.h"
#include "ui/controls/time_words.h"
#include "ui/document/finders/time_finder.h"
#include "ui/document/text.h"

#include <QCoreApplication>

#include <cmath>

namespace plimsoll {
namespace {

constexpr double one_million = 1e6, seconds_of_an_hour = 3600;

/// A context of its own, by which lupdate finds the strings of free functions.
struct TimeWords {
    Q_DECLARE_TR_FUNCTIONS(TimeWords)
};

QString dollars(double value) { return QLocale().toString(value, 'f', value < 0.1 ? 3 : 2); }

/// More of the time goes into prompts than into what is written: then neither rate nor price of new tokens says what a load costs.
bool mostly_prompts(const ServeTime &serve) { return serve.output < serve.decode_total / 2; }

QStringList rates_of(const ServeTime &serve, const TimeRange &range)
{
    const QLocale locale;
    const QString prompts = TimeWords::tr("prompts at %1 tokens/s").arg(few_digits(serve.prefill, locale)),
                  written = TimeWords::tr("%1–%2 tokens/s a sequence")
                                .arg(few_digits(serve.decode * range.low, locale), few_digits(serve.decode * range.high, locale)),
                  all = few_digits(serve.output, locale);
    if (mostly_prompts(serve)) return {prompts, written, TimeWords::tr("%1 new tokens/s with their prompts").arg(all)};
    return {written, TimeWords::tr("%1 tokens/s in all").arg(all), prompts};
}

/// "3 epochs of 10 M tokens: 4.2 h, $ 2.90"
QString cost_phrase(const RunCost &cost)
{
    const QString amount = qt(amount_in_words(cost.amount)), hours = qt(time_in_words(cost.hours * seconds_of_an_hour));
    return cost.usd ? TimeWords::tr("%1: %2, $ %3").arg(amount, hours, dollars(*cost.usd))
                    : TimeWords::tr("%1: %2").arg(amount, hours);
}

} // namespace

QString few_digits(double value, const QLocale &locale)
{
    if (value >= 1000) { // no more digits than are known
        const double step = std::pow(10.0, std::floor(std::log10(value)) - 2);
        return locale.toString(static_cast<qlonglong>(std::llround(std::round(value / step) * step)));
    }
    return locale.toString(value, 'f', value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

QStringList time_phrases(const RunTime &time)
{
    QStringList out;
    if (time.step) {
        out << TimeWords::tr("%1 to %2 a step")
                   .arg(qt(time_in_words(time.step->seconds * time.range.low)),
                        qt(time_in_words(time.step->seconds * time.range.high)))
            << TimeWords::tr("%1 tokens/s").arg(few_digits(time.tokens_per_second(), QLocale()));
    } else if (time.serve) {
        out << rates_of(*time.serve, time.range);
    }
    if (time.cost) {
        out.insert(std::min<qsizetype>(2, out.size()), cost_phrase(*time.cost));
    } else if (const auto usd = dollars_for_tokens(time, one_million); usd && !(time.serve && mostly_prompts(*time.serve)))
        out.insert(std::min<qsizetype>(2, out.size()), TimeWords::tr("$ %1 a million tokens").arg(dollars(*usd)));
    return out;
}

QString time_tip(const RunTime &time)
{
    QStringList lines{qt(time_sentence(time))};
    if (const std::string cost = cost_sentence(time); !cost.empty()) lines << qt(cost);
    if (const std::string rows = lengths_sentence(time); !rows.empty()) lines << qt(rows);
    if (const auto rental = cheapest_rental(time.card, time.cards, time.of_machine))
        lines << TimeWords::tr("Cheapest known offer: %1, %2.").arg(qt(rental->title()), qt(rental->offer->price_date));
    for (const std::string &line : time.assumptions) lines << qt(line);
    return lines.join(QLatin1Char('\n'));
}

} // namespace plimsoll
