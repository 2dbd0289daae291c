// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/parallel/gradient_buckets.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <array>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Estimate estimate_of(const std::string &checkpointing)
{
    const std::string text =
        R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "autocast": "bf16", "sequence_length": 256,
        "adapter": {"rank": 16, "targets": "all-linear"}, "gradient_checkpointing": )" +
        checkpointing + R"(, "parallel": {"engine": "ddp", "data": 4, "find_unused_parameters": false}})";
    const Plan plan = plan_from_json(std::string_view(text))->plan;
    const Result<Estimate> made = estimate(*load_model(plan.model), plan);
    if (!made) qFatal("%s", made.error().message().c_str());
    return *made;
}

Bytes communication_of(const Estimate &estimate)
{
    for (const BreakdownLine &line : estimate.fullest().at_peak)
        if (line.component == Component::communication) return line.bytes;
    return 0;
}

} // namespace

/// DDP's buckets.
class TestBuckets : public QObject {
    Q_OBJECT

private slots:
    void a_bucket_closes_once_it_reaches_its_limit()
    {
        const std::array<BucketPiece, 5> pieces{
            {{300, Dtype::bf16}, {300, Dtype::bf16}, {100, Dtype::fp32}, {900, Dtype::bf16}, {10, Dtype::bf16}}};
        const std::array<Bytes, 2> limits{600, 1500};
        const std::vector<GradientBucket> expected{
            {300, 1, Dtype::bf16}, {1200, 2, Dtype::bf16}, {100, 1, Dtype::fp32}, {10, 1, Dtype::bf16}};
        QCOMPARE(bucket_assignment(pieces, limits), expected);
        QVERIFY(bucket_assignment({}, limits).empty());
    }

    void buckets_hold_what_trains_and_nothing_else()
    {
        // adapters train in float32; a checkpoint's detached input accumulates too, and is none of them
        for (const char *checkpointing : {"true", "false", R"({"reentrant": true})"}) {
            const Estimate made = estimate_of(checkpointing);
            const Bytes adapters = made.trainable_parameters * 4, held = communication_of(made);
            QVERIFY2(held >= adapters && held < adapters + mib, qPrintable(QString::number(held)));
        }
    }
};

PLIMSOLL_TEST(TestBuckets)
} // namespace PLIMSOLL_FILE
#include "test_buckets.moc"
