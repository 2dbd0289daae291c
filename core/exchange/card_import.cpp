// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/card_import.h"

#include "core/ground/phrase.h"
#include "core/plan/field.h"
#include "core/plan/model_card/card_text.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/plan/plan_json.h"

#include <algorithm>

namespace plimsoll {

namespace {

int line_of(std::string_view text, std::size_t at)
{
    const std::string_view before = text.substr(0, at);
    const auto feeds = std::ranges::count(before, '\n');
    return 1 + static_cast<int>(feeds > 0 ? feeds : std::ranges::count(before, '\r'));
}

} // namespace

Imported imported_scenario(const CardSession &card, const Scenario &scenario)
{
    Imported out;
    out.tool = model_card_name;
    out.plan = card.read.session.plan_of(scenario);
    for (const Field &field : plan_fields()) { // a session's cards are in no plan's own fields
        const bool target = (field.path == "target.gpus" && !out.plan.target.gpus.empty()) ||
                            (field.path == "target.budget_bytes" && out.plan.target.budget_bytes) ||
                            (field.path == "target.budget_first" && out.plan.target.budget_first);
        if (target) out.plan.given.insert(field.path);
        if (out.plan.has(field.path)) out.understood.push_back({field.path, card.line, {}, field.path, {}});
    }
    out.warnings = card.read.warnings;
    return out;
}

Result<std::vector<CardSession>> sessions_in_card(std::string_view text)
{
    const Result<std::vector<card::CardBlock>> blocks = card::read_blocks(text);
    if (!blocks.ok()) return blocks.error();
    if (blocks->empty()) return card::plans_of_card(text).error(); // says that there is none
    std::vector<CardSession> out;
    for (const card::CardBlock &block : *blocks) {
        Result<ParsedSession> read = card::plans_of_block(text, block);
        if (!read.ok()) return read.error();
        out.push_back({*std::move(read), line_of(text, block.from)});
    }
    return out;
}

Result<Imported> imported_card(std::string_view text)
{
    Result<ParsedSession> read = card::plans_of_card(text);
    if (!read.ok()) return read.error();
    const CardSession card{*std::move(read), line_of(text, card::read_card(text)->block->from)};
    const Session &session = card.read.session;
    Imported out = imported_scenario(card, session.current());
    for (const Scenario &other : session.scenarios)
        if (&other != &session.current())
            out.not_said.push_back({other.name,
                                    card.line,
                                    {},
                                    {},
                                    phrase(QT_TRANSLATE_NOOP("core", "one plan is taken, the block's selected one"))});
    return out;
}

} // namespace plimsoll
