// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/plan/plan_json.h"
#include "core/replay/roomy_replay.h"
#include "tests/random_plan.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using Kind = AllocatorEvent::Kind;
using Events = std::vector<AllocatorEvent>;

AllocatorEvent made(std::uint32_t id, Bytes bytes) { return {Kind::allocate, id, bytes}; }
AllocatorEvent gone(std::uint32_t id) { return {Kind::free, id, 0}; }

/// One step: temporaries of random sizes and lives, and `kept.size()` storages that replace those of the step before.
Events step_of(std::mt19937 random, std::uint32_t first_id, std::vector<std::uint32_t> &kept)
{
    Events out;
    std::vector<std::uint32_t> alive;
    std::uint32_t id = first_id;
    const auto any = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); };
    for (int i = 0; i < 300; ++i) {
        if (i % 60 == 30 && i / 60 < static_cast<int>(kept.size())) {
            out.push_back(made(id, 1000 + Bytes{any(4'000'000)}));
            out.push_back(gone(std::exchange(kept[static_cast<std::size_t>(i / 60)], id++)));
        } else if (alive.empty() || any(2) == 0) {
            const Bytes bytes = any(3) == 0 ? 1 + Bytes{any(40'000'000)} : 1 + Bytes{any(900'000)};
            alive.push_back(id);
            out.push_back(made(id++, bytes));
        } else {
            std::swap(alive[any(static_cast<std::uint32_t>(alive.size()))], alive.back());
            out.push_back(gone(alive.back()));
            alive.pop_back();
        }
    }
    for (const std::uint32_t one : alive) out.push_back(gone(one));
    return out;
}

/// All of them, or those of the small pool alone, whose storages are gathered in `small`.
void feed(RoomyReplay &replay, const Events &events, std::set<std::uint32_t> *small = nullptr)
{
    std::vector<RepeatedEvent> fed;
    for (std::uint32_t place = 0; place < events.size(); ++place) {
        const AllocatorEvent &event = events[place];
        const bool allocates = event.kind == Kind::allocate;
        if (small && allocates && CachingAllocator::is_small(event.bytes)) small->insert(event.id);
        if (!small || (!allocates && event.kind != Kind::free) || small->contains(event.id)) fed.push_back({event, 0, place});
    }
    replay.feed(fed, 1, events.size());
}

Events joined(const std::vector<Events> &parts)
{
    Events out;
    for (const Events &part : parts) out.insert(out.end(), part.begin(), part.end());
    return out;
}

/// A run that keeps some storages from step to step.
struct Run {
    Run(unsigned seed, std::uint32_t kept)
    {
        std::vector<std::uint32_t> names;
        for (std::uint32_t id = 0; id < kept; ++id) {
            names.push_back(id);
            load.push_back(made(id, 700'000 * (id + 1)));
        }
        first = step_of(std::mt19937(seed), 10, names);
        second = step_of(std::mt19937(seed), 1000, names);
    }
    [[nodiscard]] Events two_steps() const { return joined({load, first, second}); }
    [[nodiscard]] Events three_steps() const { return joined({load, first, second, next_step(second)}); }
    Events load, first, second;
};

} // namespace

class TestSteps : public QObject {
    Q_OBJECT
private slots:
    void the_next_step_takes_what_this_one_left();
    void a_step_that_leaves_more_tells_no_next_one();
    void a_third_step_may_reserve_more();
    void again_is_the_next_step_replayed_data();
    void again_is_the_next_step_replayed();
    void pools_apart_reserve_what_both_do_data();
    void pools_apart_reserve_what_both_do();
    void two_threads_estimate_the_same();
};

void TestSteps::the_next_step_takes_what_this_one_left()
{
    const Events step{made(7, 512), made(8, 1024), gone(8), gone(2)};
    QVERIFY((next_step(step) == Events{made(2, 512), made(8, 1024), gone(8), gone(7)}));
}

void TestSteps::a_step_that_leaves_more_tells_no_next_one()
{
    QVERIFY(next_step(Events{made(7, 512), made(8, 1024), gone(2)}).empty());
    QVERIFY(next_step(Events{made(7, 512), gone(7), gone(2)}).empty());
}

/// The same requests meet other free blocks.
void TestSteps::a_third_step_may_reserve_more()
{
    int more = 0;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const Run run(seed, 3);
        const Bytes two = replay(run.two_steps()).peak_reserved, three = replay(run.three_steps()).peak_reserved;
        QVERIFY(three >= two);
        more += three > two ? 1 : 0;
    }
    QVERIFY(more > 0);
}

void TestSteps::again_is_the_next_step_replayed_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<unsigned>("kept");
    for (const unsigned kept : {0U, 1U, 3U})
        for (unsigned seed = 1; seed <= 40; ++seed) QTest::addRow("%u kept, %u", kept, seed) << seed << kept;
}

void TestSteps::again_is_the_next_step_replayed()
{
    QFETCH(const unsigned, seed);
    QFETCH(const unsigned, kept);
    const Run run(seed, kept);
    const ReplayResult two = replay(run.two_steps()), three = replay(run.three_steps());
    RoomyReplay roomy;
    feed(roomy, run.load);
    feed(roomy, run.first);
    roomy.begin_step();
    feed(roomy, run.second);
    const bool again = roomy.begin_again();
    if (again) feed(roomy, run.second);
    const ReplayResult replayed = roomy.finish();
    QCOMPARE(replayed.peak_reserved, three.peak_reserved);
    QCOMPARE(replayed.peak_allocated, three.peak_allocated);
    QCOMPARE(replayed.end_allocated, three.end_allocated);
    QCOMPARE(replayed.segments, three.segments);
    QCOMPARE(replayed.requests, three.requests);
    if (!again) QVERIFY(two == three);
}

void TestSteps::pools_apart_reserve_what_both_do_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<unsigned>("kept");
    QTest::addColumn<bool>("empties");
    QTest::addColumn<bool>("expandable");
    QTest::addColumn<bool>("own");
    for (const unsigned kept : {0U, 1U, 3U, 5U})
        for (unsigned seed = 1; seed <= 20; ++seed)
            for (const bool own : {false, true})
                QTest::addRow("%u kept, %u%s", kept, seed, own ? ", its own" : "")
                    << seed << kept << (seed % 3 == 0) << (seed % 4 == 0) << own;
}

/// Fed the same, or the small one its own alone, one pool each: sums of what they reserve are what one allocator reserves, at each moment and in its order.
void TestSteps::pools_apart_reserve_what_both_do()
{
    QFETCH(const unsigned, seed);
    QFETCH(const unsigned, kept);
    QFETCH(const bool, empties);
    QFETCH(const bool, expandable);
    QFETCH(const bool, own);
    Run run(seed, kept);
    run.load.push_back({Kind::loaded, 0, 0});
    if (empties)
        for (Events *step : {&run.first, &run.second})
            for (const int at : {250, 120}) step->insert(step->begin() + at, {Kind::empty_cache, 0, 0});
    const AllocatorOptions options{.expandable_segments = expandable};
    RoomyReplay both(options), large(options, PoolPart::large), small(options, PoolPart::small);
    std::set<std::uint32_t> of_small;
    for (RoomyReplay *one : {&both, &large, &small}) {
        auto *only = own && one == &small ? &of_small : nullptr;
        feed(*one, run.load, only);
        feed(*one, run.first, only);
        one->begin_step();
        feed(*one, run.second, only);
    }
    const bool again = both.begin_again();
    QCOMPARE(RoomyReplay::begin_again(large, small), again);
    if (again) {
        feed(both, run.second, both.large_is_settled() && own ? &of_small : nullptr);
        feed(small, run.second, own ? &of_small : nullptr);
        if (!large.large_is_settled()) feed(large, run.second);
    }
    const auto apart = RoomyReplay::finish(large, small);
    QVERIFY(apart);
    QCOMPARE(apart->peak_reserved, both.finish().peak_reserved);
    QCOMPARE(apart->requests, both.finish().requests);
    QVERIFY(*apart == both.finish());
}

void TestSteps::two_threads_estimate_the_same()
{
    std::mt19937 random(11);
    int estimated = 0;
    for (int i = 0; i < 60; ++i) {
        const nlohmann::json written = tests::random_plan(random, 3'000'000'000);
        const auto parsed = plan_from_object(written);
        const auto model = load_model(parsed->plan.model);
        const auto one = estimate(*model, parsed->plan), two = estimate(*model, parsed->plan, {}, {.threads = 2});
        QCOMPARE(two.ok(), one.ok());
        if (!one) continue;
        ++estimated;
        QVERIFY2(two->fullest().peak.reserved == one->fullest().peak.reserved &&
                     two->fullest().peak.allocated == one->fullest().peak.allocated,
                 written.dump().c_str());
        QVERIFY2(two->fullest().requests == one->fullest().requests && two->fullest().at_peak == one->fullest().at_peak,
                 written.dump().c_str());
        QVERIFY2(two->fullest().timeline == one->fullest().timeline, written.dump().c_str());
    }
    QVERIFY(estimated > 30);
}

PLIMSOLL_TEST(TestSteps)
} // namespace PLIMSOLL_FILE
#include "test_steps.moc"
