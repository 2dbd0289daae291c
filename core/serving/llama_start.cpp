// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, src/llama-model.cpp, src/llama-context.cpp, common/fit.cpp
#include "core/serving/llama_start.h"

#include "core/ground/phrase.h"
#include "core/serving/llama_graph.h"

#include <algorithm>
#include <cstdio>

namespace plimsoll {

namespace {

/// Which device takes which layer: the last ones are on cards, cut by the cards' memory.
struct Split {
    std::vector<std::int16_t> layer_at;
    std::int16_t output_at = 0;
};

Split split_of(const LlamaCall &call, Count gpu_layers)
{
    const Count layers = call.architecture.decoder->layer_count();
    const auto cpu = static_cast<std::int16_t>(call.cards.size());
    Split out{std::vector<std::int16_t>(static_cast<std::size_t>(layers), cpu), cpu};
    if (call.cards.empty() || gpu_layers <= 0) return out;
    const Count start = std::max<Count>(layers + (call.build.output_is_layer ? 1 : 0) - gpu_layers, 0);
    const Count taken = std::min(gpu_layers, layers + 1);
    std::vector<double> ends;
    double sum = 0;
    const bool known = std::ranges::all_of(call.cards, [](const LlamaCard &card) { return card.memory.has_value(); });
    for (const LlamaCard &card : call.cards) ends.push_back(sum += known ? static_cast<double>(*card.memory) : 1.0);
    const auto card_of = [&](Count layer) {
        if (layer < start || layer - start >= taken) return cpu;
        const double at = static_cast<double>(static_cast<float>(layer - start) / static_cast<float>(taken));
        std::size_t card = 0;
        while (card + 1 < ends.size() && static_cast<double>(static_cast<float>(ends[card] / sum)) <= at) ++card;
        return static_cast<std::int16_t>(card);
    };
    for (Count i = 0; i < layers; ++i) out.layer_at[static_cast<std::size_t>(i)] = card_of(i);
    out.output_at = card_of(layers);
    return out;
}

/// Of a tensor on a card: what ggml-cuda pads a quantised row to, and 128 bytes.
Bytes card_bytes(const GgufTensor &t)
{
    const Bytes rest = is_quantised(t.type) && t.ne0 % 512 != 0 ? ggml_row_bytes(t.type, 512 - t.ne0 % 512) : 0;
    return round_up(t.bytes() + rest, 128);
}

class Placing {
public:
    explicit Placing(const LlamaCall &call) : m_call(call), m_cpu(call.cards.size()) {}

    LlamaStart laid_out(Count gpu_layers, Count host_experts)
    {
        LlamaStart out;
        out.gpu_layers = gpu_layers;
        out.host_experts = host_experts;
        out.flash = flash();
        for (std::size_t i = 0; i < m_cpu; ++i) out.places.push_back({"CUDA" + std::to_string(i), 0, 0, 0, 0});
        out.places.push_back({"host", 0, 0, 0, 0});
        const Split split = split_of(m_call, gpu_layers);
        weights(out, split);
        const LlamaCaches caches = llama_caches(m_call, out.flash);
        out.cells = caches.cells * caches.streams;
        out.context = caches.streams > 1 ? caches.cells : caches.cells;
        for (std::size_t i = 0; i < split.layer_at.size(); ++i) {
            EnginePlace &place = out.places[static_cast<std::size_t>(split.layer_at[i])];
            place.kv_cache += caches.layer_bytes[i];
            place.state += caches.layer_state[i];
        }
        const LlamaSetup setup = setup_of(split, caches, out);
        const std::vector<Bytes> compute = llama_compute_buffers(m_call.architecture, m_call.tensors, setup);
        for (std::size_t i = 0; i < compute.size(); ++i) out.places[i].compute = compute[i];
        print(out, split, caches, setup);
        const Count logits = std::max(caches.server_slots, Count{1}) * m_call.architecture.decoder->vocab * 4;
        out.log.push_back("llama_context: " + std::string(m_cpu > 0 ? "CUDA_Host" : "CPU") +
                          " output buffer size = " + mib_text(logits));
        return out;
    }

    /// Whether every card holds its part beside the margin.
    [[nodiscard]] bool fits(const LlamaStart &start, Bytes margin) const
    {
        for (std::size_t i = 0; i < m_cpu; ++i) {
            const EnginePlace &p = start.places[i];
            if (m_call.cards[i].memory && p.weights + p.kv_cache + p.state + p.compute > *m_call.cards[i].memory - margin)
                return false;
        }
        return true;
    }

private:
    [[nodiscard]] bool flash() const
    {
        if (m_call.build.number < 5500) // forced off where keys and values differ in width
            for (const LayerSpec &kind : m_call.architecture.decoder->kinds)
                if (kind.attention.kind == AttentionKind::latent) return false;
        if (m_call.flash != "auto") return m_call.flash == "on";
        if (!m_call.build.wide_flash) return false; // a switch, off by default
        for (const LayerSpec &kind : m_call.architecture.decoder->kinds) {
            const AttentionSpec &a = kind.attention;
            if (a.kind == AttentionKind::latent) continue;
            if (a.kind != AttentionKind::none && a.head_dim != a.v_head_dim && a.head_dim != 192) return false;
        }
        return true;
    }

    void weights(LlamaStart &out, const Split &split) const
    {
        // without a matrix of its own the output is the embedding, whatever the configuration says
        const bool tied = std::ranges::find(m_call.tensors, GgufRole::output, &GgufTensor::role) == m_call.tensors.end();
        for (const GgufTensor &t : m_call.tensors) {
            std::size_t at = m_cpu;
            if (t.layer >= 0)
                at = static_cast<std::size_t>(split.layer_at[static_cast<std::size_t>(t.layer)]);
            else if (t.role != GgufRole::token_embd && t.role != GgufRole::layer_embd && t.role != GgufRole::position_embd &&
                     t.role != GgufRole::token_norm)
                at = static_cast<std::size_t>(split.output_at);
            if (t.of_experts() && t.layer < out.host_experts) at = m_cpu;
            out.places[at].weights += at == m_cpu ? round_up(t.bytes(), 32) : card_bytes(t);
            // a tied embedding lies with the host for its rows and once more where the output is
            if (t.role == GgufRole::token_embd && tied && split.output_at < static_cast<int>(m_cpu))
                out.places[static_cast<std::size_t>(split.output_at)].weights += card_bytes(t);
        }
    }

    [[nodiscard]] LlamaSetup setup_of(const Split &split, const LlamaCaches &caches, const LlamaStart &start) const
    {
        LlamaSetup out;
        out.build = m_call.build;
        out.cards = static_cast<int>(m_cpu);
        out.layer_at = split.layer_at;
        out.output_at = split.output_at;
        out.host_experts = start.host_experts;
        out.batch = std::min(m_call.batch, caches.cells * caches.streams);
        out.cells = caches.cells;
        out.window_cells = caches.window_cells;
        out.server_slots = caches.server_slots;
        out.streams = caches.streams;
        out.outputs = m_call.build.few_outputs ? std::min(caches.server_slots, out.batch) : out.batch;
        out.flash = start.flash;
        out.keys = m_call.keys;
        out.values = m_call.values;
        out.capability = m_call.cards.empty() ? 89 : m_call.cards.front().capability;
        const bool all = start.gpu_layers > m_call.architecture.decoder->layer_count();
        out.pipelined = m_cpu > 1 && all && start.host_experts == 0;
        return out;
    }

    static std::string mib_text(Bytes bytes)
    {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%8.2f MiB", static_cast<double>(bytes) / static_cast<double>(mib));
        return text.data();
    }

    void print(LlamaStart &out, const Split &split, const LlamaCaches &caches, const LlamaSetup &setup) const
    {
        const auto layers = static_cast<Count>(split.layer_at.size());
        Count on_cards = split.output_at < static_cast<int>(m_cpu) ? 1 : 0;
        for (const std::int16_t at : split.layer_at) on_cards += at < static_cast<int>(m_cpu);
        out.log.push_back("load_tensors: offloaded " + std::to_string(on_cards) + "/" + std::to_string(layers + 1) +
                          " layers to GPU");
        const auto line = [&](const std::string &what, const std::string &host, Bytes EnginePlace::*figure) {
            for (const EnginePlace &place : out.places)
                if (place.*figure > 0)
                    out.log.push_back(what + (place.place == "host" ? host : place.place) + " " + figure_name(figure) +
                                      " buffer size = " + mib_text(place.*figure));
        };
        line("load_tensors: ", "CPU_Mapped", &EnginePlace::weights);
        out.log.push_back("llama_context: n_ctx = " + std::to_string(out.cells) + ", n_ctx_seq = " + std::to_string(out.context) +
                          ", n_ubatch = " + std::to_string(setup.batch) + ", flash_attn = " + (out.flash ? "1" : "0") +
                          ", kv_unified = " + (caches.streams == 1 && caches.server_slots > 1 ? "true" : "false"));
        line("llama_kv_cache: ", "CPU", &EnginePlace::kv_cache);
        line("llama_memory_recurrent: ", "CPU", &EnginePlace::state);
        line("sched_reserve: ", m_cpu > 0 ? "CUDA_Host" : "CPU", &EnginePlace::compute);
    }

    static const char *figure_name(Bytes EnginePlace::*figure)
    {
        if (figure == &EnginePlace::weights) return "model";
        if (figure == &EnginePlace::kv_cache) return "KV";
        return figure == &EnginePlace::state ? "RS" : "compute";
    }

    const LlamaCall &m_call;
    std::size_t m_cpu;
};

std::optional<Error> refused(const LlamaCall &call, bool flash)
{
    if (is_quantised(call.values) && !flash)
        return Error{"inference.kv_dtype",
                     std::string(ggml_block(call.values).name),
                     {},
                     phrase(QT_TRANSLATE_NOOP("core", "llama.cpp needs flash attention for a quantised V cache: set "
                                                      "inference.flash_attention to on, or inference.kv_dtype to fp16."))};
    return std::nullopt;
}

} // namespace

Result<LlamaStart> llama_start(LlamaCall call)
{
    if (!call.architecture.decoder || call.architecture.decoder->layers.empty())
        return Error{"model",
                     call.architecture.model_type,
                     {},
                     phrase(QT_TRANSLATE_NOOP("core", "llama.cpp's graph of a model of type %1 is not described."),
                            {call.architecture.model_type})};
    // layers behind the model's own (a file's multi-token prediction) are not loaded
    const Count all = call.architecture.decoder->layer_count() + 1;
    std::erase_if(call.tensors, [&](const GgufTensor &tensor) { return tensor.layer >= all - 1; });
    // old conversions hold the latent projections as one matrix, and their keys and values are cached whole
    const auto has = [&](GgufRole role) {
        return std::ranges::find(call.tensors, role, &GgufTensor::role) != call.tensors.end();
    };
    if (has(GgufRole::attn_kv_b) && !has(GgufRole::attn_k_b)) call.build.latent_cache = false;
    const bool given = call.gpu_layers.has_value();
    const Count layers = std::min(call.gpu_layers.value_or(all), all);
    Placing start(call);
    LlamaStart out = start.laid_out(layers, call.host_experts);
    out.refuses = refused(call, out.flash);
    if (given || call.cards.empty() || start.fits(out, call.margin)) {
        if (!start.fits(out, 0) && !out.refuses)
            out.refuses =
                Error{"target.gpus",
                      {},
                      {},
                      phrase(QT_TRANSLATE_NOOP("core", "llama.cpp ends with \"cudaMalloc failed: out of memory\" while it "
                                                       "loads the model: lower inference.gpu_layers or inference.context."))};
        return out;
    }
    // --fit: first the context, where nobody set it; then experts to the host; then layers
    if (!call.context_given) {
        Count low = 4096;
        Count high = call.context;
        while (high - low > 256) {
            call.context = round_up((low + high) / 2, 256);
            (start.fits(start.laid_out(layers, call.host_experts), call.margin) ? low : high) = call.context;
        }
        call.context = low;
    }
    const Count expert_layers = std::ranges::any_of(call.tensors, &GgufTensor::of_experts) ? all - 1 : 0;
    const auto first_that_fits = [&](Count low, Count high, const auto &make) { // smallest; high where none does
        while (low < high) {
            const Count middle = (low + high) / 2;
            if (start.fits(make(middle), call.margin))
                high = middle;
            else
                low = middle + 1;
        }
        return make(high);
    };
    out = start.laid_out(layers, call.host_experts);
    if (!start.fits(out, call.margin) && expert_layers > 0)
        out = first_that_fits(call.host_experts, expert_layers, [&](Count host) { return start.laid_out(layers, host); });
    if (!start.fits(out, call.margin)) {
        const Count host = out.host_experts;
        out = first_that_fits(0, all, [&](Count away) { return start.laid_out(all - away, host); });
    }
    out.refuses = refused(call, out.flash);
    return out;
}

} // namespace plimsoll
