// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/vllm_run.h"

#include <string_view>

/// What vLLM's own code of one model does that others' does not (0.33, model_executor/models), by model type. The one place where
/// its start tells models apart.
namespace plimsoll::vllm {

/// How a class of registry.py runs a layer.
struct ClassCode {
    std::string_view model_type;
    LayerCode code;
    bool keeps_gate_up;
    int beside = 0;
};
/// Null: a class that is told by its layers.
[[nodiscard]] const ClassCode *code_of(std::string_view model_type);

/// What a class' tower holds of the largest item that its processor makes (its preprocessor_config.json as published), where it is
/// fullest: tensors as wide as a patch at attention and behind it, of the MLP's inner width.
struct PictureCode {
    std::string_view model_type;
    Count tokens, patches; ///< of the item in the language model and in the tower; 0: as many as the tower has positions
    int whole, divided;    ///< at attention; divided: among ranks that share matrices
    int whole_mlp, inner;
    Bytes pixel_width = 0;  ///< 0: the model's dtype
    int outputs = 1;        ///< vectors a token for the language model: Qwen3-VL's for its first layers among them
    Count most_items = 1;   ///< pictures in a row that one video is, as many as the context holds: Qwen2-VL's 14 frames in pairs
    Count token_pixels = 0; ///< pixels of one token, by which max_pixels caps a picture; 0: it does not
    Count video_tokens = 0; ///< of the largest video, where it is no row of pictures
    Count crops = 0;        ///< pictures that pan and scan adds
    Count tiles = 0;        ///< that a picture is cut into at most, with one more of the whole; 0: it is not cut
    bool shows_frames = false; ///< a video is a row of tiles
    [[nodiscard]] bool takes_videos() const { return most_items > 1 || video_tokens > 0 || shows_frames; }
};
/// Null: no tower, or one that is not known.
[[nodiscard]] const PictureCode *picture_code_of(std::string_view model_type);

/// models/llama.py, gemma3.py, gemma4.py and the like of 0.23 and 0.26: the head is made whole before the embedding takes its place;
/// others (qwen2.py, qwen3.py, glm4.py, olmo2.py) make none.
[[nodiscard]] bool makes_tied_head(std::string_view model_type);
[[nodiscard]] bool overflows_in_fp16(std::string_view model_type);      ///< config/model.py, _FLOAT16_NOT_SUPPORTED_MODELS
[[nodiscard]] bool keeps_mixers_plain(std::string_view model_type);     ///< models/mamba.py gives its mixers no quantisation
[[nodiscard]] bool turns_in_float(std::string_view model_type);         ///< queries and keys are turned in float32 (OLMo)
[[nodiscard]] bool norms_heads_in_float(std::string_view model_type);   ///< over all heads together
[[nodiscard]] bool turns_into_new_tensors(std::string_view model_type); ///< Phi3LongRoPE
[[nodiscard]] bool norms_values(std::string_view model_type);
[[nodiscard]] bool expands_latent_keys(std::string_view model_type); ///< latent attention caches its heads' own keys and values
[[nodiscard]] Count pieces_of_net(std::string_view model_type); ///< tensors of a delta net's inner size, its input's projections
[[nodiscard]] bool keeps_states_in_float(std::string_view model_type);
[[nodiscard]] bool takes_states_dtype(std::string_view model_type); ///< models/config.py reads it in the configuration
[[nodiscard]] bool attends_in_chunks(std::string_view model_type);
[[nodiscard]] bool looks_ahead_in_pictures(std::string_view model_type);
[[nodiscard]] bool pads_experts(std::string_view model_type);        ///< in MXFP4
[[nodiscard]] bool divides_batches(std::string_view model_type);     ///< its code asks for use_sequence_parallel_moe
[[nodiscard]] bool norms_in_place(std::string_view model_type);      ///< though into new tensors (Nemotron)
[[nodiscard]] bool has_lora_tables(std::string_view model_type);     ///< its class has embedding_modules: adapters of both tables
[[nodiscard]] bool names_scaled_length(std::string_view model_type); ///< max_position_embeddings reaches as far as its scaling
[[nodiscard]] bool keeps_tables_in_float(std::string_view model_type); ///< of YaRN

} // namespace plimsoll::vllm
