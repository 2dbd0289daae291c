// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapted_modules.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/resolve/library_use.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

// How long the rows of a training are whose completions the model makes itself, and which modules its stack adapts.

using namespace plimsoll;

namespace {

ResolvedPlan resolved(const std::string &text)
{
    const auto parsed = plan_from_json(std::string_view(text));
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const Result<ArchitectureRef> model = load_model(parsed->plan.model);
    if (!model) qFatal("%s", model.error().message().c_str());
    const Result<ResolvedPlan> out = resolve(parsed->plan, **model, {});
    if (!out) qFatal("%s", out.error().message().c_str());
    return *out;
}

/// The field that is refused; empty: none.
std::string refused(const std::string &more, const std::string &stack = "trl", const std::string &objective = "grpo")
{
    const std::string of = "\"objective\": \"" + objective + "\", \"stack\": \"" + stack + "\", ";
    const auto parsed = plan_from_json(R"({"model": {"preset": "qwen2.5-0.5b"}, )" + of + more + "}");
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const Result<ArchitectureRef> model = load_model(parsed->plan.model);
    const Result<ResolvedPlan> out = resolve(parsed->plan, **model, {});
    return out.ok() ? std::string() : out.error().field;
}

ResolvedPlan grpo(const std::string &more)
{
    return resolved(R"({"model": {"preset": "qwen2.5-0.5b"}, "stack": "trl", "objective": "grpo", "method": "lora")" + more +
                    "}");
}

bool says(const ResolvedPlan &plan, std::string_view code)
{
    return std::ranges::find(plan.warnings, code, &Warning::code) != plan.warnings.end();
}

} // namespace

class TestRolloutRows : public QObject {
    Q_OBJECT
private slots:
    /// trl 1.16 grpo_config.py, rloo_config.py: completions come in whole groups of a prompt.
    void completions_come_in_whole_groups()
    {
        const auto of = [](const char *rows, const char *objective) {
            return refused(std::string(R"("rollout": {"prompt_length": 64, "completion_length": 64, "generations": )") + rows,
                           "trl", objective);
        };
        for (const char *objective : {"grpo", "rloo"}) {
            QCOMPARE(of(R"(1}, "micro_batch": 4)", objective), std::string("rollout.generations"));
            QCOMPARE(of(R"(8}, "micro_batch": 3)", objective), std::string("rollout.generations"));
            QCOMPARE(of(R"(8}, "micro_batch": 4, "gradient_accumulation": 2)", objective), std::string());
            QCOMPARE(of(R"(8}, "micro_batch": 2, "parallel": {"data": 4, "zero": 1})", objective), std::string());
        }
        QCOMPARE(refused(R"("micro_batch": 3)"), std::string()); // nobody says how many
    }

    void prompt_and_completion_are_a_row()
    {
        const ResolvedPlan both = grpo(R"(, "rollout": {"prompt_length": 512, "completion_length": 4096})");
        QCOMPARE(both.plan.sequence_length, Count{4608});
        QVERIFY(!says(both, "rows_of_another_length"));
        QVERIFY(std::ranges::any_of(both.assumptions, [](const std::string &line) {
            return line.starts_with("sequence_length: 4608") && line.find("rollout.completion_length") != std::string::npos;
        }));
        // one of them alone leaves the stack's own length
        QCOMPARE(grpo(R"(, "rollout": {"completion_length": 4096})").plan.sequence_length, Count{1024});
        // and a training whose rows are given has nothing of it
        const ResolvedPlan given = resolved(R"({"model": {"preset": "qwen2.5-0.5b"}, "stack": "trl", "objective": "dpo",
            "rollout": {"prompt_length": 512, "completion_length": 4096}})");
        QCOMPARE(given.plan.sequence_length, Count{1024});
    }

    void a_stated_length_decides_and_is_said_where_it_is_another()
    {
        const char *lengths = R"(, "rollout": {"prompt_length": 512, "completion_length": 512})";
        const ResolvedPlan shorter = grpo(R"(, "sequence_length": 512)" + std::string(lengths));
        QCOMPARE(shorter.plan.sequence_length, Count{512});
        QVERIFY(says(shorter, "rows_of_another_length"));
        QVERIFY(!says(grpo(R"(, "sequence_length": 1024)" + std::string(lengths)), "rows_of_another_length"));
    }

    /// unsloth models/rl.py: 4 rows of a step are no multiple of 6 completions, 12 are.
    void unsloth_fills_its_batch_with_a_prompts_completions()
    {
        const auto batch = [](const std::string &more) {
            return resolved(R"({"model": {"preset": "qwen2.5-0.5b"}, "objective": "grpo", "method": "lora", "micro_batch": 1)" +
                            more + "}")
                .plan.micro_batch;
        };
        QCOMPARE(batch(R"(, "stack": "unsloth", "gradient_accumulation": 4, "rollout": {"generations": 6})"), Count{6});
        QCOMPARE(batch(R"(, "stack": "unsloth", "gradient_accumulation": 12, "rollout": {"generations": 6})"), Count{1});
        QCOMPARE(batch(R"(, "stack": "unsloth", "gradient_accumulation": 4,
                          "rollout": {"generations": 6, "steps_per_generation": 6})"),
                 Count{1});
        QCOMPARE(batch(R"(, "stack": "trl", "gradient_accumulation": 6, "rollout": {"generations": 6})"), Count{1});
        QCOMPARE(refused(R"("micro_batch": 1, "gradient_accumulation": 4, "rollout": {"generations": 6})"),
                 std::string("rollout.generations")); // TRL fills nothing
        const ResolvedPlan own = resolved(R"({"model": {"preset": "qwen2.5-0.5b"}, "stack": "unsloth", "objective": "grpo"})");
        QCOMPARE(own.plan.rollout.beta.value_or(0), 0.001);
    }

    /// trl 1.16 generation/vllm_generation.py, _init_vllm; ms-swift 4.6 rlhf_trainers/rollout_mixin.py.
    void an_engine_is_shared_by_whole_groups_of_ranks()
    {
        const auto of = [](int ranks, int tensor, const char *more = "") {
            return R"("method": "lora", "parallel": {"data": )" + std::to_string(ranks) +
                   R"(}, "rollout": {"engine": "vllm", "tensor": )" + std::to_string(tensor) + more + "}";
        };
        for (const char *stack : {"trl", "axolotl", "ms-swift"}) {
            QCOMPARE(refused(of(4, 3), stack), std::string("rollout.tensor"));
            QCOMPARE(refused(of(1, 2), stack), std::string("rollout.tensor"));
            for (const int divides : {1, 2, 4}) QCOMPARE(refused(of(4, divides), stack), std::string());
            QCOMPARE(refused(of(4, 3, R"(, "colocated": false)"), stack), std::string());
        }
    }

    /// The same function, of a Linear8bitLt in the model that trains.
    void no_engine_beside_weights_of_8_bits()
    {
        const std::string lora = R"("method": "lora", "weights": {"quant": "int8"}, "rollout": {"engine": )";
        for (const char *stack : {"trl", "axolotl"}) {
            QCOMPARE(refused(lora + R"("vllm"})", stack), std::string("weights.quant"));
            QCOMPARE(refused(lora + R"("vllm", "colocated": false})", stack), std::string());
            QCOMPARE(refused(lora + R"("transformers"})", stack), std::string());
        }
    }

    /// vllm 0.33: a prompt as long as the context is refused; what it and its completion have no room for ends early.
    void a_context_holds_a_prompt_and_more()
    {
        const auto lengths = [](int context) {
            return R"("rollout": {"engine": "vllm", "prompt_length": 512, "completion_length": 256, "max_model_length": )" +
                   std::to_string(context) + "}";
        };
        QCOMPARE(refused(lengths(256)), std::string("rollout.max_model_length"));
        QCOMPARE(refused(lengths(512)), std::string("rollout.max_model_length"));
        QCOMPARE(refused(lengths(513)), std::string());
        QVERIFY(says(grpo(", " + lengths(640)), "rollout_context_short"));
        QVERIFY(!says(grpo(", " + lengths(768)), "rollout_context_short"));
    }

    /// Nothing is there to score before the training makes it, and nobody asks a reference that weighs nothing.
    void a_reference_of_completions_is_asked_while_it_trains()
    {
        for (const char *objective : {"grpo", "rloo"}) {
            const std::string of = R"("method": "lora", "rollout": {"reference": )";
            QCOMPARE(refused(of + R"("precomputed", "beta": 0.1})", "trl", objective), std::string("rollout.reference"));
            QCOMPARE(refused(of + R"("model", "beta": 0.1})", "trl", objective), std::string());
        }
        const auto idle = [](const char *rollout) {
            const ResolvedPlan plan = grpo(std::string(R"(, "rollout": )") + rollout);
            return std::ranges::any_of(plan.warnings, [](const Warning &one) { return one.field == "rollout.reference"; });
        };
        QVERIFY(idle(R"({"reference": "model", "beta": 0})") && idle(R"({"reference": "model"})"));
        QVERIFY(!idle(R"({"reference": "model", "beta": 0.1})"));
    }

    /// The engine that generates is a library that the plan runs through: beside the training, or as the server of its answer.
    void an_engine_that_generates_is_a_library_of_the_plan()
    {
        const auto uses = [](const char *rollout) { return uses_library("vllm", grpo(rollout).plan); };
        QVERIFY(uses(R"(, "rollout": {"engine": "vllm"})"));
        QVERIFY(uses(R"(, "rollout": {"engine": "vllm", "colocated": false})"));
        QVERIFY(!uses(R"(, "rollout": {"engine": "sglang"})"));
        QVERIFY(!uses(""));
    }

    /// AgileRL 2.8 makes a LoraConfig where it is handed none; one that is handed over has PEFT's own values for the rest.
    void a_configuration_that_is_handed_over_is_pefts()
    {
        const auto adapter = [](const std::string &more) {
            return resolved(R"({"model": {"preset": "qwen2.5-0.5b"}, "stack": "agilerl", "objective": "grpo", "method": "lora")" +
                            more + "}")
                .plan.adapter;
        };
        QCOMPARE(adapter("").dropout, 0.05);
        QCOMPARE(adapter("").alpha, 32.0);
        const Adapter own = adapter(R"(, "adapter": {"rank": 8, "targets": "all-linear"})");
        QCOMPARE(own.dropout, 0.0);
        QCOMPARE(own.alpha, 8.0);
        QCOMPARE(adapter(R"(, "adapter": {"rank": 8, "dropout": 0.1})").dropout, 0.1);
    }

    /// A mask of 32,768 × 32,768 in one byte and in two.
    void long_rows_may_be_padded()
    {
        const std::string rows = R"(, "micro_batch": 1, "attention": "sdpa", "sequence_length": 32768)";
        const ResolvedPlan longer = grpo(rows);
        const auto said = std::ranges::find(longer.warnings, std::string("rows_may_be_padded"), &Warning::code);
        QVERIFY(said != longer.warnings.end() && said->text.find("3.0") != std::string::npos);
        QVERIFY(!says(grpo(rows + R"(, "padded": true)"), "rows_may_be_padded"));
        QVERIFY(!says(grpo(rows + R"(, "padded": false)"), "rows_may_be_padded"));
        QVERIFY(!says(grpo(R"(, "micro_batch": 1, "attention": "sdpa", "sequence_length": 4096)"), "rows_may_be_padded"));
    }

    /// AgileRL rewrites names of a model whose towers clamp their linears; PEFT by itself raises on them.
    void adapters_of_a_clamped_model_lie_in_its_language_model()
    {
        const auto seeing = [](const std::string &stack, const std::string &targets) {
            return "{\"model\": {\"preset\": \"gemma-4-e2b-it\"}, \"objective\": \"grpo\", \"method\": \"lora\", \"stack\": \"" +
                   stack + "\", \"adapter\": {\"targets\": " + targets + "}}";
        };
        const ResolvedPlan named = resolved(seeing("agilerl", "[\"q_proj\", \"v_proj\"]"));
        QCOMPARE(named.plan.adapter.targets, std::vector<std::string>{".*language_model.*\\.(q_proj|v_proj)(\\.linear)?"});
        QVERIFY(named.plan.adapter.targets_regex && says(named, "targets_taken"));
        const ResolvedPlan all = resolved(seeing("agilerl", "\"all-linear\""));
        QVERIFY(all.plan.adapter.targets.front().find("gate_proj") != std::string::npos && says(all, "targets_taken"));
        const ResolvedPlan chosen = resolved(seeing("agilerl", "\".*language_model.*q_proj\""));
        QVERIFY(!says(chosen, "targets_taken"));
        QVERIFY(!says(resolved(seeing("trl", "\"all-linear\"")), "targets_taken"));
        const ResolvedPlan plain = resolved(R"({"model": {"preset": "qwen2.5-0.5b"}, "stack": "agilerl", "objective": "grpo",
            "adapter": {"targets": ["q_proj"]}})");
        QVERIFY(!says(plain, "targets_taken") && !plain.plan.adapter.targets_regex);
    }

    /// LLaMA-Factory 0.9.6 model/model_utils/visual.py, patch_target_modules: freeze_vision_tower is true where nobody says.
    void llama_factory_keeps_adapters_out_of_towers()
    {
        const auto wrapped = [](const std::string &model, const std::string &more) {
            const ResolvedPlan plan = resolved("{\"model\": {\"preset\": \"" + model +
                                               "\"}, \"method\": \"lora\", \"stack\": \"llama-factory\"" + more + "}");
            const Result<ArchitectureRef> read = load_model({.preset = model});
            if (!read) qFatal("%s", read.error().message().c_str());
            const Result<AdaptedModules> adapted = adapted_modules(**read, plan.plan.adapter);
            std::pair<Count, Count> out;
            if (adapted.ok())
                for (const AdaptedModule &target : adapted->targets)
                    ++(target.module.find("visual.") != std::string::npos ? out.first : out.second);
            return out;
        };
        const std::string model = "qwen2.5-vl-7b-instruct";
        QCOMPARE(wrapped(model, ""), (std::pair<Count, Count>{0, 28 * 7}));
        QCOMPARE(wrapped(model, R"(, "images": {"per_row": 1, "tower": "adapters"})"),
                 (std::pair<Count, Count>{32 * 5 + 2, 28 * 7}));
        QCOMPARE(wrapped(model, R"(, "adapter": {"settings": {}})"), (std::pair<Count, Count>{32 * 5 + 2, 28 * 7}));
        QCOMPARE(wrapped(model, R"(, "adapter": {"targets": ["gate_proj"]})"), (std::pair<Count, Count>{0, 28}));
        QCOMPARE(wrapped("qwen2.5-0.5b", ""), (std::pair<Count, Count>{0, 24 * 7}));
    }
};

PLIMSOLL_TEST(TestRolloutRows)
} // namespace PLIMSOLL_FILE
#include "test_rollout_rows.moc"
