// SPDX-License-Identifier: GPL-3.0-or-later
// Python statements that set requires_grad, and what else scripts of models that see say outside of calls that train.
#include "core/plan/field.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

constexpr const char *head = "model = AutoModelForImageTextToText.from_pretrained(\"Qwen/Qwen2.5-VL-3B-Instruct\")\n";
constexpr const char *tail = "args = TrainingArguments(per_device_train_batch_size=1)\n"
                             "trainer = Trainer(model=model, args=args)\n";

std::string stated_as(const Imported &read, const std::string &path)
{
    return read.plan.has(path) ? to_text(find_field(path)->write(read.plan)) : std::string("-");
}

Imported script(const std::string &statements) { return import_text(head + statements + tail); }

bool warns(const Imported &read, const char *code)
{
    return std::ranges::find(read.warnings, std::string(code), &Warning::code) != read.warnings.end();
}

std::string listed(const std::vector<ImportedKey> &keys, const char *key)
{
    for (const ImportedKey &each : keys)
        if (each.key == key) return each.why;
    return {};
}

} // namespace

class TestImportFreezing : public QObject {
    Q_OBJECT

private slots:
    void statements_say_what_trains_data();
    void statements_say_what_trains();
    void what_cannot_be_read_is_listed_data();
    void what_cannot_be_read_is_listed();
    void beside_adapters_the_model_is_frozen_anyway();
    void processors_say_their_pixels();
    void rows_are_cut_by_the_collator_that_pads_them();
    void texts_of_embedders_are_as_long_as_said();
    void guides_are_said();
    void what_only_asks_is_no_statement();
};

void TestImportFreezing::statements_say_what_trains_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("trainable");
    const auto row = [](const char *name, const char *text, const char *trainable) { QTest::newRow(name) << text << trainable; };
    row("a call", "model.visual.requires_grad_(False)\n", R"x({"frozen":["visual"]})x");
    row("a call, by its name", "model.model.visual.requires_grad_(requires_grad=False)\n", R"x({"frozen":["model.visual"]})x");
    row("a loop on one line", "for p in model.model.visual.parameters(): p.requires_grad = False\n",
        R"x({"frozen":["model.visual"]})x");
    row("a loop on two", "for param in model.visual.parameters():\n    param.requires_grad = False  # tower\n",
        R"x({"frozen":["visual"]})x");
    row("a loop that calls", "for param in model.visual.parameters():\n    param.requires_grad_(False)\n",
        R"x({"frozen":["visual"]})x");
    row("names", "for n, p in model.named_parameters():\n    if \"visual\" in n:\n        p.requires_grad = False\n",
        R"x({"frozen":[".*visual"]})x");
    row("names on one line", "for n, p in model.named_parameters(): \n  if 'visual' in n: p.requires_grad = False\n",
        R"x({"frozen":[".*visual"]})x");
    row("several names",
        "for n, p in model.named_parameters():\n    if 'visual' in n or 'lm_head' in n:\n        p.requires_grad = False\n",
        R"x({"frozen":[".*(visual|lm_head)"]})x");
    row("any of a list",
        "for n, p in model.named_parameters():\n    if any(k in n for k in [\"vision_tower\", \"multi_modal\"]):\n"
        "        p.requires_grad = False\n",
        R"x({"frozen":[".*(vision_tower|multi_modal)"]})x");
    row("a beginning",
        "for n, p in model.named_parameters():\n    if n.startswith('model.visual.'):\n        p.requires_grad = False\n",
        R"x({"frozen":["^model\\.visual\\."]})x");
    row("not in", "for n, p in model.named_parameters():\n    if 'language_model' not in n:\n        p.requires_grad = False\n",
        R"x({"frozen":["^(?!.*language_model)"]})x");
    row("a comparison", "for n, p in model.named_parameters():\n    p.requires_grad = 'merger' in n\n", R"x([".*merger"])x");
    row("a refusal", "for n, p in model.named_parameters():\n    p.requires_grad = 'visual' not in n\n",
        R"x({"frozen":[".*visual"]})x");
    row("all, then a part", "for p in model.parameters():\n    p.requires_grad = False\nmodel.lm_head.requires_grad_(True)\n",
        R"x(["lm_head"])x");
    row("else",
        "for n, p in model.named_parameters():\n    if 'merger' in n:\n        p.requires_grad = True\n    else:\n"
        "        p.requires_grad = False\n",
        R"x({"frozen":["^(?!.*merger)"]})x");
    row("two parts", "model.visual.requires_grad_(False)\nmodel.lm_head.requires_grad_(False)\n",
        R"x({"frozen":["visual","lm_head"]})x");
    row("a part of a part", "model.visual.requires_grad_(False)\nmodel.visual.merger.requires_grad_(True)\n",
        R"x({"frozen":["^(?!((.*\\.)?visual\\.merger\\.))((.*\\.)?visual\\.)"]})x");
    row("all that is there", "model.requires_grad_(True)\n", "-");
}

void TestImportFreezing::statements_say_what_trains()
{
    QFETCH(QString, text);
    QFETCH(QString, trainable);
    const Imported read = script(text.toStdString());
    QCOMPARE(stated_as(read, "trainable"), trainable.toStdString());
    QCOMPARE(listed(read.not_said, "requires_grad"), std::string());
}

void TestImportFreezing::what_cannot_be_read_is_listed_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("another condition")
        << "for n, p in model.named_parameters():\n    if p.ndim < 2:\n        p.requires_grad = False\n";
    QTest::newRow("a switch") << "if args.freeze:\n    model.visual.requires_grad_(False)\n";
    QTest::newRow("a variable") << "for p in parts:\n    p.requires_grad = False\n";
    QTest::newRow("a value of another") << "for p in model.parameters():\n    p.requires_grad = flag\n";
    QTest::newRow("back and forth") << "model.visual.requires_grad_(False)\nmodel.visual.merger.requires_grad_(True)\n"
                                       "model.visual.merger.mlp.requires_grad_(False)\n";
    QTest::newRow("nothing is left") << "model.requires_grad_(False)\n";
}

void TestImportFreezing::what_cannot_be_read_is_listed()
{
    QFETCH(QString, text);
    const Imported read = script(text.toStdString());
    QCOMPARE(stated_as(read, "trainable"), std::string("-"));
    QVERIFY(!listed(read.not_said, "requires_grad").empty());
}

void TestImportFreezing::beside_adapters_the_model_is_frozen_anyway()
{
    const std::string freeze = "model.visual.requires_grad_(False)\n", wrap = "model = get_peft_model(model, LoraConfig(r=8))\n";
    const Imported before = script(freeze + wrap), behind = script(wrap + freeze);
    QCOMPARE(stated_as(before, "trainable"), std::string("-"));
    QVERIFY(!listed(before.no_effect, "requires_grad").empty());
    QVERIFY(!listed(behind.not_said, "requires_grad").empty());
}

void TestImportFreezing::processors_say_their_pixels()
{
    const Imported call =
        script("processor = AutoProcessor.from_pretrained(\"Qwen/Qwen2.5-VL-3B-Instruct\", min_pixels=256*28*28, "
               "max_pixels=1280*28*28)\n");
    QCOMPARE(stated_as(call, "images.min_pixels"), std::to_string(256 * 28 * 28));
    QCOMPARE(stated_as(call, "images.max_pixels"), std::to_string(1280 * 28 * 28));
    QCOMPARE(stated_as(script("processor.image_processor.max_pixels = 602112\n"), "images.max_pixels"), std::string("602112"));
    const Imported unsloth = import_text("from unsloth import FastVisionModel\n"
                                         "model, tok = FastVisionModel.from_pretrained(\"unsloth/Qwen2.5-VL-3B-Instruct\")\n"
                                         "model = FastVisionModel.get_peft_model(model, r=8)\n"
                                         "collator = UnslothVisionDataCollator(model, tok, resize=1024)\n"
                                         "trainer = SFTTrainer(model=model, args=SFTConfig(per_device_train_batch_size=1))\n");
    QVERIFY(!listed(unsloth.not_said, "resize").empty());
}

/// unsloth_zoo 2026.10.9 vision_utils.py, UnslothVisionDataCollator: max_seq_length, or model.max_seq_length where nobody says.
void TestImportFreezing::rows_are_cut_by_the_collator_that_pads_them()
{
    const auto length = [](const std::string &loaded, const std::string &collated) {
        return stated_as(import_text("from unsloth import FastVisionModel\n"
                                     "model, tok = FastVisionModel.from_pretrained(\"unsloth/Qwen2.5-VL-3B-Instruct\"" +
                                     loaded +
                                     ")\nmodel = FastVisionModel.get_peft_model(model, r=8)\n"
                                     "collator = UnslothVisionDataCollator(model, tok" +
                                     collated +
                                     ")\ntrainer = SFTTrainer(model=model, args=SFTConfig(per_device_train_batch_size=1))\n"),
                         "sequence_length");
    };
    QCOMPARE(length("", ", max_seq_length=3000"), std::string("3000"));
    QCOMPARE(length(", max_seq_length=2048", ", max_seq_length=3000"), std::string("3000"));
    QCOMPARE(length(", max_seq_length=4096", ""), std::string("4096"));
}

void TestImportFreezing::texts_of_embedders_are_as_long_as_said()
{
    const Imported bi = import_text("from sentence_transformers import SentenceTransformer\n"
                                    "model = SentenceTransformer(\"org/m\", model_kwargs={\"torch_dtype\": \"bfloat16\", "
                                    "\"attn_implementation\": \"sdpa\"})\nmodel.max_seq_length = 1024\n"
                                    "args = SentenceTransformerTrainingArguments(per_device_train_batch_size=16)\n"
                                    "trainer = SentenceTransformerTrainer(model=model, args=args)\n");
    QCOMPARE(stated_as(bi, "sequence_length"), std::string("1024"));
    QCOMPARE(stated_as(bi, "weights.dtype"), std::string("\"bf16\""));
    QCOMPARE(stated_as(bi, "attention"), std::string("\"sdpa\""));
    const Imported cross = import_text("from sentence_transformers import CrossEncoder\n"
                                       "model = CrossEncoder(\"org/m\", max_length=512)\n"
                                       "trainer = CrossEncoderTrainer(model=model, args=CrossEncoderTrainingArguments("
                                       "per_device_train_batch_size=16))\n");
    QCOMPARE(stated_as(cross, "sequence_length"), std::string("512"));
}

void TestImportFreezing::guides_are_said()
{
    const auto read = [](const char *loss) {
        return import_text(
            std::string("model = SentenceTransformer(\"org/m\")\nguide = SentenceTransformer(\"org/guide\")\nloss = ") + loss +
            "\nargs = SentenceTransformerTrainingArguments(per_device_train_batch_size=16)\n"
            "trainer = SentenceTransformerTrainer(model=model, args=args, loss=loss)\n");
    };
    QVERIFY(warns(read("losses.GISTEmbedLoss(model, guide)"), "guide"));
    QVERIFY(warns(read("losses.CachedGISTEmbedLoss(model, guide, mini_batch_size=16)"), "guide"));
    QVERIFY(!warns(read("losses.MultipleNegativesRankingLoss(model)"), "guide"));
}

void TestImportFreezing::what_only_asks_is_no_statement()
{
    const Imported read =
        script("trained = sum(p.numel() for p in model.parameters() if p.requires_grad)\n"
               "for p in model.parameters():\n    if p.requires_grad: count += 1\n    assert p.requires_grad == True\n");
    QCOMPARE(stated_as(read, "trainable"), std::string("-"));
    QCOMPARE(listed(read.not_said, "requires_grad"), std::string());
}

PLIMSOLL_TEST(TestImportFreezing)
} // namespace PLIMSOLL_FILE
#include "test_import_freezing.moc"
