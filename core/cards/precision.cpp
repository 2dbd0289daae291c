// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/precision.h"

#include "core/cards/bitsandbytes.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

struct Capability {
    int major = 0;
    int minor = 0;
    auto operator<=>(const Capability &) const = default;
    [[nodiscard]] std::string text() const { return std::to_string(major) + '.' + std::to_string(minor); }
};

constexpr Capability bf16_from{8, 0};  // BF16 in hardware: Ampere (CUDA C++ Programming Guide, features by compute capability)
constexpr Capability fp16_from{5, 3};  // half arithmetic
constexpr Capability fp8_from{8, 9};   // torch._scaled_mm: Ada and Hopper
constexpr Capability fp4_from{10, 0};  // Blackwell's tensor cores
constexpr Capability flash_from{8, 0}; // FlashAttention 2, and 3 in transformers 5.23 (FLASH_ATTENTION_COMPATIBILITY_MATRIX)
constexpr Capability hopper{9, 0};     // FlashAttention 3's own kernels, of which later cards run none

bool wants_bf16(const Plan &plan)
{
    return plan.weights.dtype == WeightDtype::bf16 || (plan.task == Task::train && plan.autocast == Autocast::bf16);
}

/// Empty: the plan asks for none, or the card has kernels for it.
std::string lacking_flash_2(const Plan &plan, const Gpu &gpu)
{
    if (plan.attention != AttentionBackend::flash2 || !gpu.capability_major) return {};
    const Capability has{*gpu.capability_major, gpu.capability_minor.value_or(0)};
    if (has >= flash_from) return {};
    return phrase(QT_TRANSLATE_NOOP("core", "%1 needs compute capability %2, %3 has %4: take %5"),
                  {"FlashAttention 2", flash_from.text(), gpu.short_name(), has.text(), "sdpa"});
}

} // namespace

std::vector<std::string> precision_notes(const Plan &plan, const Gpu &gpu)
{
    std::vector<std::string> out;
    const std::string &quant = plan.weights.quant;
    if (const std::string lacking = bitsandbytes_lacks(plan, gpu); !lacking.empty())
        out.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1: the plan does not run there"), {lacking}));
    if (!gpu.capability_major) {
        if (gpu.vendor != "NVIDIA")
            out.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 is no CUDA card: the figures are those of CUDA kernels, its own "
                                                           "workspaces and context differ"),
                                 {gpu.name}));
        if (wants_bf16(plan) && !gpu.bf16)
            out.push_back(phrase(QT_TRANSLATE_NOOP("core", "BF16 is not computed in hardware on %1"), {gpu.name}));
        return out;
    }
    const Capability has{*gpu.capability_major, gpu.capability_minor.value_or(0)};
    const auto lacks = [&](const char *sentence, const char *what, Capability least) {
        out.push_back(phrase(sentence, {what, least.text(), gpu.short_name(), has.text(), "sdpa"}));
    };
    if (plan.weights.dtype == WeightDtype::auto_)
        out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 is %2 on %3 (compute capability %4)"), {"weights.dtype auto",
                                                                                         has >= bf16_from   ? "BF16"
                                                                                         : has >= fp16_from ? "FP16"
                                                                                                            : "FP32",
                                                                                         gpu.short_name(), has.text()}));
    else if (wants_bf16(plan) && has < bf16_from)
        lacks(has >= fp16_from
                  ? QT_TRANSLATE_NOOP("core", "%1 needs compute capability %2, %3 has %4: it is emulated there and "
                                              "slow, FP16 takes the same memory")
                  : QT_TRANSLATE_NOOP("core", "%1 needs compute capability %2, %3 has %4: take FP32, which takes twice "
                                              "the memory"),
              "BF16", bf16_from);
    if (plan.weights.dtype == WeightDtype::fp16 && has < fp16_from)
        lacks(QT_TRANSLATE_NOOP("core", "%1 needs compute capability %2, %3 has %4: it is emulated there and slow"), "FP16",
              fp16_from);
    if (quant == "fp8" && has < fp8_from)
        lacks(
            QT_TRANSLATE_NOOP("core", "%1 needs compute capability %2, %3 has %4: weights stay in 8 bits but are computed in 16"),
            "FP8", fp8_from);
    if ((quant == "nvfp4" || quant == "mxfp4") && has < fp4_from)
        lacks(
            QT_TRANSLATE_NOOP("core", "%1 needs compute capability %2, %3 has %4: weights stay in 4 bits but are computed in 16"),
            "FP4", fp4_from);
    if (std::string lacking = lacking_flash_2(plan, gpu); !lacking.empty()) out.push_back(std::move(lacking));
    if (plan.attention == AttentionBackend::flash3 && has >= flash_from && has < hopper)
        out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 is made for compute capability %2; %3 has %4 and runs its kernels for %5, "
                                             "where they were built"),
                   {"FlashAttention 3", hopper.text(), gpu.short_name(), has.text(), flash_from.text()}));
    if (plan.attention == AttentionBackend::flash3 && (has < flash_from || has.major > hopper.major))
        out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 has kernels for compute capability %2 and %3, %4 has %5: the plan does "
                                             "not run there, take %6"),
                   {"FlashAttention 3", "8.x", "9.0", gpu.short_name(), has.text(), has < flash_from ? "sdpa" : "flash2"}));
    return out;
}

std::string lacking_kernels(const Plan &plan, const Gpu &gpu)
{
    std::string lacking = bitsandbytes_lacks(plan, gpu);
    return lacking.empty() ? lacking_flash_2(plan, gpu) : lacking;
}

} // namespace plimsoll
