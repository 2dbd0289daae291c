// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/solve/split_answer.h"

#include "core/api/hours/length_work.h"
#include "core/api/hours/run_cost.h"
#include "core/clock/links.h"
#include "core/fit/splits/split_ways.h"
#include "core/ground/durations.h"
#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/offers/offers.h"
#include "core/plan/names.h"
#include "core/resolve/resolve.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> goals{"fits", "fewest", "cheapest"};

struct Machine {
    const CloudOffer *offer = nullptr;
    Node node;
};

/// Rented machines of whole cards, each kind at its lowest price, cheapest first.
std::vector<Machine> machines()
{
    std::map<std::pair<std::string, int>, Machine> cheapest;
    for (const CloudOffer &offer : cloud_offers().offers) {
        if (!is_rented(offer)) continue;
        const Result<GpuMatch> match = find_gpu(offer.gpu);
        if (!match) continue;
        Machine &known = cheapest[{offer.gpu, static_cast<int>(offer.count)}];
        if (known.offer && *known.offer->usd_per_hour <= *offer.usd_per_hour) continue;
        known = {&offer, node_of(*match->gpu, static_cast<int>(offer.count))};
        known.node.facts.gpus_per_node = known.node.count; // one machine
    }
    std::vector<Machine> out;
    for (auto &[key, machine] : cheapest) out.push_back(std::move(machine));
    std::ranges::stable_sort(out, {}, [](const Machine &machine) { return *machine.offer->usd_per_hour; });
    return out;
}

/// The estimators of a search: by time where that ranks its splits.
struct SplitEstimators {
    Estimator count, exact;
};
SplitEstimators estimators_of(const ArchitectureRef &model, SplitOrder order)
{
    if (order == SplitOrder::sent) return {quick_estimator_for(model), estimator_for(model)};
    return {timed_estimator_for(model, false), timed_estimator_for(model, true)};
}

/// In dollars for a million tokens; nothing where price or speed is not known.
std::optional<double> price_of_tokens(const Split &split)
{
    return split.price_hour && split.hours ? std::optional(*split.price_hour * *split.hours) : std::nullopt;
}

void take_price(Split &split, const Rental &rental)
{
    split.price_hour = rental.usd_per_hour;
    split.why = phrase(QT_TRANSLATE_NOOP("core", "%1 an hour, the lowest price known (%2): %3"),
                       {dollars(*split.price_hour), rental.title(), split.why});
    if (split.host > 0 && !rental.offer->host_memory)
        split.why = phrase(QT_TRANSLATE_NOOP("core", "%1; nobody states how much memory its host has: not checked"), {split.why});
    if (const auto tokens = price_of_tokens(split))
        split.why = phrase(QT_TRANSLATE_NOOP("core", "%1 for a million tokens: %2"), {dollars(*tokens), split.why});
}

void take_price(SplitSearch &search, const CloudOffer &offer)
{
    for (Split &split : search.ranked) take_price(split, Rental{&offer, 1, *offer.usd_per_hour});
}

/// Of named cards: the cheapest machines that have them, as many in one as a node of the plan has.
void take_rents(SplitSearch &search, const Node &node, const Plan &plan)
{
    if (node.card == nullptr) return;
    const Count in_node = node_links(plan, node.facts).cards;
    for (Split &split : search.ranked)
        if (const auto rental = cheapest_rental(node.card->name, split.cards, std::min(split.cards, in_node)))
            take_price(split, *rental);
}

/// Of all machines those on which a token costs least, or is made soonest.
SplitAnswer::OfCards best_machine_of(const ArchitectureRef &model, SplitQuestion question, const SplitProgress &progress)
{
    const auto [count, exact] = estimators_of(model, question.order);
    const std::vector<Machine> all = machines();
    SplitAnswer::OfCards out{"", 0, {}};
    std::optional<double> best;
    Count tried = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        question.cards = all[i].node;
        question.host_memory = all[i].offer->host_memory;
        SplitSearch search = search_splits(count, exact, question, [&](Count, Count) {
            return !progress || progress(static_cast<Count>(i), static_cast<Count>(all.size()));
        });
        tried += search.tried;
        const bool cancelled = search.cancelled;
        take_price(search, *all[i].offer);
        const auto asked = search.ranked.empty()                 ? std::nullopt
                           : question.order == SplitOrder::hours ? search.ranked.front().hours
                                                                 : price_of_tokens(search.ranked.front());
        const bool first = out.cards == 0 || (out.search.ranked.empty() && asked);
        if (first || (asked && best && *asked < *best)) {
            best = asked;
            out = {all[i].node.name(), all[i].node.count, std::move(search)};
        }
        out.search.cancelled = cancelled;
        if (cancelled) break;
    }
    out.search.tried = tried;
    return out;
}

/// The first machine, by price, on which anything fits.
SplitAnswer::OfCards cheapest_of(const ArchitectureRef &model, SplitQuestion question, const SplitProgress &progress)
{
    const Estimator count = quick_estimator_for(model), exact = estimator_for(model);
    const std::vector<Machine> all = machines();
    SplitAnswer::OfCards out{"", 0, {}};
    const auto along = [&](std::size_t i) {
        return [&, i](Count, Count) { return !progress || progress(static_cast<Count>(i), static_cast<Count>(all.size())); };
    };
    Count tried = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        question.cards = all[i].node;
        question.host_memory = all[i].offer->host_memory;
        out.search = search_splits(count, exact, question, along(i));
        tried += out.search.tried;
        out.gpu = all[i].node.name();
        out.cards = all[i].node.count;
        take_price(out.search, *all[i].offer);
        if (!out.search.ranked.empty() || out.search.cancelled) break;
    }
    out.search.tried = tried;
    return out;
}

/// Tokens of a split's own rows that take as long as the amount.
double tokens_counted(const Split &of, const ArchitectureRef &model, const Plan &plan, const RunAmount &amount,
                      const Plan &resolved)
{
    const double tokens = tokens_trained(amount, resolved);
    const Result<Node> node = find_node(of.gpu);
    if (!amount.lengths || !node.ok()) return tokens;
    Plan split = with_parallel(plan, of.parallel);
    split.micro_batch = of.micro_batch;
    split.gradient_accumulation = of.gradient_accumulation;
    split.given.insert({"micro_batch", "gradient_accumulation"});
    const Result<Estimate> made = timed_estimator_for(model, false)(split, node->facts);
    return made.ok() ? LengthWork(amount).tokens_alike(*made, node->facts) : tokens;
}

/// Says of each split what the named amount takes; short rows may change which is the first.
void take_amount(SplitAnswer &answer, const ArchitectureRef &model, const Plan &plan, const SplitAsk &ask, const Plan &resolved)
{
    const RunAmount &amount = answer.amount = ask.amount;
    if (!amount.named()) return;
    for (SplitAnswer::OfCards &one : answer.found) {
        for (Split &split : one.search.ranked) {
            if (!split.hours) continue;
            const double hours = *split.hours * tokens_counted(split, model, plan, amount, resolved) / 1e6;
            split.run_hours = hours;
            const std::string named = amount_in_words(amount), taken = time_in_words(hours * 3600);
            split.why = split.price_hour ? phrase(QT_TRANSLATE_NOOP("core", "%1 in %2 for %3: %4"),
                                                  {named, taken, dollars(hours * *split.price_hour), split.why})
                                         : phrase(QT_TRANSLATE_NOOP("core", "%1 in %2: %3"), {named, taken, split.why});
        }
        if (ask.order == SplitOrder::sent || !amount.lengths) continue;
        std::ranges::stable_sort(one.search.ranked, {}, [&ask](const Split &split) {
            const double cards = ask.order == SplitOrder::cost ? static_cast<double>(split.cards) : 1;
            return split.run_hours ? *split.run_hours * cards : std::numeric_limits<double>::max();
        });
    }
}

ordered_json json_of(const Split &split)
{
    const std::optional<double> &hours = split.run_hours;
    const auto usd = hours && split.price_hour ? std::optional(*hours * *split.price_hour) : std::nullopt;
    const Parallel &p = split.parallel;
    return {{"gpu", split.gpu},
            {"cards", split.cards},
            {"parallel",
             {{"engine", p.engine ? ordered_json(name_of(*p.engine)) : ordered_json(nullptr)},
              {"data", p.data},
              {"zero", p.zero},
              {"tensor", p.tensor},
              {"pipeline", p.pipeline},
              {"context", p.context},
              {"replicate", p.replicate},
              {"reshard_after_forward", p.reshard_after_forward},
              {"offload", name_of(p.offload)}}},
            {"micro_batch", split.micro_batch},
            {"gradient_accumulation", split.gradient_accumulation},
            {"device_bytes", split.need.device},
            {"interval_bytes", {split.need.interval.low, split.need.interval.high}},
            {"usable_bytes", split.usable},
            {"fits", name_of(split.fits)},
            {"communication_bytes", split.sent},
            {"bubble", split.bubble},
            {"host_bytes", split.host},
            {"usd_per_hour", or_null(split.price_hour)},
            {"hours_per_million_tokens", or_null(split.hours)},
            {"hours", or_null(hours)},
            {"usd", or_null(usd)},
            {"reason", split.why}};
}

std::string none_text(const SplitAnswer &answer, const SplitAnswer::OfCards &one)
{
    return phrase(
        QT_TRANSLATE_NOOP("core", "%1 × %2: none of %3 ways fits with a global batch of %4."),
        {std::to_string(one.cards), one.gpu, localised(grouped(one.search.tried)), localised(grouped(answer.global_batch))});
}

} // namespace

std::string_view name_of(SplitGoal goal) { return goals[static_cast<std::size_t>(goal)]; }

Result<SplitGoal> split_goal(const std::string &name)
{
    const auto found = std::ranges::find(goals, name);
    if (found == goals.end()) return Error{"split", name.empty() ? "nothing" : name, "fits | fewest | cheapest", {}};
    return static_cast<SplitGoal>(found - goals.begin());
}

Result<SplitOrder> split_order(const std::string &name)
{
    if (name == "hours") return SplitOrder::hours;
    if (name == "cost") return SplitOrder::cost;
    return Error{"minimize", name.empty() ? "nothing" : name, "hours | cost",
                 phrase(QT_TRANSLATE_NOOP("core", "of splits these are minimized"))};
}

Result<SplitAnswer> find_splits(const ArchitectureRef &model, const Plan &plan, const SplitAsk &ask,
                                const SplitProgress &progress)
{
    if (plan.task != Task::train)
        return Error{"task", std::string(name_of(plan.task)), "train",
                     phrase(QT_TRANSLATE_NOOP("core", "only a training is spread"))};
    const Result<ResolvedPlan> resolved = resolve(plan, *model);
    if (!resolved.ok()) return resolved.error();
    SplitAnswer out;
    out.goal = ask.goal;
    const Plan &whole = resolved->plan;
    out.global_batch = ask.global_batch.value_or(whole.micro_batch * whole.gradient_accumulation * whole.parallel.data);
    SplitQuestion question{plan, out.global_batch, {}, ask.goal};
    question.order = ask.order;
    if (ask.goal == SplitGoal::cheapest) {
        question.goal = SplitGoal::fits;
        out.found.push_back(ask.order == SplitOrder::sent ? cheapest_of(model, std::move(question), progress)
                                                          : best_machine_of(model, std::move(question), progress));
        take_amount(out, model, plan, ask, whole);
        return out;
    }
    const Result<Cluster> cluster = cluster_of(plan.target);
    if (!cluster.ok()) return cluster.error();
    if (cluster->empty())
        return Error{"gpu", "nothing", "--gpu NAME:N", phrase(QT_TRANSLATE_NOOP("core", "the cards that there are"))};
    const auto [count, exact] = estimators_of(model, ask.order);
    for (const Node &node : cluster->nodes) {
        question.cards = node;
        out.found.push_back({node.name(), node.count, search_splits(count, exact, question, progress)});
        if (ask.order == SplitOrder::cost) take_rents(out.found.back().search, node, plan);
    }
    take_amount(out, model, plan, ask, whole);
    return out;
}

ordered_json splits_to_json(const SplitAnswer &answer)
{
    ordered_json out = ordered_json::array();
    for (const SplitAnswer::OfCards &one : answer.found) {
        const SplitSearch &search = one.search;
        ordered_json row{{"gpu", one.gpu}, {"count", one.cards}, {"field", "split"}};
        row["goal"] = name_of(answer.goal);
        row["global_batch"] = answer.global_batch;
        const Split *best = !search.ranked.empty()    ? &search.ranked.front()
                            : !search.closest.empty() ? &search.closest.front()
                                                      : nullptr;
        row["value"] = search.ranked.empty() ? ordered_json(nullptr) : ordered_json(words_for(best->parallel));
        row["device_bytes"] = best ? ordered_json(best->need.device) : ordered_json(nullptr);
        row["interval_bytes"] = best ? ordered_json{best->need.interval.low, best->need.interval.high} : ordered_json(nullptr);
        row["usable_bytes"] = best ? ordered_json(best->usable) : ordered_json(nullptr);
        row["reason"] = !search.ranked.empty() ? best->why : none_text(answer, one);
        row["splits"] = ordered_json::array();
        for (const Split &split : search.ranked) row["splits"].push_back(json_of(split));
        row["closest"] = ordered_json::array();
        for (const Split &split : search.closest) {
            row["closest"].push_back(json_of(split));
            for (const char *key : {"usd_per_hour", "hours_per_million_tokens", "hours", "usd"}) // nobody rents what does not fit
                row["closest"].back().erase(key);
        }
        row["tried"] = search.tried;
        row["refused"] = search.refused;
        out.push_back(std::move(row));
    }
    return out;
}

report::Table splits_table(const SplitAnswer &answer)
{
    report::Table out{{{phrase(QT_TRANSLATE_NOOP("core", "cards"))},
                       {phrase(QT_TRANSLATE_NOOP("core", "split"))},
                       {"micro_batch", true},
                       {"accumulation", true},
                       {phrase(QT_TRANSLATE_NOOP("core", "needs")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "at most")), true}, // the upper end, by which a split fits or does not
                       {phrase(QT_TRANSLATE_NOOP("core", "usable")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "why here"))}},
                      {}};
    const auto in_gib = [](Bytes bytes) { return localised(gib_brief(bytes)) + " GiB"; };
    const auto add = [&](const Split &split, const std::string &why) {
        out.rows.push_back(
            report::row_of({(split.cards > 1 ? std::to_string(split.cards) + " × " : "") + split.gpu, words_for(split.parallel),
                            std::to_string(split.micro_batch), std::to_string(split.gradient_accumulation),
                            in_gib(split.need.device), in_gib(split.need.interval.high), in_gib(split.usable), why}));
    };
    for (const SplitAnswer::OfCards &one : answer.found) {
        for (const Split &split : one.search.ranked) add(split, split.why);
        for (const Split &split : one.search.closest)
            add(split, phrase(QT_TRANSLATE_NOOP("core", "does not fit: %1 GiB short"),
                              {localised(gib_brief(split.need.interval.high - split.usable))}));
    }
    return out;
}

std::vector<std::string> split_remarks(const SplitAnswer &answer)
{
    std::vector<std::string> out;
    for (const SplitAnswer::OfCards &one : answer.found) {
        if (one.search.ranked.empty()) out.push_back(none_text(answer, one));
        for (const std::string &refused : one.search.refused)
            out.push_back(phrase(QT_TRANSLATE_NOOP("core", "Ruled out: %1"), {refused}));
    }
    return out;
}

Outcome outcome_of(const SplitAnswer &answer)
{
    const bool all = std::ranges::all_of(answer.found, [](const auto &one) { return !one.search.ranked.empty(); });
    return all ? Outcome::fits : Outcome::does_not_fit;
}

} // namespace plimsoll
