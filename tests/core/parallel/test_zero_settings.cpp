// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_settings.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Plan zero_plan(Count stage, std::string fields)
{
    Plan plan;
    plan.parallel.data = 4;
    plan.parallel.zero = stage;
    plan.parallel.deepspeed = std::move(fields);
    return plan;
}

} // namespace

class TestZeroSettings : public QObject {
    Q_OBJECT
private slots:
    void stages_have_their_defaults();
    void fields_are_read();
    void what_is_automatic_comes_from_the_hidden_size();
    void mistakes_name_their_field_data();
    void mistakes_name_their_field();
    void idle_fields_are_told();
};

void TestZeroSettings::stages_have_their_defaults()
{
    const auto second = zero_settings(zero_plan(2, {}), true);
    QVERIFY(second);
    QCOMPARE(second->reduce_bucket, 500'000'000);
    QVERIFY(!second->overlap_comm && second->contiguous_gradients && !second->fills_bucket);
    const auto third = zero_settings(zero_plan(3, {}), true);
    QVERIFY(third);
    QVERIFY(third->overlap_comm && third->fills_bucket && third->fills_prefetch && third->fills_persistence);
    const auto loop = zero_settings(zero_plan(3, {}), false); // DeepSpeed's own defaults
    QVERIFY(loop);
    QVERIFY(!loop->fills_bucket);
    QCOMPARE(loop->persistence, 100'000);
}

void TestZeroSettings::fields_are_read()
{
    const auto read = zero_settings(zero_plan(3, R"({"stage": 3, "reduce_bucket_size": 2e8, "stage3_prefetch_bucket_size": 0,
        "overlap_comm": false, "sub_group_size": 1000, "offload_param": {"device": "cpu", "pin_memory": true},
        "offload_optimizer": {"device": "none"}, "max_live_parameters": 7})"),
                                    true);
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    QCOMPARE(read->reduce_bucket, 200'000'000);
    QCOMPARE(read->prefetch_bucket, 0);
    QCOMPARE(read->sub_group, 1000);
    QCOMPARE(read->max_live, 7);
    QVERIFY(!read->overlap_comm && !read->fills_bucket && !read->fills_prefetch && read->fills_persistence);
    QVERIFY(read->offloads_parameters && !read->offloads_optimizer);
    Plan offloaded = zero_plan(2, R"({"contiguous_gradients": false, "offload_param": {"device": "cpu"}})");
    offloaded.parallel.offload = Offload::optimizer;
    const auto second = zero_settings(offloaded, true);
    QVERIFY(second);
    QVERIFY(second->offloads_optimizer && !second->offloads_parameters && second->contiguous_gradients);
}

void TestZeroSettings::what_is_automatic_comes_from_the_hidden_size()
{
    auto read = zero_settings(zero_plan(3, {}), true);
    QVERIFY(read);
    fill_in(*read, 1024);
    QCOMPARE(read->reduce_bucket, 1024 * 1024);
    QCOMPARE(read->prefetch_bucket, 943'718);
    QCOMPARE(read->persistence, 10'240);
    auto stated = zero_settings(zero_plan(2, R"({"reduce_bucket_size": "auto"})"), true);
    QVERIFY(stated);
    fill_in(*stated, 100);
    QCOMPARE(stated->reduce_bucket, 10'000);
    QCOMPARE(stated->persistence, 100'000);
}

void TestZeroSettings::mistakes_name_their_field_data()
{
    QTest::addColumn<QString>("fields");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("read");
    QTest::newRow("unknown") << R"({"overlap_com": true})"
                             << "parallel.deepspeed"
                             << "overlap_com";
    QTest::newRow("size") << R"({"reduce_bucket_size": 0})"
                          << "parallel.deepspeed.reduce_bucket_size"
                          << "0";
    QTest::newRow("fraction") << R"({"sub_group_size": 0.5})"
                              << "parallel.deepspeed.sub_group_size"
                              << "0.5";
    QTest::newRow("switch") << R"({"overlap_comm": 1})"
                            << "parallel.deepspeed.overlap_comm"
                            << "1";
    QTest::newRow("stage") << R"({"stage": 1})"
                           << "parallel.deepspeed.stage"
                           << "1";
    QTest::newRow("device") << R"({"offload_optimizer": {"device": "gpu"}})"
                            << "parallel.deepspeed.offload_optimizer.device"
                            << "\"gpu\"";
    QTest::newRow("another step") << R"({"zero_quantized_weights": true})"
                                  << "parallel.deepspeed.zero_quantized_weights"
                                  << "true";
}

void TestZeroSettings::mistakes_name_their_field()
{
    QFETCH(const QString, fields);
    QFETCH(const QString, field);
    QFETCH(const QString, read);
    const auto result = zero_settings(zero_plan(2, fields.toStdString()), true);
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().field), field);
    QCOMPARE(QString::fromStdString(result.error().read), read);
    QVERIFY(!result.error().accepted.empty());
}

void TestZeroSettings::idle_fields_are_told()
{
    const std::string fields = R"({"allgather_bucket_size": 2e8, "overlap_comm": true, "offload_param": {"device": "cpu"}})";
    QCOMPARE(zero_fields_without_effect(zero_plan(2, fields)),
             (std::vector<std::string>{"parallel.deepspeed.allgather_bucket_size", "parallel.deepspeed.offload_param"}));
    QCOMPARE(zero_fields_without_effect(zero_plan(3, fields)),
             (std::vector<std::string>{"parallel.deepspeed.allgather_bucket_size"}));
}

PLIMSOLL_TEST(TestZeroSettings)
} // namespace PLIMSOLL_FILE
#include "test_zero_settings.moc"
