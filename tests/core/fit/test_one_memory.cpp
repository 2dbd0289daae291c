// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/answer.h"
#include "core/cards/cluster.h"
#include "core/fit/solver.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>

using namespace plimsoll;

// Machines whose card and host have one memory (DGX Spark, Strix Halo, Jetson, Apple), as people started something on them.

namespace {

Plan whole(const std::string &json)
{
    Result<ParsedPlan> parsed = plan_from_json(json);
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    return std::move(parsed->plan);
}

Plan planned(const std::string &fields) { return whole("{" + fields + "}"); }

std::string served(const std::string &preset, const std::string &inference, const std::string &gpu, const std::string &more = {})
{
    return R"("model": {"preset": ")" + preset + R"("}, "task": "infer", "inference": {)" + inference +
           R"(}, "target": {"gpus": [")" + gpu + "\"]}" + more;
}

PlanAnswer answered(const Plan &plan)
{
    const Result<ArchitectureRef> model = load_model(plan.model);
    Result<PlanAnswer> out = answer(*model, plan);
    if (!out) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

/// By the part of the file's name that says how it is packed.
std::string packed(const char *type) { return std::string(R"(, "weights": {"quant": ")") + type + "\"}"; }

const char *spark = "DGX Spark (GB10)", *halo = "Ryzen AI Max+ 395 (Radeon 8060S)";

bool warns(const PlanAnswer &answer, const std::string &code, const std::string &part = {})
{
    return std::ranges::any_of(answer.estimate.warnings, [&](const Warning &warning) {
        return warning.code == code && warning.text.find(part) != std::string::npos;
    });
}

} // namespace

class TestOneMemory : public QObject {
    Q_OBJECT
private slots:
    /// A row says where it is from; those without a source follow from the engine's own rule.
    void starts_as_people_reported_them_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("may_be"); // verdicts that tell the truth of it
        QTest::addColumn<QString>("reason");     // in part
        QFile file(PLIMSOLL_FIXTURES "/unified_memory_starts.jsonl");
        QVERIFY(file.open(QIODevice::ReadOnly));
        int reported = 0;
        while (!file.atEnd()) {
            const QJsonObject row = QJsonDocument::fromJson(file.readLine()).object();
            QTest::newRow(qUtf8Printable(row["start"].toString()))
                << QString::fromUtf8(QJsonDocument(row["plan"].toObject()).toJson(QJsonDocument::Compact))
                << row["may_be"].toVariant().toStringList() << row["reason"].toString();
            reported += !row["source"].toString().isEmpty();
        }
        QVERIFY(reported >= 40);
    }
    void starts_as_people_reported_them()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, may_be);
        QFETCH(QString, reason);
        const PlanAnswer out = answered(whole(plan.toStdString()));
        const Verdict &verdict = out.verdicts.at(0);
        const std::string said = verdict.answer() + " " + verdict.reason;
        QVERIFY2(may_be.contains(QString::fromUtf8(name_of(verdict.fits).data())), said.c_str());
        if (may_be.contains(QStringLiteral("yes"))) QVERIFY2(verdict.word() != Word::unlikely, said.c_str()); // people run it
        QVERIFY2(QString::fromStdString(verdict.reason).contains(reason), said.c_str());
        QVERIFY(warns(out, "shared_memory", "card and host have one memory"));
        QVERIFY(verdict.shared);
        QCOMPARE(room_on(out.estimate, *cluster_of(out.estimate.plan.plan.target)->nodes.front().card).fits,
                 verdict.fits == Fits::yes);
    }

    /// MiaAI-Lab/GLM-5.3-Flash-EXL3-2x-DGX-Sparks#47: of 121.69 GiB, 0.87 asks for 105.87.
    void a_share_is_of_what_the_driver_says()
    {
        const PlanAnswer out =
            answered(planned(served("qwen3-8b", R"("engine": "vllm", "gpu_memory_utilization": 0.87)", spark)));
        const Bytes asks = *out.estimate.fullest().engine->start.requested;
        QVERIFY2(std::abs(asks - 10587 * gib / 100) < gib / 100, std::to_string(asks).c_str());
    }

    /// Coherent memory (GH200, GB200, GB300) is the card's own, and the host's file caches may stand in it.
    void memory_that_the_host_reaches_is_told()
    {
        int told = 0;
        for (const Gpu &gpu : gpu_catalogue()) {
            if (!gpu.coherent_memory) continue;
            ++told;
            QVERIFY2(!gpu.unified_memory && !gpu.at_start(), gpu.name.c_str());
            QVERIFY(warns(answered(planned(served("qwen3-0.6b", R"("engine": "vllm")", gpu.name))), "coherent_memory",
                          "file caches"));
        }
        QCOMPARE(told, 4);
        QVERIFY(!find_gpu("H100 SXM5")->gpu->coherent_memory);
    }

    /// rwlove/home-ops#13221: 38.74 of 121.63 GiB were free beside other services.
    void a_reading_is_the_line()
    {
        const auto now = [](double share) {
            const PlanAnswer out = answered(
                planned(served("qwen3-4b", R"("engine": "vllm", "gpu_memory_utilization": )" + std::to_string(share), spark)));
            return verdict_now(out.estimate, *find_gpu(spark)->gpu, 3874 * gib / 100);
        };
        QCOMPARE(now(0.35).fits, Fits::no);
        QCOMPARE(now(0.35).because, Because::refused);
        QVERIFY(now(0.28).fits != Fits::no);
        QCOMPARE(now(0.2).fits, Fits::yes);
    }

    /// kyuz0/amd-strix-halo-vllm-toolboxes#65: 123 of 125 GiB in use, 5 of them swapped out, where the limit of the card is raised.
    void a_moved_limit_leaves_the_memory_as_it_is()
    {
        Plan plan = planned(served("qwen3-8b", R"("engine": "vllm", "gpu_memory_utilization": 0.9)", halo));
        plan.target.process_bytes = 125 * gib;
        const PlanAnswer out = answered(plan);
        QVERIFY2(out.verdicts[0].fits != Fits::yes, out.verdicts[0].reason.c_str());
        QVERIFY(warns(out, "shared_memory", "A process may take 125 GiB of it (target.process_bytes)"));
        // the engine's share is one of what the process sees
        plan.target.process_bytes = 64 * gib;
        QCOMPARE(answered(plan).estimate.fullest().engine->start.requested, 64 * gib * 9 / 10 + 1); // rounded up
    }

    /// The limit binds on cards that share their memory alone; above the machine's memory it binds nothing.
    void a_moved_limit_is_of_shared_memory()
    {
        Plan plan = planned(served("llama-3-70b-instruct", R"("engine": "llama.cpp")", halo, packed("q6_k")));
        plan.target.process_bytes = 1000 * gib;
        QCOMPARE(cluster_of(plan.target)->nodes[0].card->usable_bytes(), find_gpu(halo)->gpu->memory_nominal);
        plan.target.gpus = {"RTX 4090"};
        const PlanAnswer out = answered(plan);
        QVERIFY(warns(out, "no_effect", "target.process_bytes"));
        QCOMPARE(cluster_of(plan.target)->nodes[0].card, find_gpu("RTX 4090")->gpu);
    }

    void what_must_stay_free_counts()
    {
        const Gpu &card = *find_gpu(spark)->gpu;
        PlanAnswer out = answered(planned(served("qwen3-8b", R"("engine": "vllm", "gpu_memory_utilization": 0.5)", spark)));
        QCOMPARE(verdict_for(out.estimate, card).fits, Fits::yes);
        out.estimate.plan.plan.target.reserve_fraction = 0.3;
        QVERIFY(verdict_for(out.estimate, card).fits != Fits::yes);
    }

    /// Experts that stay with the host take the same memory as on the card.
    void experts_of_the_host_stay_in_it()
    {
        const auto with = [](int layers) {
            return answered(
                planned(served("qwen3.5-35b-a3b", R"("engine": "llama.cpp", "host_experts": )" + std::to_string(layers), spark,
                               packed("q8_0"))));
        };
        const PlanAnswer card = with(0), host = with(40);
        QVERIFY(!warns(card, "shared_memory", "saves nothing") && warns(host, "shared_memory", "saves nothing"));
        const OneMemory all = *card.verdicts[0].shared, apart = *host.verdicts[0].shared;
        QVERIFY(apart.host > 25 * gib && apart.card < all.card - 25 * gib);
        QVERIFY(apart.running() > all.running() - 2 * gib);
    }

    /// A checkpoint that is packed itself is read as it is; bitsandbytes reads one in 16 bit.
    void the_file_is_as_wide_as_what_is_read()
    {
        const auto file = [](const char *quant) {
            const PlanAnswer out =
                answered(planned(served("qwen3-8b", R"("engine": "vllm", "gpu_memory_utilization": 0.5)", spark, packed(quant))));
            return out.verdicts.at(0).shared->file;
        };
        for (const char *quant : {"awq4", "gptq4", "nvfp4"}) QVERIFY2(file(quant) < 8 * gib, quant);
        QVERIFY(file("fp8") > 14 * gib);
        const PlanAnswer trained = answered(
            planned(R"-("model": {"preset": "qwen3-8b"}, "method": "qlora", "target": {"gpus": ["DGX Spark (GB10)"]})-"));
        QVERIFY(trained.verdicts.at(0).shared->file > 14 * gib);
    }

    /// What is to spare is so beside the host, and the sentence says of what.
    void what_is_to_spare_is_free_at_a_start()
    {
        const PlanAnswer out = answered(planned(served("qwen3-8b", R"("engine": "llama.cpp", "context": 4096)", spark)));
        const Verdict &verdict = out.verdicts.at(0);
        QCOMPARE(verdict.fits, Fits::yes);
        QCOMPARE(verdict.usable, verdict.shared->free.least);
        QCOMPARE(verdict.headroom, verdict.usable - verdict.need.device);
    }

    void what_is_free_has_a_source()
    {
        for (const Gpu &gpu : gpu_catalogue()) {
            const std::optional<FreeAtStart> free = gpu.at_start();
            QCOMPARE(free.has_value(), gpu.unified_memory);
            if (!free) continue;
            QVERIFY2(free->least > 0 && free->least <= free->most && free->most <= gpu.memory_nominal, gpu.name.c_str());
            QVERIFY2(!free->source.empty(), gpu.name.c_str());
        }
        for (const char *assumed : {"Apple M4 16GB", "Jetson Orin NX 8GB", "Instinct MI300A"}) {
            const FreeAtStart free = *find_gpu(assumed)->gpu->at_start();
            QCOMPARE(free.certainty, Certainty::derived);
            QVERIFY2(QString::fromStdString(free.source).startsWith(QStringLiteral("assumed")), free.source.c_str());
            // no narrower than what was read on other machines
            QVERIFY(free.least * 8192 <= find_gpu(assumed)->gpu->memory_nominal * 5555);
        }
        const FreeAtStart measured = *find_gpu(spark)->gpu->at_start();
        QCOMPARE(measured.certainty, Certainty::measured);
        QVERIFY(measured.least > 101 * gib && measured.most < 114 * gib);
    }

    void the_solver_stops_where_the_verdict_does()
    {
        const Plan plan = planned(served("qwen2.5-7b", R"("engine": "llama.cpp")", "Jetson Orin NX 16GB", packed("q4_k_m")));
        const Gpu &card = *find_gpu("Jetson Orin NX 16GB")->gpu;
        Solver solver(estimator_for(*load_model(plan.model)), plan, SolveField::context);
        const Result<Solution> solved = solver.on_card(card);
        QVERIFY(solved.ok() && solved->value);
        Plan at_edge = plan;
        at_edge.inference.context = *solved->value;
        at_edge.given.insert("inference.context");
        QCOMPARE(answered(at_edge).verdicts[0].fits, Fits::yes);
        at_edge.inference.context += *solved->value / 50 + 512;
        QVERIFY(answered(at_edge).verdicts[0].fits != Fits::yes);
    }

    /// Cards are those of each machine where the plan says so, not where the machines that they are sold in have as many.
    void cards_of_each_machine()
    {
        const auto because = [](const char *gpu, const char *parallel) {
            Plan plan = planned(std::string(R"("model": {"preset": "qwen3-0.6b"}, "method": "lora", "parallel": )") + parallel);
            plan.target.gpus = {gpu};
            return answered(plan).verdicts.at(0).because;
        };
        for (const char *gpu : {"L4:1", "GH200 96GB:1", "DGX Spark (GB10):1"}) {
            QCOMPARE(because(gpu, R"({"data": 4})"), Because::too_few_cards);
            QVERIFY(because(gpu, R"({"data": 4, "gpus_per_node": 1})") != Because::too_few_cards);
        }
        QCOMPARE(because("H100 SXM5:8", R"({"data": 16})"), Because::too_few_cards);
        QVERIFY(because("H100 SXM5:8", R"({"data": 16, "gpus_per_node": 8})") != Because::too_few_cards);
        for (const char *gpu : {"L4", "GH200 96GB"}) QVERIFY(because(gpu, R"({"data": 4})") != Because::too_few_cards);
    }

    void cards_that_stand_idle_are_told_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("part");
        const char *eight = "A100 SXM4 80GB:8";
        const auto row = [](const char *name, const std::string &plan, const char *code, const char *part) {
            QTest::newRow(name) << QString::fromStdString(plan) << code << part;
        };
        const std::string trained = R"("model": {"preset": "qwen3-0.6b"}, "method": "lora", "evaluation": {"micro_batch": 0})";
        row("an engine", served("qwen3-0.6b", R"("engine": "vllm")", eight), "idle_cards", "idle: 7");
        row("a call", served("qwen3-0.6b", R"("context": 512)", eight), "idle_cards", "one is used");
        row("an engine over two", served("qwen3-0.6b", R"("engine": "vllm")", eight, R"(, "parallel": {"tensor": 2})"),
            "idle_cards", "idle: 6");
        row("an engine over all", served("qwen3-0.6b", R"("engine": "vllm")", eight, R"(, "parallel": {"tensor": 8})"), "", "");
        row("copies of an engine", served("qwen3-0.6b", R"("engine": "vllm")", eight, R"(, "parallel": {"data": 8})"), "", "");
        row("too few", served("qwen3-0.6b", R"("engine": "vllm")", "A100 SXM4 80GB:2", R"(, "parallel": {"tensor": 8})"),
            "missing_cards", "8 processes");
        row("a kind of card", served("qwen3-0.6b", R"("engine": "vllm")", "A100 SXM4 80GB", R"(, "parallel": {"tensor": 8})"), "",
            "");
        row("one card, said", served("qwen3-0.6b", R"("engine": "vllm")", "A100 SXM4 80GB:1", R"(, "parallel": {"tensor": 4})"),
            "missing_cards", "4 processes");
        row("one card, said first",
            served("qwen3-0.6b", R"("engine": "vllm")", "1 x A100 SXM4 80GB", R"(, "parallel": {"data": 2})"), "missing_cards",
            "2 processes");
        row("a training over more than one", trained + R"(, "parallel": {"data": 4}, "target": {"gpus": ["L4:1"]})",
            "missing_cards", "4 processes");
        row("a training", trained + R"(, "target": {"gpus": ["L4:4"]})", "idle_cards", "parallel.data");
        row("a training that shards", trained + R"(, "parallel": {"zero": 2}, "target": {"gpus": ["L4:4"]})", "", "");
        row("a training over more", trained + R"(, "parallel": {"data": 4}, "target": {"gpus": ["L4:2"]})", "missing_cards",
            "4 processes");
        row("what is captured", R"("model": {"preset": "qwen3-0.6b"}, "task": "extract", "target": {"gpus": ["L4:4"]})",
            "idle_cards", "idle: 3");
    }
    void cards_that_stand_idle_are_told()
    {
        QFETCH(QString, plan);
        QFETCH(QString, code);
        QFETCH(QString, part);
        const PlanAnswer out = answered(planned(plan.toStdString()));
        for (const char *each : {"idle_cards", "missing_cards"})
            QCOMPARE(warns(out, each, code == QLatin1String(each) ? part.toStdString() : std::string()),
                     code == QLatin1String(each));
        const bool too_few = code == u"missing_cards";
        QCOMPARE(out.verdicts.at(0).because == Because::too_few_cards, too_few); // however little each of them takes
        QCOMPARE(out.verdicts[0].fits == Fits::no, too_few);
        // no memory but one card's counts
        QVERIFY(out.verdicts.at(0).usable <= find_gpu(out.verdicts[0].gpu)->gpu->usable_bytes());
    }
};

PLIMSOLL_TEST(TestOneMemory)
#include "test_one_memory.moc"
