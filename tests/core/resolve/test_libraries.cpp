// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// Plans that the libraries raise on, each seen to raise when they run them, and their neighbours that run.

using namespace plimsoll;

namespace {

constexpr const char *llama = R"({"model_type":"llama","hidden_size":256,"intermediate_size":512,"num_hidden_layers":2,
    "num_attention_heads":8,"num_key_value_heads":4,"vocab_size":1000})";
constexpr const char *wide = R"({"model_type":"llama","hidden_size":256,"intermediate_size":512,"num_hidden_layers":2,
    "num_attention_heads":8,"num_key_value_heads":8,"head_dim":320,"vocab_size":1000})";
constexpr const char *latent = R"({"model_type":"youtu","hidden_size":256,"intermediate_size":512,"num_hidden_layers":2,
    "num_attention_heads":8,"num_key_value_heads":8,"vocab_size":1000})";
constexpr const char *falcon = R"({"model_type":"falcon","hidden_size":256,"num_hidden_layers":2,"num_attention_heads":8,
    "vocab_size":1000,"alibi":true,"bias":true,"multi_query":false,"parallel_attn":false,"new_decoder_architecture":false})";
constexpr const char *dbrx = R"({"model_type":"dbrx","d_model":256,"n_heads":8,"n_layers":2,"vocab_size":1000,"max_seq_len":512,
    "attn_config":{"kv_n_heads":4,"clip_qkv":8,"rope_theta":500000},
    "ffn_config":{"ffn_hidden_size":512,"moe_num_experts":4,"moe_top_k":2}})";

constexpr const char *uneven = R"({"model_type":"llama","hidden_size":256,"intermediate_size":512,"num_hidden_layers":2,
    "num_attention_heads":12,"num_key_value_heads":4,"head_dim":32,"vocab_size":1000})";
constexpr const char *uneven_qwen = R"({"model_type":"qwen3","hidden_size":256,"intermediate_size":512,"num_hidden_layers":2,
    "num_attention_heads":12,"num_key_value_heads":4,"head_dim":32,"vocab_size":1000})";
constexpr const char *mpt = R"({"model_type":"mpt","d_model":256,"n_heads":8,"n_layers":2,"vocab_size":1000,"max_seq_len":512})";
constexpr const char *lfm2 = R"({"model_type":"lfm2","hidden_size":256,"intermediate_size":512,"num_hidden_layers":2,
    "num_attention_heads":8,"num_key_value_heads":4,"vocab_size":1000,"layer_types":["conv","conv"]})";
constexpr const char *lfm2_attends = R"({"model_type":"lfm2","hidden_size":256,"intermediate_size":512,"num_hidden_layers":2,
    "num_attention_heads":8,"num_key_value_heads":4,"vocab_size":1000,"layer_types":["conv","full_attention"]})";
constexpr const char *mamba = R"({"model_type":"mamba","hidden_size":256,"num_hidden_layers":2,"vocab_size":1000})";
constexpr const char *gpt =
    R"({"model_type":"openai-gpt","n_embd":256,"n_head":8,"n_layer":2,"vocab_size":1000,"n_positions":512})";
constexpr const char *mllama =
    R"({"model_type":"mllama_text_model","hidden_size":256,"intermediate_size":512,"num_hidden_layers":2,
    "num_attention_heads":8,"num_key_value_heads":4,"vocab_size":1000,"cross_attention_layers":[]})";

constexpr const char *seeing =
    R"({"model_type":"mllama","architectures":["MllamaForConditionalGeneration"],"text_config":{"hidden_size":256,
    "model_type":"mllama_text_model","intermediate_size":512,"num_hidden_layers":2,"num_attention_heads":8,"num_key_value_heads":4,"vocab_size":1000,
    "cross_attention_layers":[1]},"vision_config":{"hidden_size":64,"intermediate_size":128,"num_hidden_layers":4,
    "num_global_layers":1,"attention_heads":4,"vision_output_dim":320,"intermediate_layers_indices":[0,1,2,3]}})";

/// The field and the value that are refused; empty where the plan is taken.
std::string refusal(const char *config, const char *plan)
{
    nlohmann::json whole = nlohmann::json::parse(plan);
    whole["schema"] = "plimsoll.plan/1";
    whole["model"]["config"] = nlohmann::json::parse(config);
    const auto parsed = plan_from_json(whole.dump());
    if (!parsed) return parsed.error().message();
    const auto architecture = load_model(parsed->plan.model);
    if (!architecture) return architecture.error().message();
    const auto resolved = resolve(parsed->plan, **architecture);
    return resolved ? std::string() : resolved.error().field + " " + resolved.error().read;
}

} // namespace

class TestLibraries : public QObject {
    Q_OBJECT
private slots:
    void refuses_what_raises_data();
    void refuses_what_raises();
};

void TestLibraries::refuses_what_raises_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("refused");
    const auto row = [](const char *name, const char *config, const char *plan, const char *refused) {
        QTest::newRow(name) << QString(config) << QString(plan) << QString(refused);
    };
    row("GPT without checkpoints", gpt,
        R"({"method":"full","attention":"eager","sequence_length":64,"gradient_checkpointing":false})", "");
    row("GPT with checkpoints", gpt,
        R"({"method":"full","attention":"eager","sequence_length":64,"gradient_checkpointing":true})",
        "gradient_checkpointing true");
    row("MPT as long as its ALiBi", mpt, R"({"method":"full","attention":"eager","sequence_length":512})", "");
    row("MPT beyond its ALiBi", mpt, R"({"method":"full","attention":"eager","sequence_length":513})", "sequence_length 513");
    row("MPT writes its last token", mpt, R"({"task":"infer","attention":"eager","inference":{"context":513,"new_tokens":4}})",
        "");
    row("MPT writes beyond its ALiBi", mpt, R"({"task":"infer","attention":"eager","inference":{"context":514,"new_tokens":4}})",
        "inference.context 514");
    row("a cache without attention", lfm2, R"({"task":"infer","inference":{"context":64,"new_tokens":4}})", "task infer");
    row("a step without attention", lfm2, R"({"method":"full","sequence_length":64})", "");
    row("a cache with some attention", lfm2_attends, R"({"task":"infer","inference":{"context":64,"new_tokens":4}})", "");
    row("Mamba's cache", mamba, R"({"task":"infer","attention":"eager","inference":{"context":64,"new_tokens":4}})", "");
    row("scaled fp16 gradients", llama, R"({"method":"full","weights":{"dtype":"fp16"},"autocast":"fp16"})", "autocast fp16");
    row("scaled bf16 gradients", llama, R"({"method":"full","weights":{"dtype":"bf16"},"autocast":"fp16"})", "autocast fp16");
    row("scaled float32 gradients", llama, R"({"method":"full","weights":{"dtype":"fp32"},"autocast":"fp16"})", "");
    row("scaled gradients of float32 adapters", llama, R"({"method":"lora","weights":{"dtype":"fp16"},"autocast":"fp16"})", "");
    row("TRL's bf16 adapters under fp16", llama,
        R"({"stack":"trl","method":"qlora","weights":{"dtype":"fp16","quant":"nf4"},"autocast":"fp16"})", "autocast fp16");
    row("a loop without a scaler", llama, R"({"stack":"pytorch","method":"full","weights":{"dtype":"fp16"},"autocast":"fp16"})",
        "");
    row("8 bits under latent attention", latent, R"({"method":"qlora","weights":{"dtype":"bf16","quant":"int8"}})",
        "weights.quant int8");
    row("4 bits under latent attention", latent, R"({"method":"qlora","weights":{"dtype":"bf16","quant":"nf4"}})", "");
    row("flash in float32", llama, R"({"weights":{"dtype":"fp32"},"autocast":"none","attention":"flash2"})", "attention flash2");
    row("flash under autocast", llama, R"({"weights":{"dtype":"fp32"},"autocast":"bf16","attention":"flash2"})", "");
    row("flash with wide heads", wide, R"({"weights":{"dtype":"bf16"},"attention":"flash2"})", "attention flash2");
    row("flash with ALiBi", falcon, R"({"weights":{"dtype":"bf16"},"attention":"flash2"})", "attention flash2");
    row("DBRX under autocast", dbrx, R"({"method":"full","weights":{"dtype":"bf16"},"autocast":"bf16"})", "autocast bf16");
    row("heads that do not divide the hidden size", uneven, "{}",
        "hidden_size: read 256, accepted: a multiple of num_attention_heads, here 12: transformers raises on others");
    row("heads that need not", uneven_qwen, "{}", "");
    row("Mllama's language model under TRL", mllama, R"({"stack":"trl"})", "loss.kind chunked");
    row("Mllama whole under TRL", seeing, R"({"stack":"trl"})", ""); // its base_model is MllamaModel
    row("Mllama's language model under Trainer", mllama, R"({"stack":"transformers"})", "");
    // bitsandbytes 0.50.2, transformers 5.23.0 on an A100
    for (const char *optimizer : {"rmsprop_bnb", "rmsprop_bnb_8bit", "rmsprop_bnb_32bit"}) {
        const std::string with = std::string(R"("optimizer":{"name":")") + optimizer + "\"}",
                          bf16 = R"("weights":{"dtype":"bf16"})";
        const std::string kind = std::string_view(optimizer).ends_with("_32bit") ? "rmsprop_bnb" : optimizer;
        const auto add = [&](const char *what, const std::string &plan, const std::string &refused) {
            QTest::addRow("%s, %s", optimizer, what)
                << QString(llama) << QString::fromStdString("{" + plan + "," + with + "}") << QString::fromStdString(refused);
        };
        add("bf16", R"("method":"full",)" + bf16, "optimizer.name " + kind);
        add("bf16 in a plain loop", R"("stack":"pytorch","method":"full",)" + bf16, "optimizer.name " + kind);
        add("float32", R"("method":"full","weights":{"dtype":"fp32"},"autocast":"bf16")", "");
        add("float32 adapters", R"("method":"lora",)" + bf16, "");
    }
    const char *const layerwise = R"({"method":"full","optimizer":{"name":"%1_layerwise"},"gradient_accumulation":%2})";
    for (const char *name : {"galore_adamw", "galore_adamw_8bit", "galore_adafactor", "apollo_adamw"})
        for (const char *passes : {"1", "4"}) {
            const bool fails = std::string_view(name) == "galore_adafactor";
            QTest::addRow("%s_layerwise, %s", name, passes)
                << QString(llama) << QString(layerwise).arg(QString(name), QString(passes))
                << (fails            ? "optimizer.in_backward true"
                    : *passes == '4' ? "gradient_accumulation 4"
                                     : "");
        }
    row("DBRX in float32", dbrx, R"({"method":"full","weights":{"dtype":"fp32"},"autocast":"bf16"})", "");
}

void TestLibraries::refuses_what_raises()
{
    QFETCH(QString, config);
    QFETCH(QString, plan);
    QFETCH(QString, refused);
    QCOMPARE(QString::fromStdString(refusal(config.toUtf8().constData(), plan.toUtf8().constData())), refused);
}

PLIMSOLL_TEST(TestLibraries)
} // namespace PLIMSOLL_FILE
#include "test_libraries.moc"
