// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, src/llama-quant.cpp
#include "core/serving/gguf_tensors.h"
#include "core/serving/llama_classes.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <string>

namespace plimsoll {

namespace {

enum class Mix : std::uint8_t {
    plain, ///< one type
    q2_k,
    q2_k_s,
    q3_k_s,
    q3_k_m,
    q3_k_l,
    q4_k_s,
    q4_k_m,
    q5_k_s,
    q5_k_m,
    iq1_s,
    iq1_m,
    iq2_xxs,
    iq2_xs,
    iq2_s,
    iq2_m,
    iq3_xxs,
    iq3_xs,
    iq3_s,
    iq3_m,
    iq4_nl,
    iq4_xs,
    ternary,
    mxfp4_moe,
};

struct FileType {
    std::string_view name;
    Mix mix;
    GgmlType type; ///< of what nothing else is said of
    /// Another type with its embeddings and head in Q8_0 (llama-quantize --token-embedding-type, --output-tensor-type).
    std::string_view beneath = {};
};

constexpr FileType file_types[] = {
    {"F32", Mix::plain, GgmlType::f32},
    {"F16", Mix::plain, GgmlType::f16},
    {"BF16", Mix::plain, GgmlType::bf16},
    {"Q4_0", Mix::plain, GgmlType::q4_0},
    {"Q4_1", Mix::plain, GgmlType::q4_1},
    {"Q5_0", Mix::plain, GgmlType::q5_0},
    {"Q5_1", Mix::plain, GgmlType::q5_1},
    {"Q8_0", Mix::plain, GgmlType::q8_0},
    {"Q6_K", Mix::plain, GgmlType::q6_k},
    {"Q2_K", Mix::q2_k, GgmlType::q2_k},
    {"Q2_K_S", Mix::q2_k_s, GgmlType::q2_k},
    {"Q3_K", Mix::q3_k_m, GgmlType::q3_k},
    {"Q3_K_S", Mix::q3_k_s, GgmlType::q3_k},
    {"Q3_K_M", Mix::q3_k_m, GgmlType::q3_k},
    {"Q3_K_L", Mix::q3_k_l, GgmlType::q3_k},
    {"Q4_K", Mix::q4_k_m, GgmlType::q4_k},
    {"Q4_K_S", Mix::q4_k_s, GgmlType::q4_k},
    {"Q4_K_M", Mix::q4_k_m, GgmlType::q4_k},
    {"Q5_K", Mix::q5_k_m, GgmlType::q5_k},
    {"Q5_K_S", Mix::q5_k_s, GgmlType::q5_k},
    {"Q5_K_M", Mix::q5_k_m, GgmlType::q5_k},
    {"IQ1_S", Mix::iq1_s, GgmlType::iq1_s},
    {"IQ1_M", Mix::iq1_m, GgmlType::iq1_m},
    {"IQ2_XXS", Mix::iq2_xxs, GgmlType::iq2_xxs},
    {"IQ2_XS", Mix::iq2_xs, GgmlType::iq2_xs},
    {"IQ2_S", Mix::iq2_s, GgmlType::iq2_xs},
    {"IQ2_M", Mix::iq2_m, GgmlType::iq2_s},
    {"IQ3_XXS", Mix::iq3_xxs, GgmlType::iq3_xxs},
    {"IQ3_XS", Mix::iq3_xs, GgmlType::iq3_s},
    {"IQ3_S", Mix::iq3_s, GgmlType::iq3_s},
    {"IQ3_M", Mix::iq3_m, GgmlType::iq3_s},
    {"IQ4_NL", Mix::iq4_nl, GgmlType::iq4_nl},
    {"IQ4_XS", Mix::iq4_xs, GgmlType::iq4_xs},
    {"TQ1_0", Mix::ternary, GgmlType::tq1_0},
    {"TQ2_0", Mix::ternary, GgmlType::tq2_0},
    {"MXFP4", Mix::mxfp4_moe, GgmlType::mxfp4},
    {"MXFP4_MOE", Mix::mxfp4_moe, GgmlType::mxfp4},
    // bartowski's: "Uses Q8_0 for embed and output weights"
    {"Q2_K_L", Mix::q2_k, GgmlType::q2_k, "Q2_K"},
    {"Q3_K_XL", Mix::q3_k_l, GgmlType::q3_k, "Q3_K_L"},
    {"Q4_K_L", Mix::q4_k_m, GgmlType::q4_k, "Q4_K_M"},
    {"Q5_K_L", Mix::q5_k_m, GgmlType::q5_k, "Q5_K_M"},
    {"Q6_K_L", Mix::plain, GgmlType::q6_k, "Q6_K"},
};

const FileType *file_type_named(std::string_view name)
{
    const auto *found = std::ranges::find_if(file_types, [&](const FileType &type) { return type.name == upper(name); });
    return found == std::end(file_types) ? nullptr : found;
}

bool more_bits(int layer, int layers) // use_more_bits
{
    return layer < layers / 8 || layer >= 7 * layers / 8 || (layer - layers / 8) % 3 == 2;
}

bool small_mix(Mix mix) { return mix >= Mix::iq1_s && mix <= Mix::iq2_m; }

/// llama_tensor_get_type_impl: counts tensors of a kind as they come.
class Mixer {
public:
    Mixer(const FileType &file, const Architecture &architecture, const std::vector<GgufTensor> &tensors) : m_file(file)
    {
        const DecoderSpec &decoder = *architecture.decoder;
        m_tied = decoder.tied;
        const LlamaClass &of = llama_class(architecture.model_type);
        m_higher = of.quantised_higher;
        for (const LayerSpec &kind : decoder.kinds) {
            if (const Count kv = gguf_kv_heads(kind.attention); kv > 0) m_gqa = std::max(m_gqa, kind.attention.heads / kv);
            m_experts = std::max(m_experts, kind.mlp.kind == MlpKind::moe ? kind.mlp.moe.experts : 0);
        }
        m_layers = static_cast<int>(decoder.layers.size());
        // LLM_TYPE_70B: what LLaMA's and Qwen 2's loaders call so (src/models/llama.cpp, qwen2.cpp)
        m_70b = m_layers == 80 && of.large_at_80 && !(of.large_if_grouped && m_gqa == 1);
        for (const GgufTensor &tensor : tensors) m_values += is_value(tensor.role);
    }

    GgmlType of(const GgufTensor &tensor)
    {
        GgmlType type = chosen(tensor);
        if (tensor.ne0 % ggml_block(type).elements == 0) return type;
        switch (type) { // tensor_type_fallback
        case GgmlType::q2_k:
        case GgmlType::q3_k:
        case GgmlType::tq1_0:
        case GgmlType::tq2_0: type = GgmlType::q4_0; break;
        case GgmlType::q4_k: type = GgmlType::q5_0; break;
        case GgmlType::q5_k: type = GgmlType::q5_1; break;
        case GgmlType::q6_k: type = GgmlType::q8_0; break;
        default: type = GgmlType::iq4_nl;
        }
        return tensor.ne0 % 32 == 0 ? type : GgmlType::f16;
    }

private:
    static bool is_value(GgufRole role)
    {
        return role == GgufRole::attn_v || role == GgufRole::attn_qkv || role == GgufRole::attn_kv_b;
    }

    GgmlType chosen(const GgufTensor &tensor)
    {
        const GgufRole role = tensor.role;
        if (!m_file.beneath.empty() && (role == GgufRole::output || role == GgufRole::token_embd)) return GgmlType::q8_0;
        if (role == GgufRole::output || (m_tied && role == GgufRole::token_embd)) return output(tensor);
        if (m_file.mix == Mix::mxfp4_moe) return tensor.of_experts() ? GgmlType::mxfp4 : GgmlType::q8_0;
        if (role == GgufRole::token_embd) return embedding();
        if (small_mix(m_file.mix)) return smallest(tensor);
        if (is_value(role)) return value();
        if (role == GgufRole::attn_k || role == GgufRole::attn_q) return query_key(role);
        if (role == GgufRole::ffn_down || role == GgufRole::ffn_down_exps || role == GgufRole::ffn_down_shexp)
            return down(tensor);
        if (role == GgufRole::attn_out) return attention_output();
        if (role == GgufRole::ffn_gate || role == GgufRole::ffn_up || role == GgufRole::ffn_gate_exps ||
            role == GgufRole::ffn_up_exps)
            return up(tensor);
        return m_file.type;
    }

    [[nodiscard]] GgmlType output(const GgufTensor &tensor) const
    {
        if (m_file.mix == Mix::mxfp4_moe || m_higher || tensor.ne0 % ggml_block(m_file.type).elements != 0) return GgmlType::q8_0;
        if (small_mix(m_file.mix) || m_file.mix == Mix::iq3_xxs) return GgmlType::q5_k;
        return m_file.type == GgmlType::q8_0 ? GgmlType::q8_0 : GgmlType::q6_k;
    }

    [[nodiscard]] GgmlType embedding() const
    {
        switch (m_file.mix) {
        case Mix::iq2_xxs:
        case Mix::iq2_xs:
        case Mix::iq1_s:
        case Mix::iq1_m: return GgmlType::q2_k;
        case Mix::iq2_s:
        case Mix::iq2_m:
        case Mix::iq3_xxs: return GgmlType::iq3_s;
        case Mix::ternary: return GgmlType::q4_k;
        default: return m_file.type;
        }
    }

    GgmlType smallest(const GgufTensor &tensor)
    {
        const bool second = m_file.mix == Mix::iq2_s || m_file.mix == Mix::iq2_m;
        const GgmlType better = second ? GgmlType::iq3_s : GgmlType::q2_k;
        if (is_value(tensor.role)) return m_gqa >= 4 || m_experts >= 4 ? GgmlType::q4_k : better;
        if (m_experts == 8 && tensor.role == GgufRole::attn_k) return GgmlType::q4_k;
        if (tensor.role == GgufRole::ffn_down || tensor.role == GgufRole::ffn_down_exps)
            return tensor.layer < m_layers / 8 ? better : m_file.type;
        if (tensor.role == GgufRole::attn_out) {
            if (m_experts == 8) return GgmlType::q5_k;
            if (m_file.mix == Mix::iq1_s || m_file.mix == Mix::iq1_m) return GgmlType::iq2_xxs;
            if (second) return GgmlType::iq3_s;
        }
        return m_file.type;
    }

    GgmlType value()
    {
        const int at = m_value++;
        GgmlType type = m_file.type;
        switch (m_file.mix) {
        case Mix::q2_k: type = m_gqa >= 4 ? GgmlType::q4_k : GgmlType::q3_k; break;
        case Mix::q2_k_s:
        case Mix::iq3_xs:
        case Mix::iq3_s: type = m_gqa >= 4 ? GgmlType::q4_k : type; break;
        case Mix::iq3_xxs: type = m_gqa >= 4 ? GgmlType::q4_k : GgmlType::iq3_s; break;
        case Mix::iq3_m: type = GgmlType::q4_k; break;
        case Mix::q3_k_m: type = at < 2 ? GgmlType::q5_k : GgmlType::q4_k; break;
        case Mix::q3_k_l: type = GgmlType::q5_k; break;
        case Mix::iq4_nl:
        case Mix::iq4_xs: type = m_gqa >= 4 ? GgmlType::q5_k : type; break;
        case Mix::q4_k_m:
        case Mix::q5_k_m: type = more_bits(at, m_values) ? GgmlType::q6_k : type; break;
        case Mix::q4_k_s: type = at < 4 ? GgmlType::q5_k : type; break;
        default: break;
        }
        if (m_70b && (type == GgmlType::q3_k || type == GgmlType::q4_k)) type = GgmlType::q5_k;
        return m_experts == 8 && is_quantised(type) ? GgmlType::q8_0 : type;
    }

    [[nodiscard]] GgmlType query_key(GgufRole role) const
    {
        if (role == GgufRole::attn_k && m_experts == 8) return GgmlType::q8_0;
        if (m_file.mix == Mix::iq3_xs) return GgmlType::iq3_xxs;
        if (m_file.mix == Mix::iq3_xxs) return GgmlType::iq2_s;
        return m_file.type;
    }

    [[nodiscard]] GgmlType down(const GgufTensor &tensor) const
    {
        const int layer = tensor.layer;
        const bool early = layer < m_layers / 8, more = more_bits(layer, m_layers);
        switch (m_file.mix) {
        case Mix::q2_k: return GgmlType::q3_k;
        case Mix::q2_k_s: return early ? GgmlType::q4_k : m_file.type;
        case Mix::iq3_xxs: return early ? GgmlType::q4_k : GgmlType::q3_k;
        case Mix::q3_k_m:
            if (layer < m_layers / 16) return GgmlType::q5_k;
            return !m_higher || more ? GgmlType::q4_k : GgmlType::q3_k;
        case Mix::iq3_m: return early || (m_experts == 8 && more) ? GgmlType::q4_k : m_file.type;
        case Mix::q3_k_l: return m_higher ? GgmlType::q4_k : GgmlType::q5_k;
        case Mix::q4_k_m:
            if (m_higher) return layer < m_layers / 16 ? GgmlType::q6_k : more ? GgmlType::q5_k : GgmlType::q4_k;
            return more ? GgmlType::q6_k : m_file.type;
        case Mix::iq4_nl:
        case Mix::iq4_xs: return early ? GgmlType::q5_k : m_file.type;
        case Mix::q5_k_m: return more ? GgmlType::q6_k : m_file.type;
        case Mix::q4_k_s: return !m_higher && early ? GgmlType::q5_k : m_file.type;
        default: return m_file.type;
        }
    }

    [[nodiscard]] GgmlType attention_output() const
    {
        const Mix mix = m_file.mix;
        if (m_higher) return mix == Mix::q3_k_l ? GgmlType::q4_k : m_file.type;
        if (m_experts == 8) {
            const bool raised = mix == Mix::q2_k || (mix >= Mix::q3_k_s && mix <= Mix::q3_k_m) || mix == Mix::q4_k_s ||
                                mix == Mix::q4_k_m || (mix >= Mix::iq3_xxs && mix <= Mix::iq4_xs);
            return raised ? GgmlType::q5_k : m_file.type;
        }
        switch (mix) {
        case Mix::q2_k: return GgmlType::q3_k;
        case Mix::iq3_xxs: return GgmlType::iq3_s;
        case Mix::q3_k_m:
        case Mix::iq3_m: return GgmlType::q4_k;
        case Mix::q3_k_l: return GgmlType::q5_k;
        default: return m_file.type;
        }
    }

    [[nodiscard]] GgmlType up(const GgufTensor &tensor) const
    {
        const bool middle = tensor.layer >= m_layers / 8 && tensor.layer < 7 * m_layers / 8;
        return m_file.mix == Mix::iq3_xs && middle ? GgmlType::iq3_xxs : m_file.type;
    }

    const FileType &m_file;
    bool m_tied = false, m_higher = false, m_70b = false;
    Count m_gqa = 1, m_experts = 0;
    int m_layers = 0, m_values = 0, m_value = 0;
};

bool stays_wide(GgufRole role)
{
    switch (role) {
    case GgufRole::position_embd:
    case GgufRole::ffn_gate_inp:
    case GgufRole::shexp_gate_inp:
    case GgufRole::ssm_conv:
    case GgufRole::kept: return true;
    default: return false;
    }
}

} // namespace

std::string_view type_beneath(std::string_view name)
{
    const FileType *const type = file_type_named(name);
    return type == nullptr ? std::string_view() : type->beneath;
}

bool is_gguf_file_type(std::string_view name) { return file_type_named(name) != nullptr; }

void quantise_gguf(std::vector<GgufTensor> &tensors, std::string_view file_type, const Architecture &architecture)
{
    const FileType *file = file_type_named(file_type);
    if (file == nullptr || !architecture.decoder) return;
    Mixer mixer(*file, architecture, tensors);
    for (GgufTensor &tensor : tensors) {
        if ((tensor.ne1 == 1 && tensor.ne2 == 1) || stays_wide(tensor.role)) continue;
        tensor.type = is_quantised(file->type) ? mixer.of(tensor) : file->type;
    }
}

} // namespace plimsoll
