// SPDX-License-Identifier: GPL-3.0-or-later
// What nvidia-smi's counter showed of GRPO with vLLM in the same process: AgileRL's profiling rig (AgileRL/AgileRL@0151c660, Apache-2.0,
// tools/memory_profiling/fixtures), one generation and one update of a fresh process each, lengths pinned
// (tests/fixtures/published_rollouts.jsonl).
#include "core/estimate/estimate.h"
#include "core/cards/gpu.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

const std::filesystem::path fixtures = PLIMSOLL_FIXTURES;

Estimate planned(const json &plan)
{
    const auto parsed = plan_from_json(plan.dump());
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const Result<ArchitectureRef> model = load_model(parsed->plan.model);
    if (!model) qFatal("%s", model.error().message().c_str());
    const Result<GpuMatch> card = find_gpu(parsed->plan.target.gpus.front());
    if (!card) qFatal("%s", card.error().message().c_str());
    const EstimateOptions options{.timeline = false, .allocator = true, .explain = false};
    Result<Estimate> out = estimate(*model, parsed->plan, card->gpu->facts(), options);
    if (!out) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

/// The fullest of its stages in the first step, or over all of them.
Bytes fullest(const Estimate &estimate, bool generates, bool first)
{
    Bytes out = 0;
    for (const StagePeak &stage : estimate.fullest().stages)
        if ((stage.stage == "generate") == generates) out = std::max(out, first ? stage.first.value_or(0) : stage.device);
    return out;
}

} // namespace

class TestPublishedRollouts : public QObject {
    Q_OBJECT
private slots:
    void the_first_step_is_what_was_read_data()
    {
        QTest::addColumn<QString>("row");
        std::ifstream file(fixtures / "published_rollouts.jsonl");
        for (std::string line; std::getline(file, line);)
            QTest::newRow(json::parse(line)["id"].get<std::string>().c_str()) << QString::fromStdString(line);
    }
    void the_first_step_is_what_was_read()
    {
        QFETCH(QString, row);
        const json read = json::parse(row.toStdString());
        const Estimate answer = planned(read["plan"]);
        const bool generates = read["stage"] == "generate";
        const Bytes first = fullest(answer, generates, true);
        const double error = static_cast<double>(first) / read["device_bytes"].get<double>() - 1;
        const std::string said = std::to_string(first) + ", " + std::to_string(100 * error) + " %";
        qInfo("%s", said.c_str());
        QVERIFY2(std::abs(error) <= 0.02, said.c_str());
        QVERIFY(fullest(answer, generates, false) >= first);
    }
};

PLIMSOLL_TEST(TestPublishedRollouts)
} // namespace PLIMSOLL_FILE
#include "test_published_rollouts.moc"
