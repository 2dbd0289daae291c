// SPDX-License-Identifier: GPL-3.0-or-later
// What a tool takes where nobody says (tests/fixtures/exchange/defaults, tools/tool_defaults.py), stated: the same plan and the same
// bytes as of the command with nothing but a model.
#include "core/api/planner.h"
#include "core/exchange/import.h"
#include "core/plan/field.h"
#include "core/resolve/gate.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

struct Tool {
    const char *name;
    const char *bare;
    /// A key and its default as they stand behind the bare text; empty where the tool has no way to say it.
    QString (*stated)(const QString &key, const nlohmann::json &value);
    int least = 40;      ///< keys that are stated
    bool before = false; ///< they stand before the bare text
};

QString text_of(const nlohmann::json &value)
{
    if (value.is_boolean()) return value.get<bool>() ? u"True"_s : u"False"_s;
    return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
}

QString as_option(const QString &key, const nlohmann::json &value)
{
    const QString text = text_of(value);
    return text.isEmpty() ? QString() : u" --%1 %2"_s.arg(key, text);
}

QString as_line(const QString &key, const nlohmann::json &value)
{
    return u"%1: %2\n"_s.arg(key, QString::fromStdString(value.dump()));
}

/// `--enforce-eager`, `--no-enforce-eager`.
QString as_paired_switch(const QString &key, const nlohmann::json &value)
{
    QString dashed = key;
    dashed.replace(u'_', u'-');
    if (value.is_boolean()) return u" --%1%2"_s.arg(value.get<bool>() ? u""_s : u"no-"_s, dashed);
    return as_option(dashed, value);
}

/// A switch that is off is not stated.
QString as_switch(const QString &key, const nlohmann::json &value)
{
    if (value == false) return {};
    QString dashed = key;
    dashed.replace(u'_', u'-');
    return value.is_boolean() ? u" --"_s + dashed : as_option(dashed, value);
}

QString as_variable(const QString &key, const nlohmann::json &value)
{
    return u"export %1=%2\n"_s.arg(key, text_of(value).toLower());
}

QString as_parameter(const QString &key, const nlohmann::json &value) { return u"PARAMETER %1 %2\n"_s.arg(key, text_of(value)); }

/// `--jinja`, `--no-jinja`, `--parallel -1`
QString as_option_of_server(const QString &key, const nlohmann::json &value)
{
    if (value.is_boolean()) return u" --%1%2"_s.arg(value.get<bool>() ? u""_s : u"no-"_s, key);
    return u" --%1 '%2'"_s.arg(key, text_of(value));
}

/// Of a launcher, whose options stand before the script: behind `accelerate launch`.
QString as_launch_option(const QString &key, const nlohmann::json &value)
{
    return u"accelerate launch --%1 '%2' "_s.arg(key, text_of(value));
}

/// Of accelerate's file: FSDP's and DeepSpeed's keys in their sections.
QString as_key_of_file(const QString &key, const nlohmann::json &value)
{
    if (!key.startsWith(u"fsdp_"_s)) return {};
    return u"fsdp_config:\n  %1: %2\n"_s.arg(key, text_of(value));
}

constexpr Tool tools[] = {
    {"trl-sft", "trl sft --model_name_or_path org/m --dataset_name d", as_option},
    {"trl-sft", "trl sft --model_name_or_path org/m --dataset_name d --use_peft", as_option},
    {"trl-dpo", "trl dpo --model_name_or_path org/m --dataset_name d", as_option},
    {"trl-grpo", "trl grpo --model_name_or_path org/m --dataset_name d", as_option},
    {"transformers", "python run_clm.py --model_name_or_path org/m --dataset_name d --do_train --output_dir out", as_option},
    {"axolotl", "base_model: org/m\ndatasets:\n  - path: d\n    type: alpaca\n", as_line},
    {"llama-factory", "stage: sft\ndo_train: true\nmodel_name_or_path: org/m\ndataset: d\ntemplate: qwen\n", as_line},
    {"ms-swift", "swift sft --model org/m --dataset d", as_option},
    {"vllm", "vllm serve org/m", as_paired_switch},
    {"sglang", "python -m sglang.launch_server --model-path org/m", as_switch},
    {"llama.cpp", "llama-server -m m-Q4_K_M.gguf", as_option_of_server},
    {"llama.cpp", "llama-server -m m-Q4_K_M.gguf --parallel 4 --ctx-size 8192", as_option_of_server},
    {"ollama", "ollama run qwen2.5:0.5b\n", as_variable, 12, true},
    {"ollama-parameters", "FROM qwen2.5:0.5b\n", as_parameter, 12},
    {"accelerate", "--num_processes 4 run_clm.py --model_name_or_path org/m --do_train --output_dir out", as_launch_option, 25,
     true},
    {"accelerate", "--num_processes 4 --use_fsdp run_clm.py --model_name_or_path org/m --do_train --output_dir out",
     as_launch_option, 25, true},
    {"accelerate", "--num_processes 4 --use_deepspeed run_clm.py --model_name_or_path org/m --do_train --output_dir out",
     as_launch_option, 25, true},
    {"accelerate", "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nnum_processes: 4\nmixed_precision: bf16\n",
     as_key_of_file, 8},
};

/// What a text comes to on an A100 with a small model: every field as it is run, and what the card holds.
Result<std::string> outcome(Planner &planner, const QString &text)
{
    const Result<Imported> read = imported(text.toStdString());
    if (!read.ok()) return read.error();
    Plan plan = read->plan;
    plan.model = {.preset = "qwen2.5-0.5b"};
    const Result<ArchitectureRef> model = planner.models().load(plan.model);
    if (!model) return model.error();
    CardFacts card{.name = "NVIDIA A100-SXM4-80GB", .memory = Bytes{85'017'493'504}};
    const Result<Estimate> made = planner.estimate(*model, plan, card);
    if (!made) return made.error();
    nlohmann::ordered_json out;
    for (const Field &field : plan_fields())
        if (applies(field.path, made->plan.plan)) out[field.path] = field.write(made->plan.plan);
    out["device_bytes"] = made->fullest().peak.device;
    return out.dump();
}

} // namespace

class TestBareCommands : public QObject {
    Q_OBJECT

private slots:
    void a_stated_default_changes_nothing_data()
    {
        QTest::addColumn<int>("tool");
        for (int i = 0; i < static_cast<int>(std::size(tools)); ++i) QTest::addRow("%d %s", i, tools[i].name) << i;
    }

    void a_stated_default_changes_nothing()
    {
        QFETCH(const int, tool);
        const Tool &asked = tools[tool];
        QFile file(QStringLiteral(PLIMSOLL_FIXTURES "/exchange/defaults/%1.tsv").arg(QLatin1String(asked.name)));
        QVERIFY(file.open(QIODevice::ReadOnly));
        Planner planner;
        const QString bare = QString::fromLatin1(asked.bare);
        const QString launcher = asked.stated == as_launch_option ? u"accelerate launch "_s : QString();
        const Result<std::string> expected = outcome(planner, launcher + bare);
        QVERIFY2(expected.ok(), expected.ok() ? "" : expected.error().message().c_str());
        QStringList moved;
        int stated = 0;
        for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)) {
            const QString key = line.section(u'\t', 0, 0);
            if (line.startsWith(u'#') || key == u"model"_s || bare.contains(key)) continue;
            const QString more = asked.stated(key, nlohmann::json::parse(line.section(u'\t', 1).toStdString()));
            if (more.isEmpty()) continue;
            ++stated;
            const Result<std::string> got = outcome(planner, asked.before ? more + bare : bare + more);
            if (!got)
                moved << key + u": "_s + QString::fromStdString(got.error().message());
            else if (*got != *expected)
                moved << more + difference(*expected, *got);
        }
        QVERIFY(stated >= asked.least);
        QVERIFY2(moved.isEmpty(), qPrintable(moved.join(u'\n')));
    }

private:
    static QString difference(const std::string &expected, const std::string &got)
    {
        const auto before = nlohmann::json::parse(expected), after = nlohmann::json::parse(got);
        QString out;
        for (const auto &[path, value] : before.items())
            if (const auto got_of = after.value(path, nlohmann::json()); got_of != value)
                out += u" [%1 %2 → %3]"_s.arg(QString::fromStdString(path), QString::fromStdString(value.dump()),
                                              QString::fromStdString(got_of.dump()));
        return out;
    }
};

PLIMSOLL_TEST(TestBareCommands)
} // namespace PLIMSOLL_FILE
#include "test_bare_commands.moc"
