// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/host_bytes.h"
#include "core/parallel/save.h"
#include "spread_model.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using Model = SpreadModel;

std::string full(const std::string &parallel, const std::string &beside = {})
{
    return R"({"method": "full", "autocast": "bf16", "gradient_checkpointing": false)" + beside + R"(, "parallel": )" + parallel +
           "}";
}

HostBytes host(const std::string &plan, Count ranks) { return *host_bytes(spread_model(plan).run(), ranks); }

constexpr Bytes resident = 1'000'000;

SaveBytes saved(const std::string &plan, Count ranks = 4) { return save_bytes(spread_model(plan).run(), resident, ranks); }

constexpr std::string_view lora =
    R"({"method": "lora", "autocast": "bf16", "adapter": {"rank": 8, "targets": ["q_proj"]}, "parallel": )";
constexpr Count adapters = 4 * 8 * 2 * Model::hidden;

} // namespace

class TestHostAndSave : public QObject {
    Q_OBJECT
private slots:
    void one_card_is_not_asked();
    void ranks_load_the_model_as_their_engine_does();
    void fsdp_offloads_to_pinned_shards();
    void deepspeed_offloads_master_and_states();
    void disks_leave_buffers();
    void checkpoints_on_the_host_are_counted();
    void whole_copies_are_written_as_they_are();
    void full_states_are_gathered();
    void plain_loops_differ();
    void zero_3_gathers_only_when_told();
};

void TestHostAndSave::one_card_is_not_asked() { QVERIFY(!host_bytes(spread_model(full("{}")).run(), 1)); }

void TestHostAndSave::ranks_load_the_model_as_their_engine_does()
{
    const Bytes model = 2 * Model::all;
    QCOMPARE(host(full(R"({"data": 4})"), 4).load, 4 * model);
    QCOMPARE(host(full(R"({"data": 16})"), 8).load, 8 * model);
    QCOMPARE(host(full(R"({"zero": 2, "data": 4})"), 4).load, 4 * model);
    QCOMPARE(host(full(R"({"engine": "fsdp2", "data": 4})"), 4).load, model);
    QCOMPARE(host(full(R"({"engine": "fsdp1", "data": 4, "cpu_ram_efficient_loading": false})"), 4).load, 4 * model);
    QCOMPARE(host(full(R"({"engine": "deepspeed", "zero": 3, "data": 4})"), 4).load, model); // rank 0 reads the files
    const HostBytes spread = host(full(R"({"data": 4})"), 4);
    QVERIFY(spread.steady == 0 && spread.pinned == 0 && spread.while_training.empty());
    QVERIFY(!spread.while_loading.at(0).why.empty());
}

void TestHostAndSave::fsdp_offloads_to_pinned_shards()
{
    const HostBytes out = host(full(R"({"engine": "fsdp2", "data": 4, "offload": "both"})"), 4);
    const Count shard = (Model::all + 3) / 4;
    QCOMPARE(out.pinned, 4 * (4 * shard + 4 * shard)); // parameters and gradients, float32 under the Trainer
    QCOMPARE(out.steady, out.pinned + 4 * 8 * shard);  // and AdamW's states
    const HostBytes half = host(full(R"({"engine": "fsdp2", "data": 4, "offload": "both"})"), 2);
    QCOMPARE(half.steady * 2, out.steady);
}

void TestHostAndSave::deepspeed_offloads_master_and_states()
{
    const Count shard = (Model::all + 3) / 4;
    const HostBytes two = host(full(R"({"zero": 2, "data": 4, "offload": "optimizer"})"), 4);
    QCOMPARE(two.pinned, 4 * (4 * shard + 4 * shard + 2 * shard + 2 * Model::ends));
    QCOMPARE(two.steady - two.pinned, 4 * 8 * shard);
    const HostBytes three = host(full(R"({"engine": "deepspeed", "zero": 3, "data": 4, "offload": "both"})"), 4);
    QCOMPARE(three.pinned, 4 * (2 * shard + 4 * shard + 4 * shard + 2 * shard));
    QCOMPARE(host(full(R"({"zero": 2, "data": 4})"), 4).steady, 0);
}

void TestHostAndSave::disks_leave_buffers()
{
    const Count shard = (Model::all + 3) / 4;
    const HostBytes out = host(full(R"({"engine": "deepspeed", "zero": 3, "data": 4, "offload": "nvme"})"), 1);
    QCOMPARE(out.steady, 5 * Bytes{100'000'000} * 2 + 2 * shard + 4 * shard * 4);
    QCOMPARE(out.pinned, out.steady);
}

void TestHostAndSave::checkpoints_on_the_host_are_counted()
{
    const HostBytes out = host(R"({"method": "full", "autocast": "bf16", "micro_batch": 2, "sequence_length": 32,
        "gradient_checkpointing": "offload", "parallel": {"data": 2}})",
                               2);
    QCOMPARE(out.steady, 2 * Model::layer_count * 2 * 32 * Model::hidden * 2);
}

void TestHostAndSave::whole_copies_are_written_as_they_are()
{
    const SaveBytes ddp = saved(full(R"({"data": 4})"));
    QVERIFY(ddp.kind == SaveKind::whole_copy);
    QCOMPARE(ddp.card, resident);
    QCOMPARE(ddp.host, 2 * Model::all);
    const SaveBytes few = saved(std::string(lora) + R"({"data": 4}})");
    QVERIFY(few.kind == SaveKind::adapters);
    QCOMPARE(few.host, 4 * adapters);
    const SaveBytes zero = saved(full(R"({"zero": 2, "data": 4})"));
    QCOMPARE(zero.card, resident);
    QCOMPARE(zero.host, 4 * 2 * Model::all); // every rank clones the model's state
}

void TestHostAndSave::full_states_are_gathered()
{
    const SaveBytes second = saved(full(R"({"engine": "fsdp2", "data": 4})"));
    QVERIFY(second.kind == SaveKind::full_state && !second.why.empty());
    QCOMPARE(second.card, resident + 4 * Model::ends); // the largest parameter, float32
    QCOMPARE(second.host, 4 * Model::all);
    const SaveBytes first = saved(full(R"({"engine": "fsdp1", "data": 4})"));
    QCOMPARE(first.card, resident + 4 * (2 * Model::ends + Model::hidden)); // the root's unit
    const SaveBytes whole = saved(full(R"({"engine": "fsdp1", "data": 4, "wrap": "none"})"));
    QCOMPARE(whole.card, resident + 4 * Model::all);
    const SaveBytes meshes = saved(full(R"({"tensor": 2})"), 2);
    QCOMPARE(meshes.card, resident + 2 * Model::ends);
    QCOMPARE(meshes.host, 2 * 2 * Model::all);
}

void TestHostAndSave::plain_loops_differ()
{
    const std::string loop = R"(, "stack": "pytorch")";
    const SaveBytes second = saved(full(R"({"engine": "fsdp2", "data": 4})", loop));
    QVERIFY(second.kind == SaveKind::sharded_state);
    QCOMPARE(second.card, resident);
    const SaveBytes first = saved(full(R"({"engine": "fsdp1", "data": 4})", loop));
    QCOMPARE(first.card, resident + 2 * Model::all + 2 * (2 * Model::ends + Model::hidden)); // a copy on each card
}

void TestHostAndSave::zero_3_gathers_only_when_told()
{
    const SaveBytes parts = saved(full(R"({"engine": "deepspeed", "zero": 3, "data": 4})"));
    QVERIFY(parts.kind == SaveKind::partitions);
    QCOMPARE(parts.card, resident);
    const SaveBytes whole = saved(full(
        R"({"engine": "deepspeed", "zero": 3, "data": 4, "deepspeed": {"stage3_gather_16bit_weights_on_model_save": true}})"));
    QVERIFY(whole.kind == SaveKind::gathered_16bit);
    QCOMPARE(whole.card, resident + 2 * Model::ends);
    QCOMPARE(whole.host, 2 * Model::all);
    const SaveBytes few = saved(std::string(lora) + R"({"engine": "deepspeed", "zero": 3, "data": 4}})");
    QVERIFY(few.kind == SaveKind::adapters);
    QCOMPARE(few.card, resident + 2 * Model::ends); // the base is gathered too
    QCOMPARE(few.host, 2 * adapters);
}

PLIMSOLL_TEST(TestHostAndSave)
} // namespace PLIMSOLL_FILE
#include "test_host_and_save.moc"
