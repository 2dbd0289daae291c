// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontInfo>

namespace plimsoll {

namespace {

QFont with_tabular_figures(QFont font)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature(QFont::Tag("tnum"), 1);
#endif
    return font;
}

QFont family_of_the_window()
{
    auto font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    // Debian's fallback is set too wide for a dense window; its own condensed cut is the same face.
    const auto condensed = QStringLiteral("DejaVu Sans Condensed");
    if (QFontInfo(font).family() == QLatin1String("DejaVu Sans") && QFontDatabase::hasFamily(condensed))
        font.setFamilies({condensed});
    return font;
}

} // namespace

QFont ui_font(TextSize size, bool bold)
{
    static const QFont base = with_tabular_figures(family_of_the_window());
    QFont font = base;
    font.setPixelSize(static_cast<int>(size));
    font.setBold(bold);
    return font;
}

QFont mono_font(TextSize size, bool bold)
{
    auto font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(static_cast<int>(size));
    font.setBold(bold);
    return font;
}

QString name_of(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::light: return QStringLiteral("light");
    case ThemeChoice::dark: return QStringLiteral("dark");
    case ThemeChoice::high_contrast: return QStringLiteral("high-contrast");
    case ThemeChoice::system: break;
    }
    return QStringLiteral("system");
}

ThemeChoice theme_named(const QString &name)
{
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark, ThemeChoice::high_contrast})
        if (name == name_of(choice)) return choice;
    return ThemeChoice::system;
}

Theme::Theme(QApplication *application, ThemeChoice choice) : QObject(application), m_application(application), m_choice(choice)
{
    read_system();
    m_application->setStyle(new FlatStyle);
    m_application->setFont(ui_font());
    apply();
    m_application->installEventFilter(this);
}

void Theme::choose(ThemeChoice choice)
{
    m_choice = choice;
    apply();
}

void Theme::read_system()
{
    const auto &match = palette_matching(QApplication::palette());
    m_system = match.appearance;
}

void Theme::apply()
{
    switch (m_choice) {
    case ThemeChoice::system: m_appearance = m_system; break;
    case ThemeChoice::light: m_appearance = {}; break;
    case ThemeChoice::dark: m_appearance = {true, false}; break;
    case ThemeChoice::high_contrast: m_appearance = {m_system.dark, true}; break;
    }
    m_applying = true;
    QApplication::setPalette(palette_for(m_appearance).qt_palette());
    m_applying = false;
    emit changed(m_appearance);
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    if (m_applying) return false;
    if (event->type() == QEvent::ApplicationPaletteChange && watched == m_application) {
        // Someone else set a palette: the platform, on behalf of the system.
        if (QApplication::palette().color(QPalette::Window) == palette_for(m_appearance).window) return false;
        read_system();
        apply();
    } else if (event->type() == QEvent::ThemeChange && watched->isWindowType()) {
        // Our palette covers the platform's; look below it.
        m_applying = true;
        QApplication::setPalette(QPalette());
        read_system();
        m_applying = false;
        apply();
    }
    return false;
}

} // namespace plimsoll
