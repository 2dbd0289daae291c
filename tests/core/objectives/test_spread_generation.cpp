// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/objectives/objective_rows.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

// Completions that the model makes itself where several ranks train it: each rank makes its own by the whole model.

using namespace plimsoll;
using nlohmann::json;

namespace {

constexpr Count rows = 16, prompt = 48, completion = 16, layers = 2, width = 256, vocabulary = 65536;
constexpr Bytes matrices = vocabulary * width + layers * (4 * width * width + 3 * width * 512); // norms are no part of it
/// Keys and values of all layers in 16 bits, behind the last token's pass.
constexpr Bytes keys = Bytes(2) * layers * 2 * width * rows * (prompt + completion - 1);

Result<step::Trace> trained(const json &parallel, bool adapters, const char *objective = "grpo")
{
    json change{{"gradient_accumulation", 4},
                {"rollout", {{"prompt_length", prompt}, {"completion_length", completion}}},
                {"parallel", parallel}};
    if (adapters) change["method"] = "lora";
    return run_of(objective_row(objective, change, vocabulary), false);
}

/// What a generation takes beside what stands between steps.
Bytes made_of(const step::Trace &trace)
{
    Bytes between = 0;
    for (const Bytes bytes : trace.between_steps) between += bytes;
    return peak_in(trace, Phase::generate) - between;
}

json spread(const char *engine, int zero = 0)
{
    json out{{"engine", engine}, {"data", 2}};
    if (zero > 0) out["zero"] = zero;
    return out;
}

} // namespace

class TestSpreadGeneration : public QObject {
    Q_OBJECT
private slots:
    void a_whole_model_generates_as_alone_data();
    void a_whole_model_generates_as_alone();
    void zero_3_gathers_the_whole_model();
    void units_are_gathered_one_after_another_data();
    void units_are_gathered_one_after_another();
    void a_policy_is_as_large_as_its_weights_data();
    void a_policy_is_as_large_as_its_weights();
    void a_model_in_shares_is_a_lower_bound();
};

void TestSpreadGeneration::a_whole_model_generates_as_alone_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<int>("zero");
    QTest::addColumn<bool>("adapters");
    for (const bool adapters : {false, true}) {
        const char *with = adapters ? "lora" : "full";
        QTest::addRow("ddp %s", with) << "ddp" << 0 << adapters;
        QTest::addRow("zero 1 %s", with) << "deepspeed" << 1 << adapters;
        QTest::addRow("zero 2 %s", with) << "deepspeed" << 2 << adapters;
    }
}

void TestSpreadGeneration::a_whole_model_generates_as_alone()
{
    QFETCH(QString, engine);
    QFETCH(int, zero);
    QFETCH(bool, adapters);
    const auto alone = trained({}, adapters), ranks = trained(spread(engine.toUtf8(), zero), adapters);
    QVERIFY2(ranks.ok(), ranks.ok() ? "" : ranks.error().message().c_str());
    QVERIFY(made_of(*alone) > keys);
    // DeepSpeed runs adapters in 16 bits, without casts of them
    const Bytes differs = std::abs(made_of(*ranks) - made_of(*alone));
    QVERIFY2(differs <= (adapters && zero > 0 ? made_of(*alone) / 20 : 4096),
             qPrintable(QString("%1 %2").arg(made_of(*ranks)).arg(made_of(*alone))));
}

/// TRL 1.16, ds3_gather_for_generation.
void TestSpreadGeneration::zero_3_gathers_the_whole_model()
{
    for (const bool adapters : {false, true}) {
        const auto ranks = trained(spread("deepspeed", 3), adapters), alone = trained({}, adapters);
        QVERIFY2(ranks.ok(), ranks.ok() ? "" : ranks.error().message().c_str());
        // half of it has stood; norms always do
        const Bytes more = made_of(*ranks) - made_of(*alone);
        QVERIFY2(more > 2 * matrices * 95 / 100 && more < 2 * matrices * 110 / 100, qPrintable(QString::number(more)));
    }
}

void TestSpreadGeneration::units_are_gathered_one_after_another_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<bool>("adapters");
    QTest::addColumn<int>("root");  // bytes of an element of the embedding
    QTest::addColumn<int>("twice"); // of what stands of it once more for a moment
    // summon_full_params: as it is stored, which accelerate has raised; autocast's cast of it
    QTest::newRow("fsdp1 full") << "fsdp1" << false << 4 << 2;
    QTest::newRow("fsdp1 lora") << "fsdp1" << true << 2 << 0;
    // what all_gather fills and what is copied out of it
    QTest::newRow("fsdp2 full") << "fsdp2" << false << 2 << 2;
    QTest::newRow("fsdp2 lora") << "fsdp2" << true << 2 << 2;
}

void TestSpreadGeneration::units_are_gathered_one_after_another()
{
    QFETCH(QString, engine);
    QFETCH(bool, adapters);
    QFETCH(int, root);
    QFETCH(int, twice);
    const auto ranks = trained(spread(engine.toUtf8()), adapters), alone = trained({}, adapters);
    QVERIFY2(ranks.ok(), ranks.ok() ? "" : ranks.error().message().c_str());
    const Bytes table = root * vocabulary * width, once_more = twice * vocabulary * width,
                layer = 2 * (4 * width * width + 3 * width * 512);
    const Bytes more = made_of(*ranks) - made_of(*alone);
    QVERIFY2(more > table && more < table + once_more + 4 * layer + table / 20, qPrintable(QString::number(more)));
}

void TestSpreadGeneration::a_policy_is_as_large_as_its_weights_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<int>("zero");
    QTest::addColumn<int>("share");
    QTest::newRow("ddp") << "ddp" << 0 << 1;
    QTest::newRow("zero 2") << "deepspeed" << 2 << 1;
    QTest::newRow("zero 3") << "deepspeed" << 3 << 2;
}

void TestSpreadGeneration::a_policy_is_as_large_as_its_weights()
{
    QFETCH(QString, engine);
    QFETCH(int, zero);
    QFETCH(int, share);
    const auto ranks = trained(spread(engine.toUtf8(), zero), false, "rloo");
    QVERIFY2(ranks.ok(), ranks.ok() ? "" : ranks.error().message().c_str());
    QCOMPARE(ranks->residents.size(), std::size_t(2));
    for (const auto &[name, bytes] : ranks->residents) {
        const Bytes weights = 2 * matrices / share;
        QVERIFY2(bytes >= weights && bytes < weights * 101 / 100, qPrintable(QString::number(bytes)));
    }
}

void TestSpreadGeneration::a_model_in_shares_is_a_lower_bound()
{
    const json row = objective_row("grpo", {{"rollout", {{"prompt_length", prompt}, {"completion_length", completion}}},
                                            {"parallel", {{"engine", "fsdp2"}, {"context", 2}}}});
    const auto parsed = plan_from_json(row["plan"].dump());
    const auto model = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
    QVERIFY(parsed.ok() && model.ok());
    const auto resolved = resolve(parsed->plan, **model);
    QVERIFY2(resolved.ok(), resolved.ok() ? "" : resolved.error().message().c_str());
    QVERIFY(resolved->lower_bound_reason.find("generates its completions") != std::string::npos);
}

PLIMSOLL_TEST(TestSpreadGeneration)
} // namespace PLIMSOLL_FILE
#include "test_spread_generation.moc"
