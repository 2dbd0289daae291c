// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/advice_answer.h"

#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

namespace {

bool is_batch(SolveField field) { return field == SolveField::micro_batch || field == SolveField::sequences; }

/// What nothing fits of is null, as `solve` has it.
nlohmann::ordered_json largest_value_to_json(const LargestValue &one)
{
    const auto some = [](const std::optional<Count> &value) { return value.value_or(0) > 0 ? or_null(value) : nullptr; };
    return {{"field", name_of(one.field)}, {"sure", some(one.value)}, {"likely", some(one.likely)}};
}

const char *words_of(SolveField field)
{
    switch (field) {
    case SolveField::sequence_length: return QT_TRANSLATE_NOOP("core", "Longest sequence: sure %1, likely %2.");
    case SolveField::context: return QT_TRANSLATE_NOOP("core", "Longest context: sure %1, likely %2.");
    case SolveField::sequences: return QT_TRANSLATE_NOOP("core", "Most at once: sure %1, likely %2.");
    case SolveField::micro_batch:
    case SolveField::rank: break;
    }
    return QT_TRANSLATE_NOOP("core", "Largest batch: sure %1, likely %2.");
}

} // namespace

LargestValues length_and_batch(const LargestValues &largest)
{
    LargestValues out;
    for (const LargestValue &one : largest)
        if (one.field != SolveField::rank && one.likely) out.push_back(one);
    std::ranges::stable_sort(out, {}, [](const LargestValue &one) { return is_batch(one.field); });
    return out;
}

std::string largest_in_words(const LargestValues &largest)
{
    const auto said = [](const std::optional<Count> &value) {
        return value.value_or(0) > 0 ? localised(grouped(*value)) : phrase(QT_TRANSLATE_NOOP("core", "none"));
    };
    std::string out;
    for (const LargestValue &one : length_and_batch(largest))
        out += (out.empty() ? "" : " ") + phrase(words_of(one.field), {said(one.value), said(one.likely)});
    return out;
}

nlohmann::ordered_json advice_to_json(const AdviceAnswer &answer)
{
    nlohmann::ordered_json out = advice_to_json(answer.advice), limits = nlohmann::ordered_json::array();
    for (const LargestValue &one : length_and_batch(answer.largest)) limits.push_back(largest_value_to_json(one));
    for (auto &entry : out) {
        entry["gpu"] = answer.target.counted_name();
        entry["limits"] = limits;
        entry["server"] = deciding_server_to_json(answer.server);
    }
    return out;
}

Outcome outcome_of(const AdviceAnswer &answer)
{
    const auto any = [&](Fits fits) { return std::ranges::find(answer.advice, fits, &Advice::fits) != answer.advice.end(); };
    // what could not be estimated is not known either, and says nothing of the plan
    const bool not_known = std::ranges::any_of(answer.advice, [](const Advice &entry) {
        return entry.fits == Fits::unknown && (entry.no_effect.empty() || entry.change.empty());
    });
    const Outcome own = any(Fits::yes) ? Outcome::fits : any(Fits::tight) || not_known ? Outcome::open : Outcome::does_not_fit;
    return worse(own, outcome_of(answer.server));
}

} // namespace plimsoll
