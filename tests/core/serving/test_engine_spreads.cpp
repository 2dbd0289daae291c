// SPDX-License-Identifier: GPL-3.0-or-later
// The intervals of engines' parts against the recorded starts that they were taken from: 90 % lie inside.
#include "tests/core/serving/sglang_questions.h"
#include "tests/core/serving/vllm_questions.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// How many of the figures that an engine reached lie within a part's spread of what was computed.
struct Coverage {
    int inside = 0, all = 0;
    std::vector<double> ratios; ///< reached over computed
    void note(double reached, double low, double high, double computed, double rounding = 0)
    {
        ++all;
        inside += reached >= low - rounding && reached <= high + rounding;
        if (computed > 0) ratios.push_back(reached / computed);
    }
    void note(double reached, double computed, const PartSpread &spread, double rounding = 0)
    {
        note(reached, computed * spread.low, computed * spread.high, computed, rounding);
    }
    [[nodiscard]] double share() const { return static_cast<double>(inside) / static_cast<double>(std::max(1, all)); }
    [[nodiscard]] double at(double part)
    {
        std::ranges::sort(ratios);
        return ratios[std::min(ratios.size() - 1, static_cast<std::size_t>(part * static_cast<double>(ratios.size())))];
    }
    void say(const char *what)
    {
        qInfo("%-20s %4d starts, %.1f %% inside; of 90 %% %.4f to %.4f of what is computed", what, all, share() * 100, at(0.05),
              at(0.95));
    }
};

} // namespace

class TestEngineSpreads : public QObject {
    Q_OBJECT

private slots:
    void startsOfVllmLieInside()
    {
        using namespace plimsoll::vllm_tests;
        Coverage weights, activation, beside;
        for (const json &row : rows()) {
            if (!row.contains("figures")) continue;
            const Result<EngineStart> start = Question(row).ask();
            QVERIFY(start.ok());
            const PartSpreads &s = start->spreads;
            const json &figures = row["figures"];
            weights.note(figures["weights"], static_cast<double>(start->weights), s.weights);
            activation.note(figures["activation"], static_cast<double>(start->activation), s.activation);
            double low = 0, high = 0;
            for (const auto &[bytes, part] : {std::pair{start->buffers, s.buffers}, std::pair{start->activation, s.activation},
                                              std::pair{start->graphs, s.graphs}}) {
                low += static_cast<double>(bytes) * part.low;
                high += static_cast<double>(bytes) * part.high;
            }
            const double reached = static_cast<double>(*start->requested) - figures["kv_cache"].get<double>() -
                                   figures["weights"].get<double>(); // whole blocks: up to one is left over
            beside.note(reached, low, high, static_cast<double>(start->buffers + start->activation + start->graphs),
                        figures["block"]);
        }
        weights.say("weights");
        activation.say("activation");
        beside.say("all beside weights");
        QVERIFY(weights.all > 200);
        for (const Coverage *part : {&weights, &activation, &beside}) QVERIFY(part->share() >= 0.9);
    }

    void logsOfSglangLieInside()
    {
        using namespace plimsoll::sglang_tests;
        Coverage weights;
        for (const json &row : rows()) {
            const Question question(row);
            const Result<EngineStart> start = question.ask();
            QVERIFY(start.ok());
            const double gb = static_cast<double>(gib);
            if (row["printed"].contains("weights"))
                weights.note(row["printed"]["weights"].get<double>() * gb, static_cast<double>(start->weights),
                             start->spreads.weights, 0.005 * gb);
        }
        weights.say("weights");
        QVERIFY(weights.all >= 13);
        QVERIFY(weights.share() >= 0.9);
    }
};

PLIMSOLL_TEST(TestEngineSpreads)
} // namespace PLIMSOLL_FILE
#include "test_engine_spreads.moc"
