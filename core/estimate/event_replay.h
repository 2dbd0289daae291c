// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"
#include "core/replay/allocator.h"
#include "core/replay/allocator_options.h"
#include "core/torch/event_list.h"

#include <memory>

namespace plimsoll {

/// PyTorch's allocator as the plan sets it.
[[nodiscard]] AllocatorOptions allocator_options(const Plan &plan);

/// The caching allocator that these events go through, with a pool for each stream where they use several.
[[nodiscard]] std::unique_ptr<Allocator> caching_allocator(const Plan &plan, const step::EventList &events);

/// One event of a run on a card without end.
void apply(Allocator &allocator, const step::Event &event);

} // namespace plimsoll
