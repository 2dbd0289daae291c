// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/analyses.h"
#include "core/ground/memo.h"
#include "core/ground/once.h"
#include "tests/test_program.h"

#include <QTest>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <thread>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

struct Squares : Memo<int, int, 2> {};
struct Cubes : Memo<int, int, 2> {};

struct Subject {
    int number = 0;
    Analyses analyses{};

    [[nodiscard]] int times(int factor, int *made = nullptr) const
    {
        return analyses.of<Squares>().get(factor, [&] {
            if (made) ++*made;
            return number * factor;
        });
    }
};

struct Lasting {
    std::shared_ptr<int> held;
};

} // namespace

/// What is kept of a value: as long as it, apart from its copies, once for all threads.
class TestAnalyses : public QObject {
    Q_OBJECT
private slots:
    void an_answer_is_made_once()
    {
        const Subject subject{3};
        int made = 0;
        QCOMPARE(subject.times(2, &made), 6);
        QCOMPARE(subject.times(2, &made), 6);
        QCOMPARE(made, 1);
    }
    void a_copy_that_changes_has_answers_of_its_own()
    {
        Subject subject{3};
        QCOMPARE(subject.times(2), 6);
        Subject copy = subject;
        copy.number = 5;
        QCOMPARE(copy.times(2), 10);
        subject = Subject{7};
        QCOMPARE(subject.times(2), 14);
        QVERIFY(subject.analyses == copy.analyses); // no part of what a value is
    }
    void another_at_the_same_address_has_answers_of_its_own()
    {
        std::optional<Subject> place;
        for (const int number : {3, 4}) {
            place.emplace(number);
            QCOMPARE(place->times(2), 2 * number);
        }
    }
    void kinds_of_the_same_types_are_kept_apart()
    {
        const Subject subject{3};
        QCOMPARE(subject.times(2), 6);
        QCOMPARE(subject.analyses.of<Cubes>().get(2, [] { return 8; }), 8);
        QCOMPARE(subject.times(2), 6);
    }
    void the_oldest_answer_goes()
    {
        const Subject subject{3};
        int made = 0;
        for (const int factor : {1, 2, 3, 1}) QCOMPARE(subject.times(factor, &made), 3 * factor);
        QCOMPARE(made, 4);
    }
    void what_was_kept_goes_with_its_value()
    {
        const auto held = std::make_shared<int>(1);
        {
            const Subject subject{3};
            subject.analyses.of<Lasting>().held = held;
            QCOMPARE(held.use_count(), 2);
        }
        QCOMPARE(held.use_count(), 1);
    }
    void threads_share_one_answer()
    {
        const Subject subject{3};
        std::atomic<int> made = 0, right = 0;
        std::array<std::thread, 4> threads;
        for (std::thread &thread : threads)
            thread = std::thread([&] {
                const int answer = subject.analyses.of<Squares>().get(2, [&] {
                    ++made;
                    return 6;
                });
                right += answer == 6;
            });
        for (std::thread &thread : threads) thread.join();
        QCOMPARE(made.load(), 1);
        QCOMPARE(right.load(), 4);
    }
    void an_answer_may_ask_for_another()
    {
        const Subject subject{3};
        const auto answer = subject.analyses.of<Squares>().get(4, [&] { return 2 * subject.times(2); });
        QCOMPARE(answer, 12);
    }
    void a_constant_is_made_once()
    {
        const Once<int> constant;
        int made = 0;
        for (int i = 0; i < 2; ++i) QCOMPARE(constant.get([&] { return ++made + 40; }), 41);
    }
};

PLIMSOLL_TEST(TestAnalyses)
} // namespace PLIMSOLL_FILE
#include "test_analyses.moc"
