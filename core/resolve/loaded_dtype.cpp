// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/loaded_dtype.h"

#include "core/families/describe/family.h"
#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"

namespace plimsoll {

namespace {

/// The loader's method: the configuration's own where the plan keeps it, else what weights.quant is called.
std::string_view method_of(const Plan &plan, const Architecture &architecture)
{
    const std::string &quant = plan.weights.quant;
    if (quant == "none") return quant;
    if (architecture.quantization && !architecture.quantization->method.empty() && !plan.has("weights.quant"))
        return architecture.quantization->method;
    if (is_bitsandbytes(quant)) return "bitsandbytes";
    if (quant.starts_with("gptq")) return "gptq";
    return quant == "awq4" ? std::string_view("awq") : std::string_view(quant);
}

/// transformers 4.57 quantizers: what each makes of no dtype; nothing asks for one without quantisation.
std::string_view dtype_of_transformers_4(std::string_view method)
{
    if (method == "mxfp4" || method == "fbgemm_fp8") return "bf16";
    const bool half = method.starts_with("bitsandbytes") || method == "gptq" || method == "awq" || method == "compressed-tensors";
    return half ? "fp16" : "fp32";
}

LoadedDtype of_unseen_checkpoint(const Plan &plan, const Architecture &architecture, const std::string &source)
{
    const std::string_view method = method_of(plan, architecture);
    const bool stored = architecture.quantization && !architecture.quantization->method.starts_with("bitsandbytes");
    if (stored && (method == "gptq" || method == "awq"))
        return {"fp16", phrase(QT_TRANSLATE_NOOP("core", "%1: the checkpoint's; the configuration names none, and %2 checkpoints "
                                                         "hold float16 beside their integers"),
                               {source, std::string(method)})};
    if (!stored && traits_of(architecture.model_type).float32_checkpoints)
        return {"fp32", phrase(QT_TRANSLATE_NOOP("core", "%1: the checkpoint's; the configuration names none, and checkpoints of "
                                                         "%2 are float32, from before transformers wrote dtypes"),
                               {source, architecture.model_type})};
    return {"bf16", phrase(QT_TRANSLATE_NOOP("core", "%1: the checkpoint's; the configuration names none, and most checkpoints "
                                                     "are bf16"),
                           {source})};
}

} // namespace

bool unpacks_on_request(std::string_view method)
{
    return method == "fp8" || method == "mxfp4" || method == "compressed-tensors";
}

LoadedDtype loaded_dtype(const Plan &plan, const Architecture &architecture, const std::string &source)
{
    const std::optional<Dtype> own = architecture.config_dtype;
    if (older_of(plan).ignores_dtype_of_checkpoints) {
        const std::string_view method = method_of(plan, architecture);
        const std::string_view value = dtype_of_transformers_4(method);
        if (method == "none")
            return {value, phrase(QT_TRANSLATE_NOOP("core", "%1 without a dtype"), {"transformers 4, from_pretrained"})};
        return {value,
                phrase(QT_TRANSLATE_NOOP("core", "%1, %2 quantiser without a dtype"), {"transformers 4", std::string(method)})};
    }
    if (own == Dtype::fp32 || own == Dtype::fp16 || own == Dtype::bf16)
        return {name_of(*own), phrase(QT_TRANSLATE_NOOP("core", "%1, the configuration's dtype"), {source})};
    return of_unseen_checkpoint(plan, architecture, source);
}

} // namespace plimsoll
