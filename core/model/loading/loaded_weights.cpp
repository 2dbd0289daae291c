// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loading/loaded_weights.h"

#include "core/ground/phrase.h"
#include "core/model/checkpoint/gguf.h"
#include "core/model/loading/kept_wide.h"
#include "core/model/loading/load_notes.h"
#include "core/model/loading/release_experts.h"
#include "core/model/loading/transformers_loading.h"
#include "core/model/quantization/packed_tensors.h"
#include "core/model/quantization/quantization.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace plimsoll {
namespace {

Packing packing_of(const WeightScheme &scheme)
{
    using enum PackForm;
    switch (scheme.form) {
    case bnb_four: return Packing::bnb_four_bit;
    case bnb_eight: return Packing::bnb_eight_bit;
    case gptq: return Packing::gptq;
    case awq:
    case awq_gemv: return Packing::awq;
    case fp8_blocks:
    case fp8_rows:
    case modelopt_fp8:
    case modelopt_fp8_rows:
    case modelopt_fp8_blocks:
    case torchao_float8: return Packing::fp8;
    case ct_packed:
    case ct_plain:
    case ct_nvfp4:
    case ct_mxfp4:
    case ct_mxfp8: return Packing::compressed;
    case modelopt_nvfp4:
    case mx_blocks: return Packing::four_bit_floats;
    default: return Packing::unpacked_by_call;
    }
}

/// Whether PEFT can train adapters on what the library loads: quantizers/, is_trainable.
bool can_train(const std::string &method, const Loader &loader)
{
    static constexpr std::string_view not_trained[] = {"mxfp4",  "vptq",       "higgs",   "spqr", "quark",
                                                       "bitnet", "fbgemm_fp8", "torchao", "mlx",  "chatglm"};
    if (method == "fp8" || method == "mxfp8") return !loader.quantizers_of_4;
    return !method.starts_with("modelopt") && method.find("auto-round") == std::string::npos &&
           std::ranges::find(not_trained, method) == std::end(not_trained);
}

Bytes plus(Bytes a, Bytes b) { return checked_add(a, b).value_or(std::numeric_limits<Bytes>::max()); }

class Loading {
public:
    Loading(const Architecture &architecture, const Loader &loader, const QuantizationRules &rules, bool own)
        : m_arch(architecture), m_loader(loader), m_rules(rules), m_own(own), m_by_transformers(loader.library->by_quantizers),
          m_stored(architecture, rules), m_modules(architecture, loader, rules, own), m_kept(kept_wide(architecture.model_type))
    {}

    Result<LoadedWeights> take()
    {
        if (!m_rules.uncounted.empty())
            return Error{"weights.quant", m_rules.method, "nf4, int8, gptq, awq, fp8, compressed-tensors, mxfp4, modelopt, …",
                         m_rules.uncounted};
        if (m_by_transformers)
            if (std::optional<Error> refusal = m_modules.refusal()) return *std::move(refusal);
        m_as_stored = !m_by_transformers || m_modules.is_unknown();
        settle_dtype();
        m_out.scheme = m_rules.main.called;
        m_out.trains = can_train(m_rules.method, m_loader);
        for (const Module &module : m_arch.modules) add(module);
        if (m_by_transformers && m_packed == 0 && m_rules.method == "awq")
            return Error{
                "weights.quant", "awq", phrase(QT_TRANSLATE_NOOP("core", "another method")),
                phrase(QT_TRANSLATE_NOOP("core", "transformers finds no Linear in %1 that AWQ could replace: the load fails"),
                       {m_arch.class_name})};
        finish();
        return std::move(m_out);
    }

private:
    void settle_dtype()
    {
        m_out.dtype = m_loader.dtype;
        if (!m_by_transformers) return;
        if (m_rules.method == "awq" && m_out.dtype == Dtype::bf16) m_out.dtype = Dtype::fp16;
        if (m_rules.method == "fbgemm_fp8") m_out.dtype = Dtype::bf16;
        m_out.fp32_rest = m_loader.quantizers_of_4 && m_rules.method == "fp8" && m_out.dtype == Dtype::fp32;
        if (m_out.dtype != m_loader.dtype) m_out.notes.push_back(dtype_changed(m_rules, m_loader.dtype, m_out.dtype));
    }

    [[nodiscard]] Dtype dense_dtype(const std::string &module, const Parameter &parameter, bool packed) const
    {
        if (parameter.dtype && *parameter.dtype != m_arch.config_dtype.value_or(m_out.dtype)) return *parameter.dtype;
        if (packed && m_by_transformers && m_rules.method == "mxfp4" && parameter.name.ends_with("bias")) return Dtype::fp32;
        const bool words = m_rules.main.form == PackForm::gptq || m_rules.method == "awq";
        if (packed && m_by_transformers && words && parameter.name == "bias") return Dtype::fp16; // gptqmodel's buffers
        if (!m_by_transformers || size_of(m_out.dtype) != 2) return m_out.dtype;
        const std::string name = module + "." + parameter.name;
        if (is_kept(m_kept.always, name) || (m_out.dtype == Dtype::fp16 && is_kept(m_kept.in_half, name))) return Dtype::fp32;
        return m_out.dtype;
    }

    void add(const Module &module)
    {
        bool packed = false;
        for (const Parameter &parameter : module.parameters) {
            if (parameter.tied_to) continue;
            std::optional<Matrix> matrix = matrix_of(module, parameter);
            const WeightScheme *scheme = nullptr;
            if (matrix) scheme = m_as_stored ? m_stored.scheme_of(module, parameter) : m_modules.scheme_of(module, parameter);
            if (scheme) {
                if (m_loader.library->pads_mx_blocks && scheme->form == PackForm::mx_blocks) pad(*matrix);
                add_packed(module, parameter, layout_of(*scheme, parameter.name, *matrix), *matrix);
                if (m_rules.method == "awq") add_scaled_activation(module, matrix->out);
                packed = true;
                continue;
            }
            const Dtype dtype = dense_dtype(module.name, parameter, packed);
            const Bytes bytes =
                checked_mul(elements_held(module, parameter), size_of(dtype)).value_or(std::numeric_limits<Bytes>::max());
            m_out.bytes = plus(m_out.bytes, bytes);
            if (dtype != m_out.dtype && !parameter.dtype) hold_dense(module, parameter, dtype);
            if (matrix && module.kind == ModuleKind::experts) add_wide_experts(m_stored.scheme_of(module, parameter), bytes);
        }
        for (const Parameter &buffer : module.buffers)
            m_out.bytes = plus(m_out.bytes, checked_mul(buffer.elements(), size_of(buffer.dtype.value_or(m_out.dtype)))
                                                .value_or(std::numeric_limits<Bytes>::max()));
    }

    /// transformers 5.23 integrations/awq.py, AWQ_SCALES_MAPPINGS: a factor for each column of the activation behind it.
    void add_scaled_activation(const Module &module, Count width)
    {
        static constexpr std::pair<std::string_view, std::string_view> layers[] = {
            {"starcoder2", "c_fc"},      {"RefinedWebModel", "dense_h_to_4h"},
            {"falcon", "dense_h_to_4h"}, {"mpt", "up_proj"},
            {"gptj", "fc_in"},           {"gpt_neox", "dense_h_to_4h"},
            {"gpt_bigcode", "c_fc"},     {"bloom", "dense_h_to_4h"}};
        const std::string_view name = std::string_view(module.name).substr(module.name.rfind('.') + 1);
        for (const auto &[type, layer] : layers)
            if (m_by_transformers && type == m_arch.model_type && layer == name)
                m_out.bytes = plus(m_out.bytes, width * size_of(m_out.dtype));
    }

    /// vLLM 0.33 fused_moe/oracle/mxfp4.py, mxfp4_round_up_hidden_size_and_intermediate_size: 256 and 128 for its kernels on
    /// NVIDIA's cards.
    static void pad(Matrix &matrix)
    {
        const bool up = matrix.parts > 1;
        matrix.out = up ? matrix.parts * round_up(matrix.out / matrix.parts, 128) : round_up(matrix.out, 256);
        matrix.in = round_up(matrix.in, up ? 256 : 128);
    }

    /// With the rows that are added to embedding and head.
    [[nodiscard]] Count elements_held(const Module &module, const Parameter &parameter) const
    {
        const bool table = module.name == m_arch.output_embedding || (m_arch.decoder && module.kind == ModuleKind::embedding &&
                                                                      module.name.ends_with(m_arch.decoder->embedding_name));
        if (!table || parameter.shape.size() != 2) return parameter.elements();
        return checked_mul(round_up(parameter.shape[0], m_loader.library->vocabulary_multiple), parameter.shape[1])
            .value_or(parameter.elements());
    }

    /// bitsandbytes is asked to pack a whole model; of other methods' experts the file says whether they are packed.
    void add_wide_experts(bool stored_packed, Bytes bytes)
    {
        if (stored_packed || m_rules.method == "bitsandbytes") m_experts = plus(m_experts, bytes);
        m_experts_stored = m_experts_stored || (stored_packed && m_own);
    }

    void add_packed(const Module &module, const Parameter &parameter, const MatrixLayoutRef &layout, const Matrix &matrix)
    {
        for (const LayoutPart &part : layout->parts) {
            const Bytes bytes = bytes_of(part).value_or(std::numeric_limits<Bytes>::max());
            m_out.bytes = plus(m_out.bytes, bytes);
            m_packed = plus(m_packed, bytes);
            if (part.metadata) m_out.metadata_bytes = plus(m_out.metadata_bytes, bytes);
        }
        if (layout->packing == Packing::compressed && !m_as_stored) expand(*layout, matrix);
        if (m_refusing.empty() && layout->packing != Packing::dense) check_kernel(module, *layout, matrix);
        m_out.layouts.emplace(module.name + "." + parameter.name, layout);
    }

    /// What decompress_module() leaves: the matrix, and everything beside the values. transformers 4 keeps the values too.
    void expand(const MatrixLayout &layout, const Matrix &matrix)
    {
        const bool floats = layout.scheme == "nvfp4" || layout.scheme == "mxfp4"; // unpacked to bf16 whatever the rest is
        Bytes grown = elements_of(matrix) * (floats ? 2 : size_of(m_out.dtype));
        for (const LayoutPart &part : layout.parts) {
            if (!part.metadata) {
                if (!m_loader.quantizers_of_4) grown -= bytes_of(part).value_or(0);
            } else if (size_of(part.dtype) == 1 && part.name.ends_with("weight_scale")) {
                grown += bytes_of(part).value_or(0); // scales of one byte become bf16
            }
        }
        m_grown = plus(m_grown, grown);
    }

    /// gptqmodel 7.7: Machete for GPTQ from capability 9.0 on, Marlin for the rest (nn_modules/qlinear/machete.py, marlin.py).
    void check_kernel(const Module &module, const MatrixLayout &layout, const Matrix &matrix)
    {
        const bool gptq = layout.packing == Packing::gptq, awq = layout.packing == Packing::awq;
        if (!m_by_transformers || m_loader.quantizers_of_4 || (!gptq && !awq)) return;
        if (m_rules.main.bits != 4 && m_rules.main.bits != 8) return; // another kernel reads any width
        const bool machete = gptq && m_loader.capability_major == 9;
        const Count in = machete ? 64 : 128, out = machete ? 128 : 64;
        if (matrix.in % in != 0 || matrix.out % out != 0) {
            m_refusing = module.name;
            m_refused = matrix;
        }
    }

    void hold_dense(const Module &module, const Parameter &parameter, Dtype dtype)
    {
        m_out.layouts.emplace(module.name + "." + parameter.name,
                              shared({Packing::dense, "none", {{parameter.name, parameter.shape, dtype, false}}, dtype}));
    }

    MatrixLayoutRef layout_of(const WeightScheme &scheme, const std::string &name, const Matrix &matrix)
    {
        MatrixLayoutRef &known = m_layouts[{&scheme, name, matrix}];
        if (known) return known;
        return known = shared({packing_of(scheme), scheme.called, packed_parts(scheme, m_out.dtype, name, matrix), m_out.dtype});
    }

    /// Layouts that are alike are one object: they compare by address.
    MatrixLayoutRef shared(MatrixLayout made)
    {
        const auto alike = std::ranges::find_if(m_made, [&made](const MatrixLayoutRef &other) { return *other == made; });
        if (alike != m_made.end()) return *alike;
        return m_made.emplace_back(std::make_shared<const MatrixLayout>(std::move(made)));
    }

    void finish()
    {
        m_out.after_first_forward = plus(m_out.bytes, m_grown);
        std::vector<LoadNote> &notes = m_out.notes;
        if (m_by_transformers && m_as_stored) {
            notes.push_back(unknown_to_transformers(m_rules));
        } else if (m_by_transformers && m_modules.unpacks_all()) {
            notes.push_back(unpacked(m_rules, m_loader));
        } else if (m_experts > 0) {
            notes.push_back(
                experts_left(m_rules, m_loader,
                             {m_experts, m_out.bytes, m_out.dtype, m_experts_stored, with_separate_experts(m_arch) != nullptr}));
        } else if (m_packed == 0)
            notes.push_back(nothing_packed(m_rules, m_arch));
        if (m_by_transformers && m_rules.method == "mxfp4" && m_packed > 0)
            if (const auto all = checked_mul(m_arch.all_parameters, size_of(m_out.dtype))) notes.push_back(needs_kernels(*all));
        if (m_packed == 0) m_out.scheme = "none";
        if (m_by_transformers && m_modules.unpacks_all()) m_out.trains = true; // else the quantiser stays, and says what trains
        if (m_loader.library->doubts)
            if (std::optional<LoadNote> note = m_loader.library->doubts(m_rules)) notes.push_back(*std::move(note));
        if (m_own && m_rules.text_alone) notes.push_back(towers_left_out(m_arch));
        if (!m_refusing.empty()) notes.push_back(kernel_refuses(m_refusing, m_refused.in, m_refused.out));
        if (m_grown > 0) notes.push_back(expands_in_first_forward(m_out.bytes, m_out.after_first_forward));
        std::ranges::stable_sort(notes, [](const LoadNote &a, const LoadNote &b) { return a.first && !b.first; });
    }

    const Architecture &m_arch;
    const Loader &m_loader;
    const QuantizationRules &m_rules;
    bool m_own, m_by_transformers, m_as_stored = false, m_experts_stored = false;
    StoredModules m_stored;
    TransformersModules m_modules;
    const KeptWide &m_kept;
    std::map<std::tuple<const WeightScheme *, std::string, Matrix>, MatrixLayoutRef> m_layouts;
    std::vector<MatrixLayoutRef> m_made;
    LoadedWeights m_out;
    Bytes m_experts = 0, m_packed = 0, m_grown = 0;
    std::string m_refusing;
    Matrix m_refused;
};

LoadedWeights plain(const Architecture &architecture, const Loader &loader)
{
    LoadedWeights out;
    out.dtype = loader.dtype;
    for (const Module &module : architecture.modules) {
        const auto add = [&](const Parameter &each) {
            if (each.tied_to) return;
            out.bytes = plus(out.bytes, checked_mul(each.elements(), size_of(each.dtype.value_or(loader.dtype)))
                                            .value_or(std::numeric_limits<Bytes>::max()));
        };
        std::ranges::for_each(module.parameters, add);
        std::ranges::for_each(module.buffers, add);
    }
    out.after_first_forward = out.bytes;
    return out;
}

/// A file in GGUF: transformers unpacks it unless the kernels for its blocks are there, vLLM 0.33 reads none.
Result<LoadedWeights> of_ggml_type(const Architecture &architecture, const Loader &loader)
{
    if (!loader.library->by_quantizers)
        return Error{"weights.quant", loader.quant, "nf4, fp4, int8, gptq4, gptq8, awq4, fp8, mxfp4, nvfp4",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 reads no GGUF; %2 does"), {loader.library->name, "llama.cpp"})};
    LoadedWeights out = plain(architecture, loader);
    out.notes.push_back(ggml_unpacked(loader));
    return out;
}

} // namespace

Result<LoadedWeights> load_weights(const Architecture &architecture, const Loader &loader)
{
    const bool stated = !loader.quant.empty(), own = !stated && architecture.quantization.has_value();
    if (loader.quant == "none" || (!stated && !own)) return plain(architecture, loader);
    if (own) return Loading(architecture, loader, *rules_of(*architecture.quantization), true).take();
    std::optional<QuantizationRules> rules = published_rules(loader.quant, loader.double_quant, !loader.library->by_quantizers);
    const auto fuses = [](const Module &module) { return module.kind == ModuleKind::experts; };
    const bool dense = std::ranges::none_of(architecture.modules, fuses); // whose makers pack every matrix, for engines
    if (loader.quant == "mxfp4" && dense && !loader.library->by_quantizers) rules = mxfp4_rules_of_matrices();
    if (!rules && gguf_bytes(loader.quant, 256)) return of_ggml_type(architecture, loader);
    if (!rules) return Error{"weights.quant", loader.quant, "nf4, fp4, int8, gptq4, gptq8, awq4, fp8, mxfp4, nvfp4", {}};
    const bool packed_before = rules->method != "bitsandbytes";
    return Loading(architecture, loader, *rules, packed_before).take();
}

} // namespace plimsoll
