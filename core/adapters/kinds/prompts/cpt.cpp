// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"

namespace plimsoll {

namespace {

AdapterTensors cpt_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    return {{"embedding", {use.size_of_list("cpt_token_ids").value_or(1), model.hidden}}};
}

} // namespace

/// peft 0.21.2 tuners/cpt.
constinit const AdapterMethod adapters::cpt = {
    .name = "cpt",
    .title = "CPT",
    .shared = cpt_tensors,
    .parameters_alone = true,
};

} // namespace plimsoll
