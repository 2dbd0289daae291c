// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/llama_cpp/gguf_model.h"
#include "core/ground/ascii.h"

#include "core/exchange/shell_words.h"
#include "core/ground/phrase.h"
#include "core/serving/gguf_tensors.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

/// convert_hf_to_gguf.py --outtype; auto: the checkpoint's own 16-bit type.
std::string_view outtype(const Plan &plan)
{
    if (!plan.has("weights.dtype")) return "auto";
    switch (plan.weights.dtype) {
    case WeightDtype::fp32: return "f32";
    case WeightDtype::fp16: return "f16";
    case WeightDtype::bf16: return "bf16";
    case WeightDtype::auto_: break;
    }
    return "auto";
}

/// weights.quant where llama-quantize knows it; empty for plain weights.
std::string file_type(const Plan &plan, std::vector<NotSaid> &not_said)
{
    const std::string &quant = plan.weights.quant;
    if (!plan.has("weights.quant") || quant == "none") return {};
    if (is_gguf_file_type(quant)) return quant;
    not_said.push_back({"weights.quant", quant, phrase(QT_TRANSLATE_NOOP("core", "a GGUF file has no such type"))});
    return {};
}

/// What a file that is there already says of itself.
void fixed_types(const Plan &plan, std::vector<NotSaid> &not_said, bool and_quant)
{
    const std::string why = phrase(QT_TRANSLATE_NOOP("core", "the file holds its weights as they are"));
    if (plan.has("weights.dtype")) not_said.push_back({"weights.dtype", shown_value("weights.dtype", plan), why});
    if (and_quant && plan.has("weights.quant")) not_said.push_back({"weights.quant", plan.weights.quant, why});
}

GgufModel converted(const ModelArgument &model, const Plan &plan, const std::string &quant)
{
    GgufModel out;
    std::string folder = model.model;
    if (model.is_hub) {
        std::vector<std::string> fetch{"hf", "download", model.model, "--local-dir", model.name};
        if (!model.revision.empty()) fetch.insert(fetch.end(), {"--revision", model.revision});
        out.first.push_back(shell_line(fetch));
        folder = model.name;
    }
    const std::string type(outtype(plan));
    const std::string plain = type == "auto" ? model.name + ".gguf" : model.name + '-' + upper(type) + ".gguf";
    out.first.push_back(shell_line({"python", "convert_hf_to_gguf.py", folder, "--outtype", type, "--outfile", plain}));
    out.file = quant.empty() ? plain : model.name + '-' + quant + ".gguf";
    if (quant.empty()) return out;
    std::vector<std::string> quantise{"llama-quantize", plain, out.file, quant};
    if (const std::string_view beneath = type_beneath(quant); !beneath.empty()) {
        quantise.back() = beneath;
        quantise.insert(quantise.begin() + 1, {"--token-embedding-type", "q8_0", "--output-tensor-type", "q8_0"});
    }
    out.first.push_back(shell_line(quantise));
    return out;
}

} // namespace

GgufModel gguf_model(const ModelArgument &model, const Plan &plan, std::vector<NotSaid> &not_said)
{
    if (model.is_gguf) {
        fixed_types(plan, not_said, true);
        return {.file = model.model};
    }
    const std::string quant = file_type(plan, not_said);
    if (!model.is_hub || upper(model.model).find("GGUF") == std::string::npos) return converted(model, plan, quant);
    fixed_types(plan, not_said, false);
    if (quant.empty() && plan.has("weights.quant") && plan.weights.quant == "none")
        not_said.push_back(
            {"weights.quant", "none",
             phrase(QT_TRANSLATE_NOOP("core", "a repository that is named without a type gives %1 where it has it"),
                    {"Q4_K_M"})});
    return {.repository = model.model + (quant.empty() ? "" : ':' + quant)};
}

} // namespace plimsoll
