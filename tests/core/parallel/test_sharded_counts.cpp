// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/trace_view.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "core/run/simulate.h"

#include <QTest>
#include <nlohmann/json.hpp>

// One layer stands for its like under FSDP too, though what is gathered and reduced goes from layer to layer: to the byte, counted
// and as events.

using namespace plimsoll;

namespace {

QString words(const step::PhaseRecord &record)
{
    return QString("step %1 phase %2 peak %3 after %4")
        .arg(record.step)
        .arg(int(record.phase))
        .arg(record.peak)
        .arg(record.after);
}

struct Row {
    const char *name, *model, *changes;
};

constexpr Row rows[] = {
    {"fsdp2", "tinyllama-1.1b-chat", R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp2"}})"},
    {"fsdp2 tied", "qwen2.5-0.5b", R"({"parallel": {"data": 3, "zero": 3, "engine": "fsdp2"}, "gradient_checkpointing": false})"},
    {"fsdp2 kept", "tinyllama-1.1b-chat",
     R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp2", "reshard_after_forward": false}, "gradient_accumulation": 2})"},
    {"fsdp2 copies", "qwen3-0.6b", R"({"parallel": {"data": 8, "replicate": 2, "zero": 3, "engine": "fsdp2"}})"},
    {"fsdp2 offload", "tinyllama-1.1b-chat", R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp2", "offload": "both"}})"},
    {"fsdp2 loop", "tinyllama-1.1b-chat",
     R"({"stack": "pytorch", "autocast": "none", "gradient_accumulation": 3,
         "parallel": {"data": 4, "zero": 3, "engine": "fsdp2", "wrap": "layer+ends", "accumulate_without_sync": true}})"},
    {"fsdp2 lora", "qwen3-0.6b",
     R"({"method": "lora", "adapter": {"rank": 8, "targets": "all-linear"}, "parallel": {"data": 2, "zero": 3, "engine": "fsdp2"}})"},
    {"fsdp2 qlora", "qwen3-0.6b",
     R"({"method": "qlora", "weights": {"quant": "nf4", "quant_storage": "bf16"}, "adapter": {"rank": 8, "targets": "all-linear"},
         "parallel": {"data": 2, "zero": 3, "engine": "fsdp2"}})"},
    {"fsdp1", "tinyllama-1.1b-chat", R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp1"}})"},
    {"fsdp1 pre", "qwen2.5-0.5b",
     R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp1", "backward_prefetch": "pre"}, "gradient_accumulation": 2})"},
    {"fsdp1 post", "tinyllama-1.1b-chat",
     R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp1", "backward_prefetch": "post", "forward_prefetch": true}})"},
    {"fsdp1 flat", "qwen2.5-0.5b", R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp1", "use_orig_params": false}})"},
    {"fsdp1 kept", "tinyllama-1.1b-chat",
     R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp1", "reshard_after_forward": false}, "gradient_checkpointing": false})"},
    {"fsdp1 offload", "tinyllama-1.1b-chat", R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp1", "offload": "both"}})"},
    {"fsdp1 one unit", "qwen2.5-0.5b", R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp1", "wrap": "none"}})"},
    {"fsdp1 lora", "qwen3-0.6b",
     R"({"method": "lora", "adapter": {"rank": 8, "targets": "all-linear"}, "parallel": {"data": 2, "zero": 3, "engine": "fsdp1"}})"},
    {"fsdp1 lora whole", "qwen3-0.6b",
     R"({"method": "lora", "adapter": {"rank": 8, "targets": "all-linear"}, "gradient_checkpointing": false,
         "parallel": {"data": 2, "zero": 3, "engine": "fsdp1", "backward_prefetch": "pre"}})"},
    {"tensor", "tinyllama-1.1b-chat", R"({"parallel": {"tensor": 4, "engine": "native"}})"},
    {"tensor tied", "qwen3-0.6b", R"({"parallel": {"tensor": 8, "engine": "native"}, "gradient_accumulation": 2})"},
    {"tensor and shards", "tinyllama-1.1b-chat", R"({"parallel": {"data": 2, "zero": 3, "tensor": 4, "engine": "native"}})"},
    {"context", "tinyllama-1.1b-chat", R"({"parallel": {"context": 4, "zero": 3, "engine": "fsdp2"}})"},
    {"context last", "qwen3-0.6b",
     R"({"parallel": {"context": 4, "zero": 3, "engine": "fsdp2", "rank": 3}, "gradient_checkpointing": false})"},
    {"fsdp1 lora reentrant", "qwen3-0.6b",
     R"({"method": "lora", "adapter": {"rank": 8, "targets": "all-linear"}, "gradient_checkpointing": {"enabled": true, "reentrant": true},
         "parallel": {"data": 2, "zero": 3, "engine": "fsdp1"}})"},
    {"fsdp1 reentrant", "tinyllama-1.1b-chat",
     R"({"gradient_checkpointing": {"enabled": true, "reentrant": true}, "parallel": {"data": 2, "zero": 3, "engine": "fsdp1"}})"},
    {"fsdp2 reentrant", "tinyllama-1.1b-chat",
     R"({"gradient_checkpointing": {"enabled": true, "reentrant": true}, "parallel": {"data": 2, "zero": 3, "engine": "fsdp2"}})"},
};

} // namespace

class TestShardedCounts : public QObject {
    Q_OBJECT
private slots:
    void one_layer_stands_for_its_like_data();
    void one_layer_stands_for_its_like();
};

void TestShardedCounts::one_layer_stands_for_its_like_data()
{
    QTest::addColumn<int>("row");
    int index = 0;
    for (const Row &row : rows) QTest::newRow(row.name) << index++;
}

void TestShardedCounts::one_layer_stands_for_its_like()
{
    QFETCH(const int, row);
    nlohmann::json plan = {{"model", {{"preset", rows[row].model}}},
                           {"method", "full"},
                           {"weights", {{"dtype", "bf16"}}},
                           {"autocast", "bf16"},
                           {"sequence_length", 256},
                           {"micro_batch", 1},
                           {"gradient_checkpointing", true},
                           {"max_grad_norm", 1.0}};
    plan.merge_patch(nlohmann::json::parse(rows[row].changes));
    const auto parsed = plan_from_object(plan);
    QVERIFY(parsed);
    const auto model = load_model(parsed->plan.model);
    QVERIFY(model);
    const auto resolved = resolve(parsed->plan, **model, {});
    QVERIFY2(resolved, resolved ? "" : resolved.error().field.c_str());
    const auto counted = step::simulate(**model, *resolved, {}, false), recorded = step::simulate(**model, *resolved, {}, true);
    const auto whole = step::simulate_every_layer(**model, *resolved, {});
    QVERIFY(counted && recorded && whole);
    QCOMPARE(counted->phases.size(), whole->phases.size());
    for (std::size_t i = 0; i < whole->phases.size(); ++i) QCOMPARE(words(counted->phases[i]), words(whole->phases[i]));
    QCOMPARE(counted->load_peak, whole->load_peak);
    QCOMPARE(counted->after_load_components, whole->after_load_components);
    QCOMPARE(counted->between_steps, whole->between_steps);
    QCOMPARE(recorded->events.size(), whole->events.size());
    QVERIFY(allocator_events(recorded->events) == allocator_events(whole->events));
}

QTEST_APPLESS_MAIN(TestShardedCounts)
#include "test_sharded_counts.moc"
