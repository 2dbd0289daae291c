// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// How far a name settles what is stored.
enum class NameTells : std::uint8_t {
    all,     ///< the name is the type's own ("Q4_K_M"), or what its owner publishes under it is known
    usual,   ///< what is mostly published under such a name
    nearest, ///< a mix of its maker's own: `quant` is the nearest that is known
    bits,    ///< how many bits a weight has, or that it is packed, not how: `quant` is a likely kind of so many bits, or empty
};

/// What a name says of how a model's weights are stored: of a file, a folder, a repository of the Hub or a tag.
struct NamedQuantisation {
    std::string as_named; ///< that part of the name: "UD-Q4_K_XL", "GPTQ-Int4"
    std::string quant;    ///< weights.quant: "Q4_K_M", "awq4", "w4a16"; empty: not known
    std::string base;     ///< the whole name without it: "Qwen/Qwen3-32B"
    NameTells tells = NameTells::all;
    bool gguf = false; ///< of llama.cpp's files; with an empty `quant` the repository has several
    double bits = 0;   ///< of a weight, about; 0: not said
    int off = 0;       ///< of `nearest`: per cent by which its files differ from `quant` at most
    std::string maker; ///< of `nearest`: whose mix it is; empty: nobody's in particular
    std::string block; ///< quantization_config as that owner publishes it, JSON; empty: as `quant` alone says

    bool operator==(const NamedQuantisation &) const = default;
    /// How many times smaller than in 16 bits, about: "3.8"; empty where the bits are not known.
    [[nodiscard]] std::string times_smaller() const;
    /// A whole sentence on what was taken for `name`, or why nothing was; empty where the name says everything.
    [[nodiscard]] std::string said_of(std::string_view name) const;
};

/// `name`: a path, a Hub id with its tag or revision ("org/m-GGUF:Q4_K_M", "org/m-exl2@4.0bpw") or a file's name. `of_gguf`: it is known to
/// be one of llama.cpp's files, in whose names also F16 and bare Q4 are types. Nothing where the name says nothing of it.
[[nodiscard]] std::optional<NamedQuantisation> quantisation_of_name(std::string_view name, bool of_gguf = false);

} // namespace plimsoll
