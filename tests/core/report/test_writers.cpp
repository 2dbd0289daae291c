// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/document.h"
#include "core/report/writers.h"
#include "tests/core/report/plain_writer.h"
#include "tests/core/report/writer_contract.h"
#include "tests/test_program.h"

#include <QTest>

using namespace plimsoll;
using namespace plimsoll::report;

namespace {

Document made(std::vector<Block> blocks) { return {"a <b> & \"c\"", std::move(blocks)}; }

std::string html_of(Block block)
{
    const std::string page = write_html(made({std::move(block)})).value();
    const auto from = page.find("<body>\n") + 7;
    return page.substr(from, page.find("</body>") - from);
}

std::string markdown_of(Block block) { return write_markdown(made({std::move(block)})).value(); }

/// Two plans against a budget.
Document whole()
{
    ReportInput input;
    for (const char *name : {"QLoRA | r16", "other"}) {
        PlanAnswer answer{name, {}, {}};
        answer.estimate.fullest().peak.device = answer.estimate.fullest().peak.reserved = 10 * gib;
        answer.estimate.fullest().at_peak = {{.component = Component::weights, .bytes = 10 * gib}};
        answer.estimate.assumptions = {"padded: false"};
        answer.verdicts = {verdict_for_budget(answer.estimate, 16 * gib)};
        input.answers.push_back(std::move(answer));
    }
    input.command = "plimsoll report --output x.md";
    return report_of(std::move(input));
}

} // namespace

class TestWriters : public QObject {
    Q_OBJECT
private slots:
    /// A new format is a file and a line.
    void a_toy_format_is_a_file_and_a_line()
    {
        QVERIFY(!written(whole(), "toy").ok());
        add_writer({"toy", "Headings", toy::write_headings});
        QCOMPARE(written(whole(), "toy").value(), "GPU memory: QLoRA | r16\nGPU memory\nQLoRA | r16 at its peak (forward)\n");
        QVERIFY(accepted_endings().ends_with(".tex or .toy"));
    }

    void every_format_keeps_the_contract()
    {
        QVERIFY(writers().size() >= 4);
        for (const Writer &writer : writers()) {
            const std::string fault = contract::fault_of(writer, whole());
            QVERIFY2(fault.empty(), fault.c_str());
        }
    }

    void another_ending_is_refused_by_name()
    {
        const Result<std::string> refused = written(whole(), "doc");
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().read, "doc");
        QVERIFY(refused.error().accepted.starts_with("a file that ends in .md, .html, .json"));
    }

    void a_page_stands_alone()
    {
        const QString page = QString::fromStdString(write_html(whole()).value());
        QVERIFY(page.startsWith(QStringLiteral("<!DOCTYPE html>\n")) && page.endsWith(QStringLiteral("</html>\n")));
        QVERIFY(page.contains(QStringLiteral("<title>GPU memory: QLoRA | r16</title>")));
        QVERIFY(!page.contains(QStringLiteral("http"))); // nothing is fetched
        QVERIFY(write_html(made({})).value().find("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>") != std::string::npos);
    }

    void text_is_never_markup()
    {
        const Paragraph said{{{"4.5 GiB", true}, {"of a<b & max_grad"}}};
        QCOMPARE(html_of(said), "<p><strong>4.5 GiB</strong> of a&lt;b &amp; max_grad</p>\n");
        QCOMPARE(markdown_of(said), "**4.5 GiB** of a\\<b & max\\_grad\n");
        QCOMPARE(html_of(Paragraph{{{"<script>alert(1)</script>\nb"}}}), "<p>&lt;script&gt;alert(1)&lt;/script&gt; b</p>\n");
        QCOMPARE(html_of(Heading{3, "At the <peak>"}), "<h3>At the &lt;peak&gt;</h3>\n");
        QCOMPARE(html_of(Code{"**a** <b>"}), "<pre>**a** &lt;b&gt;\n</pre>\n");
        QCOMPARE(markdown_of(Code{"**a** <b>"}), "```\n**a** <b>\n```\n");
    }

    void names_are_what_somebody_typed()
    {
        // as CommonMark, HTML 5 and LaTeX read them: markdown-it-py 4, html5lib 1.1 (strict) and pdfTeX 1.40 took these as they are
        const Paragraph said{{{"&lt; &#60; & R&D a\x01z \t."}}};
        QCOMPARE(markdown_of(said), "\\&lt; \\&#60; & R\\&D a z  .\n");
        QCOMPARE(html_of(said), "<p>&amp;lt; &amp;#60; &amp; R&amp;D a\uFFFDz \t.</p>\n");
        const auto latex_of = [](const char *name) {
            Document document = whole();
            for (Block &block : document.blocks)
                if (auto *record = std::get_if<Record>(&block)) record->input.answers.back().name = name;
            return QString::fromStdString(write_latex(document).value());
        };
        QVERIFY(latex_of("[4pt] a--b \"c\"").contains(QStringLiteral(" \\\\\n{}[4pt] a-{}-{}b ''c'' & ")));
        QVERIFY(latex_of("*x\x01").contains(QStringLiteral(" \\\\\n{}*x  & ")));
        QVERIFY(latex_of("\u00dc \u201cx\u201d").startsWith(QStringLiteral("% \\usepackage{booktabs}\n\\begin{table}\n")));
        for (const char *name : {"\u6a21\u578b", "\u2603", "\U0001F600", "\u0645"})
            QVERIFY2(latex_of(name).startsWith(QStringLiteral("% XeLaTeX or LuaLaTeX")), name);
    }

    void a_picture_has_a_file_for_each_paper()
    {
        const Picture picture{"a b-light.svg", "x\"-dark.svg", "fits <16"};
        const std::string expected = "<picture>\n<source media=\"(prefers-color-scheme: dark)\" srcset=\"x%22-dark.svg\">\n"
                                     "<img src=\"a%20b-light.svg\" alt=\"fits &lt;16\">\n</picture>\n";
        QCOMPARE(html_of(picture), expected);
        QCOMPARE(markdown_of(picture), expected);
    }

    void a_latex_table_says_how_its_figures_are_counted()
    {
        const QString text = QString::fromStdString(write_latex(whole()).value());
        QVERIFY(text.startsWith(QStringLiteral("% \\usepackage{booktabs}\n\\begin{table}\n")));
        QVERIFY2(text.contains(QStringLiteral("QLoRA \\textbar{} r16 & ")) &&
                     text.contains(QStringLiteral(" & \\textbf{10.00} & ")),
                 qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("\\caption{GPU memory in GiB ($2^{30}$ bytes) of ")));
        for (const char *sign : {"\u00d7", "\u00b7", "\u2713", "\u2013"}) QVERIFY2(!text.contains(QString::fromUtf8(sign)), sign);
        QVERIFY(!write_latex(made({})).ok());
    }

    void tables_and_lists()
    {
        const Table table{{{"a"}, {"b", true}}, {{{"x|y"}, {"1", true}}}};
        QCOMPARE(html_of(table), "<table>\n<tr><th>a</th><th class=\"number\">b</th></tr>\n"
                                 "<tr><td>x|y</td><td class=\"number\"><strong>1</strong></td></tr>\n</table>\n");
        QCOMPARE(markdown_of(table), "| a | b |\n|---|---:|\n| x\\|y | **1** |\n");
        const FoldedList list{"More", {"a", "b"}};
        QCOMPARE(html_of(list), "<details><summary>More</summary>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</details>\n");
        QCOMPARE(markdown_of(list), "<details><summary>More</summary>\n\n- a\n- b\n\n</details>\n");
    }
};

PLIMSOLL_TEST(TestWriters)
#include "test_writers.moc"
