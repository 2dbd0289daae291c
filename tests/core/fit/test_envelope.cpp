// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/envelope.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

constexpr Bytes gb = 1'000'000'000;
constexpr Count seven_billion = 7'000'000'000;

/// Bytes of the terms that are known, in their order, then the total.
QList<Bytes> cells(const EnvelopeInput &input)
{
    const Result<Envelope> sheet = envelope(input);
    if (!sheet) qFatal("%s", sheet.error().message().c_str());
    QList<Bytes> out;
    for (const EnvelopeTerm &term : sheet->terms)
        if (term.bytes) out << *term.bytes;
    return out << sheet->total;
}

QString refusal(const EnvelopeInput &input)
{
    const Result<Envelope> sheet = envelope(input);
    return sheet ? QString() : QString::fromStdString(sheet.error().message());
}

} // namespace

class TestEnvelope : public QObject {
    Q_OBJECT
private slots:
    void precisions_side_by_side();
    void weights_at_five_precisions_data();
    void weights_at_five_precisions();
    void what_nobody_typed_in_is_not_known();
    void wrong_cells_are_refused();
    void worksheet_of_a_plan();
    void differences_add_up_to_the_device();
    void a_rank_holds_what_zero_leaves_it_data();
    void a_rank_holds_what_zero_leaves_it();
    void parts_of_a_model_divide_all_of_it();
    void adapters_are_divided_state_by_state();
    void what_is_offloaded_is_not_on_the_card();
    void a_halved_peak_beside_what_is_divided();
    void splits_that_cannot_be_are_refused();
    void json_has_the_schema();
    void json_of_ranks_has_both_sums();
};

void TestEnvelope::precisions_side_by_side()
{
    EnvelopeInput input{.parameters = seven_billion, .dtype = EnvelopeDtype::fp32, .activations = 8 * gb, .overhead = 4 * gb};
    QCOMPARE(cells(input), (QList<Bytes>{28 * gb, 28 * gb, 56 * gb, 8 * gb, 4 * gb, 124 * gb}));
    for (const EnvelopeDtype dtype : {EnvelopeDtype::fp16, EnvelopeDtype::bf16}) {
        input.dtype = dtype;
        input.activations = 6 * gb;
        QCOMPARE(cells(input), (QList<Bytes>{14 * gb, 14 * gb, 56 * gb, 6 * gb, 4 * gb, 94 * gb}));
    }
    EnvelopeInput qlora{
        .parameters = seven_billion, .method = EnvelopeMethod::qlora, .dtype = EnvelopeDtype::int4, .trainable = 21'000'000};
    qlora.activations = 6 * gb;
    qlora.overhead = 2 * gb;
    QCOMPARE(cells(qlora), (QList<Bytes>{3'500'000'000, 252'000'000, 6 * gb, 2 * gb, 11'752'000'000}));
    qlora.weights = 4 * gb;
    qlora.adapters = 250'000'000;
    QCOMPARE(cells(qlora), (QList<Bytes>{4 * gb, 250'000'000, 6 * gb, 2 * gb, 12'250'000'000}));
    QCOMPARE(envelope(qlora)->terms.at(0).formula, std::string("typed in"));
    QCOMPARE(envelope(input)->terms.at(2).formula, std::string("7000000000 × 8 B"));
}

void TestEnvelope::weights_at_five_precisions_data()
{
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<QList<double>>("gigabytes");
    QTest::newRow("3B") << qint64{3 * gb} << QList<double>{12, 6, 6, 3, 1.5};
    QTest::newRow("7B") << qint64{7 * gb} << QList<double>{28, 14, 14, 7, 3.5};
    QTest::newRow("13B") << qint64{13 * gb} << QList<double>{52, 26, 26, 13, 6.5};
    QTest::newRow("30B") << qint64{30 * gb} << QList<double>{120, 60, 60, 30, 15};
    QTest::newRow("70B") << qint64{70 * gb} << QList<double>{280, 140, 140, 70, 35};
}

void TestEnvelope::weights_at_five_precisions()
{
    QFETCH(qint64, parameters);
    QFETCH(QList<double>, gigabytes);
    QList<double> found;
    for (const char *dtype : {"fp32", "fp16", "bf16", "int8", "int4"}) {
        const Result<Envelope> sheet =
            envelope({.parameters = parameters, .method = EnvelopeMethod::infer, .dtype = *envelope_dtype(dtype)});
        found << static_cast<double>(sheet->total) / static_cast<double>(gb);
    }
    QCOMPARE(found, gigabytes);
}

void TestEnvelope::what_nobody_typed_in_is_not_known()
{
    const Result<Envelope> sheet = envelope({.parameters = seven_billion, .method = EnvelopeMethod::lora});
    QCOMPARE(sheet->total, 14 * gb);
    for (std::size_t i = 1; i < sheet->terms.size(); ++i) QVERIFY(!sheet->terms[i].bytes);
    QCOMPARE(sheet->notes.size(), std::size_t{3});
}

void TestEnvelope::wrong_cells_are_refused()
{
    QCOMPARE(refusal({}), QString("parameters: read 0, accepted: 1 or more"));
    QCOMPARE(refusal({.parameters = 1, .overhead = -1}), QString("overhead: read -1, accepted: 0 or more"));
    QCOMPARE(refusal({.parameters = 1, .trainable = -1}), QString("trainable: read -1, accepted: 0 or more"));
    QVERIFY(refusal({.parameters = 1, .dtype = EnvelopeDtype::int4}).startsWith("dtype: integer weights have no gradients"));
    QVERIFY(!refusal({.parameters = INT64_MAX}).isEmpty());
    QVERIFY(!refusal({.parameters = 1, .activations = INT64_MAX, .overhead = INT64_MAX}).isEmpty());
    QVERIFY(!envelope_method("galore") && !envelope_dtype("fp64"));
}

void TestEnvelope::worksheet_of_a_plan()
{
    Plan plan;
    QCOMPARE(envelope_input(plan, 100, 100), (EnvelopeInput{.parameters = 100}));
    plan.method = Method::qlora;
    plan.weights.quant = "nf4";
    const EnvelopeInput qlora = envelope_input(plan, 100, 7);
    QCOMPARE(qlora.method, EnvelopeMethod::qlora);
    QCOMPARE(qlora.dtype, EnvelopeDtype::int4);
    QCOMPARE(qlora.trainable, std::optional<Count>(7));
    plan.task = Task::infer;
    plan.weights.quant = "int8";
    QCOMPARE(envelope_input(plan, 100, 7).method, EnvelopeMethod::infer);
    QCOMPARE(envelope_input(plan, 100, 7).dtype, EnvelopeDtype::int8);
    plan.parallel.tensor = 4;
    plan.parallel.data = 2; // copies among which requests are spread: each holds all of it
    QCOMPARE(envelope_input(plan, 100, 7).split, (EnvelopeSplit{.tensor = 4}));
    plan.task = Task::train;
    plan.parallel.zero = 3;
    QCOMPARE(envelope_input(plan, 100, 7).split, (EnvelopeSplit{.data = 2, .zero = 3, .tensor = 4}));
}

void TestEnvelope::differences_add_up_to_the_device()
{
    Estimate estimate;
    estimate.plan.plan.method = Method::lora;
    Bytes sum = 0;
    for (std::size_t i = 0; i < component_count; ++i) {
        const Bytes bytes = static_cast<Bytes>(i + 1) * 1000;
        estimate.fullest().at_peak.push_back({static_cast<Component>(i), bytes, {}, {}, {}, {}});
        sum += bytes;
    }
    const Result<Envelope> sheet = envelope({.parameters = 100, .method = EnvelopeMethod::lora, .trainable = 5, .overhead = 9});
    const std::vector<EnvelopeDifference> rows = envelope_differences(*sheet, estimate);
    Bytes simulated = 0;
    for (const EnvelopeDifference &row : rows) simulated += row.simulated;
    QCOMPARE(simulated, sum);
    QCOMPARE(rows.size(), std::size_t{4});
    const EnvelopeDifference adapters{"adapters",
                                      60,
                                      4000 + 5000 + 6000,
                                      {{Component::adapters, 4000}, {Component::gradients, 5000}, {Component::optimizer, 6000}}};
    QCOMPARE(rows[1], adapters);
}

void TestEnvelope::a_rank_holds_what_zero_leaves_it_data()
{
    QTest::addColumn<qint64>("stage");
    QTest::addColumn<QList<Bytes>>("found");
    QTest::newRow("0") << qint64{0} << QList<Bytes>{14 * gb, 14 * gb, 56 * gb, 84 * gb};
    QTest::newRow("1") << qint64{1} << QList<Bytes>{14 * gb, 14 * gb, 7 * gb, 35 * gb};
    QTest::newRow("2") << qint64{2} << QList<Bytes>{14 * gb, 1'750'000'000, 7 * gb, 22'750'000'000};
    QTest::newRow("3") << qint64{3} << QList<Bytes>{1'750'000'000, 1'750'000'000, 7 * gb, 10'500'000'000};
}

void TestEnvelope::a_rank_holds_what_zero_leaves_it()
{
    QFETCH(qint64, stage);
    QFETCH(QList<Bytes>, found);
    const EnvelopeInput input{.parameters = seven_billion, .split = {.data = 8, .zero = stage}};
    QCOMPARE(cells(input), found);
    QCOMPARE(envelope(input)->whole, 84 * gb);
    EnvelopeInput copies = input; // HSDP: eight ranks share, whatever copies there are of them
    copies.split.data = 16;
    copies.split.replicate = 2;
    QCOMPARE(cells(copies), found);
}

void TestEnvelope::parts_of_a_model_divide_all_of_it()
{
    const EnvelopeInput input{.parameters = seven_billion,
                              .split = {.data = 4, .zero = 1, .tensor = 2, .pipeline = 2, .context = 2}};
    QCOMPARE(cells(input), (QList<Bytes>{3'500'000'000, 3'500'000'000, 1'750'000'000, 8'750'000'000}));
    QCOMPARE(envelope(input)->terms.at(2).formula, std::string("7000000000 × 8 B ÷ 4 ÷ 8"));
    QCOMPARE(words_for(input.split), std::string("a rank of 32: ZeRO 1 ÷ 8, tensor ÷ 2, pipeline ÷ 2"));
    QCOMPARE(words_for(EnvelopeSplit{}), std::string());
}

void TestEnvelope::adapters_are_divided_state_by_state()
{
    EnvelopeInput input{.parameters = 100, .method = EnvelopeMethod::lora, .trainable = 80, .split = {.data = 8, .zero = 2}};
    const Result<Envelope> second = envelope(input);
    QCOMPARE(second->terms.at(1).bytes, std::optional<Bytes>(80 * 2 + 80 * 2 / 8 + 80 * 8 / 8));
    QCOMPARE(second->terms.at(1).whole, std::optional<Bytes>(80 * 12));
    QCOMPARE(second->terms.at(1).formula, std::string("80 × (2 + 2 ÷ 8 + 8 ÷ 8) B"));
    input.split.zero = 3;
    QCOMPARE(envelope(input)->terms.at(1).bytes, std::optional<Bytes>(80 * 12 / 8));
    QCOMPARE(envelope(input)->terms.at(0).bytes, std::optional<Bytes>(25)); // 200 B of weights
}

void TestEnvelope::what_is_offloaded_is_not_on_the_card()
{
    EnvelopeInput input{.parameters = seven_billion, .split = {.data = 2, .zero = 2, .offload = Offload::optimizer}};
    QCOMPARE(cells(input), (QList<Bytes>{14 * gb, 0, 0, 14 * gb})); // DeepSpeed's estimator of stage 2 with cpu_offload: 2 B
    input.split.offload = Offload::both;
    input.split.zero = 3;
    QCOMPARE(cells(input), (QList<Bytes>{0, 0, 0, 0}));
    QCOMPARE(envelope(input)->whole, 84 * gb);
}

/// Case 2: 68 GB on one card, "about 34 each" on two: what is divided are the states, not what a rank's own sequence leaves.
void TestEnvelope::a_halved_peak_beside_what_is_divided()
{
    EnvelopeInput input{.parameters = 3'920'000'000, .method = EnvelopeMethod::infer, .split = {.data = 2, .zero = 3}};
    input.activations = 60'160'000'000;
    const Result<Envelope> sheet = envelope(input);
    QCOMPARE(sheet->whole, 68 * gb);
    QCOMPARE(sheet->evenly(), 34 * gb);
    QCOMPARE(sheet->total, 3'920'000'000 + 60'160'000'000);
}

void TestEnvelope::splits_that_cannot_be_are_refused()
{
    QCOMPARE(refusal({.parameters = 1, .split = {.data = 0}}), QString("data: read 0, accepted: a whole number from 1 to 65536"));
    QCOMPARE(refusal({.parameters = 1, .split = {.tensor = 2048}}),
             QString("tensor: read 2048, accepted: a whole number from 1 to 1024"));
    QCOMPARE(refusal({.parameters = 1, .split = {.zero = 4}}), QString("zero: read 4, accepted: 0 | 1 | 2 | 3"));
    QCOMPARE(refusal({.parameters = 1, .split = {.data = 4, .replicate = 3}}),
             QString("replicate: read 3, accepted: a number that divides 4"));
}

void TestEnvelope::json_has_the_schema()
{
    const nlohmann::ordered_json json =
        envelope_to_json(*envelope({.parameters = 10, .method = EnvelopeMethod::infer, .overhead = 5}));
    QCOMPARE(json["schema"].get<std::string>(), std::string("plimsoll.envelope/1"));
    QCOMPARE(json["terms"]["weights"].get<Bytes>(), Bytes{20});
    QVERIFY(json["terms"]["activations"].is_null());
    QCOMPARE(json["total_bytes"].get<Bytes>(), Bytes{25});
}

void TestEnvelope::json_of_ranks_has_both_sums()
{
    const nlohmann::ordered_json json =
        envelope_to_json(*envelope({.parameters = 10, .method = EnvelopeMethod::infer, .split = {.tensor = 2}}));
    QCOMPARE(json["terms"]["weights"].get<Bytes>(), Bytes{10});
    QCOMPARE(json["whole"]["weights"].get<Bytes>(), Bytes{20});
    QCOMPARE(json["ranks"]["count"].get<Count>(), Count{2});
    QCOMPARE(json["evenly_bytes"].get<Bytes>(), Bytes{10});
    QVERIFY(!envelope_to_json(*envelope({.parameters = 10})).contains("ranks"));
}

PLIMSOLL_TEST(TestEnvelope)
} // namespace PLIMSOLL_FILE
#include "test_envelope.moc"
