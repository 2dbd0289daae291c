// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a model that reads more than text, as tools freeze them: what trains, and where adapters stand.
#include "core/adapters/adapted_modules.h"
#include "core/load/load.h"
#include "core/plan/field.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

/// A field as plans write it; "-" where it is not stated.
std::string field(const Imported &read, const std::string &path)
{
    if (!read.plan.has(path)) return "-";
    const nlohmann::ordered_json value = find_field(path)->write(read.plan);
    return value.is_string() ? value.get<std::string>() : to_text(value);
}

std::string why_idle(const Imported &read, std::string_view key)
{
    for (const ImportedKey &each : read.no_effect)
        if (each.key == key) return each.why;
    return {};
}

} // namespace

class TestFrozenParts : public QObject {
    Q_OBJECT

private slots:
    void frozen_parts_of_full_training();
    void frozen_parts_get_no_adapters();
    void frozen_parts_hold_no_adapters();

    /// ms-swift 4.6 arguments/base_args/quant_args.py, get_modules_to_not_convert.
    void towers_that_are_not_packed_are_said()
    {
        const auto said = [](const std::string &more) {
            const Imported read = import_text("swift sft --model Qwen/Qwen2.5-VL-7B-Instruct --tuner_type lora " + more);
            return std::ranges::find(read.warnings, std::string("towers_in_16_bits"), &Warning::code) != read.warnings.end();
        };
        QVERIFY(said("--quant_method bnb --quant_bits 4") && said("--quant_method bnb --quant_bits 8"));
        QVERIFY(!said(""));
    }

    /// LLaMA-Factory 0.9.6 data/mm_plugin.py, InternVLPlugin: 1 to 12 tiles, else as the image processor's own file says.
    void pictures_are_cut()
    {
        const auto tiles = [](const std::string &model, const char *more) {
            return field(import_text("model_name_or_path: " + model + "\nstage: sft\nfinetuning_type: lora\n" + more),
                         "images.max_tiles");
        };
        QCOMPARE(tiles("OpenGVLab/InternVL3-8B-hf", "crop_to_patches: true\n"), std::string("12"));
        QCOMPARE(tiles("OpenGVLab/InternVL3-8B-hf", "crop_to_patches: false\n"), std::string("-"));
        QCOMPARE(tiles("OpenGVLab/InternVL3-8B-hf", ""), std::string("-"));
        QCOMPARE(tiles("Qwen/Qwen2.5-VL-7B-Instruct", "crop_to_patches: true\n"), std::string("-"));
    }
};

void TestFrozenParts::frozen_parts_of_full_training()
{
    const auto frozen = [](const std::string &text) {
        const Imported read = import_text(text);
        return read.plan.trainable && !read.plan.trainable->frozen.empty() ? read.plan.trainable->frozen.front() : std::string();
    };
    const std::string factory = "model_name_or_path: org/Some-VL-7B\nstage: sft\nfinetuning_type: full\n";
    const auto has = [](const std::string &pattern, const char *name) { return pattern.find(name) != std::string::npos; };
    QCOMPARE(frozen(factory + "freeze_vision_tower: true\n"), std::string()); // as the stack does where nobody says
    const std::string both = frozen("swift sft --model org/Some-VL-7B --tuner_type full");
    QVERIFY(has(both, "vision_tower") && has(both, "multi_modal_projector") && !has(both, "language_model"));
    const std::string tower = frozen(factory + "freeze_multi_modal_projector: false\n");
    QVERIFY(has(tower, "vision_tower") && !has(tower, "multi_modal_projector"));
    QVERIFY(has(tower, "visual\\.(patch_embed") && !has(tower, "merger"));
    QVERIFY(
        import_text(factory + "freeze_vision_tower: false\nfreeze_multi_modal_projector: false\n").plan.trainable); // all of it
    const std::string only = frozen(factory + "train_mm_proj_only: true\n");
    QVERIFY(has(only, "language_model") && !has(only, "multi_modal_projector"));
    QCOMPARE(frozen("swift sft --model org/Text-7B --tuner_type full"), std::string());
    QCOMPARE(frozen("swift sft --model Qwen/Qwen2.5-7B --tuner_type full --freeze_vit true"), std::string()); // it has none
    QVERIFY(has(frozen("swift sft --model org/Some-VL-7B --tuner_type full --freeze_llm true"), "language_model"));
    QCOMPARE(frozen("base_model: org/Some-VL-7B\nsequence_len: 64\nmicro_batch_size: 1\nfreeze_mm_modules: true\n"), both);
}

void TestFrozenParts::frozen_parts_get_no_adapters()
{
    const auto left_out = [](const std::string &text) {
        const Imported read = import_text(text);
        if (read.plan.has("trainable")) return std::string("trainable");
        const std::string settings = field(read, "adapter.settings");
        return settings == "-" ? std::string() : settings;
    };
    const auto has = [](const std::string &pattern, const char *name) { return pattern.find(name) != std::string::npos; };
    // ms-swift 4.6 utils/transformers_utils.py, get_multimodal_target_regex: neither tower nor aligner unless told
    const std::string swift = "swift sft --model org/Some-VL-7B --tuner_type lora ";
    const std::string both = left_out(swift);
    QVERIFY(has(both, "exclude_modules") && has(both, "vision_tower") && has(both, "multi_modal_projector"));
    QVERIFY(!has(both, "language_model"));
    QCOMPARE(left_out(swift + "--target_modules all-linear --freeze_vit true --freeze_aligner true"), both);
    const std::string tower = left_out(swift + "--freeze_aligner false");
    QVERIFY(has(tower, "vision_tower") && !has(tower, "multi_modal_projector") && !has(tower, "merger"));
    const std::string aligner = left_out(swift + "--freeze_vit false");
    QVERIFY(!has(aligner, "vision_tower") && has(aligner, "multi_modal_projector") && has(aligner, "merger"));
    QCOMPARE(left_out(swift + "--freeze_vit false --freeze_aligner false"), std::string("{}")); // else its stack freezes both
    QVERIFY(has(left_out(swift + "--freeze_llm true --freeze_vit false --freeze_aligner false"), "language_model"));
    QCOMPARE(left_out("swift sft --model Qwen/Qwen2.5-7B --tuner_type lora"), std::string()); // nothing stands beside it
    QCOMPARE(left_out("swift sft --model org/m --tuner_type lora"), std::string());
    // names and expressions are taken as they stand
    for (const char *targets : {"--target_modules q_proj v_proj ", "--target_regex .*q_proj "}) {
        const Imported read = import_text(swift + targets + "--freeze_vit true");
        QCOMPARE(field(read, "adapter.settings"), std::string("-"));
        QVERIFY(why_idle(read, "freeze_vit").find("all-linear") != std::string::npos);
    }
    // LLaMA-Factory 0.9.6 model/model_utils/visual.py, patch_target_modules
    const std::string factory = "model_name_or_path: org/Some-VL-7B\nstage: sft\nfinetuning_type: lora\n";
    QCOMPARE(left_out(factory), std::string()); // as the stack does where nobody says
    QCOMPARE(left_out(factory + "freeze_vision_tower: true\n"), std::string());
    QCOMPARE(left_out(factory + "freeze_vision_tower: false\n"), aligner);
    QCOMPARE(left_out(factory + "freeze_multi_modal_projector: false\n"), tower);
    QCOMPARE(left_out(factory + "freeze_vision_tower: false\nfreeze_multi_modal_projector: false\n"), std::string("{}"));
    QCOMPARE(left_out("model_name_or_path: Qwen/Qwen2.5-7B\nstage: sft\nfinetuning_type: lora\n"), std::string());
    // elsewhere it says nothing of adapters
    const Imported axolotl = import_text("base_model: org/Some-VL-7B\nsequence_len: 64\nmicro_batch_size: 1\nadapter: lora\n"
                                         "freeze_mm_modules: true\n");
    QVERIFY(why_not(axolotl, "freeze_mm_modules").find("adapter.targets") != std::string::npos);
}

/// What PEFT then wraps of the model, whether pictures stand in the rows or not.
void TestFrozenParts::frozen_parts_hold_no_adapters()
{
    const Result<ArchitectureRef> model = load_model({.preset = "qwen2.5-vl-7b-instruct"}, {});
    QVERIFY(model.ok());
    const auto beside_text = [&](const std::string &options) {
        const Imported read = import_text("swift sft --model Qwen/Qwen2.5-VL-7B-Instruct --tuner_type lora " + options);
        const Result<AdaptedModules> adapted = adapted_modules(**model, read.plan.adapter);
        Count tower = 0, merger = 0;
        if (!adapted.ok()) return std::pair<Count, Count>{-1, -1};
        for (const AdaptedModule &target : adapted->targets) {
            const bool merges = target.module.find("visual.merger") != std::string::npos;
            (merges ? merger : tower) += target.module.find("visual.") != std::string::npos ? 1 : 0;
        }
        return std::pair{tower, merger};
    };
    QCOMPARE(beside_text(""), (std::pair<Count, Count>{0, 0}));
    QCOMPARE(beside_text("--freeze_aligner false"), (std::pair<Count, Count>{0, 2}));
    QCOMPARE(beside_text("--freeze_vit false"), (std::pair<Count, Count>{32 * 5, 0}));
    QCOMPARE(beside_text("--freeze_vit false --freeze_aligner false"), (std::pair<Count, Count>{32 * 5, 2}));
}

PLIMSOLL_TEST(TestFrozenParts)
} // namespace PLIMSOLL_FILE
#include "test_frozen_parts.moc"
