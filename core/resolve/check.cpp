// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/check.h"

#include "core/engines/hook_points.h"
#include "core/decoder/attention_outputs.h"
#include "core/families/describe/family.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/extension.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/optimizers/optimizers.h"
#include "core/parallel/refusals.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/resolve/check_libraries.h"
#include "core/resolve/check_trainable.h"
#include "core/resolve/rollouts.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

// Every tensor of a step, and their sum, stays below this: the arithmetic that follows needs no further care.
constexpr std::int64_t most_bytes = std::int64_t{1} << 60;

struct Work {
    std::string_view rows_field, tokens_field;
    Count rows, tokens;
};

Work work_of(const Plan &plan)
{
    if (plan.task == Task::infer)
        return {"inference.sequences", "inference.context", plan.inference.sequences, plan.inference.context};
    return {"micro_batch", "sequence_length", plan.micro_batch, plan.sequence_length};
}

/// A generous bound on the bytes of one step: logits, activations of all layers, score matrices where they exist.
bool fits_in_64_bits(const Plan &plan, const DecoderSpec &decoder)
{
    const Work work = work_of(plan);
    const std::int64_t tokens = work.rows * work.tokens; // both checked against their ranges: at most 2^40
    Count width = decoder.hidden;
    Count heads = 1;
    for (const LayerSpec &kind : decoder.kinds) {
        width = std::max({width, kind.mlp.up.out, kind.mlp.moe.expert_width * std::max<Count>(1, kind.mlp.moe.top_k)});
        heads = std::max(heads, kind.attention.heads);
    }
    const Count layers = plan.gradient_checkpointing.enabled || plan.task != Task::train ? 1 : decoder.layer_count();
    auto logits = checked_mul(tokens, decoder.vocab * 16);
    auto states = checked_mul(tokens, width * 32);
    if (states) states = checked_mul(*states, layers);
    auto scores = std::optional<std::int64_t>(0);
    if (plan.attention == AttentionBackend::eager) {
        scores = checked_mul(tokens, work.tokens);
        if (scores) scores = checked_mul(*scores, heads * 16);
        if (scores) scores = checked_mul(*scores, layers);
    }
    if (!logits || !states || !scores) return false;
    const auto first = checked_add(*logits, *states);
    const auto sum = first ? checked_add(*first, *scores) : std::nullopt;
    return sum && *sum < most_bytes;
}

/// Plans made by hand never went through the table's readers.
std::optional<Error> check_ranges(const Plan &plan)
{
    Plan scratch; // written only
    for (const Field &field : plan_fields()) {
        if (field.type != FieldType::integer && field.type != FieldType::number) continue;
        const nlohmann::json value = nlohmann::json(field.write(plan));
        if (!value.is_null() && !field.read(scratch, value)) return Error{field.path, value.dump(), field.takes.text(), {}};
    }
    return std::nullopt;
}

constexpr const char *check_or_so = QT_TRANSLATE_NOOP("core", "%1 (or %2)");
constexpr const char *or_configured = QT_TRANSLATE_NOOP("core", "%1 (or %2 in the configuration)");

std::optional<Error> check_method(const Plan &plan)
{
    const std::string &quant = plan.weights.quant;
    if (plan.task != Task::train) return std::nullopt;
    if (is_gguf_type(quant))
        return Error{"weights.quant", quant, "none | nf4 | fp4 | int8 | gptq4 | gptq8 | awq4 | fp8 | mxfp4 | nvfp4",
                     phrase(QT_TRANSLATE_NOOP("core", "GGUF types are for inference only"))};
    if (plan.method == Method::qlora && quant == "none")
        return Error{"weights.quant", quant,
                     phrase(check_or_so, {"nf4 | fp4 | int8 | gptq4 | gptq8 | awq4 | fp8 | mxfp4 | nvfp4", "method lora"}),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 needs quantised weights"), {"method qlora"})};
    if (plan.method == Method::full && quant != "none")
        return Error{"method", "full", phrase(check_or_so, {"lora | qlora", "weights.quant none"}),
                     phrase(QT_TRANSLATE_NOOP("core", "weights quantised as %1 cannot be trained themselves"), {quant})};
    return std::nullopt;
}

/// A reference that is the model without its adapters, or with others, where none are trained.
std::optional<Error> check_reference(const Plan &plan)
{
    if (plan.task != Task::train || plan.trains_adapter()) return std::nullopt;
    for (const char *path : {"preference.reference", "rollout.reference"}) {
        const std::optional<HeldAs> &held = path[0] == 'p' ? plan.preference.reference : plan.rollout.reference;
        if (!plan.has(path) || (held != HeldAs::adapter_off && held != HeldAs::adapter_copy)) continue;
        return Error{
            path, std::string(name_of(*held)), path[0] == 'p' ? "model | precomputed | none" : "model | none",
            phrase(QT_TRANSLATE_NOOP("core", "%1 trains the weights themselves: without adapters there is no model as it "
                                             "began beside it"),
                   {"method full"})};
    }
    return std::nullopt;
}

/// What nobody can do of completions: score them beforehand, or begin behind a prompt that the engine's context has no room for
/// (vllm 0.33: "The decoder prompt … is longer than the maximum model length", or as long).
std::optional<Error> check_rollout(const Plan &plan)
{
    if (plan.task != Task::train || !objective_of(plan).generates) return std::nullopt;
    const Rollout &made = plan.rollout;
    if (objective_of(plan).beta && made.reference == HeldAs::precomputed)
        return Error{"rollout.reference", "precomputed",
                     plan.trains_adapter() ? "model | adapter_off | adapter_copy | none" : "model | none",
                     phrase(QT_TRANSLATE_NOOP("core", "completions are made while it trains: nothing is there to score before"))};
    if (!generates_by_engine(plan) || !made.max_model_length || !made.prompt_length ||
        *made.prompt_length < *made.max_model_length)
        return std::nullopt;
    return Error{"rollout.max_model_length", std::to_string(*made.max_model_length),
                 phrase(QT_TRANSLATE_NOOP("core", "more than %1, which is %2"),
                        {"rollout.prompt_length", std::to_string(*made.prompt_length)}),
                 phrase(QT_TRANSLATE_NOOP("core", "the engine refuses prompts that leave no token of its context"))};
}

std::optional<Error> check_attention(const Plan &plan, const Architecture &architecture)
{
    const AcceptedAttention accepted = accepted_attention(plan, architecture);
    if (accepted.takes(plan.attention)) return std::nullopt;
    return Error{"attention", std::string(name_of(plan.attention)), accepted.list(), accepted.reason};
}

/// What the libraries raise on when they train this model.
std::optional<Error> check_libraries(const Plan &plan, const Architecture &architecture)
{
    if (plan.task != Task::train || !architecture.decoder) return std::nullopt;
    const Runner &stack = stack_of(plan);
    if (stack.refuses != nullptr)
        if (auto error = stack.refuses(plan, architecture)) return error;
    const auto clamps = [](const LayerSpec &layer) {
        return layer.extension && layer.extension->gemma && layer.extension->gemma->streams > 1 && layer.extension->gemma->clips;
    };
    const bool spared = architecture.quantization &&
                        std::ranges::any_of(architecture.quantization->not_converted,
                                            [](const std::string &name) { return name.find("altup") != std::string::npos; });
    if (!stack.models.unpacks_what_is_clamped && is_bitsandbytes(plan.weights.quant) && !spared &&
        std::ranges::any_of(architecture.decoder->kinds, clamps))
        return Error{"weights.quant", plan.weights.quant, phrase(or_configured, {"none", "altup_coef_clip null"}),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 clamps %2 while it trains, which %3 has packed into bytes (%4)"),
                            {architecture.model_type, "prediction_coefs.weight", "bitsandbytes",
                             "transformers 5.23 modeling_gemma3n.py, Gemma3nTextAltUp.predict"})};
    return std::nullopt;
}

std::optional<Error> check_step_in_backward(const Plan &plan)
{
    if (plan.task != Task::train || !stack_of(plan).loop.steps_in_backward_alone || !plan.optimizer.in_backward)
        return std::nullopt;
    if (plan.gradient_accumulation <= 1 && plan.max_grad_norm <= 0) return std::nullopt;
    return Error{
        "optimizer.in_backward", "true",
        phrase(QT_TRANSLATE_NOOP("core", "false, or %1 and %2"), {"gradient_accumulation 1", "max_grad_norm 0"}),
        phrase(QT_TRANSLATE_NOOP("core", "%1 steps in backward only where gradients are neither accumulated nor clipped"),
               {stack_of(plan).name})};
}

bool takes_bf16(const OptimizerKind &kind) { return has_torch_forms(kind); }

/// bitsandbytes 0.50 backends/cuda/ops.py: its 32-bit kernels of some optimizers take no gradients in bfloat16. Those with states of 8
/// bits run them on embeddings and vectors, which an adapter's matrices are not. DeepSpeed's parts are float32.
std::optional<Error> check_gradients(const Plan &plan)
{
    const OptimizerKind &kind = kind_of(plan.optimizer);
    if (plan.task != Task::train || kind.fails_on_16_bit.words == nullptr || plan.parallel.zero > 0) return std::nullopt;
    const bool whole =
        plan.method == Method::full && plan.weights.dtype == WeightDtype::bf16 && !stack_of(plan).loop.raises_trained_part;
    const bool adapters = plan.trains_adapter() && plan.adapter.dtype == Dtype::bf16 && kind.bits == 32;
    if (!whole && !adapters) return std::nullopt;
    return Error{"optimizer.name", std::string(kind.name),
                 phrase(check_or_so, {optimizers_that(takes_bf16), whole ? "weights.dtype fp32" : "adapter.dtype fp32"}),
                 in_words(kind.fails_on_16_bit.release, kind.fails_on_16_bit.words)};
}

/// transformers 5.23 trainer_optimizer.py, _setup_low_rank_optimizer.
std::optional<Error> check_layerwise(const Plan &plan)
{
    const OptimizerKind &kind = kind_of(plan.optimizer);
    if (plan.task != Task::train || !stack_of(plan).loop.trainer || !kind.projects || !plan.optimizer.in_backward ||
        plan.gradient_accumulation <= 1)
        return std::nullopt;
    return Error{"gradient_accumulation", std::to_string(plan.gradient_accumulation), "1",
                 in_words("transformers 5.23", "Layerwise %1 does not support gradient accumulation!", {kind.name})};
}

std::optional<Error> check_task(const Plan &plan, const Architecture &architecture)
{
    const Inference &inference = plan.inference;
    if (plan.task == Task::infer && inference.new_tokens >= inference.context)
        return Error{"inference.new_tokens",
                     std::to_string(inference.new_tokens),
                     phrase(QT_TRANSLATE_NOOP("core", "less than %1, which is %2"),
                            {"inference.context", std::to_string(inference.context)}),
                     {}};
    if (plan.task == Task::extract && architecture.decoder) {
        const Count layers = architecture.decoder->layer_count();
        for (const Count layer : plan.extract.layers)
            if (layer >= layers)
                return Error{"extract.layers",
                             std::to_string(layer),
                             phrase(QT_TRANSLATE_NOOP("core", "%1 to %2"), {"0", std::to_string(layers - 1)}),
                             {}};
    }
    return std::nullopt;
}

void warn_precision(const Plan &plan, const CardFacts &device, std::vector<Warning> &out)
{
    const bool bf16 = plan.weights.dtype == WeightDtype::bf16 || plan.autocast == Autocast::bf16;
    if (bf16 && device.capability_major < 8)
        out.push_back(
            {"bf16_unsupported",
             phrase(
                 device.name.empty() ? QT_TRANSLATE_NOOP("core", "BF16 needs compute capability %1; the card has %2 and would "
                                                                 "compute it slowly or not at all")
                                     : QT_TRANSLATE_NOOP("core", "BF16 needs compute capability %1; %3 has %2 and would compute "
                                                                 "it slowly or not at all"),
                 {"8.0", std::to_string(device.capability_major) + "." + std::to_string(device.capability_minor), device.name}),
             plan.weights.dtype == WeightDtype::bf16 ? "weights.dtype" : "autocast"});
}

void warn_work(const Plan &plan, const Architecture &architecture, std::vector<Warning> &out)
{
    const Work work = work_of(plan);
    const Count most = architecture.decoder ? architecture.decoder->max_positions : 0;
    if (most > 0 && work.tokens > most)
        out.push_back({"beyond_context",
                       phrase(QT_TRANSLATE_NOOP("core", "%1: %2 is longer than the %3 positions that the model was made for"),
                              {work.tokens_field, localised(grouped(work.tokens)), localised(grouped(most))}),
                       std::string(work.tokens_field)});
    const bool weights_asked = plan.extract.capture == Capture::attentions || plan.extract.capture == Capture::full ||
                               (plan.extract.capture == Capture::hooks && architecture.decoder &&
                                step::asks_for_weights(plan.extract, architecture.decoder->layer_count()));
    if (plan.task == Task::extract && weights_asked && architecture.decoder &&
        !returns_weights(*architecture.decoder, plan.attention))
        out.push_back({"no_attention_weights",
                       phrase(QT_TRANSLATE_NOOP("core", "%1: only %2 returns attention weights; of %3 none are kept (%4)"),
                              {plan.extract.capture == Capture::hooks ? "extract.hooks" : "extract.capture", "eager",
                               std::string(name_of(plan.attention)), "transformers 5.23, integrations/sdpa_attention.py"}),
                       "attention"});
}

} // namespace

static constexpr const char *no_support = QT_TRANSLATE_NOOP("core", "%1 does not support %2");

AcceptedAttention accepted_attention(const Plan &plan, const Architecture &architecture)
{
    AcceptedAttention out;
    if (!runs_transformers_model(plan)) return out;
    const ClassTraits known = traits_of(architecture.model_type);
    out.sdpa = known.sdpa;
    out.flash2 = known.flash2 && !known.other_flash;
    const std::optional<std::string> no_flash2 = out.flash2 ? refused_by_flash2(plan, architecture) : std::nullopt;
    if (no_flash2) out.flash2 = false;
    out.flash3 = out.flash2;
    if (out.takes(plan.attention)) return out;
    const std::string &name = architecture.class_name.empty() ? architecture.model_type : architecture.class_name;
    if (plan.attention == AttentionBackend::sdpa)
        out.reason = phrase(no_support, {name, "torch.nn.functional.scaled_dot_product_attention"});
    else if (no_flash2)
        out.reason = *no_flash2;
    else if (known.other_flash)
        out.reason = phrase(QT_TRANSLATE_NOOP("core", "%1 runs another flash kernel in place of %2 for %3"),
                            {"transformers", "flash-attn 2", name});
    else
        out.reason =
            phrase(no_support, {name, plan.attention == AttentionBackend::flash3 ? "Flash Attention 3" : "Flash Attention 2"});
    return out;
}

static constexpr const char *too_large = QT_TRANSLATE_NOOP("core", "is too large to plan");

/// What a GGUF file's own tensors are run by.
std::optional<Error> check_gguf(const Plan &plan, const Architecture &architecture)
{
    if (!architecture.gguf) return std::nullopt;
    if (!runner_of(plan).models.reads_gguf)
        return Error{plan.task == Task::infer ? "inference.engine" : "task", std::string(runner_of(plan).name),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 with %2 or %3"), {"infer", "llama.cpp", "ollama"}),
                     phrase(QT_TRANSLATE_NOOP("core", "%1; to plan anything else give the model's %2"), {"GGUF", "config.json"})};
    if (plan.has("weights.quant") && plan.weights.quant != "none")
        return Error{"weights.quant", plan.weights.quant, "none",
                     phrase(QT_TRANSLATE_NOOP("core", "the file says the type of each tensor"))};
    return std::nullopt;
}

std::optional<Error> check_plan(const Plan &plan, const Architecture &architecture)
{
    if (auto error = check_gguf(plan, architecture)) return error;
    if (auto error = check_ranges(plan)) return error;
    if (auto error = check_method(plan)) return error;
    if (auto error = check_task(plan, architecture)) return error;
    if (auto error = check_trainable(plan, architecture)) return error;
    if (auto error = check_reference(plan)) return error;
    if (auto error = check_rollout(plan)) return error;
    if (auto error = check_attention(plan, architecture)) return error;
    if (auto error = check_libraries(plan, architecture)) return error;
    if (auto error = check_step_in_backward(plan)) return error;
    if (auto error = check_gradients(plan)) return error;
    if (auto error = check_layerwise(plan)) return error;
    if (auto error = refused_by_libraries(plan, architecture)) return error;
    if (auto error = refused_by_engine(plan, architecture, stack_of(plan).loop.trainer)) return error;
    const Work work = work_of(plan);
    if (architecture.decoder && !fits_in_64_bits(plan, *architecture.decoder))
        return Error{std::string(work.tokens_field),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 with %2 %3"),
                            {std::to_string(work.tokens), work.rows_field, std::to_string(work.rows)}),
                     phrase(QT_TRANSLATE_NOOP("core", "a product whose bytes stay below %1"), {"2^60"}), phrase(too_large)};
    const Count evaluated = plan.evaluation.micro_batch * plan.sequence_length; // at most 2^40
    if (architecture.decoder && evaluated > most_bytes / 10 / (architecture.decoder->vocab + architecture.decoder->hidden))
        return Error{"evaluation.micro_batch", std::to_string(plan.evaluation.micro_batch),
                     phrase(QT_TRANSLATE_NOOP("core", "rows whose logits stay below %1 bytes"), {"2^60"}), phrase(too_large)};
    return std::nullopt;
}

std::optional<Error> check_card(const Plan &plan, const CardFacts &device)
{
    // transformers 5.23 takes flash-attn 3 from 8.0 on; its kernels for 9.0 run on no later card (hopper/setup.py: sm_90a)
    const bool runs = device.capability_major == 8 || device.capability_major == 9;
    if (plan.attention != AttentionBackend::flash3 || device.name.empty() || runs) return std::nullopt;
    const std::string has = std::to_string(device.capability_major) + "." + std::to_string(device.capability_minor);
    return Error{"attention", "flash3", device.capability_major < 8 ? "eager | sdpa" : "eager | sdpa | flash2",
                 phrase(QT_TRANSLATE_NOOP("core", "%1 has kernels for compute capability %2 and %3; %4 has %5"),
                        {"FlashAttention 3", "8.x", "9.0", device.name, has})};
}

std::vector<Warning> plan_warnings(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    std::vector<Warning> out;
    warn_precision(plan, device, out);
    warn_work(plan, architecture, out);
    return out;
}

} // namespace plimsoll
