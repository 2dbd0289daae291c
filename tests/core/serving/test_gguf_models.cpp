// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/answer.h"
#include "core/load/load.h"
#include "core/model/checkpoint/gguf.h"
#include "core/model/checkpoint/gguf_config.h"
#include "core/plan/plan_json.h"
#include "tests/core/serving/gguf_header.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;
using namespace plimsoll::tests::small_gguf;
using nlohmann::json;

namespace {} // namespace

class TestGgufModels : public QObject {
    Q_OBJECT
private slots:
    void metadata_are_a_configuration()
    {
        const Result<Checkpoint> file = checkpoint_from_gguf_header(small_llama(), "small.gguf");
        QVERIFY(file);
        const std::optional<std::string> text = config_of_gguf(*file);
        QVERIFY(text);
        const json config = json::parse(*text);
        QCOMPARE(config["model_type"].get<std::string>(), std::string("llama"));
        QCOMPARE(config["num_hidden_layers"].get<int>(), layers);
        QCOMPARE(config["num_key_value_heads"].get<int>(), kv_heads);
        QCOMPARE(config["vocab_size"].get<int>(), words);
        QCOMPARE(config["tie_word_embeddings"].get<bool>(), false);
        const Result<Checkpoint> other = checkpoint_from_gguf_header(small_llama("no-such-architecture"), "other.gguf");
        QVERIFY(other && !config_of_gguf(*other));
    }

    void a_file_is_planned_with_its_own_types()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("small.gguf");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const std::string text = small_llama();
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.close();
        const Result<ArchitectureRef> model = load_model({.config_path = path.toStdString()});
        QVERIFY(model && (*model)->decoder && (*model)->gguf);
        const auto answered = [&](const char *inference, const char *more = "") {
            const QString plan = QString(R"({"model": {"config": "%1"}, "task": "infer", "inference": {%2}, )"
                                         R"("target": {"gpus": ["GeForce RTX 4090"]}%3})")
                                     .arg(path, inference, more);
            const Result<ParsedPlan> parsed = plan_from_json(plan.toStdString());
            return answer(*model, parsed->plan);
        };
        const Result<PlanAnswer> out = answered(R"("engine": "llama.cpp", "context": 4096)");
        QVERIFY2(out, out ? "" : out.error().message().c_str());
        Bytes on_card = 0, embedding = 0;
        for (const StoredTensor &tensor : (*model)->gguf->tensors)
            (tensor.name == "token_embd.weight" ? embedding : on_card) += tensor.bytes;
        const std::vector<EnginePlace> &places = out->estimate.fullest().engine->start.places;
        QCOMPARE(places.front().weights, on_card);
        QCOMPARE(places.back().weights, embedding);
        QCOMPARE(places.front().kv_cache, Bytes{4096} * layers * 2 * kv_heads * (hidden / heads) * 2);
        // it holds its types already, and nobody else runs it
        QCOMPARE(answered(R"("engine": "llama.cpp")", R"(, "weights": {"quant": "Q8_0"})").error().field,
                 std::string("weights.quant"));
        QCOMPARE(answered(R"("engine": "vllm")").error().field, std::string("inference.engine"));
        QVERIFY(!answered(R"("engine": "transformers")"));
    }
};

PLIMSOLL_TEST(TestGgufModels)
} // namespace PLIMSOLL_FILE
#include "test_gguf_models.moc"
