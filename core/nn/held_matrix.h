// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/loading/loaded_weights.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/plan.h"
#include "core/torch/ops.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>

namespace plimsoll::step {

/// transformers' loader with a quantiser: one allocation of what the model will take comes and goes
/// (caching_allocator_warmup), then the packed matrices are made, then everything else, each in module order. So loading
/// runs three times over the modules, and the first two leave nothing but this.
struct QuantisedLoading {
    enum class Pass : std::uint8_t { count, pack, rest };
    struct Packed {
        Tensor weight, bias;
        TensorList state;
    };
    Pass pass = Pass::count;
    Bytes expected = 0; ///< quantised matrices, as get_total_byte_count sees them
    std::deque<Packed> packed;
    Tensor dynamic_map; ///< bitsandbytes keeps one for the scales' own quantisation
};

/// How the weights of this run are held, from the resolved plan.
struct Precision {
    Dtype weights = Dtype::bf16; ///< what is not quantised
    std::string quant = "none";  ///< weights.quant as resolved: "none", "nf4", "gptq4", …
    std::shared_ptr<const LoadedWeights>
        loaded; ///< set: LinearSpec::layout says how each matrix is held; null: bitsandbytes or none
    bool double_quant = false;
    Dtype compute = Dtype::bf16;               ///< bitsandbytes' compute dtype
    bool kbit_prepare = false;                 ///< 16-bit parameters were raised to float32
    std::shared_ptr<QuantisedLoading> loading; ///< while a quantised model is loaded
    bool half_warmup = false;   ///< transformers before 5: half of the 16-bit model is allocated before loading, the head apart
    bool packs_experts = false; ///< fused experts are packed by bitsandbytes too, one parameter after another
    std::optional<Dtype> quantised_from; ///< what the loader hands to bitsandbytes, which unpacks to it; else `weights`
    bool unpacks = false;                ///< the loader unpacks every matrix of a quantised checkpoint
    bool keeps_compressed = false; ///< transformers before 5: compressed values stay beside the matrix that was made of them
    [[nodiscard]] bool four_bit() const { return is_bitsandbytes_4bit(quant); }
    [[nodiscard]] bool bitsandbytes() const { return four_bit() || quant == "int8"; }
    /// Checkpoints that come quantised: nothing dense is loaded.
    [[nodiscard]] bool packed() const { return !bitsandbytes() && quant != "none"; }
    /// How the parameter of this full name is held; null: dense, in `weights`.
    [[nodiscard]] MatrixLayoutRef layout_of(const std::string &name) const;
};

/// How a linear's matrix lies on the card.
enum class LinearBase : std::uint8_t {
    dense,
    four_bit,  ///< of bitsandbytes
    eight_bit, ///< of bitsandbytes
    packed     ///< as HeldMatrix::layout says
};

/// Matrix [out, in] and bias of a linear as they are held.
struct HeldMatrix {
    LinearBase base = LinearBase::dense;
    MatrixLayoutRef layout; ///< of a packed base, and of one that was
    Count in = 0, out = 0;
    bool nested = false;           ///< bitsandbytes: the scales are quantised too
    bool keeps_compressed = false; ///< compressed values stay beside the matrix that was made of them
    bool conv1d = false;           ///< transformers' Conv1D
    Dtype compute = Dtype::bf16;
    Dtype quantised_from = Dtype::bf16;
    Leaf weight;
    std::unique_ptr<Leaf> bias; ///< of a module that has one
    TensorList state;           ///< quantisation metadata
};

/// One pass of the loader over a matrix that bitsandbytes packs.
void load_quantised(Machine &m, HeldMatrix &held, QuantisedLoading &loading, const Precision &precision);
/// The matrix as its checkpoint lays it out.
void load_layout(Machine &m, HeldMatrix &held, const MatrixLayout &layout, const Precision &precision);
/// compressed-tensors' hook before the first forward: the matrix becomes dense and stays so, its scales beside it.
void expand(Machine &m, HeldMatrix &held);

// Products of x [.., in] with a matrix that is not dense, which backward unpacks again: `held` stays where it is until then.
[[nodiscard]] Tensor four_bit(Machine &m, const HeldMatrix &held, Tensor x); ///< without bias; x in held.compute
/// `by_keys`: as LinearModule::forward.
[[nodiscard]] Tensor eight_bit(Machine &m, const HeldMatrix &held, const Tensor &x, bool by_keys);
[[nodiscard]] Tensor packed(Machine &m, const HeldMatrix &held, Tensor x);

/// The whole matrix of bitsandbytes' four bits, in `dtype`; of its eight bits, in float32.
[[nodiscard]] Tensor dequantised(Machine &m, const HeldMatrix &held, Dtype dtype);
[[nodiscard]] Tensor dequantised_eight_bit(Machine &m, const HeldMatrix &held);

/// A float parameter of `shape`, component weights.
[[nodiscard]] Tensor new_parameter(Machine &m, Shape shape, Dtype dtype, const char *name,
                                   Component component = Component::weights);
/// A matrix, or a stack of experts, that the loader may unpack: dense, after what its unpacking needs came and went.
[[nodiscard]] Tensor new_unpacked(Machine &m, const Precision &precision, Shape shape, const char *name, bool mxfp4 = false);
/// A matrix in its layout: the values, and behind them in `state` what else it has. Names live as long as the layout.
[[nodiscard]] Tensor new_packed(Machine &m, const MatrixLayout &layout, TensorList &state);
[[nodiscard]] inline bool is_of_bitsandbytes(Packing packing)
{
    return packing == Packing::bnb_four_bit || packing == Packing::bnb_eight_bit;
}
/// The bias beside a weight: of the same module and layer, without a value yet.
[[nodiscard]] std::unique_ptr<Leaf> new_bias(const Leaf &weight);
/// parameter.data = parameter.data.to(float32): the copy first, then the old one goes.
void raise_leaf(Machine &m, Leaf &leaf);

inline constexpr Count four_bit_block = 64; ///< values that share a scale: bitsandbytes' default blocksize

/// Whether bitsandbytes 0.50's gemm_4bit runs its own kernel for M rows of a [N, K] weight, else it dequantises the whole
/// matrix (bitsandbytes/backends/cuda/ops.py, _gemm_4bit_use_custom_cuda). blocksize 64.
[[nodiscard]] bool gemm_4bit_is_fused(const CardFacts &device, Dtype dtype, Count M, Count N, Count K);

} // namespace plimsoll::step
