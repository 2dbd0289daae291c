// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/sorting.h"
#include "tests/test_program.h"

#include <QTest>

#include <limits>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::step;

/// Against what torch 2.15 allocated on a driver without a card: the last allocation of x[index].backward(), of sort, and of
/// torch.nn.functional.embedding(…).backward().
class TestSorting : public QObject {
    Q_OBJECT
private slots:
    void workspaces_of_a_radix_sort_data()
    {
        QTest::addColumn<qlonglong>("count");
        QTest::addColumn<qulonglong>("largest");
        QTest::addColumn<qlonglong>("bytes");
        const qulonglong any = std::numeric_limits<qulonglong>::max();
        QTest::newRow("one tile") << 2304LL << 1023ULL << 1LL;
        QTest::newRow("just more") << 2305LL << 1023ULL << 43007LL;
        QTest::newRow("one pass") << 5000LL << 255ULL << 4607LL;
        QTest::newRow("two passes") << 5000LL << 256ULL << 87039LL;
        QTest::newRow("several tiles") << 8192LL << 1023ULL << 138751LL;
        QTest::newRow("16 bits") << 65536LL << 65535ULL << 1071615LL;
        QTest::newRow("17 bits") << 65536LL << 69999ULL << 1073663LL;
        QTest::newRow("sort") << 8192LL << any << 151039LL;
        QTest::newRow("sort of many") << 65536LL << any << 1083903LL;
    }
    void workspaces_of_a_radix_sort()
    {
        QFETCH(qlonglong, count);
        QFETCH(qulonglong, largest);
        QFETCH(qlonglong, bytes);
        QCOMPARE(qlonglong{radix_sort_bytes(count, largest)}, bytes);
    }
};

PLIMSOLL_TEST(TestSorting)
} // namespace PLIMSOLL_FILE
#include "test_sorting.moc"
