// SPDX-License-Identifier: GPL-3.0-or-later
// LLaMA-Factory 0.9.6.dev0 @ff6d4d12: hparams/{model,data,finetuning,training,generating,megatron_bridge}_args.py
#include "core/exchange/tools/llama_factory/llama_factory.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/shared/tuner_words.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/ascii.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;

// extras/constants.py, AttentionFunction
constexpr Spelling spellings[] = {
    {"attention", "eager", "disabled"},
    {"attention", "sdpa", "sdpa"},
    {"attention", "flash2", "fa2"},
    {"attention", "flash3", "fa3"},
};

void take_flash(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (value == "auto") return reading.understood(entry, "attention");
    reading.state(entry, "attention", value_for(llama_factory_words, "attention", value));
}

/// data/mm_plugin.py, InternVLPlugin: with it the image processor is told to cut pictures into 1 to 12 tiles; without, its file decides.
void take_crops(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const auto on = as_switch(value);
    if (!on)
        reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "a switch is expected")));
    else if (!*on)
        reading.understood(entry, "images.max_tiles");
    else if (lower(reading.plan().model.hub + reading.plan().model.preset + reading.plan().model.config_path).find("internvl") !=
             std::string::npos)
        reading.state(entry, "images.max_tiles", 12);
    else
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "only pictures of %1 are cut by it"), {"InternVL"}));
}

constexpr KeyRule rules[] = {
    {"model_name_or_path", "model", take_named_model},
    {"finetuning_type", "method"},
    {"stage", "objective"},
    {"pref_loss", "objective"},
    {"lora_target", "adapter.targets", take_modules},
    {"flash_attn", "attention", take_flash},
    {"crop_to_patches", "images.max_tiles", take_crops},
    {"enable_liger_kernel", "loss.kind"},
    {"neat_packing", "padded", take_packing},
    {"freeze_trainable_layers", "trainable"},
    {"freeze_trainable_modules", "trainable"},
    {"freeze_extra_modules", "trainable"},
    {"use_llama_pro", "trainable"},
    {"freeze_vision_tower", "trainable"},
    {"freeze_multi_modal_projector", "trainable"},
    {"freeze_language_model", "trainable"},
    {"train_mm_proj_only", "trainable"},
    {"upcast_layernorm", "weights.upcast_norms"},
    {"quantization_bit", "weights.quant"},
    {"quantization_method", "weights.quant"},
    {"quantization_type", "weights.quant"},
    {"pure_bf16", "weights.dtype"},
    {"infer_dtype", "weights.dtype", take_dtype},
    {"disable_gradient_checkpointing", "gradient_checkpointing"},
    {"use_reentrant_gc", "gradient_checkpointing"},
    {"use_unsloth_gc", "gradient_checkpointing"},
    {"galore_layerwise", "optimizer.in_backward"},
    {"use_apollo", "optimizer.name"},
    {"apollo_rank", "optimizer.rank"},
    {"apollo_layerwise", "optimizer.in_backward"},
    {"use_muon", "optimizer.name"},
    {"ray_num_workers", "parallel.data"},
    {"deepspeed", "parallel.engine", take_deepspeed},
    {"fsdp", "parallel.zero"},
    {"fsdp_config", {}, take_section},
    {"fsdp_transformer_layer_cls_to_wrap", "parallel.wrap"},
    {"hyper_parallel_cp_size", "parallel.context"},
    {"infer_backend", "inference.engine"},
    {"vllm_maxlen", "inference.context"},
    {"vllm_gpu_util", "inference.gpu_memory_utilization"},
    {"vllm_enforce_eager", "inference.enforce_eager"},
    {"sglang_maxlen", "inference.context"},
    {"sglang_mem_fraction", "inference.gpu_memory_utilization"},
    {"sglang_tp_size", "parallel.tensor"},
};

constexpr KeyGroup groups[] = {
    {no_effect, of_data,
     "template dataset eval_dataset dataset_dir media_dir train_on_prompt mask_history streaming buffer_size "
     "mix_strategy interleave_probs overwrite_cache preprocessing_batch_size preprocessing_num_workers max_samples "
     "ignore_pad_token_for_loss val_size eval_on_each_dataset tool_format default_system enable_thinking "
     "preserve_thinking tokenized_path data_shared_file_system disable_shuffling use_fast_tokenizer "
     "split_special_tokens image_do_pan_and_scan use_audio_in_video audio_sampling_rate data_path"},
    {no_effect, of_schedule,
     "loraplus_lr_ratio loraplus_lr_embedding pissa_init pissa_iter pissa_convert pref_beta pref_ftx "
     "pref_bco_weight dpo_label_smoothing kto_chosen_weight kto_rejected_weight simpo_gamma ld_alpha "
     "galore_update_interval galore_scale galore_proj_type apollo_update_interval apollo_scale apollo_proj "
     "apollo_proj_type apollo_scale_type apollo_scale_front use_dft_loss eaft_alpha asft_alpha "
     "early_stopping_steps ppo_epochs ppo_score_norm ppo_target ppo_whiten_rewards moe_aux_loss_coef "
     "calculate_per_token_loss compute_dtype"},
    {no_effect, of_logs,
     "plot_loss use_swanlab swanlab_* print_param_status include_effective_tokens_per_second enable_torch_profiler "
     "profiler_* profile_modules badam_verbose"},
    {no_effect, of_files,
     "adapter_folder cache_dir offload_folder export_* create_new_adapter hf_hub_token ms_hub_token om_hub_token "
     "low_cpu_mem_usage train_from_scratch megatron_pretrained_checkpoint"},
    {no_effect, of_code, "model_revision trust_remote_code"},
    {no_effect, of_evaluation,
     "compute_accuracy predict_with_generate eval_num_beams task task_dir lang n_shot save_dir download_mode "
     "generation_config generation_max_length generation_num_beams sortish_sampler"},
    {no_effect, of_sampling,
     "do_sample temperature top_p top_k num_beams max_length max_new_tokens repetition_penalty length_penalty "
     "skip_special_tokens"},
    {no_effect, of_processes,
     "ray_init_kwargs ray_run_name ray_storage_path ray_storage_filesystem resources_per_worker placement_strategy "
     "master_addr master_port model_max_length block_diag_attn quantization_device_map use_mca use_megatron_bridge "
     "use_hyper_parallel sglang_lora_backend"},
    {not_said, no_field,
     "fp8 fp8_backend fp8_enable_fsdp_float8_all_gather use_badam badam_mode badam_start_block badam_switch_mode "
     "badam_switch_interval badam_update_ratio badam_mask_mode use_adam_mini upcast_lmhead_output galore_target "
     "apollo_target hyper_parallel_args use_kv_cache"},
    {not_said, of_kernels,
     "use_unsloth use_v1_kernels shift_attn use_kt kt_* bias_activation_fusion apply_rope_fusion "
     "masked_softmax_fusion cross_entropy_loss_fusion moe_grouped_gemm moe_token_dispatcher_type "
     "overlap_param_gather overlap_grad_reduce"},
    {not_said, of_shape,
     "resize_vocab add_tokens add_special_tokens new_special_tokens_config init_special_tokens rope_scaling "
     "mixture_of_depths oft_rank oft_block_size oft_target module_dropout "
     "adapter_name_or_path use_packed_sequences"},
    {not_said, of_objective,
     "ref_model ref_model_adapters ref_model_quantization_bit reward_model reward_model_adapters "
     "reward_model_quantization_bit reward_model_type ppo_buffer_size use_eaft_loss use_asft_loss "
     "vllm_max_lora_rank vllm_config sglang_config"},
    {not_said, of_limits,
     "device_map account_for_embedding_in_pipeline_split account_for_loss_in_pipeline_split mixed_precision "
     "extra_config"},
};

constexpr KeyRule variables[] = {
    {"NPROC_PER_NODE", "parallel.data"},
    {"NNODES", "parallel.data"},
    {"OPTIM_TORCH", "allocator.expandable_segments"},
};
constexpr KeyGroup variable_groups[] = {
    {no_effect, of_processes,
     "FORCE_TORCHRUN USE_MCA USE_MEGATRON_BRIDGE USE_V1 USE_RAY USE_KT MAX_RESTARTS RDZV_ID MIN_NNODES MAX_NNODES "
     "DISABLE_VERSION_CHECK "
     "ALLOW_EXTRA_ARGS USE_MODELSCOPE_HUB USE_OPENMIND_HUB LLAMAFACTORY_VERBOSITY RECORD_VRAM API_* GRADIO_* MODELSCOPE_*"},
};

} // namespace

constinit const ToolWords llama_factory_variables{
    .title = "LLaMA-Factory", .rules = variables, .groups = variable_groups, .base = &environment_words};

constinit const ToolWords llama_factory_words{.title = "LLaMA-Factory",
                                              .runner = &stacks::llama_factory,
                                              .rules = rules,
                                              .groups = groups,
                                              .spellings = spellings,
                                              .base = &tuner_words};

} // namespace plimsoll
