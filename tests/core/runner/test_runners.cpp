// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/resolve/runners.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <map>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

std::vector<const Runner *> all_runners()
{
    std::vector<const Runner *> out = all_stacks();
    out.insert(out.end(), all_engines().begin(), all_engines().end());
    return out;
}

/// "trl: adapter.rank"
std::string label(const Runner &runner, const Default &row) { return std::string(runner.name) + ": " + std::string(row.path); }

} // namespace

class TestRunners : public QObject {
    Q_OBJECT
private slots:
    void names_are_those_of_plans();
    void rows_name_fields_and_values();
    void a_field_has_one_key();
    void keys_are_the_tools_own_data();
    void keys_are_the_tools_own();
    void what_steps_through_a_loop_makes_no_call();
};

void TestRunners::names_are_those_of_plans()
{
    const auto named = [](const std::vector<const Runner *> &runners, std::span<const std::string_view> names) {
        return std::ranges::equal(runners, names, {}, &Runner::name);
    };
    QVERIFY(named(all_stacks(), names_of<Stack>()));
    QVERIFY(named(all_engines(), names_of<Engine>()));
    QCOMPARE(stack_of(Plan()).name, std::string_view("transformers"));
    QCOMPARE(engine_of(Plan()).name, std::string_view("transformers"));
}

void TestRunners::rows_name_fields_and_values()
{
    for (const Runner *runner : all_runners())
        for (const Default &row : runner->defaults) {
            const std::string where = label(*runner, row);
            const Field *const field = find_field(row.path);
            QVERIFY2(field != nullptr, where.c_str());
            QVERIFY2(!row.value.empty() || !row.key.empty(), where.c_str());
            if (row.value.empty() || row.value == "checkpoint" || (row.value == "loaded" && row.path == "autocast")) continue;
            Plan plan;
            const auto value = field->parse(row.value);
            QVERIFY2(value && field->read(plan, *value), where.c_str());
        }
}

/// Else the same configuration would be read as two plans.
void TestRunners::a_field_has_one_key()
{
    for (const Runner *runner : all_runners()) {
        std::map<std::string_view, std::string_view> keys;
        for (const Default &row : runner->defaults) {
            const auto [found, fresh] = keys.emplace(row.path, row.key);
            QVERIFY2(fresh || found->second == row.key, label(*runner, row).c_str());
        }
    }
}

void TestRunners::keys_are_the_tools_own_data()
{
    QTest::addColumn<QString>("runner");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("key");
    const auto row = [](const char *runner, const char *path, const char *key) {
        QTest::addRow("%s %s", runner, path) << QString(runner) << QString(path) << QString(key);
    };
    row("transformers", "micro_batch", "per_device_train_batch_size");
    row("transformers", "adapter.rank", "r");
    row("trl", "micro_batch", "per_device_train_batch_size"); // the Trainer's
    row("trl", "adapter.rank", "lora_r");
    row("unsloth", "adapter.rank", "r");
    row("axolotl", "micro_batch", "micro_batch_size");
    row("axolotl", "adapter.dora", "peft_use_dora");
    row("axolotl", "inference.cache", ""); // its base's, not its own
    row("llama-factory", "sequence_length", "cutoff_len");
    row("torchtune", "adapter.rank", "model.lora_rank");
    row("litgpt", "adapter.rank", "--lora_r");
    row("megatron", "parallel.tensor", "--tensor-model-parallel-size");
    row("deepspeed", "parallel.zero", "zero_optimization.stage");
    row("agilerl", "rollout.generations", "group_size");
    row("vllm", "inference.context", "--max-model-len");
    row("sglang", "inference.gpu_memory_utilization", "--mem-fraction-static");
    row("llama.cpp", "inference.context", "--ctx-size");
    row("pytorch", "micro_batch", ""); // a loop is no tool
}

void TestRunners::keys_are_the_tools_own()
{
    QFETCH(QString, runner);
    QFETCH(QString, path);
    const std::vector<const Runner *> runners = all_runners();
    const auto found = std::ranges::find(runners, runner.toStdString(), &Runner::name);
    QTEST(QString::fromStdString(std::string(key_in(**found, path.toStdString()))), "key");
}

void TestRunners::what_steps_through_a_loop_makes_no_call()
{
    for (const Runner *stack : all_stacks()) QVERIFY(stack->call == nullptr);
    QVERIFY(engine_of(Plan()).call != nullptr);
}

PLIMSOLL_TEST(TestRunners)
} // namespace PLIMSOLL_FILE
#include "test_runners.moc"
