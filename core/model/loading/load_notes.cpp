// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loading/load_notes.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {
namespace {

std::string gigabytes(Bytes bytes)
{
    const double figure = static_cast<double>(bytes) / 1e9;
    const auto tenths = static_cast<std::int64_t>(std::llround(figure * 10));
    const std::string text =
        figure >= 20 ? std::to_string((tenths + 5) / 10) : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
    return localised(text) + " GB";
}

/// As people call it.
std::string called(const QuantizationRules &rules)
{
    const std::string &method = rules.method;
    if (method == "gptq" || method == "gptqmodel") return "GPTQ";
    if (method == "awq") return "AWQ";
    if (method == "fp8" || method == "mxfp8") return "FP8";
    if (method == "mxfp4") return "MXFP4";
    if (method.starts_with("modelopt")) return "modelopt";
    if (method == "mlx") return "MLX";
    return method;
}

std::string release(const Loader &loader) { return "transformers " + loader.release; }

} // namespace

LoadNote experts_left(const QuantizationRules &rules, const Loader &loader, const ExpertsLeft &experts)
{
    const std::string wide = gigabytes(experts.wide), all = gigabytes(experts.all), dtype(name_of(experts.dtype));
    if (rules.method == "compressed-tensors")
        return {
            "experts_dequantised",
            phrase(QT_TRANSLATE_NOOP("core", "The experts (%1 of %2) are unpacked to %3 while they are loaded: %4 keeps them as "
                                             "fused parameters, which %5 does not pack. %6 holds them as stored."),
                   {wide, all, dtype, release(loader), called(rules), "vLLM"}),
            true};
    if (experts.own)
        return {
            "experts_not_loaded",
            phrase(QT_TRANSLATE_NOOP("core", "The experts (%1 of %2) are not loaded: %4 keeps them as fused parameters in %3 and "
                                             "knows no way from packed %5 experts to them, so they stay as initialised and the "
                                             "model answers nonsense. %6 load this checkpoint."),
                   {wide, all, dtype, release(loader), called(rules), "vLLM, SGLang"}),
            true};
    return {
        "experts_not_quantised",
        phrase(!loader.quantizers_of_4 && experts.apart_before
                   ? QT_TRANSLATE_NOOP("core", "The experts (%1 of %2) stay in %3: %4 keeps them as fused parameters, which %5 "
                                               "does not pack. vLLM, llama.cpp, Unsloth or transformers 4 hold them packed.")
                   : QT_TRANSLATE_NOOP("core", "The experts (%1 of %2) stay in %3: %4 keeps them as fused parameters, which %5 "
                                               "does not pack. vLLM, llama.cpp or Unsloth hold them packed."),
               {wide, all, dtype, release(loader), called(rules)}),
        true};
}

LoadNote unpacked(const QuantizationRules &rules, const Loader &loader)
{
    const std::string capability = std::to_string(loader.capability_major) + "." + std::to_string(loader.capability_minor);
    const std::string &method = rules.method;
    if (method == "fp8" || method == "mxfp8")
        return {
            "dequantised",
            phrase(QT_TRANSLATE_NOOP("core", "transformers unpacks this FP8 checkpoint to %1 while it is loaded: it computes in "
                                             "FP8 from compute capability %2 on, this card has %3. %4 keeps FP8 on it."),
                   {name_of(loader.dtype), "8.9", capability, "vLLM"}),
            true};
    if (method == "mxfp4" && loader.kernels)
        return {"dequantised",
                phrase(QT_TRANSLATE_NOOP("core", "transformers unpacks this MXFP4 checkpoint to %1 while it is loaded: it needs "
                                                 "compute capability %2, this card has %3."),
                       {name_of(loader.dtype), "7.5", capability}),
                true};
    if (method == "mxfp4")
        return {
            "dequantised",
            phrase(QT_TRANSLATE_NOOP("core", "transformers unpacks this MXFP4 checkpoint to %1 while it is loaded: the package "
                                             "%2 is missing, and with it the kernels that keep it packed."),
                   {name_of(loader.dtype), "kernels"}),
            true};
    return {"dequantised",
            phrase(QT_TRANSLATE_NOOP("core", "transformers unpacks this checkpoint (%2) to %1 while it is loaded."),
                   {name_of(loader.dtype), called(rules)}),
            true};
}

LoadNote needs_kernels(Bytes unpacked)
{
    return {"needs_kernels",
            phrase(QT_TRANSLATE_NOOP("core", "Planned with the package %1 installed, which %2 alone does not bring: "
                                             "without it all of %3 is unpacked while it is loaded, to %4."),
                   {"kernels", "transformers", "MXFP4", gigabytes(unpacked)})};
}

LoadNote unknown_to_transformers(const QuantizationRules &rules)
{
    const std::string others = rules.method == "mlx" ? "mlx-lm" : "vLLM, SGLang, TensorRT-LLM";
    return {
        "loader_does_not_know",
        phrase(QT_TRANSLATE_NOOP("core", "transformers does not know %1: it builds the model unquantised, and the packed weights "
                                         "do not fit into it. Use %2; what is counted here is the checkpoint as they hold it."),
               {called(rules), others}),
        true};
}

std::optional<LoadNote> unknown_to_vllm(const QuantizationRules &rules)
{
    static constexpr std::string_view known[] = {
        "awq",   "fp8",        "fbgemm_fp8",         "mxfp8",        "gptq",         "quark",           "torchao",
        "mxfp4", "auto-round", "compressed-tensors", "modelopt_fp8", "modelopt_fp4", "intel/auto-round"};
    if (std::ranges::find(known, rules.method) != std::end(known)) return std::nullopt;
    return LoadNote{
        "loader_does_not_know",
        phrase(QT_TRANSLATE_NOOP("core", "%1 does not know %2 by itself and refuses this checkpoint without a plug-in; what is "
                                         "counted here is the checkpoint as it is stored."),
               {"vLLM 0.33", called(rules)}),
        true};
}

LoadNote towers_left_out(const Architecture &architecture)
{
    return {
        "towers_left_out",
        phrase(QT_TRANSLATE_NOOP("core", "Counted is the language model alone (%1), which %2 loads; the checkpoint has towers "
                                         "beside it, which other classes and engines load too."),
               {architecture.class_name, "AutoModelForCausalLM"}),
        false};
}

LoadNote nothing_packed(const QuantizationRules &rules, const Architecture &architecture)
{
    return {"nothing_quantised",
            phrase(QT_TRANSLATE_NOOP("core",
                                     "Nothing is quantised: transformers finds no module in %1 that %2 replaces, so the whole "
                                     "model stays in 16 bit or as it was asked for."),
                   {architecture.class_name, called(rules)}),
            true};
}

LoadNote ggml_unpacked(const Loader &loader)
{
    return {"dequantised",
            phrase(QT_TRANSLATE_NOOP("core",
                                     "transformers unpacks a GGUF file (%1) to %2 while it is loaded (%3). %4 keeps its blocks."),
                   {loader.quant, name_of(loader.dtype), "from_pretrained(gguf_file=…)", "llama.cpp"}),
            true};
}

LoadNote expands_in_first_forward(Bytes before, Bytes after)
{
    return {
        "expands_in_first_forward",
        phrase(QT_TRANSLATE_NOOP("core", "compressed-tensors unpacks every matrix when the model first runs: %1 after loading, "
                                         "%2 from then on. %3 keeps them packed."),
               {gigabytes(before), gigabytes(after), "vLLM"}),
        true};
}

LoadNote dtype_changed(const QuantizationRules &rules, Dtype asked, Dtype loaded)
{
    return {"dtype_changed",
            phrase(QT_TRANSLATE_NOOP("core", "transformers loads %1 in %2 where %3 was asked for."),
                   {called(rules), name_of(loaded), name_of(asked)}),
            false};
}

LoadNote kernel_refuses(const std::string &module, Count in, Count out)
{
    return {
        "load_fails",
        phrase(QT_TRANSLATE_NOOP("core", "The load fails: the kernel that gptqmodel picks for this card does not read %1 (%2 x "
                                         "%3), and transformers does not fall back. Name another backend (%4), or use %5; what "
                                         "is counted here is what those hold."),
               {module, std::to_string(out), std::to_string(in), "backend=\"gptq_torch\", \"torch_awq\"", "vLLM"}),
        true};
}

} // namespace plimsoll
