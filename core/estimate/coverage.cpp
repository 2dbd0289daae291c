// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/coverage.h"
#include "core/plan/names.h"

#include <initializer_list>
#include <optional>

namespace plimsoll {
namespace {

template <class E>
std::string spelt(E value)
{
    return std::string(plan_names<E>[static_cast<std::size_t>(value)]);
}

std::optional<Error> split_over_processes(const Parallel &parallel)
{
    constexpr const char *text = "what each process keeps of a split model is not simulated yet";
    if (parallel.zero != 0) return Error{"parallel.zero", std::to_string(parallel.zero), "0", text};
    struct Split {
        const char *field;
        Count processes;
    };
    for (const Split &split : {Split{"parallel.tensor", parallel.tensor}, Split{"parallel.pipeline", parallel.pipeline},
                               Split{"parallel.context", parallel.context}, Split{"parallel.expert", parallel.expert}})
        if (split.processes > 1) return Error{split.field, std::to_string(split.processes), "1", text};
    if (parallel.offload != "none")
        return Error{"parallel.offload", parallel.offload, "none", "what is moved to the host is not simulated yet"};
    return std::nullopt;
}

std::string left_out(const Plan &plan)
{
    switch (plan.optimizer.name) {
    case OptimizerName::adamw_4bit:
    case OptimizerName::galore:
    case OptimizerName::apollo:
    case OptimizerName::muon: return "the states of the optimizer " + spelt(plan.optimizer.name) + " are not simulated yet";
    default: break;
    }
    if (plan.gradient_checkpointing.enabled && !plan.gradient_checkpointing.selective.empty())
        return "selective checkpointing is simulated as checkpointing of whole layers";
    if (plan.parallel.data > 1) return "the gradient buckets of data parallelism are not simulated yet";
    return {};
}

std::vector<Warning> simulated_as_another(const Plan &plan)
{
    std::vector<Warning> out;
    const auto add = [&out](const std::string &text) { out.push_back({"not_simulated", text}); };
    const bool own_loop = plan.stack == Stack::transformers || plan.stack == Stack::trl || plan.stack == Stack::pytorch;
    if (!own_loop)
        add("stack " + spelt(plan.stack) +
            ": its defaults, as commonly known and not checked against its current release, in the training loop of transformers; "
            "kernels of its own are not simulated.");
    if (plan.compile) add("compile: simulated as eager PyTorch; the interval is wider.");
    if (plan.gradient_checkpointing.enabled && plan.gradient_checkpointing.offload)
        add("gradient_checkpointing offload: the checkpoints are counted on the card.");
    return out;
}

} // namespace

Result<Coverage> coverage_of(const Plan &resolved)
{
    if (resolved.task != Task::train) return Coverage{};
    if (auto error = split_over_processes(resolved.parallel)) return *std::move(error);
    return Coverage{left_out(resolved), simulated_as_another(resolved)};
}

} // namespace plimsoll
