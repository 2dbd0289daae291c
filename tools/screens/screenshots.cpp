// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/screens/screenshot_states.h"
#include "tools/screens/screens.h"
#include "ui/theme/language.h"
#include "ui/theme/palette.h"
#include "ui/theme/pseudo_language.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

namespace plimsoll {
namespace {

constexpr char scale_variable[] = "QT_SCALE_FACTOR";
constexpr QSize sizes[] = {QSize(1280, 800), QSize(2560, 1440)};
/// Beside 1. Between whole ones lines are what may go wrong, and one size in one form shows them.
constexpr const char *other_scales[] = {"2", "1.25", "1.5", "1.75"};

bool at_whole_scale() { return qApp->devicePixelRatio() == std::floor(qApp->devicePixelRatio()); }

/// The window, with the pop-up or dialog over it where one is open.
QPixmap picture_of(MainWindow &window)
{
    // A note that came with the last events has its text by now, but not yet its place.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QPixmap picture = window.grab();
    QPainter painter(&picture);
    if (QWidget *popup = QApplication::activePopupWidget()) {
        painter.drawPixmap(window.mapFromGlobal(popup->pos()), popup->grab());
        return picture;
    }
    for (QDialog *dialog : window.findChildren<QDialog *>()) { // one that another opened comes after it
        if (!dialog->isVisible()) continue;
        QRect place(QPoint(), dialog->size());
        place.moveCenter(window.rect().center());
        painter.drawPixmap(place.topLeft(), dialog->grab());
        painter.setPen(current_palette().border); // where a desktop puts the window's frame
        painter.drawRect(QRectF(place).adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    return picture;
}

/// How the window is dressed. Those after the first two are drawn only where the names that are asked for have theirs.
struct Form {
    const char *name;
    ThemeChoice theme;
    bool pseudo = false;
    bool mirrored = false;
    [[nodiscard]] bool same_words(const Form &other) const { return pseudo == other.pseudo && mirrored == other.mirrored; }
};
constexpr Form forms[] = {{"light", ThemeChoice::light},
                          {"dark", ThemeChoice::dark},
                          {"high-contrast", ThemeChoice::high_contrast},
                          {"pseudo", ThemeChoice::light, true},
                          {"pseudo-rtl", ThemeChoice::light, true, true}};
constexpr std::size_t forms_always = 2;

struct WantedPictures {
    QString folder;
    QRegularExpression only; ///< of file names
    std::vector<Form> forms;
};

struct Picture {
    QString file;
    Form form;
    QSize size;
};

QString file_name(const ScreenshotState &state, const Form &form, QSize size)
{
    return QStringLiteral("%1-%2-%3-%4x%5@%6.png")
        .arg(QString::fromLatin1(state.view), QString::fromLatin1(state.name), QString::fromLatin1(form.name))
        .arg(size.width())
        .arg(size.height())
        .arg(qApp->devicePixelRatio());
}

/// What is wanted of a state, in one language after the other, each size by size.
std::vector<Picture> pictures_of(const ScreenshotState &state, const WantedPictures &wanted)
{
    std::vector<Picture> out;
    for (const Form &words : wanted.forms)
        for (const QSize size : sizes)
            for (const Form &form : wanted.forms) {
                const auto first = std::ranges::find_if(wanted.forms, [&](const Form &one) { return one.same_words(form); });
                if (first->name != words.name) continue;
                if (!at_whole_scale() && (size != sizes[0] || &form != wanted.forms.data())) continue;
                const QString file = file_name(state, form, size);
                if (wanted.only.match(file).hasMatch()) out.push_back({file, form, size});
            }
    return out;
}

/// Every string longer, and from right to left, until the end of its life.
class Words {
public:
    explicit Words(const Form &form) : m_pseudo(form.pseudo)
    {
        if (form.pseudo) install_language(m_language);
        if (form.mirrored) QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    }
    ~Words()
    {
        if (m_pseudo) remove_language(m_language);
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    }
    Words(const Words &) = delete;
    Words &operator=(const Words &) = delete;

private:
    bool m_pseudo;
    PseudoLanguage m_language;
};

/// A window in a state. What is worked out in the background for it takes longest, so that one window serves several pictures.
class Posed {
public:
    Posed(const ScreenshotState &state, WindowParts parts, const Picture &first)
        : m_words(first.form), m_window(on_silent_machine(std::move(parts), state), state.session()), m_size(first.size)
    {
        m_window.resize(first.size);
        m_window.move(0, 0);
        m_window.show();
        settle(80);
        static_cast<void>(m_window.panes().plan()); // whole, however slow the machine is
        settle(80);
        wait_for_notes(m_window);
        state.prepare(m_window);
        settle(160);
    }
    ~Posed()
    {
        if (QWidget *popup = QApplication::activePopupWidget()) popup->close();
        *m_over = true;
    }
    Posed(const Posed &) = delete;
    Posed &operator=(const Posed &) = delete;

    bool write(const Picture &picture, Theme &theme, const QString &folder)
    {
        if (theme.choice() != picture.form.theme) theme.choose(picture.form.theme);
        if (m_size != picture.size) m_window.resize(m_size = picture.size);
        settle(80);
        constexpr int quick = 80; // of PNG's compression: the pictures are many
        const QString path = QDir(folder).filePath(picture.file);
        if (picture_of(m_window).save(path, nullptr, quick)) return true;
        std::fprintf(stderr, "plimsoll-screens: %s cannot be written\n", qPrintable(path));
        return false;
    }

private:
    [[nodiscard]] WindowParts on_silent_machine(WindowParts parts, const ScreenshotState &state) const
    {
        parts.live_source = silent_machine(state.machine, m_over);
        return parts;
    }

    std::shared_ptr<std::atomic<bool>> m_over = std::make_shared<std::atomic<bool>>(false);
    Words m_words;
    MainWindow m_window;
    QSize m_size;
};

bool write_state(const ScreenshotState &state, const WindowParts &parts, Theme &theme, const WantedPictures &wanted)
{
    bool written = true;
    std::unique_ptr<Posed> posed;
    const Picture *before = nullptr;
    const std::vector<Picture> pictures = pictures_of(state, wanted);
    for (const Picture &one : pictures) {
        if (!before || !one.form.same_words(before->form) || (state.popup && one.size != before->size)) {
            posed.reset();
            theme.choose(one.form.theme);
            posed = std::make_unique<Posed>(state, parts, one);
        }
        written = posed->write(one, theme, wanted.folder) && written;
        before = &one;
    }
    return written;
}

bool write_at_this_scale(const WantedPictures &wanted)
{
    QTemporaryDir scratch;
    Theme theme(qApp, ThemeChoice::light);
    bool written = true;
    for (const ScreenshotState &state : screenshot_states(scratch.path())) {
        // its own, or what one state has the window remember would show in those after it
        Settings settings(
            scratch.filePath(QStringLiteral("%1-%2.ini").arg(QLatin1String(state.view), QLatin1String(state.name))));
        written = write_state(state, real_parts(&settings, &theme), theme, wanted) && written;
    }
    return written;
}

/// Scale is a property of the process, so every other one gets a process of its own, which is asked for the same.
bool write_at_scale(const char *scale)
{
    QProcess other;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(scale_variable), QString::fromLatin1(scale));
    other.setProcessEnvironment(environment);
    other.setProcessChannelMode(QProcess::ForwardedChannels);
    other.start(QCoreApplication::applicationFilePath(), QCoreApplication::arguments().mid(1));
    return other.waitForFinished(-1) && other.exitCode() == 0;
}

/// The forms that are always drawn, and the others whose whole name is asked for.
std::vector<Form> forms_of(const QString &only)
{
    std::vector<Form> out(std::begin(forms), std::begin(forms) + forms_always);
    std::copy_if(std::begin(forms) + forms_always, std::end(forms), std::back_inserter(out), [&](const Form &form) {
        return only.contains(QLatin1Char('-') + QString::fromLatin1(form.name) + QLatin1Char('-'));
    });
    return out;
}

} // namespace

int write_screenshots(const QString &folder, const QString &only)
{
    if (!QDir().mkpath(folder)) {
        std::fprintf(stderr, "plimsoll-screens: %s cannot be made\n", qPrintable(folder));
        return 2;
    }
    const WantedPictures wanted{folder, QRegularExpression(QRegularExpression::wildcardToRegularExpression(only)),
                                forms_of(only)};
    QApplication::setCursorFlashTime(0); // a caret is there or not as the clock has it
    const QString scale = qEnvironmentVariable(scale_variable);
    bool written = write_at_this_scale(wanted);
    if (std::ranges::any_of(other_scales, [&](const char *one) { return scale == QLatin1String(one); })) return written ? 0 : 2;
    for (const char *other : other_scales) written = written && write_at_scale(other);
    return written ? 0 : 2;
}

} // namespace plimsoll
