// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

namespace plimsoll {

/// A tool's word for a value that plans spell otherwise: written from left to right, read from right to left, the first row that fits.
struct Spelling {
    std::string_view path, value; ///< "inference.kv_dtype", "fp8"
    std::string_view word;        ///< "fp8_e4m3"
};

} // namespace plimsoll
