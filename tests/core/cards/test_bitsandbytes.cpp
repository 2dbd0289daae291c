// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/bitsandbytes.h"
#include "tests/core/fit/advice_on_card.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using tests::plan_on;
using tests::why_not;

namespace {

std::string lacking(const char *gpu, BitsandbytesPart part) { return bitsandbytes_lacks(part, *find_gpu(gpu)->gpu); }

} // namespace

class TestBitsandbytes : public QObject {
    Q_OBJECT
private slots:
    void cards_run_what_the_library_says()
    {
        using enum BitsandbytesPart;
        for (const BitsandbytesPart part : {weights, optimizer, paged}) {
            for (const char *all :
                 {"GTX 1080", "T4", "A100 SXM4 80GB", "Instinct MI100", "Radeon RX 6600", "Radeon RX 9070 XT", "Arc B580"})
                QVERIFY2(lacking(all, part).empty(), all);
            QCOMPARE(lacking("GTX 980", part), std::string("bitsandbytes 0.50 needs compute capability 6.0"));
            QCOMPARE(lacking("Instinct MI60", part), std::string("bitsandbytes 0.50 has no kernels for GCN 5.1 (Vega 20)"));
        }
        for (const char *packs : {"Apple M1 8GB", "Gaudi 3"}) QVERIFY2(lacking(packs, weights).empty(), packs);
        QCOMPARE(lacking("Apple M1 8GB", optimizer), std::string("bitsandbytes 0.50 has no optimizers in 8 bits on Metal"));
        QCOMPARE(lacking("Gaudi 3", paged), std::string("bitsandbytes 0.50 has no paged optimizers on Gaudi"));
    }
    void advice_is_what_the_card_runs()
    {
        const std::string lora = R"("method": "lora")", full = R"("method": "full")", infer = R"("task": "infer")";
        QCOMPARE(why_not("Apple M3 Max", full, "AdamW in 8 bits"),
                 std::string("bitsandbytes 0.50 has no optimizers in 8 bits on Metal"));
        QCOMPARE(why_not("Apple M3 Max", full, "Paged AdamW"), std::string("bitsandbytes 0.50 has no paged optimizers on Metal"));
        QVERIFY(!why_not("Apple M3 Max", full, "Adafactor").starts_with("bitsandbytes"));
        QCOMPARE(why_not("Apple M3 Max", lora, "QLoRA"), std::string());
        QCOMPARE(why_not("Instinct MI60", lora, "QLoRA"), lacking("Instinct MI60", BitsandbytesPart::weights));
        QCOMPARE(why_not("GTX 980", infer, "4-bit weights"), lacking("GTX 980", BitsandbytesPart::weights));
        QCOMPARE(why_not("T4", infer, "4-bit weights"), std::string());
    }
    void a_plan_that_a_card_does_not_run_is_said()
    {
        const auto note = [](const char *gpu, const char *more) {
            const Plan plan = plan_on(gpu, more);
            const Gpu &card = *find_gpu(gpu)->gpu;
            const auto made = estimate(*load_model(plan.model), plan, card.facts(), {.timeline = false, .explain = false});
            return made.ok() ? verdict_for(*made, card).notes.front() : made.error().message();
        };
        QCOMPARE(note("Apple M3 Max", R"("method": "full", "optimizer": {"name": "adamw_8bit"})"),
                 std::string("bitsandbytes 0.50 has no optimizers in 8 bits on Metal: the plan does not run there"));
        QCOMPARE(note("GTX 980", R"("method": "qlora")"),
                 std::string("bitsandbytes 0.50 needs compute capability 6.0: the plan does not run there"));
        QVERIFY(note("Apple M3 Max", R"("method": "qlora")").find("does not run") == std::string::npos);
    }
};

PLIMSOLL_TEST(TestBitsandbytes)
} // namespace PLIMSOLL_FILE
#include "test_bitsandbytes.moc"
