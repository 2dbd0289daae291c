// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/reproduce.h"

#include "core/ground/json_text.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"

#include <string_view>

namespace plimsoll {
namespace {

std::string in_shell_quotes(const std::string &word)
{
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/:,=+@";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + '\'';
}

/// A value as options take it; a list with commas between.
std::string option_text(const nlohmann::ordered_json &value)
{
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) return value.dump();
    std::string out;
    for (const auto &one : value) out += (out.empty() ? "" : ",") + (one.is_string() ? one.get<std::string>() : one.dump());
    return out;
}

std::string model_text(const ModelReference &model)
{
    return !model.preset.empty() ? model.preset : !model.hub.empty() ? model.hub : model.config_path;
}

} // namespace

std::string command_of(const Plan &plan)
{
    const std::string model = model_text(plan.model);
    if (model.empty()) return {};
    std::string out = "plimsoll estimate --model " + in_shell_quotes(model);
    for (const std::string &card : plan.target.gpus) out += " --gpu " + in_shell_quotes(card);
    if (plan.target.budget_bytes) out += " --budget " + std::to_string(*plan.target.budget_bytes);
    if (plan.target.process_bytes) out += " --process-memory " + std::to_string(*plan.target.process_bytes);
    if (plan.target.led_by_budget() && !plan.target.gpus.empty()) out += " --budget-first true";
    Plan read;
    for (const Field &field : plan_fields()) {
        if (!plan.has(field.path) || field.path == "model" || field.path == "name" || field.path.starts_with("target.")) continue;
        const std::string text = option_text(field.write(plan));
        const Result<Plan> next = with_field(read, field.path, text);
        if (!next.ok() || field.write(*next) != field.write(plan)) return {}; // no option says it
        read = *next;
        out += " --" + field.option + ' ' + in_shell_quotes(text);
    }
    return out;
}

} // namespace plimsoll
