// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/batch_lengths.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

namespace PLIMSOLL_FILE {

// Rows of a data set and the batches that a loader makes of them: figures are those of the arithmetic beside them.

using namespace plimsoll;

namespace {

/// As many rows of each.
RowLengths alike(std::initializer_list<Count> lengths, double rows = 1000)
{
    RowLengths out;
    for (const Count length : lengths) out.rows.emplace_back(length, rows);
    return out;
}

double share_at(const std::vector<LengthShare> &list, Count length)
{
    double out = 0;
    for (const LengthShare &one : list)
        if (one.length == length) out += one.share;
    return out;
}

bool near(double read, double wanted, double within = 1e-9) { return std::abs(read - wanted) <= within; }

} // namespace

class TestBatchLengths : public QObject {
    Q_OBJECT
private slots:

    void a_batch_is_as_long_as_its_longest_row()
    {
        // of two rows both are the short one in a quarter of the batches; 10 + 20 tokens of 2 × 17.5 that are computed
        const BatchesMade two = batches_of(alike({10, 20}), {.sequence_length = 100, .micro_batch = 2});
        QVERIFY(near(share_at(two.batches, 10), 0.25) && near(share_at(two.batches, 20), 0.75));
        QVERIFY(near(two.taken.padding, 1 - 15 / 17.5));
        QVERIFY(near(two.taken.mean, 15) && near(two.taken.sequences, 2000));
        const BatchesMade one = batches_of(alike({10, 20}), {.sequence_length = 100, .micro_batch = 1});
        QVERIFY(near(one.taken.padding, 0) && one.batches == one.rows);
        // ranks that wait for each other: as one batch of all their rows
        QVERIFY(longest_of(two.batches, 4) == batches_of(alike({10, 20}), {.sequence_length = 100, .micro_batch = 8}).batches);
    }

    void rows_that_are_too_long_are_cut_or_left_out()
    {
        const RowLengths rows = alike({10, 20, 90});
        const BatchesMade cut = batches_of(rows, {.sequence_length = 40, .micro_batch = 1});
        QVERIFY(near(cut.taken.cut, 1000) && near(cut.taken.dropped, 0) && near(cut.taken.rows, 3000));
        QVERIFY(near(cut.taken.mean, 70 / 3.0));
        QCOMPARE(cut.taken.longest, Count{90});
        const BatchesMade left = batches_of(rows, {.sequence_length = 40, .drops = true, .micro_batch = 1});
        QVERIFY(near(left.taken.dropped, 1000) && near(left.taken.cut, 0) && near(left.taken.mean, 15));
        QVERIFY(batches_of(rows, {.sequence_length = 5, .drops = true}).batches.empty());
    }

    void rows_sorted_by_length_are_padded_little()
    {
        // 50 steps of 2 rows stand in order, the long ones first: of K ~ Bin(100, ½) long rows ⌈K/2⌉ batches hold one, of 50
        const BatchesMade sorted = batches_of(
            alike({10, 20}, 100'000), {.batching = Batching::by_length, .sequence_length = 100, .micro_batch = 2, .grouped = 2});
        QVERIFY(near(share_at(sorted.batches, 20), (50 + 0.5) / 2 / 50, 1e-6));
        // data that is shorter than four steps is one heap of a step: as if drawn at random
        const BatchesMade few = batches_of(
            alike({10, 20}, 3), {.batching = Batching::by_length, .sequence_length = 100, .micro_batch = 2, .grouped = 2});
        QVERIFY(near(share_at(few.batches, 20), 0.75, 1e-9));
    }

    void whole_rows_are_packed()
    {
        const auto packed = [](std::initializer_list<Count> lengths) {
            return batches_of(alike(lengths), {.batching = Batching::packed, .sequence_length = 1000, .micro_batch = 4}).taken;
        };
        QVERIFY(near(packed({600}).sequences, 1000) && near(packed({600}).padding, 0.4));
        QVERIFY(near(packed({500}).sequences, 500) && near(packed({500}).padding, 0));
        QVERIFY(near(packed({300, 700}).sequences, 1000) && near(packed({300, 700}).padding, 0));
        QVERIFY(near(packed({400}).sequences, 500) && near(packed({400}).padding, 0.2));
        const BatchesMade free =
            batches_of(alike({10, 20}), {.batching = Batching::padding_free, .sequence_length = 1000, .micro_batch = 4});
        QVERIFY(near(free.taken.padding, 0) && free.batches == free.rows);
    }

    void a_mean_is_taken_over_lengths_that_were_timed()
    {
        const std::vector<LengthShare> over{{100, 0.5}, {200, 0.25}, {400, 0.25}};
        int asked = 0;
        const auto seconds = timed_at(over, [&](Count length) -> std::optional<double> {
            ++asked;
            if (length == 200) return std::nullopt; // a line between its neighbours
            return 3.0 * static_cast<double>(length);
        });
        QVERIFY(asked <= 7);
        QVERIFY(near(over_lengths(over, seconds).mean, 3 * 200, 1e-6));
        QVERIFY(near(over_lengths(over, seconds).deviation, 3 * std::sqrt(0.5 * 1e4 + 0.25 * 4e4 + 0.25 * 16e4 - 4e4), 1e-6));
        QVERIFY(over_lengths(over, timed_at(over, [](Count) { return std::optional<double>(); })).mean < 0);
        // means of the largest of n standard normal values (Harter 1961)
        for (const auto &[n, mean] : {std::pair{2.0, 0.56419}, {4.0, 1.02938}, {8.0, 1.42360}, {16.0, 1.76599}})
            QVERIFY2(std::abs(largest_of_normals(n) / mean - 1) < 0.05, qPrintable(QString::number(n)));
        QCOMPARE(largest_of_normals(1), 0.0);
    }

    void lengths_are_read_from_whatever_holds_them()
    {
        const RowLengths rows{{{3, 2}, {7, 1}}};
        for (const char *text :
             {"3\n7\n3\n", "3\r\n\r\n7\r\n 3", "[3, 7, 3]", R"({"length": [7, 3], "rows": [1, 2]})",
              "{\"length\": 3}\n{\"length\": 7, \"text\": \"a\"}\n{\"length\": 3}\n",
              "{\"input_ids\": [1, 2, 3]}\n{\"input_ids\": [1, 2, 3, 4, 5, 6, 7]}\n{\"input_ids\": [0, 0, 0]}\n",
              R"([{"length": 3}, {"input_ids": [1, 2, 3]}, 7])", "{\"length\": 3, \"rows\": 2}\n{\"length\": 7}\n",
              R"([{"length": 7, "rows": 0.5}, {"length": 7, "rows": 0.5}, {"length": 3, "rows": 2}])",
              "\xEF\xBB\xBF"
              "3\n3\n7",
              "length\n3\n7\n3\n", "num_tokens\r\n3\r\n7\r\n3\r\n", "\"length\"\n3\n7\n3\n", "length,rows\n3,2\n7,1\n",
              "id,length,text\n0,3,a\n1,7,\"b, c\"\n2,3,\n", "rows, length\n2, 3\n1, 7\n"}) {
            const Result<RowLengths> read = lengths_from_text(text);
            QVERIFY2(read.ok() && *read == rows, text);
        }
        QCOMPARE(lengths_from_json(lengths_to_json(rows)).value(), rows);
        QCOMPARE(lengths_from_text("{\"length\": 5}").value(), (RowLengths{{{5, 1}}}));
        QCOMPARE(lengths_from_text("{\"length\":100,\"rows\":4000}").value(), (RowLengths{{{100, 4000}}}));
        for (const char *none : {"",
                                 "\n\n",
                                 "[]",
                                 "3\nx\n",
                                 "0",
                                 "-4",
                                 "3.5",
                                 "[3, \"4\"]",
                                 "16777217",
                                 "{\"text\": \"a\"}",
                                 R"({"length": [1, 2], "rows": [1]})",
                                 R"({"length": [1], "rows": [-1]})",
                                 R"({"length": 3, "rows": -1})",
                                 "[3",
                                 "{\"rows\": [1]}",
                                 "length\n",
                                 "length\nlength\n3\n",
                                 "id,tokens\n0,3\n",
                                 "length,rows\n3\n",
                                 "length,rows\n3,x\n",
                                 "length\n3,2\n"})
            QVERIFY2(!lengths_from_text(none).ok(), none);
        QVERIFY(QString::fromStdString(lengths_from_text("3\nx\n").error().read).startsWith(QStringLiteral("line 2")));
    }
};

PLIMSOLL_TEST(TestBatchLengths)
} // namespace PLIMSOLL_FILE
#include "test_batch_lengths.moc"
