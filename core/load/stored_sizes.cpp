// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/stored_sizes.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/config/config_json.h"
#include "core/model/family.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <map>

namespace plimsoll {

namespace {

/// "model.layers.12.mlp.up_proj.weight": "model.layers" and 12; nothing for a tensor of no layer.
std::optional<std::pair<std::string, int>> layer_of(std::string_view name)
{
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t end = std::min(name.find('.', at), name.size());
        int number = 0;
        const auto [rest, problem] = std::from_chars(name.data() + at, name.data() + end, number);
        if (problem == std::errc{} && rest == name.data() + end && at > 0)
            return std::pair(std::string(name.substr(0, at - 1)), number);
        at = end + 1;
    }
    return std::nullopt;
}

Count elements_of(const StoredTensor &tensor)
{
    Count out = 1;
    for (const Count dimension : tensor.shape) out = checked_mul(out, dimension).value_or(0);
    return out;
}

bool is_packed(std::string_view type) { return type != "F64" && type != "F32" && type != "F16" && type != "BF16"; }

/// Parameters of a module tree whose names begin so.
Count within(const std::vector<Module> &modules, const std::string &scope, std::string_view but)
{
    Count out = 0;
    for (const Module &module : modules) {
        if (!module.name.starts_with(scope) || (!but.empty() && module.name.find(but) != std::string::npos)) continue;
        for (const Parameter &parameter : module.parameters)
            if (!parameter.tied_to) out += parameter.elements();
    }
    return out;
}

/// Matrices of the MLP that grow with its width, [hidden, width] each.
Count matrices_of(const MlpSpec &mlp)
{
    const Count each = mlp.kind == MlpKind::plain ? 2 : 3;
    return mlp.kind == MlpKind::moe ? (mlp.moe.gated ? 3 : 2) * mlp.moe.experts : each;
}

void widen(MlpSpec &mlp, Count width)
{
    if (mlp.kind == MlpKind::moe) {
        mlp.moe.expert_width = width;
        return;
    }
    mlp.gate.out = mlp.up.out = mlp.down.in = width;
}

/// Parameters of every layer: as stored, else what the ends leave in equal parts.
std::vector<Count> wanted_layers(const StoredSizes &stored, const DecoderSpec &spec, Count ends)
{
    if (stored.layers.size() == spec.layers.size()) return stored.layers;
    const auto count = static_cast<Count>(spec.layers.size());
    return std::vector<Count>(spec.layers.size(), std::max<Count>(stored.parameters - ends, 0) / count);
}

/// The spec with MLPs that fill the layers, never beyond them.
DecoderSpec filled(const Architecture &guessed, const StoredSizes &stored)
{
    DecoderSpec spec = *guessed.decoder;
    const std::string scope = (spec.prefix.empty() ? "" : spec.prefix + '.') + spec.layers_name + '.';
    spec.tied = !stored.has_head;
    const Count embedding = spec.vocab * (spec.embedding_width ? spec.embedding_width : spec.hidden);
    const std::vector<Count> wanted = wanted_layers(stored, spec, embedding * (spec.tied ? 1 : 2) + spec.final_norm.width);
    std::map<std::pair<int, Count>, int> made;
    std::vector<LayerSpec> kinds;
    for (std::size_t i = 0; i < spec.layers.size(); ++i) {
        LayerSpec layer = spec.kinds[static_cast<std::size_t>(spec.layers[i])];
        const std::string own = scope + std::to_string(i) + '.';
        const Count each = spec.hidden * matrices_of(layer.mlp);
        const Count all = within(guessed.modules, own, {});
        const Count now = layer.mlp.kind == MlpKind::moe ? layer.mlp.moe.expert_width : layer.mlp.down.in;
        const Count others = all - now * each;
        const Count width = std::max<Count>((wanted[i] - others) / each, 1);
        const auto [known, fresh] = made.try_emplace({spec.layers[i], width}, static_cast<int>(kinds.size()));
        if (fresh) {
            widen(layer.mlp, width);
            kinds.push_back(std::move(layer));
        }
        spec.layers[i] = known->second;
    }
    spec.kinds = std::move(kinds);
    return spec;
}

/// Collects what an index says besides its files.
std::optional<Bytes> total_of(const nlohmann::json &index)
{
    const auto metadata = index.find("metadata");
    if (metadata == index.end() || !metadata->is_object()) return std::nullopt;
    const auto size = metadata->find("total_size");
    if (size == metadata->end() || !size->is_number_integer() || size->get<std::int64_t>() <= 0) return std::nullopt;
    return size->get<std::int64_t>();
}

bool is_head(std::string_view name)
{
    return !layer_of(name) &&
           (name.find("lm_head") != std::string_view::npos || name.find("output.weight") != std::string_view::npos ||
            name.find("embed_out") != std::string_view::npos || name == "head.weight");
}

} // namespace

std::optional<StoredSizes> sizes_of(const Checkpoint &checkpoint, std::string source)
{
    StoredSizes out{.has_head = false, .source = std::move(source)};
    std::map<std::string, std::map<int, Count>> stacks;
    for (const StoredTensor &tensor : checkpoint.tensors) {
        if (is_packed(tensor.type)) return std::nullopt;
        const Count elements = elements_of(tensor);
        out.parameters += elements; // checkpoint_limit bounds the sum
        out.has_head = out.has_head || is_head(tensor.name);
        if (const auto layer = layer_of(tensor.name)) stacks[layer->first][layer->second] += elements;
    }
    const auto sum = [](const std::map<int, Count> &layers) {
        Count all = 0;
        for (const auto &[index, elements] : layers) all += elements;
        return all;
    };
    const auto largest = std::ranges::max_element(stacks, {}, [&sum](const auto &stack) { return sum(stack.second); });
    if (largest == stacks.end()) return out;
    for (const auto &[index, elements] : largest->second)
        if (index == static_cast<int>(out.layers.size())) out.layers.push_back(elements);
    if (out.layers.size() != largest->second.size()) out.layers.clear(); // gaps
    return out;
}

std::optional<StoredSizes> sizes_of_index(std::string_view text, Dtype dtype, std::string source)
{
    const Result<nlohmann::json> index = parse_config_json(text, source);
    const std::optional<Bytes> total = index && index->is_object() ? total_of(*index) : std::nullopt;
    if (!total) return std::nullopt;
    StoredSizes out{.parameters = *total / size_of(dtype), .has_head = false, .source = std::move(source)};
    const auto map = index->find("weight_map");
    if (map == index->end() || !map->is_object()) return std::nullopt;
    for (const auto &[tensor, file] : map->items()) {
        const bool packed = tensor.ends_with("scale") || tensor.ends_with("scales") || tensor.ends_with("qweight") ||
                            tensor.ends_with("scale_inv") || tensor.ends_with("quant_state.bitsandbytes__nf4");
        if (packed) return std::nullopt;
        out.has_head = out.has_head || is_head(tensor);
    }
    return out;
}

ArchitectureRef fitted_to(const Architecture &guessed, const StoredSizes &stored, bool layers_known)
{
    auto out = std::make_shared<Architecture>(guessed);
    if (!layers_known) {
        Draft draft;
        draft.arch = guessed;
        finish_decoder(draft, filled(guessed, stored));
        *out = std::move(draft.arch);
        out->modules = draft.tree.take();
        out->active_parameters = out->total_parameters() - draft.tree.idle();
    }
    out->family = "fitted";
    const Count idle =
        layers_known ? guessed.all_parameters - guessed.active_parameters : out->total_parameters() - out->active_parameters;
    const Count rest = stored.parameters - out->total_parameters();
    if (rest > 0) out->modules.push_back({"stored_beside", ModuleKind::other, {{"weight", Dimensions{rest}, {}, {}}}, {}});
    out->all_parameters = out->total_parameters();
    out->active_parameters = out->all_parameters - idle;
    out->assumptions.push_back(
        layers_known || rest < 0
            ? phrase(QT_TRANSLATE_NOOP("core", "%1 has %2 parameters, %3 were counted"),
                     {stored.source, grouped(stored.parameters), grouped(out->all_parameters)})
            : phrase(QT_TRANSLATE_NOOP(
                         "core", "%1 has %2 parameters: the guessed decoder's MLPs are as wide as fill them, so that weights "
                                 "are the file's; activations are a guess"),
                     {stored.source, grouped(stored.parameters)}));
    return out;
}

} // namespace plimsoll
