// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/actions.h"
#include "ui/window/window_parts.h"

#include <QPointer>

namespace plimsoll {

/// Asks llama-fit-params, where it is installed, about the selected plan of llama.cpp, and shows both answers. Nothing runs unless
/// somebody asks for it; a newer question ends the one before, and so does the window's end.
class FitQuestion : public QObject {
    Q_OBJECT
public:
    FitQuestion(const Desk &desk, QWidget &window);
    ~FitQuestion() override { end(); }

    void add_actions(Actions &actions);

private:
    void ask();
    void show(const std::vector<EnginePlace> &planned, const QStringList &arguments, const QByteArray &output,
              const QString &error);
    void end();

    const Desk &m_desk;
    QWidget &m_window;
    std::function<void()> m_end; ///< of the program that runs
};

} // namespace plimsoll
