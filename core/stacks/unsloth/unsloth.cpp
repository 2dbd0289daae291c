// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"
#include "core/ground/bytes.h"
#include "core/objectives/objectives.h"
#include "core/plan/releases.h"
#include "core/runner/common_rows.h"
#include "core/stacks/loss.h"
#include "core/stacks/stacks.h"
#include "core/stacks/unsloth/unsloth_classes.h"
#include "core/stacks/unsloth/unsloth_engine.h"
#include "core/stacks/unsloth/unsloth_model.h"

#include <algorithm>

namespace plimsoll {

namespace {

// FastLanguageModel over TRL, read in unsloth 2026.10.9 and unsloth_zoo 2026.10.9; cut cross entropy came with 2024.11.7, its own fused
// loss with 2025.8.5.
constexpr Default unsloth_defaults[] = {
    {"loss.kind",
     "fused_ce",
     "",
     "unsloth before 2024.11 kernels/cross_entropy_loss.py, fast_cross_entropy_loss",
     When::always,
     {},
     {"unsloth", 2024, 11}},
    {"loss.kind",
     "cut",
     "",
     "unsloth before 2025.8 models/llama.py, fused_linear_cross_entropy",
     When::always,
     {},
     {"unsloth", 2025, 8}},
    {"weights.dtype", "auto", "dtype", "unsloth models/llama.py, from_pretrained(dtype=None)"},
    {"weights.double_quant", "true", "",
     "unsloth models/llama.py, from_pretrained(load_in_4bit=True): bnb_4bit_use_double_quant"},
    {"kbit_prepare", "false", "", "unsloth_zoo 2026.10 training_utils.py, prepare_model_for_training", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1, in the place of %2"), "prepare_model_for_kbit_training")},
    {"gradient_checkpointing", "offload", "use_gradient_checkpointing",
     "unsloth models/llama.py, get_peft_model(use_gradient_checkpointing=\"unsloth\")"},
    {"gradient_accumulation", "2", "gradient_accumulation_steps",
     "unsloth models/rl.py, UnslothSFTConfig.gradient_accumulation_steps"},
    {"evaluation.micro_batch", "4", "per_device_eval_batch_size",
     "unsloth models/rl.py, UnslothSFTConfig.per_device_eval_batch_size"},
    {"adapter.rank", "16", "r", "unsloth models/llama.py, get_peft_model(r=16)"},
    {"adapter.alpha", "16", "lora_alpha", "unsloth models/llama.py, get_peft_model(lora_alpha=16)"},
    {"adapter.dropout", "0", "lora_dropout", "unsloth models/llama.py, get_peft_model(lora_dropout=0.0)"},
    {"adapter.targets", "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj", "target_modules",
     "unsloth models/llama.py, get_peft_model(target_modules)"},
    {"adapter.dtype", "fp32", "", "unsloth_zoo 2026.10 training_utils.py, prepare_model_for_training", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 and %3"), "float32 lora_A", "lora_B")},
    {"optimizer.name", "adamw_8bit", "optim", "unsloth models/rl.py, UnslothSFTConfig.optim"},
    {"loss.kind", "fused", "", "unsloth_zoo 2026.10 fused_losses/cross_entropy_loss.py, unsloth_fused_ce_loss"},
    {"adapter.target_parameters", "", "target_parameters", "unsloth models/llama.py, get_peft_model"},
    {"adapter.rslora", "", "use_rslora", "unsloth models/llama.py, get_peft_model"},
    {"adapter.bias", "", "bias", "unsloth models/llama.py, get_peft_model"},
    {"adapter.modules_to_save", "", "modules_to_save", "unsloth models/llama.py, get_peft_model"},
    {"sequence_length", "2048", "max_seq_length", "unsloth models/loader.py, FastLanguageModel.from_pretrained"},
    {"weights.quant", "", "load_in_4bit", "unsloth models/loader.py, FastLanguageModel.from_pretrained"},
    {"method", "", "full_finetuning", "unsloth models/loader.py, FastLanguageModel.from_pretrained"},
    {"micro_batch", "4", "per_device_train_batch_size", "unsloth models/rl.py, UnslothSFTConfig"},
    {"rollout.beta", "0.001", "beta", "unsloth models/rl.py, UnslothGRPOConfig.beta", When::unreferenced},
    {"rollout.gpu_memory_utilization", "0.5", "gpu_memory_utilization",
     "unsloth models/loader.py, FastLanguageModel.from_pretrained(fast_inference=True)"},
    {"autocast", "loaded", "bf16", "unsloth models/rl.py, UnslothSFTConfig", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 or %3 as the model was loaded"), "fp16", "bf16")},
    {"max_grad_norm", "", "max_grad_norm", "unsloth models/rl.py, UnslothSFTConfig"},
    {"compile", "", "torch_compile", "unsloth models/rl.py, UnslothSFTConfig"},
    {"padded", "", "packing", "unsloth models/rl.py, UnslothSFTConfig"},
};

constexpr LibraryUse unsloth_libraries[] = {{"trl"}, {"unsloth"}, {"unsloth_zoo"}};

using namespace step;

/// unsloth_zoo fused_losses/cross_entropy_loss.py, UnslothFusedLoss: gradients made in the forward pass, in pieces of at most 4 GiB.
/// A compiled kernel: logits and their gradient in the head's dtype. `of_logit`: what it reckons with, 4 bytes before 2026.9.
Tensor unsloth_fused_loss(Machine &m, Tensor hidden, Leaf &weight, Count batch, Count length, Bytes of_logit = 4)
{
    const Count tokens = batch * length, width = hidden.shape().last(), vocabulary = weight.value.shape().size[0];
    Bytes most = 4 * gib; // _get_chunk_multiplier: of one chunk, half of what is free at most
    if (of_logit > 4) most -= std::min(most / 2, hidden.bytes()); // get_chunk_size, fixed_gb
    const Bytes whole = product(tokens, vocabulary, of_logit);
    const Count chunks = whole <= most ? 1 : 4 * ceil_div(whole, 4 * most);
    const Tensor labels = m.empty({batch, length}, Dtype::int64, "shift_labels");
    const Dtype compute = m.autocast ? *m.autocast : weight.value.dtype();
    Ref<Node> node;
    if (any_requires_grad(m, {&hidden, &weight.value})) {
        const Shape shape = hidden.shape();
        node = make_node(m, {&hidden, &weight.value}, [shape](Machine &mm, Node &self, Gradients &, Gradients &g) {
            g[0] = self.saved[0].unpack(mm).view(shape);
            if (self.needs(1)) g[1] = self.saved[1].unpack(mm);
        });
    }
    const Tensor grad_inputs = m.empty(hidden.shape(), hidden.dtype(), "grad_inputs");
    Tensor grad_head;
    if (weight.trains) grad_head = m.empty(weight.value.shape(), weight.value.dtype(), "grad_lm_head", Component::gradients);
    const Tensor cast = autocast_weight(m, weight);
    for (Count start = 0; start < tokens; start += ceil_div(tokens, chunks)) {
        const Count rows = std::min(ceil_div(tokens, chunks), tokens - start);
        // torch.func.grad_and_value, compiled: the loss's kernel reads the logits and writes their gradient
        const Tensor logits = m.empty({rows, vocabulary}, compute, "logits");
        cublas_workspace(m);
        const Tensor gradient = m.empty({rows, vocabulary}, compute, "grad_logits");
        const Tensor chunk = m.empty({rows, width}, compute, "chunk_grad_input");
        cublas_workspace(m);
        const Tensor head = weight.trains ? m.empty({vocabulary, width}, compute, "chunk_grad_lm_head") : Tensor();
    }
    Tensor loss = m.empty({1}, Dtype::fp32, "accumulated_loss");
    if (node) {
        node->saved[0].keep(m, grad_inputs);
        if (grad_head.defined()) node->saved[1].keep(m, grad_head);
        attach(loss, node);
    }
    return loss;
}

bool has_experts(const DecoderSpec &spec)
{
    return std::ranges::any_of(spec.kinds, [](const LayerSpec &layer) { return layer.mlp.kind == MlpKind::moe; });
}

Tensor fused_loss(Machine &m, const LossCall &call)
{
    const Count tokens = product(call.plan.micro_batch, call.plan.sequence_length);
    // forward_install.py: classes that add their routers' loss hand packed_seq_lengths on to it, which _use_chunked_ce does not know
    if (has_experts(call.decoder.spec()) && objective_of(call.plan).plain && !older_of(call.plan).takes_pieces_of_16_bytes)
        return unsloth_fused_loss(m, std::move(call.hidden), call.decoder.head().weight(), call.plan.micro_batch,
                                  call.plan.sequence_length, 16);
    if (!older_of(call.plan).takes_pieces_of_16_bytes) // the present path: cross_entropy_loss.py, _use_chunked_ce
        return unsloth_chunked_loss(m, std::move(call.hidden), call.decoder.head().weight(), tokens,
                                    tokens - call.plan.micro_batch);
    return unsloth_fused_loss(m, std::move(call.hidden), call.decoder.head().weight(), call.plan.micro_batch,
                              call.plan.sequence_length);
}

/// models/_utils.py: full fine-tuning in 16 bit leaves norms in float32.
void raise_trained_norms(step::Machine &m, step::Decoder &decoder, const Plan &plan, Dtype)
{
    if (plan.method == Method::full && decoder.sequence() == nullptr) decoder.raise_norms(m);
}

/// temporary_patches/moe_utils.py, patch_param_wrapper_for_moe
void adapt_experts(step::Machine &, step::Decoder &decoder, const Plan &plan)
{
    if (plan.method != Method::full && decoder.sequence() == nullptr) decoder.adapt_experts_beside();
}

constexpr LoadingLibrary loads_by{.name = "unsloth", .packs_fused_experts = true};

/// The model that trains is made of the engine's own tensors.
constexpr ColocatedEngine unsloth_engine{
    .source = "unsloth_zoo 2026.10 vllm_utils.py, load_vllm",
    .keeps_base = true,
    .shares_weights = true,
    .processes_logits = true,
    .share_of_sleeper = share_of_standby,
    .sized = size_of_engine,
    .patched_by = "unsloth_zoo",
};

constexpr Spread unsloth_allocated{0.97, 1.05, "42 measured peaks of Unsloth 2026.10: 0.99 to 1.01 of the estimate"};
constexpr Spread unsloth_reserved{0.95, 1.05, "and what they reserved: 0.96 to 1.04 of the estimate"};
constexpr Spreads unsloth_spread{{unsloth_allocated, unsloth_allocated}, Spreads::Measured{unsloth_reserved, unsloth_reserved}};

constexpr Spread experts_allocated{0.94, 1.06,
                                   "14 peaks of Unsloth 2026.10 on models with experts: 0.96 to 1.03 of the estimate"};
constexpr Spread experts_reserved{0.90, 1.09, "and what they reserved: 0.90 to 1.08 of the estimate"};
constexpr Spreads spread_of_experts{{experts_allocated, experts_allocated},
                                    Spreads::Measured{experts_reserved, experts_reserved}};

/// Runs of the present release with its own loss, of which peaks were measured.
bool is_measured(const Plan &plan)
{
    const bool present = !older_of(plan).takes_pieces_of_16_bytes;
    return present && plan.loss.kind == LossKind::fused && objective_of(plan).plain && !plan.padded;
}

} // namespace

constinit const Runner stacks::unsloth{
    .name = "unsloth",
    .base = &stacks::trl,
    .defaults = unsloth_defaults,
    .own_keys = true,
    .library = &libraries::unsloth,
    .libraries = unsloth_libraries,
    // its offloaded checkpoints are an autograd.Function (unsloth_zoo gradient_checkpointing.py)
    .loop = {.recomputes_in_function = true,
             .input_gradients = InputGradients::of_embedding_ever,
             .empties_cache_first = true,
             .fills_generations = true},
    .losses = {.fused = fused_loss},
    .models = {.loader = &loads_by,
               .loads_named_class = [](const Plan &) { return true; }, // models/vision.py
               .build = step::unsloth_model,
               // in 4 bit, unsloth_zoo temporary_patches/moe_bnb_transformers.py
               .packs_experts = [](const Plan &plan) { return plan.weights.quant != "int8"; },
               .unpacks_what_is_clamped = true,
               .targets = unsloth::expert_targets,
               .adapts_experts = unsloth::runs_experts,
               .after_loading = raise_trained_norms,
               .after_adapters = adapt_experts},
    .stand_in = {{QT_TRANSLATE_NOOP("core", "%1: its defaults, checkpoints and loss on %2' layers; what it compiles in full "
                                            "fine-tuning is not simulated."),
                  "stack unsloth", "transformers"},
                 [](const Plan &plan) { return plan.task == Task::train && plan.method == Method::full && !is_measured(plan); }},
    .spread_in = [](const Plan &plan) { return is_measured(plan) ? &unsloth_spread : &spread_unmeasured; },
    .spread_of = [](const Plan &plan, const Architecture &model) -> const Spreads * {
        if (!model.decoder || !has_experts(*model.decoder)) return nullptr;
        return is_measured(plan) && step::unsloth_model(model, plan) ? &spread_of_experts : &spread_unmeasured;
    },
    // unsloth_zoo vision_utils.py, UnslothVisionDataCollator(resize="min", resize_dimension=0), process_vision_info and
    // _cast_pixel_values_dtype_inplace
    .pictures = {.to_tower = true, .fits_videos = true, .casts_pixels = true},
    .beside = &unsloth_engine,
};

} // namespace plimsoll
