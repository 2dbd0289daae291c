// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/segmented.h"
#include "ui/controls/user_places.h"
#include "ui/document/settings.h"

#include <QCheckBox>
#include <QDialog>
#include <QLabel>

#include <functional>

class QFormLayout;

namespace plimsoll {

/// What holds for every session, and where the user's own files lie. What is chosen shows at once in the window behind;
/// Cancel takes it back.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    /// `can_notify`: this desktop shows messages.
    SettingsDialog(const Preferences &preferences, const std::vector<UserPlace> &places, bool can_notify, QWidget *parent);

    [[nodiscard]] const Preferences &preferences() const { return m_now; }
    /// Opens a folder in the desktop's file manager; false where none does. Tests put in their own.
    std::function<bool(const QString &folder)> open_folder;

signals:
    void changed(const plimsoll::Preferences &preferences);

public slots:
    void reject() override;

private:
    void add_caption(QFormLayout &form, const QString &text);
    void add_display(QFormLayout &form);
    void add_language(QFormLayout &form);
    void add_start(QFormLayout &form);
    void add_live(QFormLayout &form, bool can_notify);
    void add_place(QFormLayout &form, const UserPlace &place);
    void show_folder(const UserPlace &place, QLabel &said);
    void take(const Preferences &next);

    Preferences m_before, m_now;
};

} // namespace plimsoll
