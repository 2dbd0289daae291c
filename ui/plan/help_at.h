// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"
#include "core/torch/labels.h"

#include <QObject>
#include <QWidget>

#include <functional>
#include <optional>
#include <string>

namespace plimsoll {

/// Says of a control what its field is: a sentence where the mouse rests, all there is to say where somebody asks (F1, Shift+F1, a
/// click on its name), with a link to the bytes that it changes. Lives with the control.
class HelpAt : public QObject {
    Q_OBJECT
public:
    /// The plan whose tool calls the field by its own name; nothing: the planner's defaults.
    using FindPlan = std::function<std::optional<Plan>()>;
    HelpAt(QWidget &control, std::string path, FindPlan plan);

    /// Of the control, or of the one that it is a part of; null where it has none.
    [[nodiscard]] static HelpAt *of(const QWidget *control);
    void show();
    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] QWidget &control() const { return m_control; }
    /// `more`: a line beneath the sentence, as that a field can be given back.
    [[nodiscard]] QString tip(const QString &more = {}) const;

signals:
    void why_asked(plimsoll::Component part);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QString cut_value() const;

    QWidget &m_control;
    std::string m_path;
    FindPlan m_plan;
};

} // namespace plimsoll
