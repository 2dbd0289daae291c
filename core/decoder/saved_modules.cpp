// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

// peft 0.21.2 utils/other.py, ModulesToSaveWrapper: a copy of the module beside the original, which trains and runs.

namespace plimsoll::step {

namespace {

/// `name` is the module of that name or within it; "" holds all.
bool is_within(std::string_view name, std::string_view module)
{
    return module.empty() || (name.starts_with(module) && (name.size() == module.size() || name[module.size()] == '.'));
}

std::string with_prefix(const DecoderSpec &spec, std::string_view name)
{
    return (spec.prefix.empty() ? "" : spec.prefix + ".") + std::string(name);
}

bool is_saved(const Leaf &leaf, const DecoderSpec &spec, const AdapterTargets &targets)
{
    const auto layer = static_cast<std::size_t>(leaf.layer);
    if (leaf.layer >= 0)
        return layer < targets.saved.size() &&
               std::ranges::any_of(targets.saved[layer], [&](const std::string &saved) { return is_within(leaf.module, saved); });
    const std::string full = with_prefix(spec, leaf.module);
    return std::ranges::any_of(targets.saved_outside, [&](const std::string &saved) {
        return is_within(full, saved) || (leaf.module[0] != '\0' && saved == leaf.module);
    });
}

bool is_copied_elsewhere(const Leaf &leaf, const DecoderModules &model)
{
    return &leaf == &model.embedding || std::string_view(leaf.module) == model.spec.head.name;
}

} // namespace

void find_saved_modules(AdapterTargets &out, const DecoderSpec &spec, const std::vector<std::string> &saved_modules)
{
    const std::string layers = with_prefix(spec, spec.layers_name), embedding = with_prefix(spec, spec.embedding_name);
    const auto in_layer = [&out](std::size_t layer, std::string name) {
        if (out.saved.empty()) out.saved.resize(out.layers.size());
        if (layer < out.saved.size()) out.saved[layer].push_back(std::move(name));
    };
    for (const std::string &name : saved_modules) {
        if (name == spec.head.name) out.save_head = true;
        if (name.ends_with("." + spec.embedding_name) || name == spec.embedding_name || is_within(embedding, name))
            out.save_embedding = true;
        if (is_within(layers, name))
            for (std::size_t i = 0; i < out.layers.size(); ++i) in_layer(i, {});
        if (!name.starts_with(layers + ".")) {
            out.saved_outside.push_back(name);
            continue;
        }
        char *end = nullptr;
        const auto layer = static_cast<std::size_t>(std::strtoul(name.c_str() + layers.size() + 1, &end, 10));
        in_layer(layer, *end == '.' ? std::string(end + 1) : std::string());
    }
}

void train_saved_modules(Machine &m, DecoderModules &model, const AdapterTargets &targets, std::optional<Dtype> dtype)
{
    if (targets.saved.empty() && targets.saved_outside.empty()) return;
    std::vector<Leaf *> all;
    collect_modules(model, all);
    for (Leaf *leaf : all) {
        const Storage *storage = leaf->value.storage();
        if (!storage || storage->component == static_cast<std::uint8_t>(Component::adapters) ||
            is_copied_elsewhere(*leaf, model) || !is_saved(*leaf, model.spec, targets))
            continue;
        m.scope.layer = leaf->layer;
        model.originals.push_back(leaf->value);
        leaf->value = m.empty(leaf->value.shape(), dtype.value_or(leaf->value.dtype()), "modules_to_save", Component::adapters);
    }
    m.scope.layer = -1;
}

} // namespace plimsoll::step
