// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that nobody gave, as SGLang takes them: srt/arg_groups/memory_hook.py, cuda_graph_hook.py, model_override_base.py and
// overrides.py of 0.5.23; srt/server_args.py of 0.4.3, 0.4.8, 0.5.4 and 0.5.8 for what was otherwise.
#include "core/engines/sglang_classes.h"
#include "core/engines/sglang_run.h"

#include "core/ground/context_size.h"
#include "core/ground/phrase.h"
#include "core/model/loading/loaded_weights.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/model/quantization/quantization_rules.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace plimsoll::sglang {

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, name) != names.end();
}

/// What nvidia-smi calls the card's total: CUDA's and what the driver keeps, 410 MiB + 2 MiB per GiB since Turing (the catalogue's
/// rule, resources/README.md, turned round). MiB.
double total_mib(const CardFacts &card, Bytes memory)
{
    const double process = static_cast<double>(memory) / static_cast<double>(mib);
    const bool turing = card.capability_major > 7 || (card.capability_major == 7 && card.capability_minor >= 5);
    return turing ? (process + 410) / (1 - 2.0 / 1024) : (process + 46) / (1 - 3.7 / 1024);
}

struct CardDefaults {
    Count chunk, batch;
};

/// handle_gpu_memory_settings: tokens of a chunk and the largest decode graph.
CardDefaults by_card(const Run &run, double total)
{
    const bool many = run.expert_ranks() >= 4;
    if (run.release.share != ShareRule::by_parts) {
        const bool small = total < (run.release.share == ShareRule::by_card ? 35 * 1024 : 25'000);
        const Count chunk = small ? 2048 : run.release.share == ShareRule::by_card && total >= 160 * 1024 ? 16384 : 8192;
        return {chunk, small ? (many ? 80 : 8) : 160};
    }
    if (total < 20 * 1024) return {2048, 8};
    if (total < 35 * 1024)
        return run.release.small_cards_of_old ? CardDefaults{2048, many ? 80 : 24} : CardDefaults{4096, many ? 160 : 48};
    if (total < 60 * 1024) return {4096, many ? 160 : 32};
    if (total < 160 * 1024) return {8192, many ? 512 : 256};
    return {16384, 512};
}

double rounded(double share) { return std::round(share * 1000) / 1000; }

/// adjust_mem_fraction_for_vlm: less for a larger tower, its layers and width against those of ViT-L.
double with_tower(const Run &run, double share)
{
    double width = 1024, layers = 24;
    for (const Module *module : run.towers) {
        const bool norm =
            module->kind == ModuleKind::norm && !module->parameters.empty() && !module->parameters.front().shape.empty();
        if (norm) width = static_cast<double>(module->parameters.front().shape[0]);
        if (norm) break;
    }
    if (!says_depth(run.model_type)) { // whose configurations say "depth", which it does not look for
        long last = -1;
        for (const Module *module : run.towers)
            if (const auto at = module->name.find("layers."); at != std::string::npos)
                last = std::max(last, std::strtol(module->name.c_str() + at + 7, nullptr, 10));
        if (last >= 0) layers = static_cast<double>(last + 1);
    }
    const double complexity = layers * width * width / (24.0 * 1024 * 1024);
    return share * 0.95 * std::clamp(1.0 - 0.1 * (complexity - 1.0), 0.8, 1.05);
}

/// What the settings ask beside weights and pools, in MiB.
double by_parts(const Run &run, double total, bool latent)
{
    const auto ranks = static_cast<double>(run.expert_ranks() * run.pipeline);
    double reserved = 512 + 1.5 * static_cast<double>(std::max<Count>(run.chunk > 0 ? run.chunk : 16384, 2048));
    const auto batch = static_cast<double>(run.decode_batch);
    reserved += ranks / 8 * 1024 + 2 * batch;
    if (run.copies > 1) reserved += batch * static_cast<double>(run.copies) * (batch > 300 ? 4.5 : 3); // reserve_for_graph_mb
    if (run.prefill_graphs > 0) reserved += latent ? 1536 : 8 * static_cast<double>(run.prefill_graphs);
    if (total > 60 * 1024) reserved = std::max(reserved, 10 * 1024.0);
    if (!run.release.refuses_early) { // since then what drafts is loaded before the pools are measured
        if (run.drafter.method == SpeculativeMethod::draft_model) reserved += 6 * 1024;
        if (run.drafter.reads_states()) reserved += 2 * 1024;
    }
    return rounded((total - reserved) / total);
}

double default_share(const Run &run, double total, bool latent)
{
    const auto ranks = static_cast<double>(run.expert_ranks() * run.pipeline);
    double share = 0;
    switch (run.release.share) {
    case ShareRule::by_ranks:
        share = ranks >= 16 ? 0.79 : ranks >= 8 ? 0.81 : ranks >= 4 ? 0.85 : ranks >= 2 ? 0.87 : 0.88;
        break;
    case ShareRule::by_card: {
        const double reserved = total < 35 * 1024    ? 2.8 + ranks / 10
                                : total < 90 * 1024  ? 9.5 + ranks / 2
                                : total < 160 * 1024 ? 12 + ranks / 2
                                                     : 32;
        share = rounded((total - reserved * 1024) / total);
        break;
    }
    case ShareRule::by_parts: share = by_parts(run, total, latent); break;
    }
    if (!run.pictures) return share;
    return run.release.share == ShareRule::by_ranks ? share * 0.95 : with_tower(run, share);
}

Dtype sglang_run_dtype_of(const StartCall &call)
{
    const bool packed = unpacks_to_bf16(call.architecture.model_type) && call.architecture.quantization;
    const WeightDtype asked = packed ? WeightDtype::bf16 : call.plan.weights.dtype;
    const bool as_stored = asked == WeightDtype::auto_;
    switch (as_stored ? dtype_when_auto(call.plan, call.architecture, call.card) : asked) {
    case WeightDtype::fp32: return Dtype::fp32;
    case WeightDtype::fp16: return Dtype::fp16;
    default: return call.card.capability_major < 8 ? Dtype::fp16 : Dtype::bf16;
    }
}

bool has_latent(const DecoderSpec &spec)
{
    return std::ranges::any_of(spec.kinds, [](const LayerSpec &l) { return l.attention.kind == AttentionKind::latent; });
}

/// get_default_attn_backend, and what models' own overrides put in its place.
std::string_view attention_of(const Run &run, bool latent)
{
    const int major = run.card.capability_major;
    const std::string_view type = run.model_type;
    if (run.sparse_latent()) return "dsa";
    if (attends_by_triton(type)) return major == 10 ? "trtllm_mha" : "triton";
    if (attends_with_sinks_or_chunks(type)) return major == 10 ? "trtllm_mha" : major == 9 ? "fa3" : "triton";
    if (latent) {
        if (major == 9) return "fa3";
        if (major != 10) return "triton";
        return has_trtllm_mla(type) ? "trtllm_mla" : "flashinfer";
    }
    if (run.release.share == ShareRule::by_ranks) return "flashinfer";
    if (major == 9) return "fa3";
    if (major == 10) return mixes_beside_flashinfer(type) ? "flashinfer" : "trtllm_mha";
    return "flashinfer";
}

/// _mla_backend_page_constraints, _deepseek_family_overrides.
Count page_of(const Run &run, std::optional<Count> stated)
{
    if (run.attention == "dsa") return 64;
    if (run.attention == "trtllm_mla" && (!stated || (*stated != 32 && *stated != 64))) return 64;
    if (run.attention == "trtllm_mha" && (!stated || (*stated != 16 && *stated != 32 && *stated != 64 && *stated != 128)))
        return 64;
    return stated.value_or(1);
}

/// NCCL's buffers and those of the engine's own all-reduce: what "Init torch distributed ends. mem usage" and the free memory after
/// it say. Behind switches of NVLink 1.25 GiB of eight H100 and 1.3 to 2.0 of eight H200 (pull request 11716; InferenceX issue 2128),
/// 1.4 of two H100 (November 2024); over PCIe 0.17 GiB of four L4, 0.2 of two RTX 4090 and 0.39 of four RTX PRO 6000.
Bytes communicators_of(const Run &run)
{
    if (run.expert_ranks() * run.pipeline == 1) return 0;
    const std::string &name = run.card.name;
    const bool server = run.card.capability_major == 9 || run.card.capability_major == 10 ||
                        (name.find("A100") != std::string::npos || name.find("A800") != std::string::npos);
    const bool switched = server && name.find("PCIe") == std::string::npos;
    if (!switched) return 256 * mib;
    return run.expert_ranks() * run.pipeline >= 8 ? 1664 * mib : 1280 * mib;
}

/// modelopt's own word for caches; what compressed-tensors says of them is not looked at (mem_cache/kv_cache_dtype.py).
bool says_fp8_caches(const Architecture &model)
{
    const auto &said = model.quantization;
    return said && said->rules && said->method.starts_with("modelopt") && said->rules->caches == "fp8";
}

std::optional<Error> take_cache_dtype(Run &run, KvDtype kind, bool says_fp8)
{
    const bool sparse = run.attention == "dsa";
    run.cache_dtype = run.dtype == Dtype::fp16 ? "float16" : run.dtype == Dtype::fp32 ? "float32" : "bfloat16";
    run.cache_width = run.width();
    // _dsa_kv_cache_dtype_default
    const bool packed = kind == KvDtype::mxfp8 || kind == KvDtype::nvfp4;
    const bool fp8 = kind == KvDtype::fp8 || kind == KvDtype::mxfp8 || says_fp8 ||
                     (sparse && kind == KvDtype::auto_ && run.card.capability_major >= 10);
    if (kind == KvDtype::bf16) run.cache_dtype = "bfloat16";
    if (kind == KvDtype::bf16) run.cache_width = 2;
    if (fp8) run.cache_dtype = "float8_e4m3fn";
    if (fp8) run.cache_width = 1;
    if (!is_one_of(name_of(kind), {"auto", "bf16", "fp8", "mxfp8", "nvfp4"}))
        return Error{"inference.kv_dtype", std::string(name_of(kind)), std::string(cache_kinds), {}};
    if (packed && has_latent(run.spec))
        return Error{"inference.kv_dtype", std::string(name_of(kind)), "auto | bf16 | fp8",
                     phrase(QT_TRANSLATE_NOOP("core", "SGLang's packed caches are simulated for plain attention"))};
    if (kind == KvDtype::nvfp4 && run.card.capability_major < 10) // fp4_kv_cache_quant_method.py
        return Error{
            "inference.kv_dtype", "nvfp4", "auto | bf16 | fp8",
            phrase(QT_TRANSLATE_NOOP("core", "SGLang's caches in %1 need a card of compute capability %2"), {"nvfp4", "10.0"})};
    run.cache_block = kind == KvDtype::mxfp8 ? 32 : kind == KvDtype::nvfp4 ? 16 : 0;
    run.cache_halved = kind == KvDtype::nvfp4;
    if (run.cache_halved) run.cache_dtype = "float4_e2m1fn_x2";
    for (const LayerSpec &layer : run.spec.kinds) {
        if (layer.attention.kind != AttentionKind::latent) continue;
        const LatentAttentionSpec &l = layer.attention.latent;
        run.latent_row = (l.kv_lora_rank + l.qk_rope_head_dim) * run.cache_width;
        // calculate_mla_kv_cache_dim: Hopper's kernels read scales beside the values and the turned part in 16 bits
        if (sparse && fp8 && run.card.capability_major < 10)
            run.latent_row = l.kv_lora_rank + l.kv_lora_rank / 128 * 4 + l.qk_rope_head_dim * 2;
        break;
    }
    return std::nullopt;
}

/// Without experts to divide --dp-size makes copies that know nothing of one another; with them attention alone is copied
/// (--attn-dp-size; before 0.5.2x --enable-dp-attention) and --tp-size counts all ranks.
void spread_attention(Run &run, const Parallel &parallel)
{
    run.experts = parallel.expert;
    if (parallel.expert == 1) return;
    run.copies = parallel.data;
    run.copies_attention = run.copies > 1;
}

/// disable_breakable_cudagraph_if_incompatible and its like.
bool captures_prefills(const Run &run)
{
    if (!run.release.prefill_graphs || run.pipeline > 1) return false;
    if (captures_no_prefill(run.model_type)) return false;
    if (run.attention == "trtllm_mla" && captures_no_prefill_by_trtllm(run.model_type)) return false;
    return !run.pictures || captures_prefills_with_pictures(run.model_type);
}

} // namespace

WeightDtype dtype_when_auto(const Plan & /*plan*/, const Architecture &model, const CardFacts &card)
{
    const Dtype stored = model.config_dtype.value_or(Dtype::fp32);
    const bool as_fp16 = stored == Dtype::fp16 || (stored == Dtype::fp32 && !stays_out_of_fp16(model.model_type));
    return as_fp16 || card.capability_major < 8 ? WeightDtype::fp16 : WeightDtype::bf16;
}

EngineSettings Run::settings_taken(EngineSettings given) const
{
    given.gpu_memory_utilization = share;
    if (chunk > 0) given.max_num_batched_tokens = chunk;
    given.kv_block_size = page;
    if (given.kv_dtype == KvDtype::auto_ && cache_dtype == "float8_e4m3fn") given.kv_dtype = KvDtype::fp8;
    return given;
}

Count decode_graphs_up_to(Count most)
{
    Count out = 0, last = 0;
    for (Count n = 1; n <= most; n += n < 2 ? 1 : n < 4 ? 2 : n < 16 ? 4 : n < 256 ? 8 : n < 512 ? 16 : 32) {
        ++out;
        last = n;
    }
    return last == most || most <= 0 ? out : out + 1;
}

Count prefill_graphs_up_to(Count most)
{
    Count out = 0;
    for (Count n = 4; n <= most; n += n < 32 ? 4 : n < 256 ? 16 : n < 512 ? 32 : n < 1024 ? 64 : n < 4096 ? 256 : 512) ++out;
    return out;
}

std::vector<std::pair<std::size_t, std::size_t>> stages_of(const Run &run)
{
    const auto stages = static_cast<std::size_t>(run.pipeline), layers = run.spec.layers.size();
    std::vector<std::pair<std::size_t, std::size_t>> out;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < stages; ++i) {
        const std::size_t size = layers / stages + (i >= stages - layers % stages ? 1 : 0);
        out.emplace_back(begin, begin + size);
        begin += size;
    }
    return out;
}

Result<Run> run_of(const StartCall &call)
{
    const Architecture &model = call.architecture;
    if (!model.decoder || model.decoder->kinds.empty())
        return Error{
            "model", model.model_type, {}, phrase(QT_TRANSLATE_NOOP("core", "SGLang's start is known of causal decoders"))};
    if (has_unknown_pools(model.model_type))
        return Error{
            "model", model.model_type, {}, phrase(QT_TRANSLATE_NOOP("core", "SGLang's pools for this model are not known"))};
    const EngineSettings &s = call.settings;
    const std::string &quant = call.plan.weights.quant;
    if (!model.quantization && is_bitsandbytes(quant))
        return Error{
            "weights.quant", quant, {}, phrase(QT_TRANSLATE_NOOP("core", "SGLang's bitsandbytes loader is not simulated"))};
    Run run{{.spec = *model.decoder, .model_type = model.model_type, .card = call.card}, installed_by(call.plan).sglang};
    run.tensor = call.plan.parallel.tensor;
    run.pipeline = call.plan.parallel.pipeline;
    spread_attention(run, call.plan.parallel);
    if (run.expert_ranks() % run.experts != 0)
        return Error{"parallel.expert", std::to_string(run.experts), "1 | " + std::to_string(run.expert_ranks()),
                     phrase(QT_TRANSLATE_NOOP("core", "SGLang's %1 has to divide its %2"), {"--ep-size", "--tp-size"})};
    run.end = run.spec.layers.size();
    if (run.pipeline > run.spec.layer_count())
        return Error{"parallel.pipeline", std::to_string(run.pipeline), "1 to " + std::to_string(run.spec.layer_count()), {}};
    run.context = call.plan.inference.context;
    run.dtype = sglang_run_dtype_of(call);
    run.vocab = run.spec.vocab;
    run.padded_vocab = round_up(run.vocab, 64);
    run.copies_absorbed = true;
    run.triton_mx = run.card.capability_major < 10;
    run.online_fp8 = call.plan.weights.quant == "fp8" && !model.quantization;
    run.loaded = call.loaded;
    run.towers = ranks::towers_of(model);
    run.pictures = !run.towers.empty();
    run.scales_tables = false; // srt/models/gemma3_causal.py asks for plain ones
    const bool latent = has_latent(run.spec);
    run.attention = attention_of(run, latent);
    run.page = page_of(run, s.kv_block_size);
    if (std::optional<Error> error = take_cache_dtype(run, s.kv_dtype, s.kv_dtype == KvDtype::auto_ && says_fp8_caches(model)))
        return *error;
    run.requests = s.max_num_seqs;
    if (!run.requests && s.speculative.method != SpeculativeMethod::none) run.requests = 48; // handle_speculative_decoding
    run.drafter.method = s.speculative.method;
    run.most_tokens = s.max_total_tokens;
    run.states = s.max_mamba_cache_size;
    if (s.mamba_ssm_cache_dtype != "auto") run.state_width = s.mamba_ssm_cache_dtype == "fp32" ? 4 : 2;
    run.lora = s.lora;
    if (run.copies > 1 && run.requests) run.requests = std::max<Count>(1, *run.requests / run.copies); // of all copies

    const double total = total_mib(call.card, call.memory.value_or(80 * gib));
    const CardDefaults taken = by_card(run, total);
    const bool whole = run.pictures && run.release.share == ShareRule::by_ranks; // prompts with pictures were not cut
    run.chunk = s.max_num_batched_tokens.value_or(whole ? -1 : taken.chunk);
    if (!s.enforce_eager) {
        run.decode_batch = std::min(taken.batch, run.requests.value_or(taken.batch));
        run.decode_graphs = decode_graphs_up_to(run.decode_batch);
        const Count most = run.chunk > 0 ? run.chunk : 16384;
        if (captures_prefills(run)) run.prefill_tokens = latent ? std::min<Count>(8192, most) : most;
        run.prefill_graphs = prefill_graphs_up_to(run.prefill_tokens);
    }
    run.share = s.gpu_memory_utilization.value_or(default_share(run, total, latent));
    if (!(run.share > 0 && run.share < 1))
        return Error{"inference.gpu_memory_utilization", std::to_string(run.share), "0 to 1", {}};
    if (run.copies > 1 && run.chunk > 0) { // handle_data_parallelism, behind the share's rule
        run.chunk = std::max<Count>(1, run.chunk / run.copies);
        run.prefill_tokens = std::min(run.prefill_tokens, run.chunk);
        run.prefill_graphs = prefill_graphs_up_to(run.prefill_tokens);
    }
    run.communicators = communicators_of(run);
    if (call.memory)
        run.before_load = *call.memory - context_size::bare(call.card) - context_size::libraries(call.card) - run.communicators;
    return run;
}

} // namespace plimsoll::sglang
