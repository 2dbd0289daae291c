// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// What somebody meant by a name that no field has.
struct Meant {
    std::string path;       ///< of the field; empty: none, it takes no memory
    std::string value = {}; ///< what to set, where the other tool's name says it: "nf4" of load_in_4bit
    bool operator==(const Meant &) const = default;
    [[nodiscard]] bool takes_no_memory() const { return path.empty(); }
    /// "weights.quant nf4", as plans and --set have it.
    [[nodiscard]] std::string in_plan() const;
    /// "--quant nf4"
    [[nodiscard]] std::string as_option() const;
};

/// A name of transformers, TRL, PEFT, bitsandbytes, Axolotl, LLaMA-Factory, DeepSpeed, vLLM, SGLang or llama.cpp, as an option
/// ("per-device-train-batch-size", "c", dashes in front or not) or a key ("lora_r", "training.lora_r"); nothing for any other text.
[[nodiscard]] std::optional<Meant> meant_elsewhere(std::string_view name);

/// The same, else the field whose name is near; nothing where none is.
[[nodiscard]] std::optional<Meant> meant_by(std::string_view name);

} // namespace plimsoll
