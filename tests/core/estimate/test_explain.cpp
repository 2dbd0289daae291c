// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>
#include <QTest>

#include <array>

#include <algorithm>
#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

Estimate explained(const nlohmann::json &plan)
{
    const auto parsed = plan_from_object(plan);
    const auto model = load_model(parsed->plan.model);
    return *estimate(*model, parsed->plan, {}, {.timeline = false, .allocator = true, .explain = true});
}

QStringList terms(const std::string &text) { return QString::fromStdString(text).split(u"\n + "_s); }

double number(QString text)
{
    text.remove(u',');
    if (text == u"½") return 0.5;
    bool ok = false;
    const double value = text.toDouble(&ok);
    return ok ? value : std::nan("");
}

/// What a term comes to when each of its tensors is rounded up to 512 bytes. A leading count stands before a product.
double bytes_of(const QString &term, double counted)
{
    double product = 1;
    const QStringList factors = QString(term).remove(u" B"_s).replace(u" ÷ "_s, u" × ÷"_s).split(u" × "_s);
    for (const QString &factor : factors) product *= factor.startsWith(u'÷') ? 1 / number(factor.mid(1)) : number(factor);
    return std::ceil(product / counted / 512) * 512 * counted;
}

/// "weight, bf16, 28 of them": 28.
double tensors_in(const std::string &title)
{
    const auto match = QRegularExpression(u"([0-9,]+) of them$"_s).match(QString::fromStdString(title));
    return match.hasMatch() ? number(match.captured(1)) : 1;
}

} // namespace

class TestExplain : public QObject {
    Q_OBJECT
private slots:
    void packed_weights_are_written_as_their_matrices();
    void scales_are_packed_by_256();
    void weights_say_what_they_are_held_in_data();
    void weights_say_what_they_are_held_in();
    void every_term_comes_to_its_bytes_data();
    void every_term_comes_to_its_bytes();
};

void TestExplain::packed_weights_are_written_as_their_matrices()
{
    const Estimate made = explained({{"model", {{"preset", "qwen2.5-7b"}}}, {"method", "qlora"}});
    const auto line = [&made](Component component) {
        return *std::ranges::find(made.fullest().at_peak, component, &BreakdownLine::component);
    };
    const BreakdownLine weights = line(Component::weights), scales = line(Component::quantization_metadata);
    QVERIFY2(terms(weights.formula).contains(u"84 × intermediate_size × hidden_size × ½ B"_s), weights.formula.c_str());
    QVERIFY2(terms(weights.numbers).contains(u"84 × 18,944 × 3,584 × ½ B"_s), weights.numbers.c_str());
    QVERIFY2(terms(scales.formula).contains(u"84 × intermediate_size × hidden_size ÷ 64 × 4 B"_s), scales.formula.c_str());
}

/// bitsandbytes 0.50, functional.py quantize_4bit with compress_statistics: a mean for 64 weights, packed to 8 bits by blocks of 256.
void TestExplain::scales_are_packed_by_256()
{
    const auto scales = [](bool packed) {
        const Estimate made = explained({{"model", {{"preset", "qwen2.5-7b"}}},
                                         {"method", "qlora"},
                                         {"weights", {{"quant", "nf4"}, {"double_quant", packed}}}});
        return std::ranges::find(made.fullest().at_peak, Component::quantization_metadata, &BreakdownLine::component)->bytes;
    };
    const auto blocks_of_512 = [](Bytes bytes) { return (bytes + 511) / 512 * 512; };
    const std::array<Bytes, 7> matrices{3'584 * 3'584,  3'584 * 512,    3'584 * 512,   3'584 * 3'584,
                                        3'584 * 18'944, 3'584 * 18'944, 3'584 * 18'944};
    Bytes plain = 0, packed = blocks_of_512(256 * 4); // one table of 256 steps serves all of them
    for (const Bytes weights : matrices) {
        const Bytes means = weights / 64, table = blocks_of_512(16 * 4);
        plain += 28 * (table + blocks_of_512(means * 4));
        packed += 28 * (table + blocks_of_512(means) + blocks_of_512((means + 255) / 256 * 4) + blocks_of_512(256 * 4) +
                        blocks_of_512(4)); // and the mean of the means
    }
    QCOMPARE(scales(false), plain);
    QCOMPARE(scales(true), packed);
}

void TestExplain::weights_say_what_they_are_held_in_data()
{
    using Json = nlohmann::json;
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QStringList>("types");
    QTest::addColumn<QString>("of_embeddings"); // what the input embeddings and the head of 152,064 × 3,584 stand in
    const auto row = [](const char *name, const Json &plan, const QStringList &types, const QString &of_embeddings) {
        QTest::newRow(name) << QString::fromStdString(plan.dump()) << types << of_embeddings;
    };
    const Json packed{{"quant", "nf4"}, {"dtype", "bf16"}}; // the rotary frequencies are fp32 whatever the weights are
    row("QLoRA", {{"method", "qlora"}, {"kbit_prepare", true}, {"weights", packed}}, {u"nf4"_s, u"fp32"_s}, u"fp32"_s);
    row("not raised", {{"method", "qlora"}, {"kbit_prepare", false}, {"weights", packed}}, {u"nf4"_s, u"bf16"_s, u"fp32"_s},
        u"bf16"_s);
    row("full", {{"method", "full"}, {"weights", {{"dtype", "bf16"}}}}, {u"bf16"_s, u"fp32"_s}, u"bf16"_s);
}

void TestExplain::weights_say_what_they_are_held_in()
{
    QFETCH(const QString, plan);
    QFETCH(const QStringList, types);
    QFETCH(const QString, of_embeddings);
    auto asked = nlohmann::json::parse(plan.toStdString());
    asked["model"] = {{"preset", "qwen2.5-7b"}};
    const Estimate made = explained(asked);
    const auto line = std::ranges::find(made.fullest().at_peak, Component::weights, &BreakdownLine::component);
    QStringList said;
    Bytes sum = 0;
    for (const HeldType &held : line->held) {
        said << QString::fromStdString(held.type);
        sum += held.bytes;
        const Bytes each = of_embeddings == u"fp32"_s ? 4 : 2;
        QCOMPARE(held.embedding, said.last() == of_embeddings ? 2 * Bytes{152'064} * 3'584 * each : 0);
    }
    QCOMPARE(said, types);
    QCOMPARE(sum, line->bytes);
}

void TestExplain::every_term_comes_to_its_bytes_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("method");
    for (const char *preset :
         {"qwen2.5-7b", "llama-3.1-8b", "gemma-3-4b-it", "phi-3-mini-128k-instruct", "gpt2-medium", "deepseek-v2-lite"})
        for (const char *method : {"full", "lora", "qlora"})
            QTest::addRow("%s %s", preset, method) << QString::fromLatin1(preset) << QString::fromLatin1(method);
}

void TestExplain::every_term_comes_to_its_bytes()
{
    QFETCH(const QString, preset);
    QFETCH(const QString, method);
    const Estimate made = explained({{"model", {{"preset", preset.toStdString()}}}, {"method", method.toStdString()}});
    int read = 0;
    for (const BreakdownLine &line : made.fullest().at_peak) {
        const QStringList formulas = terms(line.formula), numbers = terms(line.numbers.substr(0, line.numbers.find("\n= ")));
        if (line.alive.empty()) continue;
        QCOMPARE(numbers.size(), static_cast<qsizetype>(line.alive.size()));
        QCOMPARE(formulas.size(), numbers.size());
        Bytes sum = 0;
        for (qsizetype i = 0; i < numbers.size(); ++i, ++read) {
            const auto &[title, bytes] = line.alive[static_cast<std::size_t>(i)];
            sum += bytes;
            QCOMPARE(bytes_of(numbers[i], title == "smaller tensors" ? 1 : tensors_in(title)), static_cast<double>(bytes));
        }
        QCOMPARE(sum, line.bytes);
        for (const HeldType &held : line.held) sum -= held.bytes;
        QCOMPARE(sum, Bytes{0});
    }
    QVERIFY(read > 10);
}

PLIMSOLL_TEST(TestExplain)
} // namespace PLIMSOLL_FILE
#include "test_explain.moc"
