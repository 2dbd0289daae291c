// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/exports.h"

#include "core/exchange/exchange.h"
#include "core/ground/line_diff.h"
#include "core/ground/read_file.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/report/writers.h"
#include "core/resolve/gate.h"
#include "ui/controls/wording.h"
#include "ui/document/session_file.h"
#include "ui/document/text.h"
#include "ui/panels/card_dialog.h"
#include "ui/window/exchange/exporter.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QRegularExpression>
#include <QUrl>

#include <set>

namespace plimsoll {
namespace {

constexpr std::uint64_t largest_card = std::uint64_t{16} << 20U;
constexpr int ctrl = Qt::CTRL, shift = Qt::SHIFT, alt = Qt::ALT;

} // namespace

Exports::Exports(const Desk &desk, QWidget &window) : m_desk(desk), m_window(window) {}

void Exports::add_actions(Actions &actions, std::function<QString()> chart, std::function<void()> copy_breakdown)
{
    const auto add = [&](const char *id, const QString &text, int combination, const char *suffix, Form form = Form::report) {
        actions.add(id, text, QKeySequence(combination), [this, suffix, form] { ask(QString::fromLatin1(suffix), form); })
            ->setProperty(title_alone, tr("Export: %1").arg(QString(text).remove(QLatin1Char('&'))));
    };
    add("export.markdown", tr("Model-card block (&Markdown)…"), ctrl | Qt::Key_E, "md");
    add("export.json", tr("Model-card block (&JSON)…"), ctrl | shift | Qt::Key_E, "json");
    add("export.png", tr("Sheet (&PNG)…"), ctrl | alt | Qt::Key_P, "png");
    add("export.svg", tr("Sheet (S&VG)…"), ctrl | alt | Qt::Key_V, "svg");
    add("export.pdf", tr("Sheet (P&DF)…"), ctrl | alt | Qt::Key_D, "pdf");
    const auto alone = [&](const char *id, const QString &text, int combination, const char *suffix) {
        actions.add(id, text, QKeySequence(combination), [this, suffix] { ask_chart(QString::fromLatin1(suffix)); })
            ->setProperty(title_alone, tr("Export: %1").arg(QString(text).remove(QLatin1Char('&'))));
    };
    alone("export.chart_png", tr("C&hart alone (PNG)…"), ctrl | alt | Qt::Key_G, "png");
    alone("export.chart_svg", tr("Chart alone (SV&G)…"), ctrl | alt | Qt::Key_S, "svg");
    add("export.profile", tr("Pro&file of the selected plan…"), ctrl | alt | Qt::Key_L, "md", Form::profile);
    actions.add("file.card", tr("Insert into model &card…"), QKeySequence(ctrl | alt | Qt::Key_M), [this] { ask_card(); });
    const auto copy = [&](const char *id, const QString &text, int combination, std::function<void()> run) {
        actions.add(id, text, QKeySequence(combination), std::move(run));
    };
    copy("edit.copy_block", tr("Copy model-card &block"), ctrl | shift | Qt::Key_B, [this] { copy_block(); });
    copy("edit.copy_command", tr("Copy the engine's co&mmand"), ctrl | shift | Qt::Key_M, [this] { copy_command(); });
    copy("edit.copy_chart", tr("Copy &chart as a picture"), ctrl | shift | Qt::Key_C, [this] { copy_chart(); });
    copy("edit.copy_svg", tr("Copy chart as &SVG"), ctrl | alt | Qt::Key_C, [this] { copy_chart_svg(); });
    copy("edit.copy_chart_table", tr("Copy chart as a &table of bytes"), ctrl | alt | Qt::Key_T,
         [this, chart = std::move(chart)] {
             QApplication::clipboard()->setText(chart());
             m_desk.say(tr("The chart is copied as a table of bytes."));
         });
    copy("edit.copy_table", tr("Copy b&reakdown as a table of bytes"), ctrl | shift | Qt::Key_T,
         [this, copy_breakdown = std::move(copy_breakdown)] {
             copy_breakdown();
             m_desk.say(tr("The breakdown is copied as a table of bytes."));
         });
}

/// The session's file; of one that has none the model and the scenario.
QString Exports::suggested_name() const
{
    const Document &document = m_desk.document;
    if (!document.path().isEmpty()) return document.title();
    const Scenario &scenario = document.session().current();
    QString name =
        model_title(scenario.plan.model, m_desk.snapshot().current().estimate.get()) + QLatin1Char('-') + qt(scenario.name);
    static const QRegularExpression odd(QStringLiteral("[^\\w.+-]+"), QRegularExpression::UseUnicodePropertiesOption);
    return name.replace(odd, QStringLiteral("-"));
}

void Exports::written(const QString &path) const
{
    const QString native = QDir::toNativeSeparators(path);
    m_desk.say(tr("Written to %1").arg(native));
    m_desk.offer(tr("Written to %1").arg(native), tr("Open"), [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
}

void Exports::ask_chart(const QString &suffix)
{
    const QString path =
        QFileDialog::getSaveFileName(&m_window, tr("Export the chart"), suggested_name() + QLatin1Char('.') + suffix,
                                     QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix));
    if (path.isEmpty()) return;
    write_chart(QFileInfo(path).suffix().isEmpty() ? path + QLatin1Char('.') + suffix : path);
}

bool Exports::write_chart(const QString &path)
{
    const Snapshot &snapshot = m_desk.snapshot();
    QByteArray bytes;
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive)) {
        bytes = chart_svg(snapshot);
    } else {
        QBuffer buffer(&bytes);
        chart_picture(snapshot, 2.0).save(&buffer, "PNG");
    }
    if (const auto error = write_bytes(bytes, path)) return m_desk.refuse(QFileInfo(path).fileName(), *error), false;
    written(QFileInfo(path).absoluteFilePath());
    return true;
}

void Exports::ask(const QString &suffix, Form form)
{
    const QString name = form == Form::profile ? suggested_name() + QStringLiteral("-profile") : suggested_name();
    const QString suggestion = name + QLatin1Char('.') + suffix;
    QStringList filters; // every format, the one that was asked for first
    for (const report::Writer &writer : report::writers()) {
        const QString filter = QStringLiteral("%1 (*.%2)").arg(qt(writer.title), qt(writer.ending));
        qt(writer.ending) == suffix ? filters.prepend(filter) : filters.append(filter);
    }
    QString chosen;
    QString path = QFileDialog::getSaveFileName(&m_window, tr("Export"), suggestion, filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QLatin1Char('.') + (chosen.isEmpty() ? suffix : chosen.section(QStringLiteral("*."), 1).chopped(1));
    write(path, form);
}

/// Changes are for a card or a budget.
Result<report::ProfileFacts> Exports::profile_facts() const
{
    const Session &session = m_desk.document.session();
    const QString &path = m_desk.document.path();
    const Question question{.name = session.current().name,
                            .plan = session.plan_of(session.current()),
                            .base_directory = path.isEmpty() ? std::string() : utf8(QFileInfo(path).absolutePath()),
                            .document = session.document};
    report::ProfileFacts facts{.advice = m_advice(), .document = session.document};
    if (!facts.advice.empty()) return facts; // worked out already
    if (question.plan.target.gpus.empty() && !question.plan.target.budget_bytes) return facts;
    Result<AdviceAnswer> advice = m_desk.parts.planner->advise(question);
    if (!advice.ok()) return advice.error();
    facts.advice = std::move(advice->advice);
    return facts;
}

bool Exports::write(const QString &path, Form form)
{
    const QFileInfo file(path);
    Export what{m_desk.snapshot(), m_desk.document.path(), m_advice()};
    if (form == Form::profile) {
        Result<report::ProfileFacts> facts = profile_facts();
        if (!facts.ok()) return m_desk.refuse(file.fileName(), facts.error()), false;
        what.profile = *std::move(facts);
    }
    const auto error = write_export(what, file.suffix().toLower(), path);
    if (error) return m_desk.refuse(file.fileName(), *error), false;
    written(file.absoluteFilePath());
    return true;
}

void Exports::ask_card()
{
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Insert into model card"), {},
                                                      tr("Model cards (*.md *.markdown);;All files (*)"));
    if (!path.isEmpty()) insert_into(path);
}

void Exports::insert_into(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    const auto card = [path] { return read_file(path.toStdString(), largest_card); };
    const Result<std::string> before = card();
    if (!before.ok()) return m_desk.refuse(name, before.error());
    const Result<std::string> after = card_with_block({m_desk.snapshot(), m_desk.document.path()}, *before);
    if (!after.ok()) return m_desk.refuse(name, after.error());
    if (*after == *before) return m_desk.say(tr("%1 has this block already.").arg(name));
    const auto write = [this, path, name, card, before = *before, after = *after] {
        if (const Result<std::string> now = card(); !now.ok() || *now != before) // somebody else's lines would be lost
            return m_desk.refuse(name, Error{{}, {}, {}, utf8(tr("It has changed meanwhile, and nothing was written."))});
        if (const auto error = write_bytes(QByteArray::fromStdString(after), path)) return m_desk.refuse(name, *error);
        written(path);
    };
    if (auto *other = m_window.findChild<CardDialog *>()) other->close();
    (new CardDialog(name, qt(unified_diff(utf8(name), *before, *after)), write, &m_window))->show();
}

void Exports::copy_block()
{
    const QString block = model_card_block({m_desk.snapshot(), m_desk.document.path()});
    if (block.isEmpty()) return m_desk.say(tr("There is no estimate to copy yet."));
    QApplication::clipboard()->setText(block);
    m_desk.say(tr("The model-card block is copied; paste it into a README."));
}

void Exports::copy_command()
{
    Plan plan = m_desk.document.session().current().plan;
    // what a training would read is no lack of the engine's
    const std::set<std::string> given = plan.given;
    for (const std::string &path : given)
        if (find_field(path) && !applies(path, plan)) plan = without_field(plan, path);
    const Result<Exported> command = exported(plan, name_of(plan.inference.engine));
    if (plan.task != Task::infer || !command)
        return m_desk.say(tr("Only a run with vLLM, SGLang, llama.cpp or Ollama has a command."));
    QApplication::clipboard()->setText(qt(export_to_text(*command)));
    m_desk.say(tr("The engine's command is copied; what it cannot say stands beneath."));
}

void Exports::copy_chart()
{
    QApplication::clipboard()->setImage(chart_picture(m_desk.snapshot(), 2.0));
    m_desk.say(tr("The chart is copied as a picture."));
}

void Exports::copy_chart_svg()
{
    const QByteArray svg = chart_svg(m_desk.snapshot());
    auto *mime = new QMimeData;
    mime->setData(QStringLiteral("image/svg+xml"), svg);
    mime->setText(QString::fromUtf8(svg));
    QApplication::clipboard()->setMimeData(mime);
    m_desk.say(tr("The chart is copied as SVG."));
}

} // namespace plimsoll
