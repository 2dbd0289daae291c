// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// Which part of a model a plan trains: how it is written, what it meets, and what is refused in which words.

using namespace plimsoll;

namespace {

constexpr const char *tied = R"({"model_type":"llama","hidden_size":256,"intermediate_size":512,"num_hidden_layers":4,
    "num_attention_heads":8,"num_key_value_heads":4,"vocab_size":1000,"tie_word_embeddings":true})";

std::string answer(const std::string &more)
{
    const auto parsed =
        plan_from_json(R"({"schema":"plimsoll.plan/1","model":{"config":)" + std::string(tied) + "}," + more + "}");
    if (!parsed) return parsed.error().message();
    const auto architecture = load_model(parsed->plan.model);
    if (!architecture) return architecture.error().message();
    const auto resolved = resolve(parsed->plan, **architecture);
    if (!resolved) return resolved.error().message();
    for (const Warning &warning : resolved->warnings)
        if (warning.field == "trainable") return warning.text;
    return {};
}

} // namespace

class TestTrainable : public QObject {
    Q_OBJECT
private slots:
    void is_taken_or_refused_in_words_data()
    {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("says"); // the beginning; empty: taken
        const auto row = [](const char *name, const char *more, const char *says) { QTest::newRow(name) << more << says; };
        row("last layers", R"("trainable":{"last_layers":2,"also":["embed_tokens","norm"]})", "");
        row("names", R"("trainable":["mlp","layers.3.self_attn.q_proj"])", "");
        row("a pattern", R"("trainable":["layers\\.[23]\\.mlp"])", "");
        row("a share of the layers", R"("trainable":["embed_tokens","12.5%"])", "");
        row("no share", R"("trainable":["0%"])",
            "trainable: read 0%, accepted: a share of the layers above 0% and of 100% at most");
        row("more than all", R"("trainable":["101%"])",
            "trainable: read 101%, accepted: a share of the layers above 0% and of 100% at most");
        row("none of all", R"("trainable":["0%", "mlp"])",
            "trainable: read 0%, accepted: a share of the layers above 0% and of 100% at most");
        row("a tied head's name among others", R"("trainable":["^lm_head.weight$", "^model.embed_tokens.weight$"])", "");
        row("a tied head's name alone", R"("trainable":["^lm_head.weight$"])",
            "trainable: ^lm_head.weight$ has no parameter of its own here: it is tied to model.embed_tokens.weight");
        row("a misspelt name", R"("trainable":["mlq"])",
            "trainable: no parameter of LlamaForCausalLM has it in its name, read mlq, accepted: names of this model's modules "
            "or a "
            "pattern over its parameters, such as mlp");
        row("a pattern of nothing", R"("trainable":["layers\\.9\\.mlp"])",
            "trainable: no parameter of LlamaForCausalLM has it in its name, read layers\\.9\\.mlp");
        row("a tied head", R"("trainable":["lm_head"])",
            "trainable: lm_head has no parameter of its own here: it is tied to model.embed_tokens.weight");
        row("too many layers", R"("trainable":{"last_layers":5})",
            "trainable: read last_layers 5, accepted: 1 to 4, the layers of this model");
        row("no list of names", R"("trainable":"mlp")", "trainable: read \"mlp\", accepted: null | a list of module names");
        row("beside an adapter", R"("method":"lora","trainable":["mlp"])",
            "trainable: without effect, beside adapters the model's own parameters are frozen; what trains whole stands in "
            "adapter.modules_to_save");
        row("a stack that trains all", R"("stack":"litgpt","trainable":["mlp"])", "trainable: full fine-tuning with");
        row("reentrant below which nothing trains",
            R"("trainable":{"last_layers":1},"gradient_checkpointing":true,"libraries":{"transformers":"4.50.0"})",
            "gradient_checkpointing: reentrant checkpointing gives no gradients to layers whose input needs none");
        row("reentrant with the embedding",
            R"("trainable":{"last_layers":1,"also":["embed_tokens"]},"gradient_checkpointing":true,"libraries":{"transformers":"4.50.0"})",
            "");
    }

    void is_taken_or_refused_in_words()
    {
        QFETCH(QString, more);
        QFETCH(QString, says);
        const QString read = QString::fromStdString(answer(more.toStdString()));
        QVERIFY2(says.isEmpty() ? read.isEmpty() : read.startsWith(says), qPrintable(read));
    }

    void is_typed_as_it_is_written()
    {
        const auto typed = [](const char *text) {
            const Result<Plan> plan = with_field({}, "trainable", text);
            return plan ? plan_to_json(*plan, true)["trainable"].dump() : plan.error().message();
        };
        QCOMPARE(typed("last_layers=6"), std::string(R"({"last_layers":6})"));
        QCOMPARE(typed("last-layers=6,embed_tokens,norm"), std::string(R"({"last_layers":6,"also":["embed_tokens","norm"]})"));
        QCOMPARE(typed("mlp,norm"), std::string(R"(["mlp","norm"])"));
        QCOMPARE(typed(R"({"last_layers":2})"), std::string(R"({"last_layers":2})"));
        QVERIFY(QString::fromStdString(typed("last_layers=0")).startsWith("trainable: read \"last_layers=0\", accepted: null"));
        const Result<Plan> set = with_field({}, "trainable", "mlp");
        QVERIFY(set && !with_field(*set, "trainable", "null")->trainable);
    }
};

PLIMSOLL_TEST(TestTrainable)
} // namespace PLIMSOLL_FILE
#include "test_trainable.moc"
