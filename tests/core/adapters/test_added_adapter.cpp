// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapted_modules.h"
#include "core/adapters/adapters.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/resolve/gate.h"
#include "tests/core/adapters/toy_adapter.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

// Adding an adapter method is one file (toy_adapter.cpp) and one line that registers it.

using namespace plimsoll;

namespace {

const AdapterName registered = add_adapter(toy_adapter);

constexpr Count hidden = 1024, inner = 2048, layers = 2;
constexpr Count outputs = layers * (4 * hidden + 2 * inner + hidden), modules = layers * 7;

nlohmann::json row_with(const nlohmann::json &adapter)
{
    const nlohmann::json config{{"model_type", "llama"},      {"architectures", {"LlamaForCausalLM"}},
                                {"hidden_size", hidden},      {"intermediate_size", inner},
                                {"vocab_size", 512},          {"num_hidden_layers", layers},
                                {"num_attention_heads", 4},   {"num_key_value_heads", 4},
                                {"torch_dtype", "float32"},   {"max_position_embeddings", 1024},
                                {"tie_word_embeddings", true}};
    const nlohmann::json plan{{"schema", "plimsoll.plan/1"},
                              {"task", "train"},
                              {"stack", "pytorch"},
                              {"method", "lora"},
                              {"micro_batch", 1},
                              {"sequence_length", 64},
                              {"weights", {{"dtype", "fp32"}}},
                              {"adapter", adapter},
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

nlohmann::json toy(const nlohmann::json &settings = nlohmann::json::object())
{
    return {{"type", "toy"}, {"targets", "all-linear"}, {"settings", settings}};
}

} // namespace

class TestAddedAdapter : public QObject {
    Q_OBJECT
private slots:
    void plans_name_it();
    void its_parameters_train();
    void its_own_lines_run();
    void it_refuses_in_its_own_words();
    void what_is_packed_is_refused();
};

void TestAddedAdapter::plans_name_it()
{
    QCOMPARE(plan_enum<AdapterName>("toy"), std::optional(registered));
    const Field *field = find_field("adapter.type");
    QVERIFY(field && std::ranges::find(field->choices, "toy") != field->choices.end());
    const auto plan = resolved_with(row_with(toy()));
    QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message().c_str());
    QCOMPARE(plan->plan.adapter.type, registered);
    QCOMPARE(plan->plan.adapter.rank, toy_adapter.rank);
    const auto wider = resolved_with(row_with(toy({{"width", 5}})));
    QVERIFY(wider.ok());
    QCOMPARE(wider->plan.adapter.rank, 5);
    QVERIFY(!applies("adapter.dora", plan->plan) && applies("adapter.rank", plan->plan));
    QVERIFY(plan->lower_bound_reason.empty());
}

void TestAddedAdapter::its_parameters_train()
{
    const auto run = run_of(row_with(toy()), false);
    QVERIFY2(run.ok(), run.ok() ? "" : run.error().message().c_str());
    QCOMPARE(run->trainable_parameters, outputs + 3 * modules);
    const auto wider = run_of(row_with(toy({{"width", 5}})), false);
    QVERIFY(wider.ok());
    QCOMPARE(wider->trainable_parameters, outputs + 5 * modules);
}

void TestAddedAdapter::its_own_lines_run()
{
    // each module keeps its base's result, in float32, which LoRA does not
    const auto with = run_of(row_with(toy()), false),
               other = run_of(row_with({{"type", "lora"}, {"targets", "all-linear"}, {"rank", 1}}), false);
    QVERIFY(with.ok() && other.ok());
    QVERIFY(highest(*with).bytes > highest(*other).bytes);
    const auto held = static_cast<std::size_t>(Component::adapters);
    const Bytes bank = 512,
                vectors = layers * (4 * (hidden * 4 + hidden * 8) + 2 * (inner * 4 + inner * 8) + hidden * 4 + hidden * 8);
    QCOMPARE(with->between_steps[held], vectors + bank);
}

void TestAddedAdapter::it_refuses_in_its_own_words()
{
    const auto run = run_of(row_with(toy({{"parts", 3}})), false);
    QVERIFY(!run.ok());
    QCOMPARE(run.error().accepted, "a divisor");
}

void TestAddedAdapter::what_is_packed_is_refused()
{
    nlohmann::json row = row_with(toy());
    row["plan"]["method"] = "qlora";
    row["plan"]["weights"] = {{"quant", "nf4"}};
    const auto plan = resolved_with(row);
    QVERIFY(!plan.ok());
    QCOMPARE(plan.error().field, "adapter.type");
}

PLIMSOLL_TEST(TestAddedAdapter)
} // namespace PLIMSOLL_FILE
#include "test_added_adapter.moc"
