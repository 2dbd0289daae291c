// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace plimsoll {

/// Lets the heap keep what estimates free. Each takes a few MiB and gives them back; a heap that hands them to the system at
/// once touches every page anew, which is a sixth of the estimate of a 70B step. For glibc; elsewhere nothing.
inline void keep_freed_memory()
{
#ifdef __GLIBC__
    constexpr int trimmed_from = 128 << 20, mapped_from = 32 << 20; // bytes
    mallopt(M_TRIM_THRESHOLD, trimmed_from);
    mallopt(M_MMAP_THRESHOLD, mapped_from);
#endif
}

} // namespace plimsoll
