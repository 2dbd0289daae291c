// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/solve/solve_answer.h"

#include "core/fit/timed_choice.h"
#include "core/api/hours/length_work.h"
#include "core/api/solve/solve_rows.h"
#include "core/fit/per_card.h"
#include "core/fit/mixed/mixed_cards.h"
#include "core/plan/field.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::string read_in(const std::string &typed) { return typed.empty() ? "nothing" : typed; }

/// "auto" is another dtype on another card: then each is solved alone.
Result<std::vector<Solution>> solutions_for(const ArchitectureRef &model, const Plan &plan, SolveField field)
{
    const Result<ResolvedPlan> resolved = resolve(plan, *model);
    if (!resolved.ok()) return resolved.error();
    if (!dtype_was_auto(*resolved) || plan.target.gpus.empty()) return solve_for_target(model, resolved->plan, field);
    const Result<Cluster> cluster = cluster_of(plan.target);
    if (!cluster.ok()) return cluster.error();
    if (is_one_run(with_ranks(*cluster, plan))) return solve_for_target(model, resolved->plan, field);
    const bool budget_last = plan.target.budget_bytes && !plan.target.led_by_budget();
    const std::size_t before = plan.target.led_by_budget() ? 1 : 0;
    std::vector<Solution> out;
    for (std::size_t i = 0; i < plan.target.gpus.size(); ++i) {
        Result<ResolvedPlan> there = resolve(plan, *model, cluster->nodes[i + before].facts);
        if (!there.ok()) return there.error();
        there->plan.target.gpus = {plan.target.gpus[i]};
        if (i > 0) there->plan.target.budget_bytes.reset();
        const Result<std::vector<Solution>> one = solve_for_target(model, there->plan, field);
        if (!one.ok()) return one.error();
        out.insert(out.end(), one->begin(), one->end());
    }
    if (budget_last) std::rotate(out.begin() + 1, out.begin() + 2, out.end());
    return out;
}

Minima fastest_or_cheapest(const Estimate &made, MinimizeField field, const RunAmount &amount)
{
    LengthWork lengths(amount);
    const TokensOn tokens =
        amount.named()
            ? TokensOn([&lengths](const Estimate &here, const CardFacts &card) { return lengths.tokens_alike(here, card); })
            : TokensOn(million_tokens);
    Minima out{field, {field == MinimizeField::hours ? fastest_card(made, tokens) : cheapest_run(made, tokens)}, amount};
    if (!amount.named()) return out;
    const Result<GpuMatch> card = find_gpu(out.found.front().gpu);
    const CardFacts facts = card.ok() ? card->gpu->facts() : made.device;
    PerCard per_card(made);
    out.tokens = tokens(per_card.on(facts), facts);
    return out;
}

Result<Minima> minima_of(const ArchitectureRef &model, const Plan &plan, MinimizeField field, const RunAmount &amount)
{
    const bool timed = field == MinimizeField::hours || field == MinimizeField::cost;
    const Result<Estimate> made =
        estimate(model, plan, {}, {.timeline = false, .allocator = true, .explain = false, .time = timed});
    if (!made.ok()) return made.error();
    if (field == MinimizeField::card) return Minima{field, {smallest_card(*made)}};
    if (timed) {
        return fastest_or_cheapest(*made, field, amount);
    }
    if (field == MinimizeField::price) return Minima{field, {cheapest_machine(*made)}};
    if (plan.target.gpus.empty()) return Error{"gpu", "nothing", "--gpu NAME, how many of which are asked for", {}};
    Minima out{.field = field, .found = {}};
    const Result<Cluster> cluster = cluster_of(plan.target);
    if (!cluster.ok()) return cluster.error();
    for (const Node &node : cluster->nodes)
        if (node.card != nullptr) out.found.push_back(fewest_cards(*made, *node.card));
    return out;
}

std::vector<SolveRow> rows_of(const SolveAnswer &answer)
{
    std::vector<SolveRow> rows;
    if (const auto *solutions = std::get_if<std::vector<Solution>>(&answer.found))
        for (const Solution &solution : *solutions) rows.push_back(row_of(solution, answer.plan, *answer.model));
    if (const auto *splits = std::get_if<std::vector<BatchSplit>>(&answer.found))
        for (const BatchSplit &split : *splits) rows.push_back(row_of(split));
    if (const auto *minima = std::get_if<Minima>(&answer.found))
        for (const Minimum &choice : minima->found) rows.push_back(row_of(*minima, choice));
    return rows;
}

template <class T>
Result<SolveAnswer> answered(const ArchitectureRef &model, const Plan &plan, Result<T> found)
{
    if (!found.ok()) return found.error();
    return SolveAnswer{model, plan, std::move(found).value()};
}

} // namespace

Result<SolveFor> maximize(const std::string &field)
{
    const std::optional<SolveField> known = solve_field(field);
    return known ? Result<SolveFor>(*known) : Error{"maximize", read_in(field), solve_fields(), {}};
}

Result<SolveFor> minimize(const std::string &what)
{
    const std::optional<MinimizeField> known = minimize_field(what);
    return known ? Result<SolveFor>(*known) : Error{"minimize", read_in(what), std::string(minimize_fields()), {}};
}

Result<SolveFor> split_batch(const std::string &examples)
{
    constexpr Count most = Count{1} << 40;
    const std::optional<Count> count = count_from_text(examples);
    if (!count || *count < 1 || *count > most)
        return Error{"global-batch", read_in(examples), "1 to " + std::to_string(most), {}};
    return SolveFor(GlobalBatch{*count});
}

Result<SolveAnswer> solve(const ArchitectureRef &model, const Plan &plan, const SolveFor &wanted, const RunAmount &amount)
{
    if (const auto *batch = std::get_if<GlobalBatch>(&wanted))
        return answered(model, plan, split_for_target(estimator_for(model), plan, batch->examples));
    if (const auto *field = std::get_if<MinimizeField>(&wanted))
        return answered(model, plan, minima_of(model, plan, *field, amount));
    return answered(model, plan, solutions_for(model, plan, std::get<SolveField>(wanted)));
}

nlohmann::ordered_json solve_to_json(const SolveAnswer &answer)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (SolveRow &row : rows_of(answer)) {
        row.json["server"] = deciding_server_to_json(answer.server);
        out.push_back(std::move(row.json));
    }
    return out;
}

std::vector<std::string> solve_to_sentences(const SolveAnswer &answer)
{
    std::vector<std::string> out;
    for (SolveRow &row : rows_of(answer)) out.push_back(std::move(row.text));
    if (std::string server = server_in_a_sentence(answer.server); !server.empty()) out.push_back(std::move(server));
    return out;
}

Outcome outcome_of(const SolveAnswer &answer)
{
    const std::vector<SolveRow> rows = rows_of(answer);
    const bool open = std::ranges::all_of(rows, [](const SolveRow &row) { return row.found || row.open; });
    const Outcome own = std::ranges::all_of(rows, &SolveRow::found) ? Outcome::fits
                        : open                                      ? Outcome::open
                                                                    : Outcome::does_not_fit;
    return worse(own, outcome_of(answer.server));
}

} // namespace plimsoll
