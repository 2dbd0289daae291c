// SPDX-License-Identifier: GPL-3.0-or-later
// What accelerate 1.15 (parallelism_config.py, accelerator.py, big_modeling.py, utils/dataclasses.py), transformers 5.23 (trainer.py) and
// DeepSpeed 0.19.8 (runtime/sequence_parallel/ulysses_sp.py) say of a sequence that ranks divide.
#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/parallel/refusals.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"

#include <algorithm>
#include <set>

namespace plimsoll {

namespace {

using enum ParallelEngine;

constexpr std::string_view accelerate = "accelerate 1.15", deepspeed_says = "DeepSpeed 0.19.8";

std::string refused_context_count(Count number) { return std::to_string(number); }

/// A layer's entry in its configuration's layer_types, where it is not full attention; else empty.
std::string_view type_of(const LayerSpec &layer)
{
    if (layer.attention.sliding_window) return "sliding_attention";
    switch (layer.extension ? layer.extension->mixer.kind : MixerKind::none) {
    case MixerKind::delta_net:
    case MixerKind::lightning:
    case MixerKind::kimi_delta: return "linear_attention";
    case MixerKind::short_conv: return "conv";
    default: return {};
    }
}

/// sorted(…) of those among them that `refuses`, as Python prints a list; empty: none.
std::string types_of(const DecoderSpec &decoder, bool (*refuses)(std::string_view type))
{
    std::set<std::string_view> types;
    for (const LayerSpec &layer : decoder.kinds)
        if (const std::string_view type = type_of(layer); !type.empty() && refuses(type)) types.insert(type);
    std::string out;
    for (const std::string_view type : types) out.append(out.empty() ? "'" : ", '").append(type).append("'");
    return out;
}

std::optional<Error> engine_of_ring(const ContextQuestion &of)
{
    const Parallel &p = of.plan.parallel;
    const auto refuse = [&of](std::string accepted, std::string text) {
        return Error{"parallel.engine", std::string(name_of(of.engine)), std::move(accepted), std::move(text)};
    };
    if (of.engine == fsdp1)
        return refuse("fsdp2", in_words(accelerate, "Using `cp_size>1` requires FSDP2, but the provided `fsdp_plugin` is using "
                                                    "FSDP1."));
    if (of.engine != fsdp2)
        return refuse(of.engine == deepspeed
                          ? phrase(QT_TRANSLATE_NOOP("core", "%1, or %2"), {"fsdp2", "parallel.context_backend ulysses"})
                          : std::string("fsdp2"),
                      in_words(accelerate, "`cp_size > 1` specified in the `parallelism_config`, but no `fsdp_plugin` was "
                                           "provided. We need a `fsdp_plugin` to use context parallelism with "
                                           "`cp_backend=torch`"));
    if (p.replicate > 1 && p.data == p.replicate)
        return Error{"parallel.replicate", refused_context_count(p.replicate), "1",
                     in_words(accelerate, "Tensor/Context parallelism (tp/cp_size > 1) cannot be used with pure data "
                                          "parallelism (dp_replicate_size > 1 and dp_shard_size == 1).")};
    return std::nullopt;
}

std::optional<Error> refused_ring(const ContextQuestion &of)
{
    if (auto error = engine_of_ring(of)) return error;
    if (of.plan.attention != AttentionBackend::sdpa)
        return Error{"attention", std::string(name_of(of.plan.attention)), "sdpa",
                     in_words("transformers 5.23", "Context parallelism is supported only with SDPA attention, you are using %1.",
                              {name_of(of.plan.attention)})};
    const std::string types = of.trainer && of.architecture.decoder
                                  ? types_of(*of.architecture.decoder, [](std::string_view) { return true; })
                                  : std::string();
    if (!types.empty())
        return Error{"parallel.context", refused_context_count(of.plan.parallel.context), "1",
                     in_words(accelerate,
                              "Context parallelism does not support attention layers of type [%1] (model %2). Context "
                              "parallelism can only express full causal attention",
                              {types, of.architecture.class_name})};
    return std::nullopt;
}

/// Heads of one shape, which divide among the ranks.
std::optional<Error> refused_heads(const ContextQuestion &of)
{
    const Count ranks = of.plan.parallel.context;
    const auto refuse = [ranks](std::string accepted, std::string text) {
        return Error{"parallel.context", refused_context_count(ranks), std::move(accepted), std::move(text)};
    };
    const std::vector<LayerSpec> &kinds = of.architecture.decoder->kinds;
    const auto first = std::ranges::find_if(kinds, [](const LayerSpec &layer) { return layer.attention.heads > 0; });
    if (first == kinds.end()) return std::nullopt;
    const AttentionSpec &one = first->attention;
    if (one.heads % ranks != 0)
        return refuse(phrase(QT_TRANSLATE_NOOP("core", "a divisor of %1 heads"), {refused_context_count(one.heads)}),
                      in_words(deepspeed_says, "Attention head count %1 is not divisible by SP size %2",
                               {refused_context_count(one.heads), refused_context_count(ranks)}));
    if (one.kv_heads % ranks != 0 && ranks % one.kv_heads != 0)
        return refuse(phrase(QT_TRANSLATE_NOOP("core", "a divisor or a multiple of %1 heads of keys and values"),
                             {refused_context_count(one.kv_heads)}),
                      in_words(deepspeed_says, "KV attention head count %1 is not divisible by SP size %2 or vice versa",
                               {refused_context_count(one.kv_heads), refused_context_count(ranks)}));
    for (const LayerSpec &layer : kinds) {
        const AttentionSpec &a = layer.attention;
        if (a.heads == 0) continue;
        const bool alike = a.heads == one.heads && a.kv_heads == one.kv_heads && a.head_dim == one.head_dim;
        if (a.kind == AttentionKind::grouped && alike && a.head_dim == a.v_head_dim) continue;
        return refuse("1", in_words(deepspeed_says, "query input tensor does not match the required shape"));
    }
    return std::nullopt;
}

std::optional<Error> attention_of_ulysses(const ContextQuestion &of)
{
    if (of.plan.attention != AttentionBackend::eager) return std::nullopt;
    const std::string text =
        of.trainer ? in_words(accelerate, "Invalid sp_attn_implementation: eager. 'eager' and 'flex_attention' are not supported "
                                          "with sequence parallelism.")
                   : in_words(deepspeed_says, "eager attn_implementation isn't currently supported by Ulysses sequence "
                                              "parallelism because it requires a 4D attention_mask (O(n²) memory).");
    return Error{"attention", "eager", "sdpa | flash2 | flash3", text};
}

std::optional<Error> refused_ulysses(const ContextQuestion &of)
{
    const Parallel &p = of.plan.parallel;
    if (of.engine != deepspeed)
        return Error{"parallel.context_backend", "ulysses",
                     phrase(QT_TRANSLATE_NOOP("core", "ring, or %1"), {"parallel.engine deepspeed"}),
                     phrase(QT_TRANSLATE_NOOP("core", "heads are exchanged by %1 alone (%2)"),
                            {"DeepSpeed", "accelerate 1.15, accelerator.py, _prepare_deepspeed"})};
    if (of.trainer && older_of(of.plan).exchanges_no_heads)
        return Error{"parallel.context_backend", "ulysses", phrase(QT_TRANSLATE_NOOP("core", "ring, or %1"), {"transformers 5"}),
                     phrase(QT_TRANSLATE_NOOP("core", "the Trainer of transformers before 5 does not divide sequences so"))};
    if (auto error = attention_of_ulysses(of)) return error;
    if (!of.architecture.decoder) return std::nullopt;
    const std::string types =
        of.trainer ? types_of(*of.architecture.decoder, [](std::string_view type) { return type == "linear_attention"; })
                   : std::string();
    if (!types.empty())
        return Error{"parallel.context", refused_context_count(p.context), "1",
                     in_words(accelerate, "Sequence parallelism does not support attention layers of type [%1] (model %2).",
                              {types, of.architecture.class_name})};
    if (auto error = refused_heads(of)) return error;
    if (of.plan.sequence_length % p.context != 0)
        return Error{"sequence_length", refused_context_count(of.plan.sequence_length),
                     phrase(QT_TRANSLATE_NOOP("core", "a multiple of %1"), {refused_context_count(p.context)}),
                     in_words(deepspeed_says, "batch's seqlen=%1 isn't divisible by sp-size=%2",
                              {refused_context_count(of.plan.sequence_length), refused_context_count(p.context)})};
    return std::nullopt;
}

} // namespace

std::optional<Error> refused_context(const ContextQuestion &of)
{
    const Parallel &p = of.plan.parallel;
    if (p.context == 1) return std::nullopt;
    if (p.context_backend == ContextBackend::ulysses) return refused_ulysses(of);
    return of.engine == megatron ? std::nullopt : refused_ring(of);
}

} // namespace plimsoll
