// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM 0.33.0: engine/arg_utils.py (EngineArgs), entrypoints/common/cli_args.py; options of earlier releases
#include "core/engines/engines.h"
#include "core/exchange/tools/shared/server_spellings.h"
#include "core/exchange/names/named_models.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/servers.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"
#include "core/exchange/tools/vllm/vllm_parts.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

void take_length(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const json count = human_count(value);
    if (count == "auto" || count == -1) return (void)reading.state(entry, "inference.fit", true); // as long as the cache holds
    take_human_count(reading, entry, value, "inference.context");
}
void take_cache_bytes(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    take_human_count(reading, entry, value, "inference.kv_cache_memory_bytes");
}
void take_speculative(ConfigReading &reading, const ConfigEntry &entry, const json &value);
void take_seqs(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    take_human_count(reading, entry, value, "inference.max_num_seqs");
}
void take_tokens(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    take_human_count(reading, entry, value, "inference.max_num_batched_tokens");
}
/// Who asks it to sleep says at which level; the server's own call takes the first (entrypoints/serve/sleep).
void take_sleep(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    reading.state(entry, "inference.sleep.level", as_switch(value).value_or(true) ? 1 : 0);
}

void take_place_names(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const bool one = value.is_string() && !value.get_ref<const std::string &>().empty();
    reading.state(entry, "inference.lora.targets", one ? json::array({value}) : value);
}

constexpr KeyRule rules[] = {
    {"model", "model", take_named_model},
    {"max_model_len", "inference.context", take_length},
    {"max_num_seqs", "inference.max_num_seqs", take_seqs},
    {"max_num_batched_tokens", "inference.max_num_batched_tokens", take_tokens},
    {"quantization", "weights.quant", take_server_quant},
    {"attention_backend", "attention", take_own_kernels},
    {"enable_expert_parallel", "parallel.expert"},
    {"kv_cache_memory_bytes", "inference.kv_cache_memory_bytes", take_cache_bytes},
    {"num_gpu_blocks_override", "inference.num_gpu_blocks_override"},
    {"cpu_offload_gb", "inference.cpu_offload_bytes", take_offloaded},
    {"mamba_cache_dtype", "inference.mamba_cache_dtype"},
    {"mamba_ssm_cache_dtype", "inference.mamba_ssm_cache_dtype"},
    {"speculative_config", "inference.speculative.method", take_speculative},
    {"enable_lora", "inference.lora.max_loras"},
    {"max_loras", "inference.lora.max_loras"},
    {"max_lora_rank", "inference.lora.max_rank"},
    {"fully_sharded_loras", "inference.lora.fully_sharded"},
    {"lora_dtype", "inference.lora.dtype"},
    {"lora_target_modules", "inference.lora.targets", take_place_names},
    {"limit_mm_per_prompt", "inference.images.limit", take_item_limits},
    {"mm_processor_kwargs", "inference.images.max_pixels", take_processor_words},
    {"skip_mm_profiling", "inference.images.profile", take_unprofiled},
    {"language_model_only", "inference.images.language_model_only"},
    {"mm_encoder_tp_mode", "inference.images.tower_data_parallel", take_tower_mode},
    {"enable_multimodal_encoder_data_parallel", "inference.images.tower_data_parallel"},
    {"enable_sleep_mode", "inference.sleep.level", take_sleep},
    {"sleep_mode_offload_cudagraph", "inference.sleep.offload_graphs"},
    {"logprobs_mode", "inference.logprobs_mode"},
    {"hf_overrides", "inference.fit", take_longer},
    {"rope_scaling", "inference.fit", take_longer},
};

constexpr OtherKey others[] = {
    {"tp", "tensor_parallel_size"},
    {"pp", "pipeline_parallel_size"},
    {"dp", "data_parallel_size"},
    {"ep", "enable_expert_parallel"},
    {"q", "quantization"},
    {"sc", "speculative_config"},
    {"kv_cache_memory", "kv_cache_memory_bytes"},
    {"device_memory_utilization", "gpu_memory_utilization"},
};

constexpr KeyGroup groups[] = {
    {no_effect, of_code, "revision"},
    {no_effect, of_server,
     "host port uds grpc grpc_port api_key api_server_count asc allow_credentials allowed_origins allowed_methods "
     "allowed_headers root_path middleware ssl_* enable_ssl_refresh served_model_name lora_modules chat_template "
     "chat_template_content_format trust_request_* default_chat_template_kwargs reasoning_effort_map response_role "
     "return_tokens_as_token_ids enable_auto_tool_choice exclude_tools_when_tool_choice_none tool_call_parser "
     "tool_parser_plugin tool_strict_level tool_server enable_prompt_tokens_details enable_per_request_metrics "
     "enable_server_load_tracking enable_force_include_usage sse_keep_alive_interval "
     "enable_tokenizer_info_endpoint cohere_* anthropic_disabled_thinking_effort tokens_only enable_scale_out "
     "fingerprint_* data_parallel_supervisor_port dp_supervisor_* disable_fastapi_docs h11_* enable_offline_docs "
     "enable_flash_late_interaction enable_request_id_headers headless reasoning_parser reasoning_parser_plugin "
     "enable_reasoning structured_outputs_config reasoning_config guided_decoding_backend generation_config "
     "override_generation_config logits_processors stream_interval scheduling_policy async_scheduling "
     "disable_frontend_multiprocessing max_num_queued_* shutdown_timeout watchdog_config enable_prompt_embeds "
     "watermark_config io_processor_plugin allowed_local_media_path allowed_media_domains interleave_mm_strings "
     "media_io_kwargs renderer_num_workers api_process_*"},
    {no_effect, of_logs,
     "disable_log_stats disable_log_requests enable_log_requests enable_log_outputs enable_log_deltas max_log_len "
     "uvicorn_log_level disable_uvicorn_access_log disable_access_log_for_endpoints log_* logging_config "
     "otlp_traces_endpoint collect_detailed_traces show_hidden_metrics_for_version kv_cache_metrics "
     "kv_cache_metrics_sample custom_histogram_buckets cudagraph_metrics enable_layerwise_nvtx_tracing "
     "enable_mfu_metrics enable_logging_iteration_details jit_monitor_* per_request_spec_decode_metrics "
     "enable_mm_processor_stats aggregate_engine_logging profiler_config kv_events_config "
     "fail_on_environ_validation enable_trace_replay help"},
    {no_effect, of_code,
     "trust_remote_code tokenizer tokenizer_mode tokenizer_revision code_revision hf_token hf_config_path "
     "config_format config download_dir load_format safetensors_* model_loader_extra_config ignore_patterns "
     "use_tqdm_on_load pt_load_map_location skip_tokenizer_init model_impl vllm_model_impl seed max_parallel_loading_workers "
     "revision_of model_class_overrides allow_deprecated_quantization"},
    {no_effect, of_processes,
     "distributed_executor_backend worker_use_ray ray_workers_use_nsight worker_cls worker_extension_cls "
     "master_addr master_port nnodes n node_rank r distributed_timeout_seconds cpu_distributed_timeout_seconds "
     "numa_* data_parallel_address data_parallel_rpc_port data_parallel_backend data_parallel_rank "
     "data_parallel_start_rank data_parallel_size_local data_parallel_hybrid_lb data_parallel_external_lb "
     "data_parallel_multi_port_external_lb dpa dpb dpe dph dpl dpm dpn dpp dpr dp_sync_interval "
     "disable_nccl_for_dp_synchronization device enable_fault_tolerance fault_tolerance_config scheduler_cls "
     "use_v2_block_manager enable_shm_tensor_arena disable_cascade_attn prefix_caching_hash_algo "
     "enable_prefix_caching prefix_cache_retention_interval prefix_match_unit enable_chunked_prefill "
     "preemption_mode long_prefill_token_threshold long_prefill_token_threshold_adaptive max_num_partial_prefills "
     "max_long_partial_prefills multi_step_stream_outputs scheduler_reserve_full_isl prefill_schedule_interval "
     "mm_processor_cache_gb mm_processor_cache_type mm_shm_cache_max_object_size_mb mm_hasher_algorithm "
     "mm_tensor_ipc mm_processor_device mm_device_do_normalize enable_mm_embeds max_logprobs "
     "use_fp64_gumbel optimization_level"},
    {no_effect, {QT_TRANSLATE_NOOP("core", "it is the host's memory, and none of the card's")}, "swap_space"},
    {not_said, of_limits,
     "cpu_offload_params offload_backend offload_group_size offload_num_in_group "
     "offload_prefetch_step offload_params kv_offloading_size kv_offloading_backend kv_transfer_config "
     "ec_transfer_config ec_manager_config watermark "
     "max_num_scheduled_tokens max_num_active_seqs num_scheduler_steps no_enable_chunked_prefill "
     "disable_chunked_mm_input device_ids mm_ipc_gpu_memory_gb sleep_mode_backend "
     "sleep_preserve_parameter_names enable_cumem_allocator enable_nccl_comm_suspend"},
    {not_said, no_field,
     "compilation_config cc cudagraph_capture_sizes max_cudagraph_capture_size cuda_graph_sizes "
     "max_seq_len_to_capture performance_mode additional_config disable_sliding_window "
     "disable_hybrid_kv_cache_manager kv_cache_dtype_skip_layers kv_sharing_fast_prefill swa_bounded_replay "
     "mamba_block_size mamba_cache_mode enable_mamba_* replayssm_buffer_len use_replayssm prefill_context_parallel_size pcp "
     "decode_context_parallel_size dcp dcp_* cp_kv_cache_interleave_size enable_hc_sp "
     "enable_batch_sharded_sampling enable_dbo ubatch_size dbo_* enable_eplb eplb_config enable_elastic_ep "
     "elastic_ep_max_dp_size enable_ep_weight_filter expert_placement_strategy disable_custom_all_reduce "
     "enable_return_routed_experts return_sampling_mask aux_output_config weight_transfer_config engram_config"},
    {not_said, of_kernels,
     "all2all_backend moe_backend linear_backend sparse_indexer_topk_backend ir_op_priority kernel_config "
     "enable_flashinfer_autotune monokernel attention_config ac gdn_prefill_backend kda_* fp8_*"},
    {not_said, of_shape,
     "rope_theta quantization_config mm_encoder_only mm_encoder_attn_backend mm_encoder_attn_dtype "
     "mm_encoder_fp8_* video_pruning_rate video_pruning_method "
     "runner convert pooler_config task diffusion_config dc"},
    {not_said, of_objective,
     "spec_method spec_model spec_tokens speculative_model num_speculative_tokens "
     "max_cpu_loras default_mm_loras "
     "enable_tower_connector_lora specialize_active_lora enable_mixed_moe_lora_format "
     "enable_moe_shared_loras max_lora_cls_labels qlora_adapter_name_or_path"},
};

constexpr KeyGroup variables[] = {
    {no_effect, of_server,
     "VLLM_API_KEY VLLM_HOST_IP VLLM_PORT VLLM_LOGGING_* VLLM_CACHE_ROOT VLLM_USE_MODELSCOPE VLLM_CONFIGURE_LOGGING "
     "VLLM_NO_USAGE_STATS "
     "VLLM_DO_NOT_TRACK VLLM_ENGINE_* VLLM_RPC_* VLLM_WORKER_MULTIPROC_METHOD VLLM_SERVER_DEV_MODE "
     "VLLM_TARGET_DEVICE VLLM_ATTENTION_BACKEND VLLM_USE_V1 VLLM_ALLOW_RUNTIME_LORA_UPDATING"},
    {no_effect, of_processes, "SAFETENSORS_FAST_GPU HSA_* AMDGCN_* PYTHONUTF8"},
    {not_said, of_kernels, "VLLM_*"},
};
constexpr KeyRule variable_rules[] = {{"VLLM_ALLOW_LONG_MAX_MODEL_LEN", "inference.fit", take_longer}};
constinit const ToolWords environment{.title = "vLLM", .rules = variable_rules, .groups = variables, .base = &environment_words};

/// A switch: experts lie on all ranks of tensor and data parallelism.
void read_experts(ConfigReading &reading)
{
    for (const std::string_view key : {"enable_expert_parallel", "ep"}) {
        const ConfigEntry *const entry = reading.find(key);
        if (entry == nullptr || !reading.is_open(*entry)) continue;
        const Count ranks = reading.plan().parallel.tensor * reading.plan().parallel.data;
        if (as_switch(entry->value).value_or(false) && ranks > 1)
            reading.state(*entry, "parallel.expert", ranks);
        else
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "one rank holds all experts")));
    }
}

/// "--disable-expert-parallel" and "--no-enable-expert-parallel": as it is unless asked for.
void dismiss_experts(ConfigReading &reading)
{
    for (const std::string_view key : {"disable_expert_parallel", "no_enable_expert_parallel"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr)
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "one rank holds all experts")));
}

/// Methods of config/speculative.py; of those that are not simulated a model that drafts, which the estimate says is left out.
std::string method_of(std::string method, const std::string &model)
{
    const auto within = [&model](std::string_view part) { return model.find(part) != std::string::npos; };
    if (method.empty() && (model == "ngram" || model == "[ngram]")) return "ngram";
    if (method.empty() && (within("eagle3") || within("EAGLE3"))) return "eagle3";
    if (method.empty() && (within("eagle-") || within("EAGLE-"))) return "eagle";
    if (method.ends_with("mtp")) return "mtp";
    const Spelling *const row = row_that_reads(vllm_words, "inference.speculative.method", method);
    return row != nullptr ? std::string(row->value) : "draft_model";
}

void state_drafts(ConfigReading &reading, const ConfigEntry &entry, const std::string &method, const json &model,
                  const json &tokens)
{
    const std::string name = as_word(model), meant = method_of(method, name);
    reading.state(entry, "inference.speculative.method", meant);
    if (const auto count = as_count(tokens); count && *count > 0) reading.state("inference.speculative.tokens", *count);
    if (!name.empty() && !meant.starts_with("ngram") && meant != "mtp") take_drafter(reading, entry, model);
    if (meant == "draft_model" && !method.empty() && method != "draft_model")
        reading.warn(
            "drafting",
            phrase(QT_TRANSLATE_NOOP("core", "%1: %2 is planned as a model of its own that drafts"), {entry.key, method}),
            "inference.speculative.method");
}

/// A JSON object, or the text of one.
void take_speculative(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const json said = value.is_string() ? json::parse(value.get_ref<const std::string &>(), nullptr, false) : value;
    if (!said.is_object()) return reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "a JSON object is expected")));
    const auto at = [&said](const char *key) { return said.contains(key) ? said[key] : json(); };
    state_drafts(reading, entry, as_word(at("method")), at("model"), at("num_speculative_tokens"));
    if (const std::string samples = as_word(at("draft_sample_method")); !samples.empty())
        reading.state(entry, "inference.speculative.draft_sample_method", samples);
}

/// Options of their own for the same (0.33: --spec-method, --spec-model, --spec-tokens; before 0.8 --speculative-model).
void read_drafts(ConfigReading &reading)
{
    const ConfigEntry *named = nullptr;
    for (const std::string_view key : {"spec_method", "spec_model", "speculative_model"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && named == nullptr) named = entry;
    const auto first = [&reading](std::initializer_list<std::string_view> keys) {
        for (const std::string_view key : keys)
            if (json value = reading.value(key); !value.is_null()) return value;
        return json();
    };
    if (named == nullptr) return;
    state_drafts(reading, *named, as_word(reading.value("spec_method")), first({"spec_model", "speculative_model"}),
                 first({"spec_tokens", "num_speculative_tokens"}));
    understand(reading, {"spec_method", "spec_model", "spec_tokens", "speculative_model", "num_speculative_tokens"},
               "inference.speculative.method");
}

/// What changes the model's own length looks at the one that is asked for.
void take_length_first(ConfigReading &reading)
{
    if (const ConfigEntry *entry = reading.find("max_model_len"); entry != nullptr && !entry->unknown && reading.is_open(*entry))
        take_length(reading, *entry, entry->value);
}

void read_dotted_drafts(ConfigReading &reading)
{
    const DottedOptions dotted = dotted_options(reading, {"speculative_config.", "sc."}, "inference.speculative.method");
    if (dotted.first != nullptr) take_speculative(reading, *dotted.first, dotted.value);
}

/// "LLM(…)", "vllm.LLM(…)"
bool is_offline_class(const std::string &call) { return call == "LLM" || call == "vllm.LLM"; }

} // namespace

constinit const ToolWords vllm_words{.title = "vLLM",
                                     .runner = &engines::vllm,
                                     .rules = rules,
                                     .groups = groups,
                                     .spellings = vllm_spellings,
                                     .others = others,
                                     .negates = true,
                                     .abbreviates = true};

/// The model's tag, and options by the types of EngineArgs (BooleanOptionalAction; nargs="+" of lists)
constinit const CommandWords vllm_command{
    .pairs = CommandWords::Pairs::stop,
    .words = 1,
    .whole = true,
    .switches =
        "enable_* disable_* no_enable_* no_disable_* aggregate_engine_logging allow_credentials allow_deprecated_quantization "
        "async_scheduling cudagraph_metrics data_parallel_external_lb data_parallel_hybrid_lb "
        "data_parallel_multi_port_external_lb "
        "dcp_q_replicate dpe dph enforce_eager exclude_tools_when_tool_choice_none fail_on_environ_validation "
        "fully_sharded_loras headless interleave_mm_strings "
        "jit_monitor_verbose kv_cache_metrics kv_sharing_fast_prefill language_model_only long_prefill_token_threshold_adaptive "
        "mm_device_do_normalize mm_encoder_only monokernel numa_bind ray_workers_use_nsight return_sampling_mask "
        "return_tokens_as_token_ids scheduler_reserve_full_isl skip_mm_profiling skip_tokenizer_init "
        "sleep_mode_offload_cudagraph "
        "specialize_active_lora swa_bounded_replay tokens_only trust_remote_code use_fp64_gumbel use_replayssm use_tqdm_on_load "
        "ep",
    .several =
        "allowed_media_domains api_key collect_detailed_traces cpu_offload_params cuda_graph_sizes cudagraph_capture_sizes "
        "custom_histogram_buckets device_ids ignore_patterns kv_cache_dtype_skip_layers logits_processors lora_modules "
        "lora_target_modules long_lora_scaling_factors middleware numa_bind_cpus numa_bind_nodes offload_params "
        "served_model_name sleep_preserve_parameter_names"};

static int recognises_vllm(const ConfigText &text)
{
    if (text.form == ConfigForm::call) return std::ranges::any_of(text.programs, is_offline_class) ? 90 : 0;
    if (const int file = holds_options_of(text, vllm_words,
                                          {"max_model_len", "gpu_memory_utilization", "max_num_seqs", "max_num_batched_tokens",
                                           "kv_cache_dtype", "tensor_parallel_size", "enforce_eager", "enable_prefix_caching",
                                           "no_enable_prefix_caching", "compilation_config", "enable_expert_parallel"}))
        return file;
    return runs_one_of(text, {"vllm serve", "vllm.entrypoints.openai.api_server", "vllm.entrypoints.api_server", "vllm chat",
                              "vllm.entrypoints.cli.main", "vllm", "trl vllm-serve"});
}

static void read_vllm(ConfigReading &reading)
{
    const bool offline = reading.text().form == ConfigForm::call;
    const std::string scope = offline ? "LLM" : scope_of(reading.text());
    reading.state("task", "infer");
    reading.state("inference.engine", "vllm");
    if (offline) reading.state("inference.entry", "llm");
    for (const std::string_view key : {"tensor_parallel_size", "tp", "data_parallel_size", "dp"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && as_count(entry->value) && !entry->unknown)
            reading.state(*entry, key[0] == 't' ? "parallel.tensor" : "parallel.data", *as_count(entry->value));
    if (scope == "trl vllm-serve") { // trl 1.16 scripts/vllm_serve.py, ScriptArguments and build_command
        if (reading.find("gpu_memory_utilization") == nullptr) reading.state("inference.gpu_memory_utilization", 0.9);
        reading.state("inference.logprobs_mode", "processed_logprobs");
    }
    read_experts(reading);
    dismiss_experts(reading);
    read_adapters(reading);
    read_drafts(reading);
    read_dotted_drafts(reading);
    read_dotted_limits(reading);
    take_positional_model(reading, scope);
    take_length_first(reading);
    take_all(reading, environment, "environment");
    take_all(reading, vllm_words, scope);
    say_bare_words(reading, vllm_words, scope);
    for (const ConfigEntry &entry : reading.entries())
        if (offline && entry.scope != scope && entry.scope != "variable" && reading.is_open(entry))
            reading.no_effect(entry, of_sampling.text());
    add_revision(reading, {"revision"});
}

constinit const ToolFormat formats::vllm{.name = "vllm",
                                         .title = "vLLM",
                                         .recognises = recognises_vllm,
                                         .read = read_vllm,
                                         .command = &vllm_command,
                                         .ending = "sh",
                                         .write = write_vllm};

} // namespace plimsoll
