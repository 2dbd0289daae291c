// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/event_replay.h"

#include "core/replay/streamed_allocator.h"

#include <string_view>

namespace plimsoll {

AllocatorOptions allocator_options(const Plan &plan)
{
    AllocatorOptions out;
    out.expandable_segments = plan.allocator.expandable_segments;
    return out;
}

std::unique_ptr<Allocator> caching_allocator(const Plan &plan, const step::EventList &events)
{
    if (events.uses_streams()) return std::make_unique<StreamedAllocator>(allocator_options(plan));
    return std::make_unique<CachingAllocator>(allocator_options(plan));
}

void apply(Allocator &allocator, const step::Event &event)
{
    using Kind = step::Event::Kind;
    if (event.kind == Kind::allocate) {
        allocator.use_stream(event.stream);
        (void)allocator.allocate(event.id, event.bytes);
    } else if (event.kind == Kind::release) {
        allocator.free(event.id);
    } else if (event.kind == Kind::mark && std::string_view(event.operation) == "empty_cache") {
        allocator.empty_cache();
    }
}

} // namespace plimsoll
