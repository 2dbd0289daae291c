// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/sha256.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

/// The examples of FIPS 180-4 (NIST, "SHA256.pdf" and the million-a vector).
class TestSha256 : public QObject {
    Q_OBJECT
private slots:
    void vectors_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("digest");
        QTest::newRow("empty") << QByteArray() << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        QTest::newRow("abc") << QByteArray("abc") << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        QTest::newRow("two blocks") << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                                    << "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        QTest::newRow("896 bits")
            << QByteArray("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
                          "lmnopqrsmnopqrstnopqrstu")
            << "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1";
        QTest::newRow("million a") << QByteArray(1000000, 'a')
                                   << "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    }
    void vectors()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, digest);
        QCOMPARE(QString::fromStdString(plimsoll::sha256_hex({text.constData(), static_cast<std::size_t>(text.size())})), digest);
    }
};

PLIMSOLL_TEST(TestSha256)
} // namespace PLIMSOLL_FILE
#include "test_sha256.moc"
