// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/exchange/toy_tool.h"

#include "core/exchange/exchange.h"
#include "core/exchange/reading.h"
#include "core/stacks/stacks.h"

using namespace plimsoll;

namespace {

constexpr KeyRule toy_rules[] = {{"toy_model", "model"}, {"toy_rows", "micro_batch"}, {"toy_kind", "method"}};
constexpr Spelling toy_spellings[] = {{"method", "full", "everything"}};
constinit const ToolWords toy_words{
    .title = "Toy", .runner = &stacks::transformers, .rules = toy_rules, .spellings = toy_spellings};

int recognises_toy(const ConfigText &text) { return text.has("toy_model") ? 100 : 0; }

void read_toy(ConfigReading &reading) { take_all(reading, toy_words); }

Result<Exported> write_toy(const Plan &plan)
{
    Exported out;
    out.text = "toy_model: org/m\ntoy_rows: " + std::to_string(plan.micro_batch) + "\ntoy_kind: everything\n";
    return out;
}

} // namespace

constinit const ToolFormat toy_tool{.name = "toy",
                                    .title = "Toy",
                                    .recognises = recognises_toy,
                                    .read = read_toy,
                                    .ending = "yaml",
                                    .write = write_toy,
                                    .task = Task::train,
                                    .group = ExportGroup::training};
