// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/rank.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What engines share whose start is described from their sources and was held against no measurement: TGI, TensorRT-LLM, ExLlama
/// and MLX. Weights and caches are counted tensor by tensor, the largest pass by what lives in its widest layer; intervals are wide,
/// and a warning says so.
namespace plimsoll::unmeasured {

using ranks::Rank, ranks::Sizes;

/// Of a description that nobody measured. Chosen, not measured: starts of vLLM and SGLang, which are simulated alike, lay within 5 % of
/// their logs in weights and caches, and the largest pass of a description of SGLang between a half and twice of it.
inline constexpr PartSpread counted{0.95, 1.08}, moving{0.5, 2};
inline constexpr PartSpreads spreads{
    .weights = counted, .caches = counted, .buffers = moving, .activation = moving, .graphs = moving, .non_torch = moving};

/// One rank of the plan, nothing merged or padded but what ranks share. Error: `engine` runs decoders, and this model has none.
[[nodiscard]] Result<Rank> rank_of(const StartCall &call, std::string_view engine, Dtype dtype);

/// The plan's weights.dtype; auto: the configuration's, in `wide` where that is float32 or nothing.
[[nodiscard]] Dtype dtype_of(const StartCall &call, Dtype wide);

[[nodiscard]] Bytes sum(const Sizes &sizes);

/// Matrices of all layers of a rank, as ranks::weights_of_kinds() merges them.
[[nodiscard]] Bytes layers_of(const Rank &rank, const StartCall &call);

/// An embedding or a head ("model.embed_tokens", "lm_head") as the plan's loader holds it; plain in the rank's dtype where it does not
/// pack it.
[[nodiscard]] Bytes table_of(const Rank &rank, const std::string &module, Count rows, Count columns);

/// What one layer keeps of a sequence.
struct LayerCache {
    KvKind kind = KvKind::full;
    Count keys = 0, values = 0; ///< numbers of a token on this rank; latent: the latent vector, and its turned part
    Count heads = 0;            ///< of keys
    Count window = 0;
    Bytes state = 0; ///< of a recurrent layer, of one sequence: columns of the convolution in 16 bits, the state in float32
};
/// Of the rank's layers that keep something. `latent`: latent attention caches its latent vectors, else its heads' keys and values.
[[nodiscard]] std::vector<LayerCache> caches_of(const Rank &rank, bool latent);

/// The largest pass, by the widest layer: what lives at once of `tokens` tokens.
struct PassShape {
    Count tokens = 0, rows = 0; ///< rows: whose logits are made
    Count inner = 3;            ///< numbers of a gated MLP's inner width a token: 3 where one kernel makes the product, 4 else
    Bytes width = 2;            ///< of a number
    Bytes logit = 10;           ///< of a logit and what the sampler makes of it
};
[[nodiscard]] Bytes pass_of(const Rank &rank, const PassShape &shape);

/// NCCL's buffers of ranks that share a model: 0.2 to 1.3 GiB in the logs of vLLM and SGLang.
[[nodiscard]] Bytes communicators_of(const Rank &rank);
/// What is free on an empty card once context, libraries and communicators stand; nothing where no card is named.
[[nodiscard]] std::optional<Bytes> free_before(const StartCall &call, const Rank &rank);

/// Who made the card, by its name in the catalogue; an NVIDIA card where none is named.
enum class Maker : std::uint8_t { nvidia, amd, intel, apple };
[[nodiscard]] Maker maker_of(const CardFacts &card);

/// cuBLAS's workspace of one handle: 32 MiB since Hopper, 8.1 before (torch 2.15, CUDABlas.cpp).
[[nodiscard]] Bytes library_workspace(const CardFacts &card);

/// A pool whose blocks hold `block_tokens` tokens, its groups by kind and window; `width`: of a number.
[[nodiscard]] KvPool pool_of(const std::vector<LayerCache> &caches, Count block_tokens, double width);

/// "0.9"
[[nodiscard]] std::string number(double value);
/// "12.34", GiB.
[[nodiscard]] std::string in_gib(Bytes bytes);

/// "not_measured": of which release the description is, and what in it is rough (`rough`: a whole sentence).
[[nodiscard]] Warning not_measured(std::string_view engine, std::string_view release, const std::string &rough);

/// `start`, once more with the length that the cache holds where nobody named one and the engine's own is longer: the engine lowers it.
[[nodiscard]] Result<EngineStart> lowered_to_fit(const StartCall &call, Start start);

/// What the plan lets stand beside the model that none of these descriptions counts: layers and models that draft, places for adapters.
/// Empty: nothing.
[[nodiscard]] std::string residents_left_out(const StartCall &call);

/// What stands, phase by phase, on the call's machine.
void stand(const StartCall &call, const EngineStart &start);

} // namespace plimsoll::unmeasured
