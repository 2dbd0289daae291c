// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/hub_code.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/model/config/defaults.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

/// Code on the Hub by the model type of another model: the class's name starts so, and a key stands in the configuration
/// (empty: any will do). The first that fits counts.
struct Disguise {
    std::string_view model_type, class_start, key, described_as;
    std::string_view unless{};  ///< a part of auto_map that names code of yet another kind
    std::string_view own_key{}; ///< a key that only the library's own class reads
};
constexpr std::array disguises{
    Disguise{"bert", "JinaBert", "", "jina_bert", "qk-post-norm"},
    Disguise{"deepseek_vl_v2", "DeepseekOCR", "", "deepseek_ocr"},
    Disguise{"gpt2", "GPT2LMHeadCustomModel", "", "gpt2_custom"},
    Disguise{"llava", "Llava", "mm_vision_tower", "llava_llama"},
    Disguise{"nomic_bert", "NomicBert", "n_embd", "nomic_bert_hub", "", "hidden_size"},
};

/// "BaiChuanForCausalLM" and "Ernie4_5_ForCausalLM" are BaichuanForCausalLM and Ernie4_5ForCausalLM.
bool same_letters(std::string_view a, std::string_view b)
{
    const auto bare = [](std::string_view text) {
        std::string out;
        for (const char c : text)
            if (c != '_') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        return out;
    };
    return bare(a) == bare(b);
}

/// Names of the same modules: of older releases, of a second version, of the model it was made from.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> names{{
    {"BailingMoeForCausalLM", "BailingMoeV2ForCausalLM"},
    {"DeepseekV3ForCausalLM", "KimiK2ForCausalLM"},
    {"FalconForCausalLM", "RWForCausalLM"},
    {"LlamaForCausalLM", "InternLM3ForCausalLM"},
    {"MambaForCausalLM", "OVMambaForCausalLM"},
    {"MultiModalityCausalLM", "MultiModalityModel"},
    {"Phi3SmallForCausalLM", "PhiForCausalLM"},
    {"PhiForCausalLM", "MixFormerSequentialForCausalLM"},
    {"Rwkv5ForCausalLM", "RwkvForCausalLM"},
    {"Rwkv6ForCausalLM", "RwkvForCausalLM"},
    {"StableLMEpochForCausalLM", "StableLmForCausalLM"},
    {"YiForCausalLM", "LlamaForCausalLM"},
}};

bool hub_code_writes(std::string_view class_name)
{
    constexpr std::array<std::string_view, 3> ends{"ForCausalLM", "LMHeadModel", "ForConditionalGeneration"};
    return std::ranges::any_of(ends, [class_name](std::string_view end) { return class_name.ends_with(end); });
}

bool leads_to(const nlohmann::json &auto_map, const std::string &class_name)
{
    return auto_map.is_object() && std::ranges::any_of(auto_map, [&](const nlohmann::json &to) {
               return to.is_string() && to.get<std::string>().ends_with("." + class_name);
           });
}

constexpr std::array<std::string_view, 8> towers{"vision_config", "visual",          "vit_config",   "audio_config",
                                                 "audio",         "mm_vision_tower", "vision_tower", "vision_encoder"};

bool stands(const nlohmann::json &json, std::string_view key)
{
    const auto found = json.find(key);
    if (found == json.end()) return false;
    return (found->is_object() && !found->empty()) || (found->is_string() && !found->get_ref<const std::string &>().empty());
}

/// Florence-2 as Microsoft published it: the keys of its own code, the modules of transformers' class.
std::optional<nlohmann::json> current_florence2(const nlohmann::json &json)
{
    const auto vision = json.find("vision_config"), text = json.find("text_config");
    if (vision == json.end() || !vision->is_object() || !vision->contains("dim_embed")) return std::nullopt;
    nlohmann::json out = json;
    out["vision_config"].erase("model_type");
    out["vision_config"]["embed_dim"] = vision->at("dim_embed");
    if (text != json.end() && text->is_object()) out["text_config"]["model_type"] = "bart";
    return out;
}

} // namespace

std::string described_as(const std::string &model_type, const std::string &class_name, const nlohmann::json &json)
{
    const auto map = json.find("auto_map");
    for (const Disguise &one : disguises) {
        if (one.model_type != model_type || !class_name.starts_with(one.class_start)) continue;
        const bool other = !one.unless.empty() && map != json.end() && map->dump().find(one.unless) != std::string::npos;
        const auto key = json.find(one.key), own = json.find(one.own_key);
        if (own != json.end() && own->is_number()) continue;
        if (!other && (one.key.empty() || (key != json.end() && !key->is_null()))) return std::string(one.described_as);
    }
    return model_type;
}

std::optional<nlohmann::json> in_current_keys(const std::string &model_type, const nlohmann::json &json)
{
    constexpr std::array<std::string_view, 8> with_dicts{"altclip", "chinese_clip", "clip",       "clipseg",
                                                         "flava",   "groupvit",     "metaclip_2", "xclip"};
    if (model_type == "florence2") return current_florence2(json);
    if (std::ranges::find(with_dicts, model_type) == with_dicts.end()) return std::nullopt;
    std::optional<nlohmann::json> out;
    for (const char *key : {"text_config", "vision_config", "image_config", "multimodal_config"}) {
        const auto older = json.find(std::string(key) + "_dict");
        if (older == json.end() || !older->is_object()) continue;
        if (!out) out = json;
        (*out)[key] = *older;
    }
    return out;
}

bool names_same_code(const std::string &named, const std::string &main, const Config &config)
{
    const nlohmann::json &map = config.raw("auto_map");
    if (same_letters(named, main) || leads_to(map, main)) return true;
    if (std::ranges::find(names, std::pair<std::string_view, std::string_view>(main, named)) != names.end()) return true;
    // transformers builds its own class whatever the file calls it; code on the Hub that bears the name may differ
    if (is_remote_type(config.defaults_name()) || leads_to(map, named)) return false;
    return (hub_code_writes(named) && hub_code_writes(main)) || (named.ends_with("ForMaskedLM") && main.ends_with("ForMaskedLM"));
}

void doubt_towers(const std::string &named, const Config &config, Draft &draft)
{
    const auto &decoder = draft.arch.decoder;
    if (!draft.arch.exact || !decoder || decoder->inside_larger) return;
    if (!is_remote_type(config.defaults_name()) && (named.empty() || same_letters(named, draft.arch.class_name))) return;
    if (decoder->extension && !named.empty() && decoder->extension->whole_class == named)
        return; // described, and kept beside the decoder
    for (const std::string_view tower : towers) {
        if (!stands(config.json(), tower)) continue;
        draft.arch.exact = false;
        draft.arch.assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 is left out: the code that reads it is not described"), {tower}));
    }
}

} // namespace plimsoll
