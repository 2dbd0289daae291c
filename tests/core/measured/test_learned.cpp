// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/learned.h"
#include "core/ground/read_file.h"
#include "core/measured/learned_file.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

const KeptRun first{{"A100 SXM4 80GB", "trl", "a", 1.01, 1.02}, R"({"schema":"plimsoll.measurement/1"})"};

} // namespace

class TestLearned : public QObject {
    Q_OBJECT
private slots:
    void without_runs_the_interval_stays()
    {
        const Spread prior{0.95, 1.08, "logs"};
        QVERIFY(learned_spread(prior, {}) == prior);
    }
    void each_run_that_agrees_narrows_it()
    {
        const Spread prior{0.95, 1.08};
        double last = prior.high - prior.low;
        std::vector<double> ratios;
        for (int i = 0; i < 30; ++i) {
            ratios.push_back(1.0);
            const Spread now = learned_spread(prior, ratios);
            QVERIFY(now.high - now.low < last);
            QVERIFY(now.low <= 1.0 && now.high >= 1.0);
            last = now.high - now.low;
        }
        QVERIFY(last < 0.03);
    }
    void the_formula_is_that_of_the_distribution()
    {
        // μ₀ 1.015, half 0.065: σ₀ = 0.065 / (2.1318 √2); three ratios of 1: μ 1.00375, σ² = (4 σ₀² + 0.75 · 0.015²) / 7, t₇ 1.8946
        const Spread now = learned_spread({0.95, 1.08}, std::vector<double>{1.0, 1.0, 1.0});
        QVERIFY2(std::abs(now.low - 0.9680) < 0.0005, std::to_string(now.low).c_str());
        QVERIFY2(std::abs(now.high - 1.0395) < 0.0005, std::to_string(now.high).c_str());
    }
    void runs_beyond_it_widen_or_move_it()
    {
        const std::vector<double> high(20, 1.25);
        const Spread now = learned_spread({0.95, 1.08}, high);
        QVERIFY(now.high > 1.25);
        QCOMPARE(now.low, 1.0); // it holds what is planned
    }

    void factors_stay_above_nothing()
    {
        const Spread prior{1 / 1.4, 1.4};
        QVERIFY(std::abs(learned_factors(prior, {}).low - prior.low) < 1e-12);
        for (const double ratio : {0.02, 0.3, 1.0, 4.0, 50.0})
            for (const std::size_t runs : {1, 2, 5}) {
                std::vector<double> ratios(runs, ratio);
                ratios.push_back(1 / ratio);
                const Spread now = learned_factors(prior, ratios);
                QVERIFY2(now.low > 0 && now.low <= 1 && now.high >= 1, std::to_string(ratio).c_str());
            }
        // as wide below as above, in factors
        const Spread even = learned_factors(prior, std::vector<double>{0.5, 2.0});
        QVERIFY(std::abs(even.low * even.high - 1) < 1e-9);
    }

    void the_file_keeps_all_lines()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("deep/measurements.jsonl")).toStdString();
        QVERIFY(!keep_run(first, path));
        {
            std::ofstream out(path, std::ios::app);
            out << "of a later release {\n";
        }
        KeptRun second = first;
        second.run.run = "b";
        QVERIFY(!keep_run(second, path));
        KeptRun again = first;
        again.run.allocated = 0.99;
        QVERIFY(!keep_run(again, path));
        const std::string text = *read_file(path, 1 << 20);
        Count broken = 0;
        const std::vector<KeptRun> runs = kept_runs(text, &broken);
        QCOMPARE(broken, Count{1});
        QVERIFY((runs == std::vector<KeptRun>{second, again}));
        QVERIFY(text.find("of a later release {\n") != std::string::npos);
    }
    /// A prompt, a sequence and a load are read and written by other kernels: each learns of its own kind, and none of bytes.
    void figures_learn_each_of_their_kind()
    {
        Plan plan;
        const std::string runner = runner_key(plan), card = "A100 SXM4 80GB";
        LearnedRun read{card, runner, "a"}, made{card, runner, "b"}, out{card, runner, "c"};
        read.prefill = 0.8;
        made.time = 0.9;
        out.output = 1.1;
        set_learned_runs({read, made, out});
        QCOMPARE(learned_times(plan, card), std::vector<double>{0.9});
        QCOMPARE(learned_times(plan, card, &LearnedRun::prefill), std::vector<double>{0.8});
        QCOMPARE(learned_times(plan, card, &LearnedRun::output), std::vector<double>{1.1});
        Peak peak;
        peak.allocated = peak.device = 1'000'000;
        CardFacts facts;
        facts.name = card;
        QCOMPARE(learn(peak, plan, facts), Count{0}); // nobody measured bytes
        set_learned_runs({});
        const std::vector<KeptRun> kept = kept_runs(to_line({read, "{}"}) + to_line({out, "{}"}));
        QVERIFY(kept.size() == 2 && kept[0].run == read && kept[1].run == out);
    }

    void only_this_card_and_runner_are_learned_from()
    {
        Plan plan;
        CardFacts card;
        card.name = "A100 SXM4 80GB";
        const auto peak = [] {
            Peak out;
            out.allocated = out.device = 1'000'000;
            out.allocated_interval = out.device_interval = {950'000, 1'080'000};
            return out;
        };
        set_learned_runs({{"A100 SXM4 80GB", runner_key(plan), "a", 1.0, 0.0}, {"T4", runner_key(plan), "b", 1.0, 1.0}});
        Peak learned = peak();
        QCOMPARE(learn(learned, plan, card), Count{1});
        QVERIFY(learned.allocated_interval.low > 950'000);
        QVERIFY((learned.device_interval == Interval{950'000, 1'080'000})); // the process was not measured
        card.name = "H100 PCIe";
        Peak other = peak();
        QCOMPARE(learn(other, plan, card), Count{0});
        QVERIFY((other.allocated_interval == Interval{950'000, 1'080'000}));
        set_learned_runs({});
    }
};

PLIMSOLL_TEST(TestLearned)
} // namespace PLIMSOLL_FILE
#include "test_learned.moc"
