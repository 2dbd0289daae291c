// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loading/release_experts.h"

#include "core/ground/memo.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace plimsoll {
namespace {

/// How a block of transformers 4.57 differs from that of 5.23.
struct Block {
    std::string_view model_type;
    std::string_view name;   ///< of the block, where 5 calls it otherwise
    std::string_view router; ///< a torch.nn.Linear of the block there; empty: as in 5
    std::array<std::string_view, 3> projections{"gate_proj", "up_proj", "down_proj"};
    ExpertLoop loop = ExpertLoop::by_mask;
};

constexpr std::array<std::string_view, 3> numbered{"w1", "w3", "w2"};

constexpr Block blocks[] = {
    {"deepseek_v2", {}, {}, {"gate_proj", "up_proj", "down_proj"}, ExpertLoop::sorted},
    {"deepseek_v3", {}, {}, {"gate_proj", "up_proj", "down_proj"}, ExpertLoop::by_token},
    {"dots1", {}, {}, {"gate_proj", "up_proj", "down_proj"}, ExpertLoop::by_token},
    {"ernie4_5_moe", {}, {}},
    {"flex_olmo", {}, "gate", {"gate_proj", "up_proj", "down_proj"}, ExpertLoop::each_mask},
    {"glm4_moe", {}, {}, {"gate_proj", "up_proj", "down_proj"}, ExpertLoop::by_token},
    {"glm4v_moe", {}, {}, {"gate_proj", "up_proj", "down_proj"}, ExpertLoop::by_token},
    {"hunyuan_v1_moe", {}, {}},
    {"jamba", {}, "router", {"gate_proj", "up_proj", "down_proj"}, ExpertLoop::each_mask},
    {"minimax", "block_sparse_moe", "gate", numbered},
    {"mixtral", "block_sparse_moe", "gate", numbered},
    {"olmoe", {}, "gate", {"gate_proj", "up_proj", "down_proj"}, ExpertLoop::each_mask},
    {"phimoe", "block_sparse_moe", "gate", numbered, ExpertLoop::each_mask},
    {"qwen2_moe", {}, "gate"},
    {"qwen3_moe", {}, "gate"},
    {"qwen3_next", {}, "gate"},
    {"qwen3_omni_moe", {}, "gate"},
};
static_assert(std::ranges::is_sorted(blocks, {}, &Block::model_type));

const Block *block_of(std::string_view model_type)
{
    const auto found = std::ranges::lower_bound(blocks, model_type, {}, &Block::model_type);
    return found != std::end(blocks) && found->model_type == model_type ? found : nullptr;
}

bool registers_down_second(const Block &block) { return block.projections == numbered; }

/// "model.layers.3.mlp" → "model.layers.3.block_sparse_moe"
std::string renamed(const std::string &name, const Block &block)
{
    return block.name.empty() ? name : name.substr(0, name.rfind('.') + 1) + std::string(block.name);
}

Module linear_module(std::string name, Count in, Count out)
{
    return {std::move(name), ModuleKind::linear, {{"weight", {out, in}, {}, {}}}, {}};
}

/// Three linear modules for each of a fused module's experts: gate_up_proj [experts, 2 · width, hidden].
void add_experts(std::vector<Module> &out, const Module &fused, const std::string &base, const Block &block)
{
    const Dimensions &up = fused.parameters.front().shape;
    const Count experts = up[0], width = up[1] / 2, hidden = up[2];
    const auto &[gate_name, up_name, down_name] = block.projections;
    for (Count i = 0; i < experts; ++i) {
        const std::string expert = base + ".experts." + std::to_string(i) + ".";
        const auto add = [&](std::string_view name, Count in, Count features) {
            out.push_back(linear_module(expert + std::string(name), in, features));
        };
        add(gate_name, hidden, width);
        if (registers_down_second(block)) add(down_name, width, hidden);
        add(up_name, hidden, width);
        if (!registers_down_second(block)) add(down_name, width, hidden);
    }
}

std::vector<Module> modules_apart(const Architecture &given, const Block &block)
{
    constexpr std::string_view end = ".experts";
    std::vector<std::string> bases; // blocks with experts, as 5 calls them
    for (const Module &module : given.modules)
        if (module.kind == ModuleKind::experts && module.name.ends_with(end))
            bases.push_back(module.name.substr(0, module.name.size() - end.size()));
    std::vector<Module> out;
    for (const Module &module : given.modules) {
        if (module.kind == ModuleKind::experts && module.name.ends_with(end)) {
            add_experts(out, module, renamed(module.name.substr(0, module.name.size() - end.size()), block), block);
            continue;
        }
        out.push_back(module);
        const std::size_t dot = module.name.rfind('.');
        const auto base = std::ranges::find(bases, module.name.substr(0, dot));
        const std::string_view last = std::string_view(module.name).substr(dot + 1);
        const bool router = !block.router.empty() && base != bases.end() && (last == "gate" || last == "router");
        if (!router) continue;
        out.back().name = renamed(*base, block) + "." + std::string(block.router);
        out.back().kind = ModuleKind::linear;
    }
    return out;
}

void set_apart(MlpSpec &mlp, const Block &block)
{
    MoeSpec &moe = mlp.moe;
    const Count hidden = moe.router.projection.in, width = moe.expert_width;
    if (!block.name.empty()) mlp.name = block.name;
    if (!block.router.empty()) {
        moe.router.projection.name = mlp.name + "." + std::string(block.router);
        moe.router.is_linear = true;
    }
    const auto projection = [](std::string_view name, Count in, Count out) { return LinearSpec{std::string(name), in, out}; };
    moe.separate.gate = projection(block.projections[0], hidden, width);
    moe.separate.up = projection(block.projections[1], hidden, width);
    moe.separate.down = projection(block.projections[2], width, hidden);
    moe.separate.loop = block.loop;
    moe.separate.down_before_up = registers_down_second(block);
}

ArchitectureRef make_apart(const Architecture &given, const Block &block)
{
    auto out = std::make_shared<Architecture>(given);
    out->modules = modules_apart(given, block);
    if (out->decoder)
        for (LayerSpec &layer : out->decoder->kinds)
            if (layer.mlp.kind == MlpKind::moe && layer.mlp.moe.gated) set_apart(layer.mlp, block);
    return out;
}

struct ExpertsApart : Memo<const Block *, ArchitectureRef, 1> {}; // a model has one row of the table

} // namespace

ArchitectureRef with_separate_experts(const Architecture &architecture)
{
    const Block *block = block_of(architecture.model_type);
    const auto fused = [](const Module &module) { return module.kind == ModuleKind::experts; };
    if (!block || !std::ranges::any_of(architecture.modules, fused)) return nullptr;
    return architecture.analyses.of<ExpertsApart>().get(block, [&] { return make_apart(architecture, *block); });
}

} // namespace plimsoll
