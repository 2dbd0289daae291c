// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "tests/test_program.h"
#include "tests/ui/window/window_driver.h"
#include "ui/plan/hub_row.h"
#include "ui/plan/model_inspector.h"

#include <QClipboard>
#include <QSignalSpy>

namespace plimsoll {

/// The tree of a model's modules, and fetching a configuration that is not on this machine.
class TestInspect : public QObject {
    Q_OBJECT

    /// A fetch that a test ends itself.
    struct Fake {
        QString asked;
        int cancelled = 0;
        std::function<void(const QString &)> done;
        HubFetcher fetcher()
        {
            return [this](const QString &id, std::function<void(const QString &)> end) -> std::function<void()> {
                asked = id;
                done = std::move(end);
                return [this] { ++cancelled; };
            };
        }
    };

private slots:
    void init() { qputenv("HF_HUB_CACHE", QByteArray("/nonexistent")); }

    void the_tree_sums_to_the_total()
    {
        const auto read = architecture_from_config(
            R"({"model_type": "qwen2", "num_hidden_layers": 3, "hidden_size": 64, "intermediate_size": 96, "num_attention_heads": 4,
                "num_key_value_heads": 2, "vocab_size": 100, "tie_word_embeddings": true, "torch_dtype": "bfloat16"})",
            "test");
        QVERIFY(read.ok());
        ModuleModel model(*read);
        Count sum = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            sum += QLocale().toLongLong(model.index(row, ModuleModel::parameters).data().toString());
        QCOMPARE(sum, (*read)->total_parameters());
        const QModelIndex base = model.index(0, 0);
        QCOMPARE(base.data().toString(), QStringLiteral("model"));
        const QModelIndex table = model.index(0, 0, model.index(0, 0, base));
        QCOMPARE(table.data(ModuleModel::path_role).toString(), QStringLiteral("model.embed_tokens.weight"));
        QCOMPARE(table.siblingAtColumn(ModuleModel::shape).data().toString(), QStringLiteral("100 × 64"));
        QCOMPARE(table.siblingAtColumn(ModuleModel::dtype).data().toString(), QStringLiteral("bf16"));
        QCOMPARE(model.parent(model.parent(table)), base);
        const QModelIndex head = model.index(0, 0, model.index(model.rowCount() - 1, 0));
        QCOMPARE(head.siblingAtColumn(ModuleModel::parameters).data().toString(), QStringLiteral("shared"));
    }

    void the_window_opens_it()
    {
        WindowDriver window;
        window->actions()["plan.inspect"]->trigger();
        auto *inspector = window->findChild<ModelInspector *>();
        QVERIFY(inspector && inspector->isVisible());
        const int all = inspector->view().model()->rowCount();
        inspector->search().setText(QStringLiteral("layers.7.self_attn.k_proj.bias"));
        const QModelIndex found = inspector->view().model()->index(0, 0);
        QVERIFY(found.isValid() && inspector->view().model()->rowCount() < all);
        inspector->search().clear();
        QCOMPARE(inspector->view().model()->rowCount(), all);
        QTest::keyClick(inspector, Qt::Key_Escape);
        QTRY_VERIFY(!window->findChild<ModelInspector *>());
    }

    void a_hub_id_is_fetched_when_pressed()
    {
        Fake fake;
        HubRow row(fake.fetcher(), nullptr);
        QSignalSpy fetched(&row, &HubRow::fetched);
        row.set_query(QStringLiteral("qwen coder"));
        QVERIFY(!row.isVisible());
        row.set_query(QStringLiteral("some-lab/some-model"));
        QVERIFY(row.isVisible() && fake.asked.isEmpty());
        row.button().click();
        QCOMPARE(fake.asked, QStringLiteral("some-lab/some-model"));
        fake.done(QStringLiteral("the Hub answered 403: accept the licence first"));
        QVERIFY(row.text().text().contains(QStringLiteral("403")) && fetched.isEmpty());
        row.button().click();
        fake.done({});
        QCOMPARE(fetched.size(), 1);
        QCOMPARE(fetched.front().front().toString(), QStringLiteral("some-lab/some-model"));
    }

    void a_fetch_ends_with_the_list()
    {
        Fake fake;
        HubRow row(fake.fetcher(), nullptr);
        row.set_query(QStringLiteral("some-lab/some-model"));
        row.button().click();
        row.button().click();
        QCOMPARE(fake.cancelled, 1);
        row.button().click();
        row.set_query(QStringLiteral("other-lab/other-model"));
        QCOMPARE(fake.cancelled, 2);
        row.button().click();
        row.hide();
        QCOMPARE(fake.cancelled, 3);
    }

    void without_a_fetcher_nothing_is_offered()
    {
        HubRow row({}, nullptr);
        row.set_query(QStringLiteral("some-lab/some-model"));
        QVERIFY(!row.isVisible());
    }
};

} // namespace plimsoll

PLIMSOLL_TEST(plimsoll::TestInspect)
#include "test_inspect.moc"
