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

/// The newest first.
constexpr Row rows[] = {
    {{0, 22, 0}, {}},
    // before max_split_size_mb while loading (pull request 41268)
    {{0, 21, 0}, {.name = "0.21", .whole_large_blocks = false}},
    {{0, 20, 0},
     {.name = "0.20",
      .second_runner = false,
      .graphs_in_budget = false,
      .whole_large_blocks = false,
      .frames_stay = false,
      .non_torch_of_many = hundredths(54),
      .checkpoint_states = false}},
    {{0, 9, 2},
     {.name = "0.11",
      .second_runner = false,
      .share = 0.9,
      .graphs_in_budget = false,
      .whole_large_blocks = false,
      .frames_stay = false,
      .non_torch_of_many = hundredths(54),
      .checkpoint_states = false}},
    // before caches of several kinds share a pool (pull request 17996)
    {{0, 8, 0},
     {.name = "0.8",
      .second_runner = false,
      .share = 0.9,
      .graphs_in_budget = false,
      .whole_large_blocks = false,
      .frames_stay = false,
      .non_torch_of_many = hundredths(54),
      .checkpoint_states = false,
      .windows_apart = false}},
    // the first engine (vllm/worker); its own accounts of what is not PyTorch's: pull requests 12126 and 10511
    {{0, 7, 0},
     {.name = "0.7",
      .second_runner = false,
      .first_engine = true,
      .share = 0.9,
      .graphs_in_budget = false,
      .whole_large_blocks = false,
      .frames_stay = false,
      .non_torch = hundredths(16),
      .non_torch_of_many = hundredths(54),
      .checkpoint_states = false,
      .windows_apart = false}},
    {{0, 6, 5},
     {.name = "0.6.5",
      .second_runner = false,
      .first_engine = true,
      .share = 0.9,
      .graphs_in_budget = false,
      .whole_large_blocks = false,
      .frames_stay = false,
      .non_torch = hundredths(179),
      .non_torch_of_many = hundredths(358),
      .checkpoint_states = false,
      .windows_apart = false,
      .latent_caches = false}},
    // all of the card that is taken and not PyTorch's, the context among it (issue 10517)
    {{0, 6, 0},
     {.name = "0.6",
      .second_runner = false,
      .first_engine = true,
      .share = 0.9,
      .graphs_in_budget = false,
      .whole_large_blocks = false,
      .frames_stay = false,
      .non_torch = hundredths(33),
      .non_torch_of_many = hundredths(74),
      .checkpoint_states = false,
      .windows_apart = false,
      .latent_caches = false,
      .chunk_of_long = 512}},
    {{0, 2, 5},
     {.name = "0.3",
      .second_runner = false,
      .first_engine = true,
      .share = 0.9,
      .graphs_in_budget = false,
      .whole_large_blocks = false,
      .frames_stay = false,
      .non_torch_of_many = hundredths(54),
      .checkpoint_states = false,
      .windows_apart = false,
      .latent_caches = false,
      .chunk_of_long = 0}},
    // what PyTorch allocates and nothing else (pull request 2031)
    {{0, 0, 0},
     {.name = "0.2",
      .second_runner = false,
      .first_engine = true,
      .share = 0.9,
      .graphs_in_budget = false,
      .whole_large_blocks = false,
      .frames_stay = false,
      .non_torch = 0,
      .non_torch_of_many = 0,
      .checkpoint_states = false,
      .windows_apart = false,
      .latent_caches = false,
      .chunk_of_long = 0}},
};

} // namespace

const Release &release_of(const Plan &plan)
{
    for (const Row &row : rows)
        if (!release_before(plan, "vllm", row.from[0], row.from[1], row.from[2])) return row.release;
    return rows[0].release;
}

} // namespace plimsoll::vllm
