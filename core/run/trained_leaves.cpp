// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/trained_leaves.h"

#include "core/run/unreached_modules.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>

namespace plimsoll::step {

namespace {

bool same_or_inside(std::string_view name, std::string_view module)
{
    return name == module || (name.starts_with(module) && name[module.size()] == '.');
}

bool is_end(std::string_view name, std::string_view module)
{
    return name == module ||
           (name.size() > module.size() && name.ends_with(module) && name[name.size() - module.size() - 1] == '.');
}

} // namespace

TrainedLeaves::TrainedLeaves(const Architecture &architecture, const TrainedPart &part) : m_parameters(part.parameters)
{
    const DecoderSpec &decoder = *architecture.decoder;
    m_layers.resize(decoder.layers.size());
    const std::string start = (decoder.prefix.empty() ? "" : decoder.prefix + ".") + decoder.layers_name + ".";
    for (std::size_t i = 0; i < architecture.modules.size(); ++i) {
        const Module &module = architecture.modules[i];
        if (is_unreached(decoder, module.name)) continue;
        char *rest = nullptr;
        Group *group = &m_beside;
        std::string_view name = module.name;
        if (name.starts_with(start)) {
            const std::size_t layer = std::strtoul(module.name.c_str() + start.size(), &rest, 10);
            if (layer < m_layers.size()) {
                group = &m_layers[layer];
                name = *rest == '.' ? rest + 1 : rest;
            }
        }
        for (std::size_t k = 0; k < module.parameters.size(); ++k) {
            const Parameter &parameter = module.parameters[k];
            if (!parameter.tied_to)
                group->push_back({std::string(name), std::string(name).append(".").append(parameter.name),
                                  parameter.name == "bias", parameter.elements(), part.trains[i][k]});
        }
    }
    count_kinds();
}

void TrainedLeaves::count_kinds()
{
    std::vector<std::pair<const Group *, bool>> seen;
    bool reached = std::ranges::any_of(m_beside, [](const Named &one) { // heads and norms behind the layers do not reach them
        return one.trains && (one.module.find("embed") != std::string::npos || is_end(one.module, "wte") ||
                              is_end(one.module, "wpe") || is_end(one.module, "project_in"));
    });
    m_reaches = reached;
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const Group &group = m_layers[i];
        const auto found =
            std::ranges::find_if(seen, [&](const auto &other) { return *other.first == group && other.second == reached; });
        m_kinds.push_back(static_cast<int>(found - seen.begin()));
        if (found == seen.end()) seen.emplace_back(&group, reached);
        reached = reached || trains_in(i);
    }
}

bool TrainedLeaves::all_train() const
{
    const auto whole = [](const Group &group) { return std::ranges::all_of(group, &Named::trains); };
    return whole(m_beside) && std::ranges::all_of(m_layers, whole);
}

bool TrainedLeaves::trains_in(std::size_t layer) const
{
    return layer >= m_layers.size() || std::ranges::any_of(m_layers[layer], &Named::trains);
}

/// One group's parameters, each for one leaf.
struct TrainedLeaves::Claim {
    const Group *group;
    std::vector<bool> taken;
    std::vector<std::pair<Leaf *, bool>> leaves; ///< and whether each has its parameter

    template <class Fits>
    void give(std::vector<Leaf *> &training, Fits fits)
    {
        for (auto &[leaf, done] : leaves) {
            for (std::size_t i = 0; !done && i < group->size(); ++i) {
                const Named &one = (*group)[i];
                if (taken[i] || one.elements != leaf->value.elements() || !fits(*leaf, one)) continue;
                done = taken[i] = true;
                if (one.trains) training.push_back(leaf);
            }
        }
    }
};

bool TrainedLeaves::keep(std::vector<Leaf *> &leaves, const std::vector<int> &layers) const
{
    std::map<int, Claim> claims;
    for (Leaf *leaf : leaves) {
        const bool inside = leaf->layer >= 0 && static_cast<std::size_t>(leaf->layer) < layers.size();
        const auto [claim, is_new] = claims.try_emplace(inside ? leaf->layer : -1);
        if (is_new) {
            claim->second.group =
                inside ? &m_layers[static_cast<std::size_t>(layers[static_cast<std::size_t>(leaf->layer)])] : &m_beside;
            claim->second.taken.resize(claim->second.group->size());
        }
        claim->second.leaves.emplace_back(leaf, false);
    }
    std::vector<Leaf *> training;
    for (auto &[layer, claim] : claims) {
        const auto named = [](const Leaf &leaf) { return *leaf.module != '\0'; };
        claim.give(training, [&](const Leaf &leaf, const Named &one) {
            return named(leaf) && (is_end(one.name, leaf.module) || (one.bias == leaf.bias && is_end(one.module, leaf.module)));
        });
        claim.give(training, [&](const Leaf &leaf, const Named &one) {
            return named(leaf) && one.bias == leaf.bias && same_or_inside(one.module, leaf.module);
        });
        claim.give(training, [](const Leaf &, const Named &) { return true; });
        if (std::ranges::any_of(claim.leaves, [](const auto &leaf) { return !leaf.second; })) return false;
    }
    for (Leaf *leaf : leaves)
        if (std::ranges::find(training, leaf) == training.end()) set_trains(*leaf, false);
    std::erase_if(leaves, [](const Leaf *leaf) { return !leaf->trains; });
    return true;
}

Bytes bytes_of_gradients(const std::vector<Leaf *> &parameters, const Machine &m)
{
    Bytes out = 0;
    for (const Leaf *leaf : parameters) out += product(round_up(leaf->value.bytes(), 512), m.times(leaf->layer));
    return out;
}

} // namespace plimsoll::step
