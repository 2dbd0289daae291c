// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/sglang_start.h"

#include "core/engines/sglang_run.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"
#include "core/replay/allocator_options.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace plimsoll {

namespace sglang {

namespace {

using step::Machine;

template <class... A>
std::string sglang_start_text(const char *format, A... arguments)
{
    char buffer[512];
    std::snprintf(buffer, sizeof buffer, format, arguments...);
    return buffer;
}

/// SGLang's "GB" are 2^30 bytes.
double in_gb(Bytes bytes) { return static_cast<double>(bytes) / static_cast<double>(gib); }

/// What is free, and what the log says of it.
struct Free {
    std::optional<Bytes> before;
    const Device *device;
    Bytes pools = 0; ///< that the device does not hold one by one

    [[nodiscard]] Bytes now() const { return *before - device->reserved() - pools; }
};

void log_weights(const Run &run, const StartCall &call, const Free &free, EngineStart &out)
{
    if (!free.before) return;
    out.log.push_back(sglang_start_text("Load weight begin. avail mem=%.2f GB", in_gb(*free.before)));
    const std::string dtype = run.release.names_dtype
                                  ? std::string{}
                                  : sglang_start_text(", dtype=torch.%s", run.dtype == Dtype::bf16   ? "bfloat16"
                                                                          : run.dtype == Dtype::fp16 ? "float16"
                                                                                                     : "float32");
    out.log.push_back(sglang_start_text("Load weight end. type=%s%s, avail mem=%.2f GB, mem usage=%.2f GB.",
                                        call.architecture.class_name.c_str(), dtype.c_str(), in_gb(free.now()),
                                        in_gb(out.weights)));
}

std::string pool_line(const Run &run, const char *label, Count tokens, Bytes all, Bytes keys)
{
    const std::string dtype =
        run.release.names_dtype ? sglang_start_text("dtype: torch.%s, ", std::string(run.cache_dtype).c_str()) : "";
    const std::string size = keys > 0 ? sglang_start_text("K size: %.2f GB, V size: %.2f GB", in_gb(keys), in_gb(all - keys))
                                      : sglang_start_text("KV size: %.2f GB", in_gb(all));
    return std::string(label) + "KV Cache is allocated. " + dtype + "#tokens: " + std::to_string(tokens) + ", " + size;
}

void log_pools(const Run &run, const Cells &cells, const Pools &pools, EngineStart &out)
{
    const auto of = [&run](Bytes cell, Count tokens) { return cell * (tokens + run.page); };
    const bool split = cells.windowed > 0, labels = split && run.release.names_dtype;
    if (split)
        out.log.push_back("Use sliding window memory pool. full_layer_tokens=" + std::to_string(pools.tokens) +
                          ", swa_layer_tokens=" + std::to_string(pools.windowed_tokens));
    if (pools.states > 0)
        out.log.push_back(sglang_start_text(
            "Mamba Cache is allocated. max_mamba_cache_size: %lld, conv_state size: %.2fGB, ssm_state size: %.2fGB ",
            static_cast<long long>(pools.states), in_gb(cells.convolution * (pools.states + 1)),
            in_gb(cells.state * (pools.states + 1))));
    if (cells.full > 0)
        out.log.push_back(
            pool_line(run, labels ? "Full " : "", pools.tokens, of(cells.full, pools.tokens), of(cells.keys, pools.tokens)));
    if (!split) return;
    out.log.push_back(pool_line(run, labels ? "SWA " : "", pools.windowed_tokens, of(cells.windowed, pools.windowed_tokens),
                                of(cells.windowed_keys, pools.windowed_tokens)));
    out.log.push_back(sglang_start_text("SWAKVPool mem usage: %.2f GB, swa size: %lld, full size: %lld", in_gb(pools.key_values),
                                        static_cast<long long>(pools.windowed_tokens), static_cast<long long>(pools.tokens)));
}

/// _profile_available_bytes, MemoryPoolConfig, _handle_max_mamba_cache and validate_swa_pool_size.
std::optional<Error> refusal(const Run &run, const Cells &cells, const Pools &pools, Bytes before, Bytes free)
{
    const std::string share = sglang_start_text("%g", run.share);
    const auto refused = [&share](std::string words) {
        return Error{"inference.gpu_memory_utilization", share, {}, std::move(words)};
    };
    if (free <= 0)
        return Error{
            "parallel.tensor",
            std::to_string(run.tensor),
            {},
            phrase(QT_TRANSLATE_NOOP("core", "CUDA runs out of memory while SGLang loads the weights: %1 GiB are free before. "
                                             "Use more cards (%2), or weights in fewer bits (%3)."),
                   {sglang_start_text("%.2f", in_gb(before)), "--tp-size", "--quantization"})};
    if (cells.recurrent && pools.states <= 0)
        return refused(sglang_start_text(
            "Not enough GPU memory for hybrid (mamba/linear-attention) state cache. Computed max_mamba_cache_size=%lld "
            "(total_rest_memory=%.2f GB, mamba_cache_per_req=%.2f MB). Try: (1) reduce --max-running-requests, "
            "(2) increase --mem-fraction-static, (3) reduce --speculative-num-draft-tokens, or (4) use GPUs with "
            "more memory.",
            static_cast<long long>(pools.states), in_gb(pools.left),
            static_cast<double>(cells.convolution + cells.state) / static_cast<double>(mib)));
    const double least = 1 - static_cast<double>(free) / static_cast<double>(before);
    if (pools.left <= 0 && run.release.refuses_early)
        return refused(sglang_start_text(
            "Loaded weights leave no GPU memory for the KV cache under --mem-fraction-static=%s. Raise "
            "--mem-fraction-static above %.3f (minimum viable = 1 - available/pre = %.4f). If using speculative "
            "decoding, draft weights are now counted.",
            share.c_str(), std::ceil(least * 1000) / 1000, least));
    if (pools.tokens <= 0)
        return refused("Not enough memory. Please try to increase --mem-fraction-static." +
                       (run.release.names_dtype ? " Current value: mem_fraction_static=" + share : std::string{}));
    if (cells.recurrent && pools.requests <= 0)
        return refused(sglang_start_text(
            "Hybrid (mamba/linear-attention) state cache is too small to serve any requests. max_mamba_cache_size=%lld, "
            "mamba_ratio=%lld, resulting max_num_reqs=0. Try: (1) reduce --max-running-requests, (2) increase "
            "--mem-fraction-static, or (3) use GPUs with more memory.",
            static_cast<long long>(pools.states), static_cast<long long>(cells.request_states)));
    if (cells.window > 0 && cells.window + run.page >= pools.windowed_tokens)
        return refused(sglang_start_text(
            "SWA pool (%lld tokens) cannot hold even one request: the prefill admission floor is sliding_window_size "
            "(%lld) + page_size (%lld). Increase --swa-full-tokens-ratio or the total KV budget.",
            static_cast<long long>(pools.windowed_tokens), static_cast<long long>(cells.window),
            static_cast<long long>(run.page)));
    return std::nullopt;
}

/// Buffers of one size, each rounded as the allocator takes it of the driver.
Bytes reserved_by(Bytes bytes, Count buffers)
{
    return buffers > 0 && bytes > 0 ? buffers * segment_bytes((bytes + buffers - 1) / buffers) : 0;
}

KvPool groups_of(const Run &run, const Cells &cells)
{
    KvPool out;
    const auto add = [&](KvKind kind, Bytes cell, Count layers, Count window) {
        if (cell > 0) out.groups.push_back({{kind, run.page, cell * run.page, cell, window}, layers});
    };
    const bool latent = run.latent_row > 0;
    add(latent ? KvKind::latent : KvKind::full, cells.full, latent ? cells.full_buffers : cells.full_buffers / 2, 0);
    add(KvKind::sliding, cells.windowed, cells.windowed_buffers / 2, cells.window);
    add(KvKind::state, cells.convolution + cells.state, 1, 0);
    out.alike = out.groups.size() <= 1;
    out.block_bytes = cells.full * run.page + static_cast<Bytes>(window_ratio * static_cast<double>(cells.windowed * run.page));
    return out;
}

/// The pools, once the weights stand; nothing where they are refused. Without a card those that the load fills.
std::optional<Pools> pools_beside(const Run &run, const StartCall &call, const Cells &cells, const Free &free, EngineStart &out)
{
    const Count sequences = call.sequences();
    if (!free.before) {
        Pools filled;
        filled.tokens = run.context * sequences;
        filled.requests = run.requests.value_or(2048);
        return filled;
    }
    const Bytes slack = *free.before - static_cast<Bytes>(static_cast<double>(*free.before) * run.share);
    const Bytes pictures = run.pictures && run.release.reserves_pictures ? 100 * mib : 0;
    const Pools pools = pools_of(run, cells, free.now() - slack - pictures);
    out.refuses = refusal(run, cells, pools, *free.before, free.now());
    if (out.refuses) return std::nullopt;
    if (!out.taken.max_num_seqs) out.taken.max_num_seqs = pools.requests;
    out.tokens = pools.tokens;
    out.blocks = pools.tokens / run.page;
    out.kv_cache = pools.key_values;
    out.state = pools.state_bytes;
    out.max_context = std::min(pools.tokens, std::max(allowed_length(call.architecture).tokens, run.context));
    out.max_concurrency =
        std::min(static_cast<double>(pools.tokens) / static_cast<double>(run.context), static_cast<double>(pools.requests));
    log_pools(run, cells, pools, out);
    return pools;
}

/// What stands beside weights and pools, and what its log says of the memory that is left.
void fill_slack(const Run &run, const StartCall &call, const Pools &pools, const Free &free, Device &device, EngineStart &out)
{
    const Bytes before = device.allocated();
    for (const Asked &asked : tables_of(run, pools))
        device.keep(asked.bytes, QT_TRANSLATE_NOOP("core", "tables of requests"), Component::workspace);
    if (free.before) out.log.push_back(sglang_start_text("Memory pool end. avail mem=%.2f GB", in_gb(free.now())));
    for (const Asked &asked : workspaces_of(run, pools)) device.keep(asked.bytes, "workspaces", Component::workspace);
    out.buffers = device.allocated() - before;
    out.graphs = graphs_of(run);
    const Count requests = std::min(pools.requests, call.sequences());
    // prefills that are captured run in the graphs' pool, and only their sampled rows beside it
    const Count chunk = std::min(run.chunk > 0 ? run.chunk : Count{16384}, run.context * requests);
    out.activation = pass_of(run, chunk <= run.prefill_tokens ? requests : chunk, requests);
    if (!free.before) return;
    const Bytes left = free.now() - out.graphs;
    if (run.decode_graphs > 0)
        out.log.push_back(sglang_start_text(run.release.names_dtype
                                                ? "Capture target decode CUDA graph end. mem usage=%.2f GB, avail mem=%.2f GB."
                                                : "Capture cuda graph end. mem usage=%.2f GB. avail mem=%.2f GB.",
                                            in_gb(out.graphs), in_gb(left)));
    out.log.push_back(sglang_start_text(
        "max_total_num_tokens=%lld, chunked_prefill_size=%lld, max_prefill_tokens=16384, max_running_requests=%lld, "
        "context_len=%lld, available_gpu_mem=%.2f GB",
        static_cast<long long>(pools.tokens), static_cast<long long>(run.chunk), static_cast<long long>(pools.requests),
        static_cast<long long>(run.context), in_gb(left)));
}

/// What drafting takes beside the drafter and its cache, of which no figure is known.
std::string uncounted(const Run &run)
{
    if (!run.drafter.drafts() || !run.drafter.left_out.empty()) return run.drafter.left_out;
    const bool recurrent = std::ranges::any_of(
        run.spec.kinds, [](const LayerSpec &l) { return l.extension && l.extension->mixer.kind != MixerKind::none; });
    if (!recurrent) return {};
    return phrase(QT_TRANSLATE_NOOP("core", "states of recurrent layers that %1 keeps for each drafted token (%2)"),
                  {"SGLang", "inference.speculative"});
}

/// model_config.py, of a length that somebody asked for; of releases that only warn nothing.
std::optional<Error> too_long(const StartCall &call, Count context)
{
    if (!call.plan.has("inference.context") || call.settings.fit == false) return std::nullopt;
    if (!installed_by(call.plan).sglang.refuses_long) return std::nullopt;
    const lengths::Length allowed = allowed_length(call.architecture);
    if (allowed.key.empty() || context <= allowed.tokens) return std::nullopt;
    return Error{"inference.context", std::to_string(context), "1 to " + std::to_string(allowed.tokens),
                 sglang_start_text(
                     "User-specified context_length (%lld) is greater than the derived context_length (%lld). This may lead to "
                     "incorrect model outputs or CUDA errors. To allow overriding this maximum, set the env var "
                     "SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1",
                     static_cast<long long>(context), static_cast<long long>(allowed.tokens))};
}

/// SGLang 0.5.23, arg_groups/lora_hook.py (check_lora_speculative_compatibility) and speculative_hook.py (_handle_eagle_family); the word
/// of a method of vLLM's that it has not.
std::optional<Error> refuses_together(const StartCall &call, const Run &run)
{
    const SpeculativeMethod method = call.settings.speculative.method;
    const auto refused = [method](std::string text) {
        return Error{"inference.speculative.method", std::string(name_of(method)), {}, std::move(text)};
    };
    if (method == SpeculativeMethod::ngram_gpu)
        return refused(phrase(QT_TRANSLATE_NOOP("core", "%1 has no such method: %2"),
                              {"SGLang", "--speculative-algorithm EAGLE | EAGLE3 | NEXTN | STANDALONE | NGRAM"}));
    if (method != SpeculativeMethod::draft_model) return std::nullopt;
    if (call.settings.lora.max_loras > 0)
        return refused("LoRA is only compatible with NGRAM, EAGLE, NEXTN, EAGLE3, DFLASH, or DSPARK speculative decoding, not "
                       "STANDALONE.");
    if (run.copies_attention) return refused("Currently standalone speculative decoding does not support dp attention.");
    return std::nullopt;
}

/// One stage's rank, on a machine that is left with what stands there once the engine serves.
EngineStart start_stage(Run run, const StartCall &call, Machine &machine)
{
    EngineStart out;
    run.drafter = ranks::drafter_of(run, call);
    out.left_out = uncounted(run);
    out.total = call.memory;
    // of 13 published logs (tests/fixtures/serving/sglang.jsonl), in whose figure are the kernels that loading brings; none measures
    // what runs in the slack
    out.spreads.weights = {0.98, 1.053};
    out.taken = run.settings_taken(call.settings);
    machine.grad_enabled = false;
    machine.begin_phase(Phase::load);
    Device device(machine, AllocatorOptions{});
    const auto hold = [&](const Sizes &sizes, const char *what) {
        for (const Asked &asked : sizes) {
            const Device::Held first = asked.from > 0 ? device.hold(asked.from, what, Component::weights) : Device::Held{};
            device.keep(asked.bytes, what, Component::weights);
        }
    };
    hold(weights_beside(run), "embeddings and norms");
    const std::vector<Sizes> kinds = weights_of_kinds(run, call);
    ranks::Offloaded host(call.settings.cpu_offload_bytes);
    for (std::size_t i = run.begin; i < run.end; ++i) {
        std::vector<Device::Held> moved;
        for (const Asked &asked : kinds[static_cast<std::size_t>(run.spec.layers[i])])
            if (host.takes(asked.bytes))
                moved.push_back(device.hold(asked.bytes, QT_TRANSLATE_NOOP("core", "decoder layer"), Component::weights));
            else
                hold({asked}, QT_TRANSLATE_NOOP("core", "decoder layer"));
    }
    ranks::say_offloaded(out, host.bytes());
    if (out.host > 0 && out.left_out.empty())
        out.left_out = phrase(QT_TRANSLATE_NOOP("core", "copies of a layer's weights that each pass makes on the card (%1)"),
                              {"--cpu-offload-gb"});
    for (const Count numbers : rotary_numbers(run))
        device.keep(numbers * 4, QT_TRANSLATE_NOOP("core", "rotary tables"), Component::weights); // float32 on CUDA
    hold(run.drafter.weights, "drafter");
    const Bytes before_places = device.allocated();
    hold(lora_places(run, run.lora, false), "places for adapters");
    out.parts =
        ranks::parts_beside(run, call.architecture.decoder->extension.get(), run.drafter, device.allocated() - before_places);
    device.empty_cache();
    Free free{run.before_load, &device};
    out.weights = device.reserved();
    out.non_torch = run.communicators;
    if (run.before_load) out.requested = static_cast<Bytes>(static_cast<double>(*run.before_load) * run.share);
    log_weights(run, call, free, out);
    machine.begin_step(1);
    machine.begin_phase(Phase::capture);
    const Cells cells = cells_of(run);
    out.pool = groups_of(run, cells);
    out.load_cache = cache_of(run, cells, run.context, call.sequences());
    out.load_state = call.sequences() * cells.request_states * (cells.convolution + cells.state);
    const std::optional<Pools> pools = pools_beside(run, call, cells, free, out);
    if (!pools) return out;
    if (!free.before) out.state = *out.load_state;
    free.pools = reserved_by(cells.full * (pools->tokens + run.page), cells.full_buffers) +
                 reserved_by(cells.windowed * (pools->windowed_tokens + run.page), cells.windowed_buffers) +
                 round_up(pools->state_bytes, 2 * mib);
    fill_slack(run, call, *pools, free, device, out);
    const auto stand = [&machine](Bytes bytes, const char *what, Component component) {
        return bytes > 0 ? machine.empty({bytes}, Dtype::uint8, what, component) : step::Tensor{};
    };
    const step::Tensor cache = stand(free.before ? out.kv_cache : out.load_cache, "cache", Component::kv_cache),
                       states = stand(out.state, "states", Component::kv_cache),
                       graphs = stand(out.graphs, QT_TRANSLATE_NOOP("core", "CUDA graphs"), Component::workspace);
    machine.begin_phase(Phase::serve);
    const step::Tensor pass = stand(out.activation, QT_TRANSLATE_NOOP("core", "largest pass"), Component::activations);
    machine.mark(QT_TRANSLATE_NOOP("core", "it serves"));
    return out;
}

} // namespace

} // namespace sglang

Result<EngineStart> start_sglang(const StartCall &call)
{
    using namespace sglang;
    Result<Run> made = run_of(call);
    if (!made) return made.error();
    Run &run = *made;
    const auto started = [&call, &run] {
        EngineStart out = start_stage(run, call, call.machine);
        if (std::optional<Error> refusal = too_long(call, run.context)) out.refuses = *std::move(refusal);
        if (std::optional<Error> refusal = refuses_together(call, run)) out.refuses = *std::move(refusal);
        const bool early =
            out.refuses && (out.refuses->field == "inference.context" || out.refuses->field.starts_with("inference.spec"));
        if (early) out.log.clear();
        return out;
    };
    if (run.pipeline == 1) return started();
    // the stage with the fewest tokens says how many all have (_apply_token_constraints)
    std::pair<std::size_t, std::size_t> fullest{0, run.end};
    Count fewest = -1;
    for (const auto &[begin, end] : stages_of(run)) {
        Run stage = run;
        stage.begin = begin;
        stage.end = end;
        step::Card card(call.card);
        step::Machine machine(card, false);
        const Count tokens = start_stage(stage, call, machine).tokens;
        if (fewest < 0 || tokens < fewest) fullest = {begin, end};
        if (fewest < 0 || tokens < fewest) fewest = tokens;
    }
    run.begin = fullest.first;
    run.end = fullest.second;
    return started();
}

} // namespace plimsoll
