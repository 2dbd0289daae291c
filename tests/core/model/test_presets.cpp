// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/model/presets.h"
#include "core/model/typed_model.h"
#include "core/model/reference.h"
#include "tests/test_program.h"

#include <QTest>

#include <set>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

class TestPresets : public QObject {
    Q_OBJECT
private slots:
    void every_preset_is_what_the_catalogue_says_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < presets().size(); ++i) QTest::newRow(presets()[i].name.c_str()) << static_cast<int>(i);
    }
    void every_preset_is_what_the_catalogue_says()
    {
        QFETCH(int, index);
        const Preset &preset = presets()[static_cast<std::size_t>(index)];
        const auto model =
            load_named_class(ModelReference{.preset = preset.name, .config_path = {}, .config_text = {}, .hub = {}});
        QVERIFY2(model.ok(), model ? "" : model.error().message().c_str());
        QCOMPARE((*model)->total_parameters(), preset.parameters);
        QCOMPARE((*model)->all_parameters, preset.parameters);
        QCOMPARE(QString::fromStdString((*model)->model_type), QString::fromStdString(preset.model_type));
        QCOMPARE((*model)->name, preset.name);
        QVERIFY((*model)->exact);
    }

    void names_are_unique_and_sorted_by_family_and_size()
    {
        std::set<std::string> names;
        for (std::size_t i = 0; i < presets().size(); ++i) {
            QVERIFY(names.insert(presets()[i].name).second);
            if (i == 0 || presets()[i].family != presets()[i - 1].family) continue;
            QVERIFY(presets()[i].parameters >= presets()[i - 1].parameters);
        }
    }

    void what_people_load_is_there()
    {
        for (const char *hub :
             {"meta-llama/Llama-3.3-70B-Instruct", "deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B",
              "deepseek-ai/DeepSeek-R1-Distill-Llama-8B", "mistralai/Mistral-Small-3.2-24B-Instruct-2506",
              "Qwen/Qwen2.5-Coder-32B", "Qwen/Qwen3-Coder-30B-A3B-Instruct", "Qwen/Qwen3.5-9B", "Qwen/Qwen3-VL-8B-Instruct",
              "google/gemma-3-27b-it", "google/gemma-4-31B-it", "openai/gpt-oss-120b", "HuggingFaceTB/SmolLM3-3B",
              "microsoft/phi-4", "zai-org/GLM-4.5-Air", "zai-org/GLM-4.7-Flash"})
            QVERIFY2(find_preset(hub) != nullptr, hub);
    }

    /// Half a name leads to what it is the beginning of, however much is missing.
    void a_beginning_leads_to_the_whole_name()
    {
        for (const char *typed : {"qwen2.5-vl-7b", "deepseek-r1-distill-qwen", "mistral-small"}) {
            if (find_preset(typed) != nullptr) continue;
            const std::vector<std::string> near = nearest_presets(typed, 3);
            QVERIFY2(!near.empty() && near.front().starts_with(typed), near.front().c_str());
        }
        QCOMPARE(nearest_presets("qwen2.5-vl-7b", 1), std::vector<std::string>{"qwen2.5-vl-7b-instruct"});
        QCOMPARE(nearest_presets("qwen3-8bb", 1), std::vector<std::string>{"qwen3-8b"});
    }

    /// As other tools write them; a number is never taken apart.
    void signs_between_words_and_numbers_do_not_matter()
    {
        for (const auto &[typed, meant] :
             {std::pair{"qwen-3-8b", "qwen3-8b"}, {"llama3.1-8b", "llama-3.1-8b"}, {"Qwen 3 8B", "qwen3-8b"}}) {
            const Preset *found = find_preset(typed);
            QVERIFY2(found != nullptr && found->name == meant, typed);
        }
        for (const char *other : {"llama3.1:8b", "qwen-38b", "qwen3-80b", "llama-31-8b", "8b", "", "-"})
            QVERIFY2(find_preset(other) == nullptr, other);
        for (const Preset &preset : presets()) QCOMPARE(find_preset(preset.name), &preset);
    }

    void a_misspelt_name_is_answered_with_near_ones()
    {
        const auto model = load_model(reference_from_text("qwen2.5-7"));
        QVERIFY(!model.ok());
        QVERIFY2(model.error().message().find("qwen2.5-7b") != std::string::npos, model.error().message().c_str());
    }

    void references()
    {
        QCOMPARE(reference_from_text("Qwen2.5-7B").preset, std::string("qwen2.5-7b"));
        QCOMPARE(reference_from_text("org/name").hub, std::string("org/name"));
        for (const char *pasted :
             {"https://huggingface.co/org/name", "huggingface.co/org/name/tree/main", " org/name ", "\"org/name\",",
              "https://huggingface.co/org/name/blob/main/config.json", "https://hf-mirror.com/org/name?x=1",
              "git clone https://huggingface.co/org/name", "hf download org/name --local-dir x", "org/name/"})
            QCOMPARE(QString::fromStdString(reference_from_text(pasted).hub), QStringLiteral("org/name"));
        for (const char *file :
             {"hf.co/org/name-GGUF:Q4_K_M", "https://huggingface.co/org/name-GGUF/blob/main/name-Q4_K_M.gguf"}) {
            QCOMPARE(QString::fromStdString(tag_of_typed(file)), QStringLiteral("Q4_K_M"));
            QVERIFY(reference_from_text(file).hub.empty()); // refused with --quant Q4_K_M beside the preset
        }
        QCOMPARE(reference_from_text("./x/config.json").config_path, std::string("./x/config.json"));
        QCOMPARE(reference_from_text(" {\"model_type\": 1}").config_text, std::string(" {\"model_type\": 1}"));
        QCOMPARE(reference_from_text("nothing-like-it").preset, std::string("nothing-like-it"));
    }
};

PLIMSOLL_TEST(TestPresets)
} // namespace PLIMSOLL_FILE
#include "test_presets.moc"
