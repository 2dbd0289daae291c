// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/runtime.h"
#include "core/fit/verdict_words.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/report/document.h"
#include "core/report/estimate_text.h"
#include "core/report/model_card.h"
#include "core/report/profile/profile_words.h"
#include "core/report/sheet.h"
#include "core/report/titles.h"
#include "core/report/writers.h"
#include "tests/test_program.h"

#include <QTest>

#include <array>
#include <random>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

QString text(const std::string &from) { return QString::fromStdString(from); }

/// A step of random size around a card's, in an interval of random width; some of a family that is not described exactly, some a
/// lower bound.
Estimate random_estimate(std::mt19937 &random, const Gpu &gpu)
{
    const auto share = [&](double from, double to) { return std::uniform_real_distribution(from, to)(random); };
    Estimate out;
    out.device = gpu.facts();
    const Bytes usable = gpu.usable_bytes(), context = context_bytes(out.device).bytes;
    Peak &peak = out.fullest().peak;
    peak.reserved = static_cast<Bytes>(share(0.6, 1.3) * static_cast<double>(usable)) - context;
    peak.allocated = static_cast<Bytes>(share(0.7, 1) * static_cast<double>(peak.reserved));
    peak.required = peak.allocated;
    peak.device = peak.reserved + context;
    const auto spread = [&] { return static_cast<Bytes>(share(0, 0.2) * static_cast<double>(peak.reserved)); };
    peak.device_interval = {peak.device - spread(), peak.device + spread()};
    Architecture model;
    model.exact = random() % 4 != 0;
    out.architecture = std::make_shared<const Architecture>(model);
    if (random() % 8 == 0) out.lower_bound_reason = "a state is not known";
    return out;
}

Word by_figures(const Verdict &verdict)
{
    const Interval &interval = verdict.need.interval;
    return interval.high <= verdict.usable         ? Word::fits
           : verdict.need.device <= verdict.usable ? Word::tight
           : interval.low <= verdict.usable        ? Word::unlikely
                                                   : Word::does_not_fit;
}

} // namespace

class TestVerdictWords : public QObject {
    Q_OBJECT
private slots:
    void never_contradict_the_figures()
    {
        std::mt19937 random(462);
        std::array<int, 5> seen{};
        const std::vector<const char *> cards{"RTX 4090", "RTX 3060 12GB", "A100 SXM4 80GB", "T4"};
        for (int round = 0; round < 600; ++round) {
            const Gpu &gpu = *find_gpu(cards[random() % cards.size()])->gpu;
            const Verdict verdict = verdict_for(random_estimate(random, gpu), gpu);
            const Word word = verdict.word();
            ++seen[static_cast<std::size_t>(word)];
            if (verdict.because == Because::lower_bound) continue;
            if (verdict.because == Because::cached_blocks)
                QVERIFY(word == Word::unlikely && verdict.runs_from <= verdict.usable);
            else if (verdict.left_out.empty())
                QCOMPARE(word, by_figures(verdict));
            // what people and older readers are told is the same
            const bool probably = verdict.fits == Fits::tight && verdict.guessed && word == Word::fits;
            QVERIFY(verdict.fits == (probably                                        ? Fits::tight
                                     : word == Word::fits                            ? Fits::yes
                                     : word == Word::tight || word == Word::unlikely ? Fits::tight
                                                                                     : Fits::no));
            const QString answer = text(verdict.answer());
            const QString said = text(word_title(verdict));
            QVERIFY2(answer.startsWith(said + " on "), qPrintable(answer + " / " + said));
            QCOMPARE(said.startsWith("Probably"), verdict.guessed && word != Word::unlikely);
        }
        for (const int count : seen) QVERIFY(count > 10);
    }

    void an_engine_with_a_short_cache_starts()
    {
        const Plan plan = plan_from_json(std::string_view(R"({"model": {"preset": "llama-3.1-8b"}, "task": "infer",
            "inference": {"engine": "vllm", "context": 8192, "sequences": 32}})"))
                              ->plan;
        const Gpu &gpu = *find_gpu("RTX 4090")->gpu;
        const Result<Estimate> made = estimate(*load_model(plan.model), plan, gpu.facts());
        QVERIFY(made.ok());
        const Verdict verdict = verdict_for(*made, gpu);
        QCOMPARE(verdict.because, Because::short_cache);
        QVERIFY(verdict.at_once && *verdict.at_once > 0 && *verdict.at_once < 32);
        QCOMPARE(text(verdict.answer()), QString("Starts on RTX 4090: %1 of 32 requests at once.").arg(*verdict.at_once));
    }

    /// The card that leads, and its sentence, in all that is written of a plan; every other card has one of its own.
    void one_card_leads_in_all_that_is_written()
    {
        std::mt19937 random(463);
        const std::vector<std::string> cards{"RTX 4090", "RTX 3060 12GB", "A100 SXM4 80GB", "T4", "L4"};
        for (int round = 0; round < 24; ++round) {
            PlanAnswer answer{"plan", random_estimate(random, *find_gpu(cards[random() % cards.size()])->gpu), {}};
            answer.estimate.plan.plan.task = Task::train;
            for (auto count = 1 + random() % 3; count > 0; --count)
                answer.verdicts.push_back(verdict_for(answer.estimate, *find_gpu(cards[random() % cards.size()])->gpu));
            if (random() % 2 == 0) answer.verdicts.push_back(verdict_for_budget(answer.estimate, 16 * gib));
            const Verdict &lead = *leading(answer.verdicts);
            const std::string sentence = std::string(mark_of(lead.word())) + " " + lead.answer();
            const ReportInput input{.answers = {answer}, .unit = ByteUnit::binary};
            const QString markdown = text(report::write_markdown(report::report_of(input)).value());
            QVERIFY2(markdown.contains(text(sentence)), qPrintable(markdown));
            for (const Verdict &other : answer.verdicts) QVERIFY2(markdown.contains(text(other.answer())), qPrintable(markdown));
            const report::Sheet sheet = report::sheet_of(input, {});
            QVERIFY(text(sheet.summary.front()).startsWith(text(verdict_sentence(lead, compact_figures(ByteUnit::binary)))));
            QVERIFY2(text(sheet.summary.front()).startsWith(text(sheet.verdict)), qPrintable(text(sheet.verdict)));
            QVERIFY(text(answer_sentence(answer)) == text(lead.answer()));
            QVERIFY(text(report::status_line(answer, {})).startsWith(text(std::string(mark_of(lead.word())) + " ")));
            QVERIFY(text(report::status_line(answer, {})).contains(text(lead.card)));
            const QString cited = text(citation(input));
            for (const Verdict &other : answer.verdicts)
                QVERIFY(cited.indexOf(text(lead.card)) <= cited.indexOf(text(other.card)));
        }
    }
};

PLIMSOLL_TEST(TestVerdictWords)
} // namespace PLIMSOLL_FILE
#include "test_verdict_words.moc"
