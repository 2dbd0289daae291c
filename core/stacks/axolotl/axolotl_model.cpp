// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/axolotl/axolotl_model.h"

#include "core/decoder/decoder_pieces.h"
#include "core/model/extension.h"
#include "core/model/usual_adapter.h"
#include "core/objectives/objectives.h"
#include "core/stacks/lora_kernels.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr LoraKernels axolotl_kernels{.keeps_casts = true, .drops_before = true, .takes_biases = true};

/// monkeypatch/lora_kernels.py: apply_qkv, apply_o and apply_mlp in the place of the modules' calls.
class AxolotlLlama final : public DecoderClass {
public:
    AxolotlLlama(bool mlp, bool qkv, bool o) : m_mlp(mlp), m_qkv(qkv), m_o(o) {}

    Projected project(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        if (!m_qkv || !can_fuse(m, axolotl_kernels, {&layer.q, &layer.k, &layer.v}, x))
            return DecoderClass::project(m, layer, x, pass);
        const AttentionSpec &a = layer.spec->attention;
        const Count b = pass.inputs.batch, s = pass.inputs.length;
        const HeadOrder ordered = head_order(m, a, pass);
        std::array<Tensor, 3> parts = lora_qkv(m, axolotl_kernels, {&layer.q, &layer.k, &layer.v}, x);
        const auto heads = [&](Tensor t, NormModule &norm, Count count, bool turned) {
            if (!a.norms.per_head) t = normed_by(m, norm, std::move(t));
            t = t.view({b, count, s, a.head_dim});
            if (turned) t = turned_heads(m, std::move(t));
            return a.norms.per_head ? normed_by(m, norm, std::move(t)) : t;
        };
        Projected out;
        out.q = heads(std::move(parts[0]), layer.q_norm, a.heads, ordered.q);
        out.k = heads(std::move(parts[1]), layer.k_norm, a.kv_heads, ordered.k);
        out.v = parts[2].view({b, a.kv_heads, s, a.v_head_dim});
        if (ordered.v) out.v = turned_heads(m, std::move(out.v));
        return out;
    }

    Tensor output(Machine &m, Layer &layer, Tensor out, const Pass &pass) const override
    {
        if (!m_o || layer.optional_modules || !can_fuse(m, axolotl_kernels, {&layer.o}, out))
            return DecoderClass::output(m, layer, std::move(out), pass);
        return lora_linear(m, axolotl_kernels, layer.o, out);
    }

    Tensor mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const bool gated = m_mlp && !layer.experts && layer.spec->mlp.kind == MlpKind::gated && !layer.optional_modules;
        if (!gated || !can_fuse(m, axolotl_kernels, {&layer.gate, &layer.up, &layer.down}, x))
            return DecoderClass::mlp(m, layer, x, pass);
        return lora_mlp(m, axolotl_kernels, {&layer.gate, &layer.up, &layer.down}, x);
    }

private:
    bool m_mlp, m_qkv, m_o; ///< lora_mlp_kernel, lora_qkv_kernel, lora_o_kernel
};

/// Its lines with the functions that a plan names; without a word all of them.
const AxolotlLlama &lines_of(const Plan &plan)
{
    static const AxolotlLlama lines[] = {{false, false, false}, {true, false, false}, {false, true, false}, {true, true, false},
                                         {false, false, true},  {true, false, true},  {false, true, true},  {true, true, true}};
    std::size_t at = 0;
    for (std::size_t i = 0; i < std::size(lora_kernel_parts); ++i)
        if (!plan.lora_kernels || std::ranges::find(*plan.lora_kernels, lora_kernel_parts[i]) != plan.lora_kernels->end())
            at += std::size_t{1} << i;
    return lines[at];
}

} // namespace

ArchitectureRef axolotl_model(const Architecture &architecture, const Plan &plan)
{
    if (plan.lora_kernels && plan.lora_kernels->empty()) return nullptr;
    const bool adapts = plan.trains_adapter() && is_usual(plan.adapter) && !plan.adapter.dora;
    if (!adapts || !objective_of(plan).plain || plan.weights.quant == "int8" || !architecture.decoder) return nullptr;
    if (const auto &own = architecture.decoder->extension; own && (own->runs || own->attends)) return nullptr;
    auto out = std::make_shared<Architecture>(architecture);
    DecoderSpec &spec = *out->decoder;
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->runs = around->attends = &lines_of(plan);
    spec.extension = std::move(around);
    return out;
}

} // namespace plimsoll::step
