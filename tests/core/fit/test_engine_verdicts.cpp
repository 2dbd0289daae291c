// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/answer.h"
#include "core/fit/advice.h"
#include "core/fit/board.h"
#include "core/fit/solver.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>
#include <algorithm>
#include <chrono>
#include <numeric>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

// Engines that claim memory at their start: verdicts, solver and advice speak of what the load needs.

namespace {

Plan planned(const char *json)
{
    Result<ParsedPlan> parsed = plan_from_json(json);
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    return std::move(parsed->plan);
}

/// A 7B of 28 layers with 4 heads of keys: 57,344 B of cache a token in 16 bit.
Plan served(const char *inference, const char *more = "")
{
    const std::string text = std::string(R"({"model": {"preset": "qwen2.5-coder-7b"}, "task": "infer", "inference": )") +
                             inference + (*more ? std::string(", ") + more : std::string()) + "}";
    return planned(text.c_str());
}

PlanAnswer answered(const Plan &plan)
{
    const Result<ArchitectureRef> model = load_model(plan.model);
    Result<PlanAnswer> out = answer(*model, plan);
    if (!out) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

QString text(const std::string &from) { return QString::fromStdString(from); }

Bytes sum_of(const std::vector<BreakdownLine> &lines)
{
    return std::accumulate(lines.begin(), lines.end(), Bytes{0},
                           [](Bytes sum, const BreakdownLine &line) { return sum + line.bytes; });
}

constexpr Bytes token_bytes = 28 * 2 * 4 * 128 * 2;

} // namespace

class TestEngineVerdicts : public QObject {
    Q_OBJECT
private slots:
    void need_and_claim_are_apart()
    {
        const PlanAnswer out = answered(
            served(R"({"engine": "vllm", "context": 8192, "sequences": 4})", R"("target": {"gpus": ["H100 PCIe 80GB"]})"));
        const ProcessEstimate &process = out.estimate.fullest();
        QVERIFY(process.engine);
        const EngineNeed &engine = *process.engine;
        QCOMPARE(engine.start.load_cache, 4 * 8192 * token_bytes);
        QCOMPARE(sum_of(process.at_peak), process.peak.device);
        QCOMPARE(sum_of(engine.lines), engine.need);
        QCOMPARE(process.peak.device - engine.need, engine.start.kv_cache - engine.start.load_cache);
        QVERIFY(engine.interval.low <= engine.need && engine.need <= engine.interval.high);
        QVERIFY(process.peak.device > 70 * gib && engine.need < 30 * gib);
        QCOMPARE(process.peak.phase, Phase::serve);
        QCOMPARE(process.needed(), engine.need);
        QCOMPARE(out.verdicts.front().fits, Fits::yes);
        QCOMPARE(out.verdicts.front().need.device, engine.need);
    }

    void what_had_to_go_to_the_host_is_no_plain_yes()
    {
        const auto verdict_of = [](const char *budget) {
            const std::string target = std::string(R"("weights": {"quant": "Q8_0"}, "target": {"budget_bytes": )") + budget + "}";
            return answered(served(R"({"engine": "llama.cpp", "gpu_layers": "auto"})", target.c_str()));
        };
        const PlanAnswer small = verdict_of("6442450944"); // 6 GiB
        QCOMPARE(small.verdicts.front().fits, Fits::tight);
        QCOMPARE(small.verdicts.front().because, Because::part_on_host);
        QVERIFY(text(small.verdicts.front().reason).contains("run on the host"));
        QCOMPARE(small.estimate.plan.plan.inference.context, Count{4096}); // the least that it lowers to
        const PlanAnswer large = verdict_of("25769803776");
        QCOMPARE(large.verdicts.front().fits, Fits::yes);
        QCOMPARE(large.estimate.plan.plan.inference.context, Count{32768}); // the model's own
        // one length in the plan, the cache and the log
        const EngineStart &start = large.estimate.fullest().engine->start;
        QCOMPARE(start.load_cache, 32768 * token_bytes);
        QVERIFY(std::ranges::any_of(start.log, [](const std::string &line) { return line.find("n_ctx = 32768") != line.npos; }));
    }

    void without_a_card_nothing_is_claimed()
    {
        const PlanAnswer out = answered(served(R"({"engine": "vllm", "context": 8192, "sequences": 4})"));
        const ProcessEstimate &process = out.estimate.fullest();
        QVERIFY(!process.engine->start.requested);
        QCOMPARE(process.peak.device, process.engine->need);
        QCOMPARE(sum_of(process.at_peak), process.peak.device);
    }

    void a_cache_that_is_too_short_is_tight()
    {
        const PlanAnswer out = answered(
            served(R"({"engine": "vllm", "context": 32768, "sequences": 8})", R"("target": {"gpus": ["GeForce RTX 4090"]})"));
        const Verdict &verdict = out.verdicts.front();
        QCOMPARE(verdict.fits, Fits::tight);
        QCOMPARE(verdict.because, Because::short_cache);
        const EngineStart &start = out.estimate.fullest().engine->start;
        const double held = static_cast<double>(start.kv_cache) / static_cast<double>(start.load_cache) * 8;
        QVERIFY(held > 3 && held < 4);
        QVERIFY(
            text(verdict.reason).startsWith(QString("vllm starts, but its cache holds %1").arg(std::floor(held * 100) / 100)));
    }

    void an_engine_that_refuses_does_not_fit()
    {
        const PlanAnswer out =
            answered(served(R"({"engine": "vllm", "context": 32768})", R"("target": {"gpus": ["GeForce RTX 3060"]})"));
        QCOMPARE(out.verdicts.front().fits, Fits::no);
        QCOMPARE(out.verdicts.front().because, Because::refused);
        QVERIFY(text(out.verdicts.front().reason).contains("gpu_memory_utilization"));
        QVERIFY(text(out.verdicts.front().answer()).startsWith("Does not start on RTX 3060 12GB"));
    }

    /// What shall be kept free is nobody else's yet: it starts, and takes of it.
    void what_it_takes_of_a_reserve_is_said()
    {
        const auto notes_with = [](const char *inference) {
            const PlanAnswer out =
                answered(served(inference, R"("target": {"gpus": ["H100 PCIe 80GB"], "reserve_fraction": 0.25})"));
            const Verdict &verdict = out.verdicts.front();
            std::string all;
            for (const std::string &note : verdict.notes) all += note + '\n';
            return std::pair{verdict.fits, all};
        };
        const auto [fits, said] = notes_with(R"({"engine": "vllm", "context": 8192})");
        QCOMPARE(fits, Fits::yes);
        QVERIFY2(said.find("of what shall be kept free") != std::string::npos, said.c_str());
        const auto [still, nothing] = notes_with(R"({"engine": "vllm", "context": 8192, "gpu_memory_utilization": 0.6})");
        QCOMPARE(still, Fits::yes);
        QVERIFY2(nothing.find("kept free") == std::string::npos, nothing.c_str());
    }
    void requests_beyond_its_own_limit_wait()
    {
        const PlanAnswer out = answered(served(R"({"engine": "vllm", "context": 512, "sequences": 8, "max_num_seqs": 4})",
                                               R"("target": {"gpus": ["H100 PCIe 80GB"]})"));
        QCOMPARE(out.verdicts.front().fits, Fits::tight);
        QVERIFY(text(out.verdicts.front().reason).contains("4 of the sequences wait"));
    }

    void what_it_takes_by_card_is_said_and_each_cards_own()
    {
        const PlanAnswer out = answered(
            served(R"({"engine": "vllm", "context": 4096})", R"("target": {"gpus": ["GeForce RTX 4090", "H100 PCIe 80GB"]})"));
        const Inference &taken = out.estimate.plan.plan.inference;
        QCOMPARE(taken.max_num_seqs, std::optional<Count>(256));
        QCOMPARE(taken.gpu_memory_utilization, std::optional(0.92));
        const std::vector<std::string> said = out.estimate.assumptions.all();
        QVERIFY(std::ranges::find(said, "inference.max_num_seqs: 256 — vllm's own on this card") != said.end());
        // of the second card 1,024 requests are sampled in the profile pass
        const PlanAnswer second =
            answered(served(R"({"engine": "vllm", "context": 4096})", R"("target": {"gpus": ["H100 PCIe 80GB"]})"));
        QCOMPARE(second.estimate.plan.plan.inference.max_num_seqs, std::optional<Count>(1024));
        QCOMPARE(out.verdicts.back().need.device, second.verdicts.front().need.device);
    }

    void the_edge_holds_and_one_more_does_not_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<int>("field");
        for (const char *engine : {"vllm", "llama.cpp"})
            for (const SolveField field : {SolveField::sequences, SolveField::context})
                QTest::addRow("%s %s", engine, std::string(name_of(field)).c_str()) << engine << static_cast<int>(field);
    }

    void the_edge_holds_and_one_more_does_not()
    {
        QFETCH(QString, engine);
        QFETCH(int, field);
        const auto solved = static_cast<SolveField>(field);
        const std::string inference = QString(R"({"engine": "%1", "context": 8192, "sequences": 2})").arg(engine).toStdString();
        const Plan plan = served(inference.c_str(), R"("target": {"gpus": ["GeForce RTX 4090"]})");
        const Result<ArchitectureRef> model = load_model(plan.model);
        const auto solutions = solve_for_target(*model, answered(plan).estimate.plan.plan, solved);
        QVERIFY(solutions && solutions->front().value);
        const Count edge = *solutions->front().value;
        QVERIFY(edge > 2);
        QCOMPARE(answered(with_value(plan, solved, edge)).verdicts.front().fits, Fits::yes);
        QVERIFY(answered(with_value(plan, solved, edge + 1)).verdicts.front().fits != Fits::yes);
    }

    void every_card_gets_a_start_of_its_own()
    {
        const PlanAnswer out = answered(served(R"({"engine": "vllm", "context": 8192})", R"("target": {"gpus": ["L4"]})"));
        const auto begin = std::chrono::steady_clock::now();
        const Board board = first_board(out.estimate, gpu_catalogue());
        const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
        qInfo("%zu cards in %lld ms", board.rows.size(), static_cast<long long>(took.count()));
        int held = 0;
        for (const BoardRow &row : board.rows) {
            Plan plan = out.estimate.plan.plan;
            plan.target.gpus = {row.gpu->name};
            if (held++ % 40 == 0) QCOMPARE(row.verdict.fits, answered(plan).verdicts.front().fits);
        }
        const auto fits = [&](const char *name) {
            return std::ranges::find_if(board.rows, [&](const BoardRow &row) { return row.gpu->name == name; })->verdict.fits;
        };
        QCOMPARE(fits("GeForce RTX 3060 12GB"), Fits::no);
        QCOMPARE(fits("H100 PCIe 80GB"), Fits::yes);
    }

    void places_are_told_and_budgets_judged()
    {
        const PlanAnswer out = answered(served(R"({"engine": "llama.cpp", "context": 8192, "gpu_layers": 14})",
                                               R"("weights": {"quant": "Q4_K_M"}, "target": {"budget_bytes": 8589934592})"));
        const EngineStart &start = out.estimate.fullest().engine->start;
        QCOMPARE(start.places.size(), std::size_t(2));
        QCOMPARE(start.places.front().place, std::string("CUDA0"));
        QVERIFY(start.places.front().weights > gib && start.places.back().weights > gib);
        QCOMPARE(start.places.front().kv_cache + start.places.back().kv_cache, 8192 * token_bytes);
        QCOMPARE(out.verdicts.front().fits, Fits::yes);
    }

    void nothing_stated_is_ignored_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("field");
        const auto row = [](const char *engine, const char *field, const char *value, const char *outcome) {
            const QString plan = QString(R"({"engine": "%1", "context": 4096, "%2": %3})").arg(engine, field, value);
            QTest::addRow("%s %s", engine, field) << plan << QString(outcome);
        };
        row("vllm", "kv_dtype", "\"q8_0\"", "error");
        row("vllm", "gpu_layers", "12", "no_effect");
        row("vllm", "new_tokens", "77", "no_effect");
        row("vllm", "cache", "\"static\"", "no_effect");
        row("llama.cpp", "kv_dtype", "\"fp8\"", "error");
        row("llama.cpp", "gpu_memory_utilization", "0.5", "no_effect");
        row("llama.cpp", "enforce_eager", "true", "no_effect");
        row("transformers", "max_num_seqs", "12", "no_effect");
        row("vllm", "max_num_seqs", "12", "counts");
        row("vllm", "enforce_eager", "true", "counts");
        row("vllm", "kv_dtype", "\"fp8\"", "counts");
        row("llama.cpp", "kv_dtype", "\"q8_0\"", "counts");
        row("llama.cpp", "gpu_layers", "12", "counts");
        row("llama.cpp", "max_num_batched_tokens", "64", "counts");
    }

    void nothing_stated_is_ignored()
    {
        QFETCH(QString, plan);
        QFETCH(QString, field);
        const Plan stated = served(plan.toUtf8().constData(), R"("target": {"gpus": ["GeForce RTX 4090"]})");
        Plan plain = stated;
        for (const std::string &path : stated.given)
            if (path.starts_with("inference.") && path != "inference.engine" && path != "inference.context")
                plain = without_field(plain, path);
        const Result<ArchitectureRef> model = load_model(stated.model);
        const Result<PlanAnswer> with = answer(*model, stated);
        if (field == "error") {
            QVERIFY(!with && text(with.error().field).startsWith("inference.") && !with.error().accepted.empty());
            return;
        }
        QVERIFY(with);
        const bool warned =
            std::ranges::any_of(with->estimate.warnings, [](const Warning &one) { return one.code == "no_effect"; });
        QCOMPARE(warned, field == "no_effect");
        if (field == "no_effect") return;
        const bool same = answered(plain).estimate.fullest().needed() == with->estimate.fullest().needed();
        QVERIFY(!same);
    }

    void advice_saves_what_the_load_needs()
    {
        const Plan plan =
            served(R"({"engine": "vllm", "context": 32768, "sequences": 8})", R"("target": {"gpus": ["GeForce RTX 4090"]})");
        const Result<ArchitectureRef> model = load_model(plan.model);
        const auto advice = advise(*model, plan, *advice_target(plan));
        QVERIFY(advice);
        const Bytes before = answered(plan).estimate.fullest().needed();
        int applied = 0;
        for (const Advice &one : *advice) {
            if (one.change.empty() || !one.no_effect.empty() || one.kind == CostKind::another_model ||
                one.kind == CostKind::hardware)
                continue;
            const Result<ParsedPlan> changed = with_patch(plan, nlohmann::json::parse(one.change));
            QVERIFY(changed);
            const PlanAnswer after = answered(changed->plan);
            QCOMPARE(before - after.estimate.fullest().needed(), one.saves);
            QCOMPARE(after.verdicts.front().fits, one.fits);
            ++applied;
        }
        QVERIFY(applied >= 5);
    }
};

PLIMSOLL_TEST(TestEngineVerdicts)
} // namespace PLIMSOLL_FILE
#include "test_engine_verdicts.moc"
