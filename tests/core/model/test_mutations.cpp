// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/model/checkpoint/gguf.h"
#include "core/model/checkpoint/safetensors.h"
#include "core/adapters/adapted_modules.h"
#include "tests/test_program.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <random>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// Damages a text in one to four places: bytes flipped, cut, doubled, or replaced by what breaks readers.
std::string damaged(std::string text, std::mt19937 &random)
{
    static const std::vector<std::string> nasty{"-1", "0",    "99999999999999999999", "1e308", "null", "NaN", "\"x\"", "[", "{",
                                                "}",  "true", "9223372036854775807",  "0.5",   "\\"};
    const int times = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < times && !text.empty(); ++i) {
        const std::size_t at = random() % text.size();
        switch (random() % 5) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, 1 + random() % 20); break;
        case 2: text.insert(at, text.substr(at, random() % 30)); break;
        case 3: text.resize(at); break;
        default: {
            const std::size_t colon = text.find(':', at);
            const std::size_t end = colon == std::string::npos ? colon : text.find_first_of(",}", colon);
            if (end != std::string::npos) text.replace(colon + 1, end - colon - 1, nasty[random() % nasty.size()]);
        }
        }
    }
    return text;
}

void append(std::string &out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

void append_text(std::string &out, const std::string &text)
{
    append(out, text.size(), 8);
    out += text;
}

/// A GGUF header of `tensors` tensors [256, 8] in Q4_K.
std::string gguf_header(int tensors)
{
    std::string out = "GGUF";
    append(out, 3, 4);
    append(out, static_cast<std::uint64_t>(tensors), 8);
    append(out, 3, 8);
    append_text(out, "general.architecture");
    append(out, 8, 4);
    append_text(out, "llama");
    append_text(out, "llama.block_count");
    append(out, 4, 4);
    append(out, 32, 4);
    append_text(out, "tokenizer.ggml.tokens");
    append(out, 9, 4);
    append(out, 8, 4);
    append(out, 2, 8);
    append_text(out, "a");
    append_text(out, "b");
    for (int i = 0; i < tensors; ++i) {
        append_text(out, "blk." + std::to_string(i) + ".attn_q.weight");
        append(out, 2, 4);
        append(out, 256, 8);
        append(out, 8, 8);
        append(out, 12, 4);
        append(out, static_cast<std::uint64_t>(i) * 1152, 8);
    }
    return out;
}

std::string safetensors_header(int tensors)
{
    std::string out = "{\"__metadata__\":{\"format\":\"pt\"}";
    for (int i = 0; i < tensors; ++i)
        out += ",\"model.layers." + std::to_string(i) +
               ".mlp.up_proj.weight\":{\"dtype\":\"BF16\",\"shape\":[64,32],\"data_offsets\":[" + std::to_string(i * 4096) + "," +
               std::to_string((i + 1) * 4096) + "]}";
    return out + "}";
}

} // namespace

/// Readers meet damaged input: an answer or an error, never a crash or a hang. Seeds are fixed, so a failure repeats.
class TestMutations : public QObject {
    Q_OBJECT
private slots:
    void configurations()
    {
        std::mt19937 random(20260101);
        const QDir folder(PLIMSOLL_FIXTURES "/configs");
        Adapter adapter;
        for (const QString &name : folder.entryList({"*.json"}, QDir::Files)) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const std::string text = file.readAll().toStdString();
            for (int i = 0; i < 12; ++i) {
                const auto read = architecture_from_config(damaged(text, random), "damaged.json");
                if (!read)
                    QVERIFY(!read.error().message().empty());
                else if ((*read)->modules.size() < 20000)
                    QVERIFY((*read)->total_parameters() >= 0 && (adapted_modules(**read, adapter).ok() || true));
            }
        }
    }

    void safetensors()
    {
        std::mt19937 random(7);
        const std::string header = safetensors_header(20);
        const auto whole = checkpoint_from_safetensors_header(header, 20 * 4096, "x");
        QVERIFY2(whole.ok(), whole ? "" : whole.error().message().c_str());
        QCOMPARE(whole->tensors.size(), std::size_t{20});
        QCOMPARE(whole->bytes, 20 * 4096);
        for (int i = 0; i < 3000; ++i) (void)checkpoint_from_safetensors_header(damaged(header, random), 20 * 4096, "x");
    }

    void gguf()
    {
        std::mt19937 random(11);
        const std::string header = gguf_header(20);
        const auto whole = checkpoint_from_gguf_header(header, "x");
        QVERIFY2(whole.ok(), whole ? "" : whole.error().message().c_str());
        QCOMPARE(whole->tensors.size(), std::size_t{20});
        QCOMPARE(whole->bytes, 20 * 8 * 144);
        QCOMPARE(whole->model_type, std::string("llama"));
        QCOMPARE(whole->tensors.front().shape, (std::vector<Count>{8, 256}));
        for (int i = 0; i < 3000; ++i) (void)checkpoint_from_gguf_header(damaged(header, random), "x");
    }

    void large_headers_are_quick()
    {
        const std::string header = safetensors_header(100000), gguf_text = gguf_header(2000);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(checkpoint_from_safetensors_header(header, std::uint64_t{4096} * 100000, "x").ok());
        qInfo("100,000 tensors of safetensors in %lld ms", static_cast<long long>(timer.restart()));
        QVERIFY(checkpoint_from_gguf_header(gguf_text, "x").ok());
        qInfo("2,000 tensors of GGUF in %lld ms", static_cast<long long>(timer.elapsed()));
    }
};

PLIMSOLL_TEST(TestMutations)
} // namespace PLIMSOLL_FILE
#include "test_mutations.moc"
