// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/estimate/fields_without_effect.h"
#include "core/api/models.h"
#include "core/load/load.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <string>

namespace PLIMSOLL_FILE {

// An engine that starts alone: a resident with stages, as beside a training.

using namespace plimsoll;

namespace {

const CardFacts h100{"H100", 9, 0, 132, 2048, true, 80 * gib};

Estimate started(std::string_view engine, const char *preset = "qwen2.5-1.5b", const nlohmann::json &more = {})
{
    nlohmann::json plan = {
        {"task", "infer"}, {"model", {{"preset", preset}}}, {"inference", {{"context", 4096}, {"engine", engine}}}};
    if (more.is_object()) plan["inference"].update(more);
    const auto parsed = plan_from_object(plan);
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    KnownModels known;
    const Result<ArchitectureRef> model = known.load_for(parsed->plan);
    if (!model) qFatal("%s", model.error().message().c_str());
    Result<Estimate> out = estimate(*model, parsed->plan, h100, {.allocator = false, .explain = false});
    if (!out) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

Bytes part_of(const Estimate &estimate, std::string_view name)
{
    Bytes out = 0;
    for (const ResidentBytes &one : estimate.fullest().residents)
        if (one.resident == name) out += one.bytes;
    return out;
}

} // namespace

class TestStartedEngine : public QObject {
    Q_OBJECT
private slots:
    void stands_on_the_card_and_tells_its_stages_data()
    {
        QTest::addColumn<QString>("engine");
        for (const std::string_view engine : names_of<Engine>())
            QTest::newRow(std::string(engine).c_str()) << QString::fromUtf8(engine.data(), static_cast<qsizetype>(engine.size()));
    }
    void stands_on_the_card_and_tells_its_stages()
    {
        QFETCH(QString, engine);
        const Estimate out = started(engine.toStdString());
        const ProcessEstimate &process = out.fullest();
        if (!process.engine) {
            QVERIFY(process.stages.empty() && process.residents.empty());
            return;
        }
        QCOMPARE(process.stages.front().stage, std::string_view("load"));
        QVERIFY(process.stages.front().allocated >= 2 * out.architecture->total_parameters());
        QCOMPARE(process.stages.back().stage, std::string_view("serve"));
        QCOMPARE(process.stages.back().device, process.peak.device);
        QVERIFY(std::ranges::all_of(process.stages, [](const StagePeak &one) { return one.device > one.allocated; }));
        const BreakdownLine &context = *std::ranges::find(process.at_peak, Component::context, &BreakdownLine::component);
        QCOMPARE(process.residents.front().resident, std::string_view("engine"));
        QVERIFY(process.residents.front().bytes + context.bytes >= process.peak.device);
        QVERIFY(process.residents.front().bytes < process.peak.device);
    }
    void a_model_that_drafts_is_not_without_effect();
    void what_an_engine_holds_beside_its_model_is_listed();
    void a_projector_on_the_host_is_listed_there();
};

/// Real starts of vLLM 0.33 on a card of no kernels, by "Model loading took": Qwen2.5-VL-7B without its tower takes 1,297 MiB less,
/// 4 places of rank 64 of Qwen2.5-7B are 1,291,845,632 bytes in 2 MiB segments, a Qwen3-0.6B that drafts takes 1,138 MiB.
void TestStartedEngine::what_an_engine_holds_beside_its_model_is_listed()
{
    const Estimate sees = started("vllm", "qwen2.5-vl-7b-instruct");
    const Bytes tower = part_of(sees, "tower"), projector = part_of(sees, "projector");
    QVERIFY(tower > projector && projector > 0);
    QVERIFY(std::abs(static_cast<double>(tower + projector) / static_cast<double>(1297 * mib) - 1.0) < 0.01);
    QCOMPARE(part_of(sees, "drafter") + part_of(sees, "lora_slots"), Bytes{0});
    const Estimate text = started("vllm", "qwen2.5-vl-7b-instruct", {{"images", {{"language_model_only", true}}}});
    QCOMPARE(part_of(text, "tower"), Bytes{0});
    const Estimate adapts = started("vllm", "qwen2.5-7b", {{"lora", {{"max_loras", 4}, {"max_rank", 64}}}});
    const Bytes places = part_of(adapts, "lora_slots");
    QVERIFY(places >= 1291845632 && places <= 1305612800);
    const nlohmann::json drafts = {{"method", "draft_model"}, {"model", {{"preset", "qwen3-0.6b"}}}, {"tokens", 5}};
    const Bytes drafter = part_of(started("vllm", "qwen3-8b", {{"speculative", drafts}}), "drafter");
    QVERIFY(std::abs(static_cast<double>(drafter) / static_cast<double>(1138 * mib) - 1.0) < 0.01);
    QVERIFY(part_of(started("sglang", "qwen2.5-vl-7b-instruct"), "tower") > 0);
}

/// llama.cpp 0c1e57098 tools/mtmd/clip.cpp, use_gpu false: the file's tensors and its graph's buffer stand with the CPU backend.
void TestStartedEngine::a_projector_on_the_host_is_listed_there()
{
    const Estimate card = started("llama.cpp", "qwen2.5-vl-7b-instruct", {{"mmproj", true}, {"gpu_layers", "all"}}),
                   host = started("llama.cpp", "qwen2.5-vl-7b-instruct",
                                  {{"mmproj", true}, {"gpu_layers", "all"}, {"mmproj_offload", false}});
    const auto of = [](const Estimate &estimate) {
        const auto &all = estimate.fullest().residents;
        return *std::ranges::find(all, std::string_view("projector"), &ResidentBytes::resident);
    };
    QVERIFY(!of(card).on_host && of(host).on_host);
    QCOMPARE(of(card).bytes, of(host).bytes);
    QCOMPARE(card.fullest().peak.device - host.fullest().peak.device, of(card).bytes);
}

void TestStartedEngine::a_model_that_drafts_is_not_without_effect()
{
    const auto parsed = plan_from_object(
        {{"task", "infer"},
         {"model", {{"preset", "qwen2.5-1.5b"}}},
         {"inference",
          {{"context", 4096},
           {"engine", "vllm"},
           {"speculative", {{"method", "draft_model"}, {"model", {{"preset", "qwen2.5-0.5b"}}}, {"tokens", 4}}}}}});
    QVERIFY(parsed);
    const Result<ArchitectureRef> model = load_model(parsed->plan.model),
                                  drafter = load_model(*parsed->plan.inference.speculative.model);
    QVERIFY(model && drafter);
    auto both = std::make_shared<Architecture>(**model);
    both->assistant = *drafter;
    for (const ArchitectureRef &loaded : {ArchitectureRef(both), *model}) { // found, and not found: the answer says that
        const Result<Estimate> made =
            estimate(loaded, parsed->plan, h100, {.timeline = false, .allocator = false, .explain = false});
        QVERIFY(made);
        for (const Warning &warning : fields_without_effect(*made))
            QVERIFY2(warning.field != "inference.speculative.model", warning.text.c_str());
    }
}

PLIMSOLL_TEST(TestStartedEngine)
} // namespace PLIMSOLL_FILE
#include "test_started_engine.moc"
