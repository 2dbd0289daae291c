// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/shared/foreign.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr ForeignTool tools[] = {
    {"mlx_lm.lora (MLX)", "mlx_lm mlx_lm.lora mlx_vlm",
     "lora_layers num_layers adapter_path iters steps_per_report steps_per_eval save_every val_batches grad_checkpoint "
     "lora_parameters.* fine_tune_type mask_prompt test_batches"},
    {"torchtune", "tune", "*._component_", 1},
    {"NeMo", "nemo.collections nemo_run megatron_gpt",
     "exp_manager.* model.restore_from_path model.tensor_model_parallel_size model.pipeline_model_parallel_size "
     "model.micro_batch_size model.global_batch_size model.megatron_amp_O2 model.peft.peft_scheme trainer.num_nodes "
     "model.encoder_seq_length model.data.train_ds.file_names"},
    {"NeMo-RL", "nemo_rl run_grpo_math.py",
     "policy.model_name policy.dtensor_cfg.* policy.megatron_cfg.* policy.generation.* policy.train_global_batch_size "
     "policy.train_micro_batch_size policy.max_total_sequence_length grpo.* loss_fn.* cluster.gpus_per_node"},
    {"Megatron-LM or Megatron-Bridge", "pretrain_gpt.py pretrain_gpt_core.py finetune_gpt.py megatron.bridge",
     "num_layers hidden_size num_attention_heads ffn_hidden_size seq_length max_position_embeddings tensor_model_parallel_size "
     "vocab_file merge_file tokenizer_model transformer_impl mock_data",
     6},
    {"Lightning CLI", "lightning",
     "trainer.accelerator trainer.strategy trainer.precision trainer.callbacks model.class_path data.class_path "
     "optimizer.class_path trainer.max_epochs seed_everything ckpt_path"},
    {"LitGPT", "litgpt",
     "checkpoint_dir lora_query lora_key lora_value lora_projection lora_mlp lora_head train.save_interval "
     "train.global_batch_size train.micro_batch_size train.max_seq_length eval.interval precision"},
    {"xtuner", "xtuner", "train_dataloader.* train_cfg.* custom_hooks default_hooks.* optim_wrapper.* prompt_template"},
    {"DeepSpeed-Chat", "step1_supervised_finetuning step2_reward_model_finetuning step3_rlhf_finetuning",
     "actor_model_name_or_path critic_model_name_or_path actor_zero_stage critic_zero_stage enable_hybrid_engine "
     "inference_tp_size actor_gradient_checkpointing"},
    {"torchtitan", "torchtitan run_train.sh",
     "model.flavor parallelism.data_parallel_shard_degree parallelism.tensor_parallel_degree job.* profiling.* "
     "activation_checkpoint.mode training.local_batch_size training.seq_len metrics.*"},
    {"LLM Foundry", "llmfoundry composer",
     "train_loader.* eval_loader.* device_train_microbatch_size max_duration global_train_batch_size device_eval_batch_size "
     "algorithms.* max_seq_len"},
    {"nanotron", "nanotron run_train.py",
     "parallelism.dp parallelism.pp parallelism.tp tokens.micro_batch_size tokens.sequence_length model.model_config.* "
     "tokens.batch_accumulation_per_replica"},
    {"GPT-NeoX", "deepy.py",
     "pipe_parallel_size model_parallel_size num_layers hidden_size num_attention_heads seq_length pos_emb "
     "checkpoint_activations scaled_upper_triang_masked_softmax_fusion",
     4},
    {"AutoTrain", "autotrain",
     "task base_model project_name backend params.block_size params.peft params.quantization data.path_to_data data.train_split "
     "data.path "
     "log hub.username hub.push_to_hub",
     5},
    {"Ludwig", "ludwig", "model_type input_features output_features adapter.type trainer.type quantization.bits prompt.template",
     4},
    {"mergekit", "mergekit mergekit-yaml", "merge_method slices parameters.* models tokenizer_source", 2},
    {"EasyR1", "easyr1",
     "worker.actor.model.model_path worker.rollout.* worker.actor.* worker.ref.* worker.reward.* data.rollout_batch_size"},
    {"SkyRL", "skyrl skyrl_train",
     "generator.num_inference_engines trainer.policy.* generator.backend trainer.placement.* generator.*", 2},
    {"AReaL", "areal", "gconfig.* rollout.* actor.path allocation_mode cluster.n_gpus_per_node experiment_name", 3},
    {"slime", "slime train_async.py",
     "hf_checkpoint ref_load rollout_batch_size n_samples_per_prompt actor_num_gpus_per_node sglang_mem_fraction_static "
     "rollout_num_gpus_per_engine rollout_max_response_len"},
    {"ROLL", "roll", "actor_train.* actor_infer.* pretrain rollout_batch_size num_gpus_per_node response_length"},
    {"kohya's sd-scripts", "sdxl_train.py sdxl_train_network.py train_network.py flux_train_network.py",
     "network_module network_dim network_alpha train_data_dir resolution unet_lr text_encoder_lr enable_bucket cache_latents"},
    {"diffusers", "",
     "instance_data_dir instance_prompt class_data_dir resolution validation_prompt center_crop random_flip noise_offset "
     "snr_gamma "
     "train_text_encoder prior_loss_weight vae_path pretrained_vae_model_name_or_path enable_xformers_memory_efficient_attention",
     2},
    {"AI Toolkit", "ai-toolkit", "job config.name config.process meta.name", 3},
    {"ComfyUI", "comfyui", "last_node_id last_link_id nodes links *.class_type *.inputs", 2},
    {"KoboldCpp", "koboldcpp koboldcpp.py", "model_param contextsize gpulayers blasbatchsize usecublas tensor_split blasthreads"},
    {"LocalAI", "local-ai localai", "backend parameters.model context_size gpu_layers f16 template.chat mmap", 4},
    {"TabbyAPI", "tabbyapi", "model.model_dir model.model_name model.cache_mode model.max_seq_len network.host network.port"},
    {"text-generation-webui", "text-generation-webui",
     "loader n_ctx n_gpu_layers cpu_memory gpu_memory load_in_4bit compute_dtype", 5},
    {"Text Generation Inference", "text-generation-launcher", ""},
    {"TensorRT-LLM", "trtllm-serve trtllm-build trtllm-bench",
     "kv_cache_config.free_gpu_memory_fraction cuda_graph_config.* kv_cache_config.* moe_config.* enable_attention_dp "
     "disable_overlap_scheduler"},
    {"lm-evaluation-harness", "lm_eval lm-eval", "tasks num_fewshot model_args limit gen_kwargs", 3},
    {"LMDeploy", "lmdeploy", ""},
    {"ExLlamaV2", "exllamav2", ""},
    {"Triton Inference Server", "tritonserver", ""},
    {"MLC LLM", "mlc_llm", ""},
    {"KTransformers", "ktransformers", ""},
    {"aphrodite", "aphrodite", ""},
    {"Colossal-AI", "colossalai", ""},
    {"LMFlow", "lmflow", ""},
};

template <class Visit>
int count_words(std::string_view words, Visit visit)
{
    int out = 0;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (end > 0 && visit(words.substr(0, end))) ++out;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return out;
}

bool is_spelt(std::string_view key, std::string_view as)
{
    return std::ranges::equal(key, as, [](char a, char b) { return (a == '-' ? '_' : a) == (b == '-' ? '_' : b); });
}

bool has_key(const ConfigText &text, std::string_view sign)
{
    return std::ranges::any_of(text.entries, [sign](const ConfigEntry &entry) {
        const std::string_view key = entry.key;
        if (sign.ends_with(".*")) return key.starts_with(sign.substr(0, sign.size() - 1));
        if (sign.starts_with("*.")) return key == sign.substr(2) || key.ends_with(sign.substr(1));
        return is_spelt(key, sign);
    });
}

/// Whether a program is called so, alone, as a folder or file of its path, or as a module before a dot; "tune.py" is no "tune".
bool is_program(std::string_view program, std::string_view name)
{
    for (std::size_t at = program.find(name); at != std::string_view::npos; at = program.find(name, at + 1)) {
        const std::string_view rest = program.substr(at + name.size());
        const bool begins = at == 0 || std::string_view("/. ").find(program[at - 1]) != std::string_view::npos;
        const bool ends = rest.empty() || rest[0] == '/' || rest[0] == ' ' || (rest[0] == '.' && rest != ".py");
        if (begins && ends) return true;
    }
    return false;
}

} // namespace

const ForeignTool *foreign_tool(const ConfigText &text)
{
    const bool file = text.form == ConfigForm::yaml || text.form == ConfigForm::json;
    for (const ForeignTool &tool : tools) {
        for (const std::string &program : text.programs)
            if (text.form == ConfigForm::command &&
                count_words(tool.programs, [&](std::string_view name) { return is_program(program, name); }) > 0)
                return &tool;
        if ((file || text.form == ConfigForm::command) && !tool.keys.empty() &&
            count_words(tool.keys, [&](std::string_view sign) { return has_key(text, sign); }) >= tool.least)
            return &tool;
    }
    return nullptr;
}

} // namespace plimsoll
