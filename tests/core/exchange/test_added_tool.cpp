// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/run_export.h"
#include "core/exchange/exchange.h"
#include "core/exchange/import.h"
#include "tests/core/exchange/toy_tool.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

// Adding a tool's format is one file (toy_tool.cpp) and one line that registers it.

using namespace plimsoll;

namespace {

[[maybe_unused]] const bool registered = add_tool_format(toy_tool);

constexpr std::string_view toy_text = "toy_model: org/m\ntoy_rows: 6\ntoy_kind: everything\n";

} // namespace

class TestAddedTool : public QObject {
    Q_OBJECT
private slots:
    void its_texts_are_recognised();
    void its_keys_are_told_from_others();
    void plans_are_written_for_it();
    void it_is_offered_and_named();
};

void TestAddedTool::its_texts_are_recognised()
{
    for (const std::string_view from : {"", "toy"}) {
        const Result<Imported> read = imported(toy_text, from);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->tool, std::string("toy"));
        QCOMPARE(read->plan.micro_batch, Count{6});
        QCOMPARE(read->plan.method, Method::full);
        QVERIFY(import_to_text(*read).find("Plan as Toy states it") != std::string::npos);
    }
}

void TestAddedTool::its_keys_are_told_from_others()
{
    const Result<Imported> read = imported(std::string(toy_text) + "toy_row: 3\n");
    QVERIFY(read.ok());
    QCOMPARE(read->not_said.size(), std::size_t{1});
    QVERIFY2(read->not_said.front().why.find("toy_rows") != std::string::npos, read->not_said.front().why.c_str());
}

void TestAddedTool::plans_are_written_for_it()
{
    const Result<Imported> read = imported(toy_text);
    QVERIFY(read.ok());
    const Result<Exported> written = exported(read->plan, "toy");
    QVERIFY(written.ok());
    QCOMPARE(written->text, std::string(toy_text));
}

void TestAddedTool::it_is_offered_and_named()
{
    QVERIFY(import_names().find("toy") != std::string::npos && export_names().find("toy") != std::string::npos);
    QVERIFY(std::ranges::find(export_offers(), "toy", &ExportOffer::name) != export_offers().end());
}

PLIMSOLL_TEST(TestAddedTool)
} // namespace PLIMSOLL_FILE
#include "test_added_tool.moc"
