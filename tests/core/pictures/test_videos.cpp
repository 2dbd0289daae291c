// SPDX-License-Identifier: GPL-3.0-or-later
// Frames, tokens and patches of videos against transformers' own video processors; what stacks and plans make of them.
#include "core/estimate/estimate.h"
#include "core/pictures/videos.h"
#include "core/plan/field.h"
#include "core/resolve/handed_pictures.h"
#include "core/run/seen_pictures.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

constexpr const char *qwen25 = R"({"model_type": "qwen2_5_vl", "vision_config": {"patch_size": 14, "spatial_merge_size": 2}})";
constexpr const char *qwen3 = R"({"model_type": "qwen3_vl", "vision_config": {"patch_size": 16, "spatial_merge_size": 2}})";
constexpr const char *internvl = R"({"model_type": "internvl", "vision_config": {"image_size": 448, "patch_size": 14}})";

Result<VideoTokens> made_of(const std::string &config, const VideoClip &clip)
{
    return video_tokens(*video_processor(config), clip);
}

json plan_of(json video)
{
    json plan = json::parse(R"({"schema": "plimsoll.plan/1", "task": "train", "stack": "transformers", "method": "lora",
        "adapter": {"rank": 8, "targets": "language"}, "sequence_length": 2048, "attention": "sdpa",
        "model": {"config": {"model_type": "qwen2_5_vl", "vocab_size": 1024, "hidden_size": 256, "intermediate_size": 512,
            "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "tie_word_embeddings": true,
            "vision_config": {"depth": 8, "hidden_size": 160, "intermediate_size": 320, "num_heads": 2, "out_hidden_size": 256,
                "patch_size": 14, "spatial_merge_size": 2, "temporal_patch_size": 2, "window_size": 112,
                "fullatt_block_indexes": [7]}}}})");
    plan["video"] = std::move(video);
    return plan;
}

Result<Estimate> answer_to(const json &plan)
{
    const Result<ArchitectureRef> model = named_class_from_config(plan["model"]["config"].dump(), "inline");
    return estimate(*model, plan_from_json(plan.dump())->plan, {});
}

/// A row of data for every line of a file of fixtures, of which there are so many.
void add_rows(const QString &name, int least)
{
    QTest::addColumn<QString>("line");
    QFile file(QStringLiteral(PLIMSOLL_FIXTURES "/") + name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    int number = 0;
    while (!file.atEnd()) QTest::addRow("%d", ++number) << QString::fromUtf8(file.readLine());
    QVERIFY(number >= least);
}

Bytes peak_of(const json &plan)
{
    const Result<Estimate> answer = answer_to(plan);
    return answer ? answer->fullest().peak.allocated : -1;
}

} // namespace

class TestVideos : public QObject {
    Q_OBJECT
private slots:
    void tokens_are_those_of_the_real_processors_data();
    void tokens_are_those_of_the_real_processors();
    void unsloth_fits_frames_before_any_processor_data();
    void unsloth_fits_frames_before_any_processor();
    void what_resizes_nothing_takes_whole_patches();
    void a_file_beside_the_model_decides();
    void utils_share_the_tokens_among_the_frames();
    void stacks_hand_videos_over_as_they_do();
    void trainers_without_videos_say_so();
    void pixels_of_unsloth_have_the_models_dtype();
    void what_no_processor_reads_is_refused();
    void frames_are_to_the_tower_what_pictures_are();
    void videos_that_do_not_fit_into_a_row_are_refused();
    void no_more_than_text_stays_as_it_was();
};

void TestVideos::tokens_are_those_of_the_real_processors_data() { add_rows(QStringLiteral("videos.jsonl"), 40); }

/// unsloth_zoo 2026.10.9's fetch_video and video_processor_kwargs, and transformers 5.17's processors behind them.
void TestVideos::unsloth_fits_frames_before_any_processor_data() { add_rows(QStringLiteral("videos_unsloth.jsonl"), 35); }

void TestVideos::unsloth_fits_frames_before_any_processor()
{
    QFETCH(const QString, line);
    const json row = json::parse(line.toStdString());
    json plan = plan_of({{"per_row", 1}, {"width", row["width"]}, {"height", row["height"]}, {"seconds", row["seconds"]}});
    plan["stack"] = "unsloth";
    for (const char *key : {"frames", "fps", "max_pixels"})
        if (row.contains(key)) plan["video"][key] = row[key];
    const Result<VideoTokens> made =
        video_tokens(*video_processor(row["config"].dump()), handed_video(plan_from_json(plan.dump())->plan));
    QVERIFY2(made, qPrintable(line));
    QCOMPARE(made->steps, row["steps"].get<Count>());
    QCOMPARE(made->tokens, row["tokens"].get<Count>());
    if (row.contains("patches")) QCOMPARE(made->steps * made->one.patches, row["patches"].get<Count>());
}

/// transformers 5.17, Qwen2VLVideoProcessor(do_resize=False): a view of patches raises on 230 pixels.
void TestVideos::what_resizes_nothing_takes_whole_patches()
{
    const auto processor = video_processor(qwen25, R"({"do_resize": false})");
    QCOMPARE(video_tokens(*processor, {.width = 224, .height = 168, .frames = 4})->tokens, Count{96});
    QCOMPARE(video_tokens(*processor, {.width = 230, .height = 168, .frames = 4}).error().field, std::string("video.width"));
}

void TestVideos::tokens_are_those_of_the_real_processors()
{
    QFETCH(const QString, line);
    const json row = json::parse(line.toStdString());
    const auto text_of = [&row](const char *key) { return row.contains(key) ? row[key].dump() : std::string(); };
    const std::optional<VideoProcessor> processor =
        video_processor(row["config"].dump(), text_of("video"), {}, text_of("processor"));
    QVERIFY2(processor, qPrintable(line));
    VideoClip clip{.width = row["width"], .height = row["height"], .seconds = row["seconds"]};
    if (row.contains("frames")) clip.frames = row["frames"].get<Count>();
    if (row.contains("fps")) clip.fps = row["fps"].get<double>();
    const Result<VideoTokens> made = video_tokens(*processor, clip);
    QVERIFY2(made, qPrintable(line));
    QCOMPARE(made->steps, row["steps"].get<Count>());
    QCOMPARE(made->tokens, row["tokens"].get<Count>());
    if (row.contains("patches")) QCOMPARE(made->steps * made->one.patches, row["patches"].get<Count>());
    if (row.contains("computed")) QCOMPARE(made->steps * made->one.computed, row["computed"].get<Count>());
    if (!row.contains("pixels")) return;
    // a convolution leaves out what is less than a patch
    const auto side = static_cast<Count>(std::sqrt(row["pixels"].get<double>() / 3 / row["steps"].get<double>()));
    const Count patch =
        row["config"]["vision_config"]["patch_size"].is_array() ? 14 : row["config"]["vision_config"]["patch_size"].get<Count>();
    QCOMPARE(made->one.rows, side / patch);
    QCOMPARE(made->one.columns, side / patch);
}

void TestVideos::a_file_beside_the_model_decides()
{
    const VideoClip clip{.width = 1920, .height = 1080, .seconds = 4};
    const auto tokens = [&clip](const std::string &video, const std::string &preprocessor, const std::string &processor = {}) {
        const Result<VideoTokens> made = video_tokens(*video_processor(qwen25, video, preprocessor, processor), clip);
        return made ? made->tokens : -1;
    };
    constexpr const char *small = R"({"size": {"shortest_edge": 3136, "longest_edge": 78400}})";
    constexpr const char *large = R"({"size": {"shortest_edge": 3136, "longest_edge": 784000}})";
    QVERIFY(tokens(small, {}) <= 4 * 100);
    QCOMPARE(tokens({}, small), tokens(small, {})); // the pictures' file where there is none of videos
    QCOMPARE(tokens(small, large), tokens(small, {}));
    const std::string whole = json{{"video_processor", json::parse(small)}}.dump();
    QCOMPARE(tokens(large, large, whole), tokens(small, {}));
    QVERIFY(!video_processor(qwen25)->from_file);
}

/// qwen_vl_utils 0.0.14, fetch_video: 768 tokens of a frame, and nine tenths of 128,000 of all, two frames for one.
void TestVideos::utils_share_the_tokens_among_the_frames()
{
    VideoClip clip{.width = 1920, .height = 1080, .seconds = 4, .capped_before = true};
    for (const char *config : {qwen25, qwen3}) {
        const Result<VideoTokens> made = made_of(config, clip);
        QVERIFY(made);
        QCOMPARE(made->frames, Count{8});
        QVERIFY(made->one.tokens <= 768 && made->one.tokens > 700);
        VideoClip longer = clip;
        longer.seconds = 384; // 768 frames: 115,200 · 2 / 768 = 300 tokens of each
        const Result<VideoTokens> shared = made_of(config, longer);
        QCOMPARE(shared->frames, Count{768});
        QVERIFY(shared->one.tokens <= 300 && shared->one.tokens > 270);
    }
    clip.max_pixels = 784 * 64; // below the least of 128 tokens, which stands, and a twentieth more
    QVERIFY(made_of(qwen25, clip)->one.tokens <= 134);
}

void TestVideos::stacks_hand_videos_over_as_they_do()
{
    const auto made_by = [](const char *stack) {
        json plan = plan_of({{"per_row", 1}, {"width", 1280}, {"height", 720}, {"seconds", 100}});
        plan["stack"] = stack;
        plan["sequence_length"] = 262144;
        const Result<ArchitectureRef> model = named_class_from_config(plan["model"]["config"].dump(), "inline");
        const Result<ResolvedPlan> resolved = resolve(plan_from_json(plan.dump())->plan, **model);
        return *made_of(qwen25, handed_video(resolved->plan));
    };
    QCOMPARE(made_by("transformers").frames, Count{200});
    QCOMPARE(made_by("llama-factory").frames, Count{128}); // video_maxlen
    // 256 x 256 pixels of a frame: 341 x 191 of it, in whole places 12 x 7 of 28 pixels
    QCOMPARE(made_by("llama-factory").one.tokens, Count{84});
    QVERIFY(made_by("ms-swift").one.tokens <= 768);
    QVERIFY(made_by("unsloth").one.tokens <= 768);
    QVERIFY(made_by("transformers").one.tokens > 768);
}

/// TRL 1.16 trainer/sft_trainer.py, DataCollatorForVisionLanguageModeling; torchtune 0.7 data sets of pictures.
void TestVideos::trainers_without_videos_say_so()
{
    json plan = plan_of({{"per_row", 1}, {"frames", 4}, {"width", 224}, {"height", 224}});
    const auto warned = [&plan](const char *stack) {
        plan["stack"] = stack;
        const Result<Estimate> answer = answer_to(plan);
        return answer && std::ranges::any_of(answer->warnings, [](const Warning &warning) {
                   return warning.text.find("no videos") != std::string::npos;
               });
    };
    QVERIFY(warned("trl"));
    for (const char *stack : {"transformers", "ms-swift", "llama-factory", "unsloth"}) QVERIFY2(!warned(stack), stack);
    plan["stack"] = "torchtune";
    QCOMPARE(answer_to(plan).error().field, std::string("video.per_row"));
}

/// unsloth_zoo 2026.10 vision_utils.py, _cast_pixel_values_dtype_inplace; transformers' processors give float32.
void TestVideos::pixels_of_unsloth_have_the_models_dtype()
{
    const auto pixels_by = [](const char *stack, const char *dtype, bool still) {
        json plan = plan_of({{"per_row", still ? 0 : 1}, {"frames", 4}, {"width", 224}, {"height", 224}});
        if (still) plan["images"] = {{"per_row", 1}, {"width", 224}, {"height", 224}};
        plan["stack"] = stack;
        plan["weights"] = {{"dtype", dtype}};
        const Result<ArchitectureRef> model = named_class_from_config(plan["model"]["config"].dump(), "inline");
        return step::seen_pictures(**model, resolve(plan_from_json(plan.dump())->plan, **model)->plan)->pixels;
    };
    for (const bool still : {true, false}) {
        QCOMPARE(pixels_by("unsloth", "bf16", still), Dtype::bf16);
        QCOMPARE(pixels_by("unsloth", "fp16", still), Dtype::fp16);
        for (const char *stack : {"transformers", "trl", "ms-swift", "llama-factory"})
            QCOMPARE(pixels_by(stack, "bf16", still), Dtype::fp32);
    }
}

void TestVideos::what_no_processor_reads_is_refused()
{
    QCOMPARE(made_of(internvl, {.width = 640, .height = 360, .seconds = 10}).error().field, std::string("video.frames"));
    QVERIFY(made_of(internvl, {.width = 640, .height = 360, .seconds = 10, .fps = 1}));
    constexpr const char *gemma = R"({"model_type": "gemma4", "vision_config": {"patch_size": 16, "pooling_kernel_size": 3}})";
    QCOMPARE(made_of(gemma, {.width = 640, .height = 360, .seconds = 10, .fps = 1}).error().field, std::string("video.fps"));
    QCOMPARE(made_of(qwen3, {.width = 640, .height = 360, .frames = 1}).error().field, std::string("video.frames"));
    QCOMPARE(made_of(qwen25, {.width = 0, .height = 360, .frames = 4}).error().field, std::string("video.width"));
    for (const char *type : {"gemma3", "llava", "pixtral", "mllama", "llama", "paligemma", "llama4", "idefics3"}) {
        const std::string config = json{{"model_type", type}}.dump();
        QVERIFY2(!video_processor(config), type);
    }
    json text = plan_of({{"per_row", 1}, {"frames", 4}});
    text["model"]["config"] = {{"model_type", "llama"},    {"vocab_size", 1024},     {"hidden_size", 256},
                               {"intermediate_size", 512}, {"num_hidden_layers", 2}, {"num_attention_heads", 4},
                               {"num_key_value_heads", 2}};
    QCOMPARE(answer_to(text).error().field, std::string("video.per_row"));
    json both = plan_of({{"per_row", 1}, {"frames", 4}, {"width", 224}, {"height", 224}});
    both["images"] = {{"per_row", 1}, {"width", 224}, {"height", 224}};
    QCOMPARE(answer_to(both).error().field, std::string("video.per_row"));
}

/// modeling_qwen2_5_vl.py, get_video_features calls the same tower: cu_seqlens has a sequence a step of time, and a still picture is
/// two frames that are the same.
void TestVideos::frames_are_to_the_tower_what_pictures_are()
{
    const Bytes video = peak_of(plan_of({{"per_row", 1}, {"frames", 8}, {"width", 448}, {"height", 448}}));
    json pictures = plan_of({{"per_row", 0}});
    pictures["images"] = {{"per_row", 4}, {"width", 448}, {"height", 448}};
    QVERIFY(video > 0);
    QCOMPARE(video, peak_of(pictures));
    QVERIFY(peak_of(plan_of({{"per_row", 1}, {"frames", 16}, {"width", 448}, {"height", 448}})) > video);
    QVERIFY(peak_of(plan_of({{"per_row", 2}, {"frames", 8}, {"width", 448}, {"height", 448}})) > video);
    json trained = plan_of({{"per_row", 1}, {"frames", 8}, {"width", 448}, {"height", 448}});
    trained["adapter"]["targets"] = "all-linear";
    trained["images"] = {{"tower", "adapters"}};
    QVERIFY(peak_of(trained) > video);
}

void TestVideos::videos_that_do_not_fit_into_a_row_are_refused()
{
    const Result<Estimate> answer = answer_to(plan_of({{"per_row", 1}, {"frames", 32}, {"width", 448}, {"height", 448}}));
    QVERIFY(!answer); // 16 x 256 tokens in 2,048
    QCOMPARE(answer.error().field, std::string("sequence_length"));
}

void TestVideos::no_more_than_text_stays_as_it_was()
{
    json text = plan_of({{"per_row", 0}});
    text.erase("video");
    QCOMPARE(peak_of(plan_of({{"per_row", 0}, {"frames", 8}})), peak_of(text));
}

PLIMSOLL_TEST(TestVideos)
} // namespace PLIMSOLL_FILE
#include "test_videos.moc"
