// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"
#include "core/plan/session.h"
#include "ui/window/window_parts.h"

#include <QObject>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// Other tools' configurations and model cards, from files and as text: what was understood of them is shown, and whoever agrees gets
/// a plan.
class Imports : public QObject {
    Q_OBJECT
public:
    /// What becomes of plans that somebody agreed to: scenarios, and cards where there are some. `joins`: they stand beside those of
    /// the window, else as a session of their own.
    using Take = std::function<void(const Session &plans, bool joins)>;
    Imports(const Desk &desk, QWidget &window, Take take);

    /// Nothing where the file is no tool's configuration; false where it is one that cannot be read, which the error bar says.
    std::optional<bool> open(const QString &path);
    /// What was pasted or dropped: a command line, YAML, JSON, a call, a model card. `name`: what an error calls it.
    bool take_text(const QString &name, const std::string &text);

private:
    void show(const QString &name, Imported read);
    bool show_card(const QString &name, const QString &file, const std::string &text);

    const Desk &m_desk;
    QWidget &m_window;
    Take m_take;
};

/// Whether a text is a model's own configuration, which is no tool's.
[[nodiscard]] bool is_model_config(const std::string &text);

} // namespace plimsoll
