// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/host_memory.h"
#include "core/fit/verdict.h"
#include "tests/core/fit/advice_on_card.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using tests::plan_on;
using tests::why_not;

namespace {

std::string why_not_segments(const std::string &gpu, const std::string &torch)
{
    return why_not(gpu, "\"method\": \"full\", \"libraries\": {\"torch\": \"" + torch + "\"}", "Expandable segments");
}

} // namespace

/// What the card makes of advice. Where it and its host have one memory, nothing is gained by moving bytes from one to the other.
class TestAdviceCards : public QObject {
    Q_OBJECT
private slots:
    void nothing_is_moved_to_the_host_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("title");
        QTest::newRow("checkpoints") << R"("method": "full", "gradient_checkpointing": true)"
                                     << "Checkpoints on the host";
        QTest::newRow("optimizer") << R"("method": "full")"
                                   << "Weights, gradients and optimizer states on the host (FSDP)";
        QTest::newRow("paged") << R"("method": "full")"
                               << "Paged AdamW";
        QTest::newRow("paged, 8 bits") << R"("method": "full")"
                                       << "Paged AdamW in 8 bits";
        QTest::newRow("KV cache") << R"("task": "infer")"
                                  << "KV cache on the host";
    }
    void nothing_is_moved_to_the_host()
    {
        QFETCH(QString, plan);
        QFETCH(QString, title);
        const std::string more = plan.toStdString(), name = title.toStdString();
        QCOMPARE(why_not("DGX Spark (GB10)", more, name), std::string("DGX Spark (GB10) and its host have one memory"));
        QVERIFY(why_not("RTX 4090", more, name).find("one memory") == std::string::npos);
    }
    void segments_grow_where_the_allocator_grows_them()
    {
        for (const char *gpu : {"RTX 3060", "Instinct MI300X", "Arc B580"})
            QCOMPARE(why_not_segments(gpu, "2.15"), std::string());
        QCOMPARE(why_not_segments("Instinct MI300X", "2.11.1"), std::string("PyTorch has them from release 2.12 on there"));
        QCOMPARE(why_not_segments("Arc B580", "2.9"), std::string("PyTorch has them from release 2.10 on there"));
        for (const char *gpu : {"Apple M3 Max", "Gaudi 3"})
            QCOMPARE(why_not_segments(gpu, "2.15"), std::string("PyTorch has them on CUDA, ROCm, XPU only"));
    }
    void a_plan_that_moves_something_is_told()
    {
        const auto notes = [](const char *gpu, const char *more) {
            const Plan plan = plan_on(gpu, more);
            const Gpu &card = *find_gpu(gpu)->gpu;
            const auto made = estimate(*load_model(plan.model), plan, card.facts(), {.timeline = false, .explain = false});
            const std::string told = gpu + std::string(" and its host have one memory: what is moved there still takes it");
            return made.ok() && verdict_for(*made, card).left_out == told ? 1 : 0;
        };
        for (const char *moves : {R"("method": "full", "gradient_checkpointing": "offload")",
                                  R"("method": "full", "optimizer": {"name": "paged_adamw_32bit"})"}) {
            QCOMPARE(notes("DGX Spark (GB10)", moves), 1);
            QCOMPARE(notes("RTX 4090", moves), 0);
        }
        QCOMPARE(notes("DGX Spark (GB10)", R"("method": "full")"), 0);
        QVERIFY(moves_to_host(plan_on("DGX Spark (GB10)", R"("task": "infer", "inference": {"cache": "offloaded"})")));
        QVERIFY(!moves_to_host(plan_on("DGX Spark (GB10)", R"("task": "infer")")));
    }
};

PLIMSOLL_TEST(TestAdviceCards)
} // namespace PLIMSOLL_FILE
#include "test_advice_cards.moc"
