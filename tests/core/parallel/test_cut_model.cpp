// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/parallel/cut_model.h"
#include "core/parallel/megatron_sizes.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// What ranks hold of a model that is divided sums up to the model.

using namespace plimsoll;

namespace {

constexpr const char *llama = R"({"model_type": "llama", "vocab_size": 32003, "hidden_size": 1024, "intermediate_size": 2816,
    "num_hidden_layers": 4, "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 64, "rms_norm_eps": 1e-5,
    "hidden_act": "silu", "max_position_embeddings": 4096, "tie_word_embeddings": false})";

ArchitectureRef read(const std::string &config)
{
    auto model = architecture_from_config(config, "inline");
    return model ? *model : nullptr;
}

ArchitectureRef preset_of(const std::string &name)
{
    const auto plan = plan_from_object({{"model", {{"preset", name}}}});
    const auto model = plan ? load_model(plan->plan.model) : plan.error();
    return model ? *model : nullptr;
}

Count of(const LinearSpec &linear) { return linear.in * linear.out + (linear.bias ? linear.out : 0); }

/// Elements of the matrices that a tensor plan divides, embedding and head among them.
Count divided(const DecoderSpec &decoder)
{
    Count out = decoder.vocab * decoder.hidden + (decoder.tied ? 0 : of(decoder.head));
    for (const int kind : decoder.layers) {
        const LayerSpec &layer = decoder.kinds[static_cast<std::size_t>(kind)];
        const AttentionSpec &a = layer.attention;
        for (const LinearSpec *linear : {&a.q, &a.k, &a.v, &a.fused, &a.o, &layer.mlp.gate, &layer.mlp.up, &layer.mlp.down})
            out += of(*linear);
        const MoeSpec &moe = layer.mlp.moe;
        out += moe.experts * 3 * moe.expert_width * decoder.hidden;
    }
    return out;
}

} // namespace

class TestCutModel : public QObject {
    Q_OBJECT
private slots:
    void shares_are_those_of_chunks_data();
    void shares_are_those_of_chunks();
    void tensor_ranks_hold_the_whole_data();
    void tensor_ranks_hold_the_whole();
    void heads_have_to_divide();
    void models_without_a_plan_stay_whole();
    void styles_are_the_plan_s();
    void stages_of_megatron_hold_the_whole_data();
    void stages_of_megatron_hold_the_whole();
    void fewer_micro_batches_fly_on_later_stages();
};

void TestCutModel::shares_are_those_of_chunks_data()
{
    QTest::addColumn<Count>("size");
    QTest::addColumn<Count>("ranks");
    for (const Count size : {1, 7, 64, 32003, 151936})
        for (const Count ranks : {1, 2, 3, 8, 64}) QTest::addRow("%d on %d", int(size), int(ranks)) << size << ranks;
}

void TestCutModel::shares_are_those_of_chunks()
{
    QFETCH(const Count, size);
    QFETCH(const Count, ranks);
    Count sum = 0;
    for (Count place = 0; place < ranks; ++place) {
        const Count share = share_of(size, ranks, place);
        QVERIFY(share <= (size + ranks - 1) / ranks);
        sum += share;
    }
    QCOMPARE(sum, size);
}

void TestCutModel::tensor_ranks_hold_the_whole_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<Count>("ranks");
    for (const char *preset : {"tinyllama-1.1b-chat", "qwen3-0.6b", "llama-3.1-8b", "gemma-2-2b"})
        for (const Count ranks : {2, 4, 8}) QTest::addRow("%s on %d", preset, int(ranks)) << QString(preset) << ranks;
}

void TestCutModel::tensor_ranks_hold_the_whole()
{
    QFETCH(const QString, name);
    QFETCH(const Count, ranks);
    const ArchitectureRef model = preset_of(name.toStdString());
    QVERIFY(model);
    const DecoderSpec &decoder = *model->decoder;
    if (decoder.kinds.front().attention.kv_heads % ranks != 0) {
        QVERIFY(!cut_for_tensor(*model, ranks, 0));
        return;
    }
    Count sum = 0;
    for (Count place = 0; place < ranks; ++place) {
        const auto cut = cut_for_tensor(*model, ranks, place);
        QVERIFY2(cut, cut ? "" : cut.error().message().c_str());
        sum += divided(*(*cut)->decoder);
        QCOMPARE((*cut)->decoder->kinds.front().input_norm, decoder.kinds.front().input_norm);
        QCOMPARE((*cut)->decoder->kinds.front().attention.heads * ranks, decoder.kinds.front().attention.heads);
    }
    QCOMPARE(sum, divided(decoder));
}

void TestCutModel::heads_have_to_divide()
{
    const ArchitectureRef model = read(llama);
    QVERIFY(model);
    const auto cut = cut_for_tensor(*model, 16, 0); // 8 heads of keys and values
    QVERIFY(!cut);
    QCOMPARE(cut.error().field, std::string("parallel.tensor"));
    QCOMPARE(cut.error().read, std::string("16"));
    QVERIFY(cut_for_tensor(*model, 8, 7));
    QCOMPARE((*cut_for_tensor(*model, 8, 7))->decoder->vocab, Count{32003 - 7 * 4001}); // the last rank's rows
}

void TestCutModel::models_without_a_plan_stay_whole()
{
    const ArchitectureRef model = preset_of("gpt2");
    QVERIFY(model);
    QVERIFY(!tensor_plan(*model));
    QVERIFY(!cut_for_tensor(*model, 2, 0));
}

void TestCutModel::styles_are_the_plan_s()
{
    const ArchitectureRef model = read(llama);
    QVERIFY(model);
    const auto plan = tensor_plan(*model);
    QVERIFY(plan);
    const LayerSpec &layer = model->decoder->kinds.front();
    QCOMPARE(plan->style_of(layer, layer.attention.k.name), CutStyle::columns);
    QCOMPARE(plan->style_of(layer, layer.attention.o.name), CutStyle::rows);
    QCOMPARE(plan->style_of(layer, layer.mlp.up.name), CutStyle::columns);
    QCOMPARE(plan->style_of(layer, layer.mlp.down.name), CutStyle::rows);
    QCOMPARE(plan->style_of(layer, layer.input_norm.name), CutStyle::whole);
}

void TestCutModel::stages_of_megatron_hold_the_whole_data()
{
    QTest::addColumn<Count>("tensor");
    QTest::addColumn<Count>("pipeline");
    for (const Count tensor : {1, 2, 8})
        for (const Count pipeline : {1, 2, 4}) QTest::addRow("%d × %d", int(tensor), int(pipeline)) << tensor << pipeline;
}

/// But for norms, which every tensor rank has, and the vocabulary's padding.
void TestCutModel::stages_of_megatron_hold_the_whole()
{
    QFETCH(const Count, tensor);
    QFETCH(const Count, pipeline);
    const ArchitectureRef model = read(llama);
    QVERIFY(model);
    Plan plan;
    plan.parallel.tensor = tensor;
    plan.parallel.pipeline = pipeline;
    Count sum = 0;
    for (Count stage = 0; stage < pipeline; ++stage) {
        Rank rank;
        rank.stage = stage;
        const auto held = megatron_stage(*model, plan, rank);
        QVERIFY2(held, held ? "" : held.error().message().c_str());
        sum += held->parameters() * tensor;
    }
    const Count norms = (4 * 2 + 1) * 1024, multiple = 128 * tensor;
    const Count rows = (32003 + multiple - 1) / multiple * multiple;
    QCOMPARE(sum, divided(*model->decoder) + 2 * (rows - 32003) * 1024 + norms * tensor);
}

void TestCutModel::fewer_micro_batches_fly_on_later_stages()
{
    Parallel p;
    p.pipeline = 4;
    for (Count stage = 0; stage < 4; ++stage) QCOMPARE(megatron_in_flight(p, stage, 8), 4 - stage);
    QCOMPARE(megatron_in_flight(p, 0, 2), Count{2});
    p.virtual_stages = 2;
    QCOMPARE(megatron_in_flight(p, 0, 8), Count{11}); // chunks of half a stage: (4 − 1) · 2 + 4 + 1
    QCOMPARE(megatron_in_flight(p, 3, 8), Count{5});
    p.schedule = PipelineSchedule::gpipe;
    QCOMPARE(megatron_in_flight(p, 3, 8), Count{16});
}

PLIMSOLL_TEST(TestCutModel)
} // namespace PLIMSOLL_FILE
#include "test_cut_model.moc"
