// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

// A release that is named changes what it did otherwise; figures are those that people published of it.

namespace {

Result<Estimate> estimated(const nlohmann::json &plan)
{
    const auto parsed = plan_from_json(plan.dump());
    if (!parsed.ok()) return parsed.error();
    const auto architecture = load_model(parsed->plan.model, PLIMSOLL_FIXTURES);
    if (!architecture.ok()) return architecture.error();
    return estimate(*architecture, parsed->plan, {"A100-SXM4-80GB", 8, 0, 108, 2048}, {.timeline = false, .explain = false});
}

/// As plan_from_json reads it, with these members changed.
nlohmann::json with(nlohmann::json plan, const char *patch)
{
    plan.merge_patch(nlohmann::json::parse(patch));
    return plan;
}

const nlohmann::json whole_llama{{"model", {{"preset", "llama-2-7b"}}},
                                 {"stack", "torchtune"},
                                 {"method", "full"},
                                 {"micro_batch", 1},
                                 {"sequence_length", 256}};
const nlohmann::json qwen{{"model", {{"config", "field/qwen3.5-9b.json"}}},
                          {"stack", "trl"},
                          {"method", "qlora"},
                          {"weights", {{"dtype", "bf16"}, {"quant", "nf4"}, {"double_quant", false}}},
                          {"kbit_prepare", true},
                          {"adapter", {{"rank", 16}, {"targets", "all-linear"}}},
                          {"micro_batch", 1},
                          {"sequence_length", 1024}};

} // namespace

class TestReleases : public QObject {
    Q_OBJECT
private slots:
    void torchtune_of_2024_data();
    void torchtune_of_2024();
    void torchtune_returned_logits_in_pieces();
    void trl_had_the_plain_loss();
    void trl_loads_the_class_that_is_named();
    void older_trl_casts_embeddings_back();
    void axolotl_makes_float32_embeddings_while_loading();
    void a_stacks_default_is_not_what_is_refused();
};

void TestReleases::torchtune_of_2024_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<double>("gigabytes");
    QTest::addColumn<double>("within");
    const auto row = [](const char *name, const char *patch, double gigabytes, double within) {
        QTest::newRow(name) << QByteArray(patch) << gigabytes << within;
    };
    row("paged AdamW in backward", R"({"libraries": {"torchtune": "0.2.1"}, "optimizer": {"name": "paged_adamw_32bit"}})", 13.99,
        0.02);
    row("AdamW, foreach",
        R"({"libraries": {"torchtune": "0.2.1"},
            "optimizer": {"name": "adamw", "implementation": "foreach", "in_backward": false}})",
        67.4, 0.005);
    row("AdamW, one by one",
        R"({"libraries": {"torchtune": "0.2.1"},
            "optimizer": {"name": "adamw", "implementation": "single", "in_backward": false}})",
        54.4, 0.005);
}

void TestReleases::torchtune_of_2024()
{
    QFETCH(QByteArray, patch);
    QFETCH(double, gigabytes);
    QFETCH(double, within);
    const auto out = estimated(with(whole_llama, patch.constData()));
    QVERIFY2(out.ok(), out.ok() ? "" : out.error().message().c_str());
    QVERIFY(out->plan.plan.loss.kind == LossKind::full);
    const double error = static_cast<double>(out->fullest().peak.allocated) / (gigabytes * 1e9) - 1;
    QVERIFY2(std::abs(error) <= within, std::to_string(error).c_str());
}

void TestReleases::torchtune_returned_logits_in_pieces()
{
    const nlohmann::json plan =
        with(whole_llama, R"({"model": {"preset": "llama-3.1-8b"}, "method": "lora", "sequence_length": 4096})");
    const auto now = estimated(with(plan, R"({"libraries": {"torchtune": "0.7.0"}})"));
    const auto then = estimated(with(plan, R"({"libraries": {"torchtune": "0.5.0"}})"));
    QVERIFY(now.ok() && then.ok() && then->plan.plan.loss.kind == LossKind::chunked);
    QVERIFY(then->fullest().peak.allocated > now->fullest().peak.allocated); // all pieces in bf16 where one stood
    QVERIFY(then->fullest().peak.allocated - now->fullest().peak.allocated <= Bytes{4096} * 128256 * 2);
}

void TestReleases::trl_had_the_plain_loss()
{
    const auto now = estimated(qwen);
    const auto then = estimated(with(qwen, R"({"libraries": {"trl": "0.27.0"}})"));
    QVERIFY(now.ok() && then.ok());
    QVERIFY(now->plan.plan.loss.kind == LossKind::chunked && then->plan.plan.loss.kind == LossKind::full);
    // whole logits of 248,320 words in float32, their softmax and two gradients, against tiles
    QVERIFY(then->fullest().peak.allocated - now->fullest().peak.allocated > Bytes{1024} * 248320 * 4 * 3);
}

void TestReleases::trl_loads_the_class_that_is_named()
{
    const auto weights = [](const char *patch) {
        const auto out = estimated(with(qwen, patch));
        return out.ok() ? out->fullest().steady_weights : 0;
    };
    const Bytes text =
        weights(R"({"libraries": {"trl": "0.21.0"}, "weights": {"quant": "none"}, "method": "lora", "kbit_prepare": false})");
    const Bytes whole = weights(R"({"weights": {"quant": "none"}, "method": "lora", "kbit_prepare": false})");
    QVERIFY(text > 0);
    QVERIFY2(std::abs(whole - text - Bytes{2} * 456'010'480) < 1'000'000, std::to_string(whole - text).c_str());
    const auto out = estimated(qwen);
    QVERIFY(out.ok());
    QVERIFY(std::ranges::find(out->warnings, "towers_loaded", &Warning::code) != out->warnings.end());
}

void TestReleases::older_trl_casts_embeddings_back()
{
    const nlohmann::json plan = with(qwen, R"({"model": {"config": null, "preset": "llama-3.1-8b"}, "sequence_length": 64})");
    const auto kept = estimated(with(plan, R"({"libraries": {"trl": "0.27.0"}})"));
    const auto back = estimated(with(plan, R"({"libraries": {"trl": "0.25.0"}})"));
    QVERIFY2(kept.ok() && back.ok(), kept.ok() ? "" : kept.error().message().c_str());
    const Bytes both = Bytes{2} * 128256 * 4096;
    QVERIFY(kept->fullest().steady_weights - back->fullest().steady_weights >= both * 2);
}

void TestReleases::axolotl_makes_float32_embeddings_while_loading()
{
    const nlohmann::json plan = with(qwen, R"({"model": {"config": null, "preset": "llama-3.1-8b"}, "sequence_length": 64,
                                               "stack": "axolotl", "kbit_prepare": false,
                                               "libraries": {"axolotl": "0.19.0"}})");
    const auto out = estimated(plan), now = estimated(with(plan, R"({"libraries": null})"));
    QVERIFY2(out.ok() && now.ok(), out.ok() ? "" : out.error().message().c_str());
    const Bytes both = Bytes{2} * 128256 * 4096;
    QVERIFY(out->fullest().peak.load >=
            out->fullest().steady_weights + 3 * both); // the embedding in float32, and the head in both
    // from 0.21 on nothing is made float32 that goes back at once
    QVERIFY(now->fullest().peak.load < now->fullest().steady_weights + both);
}

void TestReleases::a_stacks_default_is_not_what_is_refused()
{
    const auto out = estimated({{"model", {{"config", "field/gemma-4-e4b.json"}}},
                                {"stack", "unsloth"},
                                {"method", "lora"},
                                {"micro_batch", 1},
                                {"sequence_length", 512}});
    QVERIFY2(out.ok(), out.ok() ? "" : out.error().message().c_str());
    const auto &said = out->plan.assumptions;
    QVERIFY(
        std::ranges::any_of(said, [](const auto &line) { return line.starts_with("adapter.targets: all-linear — unsloth"); }));
}

PLIMSOLL_TEST(TestReleases)
} // namespace PLIMSOLL_FILE
#include "test_releases.moc"
