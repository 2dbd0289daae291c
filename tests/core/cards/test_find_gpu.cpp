// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

class TestFindGpu : public QObject {
    Q_OBJECT
private slots:
    void finds_by_any_spelling_data();
    void finds_by_any_spelling();
    void finds_what_people_type_data();
    void finds_what_people_type() { finds_by_any_spelling(); }
    void every_catalogue_name_finds_itself();
    void every_alias_finds_a_card_that_has_it();
    void shared_names_say_what_was_assumed();
    void unknown_names_list_the_nearest();
};

void TestFindGpu::finds_by_any_spelling_data()
{
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("found");
    const auto row = [](const char *asked, const char *found) { QTest::newRow(asked) << asked << found; };
    row("A100 SXM4 80GB", "A100 SXM4 80GB");
    row("NVIDIA A100-SXM4-80GB", "A100 SXM4 80GB");
    row("nvidia a100 sxm4 80 gb", "A100 SXM4 80GB");
    row("A100 80GB PCIe", "A100 PCIe 80GB");
    row("A100", "A100 SXM4 40GB");
    row("H100", "H100 SXM5 80GB");
    row("h100 nvl", "H100 NVL 94GB");
    row("NVIDIA H100 80GB HBM3 MIG 3g.40gb", "H100 80GB MIG 3g.40gb");
    row("H200 MIG 1g.18gb", "H200 141GB MIG 1g.18gb");
    row("RTX 4090", "GeForce RTX 4090");
    row("rtx4090", "GeForce RTX 4090");
    row("4090", "GeForce RTX 4090");
    row("4090 laptop", "GeForce RTX 4090 Laptop");
    row("NVIDIA GeForce RTX 4090 Laptop GPU", "GeForce RTX 4090 Laptop");
    row("NVIDIA GeForce RTX 4090", "GeForce RTX 4090");
    row("NVIDIA GeForce RTX 3060", "GeForce RTX 3060 12GB");
    row("RTX 3080", "GeForce RTX 3080 10GB");
    row("RTX 3080 12GB", "GeForce RTX 3080 12GB");
    row("4060 Ti 16 GB", "GeForce RTX 4060 Ti 16GB");
    row("T4", "Tesla T4");
    row("Tesla V100-SXM2-16GB", "Tesla V100 16GB");
    row("GTX 1650", "GeForce GTX 1650");
    row("A6000", "RTX A6000");
    row("RTX 6000 Ada", "RTX 6000 Ada Generation");
    row("MI300X", "Instinct MI300X");
    row("Intel(R) Arc(TM) A770 Graphics", "Arc A770 16GB");
    row("M3 Max", "Apple M3 Max");
    row("Apple M1", "Apple M1 8GB"); // the smallest, never the M1 Max
    row("M2", "Apple M2 8GB");
    row("Apple M4 Pro", "Apple M4 Pro 24GB");
    row("M3 Max 36 GB", "Apple M3 Max 36GB");
    row("A100 80G", "A100 SXM4 80GB");
    row("NVIDIA GeForce GTX 1660", "GeForce GTX 1660");
    row("NVIDIA GeForce RTX 2070 with Max-Q Design", "GeForce RTX 2070 Laptop");
    row("NVIDIA A100-SXM4-40GB MIG 3g.20gb", "A100 40GB MIG 3g.20gb");
    row("NVIDIA RTX 5000 Ada Generation Laptop GPU", "RTX 5000 Ada Laptop");
    row("NVIDIA TITAN X (Pascal)", "TITAN X (Pascal)");
    row("AMD Instinct MI250X/MI250", "Instinct MI250 (per GCD)");
    row("Intel(R) Data Center GPU Max 1100", "GPU Max 1100");
    row("NVIDIA GeForce RTX 2080 Ti", "GeForce RTX 2080 Ti"); // not the modified board
    row("Orin", "Jetson Orin Nano 8GB (Super)");
}

void TestFindGpu::finds_what_people_type_data()
{
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("found");
    const auto row = [](const char *asked, const char *found) { QTest::newRow(asked) << asked << found; };
    // several words written as one
    row("rtx5090", "GeForce RTX 5090");
    row("7900xtx", "Radeon RX 7900 XTX");
    row("4070ti", "GeForce RTX 4070 Ti");
    row("4070 tisuper", "GeForce RTX 4070 Ti SUPER");
    row("3090ti 24gb", "GeForce RTX 3090 Ti");
    row("4090laptop", "GeForce RTX 4090 Laptop");
    // as clouds call them, without the socket's generation
    row("H100 SXM", "H100 SXM5 80GB");
    row("A100 SXM", "A100 SXM4 40GB");
    row("A100 SXM 80GB", "A100 SXM4 80GB");
    row("V100-SXM2-32GB", "Tesla V100 32GB");
    // a size that the card's name leaves out, or without its unit
    row("4090 24gb", "GeForce RTX 4090");
    row("4090 48gb", "GeForce RTX 4090 48GB (aftermarket)");
    row("l40s 48 GB", "L40S");
    row("m5 max 128", "Apple M5 Max");
    row("M5 Max 128GB", "Apple M5 Max");
    row("m5 max 48", "Apple M5 Max 48GB");
    row("m5 pro", "Apple M5 Pro 24GB");
    row("m4 24", "Apple M4 24GB");
    row("5060 ti 16", "GeForce RTX 5060 Ti 16GB");
    row("pro 5000", "RTX PRO 5000 Blackwell");
    row("pro 5000 48gb", "RTX PRO 5000 Blackwell");
    row("pro 5000 72gb", "RTX PRO 5000 72GB Blackwell");
    row("NVIDIA RTX PRO 5000 72GB Blackwell", "RTX PRO 5000 72GB Blackwell");
    row("h20", "H20");
    row("h20 141gb", "H20-3e 141GB");
    row("5090 d", "GeForce RTX 5090 D");
    row("5090 d v2", "GeForce RTX 5090 D v2");
    row("ai max 395", "Ryzen AI Max+ 395 (Radeon 8060S)");
    row("strix halo", "Ryzen AI Max+ 395 (Radeon 8060S)");
    row("jetson thor", "Jetson AGX Thor 128GB");
    row("Intel Arc Pro B70", "Arc Pro B70");
    // slices: with and without "MIG", with the media engines that they have besides
    row("b200 mig 1g.23gb", "B200 MIG 1g.23gb");
    row("b200 1g.23gb", "B200 MIG 1g.23gb");
    row("gb200 mig 1g.23gb", "GB200 MIG 1g.23gb");
    row("NVIDIA B300 SXM6 AC MIG 1g.34gb", "B300 MIG 1g.34gb");
    row("h100 nvl mig 3g.47gb", "H100 94GB MIG 3g.47gb");
    row("NVIDIA GH200 480GB MIG 1g.12gb", "GH200 96GB MIG 1g.12gb");
    row("NVIDIA RTX PRO 6000 Blackwell Server Edition MIG 2g.48gb", "RTX PRO 6000 Blackwell MIG 2g.48gb");
    row("pro 6000 mig 1g.24gb", "RTX PRO 6000 Blackwell MIG 1g.24gb");
    row("NVIDIA H100 80GB HBM3 MIG 1g.10gb+me", "H100 80GB MIG 1g.10gb");
    row("NVIDIA RTX PRO 6000 Blackwell Server Edition MIG 1g.24gb+me.all", "RTX PRO 6000 Blackwell MIG 1g.24gb");
    row("NVIDIA RTX PRO 6000 Blackwell Server Edition MIG 2g.48gb-me", "RTX PRO 6000 Blackwell MIG 2g.48gb");
    // a whole card in MIG mode
    row("NVIDIA A100-SXM4-80GB MIG 7g.80gb", "A100 SXM4 80GB");
    row("NVIDIA B200 MIG 7g.180gb", "B200");
}

void TestFindGpu::finds_by_any_spelling()
{
    QFETCH(QString, asked);
    const Result<GpuMatch> match = find_gpu(asked.toStdString());
    QVERIFY2(match.ok(), match.ok() ? "" : match.error().message().c_str());
    QTEST(QString::fromStdString(match->gpu->name), "found");
}

void TestFindGpu::every_catalogue_name_finds_itself()
{
    for (const Gpu &gpu : gpu_catalogue()) {
        const Result<GpuMatch> match = find_gpu(gpu.name);
        QVERIFY2(match.ok() && match->gpu == &gpu, gpu.name.c_str());
        QVERIFY2(match->assumption.empty() || gpu.unified_memory, match->assumption.c_str()); // sold with other sizes
    }
}

void TestFindGpu::every_alias_finds_a_card_that_has_it()
{
    for (const Gpu &gpu : gpu_catalogue())
        for (const std::string &alias : gpu.aliases) {
            const Result<GpuMatch> match = find_gpu(alias);
            QVERIFY2(match.ok(), alias.c_str());
            if (match->gpu != &gpu) QVERIFY2(!match->assumption.empty() || match->gpu->name == alias, alias.c_str());
        }
}

void TestFindGpu::shared_names_say_what_was_assumed()
{
    QCOMPARE(
        find_gpu("NVIDIA GeForce RTX 4090")->assumption,
        std::string(
            "GPU \"NVIDIA GeForce RTX 4090\": taken as GeForce RTX 4090 (24 GB), the standard card of 2 that share the name; "
            "another is GeForce RTX 4090 48GB (aftermarket) (48 GB)"));
    QCOMPARE(
        find_gpu("NVIDIA GeForce RTX 3080")->assumption,
        std::string(
            "GPU \"NVIDIA GeForce RTX 3080\": taken as GeForce RTX 3080 10GB (10 GB), the smallest memory of 3 that share the "
            "name; another is GeForce RTX 3080 12GB (12 GB)"));
    QVERIFY(find_gpu("NVIDIA L40S")->assumption.empty());
    QCOMPARE(find_gpu("Apple M1 Max")->assumption,
             std::string("GPU \"Apple M1 Max\": taken with 64 GB; it is sold with less memory, too: Apple M1 Max 32GB"));
    QVERIFY(find_gpu("M3 Max")->assumption.find("Apple M3 Max 36GB") != std::string::npos);
    QVERIFY(find_gpu("M3 Max 128")->assumption.empty()); // the size was asked for
    QCOMPARE(find_gpu("pro 5000")->assumption,
             std::string("GPU \"pro 5000\": taken as RTX PRO 5000 Blackwell (48 GB), the smallest memory of 3 that share the "
                         "name; another is RTX PRO 5000 72GB Blackwell (72 GB)"));
}

void TestFindGpu::unknown_names_list_the_nearest()
{
    const Result<GpuMatch> match = find_gpu("RTX 4909");
    QVERIFY(!match.ok());
    QVERIFY2(match.error().accepted.find("GeForce RTX 4090") != std::string::npos, match.error().message().c_str());
    QVERIFY(!find_gpu(std::string(100000, 'x')).ok());
    for (const char *size : {"24gb", "24 GB", "80 24GB"}) QVERIFY2(!find_gpu(size).ok(), size);
    for (const char *laptop : {"RTX 4090 Mobile", "NVIDIA GeForce RTX 4090 mobile"}) // shops say either
        QCOMPARE(find_gpu(laptop)->gpu, find_gpu("RTX 4090 Laptop")->gpu);
    const Result<GpuMatch> no_such_board = find_gpu("3090 80GB");
    QVERIFY(!no_such_board.ok());
    QVERIFY2(no_such_board.error().accepted.find("nearest: GeForce RTX 3090,") != std::string::npos,
             no_such_board.error().message().c_str());
}

PLIMSOLL_TEST(TestFindGpu)
} // namespace PLIMSOLL_FILE
#include "test_find_gpu.moc"
