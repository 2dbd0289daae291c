// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/vllm_start.h"

#include "core/engines/vllm_classes.h"
#include "core/engines/vllm_run.h"
#include "core/ground/context_size.h"
#include "core/ground/phrase.h"
#include "core/serving/ways_out.h"

#include <algorithm>
#include <tuple>
#include <cmath>
#include <cstdio>

namespace plimsoll {

namespace vllm {

namespace {

using step::Machine;

std::string with_commas(Count n)
{
    std::string out = std::to_string(n);
    for (auto at = static_cast<std::ptrdiff_t>(out.size()) - 3; at > 0; at -= 3) out.insert(static_cast<std::size_t>(at), 1, ',');
    return out;
}

template <class... A>
std::string vllm_start_text(const char *format, A... arguments)
{
    char buffer[768];
    std::snprintf(buffer, sizeof buffer, format, arguments...);
    return buffer;
}

double in_gib(Bytes bytes) { return static_cast<double>(bytes) / static_cast<double>(gib); }

/// format_gib(): two places, zeros at the end dropped.
std::string rounded_gib(Bytes bytes)
{
    std::string out = vllm_start_text("%.2f", in_gib(bytes));
    while (out.ends_with('0') && !out.ends_with(".0")) out.pop_back();
    return out;
}

/// EngineCore's fit check and what it prints (v1/core/kv_cache_planning.py, check_enough_kv_cache_memory).
std::optional<Error> too_little(const Run &run, const KvPool &pool, Bytes available, Count longest)
{
    const Bytes needed = pool.blocks_of(load_of(run, run.context)) * pool.block_bytes;
    if (available <= 0)
        return Error{
            "inference.gpu_memory_utilization",
            vllm_start_text("%.2f", run.share),
            {},
            "No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine. "
            "See https://docs.vllm.ai/en/latest/configuration/conserving_memory/ for more details."};
    if (needed <= available - (run.release.second_runner ? pool.block_bytes : 0)) return std::nullopt;
    std::string estimate;
    if (longest > 0)
        estimate = " Based on the available memory, the estimated maximum model length is " + std::to_string(longest) + ".";
    return Error{"inference.context", std::to_string(run.context),
                 longest > 0 ? "1 to " + std::to_string(longest) : std::string{},
                 "To serve at least one request with the model's max seq len (" + std::to_string(run.context) + "), (" +
                     rounded_gib(needed) + " GiB KV cache is needed, which is larger than the available KV cache memory (" +
                     rounded_gib(available) + " GiB)." + estimate +
                     " Try increasing `gpu_memory_utilization` (which also controls CPU memory on the CPU backend) or decreasing "
                     "`max_model_len` when initializing the engine. See "
                     "https://docs.vllm.ai/en/latest/configuration/conserving_memory/ for more details."};
}

/// The same of the first engine (worker.py, raise_if_cache_size_invalid).
std::optional<Error> too_few(const Run &run, Count blocks)
{
    const Count tokens = blocks * run.block_tokens;
    if (blocks <= 0)
        return Error{
            "inference.gpu_memory_utilization",
            vllm_start_text("%.2f", run.share),
            {},
            "No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine."};
    if (run.context <= tokens) return std::nullopt;
    return Error{"inference.context", std::to_string(run.context), "1 to " + std::to_string(tokens),
                 "The model's max seq len (" + std::to_string(run.context) +
                     ") is larger than the maximum number of tokens that can be stored in KV cache (" + std::to_string(tokens) +
                     "). Try increasing `gpu_memory_utilization` or decreasing `max_model_len` when initializing the engine."};
}

/// The longest request that blocks hold, up to `most`: bisected as estimate_max_model_len does.
Count longest_request(const Run &run, const KvPool &pool, Count blocks, Count most)
{
    Count low = 0, high = most;
    while (low < high) {
        const Count middle = low + (high - low + 1) / 2;
        if (pool.blocks_of(load_of(run, middle)) <= blocks)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/// gpu_worker.py, what the share of the card would be without the estimate.
std::string graphs_line(const Run &run, Bytes total, Bytes graphs)
{
    const double part = static_cast<double>(graphs) / static_cast<double>(total);
    return vllm_start_text(
        "CUDA graph memory profiling is enabled (default since v0.21.0). The current --gpu-memory-utilization=%.4f is "
        "equivalent to "
        "--gpu-memory-utilization=%.4f without CUDA graph memory profiling. To maintain the same effective KV cache size "
        "as before, "
        "increase --gpu-memory-utilization to %.4f.",
        run.share, run.share - part, run.share + part);
}

/// platforms/interface.py, _align_hybrid_block_size.
void log_states(const Run &run, const std::vector<KvLayer> &layers, EngineStart &out)
{
    const auto state = std::ranges::find(layers, KvKind::state, &KvLayer::kind);
    if (state == layers.end() || std::ranges::none_of(layers, [](const KvLayer &layer) { return layer.kind != KvKind::state; }))
        return;
    out.log.push_back("Setting attention block size to " + std::to_string(run.block_tokens) +
                      " tokens to ensure that attention page size is >= mamba page size.");
    if (state->page == state->token_bytes) return;
    const double more = static_cast<double>(state->page - state->token_bytes) / static_cast<double>(state->token_bytes);
    out.log.push_back(vllm_start_text(
        "Padding mamba page size by %.2f%% to ensure that mamba page size and attention page size are exactly equal.",
        100 * more));
}

/// worker.py and executor_base.py of the first engine; its swap space on the host is 4 GiB.
void log_blocks(const Run &run, Bytes available, EngineStart &out)
{
    const auto gibs = [](Bytes bytes) { return vllm_start_text("%.2fGiB", in_gib(bytes)); };
    out.log.push_back("model weights take " + gibs(out.weights) + "; non_torch_memory takes " + gibs(out.non_torch) +
                      "; PyTorch activation peak memory takes " + gibs(out.activation) +
                      "; the rest of the memory reserved for KV Cache is " + gibs(std::max<Bytes>(0, available)) + ".");
    out.log.push_back("# GPU blocks: " + std::to_string(out.blocks) +
                      ", # CPU blocks: " + std::to_string(4 * gib / out.pool.block_bytes));
    if (!out.refuses)
        out.log.push_back("Maximum concurrency for " + std::to_string(run.context) +
                          " tokens per request: " + vllm_start_text("%.2f", out.max_concurrency) + "x");
}

/// What the cache may take: what the share leaves, or what a setting says whatever the share (gpu_worker.py,
/// determine_available_memory; v1/core/kv_cache_utils.py, may_override_num_blocks).
Bytes room_for_cache(const Run &run, const EngineStart &out)
{
    if (run.cache_blocks) return *run.cache_blocks * out.pool.block_bytes;
    if (run.cache_bytes) return *run.cache_bytes;
    return *out.requested - out.weights - out.buffers - out.activation - out.non_torch - out.graphs + out.beyond_share;
}

/// PyTorch's, where a cache of a size that was told does not fit beside the weights.
std::optional<Error> out_of_memory(const Run &run, const StartCall &call, const EngineStart &out)
{
    if (!run.cache_bytes && !run.cache_blocks) return std::nullopt;
    const Bytes free = *call.memory - context_size::bare(call.card) - context_size::libraries(call.card) - out.weights -
                       out.buffers - out.unseen - out.non_torch;
    if (out.kv_cache <= free) return std::nullopt;
    const bool blocks = run.cache_blocks.has_value();
    return Error{
        blocks ? "inference.num_gpu_blocks_override" : "inference.kv_cache_memory_bytes",
        std::to_string(blocks ? *run.cache_blocks : *run.cache_bytes),
        {},
        phrase(QT_TRANSLATE_NOOP("core", "CUDA runs out of memory when %1 makes its cache of %2 GiB: beside the weights %3 are "
                                         "free. Lower %4."),
               {"vLLM", rounded_gib(out.kv_cache), rounded_gib(std::max<Bytes>(0, free)),
                blocks ? "--num-gpu-blocks-override" : "--kv-cache-memory-bytes"})};
}

/// --max-model-len auto (v1/core/kv_cache_utils.py): no longer than what the cache holds of one request.
void fit_context(Run &run, Bytes available, Count usable, EngineStart &out)
{
    if (!run.fits_context) return;
    const Count longest = longest_request(run, out.pool, usable, run.context);
    if (longest <= 0 || longest >= run.context) return;
    out.log.push_back("Auto-fit max_model_len: reduced from " + std::to_string(run.context) + " to " + std::to_string(longest) +
                      " to fit in available GPU memory (" + rounded_gib(available) + " GiB available for KV cache)");
    run.context = longest;
    out.context = longest;
}

void fill_cache(Run &run, const StartCall &call, EngineStart &out)
{
    const KvPool &pool = out.pool;
    if (pool.block_bytes == 0) return;
    const auto blocks_of_one = [&] { return pool.blocks_of(load_of(run, run.context)); };
    out.load_cache = blocks_of_one() * call.sequences() * pool.block_bytes;
    if (!out.requested) return;
    const Bytes available = room_for_cache(run, out);
    const Count blocks = available > 0 ? available / pool.block_bytes : 0;
    const Count usable = std::max<Count>(0, blocks - (run.release.second_runner ? 1 : 0));
    fit_context(run, available, usable, out);
    const Count one = blocks_of_one();
    out.load_cache = one * call.sequences() * pool.block_bytes;
    const Count positions = std::max(allowed_length(call.architecture).tokens, run.context);
    out.max_context = longest_request(run, pool, usable, positions);
    if (run.release.first_engine)
        out.refuses = too_few(run, blocks);
    else
        out.refuses = too_little(run, pool, available, longest_request(run, pool, usable, run.context));
    out.blocks = blocks;
    out.kv_cache = blocks * pool.block_bytes;
    if (std::optional<Error> error = out_of_memory(run, call, out)) out.refuses = *std::move(error);
    out.max_concurrency = one > 0 ? static_cast<double>(blocks) / static_cast<double>(one) : 0;
    out.tokens = static_cast<Count>(out.max_concurrency * static_cast<double>(run.context));
    if (!run.release.second_runner)
        out.tokens = blocks / std::max<Count>(1, static_cast<Count>(pool.groups.size())) * run.block_tokens;
    if (run.release.first_engine) return log_blocks(run, available, out);
    const bool old = !run.release.second_runner;
    out.log.push_back(
        "Available KV cache memory: " + (old ? vllm_start_text("%.2f", in_gib(available)) : rounded_gib(available)) + " GiB");
    if (out.graphs > 0 && !run.cache_bytes && !run.cache_blocks) out.log.push_back(graphs_line(run, *out.total, out.graphs));
    if (out.refuses) return;
    const std::string size = "GPU KV cache size: " + with_commas(out.tokens) + " tokens";
    const std::string concurrency = "Maximum concurrency for " + with_commas(run.context) +
                                    " tokens per request: " + vllm_start_text("%.2f", out.max_concurrency) + "x";
    if (old)
        out.log.insert(out.log.end(), {size, concurrency});
    else
        out.log.push_back(size + ", " + concurrency);
}

/// rotary_embedding/base.py: angles, cosines, sines and both together in float32, then the table in the model's dtype, made in the
/// first layer's attention; what they leave cached serves later weights.
Device::Held rotary_table(Device &device, const Asked &table)
{
    Device::Held both;
    {
        const Device::Held angles = device.hold(table.from / 2, QT_TRANSLATE_NOOP("core", "rotary tables"), Component::weights),
                           cosines = device.hold(table.from / 2, QT_TRANSLATE_NOOP("core", "rotary tables"), Component::weights),
                           sines = device.hold(table.from / 2, QT_TRANSLATE_NOOP("core", "rotary tables"), Component::weights);
        both = device.hold(table.from, QT_TRANSLATE_NOOP("core", "rotary tables"), Component::weights);
    }
    return table.bytes == table.from ? both
                                     : device.hold(table.bytes, QT_TRANSLATE_NOOP("core", "rotary tables"), Component::weights);
}

/// What stands behind the profile pass: graphs, the cache, and the largest pass again, whose memory PyTorch reserves as it serves.
void serve(Device &device, const EngineStart &out, Bytes stays)
{
    Machine &machine = device.machine();
    machine.begin_phase(Phase::capture, QT_TRANSLATE_NOOP("core", "CUDA graphs are recorded"));
    if (stays > 0) device.keep(stays, "workspaces", Component::workspace);
    if (out.graphs > 0) device.keep(out.graphs, QT_TRANSLATE_NOOP("core", "CUDA graphs"), Component::workspace);
    machine.begin_phase(Phase::serve, QT_TRANSLATE_NOOP("core", "the cache is claimed"));
    const Bytes cache = out.requested ? out.kv_cache : out.load_cache; // without a card nothing is claimed
    if (cache > 0) device.keep(cache, "cache", Component::kv_cache);
    if (out.activation > 0)
        (void)machine.empty({out.activation}, Dtype::uint8, QT_TRANSLATE_NOOP("core", "largest pass"), Component::activations);
    machine.mark(QT_TRANSLATE_NOOP("core", "it serves"));
}

/// n_predict: proposals of the model's own layers where nobody says a number.
Count proposals_of_own(const Run &run) { return run.spec.extension ? run.spec.extension->prediction_layers : 1; }

/// Decoder layers, and rotary tables with the first one's attention. A layer stands on the card whole before its parameters go to the
/// host, which kernels read there (--cpu-offload-gb).
void load_layers(Device &device, const Run &run, const StartCall &call, std::vector<Device::Held> &held, EngineStart &out)
{
    ranks::Offloaded host(call.settings.cpu_offload_bytes);
    std::vector<Device::Held> moved;
    const auto load = [&](const Asked &asked) {
        const Device::Held first = asked.from > 0
                                       ? device.hold(asked.from, QT_TRANSLATE_NOOP("core", "decoder layer"), Component::weights)
                                       : Device::Held{};
        if (host.takes(asked.bytes))
            moved.push_back(device.hold(asked.bytes, QT_TRANSLATE_NOOP("core", "decoder layer"), Component::weights));
        else
            device.keep(asked.bytes, QT_TRANSLATE_NOOP("core", "decoder layer"), Component::weights);
    };
    const std::vector<Sizes> kinds = weights_of_kinds(run, call);
    for (std::size_t i = run.begin; i < run.end; ++i) {
        const Sizes &sizes = kinds[static_cast<std::size_t>(run.spec.layers[i])];
        const std::size_t before = i == run.begin ? std::min<std::size_t>(2, sizes.size()) : 0;
        for (std::size_t k = 0; k < before; ++k) load(sizes[k]);
        if (i == run.begin)
            for (const Asked &table : rotary_tables(run)) held.push_back(rotary_table(device, table));
        for (std::size_t k = before; k < sizes.size(); ++k) load(sizes[k]);
        moved.clear();
    }
    ranks::say_offloaded(out, host.bytes());
    if (out.host > 0 && run.online_fp8 && out.left_out.empty())
        out.left_out = phrase(QT_TRANSLATE_NOOP("core", "weights that %1 quantises after %2 put them on the host"),
                              {"vLLM", "--cpu-offload-gb"});
}

/// One stage's rank, on a machine that is left with what stands there once the engine serves.
EngineStart start_stage(Run &run, const StartCall &call, Machine &machine)
{
    EngineStart out;
    run.drafter = ranks::drafter_of(run, call);
    if (run.drafter.drafts() && run.drafter.tokens == 0) run.drafter.tokens = std::max<Count>(1, proposals_of_own(run));
    out.left_out = run.drafter.left_out;
    out.total = call.memory;
    out.taken = run.settings_taken(call.settings);
    out.asks_free = !run.release.first_engine;
    out.spreads = spreads;
    if (run.release.first_engine) out.spreads.non_torch = {}; // of single logs
    if (call.memory) out.requested = static_cast<Bytes>(std::ceil(static_cast<double>(*call.memory) * run.share));
    machine.grad_enabled = false;
    machine.begin_phase(Phase::load);
    Device device(machine, run.release.whole_large_blocks ? AllocatorOptions{.max_split_size = 20 * mib} : AllocatorOptions{});
    std::vector<Device::Held> held;
    const auto hold = [&](const Sizes &sizes, const char *what, Component component) {
        for (const Asked &asked : sizes) {
            const Device::Held first = asked.from > 0 ? device.hold(asked.from, what, component) : Device::Held{};
            device.keep(asked.bytes, what, component);
        }
    };
    hold(weights_beside(run), QT_TRANSLATE_NOOP("core", "embeddings and norms"), Component::weights);
    load_layers(device, run, call, held, out);
    hold(picture_inputs(run), "pictures' inputs", Component::weights);
    hold(run.drafter.weights, "drafter", Component::weights);
    const Bytes before_places = device.allocated();
    hold(lora_places(run, run.lora, has_lora_tables(run.model_type)), QT_TRANSLATE_NOOP("core", "places for adapters"),
         Component::weights);
    const Bytes places = out.own = device.allocated() - before_places;
    for (const Asked &table : rotary_tables(run)) out.own += table.bytes;
    out.parts = parts_beside(run, call.architecture.decoder->extension.get(), run.drafter, places);
    hold(sparse_choices(run), QT_TRANSLATE_NOOP("core", "choices of the indexer"), Component::workspace);
    Device::Held workspace;
    if (const Bytes bytes = sparse_workspace(run); bytes > 0) workspace = device.hold(bytes, "workspace", Component::workspace);
    out.beyond_share = given_back(device, run, call.settings.sleep);
    out.weights = device.allocated();
    if (out.host > 0) out.log.push_back("Total CPU offloaded parameters: " + rounded_gib(out.host));
    machine.begin_step(1);
    hold_inputs(device, run, out);
    hold(runner_buffers(run), QT_TRANSLATE_NOOP("core", "buffers of the runner"), Component::workspace);
    const std::vector<KvLayer> layers = kv_layers(run); // the back-end's block is known to the pass
    const Bytes buffers = device.allocated() - out.weights - out.unseen;
    const Architecture *const assistant = call.architecture.assistant.get();
    const bool by_model = run.drafter.method == SpeculativeMethod::draft_model && run.drafter.model && run.last() && assistant;
    const std::optional<Run> drafting = by_model ? std::optional<Run>(run_of_drafter(run, *assistant)) : std::nullopt;
    const Profile pass = profile(device, run, drafting ? &*drafting : nullptr, std::move(workspace));
    if (run.release.second_runner) {
        out.buffers = buffers + pass.stays + pass.slack;
        out.activation = pass.peak - pass.stays;
    } else // all of it is counted as activation
        out.activation = pass.peak + buffers;
    if (run.drafter.reads_states()) out.spreads.activation = {0.85, 1.15}; // of eight starts with a drafter that reads states
    out.non_torch = run.tensor > 1 ? run.release.non_torch_of_many : run.release.non_torch;
    out.graphs = graphs_estimate(run);
    out.process = process_beside + run.card.kept.value_or(kept_by_driver) + recorded_graphs(run);
    out.pool = kv_pool(layers);
    if (run.release.first_engine)
        out.log.push_back(vllm_start_text("Loading model weights took %.4f GB", in_gib(out.weights)));
    else
        out.log.push_back("Model loading took " + (run.release.second_runner ? rounded_gib(out.weights) + " GiB memory"
                                                                             : vllm_start_text("%.4f GiB", in_gib(out.weights))));
    if (const std::optional<Pictures> seen = pictures_of(run); seen && run.first())
        out.log.push_back("Encoder cache will be initialized with a budget of " + std::to_string(seen->budget) +
                          " tokens, and profiled with " + std::to_string(seen->items) + " " + seen->modality +
                          " items of the maximum feature size.");
    log_states(run, layers, out);
    fill_cache(run, call, out);
    put_to_sleep(run, call.settings.sleep, places, buffers, out);
    serve(device, out, pass.stays + pass.slack + sparse_workspace(run));
    return out;
}

/// The stage that leaves least room says how many blocks there are.
std::pair<std::size_t, std::size_t> fullest_stage(const Run &run, const StartCall &call)
{
    std::pair<std::size_t, std::size_t> out;
    Bytes most = -1;
    for (const auto &[begin, end] : stages_of(run)) {
        Run stage = run;
        stage.begin = begin;
        stage.end = end;
        step::Card card(call.card);
        step::Machine machine(card, false);
        const EngineStart start = start_stage(stage, call, machine);
        const Bytes taken = start.weights + start.buffers + start.activation;
        if (taken > most) out = {begin, end};
        most = std::max(most, taken);
    }
    return out;
}

/// Its start with other settings, on a machine that nobody looks at.
EngineStart tried(Run run, const StartCall &call)
{
    step::Card card(call.card);
    step::Machine machine(card, false);
    return start_stage(run, call, machine);
}

/// With each setting alone. Fewer requests take a dozen starts: of a start that somebody looks at, not of every card on a board.
WaysOut ways_out(const Run &run, const StartCall &call, const EngineStart &start)
{
    WaysOut out;
    const Bytes beside = start.weights + start.buffers + start.activation + start.non_torch + start.graphs - start.beyond_share;
    if (start.max_context > 0) out.context = std::min(start.max_context, run.context);
    const Bytes one = start.pool.blocks_of(load_of(run, run.context)) * start.pool.block_bytes + start.pool.block_bytes;
    const double least = std::ceil(static_cast<double>(beside + one) / static_cast<double>(*start.total) * 1000) / 1000;
    const bool told = run.cache_bytes || run.cache_blocks; // the share decides nothing then
    if (least < 1 && !told) out.utilization = least;
    if (told) return out;
    if (!call.machine.records() || start.weights + start.non_torch + one > *start.requested) return out;
    const auto starts = [&run, &call](Count requests) {
        Run fewer = run;
        fewer.requests = requests;
        return !tried(std::move(fewer), call).refuses;
    };
    Count low = 1, high = run.requests; // refused with `high`
    if (!starts(low)) return out;
    while (high - low > std::max<Count>(1, low / 16)) {
        const Count middle = low + (high - low) / 2;
        (starts(middle) ? low : high) = middle;
    }
    out.requests = low;
    return out;
}

} // namespace

} // namespace vllm

Result<EngineStart> start_vllm(const StartCall &call)
{
    using namespace vllm;
    Result<Run> made = run_of(call);
    if (!made) return made.error();
    Run &run = *made;
    if (run.pipeline > 1) std::tie(run.begin, run.end) = fullest_stage(run, call);
    const Run before = run; // a start sets the block
    EngineStart out = start_stage(run, call, call.machine);
    if (run.pools) out.warnings.push_back(said_of_pooling(call.architecture));
    say_beyond_share(out);
    if (out.refuses && out.requested) say_ways_out(*out.refuses, ways_out(before, call, out));
    if (std::optional<Error> refusal = refused_unloaded(run, call)) { // figures: what it would come to
        out.refuses = *std::move(refusal);
        out.log.clear();
    }
    return out;
}

} // namespace plimsoll
