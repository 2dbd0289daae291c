// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenarios.h"

#include "core/plan/naming/plan_names.h"

#include <algorithm>
#include <set>

namespace plimsoll {
namespace {

bool exists(const Session &session, int index) { return index >= 0 && index < static_cast<int>(session.scenarios.size()); }

bool name_taken(const Session &session, const std::string &name)
{
    return std::any_of(session.scenarios.begin(), session.scenarios.end(), [&](const Scenario &one) { return one.name == name; });
}

/// "QLoRA" gives "QLoRA 2", "QLoRA 2" gives "QLoRA 3".
std::string free_name(const Session &session, const std::string &name)
{
    std::string stem = name;
    const auto space = name.rfind(' ');
    if (space != std::string::npos && space + 1 < name.size() &&
        std::all_of(name.begin() + static_cast<long>(space) + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; }))
        stem = name.substr(0, space);
    for (int number = 2;; ++number) {
        std::string candidate = stem + " " + std::to_string(number);
        if (!name_taken(session, candidate)) return candidate;
    }
}

constexpr char nobody = '\1'; ///< before a name that nobody gave, while the scenarios change

std::vector<std::string> differing_names(const Session &session)
{
    std::vector<const Plan *> plans;
    for (const Scenario &one : session.scenarios) plans.push_back(&one.plan);
    return names_by_difference(plans);
}

bool is_automatic(const Scenario &scenario) { return scenario.name.starts_with(nobody); }

void mark_automatic(Session &session)
{
    const std::vector<std::string> names = differing_names(session);
    for (std::size_t i = 0; i < names.size(); ++i) {
        Scenario &one = session.scenarios[i];
        if (is_numbered(one.name, names[i]) || is_numbered(one.name, automatic_name(one.plan))) one.name.insert(0, 1, nobody);
    }
}

/// Those that nobody named are called by what tells them apart; a number that one has stays with it.
Session named_again(Session session)
{
    const std::vector<std::string> names = differing_names(session);
    std::set<std::string> taken;
    for (const Scenario &one : session.scenarios) taken.insert(one.name);
    const auto call = [&taken](Scenario &one, const std::string &name) {
        if (taken.insert(name).second) one.name = name;
        return one.name == name;
    };
    for (std::size_t i = 0; i < names.size(); ++i) {
        Scenario &one = session.scenarios[i];
        if (const std::string before = one.name.substr(is_automatic(one)); is_automatic(one) && is_numbered(before, names[i]))
            call(one, before);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        Scenario &one = session.scenarios[i];
        if (!is_automatic(one) || call(one, names[i])) continue;
        for (int number = 2; !call(one, names[i] + ' ' + std::to_string(number)); ++number) {
        }
    }
    return session;
}

/// Where a scenario that stood at `index` stands after one was taken from `from` and put at `to`.
int place_after_move(int index, int from, int to)
{
    if (index == from) return to;
    if (from < index && index <= to) return index - 1;
    if (to <= index && index < from) return index + 1;
    return index;
}

void set_weights(Plan &plan, WeightDtype dtype, const std::string &quant)
{
    plan.weights.dtype = dtype;
    plan.weights.quant = quant;
    plan.given.insert({"weights.dtype", "weights.quant"});
}

void set_method(Plan &plan, Method method)
{
    plan.method = method;
    plan.given.insert("method");
    if (method != Method::qlora) {
        plan.kbit_prepare = false;
        plan.given.erase("kbit_prepare");
    }
}

Plan full_plan(Plan plan, WeightDtype dtype)
{
    set_method(plan, Method::full);
    set_weights(plan, dtype, "none");
    plan.autocast = dtype == WeightDtype::fp16 ? Autocast::fp16 : dtype == WeightDtype::bf16 ? Autocast::bf16 : Autocast::none;
    plan.given.insert("autocast");
    return plan;
}

Plan adapter_plan(Plan plan, Method method, WeightDtype dtype)
{
    set_method(plan, method);
    set_weights(plan, dtype, method == Method::qlora ? "nf4" : "none");
    plan.autocast = dtype == WeightDtype::fp16 ? Autocast::fp16 : Autocast::bf16;
    plan.given.insert("autocast");
    return plan;
}

Plan inference_plan(Plan plan, WeightDtype dtype, const std::string &quant)
{
    set_weights(plan, dtype, quant);
    return plan;
}

std::vector<Scenario> named(const std::vector<Plan> &plans)
{
    std::vector<Scenario> out;
    for (const Plan &plan : plans) out.push_back({nobody + automatic_name(plan), plan});
    return out;
}

std::vector<Scenario> precision_columns(const Plan &plan, const CompareOptions &options)
{
    const WeightDtype half = options.bf16 ? WeightDtype::bf16 : WeightDtype::fp16;
    if (plan.task != Task::train)
        return named({inference_plan(plan, WeightDtype::fp32, "none"), inference_plan(plan, half, "none"),
                      inference_plan(plan, half, "nf4")});
    std::vector<Plan> plans{full_plan(plan, WeightDtype::fp32), full_plan(plan, half)};
    if (options.lora) plans.push_back(adapter_plan(plan, Method::lora, half));
    plans.push_back(adapter_plan(plan, Method::qlora, half));
    return named(plans);
}

/// The plans ask for the same run of weights and method, whatever else differs in how they were written down.
bool same_column(const Plan &column, const Plan &plan)
{
    if (column.task != plan.task) return false;
    const bool same_weights = column.weights.quant == plan.weights.quant &&
                              (column.weights.dtype == plan.weights.dtype || column.weights.quant != "none");
    return plan.task == Task::train ? column.method == plan.method && (same_weights || plan.method == Method::qlora)
                                    : same_weights;
}

} // namespace

Session with_duplicate(Session session, int index)
{
    if (!exists(session, index)) return session;
    mark_automatic(session);
    Scenario copy = session.scenarios[static_cast<std::size_t>(index)];
    if (!is_automatic(copy)) copy.name = free_name(session, copy.name);
    session.scenarios.insert(session.scenarios.begin() + index + 1, std::move(copy));
    if (session.baseline && *session.baseline > index) ++*session.baseline;
    session.selected = index + 1;
    return named_again(std::move(session));
}

Session without_scenario(Session session, int index)
{
    if (!exists(session, index) || session.scenarios.size() == 1) return session;
    mark_automatic(session);
    session.scenarios.erase(session.scenarios.begin() + index);
    if (session.baseline == index) session.baseline.reset();
    if (session.baseline && *session.baseline > index) --*session.baseline;
    const int last = static_cast<int>(session.scenarios.size()) - 1;
    session.selected = std::min(session.selected > index ? session.selected - 1 : session.selected, last);
    return named_again(std::move(session));
}

Session with_moved(Session session, int from, int to)
{
    if (!exists(session, from) || !exists(session, to) || from == to) return session;
    const auto begin = session.scenarios.begin();
    if (from < to)
        std::rotate(begin + from, begin + from + 1, begin + to + 1);
    else
        std::rotate(begin + to, begin + from, begin + from + 1);
    session.selected = place_after_move(session.selected, from, to);
    if (session.baseline) session.baseline = place_after_move(*session.baseline, from, to);
    return session;
}

Session with_name(Session session, int index, const std::string &name)
{
    if (exists(session, index) && !name.empty()) session.scenarios[static_cast<std::size_t>(index)].name = name;
    return session;
}

Session with_baseline_toggled(Session session, int index)
{
    if (!exists(session, index)) return session;
    if (session.baseline == index)
        session.baseline.reset();
    else
        session.baseline = index;
    return session;
}

Session with_joined(Session session, const Session &others)
{
    const int first = static_cast<int>(session.scenarios.size());
    mark_automatic(session);
    Session joining = others;
    mark_automatic(joining);
    for (Scenario &one : joining.scenarios) {
        if (!is_automatic(one) && name_taken(session, one.name)) one.name = free_name(session, one.name);
        session.scenarios.push_back(std::move(one));
    }
    if (static_cast<int>(session.scenarios.size()) > first) session.selected = first;
    for (const std::string &card : others.cards.gpus)
        if (std::ranges::find(session.cards.gpus, card) == session.cards.gpus.end()) session.cards.gpus.push_back(card);
    if (!session.cards.budget_bytes) session.cards.budget_bytes = others.cards.budget_bytes;
    return named_again(std::move(session));
}

Session with_plan(Session session, const Plan &plan)
{
    mark_automatic(session);
    session.scenarios[static_cast<std::size_t>(session.selected)].plan = plan;
    return named_again(std::move(session));
}

Session with_compared_precisions(Session session, const CompareOptions &options)
{
    mark_automatic(session);
    const Scenario chosen = session.current();
    std::vector<Scenario> columns = precision_columns(chosen.plan, options);
    std::optional<std::size_t> own;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (same_column(columns[i].plan, chosen.plan)) own = i;
    if (own)
        columns[*own] = chosen;
    else
        columns.push_back(chosen);
    const auto stands_already = [&](const Scenario &column) {
        return column != chosen &&
               std::ranges::any_of(session.scenarios, [&](const Scenario &one) { return one.plan == column.plan; });
    };
    std::erase_if(columns, stands_already);
    const auto place = std::find(columns.begin(), columns.end(), chosen) - columns.begin();
    const int added = static_cast<int>(columns.size()) - 1;
    auto at = session.scenarios.erase(session.scenarios.begin() + session.selected);
    session.scenarios.insert(at, columns.begin(), columns.end());
    if (session.baseline && *session.baseline > session.selected) *session.baseline += added;
    if (session.baseline == session.selected) session.baseline = session.selected + static_cast<int>(place);
    session.selected += static_cast<int>(place);
    return named_again(std::move(session));
}

Session first_session()
{
    Plan plan;
    plan.model.preset = "qwen2.5-coder-7b";
    plan.method = Method::qlora;
    plan.weights = {WeightDtype::bf16, "nf4", true};
    plan.autocast = Autocast::bf16;
    plan.kbit_prepare = true;
    plan.adapter.rank = 16;
    plan.optimizer.implementation = OptimizerImplementation::fused;
    plan.micro_batch = 1;
    plan.sequence_length = 2048;
    plan.gradient_checkpointing.enabled = true;
    plan.given = {"model",
                  "method",
                  "weights.dtype",
                  "weights.quant",
                  "weights.double_quant",
                  "autocast",
                  "kbit_prepare",
                  "adapter.rank",
                  "adapter.targets",
                  "optimizer.name",
                  "optimizer.implementation",
                  "micro_batch",
                  "sequence_length",
                  "gradient_checkpointing"};
    Session session;
    session.scenarios.push_back({"QLoRA", plan});
    session.cards.gpus = {"GeForce RTX 4090"};
    session.cards.budget_bytes = Bytes{16} * gib;
    return session;
}

} // namespace plimsoll
