// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeline/timeline_data.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/panels/why_panel.h"
#include "ui/theme/component_words.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

/// A line that is too long goes on behind its sign, so that terms stay apart.
QString monospaced(const QString &text, bool bold = false)
{
    QString body = text.toHtmlEscaped();
    // a number and its unit stay on one line; what is copied has plain spaces again
    static const QRegularExpression unit(QStringLiteral("([\\d½]) B\\b"));
    body.replace(unit, QStringLiteral("\\1\u00a0B"));
    // and the last factor with them: "½ B" alone in a line says nothing
    static const QRegularExpression last_factor(QStringLiteral("(\\S+) × ([\\d½.,]+\u00a0B)"));
    body.replace(last_factor, QStringLiteral("\\1\u00a0×\u00a0\\2"));
    if (bold) body = QStringLiteral("<b>%1</b>").arg(body);
    const QStringList lines = body.split(QLatin1Char('\n'));
    QString out;
    for (const QString &line : lines.first(lines.size() - 1)) out += QStringLiteral("<p class='m'>%1</p>").arg(line);
    return out + QStringLiteral("<p class='m' style='margin-bottom: 8px'>%1</p>").arg(lines.back());
}

QString muted(const QString &text) { return QStringLiteral("<p class='q'>%1</p>").arg(text.toHtmlEscaped()); }

/// Apart from the table above it, which has no margin of its own.
QString fine_print(const QString &text)
{
    return QStringLiteral("<p class='q' style='margin-top: 8px'>%1</p>").arg(text.toHtmlEscaped());
}

QString table(const std::vector<std::pair<QString, Bytes>> &rows, const Numbers &numbers)
{
    QString out = QStringLiteral("<table width='100%' cellspacing='0' cellpadding='0'>");
    for (const auto &[name, bytes] : rows)
        out += QStringLiteral("<tr><td class='c'>%1</td><td class='c' align='right'>%2</td></tr>")
                   .arg(name.toHtmlEscaped(), numbers.table(bytes));
    return out + QStringLiteral("</table>");
}

QString result_line(Bytes bytes, const Numbers &numbers)
{
    return QStringLiteral("<hr>") +
           monospaced(QStringLiteral("= %1 = %2 %3").arg(numbers.exact(bytes), numbers.table(bytes), numbers.unit_name()), true);
}

QString explain_line(const BreakdownLine &line, const Numbers &numbers)
{
    QString out;
    if (!line.formula.empty()) out += monospaced(numbers.of_core(line.formula));
    // the sum stands below, in the window's unit too
    const QString sum = numbers.of_core(line.numbers);
    if (!sum.isEmpty()) out += monospaced(sum.section(QStringLiteral("\n= "), 0, 0));
    out += result_line(line.bytes, numbers);
    if (line.rounded) out += muted(WhyPanel::tr("Each tensor is rounded up to 512 B."));
    if (!line.alive.empty()) {
        out += QStringLiteral("<p>%1</p>").arg(WhyPanel::tr("Alive at this moment, largest first:").toHtmlEscaped());
        std::vector<std::pair<QString, Bytes>> rows;
        for (const auto &[name, bytes] : line.alive) rows.emplace_back(qt(name), bytes);
        out += table(rows, numbers);
    }
    if (!line.source.empty()) out += line.alive.empty() ? muted(qt(line.source)) : fine_print(qt(line.source));
    return out;
}

QString explain_group(const std::vector<const BreakdownLine *> &lines, const Estimate &estimate, const Numbers &numbers)
{
    std::vector<std::pair<QString, Bytes>> rows;
    Bytes sum = 0;
    for (const BreakdownLine *line : lines) {
        rows.emplace_back(title_of(line->component, estimate), line->bytes);
        sum += line->bytes;
    }
    return table(rows, numbers) + result_line(sum, numbers) +
           muted(WhyPanel::tr("Select a component for its formula and source."));
}

QString moment_line(const TimelinePoint &moment, const Choice &choice, const Numbers &numbers)
{
    Bytes bytes = 0;
    for (const Component component : components_of(choice.group))
        if (!choice.component || component == *choice.component) bytes += moment.components[static_cast<std::size_t>(component)];
    return QStringLiteral("<p><b>%1</b></p><p>%2</p><hr>")
        .arg(WhyPanel::tr("At %1: %2 %3 (%4)")
                 .arg(moment_of(moment), numbers.table(bytes), numbers.unit_name(), numbers.exact(bytes))
                 .toHtmlEscaped(),
             WhyPanel::tr("What it is made of at the peak:").toHtmlEscaped());
}

QString style_sheet()
{
    return QStringLiteral("p { margin-top: 0; margin-bottom: 6px; } td.c { padding-top: 2px; padding-bottom: 2px; } "
                          "p.m { font-family: '%1'; margin-bottom: 0; margin-left: 16px; text-indent: -16px; } "
                          "p.q { color: %2; }")
        .arg(mono_font().family(), current_palette().muted.name());
}

} // namespace

QString explanation_of(const Estimate &estimate, const Choice &choice, const Numbers &numbers)
{
    std::vector<const BreakdownLine *> lines;
    for (const BreakdownLine &line : estimate.shown().needed_lines()) {
        const bool meant = choice.component ? line.component == *choice.component : group_of(line.component) == choice.group;
        if (meant && (line.bytes != 0 || choice.component)) lines.push_back(&line);
    }
    if (lines.empty()) return muted(WhyPanel::tr("Nothing of it is alive at this moment."));
    if (lines.size() == 1) return explain_line(*lines.front(), numbers);
    const bool one_component = std::all_of(
        lines.begin(), lines.end(), [&](const BreakdownLine *line) { return line->component == lines.front()->component; });
    if (!one_component) return explain_group(lines, estimate, numbers);
    QString out;
    for (const BreakdownLine *line : lines) out += explain_line(*line, numbers);
    return out;
}

WhyPanel::WhyPanel(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 6);
    column->setSpacing(0);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(8);
    auto *title = new QLabel(WhyPanel::tr("Why"), this);
    title->setFont(ui_font(TextSize::caption, true));
    title->setFixedHeight(24);
    m_subject.setForegroundRole(QPalette::PlaceholderText);
    heading->addWidget(title);
    heading->addWidget(&m_subject, 1);
    column->addLayout(heading);
    m_text.setFrameShape(QFrame::NoFrame);
    m_text.document()->setDocumentMargin(0);
    m_text.viewport()->setAutoFillBackground(false);
    m_text.setTabChangesFocus(true);
    m_text.setOpenLinks(false);
    m_text.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text.setAccessibleName(WhyPanel::tr("Explanation of the selected component"));
    m_text.installEventFilter(this);
    column->addWidget(&m_text, 1);
    setAccessibleName(WhyPanel::tr("Why"));
}

void WhyPanel::show_choice(const Snapshot &snapshot, const Choice &choice, const std::optional<TimelinePoint> &moment)
{
    const auto &estimate = snapshot.current().estimate;
    QString subject = title_of(choice.group);
    if (choice.component && estimate) subject += QStringLiteral(": ") + title_of(*choice.component, *estimate);
    m_subject.setText(estimate ? subject : QString());
    QString html =
        estimate ? explanation_of(*estimate, choice, numbers_of(snapshot.session)) : muted(state_of(snapshot.current().error));
    if (estimate && choice.component) html.prepend(muted(about_of(*choice.component)));
    if (estimate && moment) html.prepend(moment_line(*moment, choice, numbers_of(snapshot.session)));
    if (html == m_html) return;
    m_html = html;
    show_html();
}

void WhyPanel::show_html()
{
    m_text.document()->setDefaultStyleSheet(style_sheet());
    m_text.setHtml(m_html);
}

bool WhyPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    return QWidget::eventFilter(watched, event);
}

/// The text's own cursor is all that would show its focus.
void WhyPanel::paintEvent(QPaintEvent *)
{
    if (!m_text.hasFocus()) return;
    QPainter painter(this);
    draw_frame(painter, m_text.geometry().adjusted(-4, -1, 3, 1), current_palette().link);
}

/// Text keeps the colours under which it was set.
void WhyPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || m_html.isEmpty()) return;
    const int at = m_text.verticalScrollBar()->value();
    show_html();
    m_text.verticalScrollBar()->setValue(at);
}

} // namespace plimsoll
