// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/screens/screenshot_states.h"
#include "ui/document/plan_editor.h"
#include "ui/document/scenarios.h"
#include "ui/panels/split_dialog.h"

#include <QPushButton>

namespace plimsoll {
namespace {

/// A full fine-tuning on as many cards as the edits make of it.
Session spread(const FieldEdits &edits, const std::string &cards)
{
    FieldEdits all{{"method", "full"}, {"weights.quant", "none"}, {"sequence_length", "4096"}};
    all.insert(all.end(), edits.begin(), edits.end());
    Session session = first_session();
    session.cards.gpus = {cards};
    const auto plan = with_edits(session.current().plan, all);
    return plan.ok() ? with_plan(session, *plan) : session;
}

Session sharded()
{
    return spread({{"parallel.engine", "fsdp2"}, {"parallel.data", "4"}, {"parallel.zero", "3"}}, "NVIDIA A100-SXM4-80GB:4");
}

Session piped()
{
    return spread({{"stack", "pytorch"}, {"parallel.pipeline", "4"}, {"parallel.micro_batches", "8"}}, "NVIDIA A100-SXM4-80GB:4");
}

void show_choices(MainWindow &window) { window.actions()["plan.ranks"]->trigger(); }

void find_split(MainWindow &window)
{
    constexpr int longest_wait_ms = 60'000;
    window.actions()["plan.split"]->trigger();
    auto *dialog = window.findChild<SplitDialog *>();
    if (!dialog) return;
    for (auto *button : dialog->findChildren<QPushButton *>())
        if (button->isDefault()) button->click();
    wait_for([dialog] { return !dialog->searching(); }, longest_wait_ms);
}

} // namespace

std::vector<ScreenshotState> rank_states()
{
    return {
        {"ranks", "sharded", sharded, show_choices},
        {"ranks", "stages", piped, [](MainWindow &) {}},
        {"ranks", "side-by-side", piped, [](MainWindow &window) { window.actions()["view.ranks"]->trigger(); }},
        {"split", "found", sharded, find_split},
        {"rule", "a-rank", sharded, [](MainWindow &window) { window.actions()["view.worksheet"]->trigger(); }},
    };
}

} // namespace plimsoll
