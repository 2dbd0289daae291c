// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pictures/pictures.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

PictureProcessor known(const std::string &config, const std::string &image = {}, const std::string &processor = {})
{
    const std::optional<PictureProcessor> out = picture_processor(config, image, processor);
    return out ? *out : PictureProcessor{};
}

Count tokens_of(const PictureProcessor &processor, Picture size, const PictureCaps &caps = {})
{
    const Result<PictureTokens> made = picture_tokens(processor, size, caps);
    return made ? made->tokens : -1;
}

constexpr const char *qwen = R"({"model_type": "qwen2_5_vl", "vision_config": {"patch_size": 14, "spatial_merge_size": 2}})";

} // namespace

class TestPictures : public QObject {
    Q_OBJECT
private slots:
    void tokens_are_those_of_the_real_processors_data();
    void tokens_are_those_of_the_real_processors();
    void a_file_beside_the_model_decides();
    void a_person_s_caps_replace_the_processor_s();
    void a_picture_of_a_fixed_size_is_scaled_before_by_caps();
    void tiles_are_capped_where_a_processor_counts_them();
    void an_image_processor_alone_asks_for_no_tiles();
    void named_tokens_are_tiles_or_a_picture_of_that_size();
    void what_a_processor_raises_on_is_refused();
    void models_without_pictures_have_no_processor();
};

void TestPictures::tokens_are_those_of_the_real_processors_data()
{
    QTest::addColumn<QString>("line");
    QFile file(QStringLiteral(PLIMSOLL_FIXTURES "/pictures.jsonl"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    int number = 0;
    while (!file.atEnd()) QTest::addRow("%d", ++number) << QString::fromUtf8(file.readLine());
    QVERIFY(number > 80);
}

void TestPictures::tokens_are_those_of_the_real_processors()
{
    QFETCH(const QString, line);
    const json row = json::parse(line.toStdString());
    const PictureProcessor processor = known(row["config"].dump(), row["image"].dump(), row["processor"].dump());
    QVERIFY2(processor.rule, qPrintable(line));
    const Result<PictureTokens> made = picture_tokens(processor, {row["width"].get<Count>(), row["height"].get<Count>()});
    QVERIFY2(made, qPrintable(line));
    QVERIFY2(made->tokens == row["tokens"].get<Count>(), qPrintable(QString::number(made->tokens) + line));
    QVERIFY2(made->patches == row["patches"].get<Count>(), qPrintable(QString::number(made->patches) + line));
}

void TestPictures::a_file_beside_the_model_decides()
{
    // without one: as the checkpoints publish it, 16,384 tokens at most; a file that says nothing is the class's own 1,280
    QCOMPARE(tokens_of(known(qwen), {4096, 3072}), Count{16060});
    QCOMPARE(tokens_of(known(qwen, R"({"image_processor_type": "Qwen2VLImageProcessorFast"})"), {4096, 3072}), Count{1230});
    QVERIFY(!known(qwen).from_file);
    // transformers 5 writes the parts of a processor into one file
    const auto whole =
        known(qwen, {}, R"({"image_processor": {"image_processor_type": "Qwen2VLImageProcessor", "max_pixels": 200704}})");
    QVERIFY(whole.from_file);
    QVERIFY(tokens_of(whole, {4096, 3072}) <= 256);
}

void TestPictures::a_person_s_caps_replace_the_processor_s()
{
    QVERIFY(tokens_of(known(qwen), {2048, 2048}, {.max_pixels = 784 * 100}) <= 100);
    QVERIFY(tokens_of(known(qwen), {56, 56}, {.max_pixels = {}, .min_pixels = 784 * 100}) >= 100);
}

void TestPictures::a_picture_of_a_fixed_size_is_scaled_before_by_caps()
{
    const auto tiles = known(R"({"model_type": "llama4", "vision_config": {"image_size": 336, "patch_size": 14}})");
    QCOMPARE(tokens_of(tiles, {1344, 1344}), Count{17 * 144});
    QCOMPARE(tokens_of(tiles, {1344, 1344}, {.max_pixels = 336 * 336}), Count{144});
}

void TestPictures::tiles_are_capped_where_a_processor_counts_them()
{
    const auto tiled = known(R"({"model_type": "internvl", "vision_config": {"image_size": 448, "patch_size": 14}})");
    QCOMPARE(tokens_of(tiled, {1024, 768}), Count{13 * 256});
    QCOMPARE(tokens_of(tiled, {1024, 768}, {.max_tiles = 4}), Count{5 * 256}); // 2 x 2 and the whole
    QCOMPARE(tokens_of(tiled, {1024, 768}, {.max_tiles = 1}), Count{256});
    const auto gemma = known(R"({"model_type": "gemma3"})");
    QCOMPARE(tokens_of(gemma, {1600, 600}), Count{256});
    QCOMPARE(tokens_of(gemma, {1600, 600}, {.max_tiles = 4}), Count{4 * 256}); // pan and scan
    const auto smol =
        known(R"({"model_type": "smolvlm", "scale_factor": 4, "vision_config": {"image_size": 512, "patch_size": 16}})");
    QCOMPARE(tokens_of(smol, {1024, 768}, {.max_tiles = 1}), Count{64});
    for (const char *config : {R"({"model_type": "smolvlm", "vision_config": {"image_size": 512, "patch_size": 16}})", qwen}) {
        const Result<PictureTokens> made = picture_tokens(known(config), {1024, 768}, {.max_tiles = 3});
        QVERIFY(!made);
        QCOMPARE(made.error().field, std::string("images.max_tiles"));
    }
}

void TestPictures::an_image_processor_alone_asks_for_no_tiles()
{
    const auto tiled = known(R"({"model_type": "internvl", "vision_config": {"image_size": 448, "patch_size": 14}})");
    QCOMPARE(tokens_of(tiled, {1024, 768}, {.image_processor_alone = true}), Count{256});
    QCOMPARE(tokens_of(tiled, {1024, 768}, {.max_tiles = 12, .image_processor_alone = true}), Count{13 * 256});
    // LLaMA-Factory scales to 768 x 768 pixels first: the processor rounds up from there
    QCOMPARE(tokens_of(known(qwen), {1024, 768}, {.max_pixels = 768 * 768, .scaled_before = true}), Count{32 * 24});
    QVERIFY(tokens_of(known(qwen), {1024, 768}, {.max_pixels = 768 * 768}) < 32 * 24);
}

void TestPictures::named_tokens_are_tiles_or_a_picture_of_that_size()
{
    const PictureTokens grid = picture_of_tokens(known(qwen), {1024, 768}, 400);
    QCOMPARE(grid.tokens, Count{400});
    QCOMPARE(grid.patches, Count{1600});
    const auto tiled = known(R"({"model_type": "internvl", "vision_config": {"image_size": 448, "patch_size": 14}})");
    const PictureTokens tiles = picture_of_tokens(tiled, {1024, 768}, 5 * 256);
    QCOMPARE(tiles.tiles, Count{5});
    QCOMPARE(tiles.patches, Count{5 * 1024});
}

void TestPictures::what_a_processor_raises_on_is_refused()
{
    QVERIFY(!picture_tokens(known(qwen), {20000, 60}));
    QVERIFY(!picture_tokens(known(qwen), {0, 60}));
    QVERIFY(!picture_tokens(known(qwen), {60, 70000}));
}

void TestPictures::models_without_pictures_have_no_processor()
{
    QVERIFY(!picture_processor(R"({"model_type": "llama"})"));
    QVERIFY(!picture_processor("[1"));
    QVERIFY(knows_pictures("gemma3") && !knows_pictures("llama"));
}

PLIMSOLL_TEST(TestPictures)
} // namespace PLIMSOLL_FILE
#include "test_pictures.moc"
