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
    if (plan.parallel.data > 1) return "the gradient buckets of data parallelism are not simulated yet";
    return {};
}

/// Simulated with their mechanism, but not checked against a run of theirs: the interval is wider.
std::vector<Warning> unchecked(const Plan &plan)
{
    std::vector<Warning> out;
    const auto add = [&out](const char *field, const std::string &text) { out.push_back({"not_simulated", text, field}); };
    switch (plan.optimizer.name) {
    case OptimizerName::adamw_4bit:
        add("optimizer.name",
            "optimizer adamw_4bit: torchao's states exactly; the temporaries of its compiled update are a bound, 8 bytes "
            "for each value of the largest parameter.");
        break;
    case OptimizerName::galore:
        add("optimizer.name",
            "optimizer galore: galore_torch on the matrices of all layers; the workspace of the decomposition, which runs "
            "every 200 steps and is counted, is cuSOLVER's and taken as two matrices.");
        break;
    case OptimizerName::apollo:
        add("optimizer.name",
            "optimizer apollo: random projections of the matrices of all layers; apollo_torch's temporaries are taken as "
            "one scaled gradient.");
        break;
    default: break;
    }
    if (plan.gradient_checkpointing.offload_activations)
        add("gradient_checkpointing",
            "gradient_checkpointing {\"offload\": \"activations\"}: what autograd keeps goes to the host at once; the few "
            "tensors still on their way over a second stream are not counted.");
    if (plan.gradient_checkpointing.enabled && !plan.gradient_checkpointing.selective.empty())
        add("gradient_checkpointing", "gradient_checkpointing selective: torch.utils.checkpoint around each layer's " +
                                          plan.gradient_checkpointing.selective + " block, projections included.");
    if (plan.objective == Objective::dpo)
        add("objective", "objective dpo: micro_batch counts pairs, so twice the rows go through the model, and once more without "
                         "gradients for the reference" +
                             std::string(plan.trains_adapter() ? ", which is the model without its adapters."
                                                               : ", a second copy of the weights."));
    if (plan.objective == Objective::orpo)
        add("objective",
            "objective orpo: micro_batch counts pairs, so twice the rows go through the model; there is no reference.");
    if (plan.objective == Objective::grpo)
        add("objective",
            "objective grpo: one optimization pass over micro_batch completions of sequence_length tokens, without a "
            "reference (beta 0); generating them is another plan, of task infer.");
    return out;
}

/// What a stack does that is simulated as something near it; empty where nothing is.
std::string stack_left_out(const Plan &plan)
{
    switch (plan.stack) {
    case Stack::unsloth:
        return "its defaults, checkpoints and loss on transformers' layers; its kernels for norms, rotary embedding and LoRA, "
               "which "
               "keep less, are not simulated.";
    case Stack::axolotl:
        if (!plan.trains_adapter()) return {};
        return "the LoRA kernels that it turns on by itself (lora_mlp_kernel, lora_qkv_kernel, lora_o_kernel), which keep less, "
               "are "
               "not simulated.";
    case Stack::torchtune: return "its defaults, loop and loss; its own model code is taken as transformers' modules.";
    case Stack::litgpt:
        return "its defaults, loop and loss, and its attention and adapters for models that turn heads by halves; the rest of "
               "its model code is taken as transformers' modules.";
    case Stack::megatron:
    case Stack::deepspeed:
        return "its defaults, as commonly known and not checked against its current release, in the training loop of "
               "transformers; "
               "kernels of its own are not simulated.";
    default: return {};
    }
}

std::vector<Warning> simulated_as_another(const Plan &plan)
{
    std::vector<Warning> out;
    if (const std::string text = stack_left_out(plan); !text.empty())
        out.push_back({"not_simulated", "stack " + spelt(plan.stack) + ": " + text, "stack"});
    if (plan.compile)
        out.push_back({"not_simulated",
                       "compile: simulated as eager PyTorch. Inductor fuses elementwise operations, so less is kept and fewer "
                       "temporaries stand; the interval is wider, downwards above all.",
                       "compile"});
    for (Warning &one : unchecked(plan)) out.push_back(std::move(one));
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
