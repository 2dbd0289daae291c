// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, src/llama-graph.cpp and src/models/
#include "core/serving/llama_graph.h"

#include "core/serving/llama_classes.h"
#include "core/serving/llama_graph_builder.h"

#include <algorithm>

namespace plimsoll {

std::optional<Count> llama_window(const Architecture &architecture, const LayerSpec &layer)
{
    return llama_class(architecture.model_type).reads_whole ? std::nullopt : layer.attention.sliding_window;
}

LlamaGraphBuilder::LlamaGraphBuilder(GgmlGraph &graph, const Architecture &architecture, const std::vector<GgufTensor> &tensors,
                                     const LlamaSetup &setup)
    : m_graph(graph), m_architecture(architecture), m_decoder(*architecture.decoder), m_tensors(tensors), m_setup(setup),
      m_first(m_decoder.layers.size() + 1, 0), m_cpu(static_cast<std::int16_t>(setup.cards)), m_tokens(setup.batch)
{
    for (std::size_t i = tensors.size(); i-- > 0;)
        if (tensors[i].layer >= 0) m_first[static_cast<std::size_t>(tensors[i].layer)] = i;
    m_full = setup.output_at != m_cpu && std::ranges::find(setup.layer_at, m_cpu) == setup.layer_at.end();
}

GgmlId LlamaGraphBuilder::weight(GgufRole role)
{
    std::size_t i = m_layer < 0 ? 0 : m_first[static_cast<std::size_t>(m_layer)];
    while (i < m_tensors.size() && m_tensors[i].role != role) ++i;
    if (i == m_tensors.size()) return -1;
    const GgufTensor &t = m_tensors[i];
    const bool with_host = t.of_experts() && m_layer < m_setup.host_experts;
    const std::int16_t at = role == GgufRole::token_embd ? m_cpu : m_layer < 0 ? m_setup.output_at : with_host ? m_cpu : m_at;
    const GgmlId id = m_graph.weight(t.type, {t.ne0, t.ne1, t.ne2}, at);
    // a quantised row that no kernel reads whole is padded on a card (ggml-cuda.cu, MATRIX_ROW_PADDING)
    if (is_quantised(t.type) && t.ne0 % 512 != 0) m_graph.at(id).extra = ggml_row_bytes(t.type, 512 - t.ne0 % 512);
    return id;
}

GgmlId LlamaGraphBuilder::weight(GgufRole role, std::initializer_list<Count> ne)
{
    const GgmlId found = weight(role);
    return found >= 0 ? found : m_graph.weight(GgmlType::f16, ne, m_layer < 0 ? m_cpu : m_at);
}

GgmlId LlamaGraphBuilder::vector(Count width)
{
    return m_graph.weight(GgmlType::f32, {width}, m_layer < 0 ? m_setup.output_at : m_at);
}

/// Layers alike repeat what the first of them do: a few of each sort stand for all, the last ones are kept.
std::vector<std::size_t> LlamaGraphBuilder::chosen_layers() const
{
    struct Seen {
        int kind;
        std::int16_t at;
        Bytes bytes;
        int times;
    };
    std::vector<Seen> seen;
    std::vector<std::size_t> out;
    const std::size_t count = m_decoder.layers.size();
    for (std::size_t i = 0; i < count; ++i) {
        Bytes bytes = 0;
        if (m_setup.layer_at[i] == m_cpu || m_setup.host_experts > 0) {
            const std::size_t end = i + 1 < count ? m_first[i + 1] : m_tensors.size();
            for (std::size_t t = m_first[i]; t < end; ++t) bytes += m_tensors[t].bytes();
            bytes += static_cast<Count>(i) < m_setup.host_experts ? 1 : 0;
        }
        const int kind = m_decoder.layers[i];
        auto it = std::ranges::find_if(
            seen, [&](const Seen &s) { return s.kind == kind && s.at == m_setup.layer_at[i] && s.bytes == bytes; });
        if (it == seen.end()) it = seen.insert(seen.end(), {kind, m_setup.layer_at[i], bytes, 0});
        if (++it->times <= 2 || i + 1 >= count) out.push_back(i);
    }
    return out;
}

void LlamaGraphBuilder::inputs()
{
    const bool flash = m_setup.flash;
    const LlamaBuild &build = m_setup.build;
    m_positions = m_graph.input(GgmlType::i32, {m_tokens});
    const Count rows = build.pads_mask ? round_up(m_tokens / m_setup.streams, 64) : m_tokens / m_setup.streams;
    const auto mask = [&](Count cells) {
        const bool half = flash && build.half_mask;
        GgmlId id = m_graph.input(half ? GgmlType::f16 : GgmlType::f32, {cells, rows, 1, m_setup.streams});
        if (flash && !half) id = m_graph.cast(id, GgmlType::f16);
        return id;
    };
    m_caches.mask = mask(m_setup.cells);
    // before they had caches of their own, layers with a window read the whole one through a mask of their own
    const bool windowed = std::ranges::any_of(
        m_decoder.kinds, [&](const LayerSpec &kind) { return llama_window(m_architecture, kind).has_value(); });
    if (windowed) m_caches.window_mask = mask(m_setup.window_cells > 0 ? m_setup.window_cells : m_setup.cells);
    if (build.writes_rows) {
        Count widest = 1;
        for (const LayerSpec &kind : m_decoder.kinds)
            widest = std::max(widest, gguf_kv_heads(kind.attention) * kind.attention.v_head_dim);
        const auto numbers = [&](GgmlId &keys, GgmlId &values) {
            keys = m_graph.input(GgmlType::i64, {m_tokens});
            values = m_graph.input(GgmlType::i64, {flash ? m_tokens : m_tokens * widest});
        };
        numbers(m_caches.keys_at, m_caches.values_at);
        if (m_setup.window_cells > 0) numbers(m_caches.window_keys_at, m_caches.window_values_at);
    }
    m_out_rows = m_graph.input(GgmlType::i32, {m_setup.outputs});
}

GgmlId LlamaGraphBuilder::norm_kind(GgmlId x, NormKind kind, Count width, bool bias, bool of_layer)
{
    const bool plain = kind == NormKind::layer_norm || kind == NormKind::layer_norm_bare || kind == NormKind::layer_norm_1p ||
                       kind == NormKind::layer_norm_cohere;
    GgmlId out = one(plain ? GgmlOp::norm : GgmlOp::rms_norm, x);
    // the back-end of the layer's norms is given where all layers are on cards (src/llama-context.cpp, graph_get_cb)
    if (m_full && of_layer) m_graph.at(out).backend = m_at;
    if (kind != NormKind::layer_norm_bare) out = mul(out, vector(width));
    if (bias) out = add(out, vector(width));
    return out;
}

GgmlId LlamaGraphBuilder::norm(GgmlId x, const NormSpec &spec, bool of_layer)
{
    if (spec.kind == NormKind::none) return x;
    return norm_kind(x, spec.kind, m_graph.at(x).ne[0], spec.bias, of_layer);
}

GgmlId LlamaGraphBuilder::linear(GgmlId x, GgufRole role, bool bias)
{
    const GgmlId w = weight(role);
    if (w < 0) return x;
    const GgmlId out = m_graph.mul_mat(w, x);
    return bias ? add(out, vector(m_graph.at(out).ne[0])) : out;
}

GgmlId LlamaGraphBuilder::rows(GgmlId x) { return m_graph.get_rows(x, m_out_rows); }

void LlamaGraphBuilder::build()
{
    const GgmlId tokens = m_graph.input(GgmlType::i32, {m_tokens});
    m_layer = -1;
    GgmlId x = m_graph.get_rows(weight(GgufRole::token_embd, {m_decoder.hidden, m_decoder.vocab}), tokens);
    if (m_setup.build.takes_vectors) {
        m_graph.expand(x);
        m_graph.expand(m_graph.input(GgmlType::f32, {m_decoder.hidden, m_tokens}));
    }
    inputs();
    if (m_decoder.embedding_multiplier) x = one(GgmlOp::scale, x);
    if (m_decoder.positions == Positions::learned) {
        const GgmlId table = m_graph.weight(GgmlType::f32, {m_decoder.hidden, m_decoder.position_rows}, m_cpu);
        x = add(x, m_graph.get_rows(table, m_positions));
    }
    x = norm(x, m_decoder.embedding_norm, false);
    const std::vector<std::size_t> layers = chosen_layers();
    // models with delta nets choose the rows of logits behind the last norm (src/models/qwen35.cpp)
    m_rows_at_end = std::ranges::any_of(m_decoder.kinds, [](const LayerSpec &kind) {
        return kind.extension && kind.extension->mixer.kind == MixerKind::delta_net;
    });
    m_states = x;
    for (const std::size_t i : layers) layer(i, i == layers.back());
    x = m_states;
    m_layer = -1;
    x = norm(x, m_decoder.final_norm, false);
    if (m_rows_at_end) x = rows(x);
    if (m_setup.build.keeps_outputs) m_graph.at(x).output = true;
    m_graph.expand(head(x));
}

/// Token and state of the step before, normed and projected into one, through the layer and the model's head.
void LlamaGraphBuilder::build_next()
{
    const LayerSpec *spec = last_attention(m_decoder);
    if (spec == nullptr) return;
    const GgmlId tokens = m_graph.input(GgmlType::i32, {m_tokens});
    m_layer = -1;
    const GgmlId token = m_graph.get_rows(weight(GgufRole::token_embd, {m_decoder.hidden, m_decoder.vocab}), tokens);
    const GgmlId state = m_graph.input(GgmlType::f32, {m_decoder.hidden, m_tokens});
    inputs();
    m_rows_at_end = true;
    m_layer = static_cast<int>(m_decoder.layers.size());
    m_at = m_setup.output_at;
    const GgmlId of_state = norm_kind(state, NormKind::rms, m_decoder.hidden, false, true);
    const GgmlId of_token = norm_kind(token, NormKind::rms, m_decoder.hidden, false, true);
    m_states = m_graph.mul_mat(weight(GgufRole::eh_proj, {2 * m_decoder.hidden, m_decoder.hidden}),
                               m_graph.concat(of_token, of_state, 0));
    layer_of(*spec, true);
    GgmlId x = norm_kind(m_states, NormKind::rms, m_decoder.hidden, false, false);
    m_graph.at(x).output = true; // the state that the next draft begins with
    x = rows(x);
    m_layer = -1;
    m_graph.expand(head(x));
}

GgmlId LlamaGraphBuilder::head(GgmlId x)
{
    GgmlId matrix = weight(GgufRole::output);
    if (matrix < 0) {
        matrix = weight(GgufRole::token_embd, {m_decoder.hidden, m_decoder.vocab});
        m_graph.at(matrix).buffer = m_setup.output_at;
    }
    x = m_graph.mul_mat(matrix, x);
    if (m_decoder.head.bias && !m_decoder.tied) x = add(x, vector(m_decoder.vocab));
    if (m_decoder.logits_multiplier) x = one(GgmlOp::scale, x);
    if (m_decoder.final_softcap) x = one(GgmlOp::scale, one(GgmlOp::unary, one(GgmlOp::scale, x)));
    if (m_setup.build.keeps_outputs) m_graph.at(x).output = true;
    return x;
}

void LlamaGraphBuilder::layer(std::size_t index, bool last)
{
    m_layer = static_cast<int>(index);
    m_at = m_setup.layer_at[index];
    layer_of(m_decoder.kinds[static_cast<std::size_t>(m_decoder.layers[index])], last);
}

void LlamaGraphBuilder::layer_of(const LayerSpec &spec, bool last)
{
    const GgmlId before = m_states;
    GgmlId x = spec.norm_after ? before : norm(before, spec.input_norm);
    const GgmlId normed = x;
    const MixerSpec *mixer = spec.extension && spec.extension->mixer.kind != MixerKind::none ? &spec.extension->mixer : nullptr;
    if (mixer != nullptr) m_graph.expand(x);
    x = mixer != nullptr && spec.attention.kind == AttentionKind::none ? recurrence(x, *mixer) : attention(x, spec);
    const bool four = spec.pre_mlp_norm.kind != NormKind::none;
    GgmlId residual = before, parallel = normed;
    const bool normed_out = four || spec.norm_after;
    // b4965 chooses the rows of the last layer behind its norm
    if (normed_out && !m_setup.build.writes_rows) x = norm(x, spec.post_attention_norm);
    if (last && mixer == nullptr && !m_rows_at_end) {
        x = rows(x);
        residual = rows(residual);
        if (spec.parallel) parallel = rows(parallel);
    }
    if (normed_out && m_setup.build.writes_rows) x = norm(x, spec.post_attention_norm);
    if (spec.residual_multiplier) x = one(GgmlOp::scale, x);
    if (spec.parallel) {
        const GgmlId input =
            spec.post_attention_norm.kind != NormKind::none ? norm(residual, spec.post_attention_norm) : parallel;
        m_states = parallel_sum(x, mlp(input, spec), residual);
        return;
    }
    const GgmlId middle = add(x, residual);
    if (spec.mlp.kind == MlpKind::none) {
        m_states = middle;
        return;
    }
    x = spec.norm_after ? middle : norm(middle, four ? spec.pre_mlp_norm : spec.post_attention_norm);
    x = mlp(x, spec);
    if (spec.extension && spec.extension->gemma && spec.extension->gemma->experts) { // beside the MLP (src/models/gemma4.cpp)
        const MlpSpec &beside = *spec.extension->gemma->experts;
        const GgmlId first = norm_kind(x, NormKind::rms, m_decoder.hidden, false, false);
        const GgmlId input = norm_kind(middle, NormKind::rms, m_decoder.hidden, false, true);
        x = add(first, norm_kind(experts(input, beside.moe, beside.activation), NormKind::rms, m_decoder.hidden, false, false));
    }
    if (four || spec.norm_after) x = norm(x, spec.post_mlp_norm, false);
    if (spec.residual_multiplier) x = one(GgmlOp::scale, x);
    m_states = llama_class(m_architecture.model_type).adds_to_states ? add(middle, x) : add(x, middle);
}

/// Three hidden states in the order in which the model's own graph adds them: a sum may be written over the first.
GgmlId LlamaGraphBuilder::parallel_sum(GgmlId attention, GgmlId forward, GgmlId residual)
{
    switch (llama_class(m_architecture.model_type).parallel) {
    case ParallelSum::attention_forward: return add(add(attention, forward), residual);
    case ParallelSum::forward_before: return add(add(forward, residual), attention);
    case ParallelSum::forward_attention: break;
    }
    return add(add(forward, attention), residual);
}

namespace {

/// Of the graph that `build` makes.
std::vector<Bytes> buffers_of(const Architecture &architecture, const std::vector<GgufTensor> &tensors, const LlamaSetup &setup,
                              void (LlamaGraphBuilder::*build)())
{
    thread_local GgmlGraph graph; // keeps its room from one question to the next
    graph.clear();
    LlamaGraphBuilder builder(graph, architecture, tensors, setup);
    (builder.*build)();
    GgmlBackends backends;
    backends.cards = setup.cards;
    backends.copies = setup.pipelined ? 4 : 1;
    const GgmlOrder order = ggml_schedule(graph, backends, setup.build.rules);
    std::vector<Bytes> alignments(static_cast<std::size_t>(setup.cards) + 1, 128);
    alignments.back() = 32;
    return ggml_buffers(graph, order, alignments, setup.build.rules);
}

} // namespace

std::vector<Bytes> llama_compute_buffers(const Architecture &architecture, const std::vector<GgufTensor> &tensors,
                                         const LlamaSetup &setup)
{
    return buffers_of(architecture, tensors, setup, &LlamaGraphBuilder::build);
}

std::vector<Bytes> llama_next_buffers(const Architecture &architecture, const std::vector<GgufTensor> &tensors,
                                      const LlamaSetup &setup)
{
    return buffers_of(architecture, tensors, setup, &LlamaGraphBuilder::build_next);
}

const LayerSpec *last_attention(const DecoderSpec &decoder)
{
    for (std::size_t i = decoder.layers.size(); i-- > 0;) {
        const LayerSpec &kind = decoder.kinds[static_cast<std::size_t>(decoder.layers[i])];
        if (kind.attention.kind != AttentionKind::none) return &kind;
    }
    return nullptr;
}

} // namespace plimsoll
