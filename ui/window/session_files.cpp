// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session_files.h"

#include "core/api/runs/message_beside.h"
#include "core/model/typed_model.h"
#include "core/measured/memory_message.h"
#include "ui/document/plan_editor.h"
#include "ui/document/scenarios.h"
#include "ui/document/text.h"
#include "ui/plan/model_items.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace plimsoll {
namespace {

/// Another window in which the file is open.
MainWindow *window_beside(const MainWindow &self, const QString &path)
{
    for (MainWindow *window : MainWindow::all_open())
        if (window != &self && window->document().path() == path) return window;
    return nullptr;
}

} // namespace

SessionFiles::SessionFiles(const Desk &desk, ErrorBar &errors, MainWindow &window)
    : m_desk(desk), m_errors(errors), m_window(window),
      m_autosave(desk.document, desk.parts.settings ? desk.parts.settings->sessions_folder() : QString()),
      m_imports(desk, window, [this](const Session &plans, bool joins) { take_plans(plans, joins); }),
      m_runs(
          desk, window,
          [this](const QString &name, const Plan &plan) {
              Session alone;
              alone.scenarios = {{utf8(name), plan}};
              alone.cards = plan.target;
              take_plans(alone);
          },
          [this](const QString &path) { open_plan(path); })
{}

void SessionFiles::add_actions(Actions &actions)
{
    constexpr int ctrl = Qt::CTRL, shift = Qt::SHIFT, alt = Qt::ALT;
    actions.add("file.new", tr("&New session"), QKeySequence::New, [this] { start_new(); });
    actions.add("file.open", tr("&Open…"), QKeySequence::Open, [this] {
        ask_open(tr("Open"),
                 tr("Plans, configurations, model cards, runs (*.plimsoll *.json *.yaml *.yml *.sh *.md *.pickle *.csv "
                    "*.jsonl *.log Modelfile*);;All files (*)"));
    });
    actions.add("file.config", tr("Open a model's &config.json…"), QKeySequence(ctrl | shift | Qt::Key_O),
                [this] { ask_open(tr("Open a model's config.json"), tr("Configurations (*.json);;All files (*)")); });
    actions.add("file.model_folder", tr("Open a model's &folder…"), QKeySequence(ctrl | alt | Qt::Key_O),
                [this] { ask_model_folder(); });
    actions.add("file.paste", tr("&Paste a plan, a model, a message"), {}, [this] { paste(); })
        ->setShortcuts({QKeySequence(QKeySequence::Paste), QKeySequence(ctrl | shift | Qt::Key_V)});
    actions.add("file.save", tr("&Save"), QKeySequence::Save, [this] { save(); });
    actions.add("file.save_as", tr("Save &as…"), QKeySequence(ctrl | shift | Qt::Key_S), [this] { ask_save(); });
    actions.add("file.close", tr("Close &window"), QKeySequence(ctrl | Qt::Key_W), [this] { m_window.close(); });
    actions.add("file.quit", tr("&Quit"), QKeySequence(ctrl | Qt::Key_Q), [this] { quit(); });
}

bool SessionFiles::open(const QString &path)
{
    m_desk.estimation.evaluator().forget_files();
    const std::optional<bool> run = m_runs.open(path);
    return run ? *run : open_plan(path);
}

void SessionFiles::paste() { take_text(tr("Clipboard"), QApplication::clipboard()->text()); }

bool SessionFiles::take_text(const QString &name, const QString &text)
{
    const std::string given = utf8(text);
    if (const std::optional<bool> message = take_message(given)) return *message;
    if (const std::optional<bool> model = take_model_name(given)) return *model;
    if (const std::optional<bool> run = m_runs.take_text(name, given)) return *run;
    if (is_model_config(given)) return take_model(name, {.config_text = given});
    if (const auto session = is_session_text(given) ? std::optional(session_from_text(given)) : std::nullopt) {
        if (!session->ok()) return m_desk.refuse(name, session->error()), false;
        const Session &read = (*session)->session;
        take_plans(read);
        return true;
    }
    // a path as file managers copy it
    const QString path = qt(given).trimmed();
    const QString local = path.startsWith(QStringLiteral("file:")) ? QUrl(path).toLocalFile() : path;
    if (!local.isEmpty() && !local.contains(QLatin1Char('\n')) && QFileInfo(local).isAbsolute() && QFileInfo::exists(local))
        return open(local);
    return m_imports.take_text(name, given);
}

/// What PyTorch or a server said when memory ran out, beside the plan; the advice opens where it says what helps then.
std::optional<bool> SessionFiles::take_message(const std::string &text)
{
    const std::optional<MemoryMessage> message = memory_message(text);
    const auto &estimate = m_desk.snapshot().current().estimate;
    if (!message || !estimate) return std::nullopt;
    const MessageBeside beside = message_beside(*message, *estimate);
    AdvicePanel &advice = m_window.views().advice();
    m_window.views().setCurrentWidget(&advice);
    advice.bar().choose(beside.situation);
    QStringList said;
    for (const std::string &sentence : {beside.sentence, beside.finding})
        if (!sentence.empty()) said << qt(sentence);
    m_errors.show_note(tr("Out of memory: %1").arg(said.join(QLatin1Char(' '))));
    return true;
}

/// A model's name or address by itself: it is chosen, or looked for where models are chosen.
std::optional<bool> SessionFiles::take_model_name(const std::string &text)
{
    const QString typed = qt(text).trimmed();
    if (typed.contains(QLatin1Char('\n')) || typed.contains(QLatin1Char(' ')) || typed.startsWith(QLatin1Char('{')))
        return std::nullopt;
    const std::optional<ModelReference> model = typed_model(text);
    if (!model || !model->config_path.empty()) return std::nullopt;
    const bool of_a_file = !tag_of_typed(text).empty(); // which says how its weights are packed
    if (model->hub.empty() || (is_known_hub_id(qt(model->hub)) && !of_a_file)) return take_model(typed, *model);
    m_window.choosers().look_for(typed);
    return true;
}

bool SessionFiles::open_plan(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    auto opened = read_file(path);
    if (!opened.ok()) return m_desk.refuse(name, opened.error()), false;
    if (const auto *model = std::get_if<ModelReference>(&*opened)) {
        const std::optional<bool> imported = m_imports.open(path);
        return imported ? *imported : take_model(name, *model);
    }
    take_session(path, std::get<ParsedSession>(*opened));
    return true;
}

bool SessionFiles::take_model(const QString &name, const ModelReference &model)
{
    const auto error = choose_model(m_desk.document, m_desk.estimation.evaluator(), model);
    if (error) return m_desk.refuse(name, *error), false;
    if (m_desk.parts.settings) m_desk.parts.settings->add_recent_model(id_of(model));
    m_errors.hide();
    m_desk.estimation.refresh(); // where the plan names the file already
    return true;
}

void SessionFiles::take_session(const QString &path, const ParsedSession &read)
{
    const QFileInfo file(path);
    if (MainWindow *other = window_beside(m_window, file.absoluteFilePath())) {
        other->raise();
        return other->activateWindow();
    }
    if (m_desk.parts.settings) m_desk.parts.settings->add_recent_file(file.absoluteFilePath());
    m_errors.hide();
    // What somebody would miss stays, and the file gets a window of its own; the file that stands here is read again.
    const bool again = !m_desk.document.modified() && m_desk.document.path() == file.absoluteFilePath();
    SessionFiles &place = would_be_missed() && !again ? open_beside(read.session, file.absoluteFilePath()) : *this;
    if (&place == this) m_desk.document.start(read.session, file.absoluteFilePath());
    place.m_errors.show_warnings(file.fileName(), read.warnings);
}

/// As a session of its own, kept from now on like all that is not saved, or beside the scenarios that stand here.
void SessionFiles::take_plans(const Session &plans, bool joins)
{
    m_errors.hide();
    if (joins) return m_desk.document.apply(with_joined(m_desk.document.session(), plans), tr("Add to the session"));
    Session session = first_session();
    session.scenarios = plans.scenarios;
    session.selected = plans.selected;
    session.baseline = plans.baseline;
    const bool own_cards = !plans.cards.gpus.empty() || plans.cards.budget_bytes;
    session.cards = own_cards ? plans.cards : m_desk.document.session().cards;
    if (m_desk.parts.settings) session.unit = m_desk.parts.settings->unit();
    SessionFiles &place = would_be_missed() ? open_beside(session, {}) : *this;
    place.m_desk.document.recover(session, {}); // no file holds it
}

bool SessionFiles::save_to(const QString &path)
{
    const QFileInfo file(path);
    if (const auto error = m_desk.document.save(path)) return m_desk.refuse(file.fileName(), *error), false;
    if (m_desk.parts.settings) m_desk.parts.settings->add_recent_file(file.absoluteFilePath());
    m_desk.say(tr("Saved to %1").arg(QDir::toNativeSeparators(file.absoluteFilePath())));
    return true;
}

void SessionFiles::ask_open(const QString &title, const QString &kinds)
{
    const QString path = QFileDialog::getOpenFileName(&m_window, title, {}, kinds);
    if (!path.isEmpty()) open(path);
}

void SessionFiles::ask_model_folder()
{
    const QString path = QFileDialog::getExistingDirectory(&m_window, tr("Open a model's folder"));
    if (!path.isEmpty()) open(path);
}

void SessionFiles::save()
{
    if (m_desk.document.path().isEmpty())
        ask_save();
    else
        save_to(m_desk.document.path());
}

void SessionFiles::ask_save()
{
    const Document &document = m_desk.document;
    const QString suggestion =
        document.path().isEmpty() ? qt(document.session().current().name) + QStringLiteral(".plimsoll") : document.path();
    QString path = QFileDialog::getSaveFileName(&m_window, tr("Save session"), suggestion, tr("Plimsoll sessions (*.plimsoll)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".plimsoll");
    save_to(path);
}

void SessionFiles::start_new()
{
    Session fresh = first_session();
    if (m_desk.parts.settings) fresh.unit = m_desk.parts.settings->unit();
    if (!m_desk.document.modified() && m_desk.document.path().isEmpty()) return m_desk.document.start(fresh, {});
    open_beside(fresh, {});
}

/// Somebody would miss what stands here: it is not saved, or a file of their own, with its history and what is looked at.
bool SessionFiles::would_be_missed() const
{
    const QString &path = m_desk.document.path(), &examples = m_desk.parts.examples_folder;
    const bool example = !examples.isEmpty() && QFileInfo(path).absolutePath() == QFileInfo(examples).absoluteFilePath();
    return m_desk.document.modified() || (!path.isEmpty() && !example);
}

SessionFiles &SessionFiles::open_beside(const Session &session, const QString &path)
{
    auto *other = new MainWindow(m_desk.parts, session, path);
    other->setAttribute(Qt::WA_DeleteOnClose);
    constexpr int step = 24; // each a step further: several that are recovered at once do not cover each other
    const auto windows = QApplication::topLevelWidgets();
    const auto open = std::ranges::count_if(
        windows, [](const QWidget *one) { return one->isVisible() && qobject_cast<const MainWindow *>(one); });
    const int away = step * static_cast<int>(std::max<std::ptrdiff_t>(1, open));
    other->move(m_window.pos() + QPoint(away, away));
    other->show();
    return other->files();
}

void SessionFiles::take_kept(const KeptSession &kept)
{
    Document &document = m_desk.document;
    if (kept.modified) return document.recover(kept.session, kept.path);
    // What stood here was what its file held: the file may have changed since.
    const auto opened = kept.path.isEmpty() ? Result<OpenedFile>(Error{}) : read_file(kept.path);
    const auto *read = opened.ok() ? std::get_if<ParsedSession>(&*opened) : nullptr;
    if (!read && !kept.path.isEmpty()) return document.recover(kept.session, kept.path);
    document.start(read ? read->session : kept.session, kept.path);
    if (read) m_errors.show_warnings(QFileInfo(kept.path).fileName(), read->warnings);
}

void SessionFiles::resume(SessionKeeper::Taken taken)
{
    m_autosave.take_over(std::move(taken.record));
    take_kept(taken.kept);
    if (taken.crashed && taken.kept.modified)
        m_errors.show_note(tr("Plimsoll ended without being closed. This is the session as it stood; save it to keep it."));
}

void SessionFiles::reopen(const QString &file)
{
    const Settings *settings = m_desk.parts.settings;
    const auto kept = settings ? SessionKeeper(settings->sessions_folder()).reopen(file) : std::nullopt;
    if (!kept) return m_desk.refuse(QFileInfo(file).fileName(), {{}, {}, {}, utf8(tr("It is damaged and cannot be opened."))});
    SessionFiles &place = would_be_missed() ? open_beside(kept->session, kept->path) : *this;
    place.take_kept(*kept);
}

void SessionFiles::quit()
{
    const std::vector<MainWindow *> windows = MainWindow::all_open();
    for (MainWindow *window : windows) window->files().m_quitting = true;
    for (MainWindow *window : windows) window->close();
}

void SessionFiles::end()
{
    const std::vector<MainWindow *> windows = MainWindow::all_open();
    const bool last = std::ranges::all_of(windows, [this](const MainWindow *window) { return window == &m_window; });
    m_quitting || last ? m_autosave.leave() : m_autosave.close();
}

} // namespace plimsoll
