// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "core/plan/field.h"
#include "core/plan/amount/run_amount.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <set>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

constexpr const char *contract_example = R"({
  "schema": "plimsoll.plan/1", "name": "QLoRA r16", "model": {"preset": "qwen2.5-coder-7b"}, "task": "train", "stack": "transformers",
  "libraries": {"torch": null, "transformers": "5.23.0"}, "method": "qlora",
  "weights": {"dtype": "bf16", "quant": "nf4", "double_quant": true}, "autocast": "bf16", "kbit_prepare": true,
  "adapter": {"rank": 16, "alpha": 32, "dropout": 0.0, "targets": "all-linear", "dtype": "fp32", "dora": false, "rslora": false, "bias": "none", "modules_to_save": []},
  "optimizer": {"name": "adamw", "implementation": "fused"},
  "micro_batch": 1, "sequence_length": 2048, "gradient_accumulation": 1, "padded": false, "gradient_checkpointing": true, "attention": "sdpa",
  "loss": {"kind": "full", "chunk": null}, "compile": false,
  "parallel": {"data": 1, "zero": 0, "tensor": 1, "pipeline": 1, "context": 1, "expert": 1, "sequence": false, "offload": "none"},
  "inference": {"engine": "transformers", "context": 4096, "new_tokens": 8, "sequences": 1, "cache": "dynamic", "kv_dtype": "bf16", "gpu_memory_utilization": 0.9},
  "extract": {"capture": "hidden_states", "hooks": [], "layers": "all", "chunk": null},
  "target": {"gpus": ["NVIDIA GeForce RTX 4090"], "budget_bytes": null, "reserve_fraction": 0.0}
})";

QString message_of(const char *text)
{
    const auto parsed = plan_from_json(text);
    return parsed.ok() ? QString() : QString::fromStdString(parsed.error().message());
}

} // namespace

class TestPlanJson : public QObject {
    Q_OBJECT

private slots:
    void reads_the_contracts_example()
    {
        const auto parsed = plan_from_json(contract_example);
        QVERIFY2(parsed.ok(), message_of(contract_example).toUtf8());
        QVERIFY(parsed->warnings.empty());
        const Plan &plan = parsed->plan;
        QCOMPARE(plan.model.preset, "qwen2.5-coder-7b");
        QCOMPARE(plan.adapter.rank, 16);
        QVERIFY(plan.optimizer.implementation == OptimizerImplementation::fused);
        QVERIFY(plan.has("adapter.rank") && plan.has("libraries.transformers"));
        QVERIFY(!plan.has("libraries.torch") && !plan.has("loss.chunk")); // null is absent
    }

    void round_trips()
    {
        const Plan plan = plan_from_json(contract_example)->plan;
        const auto again = plan_from_json(to_text(plan_to_json(plan, true)));
        QVERIFY(again.ok());
        QVERIFY(again->plan == plan);
        Plan whole = plan_from_json(to_text(plan_to_json(plan)))->plan;
        whole.given = plan.given;
        QVERIFY(whole == plan);
    }

    void every_field_is_documented_once()
    {
        std::set<std::string> options;
        for (const Field &field : plan_fields()) {
            QVERIFY2(!field.about.empty() && !field.accepted.empty(), field.path.c_str());
            QVERIFY2(options.insert(field.option).second, field.option.c_str());
            QVERIFY(find_field(field.path) == &field);
            QVERIFY(field_for_option(field.option) == &field);
        }
        QCOMPARE(field_for_option("adapter-rank"), find_field("adapter.rank"));
    }

    void errors_name_field_read_and_accepted_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("wrong type") << R"({"micro_batch": "four"})"
                                    << R"(micro_batch: read "four", accepted: 1 to 65536)";
        QTest::newRow("negative") << R"({"adapter": {"rank": -3}})"
                                  << "adapter.rank: read -3, accepted: 1 to 65536";
        QTest::newRow("zero") << R"({"sequence_length": 0})"
                              << "sequence_length: read 0, accepted: 1 to 16777216";
        QTest::newRow("absurd") << R"({"micro_batch": 18446744073709551615})"
                                << "micro_batch: read 18446744073709551615, accepted: 1 to 65536";
        QTest::newRow("infinite") << R"({"micro_batch": 1e300})"
                                  << "micro_batch: read 1e+300, accepted: 1 to 65536";
        QTest::newRow("fraction") << R"({"micro_batch": 1.5})"
                                  << "micro_batch: read 1.5, accepted: 1 to 65536";
        QTest::newRow("enum") << R"({"attention": "flash9"})"
                              << R"(attention: read "flash9", accepted: eager | sdpa | flash2 | flash3)";
        QTest::newRow("section") << R"({"adapter": 3})"
                                 << "adapter: read 3, accepted: an object with its fields";
        QTest::newRow("schema") << R"({"schema": "plimsoll.plan/2"})"
                                << R"(schema: read "plimsoll.plan/2", accepted: plimsoll.plan/1)";
        QTest::newRow("array") << "[]"
                               << "plan: read [], accepted: an object, schema plimsoll.plan/1";
        QTest::newRow("a number too large") << R"({"max_grad_norm": 1e999})"
                                            << "plan: read '1e999', accepted: numbers up to 1e308";
        QTest::newRow("truncated")
            << "{\"micro_batch\":\n 1"
            << "plan: is not valid JSON at line 2, column 3 (unexpected end of input; expected '}'), accepted: JSON";
        QTest::newRow("empty") << ""
                               << "plan: is empty, read nothing, accepted: a JSON object";
        QTest::newRow("checkpointing")
            << R"({"gradient_checkpointing": {"every": 0}})"
            << R"(gradient_checkpointing: read {"every":0}, accepted: true | false | "offload" | {"offload": "activations"} | {"every": 1 to 65536} | {"selective": "attention", "mlp", "operations", or a list of core_attn, mla_up_proj, layernorm, mlp, moe, moe_act, shared_experts} | {"reentrant": true})";
        QTest::newRow("model")
            << R"({"model": "qwen"})"
            << R"(model: read "qwen", accepted: one of {"preset": NAME}, {"config": PATH or object}, {"hub": "org/name"})";
    }

    void errors_name_field_read_and_accepted()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        QCOMPARE(message_of(text.toUtf8().constData()), message);
    }

    void deep_nesting_and_bad_bytes_are_refused()
    {
        const std::string deep = std::string(R"({"extract": {"hooks": )") + std::string(1'000'000, '[');
        QVERIFY(message_of(deep.c_str()).contains("nested too deeply"));
        QVERIFY(message_of("{\"name\": \"\xff\xfe\"}").contains("not valid JSON"));
    }

    /// As Python's json module writes a configuration into a plan: Nemotron-H has "time_step_limit": [0.0, Infinity].
    void bare_words_of_python_are_read()
    {
        const auto parsed = plan_from_json(R"({"name": "NaN, Infinity", "model": {"config": {"model_type": "nemotron_h",
            "time_step_limit": [0.0, Infinity], "low": -Infinity, "attention_dropout": NaN}}})");
        QVERIFY(parsed.ok());
        QCOMPARE(parsed->plan.name, std::string("NaN, Infinity"));
        const nlohmann::json config = nlohmann::json::parse(parsed->plan.model.config_text);
        QCOMPARE(config["time_step_limit"][1].get<double>(), 1e308);
        QCOMPARE(config["low"].get<double>(), -1e308);
        QVERIFY(message_of(R"({"micro_batch": NaN})").startsWith("micro_batch: read 1e+308"));
        QVERIFY(message_of(R"({"micro_batch": Infinitive})").contains("not valid JSON at line 1, column 17"));
    }

    void unknown_fields_warn()
    {
        const auto parsed = plan_from_json(R"({"micro_batsh": 4, "adapter": {"rnk": 3}})");
        QVERIFY(parsed.ok());
        QCOMPARE(parsed->warnings.size(), 2U);
        QCOMPARE(parsed->warnings[0].text, "adapter.rnk: no such field, ignored (did you mean adapter.rank?)");
        QCOMPARE(parsed->warnings[1].text, "micro_batsh: no such field, ignored (did you mean micro_batch?)");
        QCOMPARE(parsed->warnings[0].code, "unknown_field");
    }

    void forms_of_checkpointing_and_targets_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written");
        const auto row = [](const char *path, const char *typed, const char *written) {
            QTest::newRow(typed) << path << typed << written;
        };
        row("gradient_checkpointing", "true", "true");
        row("gradient_checkpointing", "offload", R"("offload")");
        row("gradient_checkpointing", "offload=activations", R"({"offload":"activations"})");
        row("gradient_checkpointing", "every=2", R"({"every":2})");
        row("gradient_checkpointing", "selective=mlp", R"({"selective":"mlp"})");
        row("gradient_checkpointing", "selective=moe_act,layernorm", R"({"selective":["layernorm","moe_act"]})");
        row("gradient_checkpointing", "reentrant", R"({"reentrant":true})");
        row("adapter.targets", "q_proj,v_proj", R"(["q_proj","v_proj"])");
        row("adapter.targets", ".*\\.(q|v)_proj", R"(".*\\.(q|v)_proj")");
        row("adapter.targets", "default", R"("default")");
        row("weights.quant", "q4_k", R"("Q4_K")");
        row("weights.dtype", "bfloat16", R"("bf16")");
        row("method", "QLoRA", R"("qlora")");
        row("task", "Infer", R"("infer")");
        row("target.budget_bytes", "16GiB", "17179869184");
        row("target.budget_bytes", "15.5 GB", "15500000000");
        row("sequence_length", "16,384", "16384");
        row("extract.layers", "0,3,5", "[0,3,5]");
        row("libraries.torch", "2.4", R"("2.4")");
        row("model", "configs/x.json", R"({"config":"configs/x.json"})");
        row("model", "Qwen/Qwen3-8B", R"({"hub":"Qwen/Qwen3-8B"})");
    }

    void forms_of_checkpointing_and_targets()
    {
        QFETCH(QString, path);
        QFETCH(QString, typed);
        QFETCH(QString, written);
        const auto plan = with_field({}, path.toStdString(), typed.toStdString());
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message().c_str());
        QVERIFY(plan->has(path.toStdString()));
        QCOMPARE(QString::fromStdString(to_text(find_field(path.toStdString())->write(*plan))), written);
        const auto again = plan_from_json(to_text(plan_to_json(*plan, true)));
        QVERIFY(again->plan == *plan);
    }

    void commas_group_or_are_decimal_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<qlonglong>("bytes");
        QTest::addColumn<qlonglong>("count");
        QTest::addColumn<double>("amount");
        const auto row = [](const char *typed, qlonglong bytes, qlonglong count, double amount) {
            QTest::newRow(typed) << QString::fromUtf8(typed) << bytes << count << amount;
        };
        constexpr qlonglong none = -1, GiB = 1073741824;
        row("24,5GB", 24'500'000'000, none, none);
        row("24.5GB", 24'500'000'000, none, none);
        row("1,5 GiB", GiB + GiB / 2, none, none);
        row("16,00GiB", 16 * GiB, none, none);
        row("0,125GiB", GiB / 8, none, none);
        row("1,024MiB", GiB, none, none);
        row("1,024.5 MiB", GiB + 524'288, none, none);
        row("1.024,5 MiB", GiB + 524'288, none, none);
        row("1,024,000 KB", 1'024'000'000, none, none);
        row("1,50,000KB", none, none, none);
        row("1,5", 2, none, 1.5);
        row("1,50", 2, none, 1.5);
        row("12,34", 12, none, 12.34);
        row("1,5k", none, 1'500, 1'500);
        row("7,6B", 8, 7'600'000'000, 7.6e9);
        row("7,625B", 7'625, 7'625'000'000, 7.625e9);
        row("1,024", 1'024, 1'024, 1'024);
        row("12,288", 12'288, 12'288, 12'288);
        row("1,024,000", 1'024'000, 1'024'000, 1'024'000);
        row("16_384", 16'384, 16'384, 16'384);
        row("1,23,456", none, none, none);
        row("1,,5", none, none, none);
        row("9007199254740993", 9'007'199'254'740'993, 9'007'199'254'740'993, 9007199254740993.0);
    }

    /// One sign with other than three digits behind it is decimal, on the command line as in the window.
    void commas_group_or_are_decimal()
    {
        QFETCH(QString, typed);
        QFETCH(qlonglong, bytes);
        QFETCH(qlonglong, count);
        QFETCH(double, amount);
        const std::string text = typed.toStdString();
        QCOMPARE(bytes_from_text(text).value_or(-1), bytes);
        QCOMPARE(count_from_text(text).value_or(-1), count);
        QCOMPARE(amount_from_text(text).value_or(-1), amount);
    }

    /// A regular expression with a comma outside its signs matches no module.
    void names_of_targets_in_one_text_are_a_list()
    {
        const auto targets = [](const char *text) {
            return find_field("adapter.targets")
                ->write(plan_from_json(std::string(R"({"adapter": {"targets": ")") + text + "\"}}")->plan)
                .dump();
        };
        QCOMPARE(targets("q_proj,k_proj,o_proj"), std::string(R"(["q_proj","k_proj","o_proj"])"));
        QCOMPARE(targets(".*layers.(1|2),x"), std::string(R"(".*layers.(1|2),x")"));
        QCOMPARE(targets("q_proj"), std::string(R"("q_proj")"));
    }

    void a_typed_value_that_is_not_accepted_is_an_error()
    {
        const auto refused = with_field({}, "adapter.rank", "many");
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().message(), R"(adapter.rank: read "many", accepted: 1 to 65536)");
        QCOMPARE(with_field({}, "adapter.rnk", "3").error().message(),
                 "field: there is no such field, read adapter.rnk, accepted: adapter.rank");
    }

    void unknown_keys_inside_a_field_are_a_warning()
    {
        const auto plan = plan_from_json(R"({"model": {"hub": "org/name", "revision": "main", "preset": null},
            "gradient_checkpointing": {"every": 2, "depth": 3}})");
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message().c_str());
        QCOMPARE(plan->plan.model.hub, "org/name");
        QCOMPARE(plan->plan.gradient_checkpointing.every, 2);
        QCOMPARE(plan->warnings.size(), std::size_t{2});
        QCOMPARE(plan->warnings[0].text, "gradient_checkpointing.depth: no such field, ignored");
        QCOMPARE(plan->warnings[1].field, "model.revision");
        QVERIFY(!plan_from_json(R"({"model": {"preset": "gpt2", "hub": "org/name"}})").ok()); // which of them?
    }

    void null_and_whole_sections_can_be_typed()
    {
        const Plan given = with_field({}, "adapter.rank", "8").value();
        QVERIFY(!with_field(given, "adapter.rank", "null")->has("adapter.rank"));
        const auto section = with_field(given, "adapter", R"({"alpha": 32, "rank": null})");
        QVERIFY(section.ok() && section->adapter.alpha == 32 && !section->has("adapter.rank"));
        QVERIFY(!with_field(given, "adapter", "null")->has("adapter.rank"));
        QCOMPARE(with_field(given, "adapter", "8").error().message(),
                 R"(adapter: read "8", accepted: an object with its fields, such as {"type": …}, or one of them: adapter.type)");
        QCOMPARE(with_field(given, "adapter", R"({"rnk": 8})").error().message(),
                 "adapter: there is no such field, read adapter.rnk, accepted: a field of adapter");
        QCOMPARE(with_field(given, "name", "null")->name, "null");
    }

    void a_patch_replaces_the_model_and_null_takes_back()
    {
        const Plan plan = plan_from_json(contract_example)->plan;
        const auto patched = with_patch(
            plan, nlohmann::json::parse(R"({"model": {"config": {"model_type": "llama"}}, "adapter": {"rank": null}})"));
        QVERIFY(patched.ok());
        QVERIFY(patched->plan.model.preset.empty());
        QCOMPARE(patched->plan.model.config_text, R"({"model_type":"llama"})");
        QVERIFY(!patched->plan.has("adapter.rank") && patched->plan.has("adapter.alpha"));
    }
};

PLIMSOLL_TEST(TestPlanJson)
} // namespace PLIMSOLL_FILE
#include "test_plan_json.moc"
