// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/vllm_pass.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace plimsoll::vllm {

Bytes library_workspace(const CardFacts &card) { return card.capability_major >= 9 ? 32 * mib : 8519680; }

void Pass::model()
{
    const bool fails = frames_stay();
    Stream stream;
    {
        const bool given = r.takes_embeddings() && r.first();
        Tensor own = given ? table(1, 1, r.dtype, "runner's embeddings") : take(m_hidden, "embedding");
        stream.hidden = r.tensor > 1 && !given ? take(m_hidden, "all_reduce") : own;
        if (fails) m_kept.push_back(own);
    }
    layer_inputs();
    if (m_code == LayerCode::hub) m_inputs = stream.hidden;
    for (int i = 0; i < r.beside && (r.eager || m_code == LayerCode::parallel); ++i)
        m_beside.push_back(i == 0 ? stream.hidden : take(m_hidden, "variables"));
    if (fails && (m_code == LayerCode::added || m_code == LayerCode::parallel || m_code == LayerCode::fresh))
        m_kept.push_back(stream.hidden);
    std::set<std::pair<int, int>> seen;
    int before = -1;
    for (std::size_t i = r.begin; i < r.end; ++i) {
        const int kind = r.spec.layers[i];
        if (seen.insert({before, kind}).second) {
            if (r.loaded) m_scope = scope_of(r.spec, i);
            layer(r.spec.kinds[static_cast<std::size_t>(kind)], stream);
        }
        before = kind;
    }
    m_inputs.reset();
    m_layer_inputs.reset();
    m_beside.clear();
    last_norm(stream);
    m_hidden_states = stream.hidden;
    if (!fails) return;
    if (stream.residual.defined()) m_kept.push_back(stream.residual);
    if (m_code == LayerCode::fresh || r.beside > 0) m_kept.push_back(take(m_hidden, "norm"));
    m_kept.push_back(stream.hidden);
}

/// gemma4.py, project_per_layer_inputs: each layer's own embedding of every token. Behind a model with a tower they are looked up before
/// it runs, into a table that stays; else a variable of its forward holds them, where nothing is compiled.
void Pass::layer_inputs()
{
    const DecoderExtension *more = r.spec.extension.get();
    if (!more || !more->layer_inputs) return;
    const Count columns = more->layer_inputs->width * r.spec.layer_count();
    const Tensor found = r.towers.empty() ? take(columns, "per-layer embeddings") : Tensor{};
    const Tensor projected = take(columns, "per-layer projection");
    {
        const Tensor sum = r.eager ? take(columns, "sum") : Tensor{};
        m_layer_inputs = take(columns, "per-layer inputs");
    }
    if (r.eager && found.defined()) m_beside.push_back(found);
}

void Pass::drafts()
{
    const bool third = r.drafter.method == SpeculativeMethod::eagle3;
    if (third && r.drafter.model && !r.drafter.model->kinds.empty()) return drafts_on_three();
    std::size_t at = r.end;
    while (at > r.begin && r.layer(at - 1).attention.kind == AttentionKind::none) --at;
    if (at == r.begin) return;
    {
        // embeddings, and what they and the states are joined to; of EAGLE-3 the states of three layers
        const Tensor states = take((third ? 5 : 3) * m_hidden, "states for the drafter");
        Stream stream;
        stream.hidden = take(m_hidden, "joined");
        if (r.loaded) m_scope = scope_of(r.spec, at - 1);
        layer(r.layer(at - 1), stream);
    }
    // further tokens are few: shared experts run on a stream of their own then, whose cuBLAS workspaces stay
    const MlpSpec &mlp = r.layer(at - 1).mlp;
    if (r.drafter.tokens > 1 && mlp.kind == MlpKind::moe && mlp.moe.shared.width > 0 && r.rows() <= 256)
        for (int i = 0; i < (r.small_inputs ? 1 : 2); ++i)
            m_kept.push_back(m_device.hold(library_workspace(r.card), "cuBLAS", Component::workspace));
}

void Pass::drafts_on_three()
{
    // llama_eagle3.py: the states of three layers, joined by one matrix; embeddings, plain and normed, and what attention gives
    Tensor states = take(3 * m_hidden, "states of three layers");
    if (frames_stay()) m_kept.push_back(states);
    const Tensor joined = take(m_hidden, "joined"), embedded = take(m_hidden, "embedding"), normed = take(m_hidden, "norm"),
                 attended = take(m_hidden, "attention");
    const bool keeps = std::exchange(m_keeps, false); // LlamaMLP, whatever the target's does
    const Tensor out = mlp(r.drafter.model->kinds.front().mlp);
    m_keeps = keeps;
}

void Pass::drafts_beside(const Run &drafting)
{
    Pass beside(m_device, drafting, {});
    beside.model();
    // the first frame that fails holds what it was given; none fails twice
    if (beside.frames_stay() && !frames_stay()) {
        m_kept.insert(m_kept.end(), beside.m_kept.begin(), beside.m_kept.end());
        m_kept.push_back(m_hidden_states);
    }
    beside.forget();
}

void Pass::sampler()
{
    const Count n = r.rows(), v = r.vocab;
    Tensor rows = table(n, m_hidden, r.dtype, "logits_indices");
    if (!m_kept.empty()) m_kept.push_back(rows);
    Tensor logits = table(n, r.tensor > 1 ? r.padded_vocab : v, r.dtype, "logits");
    const Tensor wide = table(n, v, Dtype::fp32, "logits.float");
    if (r.release.second_runner) {
        if (r.card.capability_major < 8 || r.keeps_logits) { // else FlashInfer's, which gives no logits back (sampler.py, sample)
            m_tables = m_device.hold(rows_of_top_k(r), "top_k_top_p rows", Component::workspace);
            return;
        }
        const Tensor filtered = table(n, v, Dtype::fp32, "top_k_top_p");
        const Tensor order = table(n, v, Dtype::fp32, "top_k_top_p");
        m_tables = table(1, mib, Dtype::uint8, "top_k_top_p tables");
        return;
    }
    // top-k and top-p of PyTorch: sorted values, their places, probabilities, sums, masks (v1/sample/ops/topk_topp_sampler.py)
    const Tensor sorted = table(n, v, Dtype::fp32, "sort"), places = table(n, v, Dtype::int64, "sort");
    const Tensor probabilities = table(n, v, Dtype::fp32, "softmax"), sums = table(n, v, Dtype::fp32, "cumsum");
    // fewer rows than 128 are sorted by another kernel (ATen/native/cuda/Sort.cu, segmented_sort_large_segments)
    m_device.pass(n * v * (n < 128 ? 24 : 12) + n * m_hidden * r.width(), "scatter");
}

Bytes rows_of_top_k(const Run &run)
{
    const auto programs = std::bit_ceil(static_cast<std::uint64_t>(std::max<Count>(run.rows(), 1)));
    return std::min<Count>(static_cast<Count>(programs), run.card.sm_count) * run.vocab * 4;
}

void Pass::forget_layers()
{
    if (!r.release.second_runner) m_workspace.reset();
}

void Pass::forget()
{
    m_hidden_states.reset();
    m_embeddings.reset();
}

Pass::Tensor Pass::table(Count rows, Count columns, Dtype dtype, const char *name)
{
    return m_device.hold(step::product(rows, columns, size_of(dtype)), name, Component::activations);
}

bool Pass::frames_stay() const
{
    if (!r.release.frames_stay || r.tensor == 1 || m_code == LayerCode::hub || r.card.capability_major < 9 ||
        r.card.capability_major > 10)
        return false;
    const Bytes most = r.tensor == 2 ? 64 * mib : r.tensor == 4 ? (r.card.capability_major == 10 ? 32 : 2) * mib : mib / 2;
    return m_tokens * m_hidden * r.width() <= most;
}

bool Pass::small_input(const LinearSpec &like) const
{
    if (!r.small_inputs || r.online_fp8) return r.small_inputs;
    const MatrixLayoutRef layout = r.layout_of(m_scope, like);
    return layout && takes_small(*layout);
}

bool Pass::static_scales(const LinearSpec &like) const
{
    if (!small_input(like) || r.online_fp8) return false;
    const MatrixLayoutRef layout = r.layout_of(m_scope, like);
    return layout->parts.front().dtype == Dtype::fp8 && std::ranges::any_of(layout->parts, [](const LayoutPart &part) {
               return part.name.find("input_scale") != std::string::npos;
           });
}

bool Pass::in_four_bits(const LinearSpec &like) const
{
    const MatrixLayoutRef layout = r.loaded ? r.layout_of(m_scope, like) : nullptr;
    return layout && layout->packing == Packing::bnb_four_bit;
}

/// vllm-bnb-plugin 0.0.3 quantization/linear.py, _apply_4bit_weight, and bitsandbytes 0.50 backends/cuda/ops.py,
/// _dequant_linear_fallback: of every matrix of the checkpoint the whole is unpacked for its product, which is copied into the
/// result; statistics that stay packed are unpacked twice before.
Pass::Tensor Pass::four_bits(Count in, Count out, const std::vector<Count> &stored)
{
    const bool other = r.unpacked != r.dtype;
    const Tensor input = other ? take(in, r.unpacked, "input as unpacked") : Tensor{};
    Tensor product = take(out, r.unpacked, "linear");
    for (const Count rows : stored.empty() ? std::vector<Count>{out} : stored) {
        const auto statistics = [&] {
            return r.packs_scales ? table(1, (rows * in + 63) / 64, Dtype::fp32, "absmax") : Tensor{};
        };
        const Tensor maxima = statistics(), moved = statistics(), whole = table(rows, in, r.unpacked, "unpacked weight"),
                     part = take(rows, r.unpacked, "linear");
    }
    return other ? take(out, "to") : product;
}

Pass::Tensor Pass::linear(Count in, Count out, const LinearSpec &like, const std::vector<Count> &stored)
{
    if (in_four_bits(like)) return four_bits(in, out, stored);
    Tensor small;
    if (small_input(like)) small = take(in, Dtype::fp8, "input as fp8");
    return take(out, "linear");
}

Pass::Tensor Pass::row_linear(Count in, const LinearSpec &like)
{
    const Count out = m_hidden;
    Tensor own = linear(in, out, like);
    // blocks of parallel code add what both halves give before one all-reduce (reduce_results=False)
    return r.tensor > 1 && m_code != LayerCode::parallel ? take(out, "all_reduce") : own;
}

void Pass::float_norm(bool adds)
{
    const Tensor x = take(m_hidden, Dtype::fp32, "norm");
    Tensor sum;
    if (adds) sum = take(m_hidden, Dtype::fp32, "norm");
    const Tensor squared = take(m_hidden, Dtype::fp32, "norm");
}

Pass::Tensor Pass::norm(const NormSpec &spec)
{
    if (floats() || spec.kind == NormKind::rms_offset) float_norm(false);
    return take(m_hidden, "norm");
}

Pass::Stream Pass::add_norm(Stream in)
{
    if (m_code == LayerCode::fused) return in;
    if (floats()) float_norm(true);
    Stream out;
    out.residual = take(m_hidden, "residual");
    out.hidden = take(m_hidden, "norm");
    return out;
}

void Pass::last_norm(Stream &stream)
{
    if (m_code == LayerCode::fused) return;
    if (m_code == LayerCode::fresh) {
        const Stream in = stream;
        stream.hidden = add_norm(in).hidden;
        return;
    }
    stream.hidden = take(m_hidden, "norm");
    stream.residual.reset();
}

void Pass::layer(const LayerSpec &spec, Stream &stream)
{
    switch (m_code) {
    case LayerCode::fused:
    case LayerCode::fresh: return residual_layer(spec, stream);
    case LayerCode::parallel: return parallel_layer(spec, stream);
    default: return adding_layer(spec, stream);
    }
}

bool Pass::has_mlp(const LayerSpec &spec) { return spec.mlp.kind != MlpKind::none && spec.mlp.kind != MlpKind::other; }

bool Pass::has_mixer(const LayerSpec &spec)
{
    return spec.attention.kind != AttentionKind::none || (spec.extension && spec.extension->mixer.kind != MixerKind::none);
}

void Pass::residual_layer(const LayerSpec &spec, Stream &stream)
{
    const Stream caller = stream; // its variables live until the layer has returned
    Stream at = stream;
    if (!at.residual.defined()) {
        at.residual = at.hidden;
        at.hidden = norm(spec.input_norm);
    } else
        at = add_norm(std::move(at));
    if (has_mixer(spec)) {
        Tensor out = mixer(spec);
        at.hidden = std::move(out);
        if (spec.post_mlp_norm.kind != NormKind::none) at.hidden = norm(spec.post_attention_norm);
        if (has_mlp(spec)) at = add_norm(std::move(at));
    }
    if (has_mlp(spec)) {
        Tensor out = mlp(spec);
        at.hidden = std::move(out);
        if (spec.post_mlp_norm.kind != NormKind::none) at.hidden = norm(spec.post_mlp_norm);
    }
    stream = std::move(at);
}

void Pass::adding_layer(const LayerSpec &spec, Stream &stream)
{
    const Tensor caller = stream.hidden;
    Tensor sum = stream.hidden;
    const bool after = spec.norm_after;
    if (has_mixer(spec)) {
        Tensor normed = after ? Tensor{} : norm(spec.input_norm);
        Tensor out = mixer(spec);
        normed.reset();
        if (after) out = norm(spec.input_norm);
        if (spec.residual_multiplier) out = take(m_hidden, "times");
        sum = take(m_hidden, "sum");
    }
    if (has_mlp(spec)) {
        const Tensor normed = after ? Tensor{} : norm(spec.post_attention_norm);
        Tensor out = mlp(spec);
        if (after) out = norm(spec.post_attention_norm);
        if (spec.residual_multiplier) out = take(m_hidden, "times");
        sum = take(m_hidden, "sum");
    }
    stream.hidden = std::move(sum);
}

void Pass::parallel_layer(const LayerSpec &spec, Stream &stream)
{
    const Tensor caller = stream.hidden;
    const Tensor normed = norm(spec.input_norm);
    const Tensor attended = mixer(spec);
    const Tensor out = mlp(spec);
    const Tensor partial = take(m_hidden, "sum"), whole = r.tensor > 1 ? take(m_hidden, "all_reduce") : partial;
    stream.hidden = take(m_hidden, "sum");
}

namespace {

/// A copy of the embedding that the compiled model reads, or of the larger one of every layer, and what is read of it.
Bytes copied_table(const Run &run)
{
    const Bytes table = step::product(run.shard(run.padded_vocab), run.spec.hidden, run.width()),
                states = step::product(run.batch, run.spec.hidden, run.width());
    const Bytes more = layer_embedding(run);
    if (more <= table) return table + 2 * states;
    const Count columns = run.spec.extension->layer_inputs->width * run.spec.layer_count();
    return more + step::product(run.batch, columns, run.width());
}

} // namespace

Profile profile(Device &device, const Run &run, const Run *drafting, Device::Held workspace)
{
    step::Machine &machine = device.machine();
    const Bytes before = device.allocated();
    Pass pass(device, run, std::move(workspace));
    Device::Held library; // cuBLAS's workspace: since 0.33 it is made before anything is measured
    if (!run.release.second_runner) library = device.hold(library_workspace(run.card), "cuBLAS", Component::workspace);
    device.reset_peak();
    machine.begin_phase(Phase::profile, QT_TRANSLATE_NOOP("core", "the model on a full batch"));
    pass.pictures();
    pass.model();
    if (run.drafter.reads_states() && run.last()) pass.drafts();
    if (run.drafter.method == SpeculativeMethod::draft_model && drafting) pass.drafts_beside(*drafting);
    pass.forget_layers();
    machine.begin_phase(Phase::profile, QT_TRANSLATE_NOOP("core", "the sampler"));
    if (run.last() && !run.pools) pass.sampler();
    pass.forget();
    Bytes peak = device.peak();
    // Inductor's examples while it tunes; a model behind a tower is given its embeddings (v1/worker/gpu_model_runner.py)
    if (!run.eager && run.cold && run.first() && run.towers.empty()) {
        const Bytes copy = copied_table(run);
        const Bytes state = run.batch * run.spec.hidden * run.width(); // a drafter's stand beside its own examples
        const Count states = !run.drafter.reads_states() ? 0 : run.drafter.method == SpeculativeMethod::eagle3 ? 5 : 2;
        peak = std::max(peak, before + copy + states * state);
    }
    device.empty_cache();
    return {peak - before, device.allocated() - before, device.reserved() - device.allocated()};
}

} // namespace plimsoll::vllm
