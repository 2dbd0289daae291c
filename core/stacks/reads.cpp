// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/reads.h"

#include "core/ground/phrase.h"
#include "core/plan/names.h"
#include "core/stacks/stack_defaults.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Effect;

bool no_target(const Plan &plan) { return plan.target.gpus.empty() && !plan.target.budget_bytes; }
bool not_four_bit(const Plan &plan) { return plan.weights.quant != "nf4" && plan.weights.quant != "fp4"; }
bool packs_no_experts(const Plan &plan) { return plan.stack != Stack::axolotl || !is_bitsandbytes(plan.weights.quant); }
bool trains_whole(const Plan &plan) { return plan.method == Method::full; }
bool trains_adapter(const Plan &plan) { return plan.method != Method::full; }
bool in_one_form(const Plan &plan)
{
    using enum OptimizerName;
    const OptimizerName name = plan.optimizer.name;
    return name != adamw && name != adam && name != sgd && name != sgd_momentum && name != adafactor;
}
bool projects_nothing(const Plan &plan)
{
    return plan.optimizer.name != OptimizerName::galore && plan.optimizer.name != OptimizerName::apollo;
}
/// torchtune refuses the two together: there the norm is no idle field, and its default is none.
bool steps_in_backward(const Plan &plan) { return plan.optimizer.in_backward && plan.stack != Stack::torchtune; }
bool makes_no_chunks(const Plan &plan) { return plan.loss.kind != LossKind::chunked && plan.loss.kind != LossKind::auto_; }
bool has_no_tensor_ranks(const Plan &plan) { return plan.parallel.tensor == 1; }
bool hooks_nothing(const Plan &plan) { return plan.extract.capture != Capture::hooks; }
bool caches_another_dtype(const Plan &plan) { return name_of(plan.inference.kv_dtype) != computing_dtype(plan); }

// Of every run.
constexpr Read common[] = {
    {"name", counts},
    {"model", counts},
    {"task", counts},
    {"stack", depends},
    {"weights.double_quant",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 and %2 have scales to pack again"), "nf4", "fp4"},
     {},
     not_four_bit},
    {"weights.quantize_moe_experts",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 with %2 reads it"), "stack axolotl", "bitsandbytes"},
     {},
     packs_no_experts},
    {"weights.", depends},
    {"attention", depends},
    {"compile", counts},
    {"allocator.", depends},
    {"target.reserve_fraction", none, {QT_TRANSLATE_NOOP("core", "no card and no budget is named")}, {}, no_target},
    {"target.", counts},
};
constexpr Runner any{"", common};

constexpr Why split_later{QT_TRANSLATE_NOOP("core", "what each process keeps of a split model is not simulated yet")};
constexpr Why host_later{QT_TRANSLATE_NOOP("core", "what is moved to the host is not simulated yet")};
constexpr Why scale{QT_TRANSLATE_NOOP("core", "a scale takes no memory")};
constexpr Why train_generates{QT_TRANSLATE_NOOP("core", "%1 generates nothing"), "task train"};
constexpr Why train_captures{QT_TRANSLATE_NOOP("core", "%1 captures nothing"), "task train"};

// Of every training step.
constexpr Read training[] = {
    {"method", counts},
    {"objective", depends},
    {"micro_batch", counts},
    {"sequence_length", counts},
    {"gradient_accumulation", depends},
    {"padded", depends},
    {"autocast", depends},
    {"gradient_checkpointing", depends},
    {"adapter.", none, {QT_TRANSLATE_NOOP("core", "%1 has no adapter"), "method full"}, {}, trains_whole},
    {"adapter.alpha", depends, scale},
    {"adapter.rslora", depends, scale},
    {"adapter.", depends},
    {"kbit_prepare",
     none,
     {QT_TRANSLATE_NOOP("core", "%2 is not for %1: it freezes every parameter (%3)"), "method full",
      "prepare_model_for_kbit_training", "PEFT 0.21, utils/other.py"},
     {},
     trains_whole},
    {"kbit_prepare", depends},
    {"trainable",
     none,
     {QT_TRANSLATE_NOOP("core", "beside adapters the model's own parameters are frozen; what trains whole stands in %1"),
      "adapter.modules_to_save"},
     {},
     trains_adapter},
    {"trainable", depends},
    {"optimizer.implementation",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 has one form of this optimizer"), "the stack"},
     {},
     in_one_form},
    {"optimizer.rank",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 and %2 project gradients"), "galore", "apollo"},
     {},
     projects_nothing},
    {"optimizer.", depends},
    {"max_grad_norm",
     depends,
     {QT_TRANSLATE_NOOP("core", "%1 leaves no gradients to clip"), "optimizer.in_backward"},
     {},
     steps_in_backward},
    {"max_grad_norm", depends, {QT_TRANSLATE_NOOP("core", "the norms take less than the peak leaves")}},
    {"loss.chunk",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 and %2 take chunks of this length"), "loss.kind chunked", "auto"},
     {},
     makes_no_chunks},
    {"loss.", depends},
    {"evaluation.", depends, {QT_TRANSLATE_NOOP("core", "evaluating takes less than training")}},
    {"parallel.data", counts},
    {"parallel.zero", refused, split_later, "0"},
    {"parallel.sequence",
     none,
     {QT_TRANSLATE_NOOP("core", "nothing is split over tensor-parallel ranks")},
     {},
     has_no_tensor_ranks},
    {"parallel.sequence", refused, split_later, "false"},
    {"parallel.offload", refused, host_later, "none"},
    {"parallel.", refused, split_later, "1"},
    {"inference.", none, train_generates},
    {"extract.", none, train_captures},
};
constexpr Runner training_step{"", training, &any};

constexpr Read trainer_only[] = {
    {"keep_outputs", none, {QT_TRANSLATE_NOOP("core", "the Trainer drops a step's outputs before its backward pass")}},
};
constexpr Read plain_loop[] = {{"keep_outputs", depends}};
constexpr Why every_parameter{QT_TRANSLATE_NOOP("core", "full fine-tuning with %1 trains every parameter"), "this stack"};
constexpr Read litgpt_only[] = {
    {"trainable", refused, every_parameter, "null", trains_whole}, // LitGPT 0.5.13 finetune/full.py
    {"keep_outputs", depends},
};
constexpr Read megatron_only[] = {
    {"trainable", refused, every_parameter, "null", trains_whole},
    {"keep_outputs", none, {QT_TRANSLATE_NOOP("core", "the Trainer drops a step's outputs before its backward pass")}},
};
constexpr Read torchtune_only[] = {
    {"trainable", refused, every_parameter, "null", trains_whole}, // torchtune 0.7 recipes/full_finetune_single_device.py
    {"keep_outputs", none, {QT_TRANSLATE_NOOP("core", "the loop of %1's recipes is fixed"), "torchtune"}},
};
// In the order of Stack.
constexpr Runner stacks[] = {
    {"transformers", trainer_only, &training_step}, {"pytorch", plain_loop, &training_step},
    {"trl", trainer_only, &training_step},          {"unsloth", trainer_only, &training_step},
    {"axolotl", trainer_only, &training_step},      {"llama-factory", trainer_only, &training_step},
    {"torchtune", torchtune_only, &training_step},  {"litgpt", litgpt_only, &training_step},
    {"megatron", megatron_only, &training_step},    {"deepspeed", trainer_only, &training_step},
};

constexpr Why call_trains{QT_TRANSLATE_NOOP("core", "nothing is trained")};
constexpr Why one_copy{
    QT_TRANSLATE_NOOP("core", "each copy of the model is a plan of its own; the cards that hold one are named as %1"),
    R"("NAME:4")"};

// Of what runs a model without training it.
constexpr Read calls[] = {
    {"method", none, call_trains},
    {"objective", none, call_trains},
    {"adapter.", none, call_trains},
    {"optimizer.", none, call_trains},
    {"trainable", none, call_trains},
    {"kbit_prepare", none, call_trains},
    {"max_grad_norm", none, call_trains},
    {"gradient_accumulation", none, call_trains},
    {"gradient_checkpointing", none, call_trains},
    {"keep_outputs", none, call_trains},
    {"evaluation.", none, call_trains},
    {"loss.", none, call_trains},
    {"autocast", depends},
    {"padded", none, {QT_TRANSLATE_NOOP("core", "the masks that padding adds to a call are not simulated")}},
    {"parallel.data", refused, one_copy, "1"},
    {"parallel.zero", refused, split_later, "0"},
    {"parallel.sequence", refused, split_later, "false"},
    {"parallel.offload", refused, host_later, "none"},
    {"parallel.", refused, split_later, "1"},
};
constexpr Runner call{"", calls, &any};

constexpr Why rows_of_inference{QT_TRANSLATE_NOOP("core", "%1 takes %2 and %3"), "task infer", "inference.sequences",
                                "inference.context"};
constexpr Read generate_only[] = {
    {"micro_batch", none, rows_of_inference},
    {"sequence_length", none, rows_of_inference},
    {"extract.", none, {QT_TRANSLATE_NOOP("core", "%1 captures nothing"), "task infer"}},
    {"inference.cache", refused, {QT_TRANSLATE_NOOP("core", "this cache is not simulated yet")}, "dynamic | static"},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "transformers' caches hold keys and values in the dtype that attention computes in; a quantised "
                                "cache is another kind (%1), which is not simulated yet"),
      "inference.cache"},
     {},
     caches_another_dtype,
     computing_dtype},
    {"inference.gpu_memory_utilization",
     none,
     {QT_TRANSLATE_NOOP("core", "it is a share that %1 and %2 claim; %3 takes what it needs"), "vLLM", "SGLang", "transformers"}},
    {"inference.engine", counts},
    {"inference.context", counts},
    {"inference.sequences", counts},
    {"inference.", depends},
};
constexpr Runner generate{"transformers", generate_only, &call};

constexpr Why work_of_extract{QT_TRANSLATE_NOOP("core", "%1 takes %2 and %3"), "task extract", "micro_batch", "sequence_length"};
constexpr Read extract_only[] = {
    {"micro_batch", counts},
    {"sequence_length", counts},
    {"inference.context", none, work_of_extract},
    {"inference.sequences", none, work_of_extract},
    {"inference.", none, {QT_TRANSLATE_NOOP("core", "%1 generates nothing"), "task extract"}},
    {"extract.capture",
     refused,
     {QT_TRANSLATE_NOOP("core", "what hooks keep is not simulated")},
     "hidden_states | attentions | full"},
    {"extract.hooks", none, {QT_TRANSLATE_NOOP("core", "only %1 asks for them"), "extract.capture hooks"}, {}, hooks_nothing},
    {"extract.", depends},
};
constexpr Runner one_pass{"transformers", extract_only, &call};

constexpr const char *engine_later = QT_TRANSLATE_NOOP("core", "%1's memory is not simulated yet");
constexpr Read vllm_only[] = {{"inference.engine", refused, {engine_later, "vLLM"}, "transformers"}, {"", depends}};
constexpr Read sglang_only[] = {{"inference.engine", refused, {engine_later, "SGLang"}, "transformers"}, {"", depends}};
constexpr Read llama_cpp_only[] = {{"inference.engine", refused, {engine_later, "llama.cpp"}, "transformers"}, {"", depends}};
// In the order of Engine.
constexpr Runner engines[] = {generate, {"vllm", vllm_only}, {"sglang", sglang_only}, {"llama.cpp", llama_cpp_only}};

bool names(const Read &read, std::string_view path)
{
    const bool section = read.path.empty() || read.path.ends_with('.');
    return section ? path.starts_with(read.path) : path == read.path;
}

bool speaks_of(const Read &read, std::string_view path, const Plan &plan)
{
    return names(read, path) && (read.when == nullptr || read.when(plan));
}

/// Whether one of a runner's own rows refuses values of this field.
bool refuses(const Runner &runner, std::string_view path)
{
    return std::ranges::any_of(runner.reads,
                               [path](const Read &read) { return read.effect == Effect::refused && names(read, path); });
}

} // namespace

const Runner &runner_of(const Plan &plan)
{
    if (plan.task == Task::infer) return engines[static_cast<std::size_t>(plan.inference.engine)];
    return plan.task == Task::extract ? one_pass : stacks[static_cast<std::size_t>(plan.stack)];
}

const Read *read_of(std::string_view path, const Plan &plan)
{
    for (const Runner *runner = &runner_of(plan); runner != nullptr; runner = runner->base)
        for (const Read &read : runner->reads)
            if (speaks_of(read, path, plan)) return &read;
    return nullptr;
}

bool may_be_refused(std::string_view path)
{
    const auto some = [path](const Runner &runner) { return refuses(runner, path); };
    return std::ranges::any_of(stacks, some) || std::ranges::any_of(engines, some) || some(training_step) || some(call) ||
           some(one_pass) || some(any);
}

std::string why_of(const Read &read)
{
    return read.why.english == nullptr ? std::string() : phrase(read.why.english, {read.why.a, read.why.b, read.why.c});
}

std::string_view accepted_by(const Read &read, const Plan &plan)
{
    return read.accepts == nullptr ? read.accepted : read.accepts(plan);
}

std::string_view computing_dtype(const Plan &plan)
{
    if (plan.autocast != Autocast::none) return name_of(plan.autocast);
    return name_of(plan.weights.dtype);
}

} // namespace plimsoll
