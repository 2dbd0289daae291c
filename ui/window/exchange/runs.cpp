// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/runs.h"

#include "core/ground/json_text.h"
#include "core/measured/measurement.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/window/exchange/write_out.h"

#include <QFile>
#include <QFileInfo>
#include <QTimer>

namespace plimsoll {
namespace {

constexpr qint64 first_bytes = 4096;
/// What is read and looked at within a frame; everything larger in the background.
constexpr qint64 read_at_once = qint64{1} << 20;
constexpr int shown_after_ms = 150;

/// Weights are read by their heads alone, and folders are models'.
bool runs_is_model(const QFileInfo &file)
{
    const QString suffix = file.suffix().toLower();
    return !file.isFile() || suffix == QStringLiteral("gguf") || suffix == QStringLiteral("safetensors");
}

} // namespace

Runs::Runs(const Desk &desk, QWidget &window, std::function<void(const QString &, const Plan &)> take,
           std::function<void(const QString &)> open_other)
    : m_desk(desk), m_window(window), m_take(std::move(take)), m_open_other(std::move(open_other))
{}

std::optional<bool> Runs::open(const QString &path)
{
    const QFileInfo info(path);
    QFile file(path);
    if (runs_is_model(info) || !file.open(QIODevice::ReadOnly)) return std::nullopt;
    const QByteArray beginning = file.peek(first_bytes);
    const bool begins = begins_run(beginning.toStdString());
    if (!begins && beginning.contains('\0')) return std::nullopt; // no text, and so no log
    if (info.size() <= read_at_once && !begins) return take_text(info.fileName(), file.readAll().toStdString());
    begin(info.fileName());
    connect(m_reader, &RunReader::none_found, this, [this, path] { end(), m_open_other(path); });
    m_reader->read(path, m_questions[static_cast<std::size_t>(m_selected)]);
    return true;
}

std::optional<bool> Runs::take_text(const QString &name, const std::string &text)
{
    Result<std::optional<RunFile>> run = run_of_text(text, {}, utf8(name));
    if (!run.ok()) return m_desk.refuse(name, run.error()), false;
    if (!*run) return std::nullopt;
    return show_read(name, **std::move(run));
}

bool Runs::show_read(const QString &name, RunFile run)
{
    begin(name);
    m_reader->lay_beside(std::make_shared<const RunFile>(std::move(run)), m_questions[static_cast<std::size_t>(m_selected)]);
    return true;
}

void Runs::begin(const QString &name)
{
    end();
    m_name = name;
    m_shown = {};
    m_questions.clear();
    const Session &session = m_desk.document.session();
    const QString &path = m_desk.document.path();
    const std::string folder = path.isEmpty() ? std::string() : utf8(QFileInfo(path).absolutePath());
    for (const Scenario &one : session.scenarios)
        m_questions.push_back({.name = one.name, .plan = session.plan_of(one), .base_directory = folder});
    m_selected = session.selected;
    m_dialog = new RunDialog(name, &m_window);
    m_reader = new RunReader(m_desk.parts.planner, m_dialog);
    connect(m_reader, &RunReader::answered, this, &Runs::show);
    connect(m_reader, &RunReader::failed, this, [this](const Error &error) { end(), m_desk.refuse(m_name, error); });
    connect(m_dialog, &RunDialog::plan_chosen, this, &Runs::choose_plan);
    connect(m_dialog, &RunDialog::keep_asked, this, &Runs::keep);
    connect(m_dialog, &RunDialog::share_asked, this, &Runs::share);
    connect(m_dialog, &RunDialog::plan_asked, this, &Runs::open_plan);
    m_dialog->show_reading();
    QTimer::singleShot(shown_after_ms, m_dialog, &QWidget::show); // a small one is read by then
}

void Runs::end()
{
    if (m_dialog) m_dialog->close();
    m_dialog = nullptr;
}

void Runs::show(const RunAndPlan &beside)
{
    if (!m_dialog) return;
    const bool first = m_shown.run == nullptr;
    m_shown = beside;
    if (first) {
        const bool own = !beside.run->measured.plan.empty();
        QStringList names;
        if (own) names << tr("Its own plan");
        for (const Question &one : m_questions) names << qt(one.name);
        m_dialog->offer_plans(names, own ? 0 : m_selected);
    }
    m_dialog->show_run(beside, numbers_of(m_desk.document.session()));
    m_dialog->show();
}

void Runs::choose_plan(int index)
{
    if (!m_reader || !m_shown.run) return;
    const int own = m_shown.run->measured.plan.empty() ? 0 : 1;
    const std::size_t question = static_cast<std::size_t>(std::max(0, index - own));
    if (question >= m_questions.size()) return;
    m_dialog->show_reading();
    if (index < own)
        m_reader->lay_beside(m_shown.run, m_questions[question]);
    else
        m_reader->lay_beside_this(m_shown.run, m_questions[question]);
}

void Runs::keep()
{
    if (!m_dialog || !m_shown.answer) return;
    const Result<std::optional<Kept>> kept = keep_measured(*m_shown.answer, *m_shown.run);
    if (!kept.ok()) return m_dialog->show_done(qt(kept.error().message()));
    if (!*kept) return;
    m_dialog->show_done(qt(words_for(**kept)));
    m_desk.estimation.evaluator().forget_estimates();
    m_desk.estimation.refresh();
}

void Runs::share()
{
    if (!m_dialog || !m_shown.run) return;
    const Result<std::string> shared = shared_measurement(m_shown.run->text);
    if (!shared.ok()) return m_dialog->show_done(qt(shared.error().message()));
    const QString text = qt(to_text(nlohmann::ordered_json::parse(*shared), 2)) + QLatin1Char('\n');
    const QString about = tr("This is all that is written: no names, no notes, no paths, and of the model no Hub id.");
    (new TextDialog(tr("Measurement without personal data"), about, text, QStringLiteral("measurement.json"),
                    write_out(m_desk, m_window), m_dialog))
        ->show();
}

void Runs::open_plan()
{
    if (!m_shown.run) return;
    const Result<Question> question = question_from_json(plan_as_measured(m_shown.run->measured));
    if (!question.ok()) return m_desk.refuse(m_name, question.error());
    m_take(question->name.empty() ? QFileInfo(m_name).completeBaseName() : qt(question->name), question->plan);
}

} // namespace plimsoll
