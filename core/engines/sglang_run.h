// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/lengths/model_length.h"
#include "core/engines/rank.h"
#include "core/engines/rank_device.h"
#include "core/libraries/sglang_release.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll::sglang {

using ranks::Asked, ranks::Device, ranks::Rank, ranks::Sizes;

/// One start's settings with every default taken, and what the model comes to on one rank.
struct Run : Rank {
    Release release;
    std::optional<Bytes> before_load; ///< free on the card when communicators stand and nothing is loaded
    Bytes communicators = 0;          ///< NCCL's buffers
    Count chunk = 0;                  ///< --chunked-prefill-size; -1: prompts are not cut
    Count decode_batch = 0;           ///< the largest batch of a decode graph; 0: none is captured
    Count prefill_tokens = 0;         ///< of the largest prefill graph; 0: none is captured
    Count decode_graphs = 0, prefill_graphs = 0;
    Count page = 1;
    Count context = 0;                ///< --context-length
    std::optional<Count> requests;    ///< --max-running-requests
    double share = 0;                 ///< --mem-fraction-static
    std::string_view cache_dtype;     ///< as PyTorch prints it, behind "torch."
    Bytes cache_width = 2;            ///< of one element, scales apart
    Count cache_block = 0;            ///< elements that share a scale of one byte; 0: none
    bool cache_halved = false;        ///< two elements in a byte
    Bytes latent_row = 0;             ///< of a token and layer where attention is latent
    bool pictures = false;            ///< a class with a tower for them
    std::string_view attention;       ///< --attention-backend
    std::optional<Count> most_tokens; ///< --max-total-tokens
    std::optional<Count> states;      ///< --max-mamba-cache-size
    std::optional<Bytes> state_width; ///< --mamba-ssm-dtype, of a number
    LoraSlots lora;                   ///< --max-loras-per-batch, --max-lora-rank
    ranks::Drafter drafter;

    /// The plan's, with what was absent; max_num_seqs follows from the pools.
    [[nodiscard]] EngineSettings settings_taken(EngineSettings given) const;
};

/// What "auto" is: the configuration's own type, in 16 bits (configs/model_config.py, _get_and_verify_dtype; cards before Ampere have
/// no bf16: arg_groups/overrides.py).
[[nodiscard]] WeightDtype dtype_when_auto(const Plan &plan, const Architecture &model, const CardFacts &card);

/// The longest request that the model's configuration allows: a longer --context-length is refused.
[[nodiscard]] lengths::Length allowed_length(const Architecture &model);
/// --context-length where nobody says it.
[[nodiscard]] std::optional<TakenContext> context_when_unstated(const Plan &plan, const Architecture &model,
                                                                const CardFacts &card);

inline constexpr std::string_view cache_kinds = "auto | bf16 | fp8 | mxfp8 | nvfp4"; ///< --kv-cache-dtype

/// Takes every default. Error: a field's value that SGLang has not.
[[nodiscard]] Result<Run> run_of(const StartCall &call);

/// Batch sizes of decode graphs up to `most` (cuda_graph_hook.py, generate_decode_cuda_graph_batch_sizes).
[[nodiscard]] Count decode_graphs_up_to(Count most);
/// Token counts of prefill graphs up to `most` (generate_prefill_cuda_graph_batch_sizes).
[[nodiscard]] Count prefill_graphs_up_to(Count most);

/// Layers of each pipeline stage, the last ones having one more where they do not divide (distributed/utils.py, get_pp_indices).
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> stages_of(const Run &run);

/// What one token, or one state, takes of the caches of one rank's layers.
struct Cells {
    Bytes full = 0;     ///< of a token in all layers that see it for ever
    Bytes keys = 0;     ///< of `full`: its keys alone; 0: keys and values are one
    Bytes windowed = 0; ///< of a token in all layers with a window, which have a pool of their own
    Bytes windowed_keys = 0;
    Count full_buffers = 0, windowed_buffers = 0; ///< tensors that hold them
    Count window = 0;
    Bytes convolution = 0, state = 0; ///< of one slot of all recurrent layers
    bool recurrent = false;
    Count request_states = 1; ///< states that a running request holds, cached ones among them
};
[[nodiscard]] Cells cells_of(const Run &run);

/// srt/arg_groups/fields/schedule.py: the fallbacks of --swa-full-tokens-ratio and --mamba-full-memory-ratio.
inline constexpr double window_ratio = 0.8, state_ratio = 0.9;

/// The pools that a budget becomes (model_executor/pool_configurator.py, mem_cache/kv_cache_configurator.py).
struct Pools {
    Count tokens = 0;          ///< max_total_num_tokens
    Count windowed_tokens = 0; ///< of layers with a window
    Count states = 0;          ///< max_mamba_cache_size
    Count requests = 0;        ///< max_running_requests
    Bytes left = 0;            ///< for tokens, once states have theirs; not above 0: nothing is cached
    Bytes key_values = 0;      ///< tokens' and windows', the row that padded batches write to included
    Bytes state_bytes = 0;
};
/// `budget`: free once the weights stand, less the slack that the share leaves.
[[nodiscard]] Pools pools_of(const Run &run, const Cells &cells, Bytes budget);

/// What `requests` requests of `tokens` tokens need of the pools.
[[nodiscard]] Bytes cache_of(const Run &run, const Cells &cells, Count tokens, Count requests);

/// Tables and workspaces that stay, each a tensor: what maps requests to tokens, the lists of free pages, attention's workspace.
[[nodiscard]] Sizes tables_of(const Run &run, const Pools &pools);
[[nodiscard]] Sizes workspaces_of(const Run &run, const Pools &pools);

/// Of one forward pass of `tokens` tokens, `rows` of which are sampled: what lives at its fullest moment, an estimate. SGLang's model
/// code is vLLM's: sums and norms in one kernel and in place, merged projections (srt/models, srt/layers).
[[nodiscard]] Bytes pass_of(const Run &run, Count tokens, Count rows);

/// What capturing graphs adds, an estimate: the pool that prefills and decodes share holds the largest pass of those captured, and each
/// graph takes memory of the driver (memory_hook.py, reserve_for_graph_mb: 8 MiB a prefill graph).
[[nodiscard]] Bytes graphs_of(const Run &run);

} // namespace plimsoll::sglang
