// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/model/presets.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <map>

namespace PLIMSOLL_FILE {

// A run that is only counted, in which one layer stands for its like, tells the same parts at the peak as one whose events are kept.

using namespace plimsoll;
using nlohmann::json;

namespace {

using Parts = std::map<Component, Bytes>;

/// Without what only blocks tell.
Parts parts(const ArchitectureRef &model, const Plan &plan, bool events)
{
    const auto made = estimate(model, plan, {}, {.timeline = events, .allocator = false, .explain = false});
    if (!made) return {};
    Parts out;
    Bytes sum = 0;
    for (const BreakdownLine &line : made->fullest().at_peak) {
        if (line.component != Component::allocator_slack) out[line.component] += line.bytes;
        sum += line.bytes;
    }
    if (sum != made->fullest().peak.device) return {};
    return out;
}

json plan_of(const std::string &preset, const json &more)
{
    json plan{{"model", {{"preset", preset}}},
              {"weights", {{"dtype", "bf16"}}},
              {"method", "lora"},
              {"micro_batch", 1},
              {"sequence_length", 512},
              {"gradient_checkpointing", false},
              {"adapter", {{"rank", 8}}},
              {"optimizer", {{"name", "adamw"}}}};
    plan.merge_patch(more);
    return plan;
}

} // namespace

class TestCountedLabels : public QObject {
    Q_OBJECT private slots : void counted_parts_are_those_of_the_events_data()
    {
        QTest::addColumn<QString>("more");
        QTest::newRow("all linear") << R"({"adapter": {"targets": "all-linear"}})";
        // the first layer's queries and keys need no gradient: what all layers share is first kept in the second
        QTest::newRow("behind attention")
            << R"j({"adapter": {"targets": "(.*)(dense|o_proj|out_proj|down_proj|fc2|c_proj|fc_out)"}})j";
        QTest::newRow("full") << R"({"method": "full"})";
        QTest::newRow("some parts") << R"({"method": "full", "trainable": ["mlp"]})";
        QTest::newRow("checkpointed") << R"({"gradient_checkpointing": true})";
    }

    void counted_parts_are_those_of_the_events()
    {
        QFETCH(QString, more);
        int told = 0;
        for (const Preset &preset : presets()) {
            const auto parsed = plan_from_object(plan_of(preset.name, json::parse(more.toStdString())));
            const auto model = parsed ? load_model(parsed->plan.model) : load_model({.preset = preset.name});
            if (!parsed || !model || !(*model)->decoder || (*model)->total_parameters() > 40'000'000'000) continue;
            const Parts kept = parts(*model, parsed->plan, true);
            if (kept.empty()) continue;
            QVERIFY2(parts(*model, parsed->plan, false) == kept, preset.name.c_str());
            ++told;
        }
        QVERIFY(told > 20);
    }
};

PLIMSOLL_TEST(TestCountedLabels)
} // namespace PLIMSOLL_FILE
#include "test_counted_labels.moc"
