// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/hook_points.h"

#include "core/ground/glob.h"
#include "core/ground/near.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <array>

namespace plimsoll::step {

namespace {

constexpr std::string_view block = "blocks.{layer}.", place_of_layer = "{layer}";

// In the order of HookPoint.
constexpr std::array<std::string_view, 25> names{
    "hook_embed",
    "hook_pos_embed",
    "blocks.{layer}.hook_resid_pre",
    "blocks.{layer}.ln1.hook_scale",
    "blocks.{layer}.ln1.hook_normalized",
    "blocks.{layer}.attn.hook_q",
    "blocks.{layer}.attn.hook_k",
    "blocks.{layer}.attn.hook_v",
    "blocks.{layer}.attn.hook_rot_q",
    "blocks.{layer}.attn.hook_rot_k",
    "blocks.{layer}.attn.hook_attn_scores",
    "blocks.{layer}.attn.hook_pattern",
    "blocks.{layer}.attn.hook_z",
    "blocks.{layer}.attn.hook_result",
    "blocks.{layer}.hook_attn_out",
    "blocks.{layer}.hook_resid_mid",
    "blocks.{layer}.ln2.hook_scale",
    "blocks.{layer}.ln2.hook_normalized",
    "blocks.{layer}.mlp.hook_pre",
    "blocks.{layer}.mlp.hook_pre_linear",
    "blocks.{layer}.mlp.hook_post",
    "blocks.{layer}.hook_mlp_out",
    "blocks.{layer}.hook_resid_post",
    "ln_final.hook_scale",
    "ln_final.hook_normalized",
};

bool in_block(std::string_view name) { return name.starts_with(block); }

/// "blocks.*.hook_q" for "blocks.{layer}.hook_q".
std::string as_glob(std::string pattern)
{
    for (std::size_t at = pattern.find(place_of_layer); at != std::string::npos; at = pattern.find(place_of_layer))
        pattern.replace(at, place_of_layer.size(), "*");
    return pattern;
}

std::string of_layer(std::string_view name, std::string_view layer)
{
    std::string out(name);
    if (const std::size_t at = out.find(place_of_layer); at != std::string::npos) out.replace(at, place_of_layer.size(), layer);
    return out;
}

/// TransformerLens makes attn.hook_result only where cfg.use_attn_result asks for it: here, where a pattern names it.
bool asks_for(std::string_view pattern, std::string_view name, std::string_view layer)
{
    if (name.ends_with("hook_result") && !pattern.ends_with("hook_result")) return false;
    if (globs(pattern, of_layer(name, layer))) return true;
    if (pattern.starts_with("blocks.")) return false;
    const std::string_view within = in_block(name) ? name.substr(block.size()) : name;
    return globs(pattern, within) ||
           (pattern.find('.') == std::string_view::npos && globs(pattern, within.substr(within.rfind('.') + 1)));
}

bool means(std::string_view pattern, HookPoint point, std::string_view layer)
{
    return asks_for(pattern, names[static_cast<std::size_t>(point)], layer);
}

bool is_around(HookPoint point) { return !in_block(names[static_cast<std::size_t>(point)]); }

} // namespace

const std::vector<std::string_view> &hook_names()
{
    static const std::vector<std::string_view> all(names.begin(), names.end());
    return all;
}

WantedHooks::WantedHooks(const std::vector<std::string> &patterns, Count layers, const std::vector<Count> &only)
    : m_wanted(names.size(), std::vector<bool>(static_cast<std::size_t>(std::max<Count>(layers, 1))))
{
    static const std::vector<std::string> every{"*"};
    for (const std::string &written : patterns.empty() ? every : patterns) {
        const std::string pattern = as_glob(written);
        for (std::size_t p = 0; p < names.size(); ++p) {
            if (is_around(static_cast<HookPoint>(p))) {
                if (means(pattern, static_cast<HookPoint>(p), {})) m_wanted[p][0] = true;
                continue;
            }
            for (Count layer = 0; layer < layers; ++layer)
                if ((only.empty() || std::ranges::find(only, layer) != only.end()) &&
                    means(pattern, static_cast<HookPoint>(p), std::to_string(layer)))
                    m_wanted[p][static_cast<std::size_t>(layer)] = true;
        }
    }
}

bool WantedHooks::wants_any(HookPoint point) const { return std::ranges::find(layers_of(point), true) != layers_of(point).end(); }

bool names_a_layer(const std::vector<std::string> &patterns)
{
    return std::ranges::any_of(patterns, [](const std::string &p) {
        return p.starts_with("blocks.") && p.find_first_of("0123456789?[") < p.find('.', std::string_view("blocks.").size());
    });
}

bool asks_for_weights(const Extract &extract, Count layers)
{
    const WantedHooks wanted(extract.hooks, layers, extract.layers);
    return wanted.wants_any(HookPoint::pattern) || wanted.wants_any(HookPoint::attn_scores);
}

std::optional<Error> wrong_hooks(const std::vector<std::string> &patterns, const DecoderSpec &spec)
{
    for (const std::string &pattern : patterns) {
        const WantedHooks wanted({pattern}, spec.layer_count(), {});
        const auto points = hook_names();
        bool any = false;
        for (std::size_t p = 0; p < points.size() && !any; ++p) any = wanted.wants_any(static_cast<HookPoint>(p));
        if (any) continue;
        std::vector<std::string> known;
        for (const std::string_view name : points) known.emplace_back(name);
        for (const std::string_view name : points)
            if (in_block(name)) known.emplace_back(name.substr(block.size()));
        std::vector<std::string> near = near_names(pattern, known, 2);
        const std::string layers = std::to_string(spec.layer_count() - 1);
        Error out{"extract.hooks",
                  pattern,
                  phrase(QT_TRANSLATE_NOOP("core", "TransformerLens' names, %1 for any text, layers %2 to %3: %4"),
                         {"*", "0", layers,
                          "blocks.{layer}.hook_resid_pre, hook_resid_post, attn.hook_q, attn.hook_pattern, "
                          "mlp.hook_post, hook_embed, …"}),
                  {}};
        if (near.size() == 1) out.text = phrase(QT_TRANSLATE_NOOP("core", "no hook has this name; the nearest is %1"), {near[0]});
        if (near.size() == 2)
            out.text = phrase(QT_TRANSLATE_NOOP("core", "no hook has this name; the nearest are %1 and %2"), {near[0], near[1]});
        return out;
    }
    return std::nullopt;
}

HookedModules::HookedModules(Machine &m, Decoder &decoder, const WantedHooks &wanted, std::vector<Tensor> &kept)
    : m_machine(m), m_decoder(decoder), m_wanted(wanted), m_kept(kept)
{
    using enum HookPoint;
    const DecoderSpec &spec = decoder.spec();
    m_around = {{spec.embedding_name, embed},
                {told::positions, pos_embed},
                {spec.final_norm.name, final_scale, false, true},
                {spec.final_norm.name, final_normalized}};
    for (const LayerSpec &kind : spec.kinds) m_places.push_back(places_of(kind));
    m.after_module = [this](const char *module, const Tensor &input, const Tensor &output) { see(module, input, output); };
}

std::vector<HookedModules::Place> HookedModules::places_of(const LayerSpec &layer)
{
    using enum HookPoint;
    const AttentionSpec &a = layer.attention;
    const MlpSpec &mlp = layer.mlp;
    const bool latent = a.kind == AttentionKind::latent, fused = a.fused.out > 0;
    const std::string_view query = fused ? a.fused.name : latent && a.latent.q_b.out > 0 ? a.latent.q_b.name : a.q.name;
    const std::string_view key = fused ? a.fused.name : latent ? a.latent.kv_b.name : a.k.name;
    const std::string_view value = fused ? a.fused.name : latent ? a.latent.kv_b.name : a.v.name;
    const bool gated = mlp.kind == MlpKind::gated;
    const bool four = layer.pre_mlp_norm.kind != NormKind::none;
    const NormSpec &second = four ? layer.pre_mlp_norm : layer.post_attention_norm;
    std::vector<Place> out{{told::block_input, resid_pre},
                           {query, q},
                           {key, k},
                           {value, v},
                           {told::turned_query, rot_q},
                           {told::turned_key, rot_k},
                           {a.o.name, z, true},
                           {a.o.name, attn_out},
                           {told::block_output, resid_post}};
    if (layer.input_norm.kind != NormKind::none && !layer.norm_after) {
        out.push_back({layer.input_norm.name, ln1_scale, false, true});
        out.push_back({layer.input_norm.name, ln1_normalized});
    }
    if (second.kind != NormKind::none && !layer.norm_after) {
        if (!layer.parallel) out.push_back({second.name, resid_mid, true});
        out.push_back({second.name, ln2_scale, false, true});
        out.push_back({second.name, ln2_normalized});
    }
    if (layer.norm_after) out.push_back({gated ? mlp.gate.name : mlp.up.name, resid_mid, true}); // nothing stands between them
    if (mlp.kind == MlpKind::moe)
        out.push_back({mlp.name, mlp_out});
    else {
        out.push_back({gated ? mlp.gate.name : mlp.up.name, mlp_pre});
        if (mlp.kind != MlpKind::plain) out.push_back({mlp.up.name, mlp_pre_linear});
        out.push_back({mlp.down.name, mlp_post, true});
        out.push_back({mlp.down.name, mlp_out});
    }
    return out;
}

void HookedModules::keep(const Tensor &tensor)
{
    if (!tensor.defined()) return;
    m_machine.relabel(tensor.storage(), Component::captured_states);
    m_kept.push_back(tensor);
}

void HookedModules::see(const char *module, const Tensor &input, const Tensor &output)
{
    const std::string_view name = module;
    const int layer = m_machine.scope.layer;
    const bool around = layer < 0;
    const auto at = static_cast<std::size_t>(around ? 0 : layer);
    const std::vector<Place> &places = around ? m_around : m_places[static_cast<std::size_t>(m_decoder.layers()[at])];
    for (const Place &place : places) {
        if (place.module != name) continue;
        if (!m_wanted.wants(place.point, static_cast<Count>(at))) {
            // what is made of this one alone is wanted, or nothing
        } else if (place.column)
            m_kept.push_back(m_machine.empty({output.shape().rows()}, Dtype::fp32, "scale", Component::captured_states));
        else
            keep(place.input ? input : output);
        if (place.point == HookPoint::z && m_wanted.wants(HookPoint::result, static_cast<Count>(at))) {
            const LayerSpec &kind = m_decoder.spec().kinds[static_cast<std::size_t>(m_decoder.layers()[at])];
            m_kept.push_back(m_machine.empty({input.shape().rows(), kind.attention.heads, m_decoder.spec().hidden}, input.dtype(),
                                             "einsum", Component::captured_states));
        }
    }
}

} // namespace plimsoll::step
