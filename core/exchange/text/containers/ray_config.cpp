// SPDX-License-Identifier: GPL-3.0-or-later
// Ray Serve 2.58: ray.serve.llm.LLMConfig (model_loading_config, engine_kwargs), both as dict(…) and as {…}
#include "core/exchange/text/log_lines.h"
#include "core/exchange/text/printed_arguments.h"

namespace plimsoll {

namespace {

/// The options of a keyword's dictionary, in a call that stands for it: "dict(a=1)", "{'a': 1}".
std::optional<ConfigText> keys_of(std::string_view call, std::string_view keyword)
{
    const std::size_t at = call.find(keyword), open = call.find_first_of("({", at == std::string_view::npos ? call.size() : at);
    const auto whole = open == std::string_view::npos ? std::nullopt : bracketed(call, open);
    if (!whole) return std::nullopt;
    const bool dictionary = whole->starts_with('{');
    Result<ConfigText> out =
        config_from_call(dictionary ? "Keys(keys=" + std::string(*whole) + ')' : "Keys" + std::string(*whole));
    if (!out.ok()) return std::nullopt;
    for (ConfigEntry &entry : out->entries)
        if (dictionary && entry.key.starts_with("keys.")) entry.key.erase(0, 5);
    return *std::move(out);
}

} // namespace

std::optional<ConfigText> ray_config(std::string_view python)
{
    constexpr std::string_view name = "LLMConfig(";
    const std::size_t at = python.find(name);
    const auto call = at == std::string_view::npos ? std::nullopt : bracketed(python, at + name.size() - 1);
    if (!call) return std::nullopt;
    ConfigText out;
    out.form = ConfigForm::command;
    out.programs = {"vllm serve"};
    const int line = line_at(python, at);
    if (const auto model = keys_of(*call, "model_loading_config")) {
        const ConfigEntry *source = model->find("model_source");
        if (source == nullptr) source = model->find("model_id");
        if (source != nullptr && source->value.is_string())
            (void)add_entry(out, {"vllm serve", "model", source->value, line, false, source->unknown});
    }
    if (const auto options = keys_of(*call, "engine_kwargs"))
        for (const ConfigEntry &entry : options->entries)
            if (entry.key != "keys" && !entry.value.is_null())
                (void)add_entry(out, {"vllm serve", entry.key, entry.value, line, entry.section, entry.unknown, entry.variables});
    if (!out.has("model")) return std::nullopt;
    return out;
}

} // namespace plimsoll
