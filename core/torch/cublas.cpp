// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cublas.h"

namespace plimsoll {

Bytes cublas_workspace_bytes(const CardFacts &device)
{
    const bool large = (device.capability_major == 9 && device.capability_minor == 0) || device.capability_major == 10 ||
                       device.capability_major == 12;
    return large ? 32 * mib : 8'519'680; // ":4096:8" and ":4096:2:16:8", KiB × count
}

} // namespace plimsoll
