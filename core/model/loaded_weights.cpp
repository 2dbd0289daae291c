// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loaded_weights.h"

#include "core/model/packed_tensors.h"
#include "core/model/quantization.h"
#include "core/phrase.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace plimsoll {
namespace {

/// The kinds that a plan may name, as their makers publish them.
std::optional<ConfigQuantization> published(const std::string &quant, bool double_quant)
{
    ConfigQuantization out;
    if (quant == "nf4" || quant == "fp4")
        out = {.method = "bitsandbytes", .bits = 4, .group_size = 64, .double_quant = double_quant, .not_converted = {}};
    else if (quant == "int8")
        out = {.method = "bitsandbytes", .bits = 8, .not_converted = {}};
    else if (quant == "gptq4" || quant == "gptq8")
        out = {.method = "gptq", .bits = quant == "gptq4" ? 4 : 8, .group_size = 128, .not_converted = {}};
    else if (quant == "awq4")
        out = {.method = "awq", .bits = 4, .group_size = 128, .not_converted = {}};
    else if (quant == "fp8")
        out = {.method = "fp8", .bits = 8, .group_size = 128, .not_converted = {}, .block = {128, 128}};
    else if (quant == "mxfp4")
        out = {.method = "mxfp4", .bits = 4, .group_size = 32, .not_converted = {}};
    else if (quant == "nvfp4")
        out = {.method = "modelopt_fp4", .bits = 4, .group_size = 16, .not_converted = {}, .input_scales = true};
    else
        return std::nullopt;
    return out;
}

Packing packing_of(const ConfigQuantization &quantization)
{
    const std::string &method = quantization.method;
    if (method.starts_with("bitsandbytes")) return quantization.bits == 8 ? Packing::bnb_eight_bit : Packing::bnb_four_bit;
    if (method == "gptq" || method == "gptqmodel") return Packing::gptq;
    if (method == "awq") return Packing::awq;
    if (method == "compressed-tensors") return Packing::compressed;
    if (method == "mxfp4" || method == "modelopt_fp4") return Packing::four_bit_floats;
    if (method.ends_with("fp8")) return Packing::fp8;
    return Packing::unpacked_by_call;
}

std::string scheme_of(const ConfigQuantization &quantization)
{
    const std::string &method = quantization.method;
    const std::string bits = std::to_string(quantization.bits);
    if (method.starts_with("bitsandbytes")) return quantization.bits == 8 ? "int8" : "nf4";
    if (method == "gptq" || method == "awq") return method + bits;
    if (method == "modelopt_fp4") return "nvfp4";
    if (method.ends_with("fp8")) return "fp8";
    return method;
}

class Loading {
public:
    Loading(const Architecture &architecture, const Loader &loader, const ConfigQuantization &quantization)
        : m_arch(architecture), m_loader(loader), m_quantization(quantization)
    {
        for (const Module &module : architecture.modules)
            for (const Parameter &parameter : module.parameters)
                if (parameter.tied_to) {
                    m_tied.insert(module.name);
                    m_tied.insert(parameter.tied_to->substr(0, parameter.tied_to->rfind('.')));
                }
    }

    LoadedWeights take()
    {
        m_out.dtype = m_loader.dtype;
        if (m_quantization.method == "awq" && m_out.dtype == Dtype::bf16) m_out.dtype = Dtype::fp16;
        m_out.scheme = scheme_of(m_quantization);
        m_out.trains = m_quantization.method != "none";
        for (const Module &module : m_arch.modules) add(module);
        m_out.after_first_forward = m_out.bytes;
        if (m_experts > 0 && m_packed > 0) note_experts();
        return std::move(m_out);
    }

private:
    void add(const Module &module)
    {
        const bool quantised = m_quantization.method != "none" && !(m_quantization.skips_head && m_tied.contains(module.name)) &&
                               !stays_unquantized(m_quantization, module, m_arch.output_embedding) && replaces(module);
        for (const Parameter &parameter : module.parameters) {
            if (parameter.tied_to) continue;
            const std::optional<Matrix> matrix = quantised ? matrix_of(module, parameter) : std::nullopt;
            if (!matrix) {
                const Bytes bytes = parameter.elements() * size_of(parameter.dtype.value_or(m_out.dtype));
                m_out.bytes += bytes;
                if (module.kind == ModuleKind::experts && parameter.shape.size() == 3) m_experts += bytes;
                continue;
            }
            const MatrixLayoutRef layout = layout_of(parameter.name, *matrix);
            for (const LayoutPart &part : layout->parts) {
                const Bytes bytes = bytes_of(part).value_or(0);
                m_out.bytes += bytes;
                m_packed += bytes;
                if (part.metadata) m_out.metadata_bytes += bytes;
            }
            m_out.layouts.emplace(module.name + "." + parameter.name, layout);
        }
        for (const Parameter &buffer : module.buffers)
            m_out.bytes += buffer.elements() * size_of(buffer.dtype.value_or(m_out.dtype));
    }

    /// Fused experts are no Linear; transformers replaces them for FP8 and MXFP4 alone.
    [[nodiscard]] bool replaces(const Module &module) const
    {
        if (module.kind != ModuleKind::experts || m_loader.library != "transformers") return true;
        return m_quantization.method == "fp8" || m_quantization.method == "mxfp4";
    }

    MatrixLayoutRef layout_of(const std::string &name, const Matrix &matrix)
    {
        MatrixLayoutRef &known = m_layouts[{name, matrix}];
        if (!known)
            known = std::make_shared<const MatrixLayout>(MatrixLayout{packing_of(m_quantization), m_out.scheme,
                                                                      packed_parts(m_quantization, m_out.dtype, name, matrix),
                                                                      m_out.dtype});
        return known;
    }

    void note_experts()
    {
        m_out.notes.push_back(
            {"experts_not_quantised",
             phrase(QT_TRANSLATE_NOOP("core", "The experts stay in %1: transformers keeps them as fused parameters, which %2 "
                                              "does not pack"),
                    {name_of(m_out.dtype), m_quantization.method}),
             true});
    }

    const Architecture &m_arch;
    const Loader &m_loader;
    const ConfigQuantization &m_quantization;
    std::set<std::string, std::less<>> m_tied;
    std::map<std::pair<std::string, Matrix>, MatrixLayoutRef> m_layouts;
    LoadedWeights m_out;
    Bytes m_experts = 0, m_packed = 0;
};

} // namespace

Result<LoadedWeights> load_weights(const Architecture &architecture, const Loader &loader)
{
    std::optional<ConfigQuantization> quantization = architecture.quantization;
    if (!loader.quant.empty() && loader.quant != "none") {
        quantization = published(loader.quant, loader.double_quant);
        if (!quantization)
            return Error{"weights.quant", loader.quant, "nf4, fp4, int8, gptq4, gptq8, awq4, fp8, mxfp4, nvfp4", {}};
    } else if (loader.quant == "none")
        quantization.reset();
    return Loading(architecture, loader, quantization.value_or(ConfigQuantization{.method = "none", .not_converted = {}})).take();
}

} // namespace plimsoll
