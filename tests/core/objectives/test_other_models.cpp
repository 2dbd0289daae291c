// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/plan/names.h"
#include "tests/core/objectives/objective_rows.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

// Models of their own beside the one that trains: teachers, and those that reward.

using namespace plimsoll;
using nlohmann::json;

namespace {

/// The row's step with a second model of four layers in the place that `field` names.
Result<step::Trace> run_beside(const json &row, const char *field)
{
    json other = row["plan"]["model"]["config"];
    other["num_hidden_layers"] = 4;
    json named = row;
    if (field == std::string("distillation"))
        named["plan"]["distillation"]["teacher"] = {{"config", other}};
    else
        named["plan"]["rollout"]["reward_models"] = json::array({{{"config", other}}});
    const Result<ArchitectureRef> own = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
    const Result<ArchitectureRef> read = architecture_from_config(other.dump(), "inline");
    const auto parsed = plan_from_json(named["plan"].dump());
    if (!own) return own.error();
    if (!read) return read.error();
    if (!parsed) return parsed.error();
    Architecture both = **own;
    if (field == std::string("distillation"))
        both.teacher = *read;
    else
        both.reward_models = {*read};
    const Result<ResolvedPlan> resolved = resolve(parsed->plan, both);
    if (!resolved) return resolved.error();
    return step::simulate(both, *resolved, {}, false);
}

Bytes bytes_of(const step::Trace &trace, std::string_view name)
{
    Bytes out = 0;
    for (const auto &[resident, bytes] : trace.residents)
        if (resident == name) out += bytes;
    return out;
}

const json lengths{{"rollout", {{"prompt_length", 48}, {"completion_length", 16}}}};

} // namespace

class TestOtherModels : public QObject {
    Q_OBJECT
private slots:
    void a_teacher_is_a_resident_of_its_own();
    void a_teacher_comes_in_its_checkpoints_dtype();
    void online_pairs_come_in_their_checkpoints_dtype();
    void whole_logits_of_both_stand_in_the_divergence();
    void a_divergence_in_tiles_does_not_grow_with_the_vocabulary();
    void rows_of_its_own_are_as_long_as_they_are_made();
    void a_model_that_rewards_answers_all_completions();
    void judges_are_whole_but_under_deepspeed();
    void a_teacher_has_the_models_vocabulary();
    void online_pairs_hold_logits_of_their_completions();
};

void TestOtherModels::a_teacher_is_a_resident_of_its_own()
{
    for (const char *objective : {"gkd", "distillation"}) {
        const auto taught = run_beside(objective_row(objective, lengths), "distillation");
        const auto alone = run_of(objective_row(objective, lengths), false);
        QVERIFY2(taught.ok(), taught.ok() ? "" : taught.error().message().c_str());
        QVERIFY2(alone.ok(), alone.ok() ? "" : alone.error().message().c_str());
        const Bytes more = held_of(*taught, Component::weights) - held_of(*alone, Component::weights);
        QCOMPARE(bytes_of(*taught, teacher), more);
        QVERIFY(more > bytes_of(*taught, policy)); // four layers for two
        QVERIFY(peak_in(*taught, Phase::reference) > 0);
    }
}

/// TRL 1.16 prepares them for DeepSpeed alone; accelerate's prepare_model(evaluation_mode=True) wraps nothing.
void TestOtherModels::judges_are_whole_but_under_deepspeed()
{
    for (const char *field : {"rollout", "distillation"}) {
        const auto held = [field](const char *engine) {
            json changed = lengths;
            if (engine != nullptr) changed["parallel"] = {{"data", 4}, {"zero", 3}, {"engine", engine}};
            const bool taught = field == std::string("distillation");
            const auto run = run_beside(objective_row(taught ? "gkd" : "grpo", changed), field);
            return run.ok() ? bytes_of(*run, taught ? teacher : reward_model) : Bytes(-1);
        };
        const Bytes alone = held(nullptr);
        QVERIFY(alone > 0);
        QCOMPARE(held("fsdp2"), alone);
        QCOMPARE(held("fsdp1"), alone);
        QVERIFY(held("deepspeed") > 0 && held("deepspeed") < alone / 2);
    }
}

/// TRL 1.16 gkd_trainer.py and distillation_trainer.py raise on another one.
void TestOtherModels::a_teacher_has_the_models_vocabulary()
{
    json row = objective_row("gkd", lengths);
    const Result<ArchitectureRef> own = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
    json other = row["plan"]["model"]["config"];
    other["vocab_size"] = other["vocab_size"].get<int>() + 64;
    const Result<ArchitectureRef> read = architecture_from_config(other.dump(), "inline");
    row["plan"]["distillation"]["teacher"] = {{"config", other}};
    const auto parsed = plan_from_json(row["plan"].dump());
    QVERIFY(own && read && parsed);
    Architecture both = **own;
    both.teacher = *read;
    const Result<ResolvedPlan> resolved = resolve(parsed->plan, both);
    QVERIFY(!resolved.ok());
    QCOMPARE(resolved.error().field, std::string("distillation.teacher"));
}

/// TRL 1.16 experimental/gkd/gkd_trainer.py and trainer/distillation_trainer.py load a teacher without a dtype, which transformers 5.23
/// takes for "auto", and the model that trains in float32.
void TestOtherModels::a_teacher_comes_in_its_checkpoints_dtype()
{
    for (const char *objective : {"gkd", "distillation"}) {
        const auto taught = [objective](const char *trained) {
            json changed = lengths;
            changed["weights"] = {{"dtype", trained}};
            const auto run = run_beside(objective_row(objective, changed), "distillation");
            return run.ok() ? std::pair(bytes_of(*run, teacher), bytes_of(*run, policy)) : std::pair(Bytes(-1), Bytes(-1));
        };
        const auto wide = taught("fp32"), narrow = taught("bf16");
        QVERIFY(narrow.first > 0);
        QCOMPARE(wide.first, narrow.first);
        QVERIFY(wide.second > narrow.second * 19 / 10);
    }
}

/// TRL 1.16 experimental/online_dpo/online_dpo_trainer.py: model_init_kwargs without a dtype is "auto".
void TestOtherModels::online_pairs_come_in_their_checkpoints_dtype()
{
    const auto dtype = [](const char *objective) {
        json row = objective_row(objective, lengths);
        row["plan"].erase("weights");
        row["plan"]["model"]["config"]["torch_dtype"] = "bfloat16";
        const Result<ArchitectureRef> read = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
        const auto parsed = plan_from_json(row["plan"].dump());
        const Result<ResolvedPlan> resolved = resolve(parsed->plan, **read);
        return resolved.ok() ? std::optional(resolved->plan.weights.dtype) : std::nullopt;
    };
    QVERIFY(dtype("online_dpo") == WeightDtype::bf16);
    QVERIFY(dtype("dpo") == WeightDtype::fp32);
}

/// TRL 1.16 gkd_trainer.py: fifteen float32 tensors of all positions but one, beside the logits of both.
void TestOtherModels::whole_logits_of_both_stand_in_the_divergence()
{
    constexpr Count vocabulary = 65536, rows = 4, shown = 63;
    const json change{{"distillation", {{"on_policy", 0}}}};
    const auto run = run_beside(objective_row("gkd", change, vocabulary), "distillation");
    QVERIFY2(run.ok(), run.ok() ? "" : run.error().message().c_str());
    const Bytes each = rows * shown * vocabulary * 4;
    const double beyond = static_cast<double>(peak_in(*run, Phase::objective) - peak_in(*run, Phase::reference));
    // the teacher's bf16 logits stood at the peak of its pass, and are gone
    QVERIFY2(std::abs(beyond / static_cast<double>(each) - 14.5) < 0.2,
             qPrintable(QString::number(beyond / static_cast<double>(each))));
}

void TestOtherModels::a_divergence_in_tiles_does_not_grow_with_the_vocabulary()
{
    const auto peak = [](int vocabulary) {
        const auto run = run_beside(objective_row("distillation", lengths, vocabulary), "distillation");
        if (!run.ok()) return Bytes(-1);
        return peak_in(*run, Phase::objective) - held_of(*run, Component::weights) - held_of(*run, Component::optimizer);
    };
    QVERIFY(peak(65536) > 0);
    QCOMPARE(peak(131072), peak(65536));
}

void TestOtherModels::rows_of_its_own_are_as_long_as_they_are_made()
{
    json made = lengths, given = lengths;
    made["sequence_length"] = given["sequence_length"] = 512;
    made["distillation"]["on_policy"] = 1;
    given["distillation"]["on_policy"] = 0;
    const auto short_rows = run_beside(objective_row("gkd", made), "distillation"),
               long_rows = run_beside(objective_row("gkd", given), "distillation");
    QVERIFY(short_rows.ok() && long_rows.ok());
    QVERIFY(peak_in(*short_rows, Phase::generate) > 0);
    QCOMPARE(peak_in(*long_rows, Phase::generate), Bytes(0));
    QVERIFY(peak_in(*short_rows, Phase::objective) < peak_in(*long_rows, Phase::objective));
}

void TestOtherModels::a_model_that_rewards_answers_all_completions()
{
    json four = lengths;
    four["gradient_accumulation"] = 4;
    const auto one = run_beside(objective_row("grpo", lengths), "rollout"),
               more = run_beside(objective_row("grpo", four), "rollout");
    const auto none = run_of(objective_row("grpo", lengths), false);
    QVERIFY2(one.ok(), one.ok() ? "" : one.error().message().c_str());
    QVERIFY(more.ok() && none.ok());
    QVERIFY(bytes_of(*one, reward_model) > 0);
    QCOMPARE(peak_in(*none, Phase::reward), Bytes(0));
    QVERIFY(peak_in(*more, Phase::reward) > peak_in(*one, Phase::reward)); // of a whole generation at once
}

void TestOtherModels::online_pairs_hold_logits_of_their_completions()
{
    constexpr Count vocabulary = 65536;
    json longer = lengths;
    longer["rollout"] = {{"prompt_length", 32}, {"completion_length", 32}};
    const auto few = run_of(objective_row("online_dpo", lengths, vocabulary), false),
               many = run_of(objective_row("online_dpo", longer, vocabulary), false);
    QVERIFY2(few.ok(), few.ok() ? "" : few.error().message().c_str());
    QVERIFY(many.ok());
    // float32 log-probabilities of two completions of each of four prompts stand until backward
    const Bytes each = Bytes(16) * 8 * vocabulary * 4;
    QVERIFY(peak_in(*many, Phase::reference) - peak_in(*few, Phase::reference) >= each);
}

PLIMSOLL_TEST(TestOtherModels)
} // namespace PLIMSOLL_FILE
#include "test_other_models.moc"
