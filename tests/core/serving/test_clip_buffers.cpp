// SPDX-License-Identifier: GPL-3.0-or-later
// What llama.cpp's projector of pictures takes of a card, against logs that people published.
#include "core/serving/clip_graph.h"
#include "tests/test_program.h"

#include <QTest>

#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

class TestClipBuffers : public QObject {
    Q_OBJECT

private slots:
    void warm_up_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QList<int>>("sizes"); // width, MLP, width of the language model, patch, picture's side in patches
        QTest::addColumn<bool>("fused");
        QTest::addColumn<bool>("gated");
        QTest::addColumn<bool>("positions");
        QTest::addColumn<double>("mib"); // "alloc_compute_meta: CUDA0 compute buffer size"
        QTest::addColumn<double>("off");
        // warmup with image size = 1472 x 1472, flash attention is enabled
        QTest::newRow("Qwen3.5-4B") << QByteArray("qwen3_5") << QList<int>{1024, 4096, 2560, 16, 92} << true << false << true
                                    << 223.30 << 0.001;
        QTest::newRow("Qwen3.6-27B") << QByteArray("qwen3_5") << QList<int>{1152, 4304, 5120, 16, 92} << true << false << true
                                     << 248.10 << 0.001;
        // warmup with image size = 1288 x 1288
        QTest::newRow("Qwen2.5-VL-7B") << QByteArray("qwen2_5_vl") << QList<int>{1280, 3420, 3584, 14, 92} << false << true
                                       << false << 704.79 << 0.02;
        // on the CPU, warmup with image size = 448 x 448
        QTest::newRow("Ministral 3") << QByteArray("mistral3") << QList<int>{1024, 4096, 3072, 14, 32} << false << true << false
                                     << 64.49 << 0.1;
    }

    void warm_up()
    {
        QFETCH(const QByteArray, type);
        QFETCH(const QList<int>, sizes);
        QFETCH(const bool, fused);
        QFETCH(const bool, gated);
        QFETCH(const bool, positions);
        QFETCH(const double, mib);
        QFETCH(const double, off);
        const ClipTower tower{.width = sizes[0],
                              .mlp = sizes[1],
                              .out = sizes[2],
                              .patch = sizes[3],
                              .side = sizes[4],
                              .fused = fused,
                              .gated = gated,
                              .positions = positions};
        const double made = static_cast<double>(clip_compute(tower, clip_class(type.toStdString()), {})) / (1024.0 * 1024.0);
        QVERIFY2(std::abs(made - mib) <= off * mib, QByteArray::number(made).constData());
    }
};

PLIMSOLL_TEST(TestClipBuffers)
} // namespace PLIMSOLL_FILE
#include "test_clip_buffers.moc"
