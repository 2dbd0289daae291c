// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace plimsoll {

/// A script of sbatch with numbers in the place of the variables that Slurm sets where it runs, as its `#SBATCH` lines tell them (Slurm 25.05, sbatch(1),
/// "OUTPUT ENVIRONMENT VARIABLES"): SLURM_GPUS_ON_NODE, SLURM_NNODES, SLURM_JOB_NUM_NODES, SLURM_NTASKS, SLURM_NPROCS and SLURM_NTASKS_PER_NODE. What they
/// do not tell stays; the text as it is without such lines.
[[nodiscard]] std::string with_batch_variables(std::string_view script);

} // namespace plimsoll
