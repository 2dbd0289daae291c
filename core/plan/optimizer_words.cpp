// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/optimizer_words.h"

#include "core/plan/names.h"
#include "core/plan/optimizer_names.h"

#include <initializer_list>

namespace plimsoll {

namespace {

using enum OptimizerImplementation;

constexpr OptimizerWord optimizer_words[] = {
    {"adamw_torch", "adamw", foreach_},
    {"adamw_torch_fused", "adamw", fused},
    {"adamw_torch_xla", "adamw", foreach_},
    {"adamw_torch_npu_fused", "adamw", fused},
    {"adamw_torch_4bit", "adamw_4bit"},
    {"torchao_adamw_4bit", "adamw_4bit"},
    {"torchao_adamw_8bit", "adamw_torch_8bit"},
    {"adamw_bnb_8bit", "adamw_8bit"},
    {"paged_adamw", "paged_adamw_32bit"},
    {"lion_32bit", "lion"},
    {"paged_lion", "paged_lion_32bit"},
    {"paged_ademamix", "paged_ademamix_32bit"},
    {"rmsprop_bnb_32bit", "rmsprop_bnb"},
    {"galore_adamw", "galore"},
    {"galore_adamw_layerwise", "galore", {}, true},
    {"galore_adamw_8bit_layerwise", "galore_adamw_8bit", {}, true},
    {"galore_adafactor_layerwise", "galore_adafactor", {}, true},
    {"apollo_adamw", "apollo"},
    {"apollo_adamw_layerwise", "apollo", {}, true},
    {"torch_adamw", "adamw", foreach_},
    {"torch_adafactor", "adafactor", single}, // _adafactor.py: foreach is asked for, never taken by itself
};

} // namespace

std::optional<OptimizerWord> optimizer_word_of(std::string_view text)
{
    for (const OptimizerWord &row : optimizer_words)
        if (row.word == text) return row;
    for (const std::string_view package : {"torch_", "torchao_"})
        if (text.starts_with(package))
            for (const std::string_view name : growing_names<OptimizerName>().all())
                if (text.substr(package.size()) == name) return OptimizerWord{text, name};
    return std::nullopt;
}

} // namespace plimsoll
