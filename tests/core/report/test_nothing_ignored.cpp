// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/load/load.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/report/estimate_json.h"
#include "core/api/answer.h"
#include "core/resolve/gate.h"
#include "tests/test_program.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

// Small ones of each kind, so that thousands of plans are answered in seconds.
constexpr const char *dense =
    R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 64, "vocab_size": 512,
    "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "dtype": "bfloat16",
    "max_position_embeddings": 4096})";
constexpr const char *experts = R"({"model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "hidden_size": 64,
    "vocab_size": 512, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
    "num_local_experts": 4, "num_experts_per_tok": 2, "dtype": "bfloat16", "max_position_embeddings": 4096})";
constexpr const char *encoder_decoder = R"({"model_type": "t5", "architectures": ["T5ForConditionalGeneration"], "d_model": 64,
    "d_kv": 16, "d_ff": 128, "num_layers": 2, "num_heads": 4, "vocab_size": 512, "dtype": "bfloat16"})";

ArchitectureRef model(const char *config)
{
    const Result<ArchitectureRef> read = load_model({.config_text = config});
    if (!read.ok()) qFatal("%s", read.error().message().c_str());
    return *read;
}

/// Values of a field that are not all its default; a field of a new kind has to be taught here.
std::vector<json> values_of(const Field &field)
{
    static const std::map<std::string, std::vector<json>> objects{
        {"adapter.targets", {json::array({"q_proj"}), "default"}},
        {"adapter.settings", {{{"num_B", 3}}}},
        {"gradient_checkpointing",
         {true,
          false,
          "offload",
          {{"every", 2}},
          {{"selective", "mlp"}},
          {{"selective", "operations"}},
          {{"selective", {"layernorm", "moe_act"}}},
          {{"reentrant", true}},
          {{"offload", "activations"}}}},
        {"inference.gpu_layers", {"all", "auto", 1}},
        {"inference.images.limit", {1, {{"image", 1}, {"video", 0}}}},
        {"extract.layers", {json::array({1})}},
        {"extract.hooks", {json::array({"hook_embed"})}},
        {"inference.assistant", {{{"preset", "qwen2.5-0.5b"}}}},
        {"inference.speculative.model", {{{"preset", "qwen2.5-0.5b"}}}},
        {"distillation.teacher", {{{"preset", "qwen2.5-0.5b"}}}},
        {"rollout.reward_models", {json::array({{{"preset", "qwen2.5-0.5b"}}})}},
        {"kernels", {"fla", "liger"}},
        {"lora_kernels", {"none", json::array({"mlp", "o"})}},
        {"optimizer.targets", {json::array({"attn"}), "all-linear"}},
        {"parallel.wrap", {"layer", "layer+ends", "none", {{"min_params", 1'000'000}}}},
        {"parallel.deepspeed", {{{"overlap_comm", true}}}},
        {"trainable", {{{"last_layers", 1}}, json::array({"q_proj"})}},
        {"weights.quant", {"nf4", "int8", "none", "fp8", "Q4_K"}},
        {"adapter.dtype", {"bf16", "fp16"}},
        {"optimizer.implementation", {"fused", "foreach", "single"}},
        {"attention", {"eager", "flash2", "sdpa"}}};
    if (const auto known = objects.find(field.path); known != objects.end()) return known->second;
    if (field.path.starts_with("libraries.")) return {"0.3.1", "4.40.0"};
    switch (field.type) {
    case FieldType::choice: return {field.choices.begin(), field.choices.end()};
    case FieldType::integer: return {3, 0};
    case FieldType::number: return {0.25, 3.5};
    case FieldType::boolean: return {true, false};
    case FieldType::size: return {Bytes{1} << 30};
    case FieldType::list: return {json::array({"lm_head"})};
    case FieldType::text:
        if (!field.takes.values.empty()) return {field.takes.values.begin(), field.takes.values.end()};
        return {"a text"};
    case FieldType::object: return {};
    }
    return {};
}

/// Fields that say which plan is answered rather than how.
bool names_the_run(const std::string &path)
{
    return path == "name" || path == "model" || path == "task" || path == "stack" || path == "target.gpus";
}

struct Said {
    std::string figures; ///< all but the plan and what is said about it
    std::vector<Warning> warnings;
    std::vector<std::string> assumptions;
    Plan plan;
};

constexpr EstimateOptions bytes_alone{.timeline = false, .allocator = false, .explain = false, .time = false};
constexpr EstimateOptions blocks_and_seconds{.timeline = false, .allocator = true, .explain = false, .time = true};

std::optional<Said> ask(const ArchitectureRef &architecture, const Plan &plan, const EstimateOptions &options)
{
    const Result<PlanAnswer> made = answer(architecture, plan, options);
    if (!made.ok()) return std::nullopt;
    json figures = json(estimate_to_json(*made));
    for (const char *left : {"plan", "assumptions", "warnings", "provenance"}) figures.erase(left);
    Plan resolved = made->estimate.plan.plan;
    resolved.given.clear();
    return Said{figures.dump(), made->estimate.warnings, made->estimate.assumptions, std::move(resolved)};
}

bool named(const Said &said, const std::string &path)
{
    const auto about = [&](const Warning &warning) {
        return warning.field == path || warning.text.find(path) != std::string::npos;
    };
    const auto speaks = [&](const std::string &line) { return line.starts_with(path); };
    return std::ranges::any_of(said.warnings, about) || std::ranges::any_of(said.assumptions, speaks);
}

/// What one plan is answered before anything is set: the quick way, and with all that may tell of a field.
struct Before {
    std::optional<Said> bytes;
    std::optional<Said> all;
};

/// Whether `path`, set in `with`, changes what is answered or is spoken of. None where it cannot be set so, or is what it was.
std::optional<bool> counts_or_is_named(const ArchitectureRef &architecture, const Before &before, const Plan &with,
                                       const std::string &path)
{
    const auto told = [&](const std::optional<Said> &was, const Said &is) {
        return named(is, path) || (was && was->figures != is.figures);
    };
    const std::optional<Said> bytes = ask(architecture, with, bytes_alone);
    if (!bytes || bytes->plan == before.all->plan) return std::nullopt;
    if (told(before.bytes, *bytes)) return true;
    const std::optional<Said> all = ask(architecture, with, blocks_and_seconds);
    return all && told(before.all, *all);
}

std::vector<json> plans()
{
    std::vector<json> out;
    for (const std::string_view stack : names_of<Stack>())
        for (const char *method : {"full", "lora"}) out.push_back({{"task", "train"}, {"stack", stack}, {"method", method}});
    out.push_back({{"task", "train"}, {"method", "qlora"}});
    for (const char *stack : {"transformers", "pytorch", "litgpt"}) {
        out.push_back({{"task", "infer"}, {"stack", stack}});
        out.push_back({{"task", "extract"}, {"stack", stack}});
    }
    for (const std::string_view engine : names_of<Engine>())
        out.push_back({{"task", "infer"}, {"inference", {{"engine", engine}}}});
    return out;
}

} // namespace

class TestNothingIgnored : public QObject {
    Q_OBJECT
private slots:
    void somebody_decided_about_every_field();
    void every_field_counts_or_is_named_data();
    void every_field_counts_or_is_named();
};

/// A new field without a row in its runner, or without values here, fails.
void TestNothingIgnored::somebody_decided_about_every_field()
{
    for (const json &base : plans()) {
        const Plan plan = plan_from_object(base)->plan;
        for (const Field &field : plan_fields()) {
            QVERIFY2(decision_on(field.path, plan), (field.path + " in " + base.dump()).c_str());
            QVERIFY2(names_the_run(field.path) || !values_of(field).empty(), field.path.c_str());
        }
    }
}

void TestNothingIgnored::every_field_counts_or_is_named_data()
{
    QTest::addColumn<QString>("config");
    QTest::newRow("dense") << QString(dense);
    QTest::newRow("experts") << QString(experts);
    QTest::newRow("encoder and decoder") << QString(encoder_decoder);
}

void TestNothingIgnored::every_field_counts_or_is_named()
{
    QFETCH(QString, config);
    const ArchitectureRef architecture = model(config.toUtf8().constData());
    QStringList ignored;
    int asked = 0;
    for (json base : plans()) {
        base["target"] = {{"gpus", json::array({"RTX 4090"})}};
        const Plan plan = plan_from_object(base)->plan;
        const Before before{.bytes = ask(architecture, plan, bytes_alone), .all = ask(architecture, plan, blocks_and_seconds)};
        if (!before.all) continue; // refused whatever is set
        for (const Field &field : plan_fields()) {
            if (names_the_run(field.path)) continue;
            for (const json &value : values_of(field)) {
                Plan with = plan;
                if (!field.read(with, value)) continue;
                with.given.insert(field.path);
                const std::optional<bool> told = counts_or_is_named(architecture, before, with, field.path);
                asked += told.has_value();
                if (told == false) ignored << QString::fromStdString(field.path + " " + value.dump() + " in " + base.dump());
            }
        }
    }
    QVERIFY2(ignored.isEmpty(), qPrintable(QStringLiteral("%1 ignored: ").arg(ignored.size()) + ignored.mid(0, 12).join("; ")));
    QVERIFY(asked > 1000);
}

PLIMSOLL_TEST(TestNothingIgnored)
} // namespace PLIMSOLL_FILE
#include "test_nothing_ignored.moc"
