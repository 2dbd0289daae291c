// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/theme/palette.h"

#include <QFont>
#include <QObject>

class QApplication;

namespace plimsoll {

/// The window's three sizes, in pixels at scale 1.
enum class TextSize : std::uint8_t { caption = 12, body = 13, heading = 17, title = 20 };

/// The system's font in one of these sizes, with figures of one width.
[[nodiscard]] QFont ui_font(TextSize size = TextSize::caption, bool bold = false);
/// Fixed pitch, for formulas and commands.
[[nodiscard]] QFont mono_font(TextSize size = TextSize::caption, bool bold = false);

enum class ThemeChoice : std::uint8_t { system, light, dark, high_contrast };

/// Its name in files: "system", "light", "dark", "high-contrast"; what is none of them is the system's.
[[nodiscard]] ThemeChoice theme_named(const QString &name);
[[nodiscard]] QString name_of(ThemeChoice choice);

/// Sets style, palette and font of the application, and keeps to the system's appearance while the choice is `system`.
/// One per application; the application owns it.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(QApplication *application, ThemeChoice choice = ThemeChoice::system);

    void choose(ThemeChoice choice);
    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    [[nodiscard]] Appearance appearance() const { return m_appearance; }

signals:
    /// After the palette was set.
    void changed(plimsoll::Appearance appearance);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void apply();
    void read_system();

    QApplication *m_application;
    ThemeChoice m_choice;
    Appearance m_system;
    Appearance m_appearance;
    bool m_applying = false;
};

} // namespace plimsoll
