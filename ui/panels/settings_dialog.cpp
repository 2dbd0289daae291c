// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/settings_dialog.h"
#include "ui/theme/language.h"
#include "ui/theme/theme.h"

#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QUrl>
#include <QVBoxLayout>

namespace plimsoll {
namespace {

constexpr int path_width = 380;

QLabel *muted(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    label->setMinimumWidth(path_width); // as wide as the paths, so that few need a second line
    return label;
}

/// A field and what is to be said about it, close under it.
QWidget *noted(QWidget *field, QLabel *note, QWidget *parent)
{
    auto *both = new QWidget(parent);
    auto *column = new QVBoxLayout(both);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(2);
    column->addWidget(field);
    column->addWidget(note);
    return both;
}

/// A path that can be read to its end and copied.
QLineEdit *path_field(const UserPlace &place, QWidget *parent)
{
    auto *field = new QLineEdit(place.path, parent);
    field->setReadOnly(true);
    field->setMinimumWidth(path_width);
    field->setToolTip(place.path);
    field->setAccessibleName(SettingsDialog::tr("Path: %1").arg(place.title));
    field->setAccessibleDescription(place.state);
    return field;
}

} // namespace

SettingsDialog::SettingsDialog(const Preferences &preferences, const std::vector<UserPlace> &places, bool can_notify,
                               QWidget *parent)
    : QDialog(parent), open_folder([](const QString &folder) { return QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); }),
      m_before(preferences), m_now(preferences)
{
    setObjectName(QStringLiteral("settings"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Settings"));
    setAccessibleName(windowTitle());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(4);
    form->setLabelAlignment(Qt::AlignLeading | Qt::AlignTop);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(form);
    add_display(*form);
    add_language(*form);
    add_start(*form);
    add_live(*form, can_notify);
    add_caption(*form, tr("Files of your own"));
    for (const UserPlace &place : places) add_place(*form, place);
    column->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    // notes of two lines, which the size that a layout asks for does not count
    const int width = sizeHint().width();
    setMinimumHeight(column->totalHeightForWidth(width));
    resize(width, minimumHeight());
}

void SettingsDialog::add_caption(QFormLayout &form, const QString &text)
{
    auto *label = new QLabel(text, this);
    label->setFont(ui_font(TextSize::caption, true));
    label->setContentsMargins(0, form.rowCount() > 0 ? 10 : 0, 0, 2);
    form.addRow(label);
}

void SettingsDialog::add_display(QFormLayout &form)
{
    const auto add = [&](const QString &name, auto fill, const QString &value, auto take_value) {
        auto *choice = new Segmented(this);
        choice->setAccessibleName(name);
        fill(*choice);
        choice->set_value(value);
        connect(choice, &Segmented::chosen, this, take_value);
        form.addRow(name, choice);
    };
    add_caption(form, tr("Display"));
    add(
        tr("Unit"),
        [](Segmented &choice) {
            choice.add(QStringLiteral("GiB"), tr("GiB"), tr("1 GiB = 1024 × 1024 × 1024 bytes, as PyTorch and drivers count"));
            choice.add(QStringLiteral("GB"), tr("GB"), tr("1 GB = 1,000,000,000 bytes, as disks are sold"));
        },
        m_now.unit == ByteUnit::decimal ? QStringLiteral("GB") : QStringLiteral("GiB"),
        [this](const QString &value) {
            Preferences next = m_now;
            next.unit = value == QStringLiteral("GB") ? ByteUnit::decimal : ByteUnit::binary;
            take(next);
        });
    add(
        tr("Colours"),
        [](Segmented &choice) {
            choice.add(name_of(ThemeChoice::system), tr("System"), tr("As the desktop is set"));
            choice.add(name_of(ThemeChoice::light), tr("Light"));
            choice.add(name_of(ThemeChoice::dark), tr("Dark"));
            choice.add(name_of(ThemeChoice::high_contrast), tr("High contrast"), tr("Outlines and hatches instead of tints"));
        },
        m_now.theme,
        [this](const QString &value) {
            Preferences next = m_now;
            next.theme = value;
            take(next);
        });
}

/// Each language in its own words, whatever the window speaks.
void SettingsDialog::add_language(QFormLayout &form)
{
    auto *choice = new Segmented(this);
    choice->setAccessibleName(tr("Language"));
    choice->add(QStringLiteral("system"), tr("System"), tr("As the desktop is set"));
    for (const QString &code : languages_in(language_folders())) {
        const QString name = code == QLatin1String("en") ? QStringLiteral("English") : QLocale(code).nativeLanguageName();
        choice->add(code, name.left(1).toUpper() + name.mid(1));
    }
    choice->set_value(m_now.language);
    connect(choice, &Segmented::chosen, this, [this](const QString &value) {
        Preferences next = m_now;
        next.language = value;
        take(next);
    });
    form.addRow(tr("Language"), choice);
}

void SettingsDialog::add_start(QFormLayout &form)
{
    auto *reopen = new QCheckBox(tr("Go on with the sessions of last time"), this);
    reopen->setChecked(m_now.reopen);
    const QString otherwise = tr("Otherwise the first plan opens; what was not saved is under File ▸ Open recent.");
    reopen->setAccessibleName(reopen->text());
    reopen->setAccessibleDescription(otherwise);
    connect(reopen, &QCheckBox::toggled, this, [this](bool on) {
        Preferences next = m_now;
        next.reopen = on;
        take(next);
    });
    add_caption(form, tr("Start"));
    form.addRow(tr("Sessions"), noted(reopen, muted(otherwise, this), this));
}

void SettingsDialog::add_live(QFormLayout &form, bool can_notify)
{
    auto *limit = new QSpinBox(this);
    limit->setRange(1, 100);
    limit->setSuffix(tr(" % of the card"));
    limit->setValue(m_now.warn_percent);
    limit->setAccessibleName(tr("Warn from"));
    limit->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(limit, &QSpinBox::valueChanged, this, [this](int percent) {
        Preferences next = m_now;
        next.warn_percent = percent;
        take(next);
    });
    auto *notify = new QCheckBox(tr("Tell the desktop too"), this);
    notify->setChecked(m_now.notify);
    const QString how = can_notify ? tr("Once each time a card becomes so full, while Plimsoll runs.")
                                   : tr("This desktop has no tray for messages: the warning stands in the window alone.");
    notify->setAccessibleName(notify->text());
    notify->setAccessibleDescription(how);
    connect(notify, &QCheckBox::toggled, this, [this](bool on) {
        Preferences next = m_now;
        next.notify = on;
        take(next);
    });
    add_caption(form, tr("Live readings"));
    auto *both = new QWidget(this);
    auto *row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(limit);
    row->addWidget(notify, 1);
    form.addRow(tr("Warn from"), noted(both, muted(how, this), this));
}

void SettingsDialog::add_place(QFormLayout &form, const UserPlace &place)
{
    auto *row = new QWidget(this);
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(path_field(place, row), 1);
    auto *open = new QPushButton(tr("Open folder"), row);
    open->setAutoDefault(false);
    open->setEnabled(!place.folder.isEmpty());
    open->setAccessibleName(tr("Open folder: %1").arg(place.title));
    line->addWidget(open);
    QLabel *said = muted(place.state, this);
    form.addRow(place.title, noted(row, said, this));
    connect(open, &QPushButton::clicked, this, [this, place, said] { show_folder(place, *said); });
}

/// A folder that somebody wants to put a file into is made first.
void SettingsDialog::show_folder(const UserPlace &place, QLabel &said)
{
    if (place.missing && !QDir().mkpath(place.folder))
        said.setText(tr("%1 cannot be made; check its permissions.").arg(QDir::toNativeSeparators(place.folder)));
    else if (!open_folder(place.folder))
        said.setText(tr("No program here opens folders; the path can be copied."));
}

void SettingsDialog::take(const Preferences &next)
{
    if (next == m_now) return;
    m_now = next;
    emit changed(m_now);
}

void SettingsDialog::reject()
{
    take(m_before);
    QDialog::reject();
}

} // namespace plimsoll
