// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/autograd.h"

#include <initializer_list>
#include <vector>

// Checkpoints of torch.distributed's checkpoint_wrapper(early_stop=False): their second run goes to its end, and may take what
// costly operations gave from the first (torch 2.15 utils/checkpoint.py, create_selective_checkpoint_contexts).

namespace plimsoll::step {

/// What the first run of such a region keeps, in the order in which it was made.
struct CostlyResults {
    std::vector<Tensor> held;
    std::size_t next = 0; ///< that the second run takes
    Count products = 0;   ///< of the running run
    bool again = false;   ///< it is the second
};

/// Of the region that runs; null: none, or one that keeps nothing.
[[nodiscard]] CostlyResults *costly_results(const Machine &machine);

/// checkpoint() whose second run goes to its end. `keeps`: what attention, collectives and every other product gave is kept and
/// taken from there (torchtitan 0.3.0 distributed/activation_checkpoint.py, SelectiveAC; FullAC keeps nothing).
[[nodiscard]] Tensor checkpoint_to_end(Machine &machine, const Tensor &input, std::function<Tensor(Tensor)> forward, bool keeps);

/// An operation whose results such a region may keep: `make` fills `results` in, unless they stand there. Of products every
/// other one counts, beginning with the first.
template <class Make>
void costly(Machine &machine, bool product, std::initializer_list<Tensor *> results, Make &&make)
{
    CostlyResults *kept = machine.frame ? costly_results(machine) : nullptr;
    if (kept && product && ++kept->products % 2 == 0) kept = nullptr;
    if (kept && kept->again) {
        for (Tensor *result : results) *result = std::move(kept->held[kept->next++]);
        return;
    }
    make();
    if (!kept) return;
    for (const Tensor *result : results) {
        kept->held.push_back(result->detach());
        machine.relabel(result->storage(), Component::activations);
    }
}

} // namespace plimsoll::step
