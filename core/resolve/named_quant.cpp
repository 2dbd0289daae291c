// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/named_quant.h"

#include "core/ground/phrase.h"
#include "core/model/quantization/named_quantisation.h"
#include "core/resolve/runners.h"

namespace plimsoll {

namespace {

/// The name that people gave the model: a Hub id, a file, or the folder of what is no file of weights.
std::string name_of_model(const ModelReference &model)
{
    if (!model.hub.empty()) return model.hub;
    std::string path = model.config_path;
    const bool inside = path.ends_with(".json") || path.ends_with(".safetensors");
    const std::size_t slash = path.find_last_of("/\\");
    if (inside) path.resize(slash == std::string::npos ? 0 : slash);
    while (path.ends_with('/')) path.pop_back();
    return path;
}

bool holds_types(const Architecture &architecture) { return architecture.gguf || architecture.family == "checkpoint"; }

NamedQuant of_gguf(const NamedQuantisation &named, const std::string &name, const Architecture &architecture)
{
    NamedQuant out{named.quant, phrase(QT_TRANSLATE_NOOP("core", "the name %1"), {name}), {}};
    if (!named.quant.empty()) {
        if (std::string said = named.said_of(name); !said.empty())
            out.warning = Warning{"quant_by_name", std::move(said), "weights.quant"};
        return out;
    }
    const bool keeps =
        architecture.quantization && architecture.quantization->method == "mxfp4"; // gpt-oss: its files have no other
    out.quant = keeps ? "mxfp4" : "Q4_K_M";
    out.why = phrase(QT_TRANSLATE_NOOP("core", "what %1 takes of %2, which holds several types"), {"llama.cpp", name});
    return out;
}

} // namespace

NamedQuant named_quant(const Plan &plan, const Architecture &architecture)
{
    const std::string name = name_of_model(plan.model);
    const bool reads_gguf = runner_of(plan).models.reads_gguf;
    if (name.empty() || holds_types(architecture)) return {};
    const std::optional<NamedQuantisation> named = quantisation_of_name(name);
    if (!named) return {};
    if (reads_gguf && named->gguf) return of_gguf(*named, name, architecture);
    if (architecture.quantization) return {};
    const std::string times = named->times_smaller();
    NamedQuant out;
    out.warning = Warning{
        "quant_in_name",
        times.empty() ? phrase(QT_TRANSLATE_NOOP("core", "the name %1 speaks of packed weights (%2), the configuration of none: "
                                                         "they are planned as they are; set %3"),
                               {name, named->as_named, "weights.quant"})
                      : phrase(QT_TRANSLATE_NOOP("core", "the name %1 speaks of packed weights (%2), the configuration of none: "
                                                         "planned as they are, they are about %4 times larger; set %3"),
                               {name, named->as_named, "weights.quant", times}),
        "weights.quant"};
    return out;
}

bool is_named_quant(const Plan &plan)
{
    const std::optional<NamedQuantisation> named = quantisation_of_name(name_of_model(plan.model));
    return named && !named->gguf && named->quant == plan.weights.quant;
}

} // namespace plimsoll
