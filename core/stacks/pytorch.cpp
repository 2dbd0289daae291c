// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runner/common_rows.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

// A plain loop, nothing set; the model still comes from transformers.
constexpr Default pytorch_defaults[] = {
    {"weights.dtype", "checkpoint", "", "transformers 5, from_pretrained: dtype \"auto\""},
    {"weights.double_quant", "false", "", "transformers 5.23, BitsAndBytesConfig.bnb_4bit_use_double_quant"},
    {"autocast", "none", "", "", When::always, says(QT_TRANSLATE_NOOP("core", "a plain loop enters no autocast"))},
    {"kbit_prepare", "false", "", "", When::always, says(QT_TRANSLATE_NOOP("core", "a plain loop calls nothing"))},
    {"gradient_checkpointing", "false", "", "", When::always, says(QT_TRANSLATE_NOOP("core", "a plain loop enables nothing"))},
    {"adapter.rank", "8", "", "PEFT 0.21, LoraConfig.r"},
    {"adapter.alpha", "8", "", "PEFT 0.21, LoraConfig.lora_alpha"},
    {"adapter.dropout", "0", "", "PEFT 0.21, LoraConfig.lora_dropout"},
    {"adapter.targets", "default", "", "PEFT 0.21, LoraConfig.target_modules", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: the model type's own"))},
    {"adapter.dtype", "fp32", "", "PEFT 0.21, get_peft_model(autocast_adapter_dtype=True)"},
    {"optimizer.name", "adamw", "", "", When::always,
     says(QT_TRANSLATE_NOOP("core", "the usual choice; a plain loop names its optimizer itself"))},
    {"optimizer.implementation", "foreach", "", "torch 2.15", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1, optimizers default to %2 on %3"), "foreach", "CUDA")},
    {"attention", "sdpa", "", "transformers 5.23, PreTrainedModel.get_correct_attn_implementation"},
    {"max_grad_norm", "0", "", "", When::always, says(QT_TRANSLATE_NOOP("core", "a plain loop clips nothing"))},
    {"keep_outputs", "true", "", "", When::always,
     says(QT_TRANSLATE_NOOP("core", "a plain loop's %2 live until the next assignment"), "`outputs`")},
    {"evaluation.micro_batch", "0", "", "", When::always, says(QT_TRANSLATE_NOOP("core", "a plain loop evaluates nothing"))},
    {"loss.kind", "full", "", "transformers 5.23, ForCausalLMLoss"},
};

constexpr Read pytorch_read[] = {reads::keeps_outputs};

} // namespace

constinit const Runner stacks::pytorch{
    .name = "pytorch",
    .base = &training_step,
    .defaults = pytorch_defaults,
    .reads = pytorch_read,
    .loop = {.trainer = false,
             .outputs = Outputs::assigned_in_block,
             .chooses_outputs = true,
             .may_step_in_backward = true,
             .reduces_after_backward = true,
             .one_form_of_sgd = false},
    .spread = &spread_of_loops,
};

} // namespace plimsoll
