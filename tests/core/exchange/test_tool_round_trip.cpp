// SPDX-License-Identifier: GPL-3.0-or-later
// Plan → file → plan: what a tool can say of random plans is the same again, and the rest is listed.
#include "core/exchange/exchange.h"
#include "core/exchange/import.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "tests/random_plan.h"
#include "tests/sanitizers.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <array>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using nlohmann::json;

/** Names that each tool which has them should keep. */
const std::vector<json> optimizer_names{"adamw",
                                        "adam",
                                        "sgd",
                                        "sgd_momentum",
                                        "lion",
                                        "adafactor",
                                        "adamw_8bit",
                                        "adamw_4bit",
                                        "paged_adamw_8bit",
                                        "paged_adamw_32bit",
                                        "galore",
                                        "apollo",
                                        "muon",
                                        "none",
                                        "lion_8bit",
                                        "ademamix",
                                        "schedule_free_adamw",
                                        "lomo",
                                        "adagrad",
                                        "galore_adamw_8bit",
                                        "rmsprop"};

/// What ms-swift's switches freeze, as a plan has it.
std::string import_of(const std::string &switches)
{
    const Result<Imported> read =
        imported("model: Qwen/Qwen2.5-VL-7B-Instruct\ntuner_type: full\ndataset: d\ntorch_dtype: bfloat16\n" + switches, {});
    return read.ok() && read->plan.trainable && !read->plan.trainable->frozen.empty() ? read->plan.trainable->frozen.front()
                                                                                      : std::string("none");
}

/// More than random_plan() writes: what spreads the training, forms of optimizers and losses, adapters' settings.
json random_training(std::mt19937 &random)
{
    const auto below = [&random](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    const auto one_of = [&](const std::vector<json> &all) {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    };
    json out = tests::random_plan(random, 20'000'000'000);
    while (out.contains("task")) out = tests::random_plan(random, 20'000'000'000);
    out["model"] = one_of({{{"hub", "org/name"}}, {{"hub", "Qwen/Qwen2.5-7B"}}});
    const auto maybe = [&](const char *section, const char *name, const std::vector<json> &values) {
        if (below(3) != 0) return;
        if (*section == '\0')
            out[name] = one_of(values);
        else
            out[section][name] = one_of(values);
    };
    maybe("", "gradient_checkpointing",
          {true, false, "offload", {{"reentrant", true}}, {{"every", 2}}, {{"offload", "activations"}}, {{"selective", "mlp"}}});
    maybe("", "autocast", {"none", "bf16", "fp16"});
    maybe("", "attention", {"eager", "sdpa", "flash2", "flash3"});
    maybe("", "compile", {true, false});
    maybe("", "padded", {true, false});
    maybe("", "max_grad_norm", {0, 1, 0.5});
    maybe("", "gradient_accumulation", {1, 4, 16});
    maybe("", "objective", {"sft", "dpo"});
    maybe("optimizer", "name", optimizer_names);
    maybe("optimizer", "implementation", {"fused", "foreach", "single"});
    maybe("optimizer", "rank", {64, 128});
    maybe("optimizer", "in_backward", {true, false});
    maybe("loss", "kind", {"full", "chunked", "fused", "fused_ce", "cut"});
    maybe("evaluation", "micro_batch", {0, 2, 8});
    maybe("weights", "dtype", {"fp32", "fp16", "bf16", "auto"});
    maybe("allocator", "expandable_segments", {true, false});
    const bool adapter = out["method"] != "full";
    if (adapter) maybe("weights", "quant", {"none", "nf4", "fp4", "int8", "gptq4"});
    maybe("weights", "double_quant", {true, false});
    maybe("weights", "quant_storage", {"bf16", "fp32"});
    maybe("adapter", "targets", {"all-linear", "default", json::array({"q_proj"}), json::array({"q_proj", "v_proj"}), ".*_proj"});
    maybe("adapter", "alpha", {8, 32, 0.5});
    maybe("adapter", "dropout", {0, 0.05});
    maybe("adapter", "dora", {true, false});
    maybe("adapter", "rslora", {true, false});
    maybe("adapter", "bias", {"none", "all"});
    maybe("adapter", "dtype", {"fp32", "bf16"});
    maybe("adapter", "modules_to_save", {json::array({"lm_head"}), json::array({"embed_tokens", "lm_head"})});
    if (below(2) == 0) return out;
    out["parallel"]["data"] = one_of({1, 2, 8});
    maybe("parallel", "engine", {"ddp", "fsdp1", "fsdp2", "deepspeed", "native", "megatron"});
    maybe("parallel", "zero", {0, 1, 2, 3});
    maybe("parallel", "offload", {"none", "optimizer", "parameters", "both", "nvme"});
    maybe("parallel", "tensor", {1, 2});
    maybe("parallel", "context", {1, 2});
    maybe("parallel", "context_backend", {"ring", "ulysses"});
    maybe("parallel", "replicate", {1, 2});
    maybe("parallel", "wrap", {"layer", "layer+ends", "none", {{"min_params", 1000000}}});
    maybe("parallel", "reshard_after_forward", {true, false});
    maybe("parallel", "use_orig_params", {true, false});
    maybe("parallel", "backward_prefetch", {"none", "pre", "post"});
    maybe("parallel", "forward_prefetch", {true, false});
    maybe("parallel", "limit_all_gathers", {true, false});
    maybe("parallel", "cpu_ram_efficient_loading", {true, false});
    maybe("parallel", "bucket_mb", {25, 50});
    maybe("parallel", "static_graph", {true, false});
    maybe("parallel", "find_unused_parameters", {true, false});
    maybe("parallel", "deepspeed",
          {{{"overlap_comm", true}}, {{"reduce_bucket_size", 50000000}, {"contiguous_gradients", false}}});
    return out;
}

/// Preferences, completions that are drawn, and teachers, with what stands beside the training.
json random_objective(std::mt19937 &random)
{
    const auto below = [&random](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    const auto one_of = [&](const std::vector<json> &all) {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    };
    json out{
        {"model", {{"hub", "Qwen/Qwen2.5-7B"}}}, {"method", one_of({"full", "lora", "qlora"})}, {"micro_batch", one_of({1, 4})}};
    const auto maybe = [&](const char *section, const char *name, const std::vector<json> &values) {
        if (below(2) == 0) out[section][name] = one_of(values);
    };
    const json aim = one_of({"dpo", "kto", "orpo", "cpo", "grpo", "rloo", "gkd", "distillation", "online_dpo", "reward", "sft"});
    out["objective"] = aim;
    if (below(2) == 0) out["stack"] = one_of({"trl", "transformers", "axolotl", "unsloth"});
    maybe("preference", "prompt_length", {64, 512});
    maybe("preference", "reference", {"precomputed", "model", "adapter_off", "adapter_copy", "none"});
    maybe("preference", "precompute_batch", {1, 16});
    if (aim == "dpo") maybe("preference", "loss_type", {"ipo", "hinge", "sigmoid", "robust", "apo_zero", "bco_pair"});
    if (aim == "kto") maybe("preference", "loss_type", {"kto", "apo_zero_unpaired"});
    if (aim == "online_dpo") maybe("preference", "loss_type", {"ipo", "sigmoid"});
    if (aim == "cpo") maybe("preference", "loss_type", {"simpo", "ipo", "hinge", "sigmoid"});
    if (aim == "cpo" || aim == "orpo") maybe("preference", "nll", {true, false});
    maybe("rollout", "engine", {"transformers", "vllm", "vllm", "sglang"});
    maybe("rollout", "colocated", {true, false});
    maybe("rollout", "gpu_memory_utilization", {0.25, 0.5});
    maybe("rollout", "sleep", {0, 1, 2});
    maybe("rollout", "prompt_length", {128, 512});
    maybe("rollout", "completion_length", {128, 1024});
    maybe("rollout", "generations", {4, 16});
    maybe("rollout", "max_model_length", {2048, 4096});
    maybe("rollout", "max_num_seqs", {16, 64});
    maybe("rollout", "tensor", {1, 2});
    maybe("rollout", "steps_per_generation", {1, 4});
    maybe("rollout", "iterations", {1, 2});
    maybe("rollout", "beta", {0.0, 0.04});
    maybe("rollout", "reference", {"model", "adapter_off", "adapter_copy", "none"});
    maybe("rollout", "offload_trainer", {true, false});
    maybe("rollout", "reward_models",
          {json::array({{{"hub", "org/judge"}}}), json::array({{{"hub", "org/a"}}, {{"hub", "org/b"}}})});
    if (aim == "online_dpo") out["rollout"]["reward_models"] = json::array({{{"hub", "org/judge"}}}); // else no key tells it
    if (aim == "gkd" || aim == "distillation" || below(4) == 0) out["distillation"]["teacher"] = {{"hub", "org/teacher"}};
    maybe("distillation", "on_policy", {0.5, 1.0});
    return out;
}

/// What is asked of a plan, not set in it, and who carries it out.
bool is_no_setting(const std::string &path)
{
    return path == "name" || path == "task" || path == "stack" || path.starts_with("target.") || path.starts_with("libraries.");
}

/// Plans of a tool: under sanitizers, which look for what one plan of a kind shows as well as many, a fifth of them.
int rounds(int all) { return sanitized() ? all / 5 : all; }

} // namespace

class TestRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void plans_come_back_data()
    {
        QTest::addColumn<QByteArray>("tool");
        for (const char *tool :
             {"trl", "accelerate", "deepspeed", "axolotl", "llama-factory", "unsloth", "ms-swift", "peft", "plimsoll"})
            QTest::newRow(tool) << QByteArray(tool);
    }

    void plans_come_back()
    {
        QFETCH(const QByteArray, tool);
        std::mt19937 random(36);
        std::size_t compared = 0;
        for (int i = 0; i < rounds(500); ++i) {
            const json document = random_training(random);
            const std::string shown = document.dump();
            const Result<ParsedPlan> plan = plan_from_object(document);
            QVERIFY2(plan.ok(), shown.c_str());
            if (tool == "peft" && plan->plan.method == Method::full) continue; // no adapter
            const Result<Exported> made = exported(plan->plan, tool.toStdString());
            QVERIFY2(made.ok(), shown.c_str());
            const Result<Imported> back = imported(made->text, {});
            QVERIFY2(back.ok(), made->text.c_str());
            QCOMPARE(back->tool, tool.toStdString());
            for (const ImportedKey &key : back->not_said)
                QVERIFY2(key.why.find("no such key") == std::string::npos, (key.key + '\n' + made->text).c_str());
            for (const std::string &path : plan->plan.given) {
                const auto unsaid = std::ranges::find(made->not_said, path, &NotSaid::field);
                if (is_no_setting(path) || unsaid != made->not_said.end()) continue;
                const Field *const field = find_field(path);
                const std::string here = field->write(plan->plan).dump(), there = field->write(back->plan).dump();
                QVERIFY2(back->plan.has(path) || field->write(Plan()).dump() == here,
                         (path + " is lost: " + shown + '\n' + made->text).c_str());
                QVERIFY2(here == there, (path + ' ' + here + " became " + there + ": " + shown + '\n' + made->text).c_str());
                ++compared;
            }
        }
        QVERIFY(std::cmp_greater(compared, rounds(500)));
    }

    void objectives_come_back_data()
    {
        QTest::addColumn<QByteArray>("tool");
        for (const char *tool : {"trl", "axolotl", "llama-factory", "unsloth", "ms-swift", "verl", "openrlhf"})
            QTest::newRow(tool) << QByteArray(tool);
    }

    /// Whatever an objective has beside the training is the same again, or listed with its reason.
    void objectives_come_back()
    {
        QFETCH(const QByteArray, tool);
        std::mt19937 random(47);
        std::size_t compared = 0;
        for (int i = 0; i < rounds(400); ++i) {
            const json document = random_objective(random);
            const std::string shown = document.dump();
            const Result<ParsedPlan> plan = plan_from_object(document);
            QVERIFY2(plan.ok(), shown.c_str());
            const Result<Exported> made = exported(plan->plan, tool.toStdString());
            const bool draws = document["objective"] == "grpo" || document["objective"] == "rloo";
            if (!draws && (tool == "verl" || tool == "openrlhf")) { // which are written for nothing else
                QVERIFY(!made.ok() && made.error().field == "objective");
                continue;
            }
            QVERIFY2(made.ok(), shown.c_str());
            const Result<Imported> back = imported(made->text, {});
            QVERIFY2(back.ok(), made->text.c_str());
            QCOMPARE(back->tool, tool.toStdString());
            for (const ImportedKey &key : back->not_said)
                QVERIFY2(key.why.find("no such key") == std::string::npos, (key.key + '\n' + made->text).c_str());
            for (const std::string &path : plan->plan.given) {
                const auto unsaid = std::ranges::find(made->not_said, path, &NotSaid::field);
                if (is_no_setting(path) || unsaid != made->not_said.end()) continue;
                const Field *const field = find_field(path);
                const std::string here = field->write(plan->plan).dump(), there = field->write(back->plan).dump();
                QVERIFY2(here == there, (path + ' ' + here + " became " + there + ": " + shown + '\n' + made->text).c_str());
                QVERIFY2(back->plan.has(path) || field->write(Plan()).dump() == here,
                         (path + " is lost: " + shown + '\n' + made->text).c_str());
                compared += path.starts_with("rollout.") || path.starts_with("preference.") || path.starts_with("dist") ? 1 : 0;
            }
        }
        QVERIFY2(std::cmp_greater(compared, rounds(100)) || tool == "llama-factory",
                 QByteArray::number(static_cast<int>(compared)));
    }

    void frozen_parts_of_a_model_that_sees()
    {
        const json parts[] = {{{"frozen", {R"((^|\.)(language_model|lm_head|llm)\.)"}}},
                              {{"frozen", {import_of("freeze_vit: true\nfreeze_aligner: false\n")}}},
                              {{"frozen", {import_of("freeze_vit: false\nfreeze_aligner: true\n")}}},
                              {{"frozen", {import_of("freeze_vit: true\nfreeze_aligner: true\nfreeze_llm: false\n")}}}};
        for (const json &part : parts)
            for (const char *tool : {"ms-swift", "llama-factory"}) {
                const bool usual = part == parts[3] && std::string_view(tool) == "llama-factory"; // as it is where nobody says
                const json document{{"model", {{"hub", "Qwen/Qwen2.5-VL-7B-Instruct"}}}, {"method", "full"}, {"trainable", part}};
                const Plan plan = plan_from_object(document)->plan;
                const Result<Exported> made = exported(plan, tool);
                QVERIFY(made.ok());
                QVERIFY(std::ranges::find(made->not_said, std::string("trainable"), &NotSaid::field) == made->not_said.end());
                const Result<Imported> back = imported(made->text, {});
                QVERIFY(back.ok());
                QVERIFY2(usual || back->plan.trainable == plan.trainable, made->text.c_str());
            }
    }
};

PLIMSOLL_TEST(TestRoundTrip)
} // namespace PLIMSOLL_FILE
#include "test_tool_round_trip.moc"
