// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 2026-10: common/arg.cpp (tools/server/README.md), and options that it dropped
#include "core/engines/engines.h"
#include "core/exchange/tools/llama_cpp/ggml_words.h"
#include "core/exchange/tools/llama_cpp/llama_cpp.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/servers.h"
#include "core/exchange/tools/transformers/trainer_words.h"

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;

constexpr KeyRule rules[] = {
    {"model", "model"},
    {"hf_repo", "model"},
    {"hf_file", "weights.quant"},
    {"ctx_size", "inference.context"},
    {"parallel", "inference.max_num_seqs"},
    {"kv_unified", "inference.context"},
    {"no_kv_unified", "inference.context"},
    {"kv_unified_per_slot", "inference.context"},
    {"batch_size", "inference.max_num_batched_tokens"},
    {"cache_type_k", "inference.kv_dtype"},
    {"cache_type_v", "inference.kv_dtype"},
    {"flash_attn", "inference.flash_attention"},
    {"gpu_layers", "inference.gpu_layers"},
    {"cpu_moe", "inference.host_experts"},
    {"mu", "model"},
    {"model_url", "model"},
    {"predict", "inference.new_tokens"},
    {"split_mode", "parallel.pipeline"},
    {"tensor_split", "parallel.pipeline"},
    {"device", "parallel.pipeline"},
    {"main_gpu", "parallel.pipeline"},
    {"fit", "inference.fit"},
    {"cache_ram", "inference.cache_ram_bytes"},
    {"mmproj", "inference.mmproj"},
    {"spec_type", "inference.speculative.method"},
    {"spec_default", "inference.speculative.method"},
    {"spec_draft_model", "inference.speculative.model"},
    {"spec_draft_hf", "inference.speculative.model"},
    {"spec_draft_n_max", "inference.speculative.tokens"},
    {"spec_draft_ngl", "inference.speculative.gpu_layers"},
    {"spec_draft_type_k", "inference.speculative.kv_dtype"},
};

constexpr OtherKey others[] = {
    {"m", "model"},
    {"c", "ctx_size"},
    {"np", "parallel"},
    {"n_parallel", "parallel"},
    {"kvu", "kv_unified"},
    {"no_kvu", "no_kv_unified"},
    {"b", "batch_size"},
    {"ub", "ubatch_size"},
    {"ctk", "cache_type_k"},
    {"ctv", "cache_type_v"},
    {"fa", "flash_attn"},
    {"ngl", "gpu_layers"},
    {"n_gpu_layers", "gpu_layers"},
    {"ncmoe", "n_cpu_moe"},
    {"cmoe", "cpu_moe"},
    {"n", "predict"},
    {"n_predict", "predict"},
    {"sm", "split_mode"},
    {"ts", "tensor_split"},
    {"dev", "device"},
    {"mg", "main_gpu"},
    {"hf", "hf_repo"},
    {"hfr", "hf_repo"},
    {"hff", "hf_file"},
    {"batch", "batch_size"},
    {"ubatch", "ubatch_size"},
    {"endpoint_metrics", "metrics"},
    {"endpoint_slots", "slots"},
    {"endpoint_props", "props"},
    {"cram", "cache_ram"},
    {"mm", "mmproj"},
    {"md", "spec_draft_model"},
    {"model_draft", "spec_draft_model"},
    {"hfd", "spec_draft_hf"},
    {"hfrd", "spec_draft_hf"},
    {"hf_repo_draft", "spec_draft_hf"},
    {"draft", "spec_draft_n_max"},
    {"draft_n", "spec_draft_n_max"},
    {"draft_max", "spec_draft_n_max"},
};

constexpr KeyGroup groups[] = {
    {no_effect, of_server,
     "host port reuse_port path cors_* no_cors_credentials api_prefix ui webui no_ui no_webui ui_* webui_* no_ui_mcp_proxy "
     "no_webui_mcp_proxy tools tools_runtime mcp_* ag agent no_ag no_agent api_key api_key_file ssl_* chat_template* to timeout "
     "sse_ping_interval threads_http metrics props slots no_slots slot_save_path media_path models_* no_models_autoload jinja "
     "no_jinja "
     "reasoning* rea no_reasoning_preserve a alias tags prefill_assistant no_prefill_assistant cache_prompt no_cache_prompt "
     "cache_reuse "
     "slot_prompt_similarity sps lora_init_without_apply special sp spm_infill r reverse_prompt warmup no_warmup context_shift "
     "no_context_shift cont_batching no_cont_batching cb nocb cnv conversation no_conversation no_cnv i interactive if "
     "interactive_first mli multiline_input st single_turn p prompt f file sys system_prompt sysf in_prefix in_suffix co color "
     "no_display_prompt verbose_prompt e escape no_escape simple_io"},
    {no_effect, of_sampling,
     "samplers s seed sampler_seq sampling_seq ignore_eos temp temperature top_k top_p min_p top_nsigma top_n_sigma xtc_* "
     "typical typical_p "
     "repeat_last_n repeat_penalty presence_penalty frequency_penalty dry_* adaptive_* dynatemp_* mirostat* l logit_bias grammar "
     "grammar_file j json_schema jf json_schema_file bs backend_sampling keep embd_normalize"},
    {no_effect, of_sampling,
     "spec_draft_n_min draft_min draft_n_min spec_draft_p_min spec_draft_p_split draft_p_min draft_p_split spec_synth_len "
     "spec_synth_rates spec_draft_backend_sampling no_spec_draft_backend_sampling spec_ngram_mod_n_min spec_ngram_mod_n_match "
     "spec_ngram_simple_size_n spec_ngram_simple_min_hits spec_ngram_map_k_size_n spec_ngram_map_k_min_hits "
     "spec_ngram_map_k4v_size_n spec_ngram_map_k4v_min_hits"},
    {no_effect, of_logs,
     "log_* no_log_* v verbose lv verbosity perf no_perf h help usage version cl cache_list completion_bash "
     "list_devices offline"},
    {no_effect, of_code,
     "hft hf_token dr docker_repo override_kv check_tensors lm load_mode lzm lazy_mode mmap no_mmap mlock no_mlock "
     "dio "
     "direct_io no_direct_io numa repack nr no_repack no_host"},
    {no_effect, of_processes,
     "spec_draft_threads spec_draft_threads_batch td threads_draft tbd threads_batch_draft spec_draft_cpu_* spec_draft_prio* "
     "spec_draft_poll* "
     "t threads tb threads_batch C cpu_mask* Cr cpu_range* cpu_strict* Cb Crb prio* poll* dt defrag_thold rpc op_offload "
     "no_op_offload "
     "rope_* yarn_* ctxcp ctx_checkpoints swa_checkpoints cms checkpoint_min_step cache_idle_slots "
     "no_cache_idle_slots "
     "kv_offload kvo pooling"},
    {not_said, of_limits,
     "fitt fit_target fitc fit_ctx nkvo no_kv_offload ot override_tensor moe_cache_mib ncffn n_cpu_ffn swa_full"},
    {not_said, of_shape,
     "mmu mmproj_url mmproj_auto no_mmproj no_mmproj_auto mmproj_offload no_mmproj_offload mmdev mmproj_device "
     "image_*_tokens "
     "image_min_tokens image_max_tokens mtmd_batch_max_tokens video_* embedding embeddings rerank reranking"},
    {not_said, of_objective,
     "lora lora_scaled control_vector* spec_* draft* ngld gpu_layers_draft n_gpu_layers_draft cd ctx_size_draft "
     "devd "
     "device_draft ctkd cache_type_k_draft ctvd cache_type_v_draft otd override_tensor_draft cmoed "
     "cpu_moe_draft "
     "ncmoed n_cpu_moe_draft lcs lookup_cache_static lcd lookup_cache_dynamic gpt_oss_* "
     "fim_* "
     "embd_* tts_* vision_* mv model_vocoder hfv hfrv hf_repo_v hffv hf_file_v"},
};

} // namespace

constinit const ToolWords llama_cpp_words{.title = "llama.cpp",
                                          .runner = &engines::llama_cpp,
                                          .rules = rules,
                                          .groups = groups,
                                          .spellings = ggml_cache_types,
                                          .others = others};

} // namespace plimsoll
