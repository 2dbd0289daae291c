// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after_load.h"

#include "core/stacks/stack_defaults.h"

namespace plimsoll::step {

void convert_as_axolotl(Machine &m, Decoder &decoder, const Plan &plan, Dtype loaded)
{
    if (plan.stack != Stack::axolotl) return;
    if (!plan.trains_adapter() && !is_flash(plan.attention) && plan.loss.kind != LossKind::cut)
        return decoder.raise_to_fp32(m, false);
    decoder.cast_embeddings(m, Dtype::fp32);
    decoder.cast_embeddings(m, loaded);
}

void convert_as_older_trl(Machine &m, Decoder &decoder, const Plan &plan)
{
    const bool four_bit = plan.weights.quant == "nf4" || plan.weights.quant == "fp4";
    if (plan.stack != Stack::trl || !four_bit || plan.autocast != Autocast::bf16) return;
    if (release_before(plan, "trl", 0, 26)) decoder.cast_embeddings(m, Dtype::bf16);
}

} // namespace plimsoll::step
