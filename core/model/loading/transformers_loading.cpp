// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loading/transformers_loading.h"

#include "core/ground/phrase.h"
#include "core/model/loading/kept_wide.h"

#include <algorithm>

namespace plimsoll {
namespace {

bool is_falcon(const Architecture &arch) { return arch.model_type == "falcon" || arch.model_type.starts_with("RefinedWeb"); }

/// A router that is a subclass of torch.nn.Linear (transformers 5.23: Llama4Router, PhimoeTopKRouter).
bool is_linear_router(const Architecture &arch, const Module &module)
{
    return module.kind == ModuleKind::other && module.name.ends_with(".router") &&
           (arch.model_type.starts_with("llama4") || arch.model_type == "phimoe");
}

bool is_linear_instance(const Architecture &arch, const Module &module)
{
    return module.kind == ModuleKind::linear || is_linear_router(arch, module);
}

/// Of a subclass `type(module) is nn.Linear` is false.
bool is_linear_exactly(const Architecture &arch, const Module &module)
{
    return module.kind == ModuleKind::linear && !is_falcon(arch);
}

NameStyle style_of(const Loader &loader, const QuantizationRules &rules)
{
    if (rules.method == "compressed-tensors") return NameStyle::exact;
    if (rules.method == "quark") return NameStyle::wildcard;
    if (rules.method == "hqq") return NameStyle::inside;
    if (!loader.quantizers_of_4) return NameStyle::transformers;
    return rules.method == "awq" || rules.method == "fp8" ? NameStyle::inside : NameStyle::transformers4;
}

/// get_keys_to_not_convert: what is tied, the last parameter's module, the head.
std::vector<std::string> kept_by_default(const Architecture &arch)
{
    std::vector<std::string> out;
    const auto add = [&out](std::string parameter) {
        if (parameter.ends_with(".weight")) parameter.resize(parameter.size() - 7);
        out.push_back(std::move(parameter));
    };
    for (const Module &module : arch.modules)
        for (const Parameter &parameter : module.parameters)
            if (parameter.tied_to) {
                add(module.name + "." + parameter.name);
                add(*parameter.tied_to);
            }
    for (auto module = arch.modules.rbegin(); module != arch.modules.rend(); ++module) {
        const auto own = std::ranges::find_if(module->parameters, [](const Parameter &p) { return !p.tied_to; });
        if (own == module->parameters.end()) continue;
        add(module->name + "." + module->parameters.back().name);
        break;
    }
    if (!arch.output_embedding.empty()) out.push_back(arch.output_embedding);
    return out;
}

std::vector<std::string> skipped(const Architecture &arch, const Loader &loader, const QuantizationRules &rules)
{
    const std::string &method = rules.method;
    if (method == "gptq" || method == "gptqmodel" || method.find("auto-round") != std::string::npos) return {};
    std::vector<std::string> out = rules.skips;
    if (method == "compressed-tensors" || method == "quark" || method == "aqlm") return out;
    if (!rules.skips_stated || method == "awq") // quantizer_awq.py: add_default_skips
        for (std::string &name : kept_by_default(arch)) out.push_back(std::move(name));
    if (method == "fp8" && loader.quantizers_of_4) out.push_back("lm_head");
    for (const std::string &name : kept_wide(arch.model_type).in_half) out.push_back(name);
    return out;
}

std::string capability(const Loader &loader)
{
    return std::to_string(loader.capability_major) + "." + std::to_string(loader.capability_minor);
}

bool before(const Loader &loader, int major, int minor)
{
    return loader.capability_major < major || (loader.capability_major == major && loader.capability_minor < minor);
}

} // namespace

TransformersModules::TransformersModules(const Architecture &architecture, const Loader &loader, const QuantizationRules &rules,
                                         bool own)
    : m_arch(architecture), m_loader(loader), m_rules(rules), m_own(own),
      m_skips(skipped(architecture, loader, rules), style_of(loader, rules))
{
    if (rules.main.form == PackForm::gptq) m_blocks = block_list(architecture, rules);
}

bool TransformersModules::is_unknown() const
{
    return m_rules.method.starts_with("modelopt") || m_rules.method == "mlx" || m_rules.method == "chatglm";
}

bool TransformersModules::unpacks_all() const
{
    const std::string &method = m_rules.method;
    if (method == "fp8" || method == "mxfp8") return before(m_loader, 8, 9);
    if (method == "mxfp4") return before(m_loader, 7, 5) || !m_loader.kernels;
    return m_rules.unpacked_by_loader; // BitNet's autobitlinear
}

std::optional<Error> TransformersModules::refusal() const
{
    const std::string &method = m_rules.method;
    if (method == "fbgemm_fp8" && m_loader.capability_major < 9)
        return Error{
            "target.gpus", capability(m_loader), phrase(QT_TRANSLATE_NOOP("core", "compute capability %1 or more"), {"9.0"}),
            phrase(QT_TRANSLATE_NOOP("core", "%1 needs compute capability %2, this card has %3: %4 runs such checkpoints on "
                                             "it"),
                   {"fbgemm_fp8", "9.0", capability(m_loader), "vLLM"})};
    if (method == "spqr" && m_loader.dtype != Dtype::fp16)
        return Error{"weights.dtype", std::string(name_of(m_loader.dtype)), "fp16",
                     phrase(QT_TRANSLATE_NOOP("core", "transformers loads %1 in %2 only"), {"SpQR", "fp16"})};
    if (method == "higgs" && m_loader.dtype == Dtype::fp32)
        return Error{"weights.dtype", "fp32", "fp16, bf16",
                     phrase(QT_TRANSLATE_NOOP("core", "transformers loads %1 in %2 only"), {"HIGGS", "fp16, bf16"})};
    if (m_rules.main.form == PackForm::gptq && m_blocks.empty())
        return Error{
            "weights.quant", "gptq", phrase(QT_TRANSLATE_NOOP("core", "another method")),
            phrase(QT_TRANSLATE_NOOP("core", "transformers finds no list of layers in %1 that it could load as %2: the load "
                                             "fails; %3 loads such checkpoints"),
                   {m_arch.class_name, "GPTQ", "GPTQModel, vLLM"})};
    if (method != "fp8" || unpacks_all() || m_loader.quantizers_of_4) return std::nullopt;
    for (const Module &module : m_arch.modules) {
        if (module.kind != ModuleKind::experts || !module.name.ends_with(".experts")) continue;
        const bool biased = std::ranges::any_of(module.parameters, [](const Parameter &p) { return p.name.ends_with("bias"); });
        const bool other = m_arch.model_type == "nemotron_h"; // FP8Experts asks for hidden_act, the class has mlp_hidden_act
        if (!biased && !other) continue;
        return Error{
            "weights.quant", "fp8", phrase(QT_TRANSLATE_NOOP("core", "another method")),
            phrase(QT_TRANSLATE_NOOP("core", "transformers cannot hold the experts of %1 in FP8: the load fails; %2 does"),
                   {m_arch.class_name, "vLLM"})};
    }
    return std::nullopt;
}

bool TransformersModules::replaces_experts(const Module &module) const
{
    const std::string &method = m_rules.method;
    const bool llama4 = m_arch.model_type.starts_with("llama4");
    if (m_loader.library->packs_fused_experts && method == "bitsandbytes") return true;
    if (method == "mxfp4") return m_arch.model_type == "gpt_oss";
    if (method == "fp8" || method == "mxfp8") return !m_loader.quantizers_of_4 && module.name.ends_with(".experts");
    if (method == "fbgemm_fp8") return llama4;
    // quantizers/base.py, MODULES_TO_PATCH_FOR_QUANTIZATION: one Linear an expert, in a checkpoint that is packed already
    return llama4 && m_own && (method == "compressed-tensors" || method == "bitsandbytes");
}

bool TransformersModules::replaces(const Module &module) const
{
    const std::string &method = m_rules.method;
    if (module.kind == ModuleKind::experts) return replaces_experts(module);
    if (method == "mxfp4") return false;
    if (m_rules.main.form == PackForm::gptq) {
        const bool kind = module.kind == ModuleKind::conv1d || is_linear_exactly(m_arch, module);
        return kind && module.name.starts_with(m_blocks) &&
               (m_rules.parts.empty() ||
                std::ranges::any_of(m_rules.parts, [&module](const std::string &part) { return module.name.ends_with(part); }));
    }
    if (method == "bitsandbytes" && m_loader.quantizers_of_4)
        return module.kind == ModuleKind::conv1d || is_linear_instance(m_arch, module);
    if (method == "bitsandbytes") return module.kind == ModuleKind::conv1d || is_linear_exactly(m_arch, module);
    if (method == "fp8" || method == "mxfp8")
        return m_loader.quantizers_of_4 ? is_linear_instance(m_arch, module) : is_linear_exactly(m_arch, module);
    if (module.kind == ModuleKind::embedding) return method == "compressed-tensors" || m_rules.embeddings;
    return is_linear_instance(m_arch, module);
}

bool TransformersModules::is_skipped(const Module &module, const std::vector<std::string> &names) const
{
    if (m_skips.contains(module.name)) return true;
    // FP8 rewrites its list to the names of today's classes (quantizer_finegrained_fp8.py); so do we for the text model alone
    const bool renamed = m_rules.method == "fp8" || m_rules.text_alone;
    return renamed && std::ranges::any_of(names, [this](const std::string &name) { return m_skips.contains(name); });
}

const WeightScheme *TransformersModules::as_loaded(const WeightScheme &stored) const
{
    for (const auto &[known, loaded] : m_loaded)
        if (known == &stored) return &loaded;
    WeightScheme out = stored;
    if (out.form == PackForm::fp8_blocks && m_rules.blocks_assumed) out.block = {128, 128};
    if (out.form == PackForm::ct_packed) {
        out.unpacked_zeros = !m_loader.quantizers_of_4; // made on the meta device, where nothing is packed
        out.short_shape = m_loader.quantizers_of_4;
    }
    if (out.form == PackForm::fp8_rows) out.input_scales = true; // input_scale_ub
    return &m_loaded.emplace_back(&stored, std::move(out)).second;
}

const WeightScheme *TransformersModules::scheme_of(const Module &module, const Parameter &parameter) const
{
    if (unpacks_all() || !replaces(module)) return nullptr;
    const bool compressed = m_rules.method == "compressed-tensors", optimum = m_rules.main.form == PackForm::gptq;
    const std::vector<std::string> names = m_rules.text_alone || module.kind == ModuleKind::experts || m_rules.method == "fp8"
                                               ? names_of(module, parameter, m_rules.text_alone)
                                               : std::vector<std::string>{module.name};
    if (is_skipped(module, names)) return nullptr;
    if (optimum) return as_loaded(m_rules.main); // knows nothing of `dynamic`
    const std::string_view class_name = module.kind == ModuleKind::embedding ? "Embedding" : "Linear";
    const WeightScheme *out = scheme_by_groups(m_rules, names, class_name);
    if (module.kind == ModuleKind::embedding && compressed && std::ranges::none_of(m_rules.groups, [&](const SchemeGroup &group) {
            return group.has_class("Embedding") || group.targets.contains(module.name);
        }))
        return nullptr;
    return out ? as_loaded(*out) : nullptr;
}

} // namespace plimsoll
