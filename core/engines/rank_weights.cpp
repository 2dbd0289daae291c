// SPDX-License-Identifier: GPL-3.0-or-later
// What one rank holds once its model is loaded: vLLM 0.33 model_executor/layers (linear.py, fused_moe, mla, mamba), from which
// SGLang 0.5.23 has srt/layers.
#include "core/engines/rank_classes.h"
#include "core/engines/rank.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/loading/loaded_weights.h"
#include "core/torch/tensor.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace plimsoll::ranks {

namespace {

/// Which side of a matrix ranks share.
enum class Split : std::uint8_t { columns, rows, columns_beside, rows_beside, whole };

class LayerWeights {
public:
    LayerWeights(const Rank &run, const StartCall &call, const LayerSpec &layer, std::string scope)
        : m_run(run), m_call(call), m_layer(layer), m_scope(std::move(scope))
    {}

    Sizes take()
    {
        const LayerExtension *more = m_layer.extension.get();
        if (m_layer.attention.kind == AttentionKind::latent)
            latent();
        else if (m_layer.attention.kind == AttentionKind::grouped)
            grouped();
        if (more && more->mixer.kind != MixerKind::none) mixer(more->mixer);
        if (more && more->indexer && !more->indexer->shared) indexer(*more->indexer);
        mlp(m_layer.mlp);
        if (more && more->gemma) gemma(*more->gemma);
        for (const NormSpec *norm :
             {&m_layer.input_norm, &m_layer.post_attention_norm, &m_layer.pre_mlp_norm, &m_layer.post_mlp_norm})
            add_norm(*norm);
        return std::move(m_sizes);
    }

private:
    const Rank &m_run;
    const StartCall &m_call;
    const LayerSpec &m_layer;
    std::string m_scope;
    Sizes m_sizes;

    void put(Bytes bytes, Bytes from = 0)
    {
        if (bytes > 0) m_sizes.emplace_back(bytes, from);
    }
    void add_norm(const NormSpec &norm)
    {
        if (norm.kind == NormKind::none || norm.kind == NormKind::layer_norm_bare) return;
        put(norm.width * m_run.width());
        if (norm.bias) put(norm.width * m_run.width());
    }

    [[nodiscard]] MatrixLayoutRef layout_of(const LinearSpec &linear) const { return m_run.layout_of(m_scope, linear); }

    /// vllm-bnb-plugin 0.0.3 quantization/linear.py, create_qweight_for_4bit; bitsandbytes_loader.py keeps the statistics of every
    /// matrix of the checkpoint apart: a maximum of each 64 values, in float32 unless they stay packed.
    void four_bits(Count columns, const std::vector<Count> &stored)
    {
        constexpr Count block = 64, outer = 256;
        put(std::accumulate(stored.begin(), stored.end(), Count{0}) * columns / 2);
        for (const Count rows : stored) {
            const Count maxima = (rows * columns + block - 1) / block;
            put(m_run.packs_scales ? maxima : maxima * 4);
            put(Bytes{16} * 4); // the values that four bits stand for
            if (!m_run.packs_scales) continue;
            put((maxima + outer - 1) / outer * 4);
            put(outer * 4);
            put(4);
        }
    }

    /// Merged matrices of `rows` × `columns` together, stored like `like`; `stored`: rows of each in the checkpoint, where there are
    /// several.
    void matrix(Count rows, Count columns, const LinearSpec &like, const std::vector<Count> &stored = {})
    {
        const Count elements = rows * columns;
        const MatrixLayoutRef layout = layout_of(like);
        if (layout && layout->packing == Packing::bnb_four_bit)
            return four_bits(columns, stored.empty() ? std::vector<Count>{rows} : stored);
        if (layout && layout->packing != Packing::dense && !layout->parts.empty()) {
            const double part =
                like.in * like.out > 0 ? static_cast<double>(elements) / static_cast<double>(like.in * like.out) : 1;
            for (const LayoutPart &p : layout->parts) {
                Count n = size_of(p.dtype);
                for (const Count side : p.shape) n *= side;
                // Machete holds zero points as the scales' dtype (kernels/linear/mixed_precision/machete.py)
                if (p.name == "qzeros" && layout->packing == Packing::awq && m_run.card.capability_major == 9) n *= 4;
                put(std::max<Bytes>(1, static_cast<Bytes>(static_cast<double>(n) * part + 0.5)));
            }
            return;
        }
        if (m_run.online_fp8) {
            put(elements, elements * m_run.width());
            put(4);
            return;
        }
        put(elements * m_run.width());
    }

    void linear(const LinearSpec &spec, Split split)
    {
        if (spec.out == 0) return;
        const Count out = split == Split::columns          ? m_run.shard(spec.out)
                          : split == Split::columns_beside ? m_run.shard_beside(spec.out)
                                                           : spec.out;
        const Count in = split == Split::rows          ? m_run.shard(spec.in)
                         : split == Split::rows_beside ? m_run.shard_beside(spec.in)
                                                       : spec.in;
        matrix(out, in, spec);
        if (spec.bias) put(out * m_run.width());
    }

    void grouped()
    {
        const AttentionSpec &a = m_layer.attention;
        const Count kv = m_run.kv_heads(a), heads = m_run.shard(a.heads);
        const Count hidden = a.fused.out ? a.fused.in : a.q.in;
        const bool gated = makes_gate(m_layer.attention);
        const bool shares = a.k.out == 0 && a.fused.out == 0 && a.q.out > 0; // keys of another layer (Gemma 3n and 4)
        const Count rows =
            heads * a.head_dim * (gated ? 2 : 1) + (shares ? 0 : kv * (a.head_dim + (a.v_head_dim ? a.v_head_dim : a.head_dim)));
        const LinearSpec &like = a.fused.out ? a.fused : a.q;
        matrix(rows, hidden, like, a.fused.out || shares ? std::vector<Count>{} : m_run.stored_heads(a));
        if (like.bias) put(rows * m_run.width());
        linear(a.o, Split::rows);
        add_norm(a.norms.q);
        add_norm(a.norms.k);
        if (a.sinks) put(heads * m_run.width());
        if (m_layer.extension && m_layer.extension->attention_gate.out) linear(m_layer.extension->attention_gate, Split::columns);
    }

    void latent()
    {
        const AttentionSpec &a = m_layer.attention;
        if (a.latent.q_lora_rank > 0) {
            matrix(a.latent.q_a.out + a.latent.kv_a.out, a.latent.q_a.in, a.latent.q_a);
            linear(a.latent.q_b, Split::columns);
            add_norm(a.latent.q_a_norm);
        } else {
            linear(a.q, Split::columns);
            linear(a.latent.kv_a, Split::whole);
        }
        add_norm(a.latent.kv_a_norm);
        linear(a.latent.kv_b, Split::columns);
        // absorbed: vLLM copies what is unpacked and views what is plain (layers/attention/mla_attention.py), SGLang copies both
        // (models/deepseek_common/deepseek_weight_loader.py, w_kc and w_vc)
        if (m_run.copies_absorbed || (absorbs_latent_keys(m_run.model_type) && (m_run.online_fp8 || layout_of(a.latent.kv_b))))
            for (const Count width : {a.latent.qk_nope_head_dim, a.v_head_dim})
                put(m_run.shard(a.heads) * width * a.latent.kv_lora_rank * m_run.width());
        linear(a.o, Split::rows);
    }

    void indexer(const IndexerSpec &spec)
    {
        linear(spec.wq_b, Split::whole);
        linear(spec.wk, Split::whole);
        add_norm(spec.k_norm);
        linear(spec.weights, Split::whole);
    }

    void mixer(const MixerSpec &spec)
    {
        const bool two = spec.kind == MixerKind::mamba2;
        for (const LinearSpec &l : spec.linears) {
            const bool last = l.name.ends_with("out_proj") || l.name.ends_with("o_proj") || l.name.ends_with("x_proj");
            linear(l, last ? Split::rows : Split::columns);
        }
        for (const Parameter &p : spec.own) {
            const bool float32 = p.name.ends_with("A_log") || (p.name.ends_with("A")) || (p.name.ends_with("D") && !two);
            const bool replicated = p.name.ends_with("norm.weight") && spec.kind == MixerKind::delta_net;
            const Count n = replicated ? p.elements() : m_run.shard(p.elements());
            put(n * (float32 ? 4 : m_run.width()));
        }
    }

    void experts(const MlpSpec &spec)
    {
        const MoeSpec &moe = spec.moe;
        const Count f = m_run.expert_width(moe), experts = m_run.experts_here(moe),
                    h = moe.latent.in.out ? moe.latent.in.out : hidden();
        const Count up = (moe.gated ? 2 : 1) * f;
        linear(moe.router.projection, Split::whole);
        if (moe.router.corrected) put(moe.experts * 4);
        linear(moe.latent.in, Split::whole);
        linear(moe.latent.out, Split::whole);
        if (moe.layouts.gate_up || packed_experts(spec))
            stored_experts(spec, up, f, h);
        else if (m_run.online_fp8) {
            for (const Count rows : {up, f}) put(experts * rows * h, experts * rows * h * m_run.width());
            put(experts * 4);
            put(experts * 4);
        } else {
            for (const Count rows : {up, f}) put(experts * rows * h * m_run.width());
            if (moe.bias) {
                put(experts * up * m_run.width());
                put(experts * h * m_run.width());
            }
        }
        if (moe.shared.width > 0) {
            const Count s = m_run.shared_width(moe);
            const LinearSpec &g = moe.shared.gate_proj;
            matrix(2 * s, hidden(), g.out ? g : moe.shared.up_proj);
            matrix(hidden(), s, moe.shared.down_proj);
            if (moe.shared.gated) put(hidden() * m_run.width());
        }
    }

    [[nodiscard]] Count hidden() const { return m_run.spec.hidden; }

    [[nodiscard]] MatrixLayoutRef expert_layout(const MlpSpec &spec, bool down) const
    {
        const MatrixLayoutRef &known = down ? spec.moe.layouts.down : spec.moe.layouts.gate_up;
        if (known || !m_call.loaded) return known;
        const std::string base = m_scope + (spec.name.empty() ? "" : spec.name + ".") + "experts.";
        const auto at = m_call.loaded->layouts.find(base + (down ? "down_proj" : spec.moe.gated ? "gate_up_proj" : "up_proj"));
        return at == m_call.loaded->layouts.end() ? nullptr : at->second;
    }
    [[nodiscard]] bool packed_experts(const MlpSpec &spec) const
    {
        const MatrixLayoutRef layout = expert_layout(spec, false);
        return layout && layout->packing != Packing::dense;
    }

    void stored_experts(const MlpSpec &spec, Count up, Count f, Count h)
    {
        const MoeSpec &moe = spec.moe;
        const bool mx = m_call.architecture.quantization && m_call.architecture.quantization->method == "mxfp4";
        if (mx) return mx_experts(moe, up, f, h);
        for (const bool down : {false, true}) {
            const MatrixLayoutRef layout = expert_layout(spec, down);
            if (!layout) continue;
            for (const LayoutPart &p : layout->parts) {
                Count n = size_of(p.dtype);
                for (const Count side : p.shape) n *= side;
                put(n / m_run.expert_ranks());
            }
        }
    }

    /// fused_moe/oracle/mxfp4.py: as triton_kernels swizzles them on Hopper, padded for Marlin elsewhere.
    void mx_experts(const MoeSpec &moe, Count up, Count f, Count h)
    {
        const Count e = m_run.experts_here(moe);
        if (m_run.triton_mx) {
            f = m_run.triton_width(moe);
            up = (moe.gated ? 2 : 1) * f;
            put(e * up * h / 2);
            put(e * round_up(up, 256) * round_up(h / 32, 4));
            put(e * h * f / 2);
            put(e * round_up(h, 256) * round_up((f + 31) / 32, 4));
            put(e * up * 4);
            put(e * h * 4);
            return;
        }
        const Count inner = round_up(f, 128), outer = round_up(h, 256);
        put(e * 2 * inner * outer / 2);
        put(e * 2 * inner * outer / 32);
        put(e * inner * outer / 2);
        put(e * inner * outer / 32);
        put(e * 2 * inner * m_run.width());
        put(e * outer * m_run.width());
    }

    /// auto_awq.py looks for the names that stay in 16 bits inside its merged ones: "mlp.gate" is in "mlp.gate_up_proj".
    [[nodiscard]] bool stays_wide(const std::string &merged) const
    {
        const std::optional<ConfigQuantization> &own = m_call.architecture.quantization;
        if (!own || own->method != "awq") return false;
        return std::ranges::any_of(own->not_converted,
                                   [&](const std::string &name) { return (m_scope + merged).find(name) != std::string::npos; });
    }

    /// models/gemma4.py, gemma3n.py: every rank has what a layer makes of its own embedding of a token, and what updates streams.
    void gemma(const GemmaSpec &spec)
    {
        if (spec.experts) mlp(*spec.experts);
        for (const LinearSpec *one : {&spec.input_gate, &spec.input_projection, &spec.correction, &spec.prediction, &spec.router,
                                      &spec.laurel_left, &spec.laurel_right})
            linear(*one, Split::whole);
        for (const NormSpec *one :
             {&spec.input_norm, &spec.mlp_norm, &spec.experts_norm, &spec.before_experts, &spec.router_norm, &spec.laurel_norm})
            add_norm(*one);
    }

    void mlp(const MlpSpec &spec)
    {
        switch (spec.kind) {
        case MlpKind::moe: return experts(spec);
        case MlpKind::gated:
        case MlpKind::gated_fused: {
            const Count f = m_run.shard_beside(spec.down.in);
            const LinearSpec &like = spec.kind == MlpKind::gated ? spec.gate : spec.up;
            if (stays_wide(spec.name + ".gate_up_proj"))
                put(2 * f * like.in * m_run.width());
            else
                matrix(2 * f, like.in, like, spec.kind == MlpKind::gated ? std::vector<Count>{f, f} : std::vector<Count>{});
            if (like.bias) put(2 * f * m_run.width());
            return linear(spec.down, Split::rows_beside);
        }
        case MlpKind::plain: linear(spec.up, Split::columns_beside); return linear(spec.down, Split::rows_beside);
        default: return;
        }
    }
};

} // namespace

MatrixLayoutRef Rank::layout_of(const std::string &scope, const LinearSpec &linear) const
{
    if (linear.layout || !loaded) return linear.layout;
    const auto at = loaded->layouts.find(scope + linear.name + ".weight");
    return at == loaded->layouts.end() ? nullptr : at->second;
}

std::vector<Count> Rank::stored_heads(const AttentionSpec &a) const
{
    const Count kv = kv_heads(a), q = shard(a.heads) * a.head_dim * (makes_gate(a) ? 2 : 1);
    return {q, kv * a.head_dim, kv * (a.v_head_dim ? a.v_head_dim : a.head_dim)};
}

std::string scope_of(const DecoderSpec &spec, std::size_t layer)
{
    return (spec.prefix.empty() ? "" : spec.prefix + ".") + spec.layers_name + "." + std::to_string(layer) + ".";
}

std::vector<Sizes> weights_of_kinds(const Rank &run, const StartCall &call)
{
    const DecoderSpec &spec = run.spec;
    std::vector<Sizes> out(spec.kinds.size());
    for (std::size_t i = run.begin; i < run.end; ++i) {
        Sizes &kind = out[static_cast<std::size_t>(spec.layers[i])];
        if (!kind.empty()) continue;
        kind = LayerWeights(run, call, spec.kinds[static_cast<std::size_t>(spec.layers[i])], scope_of(spec, i)).take();
    }
    return out;
}

std::vector<const Module *> towers_of(const Architecture &model)
{
    std::vector<const Module *> out;
    const DecoderSpec &spec = *model.decoder;
    if (spec.extension)
        for (const Module &module : spec.extension->towers) out.push_back(&module);
    if (!spec.inside_larger || spec.prefix.empty()) return out;
    for (const Module &module : model.modules) {
        const bool language =
            module.name == spec.head.name || module.name == spec.prefix || module.name.starts_with(spec.prefix + ".");
        if (!language) out.push_back(&module);
    }
    return out;
}

Bytes layer_embedding(const Rank &run)
{
    const DecoderSpec &spec = run.spec;
    if (!spec.extension || !spec.extension->layer_inputs) return 0;
    const LayerInputs &inputs = *spec.extension->layer_inputs;
    return step::product(run.shard(round_up(inputs.vocab, 64)), inputs.width * spec.layer_count(), run.width());
}

Sizes layer_input_weights(const Rank &run)
{
    const DecoderSpec &spec = run.spec;
    if (!spec.extension || !spec.extension->layer_inputs) return {};
    const LayerInputs &inputs = *spec.extension->layer_inputs;
    Sizes out{layer_embedding(run), run.shard(inputs.width * spec.layer_count()) * spec.hidden * run.width(),
              inputs.norm.width * run.width()};
    for (Count i = 1; i < inputs.streams; ++i)
        for (int way = 0; way < 2; ++way) out.emplace_back(run.shard(spec.hidden) * spec.hidden * run.width());
    return out;
}

Sizes weights_beside(const Rank &run)
{
    const DecoderSpec &spec = run.spec;
    const Bytes width = run.width();
    const Count embedding = spec.embedding_width ? spec.embedding_width : spec.hidden;
    const Bytes table = run.shard(run.padded_vocab) * embedding * width;
    Sizes out;
    const auto norm = [&](const NormSpec &of) {
        if (of.kind == NormKind::none) return;
        out.push_back(of.width * width);
        if (of.bias) out.push_back(of.width * width);
    };
    if (run.first() || (spec.tied && !run.headless)) out.push_back(table);
    if (run.last() && !spec.tied && !run.headless) {
        out.push_back(run.shard_beside(run.padded_vocab) * embedding * width);
        if (spec.head.bias) out.push_back(run.shard_beside(run.padded_vocab) * width);
    }
    if (run.first() && spec.positions == Positions::learned) out.push_back(spec.position_rows * embedding * width);
    if (run.last()) norm(spec.final_norm);
    const Sizes inputs = layer_input_weights(run);
    out.insert(out.end(), inputs.begin(), inputs.end());
    if (!run.first()) return out;
    norm(spec.embedding_norm);
    for (const LinearSpec *linear : {&spec.project_in, &spec.project_out})
        if (linear->out) out.push_back(linear->out * linear->in * width);
    for (const Module *tower : run.towers)
        for (const Parameter &p : tower->parameters) {
            const bool shared =
                !run.whole_towers && tower->kind == ModuleKind::linear && p.shape.size() == 2; // among ranks, as the decoder's
            if (!p.tied_to) out.push_back((shared ? run.shard(p.elements()) : p.elements()) * width);
        }
    return out;
}

std::vector<Count> rotary_numbers(const Rank &run)
{
    const DecoderSpec &spec = run.spec;
    std::vector<Count> out;
    if (spec.max_positions == 0) return out;
    std::set<Count> seen;
    for (const LayerSpec &kind : spec.kinds) {
        const AttentionSpec &a = kind.attention;
        Count dim = a.kind == AttentionKind::latent ? a.latent.qk_rope_head_dim : a.rotary.dim;
        if (a.kind == AttentionKind::none || dim == 0) continue;
        const Count key = dim * 4 + (spec.rotary_tables > 1 && a.sliding_window ? 1 : 0);
        if (!seen.insert(key).second) continue;
        // Gemma 3 beyond 1B turns its global layers by an eighth of the angle: linear scaling, of which Architecture says nothing
        const bool linear =
            run.scales_tables && scales_global_tables(run.model_type) && spec.max_positions >= 131072 && !a.sliding_window;
        out.push_back(spec.max_positions * (linear ? 8 : 1) * dim);
    }
    return out;
}

void say_offloaded(EngineStart &start, Bytes host)
{
    start.host = host;
    if (host <= 0) return;
    start.warnings.push_back(
        {"weights_on_host",
         phrase(QT_TRANSLATE_NOOP("core", "%1 GiB of the weights of a rank stand in the host's pinned memory, and "
                                          "every pass reads them from there (%2)"),
                {gib_brief(host), "--cpu-offload-gb"}),
         "inference.cpu_offload_bytes"});
}

} // namespace plimsoll::ranks
