// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM 0.33: config/multimodal.py, config/lora.py, utils/argparse_utils.py
#include "core/exchange/tools/vllm/vllm_parts.h"

#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <string>

namespace plimsoll {

namespace {

using namespace reasons;
using nlohmann::json;

/// "image=1,video=0"
json limits_in_pairs(std::string_view text)
{
    json out = json::object();
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view pair = text.substr(0, comma);
        if (const std::size_t equals = pair.find('='); equals != std::string_view::npos)
            out[std::string(pair.substr(0, equals))] = std::string(pair.substr(equals + 1));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return out;
}

json object_of(const json &value)
{
    return value.is_string() ? json::parse(value.get_ref<const std::string &>(), nullptr, false) : value;
}

/// Sizes of dummy items (config/multimodal.py, ImageDummyOptions and VideoDummyOptions), which bound what a start profiles.
void say_dummy_sizes(ConfigReading &reading, const json &said)
{
    std::string sizes;
    for (const auto &[kind, one] : said.items())
        for (const char *key : {"num_frames", "width", "height", "length"})
            if (one.is_object() && one.contains(key))
                sizes += (sizes.empty() ? "" : ", ") + kind + "." + key + " " + one[key].dump();
    if (sizes.empty()) return;
    reading.warn("item_sizes",
                 phrase(QT_TRANSLATE_NOOP("core", "%1: sizes of what a start profiles stand in no field of a plan: it is planned "
                                                  "with the largest that the model allows (%2)"),
                        {"limit_mm_per_prompt", sizes}),
                 "inference.images.limit");
}

} // namespace

void take_item_limits(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    json said = object_of(value), limits = json::object();
    if (said.is_object() && said.empty())
        return reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
    if (!said.is_object()) said = limits_in_pairs(as_word(value));
    for (const char *kind : {"image", "video"}) {
        if (!said.contains(kind)) continue;
        const json &one = said[kind];
        if (const auto count = as_count(one.is_object() ? one.value("count", json(999)) : one)) limits[kind] = *count;
    }
    say_dummy_sizes(reading, said);
    if (limits.empty()) return reading.not_said(entry, of_shape.text()); // sound
    reading.state(entry, "inference.images.limit", limits);
}

void take_processor_words(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const json said = value.is_null() ? json::object() : object_of(value);
    if (!said.is_object()) return reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "a JSON object is expected")));
    bool any = said.empty();
    const auto state = [&](const char *path, const json &held) {
        any = true;
        reading.state(entry, path, held);
    };
    const json size = said.value("size", json::object());
    if (const auto pixels = as_count(said.contains("max_pixels") ? said["max_pixels"] : size.value("longest_edge", json())))
        if (*pixels > 65536) state("inference.images.max_pixels", *pixels); // a side else
    for (const char *key : {"max_patches", "max_dynamic_patch"})
        if (const auto tiles = as_count(said.value(key, json()))) state("inference.images.max_patches", *tiles);
    if (const auto cuts = as_switch(said.value("do_pan_and_scan", json()))) state("inference.images.pan_and_scan", *cuts);
    if (!any) reading.not_said(entry, of_shape.text());
}

void take_unprofiled(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    reading.state(entry, "inference.images.profile", !as_switch(value).value_or(true));
}

void take_tower_mode(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    reading.state(entry, "inference.images.tower_data_parallel", as_word(value) == "data");
}

void read_adapters(ConfigReading &reading)
{
    const ConfigEntry *const on = reading.find("enable_lora");
    const bool serves = on != nullptr && as_switch(on->value).value_or(on->value.is_null());
    if (serves) {
        const Count places = as_count(reading.value("max_loras")).value_or(1);   // config/lora.py: one of rank 16
        const Count kept = as_count(reading.value("max_cpu_loras")).value_or(0); // 0 is as none: engine/arg_utils.py
        const auto raises = [&reading](const std::string &why) {
            reading.warn("refused", phrase(QT_TRANSLATE_NOOP("core", "%1 does not start so: %2"), {"vLLM", why}),
                         "inference.lora.max_loras");
        };
        if (places < 1)
            raises(phrase(QT_TRANSLATE_NOOP("core", "%1 is less than %2"), {"--max-loras " + std::to_string(places), "1"}));
        if (kept > 0 && kept < places)
            raises(phrase(QT_TRANSLATE_NOOP("core", "%1 is less than %2"),
                          {"--max-cpu-loras " + std::to_string(kept), "--max-loras " + std::to_string(places)}));
        reading.state(*on, "inference.lora.max_loras", places);
        return;
    }
    const std::string why = phrase(QT_TRANSLATE_NOOP("core", "%1 serves no adapters without %2"), {"vLLM", "--enable-lora"});
    dismiss(reading, {"enable_lora", "max_loras", "max_lora_rank", "fully_sharded_loras", "lora_dtype", "lora_target_modules"},
            why);
}

DottedOptions dotted_options(ConfigReading &reading, std::initializer_list<std::string_view> prefixes, std::string_view field)
{
    DottedOptions out;
    if (reading.text().form != ConfigForm::command) return out;
    for (const ConfigEntry &entry : reading.entries()) {
        std::string key = entry.key;
        std::ranges::replace(key, '-', '_');
        for (const std::string_view prefix : prefixes) {
            if (!key.starts_with(prefix) || !reading.is_open(entry)) continue;
            json *at = &out.value;
            std::string rest = key.substr(prefix.size());
            for (std::size_t dot = rest.find('.'); dot != std::string::npos; dot = rest.find('.')) {
                at = &(*at)[rest.substr(0, dot)];
                if (!at->is_object()) *at = json::object();
                rest.erase(0, dot + 1);
            }
            (*at)[rest] = entry.value;
            if (out.first == nullptr) out.first = &entry;
            reading.understood(entry, field);
        }
    }
    return out;
}

void read_dotted_limits(ConfigReading &reading)
{
    const DottedOptions dotted = dotted_options(reading, {"limit_mm_per_prompt."}, "inference.images.limit");
    if (dotted.first != nullptr) take_item_limits(reading, *dotted.first, dotted.value);
}

} // namespace plimsoll
