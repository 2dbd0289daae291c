// SPDX-License-Identifier: GPL-3.0-or-later
// What other tools say of pictures: limits of a prompt, pixels, files beside a model.
#include "core/exchange/exchange.h"
#include "core/plan/field.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

std::string written_as(const Imported &read, const std::string &path)
{
    return read.plan.has(path) ? to_text(find_field(path)->write(read.plan)) : std::string("-");
}

/// The warning of this code; empty: there is none.
std::string warned(const Imported &read, const char *code)
{
    const auto found = std::ranges::find(read.warnings, std::string(code), &Warning::code);
    return found == read.warnings.end() ? std::string() : found->text;
}

bool within(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

} // namespace

class TestImportPictures : public QObject {
    Q_OBJECT

private slots:
    /// vLLM 0.33 utils/argparse_utils.py: dotted names are put together to one object.
    void limits_stand_in_one_object_or_apart()
    {
        const auto limit = [](const std::string &options) {
            return written_as(import_text("vllm serve Qwen/Qwen2.5-VL-7B-Instruct " + options), "inference.images.limit");
        };
        const std::string both = limit(R"(--limit-mm-per-prompt '{"image": 2, "video": 0}')");
        QVERIFY(within(both, "2") && within(both, "0"));
        QCOMPARE(limit("--limit-mm-per-prompt.image 2 --limit-mm-per-prompt.video 0"), both);
        QCOMPARE(limit("--limit-mm-per-prompt.image=2 --limit_mm_per_prompt.video=0"), both);
        QCOMPARE(limit("--limit-mm-per-prompt.image.count 2 --limit-mm-per-prompt.video 0"), both);
    }

    void sizes_of_what_is_profiled_are_said()
    {
        const auto sizes = [](const std::string &value) {
            return warned(import_text("vllm serve m --limit-mm-per-prompt '" + value + "'"), "item_sizes");
        };
        const std::string video = sizes(R"({"video":{"count":1,"num_frames":32,"width":512,"height":512}})");
        QVERIFY(within(video, "num_frames 32") && within(video, "width 512"));
        QVERIFY(sizes(R"({"video":{"count":1}})").empty());
    }

    /// vLLM 0.33 config/lora.py, LoRAConfig.
    void places_that_vllm_refuses_are_said()
    {
        const auto refused = [](const std::string &options) {
            return !warned(import_text("vllm serve m --enable-lora " + options), "refused").empty();
        };
        QVERIFY(refused("--max-loras 0"));
        QVERIFY(refused("--max-loras 4 --max-cpu-loras 2"));
        QVERIFY(!refused("--max-loras 4 --max-cpu-loras 4"));
        QVERIFY(!refused("--max-loras 4 --max-cpu-loras 0")); // as none
        QVERIFY(!refused(""));
    }

    /// ms-swift 4.6 model/models/qwen.py, patch_qwen_vl_utils: places times (patch x merge)^2.
    void places_of_qwen_become_pixels()
    {
        const auto pixels = [](const char *variables, const char *model) {
            return written_as(import_text(std::string(variables) + " swift sft --model " + model + " --tuner_type lora"),
                              "images.max_pixels");
        };
        QCOMPARE(pixels("IMAGE_MAX_TOKEN_NUM=1024", "Qwen/Qwen2.5-VL-7B-Instruct"), std::to_string(1024 * 28 * 28));
        QCOMPARE(pixels("IMAGE_MAX_TOKEN_NUM=1024", "Qwen/Qwen3-VL-8B-Instruct"), std::to_string(1024 * 32 * 32));
        QCOMPARE(pixels("MAX_PIXELS=1003520", "Qwen/Qwen2.5-VL-7B-Instruct"), std::string("1003520"));
        QCOMPARE(pixels("MAX_PIXELS=1003520 IMAGE_MAX_TOKEN_NUM=1024", "Qwen/Qwen2.5-VL-7B-Instruct"),
                 std::to_string(1024 * 28 * 28));
        QCOMPARE(pixels("IMAGE_MAX_TOKEN_NUM=1024", "org/unknown"), std::string("-"));
    }

    /// ms-swift 4.6 model/models/qwen.py, compat_qwen_vl_utils: MAX_PIXELS becomes places where IMAGE_MAX_TOKEN_NUM is not set.
    void places_go_before_pixels_in_any_order()
    {
        const auto read = [](const std::string &variables, const char *path) {
            return written_as(import_text(variables + " swift sft --model Qwen/Qwen2.5-VL-7B-Instruct --tuner_type lora"), path);
        };
        for (const auto &[start, field] : {std::pair{"", "images."}, std::pair{"VIDEO_", "video."}})
            for (const char *end : {"MAX", "MIN"}) {
                const std::string pixels = std::string(start) + end + "_PIXELS=40000",
                                  places = (*start == 0 ? "IMAGE_" : "VIDEO_") + std::string(end) + "_TOKEN_NUM=64";
                const std::string path = field + std::string(*end == 'M' && end[1] == 'A' ? "max_pixels" : "min_pixels");
                QCOMPARE(read(places + " " + pixels, path.c_str()), std::to_string(64 * 28 * 28));
                QCOMPARE(read(pixels + " " + places, path.c_str()), std::to_string(64 * 28 * 28));
                QCOMPARE(read(pixels, path.c_str()), std::to_string(51 * 28 * 28)); // 40,000 / 784 in whole places
            }
    }

    /// ms-swift 4.6 template/templates/glm.py calls the bare processors; internvl.py, Internvl2Template reads VIDEO_SEGMENTS.
    void variables_are_read_by_their_own_templates()
    {
        const auto read = [](const std::string &variable, const char *model, const char *path) {
            return written_as(import_text(variable + " swift sft --tuner_type lora --model " + model), path);
        };
        for (const auto &[variable, path] :
             {std::pair{"FPS=1", "video.fps"}, std::pair{"FPS_MAX_FRAMES=8", "video.max_frames"},
              std::pair{"VIDEO_MAX_PIXELS=100352", "video.max_pixels"}, std::pair{"MAX_PIXELS=100352", "images.max_pixels"}}) {
            QVERIFY(read(variable, "Qwen/Qwen2.5-VL-7B-Instruct", path) != "-");
            QVERIFY(read(variable, "Qwen/Qwen3-VL-8B-Instruct", path) != "-");
            QVERIFY(read(variable, "org/unknown", path) != "-");
            for (const char *model :
                 {"zai-org/GLM-4.1V-9B-Thinking", "zai-org/GLM-4.5V", "OpenGVLab/InternVL3-8B-hf", "google/gemma-3-4b-it"})
                QCOMPARE(read(variable, model, path), std::string("-"));
        }
        QCOMPARE(read("VIDEO_SEGMENTS=8", "Qwen/Qwen2.5-VL-7B-Instruct", "video.frames"), std::string("-"));
        QCOMPARE(read("VIDEO_SEGMENTS=8", "OpenGVLab/InternVL3-8B-hf", "video.frames"), std::string("-"));
        for (const char *model : {"org/unknown", "OpenGVLab/InternVL2-2B", "OpenGVLab/InternVL3-8B"})
            QCOMPARE(read("VIDEO_SEGMENTS=8", model, "video.frames"), std::string("8"));
    }

    /// ms-swift 4.6 model/models/qwen.py, patch_qwen_vl_utils; LLaMA-Factory 0.9.5 hparams/model_args.py, ProcessorArguments.
    void limits_of_videos_are_read_and_written()
    {
        const Imported swift = import_text("VIDEO_MAX_TOKEN_NUM=128 FPS=1 FPS_MAX_FRAMES=24 swift sft --model "
                                           "Qwen/Qwen2.5-VL-7B-Instruct --tuner_type lora");
        QCOMPARE(written_as(swift, "video.max_pixels"), std::to_string(128 * 28 * 28));
        QCOMPARE(written_as(swift, "video.max_frames"), std::string("24"));
        QCOMPARE(swift.plan.video.fps, std::optional<double>(1.0));
        const Result<Exported> back = exported(swift.plan, "ms-swift");
        QVERIFY(back);
        const Imported again = import_text(back->text);
        for (const char *path : {"video.max_pixels", "video.max_frames", "video.fps"})
            QCOMPARE(written_as(again, path), written_as(swift, path));
        Plan other = swift.plan; // whose template reads none of them
        other.model = {.hub = "zai-org/GLM-4.1V-9B-Thinking"};
        const Result<Exported> none = exported(other, "ms-swift");
        QVERIFY(none && !within(none->text, "FPS") && !within(none->text, "VIDEO_MAX_PIXELS"));
        const Imported factory = import_text("model_name_or_path: Qwen/Qwen2.5-VL-7B-Instruct\nstage: sft\ndo_train: true\n"
                                             "finetuning_type: lora\nvideo_max_pixels: 16384\nvideo_fps: 4\nvideo_maxlen: 32\n");
        QCOMPARE(written_as(factory, "video.max_pixels"), std::string("16384"));
        QCOMPARE(written_as(factory, "video.max_frames"), std::string("32"));
        QCOMPARE(factory.plan.video.fps, std::optional<double>(4.0));
        const Result<Exported> written = exported(factory.plan, "llama-factory");
        QVERIFY(written && within(written->text, "video_max_pixels: 16384") && within(written->text, "video_maxlen: 32"));
    }

    /// ms-swift 4.6 tuner_plugin/lora_llm.py: adapters on the language model, tower and aligner whole; both directions.
    void towers_train_beside_adapters()
    {
        const Imported read = import_text("swift sft --model Qwen/Qwen2.5-VL-3B-Instruct --tuner_type lora_llm --lora_rank 8");
        QCOMPARE(written_as(read, "method"), std::string("\"lora\""));
        QCOMPARE(written_as(read, "images.tower"), std::string("\"trained\""));
        QCOMPARE(written_as(read, "images.projector"), std::string("\"trained\""));
        QVERIFY(within(written_as(read, "adapter.settings"), "visual"));
        QVERIFY(!read.plan.has("trainable") && !read.plan.has("images.tower_checkpointing"));
        const Result<Exported> back = exported(read.plan, "ms-swift");
        QVERIFY(back);
        QVERIFY(within(back->text, "--tuner_type lora_llm") && !within(back->text, "freeze_vit"));
        const Imported again = import_text(back->text);
        for (const char *path : {"method", "images.tower", "images.projector", "adapter.settings", "adapter.rank", "trainable"})
            QCOMPARE(written_as(again, path), written_as(read, path));
    }

    /// llama.cpp common/arg.cpp: what a plan cannot say of files is said.
    void files_of_llama_cpp_are_not_silent()
    {
        const auto serve = [](const char *options) { return import_text("llama-server -m model.gguf " + std::string(options)); };
        QVERIFY(within(warned(serve("--mmproj mmproj-Q8_0.gguf"), "projector_type"), "q8_0"));
        QVERIFY(warned(serve("--mmproj mmproj-model-f16.gguf"), "projector_type").empty());
        QVERIFY(within(warned(serve("--lora adapter.gguf"), "adapters_left_out"), "--lora"));
        QVERIFY(warned(serve(""), "adapters_left_out").empty());
        QCOMPARE(written_as(serve("--mmproj mmproj-Q8_0.gguf"), "inference.mmproj"), std::string("true"));
    }
};

PLIMSOLL_TEST(TestImportPictures)
} // namespace PLIMSOLL_FILE
#include "test_import_pictures.moc"
