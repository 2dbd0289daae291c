// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/backends.h"

#include <algorithm>
#include <string_view>

namespace plimsoll {

namespace {

// clang-format off
// _supports_sdpa is false
constexpr std::string_view no_sdpa[] = {
    "align", "autoformer", "bark", "big_bird", "bigbird_pegasus", "bit", "blip", "bloom", "bridgetower", "bros",
    "canine", "clap", "clvp", "codegen", "convbert", "convnext", "convnextv2", "cpmant", "cvt", "dab-detr", "dac",
    "deberta", "deberta-v2", "deepseek_v4", "dinat", "dinov3_convnext", "donut-swin", "efficientnet", "encodec",
    "falcon_mamba", "fastspeech2_conformer", "fastspeech2_conformer_with_hifigan", "flaubert", "flava", "flint", "fnet",
    "focalnet", "fsmt", "funnel", "gemma2", "gemma4_audio", "git", "glpn", "got_ocr2", "gpt_neo", "gpt_neox_japanese",
    "gpt_oss", "gptj", "granite_swa", "granitemoe_swa", "grounding-dino", "groupvit", "hgnet_v2", "hiera",
    "higgs_audio_v2_tokenizer", "hy_v4", "ibert", "imagegpt", "informer", "inkling2", "inkling2_text", "layoutlmv2",
    "layoutlmv3", "led", "levit", "lilt", "longformer", "longt5", "luke", "lxmert", "mamba", "mamba2", "markuplm",
    "mask2former", "maskformer", "maskformer-swin", "megatron-bert", "mgp-str", "mimo_v2_flash", "mm-grounding-dino",
    "mobilenet_v1", "mobilenet_v2", "mobilevit", "mobilevitv2", "mpnet", "mpt", "mra", "mvp", "nllb-moe",
    "nystromformer", "omdet-turbo", "oneformer", "openai-gpt", "openai_privacy_filter", "patchtsmixer", "pegasus_x",
    "perceiver", "poolformer", "pp_chart2table", "pp_ocrv6_medium_det", "pp_ocrv6_small_det", "prophetnet", "pvt",
    "pvt_v2", "reformer", "regnet", "rembert", "resnet", "roformer", "rwkv", "seggpt", "sew-d", "speech_to_text",
    "speecht5", "splinter", "squeezebert", "swiftformer", "swin2sr", "swinv2", "switch_transformers", "t5gemma",
    "table-transformer", "tapas", "textnet", "time_series_transformer", "timesformer", "trocr", "tvp", "univnet",
    "uvdoc", "vaultgemma", "vibevoice_acoustic_tokenizer", "vibevoice_acoustic_tokenizer_decoder",
    "vibevoice_acoustic_tokenizer_encoder", "videoprism", "videoprism_vision_model", "vilt", "visual_bert", "vitdet",
    "vits", "wavlm", "xcodec", "xglm", "xlm", "xlnet", "xlstm", "yoso"};

// _supports_flash_attn is false
constexpr std::string_view no_flash[] = {
    "align", "autoformer", "axk2", "beit", "big_bird", "bigbird_pegasus", "bit", "blip", "blip-2", "blip_2_qformer",
    "bloom", "blt", "bridgetower", "bros", "canine", "clap", "clvp", "codegen", "convbert", "convnext", "convnextv2",
    "cpmant", "cvt", "dab-detr", "dac", "data2vec-vision", "deberta", "deberta-v2", "decision_transformer",
    "deepseek_ocr2", "deepseek_v32", "deepseek_v4", "depth_pro", "dinat", "dinov3_convnext", "doge", "donut-swin",
    "dots3_note", "dots3_note_text", "dpr", "efficientnet", "encodec", "evolla", "falcon_mamba",
    "fastspeech2_conformer", "fastspeech2_conformer_with_hifigan", "flaubert", "flava", "fnet", "focalnet", "fsmt",
    "funnel", "gemma3n_vision", "gemma4_audio", "git", "glm5_next", "glm5_next_text", "glm5_next_vision", "glm_moe_dsa",
    "glpn", "got_ocr2", "gpt_neox_japanese", "granite_speech", "granite_speech5_ctc", "granite_speech5_encoder",
    "granite_speech_plus", "grounding-dino", "groupvit", "hgnet_v2", "hiera", "higgs_audio_v2_tokenizer", "hy_v4",
    "ibert", "idefics", "imagegpt", "informer", "inkling2", "inkling2_text", "inkling_mm_model", "inkling_text",
    "kosmos-2", "lasr_ctc", "lasr_encoder", "layoutlm", "layoutlmv2", "layoutlmv3", "led", "levit", "lilt", "llama4",
    "llama4_text", "longformer", "longt5", "luke", "lxmert", "mamba", "mamba2", "markuplm", "mask2former", "maskformer",
    "maskformer-swin", "megatron-bert", "mgp-str", "minimax_m3_vl", "minimax_m3_vl_text", "mistral_large4",
    "mistral_large4_text", "mllama", "mm-grounding-dino", "mobilenet_v1", "mobilenet_v2", "mobilevit", "mobilevitv2",
    "mpnet", "mpt", "mra", "mt5", "mvp", "nemotron3_5_asr", "nemotron_asr_streaming", "nemotron_asr_streaming_encoder",
    "nllb-moe", "nystromformer", "omdet-turbo", "oneformer", "openai-gpt", "parakeet_ctc", "parakeet_encoder",
    "parakeet_rnnt", "parakeet_tdt", "patchtsmixer", "perceiver", "pix2struct", "poolformer", "pp_chart2table",
    "pp_formulanet", "pp_ocrv6_medium_det", "pp_ocrv6_small_det", "prophetnet", "pvt", "pvt_v2", "qwen4_exp",
    "qwen4_exp_text", "qwen4_exp_vision", "reformer", "regnet", "rembert", "resnet", "roformer", "rwkv", "sam",
    "sam3_lite_text", "sam_hq", "sam_hq_vision_model", "sam_vision_model", "seamless_m4t", "seamless_m4t_v2", "seggpt",
    "sew-d", "siglip2", "siglip2_vision_model", "speech_to_text", "speecht5", "splinter", "squeezebert", "step3p7",
    "swiftformer", "swin", "swin2sr", "swinv2", "switch_transformers", "t5", "t5gemma2", "t5gemma2_encoder",
    "table-transformer", "tapas", "textnet", "time_series_transformer", "timesfm", "timesformer", "timm_backbone",
    "timm_wrapper", "trocr", "tvp", "udop", "umt5", "univnet", "unlimited_ocr", "uvdoc", "vibevoice_acoustic_tokenizer",
    "vibevoice_acoustic_tokenizer_decoder", "vibevoice_acoustic_tokenizer_encoder", "vilt", "visual_bert", "vitdet",
    "vits", "wav2vec2-bert", "wav2vec2-conformer", "wavlm", "xcodec", "xglm", "xlm", "xlnet", "xlstm", "yoso"};

// _compatible_flash_implementations names others: flash-attn 2 is replaced by one of them
constexpr std::string_view other_flash[] = {
    "flint", "gpt_oss", "granite_swa", "granitemoe_swa", "mimo_v2_flash", "openai_privacy_filter"};

// clang-format on

template <std::size_t N>
bool holds(const std::string_view (&list)[N], std::string_view type)
{
    return std::ranges::binary_search(list, type);
}

} // namespace

AttentionBackends attention_backends(std::string_view model_type)
{
    return {!holds(no_sdpa, model_type), !holds(no_flash, model_type) && !holds(other_flash, model_type),
            holds(other_flash, model_type)};
}

} // namespace plimsoll
