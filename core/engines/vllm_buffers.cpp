// SPDX-License-Identifier: GPL-3.0-or-later
// What vLLM's runner keeps on the card beside weights and cache, and what its CUDA graphs are taken to need.
#include "core/engines/vllm_classes.h"
#include "core/engines/vllm_run.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/replay/allocator_options.h"

#include <algorithm>

namespace plimsoll::vllm {

Sizes rotary_tables(const Run &run)
{
    if (run.code == LayerCode::hub) return {};
    const bool yarn = run.release.second_runner && keeps_tables_in_float(run.model_type);
    // rotary_embedding/mrope.py: four times the positions, for long videos
    const bool axes = run.spec.extension && run.spec.extension->lengths.by_axes;
    Sizes out;
    for (const Count one : rotary_numbers(run)) {
        const Count numbers = one * (axes ? 4 : 1);
        out.emplace_back(numbers * (yarn ? 4 : run.width()), numbers * 4);
    }
    return out;
}

/// v1/worker/gpu: sample/penalties.py, logit_bias.py, bad_words.py, structured_outputs.py, input_batch.py.
Sizes runner_buffers(const Run &run)
{
    const Count s = run.requests, v = run.vocab, words = (v + 31) / 32;
    if (run.release.first_engine) return {};
    if (run.earlier_runner) return {s * ((run.context + 15) / 16) * 4};
    Sizes out;
    if (run.last()) out = {s * v * 4, s * words * 4, s * words * 4};
    if (run.takes_embeddings() && run.first()) out.push_back(run.batch * run.spec.hidden * run.width());
    for (int i = 0; i < 4; ++i) out.push_back(s * 1024 * 4);
    if (run.drafter.reads_states() && run.last()) out.push_back(run.batch * run.drafter.hidden * run.width()); // its input
    if (run.drafter.draft_logits > 0 && run.last()) out.push_back(run.drafter.draft_logits); // of every proposal
    out.insert(out.end(), {s * 129 * 4, s * 128 * 4, s * 128 * 4, run.batch * 8, run.batch * 4, run.batch});
    return out;
}

/// v1/worker/gpu_model_runner.py, __init__: a table for embeddings of every token of a batch, whether the model is given any or not
/// (inputs_embeds), indices and positions.
void hold_inputs(Device &device, const Run &run, EngineStart &out)
{
    if (!run.earlier_runner) return;
    const Bytes before = device.allocated();
    for (const Bytes bytes : {run.batch * run.spec.hidden * run.width(), run.batch * 50})
        device.keep(bytes, QT_TRANSLATE_NOOP("core", "buffers of the runner"), Component::workspace);
    if (!run.release.inputs_in_budget) out.unseen = device.allocated() - before;
}

namespace {

/// flash_attn_interface.py: partial results of a decode on Hopper, which FlashAttention 3 may split 32 times under CUDA graphs.
Bytes split_results(const Run &run, Count requests)
{
    if (run.card.capability_major != 9) return 0;
    constexpr Count splits = 32;
    Bytes most = 0;
    for (const LayerSpec &kind : run.spec.kinds) {
        const AttentionSpec &a = kind.attention;
        if (a.kind != AttentionKind::grouped && a.kind != AttentionKind::latent) continue;
        const Count width = a.kind == AttentionKind::latent ? a.latent.kv_lora_rank : a.v_head_dim ? a.v_head_dim : a.head_dim;
        most = std::max(most, splits * requests * run.shard(a.heads) * width * 4);
    }
    return most;
}

} // namespace

/// config/vllm.py, _set_cudagraph_sizes: tokens of the largest graph, and of the next one.
namespace {

Count most_captured(const Run &run)
{
    return std::min({2 * run.requests * run.query(), Count{run.card.capability_major == 10 ? 1024 : 512}, run.batch});
}

Count next_captured(Count n) { return n + (n < 2 ? 1 : n < 4 ? 2 : n < 8 ? 4 : n < 256 ? 8 : 16); }

} // namespace

/// FULL_AND_PIECEWISE records pieces of every size and whole passes of decodes, each with adapters and without (config/lora.py,
/// specialize). A layer of one takes 0.3 MiB: readings of AgileRL's rig with 4, 8 and 16 requests, 24 to 36 layers, 0.12 to 0.41.
Bytes recorded_graphs(const Run &run)
{
    if (run.eager || run.release.first_engine) return 0;
    constexpr Bytes of_layer = 3 * mib / 10;
    const Count decodes = run.requests * run.query(), most = most_captured(run);
    Count graphs = 0;
    for (Count n = 1; n <= most; n = next_captured(n)) graphs += n <= decodes ? 2 : 1;
    return graphs * (run.lora.max_loras > 0 ? 2 : 1) * static_cast<Count>(run.spec.layers.size()) * of_layer;
}

/// v1/worker/gpu/cudagraph_utils.py, profile_cudagraph_memory: all graphs of pieces are captured into one pool, of the whole
/// graphs the two largest; the others count as the second, at least a MiB each. The pool grows by the allocator's segments and
/// holds cuBLAS's workspace.
Bytes graphs_estimate(const Run &run)
{
    if (run.eager || !run.release.graphs_in_budget) return 0;
    const Count decodes = run.requests * run.query();
    const Count most = most_captured(run);
    Count whole = 0, largest = 0, second = 0;
    for (Count n = 1; n <= std::min(most, decodes); n = next_captured(n)) {
        ++whole;
        second = largest;
        largest = n;
    }
    const Bytes library = run.card.capability_major >= 9 ? 32 * mib : 8519680, one = split_results(run, largest);
    // from 20 MiB on a block is not split, and the second graph takes another
    const bool large = one >= 20 * mib;
    const Bytes partial = large     ? round_up(one, 2 * mib) + round_up(split_results(run, second), 2 * mib)
                          : one > 0 ? segment_bytes(one)
                                    : 0;
    // shared experts run on a stream of their own, with another workspace
    const bool shared = std::ranges::any_of(
        run.spec.kinds, [](const LayerSpec &kind) { return kind.mlp.kind == MlpKind::moe && kind.mlp.moe.shared.width > 0; });
    return (shared ? 2 : 1) * (library + 20 * mib) + partial + (large ? 10 : 4) * mib + std::max<Count>(0, whole - 1) * mib;
}

/// device_allocator/cumem.py: weights, the sampler's tables, the cache and workspaces of experts leave the card at both levels, adapters
/// and tables of blocks go to the host. What was allocated beside those pools stays: workspaces of cuBLAS, one for each stream, a
/// segment of small tensors, a drafter's input, logits that are returned, graphs' own pool.
void put_to_sleep(const Run &run, const SleepMode &mode, Bytes places, Bytes buffers, EngineStart &out)
{
    if (mode.level == 0 || !run.release.second_runner) return;
    constexpr Bytes small = 2 * mib, alone = 10 * mib; // a block from 10 MiB on has a segment of its own
    const Bytes workspace = library_workspace(run.card), library = segment_bytes(workspace);
    const bool experts = std::ranges::any_of(run.spec.kinds, [](const LayerSpec &kind) { return kind.mlp.kind == MlpKind::moe; });
    Bytes stays = library + small;
    if (experts) stays += library;
    if (run.drafter.drafts()) stays += small;
    if (run.drafter.reads_states()) stays += segment_bytes(run.batch * run.drafter.hidden * run.width());
    const Bytes logits = run.keeps_logits ? rows_of_top_k(run) : 0;
    if (logits >= alone || (logits > 0 && workspace >= alone)) stays += segment_bytes(logits);
    const bool captures = out.graphs > 0;
    const Bytes pool = captures ? segment_bytes(2 * mib) + small : 0;
    if (captures) stays += library + small;
    if (out.unseen > 0) stays += segment_bytes(out.unseen);
    out.asleep = stays + (mode.offload_graphs ? 0 : pool);
    const Bytes tables = run.requests * ((run.context + 15) / 16) * 4;
    const Bytes runtime = places + small + (tables > mib ? segment_bytes(tables) : 0);
    out.asleep_host = runtime + (mode.level == 1 ? out.weights - places + buffers : 0) + (mode.offload_graphs ? pool : 0);
}

Bytes given_back(Device &device, const Run &run, const SleepMode &mode)
{
    if (mode.level == 0 || !run.release.subtracts_reserved) return 0;
    if (run.spec.tied && run.last() && makes_tied_head(run.model_type)) {
        const Bytes bytes = step::product(run.shard(run.padded_vocab), run.spec.hidden, run.width());
        const Device::Held head = device.hold(bytes, "head", Component::weights);
    }
    const Bytes reserved = device.reserved();
    device.empty_cache();
    return reserved - device.reserved();
}

void say_beyond_share(EngineStart &out)
{
    if (out.beyond_share < gib / 16) return; // of little models it is nothing to hear of
    out.warnings.push_back(
        {"beyond_share",
         phrase(QT_TRANSLATE_NOOP("core",
                                  "%1 before %2 takes %3 GiB that loading gave back for memory that nobody holds, where it "
                                  "can sleep: its cache is larger than its share of the card by that."),
                {"vLLM", "0.27", gib_brief(out.beyond_share)}),
         "inference.sleep.level"});
}

} // namespace plimsoll::vllm
