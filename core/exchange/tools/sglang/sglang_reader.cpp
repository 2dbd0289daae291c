// SPDX-License-Identifier: GPL-3.0-or-later
// SGLang 0.5.23: srt/arg_groups/fields, srt/arg_groups/parallel_hook.py; options of earlier releases
#include "core/engines/engines.h"
#include "core/exchange/tools/shared/server_spellings.h"
#include "core/exchange/names/named_models.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/servers.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

/// -1: the prompt is not cut.
void take_chunk(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto tokens = as_count(value);
    if (tokens && *tokens > 0)
        reading.state(entry, "inference.max_num_batched_tokens", *tokens);
    else
        reading.not_said(entry, no_field.text());
}

constexpr KeyRule rules[] = {
    {"model_path", "model", take_named_model},
    {"chunked_prefill_size", "inference.max_num_batched_tokens", take_chunk},
    {"quantization", "weights.quant", take_server_quant},
    {"attention_backend", "attention", take_own_kernels},
    {"disable_cuda_graph", "inference.enforce_eager"},
    {"disable_prefill_cuda_graph", "inference.enforce_eager"},
    {"enable_dp_attention", "parallel.data"},
    {"load_format", "weights.quant"},
    {"max_total_tokens", "inference.max_total_tokens"},
    {"max_mamba_cache_size", "inference.max_mamba_cache_size"},
    {"mamba_ssm_dtype", "inference.mamba_ssm_cache_dtype"},
    {"cpu_offload_gb", "inference.cpu_offload_bytes", take_offloaded},
    {"enable_lora", "inference.lora.max_loras"},
    {"max_loras_per_batch", "inference.lora.max_loras"},
    {"max_lora_rank", "inference.lora.max_rank"},
    {"speculative_algorithm", "inference.speculative.method"},
    {"speculative_num_draft_tokens", "inference.speculative.tokens"},
    {"speculative_draft_model_path", "inference.speculative.model", take_drafter},
    {"json_model_override_args", "inference.fit", take_longer},
};

constexpr OtherKey others[] = {
    {"model", "model_path"},
    {"tp", "tp_size"},
    {"tensor_parallel_size", "tp_size"},
    {"dp", "dp_size"},
    {"data_parallel_size", "dp_size"},
    {"pp", "pp_size"},
    {"pipeline_parallel_size", "pp_size"},
    {"ep", "ep_size"},
    {"expert_parallel_size", "ep_size"},
    {"mem_frac", "mem_fraction_static"},
    {"speculative_draft_model", "speculative_draft_model_path"},
    {"nsa_prefill_backend", "dsa_prefill_backend"},
    {"nsa_decode_backend", "dsa_decode_backend"},
};

constexpr KeyGroup groups[] = {
    {no_effect, of_code, "revision"},
    {no_effect, of_server,
     "host port grpc_* fastapi_root_path enable_http_worker_reuseport smg_* sidecar sidecar_args "
     "skip_server_warmup warmups enable_http2 http2_* ssl_* enable_ssl_refresh api_key admin_api_key "
     "served_model_name weight_version chat_template trust_request_chat_template hf_chat_template_name "
     "completion_template file_storage_path enable_cache_report return_input_ids return_output_ids "
     "reasoning_parser default_chat_template_kwargs strip_thinking_cache enable_strict_thinking tool_call_parser "
     "tool_server sampling_defaults asr_* preferred_sampling_params allow_auto_truncate stream_interval "
     "batch_notify_size stream_response_default_include_usage incremental_streaming_output "
     "enable_streaming_session constrained_json_* enable_dynamic_batch_tokenizer dynamic_batch_tokenizer_* "
     "enable_tokenizer_batch_encode disable_tokenizer_batch_decode enable_response_store "
     "enable_custom_logit_processor grammar_backend sampling_backend enable_watermark watermark_* "
     "max_queued_requests schedule_policy enable_priority_scheduling disable_priority_preemption "
     "default_priority_value abort_on_priority_when_disabled schedule_low_priority_values_first "
     "priority_scheduling_preemption_threshold retraction_policy scheduler_recv_interval "
     "disable_outlines_disk_cache allowed_media_domains media_url_max_file_size_mb trust_mm_content_hashes "
     "sampling_mask_max_tokens"},
    {no_effect, of_logs,
     "log_* uvicorn_access_log_exclude_prefixes crash_dump_folder show_time_cost enable_metrics "
     "enable_metrics_for_all_schedulers enable_mfu_metrics load_snapshot_publish_interval tokenizer_metrics_* "
     "extra_metric_labels bucket_* prompt_tokens_buckets generation_tokens_buckets gc_warning_threshold_secs "
     "decode_log_interval enable_request_time_stats_logging kv_events_config load_publish_endpoint "
     "enable_forward_pass_metrics forward_pass_metrics_* enable_trace trace_modules otlp_* export_metrics_to_file "
     "export_metrics_to_file_dir stat_loggers kv_canary* debug_tensor_dump_* forward_hooks msprobe_dump_config "
     "expert_distribution_recorder_mode expert_balancedness_report_mode spec_trace_dir "
     "enable_layerwise_nvtx_marker debug_cuda_graph enable_profile_cuda_graph"},
    {no_effect, of_code,
     "trust_remote_code tokenizer_path tokenizer_mode tokenizer_backend tokenizer_worker_num "
     "detokenizer_worker_num skip_tokenizer_init model_loader_extra_config model_impl model_config_parser "
     "download_dir model_checksum delete_ckpt_after_loading decrypted_* custom_weight_loader weight_loader_* "
     "remote_instance_weight_loader_* engine_info_bootstrap_port modelexpress_config startup_weight_load_mode "
     "checkpoint_engine_wait_weights_before_ready weight_cache_* modelopt_checkpoint_* modelopt_export_path "
     "quantization_param_path"},
    {no_effect, of_processes,
     "device base_gpu_id gpu_id_step random_seed watchdog_timeout soft_watchdog_timeout sleep_on_idle use_ray "
     "custom_sigquit_handler numa_node gc_threshold mlx_* nccl_port dist_timeout dist_init_addr nccl_init_addr "
     "gated_launch_port nnodes node_rank load_balance_method enable_p2p_check disable_radix_cache "
     "radix_eviction_policy radix_eviction_policy_config radix_cache_backend enable_session_radix_cache "
     "schedule_conservativeness disable_overlap_schedule num_continuous_decode_steps enable_prefill_delayer "
     "prefill_delayer_* min_free_slots_delay prefill_decode_interval prefill_decode_interval_min_bs "
     "prefill_max_requests disable_chunked_prefix_cache pre_warm_nccl enable_deterministic_inference "
     "rl_on_policy_target triton_attention_* flashinfer_mla_disable_ragged disable_flashinfer_autotune "
     "flashinfer_autotune_skip_ops mm_processor_worker_num mm_io_worker_num image_processor_backend "
     "disable_fast_image_processor mm_feature_transport enable_broadcast_mm_inputs_process enable_multimodal "
     "pp_async_batch_depth disable_flashinfer"},
    {not_said, of_limits,
     "offload_* ple_* max_prefill_tokens swa_* c128_page_size "
     "mamba_full_memory_ratio enable_hierarchical_cache enable_hicache hicache_* enable_unified_memory "
     "enable_unified_cache_external_linker unified_cache_* enable_linker_mla_dedup enable_hisparse hisparse_config "
     "hierarchical_sparse_attention_extra_config enable_lmcache lmcache_config_file enable_flexkv "
     "flexkv_config_file enable_memory_saver enable_weights_cpu_backup enable_draft_weights_cpu_backup "
     "disaggregation_* num_reserved_decode_tokens optimistic_prefill_attempts enable_pd_role_switch enable_pdmux "
     "pdmux_config_path sm_group_num decoupled_spec_* prefill_only_disable_kv_cache disable_hybrid_swa_memory "
     "enable_page_major_kv_layout"},
    {not_said, no_field,
     "cuda_graph_* disable_cuda_graph_padding enable_cudagraph_gc context_bucket enable_torch_compile "
     "enable_torch_compile_debug_mode torch_compile_max_bs enable_mixed_chunk enable_dynamic_chunking "
     "pp_max_micro_batch_size enable_fp32_lm_head enable_tf32_matmul enable_return_hidden_states "
     "return_hidden_states_mode enable_return_aux_hidden_states aux_hidden_state_capture "
     "return_aux_hidden_state_layer_ids enable_return_routed_experts enable_return_indexer_topk "
     "enable_encoder_swa_bounded_replay enable_decoder_swa_bounded_replay enable_mis dcp_* dcp_size "
     "decode_context_parallel_size attn_dp_size attention_data_parallel_size attn_cp_size "
     "attention_context_parallel_size moe_dp_size moe_data_parallel_size dwdp_size enable_prefill_cp cp_strategy "
     "enable_cp_* enable_dsa_cache_layer_split enable_kv_cache_sharding "
     "enable_dp_attention_local_control_broadcast enable_dp_lm_head enable_tp_lm_head_all_to_all "
     "enable_attn_tp_input_scattered enable_shared_experts_attn_tp shared_experts_tp_size enable_dense_mlp_attn_tp "
     "enable_layernorm_sp enable_megamoe_for_layernorm_sp disable_attn_tp_gather moe_dense_tp_size ep_join_* "
     "elastic_* max_ep_size enable_two_batch_overlap enable_single_batch_overlap tbo_token_distribution_threshold "
     "ep_num_redundant_experts ep_dispatch_algorithm init_expert_location enable_eplb eplb_* "
     "expert_distribution_recorder_buffer_size enable_elastic_expert_backup mooncake_ib_device dllm_* "
     "quantize_and_serve rl_quant_profile modelopt_quant qsa_indexer_dtype prefill_kv_cache_dequant_dtype "
     "int8_mamba_ckpt_size enable_int8_mamba_checkpoint"},
    {not_said, of_kernels,
     "decode_attention_backend prefill_attention_backend enable_lean_attention enable_nvidia_megakernel "
     "enable_amd_monokernel monokernel_backend fp8_gemm_* fp4_gemm_* bf16_gemm_backend dsa_* dsv4_* "
     "enable_fused_qk_norm_rope enable_precise_embedding_interpolation enable_deepseek_v4_fp4_indexer "
     "enable_dsa_fused_indexer mamba_* uses_mamba_radix_cache enable_mamba_* linear_attn_* enable_linear_* "
     "linear_replayssm_* enable_nccl_nvls enable_symm_mem disable_custom_all_reduce enable_mscclpp "
     "enable_torch_symm_mem enable_scattered_sconv boundary_reduction enable_quant_communications "
     "enable_flashinfer_allreduce_fusion enforce_disable_flashinfer_allreduce_fusion "
     "flashinfer_allreduce_fusion_backend enable_aiter_* disable_aiter_* enable_fused_moe_sum_all_reduce "
     "moe_a2a_backend enable_w4a4_* deepep_* moe_runner_backend flashinfer_* fuseep_mode enable_waterfill "
     "disable_flashinfer_cutlass_moe_fp4_allgather disable_shared_experts_fusion enforce_shared_experts_fusion "
     "enable_paged_experts paged_experts_num_resident kt_* enable_ep_moe enable_deepep_moe enable_flashinfer_mla "
     "disable_mla mm_attention_backend"},
    {not_said, of_shape,
     "is_embedding encoder_* language_only language_model_only "
     "enable_adaptive_dispatch_to_encoder mm_enable_dp_encoder mm_process_config mm_preprocess_cache_size_mb "
     "limit_mm_data_per_request enable_mm_global_cache mm_global_cache_backend enable_prefix_mm_cache"},
    {not_said, of_objective,
     "speculative_* uno_lora_path enable_multi_layer_eagle enable_lora_overlap_loading lora_* max_loaded_loras "
     "max_lora_chunk_size experts_shared_outer_loras"},
};

constexpr KeyGroup variables[] = {
    {no_effect, of_server, "SGLANG_HOST_IP SGLANG_PORT SGLANG_USE_MODELSCOPE SGLANG_LOGGING_* SGLANG_HEALTH_*"},
    {not_said, of_kernels, "SGLANG_* SGL_*"},
};
constexpr KeyRule variable_rules[] = {{"SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN", "inference.fit", take_longer}};
constinit const ToolWords environment{
    .title = "SGLang", .rules = variable_rules, .groups = variables, .base = &environment_words};

const ConfigEntry *first_of(ConfigReading &reading, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys)
        if (const ConfigEntry *entry = reading.find(key)) return entry;
    return nullptr;
}

/// Under --enable-dp-attention the copies of attention lie within the ranks of --tp-size; where experts are divided too, a plan says so.
void read_ranks(ConfigReading &reading)
{
    const ConfigEntry *const within = reading.find("enable_dp_attention");
    if (within == nullptr || !as_switch(within->value).value_or(false)) return;
    const ConfigEntry *const ranks = first_of(reading, {"tp", "tp_size", "tensor_parallel_size"});
    const ConfigEntry *const copies = first_of(reading, {"dp", "dp_size", "data_parallel_size"});
    const ConfigEntry *const experts = first_of(reading, {"ep", "ep_size", "expert_parallel_size"});
    const Count all = ranks ? as_count(ranks->value).value_or(1) : 1, each = copies ? as_count(copies->value).value_or(1) : 1;
    const std::string why = phrase(
        QT_TRANSLATE_NOOP("core", "copies of attention within the same cards, which plans say beside divided experts alone"));
    if (experts != nullptr && as_count(experts->value).value_or(1) > 1 && each > 1 && all % each == 0) {
        reading.state(*ranks, "parallel.tensor", all / each);
        reading.state(*copies, "parallel.data", each);
        return reading.understood(*within, "parallel.data");
    }
    reading.not_said(*within, why);
    if (copies != nullptr) reading.not_said(*copies, why);
}

/// Graphs of decoding and of prompts, or both at once.
void read_graphs(ConfigReading &reading)
{
    const auto on = [&](std::string_view key) { return as_switch(reading.value(key)).value_or(false); };
    if (on("disable_cuda_graph") || (on("disable_decode_cuda_graph") && on("disable_prefill_cuda_graph"))) {
        reading.state("inference.enforce_eager", true);
        understand(reading, {"disable_cuda_graph", "disable_decode_cuda_graph", "disable_prefill_cuda_graph"},
                   "inference.enforce_eager");
        return;
    }
    for (const std::string_view key : {"disable_decode_cuda_graph", "disable_prefill_cuda_graph"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && on(key))
            reading.not_said(*entry, phrase(QT_TRANSLATE_NOOP("core", "plans have graphs of both kinds or of none")));
}

/// Places for adapters are made with --enable-lora, or where adapters are named: eight in a batch (lora/mem_pool.py).
void read_adapters(ConfigReading &reading)
{
    const ConfigEntry *const paths = reading.find("lora_paths");
    const ConfigEntry *const on = reading.find("enable_lora");
    const bool serves = paths != nullptr || (on != nullptr && as_switch(on->value).value_or(false));
    if (!serves)
        return dismiss(reading, {"enable_lora", "max_loras_per_batch", "max_lora_rank"},
                       phrase(QT_TRANSLATE_NOOP("core", "%1 serves no adapters without %2"), {"SGLang", "--enable-lora"}));
    reading.state("inference.lora.max_loras", as_count(reading.value("max_loras_per_batch")).value_or(8));
    understand(reading, {"enable_lora", "max_loras_per_batch"}, "inference.lora.max_loras");
    if (reading.find("max_lora_rank") == nullptr)
        reading.warn(
            "lora_rank",
            phrase(QT_TRANSLATE_NOOP("core", "%1 takes the largest rank of the adapters that are named, which are not read: "
                                             "16 is planned"),
                   {"SGLang"}),
            "inference.lora.max_rank");
}

/// server_args.py: EAGLE without a model of its own runs the target's prediction layers, as NEXTN does.
void read_drafts(ConfigReading &reading)
{
    const ConfigEntry *const entry = reading.find("speculative_algorithm");
    if (entry == nullptr) return;
    const std::string algorithm = as_word(entry->value);
    const bool alone =
        reading.find("speculative_draft_model_path") == nullptr && reading.find("speculative_draft_model") == nullptr;
    const Spelling *const row = row_that_reads(sglang_words, "inference.speculative.method", algorithm);
    const std::string_view method = alone && algorithm.starts_with("EAGLE") ? "mtp" : row != nullptr ? row->value : "draft_model";
    if (!is_off(entry->value)) reading.state(*entry, "inference.speculative.method", std::string(method));
}

} // namespace

constinit const ToolWords sglang_words{.title = "SGLang",
                                       .runner = &engines::sglang,
                                       .rules = rules,
                                       .groups = groups,
                                       .spellings = sglang_spellings,
                                       .others = others,
                                       .abbreviates = true};

/// No word of its own, and options by the types of ServerArgs (arg_groups/fields): store_true; nargs="+" of lists
constinit const CommandWords sglang_command{
    .pairs = CommandWords::Pairs::stop,
    .words = 1, // of `sglang serve`
    .whole = true,
    .switches = "enable_* disable_* abort_on_priority_when_disabled allow_auto_truncate constrained_json_disable_any_whitespace "
                "debug_cuda_graph delete_ckpt_after_loading dllm_fdfo encoder_only enforce_* export_metrics_to_file "
                "flashinfer_mla_disable_ragged grpc_mode incremental_streaming_output is_embedding language_model_only "
                "language_only log_requests lora_strict_loading pre_warm_nccl prefill_only_disable_kv_cache quantize_and_serve "
                "return_input_ids return_output_ids schedule_low_priority_values_first show_time_cost skip_server_warmup "
                "skip_tokenizer_init sleep_on_idle smg_grpc_mode speculative_adaptive trust_remote_code use_ray "
                "weight_loader_disable_mmap weight_loader_drop_cache_after_load weight_loader_prefetch_checkpoints",
    .several = "allowed_media_domains bucket_* cuda_graph_bs cuda_graph_bs_* custom_weight_loader debug_tensor_dump_layers "
               "encoder_register_urls encoder_urls flashinfer_autotune_skip_ops gc_threshold generation_tokens_buckets "
               "log_requests_target lora_paths lora_target_modules model_checksum numa_node prefill_delayer_* "
               "prompt_tokens_buckets return_aux_hidden_state_layer_ids sidecar_args tokenizer_metrics_allowed_custom_labels "
               "uvicorn_access_log_exclude_prefixes"};

static int recognises_sglang(const ConfigText &text)
{
    if (const int file =
            holds_options_of(text, sglang_words,
                             {"model_path", "mem_fraction_static", "tp_size", "context_length", "chunked_prefill_size",
                              "max_running_requests", "max_total_tokens", "ep_size", "dp_size"}))
        return file;
    return runs_one_of(text, {"sglang.launch_server", "sglang serve", "sglang"});
}

static void read_sglang(ConfigReading &reading)
{
    const std::string scope = scope_of(reading.text());
    reading.state("task", "infer");
    reading.state("inference.engine", "sglang");
    read_ranks(reading);
    read_graphs(reading);
    read_adapters(reading);
    read_drafts(reading);
    dismiss(reading, {"load_format"}, of_code.text());
    take_positional_model(reading, scope);
    if (const ConfigEntry *entry = reading.find("context_length"); entry != nullptr && !entry->unknown && reading.is_open(*entry))
        reading.state(*entry, "inference.context", value_for(sglang_words, "inference.context", entry->value));
    take_all(reading, environment, "environment");
    take_all(reading, sglang_words, scope);
    say_bare_words(reading, sglang_words, scope);
    add_revision(reading, {"revision"});
}

constinit const ToolFormat formats::sglang{.name = "sglang",
                                           .title = "SGLang",
                                           .recognises = recognises_sglang,
                                           .read = read_sglang,
                                           .command = &sglang_command,
                                           .ending = "sh",
                                           .write = write_sglang};

} // namespace plimsoll
