// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/solve/solve_rows.h"

#include "core/cards/bitsandbytes.h"
#include "core/cards/precision.h"
#include "core/fit/per_card.h"
#include "core/fit/solution_text.h"
#include "core/ground/durations.h"
#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

std::string counted(Count count, const std::string &gpu) { return (count > 1 ? grouped(count) + " × " : "") + gpu; }

std::string room_text(const Need &need, Bytes usable, const std::string &reason)
{
    return phrase(QT_TRANSLATE_NOOP("core", " (%1 of %2 GiB usable; %3)"),
                  {localised(gib_brief(need.device)), localised(gib_brief(usable)), reason});
}

void add_room(ordered_json &json, const Need &need, Bytes usable, const std::string &reason)
{
    json["device_bytes"] = need.device > 0 ? ordered_json(need.device) : ordered_json(nullptr);
    json["interval_bytes"] = need.device > 0 ? ordered_json{need.interval.low, need.interval.high} : ordered_json(nullptr);
    json["usable_bytes"] = usable > 0 ? ordered_json(usable) : ordered_json(nullptr);
    json["reason"] = reason;
}

/// Memory alone ends a length: the positions that a model was made for are said beside it.
void add_positions(SolveRow &row, const Solution &solution, const Architecture &model)
{
    if (solution.field != SolveField::sequence_length && solution.field != SolveField::context) return;
    row.json["max_positions"] = or_null(positions_of(model));
    if (const std::string beyond = beyond_positions(model, solution.value.value_or(0)); !beyond.empty())
        row.text += "; " + beyond;
}

/// Every matrix reads or writes the hidden state: an adapter of a higher rank holds nothing more.
void add_full_rank(SolveRow &row, const Solution &solution, const Architecture &model)
{
    if (solution.field != SolveField::rank || !model.decoder) return;
    const Count most = model.decoder->hidden;
    row.json["full_rank"] = most;
    if (solution.value.value_or(0) > most)
        row.text += phrase(QT_TRANSLATE_NOOP("core", "; no matrix of the model has a higher rank than %1, its hidden size"),
                           {localised(grouped(most))});
}

/// What a card does not run, or not in hardware, stands beside its figures; a budget runs anything.
void add_notes(SolveRow &row, const Solution &solution, const Plan &plan, const Architecture &model)
{
    const Result<GpuMatch> card = find_gpu(solution.gpu);
    const Result<ResolvedPlan> there = card.ok() ? resolve(plan, model, card->gpu->facts()) : Result<ResolvedPlan>(card.error());
    row.json["notes"] = there.ok() ? precision_notes(there->plan, *card->gpu) : std::vector<std::string>();
    if (!there.ok()) return;
    if (const std::string lacking = bitsandbytes_lacks(there->plan, *card->gpu); !lacking.empty())
        row.text += phrase(QT_TRANSLATE_NOOP("core", "; %1: the plan does not run there"), {lacking});
}

/// Hours and dollars of the amount that was named.
std::string whole_run(const Minima &minima, const Minimum &choice, ordered_json &json)
{
    if (minima.tokens <= 0 || !choice.hours) return {};
    const double millions = minima.tokens / 1e6, hours = *choice.hours * millions;
    json["hours"] = hours;
    const std::string amount = amount_in_words(minima.amount), taken = time_in_words(hours * 3600);
    if (!choice.usd) return phrase(QT_TRANSLATE_NOOP("core", "; %1: %2"), {amount, taken});
    json["usd"] = *choice.usd * millions;
    return phrase(QT_TRANSLATE_NOOP("core", "; %1: %2, %3"), {amount, taken, dollars(*choice.usd * millions)});
}

ordered_json value_of(MinimizeField field, const Minimum &choice)
{
    if (choice.gpu.empty()) return nullptr;
    if (field == MinimizeField::card) return choice.gpu;
    if (field == MinimizeField::cards) return or_null(choice.count);
    if (field == MinimizeField::hours) return or_null(choice.hours);
    if (field == MinimizeField::cost) return or_null(choice.usd);
    return choice.offer ? ordered_json(choice.offer->usd_per_hour()) : ordered_json(nullptr);
}

} // namespace

SolveRow row_of(const Solution &solution, const Plan &plan, const Architecture &model)
{
    SolveRow row;
    row.open = solution.not_known || solution.tight.has_value() || solution.likely.has_value();
    row.found = solution.value.has_value();
    row.json = {{"gpu", solution.gpu}, {"count", solution.count}, {"field", name_of(solution.field)}};
    row.json["value"] = or_null(solution.value);
    row.json["likely"] = or_null(solution.likely);
    row.json["tight_value"] = or_null(solution.tight);
    add_room(row.json, solution.at_least ? Need{} : solution.need, solution.usable, solution.reason);
    if (solution.at_least) row.json["at_least_bytes"] = solution.need.interval.low;
    row.text = counted(solution.count, solution.gpu) + ": ";
    row.text += solution_text(solution);
    add_positions(row, solution, model);
    add_full_rank(row, solution, model);
    add_notes(row, solution, plan, model);
    return row;
}

SolveRow row_of(const BatchSplit &split)
{
    SolveRow row;
    row.open = split.not_known;
    row.found = split.micro_batch.has_value();
    row.json = {{"gpu", split.gpu}, {"count", split.cards}, {"field", "global_batch"}};
    row.json["value"] = row.found ? ordered_json(split.global_batch) : ordered_json(nullptr);
    row.json["micro_batch"] = or_null(split.micro_batch);
    row.json["gradient_accumulation"] = or_null(split.gradient_accumulation);
    row.json["cards"] = split.cards;
    add_room(row.json, split.need, split.usable, split.reason);
    row.text = counted(split.cards, split.gpu) + ": ";
    const std::string none = phrase(QT_TRANSLATE_NOOP("core", "none. %1"), {split.reason});
    const char *const english = split.cards == 1
                                    ? QT_TRANSLATE_NOOP("core", "%1 = micro_batch %2 × gradient_accumulation %3 × %4 card")
                                    : QT_TRANSLATE_NOOP("core", "%1 = micro_batch %2 × gradient_accumulation %3 × %4 cards");
    const auto count = [](Count number) { return localised(grouped(number)); };
    row.text += !row.found ? none
                           : phrase(english, {count(split.global_batch), count(*split.micro_batch),
                                              count(*split.gradient_accumulation), std::to_string(split.cards)}) +
                                 room_text(split.need, split.usable, split.reason);
    return row;
}

SolveRow row_of(const Minima &minima, const Minimum &choice)
{
    const MinimizeField field = minima.field;
    const ordered_json value = value_of(field, choice);
    SolveRow row;
    row.found = !value.is_null();
    row.open = choice.not_known;
    row.json = {{"gpu", choice.gpu.empty() ? ordered_json(nullptr) : ordered_json(choice.gpu)},
                {"count", or_null(choice.count)},
                {"field", name_of(field)},
                {"value", value}};
    std::string what = counted(choice.count.value_or(1), choice.gpu);
    if (choice.offer) {
        const CloudOffer &offer = *choice.offer->offer;
        row.json["provider"] = offer.provider;
        row.json["instance"] = offer.instance;
        row.json["price_date"] = offer.price_date;
        row.json["price_basis"] = offer.price_basis;
        what =
            phrase(QT_TRANSLATE_NOOP("core", "%1 an hour: %2"), {dollars(choice.offer->usd_per_hour()), title_of(*choice.offer)});
    }
    if (choice.hours) {
        row.json["hours_per_million_tokens"] = *choice.hours;
        const std::string hours = time_in_words(*choice.hours * 3600);
        if (choice.usd)
            what = phrase(QT_TRANSLATE_NOOP("core", "%1 a million tokens in %2: %3"),
                          {dollars(*choice.usd), hours, title_of(*choice.offer)});
        else
            what = phrase(QT_TRANSLATE_NOOP("core", "a million tokens in %1: %2"), {hours, what});
    }
    what += whole_run(minima, choice, row.json);
    add_room(row.json, choice.need, choice.usable, choice.reason);
    const std::string asked = field == MinimizeField::cards ? choice.gpu + ": " : std::string();
    row.text = row.found ? what + room_text(choice.need, choice.usable, choice.reason)
                         : asked + phrase(QT_TRANSLATE_NOOP("core", "none. %1"), {choice.reason});
    return row;
}

} // namespace plimsoll
