// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, src/llama-model.cpp, src/llama-context.cpp, common/speculative.cpp
#include "core/serving/llama_placing.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace plimsoll {

/// Which device takes which layer: the last ones are on cards.
struct LlamaPlacing::Split {
    std::vector<std::int16_t> layer_at;
    std::int16_t next_at = 0, output_at = 0;
};

namespace {

/// Of a tensor on a card: what ggml-cuda pads a quantised row to, and 128 bytes.
Bytes card_bytes(const GgufTensor &t)
{
    const Bytes rest = is_quantised(t.type) && t.ne0 % 512 != 0 ? ggml_row_bytes(t.type, 512 - t.ne0 % 512) : 0;
    return round_up(t.bytes() + rest, 128);
}

std::string mib_text(Bytes bytes)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%8.2f MiB", static_cast<double>(bytes) / static_cast<double>(mib));
    return text.data();
}

const char *figure_name(Bytes EnginePlace::*figure)
{
    if (figure == &EnginePlace::weights) return "model";
    if (figure == &EnginePlace::kv_cache) return "KV";
    return figure == &EnginePlace::state ? "RS" : "compute";
}

void add_line(std::vector<std::string> &log, const std::vector<EnginePlace> &places, std::string_view what, std::string_view host,
              Bytes EnginePlace::*figure)
{
    for (const EnginePlace &place : places) {
        if (place.*figure <= 0) continue;
        std::string line(what);
        line.append(place.place == "host" ? host : std::string_view(place.place)).append(" ").append(figure_name(figure));
        log.push_back(std::move(line.append(" buffer size = ").append(mib_text(place.*figure))));
    }
}

/// Of both, place by place.
void add_to(std::vector<EnginePlace> &places, const std::vector<EnginePlace> &more)
{
    for (std::size_t i = 0; i < places.size() && i < more.size(); ++i) {
        places[i].weights += more[i].weights;
        places[i].kv_cache += more[i].kv_cache;
        places[i].state += more[i].state;
        places[i].compute += more[i].compute;
    }
}

} // namespace

LlamaPlacing::LlamaPlacing(const LlamaCall &call) : m_call(call), m_cpu(call.cards.size())
{
    if (!drafts_itself()) return;
    m_with_next = call.tensors;
    m_with_next.insert(m_with_next.end(), call.draft.tensors.begin(), call.draft.tensors.end());
}

Count LlamaPlacing::all_layers() const { return m_call.architecture.decoder->layer_count() + (drafts_itself() ? 1 : 0) + 1; }

LlamaPlacing::Split LlamaPlacing::split_of(const LlamaLayers &layers) const
{
    const Count own = m_call.architecture.decoder->layer_count(), all = all_layers() - 1;
    const auto cpu = static_cast<std::int16_t>(m_call.cards.size());
    Split out{std::vector<std::int16_t>(static_cast<std::size_t>(own), cpu), cpu, cpu};
    if (m_call.cards.empty() || layers.on_cards <= 0) return out;
    const Count start = std::max<Count>(all + (m_call.build.output_is_layer ? 1 : 0) - layers.on_cards, 0);
    const Count taken = std::min(layers.on_cards, all + 1);
    std::vector<double> ends;
    double sum = 0;
    const bool known = std::ranges::all_of(m_call.cards, [](const LlamaCard &card) { return card.memory.has_value(); });
    for (std::size_t i = 0; i < m_call.cards.size(); ++i)
        ends.push_back(sum += !layers.each.empty() ? static_cast<double>(layers.each[i])
                              : known              ? static_cast<double>(*m_call.cards[i].memory)
                                                   : 1.0);
    const auto card_of = [&](Count layer) {
        if (layer < start || layer - start >= taken) return cpu;
        const double at = static_cast<double>(static_cast<float>(layer - start) / static_cast<float>(taken));
        std::size_t card = 0;
        while (card + 1 < ends.size() && static_cast<double>(static_cast<float>(ends[card] / sum)) <= at) ++card;
        return static_cast<std::int16_t>(card);
    };
    for (Count i = 0; i < own; ++i) out.layer_at[static_cast<std::size_t>(i)] = card_of(i);
    out.next_at = card_of(own);
    out.output_at = card_of(all);
    return out;
}

LlamaStart LlamaPlacing::laid_out(const LlamaLayers &layers)
{
    LlamaStart out;
    out.gpu_layers = layers.on_cards;
    out.host_experts = layers.host_experts;
    out.flash = flash();
    for (std::size_t i = 0; i < m_cpu; ++i) out.places.push_back({"CUDA" + std::to_string(i), 0, 0, 0, 0});
    out.places.push_back({"host", 0, 0, 0, 0});
    const Split split = split_of(layers);
    weights(out, split);
    const LlamaCaches caches = llama_caches(m_call, out.flash);
    out.cells = caches.cells * caches.streams;
    out.context = caches.cells;
    for (std::size_t i = 0; i < split.layer_at.size(); ++i) {
        EnginePlace &place = out.places[static_cast<std::size_t>(split.layer_at[i])];
        place.kv_cache += caches.layer_bytes[i];
        place.state += caches.layer_state[i];
    }
    const LlamaSetup setup = setup_of(split, caches, out);
    const std::vector<Bytes> compute = llama_compute_buffers(m_graph, m_call.architecture, m_call.tensors, setup);
    for (std::size_t i = 0; i < compute.size(); ++i) out.places[i].compute = compute[i];
    print(out, split, caches, setup);
    if (drafts_itself()) add_next_layer(out, split, setup);
    if (m_call.draft.model != nullptr) add_draft_model(out);
    return out;
}

bool LlamaPlacing::fits(const LlamaStart &start, std::size_t card, Bytes margin) const
{
    const std::optional<Bytes> &memory = m_call.cards[card].memory;
    return !memory || sum_of(start.places[card]) <= *memory - margin - (card == 0 ? m_call.projector : 0);
}

bool LlamaPlacing::fits(const LlamaStart &start, Bytes margin) const
{
    for (std::size_t i = 0; i < m_cpu; ++i)
        if (!fits(start, i, margin)) return false;
    return true;
}

bool LlamaPlacing::flash() const
{
    if (!m_call.build.unlike_flash) // forced off where keys and values differ in width
        for (const LayerSpec &kind : m_call.architecture.decoder->kinds)
            if (kind.attention.kind == AttentionKind::latent) return false;
    if (m_call.flash != "auto") return m_call.flash == "on";
    if (!m_call.build.wide_flash) return false;                                         // a switch, off by default
    if (m_call.build.quantised_needs_flash && is_quantised(m_call.values)) return true; // whatever kernels a card has
    for (const LayerSpec &kind : m_call.architecture.decoder->kinds) {
        const AttentionSpec &a = kind.attention;
        if (a.kind == AttentionKind::latent) continue;
        if (a.kind != AttentionKind::none && a.head_dim != a.v_head_dim && a.head_dim != 192) return false;
    }
    return true;
}

void LlamaPlacing::weights(LlamaStart &out, const Split &split) const
{
    // without a matrix of its own the output is the embedding, whatever the configuration says
    const bool tied = std::ranges::find(m_call.tensors, GgufRole::output, &GgufTensor::role) == m_call.tensors.end();
    const Count own = m_call.architecture.decoder->layer_count();
    const auto place = [&](const GgufTensor &t) {
        std::size_t at = m_cpu;
        if (t.layer >= own)
            at = static_cast<std::size_t>(split.next_at);
        else if (t.layer >= 0)
            at = static_cast<std::size_t>(split.layer_at[static_cast<std::size_t>(t.layer)]);
        else if (t.role != GgufRole::token_embd && t.role != GgufRole::layer_embd && t.role != GgufRole::position_embd &&
                 t.role != GgufRole::token_norm)
            at = static_cast<std::size_t>(split.output_at);
        if (t.of_experts() && t.layer < out.host_experts) at = m_cpu;
        out.places[at].weights += at == m_cpu ? round_up(t.bytes(), 32) : card_bytes(t);
        // a tied embedding lies with the host for its rows and once more where the output is
        if (t.role == GgufRole::token_embd && t.layer < 0 && tied && split.output_at < static_cast<int>(m_cpu))
            out.places[static_cast<std::size_t>(split.output_at)].weights += card_bytes(t);
    };
    std::ranges::for_each(m_call.tensors, place);
    if (drafts_itself()) std::ranges::for_each(m_call.draft.tensors, place);
}

/// A second context over the same weights: a cache of its own for the one layer, and a graph's buffer.
void LlamaPlacing::add_next_layer(LlamaStart &out, const Split &split, LlamaSetup setup)
{
    const LayerSpec *layer = last_attention(*m_call.architecture.decoder);
    if (layer == nullptr) return;
    setup.keys = m_call.draft.keys;
    setup.values = m_call.draft.values;
    setup.outputs = std::min(setup.server_slots, setup.batch);
    setup.output_at = split.next_at;
    out.drafter.assign(out.places.size(), {});
    for (std::size_t i = 0; i < out.places.size(); ++i) out.drafter[i].place = out.places[i].place;
    LlamaCall of_cache{m_call.architecture, {}, m_call.build, {}};
    of_cache.keys = setup.keys;
    of_cache.values = setup.values;
    out.drafter[static_cast<std::size_t>(split.next_at)].kv_cache =
        llama_token_bytes(layer->attention, of_cache) * setup.cells * setup.streams;
    const std::vector<Bytes> compute = llama_next_buffers(m_graph, m_call.architecture, m_with_next, setup);
    for (std::size_t i = 0; i < compute.size(); ++i) out.drafter[i].compute = compute[i];
    add_line(out.log, out.drafter, "llama_kv_cache: ", "CPU", &EnginePlace::kv_cache);
    add_line(out.log, out.drafter, "sched_reserve: ", m_cpu > 0 ? "CUDA_Host" : "CPU", &EnginePlace::compute);
    add_to(out.places, out.drafter);
}

/// A model of its own, on the cards but for what -ngld leaves with the host, with the context of the one that it drafts for.
void LlamaPlacing::add_draft_model(LlamaStart &out) const
{
    const LlamaDraft &draft = m_call.draft;
    LlamaCall call{*draft.model, draft.tensors, m_call.build, m_call.cards};
    call.context = out.cells;
    call.server_slots = m_call.server_slots;
    call.batch = m_call.batch;
    call.keys = draft.keys;
    call.values = draft.values;
    call.flash = m_call.flash;
    LlamaPlacing placing(call);
    const LlamaStart start =
        placing.laid_out({.on_cards = std::min(draft.gpu_layers.value_or(placing.all_layers()), placing.all_layers())});
    out.drafter = start.places;
    out.log.insert(out.log.end(), start.log.begin(), start.log.end());
    add_to(out.places, start.places);
}

LlamaSetup LlamaPlacing::setup_of(const Split &split, const LlamaCaches &caches, const LlamaStart &start) const
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
    // a slot's own token and those that were drafted are checked in one pass (common_speculative_get_output_limits)
    out.outputs = m_call.build.few_outputs ? std::min(caches.server_slots * (1 + m_call.draft.tokens), out.batch) : out.batch;
    out.snapshots = llama_snapshots(m_call);
    out.flash = start.flash;
    out.keys = m_call.keys;
    out.values = m_call.values;
    out.capability = m_call.cards.empty() ? 89 : m_call.cards.front().capability;
    const bool all = start.gpu_layers > m_call.architecture.decoder->layer_count();
    out.pipelined = m_cpu > 1 && all && start.host_experts == 0;
    return out;
}

void LlamaPlacing::print(LlamaStart &out, const Split &split, const LlamaCaches &caches, const LlamaSetup &setup) const
{
    const auto on_card = [this](std::int16_t at) { return at < static_cast<int>(m_cpu); };
    Count on_cards = on_card(split.output_at) ? 1 : 0;
    for (const std::int16_t at : split.layer_at) on_cards += on_card(at) ? 1 : 0;
    if (drafts_itself() && on_card(split.next_at)) ++on_cards;
    out.log.push_back("load_tensors: offloaded " + std::to_string(on_cards) + "/" + std::to_string(all_layers()) +
                      " layers to GPU");
    add_line(out.log, out.places, "load_tensors: ", "CPU_Mapped", &EnginePlace::weights);
    out.log.push_back("llama_context: n_ctx = " + std::to_string(out.cells) + ", n_ctx_seq = " + std::to_string(out.context) +
                      ", n_ubatch = " + std::to_string(setup.batch) + ", flash_attn = " + (out.flash ? "1" : "0") +
                      ", kv_unified = " + (caches.streams == 1 && caches.server_slots > 1 ? "true" : "false"));
    add_line(out.log, out.places, "llama_kv_cache: ", "CPU", &EnginePlace::kv_cache);
    add_line(out.log, out.places, "llama_memory_recurrent: ", "CPU", &EnginePlace::state);
    add_line(out.log, out.places, "sched_reserve: ", m_cpu > 0 ? "CUDA_Host" : "CPU", &EnginePlace::compute);
    const Count logits = std::max(caches.server_slots, Count{1}) * m_call.architecture.decoder->vocab * 4;
    std::string of_logits("llama_context: ");
    of_logits.append(m_cpu > 0 ? "CUDA_Host" : "CPU").append(" output buffer size = ").append(mib_text(logits));
    out.log.push_back(std::move(of_logits));
    if (!m_call.build.fits_itself) return;
    const Count trained = m_call.architecture.decoder->max_positions; // no slot takes more (server-context.cpp, n_ctx_slot)
    out.log.push_back("load_model: initializing, n_slots = " + std::to_string(caches.server_slots) +
                      ", n_ctx_slot = " + std::to_string(trained > 0 ? std::min(out.context, trained) : out.context) +
                      ", kv_unified = '" + (caches.streams == 1 && !m_call.server_slots ? "true" : "false") + "'");
}

} // namespace plimsoll
