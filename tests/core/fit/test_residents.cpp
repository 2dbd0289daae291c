// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/answer.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/plan/runner_names.h"
#include "core/resolve/gate.h"
#include "core/plan/names.h"
#include "tests/test_program.h"

#include <QTest>
#include <algorithm>

using namespace plimsoll;

// What stands beside a model (what drafts for it, adapters, a projector, an engine beside a training) is counted, is said to be
// without effect, or leaves the verdict open: whatever the engine, never a clean yes to a plan without it.

namespace {

Result<PlanAnswer> answered(const std::string &json)
{
    Result<ParsedPlan> parsed = plan_from_json(json);
    if (!parsed) return parsed.error();
    const Result<ArchitectureRef> model = load_model(parsed->plan.model);
    return answer(*model, parsed->plan);
}

std::string served(std::string_view engine, const std::string &more)
{
    return R"({"model": {"preset": "qwen3-0.6b"}, "task": "infer", "target": {"gpus": ["H100 SXM"]}, "inference": {"engine": ")" +
           std::string(engine) + "\", \"context\": 1024" + more + "}}";
}

/// For a reason that somebody wrote down, not for want of bytes in the start.
bool without_effect(const PlanAnswer &answer, const std::string &field)
{
    return std::ranges::any_of(answer.estimate.warnings, [&](const Warning &warning) {
        if (warning.code != "no_effect" || !warning.field.starts_with(field)) return false;
        const std::optional<Decision> decision = decision_on(warning.field, answer.estimate.plan.plan);
        return decision && (decision->effect == Effect::none || !decision->why.empty());
    });
}

/// Whether the figures have more in them than those of the plan without it.
bool counts(const PlanAnswer &with, const PlanAnswer &alone)
{
    const EngineStart *a = with.estimate.fullest().engine ? &with.estimate.fullest().engine->start : nullptr;
    const EngineStart *b = alone.estimate.fullest().engine ? &alone.estimate.fullest().engine->start : nullptr;
    const auto grows = [&](Bytes EngineStart::*part) { return a && b && a->*part > b->*part; };
    return with.estimate.fullest().needed() > alone.estimate.fullest().needed() || grows(&EngineStart::weights) ||
           grows(&EngineStart::buffers) || (a && b && a->kv_cache < b->kv_cache);
}

struct Resident {
    const char *field, *json;
};

constexpr Resident residents[] = {
    {"inference.speculative", R"(, "speculative": {"method": "mtp", "tokens": 3})"},
    {"inference.speculative", R"(, "speculative": {"method": "draft_model", "tokens": 4, "model": {"preset": "qwen3-0.6b"}})"},
    {"inference.speculative", R"(, "speculative": {"method": "eagle3", "tokens": 2})"},
    {"inference.lora", R"(, "lora": {"max_loras": 4, "max_rank": 64})"},
    {"inference.mmproj", R"(, "mmproj": true)"},
};

/// A GRPO training whose completions an engine makes on the same card.
std::string generated_by(const std::string &engine)
{
    return R"({"model": {"preset": "qwen3-0.6b"}, "method": "lora", "objective": "grpo", "stack": "trl", )" +
           std::string(R"("target": {"gpus": ["H100 SXM"]}, "rollout": {"colocated": true, "engine": ")") + engine + "\"}}";
}

/// The same by vLLM with this share of this card.
std::string generated_on(const std::string &card, const std::string &share)
{
    return R"({"model": {"preset": "qwen3-1.7b"}, "method": "lora", "objective": "grpo", "stack": "trl", "weights": {"dtype": "bf16"},
        "rollout": {"engine": "vllm", "gpu_memory_utilization": )" +
           share + R"(}, "target": {"gpus": [")" + card + "\"]}}";
}

} // namespace

class TestResidents : public QObject {
    Q_OBJECT
private slots:
    void nothing_beside_a_model_is_passed_over_data()
    {
        QTest::addColumn<QString>("engine");
        for (const std::string_view engine : names_of<Engine>())
            QTest::newRow(std::string(engine).c_str()) << QString::fromUtf8(engine.data(), static_cast<qsizetype>(engine.size()));
    }
    void nothing_beside_a_model_is_passed_over()
    {
        QFETCH(QString, engine);
        const std::string name = engine.toStdString();
        const Result<PlanAnswer> alone = answered(served(name, ""));
        QVERIFY2(alone.ok(), alone.ok() ? "" : alone.error().message().c_str());
        QVERIFY(alone->estimate.lower_bound_reason.empty());
        for (const Resident &resident : residents) {
            const Result<PlanAnswer> with = answered(served(name, resident.json));
            if (!with.ok()) continue; // refused, in words
            const bool open = with->verdicts.at(0).fits != Fits::yes && !with->estimate.lower_bound_reason.empty();
            QVERIFY2(open || without_effect(*with, resident.field) || counts(*with, *alone),
                     (name + resident.json + ": " + with->verdicts[0].answer()).c_str());
        }
    }

    /// An engine whose start is known is counted; beside another the verdict stays open.
    void generation_beside_a_training_is_counted_or_leaves_it_open()
    {
        for (const char *engine : {"vllm", "sglang"}) {
            const auto out = answered(generated_by(engine)), alone = answered(generated_by("transformers"));
            QVERIFY2(out.ok(), out.ok() ? "" : out.error().message().c_str());
            QVERIFY(alone.ok());
            const bool open = out->verdicts.at(0).fits != Fits::yes && !out->estimate.lower_bound_reason.empty();
            const Bytes more = out->estimate.fullest().needed() - alone->estimate.fullest().needed();
            QVERIFY2(open || more > 20 * gib, out->verdicts[0].answer().c_str());
        }
    }

    /// An engine that does not start ends the training before its first step: no other word, whatever room there is.
    void a_refused_engine_is_no_yes()
    {
        for (const auto &[card, share] : {std::pair("GeForce RTX 4090", "0.3"), std::pair("A100 SXM4 80GB", "0.05")}) {
            const auto out = answered(generated_on(card, share));
            QVERIFY2(out.ok(), out.ok() ? "" : out.error().message().c_str());
            const Verdict &verdict = out->verdicts.at(0);
            QVERIFY2(verdict.fits == Fits::no && verdict.because == Because::refused, verdict.answer().c_str());
            QVERIFY2(verdict.engine_says.find("gpu_memory_utilization") != std::string::npos, verdict.engine_says.c_str());
        }
    }

    /// Whose start profiles pictures, or loads no tower, has them in its figures; one that does neither says so.
    void towers_are_counted_or_said()
    {
        const auto said = [](const char *engine, const char *more) {
            const Result<PlanAnswer> of = answered(std::string(R"({"model": {"preset": "qwen2.5-vl-7b-instruct"}, "task": "infer",
                "target": {"gpus": ["H100 SXM"]}, "inference": {"context": 8192, "engine": ")") +
                                                   engine + "\"" + more + "}}");
            if (!of) qFatal("%s", of.error().message().c_str());
            return std::ranges::find(of->estimate.warnings, std::string("text_only"), &Warning::code) !=
                   of->estimate.warnings.end();
        };
        QVERIFY(!said("vllm", ""));
        QVERIFY(!said("vllm", R"(, "images": {"limit": 2})"));
        QVERIFY(!said("vllm", R"(, "images": {"language_model_only": true})"));
        QVERIFY(said("vllm", R"(, "images": {"profile": false})"));
        QVERIFY(said("sglang", ""));
        QVERIFY(!said("llama.cpp", R"(, "mmproj": true)"));
    }

    /// vLLM 0.33 transformers_utils/config.py, get_config: where no class is named it takes AutoModel's, which has no head; its model
    /// is then one of embeddings (config/model.py, _SUFFIX_TO_DEFAULTS).
    void a_class_without_a_head_serves_embeddings()
    {
        const auto weights = [](const char *named) {
            const Result<PlanAnswer> of = answered(std::string(R"({"task": "infer", "target": {"gpus": ["H100 SXM"]}, "inference":
                {"engine": "vllm", "context": 2048}, "model": {"config": {"model_type": "qwen2", "hidden_size": 2048,
                "intermediate_size": 4096, "num_hidden_layers": 2, "num_attention_heads": 16, "num_key_value_heads": 8,
                "vocab_size": 128000, "torch_dtype": "bfloat16")") +
                                                   named + "}}}");
            if (!of) qFatal("%s", of.error().message().c_str());
            const bool tells =
                std::ranges::any_of(of->estimate.warnings, [](const Warning &w) { return w.code == "serves_embeddings"; });
            return std::pair(of->estimate.fullest().engine->start.weights, tells);
        };
        const auto [writing, silent] = weights(R"(, "architectures": ["Qwen2ForCausalLM"])");
        QVERIFY(!silent);
        for (const char *named : {"", R"(, "architectures": ["Qwen2Model"])"}) {
            const auto [bytes, tells] = weights(named);
            QVERIFY(tells);
            QVERIFY(std::abs(writing - bytes - 128000 * 2048 * 2) < 16 * mib);
        }
    }
};

PLIMSOLL_TEST(TestResidents)
#include "test_residents.moc"
