// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/model/reference.h"
#include "core/load/beside_pictures.h"
#include "core/report/inspect/inspect_json.h"
#include "tests/test_program.h"

#include <QtTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

ArchitectureRef preset(const char *name) { return *load_model(reference_from_text(name)); }

} // namespace

class TestInspect : public QObject {
    Q_OBJECT
private slots:
    void json_follows_the_schema()
    {
        const json out = inspect_to_json(*preset("qwen2.5-coder-7b"), {16, {"q_proj,k_proj", ".*mlp\\..*_proj"}});
        QCOMPARE(out["schema"].get<std::string>(), std::string("plimsoll.inspect/1"));
        QCOMPARE(out["exact"].get<bool>(), true);
        QCOMPARE(out["parameters"]["total"].get<Count>(), 7615616512);
        QCOMPARE(out["parameters"]["active"].get<Count>(), 7615616512);
        QCOMPARE(out["parameters"]["embedding"].get<Count>(), 544997376);
        QCOMPARE(out["parameters"]["buffers_bytes"].get<Count>(), 512);
        QCOMPARE(out["lora"]["all-linear"]["trainable"].get<Count>(), 40370176);
        QCOMPARE(out["lora"]["q_proj,v_proj"]["trainable"].get<Count>(), 5046272);
        QCOMPARE(out["lora"]["q_proj,k_proj"]["trainable"].get<Count>(), 5046272);
        QCOMPARE(out["lora"][".*mlp\\..*_proj"]["trainable"].get<Count>(), 28 * 3 * 16 * (3584 + 18944));
        QCOMPARE(out["modules"][1]["name"].get<std::string>(), std::string("model.layers.0.self_attn.q_proj.weight"));
        QCOMPARE(out["modules"][1]["shape"], json({3584, 3584}));
        QCOMPARE(out["modules"][1]["dtype"].get<std::string>(), std::string("bf16"));
        QVERIFY(out["modules"][1]["tied_to"].is_null());
        QVERIFY(out["error"].is_null());
    }

    void tied_tensors_and_refusals_are_said()
    {
        const json out = inspect_to_json(*preset("qwen2.5-0.5b"), {16, {"nonsense"}});
        QCOMPARE(out["modules"].back()["tied_to"].get<std::string>(), std::string("model.embed_tokens.weight"));
        QVERIFY(out["lora"]["nonsense"]["trainable"].is_null());
        QCOMPARE(out["lora"]["nonsense"]["error"].get<std::string>(), std::string("no module named nonsense"));
    }

    void a_model_that_cannot_be_read_is_null_with_its_error()
    {
        const json out = inspect_error_to_json("x.json", Error{"model_type", "foo", "a known one", {}});
        QVERIFY(out["parameters"]["total"].is_null());
        QCOMPARE(out["error"].get<std::string>(), std::string("model_type: read foo, accepted: a known one"));
    }

    void text_folds_repeated_layers()
    {
        const QString text = QString::fromStdString(inspect_to_text(*preset("llama-3.1-8b")));
        QVERIFY2(text.contains("8,030,261,248"), qPrintable(text));
        QVERIFY2(text.contains("model.layers.*.self_attn.q_proj.weight"), qPrintable(text));
        QVERIFY2(text.count('\n') < 30, qPrintable(text));
    }

    /// Sides rounded to 28 pixels, four patches of 14 a token (Qwen2VLImageProcessor).
    void a_picture_is_told_in_words_too()
    {
        InspectOptions options;
        const Result<PictureProcessor> processor = picture_processor_of(reference_from_text("qwen2.5-vl-7b-instruct"));
        QVERIFY(processor);
        options.image = *picture_tokens(*processor, {1300, 777}, {});
        const QString text = QString::fromStdString(inspect_to_text(*preset("qwen2.5-vl-7b-instruct"), options));
        QVERIFY2(text.contains(u"1,300 × 777 → 1,288 tokens, 5,152 patches in 1 tiles"), qPrintable(text));
        options.image.reset();
        QVERIFY(!QString::fromStdString(inspect_to_text(*preset("qwen2.5-vl-7b-instruct"), options)).contains(u"tokens,"));
    }
};

PLIMSOLL_TEST(TestInspect)
} // namespace PLIMSOLL_FILE
#include "test_inspect.moc"
