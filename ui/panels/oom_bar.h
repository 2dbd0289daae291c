// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/oom_guide.h"
#include "ui/document/numbers.h"

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include <optional>

namespace plimsoll {

/// "The need then 14.65 GiB · usable of the card 23.52 GiB"; where the situation cannot come about, why.
[[nodiscard]] QString facts_of(const OomCase &entry, const Numbers &numbers);

/// Over the advice: what it is for, which is to make the plan fit or a place where it ran out of memory, with the plan's own
/// figures there.
class OomBar : public QWidget {
    Q_OBJECT
public:
    explicit OomBar(QWidget *parent);

    /// Situations are called by what the plan does.
    void set_task(Task task);
    /// Nothing: to make the plan fit.
    [[nodiscard]] std::optional<OomSituation> situation() const;
    void choose(std::optional<OomSituation> situation);
    void show_facts(const QString &facts);
    [[nodiscard]] QComboBox &choice() { return m_choice; }
    [[nodiscard]] QString facts() const { return m_facts.text(); }

signals:
    void chosen();

private:
    QComboBox m_choice;
    QLabel m_facts;
};

} // namespace plimsoll
