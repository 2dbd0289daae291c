// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/run/evaluation.h"
#include "tests/core/objectives/objective_rows.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

// Which models a step holds, which stages it has and what each of them takes.

using namespace plimsoll;

namespace {

const nlohmann::json lora{{"method", "lora"}, {"adapter", {{"rank", 8}, {"targets", "all-linear"}}}};
const nlohmann::json rollout{{"prompt_length", 48}, {"completion_length", 16}};

} // namespace

class TestObjectives : public QObject {
    Q_OBJECT
private slots:
    void a_second_model_is_held_without_adapters_data();
    void a_second_model_is_held_without_adapters();
    void a_reference_that_is_known_is_neither_held_nor_asked();
    void a_second_adapter_is_held_in_float32();
    void completions_are_generated_where_their_length_is_known();
    void accumulation_widens_generation();
    void fewer_tokens_are_scored_behind_a_prompt();
    void unpaired_rows_are_scored_before_their_pass();
    void pairs_without_a_head_in_tiles_hold_whole_logits();
    void a_reference_is_denied_only_where_none_is_weighed();
    void what_is_said_of_a_reference_is_how_it_is_held_data();
    void what_is_said_of_a_reference_is_how_it_is_held();
    void heads_of_one_score_have_no_logits_to_evaluate();
    void a_reference_of_more_rows_is_computed_ahead();
    void trainers_of_whole_logits_load_as_they_do();
    void the_first_objective_is_plain();
};

void TestObjectives::a_second_model_is_held_without_adapters_data()
{
    QTest::addColumn<QString>("objective");
    QTest::addColumn<double>("beta"); // below 0: not stated
    QTest::addColumn<int>("models");
    QTest::newRow("dpo") << "dpo" << -1.0 << 2;
    QTest::newRow("kto") << "kto" << -1.0 << 2;
    QTest::newRow("orpo") << "orpo" << -1.0 << 1;
    QTest::newRow("cpo") << "cpo" << -1.0 << 1;
    QTest::newRow("grpo") << "grpo" << -1.0 << 1;
    QTest::newRow("grpo with a reference") << "grpo" << 0.04 << 2;
    QTest::newRow("rloo") << "rloo" << -1.0 << 2;
    QTest::newRow("rloo without") << "rloo" << 0.0 << 1;
}

void TestObjectives::a_second_model_is_held_without_adapters()
{
    QFETCH(QString, objective);
    QFETCH(double, beta);
    QFETCH(int, models);
    const std::string name = objective.toStdString();
    nlohmann::json change{{"rollout", rollout}}, beside = lora;
    if (beta >= 0) change["rollout"]["beta"] = beta;
    beside.merge_patch(change);
    const auto run = run_of(objective_row(name.c_str(), change), false), plain = run_of(objective_row("sft"), false);
    const auto adapted = run_of(objective_row(name.c_str(), beside), false), adapters = run_of(objective_row("sft", lora), false);
    QVERIFY2(run.ok(), run.ok() ? "" : run.error().message().c_str());
    QVERIFY(plain.ok() && adapted.ok() && adapters.ok());
    QCOMPARE(held_of(*run, Component::weights), models * held_of(*plain, Component::weights));
    QCOMPARE(held_of(*adapted, Component::weights), held_of(*adapters, Component::weights));
    QCOMPARE(held_of(*adapted, Component::adapters), held_of(*adapters, Component::adapters));
}

void TestObjectives::a_reference_that_is_known_is_neither_held_nor_asked()
{
    const auto known = run_of(objective_row("dpo", {{"preference", {{"reference", "precomputed"}}}}), false);
    const auto asked = run_of(objective_row("dpo"), false), plain = run_of(objective_row("sft"), false);
    QVERIFY(known.ok() && asked.ok() && plain.ok());
    QCOMPARE(held_of(*known, Component::weights), held_of(*plain, Component::weights));
    QCOMPARE(peak_in(*known, Phase::reference), Bytes(0));
    QVERIFY(peak_in(*asked, Phase::reference) > 0);
}

void TestObjectives::a_second_adapter_is_held_in_float32()
{
    nlohmann::json change = lora;
    change["preference"] = {{"reference", "adapter_copy"}};
    const auto copied = run_of(objective_row("dpo", change), false), off = run_of(objective_row("dpo", lora), false);
    QVERIFY(copied.ok() && off.ok());
    QCOMPARE(held_of(*copied, Component::adapters), 2 * held_of(*off, Component::adapters)); // trained in float32 as well
}

void TestObjectives::completions_are_generated_where_their_length_is_known()
{
    const auto whole = run_of(objective_row("grpo"), false), made = run_of(objective_row("grpo", {{"rollout", rollout}}), false);
    QVERIFY(whole.ok() && made.ok());
    QCOMPARE(peak_in(*whole, Phase::generate), Bytes(0));
    QVERIFY(peak_in(*made, Phase::generate) > 0);
}

void TestObjectives::accumulation_widens_generation()
{
    const auto once = run_of(objective_row("grpo", {{"rollout", rollout}}), false);
    const auto four = run_of(objective_row("grpo", {{"rollout", rollout}, {"gradient_accumulation", 4}}), false);
    QVERIFY(once.ok() && four.ok());
    // keys and values of 2 layers, 16-bit, 63 tokens of 12 more rows
    const Bytes cache = Bytes(2) * 2 * 2 * 256 * 63 * 12;
    QVERIFY(peak_in(*four, Phase::generate) >= peak_in(*once, Phase::generate) + cache);
}

void TestObjectives::fewer_tokens_are_scored_behind_a_prompt()
{
    const auto all = run_of(objective_row("dpo"), false);
    const auto some = run_of(objective_row("dpo", {{"preference", {{"prompt_length", 48}}}}), false);
    QVERIFY(all.ok() && some.ok());
    const Bytes tile = Bytes(32768) * 2; // of one token, in bf16
    const Bytes less = peak_in(*all, Phase::loss) - peak_in(*some, Phase::loss);
    QVERIFY(less >= tile * 8 * (63 - 16) && less < tile * 8 * (63 - 16) * 11 / 10);
}

void TestObjectives::unpaired_rows_are_scored_before_their_pass()
{
    const auto run = run_of(objective_row("kto"), false);
    QVERIFY(run.ok());
    const Bytes before = peak_in(*run, Phase::kl), on_graph = peak_in(*run, Phase::reference);
    QVERIFY(before > 0 && on_graph > before);
}

/// TRL 1.16 orpo_trainer.py: float32 logits and their gradient, and the chosen half's softmax, are 10 bytes for each logit.
void TestObjectives::pairs_without_a_head_in_tiles_hold_whole_logits()
{
    constexpr Count rows = 8, length = 64, vocabulary = 65536;
    const Bytes logit = rows * length * vocabulary;
    const auto peak = [](const nlohmann::json &row) {
        const auto run = run_of(row, false);
        return run.ok() ? std::max(peak_in(*run, Phase::loss_backward), peak_in(*run, Phase::objective)) : Bytes(0);
    };
    const Bytes orpo = peak(objective_row("orpo", {}, vocabulary)),
                plain = peak(objective_row("cpo", {{"preference", {{"nll", false}}}}, vocabulary));
    QVERIFY(orpo > 0 && plain > 0);
    const double more = static_cast<double>(orpo - plain) / static_cast<double>(logit);
    QVERIFY2(more > 1.9 && more < 2.1, qPrintable(QString::number(more)));
    QVERIFY(orpo > 10 * logit);
}

void TestObjectives::a_reference_is_denied_only_where_none_is_weighed()
{
    for (const nlohmann::json &beta : {nlohmann::json(), nlohmann::json(0.0), nlohmann::json(0.1)})
        for (const bool by_engine : {false, true}) {
            const auto plan = plan_from_json(objective_row("grpo", {{"rollout", {{"beta", beta}}}})["plan"].dump());
            QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message().c_str());
            const std::string said = objective_of(plan->plan).stand_in({plan->plan, by_engine});
            const bool weighed = beta.is_number() && beta.get<double>() > 0;
            QVERIFY2((said.find("without a reference") == std::string::npos) == weighed, said.c_str());
        }
}

void TestObjectives::what_is_said_of_a_reference_is_how_it_is_held_data()
{
    QTest::addColumn<QString>("objective");
    QTest::addColumn<QString>("held");
    QTest::addColumn<QString>("said");
    for (const char *objective : {"dpo", "kto"})
        for (const char *held : {"none", "precomputed"})
            QTest::addRow("%s %s", objective, held) << objective << held << "asks no reference";
    QTest::newRow("dpo model") << "dpo"
                               << "model"
                               << "a second copy of the weights";
    QTest::newRow("dpo adapter_off") << "dpo"
                                     << "adapter_off"
                                     << "the model without its adapters";
    QTest::newRow("dpo adapter_copy") << "dpo"
                                      << "adapter_copy"
                                      << "a second set of adapters";
}

void TestObjectives::what_is_said_of_a_reference_is_how_it_is_held()
{
    QFETCH(QString, objective);
    QFETCH(QString, held);
    QFETCH(QString, said);
    nlohmann::json change = lora;
    change["preference"] = {{"reference", held.toStdString()}};
    const auto plan = plan_from_json(objective_row(objective.toUtf8(), change)["plan"].dump());
    QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message().c_str());
    const std::string text = objective_of(plan->plan).stand_in({plan->plan, false});
    QVERIFY2(text.find(said.toStdString()) != std::string::npos, text.c_str());
}

/// AutoModelForSequenceClassification answers one number a row.
void TestObjectives::heads_of_one_score_have_no_logits_to_evaluate()
{
    for (const char *objective : {"classification", "reward", "reranker"}) {
        const nlohmann::json row = objective_row(
            objective, {{"evaluation", {{"micro_batch", 64}}}, {"stack", "transformers"}, {"loss", {{"kind", "full"}}}}, 65536);
        const auto parsed = plan_from_json(row["plan"].dump());
        const auto model = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
        QVERIFY(parsed.ok() && model.ok());
        const auto bytes = step::evaluation_bytes(*(*model)->decoder, parsed->plan, 0);
        QVERIFY(bytes && *bytes < Bytes(64) * 64 * 65536);
    }
}

/// TRL 1.16, dpo_trainer.py: in __init__, precompute_ref_batch_size pairs at once.
void TestObjectives::a_reference_of_more_rows_is_computed_ahead()
{
    const auto ahead = [](const nlohmann::json &batch) {
        return run_of(objective_row("dpo", {{"preference", {{"reference", "precomputed"}, {"precompute_batch", batch}}}}), false);
    };
    const auto few = ahead(nullptr), many = ahead(512);
    QVERIFY2(many.ok(), many.ok() ? "" : many.error().message().c_str());
    QVERIFY(few.ok());
    const Bytes states = Bytes(2) * 512 * 64 * 256 * 2; // 16-bit states of all rows: what a layer reads and what it writes
    QVERIFY2(many->load_peak - few->load_peak > states, qPrintable(QString::number(many->load_peak - few->load_peak)));
    QCOMPARE(many->after_load, few->after_load);
}

/// TRL 1.16, experimental/orpo and cpo: dtype "auto", and prepare_model_for_kbit_training.
void TestObjectives::trainers_of_whole_logits_load_as_they_do()
{
    const auto taken = [](const char *objective, const char *quant) {
        nlohmann::json change = lora;
        change["weights"] = {{"dtype", nullptr}, {"quant", quant}};
        if (std::string_view(quant) != "none") change["method"] = "qlora";
        const nlohmann::json row = objective_row(objective, change);
        const auto parsed = plan_from_json(row["plan"].dump());
        const auto model = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
        return resolve(parsed->plan, **model)->plan;
    };
    for (const char *objective : {"orpo", "cpo"}) {
        QCOMPARE(taken(objective, "none").weights.dtype, WeightDtype::bf16);
        QVERIFY(taken(objective, "nf4").kbit_prepare);
    }
    QCOMPARE(taken("dpo", "none").weights.dtype, WeightDtype::fp32);
    QVERIFY(!taken("dpo", "nf4").kbit_prepare);
}

void TestObjectives::the_first_objective_is_plain()
{
    QVERIFY(kind_of(Objective{}).plain);
    QCOMPARE(std::ranges::count_if(all_objectives(), [](const ObjectiveKind *kind) { return kind->plain; }), 1);
}

PLIMSOLL_TEST(TestObjectives)
} // namespace PLIMSOLL_FILE
#include "test_objectives.moc"
