// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/splits/split_search.h"
#include "ui/window/actions.h"
#include "ui/window/panes.h"
#include "ui/window/window_parts.h"

namespace plimsoll {

/// Spreading the selected plan over several cards: by hand in the plan pane, or by a search whose finds can be used.
class SplitChoice : public QObject {
    Q_OBJECT
public:
    SplitChoice(const Desk &desk, Panes &panes);

    void add_actions(Actions &actions);

private:
    void open();
    /// One undo step: the plan's ranks and batch, and the cards for them.
    void use(const Split &split);

    const Desk &m_desk;
    Panes &m_panes;
};

/// The plan's ranks and batch replaced by a split's, on as many of its cards, which lead the session's.
[[nodiscard]] Session with_split(const Session &session, const Split &split);

} // namespace plimsoll
