// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <cmath>
#include <string>

// torchtitan 0.3.0's own Trainer with torch 2.15, one rank: highest allocated bytes of three steps on an A100.

using namespace plimsoll;

namespace {

constexpr const char *eight_layers =
    R"({"model_type": "llama", "hidden_size": 512, "intermediate_size": 1536, "num_hidden_layers": 8, "num_attention_heads": 8,
        "num_key_value_heads": 4, "vocab_size": 50000, "tie_word_embeddings": false, "max_position_embeddings": 4096})";

Result<step::Trace> trained(const std::string &changes, const char *config = eight_layers)
{
    const std::string head = R"({"schema": "plimsoll.plan/1", "task": "train", "stack": "torchtitan", "method": "full", )";
    return run_of({{"plan", nlohmann::json::parse(head + R"("model": {"config": )" + config + "}, " + changes + "}")}}, false);
}

Bytes peak_of(const std::string &changes)
{
    const Result<step::Trace> trace = trained(changes);
    if (!trace) qFatal("%s: %s", changes.c_str(), trace.error().message().c_str());
    return highest(*trace).bytes;
}

} // namespace

class TestTorchtitan : public QObject {
    Q_OBJECT

private slots:
    void allocates_as_recorded_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/torchtitan.jsonl"); }

    void allocates_as_recorded()
    {
        QFETCH(QString, line);
        const auto row = nlohmann::json::parse(line.toStdString());
        const Result<step::Trace> trace = run_of(row, false);
        QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
        const auto recorded = row["allocated_bytes"].get<double>();
        const double error = static_cast<double>(highest(*trace).bytes) / recorded - 1;
        QVERIFY2(std::abs(error) < 0.002, qPrintable(QString::number(error)));
    }

    /// SelectiveAC keeps what costly operations gave: more than full recomputation, less than everything.
    void selective_stands_between_full_and_nothing()
    {
        const std::string sizes = R"("micro_batch": 8, "sequence_length": 2048, "gradient_checkpointing": )";
        const Bytes full = peak_of(sizes + "true"), nothing = peak_of(sizes + "false");
        const Bytes selective = peak_of(sizes + R"({"selective": "operations"})");
        QVERIFY(full < selective);
        QVERIFY(selective < nothing);
        QCOMPARE(peak_of(R"("micro_batch": 8, "sequence_length": 2048)"), selective); // its default
    }

    /// The head's eight pieces never stand at once.
    void pieces_take_less_than_whole_logits()
    {
        const std::string sizes = R"("micro_batch": 4, "sequence_length": 2048, "gradient_checkpointing": true, )";
        const Bytes pieces = peak_of(sizes + R"("loss": {"kind": "chunked"})"),
                    whole = peak_of(sizes + R"("loss": {"kind": "full"})");
        const Bytes logits = Bytes{4} * 2048 * 50000 * 4; // float32
        QVERIFY2(whole - pieces > logits, qPrintable(QString::number(whole - pieces)));
    }

    void tokens_are_shared_among_tensor_ranks()
    {
        const std::string sizes = R"("micro_batch": 8, "sequence_length": 2048, "gradient_checkpointing": true, )";
        const Bytes shared = peak_of(sizes + R"("parallel": {"tensor": 4, "sequence": true})");
        const Bytes whole = peak_of(sizes + R"("parallel": {"tensor": 4, "sequence": false})");
        QVERIFY(shared < whole);
    }

    void encoders_with_decoders_are_refused()
    {
        const Result<step::Trace> trace =
            trained(R"("micro_batch": 1)",
                    R"({"model_type": "t5", "d_model": 64, "d_ff": 128, "num_layers": 2, "num_heads": 4, "d_kv": 16,
                "vocab_size": 100})");
        QVERIFY(!trace);
        QCOMPARE(trace.error().field, std::string("stack"));
    }

    void others_keep_no_single_operation()
    {
        const auto row =
            nlohmann::json::parse(std::string(R"({"plan": {"schema": "plimsoll.plan/1", "task": "train", "method": "full",
            "gradient_checkpointing": {"selective": "operations"}, "model": {"config": )") +
                                  eight_layers + "}}}");
        const Result<step::Trace> trace = run_of(row, false);
        QVERIFY(!trace);
        QCOMPARE(trace.error().field, std::string("gradient_checkpointing"));
    }
};

PLIMSOLL_TEST(TestTorchtitan)
#include "test_torchtitan.moc"
