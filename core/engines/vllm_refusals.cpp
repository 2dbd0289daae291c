// SPDX-License-Identifier: GPL-3.0-or-later
// What vLLM refuses before it loads a model.
#include "core/engines/residents/prediction_classes.h"
#include "core/engines/vllm_run.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll::vllm {

namespace {

/// registry.py of 0.33, _PREVIOUSLY_SUPPORTED_MODELS: classes that the planner knows, and the last release that had them.
struct Removed {
    std::string_view class_name;
    std::array<int, 3> until;
};

constexpr Removed removed[] = {
    {"Phi3SmallForCausalLM", {0, 9, 2}},      {"MllamaForConditionalGeneration", {0, 10, 2}},
    {"MllamaForCausalLM", {0, 10, 2}}, // its language model alone
    {"JAISLMHeadModel", {0, 22, 0}},          {"InternLM2VEForCausalLM", {0, 23, 0}},
    {"QWenLMHeadModel", {0, 23, 0}},          {"InternLMForCausalLM", {0, 23, 0}},
    {"XverseForCausalLM", {0, 23, 0}},        {"Dots1ForCausalLM", {0, 23, 0}},
    {"BambaForCausalLM", {0, 23, 0}},         {"MiniMaxForCausalLM", {0, 23, 0}},
    {"MiniMaxText01ForCausalLM", {0, 23, 0}}, {"MiniMaxM1ForCausalLM", {0, 23, 0}},
    {"BaiChuanForCausalLM", {0, 23, 0}},      {"BaichuanForCausalLM", {0, 23, 0}},
    {"PersimmonForCausalLM", {0, 25, 0}},     {"Plamo2ForCausalLM", {0, 26, 0}},
    {"ArcticForCausalLM", {0, 28, 0}},        {"MPTForCausalLM", {0, 28, 0}},
    {"MptForCausalLM", {0, 28, 0}},           {"RWForCausalLM", {0, 28, 0}},
    {"StableLMEpochForCausalLM", {0, 28, 0}},
};

/// Neither in the registry nor a class whose attention transformers lets others replace.
constexpr std::string_view never[] = {"GPTNeoForCausalLM"};

std::optional<Error> no_class(const StartCall &call)
{
    const std::string &name = call.architecture.class_name;
    const auto refusal = [&name](std::string text) { return Error{"model", name, {}, std::move(text)}; };
    if (std::ranges::find(never, name) != std::end(never))
        return refusal("Model architectures ['" + name + "'] are not supported for now.");
    const auto gone = std::ranges::find(removed, std::string_view(name), &Removed::class_name);
    if (gone == std::end(removed)) return std::nullopt;
    const auto [major, minor, patch] = gone->until;
    const auto asked = release_named(call.plan, "vllm");
    if (asked && *asked <= gone->until) return std::nullopt;
    return refusal("Model architecture " + name + " was supported in vLLM until v" + std::to_string(major) + "." +
                   std::to_string(minor) + "." + std::to_string(patch) +
                   ", and is not supported anymore. Please use an older version of vLLM if you want to use this model "
                   "architecture.");
}

std::string_view cache_name(KvDtype kind)
{
    switch (kind) {
    case KvDtype::int8: return "int8_per_token_head";
    case KvDtype::int4: return "int4_per_token_head";
    case KvDtype::fp16: return "float16";
    case KvDtype::bf16: return "bfloat16";
    default: return name_of(kind);
    }
}

/// Caches that no back-end has for a head (platforms/cuda.py, get_attn_backend_cls): Triton's packs a scale beside every head of
/// plain attention, FlashInfer's 4 bits are for heads of 128 and 256, TurboQuant's kernels for up to 128 without windows and sinks.
std::optional<Error> no_backend(const Run &run)
{
    const bool plain = run.cache_width != 1 || run.cache == KvDtype::fp8;
    if (plain) return std::nullopt;
    if (run.cache == KvDtype::fp8_per_token_head && run.capability() < 89)
        return Error{"inference.kv_dtype", "fp8_per_token_head", "auto | int8 | int4",
                     "FP8 KV cache is not supported by the Triton attention backend on " + run.card.name +
                         " (compute capability " + std::to_string(run.card.capability_major) + "." +
                         std::to_string(run.card.capability_minor) +
                         "); native FP8 (fp8e4nv) requires SM89+. Re-run with --kv-cache-dtype bfloat16."};
    const bool turbo = name_of(run.cache).starts_with("turboquant"), four = run.cache == KvDtype::nvfp4;
    for (const LayerSpec &kind : run.spec.kinds) {
        const AttentionSpec &a = kind.attention;
        if (a.kind == AttentionKind::latent && four)
            return Error{
                "inference.kv_dtype", "nvfp4", "auto | fp8",
                "nvfp4 KV cache is not supported with MLA (Multi-head Latent Attention) backends. Please use a different "
                "KV cache dtype."};
        const Count size = a.kind == AttentionKind::latent ? a.latent.kv_lora_rank + a.latent.qk_rope_head_dim : a.head_dim;
        const bool none = a.kind == AttentionKind::latent || (four && size != 128 && size != 256) ||
                          (turbo && (size > 128 || a.sinks || a.sliding_window));
        if (a.kind == AttentionKind::none || !none) continue;
        return Error{"inference.kv_dtype", std::string(name_of(run.cache)), "auto | fp8",
                     "No valid attention backend found for cuda with AttentionSelectorConfig(head_size=" + std::to_string(size) +
                         ", dtype=torch." + (run.dtype == Dtype::fp16 ? "float16" : "bfloat16") +
                         ", kv_cache_dtype=" + std::string(cache_name(run.cache)) + ", ...)"};
    }
    return std::nullopt;
}

/// _get_and_verify_max_len, of a length that somebody asked for.
std::optional<Error> too_long(const Run &run, const StartCall &call)
{
    if (!call.plan.has("inference.context") || call.settings.fit == false) return std::nullopt;
    const lengths::Length allowed = allowed_length(call.architecture);
    const Count own = lengths::at(call.architecture, "model_max_length");
    if (allowed.key.empty() || run.context <= allowed.tokens || run.context <= own) return std::nullopt;
    const std::string most = std::to_string(allowed.tokens) + (allowed.scaled_by == 1 ? "" : ".0");
    return Error{"inference.context", std::to_string(run.context), "1 to " + std::to_string(allowed.tokens),
                 "User-specified max_model_len (" + std::to_string(run.context) +
                     ") is greater than the derived max_model_len (" +
                     (allowed.scaled_by == 1 ? allowed.key : "max_position_embeddings") + "=" + most +
                     " or model_max_length=" + (own > 0 ? std::to_string(own) : "None") +
                     " in model's config.json). To allow overriding this maximum, set the env var "
                     "VLLM_ALLOW_LONG_MAX_MODEL_LEN=1."};
}

/// config/lora.py, MaxLoRARanks.
std::optional<Error> no_such_places(const Run &run)
{
    constexpr std::array<Count, 9> ranks{1, 8, 16, 32, 64, 128, 256, 320, 512};
    if (run.lora.max_loras <= 0 || std::ranges::find(ranks, run.lora.max_rank) != ranks.end()) return std::nullopt;
    return Error{"inference.lora.max_rank", std::to_string(run.lora.max_rank), "1 | 8 | 16 | 32 | 64 | 128 | 256 | 320 | 512",
                 "Input should be 1, 8, 16, 32, 64, 128, 256, 320 or 512"};
}

/// Accepted at the start, until the first kernel that reads a place asserts (lora/ops/triton_ops).
std::optional<Error> other_places(const Run &run)
{
    const bool half = run.lora.dtype == "fp16";
    if (run.lora.max_loras <= 0 || run.lora.dtype == "auto" || run.dtype == (half ? Dtype::fp16 : Dtype::bf16))
        return std::nullopt;
    return Error{
        "inference.lora.dtype", run.lora.dtype, half ? "auto | bf16" : "auto | fp16",
        phrase(QT_TRANSLATE_NOOP("core", "vLLM stops with an assertion in its profile pass: its kernels read adapters in "
                                         "the type of the model alone"))};
}

/// config/speculative.py, hf_config_override and __post_init__: which models draft with layers of their own. Those of a configuration
/// that names none are found missing when they are loaded.
std::optional<Error> no_prediction_layers(const StartCall &call)
{
    if (call.settings.speculative.method != SpeculativeMethod::mtp) return std::nullopt;
    const std::optional<Count> layers = ranks::prediction_layers(call.architecture);
    if (layers && *layers > 0) return std::nullopt;
    return Error{
        "inference.speculative.method", "mtp", "none | ngram | draft_model | eagle | eagle3",
        !layers ? std::string("Unsupported speculative method: 'mtp'")
                : phrase(QT_TRANSLATE_NOOP("core", "the configuration of this model (%1) names no layers that predict tokens"),
                         {call.architecture.model_type})};
}

/// config/speculative.py: models that draft need a number of tokens and the target's words.
std::optional<Error> no_such_drafter(const StartCall &call)
{
    const Speculative &asked = call.settings.speculative;
    const bool by_model = asked.method == SpeculativeMethod::draft_model || asked.method == SpeculativeMethod::eagle ||
                          asked.method == SpeculativeMethod::eagle3;
    if ((by_model || asked.method == SpeculativeMethod::ngram || asked.method == SpeculativeMethod::ngram_gpu) && !asked.tokens)
        return Error{"inference.speculative.tokens", "null", "1 to 1024",
                     "num_speculative_tokens must be provided with speculative model unless the draft model config contains an "
                     "n_predict parameter."};
    const Architecture *const model = call.architecture.assistant.get();
    if (asked.method != SpeculativeMethod::draft_model || !model || !model->decoder) return std::nullopt;
    const Count own = call.architecture.decoder->vocab, other = model->decoder->vocab;
    if (own == other) return std::nullopt;
    return Error{"inference.speculative.model",
                 model->name,
                 {},
                 "Target and draft model should have the same vocabulary size. Target model vocab_size=" + std::to_string(own) +
                     ". Draft model vocab_size=" + std::to_string(other) +
                     ". Using models with different tokenizers can cause out-of-bounds errors during speculative decoding."};
}

} // namespace

std::optional<Error> refused_unloaded(const Run &run, const StartCall &call)
{
    if (std::optional<Error> refusal = no_class(call)) return refusal;
    if (std::optional<Error> refusal = too_long(run, call)) return refusal;
    if (std::optional<Error> refusal = no_such_places(run)) return refusal;
    if (std::optional<Error> refusal = other_places(run)) return refusal;
    if (std::optional<Error> refusal = no_prediction_layers(call)) return refusal;
    if (std::optional<Error> refusal = no_such_drafter(call)) return refusal;
    if (std::optional<Error> refusal = no_backend(run)) return refusal;
    if (call.plan.parallel.expert > 1 && run.experts == 1) // _verify_with_expert_parallelism
        return Error{"parallel.expert", std::to_string(call.plan.parallel.expert), "1",
                     "Number of experts in the model must be greater than 0 when expert parallelism is enabled."};
    for (const LayerSpec &kind : run.spec.kinds) {
        const Count heads = kind.attention.heads;
        if (heads == 0 || heads % run.tensor == 0) continue;
        std::string out; // largest numbers of cards that would do
        for (Count n = 1; n < run.tensor; ++n)
            if (heads % n == 0) out += (out.empty() ? "" : " | ") + std::to_string(n);
        return Error{"parallel.tensor", std::to_string(run.tensor), out,
                     "Total number of attention heads (" + std::to_string(heads) +
                         ") must be divisible by tensor parallel size (" + std::to_string(run.tensor) + ")."};
    }
    return std::nullopt;
}

Warning said_of_pooling(const Architecture &model)
{
    const std::string why = model.named_class.empty()
                                ? phrase(QT_TRANSLATE_NOOP("core", "the configuration names no class (%1)"), {"architectures"})
                                : phrase(QT_TRANSLATE_NOOP("core", "%1 is a class without a head"), {model.named_class});
    return {"serves_embeddings",
            phrase(QT_TRANSLATE_NOOP("core", "%1 serves this model for embeddings alone and loads no head: %2"), {"vLLM", why}),
            "model"};
}

} // namespace plimsoll::vllm
