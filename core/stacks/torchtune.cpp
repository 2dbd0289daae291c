// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/releases.h"
#include "core/runner/common_rows.h"
#include "core/stacks/loss.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

// Its recipes for one device, recipes/configs/llama3_1/8B_*_single_device.yaml (torchtune 0.7.0 @bd2a0fc7); before 0.3 llama2/7B_*
// and llama3/8B_*.
constexpr Default torchtune_defaults[] = {
    {"loss.kind",
     "full",
     "loss._component_",
     "torchtune before 0.3 recipes: torch.nn.CrossEntropyLoss",
     When::always,
     {},
     {"torchtune", 0, 3}},
    {"gradient_accumulation",
     "64",
     "gradient_accumulation_steps",
     "torchtune before 0.3 recipes: gradient_accumulation_steps",
     When::adapter,
     {},
     {"torchtune", 0, 3}},
    {"adapter.targets",
     "q_proj,v_proj",
     "model.lora_attn_modules",
     "torchtune before 0.3 recipes: lora_attn_modules",
     When::always,
     {},
     {"torchtune", 0, 3}},
    {"optimizer.implementation",
     "foreach",
     "optimizer.fused",
     "torchtune before 0.4 recipes: torch.optim.AdamW",
     When::always,
     {},
     {"torchtune", 0, 4}},
    {"weights.dtype", "bf16", "dtype", "torchtune 0.7 recipes: dtype bf16"},
    {"weights.double_quant", "true", "", "torchtune 0.7 modules/low_precision/nf4_linear.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 with quantised scales"), "NF4")},
    {"autocast", "none", "", "torchtune 0.7", When::always, says(QT_TRANSLATE_NOOP("core", "%1 recipes compute in their dtype"))},
    {"gradient_checkpointing", "true", "enable_activation_checkpointing",
     "torchtune 0.7 recipes: enable_activation_checkpointing"},
    {"gradient_accumulation", "8", "gradient_accumulation_steps", "torchtune 0.7 recipes: gradient_accumulation_steps",
     When::adapter},
    {"adapter.rank", "8", "model.lora_rank", "torchtune 0.7 recipes: lora_rank"},
    {"adapter.alpha", "16", "model.lora_alpha", "torchtune 0.7 recipes: lora_alpha"},
    {"adapter.dropout", "0", "model.lora_dropout", "torchtune 0.7 recipes: lora_dropout"},
    {"adapter.targets", "q_proj,v_proj,o_proj,gate_proj,up_proj,down_proj", "model.lora_attn_modules", "torchtune 0.7 recipes",
     When::always, says(QT_TRANSLATE_NOOP("core", "%1: %2 and %3"), "lora_attn_modules", "apply_lora_to_mlp")},
    {"adapter.dtype", "bf16", "", "torchtune 0.7 recipes: dtype bf16"},
    {"optimizer.name", "paged_adamw_8bit", "optimizer._component_", "torchtune 0.7 recipes: bitsandbytes.optim.PagedAdamW8bit",
     When::full},
    {"optimizer.in_backward", "true", "optimizer_in_bwd", "torchtune 0.7 recipes: optimizer_in_bwd", When::full_in_one_pass},
    {"optimizer.name", "adamw", "optimizer._component_", "torchtune 0.7 recipes: torch.optim.AdamW"},
    {"optimizer.implementation", "fused", "optimizer.fused", "torchtune 0.7 recipes: fused AdamW"},
    {"max_grad_norm", "0", "clip_grad_norm", "torchtune 0.7 recipes", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 is %3"), "clip_grad_norm", "null")},
    {"evaluation.micro_batch", "0", "", "torchtune 0.7", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 recipes evaluate nothing"))},
    {"loss.kind", "chunked", "loss._component_", "torchtune 0.7 recipes: LinearCrossEntropyLoss"},
    {"micro_batch", "", "batch_size", "torchtune 0.7 recipes"},
    {"sequence_length", "", "tokenizer.max_seq_len", "torchtune 0.7 recipes"},
    {"padded", "", "dataset.packed", "torchtune 0.7 recipes"},
    {"compile", "", "compile", "torchtune 0.7 recipes"},
    {"adapter.dora", "", "model.use_dora", "torchtune 0.7 recipes"},
    {"weights.quant", "", "model.quantize_base", "torchtune 0.7 recipes"},
};

constexpr Read torchtune_read[] = {
    reads::whole_model_trains, // torchtune 0.7 recipes/full_finetune_single_device.py
    {"keep_outputs", Effect::none, {QT_TRANSLATE_NOOP("core", "the loop of %1's recipes is fixed"), "torchtune"}},
    {"video.per_row", Effect::refused, {QT_TRANSLATE_NOOP("core", "data sets of %1 hold text and pictures"), "torchtune"}, "0"},
    // refused together with optimizer.in_backward: the norm is no idle field, and its default is none
    {"max_grad_norm", Effect::depends, reads::norms_take_less},
};
constexpr LibraryUse torchtune_libraries[] = {{"torchtune"}};

using namespace step;

/// Tensor.index_select(0, …) of all rows; backward adds into zeros.
Tensor select_rows(Machine &m, Tensor x)
{
    Ref<Node> node;
    const Tensor indices = m.empty({x.shape().rows()}, Dtype::int64, "where");
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        node = make_node(m, {&x}, [shape](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(shape, in[0].dtype(), "index_select_backward");
        });
        node->saved[0].keep(m, indices);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "index_select");
    if (node) attach(out, node);
    return out;
}

/// torchtune 0.7 modules/loss/cross_entropy_loss.py, LinearCrossEntropyLoss: eight pieces, each with its own logits; the
/// float32 log-probabilities of all stay for backward.
Tensor torchtune_chunked_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length)
{
    constexpr Count chunks = 8; // num_output_chunks
    const Count tokens = batch * length, width = hidden.shape().last();
    const Tensor outputs = hidden; // the recipe's name, until the loss is there
    Tensor flat = select_rows(m, hidden.view({tokens, width}));
    hidden.reset();
    const Tensor targets = m.empty({tokens}, Dtype::int64, "index_select");
    Tensor total = m.empty({1}, Dtype::fp32, "total_loss");
    total.node = {};
    for (Count i = 0; i < chunks; ++i) {
        const Count rows = tokens / chunks + (i < tokens % chunks ? 1 : 0); // tensor_split
        if (rows == 0) continue;
        const Tensor logits = decoder.logits(m, narrow(m, flat, {rows, width})); // a name of compute_cross_entropy
        Tensor part = cross_entropy(m, to(m, logits, Dtype::fp32), targets.view({rows}));
        total = add(m, std::move(total), std::move(part));
    }
    return scale(m, std::move(total));
}

/// torchtune 0.3 to 0.6 modules/loss/ce_chunked_output_loss.py, CEWithChunkedOutputLoss: the model returns its logits in eight
/// pieces, which stand until the loss is there.
Tensor torchtune_chunked_outputs_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length)
{
    constexpr Count chunks = 8; // num_output_chunks
    const Count tokens = batch * length, width = hidden.shape().last(), most = batch * ((length + chunks - 1) / chunks);
    std::vector<Tensor> outputs; // what the model returns, a name of the recipe's _loss_step until the loss is there
    for (Count start = 0; start < tokens; start += most)
        outputs.push_back(decoder.logits(m, narrow(m, hidden.view({tokens, width}), {std::min(most, tokens - start), width})));
    hidden.reset();
    const Tensor targets = m.empty({batch, length}, Dtype::int64, "hstack");
    Tensor total = m.empty({1}, Dtype::fp32, "total_loss");
    for (const Tensor &logits : outputs) {
        const Tensor labels = targets.view({logits.shape().rows()});
        Tensor part = cross_entropy(m, to(m, logits, Dtype::fp32), labels);
        total = add(m, std::move(total), std::move(part));
    }
    return scale(m, std::move(total));
}

Tensor torchtune_loss_in_chunks(Machine &m, const LossCall &call)
{
    const Plan &plan = call.plan;
    const Count batch = plan.micro_batch, length = plan.sequence_length;
    if (plan.loss.chunk) return chunked_loss(m, call.decoder, std::move(call.hidden), batch, length, *plan.loss.chunk);
    return older_of(plan).chunks_outputs ? torchtune_chunked_outputs_loss(m, call.decoder, std::move(call.hidden), batch, length)
                                         : torchtune_chunked_loss(m, call.decoder, std::move(call.hidden), batch, length);
}

} // namespace

constinit const Runner stacks::torchtune{
    .name = "torchtune",
    .base = &training_step,
    .defaults = torchtune_defaults,
    .own_keys = true,
    .library = &libraries::torchtune,
    .reads = torchtune_read,
    .libraries = torchtune_libraries,
    .loop = {.trainer = false,
             .outputs = Outputs::assigned,
             .input_gradients = InputGradients::of_none,
             .may_step_in_backward = true,
             .steps_in_backward_alone = true}, // recipes/full_finetune_single_device.py
    .losses = {.chunked = torchtune_loss_in_chunks,
               .upcasts_logits = [](const Plan &plan) { return older_of(plan).upcasts_outputs; }}, // self.output(h).float()
    .models = {.own = true},
    .stand_in = {{QT_TRANSLATE_NOOP("core", "%1: its defaults, loop and loss; its own model code is taken as %2' modules."),
                  "stack torchtune", "transformers"}},
};

} // namespace plimsoll
