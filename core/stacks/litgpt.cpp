// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/extension.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"
#include "core/runner/common_rows.h"
#include "core/stacks/litgpt_model.h"
#include "core/stacks/loss.h"
#include "core/stacks/stacks.h"

#include <algorithm>

namespace plimsoll {

namespace {

// finetune lora and finetune full (LitGPT 0.5.13 @26857050); with --quantize its precision must be bf16-true.
constexpr Default litgpt_defaults[] = {
    {"weights.dtype", "bf16", "--precision", "LitGPT 0.5.13 finetune/lora.py", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1: quantised models refuse mixed precision"))},
    {"autocast", "none", "--precision", "LitGPT 0.5.13 finetune/lora.py", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1: quantised models refuse mixed precision"))},
    {"adapter.dtype", "bf16", "", "LitGPT 0.5.13 finetune/lora.py: bf16-true", When::quantised},
    {"optimizer.name", "paged_adamw_32bit", "--optimizer",
     "LitGPT 0.5.13 finetune/lora.py, instantiate_bnb_optimizer: PagedAdamW", When::quantised},
    {"weights.dtype", "fp32", "--precision",
     "LitGPT 0.5.13 utils.py, get_default_supported_precision(training=True): bf16-mixed"},
    {"autocast", "bf16", "--precision", "LitGPT 0.5.13 utils.py, get_default_supported_precision(training=True): bf16-mixed"},
    {"gradient_checkpointing", "false", "", "LitGPT 0.5.13 finetune", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: only its %2 strategy checkpoints"), "FSDP")},
    {"gradient_accumulation", "16", "--train.global_batch_size",
     "LitGPT 0.5.13 finetune, TrainArgs: global_batch_size 16, micro_batch_size 1"},
    {"adapter.rank", "8", "--lora_r", "LitGPT 0.5.13 finetune/lora.py, lora_r"},
    {"adapter.alpha", "16", "--lora_alpha", "LitGPT 0.5.13 finetune/lora.py, lora_alpha"},
    {"adapter.dropout", "0.05", "--lora_dropout", "LitGPT 0.5.13 finetune/lora.py, lora_dropout"},
    {"adapter.targets", "q_proj,v_proj", "--lora_query", "LitGPT 0.5.13 finetune/lora.py, lora_query", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 and %2"), "lora_value")},
    {"optimizer.name", "adamw", "--optimizer", "LitGPT 0.5.13 finetune, optimizer: AdamW"},
    {"keep_outputs", "true", "", "LitGPT 0.5.13 finetune/lora.py", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: %2 and %3 live until the next assignment"), "`logits`", "`loss`")},
    {"max_grad_norm", "0", "--train.max_norm", "LitGPT 0.5.13 args.py, TrainArgs.max_norm"},
    {"evaluation.micro_batch", "0", "", "LitGPT 0.5.13 finetune, validate()", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 takes the training batch without gradients"))},
    {"loss.kind", "chunked", "", "LitGPT 0.5.13 utils.py, chunked_cross_entropy"},
    {"loss.chunk", "128", "", "LitGPT 0.5.13 finetune, model(…, lm_head_chunk_size=128)"},
    {"inference.new_tokens", "50", "--max_new_tokens", "LitGPT 0.5.13 generate/base.py, max_new_tokens"},
    {"weights.quant", "", "--quantize", "LitGPT 0.5.13 finetune/lora.py"},
    {"micro_batch", "", "--train.micro_batch_size", "LitGPT 0.5.13 args.py, TrainArgs"},
    {"sequence_length", "", "--train.max_seq_length", "LitGPT 0.5.13 args.py, TrainArgs"},
};

constexpr Read litgpt_read[] = {
    reads::whole_model_trains, // LitGPT 0.5.13 finetune/full.py
    reads::keeps_outputs,
};
constexpr LibraryUse litgpt_libraries[] = {{"litgpt"}};

using namespace step;

struct ChunkedRows {
    Count batch = 1, length = 1, chunk = 128;
};

/// LitGPT 0.5.13: model(…, lm_head_chunk_size) and chunked_cross_entropy (utils.py). All logits stand, as a list.
Tensor litgpt_chunked_loss(Machine &m, Decoder &decoder, Tensor hidden, const ChunkedRows &rows, std::vector<Tensor> &logits)
{
    const Count width = hidden.shape().last();
    std::vector<Tensor> returned;
    for (Count start = 0; start < rows.length; start += rows.chunk) {
        const Count part = rows.batch * std::min(rows.chunk, rows.length - start);
        returned.push_back(decoder.logits(m, narrow(m, hidden.view({rows.batch * rows.length, width}), {part, width})));
    }
    hidden.reset();
    // Fabric's Precision.convert_output: every floating tensor that the model returns becomes float32
    std::vector<Tensor> wide;
    for (const Tensor &chunk : returned) wide.push_back(to(m, chunk, Dtype::fp32));
    returned.clear();
    logits = std::move(wide);                                            // the last step's list goes
    const Tensor shifted = contiguous(m, logits.back(), rows.batch > 1); // its last token is cut off
    Tensor total;
    for (const Tensor &chunk : logits) {
        Tensor input = &chunk == &logits.back() ? shifted : chunk;
        const Tensor targets = m.empty({chunk.shape().rows()}, Dtype::int64, "reshape");
        Tensor part = cross_entropy(m, std::move(input), targets);
        total = total.defined() ? add(m, std::move(total), std::move(part)) : std::move(part);
    }
    return scale(m, std::move(total));
}

Tensor litgpt_loss_in_chunks(Machine &m, const LossCall &call)
{
    const Plan &plan = call.plan;
    return litgpt_chunked_loss(m, call.decoder, std::move(call.hidden),
                               {plan.micro_batch, plan.sequence_length, plan.loss.chunk.value_or(128)}, call.logits);
}

/// bitsandbytes' StableEmbedding in the place of the embedding, since 0.5 (its pull request 1770): the optimizer keeps the replaced
/// one, and the new one needs a gradient, which nobody ever clears (finetune/lora.py).
bool replaces_embedding(const Plan &plan)
{
    if (older_of(plan).keeps_embedding) return false;
    return plan.trains_adapter() && is_bitsandbytes(plan.weights.quant);
}

/// Of the kinds that LitGPT has a configuration of: grouped attention from separate projections.
bool is_plain_decoder(const Architecture &architecture)
{
    if (!architecture.decoder || architecture.decoder->inside_larger) return false;
    return std::ranges::all_of(architecture.decoder->kinds, [](const LayerSpec &layer) {
        return layer.attention.kind == AttentionKind::grouped && layer.attention.fused.out == 0;
    });
}

/// What LitGPT runs in the place of transformers' model; null where it is the same.
ArchitectureRef built(const Architecture &given, const Plan &plan)
{
    const bool quantised = is_bitsandbytes(plan.weights.quant);
    if (!is_plain_decoder(given)) {
        const bool own_linears = given.decoder && given.decoder->extension && given.decoder->extension->own_linears;
        return quantised && own_linears ? std::make_shared<const Architecture>(with_litgpt_head(given)) : nullptr;
    }
    if (plan.task == Task::train)
        return std::make_shared<const Architecture>(litgpt_model(given, quantised, replaces_embedding(plan)));
    return quantised ? std::make_shared<const Architecture>(with_litgpt_head(given)) : nullptr;
}

std::optional<Error> refused_by_litgpt(const Plan &plan, const Architecture &architecture)
{
    // the BitsandbytesPrecision plugin turns every Linear, lm_head too (Lightning Fabric 2.6 plugins/precision/bitsandbytes.py)
    const bool multiplies_head = plan.loss.kind == LossKind::fused || plan.loss.kind == LossKind::cut;
    if (multiplies_head && plan.weights.quant != "none")
        return Error{
            "loss.kind", std::string(name_of(plan.loss.kind)),
            phrase(QT_TRANSLATE_NOOP("core", "full or chunked: %1 packs the head's matrix too, which this loss multiplies with"),
                   {"LitGPT"})};
    const DecoderExtension *more = architecture.decoder->extension.get();
    if (!more || !more->sequence) return std::nullopt;
    return Error{"stack", "litgpt", phrase(QT_TRANSLATE_NOOP("core", "another stack")),
                 phrase(QT_TRANSLATE_NOOP("core", "%1 has decoders only (%2)"), {"LitGPT", "0.5.13, litgpt/config.py"})};
}

// These runs are years old; a bitsandbytes that kept what went into each packed product would explain two of them.
constexpr Spreads spread{
    {{0.97, 1.16, "13 published peaks of LitGPT with dense weights: 1.00 to 1.02 of the estimate, one at 1.16"},
     {0.96, 1.32, "12 published peaks of LitGPT with packed weights: 1.04 to 1.32 of the estimate"}},
    {}};

} // namespace

constinit const Runner stacks::litgpt{
    .name = "litgpt",
    .base = &training_step,
    .defaults = litgpt_defaults,
    .own_keys = true,
    .library = &libraries::litgpt,
    .reads = litgpt_read,
    .libraries = litgpt_libraries,
    .loop = {.trainer = false,
             .outputs = Outputs::assigned,
             .chooses_outputs = true,
             .lists_logits = true,
             .input_gradients = InputGradients::of_none,
             .shards = ParallelEngine::fsdp1}, // lightning's FSDPStrategy
    .losses = {.chunked = litgpt_loss_in_chunks},
    .models = {.own = true,
               .build = built,
               .replaces_embedding = replaces_embedding,
               // lightning 2.6 fabric/plugins/precision/bitsandbytes.py, _Linear4bit.quantize: weight.to(torch.half) before
               // quantize_4bit
               .packs_from = Dtype::fp16,
               .scores_prompt = true}, // litgpt/model.py GPT.forward
    .refuses = refused_by_litgpt,
    .stand_in = {{QT_TRANSLATE_NOOP("core",
                                    "%1: its defaults, loop and loss, and its attention and adapters for models that turn heads "
                                    "by halves; the rest of its model code is taken as %2' modules."),
                  "stack litgpt", "transformers"}},
    .spread = &spread,
};

} // namespace plimsoll
