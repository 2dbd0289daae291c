// SPDX-License-Identifier: GPL-3.0-or-later
// Axolotl 0.21.0: utils/schemas (config, model, peft, training, fsdp, trl, vllm, integrations, deprecated), integrations/*/args.py
#include "core/exchange/tools/axolotl/axolotl.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/transformers/trainer_spellings.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;

// utils/schemas/enums.py, CustomSupportedOptimizers; the others are transformers'.
constexpr Spelling spellings[] = {
    {"optimizer.name", "adamw_4bit", "ao_adamw_4bit", Way::read},
    {"optimizer.name", "adamw_8bit", "ao_adamw_8bit", Way::read},
    {"optimizer.name", "adamw_fp8", "ao_adamw_fp8"},
    {"optimizer.name", "adamw", "optimi_adamw", Way::read},
    {"optimizer.implementation", "single", "optimi_adamw"},
    {"optimizer.name", "muon", "muon"},
};

constexpr KeyRule rules[] = {
    {"base_model", "model", take_named_model},
    {"load_in_8bit", "weights.quant"},
    {"gptq", "weights.quant"},
    {"bnb_config_kwargs.bnb_4bit_use_double_quant", "weights.double_quant"},
    {"bnb_config_kwargs.bnb_4bit_quant_storage", "weights.quant_storage"},
    {"bnb_config_kwargs.bnb_4bit_quant_type", "weights.quant"},
    {"model_quantization_config", "weights.quant"},
    {"model_quantization_config_kwargs", {}, take_section},
    {"model_quantization_config_kwargs.dequantize", "weights.quant"},
    {"batch_size", "gradient_accumulation", take_total_batch},
    {"sample_packing", "padded", take_packing},
    {"fp16", "autocast"},
    {"lora_target_modules", "adapter.targets", take_modules},
    {"unfrozen_parameters", "trainable", take_unfrozen},
    {"bfloat16", "weights.dtype"},
    {"float16", "weights.dtype"},
    {"float32", "weights.dtype"},
    {"torch_dtype", "weights.dtype"},
    {"optimizer", "optimizer.name", take_axolotl_optimizer},
    {"attn_implementation", "attention", take_attention},
    {"flash_attention", "attention", take_attention_switch},
    {"sdp_attention", "attention", take_attention_switch},
    {"eager_attention", "attention", take_attention_switch},
    {"xformers_attention", "attention", take_attention_switch},
    {"flex_attention", "attention", take_attention_switch},
    {"sage_attention", "attention", take_attention_switch},
    {"gradient_checkpointing", "gradient_checkpointing"},
    {"gradient_checkpointing_kwargs", {}, take_section},
    {"gradient_checkpointing_kwargs.use_reentrant", "gradient_checkpointing"},
    {"activation_offloading", "gradient_checkpointing"},
    {"plugins", "loss.kind"},
    {"liger_fused_linear_cross_entropy", "loss.kind"},
    {"liger_cross_entropy", "loss.kind"},
    {"cut_cross_entropy", "loss.kind"},
    {"chunked_cross_entropy_num_chunks", "loss.chunk"},
    {"lora_target_linear", "adapter.targets"},
    {"lora_mlp_kernel", "lora_kernels"},
    {"lora_qkv_kernel", "lora_kernels"},
    {"lora_o_kernel", "lora_kernels"},
    {"lora_embedding_kernel", "lora_kernels"},
    {"rl", "objective"},
    {"reward_model", "objective"},
    {"freeze_mm_modules", "trainable"},
    {"spectrum_top_fraction", "trainable"},
    {"ddp_bucket_cap_mb", "parallel.bucket_mb"},
    {"ddp_find_unused_parameters", "parallel.find_unused_parameters"},
    {"dp_shard_size", "parallel.data"},
    {"dp_replicate_size", "parallel.replicate"},
    {"torch_compile", "compile", take_compile},
    {"sequence_parallel_degree", "parallel.context"},
    {"expert_parallel_size", "parallel.expert"},
    {"fsdp", "parallel.zero"},
    {"fsdp_config", {}, take_section},
    {"bnb_config_kwargs", {}, take_section},
    {"trl", {}, take_section},
    {"vllm", {}, take_section},
    {"fsdp_version", "parallel.engine"},
    {"deepspeed", "parallel.engine", take_deepspeed},
    {"use_ray", "parallel.data"},
    {"ray_num_workers", "parallel.data"},
};

constexpr KeyGroup groups[] = {
    {no_effect, of_data,
     "datasets test_datasets pretraining_dataset dataset_* shuffle_merged_datasets shuffle_before_merging_datasets "
     "skip_prepare_dataset num_dataset_shards_to_save push_dataset_to_hub hf_use_auth_token dataloader_* "
     "remove_unused_columns streaming streaming_multipack_buffer_size pretrain_multipack_buffer_size "
     "pretrain_multipack_attn pretraining_sample_concatenation preprocess_iterable excess_length_strategy "
     "min_sample_len max_prompt_len sample_packing_* eval_sample_packing pad_to_sequence_len pad_to_multiple_of "
     "curriculum_sampling multipack_real_batches use_pose pose_* train_on_inputs group_by_length special_tokens "
     "added_tokens_overrides eot_tokens chat_template chat_template_jinja chat_template_kwargs "
     "default_system_message role_boundaries is_preprocess total_num_tokens total_supervised_tokens "
     "balance_labels label_balance_window_optim_steps fa_varlen_kwargs_in_collator max_packed_sequence_len test_value strict "
     "dpo_padding_free accelerator_config"},
    {no_effect, of_schedule,
     "num_epochs max_steps learning_rate embedding_lr embedding_lr_scale loraplus_lr_ratio loraplus_lr_embedding "
     "lr_scheduler lr_scheduler_kwargs lr_quadratic_warmup lr_div_factor lr_groups cosine_min_lr_ratio "
     "cosine_constant_lr_ratio eta_min warmup_steps warmup_ratio weight_decay adam_beta1 adam_beta2 adam_beta3 "
     "adam_eps adam_epsilon adam_epsilon2 dion_lr dion_momentum jagged_* seed neftune_noise_alpha "
     "noisy_embedding_alpha rl_beta dpo_beta rpo_alpha orpo_alpha simpo_gamma cpo_alpha kto_desirable_weight "
     "kto_undesirable_weight dpo_label_smoothing dpo_loss_type dpo_loss_weights dpo_norm_loss dpo_use_weighting "
     "center_rewards_coefficient eaft_* loss_watchdog_threshold loss_watchdog_patience early_stopping_patience "
     "torchdistx_path peft_init_lora_weights lora_fan_in_fan_out reinit_weights mean_resizing_embeddings "
     "grokfast_* dpo_ld_alpha full_determinism tf32"},
    {no_effect, of_logs,
     "logging_steps wandb_* use_wandb mlflow_* use_mlflow hf_mlflow_log_artifacts comet_* use_comet trackio_* "
     "use_trackio swanlab_* use_swanlab use_tensorboard otel_* use_otel_metrics include_tkps "
     "include_tokens_per_second profiler_steps profiler_steps_start sync_profiler_* logging_nan_inf_filter debug gradio_*"},
    {no_effect, of_files,
     "output_dir resume_from_checkpoint auto_resume_from_checkpoints save_steps saves_per_epoch save_strategy "
     "save_total_limit save_first_step save_only_model save_safetensors load_best_model_at_end hub_model_id "
     "hub_strategy hub_revision lora_model_dir merge_lora merge_method lora_on_cpu dynamic_checkpoint "
     "axolotl_config_path fsdp_final_state_dict_type low_cpu_mem_usage experimental_skip_move_to_device "
     "base_model_ignore_patterns quantization export"},
    {no_effect, of_code,
     "model_type type_of_model base_model_config cls_model_config tokenizer_* processor_type processor_kwargs "
     "trust_remote_code revision_of_model model_revision is_falcon_derived_model is_llama_derived_model "
     "is_mistral_derived_model is_qwen_derived_model trainer_cls full_finetune"},
    {no_effect, of_evaluation,
     "val_set_size eval_on_start eval_steps evals_per_epoch eval_strategy evaluation_strategy eval_sequence_len eval_table_size "
     "eval_max_new_tokens eval_causal_lm_metrics do_causal_lm_eval do_bench_eval bench_dataset bench_split "
     "metric_for_best_model greater_is_better generate_samples generation_* num_generation_samples lm_eval_* "
     "dpo_generate_during_eval"},
    // what is said of these goes to adapter.settings before: here they are empty, or off
    {no_effect,
     {QT_TRANSLATE_NOOP("core", "nothing stands there")},
     "lora_rank_pattern lora_alpha_pattern peft_layers_to_transform peft_layers_pattern "
     "peft_ensure_weight_tying peft_trainable_token_indices"},
    {no_effect, of_processes,
     "autotune_* local_rank device ddp ddp_timeout ddp_broadcast_buffers ray_run_name resources_per_worker gc_collect_steps "
     "gptq_disable_exllama gptq_groupsize gptq_model_v1 flash_optimum s2_attention flash_attn_rms_norm "
     "liger_kernel_impl qlora_sharded_model_loading expert_parallel_backend "
     "expert_parallel_fallback_on_unsupported ring_attn_func"},
    {no_effect, of_sampling,
     "trl.beta trl.temperature trl.top_p trl.top_k trl.min_p trl.repetition_penalty trl.generation_kwargs "
     "trl.chat_template_kwargs trl.reward_funcs trl.reward_weights trl.reward_num_workers trl.scale_rewards "
     "trl.loss_type trl.epsilon trl.epsilon_high trl.entropy_coef trl.entropy_coef_delta trl.entropy_coef_max "
     "trl.entropy_coef_min trl.entropy_target trl.use_adaptive_entropy trl.importance_sampling_level "
     "trl.log_completions trl.log_multimodal trl.num_completions_to_print trl.mask_truncated_completions "
     "trl.multi_objective_aggregation trl.num_iterations trl.off_policy_mask_threshold trl.ref_model_mixup_alpha "
     "trl.ref_model_sync_steps trl.vllm_server_host trl.vllm_server_port trl.vllm_server_timeout "
     "trl.vllm_guided_decoding_regex trl.vllm_importance_sampling_* trl.use_bias_correction_kl trl.rollout_func "
     "trl.reroll_* trl.skip_zero_advantage_batches trl.replay_recompute_logps trl.streaming_* "
     "trl.vllm_sync_interval vllm.host vllm.port vllm.device vllm.reasoning_parser vllm.enable_reasoning "
     "vllm.worker_extension_cls vllm.serve_module"},
    {not_said, no_field,
     "auto_find_batch_size optim_target_modules optim_args torch_empty_cache_steps gc_steps layer_offloading "
     "selective_checkpointing tiled_mlp tiled_mlp_num_shards tiled_mlp_use_original_mlp ple_cpu_offload "
     "batch_flattening deepcompile fp8 fp8_config fp8_enable_fsdp_float8_all_gather fp32_norms fp32_norm_classes "
     "qat cut_cross_entropy_accum_c_fp32 cut_cross_entropy_c_grad_chunk_size lora_fp32_gradients nf4_backend qgalore_* "
     "dion_rank_fraction dion_rank_multiple_of torch_compile_backend torch_compile_regional torch_compile_mode "
     "torch_compile_options use_onebitllms llmcompressor embeddings_skip_upcast"},
    {not_said, of_kernels,
     "liger_rope liger_rms_norm liger_rms_norm_gated liger_layer_norm liger_glu_activation liger_swiglu "
     "liger_use_token_scaling "
     "fused_attn_kernel flash_attn_cross_entropy flash_attn_fuse_mlp experts_implementation use_kernels "
     "use_scattermoe use_sonicmoe use_dsv4_kernels use_glm_dsa_kernels expert_backend nonexpert_quantization "
     "moe_bnb_fast moe_dequant_chunk_size moe_grouped_backend dense_mixer dsv4_* gemma4_* nvfp4_merge_aware "
     "nvfp4_merge_aware_start_step llama4_linearized_experts large_head_attention flash_attn_d512 sdpa_varlen "
     "flex_attn_compile_kwargs scaling_softmax scaling_softmax_bias scaling_softmax_factor"},
    {not_said, of_shape,
     "model_config overrides_of_model_config model_kwargs overrides_of_model_kwargs rope_scaling num_labels tokens "
     "fix_untrained_tokens resize_token_embeddings_to_32x shrink_embeddings image_size image_resize_algorithm "
     "peft_layer_replication peft relora relora_* lisa_* mora mixlora_* spectrum_*"},
    {not_said, of_objective,
     "process_reward_model precompute_ref_log_probs dpo_use_liger_kernel dpo_use_logits_to_keep "
     "use_eaft use_dft kd_* diffusion diffusion_lm ebft hatchery nemo_gym_* trl.use_vllm trl.vllm_mode trl.num_generations "
     "trl.generation_batch_size trl.max_completion_length trl.use_liger_loss trl.sync_ref_model "
     "trl.use_data_producer trl.async_prefetch trl.prefetch_depth trl.replay_buffer_size "
     "trl.vllm_enable_sleep_mode trl.vllm_lora_sync vllm.gpu_memory_utilization vllm.tensor_parallel_size "
     "vllm.data_parallel_size vllm.dtype vllm.max_model_len vllm.enable_prefix_caching vllm.enforce_eager"},
    {not_said, of_limits,
     "expert_parallel_dispatch_chunks expert_parallel_save_dispatch device_map max_memory gpu_memory_limit world_size "
     "heads_k_stride expert_parallel_num_nvl_bytes "
     "expert_parallel_num_rdma_bytes expert_parallel_token_capacity"},
};

} // namespace

constinit const ToolWords axolotl_words{.title = "Axolotl",
                                        .runner = &stacks::axolotl,
                                        .rules = rules,
                                        .groups = groups,
                                        .spellings = spellings,
                                        .shared = trainer_spellings};

} // namespace plimsoll
