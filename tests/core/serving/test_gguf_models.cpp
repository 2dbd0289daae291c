// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/answer.h"
#include "core/load/load.h"
#include "core/model/checkpoint/gguf.h"
#include "core/model/checkpoint/gguf_config.h"
#include "core/plan/plan_json.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>

using namespace plimsoll;
using nlohmann::json;

namespace {

/// Writes a header as ggml does (docs/gguf.md).
class Header {
public:
    void number(const std::string &key, std::uint32_t value)
    {
        put(key);
        put(std::uint32_t{4});
        put(value);
        ++m_keys;
    }
    void text(const std::string &key, const std::string &value)
    {
        put(key);
        put(std::uint32_t{8});
        put(value);
        ++m_keys;
    }
    void numbers(const std::string &key, const std::vector<std::uint32_t> &values)
    {
        put(key);
        put(std::uint32_t{9});
        put(std::uint32_t{4});
        put(static_cast<std::uint64_t>(values.size()));
        for (const std::uint32_t value : values) put(value);
        ++m_keys;
    }
    /// `type`: F32 0, F16 1, Q4_K 12, Q6_K 14.
    void tensor(const std::string &name, std::vector<std::uint64_t> shape, std::uint32_t type)
    {
        std::swap(m_out, m_tensors);
        put(name);
        put(static_cast<std::uint32_t>(shape.size()));
        for (const std::uint64_t size : shape) put(size);
        put(type);
        put(std::uint64_t{0});
        std::swap(m_out, m_tensors);
        ++m_count;
    }
    [[nodiscard]] std::string whole() const
    {
        Header out;
        out.put(std::uint32_t{3});
        out.put(m_count);
        out.put(m_keys);
        return "GGUF" + out.m_out + m_out + m_tensors;
    }

private:
    template <class T>
    void put(T value)
    {
        m_out.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    void put(const std::string &value)
    {
        put(static_cast<std::uint64_t>(value.size()));
        m_out += value;
    }

    std::string m_out, m_tensors;
    std::uint64_t m_keys = 0, m_count = 0;
};

constexpr std::uint32_t f32 = 0, q4_k = 12, q6_k = 14;
constexpr int layers = 4, hidden = 512, heads = 8, kv_heads = 2, width = 1536, words = 1024;

/// A LLaMA whose down projections are wider than the rest, as no file type has it.
std::string small_llama(const std::string &architecture = "llama")
{
    Header out;
    out.text("general.architecture", architecture);
    out.number(architecture + ".block_count", layers);
    out.number(architecture + ".embedding_length", hidden);
    out.number(architecture + ".feed_forward_length", width);
    out.number(architecture + ".attention.head_count", heads);
    out.numbers(architecture + ".attention.head_count_kv", std::vector<std::uint32_t>(layers, kv_heads));
    out.number(architecture + ".context_length", 8192);
    out.tensor("token_embd.weight", {hidden, words}, q4_k);
    out.tensor("output_norm.weight", {hidden}, f32);
    out.tensor("output.weight", {hidden, words}, q6_k);
    for (int layer = 0; layer < layers; ++layer) {
        const std::string begin = "blk." + std::to_string(layer) + ".";
        out.tensor(begin + "attn_norm.weight", {hidden}, f32);
        out.tensor(begin + "attn_q.weight", {hidden, hidden}, q4_k);
        out.tensor(begin + "attn_k.weight", {hidden, hidden * kv_heads / heads}, q4_k);
        out.tensor(begin + "attn_v.weight", {hidden, hidden * kv_heads / heads}, q6_k);
        out.tensor(begin + "attn_output.weight", {hidden, hidden}, q4_k);
        out.tensor(begin + "ffn_norm.weight", {hidden}, f32);
        out.tensor(begin + "ffn_gate.weight", {hidden, width}, q4_k);
        out.tensor(begin + "ffn_up.weight", {hidden, width}, q4_k);
        out.tensor(begin + "ffn_down.weight", {width, hidden}, q6_k);
    }
    return out.whole();
}

} // namespace

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

QTEST_APPLESS_MAIN(TestGgufModels)
#include "test_gguf_models.moc"
