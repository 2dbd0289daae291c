// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/write_out.h"

#include "ui/document/session_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace plimsoll {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(WriteOut)
};

} // namespace

WriteOut write_out(const Desk &desk, QWidget &window)
{
    return [&desk, &window](const QString &suggestion, const QByteArray &bytes) -> QString {
        const QString path = QFileDialog::getSaveFileName(&window, Words::tr("Save"), suggestion);
        if (path.isEmpty()) return {};
        if (const auto error = write_bytes(bytes, path)) {
            desk.refuse(QFileInfo(path).fileName(), *error);
            return Words::tr("It was not written.");
        }
        return Words::tr("Written to %1").arg(QDir::toNativeSeparators(path));
    };
}

} // namespace plimsoll
