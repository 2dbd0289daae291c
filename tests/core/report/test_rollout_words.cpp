// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"
#include "core/api/outcome.h"
#include "core/plan/plan_json.h"
#include "core/report/compare.h"
#include "core/report/estimate_json.h"
#include "core/report/estimate_text.h"
#include "core/report/model_card.h"
#include "core/report/rollout/rollout_words.h"
#include "tests/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// What answers say of an engine that makes a training's completions, beside the trainer and on other cards.

using namespace plimsoll;

namespace {

PlanAnswer answered(const std::string &rollout)
{
    const auto parsed =
        plan_from_json(R"({"task": "train", "model": {"preset": "qwen2.5-1.5b"}, "objective": "grpo", "stack": "trl",
        "method": "lora", "weights": {"dtype": "bf16"}, "micro_batch": 4, "target": {"gpus": ["NVIDIA A100-SXM4-80GB"]},
        "rollout": {"engine": "vllm", "prompt_length": 256, "completion_length": 256, )" +
                       rollout + "}}");
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    Question question;
    question.plan = parsed->plan;
    Result<PlanAnswer> out = Planner().answer(question);
    if (!out.ok()) qFatal("%s", out.error().message().c_str());
    return std::move(out).value();
}

} // namespace

class TestRolloutWords : public QObject {
    Q_OBJECT
private slots:
    void the_course_is_in_every_answer()
    {
        const PlanAnswer answer = answered(R"("sleep": 2, "gpu_memory_utilization": 0.5)");
        const auto json = nlohmann::json::parse(estimate_to_json(answer).dump());
        const auto &course = json["rollout"]["course"];
        QVERIFY(json["rollout"]["server"].is_null() && json["rollout"]["engines"].is_null());
        QCOMPARE(course["fullest"]["stage"].get<std::string>(), std::string("generate"));
        QCOMPARE(course["fullest"]["device_bytes"].get<Bytes>(), json["peak"]["device_bytes"].get<Bytes>());
        for (const auto &one : course["moments"])
            QCOMPARE(one["engine_bytes"].get<Bytes>(), one["weights_bytes"].get<Bytes>() + one["kv_cache_bytes"].get<Bytes>() +
                                                           one["activation_bytes"].get<Bytes>() +
                                                           one["graph_bytes"].get<Bytes>() + one["other_bytes"].get<Bytes>());
        const std::string text = estimate_to_text(answer, {}), card = model_card({{answer}, 0, {}, {}});
        for (const std::string &said : {text, card}) {
            QVERIFY2(said.find("Fullest: generation, engine awake: ") != std::string::npos, said.c_str());
            QVERIFY2(said.find("waking: weights") != std::string::npos, said.c_str());
        }
    }

    void a_server_is_judged_on_its_own_cards()
    {
        const PlanAnswer answer =
            answered(R"("colocated": false, "engines": 2, "gpus": ["NVIDIA L4", "NVIDIA GeForce RTX 4090"])");
        QVERIFY(answer.server && answer.server->verdicts.size() == 2);
        const auto json = nlohmann::json::parse(estimate_to_json(answer).dump());
        const auto &server = json["rollout"]["server"];
        QVERIFY(json["rollout"]["course"].is_null());
        QCOMPARE(json["rollout"]["engines"].get<Count>(), Count(2));
        QCOMPARE(server["verdicts"].size(), std::size_t(2));
        QCOMPARE(server["verdicts"][0]["gpu"].get<std::string>(), answer.server->verdicts[0].gpu);
        QVERIFY(answer.server->verdicts[0].gpu.find("L4") != std::string::npos);
        QVERIFY(server["need_bytes"].get<Bytes>() <= server["claim_bytes"].get<Bytes>());
        // it claims 0.9 of its first card, and the training has the other card for itself
        const Bytes claim = server["claim_bytes"].get<Bytes>();
        QVERIFY(claim > 18 * gib && claim < 24 * gib);
        QVERIFY(json["peak"]["device_bytes"].get<Bytes>() < 12 * gib);
        const std::string text = estimate_to_text(answer, {}), card = model_card({{answer}, 0, {}, {}});
        for (const std::string &said : {text, card})
            QVERIFY2(said.find("serves on other cards") != std::string::npos, said.c_str());
    }

    /// What the training has room for is of no use where its completions are made by an engine that does not start.
    void a_server_that_does_not_start_decides()
    {
        const PlanAnswer fine = answered(R"("colocated": false, "gpus": ["NVIDIA L4"])"),
                         small = answered(R"("colocated": false, "gpus": ["NVIDIA L4"], "gpu_memory_utilization": 0.1)");
        QCOMPARE(outcome_of(fine.verdicts), Outcome::fits);
        QVERIFY(!server_decides(fine) && headline_of(fine) == leading(fine.verdicts));
        QCOMPARE(outcome_of(fine), outcome_of(fine.server->verdicts)); // the worse of both
        QCOMPARE(outcome_of(small.verdicts), Outcome::fits);
        QCOMPARE(outcome_of(small), Outcome::does_not_fit);
        QVERIFY(server_decides(small) && headline_of(small) == leading(small.server->verdicts));
        const std::string text = estimate_to_text(small, {}), card = model_card({{small}, 0, {}, {}});
        for (const std::string &said : {text, card}) {
            QVERIFY2(said.find("The server: ") < said.find("The training: "), said.c_str());
            QVERIFY2(said.find("The training: ") != std::string::npos, said.c_str());
            QVERIFY2(said.find("claims") == std::string::npos, said.c_str()); // nothing that never stood does
        }
        const std::string both = compare_to_text({fine, small}, 120);
        QVERIFY2(both.find("Server") != std::string::npos, both.c_str());
    }

    /// An engine is as many cards as ranks share it, and each of the engines has its own.
    void a_server_has_the_cards_that_are_named()
    {
        const auto fits = [](const std::string &gpus, int engines, int tensor) {
            const PlanAnswer answer = answered(R"("colocated": false, "engines": )" + std::to_string(engines) +
                                               ", \"tensor\": " + std::to_string(tensor) + ", \"gpus\": " + gpus);
            return answer.server->verdicts.front();
        };
        for (const char *enough : {R"(["NVIDIA L4:4"])", R"(["NVIDIA L4"])", R"(["NVIDIA L4:2", "NVIDIA L4:2"])"})
            QVERIFY2(fits(enough, 2, 2).because != Because::too_few_cards, enough);
        for (const char *few : {R"(["NVIDIA L4:1"])", R"(["NVIDIA L4:3"])", R"(["NVIDIA L4:2"])"}) {
            QCOMPARE(fits(few, 2, 2).because, Because::too_few_cards);
            QCOMPARE(fits(few, 2, 2).fits, Fits::no);
        }
        QCOMPARE(fits(R"(["NVIDIA L4:1"])", 2, 1).processes, Count(2));
        QVERIFY(fits(R"(["NVIDIA L4:1"])", 1, 1).because != Because::too_few_cards);
    }

    void nothing_is_said_where_the_model_generates_itself()
    {
        PlanAnswer answer = answered(R"("sleep": 2)");
        answer.estimate.beside = nullptr;
        QVERIFY(server_in_words(answer).empty());
        QVERIFY(estimate_to_json(answer)["rollout"].is_null());
    }
};

PLIMSOLL_TEST(TestRolloutWords)
} // namespace PLIMSOLL_FILE
#include "test_rollout_words.moc"
