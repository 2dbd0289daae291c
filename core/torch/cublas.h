// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/card_facts.h"

namespace plimsoll {

/// Workspace that cuBLAS takes from the allocator per handle and stream, unless CUBLAS_WORKSPACE_CONFIG says otherwise.
/// Training holds two: the autograd thread has a handle of its own. Source: torch, ATen/cuda/CublasHandlePool.cpp
/// parseChosenWorkspaceSize().
[[nodiscard]] Bytes cublas_workspace_bytes(const CardFacts &device);

} // namespace plimsoll
