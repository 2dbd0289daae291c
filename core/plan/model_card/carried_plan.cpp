// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/model_card/carried_plan.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/plan/model_card/card_text.h"
#include "core/plan/plan_json.h"

namespace plimsoll::card {

namespace {

using nlohmann::ordered_json;

/// For who edits the card by hand; the same in every language, so that a block does not change with its writer's.
constexpr std::string_view about_block = ": made by `plimsoll report --into`, do not edit; `plimsoll import` reads the plan ";

ordered_json published(Plan plan)
{
    plan = without_folders(std::move(plan));
    ordered_json out = plan_to_json(plan, true);
    if (!plan.target.gpus.empty()) out["target"]["gpus"] = plan.target.gpus; // a session's cards are in no plan's own fields
    if (plan.target.budget_bytes) out["target"]["budget_bytes"] = *plan.target.budget_bytes;
    return out;
}

} // namespace

Plan without_folders(Plan plan)
{
    plan.model.config_path = file_name_of(plan.model.config_path);
    if (plan.inference.assistant) plan.inference.assistant->config_path = file_name_of(plan.inference.assistant->config_path);
    return plan;
}

std::string file_name_of(std::string_view path)
{
    while (path.size() > 1 && (path.ends_with('/') || path.ends_with('\\'))) path.remove_suffix(1);
    const std::size_t slash = path.find_last_of("/\\");
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string published_plans(const std::vector<Scenario> &plans, std::size_t selected, ByteUnit unit)
{
    if (plans.size() == 1) {
        Plan plan = plans.front().plan;
        ordered_json out = published(std::move(plan));
        if (!plans.front().name.empty()) out["name"] = plans.front().name;
        return to_text(out);
    }
    ordered_json out{{"schema", session_schema}};
    out["scenarios"] = ordered_json::array();
    for (const Scenario &one : plans) out["scenarios"].push_back({{"name", one.name}, {"plan", published(one.plan)}});
    out["selected"] = selected;
    if (unit == ByteUnit::decimal) out["unit"] = "GB";
    return to_text(out);
}

std::string opening_comment(std::string_view plans)
{
    std::string safe;
    for (const char c : plans) {
        if (c == '<')
            safe += "\\u003c";
        else if (c == '>')
            safe += "\\u003e";
        else if (c == '-' && safe.ends_with('-'))
            safe += "\\u002d"; // such signs stand in JSON's strings alone
        else if (c != '\n' && c != '\r')
            safe += c;
    }
    std::string out = "<!-- BEGIN PLIMSOLL " PLIMSOLL_VERSION;
    return out.append(about_block).append(safe).append(" -->");
}

bool has_block(std::string_view card)
{
    for (std::size_t at = card.find("<!--"); at != std::string_view::npos; at = card.find("<!--", at + 4)) {
        const std::size_t word = card.find_first_not_of(" \t\r\n", at + 4);
        if (word == std::string_view::npos) return false;
        const std::string_view rest = card.substr(word);
        if (rest.starts_with("BEGIN PLIMSOLL") || rest.starts_with("BEGIN_PLIMSOLL")) return true;
    }
    return false;
}

Result<ParsedSession> plans_of_card(std::string_view text)
{
    const Result<CardText> card = read_card(text);
    if (!card.ok()) return card.error();
    if (!card->block)
        return Error{{},
                     {},
                     phrase(QT_TRANSLATE_NOOP("core", "a model card with a block of `%1`"), {"plimsoll report --into"}),
                     phrase(QT_TRANSLATE_NOOP("core", "has no block"))};
    const std::string_view comment = text.substr(card->block->from, card->block->inner - card->block->from);
    const std::size_t open = comment.find('{'), close = comment.rfind('}');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return Error{{}, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "the block's opening comment holds no plan"))};
    return session_from_text(comment.substr(open, close - open + 1));
}

} // namespace plimsoll::card
