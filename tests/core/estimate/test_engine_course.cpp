// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/engine_course.h"
#include "core/estimate/rollout_engine.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

// Two courses over one card: the trainer's stages, and what the engine beside it has of the card in each; and engines on other cards.

using namespace plimsoll;

namespace {

const CardFacts card{"A100", 8, 0, 108, 2048, true, 80 * gib};

Estimate run_of(const std::string &changes, bool required = false)
{
    const bool named = changes.find("\"objective\"") != std::string::npos;
    const std::string begin =
        R"({"task": "train", "model": {"preset": "qwen2.5-1.5b"}, "weights": {"dtype": "bf16"}, "micro_batch": 2,)";
    const auto parsed = plan_from_json(begin + (named ? "" : "\"objective\": \"grpo\",") + changes + "}");
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const Result<ArchitectureRef> model = load_model(parsed->plan.model);
    if (!model) qFatal("%s", model.error().message().c_str());
    const EstimateOptions options{.timeline = false, .required = required, .explain = false};
    Result<Estimate> out = estimate(*model, parsed->plan, card, options);
    if (!out) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

std::string with_vllm(const std::string &stack, const std::string &more)
{
    return "\"stack\": \"" + stack + "\"" + R"(, "method": "lora", "adapter": {"rank": 16, "targets": "all-linear"},
        "rollout": {"engine": "vllm", "prompt_length": 256, "completion_length": 256, "max_model_length": 512,
        "gpu_memory_utilization": 0.3)" +
           more + "}";
}

const EngineMoment *moment(const EngineCourse &course, std::string_view stage)
{
    const auto found = std::ranges::find(course.moments, stage, &EngineMoment::stage);
    return found == course.moments.end() ? nullptr : &*found;
}

std::vector<std::string> stages_in(const EngineCourse &course)
{
    std::vector<std::string> out;
    for (const EngineMoment &one : course.moments) out.emplace_back(one.stage);
    return out;
}

} // namespace

class TestEngineCourse : public QObject {
    Q_OBJECT
private slots:
    void every_moment_sums_to_the_device_data()
    {
        QTest::addColumn<QString>("plan");
        for (const char *stack : {"trl", "unsloth", "agilerl", "ms-swift"})
            for (const char *sleep : {"", R"(, "sleep": 1)", R"(, "sleep": 2)"})
                QTest::addRow("%s%s", stack, sleep) << QString::fromStdString(with_vllm(stack, sleep));
    }
    void every_moment_sums_to_the_device()
    {
        QFETCH(QString, plan);
        const Estimate out = run_of(plan.toStdString());
        const auto course = engine_course(out, out.fullest());
        QVERIFY(course && out.beside);
        const Bytes context = context_of(out.plan.plan, out.device).bytes;
        Bytes most = 0;
        for (const EngineMoment &one : course->moments) {
            QCOMPARE(one.device, context + one.reserved + one.engine.sum());
            QVERIFY(one.allocated <= one.reserved && one.engine.sum() <= out.beside->awake + out.beside->start.activation);
            most = std::max(most, one.device);
        }
        QCOMPARE(course->fullest_moment().device, most);
        // of equals the one that the answer's peak is told of
        if (const EngineMoment *told = course->in_phase(phase_of_peak(out.fullest())); told != nullptr && told->device == most)
            QCOMPARE(course->fullest_moment().stage, told->stage);
        // what the answer says of each stage is in it, and the card is never fuller than in the answer once it runs
        for (const StagePeak &stage : out.fullest().stages) {
            const EngineMoment *const found = moment(*course, stage.stage);
            QVERIFY(found != nullptr);
            QCOMPARE(found->device, stage.device);
            QCOMPARE(found->allocated, stage.allocated);
        }
        const EngineMoment *const generates = moment(*course, "generate");
        QVERIFY(generates != nullptr && generates->awake);
        QCOMPARE(generates->engine.sum(), out.beside->awake);
        QCOMPARE(moment(*course, "backward")->engine.sum(), out.beside->training);
        QCOMPARE(moment(*course, "backward")->awake, !out.beside->sleeps);
    }

    /// trl 1.16 generation/vllm_generation.py: wake_up(["weights"]), sync_weights(), wake_up(["kv_cache"]).
    void one_that_sleeps_wakes_in_parts()
    {
        const Estimate out = run_of(with_vllm("trl", R"(, "sleep": 2)"));
        const EngineCourse course = engine_course(out, out.fullest()).value();
        const std::vector<std::string> all = stages_in(course);
        const std::vector<std::string> begin(all.begin(), all.begin() + std::min<std::ptrdiff_t>(7, std::ssize(all)));
        QCOMPARE(begin, (std::vector<std::string>{"load", "profile", "capture", "wake_weights", "push_weights", "wake_cache",
                                                  "generate"}));
        const EngineStart &start = out.beside->start;
        const EngineMoment &weights = *moment(course, "wake_weights"), &cache = *moment(course, "wake_cache");
        QCOMPARE(weights.engine.weights, start.weights);
        QCOMPARE(weights.engine.cache, Bytes(0));
        QCOMPARE(cache.engine.sum() - weights.engine.sum(), start.kv_cache + start.state);
        QCOMPARE(moment(course, "profile")->engine.activation, start.activation);
        QCOMPARE(moment(course, "backward")->engine.weights, Bytes(0));
        QCOMPARE(moment(course, "backward")->engine.graphs, start.graphs);
        QCOMPARE(course.fullest_moment().stage, std::string_view("generate"));
    }

    void one_that_never_sleeps_does_not_wake()
    {
        const Estimate out = run_of(with_vllm("trl", ""));
        const EngineCourse course = engine_course(out, out.fullest()).value();
        QVERIFY(moment(course, "wake_weights") == nullptr && moment(course, "wake_cache") == nullptr);
        QVERIFY(moment(course, "push_weights") != nullptr && moment(course, "push_weights")->awake);
    }

    /// AgileRL 2.8 core/base.py wakes it whole and loads adapters into it; Unsloth's has no weights of its own to
    /// push but places for adapters and tables of positions.
    void stacks_wake_it_each_their_way()
    {
        const Estimate agile = run_of(with_vllm("agilerl", R"(, "sleep": 1)"));
        const EngineCourse whole = engine_course(agile, agile.fullest()).value();
        QVERIFY(moment(whole, "wake_weights") == nullptr);
        QVERIFY(moment(whole, "push_weights")->engine.cache > 0);
        const Estimate unsloth = run_of(with_vllm("unsloth", R"(, "sleep": 1)"));
        const EngineCourse shared = engine_course(unsloth, unsloth.fullest()).value();
        QVERIFY(moment(shared, "push_weights") == nullptr);
        QCOMPARE(moment(shared, "generate")->engine.weights, unsloth.beside->start.own);
        QVERIFY(unsloth.beside->start.own < unsloth.beside->start.weights / 10);
    }

    void without_an_engine_there_is_no_course()
    {
        const Estimate alone =
            run_of(R"("stack": "trl", "method": "lora", "rollout": {"prompt_length": 64, "completion_length": 64})");
        QVERIFY(!engine_course(alone, alone.fullest()));
        const Estimate elsewhere = run_of(with_vllm("trl", R"(, "colocated": false)"));
        QVERIFY(!engine_course(elsewhere, elsewhere.fullest()));
    }

    /// Its load is its part of a generation; trl 1.16 scripts/vllm_serve.py: gpu_memory_utilization 0.9.
    void a_server_has_a_plan_of_its_own()
    {
        const auto served = [](const std::string &more) {
            const Estimate out =
                run_of(R"("stack": "trl", "method": "full", "gradient_accumulation": 8, "target": {"gpus": ["A100-SXM4-80GB:8"]},
                "rollout": {"engine": "vllm", "colocated": false, "prompt_length": 256, "completion_length": 256)" +
                       more + "}");
            return plan_of_server(out.plan.plan);
        };
        const std::optional<Plan> one = served("");
        QVERIFY(one && one->task == Task::infer && !one->has("inference.max_num_seqs"));
        QCOMPARE(one->inference.gpu_memory_utilization, std::optional(0.9));
        QCOMPARE(one->inference.sequences, Count(16)); // 2 rows x 8 micro batches
        QCOMPARE(one->inference.context, Count(512));
        QCOMPARE(one->target.gpus, std::vector<std::string>{"A100-SXM4-80GB"});
        const std::optional<Plan> four = served(R"(, "engines": 4, "tensor": 2, "gpu_memory_utilization": 0.8)");
        QCOMPARE(four->inference.sequences, Count(4));
        QCOMPARE(four->parallel.tensor, Count(2));
        QCOMPARE(four->inference.gpu_memory_utilization, std::optional(0.8));
        QCOMPARE(four->target.gpus, std::vector<std::string>{"A100-SXM4-80GB:2"});
        QCOMPARE(served(R"(, "gpus": ["L4:4", "H100"], "tensor": 2)")->target.gpus, (std::vector<std::string>{"L4:4", "H100:2"}));
        QVERIFY(!plan_of_server(run_of(with_vllm("trl", "")).plan.plan));
    }

    /// The least memory is looked for in one pass that tells the stages as well: they are those of a pass of their own.
    void stages_are_told_by_one_pass_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::newRow("beside vllm") << QString::fromStdString(with_vllm("trl", R"(, "sleep": 2)"));
        QTest::newRow("agilerl") << QString::fromStdString(with_vllm("agilerl", R"(, "sleep": 1)"));
        QTest::newRow("generates itself")
            << R"("stack": "trl", "method": "full", "rollout": {"prompt_length": 128, "completion_length": 64, "beta": 0.1})";
        QTest::newRow("accumulates")
            << R"("stack": "trl", "method": "lora", "gradient_accumulation": 4, "gradient_checkpointing": true,
            "rollout": {"prompt_length": 128, "completion_length": 64, "iterations": 2})";
        for (const char *objective : {"dpo", "kto", "orpo", "reward", "rloo"})
            QTest::addRow("%s", objective)
                << QString(R"("stack": "trl", "method": "lora", "sequence_length": 256, "objective": "%1")").arg(objective);
    }
    void stages_are_told_by_one_pass()
    {
        QFETCH(QString, plan);
        const Estimate apart = run_of(plan.toStdString(), false), at_once = run_of(plan.toStdString(), true);
        QVERIFY(apart.fullest().stages.size() > 2);
        QCOMPARE(at_once.fullest().stages.size(), apart.fullest().stages.size());
        QVERIFY(at_once.fullest().stages == apart.fullest().stages);
        QCOMPARE(at_once.fullest().peak.reserved, apart.fullest().peak.reserved);
        QCOMPARE(at_once.fullest().peak.required.bytes(), apart.fullest().peak.required.bytes());
    }

    /// TRL 1.16, kto_trainer.py: its pass before the forward is of mismatched pairs, and no old log-probabilities.
    void a_divergence_is_called_what_it_is()
    {
        const Estimate kto = run_of(R"("stack": "trl", "method": "lora", "sequence_length": 256, "objective": "kto")");
        const auto pass = std::ranges::find(kto.fullest().stages, std::string_view("old_log_probs"), &StagePeak::stage);
        QVERIFY(pass != kto.fullest().stages.end());
        QCOMPARE(pass->titled, name_of(Phase::kl));
    }
};

PLIMSOLL_TEST(TestEngineCourse)
} // namespace PLIMSOLL_FILE
#include "test_engine_course.moc"
