// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// What descriptors promise of each other and of their names.
class TestOptimizers : public QObject {
    Q_OBJECT
private slots:
    void names_are_those_of_plans();
    void the_first_is_what_plans_begin_with();
    void what_steps_has_a_library();
    void states_are_what_the_rule_makes();
    void paging_is_of_the_same_states();
    void transformers_words_are_read_data();
    void transformers_words_are_read();
    void states_take_what_their_library_makes_data();
    void states_take_what_their_library_makes();
    void codes_of_8_bits_are_made_in_one_kernel_data();
    void codes_of_8_bits_are_made_in_one_kernel();
    void lomo_lets_go_of_each_gradient();
    void apollo_projects_above_a_small_matrix();
};

void TestOptimizers::names_are_those_of_plans()
{
    QCOMPARE(all_optimizers().size(), names_of<OptimizerName>().size());
    for (std::size_t i = 0; i < names_of<OptimizerName>().size(); ++i) {
        QCOMPARE(all_optimizers()[i]->name, names_of<OptimizerName>()[i]);
        QCOMPARE(&kind_of(static_cast<OptimizerName>(i)), all_optimizers()[i]);
    }
}

void TestOptimizers::the_first_is_what_plans_begin_with() { QCOMPARE(&kind_of(Optimizer{}), &optimizers::adamw); }

void TestOptimizers::what_steps_has_a_library()
{
    for (const OptimizerKind *kind : all_optimizers()) {
        QCOMPARE(kind->rule != nullptr, !kind->library.empty());
        QVERIFY2(kind->bits == 0 || kind->bits == 4 || kind->bits == 8 || kind->bits == 32, kind->name.data());
        if (!kind->torch_class.empty()) QVERIFY2(has_torch_forms(*kind), kind->name.data());
    }
}

void TestOptimizers::states_are_what_the_rule_makes()
{
    for (const OptimizerKind *kind : all_optimizers()) {
        if (kind->rule == nullptr || kind->bits != 0) continue; // packed states have scales beside them
        step::Card card{{}};
        step::Machine m(card, false);
        step::Leaf leaf;
        leaf.value = m.empty({512, 256}, Dtype::fp32, "parameter");
        leaf.layer = 0;
        Optimizer settings;
        settings.rank = 256; // projections as wide as the matrix: the moments themselves
        settings.implementation =
            kind->forms == OptimizerForms::one ? std::nullopt : std::optional(OptimizerImplementation::single);
        step::OptimizerState state;
        kind->rule({settings, false})->create(m, leaf, state);
        Count whole = 0;
        for (const auto &tensor : state) whole += tensor.shape().elements() == leaf.value.elements() ? 1 : 0;
        QVERIFY2(whole == kind->states, kind->name.data());
    }
}

void TestOptimizers::paging_is_of_the_same_states()
{
    QVERIFY(pages_states_of(optimizers::paged_adamw_8bit, optimizers::adamw_8bit));
    QVERIFY(!pages_states_of(optimizers::paged_adamw_32bit, optimizers::adamw_8bit)); // other bits
    QVERIFY(!pages_states_of(optimizers::paged_adamw_32bit, optimizers::lion));       // one state, not two
    QVERIFY(!pages_states_of(optimizers::adamw_8bit, optimizers::paged_adamw_8bit));
}

void TestOptimizers::transformers_words_are_read_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("written");
    QTest::newRow("form") << "adamw_torch"
                          << R"({"name": "adamw", "implementation": "foreach"})";
    QTest::newRow("bitsandbytes") << "adamw_bnb_8bit"
                                  << R"({"name": "adamw_8bit"})";
    QTest::newRow("layerwise") << "galore_adamw_8bit_layerwise"
                               << R"({"name": "galore_adamw_8bit", "in_backward": true})";
    QTest::newRow("torch's") << "torch_radam"
                             << R"({"name": "radam"})";
    QTest::newRow("torchao's") << "torchao_adamw_fp8"
                               << R"({"name": "adamw_fp8"})";
}

void TestOptimizers::transformers_words_are_read()
{
    QFETCH(QString, word);
    QFETCH(QString, written);
    const auto plan_of = [](const QString &optimizer) {
        return plan_from_json((u"{\"optimizer\": "_s + optimizer + u"}"_s).toStdString());
    };
    const auto read = plan_of(u"{\"name\": \""_s + word + u"\"}"_s), meant = plan_of(written);
    QVERIFY(read.ok() && meant.ok());
    QVERIFY(read.value().plan == meant.value().plan);
}

void TestOptimizers::states_take_what_their_library_makes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("bytes"); // of 1,048,576 values in bf16
    const qint64 n = 1 << 20, scales = n / 256 * 4;
    QTest::newRow("ademamix") << "ademamix" << 12 * n;
    QTest::newRow("ademamix_8bit") << "ademamix_8bit" << 3 * n + 3 * scales + 2 * 1024;
    QTest::newRow("lion_8bit") << "lion_8bit" << n + scales + 1024;
    QTest::newRow("paged") << "paged_lion_32bit" << qint64{0};
    QTest::newRow("torchao") << "adamw_torch_8bit" << 2 * n + 2 * scales + 2 * 1024;
    QTest::newRow("fp8") << "adamw_fp8" << 2 * n + 2 * scales;
    QTest::newRow("kahan") << "stable_adamw" << 6 * n + 2 * 512;
    QTest::newRow("host") << "grokadamw" << qint64{0};
    QTest::newRow("schedule free") << "schedule_free_sgd" << 2 * n;
    QTest::newRow("float32") << "adamw_anyprecision" << 8 * n;
}

void TestOptimizers::states_take_what_their_library_makes()
{
    QFETCH(QString, name);
    QFETCH(qint64, bytes);
    step::Card card{{}};
    step::Machine m(card, false);
    step::Leaf leaf;
    leaf.value = m.empty({1024, 1024}, Dtype::bf16, "parameter");
    const Bytes before = m.allocated();
    Optimizer settings;
    settings.name = *plan_enum<OptimizerName>(name.toStdString());
    step::OptimizerState state;
    const auto rule = kind_of(settings).rule({settings, true});
    rule->create(m, leaf, state);
    QCOMPARE(m.allocated() - before, bytes);
}

/// Bytes a value above what stood before a second step: torchao 0.18's AdamW8bit on torch 2.15 (oracle, bf16 parameters).
void TestOptimizers::codes_of_8_bits_are_made_in_one_kernel_data()
{
    QTest::addColumn<qint64>("width");
    QTest::addColumn<double>("bytes");
    for (const qint64 width : {16, 128, 512, 1024}) QTest::addRow("one of %lld", width) << width << 0.0;
    for (const qint64 width : {24, 96, 384, 896})
        QTest::addRow("two of %lld", width) << width << 8.03125; // 2 * 4, and 2 * 4 / 256
}

void TestOptimizers::codes_of_8_bits_are_made_in_one_kernel()
{
    QFETCH(qint64, width);
    QFETCH(double, bytes);
    step::Card card{{}};
    step::Machine m(card, false);
    step::Leaf leaf;
    leaf.value = m.empty({4096, width}, Dtype::bf16, "parameter");
    Optimizer settings;
    settings.name = *plan_enum<OptimizerName>("adamw_torch_8bit");
    step::OptimizerState state;
    const auto rule = kind_of(settings).rule({settings, true});
    rule->create(m, leaf, state);
    const Bytes before = m.allocated();
    m.begin_phase(Phase::optimizer_step);
    rule->turn(m, leaf, state);
    QCOMPARE(static_cast<double>(m.phases().back().peak - before) / static_cast<double>(4096 * width), bytes);
}

void TestOptimizers::lomo_lets_go_of_each_gradient()
{
    step::Card card{{}};
    step::Machine m(card, false);
    step::Leaf leaf;
    leaf.value = m.empty({1024, 1024}, Dtype::bf16, "parameter");
    const Bytes before = m.allocated();
    leaf.grad = m.empty({1024, 1024}, Dtype::bf16, "gradient");
    Optimizer settings;
    settings.name = *plan_enum<OptimizerName>("lomo");
    step::OptimizerState state;
    const auto rule = kind_of(settings).rule({settings, true});
    QVERIFY(rule->steps_one_behind());
    rule->turn(m, leaf, state);
    QVERIFY(!leaf.grad.defined());
    QCOMPARE(m.allocated(), before);
}

void TestOptimizers::apollo_projects_above_a_small_matrix()
{
    // LoRA's A of rank 16: moments in 128 dimensions are larger than the matrix, and a decomposition has no more than 16
    for (const auto &[name, rows] : {std::pair{"apollo", 128}, std::pair{"galore", 16}}) {
        step::Card card{{}};
        step::Machine m(card, false);
        step::Leaf leaf;
        leaf.value = m.empty({16, 1024}, Dtype::fp32, "lora_A");
        leaf.layer = 0;
        Optimizer settings;
        settings.name = *plan_enum<OptimizerName>(name);
        step::OptimizerState state;
        kind_of(settings).rule({settings, true})->create(m, leaf, state);
        QCOMPARE(state[1].shape().elements(), Count{rows} * 1024);
    }
}

PLIMSOLL_TEST(TestOptimizers)
} // namespace PLIMSOLL_FILE
#include "test_optimizers.moc"
