// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preference_choices.h"

#include <QActionGroup>

namespace plimsoll {

PreferenceChoices::PreferenceChoices(const Desk &desk, Actions &actions, QWidget &window)
    : m_desk(desk), m_actions(actions), m_window(window)
{}

void PreferenceChoices::add_actions()
{
    m_actions.add("view.unit", tr("Switch between Gi&B and GB"), QKeySequence(Qt::CTRL | Qt::Key_U), [this] {
        choose_unit(m_desk.document.session().unit == ByteUnit::binary ? ByteUnit::decimal : ByteUnit::binary);
    });
    add_theme_actions();
}

void PreferenceChoices::add_theme_actions()
{
    auto *choices = new QActionGroup(this);
    const auto theme = [this, choices](const char *id, const QString &text, Qt::Key key, ThemeChoice choice) {
        QAction *action = m_actions.add(id, text, QKeySequence(Qt::ALT | key), [this, choice] { choose_theme(choice); });
        action->setCheckable(true);
        action->setData(name_of(choice));
        choices->addAction(action);
        if (choice != ThemeChoice::system)
            action->setProperty(title_alone, tr("Colours: %1").arg(QString(text).remove(QLatin1Char('&'))));
    };
    theme("view.system", tr("Colours of the &system"), Qt::Key_0, ThemeChoice::system);
    theme("view.light", tr("&Light"), Qt::Key_1, ThemeChoice::light);
    theme("view.dark", tr("&Dark"), Qt::Key_2, ThemeChoice::dark);
    theme("view.contrast", tr("&High contrast"), Qt::Key_3, ThemeChoice::high_contrast);
    mark_theme();
    if (m_desk.parts.theme) connect(m_desk.parts.theme, &Theme::changed, this, &PreferenceChoices::mark_theme);
}

void PreferenceChoices::mark_theme()
{
    const QString now = name_of(m_desk.parts.theme ? m_desk.parts.theme->choice() : ThemeChoice::system);
    for (const char *id : {"view.system", "view.light", "view.dark", "view.contrast"})
        m_actions[id]->setChecked(m_actions[id]->data().toString() == now);
}

void PreferenceChoices::ask()
{
    Settings *const settings = m_desk.parts.settings;
    if (!settings) return;
    const Preferences kept = settings->preferences();
    Preferences shown = kept;
    shown.unit = m_desk.document.session().unit; // of a file that came from elsewhere
    auto *dialog = new SettingsDialog(shown, user_places(settings->sessions_folder()),
                                      m_desk.parts.notices.available && m_desk.parts.notices.available(), &m_window);
    connect(dialog, &SettingsDialog::changed, this, &PreferenceChoices::take);
    connect(dialog, &QDialog::accepted, this, [this, settings, kept] {
        if (const QString chosen = settings->language(); chosen != kept.language && m_desk.parts.speak)
            m_desk.parts.speak(chosen);
    });
    connect(dialog, &QDialog::rejected, this, [this, settings, kept] {
        settings->set_preferences(kept);
        emit changed();
    });
    dialog->open();
}

void PreferenceChoices::take(const Preferences &preferences)
{
    Preferences next = preferences;
    if (next.unit == m_desk.document.session().unit) next.unit = m_desk.parts.settings->unit();
    m_desk.parts.settings->set_preferences(next);
    choose_unit(preferences.unit);
    choose_theme(theme_named(preferences.theme));
    emit changed();
}

void PreferenceChoices::choose_unit(ByteUnit unit)
{
    if (unit == m_desk.document.session().unit) return;
    m_desk.document.set_unit(unit);
    if (m_desk.parts.settings) m_desk.parts.settings->set_unit(unit);
}

void PreferenceChoices::choose_theme(ThemeChoice choice)
{
    if (m_desk.parts.theme && m_desk.parts.theme->choice() != choice) m_desk.parts.theme->choose(choice);
    if (m_desk.parts.settings) m_desk.parts.settings->set_theme(name_of(choice));
}

} // namespace plimsoll
