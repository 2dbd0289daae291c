// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

// pip packages 0.33.0 and 0.11.0, pull requests and logs.
namespace {

constexpr Bytes hundredths(int gib_hundredths) { return gib * gib_hundredths / 100; }

constexpr std::string_view named_by_0_22[] = {"qwen3"};
constexpr std::string_view named_by_0_23[] = {"llama", "mistral", "qwen3"};
constexpr std::string_view named_by_0_24[] = {"deepseek_v2", "granitemoe", "llama", "mistral", "qwen2_moe", "qwen3"};
constexpr std::string_view named_by_0_25[] = {"deepseek_v2", "granitemoe", "qwen2_moe"};

constexpr vllm::RunnerChoice none_of_0_21, of_0_22{.types = named_by_0_22, .plain_alone = true},
    of_0_23{.types = named_by_0_23, .plain_alone = true}, of_0_24{.types = named_by_0_24},
    of_0_25{.types = named_by_0_25, .dense = true};

constexpr Change vllm_changes[] = {
    {{0, 29, 0},
     [](Installed &old) {
         old.vllm.name = "0.28";
         old.vllm.chosen = &of_0_25;
     },
     "config/vllm.py, use_v2_model_runner"},
    {{0, 28, 0},
     [](Installed &old) {
         old.vllm.name = "0.27";
         old.vllm.packs_four_bits = true;
     },
     "pull request 43529"},
    {{0, 27, 0}, [](Installed &old) { old.vllm.subtracts_reserved = true; }, "utils/mem_utils.py, memory_profiling"},
    {{0, 25, 0},
     [](Installed &old) {
         old.vllm.name = "0.24";
         old.vllm.chosen = &of_0_24;
     },
     "config/vllm.py, use_v2_model_runner"},
    {{0, 24, 0},
     [](Installed &old) {
         old.vllm.name = "0.23";
         old.vllm.chosen = &of_0_23;
     },
     "config/vllm.py, use_v2_model_runner"},
    {{0, 23, 0},
     [](Installed &old) {
         old.vllm.name = "0.22";
         old.vllm.chosen = &of_0_22;
     },
     "config/vllm.py, use_v2_model_runner"},
    {{0, 22, 0},
     [](Installed &old) {
         old.vllm.name = "0.21";
         old.vllm.chosen = &none_of_0_21;
         old.vllm.whole_large_blocks = false;
     },
     "pull request 41268"},
    {{0, 21, 0},
     [](Installed &old) {
         old.vllm.name = "0.20";
         old.vllm.second_runner = false;
         old.vllm.graphs_in_budget = false;
         old.vllm.frames_stay = false;
         old.vllm.checkpoint_states = false;
         old.vllm.non_torch_of_many = hundredths(54);
     },
     "v1/worker/gpu"},
    {{0, 20, 0},
     [](Installed &old) {
         old.vllm.name = "0.11";
         old.vllm.share = 0.9;
     },
     "config/cache.py, CacheConfig.gpu_memory_utilization"},
    {{0, 11, 1}, [](Installed &old) { old.vllm.short_factors_alone = false; }, "config/model.py, _get_and_verify_max_len"},
    {{0, 10, 0},
     [](Installed &old) { old.vllm.inputs_in_budget = true; },
     "v1/worker/gpu_worker.py, determine_available_memory: the highest that PyTorch ever allocated"},
    {{0, 9, 2},
     [](Installed &old) {
         old.vllm.name = "0.8";
         old.vllm.windows_apart = false;
     },
     "pull request 17996"},
    {{0, 8, 0},
     [](Installed &old) {
         old.vllm.name = "0.7";
         old.vllm.first_engine = true;
         old.vllm.non_torch = hundredths(16);
     },
     "worker/worker.py, pull requests 12126 and 10511, a log of each"},
    {{0, 7, 0},
     [](Installed &old) {
         old.vllm.name = "0.6.5";
         old.vllm.non_torch = hundredths(179);
         old.vllm.non_torch_of_many = hundredths(358);
         old.vllm.latent_caches = false;
     },
     "worker/worker.py, determine_num_available_blocks"},
    {{0, 6, 5},
     [](Installed &old) {
         old.vllm.name = "0.6";
         old.vllm.non_torch = hundredths(33);
         old.vllm.non_torch_of_many = hundredths(74);
         old.vllm.chunk_of_long = 512;
     },
     "worker/worker.py, all of the card that is taken and not PyTorch's, the context among it (issue 10517)"},
    {{0, 6, 0},
     [](Installed &old) {
         old.vllm.name = "0.3";
         old.vllm.non_torch = vllm::Release{}.non_torch;
         old.vllm.non_torch_of_many = hundredths(54);
         old.vllm.chunk_of_long = 0;
     },
     "worker/worker.py, profile_num_available_blocks"},
    {{0, 2, 5},
     [](Installed &old) {
         old.vllm.name = "0.2";
         old.vllm.non_torch = 0;
         old.vllm.non_torch_of_many = 0;
     },
     "worker/worker.py, what PyTorch allocates and nothing else, pull request 2031"},
};

} // namespace

constinit const Library libraries::vllm{.name = "vllm", .known = "0.33.0", .changes = vllm_changes};

} // namespace plimsoll
