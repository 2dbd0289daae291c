// SPDX-License-Identifier: GPL-3.0-or-later
// ms-swift 4.6.0: arguments/base_args, arguments/{sft,tuner,rlhf,pretrain}_args.py, trainers/arguments.py, rlhf_trainers/args_mixin.py,
// megatron/arguments
#include "core/exchange/tools/ms_swift/ms_swift.h"
#include "core/exchange/tools/ms_swift/ms_swift_pictures.h"
#include "core/ground/phrase.h"
#include "core/exchange/tools/rollouts/rollout_keys.h"
#include "core/exchange/tools/shared/frozen_parts.h"
#include "core/exchange/tools/shared/known_files.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/shared/tuner_words.h"
#include "core/exchange/tools/transformers/trainer_words.h"

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

void take_bias(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    reading.state(entry, "adapter.bias", value);
}

/// pipelines/train/tuner.py, prepare_adapter: Unsloth's own model, kernels and checkpoints.
void take_tuner_backend(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (value == "unsloth")
        reading.not_said(entry, of_kernels.text());
    else
        reading.no_effect(entry, of_code.text());
}

void take_autotp(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    reading.state(entry, "parallel.tensor", value_for(ms_swift_words, "parallel.tensor", value));
}

void take_segments(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const std::string word = as_word(value);
    if (word == "expandable_segments:True" || word == "expandable_segments:true")
        reading.state(entry, "allocator.expandable_segments", true);
    else
        reading.not_said(
            entry, phrase(QT_TRANSLATE_NOOP("core", "of the allocator's settings plans have %1 alone"), {"expandable_segments"}));
}

/// ms-swift 3's Megatron checkpoint, of a model that another key may name.
void take_checkpoint(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (reading.plan().has("model"))
        reading.no_effect(entry, of_files.text());
    else
        take_named_model(reading, entry, value);
}

/// DeepSpeed's file where ms-swift has none of this name, and its own where it has (swift/config).
void take_zero(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const std::string word = as_word(value);
    if (known_file("swift/config/" + word + ".json") == nullptr) return take_deepspeed(reading, entry, value);
    reading.understood(entry, "parallel.zero");
    if (const KnownFile *own = known_file("swift/config/" + word + ".json"))
        if (const Result<ConfigText> text = config_from_yaml(own->text)) {
            ConfigReading inner(*text, reading.imports()); // its keys are nobody's to list
            read_deepspeed_keys(inner);
        }
}

/// sequence_parallel/sequence_parallel.py, _init_device_mesh: as many ranks as divide the heads exchange them, what is left goes round a
/// ring.
void take_sequence(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto ranks = as_count(value);
    reading.state(entry, "parallel.context", ranks ? json(*ranks) : value);
    if (ranks.value_or(1) > 1) reading.state("parallel.context_backend", "ulysses");
}

/// swift/config/fsdp2.json, or a file with "fsdp" and "fsdp_config".
void take_fsdp(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const std::string word = as_word(value);
    if (word == "fsdp2") {
        reading.state(entry, "parallel.engine", "fsdp2");
        reading.state("parallel.zero", 3);
        reading.state("parallel.reshard_after_forward", true);
        reading.state("parallel.wrap", "layer");
        reading.state("parallel.cpu_ram_efficient_loading", true);
        reading.state("parallel.checkpoint_wrapper", true);
        reading.state("gradient_checkpointing", true);
        return;
    }
    const ConfigText *const file = reading.open(word);
    reading.understood(entry, "parallel.engine");
    if (file == nullptr) return;
    ConfigReading inner(*file, reading.imports(), word);
    read_fsdp(inner, "fsdp_config.", 2, true);
    const json asked = inner.value("fsdp");
    if (as_word(asked).find("offload") != std::string::npos) inner.state("parallel.offload", "both");
    understand(inner, {"fsdp"}, "parallel.zero");
    dismiss(inner, {"_description", "_requires", "_note", "_param_docs"}, phrase(QT_TRANSLATE_NOOP("core", "it is a comment")));
    inner.finish();
}

constexpr Spelling spellings[] = {
    {"method", "full", "full"},
    {"objective", "dpo", "dpo"},
    {"objective", "orpo", "orpo"},
    {"objective", "grpo", "grpo"},
    {"optimizer.name", "adamw", "adam", Way::read}, // Megatron's
    {"adapter.dtype", "fp32", "float32"},
    {"adapter.dtype", "fp16", "float16"},
    {"adapter.dtype", "bf16", "bfloat16"},
};

/// trainers/mixin.py, _prepare_gradient_checkpointing; model/patcher.py, patch_frozen_module: a tower of which nothing trains runs
/// without a graph whatever is said.
void take_tower_checkpoints(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (reading.plan().has("images.tower_checkpointing"))
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "a frozen tower keeps nothing")));
    else if (const auto on = as_switch(value))
        reading.state(entry, "images.tower_checkpointing", *on);
    else
        reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "a switch is expected")));
}

constexpr KeyRule rules[] = {
    {"ENV", {}, take_section},
    {"ENV.PYTORCH_CUDA_ALLOC_CONF", "allocator.expandable_segments", take_segments},
    {"model", "model", take_named_model},
    {"model_id_or_path", "model", take_named_model},
    {"tuner_type", "method"},
    {"train_type", "method"},
    {"sft_type", "method"},
    {"torch_dtype", "weights.dtype", take_dtype},
    {"dtype", "weights.dtype", take_dtype},
    {"attn_impl", "attention", take_attention},
    {"max_length", "sequence_length"},
    {"packing_length", "sequence_length"},
    {"padding_free", "padded", take_packing},
    {"tuner_backend", {}, take_tuner_backend},
    {"lora_rank", "adapter.rank"},
    {"lora_alpha", "adapter.alpha"},
    {"lora_dropout", "adapter.dropout"},
    {"lora_dtype", "adapter.dtype"},
    {"lora_bias", "adapter.bias", take_bias},
    {"target_modules", "adapter.targets", take_modules},
    {"target_regex", "adapter.targets", take_modules},
    {"target_parameters", "adapter.target_parameters"},
    {"modules_to_save", "adapter.modules_to_save"},
    {"use_rslora", "adapter.rslora"},
    {"use_dora", "adapter.dora"},
    {"quant_method", "weights.quant"},
    {"quant_bits", "weights.quant"},
    {"bnb_4bit_quant_type", "weights.quant"},
    {"bnb_4bit_use_double_quant", "weights.double_quant"},
    {"bnb_4bit_quant_storage", "weights.quant_storage"},
    {"deepspeed", "parallel.engine", take_zero},
    {"deepspeed_autotp_size", "parallel.tensor", take_autotp},
    {"zero_hpz_partition_size", "parallel.deepspeed"},
    {"fsdp", "parallel.engine", take_fsdp},
    {"mtp_num_layers", "parallel.mtp_num_layers"},
    {"sequence_parallel_size", "parallel.context", take_sequence},
    {"bnb_4bit_compute_dtype", {}, take_four_bit_dtype},
    {"rlhf_type", "objective", take_objective},
    {"galore_optim_per_parameter", "optimizer.in_backward"},
    {"optimizer", "optimizer.name"},
    {"micro_batch_size", "micro_batch"},
    {"global_batch_size", "gradient_accumulation"},
    {"clip_grad", "max_grad_norm"},
    {"recompute_modules", "gradient_checkpointing"},
    {"use_precision_aware_optimizer", "optimizer.args"},
    {"main_grads_dtype", "optimizer.args"},
    {"main_params_dtype", "optimizer.args"},
    {"exp_avg_dtype", "optimizer.args"},
    {"exp_avg_sq_dtype", "optimizer.args"},
    {"cross_entropy_loss_fusion", "loss.kind"},
    {"cross_entropy_fusion_impl", "loss.kind"},
    {"optimizer_cpu_offload", "parallel.offload"},
    {"trainable_parameters", "trainable"},
    {"freeze_parameters", "trainable"},
    {"freeze_parameters_ratio", "trainable"},
    {"freeze_parameters_regex", "trainable"},
    {"trainable_parameters_regex", "trainable"},
    {"freeze_vit", "trainable"},
    {"freeze_aligner", "trainable"},
    {"freeze_llm", "trainable"},
    {"task_type", "objective"},
    {"vit_gradient_checkpointing", "images.tower_checkpointing", take_tower_checkpoints},
    {"ENV.IMAGE_MAX_TOKEN_NUM", "images.max_pixels", take_image_tokens},
    {"ENV.IMAGE_MIN_TOKEN_NUM", "images.min_pixels", take_image_tokens},
    {"max_pixels", "images.max_pixels"}, // template/base.py, rescale_image
    {"ENV.MAX_PIXELS", "images.max_pixels", take_image_pixels},
    {"ENV.MIN_PIXELS", "images.min_pixels", take_image_pixels},
    {"num_labels", "num_labels"},
    {"ENV.VIDEO_MAX_TOKEN_NUM", "video.max_pixels", take_image_tokens},
    {"ENV.VIDEO_MIN_TOKEN_NUM", "video.min_pixels", take_image_tokens},
    {"ENV.VIDEO_MAX_PIXELS", "video.max_pixels", take_image_pixels},
    {"ENV.VIDEO_MIN_PIXELS", "video.min_pixels", take_image_pixels},
    {"ENV.FPS", "video.fps", take_video_rate},
    {"ENV.FPS_MAX_FRAMES", "video.max_frames", take_video_rate},
    {"ENV.VIDEO_SEGMENTS", "video.frames", take_video_segments},
    {"loss_type", "preference.loss_type", take_loss_name},
    {"cpo_alpha", "preference.nll", take_likelihood_weight},
    {"load", "model", take_checkpoint},
    {"attention_backend", "attention"},
};

constexpr KeyGroup groups[] = {
    {not_said, of_shape, "ENV.VIDEO_TOTAL_PIXELS ENV.FPS_MIN_FRAMES ENV.NFRAMES"},
    {no_effect, of_processes, "ENV.*"},
    {no_effect, of_server,
     "host port served_model_name max_batch_size max_logprobs write_batch_size result_path eval_backend eval_url lang config"},
    {no_effect, of_data,
     "dataset val_dataset cached_dataset cached_val_dataset split_dataset_ratio dataset_num_proc "
     "load_from_cache_file dataset_shuffle val_dataset_shuffle train_dataloader_shuffle streaming interleave_prob "
     "stopping_strategy shuffle_buffer_size download_mode columns strict disable_auto_column_mapping model_name "
     "model_author custom_dataset_info decision_* packing_num_proc packing_strategy lazy_tokenize template system "
     "truncation_strategy agent_template norm_bbox use_chat_template padding_side loss_scale is_binary_loss_scale "
     "template_backend template_mode response_prefix enable_thinking preserve_thinking add_non_thinking_prefix "
     "disable_ignore_empty_think load_data_args to_cached_dataset chord_sft_dataset data_sharding "
     "dataloader_prefetch_factor group_by_length num_workers"},
    {no_effect, of_schedule,
     "lr min_lr lr_* lorap_lr_ratio vit_lr aligner_lr muon_* max_epochs train_iters warmup_ratio "
     "weight_decay_incr_style start_weight_decay end_weight_decay adam_eps sgd_momentum init_weights lora_ga_* "
     "galore_update_proj_gap galore_scale galore_proj_type galore_gamma_proj galore_queue_size "
     "galore_cos_threshold router_aux_loss_coef enable_dft_loss enable_channel_loss acc_strategy "
     "loss_weights beta label_smoothing rpo_alpha ld_alpha discopop_tau simpo_gamma desirable_weight "
     "undesirable_weight center_rewards_coefficient sft_alpha lmbda seq_kd f_divergence_type calculate_KL "
     "reference_free whiten_rewards kl_coef cliprange vf_coef cliprange_value gamma lam missing_eos_penalty "
     "early_stop_interval moe_aux_loss_coeff moe_z_loss_coeff moe_router_load_balancing_type "
     "mtp_loss_scaling_factor calculate_per_token_loss finetune perform_initialization apply_wd_to_qk_layernorm "
     "data_parallel_random_init te_rng_tracker"},
    {no_effect, of_logs,
     "swanlab_* wandb_project wandb_exp_name wandb_log_unique_prompts tensorboard_dir tensorboard_queue_size "
     "log_interval log_completions log_entropy log_rollout_offpolicy_metrics add_version eval_metric mlflow_*"},
    {no_effect, of_files,
     "create_checkpoint_symlink safe_serialization max_shard_size resume_only_model load_args adapters mcore_model "
     "mcore_adapter no_save_optim no_save_rng no_load_optim no_load_rng async_save save_missing_weights merge_lora "
     "to_mcore to_hf exist_ok test_convert_precision test_convert_dtype use_persistent_ckpt_worker dist_ckpt_* "
     "save save_interval distrib_optim_* use_flash_ckpt strict_fsdp_dtensor_load use_cpu_initialization"},
    {no_effect, of_code,
     "model_type model_revision use_hf hub_token external_plugins custom_register_path local_repo_path "
     "check_model model_kwargs bridge_backend callbacks init_strategy enable_npu_model_patch "
     "use_swift_lora ignore_args_error megatron_extra_kwargs problem_type"},
    {no_effect, of_evaluation,
     "eval_use_evalscope eval_dataset eval_dataset_args eval_limit eval_generation_config extra_eval_args "
     "eval_iters eval_interval predict_with_generate generation_config generation_max_length generation_num_beams "
     "sortish_sampler infer_backend"},
    {no_effect, of_sampling,
     "max_new_tokens temperature top_k top_p min_p repetition_penalty num_beams stream stop_words logprobs "
     "top_logprobs structured_outputs_regex reward_funcs reward_weights num_iterations epsilon epsilon_high delta "
     "cosine_* repetition_n_grams repetition_max_penalty chord_mu_* chord_enable_phi_function ref_model_sync_steps "
     "ref_model_mixup_alpha multi_turn_scheduler max_turns completion_length_limit_scope vllm_server_* use_gym_env "
     "gym_env dynamic_sample max_resample_times overlong_filter soft_max_length soft_cache_length scale_rewards "
     "top_entropy_quantile importance_sampling_level tau_pos tau_neg advantage_estimator kl_in_reward "
     "teacher_kl_coef advantage_reweight rlsd_* sdar_* real_tau fipo_* rollout_importance_sampling_* "
     "off_policy_sequence_mask_delta async_generate enable_flattened_weight_sync teacher_tag_key "
     "vllm_disable_custom_all_reduce vllm_reasoning_parser vllm_use_async_engine reward_model_plugin "
     "num_sample_generations router_replay_mode response_length"},
    {no_effect, of_processes,
     "ray_exp_name use_ray device_groups ddp_backend ds3_gather_for_generation manual_gc manual_gc_steps "
     "manual_gc_eval nccl_comm_warmup overlap_p2p_comm batch_p2p_comm align_grad_reduce align_param_gather "
     "skip_megatron_init gpus train rollout colocate_groups cp_partition_mode cp_comm_type muon_tp_mode"},
    {not_said, of_kernels,
     "experts_impl use_logits_to_keep moe_grouped_gemm moe_permute_fusion moe_shared_expert_overlap "
     "moe_token_dispatcher_type moe_enable_deepep moe_router_dtype masked_softmax_fusion bias_dropout_fusion "
     "bias_activation_fusion apply_rope_fusion gradient_accumulation_fusion attention_softmax_in_fp32 "
     "apply_query_key_layer_scaling accumulate_allreduce_grads_in_fp32 overlap_grad_reduce overlap_param_gather "
     "overlap_param_gather_with_optimizer_step tp_comm_overlap apply_dsa_kernel_fusion dsa_* csa_dense_mode "
     "use_fused_mhc mhc_recompute_layer_num mlp_padding_free sequence_packing_scheduler vit_attn_impl"},
    {not_said, no_field,
     "vit_gradient_checkpointing_kwargs fp8_* fp4_* optimizer_offload_fraction "
     "optimizer_cuda_graph moe_layer_recompute galore_target_modules galore_with_embedding galore_quantization "
     "galore_proj_quant galore_proj_bits galore_proj_group_size lisa_activated_layers lisa_step_interval "
     "offload_optimizer offload_model offload_bridge move_model_batches sleep_level use_megatron_fsdp "
     "data_parallel_sharding_strategy hqq_axis optim_args"},
    {not_said, of_shape,
     "new_special_tokens mrl_dims "
     "rope_scaling fourier_* boft_* vera_* adapter_act adapter_length adalora_* llamapro_* reft_* "
     "mtp_decoder_input_detach mtp_shared_weights linear_decoupled_in_proj language_model_only "
     "engram_tokenizer_map"},
    {not_said, of_objective,
     "ref_model ref_adapters ref_model_type ref_model_revision mcore_ref_model mcore_ref_adapter reward_model "
     "reward_adapters reward_model_type reward_model_revision reward_template teacher_model teacher_adapters "
     "teacher_model_type teacher_model_revision teacher_deepspeed teacher_model_server offload_teacher_model "
     "gkd_logits_topk num_generations num_generations_eval max_completion_length generation_batch_size "
     "steps_per_generation num_ppo_epochs num_mini_batches local_rollout_forward_batch_size sync_ref_model "
     "use_vllm vllm_mode vllm_gpu_memory_utilization vllm_tensor_parallel_size vllm_pipeline_parallel_size "
     "vllm_data_parallel_size vllm_enable_expert_parallel vllm_max_num_seqs vllm_max_model_len vllm_enforce_eager "
     "vllm_limit_mm_per_prompt vllm_max_lora_rank vllm_enable_prefix_caching vllm_quantization "
     "vllm_disable_cascade_attn vllm_mm_processor_cache_gb vllm_speculative_config vllm_engine_kwargs "
     "vllm_enable_lora chord_sft_per_device_train_batch_size max_model_len"},
    {not_said, of_limits,
     "device_map max_memory decoder_first_pipeline_num_layers decoder_last_pipeline_num_layers "
     "account_for_embedding_in_pipeline_split account_for_loss_in_pipeline_split "
     "microbatch_group_size_per_vp_stage pipeline_model_parallel_layout expert_tensor_parallel_size "
     "moe_expert_capacity_factor moe_pad_expert_input_to_capacity moe_token_drop_policy"},
};

constexpr KeyRule variables[] = {
    {"IMAGE_MAX_TOKEN_NUM", "images.max_pixels", take_image_tokens},
    {"IMAGE_MIN_TOKEN_NUM", "images.min_pixels", take_image_tokens},
    {"NPROC_PER_NODE", "parallel.data"},
    {"NNODES", "parallel.data"},
    {"MAX_PIXELS", "images.max_pixels", take_image_pixels}, // model/models/qwen.py
    {"MIN_PIXELS", "images.min_pixels", take_image_pixels},
    {"VIDEO_MAX_TOKEN_NUM", "video.max_pixels", take_image_tokens},
    {"VIDEO_MIN_TOKEN_NUM", "video.min_pixels", take_image_tokens},
    {"VIDEO_MAX_PIXELS", "video.max_pixels", take_image_pixels},
    {"VIDEO_MIN_PIXELS", "video.min_pixels", take_image_pixels},
    {"FPS", "video.fps", take_video_rate},
    {"FPS_MAX_FRAMES", "video.max_frames", take_video_rate},
    {"VIDEO_SEGMENTS", "video.frames", take_video_segments}, // template/templates/internvl.py
};
constexpr KeyGroup variable_groups[] = {
    {not_said, of_shape,
     "IMAGE_MAX_PIXELS IMAGE_MIN_PIXELS VIDEO_MAX_PIXELS VIDEO_MIN_PIXELS VIDEO_TOTAL_PIXELS "
     "VIDEO_* FPS* NFRAMES SIZE_FACTOR MAX_NUM MAX_SLICE_NUMS "
     "INPUT_SIZE "
     "MAX_IMAGE_NUM"},
    {not_said, no_field, "CELOSS_PARALLEL_SIZE"},
    {no_effect, of_processes,
     "ASCEND_* HCCL_* TASK_QUEUE_ENABLE CPU_AFFINITY_CONF MULTI_STREAM_MEMORY_REUSE COMBINED_ENABLE TORCH_HCCL_* "
     "PYTORCH_NPU_ALLOC_CONF "
     "VLLM_* USE_MCORE_GDN MEGATRON_LM_PATH TRITON_* MODELSCOPE_* USE_HF SWIFT_* OPENAI_API_KEY SCRIPT_DIR DATASET_PATH"},
    {no_effect, of_schedule,
     "INFONCE_* MAX_NEGATIVE_SAMPLES SYSTEM_PROMPT ENABLE_AUDIO_OUTPUT SPEAKER_NAME RERANKER_* GENERATIVE_*"},
};

} // namespace

void read_lora_llm(ConfigReading &reading, const ConfigEntry &entry, std::string_view method)
{
    reading.state(entry, "method", std::string(method));
    reading.state("adapter.settings", {{"exclude_modules", exclusion_of({.tower = true, .aligner = true})}});
    reading.state("images.tower", "trained");
    reading.state("images.projector", "trained");
    dismiss(reading, {"freeze_vit", "freeze_aligner", "freeze_llm", "target_modules", "target_regex"},
            phrase(QT_TRANSLATE_NOOP("core", "%1 is %2"), {"tuner_type", "lora_llm"}));
}

constinit const ToolWords ms_swift_variables{
    .title = "ms-swift", .rules = variables, .groups = variable_groups, .base = &environment_words};

constinit const ToolWords ms_swift_words{
    .title = "ms-swift", .rules = rules, .groups = groups, .spellings = spellings, .base = &tuner_words, .abbreviates = true};

} // namespace plimsoll
