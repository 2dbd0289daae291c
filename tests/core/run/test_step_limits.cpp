// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/cpu_timer.h"
#include "tests/test_program.h"
#include "tests/sanitizers.h"

#include <QTest>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>

using namespace plimsoll;

namespace {

std::atomic<long> pieces = 0; ///< of the heap, in use

} // namespace

void *operator new(std::size_t bytes)
{
    void *const memory = std::malloc(bytes);
    if (!memory) throw std::bad_alloc();
    ++pieces;
    return memory;
}

void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept
{
    void *const memory = std::malloc(bytes);
    pieces += memory ? 1 : 0;
    return memory;
}

void operator delete(void *memory) noexcept
{
    pieces -= memory ? 1 : 0;
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept { operator delete(memory); }

namespace {

const std::string small = R"("model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 4,
                             "num_attention_heads": 4, "vocab_size": 1000)";

/// `changes` to a plan of a configuration: its estimate without the timeline.
Result<Estimate> made(const std::string &config, const std::string &changes, bool allocator = false)
{
    const auto architecture = architecture_from_config("{" + config + "}", "inline");
    if (!architecture) return architecture.error();
    const auto parsed = plan_from_json(R"({"model": {"config": {}}, )" + changes + "}");
    if (!parsed) return parsed.error();
    return estimate(*architecture, parsed->plan, {}, {.timeline = false, .allocator = allocator, .explain = false});
}

Bytes peak_of(const std::string &changes, bool allocator = false)
{
    const auto answer = made(small, changes, allocator);
    if (!answer) qFatal("%s: %s", changes.c_str(), answer.error().message().c_str());
    return allocator ? answer->fullest().peak.reserved : answer->fullest().peak.allocated;
}

std::string accumulating(const char *stack, Count passes)
{
    return std::string(R"("method": "full", "micro_batch": 2, "sequence_length": 100, "stack": ")") + stack +
           R"(", "gradient_accumulation": )" + std::to_string(passes);
}

} // namespace

/// Plans that are accepted field by field and too large together: an error that names what was read, soon, and never a number
/// that wrapped.
class TestLimits : public QObject {
    Q_OBJECT
private slots:
    void too_large_data()
    {
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const std::string &config, const char *plan, const char *part) {
            QTest::newRow(name) << QString::fromStdString(config) << plan << part;
        };
        const char *const most = R"("micro_batch": 65536, "sequence_length": 16777216)";
        row("heads wider than the model", small + R"(, "head_dim": 16777216)", most,
            "sequence_length: is too large to plan, read 16777216 with micro_batch 65536, accepted: a step of this model whose "
            "bytes "
            "stay below 2^60");
        row("scores", small, R"("attention": "eager", "micro_batch": 65536, "sequence_length": 16777216)", "accepted: a product");
        row("layers", small + R"(, "intermediate_size": 16777216, "num_hidden_layers": 2000)",
            R"("micro_batch": 16, "sequence_length": 16777216, "gradient_checkpointing": {"every": 2})", "2^60");
        row("evaluation", small + R"(, "vocab_size": 16777216)",
            R"("evaluation": {"micro_batch": 65536}, "sequence_length": 16777216)",
            "evaluation.micro_batch: is too large to plan");
        row("states",
            R"("model_type": "mamba", "hidden_size": 64, "state_size": 16777216, "num_hidden_layers": 2, "vocab_size": 10)",
            R"("micro_batch": 65536, "sequence_length": 65536)", "2^60");
        row("a cache", small + R"(, "head_dim": 16777216)",
            R"("task": "infer", "inference": {"sequences": 65536, "context": 16777216})",
            "inference.context: is too large to plan, read 16777216 with inference.sequences 65536");
        row("chunks of one token", small, R"("loss": {"kind": "chunked", "chunk": 1}, "sequence_length": 16777216)",
            "accepted: a step of at most 4000000 allocations");
        row("no layers", small + R"(, "num_hidden_layers": 0)", R"("task": "infer")",
            "num_hidden_layers: a language model without");
    }
    void too_large()
    {
        QFETCH(QString, config);
        QFETCH(QString, plan);
        QFETCH(QString, part);
        const CpuTimer timer;
        const auto answer = made(config.toStdString(), plan.toStdString());
        QVERIFY(!answer);
        const QString words = QString::fromStdString(answer.error().message());
        QVERIFY2(words.contains(part), qPrintable(words));
        QVERIFY2(timer.milliseconds() < 60'000, qPrintable(QString::number(timer.milliseconds())));
    }
    void what_is_refused_leaves_nothing_behind()
    {
        const auto refuse = [] {
            // 2^59 bytes of queries; of keys again: each may be, both together not
            const auto answer = made(small + R"(, "head_dim": 32768)", R"("micro_batch": 65536, "sequence_length": 16777216)");
            QVERIFY(!answer);
        };
        std::thread(refuse).join(); // what is made once
        const long before = pieces;
        std::thread(refuse).join();
        QCOMPARE(pieces.load(), before);
    }
    void passes_after_the_first_are_alike()
    {
        // the Trainer fetches all batches at once, three tensors of 2 × 100 numbers each, rounded up to 2,048 bytes
        constexpr Bytes batch = 3 * 2048;
        QCOMPARE(peak_of(accumulating("transformers", 64)) - peak_of(accumulating("transformers", 8)), 56 * batch);
        // so many that fetching the next ones, before the last ones go, is the peak
        QCOMPARE(peak_of(accumulating("transformers", 5000)) - peak_of(accumulating("transformers", 4000)), 2 * 1000 * batch);
        QCOMPARE(peak_of(accumulating("pytorch", 1'048'576)), peak_of(accumulating("pytorch", 3)));
        QCOMPARE(peak_of(accumulating("pytorch", 1'048'576), true), peak_of(accumulating("pytorch", 4), true));
    }
    void the_largest_accumulation_takes_no_longer()
    {
        const int most = sanitized() ? 20'000 : 5'000; // not optimised, and every access checked
        const CpuTimer timer;
        QVERIFY(made(small, accumulating("trl", 1'048'576), true).ok());
        QVERIFY2(timer.milliseconds() < most, qPrintable(QString::number(timer.milliseconds())));
    }
};

PLIMSOLL_TEST(TestLimits)
#include "test_step_limits.moc"
