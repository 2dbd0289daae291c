// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/adapters/adapted_modules.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

const std::string sizes =
    R"("vocab_size": 1000, "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4)";

ArchitectureRef read(const std::string &text)
{
    const auto made = architecture_from_config(text, "test");
    return made ? *made : nullptr;
}

} // namespace

/// Which class a configuration names decides which head is counted; figures are those of transformers 5.23 on the meta device
/// (tests/fixtures/classes.jsonl: few layers, two labels and five).
class TestClasses : public QObject {
    Q_OBJECT
private slots:
    void counts()
    {
        QFile file(PLIMSOLL_FIXTURES "/classes.jsonl");
        QVERIFY(file.open(QIODevice::ReadOnly));
        int rows = 0;
        while (!file.atEnd()) {
            const json expected = json::parse(file.readLine().toStdString());
            const std::string title = expected["config"].dump();
            const auto made = named_class_from_config(title, "fixture");
            QVERIFY2(made.ok(), title.c_str());
            const ArchitectureRef arch = *made;
            QVERIFY2(arch->exact, title.c_str());
            QVERIFY2(arch->total_parameters() == expected["total"].get<Count>(), title.c_str());
            QCOMPARE(QString::fromStdString(arch->class_name),
                     QString::fromStdString(expected["config"]["architectures"][0].get<std::string>()));
            ++rows;
        }
        QVERIFY(rows > 400);
    }

    void a_plan_runs_the_language_model()
    {
        const char *text = R"({"model_type": "llama", "architectures": ["LlamaForSequenceClassification"], "num_hidden_layers": 2,
            "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4, "vocab_size": 1000,
            "max_position_embeddings": 128, "id2label": {"0": "score"}})";
        const ArchitectureRef arch = read(text);
        const auto other = named_class_from_config(text, "test");
        QVERIFY(arch && arch->decoder && other.ok());
        const Architecture &named = **other;
        QCOMPARE(arch->class_name, std::string("LlamaForCausalLM"));
        QVERIFY(arch->exact && arch->assumptions.size() == 1);
        QCOMPARE(arch->total_parameters() - named.total_parameters(), Count{64 * 1000 - 64});
        QCOMPARE(named.modules.back().name, std::string("score"));
        QVERIFY(!named.decoder && !adapted_modules(named, {}).ok());
    }

    void a_class_that_is_not_known_is_approximate()
    {
        for (const char *name :
             {"LlamaBidirectionalModel", "LlamaForRewardOfSorts", "AlbertForSomethingElse", "PretrainedBartModel"}) {
            const std::string start(name, 5);
            const std::string type = start == "Llama" ? "llama" : start == "Alber" ? "albert" : "bart";
            json config = json::parse("{" + sizes + "}");
            config["model_type"] = type;
            config["architectures"] = {name};
            if (type == "bart")
                for (const char *key : {"d_model", "encoder_layers", "decoder_layers", "encoder_ffn_dim", "decoder_ffn_dim"})
                    config[key] = 64;
            const ArchitectureRef arch = read(config.dump());
            QVERIFY2(arch && !arch->exact, name);
            QVERIFY(std::ranges::any_of(arch->assumptions,
                                        [name](const std::string &line) { return line.find(name) != std::string::npos; }));
        }
    }

    /// transformers 5.23: AutoModelForCausalLM builds it of text_config (2,899,186,752 parameters).
    void the_language_model_of_a_larger_configuration()
    {
        const ArchitectureRef arch = read(R"({"model_type": "qwen3_5", "architectures": ["Qwen3_5ForCausalLM"],
            "text_config": {"num_hidden_layers": 4}, "vision_config": {"depth": 2}})");
        QVERIFY(arch && arch->exact && arch->decoder);
        QCOMPARE(arch->class_name, std::string("Qwen3_5ForCausalLM"));
        QCOMPARE(arch->model_type, std::string("qwen3_5_text"));
        QCOMPARE(arch->total_parameters(), Count{2'899'186'752});
        QVERIFY(std::ranges::none_of(arch->modules, [](const Module &m) { return m.name.find("visual") != std::string::npos; }));
    }

    /// transformers 5.23: AutoModelForCausalLM builds that model of the whole's file too; inspection counts the whole.
    void a_plan_runs_the_language_model_among_towers()
    {
        for (const char *named : {R"(, "architectures": ["Qwen3_5ForConditionalGeneration"])", ""}) {
            const std::string text =
                R"({"model_type": "qwen3_5", "text_config": {"num_hidden_layers": 4}, "vision_config": {"depth": 2})" +
                std::string(named) + "}";
            const ArchitectureRef run = read(text);
            const auto whole = named_class_from_config(text, "test");
            QVERIFY(run && run->decoder && whole.ok());
            QCOMPARE(run->class_name, std::string("Qwen3_5ForCausalLM"));
            QCOMPARE(run->total_parameters(), Count{2'899'186'752});
            QCOMPARE((*whole)->class_name, std::string("Qwen3_5ForConditionalGeneration"));
            QVERIFY((*whole)->total_parameters() > run->total_parameters());
            QVERIFY(std::ranges::any_of(run->assumptions, [](const std::string &line) {
                return line.find("AutoModelForCausalLM") != std::string::npos;
            }));
        }
        // there AutoModelForCausalLM builds the whole
        QCOMPARE(read(R"({"model_type": "gemma3", "text_config": {"num_hidden_layers": 2}, "vision_config": {}})")->class_name,
                 std::string("Gemma3ForConditionalGeneration"));
    }

    void other_names_of_the_same_class_are_exact()
    {
        QVERIFY(read(R"({"model_type": "llama", "architectures": ["AquilaForCausalLM"], )" + sizes + "}")->exact);
        QVERIFY(read(R"({"model_type": "t5", "architectures": ["T5WithLMHeadModel"], "vocab_size": 1000, "d_model": 64,
                         "d_ff": 128, "num_layers": 2, "num_heads": 4})")
                    ->exact);
        QVERIFY(read(R"({"model_type": "llama", "architectures": [], )" + sizes + "}")->exact);
    }
};

PLIMSOLL_TEST(TestClasses)
} // namespace PLIMSOLL_FILE
#include "test_classes.moc"
