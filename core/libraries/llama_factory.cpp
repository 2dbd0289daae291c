// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr std::string_view llama_factory_pins =
    "LLaMA-Factory 0.9.6.dev0, pyproject.toml: transformers<=5.8.0, peft<=0.18.1, trl<=0.24.0";
constexpr HeldRelease llama_factory_holds[] = {
    {"transformers", "5.8.0", llama_factory_pins},
    {"peft", "0.18.1", llama_factory_pins},
    {"trl", "0.24.0", llama_factory_pins},
    {"accelerate", "1.11.0", "LLaMA-Factory 0.9.6.dev0, pyproject.toml: accelerate<=1.11.0"},
};

} // namespace

constinit const Library libraries::llama_factory{.name = "llama_factory", .known = "0.9.6", .holds = llama_factory_holds};

} // namespace plimsoll
