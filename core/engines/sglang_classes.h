// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

/// What SGLang's code of one model does that others' does not (0.5.23, srt/models, srt/configs, server_args.py), by model type. The one
/// place where its start tells models apart.
namespace plimsoll::sglang {

[[nodiscard]] bool has_larger_workspace(std::string_view model_type);        ///< flashinfer_backend.py
[[nodiscard]] bool has_window_pool_if_released(std::string_view model_type); ///< is_hybrid_swa_model, since a release of its own
[[nodiscard]] bool has_window_pool_ever(std::string_view model_type);
[[nodiscard]] bool attends_in_chunks(std::string_view model_type); ///< of three layers in four
[[nodiscard]] bool overlaps_states(std::string_view model_type);   ///< supports_mamba_cache_extra_buffer
[[nodiscard]] bool says_depth(std::string_view model_type);        ///< its tower's configuration, which is not looked for
[[nodiscard]] bool unpacks_to_bf16(std::string_view model_type);   ///< its packed checkpoints
[[nodiscard]] bool attends_by_triton(std::string_view model_type);
[[nodiscard]] bool attends_with_sinks_or_chunks(std::string_view model_type);
[[nodiscard]] bool has_trtllm_mla(std::string_view model_type);
[[nodiscard]] bool mixes_beside_flashinfer(std::string_view model_type);
[[nodiscard]] bool captures_no_prefill(std::string_view model_type);
[[nodiscard]] bool captures_no_prefill_by_trtllm(std::string_view model_type);
[[nodiscard]] bool captures_prefills_with_pictures(std::string_view model_type);
[[nodiscard]] bool stays_out_of_fp16(std::string_view model_type); ///< float32 checkpoints are served in bf16
[[nodiscard]] bool has_unknown_pools(std::string_view model_type);

} // namespace plimsoll::sglang
