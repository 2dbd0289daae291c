// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtGlobal>

/// A recorded /sys, /proc and /usr/share as files below a folder. One line each: "path = text", "path -> where a link points",
/// "path :" and its lines after it, two blanks in; \xNN is a byte; "#" begins a remark.
class RecordedTree {
public:
    explicit RecordedTree(const QString &name = {})
    {
        if (name.isEmpty()) return;
        QFile file(QStringLiteral(PLIMSOLL_FIXTURES "/live/trees/") + name);
        if (!file.open(QIODevice::ReadOnly)) qFatal("%s", qPrintable(file.fileName()));
        QString open;
        QByteArray lines;
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (line.startsWith("  ")) {
                lines += line.mid(2) + '\n';
                continue;
            }
            if (!open.isEmpty()) write(open, lines);
            open.clear();
            lines.clear();
            if (line.isEmpty() || line.startsWith('#')) continue;
            const qsizetype is = line.indexOf(" = "), to = line.indexOf(" -> ");
            if (to > 0)
                link(QString::fromUtf8(line.left(to)), line.mid(to + 4));
            else if (is > 0)
                write(QString::fromUtf8(line.left(is)), unescaped(line.mid(is + 3)));
            else
                open = QString::fromUtf8(line.chopped(2));
        }
    }

    void write(const QString &path, const QByteArray &content) const
    {
        QDir().mkpath(QFileInfo(at(path)).path());
        QFile file(at(path));
        if (!file.open(QIODevice::WriteOnly)) qFatal("%s", qPrintable(path));
        file.write(content);
    }
    void link(const QString &path, const QByteArray &target) const
    {
        QDir().mkpath(QFileInfo(at(path)).path());
        QFile::remove(at(path));
        QFile::link(QString::fromUtf8(target), at(path));
    }
    [[nodiscard]] QString at(const QString &path) const { return m_folder.filePath(path); }
    [[nodiscard]] std::string root() const { return m_folder.path().toStdString(); }

private:
    static QByteArray unescaped(const QByteArray &text)
    {
        if (!text.contains("\\x")) return text + '\n';
        QByteArray out;
        for (const QByteArray &part : text.split('\\').mid(1)) out += static_cast<char>(part.mid(1, 2).toInt(nullptr, 16));
        return out;
    }

    QTemporaryDir m_folder;
};
