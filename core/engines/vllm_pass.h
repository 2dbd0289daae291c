// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/vllm_classes.h"
#include "core/engines/vllm_run.h"

#include <string>
#include <vector>

namespace plimsoll::vllm {

/// The profile pass: vLLM's own model code on tensors without data (model_executor/models, layers; v1/worker/gpu/model_runner.py),
/// one layer of every kind behind every other.
class Pass {
    using Tensor = Device::Held;

    /// What a layer hands to the next: the sum so far and what is still to be added to it; one of them where they are one.
    struct Stream {
        Tensor hidden, residual;
    };

public:
    Pass(Device &device, const Run &run, Tensor workspace)
        : m_device(device), r(run), m_tokens(run.profiled()), m_hidden(run.spec.hidden),
          m_code(run.eager || run.code == LayerCode::parallel || run.code == LayerCode::hub ? run.code : LayerCode::fused),
          m_keeps(run.eager && run.keeps_gate_up), m_workspace(std::move(workspace))
    {}

    /// The tower on the largest pictures; its result stays.
    void pictures();

    void model();

    /// One layer more on the states that the model has left, where it drafts on them (v1/worker/gpu/spec_decode).
    void drafts();
    /// A model of its own runs behind the target, whose states stand meanwhile.
    void drafts_beside(const Run &drafting);

    /// The last rows' logits and every parameter of sampling: v1/worker/gpu/sample.
    void sampler();

    /// Before 0.33 kernels' workspaces are tensors of their call.
    void forget_layers();

    /// What goes once the pass is over.
    void forget();

private:
    void drafts_on_three();
    void layer_inputs();

    Device &m_device;
    const Run &r;
    std::string m_scope; ///< of the layer that runs, where matrices are looked up
    Count m_tokens, m_hidden;
    LayerCode m_code;
    bool m_keeps;
    Tensor m_workspace, m_inputs, m_layer_inputs, m_hidden_states, m_tables, m_embeddings;
    std::vector<Tensor> m_kept, m_beside;

    Tensor table(Count rows, Count columns, Dtype dtype, const char *name);
    Tensor take(Count columns, const char *name) { return table(m_tokens, columns, r.dtype, name); }
    Tensor take(Count columns, Dtype dtype, const char *name) { return table(m_tokens, columns, dtype, name); }

    /// FlashInfer's all-reduce (config/compilation.py, default_fi_allreduce_fusion_max_size_mb).
    [[nodiscard]] bool frames_stay() const;

    [[nodiscard]] bool small_input(const LinearSpec &like) const;
    /// e4m3 whose inputs' scale is stored.
    [[nodiscard]] bool static_scales(const LinearSpec &like) const;
    /// `stored`: rows of each of the checkpoint's matrices that it is merged from; empty: one.
    Tensor linear(Count in, Count out, const LinearSpec &like, const std::vector<Count> &stored = {});
    [[nodiscard]] bool in_four_bits(const LinearSpec &like) const;
    Tensor four_bits(Count in, Count out, const std::vector<Count> &stored);
    Tensor row_linear(Count in, const LinearSpec &like);

    /// Nemotron's norms (layernorm1p) stay in the model's dtype.
    [[nodiscard]] bool floats() const { return m_code == LayerCode::fresh && !norms_in_place(r.model_type); }
    /// GemmaRMSNorm, in plain PyTorch: float32 inside.
    void float_norm(bool adds);
    Tensor norm(const NormSpec &spec);
    /// Adds `x` to the residual and normalises the sum.
    Stream add_norm(Stream in);
    void last_norm(Stream &stream);

    void layer(const LayerSpec &spec, Stream &stream);

    [[nodiscard]] static bool has_mlp(const LayerSpec &spec);
    [[nodiscard]] static bool has_mixer(const LayerSpec &spec);

    void residual_layer(const LayerSpec &spec, Stream &stream);

    void adding_layer(const LayerSpec &spec, Stream &stream);

    void parallel_layer(const LayerSpec &spec, Stream &stream);

    Tensor mixer(const LayerSpec &spec);

    Tensor attention(const LayerSpec &spec);

    /// DeepSeek's sparse attention: queries in the latent space, scores of the indexer in pieces (sparse_attn_indexer.py).
    Tensor sparse_latent(const AttentionSpec &a, const IndexerSpec &indexer, Count heads);

    Tensor latent(const LayerSpec &spec);

    Tensor recurrence(const MixerSpec &spec);

    Tensor mlp(const LayerSpec &spec);

    Tensor mlp(const MlpSpec &spec);

    [[nodiscard]] bool small_experts(const MoeSpec &moe) const;

    void need_workspace(Bytes bytes);

    Tensor experts(const MoeSpec &moe);
    Tensor experts_of_batch(const MoeSpec &moe);
    /// What every copy's ranks hand to the experts (device_communicators/all2all.py, AgRsAll2AllManager): vectors, weights, choices.
    Tensor gathered_batch(const MoeSpec &moe, Bytes width);
};

} // namespace plimsoll::vllm
