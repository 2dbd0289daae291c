// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html.h"

#include <QTest>

using namespace plimsoll;

namespace {

QString body_of(const char *markdown)
{
    const QString page = QString::fromStdString(html_page(markdown, "A title"));
    const auto from = page.indexOf(QStringLiteral("<body>\n")) + 7;
    return page.mid(from, page.indexOf(QStringLiteral("</body>")) - from);
}

} // namespace

class TestHtml : public QObject {
    Q_OBJECT
private slots:
    void a_page_stands_alone()
    {
        const QString page = QString::fromStdString(html_page("## GPU memory", "a <b> & \"c\""));
        QVERIFY(page.startsWith(QStringLiteral("<!DOCTYPE html>\n")) && page.endsWith(QStringLiteral("</html>\n")));
        QVERIFY(page.contains(QStringLiteral("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>")));
        QVERIFY(!page.contains(QStringLiteral("http"))); // nothing is fetched
    }

    void constructs_data()
    {
        QTest::addColumn<QByteArray>("markdown");
        QTest::addColumn<QString>("html");
        QTest::newRow("heading") << QByteArray("### At the peak") << "<h3>At the peak</h3>\n";
        QTest::newRow("no heading") << QByteArray("#1 of them") << "<p>#1 of them</p>\n";
        QTest::newRow("bold, code, escapes") << QByteArray("**4.5 GiB** of `a<b` and max\\_grad")
                                             << "<p><strong>4.5 GiB</strong> of <code>a&lt;b</code> and max_grad</p>\n";
        QTest::newRow("open bold is closed") << QByteArray("**a") << "<p><strong>a</strong></p>\n";
        QTest::newRow("markup is text") << QByteArray("<script>alert(1)</script>")
                                        << "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n";
        QTest::newRow("list") << QByteArray("- a\n- b\n\nc") << "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>c</p>\n";
        QTest::newRow("code") << QByteArray("```\n**a** <b>\n```") << "<pre>**a** &lt;b&gt;\n</pre>\n";
        QTest::newRow("code without an end") << QByteArray("```\na") << "<pre>a\n</pre>\n";
        QTest::newRow("details") << QByteArray("<details><summary>More</summary>\n\na\n\n</details>")
                                 << "<details><summary>More</summary>\n<p>a</p>\n</details>\n";
        QTest::newRow("table") << QByteArray("| a | b |\n|---|---:|\n| x\\|y | **1** |")
                               << "<table>\n<tr><th>a</th><th class=\"number\">b</th></tr>\n"
                                  "<tr><td>x|y</td><td class=\"number\"><strong>1</strong></td></tr>\n</table>\n";
    }

    void constructs()
    {
        QFETCH(QByteArray, markdown);
        QTEST(body_of(markdown.constData()), "html");
    }
};

QTEST_APPLESS_MAIN(TestHtml)
#include "test_html.moc"
