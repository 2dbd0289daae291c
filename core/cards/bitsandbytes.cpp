// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/bitsandbytes.h"

#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/optimizers/optimizers.h"

#include <initializer_list>

// bitsandbytes 0.50.2, README.md, "Accelerator support", for all that stands here but paged states: functional.py get_paged() asks
// the library built for the card for cget_managed_ptr, which those of CUDA, ROCm and XPU export, and Metal and Gaudi have none.

namespace plimsoll {

namespace {

constexpr const char *library = "bitsandbytes 0.50";

std::string has_none(BitsandbytesPart part, const char *maker)
{
    return phrase(part == BitsandbytesPart::paged ? QT_TRANSLATE_NOOP("core", "%1 has no paged optimizers on %2")
                                                  : QT_TRANSLATE_NOOP("core", "%1 has no optimizers in 8 bits on %2"),
                  {library, maker});
}

} // namespace

std::string bitsandbytes_lacks(BitsandbytesPart part, const Gpu &gpu)
{
    constexpr int least_capability = 6; // SM60, Pascal
    if (gpu.capability_major && *gpu.capability_major < least_capability)
        return phrase(QT_TRANSLATE_NOOP("core", "%1 needs compute capability %2"), {library, "6.0"});
    if (gpu.vendor == "AMD" && gpu.architecture.starts_with("GCN")) // gfx908 and later CDNA, gfx101x and later RDNA
        return phrase(QT_TRANSLATE_NOOP("core", "%1 has no kernels for %2"), {library, gpu.architecture});
    if (part == BitsandbytesPart::weights) return {};
    if (gpu.vendor == "Apple") return has_none(part, "Metal");
    if (gpu.architecture.starts_with("Gaudi")) return has_none(part, "Gaudi");
    return {};
}

std::string bitsandbytes_lacks(const Plan &plan, const Gpu &gpu)
{
    const OptimizerKind &optimizer = kind_of(plan.optimizer);
    const bool steps = plan.task == Task::train && by_bitsandbytes(optimizer);
    std::string out;
    const auto use = [&](bool used, BitsandbytesPart part) {
        if (used && out.empty()) out = bitsandbytes_lacks(part, gpu);
    };
    use(is_bitsandbytes(plan.weights.quant), BitsandbytesPart::weights);
    use(steps && optimizer.bits < 32, BitsandbytesPart::optimizer);
    use(steps && optimizer.paged, BitsandbytesPart::paged);
    return out;
}

} // namespace plimsoll
