// SPDX-License-Identifier: GPL-3.0-or-later
// LLaMA-Factory 0.9.6.dev0 examples/{deepspeed,accelerate}, Axolotl 0.21 deepspeed_configs, TRL 1.16 examples/accelerate_configs,
// open-r1 and alignment-handbook recipes/accelerate_configs, ms-swift 4.6 swift/config, LLaVA 1.2 scripts
#include "core/exchange/tools/shared/known_files.h"

#include <algorithm>

namespace plimsoll {

namespace {

// DeepSpeed. What a file leaves to the Trainer ("auto") is the Trainer's where nobody says it, and is left out.
#define PLIMSOLL_ZERO_2                                                                                                          \
    "allgather_partitions: true, allgather_bucket_size: 500000000, overlap_comm: false, reduce_scatter: true, "                  \
    "reduce_bucket_size: 500000000, contiguous_gradients: true, round_robin_gradients: true"
#define PLIMSOLL_ZERO_3                                                                                                          \
    "contiguous_gradients: true, sub_group_size: 1000000000, reduce_bucket_size: auto, stage3_prefetch_bucket_size: auto, "      \
    "stage3_param_persistence_threshold: auto, stage3_max_live_parameters: 1000000000, stage3_max_reuse_distance: 1000000000, "  \
    "stage3_gather_16bit_weights_on_model_save: true"
#define PLIMSOLL_AXOLOTL_3                                                                                                       \
    "overlap_comm: true, contiguous_gradients: true, sub_group_size: 0, reduce_bucket_size: auto, "                              \
    "stage3_prefetch_bucket_size: auto, stage3_param_persistence_threshold: auto, max_live_parameters: 0, "                      \
    "max_reuse_distance: 0, gather_16bit_weights_on_model_save: true"
#define PLIMSOLL_SWIFT_2                                                                                                         \
    "allgather_partitions: true, allgather_bucket_size: 200000000, overlap_comm: false, reduce_scatter: true, "                  \
    "reduce_bucket_size: 200000000, contiguous_gradients: true"
#define PLIMSOLL_BF16 "bf16: {enabled: true}\n"
#define PLIMSOLL_STATES_AWAY ", offload_optimizer: {device: cpu}"
#define PLIMSOLL_WEIGHTS_AWAY ", offload_param: {device: cpu}"

// accelerate
#define PLIMSOLL_EIGHT "mixed_precision: bf16\nnum_processes: 8\n"
#define PLIMSOLL_TWO "mixed_precision: bf16\nnum_processes: 2\n"
#define PLIMSOLL_FSDP_1                                                                                                          \
    "distributed_type: FSDP\nfsdp_config: {fsdp_version: 1, fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP, "                     \
    "fsdp_backward_prefetch: BACKWARD_PRE, fsdp_cpu_ram_efficient_loading: true, fsdp_sharding_strategy: FULL_SHARD, "           \
    "fsdp_use_orig_params: true, "
#define PLIMSOLL_FSDP_2                                                                                                          \
    "distributed_type: FSDP\nfsdp_config: {fsdp_version: 2, fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP, "                     \
    "fsdp_cpu_ram_efficient_loading: true, fsdp_offload_params: false, fsdp_reshard_after_forward: true"
#define PLIMSOLL_DEEPSPEED "distributed_type: DEEPSPEED\ndeepspeed_config: "
#define PLIMSOLL_KEPT "{offload_optimizer_device: none, offload_param_device: none, zero_stage: "

constexpr KnownFile files[] = {
    {"ds_z0_config.json", "LLaMA-Factory", "zero_optimization: {stage: 0, " PLIMSOLL_ZERO_2 "}\n"},
    {"ds_z2_config.json", "LLaMA-Factory", "zero_optimization: {stage: 2, " PLIMSOLL_ZERO_2 "}\n"},
    {"ds_z2_offload_config.json", "LLaMA-Factory", "zero_optimization: {stage: 2, " PLIMSOLL_ZERO_2 PLIMSOLL_STATES_AWAY "}\n"},
    {"ds_z2_autotp_config.json", "LLaMA-Factory",
     "zero_optimization: {stage: 2, " PLIMSOLL_ZERO_2 "}\ntensor_parallel: {autotp_size: 2}\n"},
    {"ds_z3_config.json", "LLaMA-Factory", "zero_optimization: {stage: 3, overlap_comm: false, " PLIMSOLL_ZERO_3 "}\n"},
    {"ds_z3_offload_config.json", "LLaMA-Factory",
     "zero_optimization: {stage: 3, overlap_comm: false, " PLIMSOLL_ZERO_3 PLIMSOLL_STATES_AWAY PLIMSOLL_WEIGHTS_AWAY "}\n"},
    {"ds_z3_fp8_config.json", "LLaMA-Factory",
     "zero_optimization: {stage: 3, overlap_comm: false, contiguous_gradients: true, sub_group_size: 1000000000, "
     "reduce_bucket_size: 12845056, stage3_prefetch_bucket_size: 11560550, stage3_param_persistence_threshold: 35840, "
     "stage3_max_live_parameters: 1000000000, stage3_max_reuse_distance: 1000000000, "
     "stage3_gather_16bit_weights_on_model_save: true" PLIMSOLL_STATES_AWAY "}\n"},
    {"accelerate/fsdp_config.yaml", "LLaMA-Factory",
     PLIMSOLL_FSDP_1 "fsdp_forward_prefetch: false, fsdp_offload_params: false}\n" PLIMSOLL_TWO},
    {"accelerate/fsdp_config_offload.yaml", "LLaMA-Factory",
     PLIMSOLL_FSDP_1 "fsdp_forward_prefetch: false, fsdp_offload_params: true}\n" PLIMSOLL_TWO},
    {"accelerate/fsdp2_config.yaml", "LLaMA-Factory", PLIMSOLL_FSDP_2 "}\n" PLIMSOLL_TWO},

    {"deepspeed_configs/zero1.json", "Axolotl", "zero_optimization: {stage: 1, overlap_comm: true}\n"},
    {"deepspeed_configs/zero1_torch_compile.json", "Axolotl",
     "zero_optimization: {stage: 1, overlap_comm: true}\ncompile: {disable: false, backend: inductor}\n"},
    {"deepspeed_configs/zero2.json", "Axolotl",
     "zero_optimization: {stage: 2, contiguous_gradients: true, overlap_comm: true" PLIMSOLL_STATES_AWAY "}\n"},
    {"deepspeed_configs/zero2_torch_compile.json", "Axolotl",
     "zero_optimization: {stage: 2, contiguous_gradients: true, overlap_comm: true" PLIMSOLL_STATES_AWAY
     "}\ncompile: {disable: false, backend: inductor}\n"},
    {"deepspeed_configs/zero3.json", "Axolotl", "zero_optimization: {stage: 3, " PLIMSOLL_AXOLOTL_3 "}\n"},
    {"deepspeed_configs/zero3_bf16.json", "Axolotl", PLIMSOLL_BF16 "zero_optimization: {stage: 3, " PLIMSOLL_AXOLOTL_3 "}\n"},
    {"deepspeed_configs/zero3_bf16_cpuoffload_all.json", "Axolotl",
     PLIMSOLL_BF16 "zero_optimization: {stage: 3, " PLIMSOLL_AXOLOTL_3 PLIMSOLL_STATES_AWAY PLIMSOLL_WEIGHTS_AWAY "}\n"},
    {"deepspeed_configs/zero3_bf16_cpuoffload_params.json", "Axolotl",
     PLIMSOLL_BF16 "zero_optimization: {stage: 3, " PLIMSOLL_AXOLOTL_3 PLIMSOLL_WEIGHTS_AWAY "}\n"},

    {"swift/config/zero0.json", "ms-swift", "zero_optimization: {stage: 0, " PLIMSOLL_SWIFT_2 "}\n"},
    {"swift/config/zero1.json", "ms-swift", "zero_optimization: {stage: 1, " PLIMSOLL_SWIFT_2 "}\n"},
    {"swift/config/zero2.json", "ms-swift", "zero_optimization: {stage: 2, " PLIMSOLL_SWIFT_2 "}\n"},
    {"swift/config/zero2_offload.json", "ms-swift", "zero_optimization: {stage: 2, " PLIMSOLL_SWIFT_2 PLIMSOLL_STATES_AWAY "}\n"},
    {"swift/config/zero3.json", "ms-swift", "zero_optimization: {stage: 3, overlap_comm: false, " PLIMSOLL_ZERO_3 "}\n"},
    {"swift/config/zero3_offload.json", "ms-swift",
     "zero_optimization: {stage: 3, overlap_comm: false, " PLIMSOLL_ZERO_3 PLIMSOLL_STATES_AWAY PLIMSOLL_WEIGHTS_AWAY "}\n"},

    {"scripts/zero2.json", "LLaVA",
     "zero_optimization: {stage: 2, overlap_comm: true, contiguous_gradients: true, sub_group_size: 1000000000, "
     "reduce_bucket_size: auto}\n"},
    {"scripts/zero3.json", "LLaVA", "zero_optimization: {stage: 3, overlap_comm: true, " PLIMSOLL_ZERO_3 "}\n"},
    {"scripts/zero3_offload.json", "LLaVA",
     "zero_optimization: {stage: 3, overlap_comm: true, " PLIMSOLL_ZERO_3 PLIMSOLL_STATES_AWAY PLIMSOLL_WEIGHTS_AWAY "}\n"},

    {"accelerate_configs/single_gpu.yaml", "TRL", "distributed_type: 'NO'\nmixed_precision: bf16\nnum_processes: 1\n"},
    {"accelerate_configs/multi_gpu.yaml", "TRL", "distributed_type: MULTI_GPU\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/deepspeed_zero1.yaml", "TRL",
     PLIMSOLL_DEEPSPEED "{gradient_accumulation_steps: 1, zero_stage: 1}\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/deepspeed_zero2.yaml", "TRL", PLIMSOLL_DEEPSPEED PLIMSOLL_KEPT "2}\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/deepspeed_zero3.yaml", "TRL", PLIMSOLL_DEEPSPEED PLIMSOLL_KEPT "3}\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/fsdp1.yaml", "TRL",
     PLIMSOLL_FSDP_1 "fsdp_forward_prefetch: true, fsdp_offload_params: false}\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/fsdp2.yaml", "TRL", PLIMSOLL_FSDP_2 "}\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/context_parallel_2gpu.yaml", "TRL",
     PLIMSOLL_FSDP_2 ", fsdp_activation_checkpointing: true}\n" PLIMSOLL_TWO
                     "parallelism_config: {dp_replicate_size: 1, dp_shard_size: 1, tp_size: 1, cp_size: 2}\n"},
    {"accelerate_configs/alst_ulysses_4gpu.yaml", "TRL",
     PLIMSOLL_DEEPSPEED PLIMSOLL_KEPT
     "3}\nmixed_precision: bf16\nnum_processes: 4\n"
     "parallelism_config: {dp_replicate_size: 1, dp_shard_size: 2, tp_size: 1, sp_size: 2, sp_backend: deepspeed}\n"},
    {"accelerate_configs/zero1.yaml", "TRL",
     PLIMSOLL_DEEPSPEED "{gradient_accumulation_steps: 1, zero_stage: 1}\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/zero2.yaml", "TRL and open-r1", PLIMSOLL_DEEPSPEED PLIMSOLL_KEPT "2}\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/zero3.yaml", "TRL and open-r1", PLIMSOLL_DEEPSPEED PLIMSOLL_KEPT "3}\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/ddp.yaml", "open-r1", "distributed_type: MULTI_GPU\n" PLIMSOLL_EIGHT},
    {"accelerate_configs/fsdp.yaml", "open-r1 and alignment-handbook",
     PLIMSOLL_FSDP_1 "fsdp_forward_prefetch: true, fsdp_offload_params: false}\n" PLIMSOLL_EIGHT},
};

} // namespace

const KnownFile *known_file(std::string_view path)
{
    const auto ends_so = [path](const KnownFile &file) {
        return path.ends_with(file.path) && (path.size() == file.path.size() || path[path.size() - file.path.size() - 1] == '/');
    };
    const auto found = std::ranges::find_if(files, ends_so);
    return found == std::end(files) ? nullptr : &*found;
}

} // namespace plimsoll
