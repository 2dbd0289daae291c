// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loading/quantised_classes.h"

#include <algorithm>
#include <iterator>

namespace plimsoll {
namespace {

struct Row {
    std::string_view model_type;
    QuantisedClass has;
};

constexpr Row rows[] = {
    {"RefinedWeb", {.linears_are_subclasses = true}},
    {"RefinedWebModel", {.linears_are_subclasses = true}},
    {"falcon", {.linears_are_subclasses = true}},
    {"gpt_oss", {.experts_in_mxfp4 = true}},
    {"llama4", {.router_is_linear = true, .experts_patched = true}},
    {"llama4_text", {.router_is_linear = true, .experts_patched = true}},
    {"nemotron_h", {.experts_lack_activation = true}},
    {"phimoe", {.router_is_linear = true}},
};

} // namespace

const QuantisedClass &quantised_class(std::string_view model_type)
{
    static constexpr QuantisedClass none;
    const auto found = std::ranges::find(rows, model_type, &Row::model_type);
    return found == std::end(rows) ? none : found->has;
}

} // namespace plimsoll
