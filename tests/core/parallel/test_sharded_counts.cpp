// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/trace_view.h"
#include "core/load/load.h"
#include "core/parallel/rank.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "core/run/simulate.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace PLIMSOLL_FILE {

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
    {"fsdp2 masks of layers", "gpt-neo-1.3b", R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp2"}})"},
    {"fsdp1 masks of layers", "gpt-neo-1.3b", R"({"parallel": {"data": 4, "zero": 3, "engine": "fsdp1"}})"},
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
    void resident_bytes_are_the_engines_arithmetic_data();
    void resident_bytes_are_the_engines_arithmetic();
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

/// By hand, for TinyLlama: rows cut evenly and padded; flat units at multiples of 16 bytes of bf16, cut in equal pieces. Float32
/// shards and two states; Adam's step counter takes a block a parameter.
void TestShardedCounts::resident_bytes_are_the_engines_arithmetic_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<Count>("ranks");
    QTest::addColumn<Count>("rank");
    for (const char *engine : {"fsdp1", "fsdp2"})
        for (const Count ranks : {1, 2, 3, 7, 64, 3000})
            for (const Count rank : std::set<Count>{0, ranks / 2, ranks - 1})
                QTest::addRow("%s, rank %d of %d", engine, int(rank), int(ranks)) << engine << ranks << rank;
}

void TestShardedCounts::resident_bytes_are_the_engines_arithmetic()
{
    QFETCH(const QString, engine);
    QFETCH(const Count, ranks);
    QFETCH(const Count, rank);
    const auto block = [](Count elements) { return round_up(elements * 4, Bytes{512}); };
    std::vector<std::vector<std::pair<Count, Count>>> units; // rows and their length, unit by unit
    for (int layer = 0; layer < 22; ++layer)
        units.push_back({{2048, 2048},
                         {256, 2048},
                         {256, 2048},
                         {2048, 2048},
                         {5632, 2048},
                         {5632, 2048},
                         {2048, 5632},
                         {2048, 1},
                         {2048, 1}});
    units.push_back({{32000, 2048}, {2048, 1}, {32000, 2048}});
    Bytes shards = 0, states = 0;
    for (const auto &unit : units) {
        Count flat = 0;
        std::vector<std::pair<Count, Count>> places;
        for (const auto &[rows, length] : unit) {
            flat = round_up(flat, Count{8});
            places.emplace_back(flat, flat + rows * length);
            flat += rows * length;
            if (engine == "fsdp1") continue;
            const Count each = (rows + ranks - 1) / ranks, own = std::clamp<Count>(rows - rank * each, 0, each);
            shards += block(each * length);
            states += own > 0 ? 2 * block(own * length) : 0;
            states += 512;
        }
        if (engine != "fsdp1") continue;
        const Count each = (flat + ranks - 1) / ranks;
        shards += block(each);
        for (const auto &[begin, end] : places) {
            const Count own = std::min(end, (rank + 1) * each) - std::max(begin, rank * each);
            if (own > 0) states += 2 * block(own) + 512;
        }
    }
    const nlohmann::json plan = {{"model", {{"preset", "tinyllama-1.1b-chat"}}},
                                 {"method", "full"},
                                 {"weights", {{"dtype", "bf16"}}},
                                 {"autocast", "bf16"},
                                 {"sequence_length", 64},
                                 {"optimizer", {{"name", "adamw"}, {"implementation", "fused"}}},
                                 {"parallel", {{"data", ranks}, {"zero", 3}, {"engine", engine.toStdString()}}}};
    const auto parsed = plan_from_object(plan);
    QVERIFY(parsed);
    const auto model = load_model(parsed->plan.model);
    const auto resolved = resolve(parsed->plan, **model, {});
    QVERIFY(resolved);
    const auto run = step::simulate(**model, *resolved, {}, false, rank_at(mesh_of(resolved->plan), rank));
    QVERIFY(run);
    constexpr Bytes buffers = 2 * 512; // inv_freq, original_inv_freq
    QCOMPARE(run->between_steps[static_cast<std::size_t>(Component::weights)], shards + buffers);
    QCOMPARE(run->between_steps[static_cast<std::size_t>(Component::optimizer)], states);
}

PLIMSOLL_TEST(TestShardedCounts)
} // namespace PLIMSOLL_FILE
#include "test_sharded_counts.moc"
