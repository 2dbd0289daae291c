// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/vllm_run.h"

#include "core/engines/vllm_classes.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/model/loading/loaded_weights.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/model/quantization/quantization_rules.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace plimsoll::vllm {

namespace {

/// UsageContext.LLM_CLASS and OPENAI_API_SERVER.
struct BatchDefaults {
    Count tokens, requests;
};

BatchDefaults batch_defaults(const CardFacts &card, std::optional<Bytes> memory, bool offline, const Release &release,
                             Count context)
{
    const Bytes bytes = memory.value_or(80 * gib);
    const bool roomy = bytes >= 70 * gib && card.name.find("A100") == std::string::npos &&
                       !(card.capability_major == 12 && card.capability_minor == 1);
    if (release
            .first_engine) { // _get_and_verify_max_len's model whole, or chunked prefill of long contexts (engine/arg_utils.py)
        const bool chunks = release.chunk_of_long > 0 && context > 32768;
        return {chunks ? release.chunk_of_long : std::max<Count>(context, 2048), 256};
    }
    if (bytes >= 160 * gib && release.second_runner) return {16384, 1024};
    if (roomy) return {offline ? 16384 : 8192, 1024};
    return {offline ? 8192 : 2048, 256};
}

Dtype vllm_run_dtype_of(const StartCall &call)
{
    switch (call.plan.weights.dtype == WeightDtype::auto_ ? dtype_when_auto(call.plan, call.architecture, call.card)
                                                          : call.plan.weights.dtype) {
    case WeightDtype::fp32: return Dtype::fp32;
    case WeightDtype::fp16: return Dtype::fp16;
    default: return Dtype::bf16;
    }
}

/// Of one element, of the kinds that vLLM has (config/cache.py, CacheDType).
std::optional<Bytes> cache_width(KvDtype kind, Dtype dtype)
{
    switch (kind) {
    case KvDtype::auto_: return size_of(dtype);
    case KvDtype::bf16:
    case KvDtype::fp16: return 2;
    case KvDtype::fp8:
    case KvDtype::int8:
    case KvDtype::int4:
    case KvDtype::fp8_per_token_head:
    case KvDtype::nvfp4:
    case KvDtype::turboquant_k8v4:
    case KvDtype::turboquant_4bit_nc:
    case KvDtype::turboquant_k3v4_nc:
    case KvDtype::turboquant_3bit_nc: return 1;
    default: return std::nullopt;
    }
}

/// --mamba-cache-dtype, --mamba-ssm-cache-dtype; nothing: "auto".
std::optional<Bytes> width_of_states(std::string_view dtype)
{
    if (dtype == "auto") return std::nullopt;
    return dtype == "fp32" ? 4 : 2;
}

/// Of "auto" what the checkpoint's quantisation says.
KvDtype cache_of(KvDtype asked, const Architecture &model)
{
    if (asked != KvDtype::auto_ || !model.quantization || !model.quantization->rules) return asked;
    const std::string &said = model.quantization->rules->caches;
    return said == "fp8" ? KvDtype::fp8 : said == "nvfp4" ? KvDtype::nvfp4 : asked;
}

void choose_code(Run &run)
{
    if (const ClassCode *known = code_of(run.model_type)) {
        run.code = known->code;
        run.keeps_gate_up = known->keeps_gate_up;
        run.beside = known->beside;
        if (!run.release.second_runner && run.code == LayerCode::hub) { // its own classes then
            run.code = run.spec.kinds.front().parallel ? LayerCode::parallel : LayerCode::added;
            run.keeps_gate_up = true;
        }
        return;
    }
    const LayerSpec &first = run.spec.kinds.front();
    run.keeps_gate_up = true;
    if (first.parallel)
        run.code = LayerCode::parallel;
    else if (first.norm_after)
        run.code = LayerCode::hub;
    else if (first.input_norm.kind == NormKind::rms_offset)
        run.code = LayerCode::fresh;
    else if (first.input_norm.kind == NormKind::layer_norm)
        run.code = LayerCode::added;
}

bool has_experts(const DecoderSpec &spec)
{
    return std::ranges::any_of(spec.kinds, [](const LayerSpec &kind) {
        return kind.mlp.kind == MlpKind::moe || (kind.extension && kind.extension->gemma && kind.extension->gemma->experts);
    });
}

bool has_states(const DecoderSpec &spec)
{
    return std::ranges::any_of(
        spec.kinds, [](const LayerSpec &kind) { return kind.extension && kind.extension->mixer.kind != MixerKind::none; });
}

/// config/vllm.py, use_v2_model_runner: of a release that has both.
bool on_earlier_runner(const Run &run, const Architecture &model)
{
    const RunnerChoice *chosen = run.release.chosen;
    if (chosen == nullptr || run.release.first_engine) return false;
    if (run.pools) return true;
    const bool experts = has_experts(run.spec);
    if (std::ranges::find(chosen->types, run.model_type) != chosen->types.end())
        return chosen->plain_alone && (experts || model.quantization || run.loaded != nullptr);
    return !chosen->dense || experts || has_states(run.spec);
}

/// Copies of a model without experts are engines of their own (v1/engine/core.py, reconfigure_for_independent_dp_rank). Experts are
/// divided among all ranks of all copies, each whole under --enable-expert-parallel (layers/fused_moe/config.py,
/// FusedMoEParallelConfig.make).
void spread_experts(Run &run, const Parallel &parallel)
{
    if (!has_experts(run.spec)) return;
    run.copies = parallel.data;
    if (parallel.expert == 1) return;
    run.experts = run.expert_ranks();
    // config/parallel.py, use_sequence_parallel_moe
    run.divides_batch = run.whole_shared =
        run.copies > 1 && run.tensor > 1 && run.release.divides_batches && divides_batches(run.model_type);
}

} // namespace

bool pools(const Architecture &model)
{
    if (!model.decoder || model.decoder->kinds.empty() || model.gguf) return false;
    const std::string_view name = model.named_class;
    // classes that write though they are called so (models/registry.py, _TEXT_GENERATION_MODELS)
    constexpr std::string_view writers[] = {"LMHeadModel", "ChatModel", "ChatGLMModel"};
    const bool writes = std::ranges::any_of(writers, [name](std::string_view end) { return name.ends_with(end); });
    return name.empty() || (name.ends_with("Model") && !name.ends_with("RewardModel") && !writes);
}

bool counts_towers(const Plan &plan, const Architecture &model)
{
    const ServedPictures &served = plan.inference.images;
    const PictureCode *code = picture_code_of(model.model_type);
    const bool videos = served.videos != 0 && (code == nullptr || code->takes_videos());
    const bool none = served.language_model_only || (served.images == 0 && !videos);
    return none || (code != nullptr && served.profile && !installed_by(plan).vllm.first_engine);
}

WeightDtype dtype_when_auto(const Plan & /*plan*/, const Architecture &model, const CardFacts &card)
{
    const bool has_bf16 = card.capability_major >= 8;
    const Dtype stored = model.config_dtype.value_or(Dtype::fp32);
    if (stored == Dtype::fp16) return WeightDtype::fp16;
    if (stored == Dtype::fp32 && pools(model) && !overflows_in_fp16(model.model_type)) return WeightDtype::fp16;
    if (!has_bf16 && overflows_in_fp16(model.model_type)) return WeightDtype::fp32;
    return has_bf16 ? WeightDtype::bf16 : WeightDtype::fp16; // float32 is served in 16 bits
}

std::vector<std::pair<std::size_t, std::size_t>> stages_of(const Run &run)
{
    const auto stages = static_cast<std::size_t>(run.pipeline), layers = run.spec.layers.size();
    std::vector<std::size_t> sizes(stages, layers / stages);
    for (std::size_t i = 0; i < layers % stages; ++i) ++sizes[stages - std::min(stages, i + 2)];
    std::vector<std::pair<std::size_t, std::size_t>> out;
    std::size_t begin = 0;
    for (const std::size_t size : sizes) {
        out.emplace_back(begin, begin + size);
        begin += size;
    }
    return out;
}

bool packs_four_bits(const Plan &plan)
{
    return installed_by(plan).vllm.packs_four_bits || is_named(plan.libraries, "vllm_bnb_plugin");
}

bool takes_small(const MatrixLayout &layout)
{
    if (layout.packing == Packing::dense || layout.parts.empty()) return false;
    const Dtype values = layout.parts.front().dtype;
    return values == Dtype::fp8 || values == Dtype::int8;
}

namespace {

/// Of a plain checkpoint vLLM 0.33 makes e4m3 while it loads; bitsandbytes and GGUF have left it for plug-ins
/// (model_executor/layers/quantization/__init__.py, QuantizationMethods).
std::optional<Error> makes_no_such_weights(const StartCall &call)
{
    const std::string &quant = call.plan.weights.quant;
    if (is_bitsandbytes_4bit(quant) && packs_four_bits(call.plan)) {
        if (!has_experts(*call.architecture.decoder)) return std::nullopt;
        return Error{
            "weights.quant", quant, "none | fp8",
            phrase(QT_TRANSLATE_NOOP("core", "experts that %1 packs for %2 are not simulated"), {"bitsandbytes", "vLLM"})};
    }
    const bool left = is_bitsandbytes(quant) || is_gguf_type(quant);
    const bool stored = call.loaded && call.loaded->scheme == quant; // by this checkpoint, or by one as its makers publish it
    if (quant == "none" || quant == "fp8" || (stored && !left)) return std::nullopt;
    return Error{"weights.quant", quant, "none | fp8",
                 left ? phrase(QT_TRANSLATE_NOOP("core", "vLLM %1 has neither bitsandbytes nor GGUF: a plug-in loads them"),
                               {installed_by(call.plan).vllm.name})
                      : phrase(QT_TRANSLATE_NOOP("core", "vLLM does not pack weights so while it loads: choose a checkpoint that "
                                                         "is stored as %1"),
                               {quant})};
}

/// unsloth_zoo 2026.10.9 vllm_utils.py, _dequantize_dq and _apply_4bit_weight, which multiplies in the dtype that was packed; the
/// plug-in's own in bfloat16 (vllm-bnb-plugin 0.0.3 quantization/linear.py).
void take_four_bits(Run &run, const StartCall &call)
{
    if (!is_bitsandbytes_4bit(call.plan.weights.quant)) return;
    run.packs_scales = is_named(call.plan.libraries, "unsloth_zoo");
    const Dtype stored = call.architecture.config_dtype.value_or(Dtype::bf16);
    if (run.packs_scales) run.unpacked = stored == Dtype::fp16 ? stored : Dtype::bf16; // checkpoints of 4 bits keep 16-bit types
}

/// Nothing of a tower is loaded where no item of any kind is taken (multimodal/registry.py, supports_multimodal_inputs).
bool takes_text_alone(const Run &run)
{
    if (run.served.language_model_only) return true;
    const PictureCode *code = picture_code_of(run.model_type);
    const bool videos = run.served.videos != 0 && (code == nullptr || code->takes_videos());
    return run.served.images == 0 && !videos;
}

} // namespace

Run run_of_drafter(const Run &target, const Architecture &model)
{
    Run run{{.spec = *model.decoder, .model_type = model.model_type, .card = target.card}, target.release};
    run.tensor = target.tensor;
    run.end = run.spec.layers.size();
    run.requests = target.requests;
    run.batch = target.profiled();
    run.context = target.context;
    run.dtype = target.dtype;
    run.eager = target.eager;
    run.cold = target.cold;
    run.vocab = run.spec.vocab;
    run.padded_vocab = round_up(run.vocab, 64);
    choose_code(run);
    return run;
}

Result<Run> run_of(const StartCall &call)
{
    const Architecture &model = call.architecture;
    if (!model.decoder || model.decoder->kinds.empty())
        return Error{
            "model", model.model_type, {}, phrase(QT_TRANSLATE_NOOP("core", "vLLM's start is known of causal decoders"))};
    if (std::optional<Error> refusal = makes_no_such_weights(call)) return *std::move(refusal);
    const EngineSettings &s = call.settings;
    const Release release = installed_by(call.plan).vllm;
    Run run{{.spec = *model.decoder, .model_type = model.model_type, .card = call.card}, release};
    run.towers = ranks::towers_of(model);
    run.tensor = call.plan.parallel.tensor;
    run.pipeline = call.plan.parallel.pipeline;
    spread_experts(run, call.plan.parallel);
    run.end = run.spec.layers.size();
    if (run.pipeline > run.spec.layer_count())
        return Error{"parallel.pipeline", std::to_string(run.pipeline), "1 to " + std::to_string(run.spec.layer_count()), {}};
    run.context = call.plan.inference.context;
    const BatchDefaults taken = batch_defaults(call.card, call.memory, s.entry == "llm", release, run.context);
    run.requests = s.max_num_seqs.value_or(taken.requests);
    run.batch = s.max_num_batched_tokens.value_or(std::min(taken.tokens, run.requests * run.context));
    run.requests = std::min(run.requests, run.batch);
    run.share = s.gpu_memory_utilization.value_or(release.share);
    if (!(run.share > 0 && run.share <= 1))
        return Error{"inference.gpu_memory_utilization", std::to_string(run.share), "0 to 1", {}};
    run.block_tokens = s.kv_block_size.value_or(16);
    run.dtype = vllm_run_dtype_of(call);
    run.cache = cache_of(s.kv_dtype, model);
    const std::optional<Bytes> cache = cache_width(run.cache, run.dtype);
    if (!cache) return Error{"inference.kv_dtype", std::string(name_of(s.kv_dtype)), std::string(cache_kinds), {}};
    run.cache_width = *cache;
    // models/mamba.py gives its mixers no quantisation
    run.online_fp8 = call.plan.weights.quant == "fp8" && !model.quantization && !keeps_mixers_plain(model.model_type);
    run.small_inputs = run.online_fp8 && run.capability() >= 89; // below it Marlin takes them as they are
    if (call.loaded)
        for (const auto &[name, layout] : call.loaded->layouts) {
            if (!layout || !takes_small(*layout)) continue;
            if (layout->parts.front().dtype != Dtype::int8 && run.capability() < 89) continue;
            run.small_inputs = true;
            if (name.find(".experts.") == std::string::npos) continue;
            run.experts_small = true;
            break;
        }
    run.loaded = call.loaded;
    take_four_bits(run, call);
    run.convolution_width = width_of_states(s.mamba_cache_dtype);
    run.state_width = width_of_states(s.mamba_ssm_cache_dtype);
    run.cache_bytes = s.kv_cache_memory_bytes;
    run.cache_blocks = s.num_gpu_blocks_override;
    run.fits_context = s.fit.value_or(false) && !call.plan.has("inference.context");
    run.lora = s.lora;
    run.pools = run.headless = !release.first_engine && pools(model);
    run.served = s.images;
    run.keeps_logits = s.logprobs_mode.starts_with("processed");
    run.whole_towers = run.served.tower_data_parallel;
    if (takes_text_alone(run)) run.towers.clear();
    run.eager = s.enforce_eager;
    run.cold = s.compile_cache != "warm";
    run.vocab = run.spec.vocab;
    run.padded_vocab = round_up(run.vocab, 64);
    // layers/fused_moe/oracle/mxfp4.py; 0.11 without triton_kernels
    run.triton_mx = release.second_runner && run.card.capability_major == 9;
    choose_code(run);
    run.earlier_runner = on_earlier_runner(run, model);
    run.eager |= release.first_engine; // nothing is compiled
    return run;
}

} // namespace plimsoll::vllm
