// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/names.h"
#include "tests/test_program.h"

#include <QTest>

using namespace plimsoll;

/// What descriptors promise of each other and of their names.
class TestOptimizers : public QObject {
    Q_OBJECT
private slots:
    void names_are_those_of_plans();
    void the_first_is_what_plans_begin_with();
    void what_steps_has_a_library();
    void states_are_what_the_rule_makes();
    void paging_is_of_the_same_states();
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

PLIMSOLL_TEST(TestOptimizers)
#include "test_optimizers.moc"
