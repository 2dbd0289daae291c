// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

extern "C" [[gnu::weak]] void __asan_init(); // NOLINT(bugprone-reserved-identifier): the name that the runtime has

namespace plimsoll {

/// Whether the core is watched by the address sanitizer, which takes its time: also where this program itself is compiled without.
inline bool sanitized() { return &__asan_init != nullptr; }

} // namespace plimsoll
