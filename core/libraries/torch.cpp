// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr Change torch_changes[] = {
    {{2, 15, 0},
     [](Installed &old) { old.older.keeps_workspaces = true; },
     "aten/src/ATen/cuda/CublasHandlePool.cpp, getCurrentCUDABlasHandle"},
    {{2, 15, 0},
     [](Installed &old) { old.older.wants_equal_heads = true; },
     "aten/src/ATen/native/transformers/cuda/sdp_utils.cpp, pull request 191085"},
    {{2, 12, 0},
     [](Installed &old) { old.older.keeps_segments_on_rocm = true; },
     "c10/cuda/CUDAAllocatorConfig.h, pull requests 177974 and 179930"},
    {{2, 11, 0}, // the first wheels with cuDNN 9.15.1, which the choice asks for
     [](Installed &old) { old.older.prefers_flash = true; },
     "aten/src/ATen/native/transformers/cuda/sdp_utils.cpp, check_prefer_cudnn_attention, pull request 162073"},
    {{2, 10, 0},
     [](Installed &old) { old.older.keeps_segments_on_xpu = true; },
     "c10/xpu/XPUCachingAllocator.cpp, pull request 166292"},
};

} // namespace

constinit const Library libraries::torch{.name = "torch", .known = "2.15.0", .shared = true, .changes = torch_changes};

} // namespace plimsoll
