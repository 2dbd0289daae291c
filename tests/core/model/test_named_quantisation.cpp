// SPDX-License-Identifier: GPL-3.0-or-later
// What names of files, repositories and tags say of how weights are stored: tests/fixtures/named_quantisations.tsv.
#include "core/model/quantization/named_quantisation.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

class TestNamedQuantisation : public QObject {
    Q_OBJECT

private slots:
    void names_say_how_weights_are_stored_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("of_gguf");
        QTest::addColumn<QString>("quant");
        QTest::addColumn<QString>("base");
        QFile file(QStringLiteral(PLIMSOLL_FIXTURES "/named_quantisations.tsv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        int rows = 0;
        for (const QByteArray &line : file.readAll().split('\n')) {
            const QList<QByteArray> cells = line.split('\t');
            if (line.startsWith('#') || cells.size() != 4) continue;
            QTest::newRow(cells[0].constData())
                << QString(cells[0]) << (cells[1] == "f") << QString(cells[2]) << QString(cells[3]);
            ++rows;
        }
        QVERIFY(rows >= 120);
    }

    void names_say_how_weights_are_stored()
    {
        QFETCH(QString, name);
        QFETCH(bool, of_gguf);
        QFETCH(QString, quant);
        QFETCH(QString, base);
        const std::optional<NamedQuantisation> read = quantisation_of_name(name.toStdString(), of_gguf);
        const QString told = !read ? QStringLiteral("-")
                             : read->quant.empty()
                                 ? QStringLiteral("?")
                                 : QString::fromStdString(read->quant) + (read->tells == NameTells::nearest ? "~"
                                                                          : read->tells == NameTells::bits  ? "!"
                                                                                                            : "");
        QCOMPARE(told, quant);
        if (base != ".") QCOMPARE(QString::fromStdString(read ? read->base : name.toStdString()), base);
    }

    void what_is_not_sure_is_said()
    {
        const auto said = [](const char *name, bool of_gguf = false) {
            const auto read = quantisation_of_name(name, of_gguf);
            return QString::fromStdString(read ? read->said_of(name) : std::string());
        };
        QCOMPARE(said("Qwen3-8B-Q4_K_M.gguf", true), QString());
        QCOMPARE(
            said("Qwen3-14B-UD-Q4_K_XL.gguf", true),
            QString("UD-Q4_K_XL in the name Qwen3-14B-UD-Q4_K_XL.gguf is a mix of Unsloth's own, chosen layer by layer for each "
                    "model: Q4_K_M was taken, from which its files differ by up to 8 %"));
        QCOMPARE(said("somebody/m-4bit"),
                 QString("the name somebody/m-4bit says how many bits its weights have (4bit), not how they are "
                         "packed: w4a16 was taken"));
        QCOMPARE(said("OpenVINO/m-int4-ov"),
                 QString("the name OpenVINO/m-int4-ov says that its weights are packed (int4-ov), not how: in 16 "
                         "bits, as planned, they are about 3.7 times larger"));
        QVERIFY(said("somebody/m-AWQ").contains("mostly published"));
        QCOMPARE(said("RedHatAI/m-quantized.w4a16"), QString());
    }
};

PLIMSOLL_TEST(TestNamedQuantisation)
} // namespace PLIMSOLL_FILE
#include "test_named_quantisation.moc"
