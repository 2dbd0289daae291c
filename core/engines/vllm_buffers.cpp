// SPDX-License-Identifier: GPL-3.0-or-later
// What vLLM's runner keeps on the card beside weights and cache, and what its CUDA graphs are taken to need.
#include "core/engines/vllm_run.h"

#include <algorithm>

namespace plimsoll::vllm {

/// v1/worker/gpu: sample/penalties.py, logit_bias.py, bad_words.py, structured_outputs.py, input_batch.py.
Sizes runner_buffers(const Run &run)
{
    const Count s = run.requests, v = run.vocab, words = (v + 31) / 32;
    if (!run.release.second_runner) return {run.batch * 50, s * ((run.context + 15) / 16) * 4};
    Sizes out;
    if (run.last()) out = {s * v * 4, s * words * 4, s * words * 4};
    for (int i = 0; i < 4; ++i) out.push_back(s * 1024 * 4);
    out.insert(out.end(), {s * 129 * 4, s * 128 * 4, s * 128 * 4, run.batch * 8, run.batch * 4, run.batch});
    return out;
}

/// v1/worker/gpu/cudagraph_utils.py: pieces of every size share one pool; of whole graphs two are captured, the second stands
/// for the others. A pool grows by segments of 2 and 20 MiB and holds cuBLAS's workspace.
Bytes graphs_estimate(const Run &run)
{
    if (run.eager || !run.release.graphs_in_budget) return 0;
    const Count most = std::min({2 * run.requests, Count{run.card.capability_major == 10 ? 1024 : 512}, run.batch});
    Count whole = 0;
    for (Count n = 1; n <= std::min(most, run.requests); n += n < 2 ? 1 : n < 4 ? 2 : n < 8 ? 4 : n < 256 ? 8 : 16) ++whole;
    const Bytes library = run.card.capability_major >= 9 ? 32 * mib : 8519680;
    return 2 * (library + 20 * mib) + std::max<Count>(0, whole - 1) * mib;
}

} // namespace plimsoll::vllm
