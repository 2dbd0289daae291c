// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/checkpoint/quantization_beside.h"

#include "core/ground/read_file.h"
#include "core/model/config/config_json.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

using nlohmann::json;

constexpr std::pair<const char *, const char *> files[] = {
    {"hf_quant_config.json", "modelopt"}, {"quantize_config.json", "gptq"}, {"quant_config.json", "awq"}};

} // namespace

std::string with_quantization_beside(const std::string &config, const std::filesystem::path &folder)
{
    for (const auto &[name, method] : files) {
        std::error_code code;
        if (!std::filesystem::is_regular_file(folder / name, code)) continue;
        const Result<std::string> text = read_file(folder / name, config_size_limit);
        if (!text) return config;
        Result<json> beside = parse_config_json(*text, name);
        Result<json> whole = parse_config_json(config, "config.json");
        if (!beside || !whole || !beside->is_object() || !whole->is_object()) return config;
        for (const char *key : {"quantization_config", "compression_config", "quantization"})
            if (const auto own = whole->find(key); own != whole->end() && !own->is_null()) return config;
        if (!beside->contains("quant_method")) (*beside)["quant_method"] = method;
        (*whole)["quantization_config"] = *std::move(beside);
        return whole->dump();
    }
    return config;
}

} // namespace plimsoll
