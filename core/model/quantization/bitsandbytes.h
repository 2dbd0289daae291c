// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

namespace plimsoll {

/// Whether bitsandbytes packs weights.quant `quant` to 4 bits (Linear4bit): their scales may be packed again, their bytes stand in a
/// storage type.
[[nodiscard]] constexpr bool is_bitsandbytes_4bit(std::string_view quant) { return quant == "nf4" || quant == "fp4"; }

/// Whether weights.quant `quant` is packed by bitsandbytes: nf4, fp4 or int8.
[[nodiscard]] constexpr bool is_bitsandbytes(std::string_view quant) { return is_bitsandbytes_4bit(quant) || quant == "int8"; }

} // namespace plimsoll
