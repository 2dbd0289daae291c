// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/loading/loaded_weights.h"
#include "core/plan/plan.h"
#include "core/torch/ops.h"
#include "core/torch/pool.h"

#include <deque>
#include <memory>

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
    [[nodiscard]] bool four_bit() const { return quant == "nf4" || quant == "fp4"; }
    [[nodiscard]] bool bitsandbytes() const { return four_bit() || quant == "int8"; }
    /// Checkpoints that come quantised: nothing dense is loaded.
    [[nodiscard]] bool packed() const { return !bitsandbytes() && quant != "none"; }
    /// How the parameter of this full name is held; null: dense, in `weights`.
    [[nodiscard]] MatrixLayoutRef layout_of(const std::string &name) const;
};

struct Lora {
    Leaf a, b;
    Leaf magnitude; ///< DoRA
    double dropout = 0.0;
    bool dora = false;

    static void *operator new(std::size_t bytes) { return pool::take(bytes); }
    static void operator delete(void *memory, std::size_t bytes) { pool::give(memory, bytes); }
};

/// torch.nn.Linear (or transformers' Conv1D), perhaps quantised by bitsandbytes, perhaps wrapped by PEFT.
class LinearModule {
public:
    enum class Base : std::uint8_t { dense, four_bit, eight_bit, packed };

    LinearModule() = default;
    LinearModule(const LinearModule &) = delete;
    LinearModule &operator=(const LinearModule &) = delete;

    /// Allocates the weights: dense in `precision.weights`, or quantised from a copy that goes again.
    /// `own_class`: a class derived from torch.nn.Linear, input @ weight.T (Falcon's); bitsandbytes leaves it dense.
    void load(Machine &m, const LinearSpec &spec, const Precision &precision, bool quantise, bool own_class = false);
    /// Shares another parameter's storage (tied head).
    void tie(Leaf &other, const LinearSpec &spec);
    /// The bias of a tied head, which another module registers: `other` is left without it.
    void take_bias(Leaf &other);
    /// PEFT's modules_to_save: a dense copy that trains.
    void load_copy(Machine &m, const LinearSpec &spec, Dtype dtype);
    void cast_copy(Machine &m, Dtype dtype);
    /// In the dtype in which PEFT creates it: that of the products for a packed base, else the weight's.
    void add_lora(Machine &m, const Adapter &adapter);
    /// parameter.data.to(dtype) on the adapter's parameters.
    void cast_lora(Machine &m, Dtype dtype, bool magnitude);
    /// prepare_model_for_kbit_training: 16-bit parameters become float32.
    void raise_to_fp32(Machine &m);
    void collect(std::vector<Leaf *> &parameters);

    /// `by_keys`: the result's gradient comes as eager attention's product leaves that of transposed keys: token by token
    /// within a head, so that whoever reads it in rows copies it.
    [[nodiscard]] Tensor forward(Machine &m, Tensor x, bool by_keys = false);
    /// LitGPT's attn.qkv (litgpt/lora.py LoRAQKVLinear): three projections as one product, one dropout for their adapters.
    [[nodiscard]] static Tensor joined(Machine &m, const std::array<LinearModule *, 3> &parts, const Tensor &x);
    /// compressed-tensors' hook before the first forward: the matrix becomes dense and stays so, its scales beside it.
    void expand(Machine &m);
    /// The adapter is added to a packed base's result as it is: PEFT adds to a copy.
    void adapt_without_copy() { m_copies_result = false; }
    /// Weight and quantisation metadata of a module that never runs.
    [[nodiscard]] TensorList take_weights()
    {
        m_state.push_back(std::move(m_weight.value));
        return std::move(m_state);
    }

    [[nodiscard]] const char *name() const { return m_name; }
    [[nodiscard]] bool wrapped() const { return static_cast<bool>(m_lora); }
    [[nodiscard]] Leaf &weight() { return m_tied ? *m_tied : m_weight; }
    [[nodiscard]] Leaf *bias() { return m_bias.get(); }
    /// What autocast or the kernel of a packed base makes of PEFT's conversions.
    [[nodiscard]] bool converts(const Machine &m) const;
    [[nodiscard]] bool loaded() const { return m_out > 0; }
    /// What its products give outside autocast.
    [[nodiscard]] Dtype dtype() { return m_base == Base::packed ? m_layout->dense : weight().value.dtype(); }
    [[nodiscard]] Count out_features() const { return m_out; }

private:
    [[nodiscard]] Tensor base(Machine &m, Tensor x);
    [[nodiscard]] static Tensor read_in_rows(Machine &m, const Tensor &result);
    [[nodiscard]] static Tensor joined_base(Machine &m, const std::array<LinearModule *, 3> &parts, const Tensor &x);
    [[nodiscard]] Tensor four_bit(Machine &m, Tensor x);
    [[nodiscard]] Tensor four_bit_product(Machine &m, const Tensor &x) const;
    [[nodiscard]] Tensor eight_bit(Machine &m, Tensor x);
    [[nodiscard]] Tensor packed(Machine &m, Tensor x);
    [[nodiscard]] Tensor packed_product(Machine &m, const Tensor &x);
    [[nodiscard]] Tensor unpacked(Machine &m, Dtype dtype) const;
    [[nodiscard]] Tensor with_lora(Machine &m, Tensor x, Tensor result);
    [[nodiscard]] Tensor with_dora(Machine &m, Tensor x, Tensor result);
    [[nodiscard]] Tensor first_magnitude(Machine &m, Dtype dtype);
    [[nodiscard]] Tensor dora_weight(Machine &m, Dtype dtype);
    [[nodiscard]] Tensor dora_scale(Machine &m, const Tensor &delta, const Tensor &weight);
    [[nodiscard]] Tensor dequantised(Machine &m, Dtype dtype) const;
    [[nodiscard]] Tensor dequantised_eight_bit(Machine &m) const;
    void load_quantised(Machine &m, QuantisedLoading &loading, const Precision &precision);
    void quantise_four_bit(Machine &m, Count elements, QuantisedLoading &loading);
    void load_layout(Machine &m, const MatrixLayout &layout, const Precision &precision);
    void quantise_eight_bit(Machine &m);

    const char *m_name = "";
    Base m_base = Base::dense;
    MatrixLayoutRef m_layout; ///< of a packed base, and of one that was
    Count m_in = 0, m_out = 0;
    bool m_nested = false;
    bool m_keeps_compressed = false;
    bool m_copies_result = true;
    bool m_conv1d = false;
    bool m_own_class = false; ///< Falcon's: input @ weight.T, whose cast autocast does not keep
    bool m_by_keys = false;   ///< of the call that is running
    Dtype m_compute = Dtype::bf16;
    Dtype m_quantised_from = Dtype::bf16;
    Leaf m_weight;
    std::unique_ptr<Leaf> m_bias; ///< of a module that has one
    Leaf *m_tied = nullptr;
    TensorList m_state; ///< quantisation metadata
    std::unique_ptr<Lora> m_lora;
};

/// A norm of width 0 has no weight.
class NormModule {
public:
    /// `casts`: a LayerNorm in float32 whose result is cast back (OLMo 1).
    void load(Machine &m, const NormSpec &spec, Dtype dtype, bool casts = false);
    void raise_to_fp32(Machine &m);
    void collect(std::vector<Leaf *> &parameters);
    [[nodiscard]] Tensor forward(Machine &m, Tensor x);
    /// Liger's kernel takes the place of the library's lines.
    void use_liger(bool in_place)
    {
        m_liger = true;
        m_liger_in_place = in_place;
    }
    [[nodiscard]] Count width() const { return m_spec->width; }
    [[nodiscard]] bool present() const { return m_spec && m_spec->kind != NormKind::none; }
    [[nodiscard]] bool liger() const { return m_liger; }

private:
    [[nodiscard]] Tensor rms(Machine &m, Tensor x);
    [[nodiscard]] Tensor layer_norm(Machine &m, Tensor x);
    [[nodiscard]] static Tensor native_layer_norm(Machine &m, Tensor x, Tensor weight, Tensor bias);
    [[nodiscard]] Tensor cohere(Machine &m, Tensor x);
    [[nodiscard]] Tensor power(Machine &m, Tensor x);
    const NormSpec *m_spec = nullptr;
    Leaf m_weight;
    std::unique_ptr<Leaf> m_bias; ///< of a norm that has one
    bool m_liger = false, m_liger_in_place = true;
    bool m_casts = false;
};

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
[[nodiscard]] bool gemm_4bit_is_fused(const DeviceFacts &device, Dtype dtype, Count M, Count N, Count K);

/// x * rsqrt(x.pow(2).mean(-1) + eps) in float32, cast back: norms without weights (Llama4TextL2Norm, NanoChatRMSNorm).
[[nodiscard]] Tensor l2_norm(Machine &m, const Tensor &x);

/// BloomGelu: its function keeps its input only, and both directions are lines of Python.
[[nodiscard]] Tensor bloom_gelu(Machine &m, Tensor x);

/// XIELUActivation without its own kernel; both parameters are one number.
[[nodiscard]] Tensor xielu(Machine &m, const Tensor &x, Leaf &alpha_p, Leaf &alpha_n);

/// Activation of an MLP as transformers' ACT2FN runs it.
[[nodiscard]] Tensor activate(Machine &m, Tensor x, Activation activation);

} // namespace plimsoll::step
