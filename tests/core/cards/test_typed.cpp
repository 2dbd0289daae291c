// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/typed_card.h"
#include "core/ground/typed_number.h"
#include "core/model/typed_model.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

/// What people type and paste into number fields and choosers.
class TestTyped : public QObject {
    Q_OBJECT
private slots:
    void counts_data();
    void counts();
    void numbers_in_two_languages_data();
    void numbers_in_two_languages();
    void cards_data();
    void cards();
    void models_data();
    void models();
    void a_pasted_configuration_is_a_model();
};

void TestTyped::counts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qlonglong>("count");
    const auto row = [](const char *text, qlonglong count) { QTest::newRow(text) << QString::fromUtf8(text) << count; };
    constexpr qlonglong none = -1;
    row("4096", 4096);
    row(" 4096 ", 4096);
    row("4,096", 4096);
    row("4.096", 4096);
    row("4 096", 4096);
    row("4\u00a0096", 4096);
    row("4\u202f096", 4096);
    row("4'096", 4096);
    row("4\u2019096", 4096);
    row("4_096", 4096);
    row("131_072", 131072);
    row("1,048,576", 1048576);
    row("1.048.576", 1048576);
    row("8k", 8000);
    row("8K", 8000);
    row("8 k", 8000);
    row("8Ki", 8192);
    row("32Ki", 32768);
    row("32 KI", 32768);
    row("128ki", 131072);
    row("1M", 1000000);
    row("1Mi", 1048576);
    row("1.5k", 1500);
    row("1,5k", 1500);
    row("1.024k", 1024);
    row("0.5Mi", 524288);
    row("1e6", 1000000);
    row("1E6", 1000000);
    row("2.5e3", 2500);
    row("7B", 7000000000);
    row("99999999999", 99999999999);
    row("0", 0);
    row("2.0", 2);
    row("2,5", none);
    row("2.5", none);
    row("", none);
    row("k", none);
    row("eight", none);
    row("8kk", none);
    row("8 9", none);
    row("1,23,456", none);
    row("1.2,3.4", none);
    row("12,34", none);
    row("1e400", none);
    row("0x10", none);
}

void TestTyped::counts()
{
    QFETCH(QString, text);
    QFETCH(qlonglong, count);
    const auto read = typed_count(text.toStdString());
    QCOMPARE(read.value_or(-1), count);
    QCOMPARE(typed_count("-5"), std::optional<Count>(-5));
    QVERIFY(has_scale("8k") && has_scale("1e6") && !has_scale("8,192"));
}

void TestTyped::numbers_in_two_languages_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("english");
    QTest::addColumn<double>("german");
    const auto row = [](const char *text, double english, double german) {
        QTest::newRow(text) << QString::fromUtf8(text) << english << german;
    };
    const auto both = [&](const char *text, double value) { row(text, value, value); };
    constexpr double none = -1;
    both("0.05", 0.05);
    both("0,05", 0.05);
    both("0.1", 0.1);
    both("0,1", 0.1);
    both(".5", 0.5);
    both(",5", 0.5);
    both("5.", 5);
    both("1", 1);
    both("16", 16);
    both("0.100", 0.1);
    both("0,125", 0.125);
    row("1,024", 1024, 1.024);
    row("1.024", 1.024, 1024);
    both("1,024.5", 1024.5);
    both("1.024,5", 1024.5);
    both("1 024,5", 1024.5);
    both("1'024.5", 1024.5);
    both("1,024,000", 1024000);
    both("1.024.000", 1024000);
    both("1e-4", 1e-4);
    both("1.5e-4", 1.5e-4);
    both("1,5E-4", 1.5e-4);
    both("0.9200", 0.92);
    both("1e9", 1e9);
    both("2k", 2000);
    both("0,05 ", 0.05);
    both("abc", none);
    both("0,0,5", none);
    both("0..5", none);
    both("1,2.3,4", none);
    both("", none);
    both("5 %", none);
}

void TestTyped::numbers_in_two_languages()
{
    QFETCH(QString, text);
    QFETCH(double, english);
    QFETCH(double, german);
    QCOMPARE(typed_real(text.toStdString()).value_or(-1), english);
    QCOMPARE(typed_real(text.toStdString(), {',', '.'}).value_or(-1), german);
}

void TestTyped::cards_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("size");
    QTest::addColumn<bool>("gibibytes");
    const auto size = [](const char *text, double gigabytes, bool gibibytes = false, int count = 1) {
        QTest::newRow(text) << QString::fromUtf8(text) << count << QString() << gigabytes << gibibytes;
    };
    const auto card = [](const char *text, int count, const char *name) {
        QTest::newRow(text) << QString::fromUtf8(text) << count << QString::fromUtf8(name) << 0.0 << false;
    };
    size("12 GB", 12);
    size("12GB", 12);
    size("12gb", 12);
    size("12", 12);
    size("4090", 4090);
    size("12G", 12);
    size("12 GiB", 12, true);
    size("12GIB", 12, true);
    size("12 Gi", 12, true);
    size("7.5 GiB", 7.5, true);
    size("7,5 GiB", 7.5, true);
    size("7,5", 7.5);
    size("12288 MiB", 12, true);
    size("0.5 TB", 512);
    size("16 GB VRAM", 16);
    size("16gb vram", 16);
    size("24 Go", 24);
    size("2x24GB", 24, false, 2);
    size("2 x 24 GiB", 24, true, 2);
    card("8x A100", 8, "A100");
    card("8xA100", 8, "A100");
    card("8X A100", 8, "A100");
    card("8 x A100", 8, "A100");
    card("8 × A100", 8, "A100");
    card("8×A100 80GB", 8, "A100 80GB");
    card("8*A100", 8, "A100");
    card("8 A100", 8, "A100");
    card("2x3090", 2, "3090");
    card("2 × RTX 3090", 2, "RTX 3090");
    card("4x RTX PRO 6000", 4, "RTX PRO 6000");
    card("A100 SXM4 80GB:8", 8, "A100 SXM4 80GB");
    card("A100:8", 8, "A100");
    card("A100 : 8", 8, "A100");
    card("RTX 4090 x2", 2, "RTX 4090");
    card("RTX 4090 × 2", 2, "RTX 4090");
    card("RTX 4090 (2)", 2, "RTX 4090");
    card("A100 80GB x 4", 4, "A100 80GB");
    card("RTX 4090", 1, "RTX 4090");
    card("3090 Ti", 1, "3090 Ti");
    card("7900 XTX", 1, "7900 XTX");
    card("RX 7900", 1, "RX 7900");
    card("24 GB RTX 4090", 1, "24 GB RTX 4090");
    card("A100:0", 1, "A100:0");
    card("H100", 1, "H100");
}

void TestTyped::cards()
{
    QFETCH(QString, text);
    QFETCH(int, count);
    QFETCH(QString, name);
    QFETCH(double, size);
    QFETCH(bool, gibibytes);
    const auto read = typed_card(text.toStdString());
    QVERIFY(read);
    QCOMPARE(read->size.value_or(0), size);
    QCOMPARE(read->gibibytes, gibibytes);
    QCOMPARE(read->count, count);
    QCOMPARE(QString::fromStdString(read->name), name);
    QVERIFY(!typed_card("  "));
}

void TestTyped::models_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("name");
    const auto row = [](const char *text, const char *kind, const char *name) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(kind) << QString::fromUtf8(name);
    };
    const auto hub = [&](const char *text, const char *id = "acme/Tiny-7B") { row(text, "hub", id); };
    hub("acme/Tiny-7B");
    hub(" acme/Tiny-7B\n");
    hub("\"acme/Tiny-7B\"");
    hub("'acme/Tiny-7B',");
    hub("`acme/Tiny-7B`");
    hub("acme/Tiny-7B@refs/pr/1", "acme/Tiny-7B@refs/pr/1");
    hub("acme/Tiny-7B:Q4_K_M");
    hub("https://huggingface.co/acme/Tiny-7B");
    hub("http://huggingface.co/acme/Tiny-7B/");
    hub("https://www.huggingface.co/acme/Tiny-7B");
    hub("huggingface.co/acme/Tiny-7B");
    hub("HTTPS://HuggingFace.co/acme/Tiny-7B");
    hub("https://huggingface.co/acme/Tiny-7B/tree/main");
    hub("https://huggingface.co/acme/Tiny-7B/blob/main/config.json");
    hub("https://huggingface.co/acme/Tiny-7B/resolve/main/model.safetensors?download=true");
    hub("https://huggingface.co/acme/Tiny-7B/tree/v2", "acme/Tiny-7B@v2");
    hub("https://huggingface.co/acme/Tiny-7B?library=transformers#usage");
    hub("https://huggingface.co/api/models/acme/Tiny-7B");
    hub("<https://huggingface.co/acme/Tiny-7B>");
    hub("https://huggingface.co/acme/Tiny-7B.git");
    hub("git clone https://huggingface.co/acme/Tiny-7B");
    hub("git@hf.co:acme/Tiny-7B");
    hub("hf.co/acme/Tiny-7B:Q4_K_M");
    hub("hf://acme/Tiny-7B");
    hub("ollama run hf.co/acme/Tiny-7B:Q4_K_M");
    hub("https://hf-mirror.com/acme/Tiny-7B");
    hub("hf-mirror.com/acme/Tiny-7B/tree/main");
    hub("https://modelscope.cn/models/acme/Tiny-7B");
    hub("https://www.modelscope.cn/models/acme/Tiny-7B/summary");
    hub("https://modelscope.cn/models/acme/Tiny-7B/files");
    hub("modelscope download --model acme/Tiny-7B --local_dir ./out");
    hub("hf download acme/Tiny-7B --include *.json");
    hub("huggingface-cli download acme/Tiny-7B");
    hub("AutoModelForCausalLM.from_pretrained(\"acme/Tiny-7B\", torch_dtype=\"auto\")");
    hub("model_name_or_path: acme/Tiny-7B");
    hub("--model acme/Tiny-7B");
    row("Qwen2.5-Coder-7B", "preset", "qwen2.5-coder-7b");
    row("qwen2.5-coder-7b", "preset", "qwen2.5-coder-7b");
    row("Qwen/Qwen2.5-Coder-7B", "preset", "qwen2.5-coder-7b");
    row("/models/tiny/config.json", "path", "/models/tiny/config.json");
    row("/models/my model", "path", "/models/my model");
    row("file:///models/my%20model", "path", "/models/my model");
    row("./tiny", "path", "./tiny");
    row("C:\\models\\tiny", "path", "C:\\models\\tiny");
    row("tiny-Q4_K_M.gguf", "path", "tiny-Q4_K_M.gguf");
    row("https://huggingface.co/datasets/acme/rows", "none", "");
    row("https://huggingface.co/acme", "none", "");
    row("https://example.org/acme/Tiny-7B", "none", "");
    row("something else", "none", "");
    row("", "none", "");
}

void TestTyped::models()
{
    QFETCH(QString, text);
    QFETCH(QString, kind);
    QFETCH(QString, name);
    const auto read = typed_model(text.toStdString());
    if (kind == QStringLiteral("none")) {
        QVERIFY(!read);
        return;
    }
    QVERIFY(read);
    QCOMPARE(QString::fromStdString(read->hub), kind == QStringLiteral("hub") ? name : QString());
    QCOMPARE(QString::fromStdString(read->preset), kind == QStringLiteral("preset") ? name : QString());
    QCOMPARE(QString::fromStdString(read->config_path), kind == QStringLiteral("path") ? name : QString());
}

void TestTyped::a_pasted_configuration_is_a_model()
{
    const auto read = typed_model("\n {\"model_type\": \"llama\",\n \"hidden_size\": 64}\n");
    QVERIFY(read);
    QCOMPARE(read->config_text, std::string("{\"model_type\": \"llama\",\n \"hidden_size\": 64}"));
    const auto own = typed_model("~/models/tiny");
    QVERIFY(own && !own->config_path.starts_with("~"));
}

PLIMSOLL_TEST(TestTyped)
} // namespace PLIMSOLL_FILE
#include "test_typed.moc"
