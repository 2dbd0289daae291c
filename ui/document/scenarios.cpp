// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenarios.h"

#include <algorithm>

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

/// "bf16" gives "BF16"; nothing where the model's own is kept.
std::string upper_name(WeightDtype dtype)
{
    switch (dtype) {
    case WeightDtype::fp32: return "FP32";
    case WeightDtype::fp16: return "FP16";
    case WeightDtype::bf16: return "BF16";
    case WeightDtype::auto_: break;
    }
    return {};
}

/// The name is `automatic`, or that with a number behind it.
bool is_numbered(const std::string &name, const std::string &automatic)
{
    if (!name.starts_with(automatic)) return false;
    const std::string_view rest = std::string_view(name).substr(automatic.size());
    if (rest.empty()) return true;
    return rest.size() > 1 && rest.front() == ' ' &&
           std::all_of(rest.begin() + 1, rest.end(), [](char c) { return c >= '0' && c <= '9'; });
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
    for (const Plan &plan : plans) out.push_back({automatic_name(plan), plan});
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
    Scenario copy = session.scenarios[static_cast<std::size_t>(index)];
    copy.name = free_name(session, copy.name);
    session.scenarios.insert(session.scenarios.begin() + index + 1, std::move(copy));
    if (session.baseline && *session.baseline > index) ++*session.baseline;
    session.selected = index + 1;
    return session;
}

Session without_scenario(Session session, int index)
{
    if (!exists(session, index) || session.scenarios.size() == 1) return session;
    session.scenarios.erase(session.scenarios.begin() + index);
    if (session.baseline == index) session.baseline.reset();
    if (session.baseline && *session.baseline > index) --*session.baseline;
    const int last = static_cast<int>(session.scenarios.size()) - 1;
    session.selected = std::min(session.selected > index ? session.selected - 1 : session.selected, last);
    return session;
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
    for (Scenario one : others.scenarios) {
        if (name_taken(session, one.name)) one.name = free_name(session, one.name);
        session.scenarios.push_back(std::move(one));
    }
    if (static_cast<int>(session.scenarios.size()) > first) session.selected = first;
    for (const std::string &card : others.cards.gpus)
        if (std::ranges::find(session.cards.gpus, card) == session.cards.gpus.end()) session.cards.gpus.push_back(card);
    if (!session.cards.budget_bytes) session.cards.budget_bytes = others.cards.budget_bytes;
    return session;
}

std::string automatic_name(const Plan &plan)
{
    const std::string dtype = upper_name(plan.weights.dtype);
    if (plan.task == Task::train) {
        if (plan.method == Method::qlora) return "QLoRA";
        if (plan.method == Method::lora) return "LoRA";
        return dtype.empty() ? "Full" : dtype + " full";
    }
    std::string quant = plan.weights.quant;
    std::ranges::transform(quant, quant.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    const std::string precision = quant == "NONE" || quant.empty() ? dtype : quant;
    if (!precision.empty()) return precision;
    return plan.task == Task::infer ? "Run" : "Extract";
}

Session with_plan(Session session, const Plan &plan)
{
    const auto index = static_cast<std::size_t>(session.selected);
    const std::string before = automatic_name(session.scenarios[index].plan), after = automatic_name(plan);
    session.scenarios[index].plan = plan;
    if (before != after && is_numbered(session.scenarios[index].name, before)) {
        session.scenarios[index].name.clear();
        session.scenarios[index].name = name_taken(session, after) ? free_name(session, after) : after;
    }
    return session;
}

Session with_compared_precisions(Session session, const CompareOptions &options)
{
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
               std::find(session.scenarios.begin(), session.scenarios.end(), column) != session.scenarios.end();
    };
    std::erase_if(columns, stands_already);
    const auto place = std::find(columns.begin(), columns.end(), chosen) - columns.begin();
    const int added = static_cast<int>(columns.size()) - 1;
    auto at = session.scenarios.erase(session.scenarios.begin() + session.selected);
    session.scenarios.insert(at, columns.begin(), columns.end());
    if (session.baseline && *session.baseline > session.selected) *session.baseline += added;
    if (session.baseline == session.selected) session.baseline = session.selected + static_cast<int>(place);
    session.selected += static_cast<int>(place);
    return session;
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
