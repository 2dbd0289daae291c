// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/precision.h"

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
constexpr Capability flash_from{8, 0}; // FlashAttention 2

bool wants_bf16(const Plan &plan)
{
    return plan.weights.dtype == WeightDtype::bf16 || (plan.task == Task::train && plan.autocast == Autocast::bf16);
}

} // namespace

std::vector<std::string> precision_notes(const Plan &plan, const Gpu &gpu)
{
    std::vector<std::string> out;
    const std::string &quant = plan.weights.quant;
    if (!gpu.capability_major) {
        if (gpu.vendor != "NVIDIA")
            out.push_back(gpu.name +
                          " is no CUDA card: the figures are those of CUDA kernels, its own workspaces and context differ");
        if (wants_bf16(plan) && !gpu.bf16) out.push_back("BF16 is not computed in hardware on " + gpu.name);
        return out;
    }
    const Capability has{*gpu.capability_major, gpu.capability_minor.value_or(0)};
    const std::string card = gpu.short_name() + " (compute capability " + has.text() + ")";
    const auto needs = [&](const char *what, Capability least, const std::string &then) {
        out.push_back(std::string(what) + " needs compute capability " + least.text() + ", " + gpu.short_name() + " has " +
                      has.text() + ": " + then);
    };
    if (plan.weights.dtype == WeightDtype::auto_)
        out.push_back(std::string("weights.dtype auto is ") +
                      (has >= bf16_from   ? "BF16"
                       : has >= fp16_from ? "FP16"
                                          : "FP32") +
                      " on " + card);
    else if (wants_bf16(plan) && has < bf16_from)
        needs("BF16", bf16_from,
              has >= fp16_from ? "it is emulated there and slow, FP16 takes the same memory"
                               : "take FP32, which takes twice the memory");
    if (plan.weights.dtype == WeightDtype::fp16 && has < fp16_from) needs("FP16", fp16_from, "it is emulated there and slow");
    if (quant == "fp8" && has < fp8_from) needs("FP8", fp8_from, "weights stay in 8 bits but are computed in 16");
    if ((quant == "nvfp4" || quant == "mxfp4") && has < fp4_from)
        needs("FP4", fp4_from, "weights stay in 4 bits but are computed in 16");
    if (plan.attention == AttentionBackend::flash2 && has < flash_from) needs("FlashAttention 2", flash_from, "take sdpa");
    return out;
}

} // namespace plimsoll
