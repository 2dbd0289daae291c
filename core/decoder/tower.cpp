// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/tower.h"

#include "core/ground/phrase.h"
#include "core/model/towers.h"
#include "core/torch/places.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace plimsoll::step {

namespace {

/// Moves a machine to a place until it goes.
class StandsAt {
public:
    StandsAt(Machine &m, std::int16_t place) : m_machine(m), m_before(std::exchange(m.scope.layer, place)) {}
    ~StandsAt() { m_machine.scope.layer = m_before; }
    StandsAt(const StandsAt &) = delete;
    StandsAt &operator=(const StandsAt &) = delete;

private:
    Machine &m_machine;
    std::int16_t m_before;
};

/// Layer of the tower in which a module stands.
std::int16_t tower_place_of(const TowerSpec &spec, std::string_view module)
{
    if (spec.blocks.empty() || !module.starts_with(spec.blocks)) return tower_outside_layers;
    const std::string_view rest = module.substr(spec.blocks.size());
    int layer = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), layer);
    return read.ec == std::errc() ? place_of_tower_layer(layer) : tower_outside_layers;
}

bool tower_adapter(const Leaf &leaf)
{
    const Storage *storage = leaf.value.storage();
    return storage && storage->component == static_cast<std::uint8_t>(Component::adapters);
}

/// Full name of what this leaf holds; `bare`: its place among parameters that are visited one by one.
std::string parameter_name(const Module &module, const Leaf &leaf, std::size_t bare)
{
    std::vector<const Parameter *> own;
    for (const Parameter &parameter : module.parameters)
        if (!parameter.tied_to) own.push_back(&parameter);
    const auto is_bias = [](const Parameter *parameter) { return parameter->name == "bias"; };
    const auto bias = std::ranges::find_if(own, is_bias);
    const Parameter *found = leaf.bias && bias != own.end() ? *bias : bare < own.size() ? own[bare] : nullptr;
    return !found ? std::string() : module.name.empty() ? found->name : module.name + "." + found->name;
}

} // namespace

void Tower::load(Machine &m, const Precision &precision)
{
    const StandsAt here(m, tower_outside_layers);
    m_modules.load(m, precision);
}

void Tower::raise_to_fp32(Machine &m)
{
    const StandsAt here(m, tower_outside_layers);
    m_modules.raise_to_fp32(m);
}

void Tower::add_adapters(Machine &m, const std::vector<RankedName> &names, const AdaptedModel &model, const Adapter &adapter)
{
    const StandsAt here(m, tower_outside_layers);
    m_modules.add_adapters(m, names, model, adapter);
}

bool Tower::has(const TowerSpec &spec, std::string_view module)
{
    return stands_within(spec.towers, module) || stands_within(spec.projectors, module) || crosses(spec, module);
}

bool Tower::crosses(const TowerSpec &spec, std::string_view module)
{
    return std::ranges::any_of(spec.crossed, [&](Count layer) {
        const std::string scope = spec.language + std::to_string(layer);
        return module.starts_with(scope) && (module.size() == scope.size() || module[scope.size()] == '.');
    });
}

std::vector<Leaf *> Tower::make_trainable(const TowerTraining &how)
{
    m_trains = false;
    std::vector<Leaf *> training;
    const Module *before = nullptr;
    std::size_t bare = 0; // of a module that is neither linear nor norm: its parameters come one by one
    m_modules.each_module([&](const Module &module, LinearModule *linear, NormModule *norm, Leaf *leaf) {
        bare = std::exchange(before, &module) == &module ? bare + 1 : 0;
        std::vector<Leaf *> own;
        if (linear) linear->collect(own);
        if (norm) norm->collect(own);
        if (leaf) own.push_back(leaf);
        const bool joins = stands_within(m_spec.projectors, module.name);
        const PartTraining part = crosses(m_spec, module.name) ? how.language : joins ? how.projector : how.tower;
        const bool fixed = stands_within(m_spec.fixed, module.name);
        for (Leaf *each : own) {
            if (!each->value.defined()) continue;
            const bool whole =
                how.named ? how.named->contains(parameter_name(module, *each, leaf ? bare : 0)) : part == PartTraining::trained;
            const bool trains = tower_adapter(*each) || (whole && !fixed);
            each->layer =
                crosses(m_spec, module.name) ? std::int16_t{-1} : tower_place_of(m_spec, module.name); // of its gradient
            set_trains(*each, trains);
            if (trains) training.push_back(each);
            m_trains = m_trains || (trains && stands_within(m_spec.towers, module.name));
        }
    });
    return training;
}

void Tower::list(std::vector<RegisteredParameter> &parameters)
{
    std::vector<Leaf *> all;
    m_modules.collect(all);
    std::vector<RegisteredParameter> own;
    for (Leaf *leaf : all)
        if (leaf->value.defined())
            own.push_back({.leaf = leaf, .adapter = tower_adapter(*leaf), .norm_or_bias = leaf->value.shape().rank < 2});
    parameters.insert(parameters.begin(), own.begin(), own.end());
}

std::vector<Tensor> Tower::batch(Machine &m, const SeenPictures &seen, Count length) const
{
    std::vector<Tensor> out;
    for (const BatchTensor &each : m_spec.of->inputs(m_spec, seen, length))
        out.push_back(m.empty(each.shape, each.dtype, "batch", Component::temporaries));
    return out;
}

Tensor Tower::patches(Machine &m, const std::string &convolution, const Tensor &pixels)
{
    Leaf &kernel = leaf(convolution + ".weight");
    Leaf &bias = leaf(convolution + ".bias");
    Tensor cast = to(m, pixels, kernel.value.dtype()); // pixel_values.to(dtype=target_dtype)
    Tensor own_bias = bias.value.defined() ? autocast_weight(m, bias) : Tensor();
    Tensor weight = autocast_weight(m, kernel);
    if (m.autocast) cast = to(m, std::move(cast), *m.autocast);
    const Shape &of = kernel.value.shape(); // one of five dimensions lies flat
    const Count out = of.rank > 1 ? of.size[0] : sizes().hidden;
    return matmul_weight(m, std::move(cast), std::move(weight), out, std::move(own_bias));
}

Tensor Tower::table(Machine &m, Count patches, Dtype dtype) const
{
    return m.empty({patches, 1, sizes().head_dim}, dtype, "rotary");
}

Tensor Tower::run_blocks(Machine &m, const TowerPass &pass, Tensor hidden, const BlockNames &names,
                         const std::function<const BlockAttention &(Count)> &attention,
                         const std::function<void(Count, const Tensor &)> &between)
{
    const auto own = [&](Count i) {
        return [this, &m, backend = pass.inputs.backend, names, of = attention(i)](const Tensor &x, const std::string &prefix) {
            return block(m, backend, x, prefix, names, of);
        };
    };
    return run_each(m, pass, std::move(hidden), own, between);
}

Tensor Tower::run_own_blocks(Machine &m, const TowerPass &pass, Tensor hidden,
                             const std::function<Tensor(const Tensor &, const std::string &)> &block,
                             const std::function<void(Count, const Tensor &)> &between)
{
    return run_each(
        m, pass, std::move(hidden), [&block](Count) { return block; }, between);
}

Tensor Tower::run_each(Machine &m, const TowerPass &pass, Tensor hidden,
                       const std::function<std::function<Tensor(const Tensor &, const std::string &)>(Count)> &block_of,
                       const std::function<void(Count, const Tensor &)> &between)
{
    const Checkpointing &c = pass.inputs.checkpointing;
    for (Count i = 0; i < sizes().layers; ++i) {
        const auto run = [block = block_of(i), prefix = m_spec.blocks + std::to_string(i) + "."](Tensor x) {
            return block(x, prefix);
        };
        // every_n_layers counts the towers' layers before the text's
        const bool told = pass.inputs.tower_checkpointing.value_or(c.enabled);
        const bool again = pass.inputs.training && told && c.selective.empty() && m_spec.recomputed && i % c.every == 0;
        const StandsAt layer(m, place_of_tower_layer(i));
        hidden = !again ? run(hidden) : c.reentrant ? checkpoint_reentrant(m, hidden, run) : checkpoint(m, hidden, run);
        if (between) between(i, hidden);
    }
    return hidden;
}

Tensor Tower::merged(Machine &m, TowerPass &pass, Tensor embedded)
{
    Tensor features;
    {
        const StandsAt here(m, tower_outside_layers);
        features = m_spec.of->features(*this, m, pass);
    }
    if (m_spec.of->cross != nullptr) {
        m.mark(QT_TRANSLATE_NOOP("core", "after the tower"));
        pass.crossing = std::make_shared<CrossStates>();
        *pass.crossing = {std::move(features), pass.states_mask, pass.inputs.backend, nullptr};
        m_cached.assign(pass.inputs.cache ? m_spec.crossed.size() : 0, {});
        return embedded;
    }
    features = to(m, std::move(features), embedded.dtype());
    pass.held.push_back(features);
    m.mark(QT_TRANSLATE_NOOP("core", "after the tower"));
    Tensor out = scattered(m, embedded, std::move(features));
    pass.held.push_back(m.empty({embedded.shape().rows()}, Dtype::boolean, "image_mask"));
    return out;
}

Tensor Tower::crossed(Machine &m, const ForwardInputs &inputs, const std::shared_ptr<CrossStates> &states, Count layer,
                      Tensor hidden)
{
    const auto found = std::ranges::find(m_spec.crossed, layer);
    if (!states || found == m_spec.crossed.end()) return hidden;
    CrossStates seen = *states;
    if (!m_cached.empty()) seen.cache = &m_cached[static_cast<std::size_t>(found - m_spec.crossed.begin())];
    const auto run = [this, &m, seen, prefix = m_spec.language + std::to_string(layer) + "."](const Tensor &x) {
        return m_spec.of->cross(*this, m, x, prefix, seen);
    };
    const Checkpointing &c = inputs.checkpointing;
    const bool again = inputs.training && c.enabled && c.selective.empty() && layer % c.every == 0;
    return !again ? run(hidden) : c.reentrant ? checkpoint_reentrant(m, hidden, run) : checkpoint(m, hidden, run);
}

Tensor joined(Machine &m, const std::vector<Tensor> &parts, const Shape &whole)
{
    constexpr std::size_t most = max_edges;
    Dtype dtype = parts.front().dtype();
    for (const Tensor &part : parts) dtype = promote(dtype, part.dtype());
    Tensor out = m.empty(whole, dtype, "cat");
    const bool grad = m.grad_enabled && std::ranges::any_of(parts, [](const Tensor &part) { return part.requires_grad(); });
    if (!grad) return out;
    // nodes have few edges here: a tree of them hands out views of the gradient
    std::vector<Tensor> level = parts;
    while (true) {
        std::vector<Tensor> next;
        for (std::size_t at = 0; at < level.size(); at += most) {
            const auto part = [&](std::size_t i) { return at + i < level.size() ? level[at + i] : Tensor(); };
            const std::array<Tensor, most> four{part(0), part(1), part(2), part(3)};
            std::array<Shape, most> shapes;
            for (std::size_t i = 0; i < most; ++i) shapes[i] = four[i].shape();
            const auto node = make_node(m, {&four[0], &four[1], &four[2], &four[3]},
                                        [shapes](Machine &, Node &self, Gradients &in, Gradients &g) {
                                            for (std::size_t i = 0; i < most; ++i)
                                                if (self.needs(static_cast<int>(i))) g[i] = in[0].view(shapes[i]);
                                        });
            Tensor group = fed(whole, dtype);
            attach(group, node);
            next.push_back(std::move(group));
        }
        level = std::move(next);
        if (level.size() == 1) break;
    }
    out.node = level.front().node;
    return out;
}

Tensor scattered(Machine &m, const Tensor &embedded, Tensor features)
{
    const Shape whole = embedded.shape(), given = features.shape();
    const Count count = features.elements();
    Ref<Node> node;
    if (any_requires_grad(m, {&embedded, &features}))
        node = make_node(m, {&embedded, &features}, [whole, given, count](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            if (self.needs(0)) g[0] = mm.empty(whole, in[0].dtype(), "masked_fill");
            if (!self.needs(1)) return;
            // masked_select: indices of three dimensions
            const Tensor chosen = mm.empty({count, 3}, Dtype::int64, "nonzero");
            g[1] = mm.empty({count}, in[0].dtype(), "masked_select").view(given);
        });
    Tensor out = m.empty(whole, embedded.dtype(), "masked_scatter");
    const Tensor mask = m.empty({embedded.elements()}, Dtype::boolean, "masked_scatter");
    const Tensor sums = m.empty({embedded.elements()}, Dtype::int64, "masked_scatter");
    if (node) attach(out, node);
    return out;
}

Tensor added_in_places(Machine &m, const Tensor &hidden, const Tensor &features)
{
    const Shape whole = hidden.shape(), places{features.elements() / whole.last(), whole.last()};
    Tensor copy = clone(m, hidden);
    Tensor here = index_copy(m, copy, places); // hidden_states[visual_pos_masks, :]
    here = add(m, std::move(here), features.view(places));
    const Tensor first = m.empty({places.size[0], 2}, Dtype::int64, "nonzero");
    Tensor out = copy.detach();
    if (any_requires_grad(m, {&copy, &here})) {
        const auto node = make_node(m, {&copy, &here}, [whole, places](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            if (self.needs(0)) g[0] = mm.empty(whole, in[0].dtype(), "index_put");
            if (self.needs(1)) g[1] = mm.empty(places, in[0].dtype(), "index");
        });
        node->saved[0].keep(m, first);
        attach(out, node);
    }
    return out;
}

} // namespace plimsoll::step
