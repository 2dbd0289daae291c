// SPDX-License-Identifier: GPL-3.0-or-later
// What vLLM's releases do otherwise (pip packages 0.33.0 and 0.11.0, pull requests and logs named below).
#include "core/engines/vllm_run.h"
#include "core/plan/releases.h"

#include <array>

namespace plimsoll::vllm {

namespace {

constexpr Bytes hundredths(int gib_hundredths) { return gib * gib_hundredths / 100; }

struct Row {
    std::array<int, 3> from; ///< the first that does so
    Release release;
};

/// v1 before its second runner.
constexpr Release first_runner(const char *name, double share, bool windows_apart = true)
{
    Release out;
    out.name = name;
    out.share = share;
    out.windows_apart = windows_apart;
    out.second_runner = out.graphs_in_budget = out.whole_large_blocks = out.frames_stay = out.checkpoint_states = false;
    out.non_torch_of_many = hundredths(54);
    return out;
}

/// The engine before v1 (vllm/worker), with its own accounts of what is not PyTorch's.
constexpr Release first_engine(const char *name, Bytes non_torch, Bytes of_many)
{
    Release out = first_runner(name, 0.9, false);
    out.first_engine = true;
    out.non_torch = non_torch;
    out.non_torch_of_many = of_many;
    return out;
}

constexpr Release without_latent_caches(Release release, Count chunk_of_long)
{
    release.latent_caches = false;
    release.chunk_of_long = chunk_of_long;
    return release;
}

constexpr Count usual_chunk = Release{}.chunk_of_long;

/// The newest first.
constexpr Row rows[] = {
    {{0, 22, 0}, {}},
    // before max_split_size_mb while loading (pull request 41268)
    {{0, 21, 0}, {.name = "0.21", .whole_large_blocks = false}},
    {{0, 20, 0}, first_runner("0.20", vllm_share)},
    {{0, 9, 2}, first_runner("0.11", 0.9)},
    // before caches of several kinds share a pool (pull request 17996)
    {{0, 8, 0}, first_runner("0.8", 0.9, false)},
    // pull requests 12126 and 10511, a log of each
    {{0, 7, 0}, first_engine("0.7", hundredths(16), hundredths(54))},
    {{0, 6, 5}, without_latent_caches(first_engine("0.6.5", hundredths(179), hundredths(358)), usual_chunk)},
    // all of the card that is taken and not PyTorch's, the context among it (issue 10517)
    {{0, 6, 0}, without_latent_caches(first_engine("0.6", hundredths(33), hundredths(74)), 512)},
    {{0, 2, 5}, without_latent_caches(first_engine("0.3", Release{}.non_torch, hundredths(54)), 0)},
    // what PyTorch allocates and nothing else (pull request 2031)
    {{0, 0, 0}, without_latent_caches(first_engine("0.2", 0, 0), 0)},
};

} // namespace

const Release &release_of(const Plan &plan)
{
    for (const Row &row : rows)
        if (!release_before(plan, "vllm", row.from[0], row.from[1], row.from[2])) return row.release;
    return rows[0].release;
}

} // namespace plimsoll::vllm
