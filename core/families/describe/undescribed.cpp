// SPDX-License-Identifier: GPL-3.0-or-later
// Model types that transformers 5.23 knows and no family describes: their configurations may still be approximated.
#include "core/families/describe/family.h"

#include <algorithm>

namespace plimsoll {
namespace {

struct Undescribed {
    std::string_view model_type;
    ClassTraits traits;
};

constexpr Undescribed undescribed[] = {
    {"autoformer", {.sdpa = false, .flash2 = false}},
    {"clvp", {.sdpa = false, .flash2 = false}},
    {"cvt", {.sdpa = false, .flash2 = false}},
    {"dab-detr", {.sdpa = false, .flash2 = false}},
    {"dac", {.sdpa = false, .flash2 = false}},
    {"depth_pro", {.flash2 = false}},
    {"dinat", {.sdpa = false, .flash2 = false}},
    {"dinov3_convnext", {.sdpa = false, .flash2 = false}},
    {"dots3_note", {.flash2 = false}},
    {"efficientnet", {.sdpa = false, .flash2 = false}},
    {"fastspeech2_conformer_with_hifigan", {.sdpa = false, .flash2 = false}},
    {"focalnet", {.sdpa = false, .flash2 = false}},
    {"glpn", {.sdpa = false, .flash2 = false}},
    {"higgs_audio_v2_tokenizer", {.sdpa = false, .flash2 = false}},
    {"informer", {.sdpa = false, .flash2 = false}},
    {"inkling_mm_model", {.flash2 = false}},
    {"lasr_ctc", {.flash2 = false}},
    {"layoutlmv2", {.sdpa = false, .flash2 = false, .float32_checkpoints = true}},
    {"layoutxlm", {.float32_checkpoints = true}},
    {"levit", {.sdpa = false, .flash2 = false}},
    {"maskformer-swin", {.sdpa = false, .flash2 = false}},
    {"mobilenet_v1", {.sdpa = false, .flash2 = false}},
    {"mobilenet_v2", {.sdpa = false, .flash2 = false}},
    {"mobilevit", {.sdpa = false, .flash2 = false}},
    {"mobilevitv2", {.sdpa = false, .flash2 = false}},
    {"nemotron3_5_asr", {.flash2 = false}},
    {"omdet-turbo", {.sdpa = false, .flash2 = false}},
    {"patchtsmixer", {.sdpa = false, .flash2 = false}},
    {"poolformer", {.sdpa = false, .flash2 = false}},
    {"pp_ocrv6_medium_det", {.sdpa = false, .flash2 = false}},
    {"pp_ocrv6_small_det", {.sdpa = false, .flash2 = false}},
    {"pvt", {.sdpa = false, .flash2 = false}},
    {"pvt_v2", {.sdpa = false, .flash2 = false}},
    {"qwen4_exp", {.flash2 = false}},
    {"qwen4_exp_text", {.flash2 = false}},
    {"rag", {.float32_checkpoints = true}},
    {"retribert", {.float32_checkpoints = true}},
    {"sam_hq", {.flash2 = false}},
    {"sam_hq_vision_model", {.flash2 = false}},
    {"speech_to_text_2", {.float32_checkpoints = true}},
    {"swiftformer", {.sdpa = false, .flash2 = false}},
    {"swin2sr", {.sdpa = false, .flash2 = false}},
    {"t5gemma2_encoder", {.flash2 = false}},
    {"textnet", {.sdpa = false, .flash2 = false}},
    {"time_series_transformer", {.sdpa = false, .flash2 = false}},
    {"timm_wrapper", {.flash2 = false}},
    {"transfo-xl", {.float32_checkpoints = true}},
    {"tvp", {.sdpa = false, .flash2 = false}},
    {"univnet", {.sdpa = false, .flash2 = false}},
    {"uvdoc", {.sdpa = false, .flash2 = false}},
    {"videoprism", {.sdpa = false}},
    {"videoprism_vision_model", {.sdpa = false}},
    {"xcodec", {.sdpa = false, .flash2 = false}},
    {"xlm-prophetnet", {.float32_checkpoints = true}},
};
static_assert(std::ranges::is_sorted(undescribed, {}, &Undescribed::model_type));

} // namespace

ClassTraits traits_of(std::string_view model_type)
{
    if (const Family *family = find_family(model_type)) return family->traits;
    const auto *found = std::ranges::lower_bound(undescribed, model_type, {}, &Undescribed::model_type);
    return found != std::end(undescribed) && found->model_type == model_type ? found->traits : ClassTraits();
}

} // namespace plimsoll
