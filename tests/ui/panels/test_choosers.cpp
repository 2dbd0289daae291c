// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/cluster.h"
#include "tests/test_program.h"
#include "ui/plan/card_items.h"
#include "ui/plan/field_help.h"
#include "ui/plan/model_items.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// What the choosers make of what people type and paste.
class TestChoosers : public QObject {
    Q_OBJECT
private slots:
    void choosers_search_by_words()
    {
        ChooserModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_items(model_items());
        const int all = model.rowCount();
        QVERIFY(all >= 24);
        model.set_query(u"coder 7b"_s, [](const QString &query) { return typed_model_items(query); });
        QCOMPARE(model.item(model.first_item())->title, u"Qwen2.5-Coder-7B"_s);
        QVERIFY(model.rowCount() < all);
        model.set_query(u"some-org/some-model"_s, [](const QString &query) { return typed_model_items(query); });
        QCOMPARE(model_from_id(model.item(model.first_item())->id).hub, std::string("some-org/some-model"));
        model.set_query(u"nothing like it"_s, [](const QString &query) { return typed_model_items(query); });
        QVERIFY(!model.first_item().isValid());
    }
    /// The rows of the list of cards: the budget stands first or last, cards move among themselves.
    void rows_of_cards_move_as_they_stand()
    {
        const Target last{.gpus = {"A", "B"}, .budget_bytes = gib};
        Target first = last;
        first.budget_first = true;
        QCOMPARE(with_moved_row(last, 2, 0), first);
        QCOMPARE(with_moved_row(last, 2, 1), first);
        QCOMPARE(with_moved_row(first, 0, 1), last);
        QCOMPARE(with_moved_row(first, 2, 0), (Target{.gpus = {"B", "A"}, .budget_bytes = gib}));
        QCOMPARE(with_moved_row(first, 1, 0), last);
        QCOMPARE(with_moved_row(first, 1, 2).gpus, (std::vector<std::string>{"B", "A"}));
        QVERIFY(with_moved_row(first, 1, 2).budget_first);
        QCOMPARE(with_moved_row(last, 0, 2), (Target{.gpus = {"B", "A"}, .budget_bytes = gib}));
        for (const auto &[from, to] : {std::pair{0, 3}, {3, 0}, {-1, 0}, {1, 1}}) QCOMPARE(with_moved_row(last, from, to), last);
        QCOMPARE(without_row(first, 0), (Target{.gpus = {"A", "B"}}));
        QCOMPARE(without_row(first, 1).gpus, std::vector<std::string>{"B"});
        QCOMPARE(without_row(last, 2), (Target{.gpus = {"A", "B"}}));
        QVERIFY(with_card(last, u"budget:5"_s).led_by_budget());
        QVERIFY(!with_card(first, u"gpu:C"_s).led_by_budget());
    }
    void a_typed_size_is_a_budget_before_cards_of_that_size()
    {
        const auto items = typed_card_items(u"12 GB"_s).first;
        QVERIFY(items.size() > 1);
        QCOMPARE(with_card({}, items[0].id).budget_bytes, std::optional<Bytes>(12 * gib));
        QCOMPARE(items[0].title, u"12\u00a0GiB budget"_s);
        for (std::size_t i = 1; i < items.size(); ++i) QCOMPARE(items[i].middle, u"12 GB"_s);
        const auto decimal = typed_card_items(u"16 GB"_s, ByteUnit::decimal).first;
        QCOMPARE(decimal[0].title, u"16\u00a0GB budget"_s);
        QCOMPARE(with_card({}, decimal[0].id).budget_bytes, std::optional<Bytes>(16'000'000'000));
        QCOMPARE(typed_card_items(u"16 GiB"_s, ByteUnit::decimal).first[0].title, u"17.2\u00a0GB budget"_s);
        QCOMPARE(typed_card_items(u"7,5"_s).first[0].id, u"budget:8053063680"_s);
        const Target one = with_card({}, u"gpu:GeForce RTX 4090"_s);
        QCOMPARE(with_card(one, u"gpu:GeForce RTX 4090"_s), one);
        QCOMPARE(with_card(one, u"gpu:A100 SXM4 80GB"_s).gpus.front(), std::string("A100 SXM4 80GB")); // the answer speaks of it
    }
    void typed_cards_are_counted_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("first");
        const auto row = [](const char *typed, const char *first) {
            QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(first);
        };
        row("8x A100 80GB", "gpu:A100 SXM4 80GB:8");
        row("A100 SXM4 80GB:8", "gpu:A100 SXM4 80GB:8");
        row("2x3090", "gpu:GeForce RTX 3090:2");
        row("2 × RTX 3090", "gpu:GeForce RTX 3090:2");
        row("H100", "gpu:H100 SXM5 80GB");
        row("4090", "gpu:GeForce RTX 4090");
        row("rtx 4090 laptop", "gpu:GeForce RTX 4090 Laptop");
    }
    void typed_cards_are_counted()
    {
        QFETCH(QString, typed);
        QFETCH(QString, first);
        ChooserModel model;
        model.set_items(card_items());
        QVERIFY(!model.item(model.first_item())->title.contains(u"MIG"_s));
        model.set_query(typed, [](const QString &query) { return typed_card_items(query); });
        QCOMPARE(model.item(model.first_item())->id, first);
        QVERIFY(find_node(first.mid(4).toStdString()).ok());
    }
    void pasted_models_are_understood_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("first");
        const auto row = [](const char *typed, const char *first) {
            QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(first);
        };
        row("https://huggingface.co/Qwen/Qwen2.5-Coder-7B", "preset:qwen2.5-coder-7b");
        row("https://hf-mirror.com/Qwen/Qwen2.5-Coder-7B/tree/main", "preset:qwen2.5-coder-7b");
        row("meta-llama/Llama-3.1-70B-Instruct", "hub:meta-llama/Llama-3.1-70B-Instruct");
        row("https://modelscope.cn/models/acme/Unheard-9B", "fetch:acme/Unheard-9B");
        row("acme/Unheard-9B", "fetch:acme/Unheard-9B");
        row("{\"model_type\": \"llama\"}", "text:{\"model_type\": \"llama\"}");
        row("qwen2.5-coder:7b", "preset:qwen2.5-coder-7b\tQ4_K_M");
        row("qwen2.5-coder:7b-instruct-q8_0", "preset:qwen2.5-coder-7b\tQ8_0");
        row("hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q5_K_M", "hub:bartowski/Llama-3.2-3B-Instruct-GGUF\tQ5_K_M");
        row("https://huggingface.co/bartowski/Llama-3.2-3B-Instruct-GGUF/blob/main/Llama-3.2-3B-Instruct-IQ4_XS.gguf",
            "hub:bartowski/Llama-3.2-3B-Instruct-GGUF\tIQ4_XS");
    }
    void pasted_models_are_understood()
    {
        QFETCH(QString, typed);
        QFETCH(QString, first);
        ChooserModel model;
        model.set_items(model_items());
        model.set_query(typed, [](const QString &query) { return typed_model_items(query, true); });
        QVERIFY(model.first_item().isValid());
        QCOMPARE(model.item(model.first_item())->id, first);
        QCOMPARE(model.item(model.first_item())->in_place, first.startsWith(u"fetch:"_s));
        model.set_query(u"/no/such/folder"_s, [](const QString &query) { return typed_model_items(query); });
        QVERIFY(!model.first_item().isValid());
        QVERIFY(model.index(1, 0).data().toString().contains(u"no file"_s));
    }
};

PLIMSOLL_TEST(TestChoosers)
} // namespace PLIMSOLL_FILE
#include "test_choosers.moc"
