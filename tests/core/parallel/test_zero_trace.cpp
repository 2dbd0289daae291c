// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_trace.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using Parameters = std::vector<std::size_t>;

/// A module from its fetch to its release: what was gathered, ahead too, and what went.
struct Passage {
    Parameters gathered, ahead, gone;
    bool operator==(const Passage &) const = default;
};

Passage through(ZeroTrace &trace, const Parameters &parameters)
{
    Passage out;
    out.gathered = trace.enter(parameters);
    for (const std::size_t one : out.gathered) trace.begin_gather(one);
    for (const std::size_t one : parameters) trace.end_gather(one);
    out.ahead = trace.look_ahead(parameters);
    for (const std::size_t one : out.ahead) trace.begin_gather(one);
    out.gone = trace.leave(parameters);
    for (const std::size_t one : out.gone) trace.let_go(one);
    return out;
}

/// Three modules of ten elements each, forward and backward.
std::vector<Passage> pass(ZeroTrace &trace)
{
    std::vector<Passage> out;
    trace.begin();
    for (const std::size_t module : {0u, 1u, 2u, 2u, 1u, 0u}) out.push_back(through(trace, {module}));
    return out;
}

ZeroTrace trace_of(ZeroTraceSettings settings, bool persists = false)
{
    return {settings, {10, 10, 10}, {persists, false, false}};
}

} // namespace

class TestZeroTrace : public QObject {
    Q_OBJECT
private slots:
    void the_first_pass_keeps_nothing();
    void later_passes_look_ahead();
    void what_recurs_soon_stays();
    void what_persists_stays();
    void modules_without_parameters_count();
};

void TestZeroTrace::the_first_pass_keeps_nothing()
{
    ZeroTrace trace = trace_of({.prefetch_bucket = 100, .max_live = 1000, .max_reuse = 1000}, true);
    for (const Passage &passage : pass(trace)) {
        QCOMPARE(passage.gathered.size(), std::size_t{1});
        QVERIFY(passage.ahead.empty());
        QCOMPARE(passage.gone, passage.gathered);
    }
    QVERIFY(!trace.complete());
}

void TestZeroTrace::later_passes_look_ahead()
{
    ZeroTrace trace = trace_of({.prefetch_bucket = 10, .max_live = 1000, .max_reuse = 0});
    (void)pass(trace);
    const std::vector<Passage> second = pass(trace);
    QVERIFY(trace.complete());
    QCOMPARE(second[0], (Passage{{0}, {1}, {0}}));
    QCOMPARE(second[1], (Passage{{}, {2}, {1}}));
    QCOMPARE(second[2], (Passage{{}, {1}, {2}})); // its own next use is passed over, it being whole then,
    QCOMPARE(second[3].gathered, Parameters{2});  // so that one is gathered at once
    QCOMPARE(second[5].gathered, Parameters{});
    QCOMPARE(second[5].gone, Parameters{0});
}

void TestZeroTrace::what_recurs_soon_stays()
{
    ZeroTrace trace = trace_of({.prefetch_bucket = 0, .max_live = 1000, .max_reuse = 11});
    (void)pass(trace);
    const std::vector<Passage> second = pass(trace);
    QCOMPARE(second[0].gone, Parameters{0}); // 40 elements lie before its next use
    QCOMPARE(second[1].gone, Parameters{1}); // 20
    QCOMPARE(second[2].gone, Parameters{});  // none
    QCOMPARE(second[3].gone, Parameters{2});
    QCOMPARE(second[4].gathered, Parameters{1});
}

void TestZeroTrace::what_persists_stays()
{
    ZeroTrace trace = trace_of({.prefetch_bucket = 0, .max_live = 1000, .max_reuse = 0}, true);
    (void)pass(trace);
    trace.keep_whole(0);
    const std::vector<Passage> second = pass(trace);
    QVERIFY(second[0].gathered.empty() && second[0].gone.empty());
    QVERIFY(second[5].gathered.empty() && second[5].gone.empty());
    QCOMPARE(second[1].gone, Parameters{1});
}

void TestZeroTrace::modules_without_parameters_count()
{
    ZeroTrace trace = trace_of({.prefetch_bucket = 1, .max_live = 1000, .max_reuse = 0});
    for (int i = 0; i < 2; ++i) {
        trace.begin();
        const Passage container = through(trace, {});
        QCOMPARE(container.ahead, i == 0 ? Parameters{} : Parameters{0}); // looks ahead too
        QCOMPARE(through(trace, {0}).gone, Parameters{0});
    }
}

PLIMSOLL_TEST(TestZeroTrace)
} // namespace PLIMSOLL_FILE
#include "test_zero_trace.moc"
