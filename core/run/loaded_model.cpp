// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/loaded_model.h"

#include "core/ground/memo.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/model/tower_spec.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

/// Fills a description with the layouts of its matrices, found by their full names.
class Layouts {
public:
    explicit Layouts(const LoadedWeights &loaded) : m_layouts(loaded.layouts) {}

    void fill(DecoderSpec &spec) const
    {
        const std::string base = spec.prefix.empty() ? "" : spec.prefix + ".";
        std::map<std::pair<int, std::vector<const MatrixLayout *>>, int> seen;
        std::map<std::pair<const LayerExtension *, std::vector<const MatrixLayout *>>, std::shared_ptr<const LayerExtension>>
            extensions; // kinds that shared one still do
        std::vector<LayerSpec> kinds;
        for (std::size_t i = 0; i < spec.layers.size(); ++i) {
            const std::string scope = base + spec.layers_name + "." + std::to_string(i) + ".";
            const LayerSpec &plain = spec.kinds[static_cast<std::size_t>(spec.layers[i])];
            const auto [known, fresh] = seen.try_emplace({spec.layers[i], found(plain, scope)}, static_cast<int>(kinds.size()));
            if (fresh) kinds.push_back(filled(plain, scope, extensions[{plain.extension.get(), known->first.second}]));
            spec.layers[i] = known->second;
        }
        if (!spec.layers.empty()) spec.kinds = std::move(kinds);
        spec.head.layout = of(spec.head.name + ".weight");
        for (LinearSpec *linear : {&spec.project_in, &spec.project_out}) linear->layout = of(base + linear->name + ".weight");
        if (!spec.extension || (!spec.extension->sequence && !spec.extension->tower)) return;
        auto more = std::make_shared<DecoderExtension>(*spec.extension);
        if (more->sequence) more->sequence = filled(*more->sequence);
        if (more->tower) {
            auto tower = std::make_shared<TowerSpec>(*more->tower);
            tower->modules = filled(*tower->modules);
            more->tower = std::move(tower);
        }
        spec.extension = std::move(more);
    }

private:
    const std::map<std::string, MatrixLayoutRef, std::less<>> &m_layouts;

    [[nodiscard]] MatrixLayoutRef of(const std::string &name) const
    {
        const auto at = m_layouts.find(name);
        return at == m_layouts.end() ? nullptr : at->second;
    }

    [[nodiscard]] std::shared_ptr<const SequenceSpec> filled(const SequenceSpec &plain) const
    {
        auto out = std::make_shared<SequenceSpec>(plain);
        for (LinearSpec &linear : out->linears) linear.layout = of(linear.name + ".weight");
        if (out->other) out->other = filled(*out->other);
        return out;
    }

    static std::string experts_of(const MlpSpec &mlp, const std::string &scope)
    {
        return scope + (mlp.name.empty() ? "" : mlp.name + ".") + "experts.";
    }
    [[nodiscard]] MatrixLayoutRef up_of(const MlpSpec &mlp, const std::string &scope) const
    {
        return of(experts_of(mlp, scope) + (mlp.moe.gated ? "gate_up_proj" : "up_proj"));
    }
    [[nodiscard]] MatrixLayoutRef down_of(const MlpSpec &mlp, const std::string &scope) const
    {
        return of(experts_of(mlp, scope) + "down_proj");
    }

    /// What tells layers of one kind apart.
    [[nodiscard]] std::vector<const MatrixLayout *> found(const LayerSpec &layer, const std::string &scope) const
    {
        std::vector<const MatrixLayout *> out;
        for (const LinearSpec *linear : layer_linears(layer)) out.push_back(of(scope + linear->name + ".weight").get());
        const MlpSpec &mlp = sparse_mlp(layer);
        if (mlp.kind != MlpKind::moe) return out;
        for (const LinearSpec *linear : {&mlp.moe.separate.gate, &mlp.moe.separate.up, &mlp.moe.separate.down})
            out.push_back(of(experts_of(mlp, scope) + "0." + linear->name + ".weight").get());
        out.push_back(up_of(mlp, scope).get());
        out.push_back(down_of(mlp, scope).get());
        return out;
    }

    [[nodiscard]] LayerSpec filled(const LayerSpec &plain, const std::string &scope,
                                   std::shared_ptr<const LayerExtension> &extension) const
    {
        LayerSpec out = plain;
        if (plain.extension && !extension) extension = std::make_shared<LayerExtension>(*plain.extension);
        out.extension = extension;
        // all that is found in `out` and its extension is this function's own
        for (const LinearSpec *linear : layer_linears(out))
            const_cast<LinearSpec *>(linear)->layout = of(scope + linear->name + ".weight");
        auto &mlp = const_cast<MlpSpec &>(sparse_mlp(out));
        if (mlp.kind != MlpKind::moe) return out;
        for (LinearSpec *linear : {&mlp.moe.separate.gate, &mlp.moe.separate.up, &mlp.moe.separate.down})
            linear->layout = of(experts_of(mlp, scope) + "0." + linear->name + ".weight");
        mlp.moe.layouts.gate_up = up_of(mlp, scope);
        mlp.moe.layouts.down = down_of(mlp, scope);
        return out;
    }
};

struct LaidOut : Memo<std::shared_ptr<const LoadedWeights>, ArchitectureRef, 4> {};

} // namespace

std::shared_ptr<const Architecture> with_layouts(const Architecture &given, const std::shared_ptr<const LoadedWeights> &loaded)
{
    return given.analyses.of<LaidOut>().get(loaded, [&] {
        auto made = std::make_shared<Architecture>(given);
        if (made->decoder) Layouts(*loaded).fill(*made->decoder);
        return made;
    });
}

std::optional<Error> unsupported_packed_targets(const DecoderSpec &spec, const AdapterTargets &targets)
{
    const auto packed = [](const MatrixLayoutRef &layout) { return layout && layout->packing != Packing::dense; };
    for (std::size_t i = 0; i < targets.layers.size() && i < spec.layers.size(); ++i) {
        const MlpSpec &mlp = sparse_mlp(spec.kinds[static_cast<std::size_t>(spec.layers[i])]);
        const std::uint32_t bits = targets.layers[i];
        const bool up = (bits & AdapterTargets::gate_up) && packed(mlp.moe.layouts.gate_up),
                   down = (bits & AdapterTargets::down) && packed(mlp.moe.layouts.down);
        if (!up && !down) continue;
        const MatrixLayout &layout = up ? *mlp.moe.layouts.gate_up : *mlp.moe.layouts.down;
        return Error{
            "adapter.targets", mlp.name + ".experts", phrase(QT_TRANSLATE_NOOP("core", "other modules")),
            phrase(QT_TRANSLATE_NOOP("core", "PEFT folds an adapter of fused experts into their parameter, which is packed as "
                                             "%1: unpack them while loading (%2)"),
                   {layout.scheme, "weights.quant none"})};
    }
    return std::nullopt;
}

} // namespace plimsoll::step
