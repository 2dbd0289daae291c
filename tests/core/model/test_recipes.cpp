// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/family.h"
#include "core/families/describe/recipe.h"
#include "core/families/describe/recipe_modules.h"
#include "core/ground/embedded.h"
#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/adapters/adapted_modules.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

/// "module.parameter [shape]" of everything a recipe builds for a configuration, or the error.
std::string built(const std::string &recipe, const std::string &config)
{
    const json keys = json::parse(config);
    try {
        Draft draft;
        follow_recipe(parse_recipe("made_up", recipe), Config(keys, "made_up"), draft);
        std::string out;
        for (const Module &module : draft.tree.take())
            for (const Parameter &parameter : module.parameters) {
                out += (out.empty() ? "" : " ") + module.name + "." + parameter.name;
                for (const Count size : parameter.shape) out += "," + std::to_string(size);
            }
        return out;
    } catch (const Refusal &refusal) {
        return refusal.error.message();
    }
}

/// A test row for each line of a fixture.
void add_rows(const char *path)
{
    QTest::addColumn<QByteArray>("line");
    QFile file(QString::fromUtf8(path));
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (int row = 0; !file.atEnd(); ++row) {
        const QByteArray line = file.readLine().trimmed();
        const std::string type = json::parse(line.toStdString())["config"]["model_type"].get<std::string>();
        QTest::newRow((type + ":" + std::to_string(row)).c_str()) << line;
    }
}

} // namespace

/// Recipes (models/families): the language, and what every recipe builds against transformers 5.23 and peft 0.21.2
/// (tests/fixtures/recipes.jsonl: defaults with few layers, and keys changed one by one).
class TestRecipes : public QObject {
    Q_OBJECT
private slots:
    void counts_data() { add_rows(PLIMSOLL_FIXTURES "/recipes.jsonl"); }
    void counts()
    {
        QFETCH(QByteArray, line);
        const json expected = json::parse(line.toStdString());
        const auto read = named_class_from_config(expected["config"].dump(), "fixture");
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        QVERIFY((*read)->exact);
        QCOMPARE((*read)->total_parameters(), expected["total"].get<Count>());
        QVERIFY((*read)->active_parameters > 0 && (*read)->active_parameters <= (*read)->total_parameters());
        if (expected.contains("buffers_bytes")) QCOMPARE((*read)->buffer_bytes(), expected["buffers_bytes"].get<Count>());
        if (!expected.contains("lora")) return;
        for (const auto &[targets, count] : expected["lora"].items()) {
            Adapter adapter;
            adapter.rank = 16;
            adapter.targets = targets == "q_proj,v_proj" ? std::vector<std::string>{"q_proj", "v_proj"} : std::vector{targets};
            const auto plan = adapted_modules(**read, adapter);
            QVERIFY2(plan.ok() == count.is_number(), targets.c_str());
            if (plan) QCOMPARE(plan->trainable, count.get<Count>());
        }
    }

    /// A recipe with one language model and its head runs that on text.
    void one_language_model_has_a_step_data()
    {
        QTest::addColumn<QString>("type");
        for (const char *type : {"multi_modality", "deepseek_vl", "granite_speech"}) QTest::newRow(type) << QString(type);
    }
    void one_language_model_has_a_step()
    {
        QFETCH(QString, type);
        QFile file(PLIMSOLL_FIXTURES "/recipes.jsonl");
        QVERIFY(file.open(QIODevice::ReadOnly));
        while (!file.atEnd()) {
            const json row = json::parse(file.readLine().toStdString());
            if (row["config"]["model_type"] != type.toStdString()) continue;
            const auto read = architecture_from_config(row["config"].dump(), "fixture");
            QVERIFY(read.ok());
            QVERIFY2((*read)->decoder, (*read)->no_decoder_reason.c_str());
            QVERIFY((*read)->decoder->inside_larger);
            QCOMPARE((*read)->decoder->head.out, (*read)->decoder->vocab);
            QCOMPARE((*read)->decoder->head.name, (*read)->output_embedding);
            return;
        }
        QFAIL("no such fixture");
    }
    /// A step beside a recipe takes names, sizes and biases from the modules that the recipe built: it finds all that it runs.
    void every_step_finds_its_modules_data()
    {
        QTest::addColumn<QString>("type");
        for (const Family &family : families())
            if (family.step)
                QTest::newRow(std::string(family.model_type).c_str()) << QString::fromStdString(std::string(family.model_type));
    }
    void every_step_finds_its_modules()
    {
        QFETCH(QString, type);
        QFile file(PLIMSOLL_FIXTURES "/recipes.jsonl");
        QVERIFY(file.open(QIODevice::ReadOnly));
        int run = 0;
        while (!file.atEnd()) {
            const json row = json::parse(file.readLine().toStdString());
            if (row["config"]["model_type"] != type.toStdString()) continue;
            const auto read = architecture_from_config(row["config"].dump(), "fixture");
            QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
            if (!(*read)->decoder) { // what transformers raises on, never what the recipe lacks
                QVERIFY2(!(*read)->no_decoder_reason.starts_with("recipe"), (*read)->no_decoder_reason.c_str());
                continue;
            }
            const DecoderSpec &spec = *(*read)->decoder;
            QCOMPARE(std::ranges::max(spec.layers) + 1, static_cast<int>(spec.kinds.size()));
            ++run;
        }
        QVERIFY2(run > 0, "no configuration of this type has a step");
    }
    void a_step_says_what_its_recipe_lacks()
    {
        Tree tree;
        {
            const auto layer = tree.in("model.layers", 0);
            tree.linear("q_proj", 8, 16, true);
            tree.conv1d("c_fc", 8, 32);
            tree.norm("ln", 8);
        }
        tree.linear("model.layers.1.q_proj", 8, 24);
        const RecipeModules modules(tree);
        const std::vector<RecipeModules> layers = modules.each("model.layers");
        QCOMPARE(layers.size(), std::size_t(2));
        QCOMPARE(layers[0].linear("q_proj"), (LinearSpec{"q_proj", 8, 16, true, false, {}}));
        QCOMPARE(layers[0].linear("c_fc"), (LinearSpec{"c_fc", 8, 32, true, true, {}}));
        QCOMPARE(layers[0].norm("ln", NormKind::rms), (NormSpec{"ln", NormKind::rms, 8, false}));
        QCOMPARE(layers[1].linear("q_proj").out, Count(24));
        QVERIFY(!layers[1].has("ln") && layers[0].has("q_proj", "bias") && !layers[1].has("q_proj", "bias"));
        const auto refusal = [](const auto &ask) {
            try {
                (void)ask();
            } catch (const Refusal &why) {
                return why.error.message();
            }
            return std::string("nothing");
        };
        QCOMPARE(refusal([&] { return layers[1].norm("ln", NormKind::rms); }),
                 std::string("recipe: read model.layers.1.ln, accepted: a module that the recipe builds"));
        QCOMPARE(refusal([&] { return layers[0].shape("ln", "bias"); }),
                 std::string("recipe: read model.layers.0.ln.bias, accepted: a tensor that the recipe builds"));
        QCOMPARE(refusal([&] { return layers[0].norm("q_proj", NormKind::rms); }),
                 std::string("recipe: read model.layers.0.q_proj, accepted: a module whose weight is a row"));
        QCOMPARE(refusal([&] { return layers[0].linear("ln"); }),
                 std::string("recipe: read model.layers.0.ln, accepted: a module whose weight is a matrix"));
    }
    /// tests/fixtures/composites.jsonl: models around models of other types. `refused`: transformers cannot build it (`why`), so it
    /// is not counted either, and the error names the object's model type.
    void models_inside_data() { add_rows(PLIMSOLL_FIXTURES "/composites.jsonl"); }
    void models_inside()
    {
        QFETCH(QByteArray, line);
        const json row = json::parse(line.toStdString());
        const auto read = architecture_from_config(row["config"].dump(), "fixture");
        if (row.contains("refused")) {
            QVERIFY(!read.ok());
            const std::string field = row["refused"].get<std::string>(), object = field.substr(0, field.find('.'));
            const std::string expected =
                field + ": read " + row["config"][object].value("model_type", "nothing") + ", accepted: ";
            QVERIFY2(read.error().message().starts_with(expected), read.error().message().c_str());
            return;
        }
        QVERIFY2(read.ok(), read ? "" : read.error().message().c_str());
        QVERIFY((*read)->exact);
        QCOMPARE((*read)->total_parameters(), row["total"].get<Count>());
        QCOMPARE((*read)->buffer_bytes(), row["buffers_bytes"].get<Bytes>());
    }
    /// A backbone's norms go by the stages that come out, as in transformers; they were numbered.
    void norms_of_a_backbone_have_their_stages_names()
    {
        QFile file(PLIMSOLL_FIXTURES "/recipes.jsonl");
        QVERIFY(file.open(QIODevice::ReadOnly));
        while (!file.atEnd()) {
            const json row = json::parse(file.readLine().toStdString());
            if (row["config"]["model_type"] != "grounding-dino") continue;
            const auto read = architecture_from_config(row["config"].dump(), "fixture");
            QVERIFY(read.ok());
            const std::string name = "model.backbone.conv_encoder.model.hidden_states_norms.stage4";
            QVERIFY(std::ranges::find((*read)->modules, name, &Module::name) != (*read)->modules.end());
            return;
        }
        QFAIL("no such fixture");
    }
    void every_recipe_has_a_fixture()
    {
        QFile file(PLIMSOLL_FIXTURES "/recipes.jsonl");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray all = file.readAll();
        for (const EmbeddedFile &recipe : embedded_families())
            QVERIFY2(all.contains(QByteArray("\"model_type\": \"") + std::string(recipe.name).c_str() + "\""),
                     std::string(recipe.name).c_str());
    }

    void the_language_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("tree");
        QTest::newRow("sizes and bias") << "a\n  q = linear(h, 2 * h + 1) bias b"
                                        << R"({"h": 4, "b": true})"
                                        << "a.q.weight,9,4 a.q.bias,9";
        QTest::newRow("loop") << "l * n\n  w = tensor(i + 1)"
                              << R"({"n": 2})"
                              << "l.0.w,1 l.1.w,2";
        QTest::newRow("fallback") << "w = tensor(d ?? h / k)"
                                  << R"({"h": 12, "k": 3})"
                                  << ".w,4";
        QTest::newRow("null is absent") << "w = tensor(d ?? h / k)"
                                        << R"({"h": 12, "k": 3, "d": null})"
                                        << ".w,4";
        QTest::newRow("else") << "if kind == \"x\"\n  a = tensor(1)\nelse\n  b = tensor(2)"
                              << R"({"kind": "y"})"
                              << ".b,2";
        QTest::newRow("lists") << "w = tensor(s[1], len(s), tally(s, 7))"
                               << R"({"s": [5, 7, 7]})"
                               << ".w,7,3,2";
        QTest::newRow("inside") << "let v = vision\nw = tensor(v.h, vision.h)"
                                << R"({"vision": {"h": 3}})"
                                << ".w,3,3";
        QTest::newRow("a module for each") << "l each names\n  w = tensor(2)"
                                           << R"({"names": ["en", "de"]})"
                                           << "l.en.w,2 l.de.w,2";
        QTest::newRow("the largest") << "w = tensor(largest(queries) ?? 3, largest(list) ?? 4, largest(none) ?? 5)"
                                     << R"({"queries": {"a": 6, "b": 9}, "list": [7, 1]})"
                                     << ".w,9,7,5";
        QTest::newRow("halvings") << "w = tensor(log2(n))"
                                  << R"({"n": 9})"
                                  << ".w,3";
        QTest::newRow("counted on") << "let n = 8\nl * 3\n  w = tensor(n)\n  let n = n / 2"
                                    << "{}"
                                    << "l.0.w,8 l.1.w,4 l.2.w,2";
        QTest::newRow("needed") << "needs kind \"a\"\nw = tensor(1)"
                                << R"({"kind": "b"})"
                                << "kind: read b, accepted: a";
        QTest::newRow("one of those needed") << "needs kind \"a,c\"\nw = tensor(1)"
                                             << R"({"kind": "c"})"
                                             << ".w,1";
        QTest::newRow("none of those needed") << "needs kind \"a,c\"\nw = tensor(1)"
                                              << R"({"kind": "b"})"
                                              << "kind: read b, accepted: one of a,c";
        QTest::newRow("not a list of texts") << "l each names\n  w = tensor(2)"
                                             << R"({"names": [1]})"
                                             << "names: read 1, accepted: a list of texts";
        QTest::newRow("missing") << "w = tensor(h)"
                                 << "{}"
                                 << "h: read nothing, accepted: a whole number from 0 to 1099511627776";
        QTest::newRow("a part of a size") << "w = tensor(h)"
                                          << R"({"h": 0.1})"
                                          << "h: read 0.100000, accepted: a whole number from 0 to 1099511627776";
        QTest::newRow("too many layers") << "l * n\n  w = tensor(1)"
                                         << R"({"n": 4096})"
                                         << "n: read 4096, accepted: 0 to 2000";
        QTest::newRow("too many experts") << "l * 1\n  e * n as j\n    w = tensor(1)"
                                          << R"({"n": 100000})"
                                          << "n: read 100000, accepted: 0 to 4096";
        QTest::newRow("layers of a value for each layer")
            << "l * 1\n  w = tensor(of_layer(i, \"h\") ?? h)\nv = tensor(of_layer(1, \"h\") ?? h)"
            << R"({"h": 2, "per_layer_config": {"00": {"h": 3}}})"
            << "l.0.w,3 .v,2";
        QTest::newRow("division by zero") << "w = tensor(h / k)"
                                          << R"({"h": 1, "k": 0})"
                                          << "k: read 0, accepted: more than 0";
        QTest::newRow("overflow")
            << "w = tensor(h * h * h)"
            << R"({"h": 9007199254740991})"
            << "h: read 9007199254740991 * 9007199254740991, accepted: numbers whose result fits into 64 bits";
    }
    void the_language()
    {
        QFETCH(QString, recipe);
        QFETCH(QString, config);
        QFETCH(QString, tree);
        QCOMPARE(QString::fromStdString(built(recipe.toStdString(), config.toStdString())), tree);
    }
};

PLIMSOLL_TEST(TestRecipes)
} // namespace PLIMSOLL_FILE
#include "test_recipes.moc"
