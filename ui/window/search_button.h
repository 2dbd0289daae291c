// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/chooser.h"
#include "ui/window/actions.h"

#include <QAbstractButton>

#include <functional>
#include <vector>

namespace plimsoll {

/// Looks like a search field in the toolbar and opens the search over all actions.
class SearchButton : public QAbstractButton {
    Q_OBJECT
public:
    SearchButton(const Actions &actions, QWidget *parent);
    QSize sizeHint() const override { return {260, 24}; }
    QSize minimumSizeHint() const override { return {120, 24}; }
    void open();
    /// What stands below the actions, with ids that begin with "field:"; `take` gets the rest of the id.
    void set_more(std::function<std::vector<ChooserItem>()> more, std::function<void(const QString &id)> take);
    /// Every action as it is called without its menu, with its keys.
    [[nodiscard]] std::vector<ChooserItem> items() const;
    [[nodiscard]] Chooser &chooser(); ///< made when first asked for

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Actions &m_actions;
    Chooser *m_chooser = nullptr;
    std::function<std::vector<ChooserItem>()> m_more;
    std::function<void(const QString &)> m_take;
};

} // namespace plimsoll
