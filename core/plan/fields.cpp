// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"
#include "core/plan/field_objects.h"
#include "core/plan/field_types.h"
#include "core/plan/image_names.h"

namespace plimsoll {

using namespace field_types;

namespace {

constexpr Count most_tokens = 16'777'216; // 2^24
constexpr Count most_rows = 65536;
constexpr Count most_texts = 64;
constexpr Count most_served_pixels = Count{1} << 40;

using Fields = std::vector<Field>;

void add_model_and_weights(Fields &fields)
{
    fields.push_back(
        text("name", "name", {}, {QT_TRANSLATE_NOOP("core", "a text"), {}}, PLAN_MEMBER(name), "what the plan is called"));
    fields.push_back(model_field());
    fields.push_back(choice("task", "task", PLAN_MEMBER(task), "what is done with the model"));
    fields.push_back(choice("stack", "stack", PLAN_MEMBER(stack), "whose defaults and loop run it"));
    for (const Library *library : all_libraries())
        if (library->in_plans) fields.push_back(library_field(std::string(library->name)));
    fields.push_back(choice("method", "method", PLAN_MEMBER(method), "what is trained"));
    fields.push_back(trainable_field());
    fields.push_back(
        choice("objective", "objective", PLAN_MEMBER(objective), "what the loss asks for: examples, pairs, rewards"));
    fields.push_back(weights_dtype_field());
    fields.push_back(quant_field());
    fields.push_back(
        boolean("weights.double_quant", "double-quant", PLAN_MEMBER(weights.double_quant), "quantise the 4-bit scales again"));
    fields.push_back(optional_choice<ParallelDtype>("weights.quant_storage", "quant-storage", PLAN_MEMBER(weights.quant_storage),
                                                    "dtype in which bitsandbytes stores what it packs; absent: uint8"));
    fields.push_back(boolean("weights.quantize_moe_experts", "quantize-moe-experts", PLAN_MEMBER(weights.quantize_moe_experts),
                             "bitsandbytes packs fused experts too (Axolotl)"));
    fields.push_back(boolean("weights.upcast_norms", "upcast-norms", PLAN_MEMBER(weights.upcast_norms),
                             "weights of norms become float32 (LLaMA-Factory's upcast_layernorm)"));
    fields.push_back(choice("autocast", "autocast", PLAN_MEMBER(autocast), "mixed precision of the forward pass"));
    fields.push_back(
        boolean("kbit_prepare", "kbit-prepare", PLAN_MEMBER(kbit_prepare), "prepare_model_for_kbit_training was called"));
}

void add_adapter(Fields &fields)
{
    fields.push_back(choice("adapter.type", "adapter-type", PLAN_MEMBER(adapter.type), "method of PEFT"));
    fields.push_back(adapter_settings_field());
    fields.push_back(integer("adapter.rank", "rank", {1, 65536}, PLAN_MEMBER(adapter.rank), "rank of the adapter"));
    fields.push_back(number("adapter.alpha", "alpha", {0.0, 1e9}, {from_to, {"0", "1000000000"}}, PLAN_MEMBER(adapter.alpha),
                            "scale of the adapter"));
    fields.push_back(number("adapter.dropout", "dropout", {0.0, 0.999999},
                            {QT_TRANSLATE_NOOP("core", "%1 to below %2"), {"0", "1"}}, PLAN_MEMBER(adapter.dropout),
                            "dropout before the adapter"));
    fields.push_back(adapter_targets_field());
    fields.push_back(list("adapter.target_parameters", "target-parameters",
                          {QT_TRANSLATE_NOOP("core", "a list of parameter names"), {}}, PLAN_MEMBER(adapter.target_parameters),
                          "bare parameters that get adapters too: fused experts"));
    fields.push_back(adapter_dtype_field());
    fields.push_back(boolean("adapter.dora", "dora", PLAN_MEMBER(adapter.dora), "weight-decomposed adapters"));
    fields.push_back(boolean("adapter.rslora", "rslora", PLAN_MEMBER(adapter.rslora), "rank-stabilised scale"));
    fields.push_back(
        text("adapter.bias", "bias", {"none", "all", "lora_only"}, {}, PLAN_MEMBER(adapter.bias), "biases that train"));
    fields.push_back(list("adapter.modules_to_save", "modules-to-save", {QT_TRANSLATE_NOOP("core", "a list of module names"), {}},
                          PLAN_MEMBER(adapter.modules_to_save), "modules trained whole"));
}

void add_work(Fields &fields)
{
    fields.push_back(optimizer_name_field());
    fields.push_back(optimizer_implementation_field());
    fields.push_back(integer("optimizer.rank", "optimizer-rank", {1, 65536}, PLAN_MEMBER(optimizer.rank),
                             "rank of GaLore's and APOLLO's projections"));
    fields.push_back(text("optimizer.args", "optimizer-args", {},
                          {QT_TRANSLATE_NOOP("core", "%1, with commas between"), {"KEY=VALUE"}}, PLAN_MEMBER(optimizer.args),
                          "arguments of the optimizer, as optim_args has them"));
    fields.push_back(optimizer_targets_field());
    fields.push_back(boolean("optimizer.in_backward", "optimizer-in-backward", PLAN_MEMBER(optimizer.in_backward),
                             "step each parameter as soon as its gradient is there"));
    fields.push_back(number("max_grad_norm", "max-grad-norm", {0.0, 1e9},
                            {QT_TRANSLATE_NOOP("core", "%1 (no clipping) to %2"), {"0", "1000000000"}},
                            PLAN_MEMBER(max_grad_norm), "norm that gradients are clipped to"));
    fields.push_back(
        integer("micro_batch", "micro-batch", {1, most_rows}, PLAN_MEMBER(micro_batch), "sequences in one forward pass"));
    fields.push_back(
        integer("sequence_length", "sequence-length", {1, most_tokens}, PLAN_MEMBER(sequence_length), "tokens of a sequence"));
    fields.push_back(integer("gradient_accumulation", "gradient-accumulation", {1, 1'048'576}, PLAN_MEMBER(gradient_accumulation),
                             "micro batches a step"));
    fields.push_back(boolean("padded", "padded", PLAN_MEMBER(padded), "batches hold padding tokens"));
    fields.push_back(boolean("keep_outputs", "keep-outputs", PLAN_MEMBER(keep_outputs),
                             "a plain loop's outputs live until the next ones; false: until its step ends"));
    fields.push_back(checkpointing_field());
    fields.push_back(attention_field());
    fields.push_back(choice("loss.kind", "loss", PLAN_MEMBER(loss.kind), "how the loss is computed"));
    fields.push_back(
        integer("loss.chunk", "loss-chunk", {1, most_tokens}, PLAN_MEMBER(loss.chunk), "tokens of one chunk of the loss"));
    fields.push_back(integer("loss.mini_batch", "loss-mini-batch", {1, most_rows}, PLAN_MEMBER(loss.mini_batch),
                             "rows of a pass of a loss that caches gradients; absent: all at once"));
    fields.push_back(integer("loss.texts", "loss-texts", {1, most_texts}, PLAN_MEMBER(loss.texts),
                             "texts of a row that are read one after the other; absent: all at once"));
    fields.push_back(integer("num_labels", "num-labels", {1, 1'048'576}, PLAN_MEMBER(num_labels),
                             "numbers that a classifier's or reranker's head gives; absent: one"));
    fields.push_back(kernels_field());
    fields.push_back(lora_kernels_field());
    fields.push_back(boolean("compile", "compile", PLAN_MEMBER(compile), "torch.compile"));
    fields.push_back(optional_choice<ComputeDtype>("compute_dtype", "compute-dtype", PLAN_MEMBER(compute_dtype),
                                                   "in which layers' matrices are multiplied"));
    fields.push_back(integer("evaluation.micro_batch", "evaluation-micro-batch", {0, most_rows},
                             PLAN_MEMBER(evaluation.micro_batch), "sequences in one evaluation pass; 0: no evaluation"));
    fields.push_back(boolean("allocator.expandable_segments", "expandable-segments", PLAN_MEMBER(allocator.expandable_segments),
                             "PYTORCH_ALLOC_CONF=expandable_segments:True"));
}

void add_cache_bounds(Fields &fields)
{
    fields.push_back(size("inference.kv_cache_memory_bytes", "kv-cache-memory-bytes", {1, Bytes{1} << 50},
                          PLAN_MEMBER(inference.kv_cache_memory_bytes), "vLLM's cache of a rank, in place of the share"));
    fields.push_back(integer("inference.num_gpu_blocks_override", "num-gpu-blocks-override", {1, Count{1} << 40},
                             PLAN_MEMBER(inference.num_gpu_blocks_override), "blocks of vLLM's cache, whatever is free"));
    fields.push_back(integer("inference.max_total_tokens", "max-total-tokens", {1, Count{1} << 40},
                             PLAN_MEMBER(inference.max_total_tokens), "tokens of SGLang's cache at most"));
    fields.push_back(integer("inference.max_mamba_cache_size", "max-mamba-cache-size", {1, Count{1} << 40},
                             PLAN_MEMBER(inference.max_mamba_cache_size), "recurrent states that SGLang keeps"));
    fields.push_back(text("inference.mamba_cache_dtype", "mamba-cache-dtype", {"auto", "fp32", "fp16", "bf16"}, {},
                          PLAN_MEMBER(inference.mamba_cache_dtype), "dtype of convolution states"));
    fields.push_back(text("inference.mamba_ssm_cache_dtype", "mamba-ssm-cache-dtype", {"auto", "fp32", "fp16", "bf16"}, {},
                          PLAN_MEMBER(inference.mamba_ssm_cache_dtype), "dtype of recurrent states"));
    fields.push_back(size("inference.cpu_offload_bytes", "cpu-offload-bytes", {0, Bytes{1} << 50},
                          PLAN_MEMBER(inference.cpu_offload_bytes),
                          "weights of a rank that vLLM and SGLang leave with the host"));
}

/// What an engine puts beside weights and cache.
void add_second_residents(Fields &fields)
{
    fields.push_back(choice("inference.speculative.method", "speculative-method", PLAN_MEMBER(inference.speculative.method),
                            "who drafts tokens for the model"));
    fields.push_back(integer("inference.speculative.tokens", "speculative-tokens", {1, 1024},
                             PLAN_MEMBER(inference.speculative.tokens), "tokens that are drafted at once"));
    fields.push_back(number("inference.speculative.acceptance", "speculative-acceptance", {0.0, 1.0}, {from_to, {"0", "1"}},
                            PLAN_MEMBER(inference.speculative.acceptance), "share of what is drafted that the model takes"));
    fields.push_back(drafter_field());
    fields.push_back(integer("inference.speculative.gpu_layers", "draft-gpu-layers", {0, 65536},
                             PLAN_MEMBER(inference.speculative.gpu_layers),
                             "layers of the model that drafts on cards (llama.cpp); absent: all"));
    fields.push_back(choice("inference.speculative.kv_dtype", "draft-kv-dtype", PLAN_MEMBER(inference.speculative.kv_dtype),
                            "dtype of the drafter's KV cache (llama.cpp)"));
    fields.push_back(text("inference.speculative.draft_sample_method", "draft-sample-method", {"greedy", "probabilistic"}, {},
                          PLAN_MEMBER(inference.speculative.samples), "how the model that drafts picks tokens (vLLM)"));
    fields.push_back(integer("inference.lora.max_loras", "max-loras", {0, 1024}, PLAN_MEMBER(inference.lora.max_loras),
                             "adapters that an engine has places for; 0: none"));
    fields.push_back(integer("inference.lora.max_rank", "max-lora-rank", {1, 65536}, PLAN_MEMBER(inference.lora.max_rank),
                             "rank that these places are made for"));
    fields.push_back(boolean("inference.lora.fully_sharded", "fully-sharded-loras", PLAN_MEMBER(inference.lora.fully_sharded),
                             "tensor ranks divide the places"));
    fields.push_back(text("inference.lora.dtype", "lora-dtype", {"auto", "bf16", "fp16"}, {}, PLAN_MEMBER(inference.lora.dtype),
                          "in what vLLM's places hold adapters"));
    fields.push_back(list("inference.lora.targets", "lora-target-modules",
                          {QT_TRANSLATE_NOOP("core", "a list of names that modules end with"), {}},
                          PLAN_MEMBER(inference.lora.targets), "modules that have places; empty: all"));
}

void add_sleep(Fields &fields)
{
    fields.push_back(integer("inference.sleep.level", "sleep-level", {0, 2}, PLAN_MEMBER(inference.sleep.level),
                             "level at which vLLM sleeps; 0: it never does"));
    fields.push_back(boolean("inference.sleep.offload_graphs", "sleep-offload-graphs",
                             PLAN_MEMBER(inference.sleep.offload_graphs), "asleep, vLLM leaves its CUDA graphs with the host"));
    fields.push_back(text("inference.logprobs_mode", "logprobs-mode",
                          {"raw_logprobs", "raw_logits", "processed_logprobs", "processed_logits"}, {},
                          PLAN_MEMBER(inference.logprobs_mode), "which log probabilities vLLM returns"));
}

/// Pictures that vLLM takes.
void add_served_pictures(Fields &fields)
{
    fields.push_back(served_pictures_field());
    fields.push_back(integer("inference.images.max_pixels", "served-max-pixels", {1, most_served_pixels},
                             PLAN_MEMBER(inference.images.max_pixels), "pixels of a picture that vLLM takes at most"));
    fields.push_back(integer("inference.images.max_patches", "served-max-patches", {1, 4096},
                             PLAN_MEMBER(inference.images.max_patches), "tiles of a picture that vLLM takes at most"));
    fields.push_back(boolean("inference.images.pan_and_scan", "pan-and-scan", PLAN_MEMBER(inference.images.pan_and_scan),
                             "Gemma 3's processor cuts long pictures up"));
    fields.push_back(boolean("inference.images.profile", "mm-profiling", PLAN_MEMBER(inference.images.profile),
                             "vLLM's profile pass runs the largest pictures"));
    fields.push_back(boolean("inference.images.language_model_only", "language-model-only",
                             PLAN_MEMBER(inference.images.language_model_only), "vLLM leaves the tower out"));
    fields.push_back(boolean("inference.images.tower_data_parallel", "tower-data-parallel",
                             PLAN_MEMBER(inference.images.tower_data_parallel), "each of vLLM's ranks holds the tower whole"));
}

/// Completions that a training makes itself.
void add_rollout(Fields &fields)
{
    fields.push_back(choice("rollout.engine", "rollout-engine", PLAN_MEMBER(rollout.engine), "who generates completions"));
    fields.push_back(boolean("rollout.colocated", "rollout-colocated", PLAN_MEMBER(rollout.colocated),
                             "the engine stands on the cards that train"));
    fields.push_back(number("rollout.gpu_memory_utilization", "rollout-gpu-memory-utilization", {0.01, 1.0},
                            {from_to, {"0.01", "1"}}, PLAN_MEMBER(rollout.gpu_memory_utilization),
                            "share of the card that this engine may take"));
    fields.push_back(integer("rollout.sleep", "rollout-sleep", {0, 2}, PLAN_MEMBER(rollout.sleep),
                             "level at which it sleeps while the model trains"));
    fields.push_back(integer("rollout.prompt_length", "rollout-prompt-length", {1, most_tokens},
                             PLAN_MEMBER(rollout.prompt_length), "tokens of a prompt"));
    fields.push_back(integer("rollout.completion_length", "rollout-completion-length", {1, most_tokens},
                             PLAN_MEMBER(rollout.completion_length), "tokens of a completion"));
    fields.push_back(integer("rollout.generations", "rollout-generations", {1, most_rows}, PLAN_MEMBER(rollout.generations),
                             "completions of one prompt"));
    fields.push_back(integer("rollout.max_model_length", "rollout-max-model-length", {1, most_tokens},
                             PLAN_MEMBER(rollout.max_model_length), "context of this engine"));
    fields.push_back(integer("rollout.max_num_seqs", "rollout-max-num-seqs", {1, most_rows}, PLAN_MEMBER(rollout.max_num_seqs),
                             "requests that it runs at once"));
    fields.push_back(
        integer("rollout.tensor", "rollout-tensor", {1, 65536}, PLAN_MEMBER(rollout.tensor), "ranks that share one engine"));
    fields.push_back(integer("rollout.engines", "rollout-engines", {1, 65536}, PLAN_MEMBER(rollout.engines),
                             "engines that serve on other cards than those that train"));
    fields.push_back(list("rollout.gpus", "rollout-gpu",
                          {QT_TRANSLATE_NOOP("core", "a list of card names, %1 for %2 of them"), {"NAME:N", "N"}},
                          PLAN_MEMBER(rollout.gpus), "card that an engine on other cards serves on; NAME:N for N of them"));
    fields.push_back(integer("rollout.steps_per_generation", "rollout-steps-per-generation", {1, most_rows},
                             PLAN_MEMBER(rollout.steps_per_generation), "micro batches whose completions are made at once"));
    fields.push_back(integer("rollout.micro_batch_size", "rollout-micro-batch-size", {1, most_rows},
                             PLAN_MEMBER(rollout.micro_batch_size),
                             "rows of a pass that computes log-probabilities of completions"));
    fields.push_back(integer("rollout.iterations", "rollout-iterations", {1, most_rows}, PLAN_MEMBER(rollout.iterations),
                             "passes over the same completions"));
    fields.push_back(number("rollout.beta", "rollout-beta", {0.0, 1e6}, {from_to, {"0", "1000000"}}, PLAN_MEMBER(rollout.beta),
                            "weight of the reference; 0: none is asked"));
    fields.push_back(optional_choice<HeldAs>("rollout.reference", "rollout-reference", PLAN_MEMBER(rollout.reference),
                                             "how the reference is held"));
    fields.push_back(boolean("rollout.offload_trainer", "rollout-offload-trainer", PLAN_MEMBER(rollout.offload_trainer),
                             "what trains waits on the host while the engine generates"));
    fields.push_back(reward_models_field());
}

/// A model that is learned from.
void add_distillation(Fields &fields)
{
    fields.push_back(teacher_field());
    fields.push_back(number("distillation.on_policy", "on-policy", {0.0, 1.0}, {from_to, {"0", "1"}},
                            PLAN_MEMBER(distillation.on_policy), "share of the rows that the model makes itself"));
}

/// Rows that are preferred to others.
void add_preference(Fields &fields)
{
    fields.push_back(integer("preference.prompt_length", "preference-prompt-length", {1, most_tokens},
                             PLAN_MEMBER(preference.prompt_length), "tokens of a row that are not scored"));
    fields.push_back(optional_choice<HeldAs>("preference.reference", "preference-reference", PLAN_MEMBER(preference.reference),
                                             "how the reference is held"));
    fields.push_back(integer("preference.precompute_batch", "preference-precompute-batch", {1, most_rows},
                             PLAN_MEMBER(preference.precompute_batch), "rows of a pass that computes the reference beforehand"));
    Field loss = text("preference.loss_type", "preference-loss-type", {}, {QT_TRANSLATE_NOOP("core", "a text"), {}},
                      PLAN_MEMBER(preference.loss_type), "the trainer's own word for its loss");
    loss.read = [](Plan &plan, const json &value) { // several, which are weighed against each other
        const std::optional<std::vector<std::string>> several = strings(value);
        if (!several && !value.is_string()) return false;
        plan.preference.loss_type = several ? std::string() : value.get<std::string>();
        for (std::size_t i = 0; several && i < several->size(); ++i)
            plan.preference.loss_type += (i > 0 ? "," : "") + (*several)[i];
        return true;
    };
    fields.push_back(std::move(loss));
    fields.push_back(boolean("preference.nll", "preference-nll", PLAN_MEMBER(preference.nll),
                             "the likelihood of what is preferred is a term of the loss"));
}

/// Videos that stand in the rows.
void add_videos(Fields &fields)
{
    constexpr Count most_pixels = Count{1} << 32, most_side = 65536, most_videos = 4096, most_frames = 65536;
    fields.push_back(integer("video.per_row", "videos-per-row", {0, most_videos}, PLAN_MEMBER(video.per_row),
                             "videos in a row; their tokens count in its length"));
    fields.push_back(integer("video.width", "video-width", {1, most_side}, PLAN_MEMBER(video.width), "pixels of a frame"));
    fields.push_back(integer("video.height", "video-height", {1, most_side}, PLAN_MEMBER(video.height), "pixels of a frame"));
    fields.push_back(number("video.seconds", "video-seconds", {0.01, 86400.0}, {from_to, {"0.01", "86400"}},
                            PLAN_MEMBER(video.seconds), "length of a video"));
    fields.push_back(integer("video.frames", "video-frames", {1, most_frames}, PLAN_MEMBER(video.frames),
                             "frames that are taken of a video; absent: by its seconds"));
    fields.push_back(number("video.fps", "video-fps", {0.001, 1000.0}, {from_to, {"0.001", "1000"}}, PLAN_MEMBER(video.fps),
                            "frames that are taken of a second; absent: the processor's"));
    fields.push_back(integer("video.max_frames", "video-max-frames", {1, most_frames}, PLAN_MEMBER(video.max_frames),
                             "frames that are taken of a video at most; absent: the processor's"));
    fields.push_back(integer("video.max_pixels", "video-max-pixels", {1, most_pixels}, PLAN_MEMBER(video.max_pixels),
                             "cap of a frame; absent: the checkpoint's"));
    fields.push_back(integer("video.min_pixels", "video-min-pixels", {1, most_pixels}, PLAN_MEMBER(video.min_pixels),
                             "the least of a frame; absent: the checkpoint's"));
}

/// Pictures that stand in the rows.
void add_images(Fields &fields)
{
    constexpr Count most_pixels = Count{1} << 32, most_side = 65536, most_pictures = 4096, most_tiles = 256;
    fields.push_back(integer("images.per_row", "images-per-row", {0, most_pictures}, PLAN_MEMBER(images.per_row),
                             "pictures in a row; their tokens count in its length"));
    fields.push_back(integer("images.width", "image-width", {1, most_side}, PLAN_MEMBER(images.width), "pixels of a picture"));
    fields.push_back(integer("images.height", "image-height", {1, most_side}, PLAN_MEMBER(images.height), "pixels of a picture"));
    fields.push_back(integer("images.max_pixels", "image-max-pixels", {1, most_pixels}, PLAN_MEMBER(images.max_pixels),
                             "cap of the processor; absent: the checkpoint's"));
    fields.push_back(integer("images.min_pixels", "image-min-pixels", {1, most_pixels}, PLAN_MEMBER(images.min_pixels),
                             "the least of the processor; absent: the checkpoint's"));
    fields.push_back(integer("images.max_tiles", "image-max-tiles", {1, most_tiles}, PLAN_MEMBER(images.max_tiles),
                             "pieces that the processor cuts a picture into; absent: the checkpoint's"));
    fields.push_back(integer("images.tokens_per_image", "tokens-per-image", {1, most_tokens},
                             PLAN_MEMBER(images.tokens_per_image), "tokens of a picture; absent: as the processor makes it"));
    fields.push_back(choice("images.tower", "image-tower", PLAN_MEMBER(images.tower), "what of the tower trains"));
    fields.push_back(
        choice("images.projector", "image-projector", PLAN_MEMBER(images.projector), "what of the projector behind it trains"));
    fields.push_back(boolean("images.tower_checkpointing", "tower-checkpointing", PLAN_MEMBER(images.tower_checkpointing),
                             "the tower's layers are run again in the backward pass; absent: as gradient_checkpointing"));
    fields.push_back(integer("audio.per_row", "audio-per-row", {0, most_pictures}, PLAN_MEMBER(audio.per_row),
                             "clips of sound in a row; their tokens count in its length"));
    fields.push_back(number("audio.seconds", "audio-seconds", {0.01, 86400.0}, {from_to, {"0.01", "86400"}},
                            PLAN_MEMBER(audio.seconds), "length of a clip"));
    add_videos(fields);
}

/// Of engines that claim memory at their start.
void add_engine_settings(Fields &fields)
{
    fields.push_back(number("inference.gpu_memory_utilization", "gpu-memory-utilization", {0.01, 1.0}, {from_to, {"0.01", "1"}},
                            PLAN_MEMBER(inference.gpu_memory_utilization), "share of the card that an engine may take"));
    fields.push_back(integer("inference.max_num_seqs", "max-num-seqs", {1, most_rows}, PLAN_MEMBER(inference.max_num_seqs),
                             "requests that an engine runs at once"));
    fields.push_back(integer("inference.max_num_batched_tokens", "max-num-batched-tokens", {1, most_tokens},
                             PLAN_MEMBER(inference.max_num_batched_tokens), "tokens of one pass of an engine"));
    fields.push_back(boolean("inference.enforce_eager", "enforce-eager", PLAN_MEMBER(inference.enforce_eager), "no CUDA graphs"));
    fields.push_back(integer("inference.kv_block_size", "kv-block-size", {1, 65536}, PLAN_MEMBER(inference.kv_block_size),
                             "tokens of one block of the KV cache"));
    fields.push_back(text("inference.entry", "entry", {"server", "llm"}, {}, PLAN_MEMBER(inference.entry),
                          "vLLM's server, or its offline class"));
    fields.push_back(text("inference.compile_cache", "compile-cache", {"cold", "warm"}, {}, PLAN_MEMBER(inference.compile_cache),
                          "whether the engine finds what it compiled before"));
    fields.push_back(gpu_layers_field());
    fields.push_back(text("inference.flash_attention", "flash-attention", {"auto", "on", "off"}, {},
                          PLAN_MEMBER(inference.flash_attention), "llama.cpp's flash attention"));
    fields.push_back(integer("inference.host_experts", "host-experts", {0, 65536}, PLAN_MEMBER(inference.host_experts),
                             "layers whose experts stay with the host (llama.cpp)"));
    fields.push_back(boolean("inference.fit", "fit", PLAN_MEMBER(inference.fit),
                             "llama.cpp lowers context and layers until they fit; absent: its default"));
    fields.push_back(size("inference.cache_ram_bytes", "cache-ram", {0, Bytes{1} << 50}, PLAN_MEMBER(inference.cache_ram_bytes),
                          "prompts that llama.cpp keeps on the host"));
    fields.push_back(boolean("inference.mmproj", "mmproj", PLAN_MEMBER(inference.mmproj),
                             "llama.cpp loads a projector file beside the model"));
    fields.push_back(boolean("inference.mmproj_offload", "mmproj-offload", PLAN_MEMBER(inference.mmproj_offload),
                             "a card holds the projector; false: the host"));
    add_cache_bounds(fields);
    add_second_residents(fields);
    add_served_pictures(fields);
    add_sleep(fields);
}

void add_inference(Fields &fields)
{
    fields.push_back(choice("inference.engine", "engine", PLAN_MEMBER(inference.engine), "inference engine"));
    fields.push_back(
        integer("inference.context", "context", {1, most_tokens}, PLAN_MEMBER(inference.context), "tokens: prompt and new ones"));
    fields.push_back(
        integer("inference.new_tokens", "new-tokens", {1, most_tokens}, PLAN_MEMBER(inference.new_tokens), "tokens generated"));
    fields.push_back(
        integer("inference.sequences", "sequences", {1, most_rows}, PLAN_MEMBER(inference.sequences), "sequences at once"));
    fields.push_back(assistant_field());
    fields.push_back(choice("inference.cache", "cache", PLAN_MEMBER(inference.cache), "kind of KV cache"));
    fields.push_back(choice("inference.kv_dtype", "kv-dtype", PLAN_MEMBER(inference.kv_dtype), "dtype of the KV cache"));
    add_engine_settings(fields);
}

/// The address space of a card's page tables: 48 bits.
constexpr Bytes most_shared_memory = Bytes{1} << 48;

void add_extract_and_target(Fields &fields)
{
    fields.push_back(choice("extract.capture", "capture", PLAN_MEMBER(extract.capture), "states that are kept"));
    fields.push_back(list("extract.hooks", "hooks", {QT_TRANSLATE_NOOP("core", "a list of hook names"), {}},
                          PLAN_MEMBER(extract.hooks), "hook points, wildcards allowed"));
    fields.push_back(extract_layers_field());
    fields.push_back(
        integer("extract.chunk", "extract-chunk", {1, most_tokens}, PLAN_MEMBER(extract.chunk), "tokens of one streamed chunk"));
    fields.push_back(
        choice("extract.keep", "extract-keep", PLAN_MEMBER(extract.keep), "where captures wait until a chunk is over"));
    fields.push_back(list("target.gpus", "gpu",
                          {QT_TRANSLATE_NOOP("core", "a list of card names, %1 for %2 of them"), {"NAME:N", "N"}},
                          PLAN_MEMBER(target.gpus), "card to judge against; NAME:N for N of them"));
    fields.push_back(budget_field());
    fields.push_back(boolean("target.budget_first", "budget-first", PLAN_MEMBER(target.budget_first),
                             "the answer speaks of the budget before it speaks of the cards"));
    fields.push_back(number("target.reserve_fraction", "reserve-fraction", {0.0, 0.9}, {from_to, {"0", "0.9"}},
                            PLAN_MEMBER(target.reserve_fraction), "share of the card kept free"));
    fields.push_back(size("target.process_bytes", "process-memory", {1, most_shared_memory}, PLAN_MEMBER(target.process_bytes),
                          "what a process may take of a memory that card and host share, where its limit was moved"));
}

} // namespace

const std::vector<Field> &plan_fields()
{
    static const Fields fields = [] {
        Fields out;
        add_model_and_weights(out);
        add_adapter(out);
        add_work(out);
        add_parallel_fields(out);
        add_inference(out);
        add_rollout(out);
        add_preference(out);
        add_images(out);
        add_distillation(out);
        add_extract_and_target(out);
        return out;
    }();
    return fields;
}

} // namespace plimsoll
