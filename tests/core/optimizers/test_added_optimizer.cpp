// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/host_memory.h"
#include "core/optimizers/optimizer.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/resolve/gate.h"
#include "core/resolve/stand_ins.h"
#include "tests/core/optimizers/toy_optimizer.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

// Adding an optimizer is one file (toy_optimizer.cpp) and one line that registers it.

using namespace plimsoll;

namespace {

const OptimizerName registered = add_optimizer(toy_optimizer);

nlohmann::json row_with(const char *optimizer)
{
    const nlohmann::json config{{"model_type", "llama"},      {"architectures", {"LlamaForCausalLM"}},
                                {"hidden_size", 1024},        {"intermediate_size", 2048},
                                {"vocab_size", 512},          {"num_hidden_layers", 2},
                                {"num_attention_heads", 4},   {"num_key_value_heads", 4},
                                {"torch_dtype", "float32"},   {"max_position_embeddings", 1024},
                                {"tie_word_embeddings", true}};
    const nlohmann::json plan{{"schema", "plimsoll.plan/1"},
                              {"task", "train"},
                              {"stack", "pytorch"},
                              {"method", "full"},
                              {"micro_batch", 1},
                              {"sequence_length", 64},
                              {"weights", {{"dtype", "fp32"}}},
                              {"optimizer", {{"name", optimizer}}},
                              {"model", {{"config", config}}}};
    return {{"plan", plan}};
}

Result<ResolvedPlan> resolved_with(const nlohmann::json &row)
{
    const auto architecture = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
    if (!architecture) return architecture.error();
    const auto parsed = plan_from_json(row["plan"].dump());
    if (!parsed) return parsed.error();
    return resolve(parsed->plan, **architecture);
}

} // namespace

class TestAddedOptimizer : public QObject {
    Q_OBJECT
private slots:
    void plans_name_it();
    void its_own_lines_run();
    void its_properties_are_heeded();
    void it_is_refused_in_its_own_words();
};

void TestAddedOptimizer::plans_name_it()
{
    QCOMPARE(plan_enum<OptimizerName>("toy"), std::optional(registered));
    const Field *field = find_field("optimizer.name");
    QVERIFY(field && std::ranges::find(field->choices, "toy") != field->choices.end());
    const auto plan = resolved_with(row_with("toy"));
    QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message().c_str());
    QCOMPARE(plan->plan.optimizer.name, registered);
    QVERIFY(!plan->plan.optimizer.implementation); // its library has one form
    QCOMPARE(step::state_values(plan->plan), 3);
}

void TestAddedOptimizer::its_own_lines_run()
{
    const auto toy = run_of(row_with("toy"), false), one = run_of(row_with("sgd_momentum"), false);
    QVERIFY2(toy.ok(), toy.ok() ? "" : toy.error().message().c_str());
    QVERIFY(one.ok());
    const auto held = static_cast<std::size_t>(Component::optimizer);
    QVERIFY(one->between_steps[held] > 0);
    QCOMPARE(toy->between_steps[held], 3 * one->between_steps[held]);
}

void TestAddedOptimizer::its_properties_are_heeded()
{
    const auto plan = resolved_with(row_with("toy")), other = resolved_with(row_with("adamw"));
    QVERIFY(plan.ok() && other.ok());
    QVERIFY(moves_to_host(plan->plan) && !moves_to_host(other->plan));
    QVERIFY(!applies("optimizer.implementation", plan->plan) && applies("optimizer.implementation", other->plan));
    QVERIFY(!applies("optimizer.rank", plan->plan));
    QVERIFY(simulated_as_another(other->plan).empty());
    QCOMPARE(simulated_as_another(plan->plan).size(), std::size_t{1});
    QCOMPARE(simulated_as_another(plan->plan)[0].text, "optimizer toy is toy_optim's");
}

void TestAddedOptimizer::it_is_refused_in_its_own_words()
{
    nlohmann::json row = row_with("toy");
    row["plan"]["parallel"] = {{"data", 2}, {"zero", 3}, {"engine", "fsdp2"}};
    const auto plan = resolved_with(row);
    QVERIFY(!plan.ok());
    QVERIFY2(plan.error().message().find("no shards") != std::string::npos, plan.error().message().c_str());
}

PLIMSOLL_TEST(TestAddedOptimizer)
} // namespace PLIMSOLL_FILE
#include "test_added_optimizer.moc"
