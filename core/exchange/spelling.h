// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string_view>

namespace plimsoll {

/// What a row of a table of words is for.
enum class Way : std::uint8_t {
    both,
    read, ///< another word for a value, which is written otherwise or not at all
    loose ///< likewise, of people: the tool itself refuses it
};

/// A tool's word for a value that plans spell otherwise: one table for reading and writing. Read from right to left, the first row
/// that fits; written from left to right, the first row of `both` that fits.
struct Spelling {
    std::string_view path, value; ///< "inference.kv_dtype", "fp8"
    std::string_view word;        ///< "fp8_e4m3"
    Way way = Way::both;
};

} // namespace plimsoll
