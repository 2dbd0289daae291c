// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as keys with their lines.
#include "core/exchange/text/config_text.h"
#include "tests/test_program.h"

#include <QElapsedTimer>
#include <QTest>

#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// "LINE [SCOPE/]KEY VALUE" of each entry that is no section, ' for "; "?" before what only a shell knows.
QStringList entries_of(const char *text)
{
    const Result<ConfigText> config = config_from_text(text);
    if (!config.ok()) return {QStringLiteral("error: ") + QString::fromStdString(config.error().message())};
    QStringList out;
    for (const ConfigEntry &entry : config->entries)
        if (!entry.section)
            out << QStringLiteral("%1 %2%3 %4%5")
                       .arg(entry.line)
                       .arg(QString::fromStdString(entry.scope.empty() ? entry.scope : entry.scope + "/"),
                            QString::fromStdString(entry.key), entry.unknown ? QStringLiteral("?") : QString(),
                            QString::fromStdString(entry.value.dump()));
    out.replaceInStrings(QStringLiteral("\""), QStringLiteral("'"));
    return out;
}

QStringList warnings_of(const char *text)
{
    const Result<ConfigText> config = config_from_text(text);
    QStringList out;
    if (config.ok())
        for (const Warning &warning : config->warnings) out << QString::fromStdString(warning.text);
    return out;
}

} // namespace

class TestConfigText : public QObject {
    Q_OBJECT

private slots:
    void yaml_has_lines_of_keys()
    {
        QCOMPARE(
            entries_of("# a comment\nmodel:\n  Qwen/Qwen2.5-0.5B\nfsdp_config:\n  fsdp_version: 2\n  fsdp_offload_params: no\n"
                       "list: [a, 1]\nrows:\n- path: x\n- y\nempty:\n"),
            (QStringList{"2 model 'Qwen/Qwen2.5-0.5B'", "5 fsdp_config.fsdp_version 2", "6 fsdp_config.fsdp_offload_params false",
                         "7 list ['a',1]", "8 rows [{'path':'x'},'y']", "11 empty null"}));
    }

    void yaml_reads_scalars_as_pyyaml_does()
    {
        QCOMPARE(entries_of(
                     "a: 1e-4\nb: 1.0e-4\nc: 0x10\nd: 010\ne: 1_000\nf: 'yes'\ng: on\nh: ~\ni: 2.5\nj: -7\nk: 5e8\nl: \"NO\"\n"),
                 (QStringList{"1 a '1e-4'", "2 b 0.0001", "3 c 16", "4 d 8", "5 e 1000", "6 f 'yes'", "7 g true", "8 h null",
                              "9 i 2.5", "10 j -7", "11 k '5e8'", "12 l 'NO'"}));
    }

    void yaml_follows_anchors_and_merges()
    {
        QCOMPARE(
            entries_of("base: &b\n  r: 8\n  alpha: 16\nlora:\n  <<: *b\n  r: 4\nagain: *b\n"),
            (QStringList{"2 base.r 8", "3 base.alpha 16", "6 lora.r 4", "3 lora.alpha 16", "2 again.r 8", "3 again.alpha 16"}));
    }

    void keys_that_stand_twice_are_said()
    {
        QCOMPARE(entries_of("r: 8\nr: 16\n"), QStringList{"2 r 16"});
        QCOMPARE(warnings_of("r: 8\nr: 16\n"), QStringList{"r stands in line 1 and in line 2; the last is read"});
        QCOMPARE(warnings_of("{\"r\": 8, \"r\": 16}"), QStringList{"r stands more than once; the last is read"});
    }

    void bombs_are_refused()
    {
        QByteArray bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
        for (char c = 'b'; c < 'j'; ++c) {
            const QByteArray before = QByteArray("*") + static_cast<char>(c - 1);
            bomb += c + QByteArray(": &") + c + " [" + QByteArrayList(10, before).join(", ") + "]\n";
        }
        QVERIFY(entries_of(bomb.constData()).first().endsWith(QLatin1String("more than 100000 values")));
        const QByteArray deep = "a: " + QByteArray(500, '[') + QByteArray(500, ']') + "\n";
        QVERIFY(entries_of(deep.constData()).first().contains(QLatin1String("nested deeper than 64 levels")));
        QCOMPARE(entries_of("a: *b\n"), QStringList{"error: YAML: line 1: there is no anchor b before it"});
        QVERIFY(entries_of("a: [1\nb: 2\n").first().startsWith(QLatin1String("error: YAML: line 2")));
    }

    void more_than_is_read_is_refused_in_time_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto keys = [](const char *before, const char *key, const char *between, const char *after) {
            QByteArray out = before;
            for (int i = 0; i < 40'000; ++i) out += QByteArray(key).replace("%", QByteArray::number(i)) + between;
            return out + after;
        };
        QTest::newRow("yaml") << keys("a: 1\n", "k%: 1", "\n", "");
        QTest::newRow("json") << keys("{", "\"k%\": 1", ",", "\"z\": 1}");
        QTest::newRow("json in a list") << keys("{\"a\": [{", "\"k%\": 1", ",", "\"z\": 1}]}");
        QTest::newRow("command") << keys("vllm serve org/m", " --k% 1", "", "\n");
        QTest::newRow("commands") << keys("", "vllm serve org/m --a %", "\n", "");
        QTest::newRow("call") << keys("LoraConfig(", "k%=1", ",", ")");
        QTest::newRow("calls") << keys("", "LoraConfig()", "\n", "");
        QTest::newRow("dict") << keys("LoraConfig(a={", "'k%': 1", ",", "})");
        QTest::newRow("Modelfile") << keys("FROM x\n", "PARAMETER num_ctx %", "\n", "");
        QByteArray sections = "a:\n";
        for (int i = 0; i < 12'000; ++i) sections += "  k" + QByteArray::number(i) + ": {b: {c: 1}}\n";
        QTest::newRow("sections") << sections;
        // the text of a deep place stands in every section around it, a long name in every key below it
        QByteArray deep = "{";
        for (int i = 0; i < 60; ++i) deep += "\"a\": {";
        QTest::newRow("deep") << deep + "\"v\": \"" + QByteArray(3'000'000, 'x') + "\"" + QByteArray(61, '}');
        QByteArray name = "{\"" + QByteArray(1'000'000, 'x') + "\": {";
        for (int i = 0; i < 5'000; ++i) name += "\"" + QByteArray::number(i) + "\": 1,";
        QTest::newRow("long name") << name + "\"z\": 1}}";
        // variables that repeat variables
        QByteArray shell = "A0=xxxxxxxxxx\n", python = "a0 = [1, 2, 3]\n";
        for (int i = 1; i < 40; ++i) {
            const QByteArray before = QByteArray::number(i - 1), now = QByteArray::number(i);
            shell += "A" + now + "=" + QByteArray("$A" + before).repeated(4) + "\n";
            python += "a" + now + " = [a" + before + ", a" + before + ", a" + before + "]\n";
        }
        QTest::newRow("variables of a shell") << shell + "vllm serve $A39\n";
        QTest::newRow("variables of Python") << python + "LoraConfig(r=a39)\n";
    }
    void more_than_is_read_is_refused_in_time()
    {
        QFETCH(QByteArray, text);
        QElapsedTimer timer;
        timer.start();
        const Result<ConfigText> config = config_from_text(text.toStdString());
        QVERIFY(config.ok() ? config->warnings.size() == 39'999 // commands: the first is read, and each of the others said
                            : config.error().message() == "configuration: read too much, accepted: at most 10000 keys and 64 MiB "
                                                          "of them, sections within sections counted again");
        QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed()))); // of a loaded machine; it was minutes
    }
    void what_cannot_be_read_is_refused()
    {
        QCOMPARE(entries_of("vllm serve org/m ---\n"), (QStringList{"1 vllm serve/ 'org/m'", "1 vllm serve/ '---'"}));
        QCOMPARE(entries_of("f(a={1: 2, 3})\n"),
                 QStringList{"error: configuration: line 1: what stands in brackets cannot be read"});
        QCOMPARE(entries_of("f(a={3, 1: 2})\n"),
                 QStringList{"error: configuration: line 1: what stands in brackets cannot be read"});
        QCOMPARE(entries_of("vllm serve org/m \\\n --a \xE9\n"),
                 QStringList{"error: configuration: line 2: bytes that are no UTF-8"});
        QCOMPARE(entries_of("f(a='\xED\xA0\x80')\n"), QStringList{"error: configuration: line 1: bytes that are no UTF-8"});
        QCOMPARE(entries_of("f(a='\xF0\x9F\x98\x80')\n"), QStringList{"1 f/a '\xF0\x9F\x98\x80'"});
    }

    void json_has_lines_of_keys()
    {
        QCOMPARE(entries_of("{\n  \"bf16\": {\"enabled\": \"auto\"},\n  \"zero_optimization\": {\n    \"stage\": 3,\n    \"x\": "
                            "[{\"y\": 1}]\n  }\n}"),
                 (QStringList{"2 bf16.enabled 'auto'", "4 zero_optimization.stage 3", "5 zero_optimization.x [{'y':1}]"}));
        // commas at the end, as DeepSpeed's reader takes them
        QCOMPARE(entries_of("{\n  \"a\": 1,\n}"), QStringList{"2 a 1"});
    }

    void commands_have_options_of_each_program()
    {
        QCOMPARE(
            entries_of("# run it\nA=1 accelerate launch --num_processes 8 --multi_gpu \\\n  train.py --x=1 --flag \\\n  "
                       "--names a b --s 'two words'\n"),
            (QStringList{"2 environment/A '1'", "2 accelerate launch/num_processes '8'", "2 accelerate launch/multi_gpu true",
                         "3 train.py/x '1'", "3 train.py/flag true", "4 train.py/names ['a','b']", "4 train.py/s 'two words'"}));
        QCOMPARE(entries_of("$ python -m torch.distributed.run --nproc_per_node=2 -m pkg.train key.sub=1e-3 ++list=3\n"),
                 (QStringList{"1 torchrun/nproc_per_node '2'", "1 torchrun/m true", "1 pkg.train/key.sub '1e-3'",
                              "1 pkg.train/list 3"}));
        QCOMPARE(entries_of("vllm serve org/m -5 --config '{\"a\": {\"b\": 2}}'\n"),
                 (QStringList{"1 vllm serve/ 'org/m'", "1 vllm serve/ '-5'", "1 vllm serve/config.a.b 2"}));
    }

    void nothing_is_executed()
    {
        QCOMPARE(entries_of("M=org/name\nN=$(nproc)\ntrl sft --model $M --n $N --k $((2*3)) --t `date` --u ${M:-x} --v ${Z:-y} "
                            "--w \"$Q z\"\n"),
                 (QStringList{"1 variable/M 'org/name'", "2 variable/N ?'$(nproc)'", "3 trl sft/model 'org/name'",
                              "3 trl sft/n ?'$N'", "3 trl sft/k '6'", "3 trl sft/t ?'`date`'", "3 trl sft/u 'org/name'",
                              "3 trl sft/v 'y'", "3 trl sft/w ?'$Q z'"}));
        QCOMPARE(entries_of("trl sft --model 'org\n"), QStringList{"error: command: line 1: ' does not end"});
    }

    void other_commands_are_said()
    {
        const char *const text = "pip install trl\ntrl sft --a 1\nvllm serve m --b 2\n";
        QCOMPARE(entries_of(text), QStringList{"2 trl sft/a '1'"});
        QCOMPARE(warnings_of(text), QStringList{"line 3: another command (vllm), which was not read"});
    }

    void calls_have_literal_arguments()
    {
        QCOMPARE(
            entries_of("from peft import LoraConfig\nrank = 8\nmodel, tok = X.from_pretrained(\n    \"org/m\",\n    dtype = "
                       "torch.bfloat16,  # weights\n"
                       "    load_in_4bit = True,\n)\nc = LoraConfig(r=rank, target_modules=[\"q\", 'v'], lora_alpha=2 * rank, "
                       "a=None)\n"),
            (QStringList{"2 variable/rank 8", "4 from_pretrained/ 'org/m'", "5 from_pretrained/dtype 'torch.bfloat16'",
                         "6 from_pretrained/load_in_4bit true", "8 LoraConfig/r 8", "8 LoraConfig/target_modules ['q','v']",
                         "8 LoraConfig/lora_alpha 16", "8 LoraConfig/a null"}));
        QCOMPARE(entries_of("T(args=C(x=1, y={'k': 2}), z=-1.5e3)\n"),
                 (QStringList{"1 T/args ?'C(…)'", "1 C/x 1", "1 C/y.k 2", "1 T/z -1500.0"}));
        QVERIFY(entries_of("C(x=[1, 2\n").first().startsWith(QLatin1String("error: ")));
    }

    void modelfiles_have_instructions_and_parameters()
    {
        QCOMPARE(
            entries_of("FROM llama3.2\nPARAMETER num_ctx 4096\nSYSTEM \"\"\"\nPARAMETER num_ctx 1\n\"\"\"\nPARAMETER "
                       "stop \"x y\"\n"),
            (QStringList{"1 FROM 'llama3.2'", "2 PARAMETER/num_ctx '4096'", "3 SYSTEM '\\'\\'\\''", "6 PARAMETER/stop 'x y'"}));
    }

    void hostile_texts_end()
    {
        for (const char *text : {"",
                                 "\n",
                                 "{",
                                 "}",
                                 "[",
                                 "FROM",
                                 "(((((",
                                 "f(",
                                 "f(=)",
                                 "f(a b c)",
                                 "f([}])",
                                 "$(",
                                 "`",
                                 "'",
                                 "a: {",
                                 "a: [",
                                 "- -",
                                 "{\"a\":",
                                 "x = (",
                                 "f(**k)",
                                 "f(x=]",
                                 "f({1:2:3})",
                                 "\\",
                                 "trl sft --",
                                 "trl",
                                 "accelerate launch",
                                 "python -m",
                                 "<<EOF",
                                 "a=$",
                                 "%",
                                 "\xEF\xBB\xBF{}"})
            entries_of(text);
        QVERIFY(true);
    }
};

PLIMSOLL_TEST(TestConfigText)
} // namespace PLIMSOLL_FILE
#include "test_config_text.moc"
