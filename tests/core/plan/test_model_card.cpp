// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "core/ground/line_diff.h"
#include "core/ground/write_file.h"
#include "core/plan/model_card/card_text.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/plan/model_card/placed_block.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <random>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::card;

namespace {

const BlockParts block{"<!-- BEGIN PLIMSOLL {} -->", "## GPU memory", "| a |\n|---|\n"};
const std::string body = "<!-- BEGIN PLIMSOLL {} -->\n\n| a |\n|---|\n\n<!-- END PLIMSOLL -->";
const std::string headed = "<!-- BEGIN PLIMSOLL {} -->\n\n## GPU memory\n\n| a |\n|---|\n\n<!-- END PLIMSOLL -->";

std::string with_crlf(std::string text)
{
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) text.insert(at, "\r");
    return text;
}

std::string refusal(std::string_view text)
{
    const Result<CardText> card = read_card(text);
    return card.ok() ? std::string("taken") : card.error().message();
}

std::string placed(const std::string &text) { return with_block(text, block).value(); }

} // namespace

class TestModelCard : public QObject {
    Q_OBJECT
private slots:
    void a_new_block_stands_at_the_end_under_its_own_heading()
    {
        QCOMPARE(placed("# A\n\ntext\n"), "# A\n\ntext\n\n" + headed + "\n");
        QCOMPARE(placed(""), headed + "\n");
        QCOMPARE(placed("no end"), "no end\n\n" + headed); // none is added to a card without its last line's end
    }
    void a_heading_on_memory_or_hardware_is_its_home()
    {
        QCOMPARE(placed("# A\n### Hardware\n\nOne card.\n\n## Software\nx\n"),
                 "# A\n### Hardware\n\nOne card.\n\n" + body + "\n\n## Software\nx\n");
        QCOMPARE(placed("#### Speeds, Sizes, Times [optional]\n"), "#### Speeds, Sizes, Times [optional]\n\n" + body + "\n");
        QCOMPARE(placed("Hardware\n--------\ntext"), "Hardware\n--------\ntext\n\n" + body);
        // the best of them, wherever it stands; neither code nor front matter has headings
        QCOMPARE(placed("---\n# Hardware\n---\n## Hardware\na\n## GPU memory\nb\n"),
                 "---\n# Hardware\n---\n## Hardware\na\n## GPU memory\nb\n\n" + body + "\n");
        QCOMPARE(placed("```\n## Hardware\n```\n"), "```\n## Hardware\n```\n\n" + headed + "\n");
        QCOMPARE(placed("## Hardwareless\n## Long-term memory of agents\n"),
                 "## Hardwareless\n## Long-term memory of agents\n\n" + headed + "\n");
    }
    void a_block_that_is_there_is_replaced_and_keeps_its_heading()
    {
        const std::string old = "a\n\n<!-- BEGIN PLIMSOLL 0.0 -->\n#### Mine\nold\n<!-- END PLIMSOLL --> rest\n\nb";
        QCOMPARE(placed(old), "a\n\n<!-- BEGIN PLIMSOLL {} -->\n\n#### Mine\n\n| a |\n|---|\n\n<!-- END PLIMSOLL --> rest\n\nb");
        QCOMPARE(placed("<!-- BEGIN PLIMSOLL --><!-- END PLIMSOLL -->"), body);
    }
    void what_stands_outside_stays_byte_for_byte_data()
    {
        QTest::addColumn<QByteArray>("card");
        const QByteArray plain = "---\nlicense: mit\ntags:\n- a\n---\n\n# A\n\n## Hardware\n\nx\n\n## B\n\ttab  \n";
        QTest::newRow("LF") << plain;
        QTest::newRow("CRLF") << QByteArray::fromStdString(with_crlf(plain.toStdString()));
        QTest::newRow("mixed") << QByteArray("# A\r\ntext\nmore\r\nlast\n\r\n");
        QTest::newRow("CR") << QByteArray("# A\rtext\r");
        QTest::newRow("BOM") << QByteArray("\xEF\xBB\xBF---\na: b\n---\n# A\n");
        QTest::newRow("no last end") << QByteArray("# A\r\ntext");
        QTest::newRow("blanks") << QByteArray("\n\n   \n# A   \n\n\n\n");
    }
    void what_stands_outside_stays_byte_for_byte()
    {
        QFETCH(QByteArray, card);
        const std::string before = card.toStdString(), after = placed(before);
        const CardText read = read_card(after).value();
        QVERIFY(read.block.has_value());
        // without the block and the blank lines around it the card is what it was
        std::string head = after.substr(0, read.block->from), tail = after.substr(read.block->to);
        const std::string end = read_card(before)->line_end;
        const std::string inside = after.substr(read.block->from, read.block->to - read.block->from);
        QVERIFY(head.ends_with(end));
        bool same = false; // an end after the block, one before it, and one more where the card's last line had none
        for (const std::size_t more : {std::size_t(1), std::size_t(2)})
            for (const bool behind : {true, false}) {
                if (head.size() < more * end.size() || (behind && !tail.starts_with(end))) continue;
                same = same || head.substr(0, head.size() - more * end.size()) + tail.substr(behind ? end.size() : 0) == before;
            }
        QVERIFY2(same, after.c_str());
        const std::size_t pairs = static_cast<std::size_t>(QByteArray::fromStdString(inside).count("\r\n"));
        const std::size_t feeds = static_cast<std::size_t>(QByteArray::fromStdString(inside).count('\n'));
        QCOMPARE(pairs, end == "\r\n" ? feeds : 0U);
        QCOMPARE(placed(after), after); // once more changes nothing
    }
    void markers_that_do_not_pair_are_refused()
    {
        const std::string b = "<!-- BEGIN PLIMSOLL -->\n", e = "<!-- END PLIMSOLL -->\n";
        QCOMPARE(refusal(b), "line 1: BEGIN PLIMSOLL without an END behind it");
        QCOMPARE(refusal("x\n" + e), "line 2: END PLIMSOLL without a BEGIN before it");
        QCOMPARE(refusal(b + b + e), "line 2: BEGIN PLIMSOLL stands before the END of the one in line 1");
        QCOMPARE(refusal(b + e + "x\n" + b + e), "line 4: a second block begins here; one is taken");
        QCOMPARE(refusal(b + e + e), "line 3: END PLIMSOLL without a BEGIN before it");
        QCOMPARE(refusal("see " + b + e), "line 1: BEGIN PLIMSOLL stands within a line; it has to begin one");
        QCOMPARE(refusal("<!--begin_plimsoll\n-->\n"), "line 1: BEGIN PLIMSOLL without an END behind it");
        QCOMPARE(refusal("<!-- BEGIN PLIMSOLL\n"), "line 1: a comment begins here and never ends");
        QCOMPARE(refusal("x\n```\n" + b), "line 2: a block of code begins here and never ends");
        QVERIFY(refusal("\xFF\xFE# A").find("UTF-8") != std::string::npos);
        QVERIFY(refusal(std::string("a\0b", 3)).find("UTF-8") != std::string::npos);
    }
    void markers_in_code_are_none()
    {
        const std::string pair = "<!-- BEGIN PLIMSOLL -->\n<!-- END PLIMSOLL -->\n", half = "<!-- BEGIN PLIMSOLL -->";
        for (const std::string &text :
             {"```md\n" + half + "\n```\n", "~~~~\n" + half + "\n~~~\n" + half + "\n~~~~~\n",
              "- item\n  ```\n  " + half + "\n  ```\n", "- ```\n  " + half + "\n  ```\n", "1. ```\n   " + half + "\nparagraph\n",
              "> ```\n> " + half + "\n> ```\n", "> ```\n> " + half + "\nno quote\n", "\n    " + half + "\n",
              "the `" + half + "` comment\n", "``a ` " + half + "``\n", "<!-- put " + half + "\n",
              std::string("<!-- BEGIN PLIMSOLLX -->\n"), "\\" + half + "\n"})
            QVERIFY2(read_card(text).ok() && !read_card(text)->block, (text + refusal(text)).c_str());
        for (const std::string &text : {pair, "```\n```\n" + pair, "a ` b\n\n" + pair, "- item\n\n" + pair, "<!-- x -->\n" + pair,
                                        "   " + pair, "<!-->\n" + pair, "```a`b\n" + pair})
            QVERIFY2(read_card(text).ok() && read_card(text)->block, (text + refusal(text)).c_str());
    }
    void a_plan_is_carried_there_and_back()
    {
        const auto parsed = plan_from_json(R"({"model": {"preset": "qwen2.5-7b"}, "method": "qlora", "micro_batch": 3,
            "adapter": {"targets": ".*--><b>-- --->"}, "target": {"gpus": ["RTX 4090"]}})");
        QVERIFY(parsed.ok());
        const std::string text = published_plans({{"a --> <b>", parsed->plan}}, 0, ByteUnit::binary);
        const std::string comment = opening_comment(text);
        QCOMPARE(comment.find("-->"), comment.size() - 3);
        QVERIFY(comment.find("--", 4) == comment.size() - 3 || comment.substr(comment.find("--", 4)).starts_with("--into"));
        const std::string card = "# A\n" + comment + "\nbody\n" + std::string(closing_comment) + "\n";
        const Result<ParsedSession> read = plans_of_card(card);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const Session &session = read->session;
        QCOMPARE(session.scenarios.size(), 1U);
        QCOMPARE(session.current().name, "a --> <b>");
        Plan expected = parsed->plan;
        expected.name = "a --> <b>";
        QCOMPARE(to_text(plan_to_json(session.plan_of(session.current()))), to_text(plan_to_json(expected)));
        QVERIFY(has_block(card) && !has_block("# A\n<!-- x -->\n"));
        QVERIFY(!plans_of_card("# A\n").ok());
        QVERIFY(!plans_of_card("<!-- BEGIN PLIMSOLL -->\n<!-- END PLIMSOLL -->").ok());
    }
    void several_plans_are_a_session_and_paths_stay_at_home()
    {
        Plan plan = plan_from_json(R"({"model": {"config": "/srv/secret/config.json"}})")->plan;
        const std::string text = published_plans({{"one", plan}, {"two", plan}}, 1, ByteUnit::decimal);
        QVERIFY2(text.find("secret") == std::string::npos, text.c_str());
        const Session session = session_from_text(text)->session;
        QCOMPARE(session.selected, 1);
        QCOMPARE(session.unit, ByteUnit::decimal);
        QCOMPARE(session.current().plan.model.config_path, "config.json");
        QCOMPARE(file_name_of("C:\\models\\x.gguf"), "x.gguf");
        QCOMPARE(file_name_of("models/qwen/"), "qwen");
        QCOMPARE(file_name_of(""), "");
    }
    /// Cards of pieces that stand in each other's way: never a crash, never a changed byte outside, and the same the second time.
    void random_cards_lose_nothing()
    {
        const std::vector<std::string> pieces{"# A\n",
                                              "## Hardware\r\n",
                                              "text\n",
                                              "```\n",
                                              "~~~\n",
                                              "\r\n",
                                              "\n",
                                              "- item\n",
                                              "  ",
                                              "> ",
                                              "`",
                                              "<!-- x -->",
                                              "<!--",
                                              "-->",
                                              "<!-- BEGIN PLIMSOLL -->\n",
                                              "<!-- END PLIMSOLL -->\n",
                                              "---\n",
                                              "\t",
                                              "===\n",
                                              "1. ",
                                              "é"};
        std::mt19937 random(36);
        int placed_cards = 0;
        for (int i = 0; i < 20'000; ++i) {
            std::string text;
            for (int k = 0; k < static_cast<int>(random() % 14); ++k) text += pieces[random() % pieces.size()];
            const Result<std::string> after = with_block(text, block);
            if (!after.ok()) continue;
            ++placed_cards;
            const CardText before = read_card(text).value();
            const BlockPlace place = place_in(text, before);
            QVERIFY2(after->starts_with(text.substr(0, place.from)) && after->ends_with(text.substr(place.to)), text.c_str());
            const Result<std::string> again = with_block(*after, block);
            QVERIFY2(again.ok() && *again == *after, (text + "\n=====\n" + *after).c_str());
        }
        QVERIFY(placed_cards > 2000);
    }
    void a_difference_is_one_that_patch_takes()
    {
        QCOMPARE(unified_diff("R.md", "a\nb\n", "a\nb\n"), "");
        QCOMPARE(unified_diff("R.md", "a\nb\nc\n", "a\nx\nc\n"), "--- R.md\n+++ R.md\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
        QCOMPARE(unified_diff("R.md", "", "a"), "--- R.md\n+++ R.md\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n");
        QCOMPARE(unified_diff("R.md", "1\n2\n3\n4\n5\n", "1\n2\n3\n4\n5\n6\n"),
                 "--- R.md\n+++ R.md\n@@ -3,3 +3,4 @@\n 3\n 4\n 5\n+6\n");
        QCOMPARE(unified_diff("R.md", "a", "a\n"), "--- R.md\n+++ R.md\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
    }
    void a_file_keeps_its_rights_and_a_link_stays_one()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("README.md"), link = folder.filePath("link.md");
        QVERIFY(!write_file(file.toStdString(), "one"));
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(QFile::link("README.md", link));
        QVERIFY(!write_file(link.toStdString(), "two"));
        QVERIFY(QFileInfo(link).isSymLink());
        QFile read(file);
        QVERIFY(read.open(QIODevice::ReadOnly));
        QCOMPARE(read.readAll(), QByteArray("two"));
        QCOMPARE(read.permissions() & (QFile::ReadOther | QFile::ReadGroup), QFile::Permissions());
    }
};

PLIMSOLL_TEST(TestModelCard)
} // namespace PLIMSOLL_FILE
#include "test_model_card.moc"
