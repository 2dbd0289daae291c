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

std::vector<Scenario> precision_columns(const Plan &plan, const CompareOptions &options)
{
    const WeightDtype half = options.bf16 ? WeightDtype::bf16 : WeightDtype::fp16;
    const std::string half_name = options.bf16 ? "BF16" : "FP16";
    if (plan.task != Task::train)
        return {{"FP32", inference_plan(plan, WeightDtype::fp32, "none")},
                {half_name, inference_plan(plan, half, "none")},
                {"NF4", inference_plan(plan, half, "nf4")}};
    std::vector<Scenario> out{{"FP32 full", full_plan(plan, WeightDtype::fp32)}, {half_name + " full", full_plan(plan, half)}};
    if (options.lora) out.push_back({"LoRA", adapter_plan(plan, Method::lora, half)});
    out.push_back({"QLoRA", adapter_plan(plan, Method::qlora, half)});
    return out;
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

Session with_plan(Session session, const Plan &plan)
{
    session.scenarios[static_cast<std::size_t>(session.selected)].plan = plan;
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
    plan.adapter.alpha = 32;
    plan.optimizer = {OptimizerName::adamw, OptimizerImplementation::fused};
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
                  "adapter.alpha",
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
