// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panes.h"

#include <QApplication>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int plan_width = 304; // its widest row and the scroll bar
constexpr int right_width = 340;

/// Where a pane will stand.
QWidget *blank(int least_width, QWidget *parent)
{
    auto *widget = new QWidget(parent);
    widget->setMinimumWidth(least_width);
    return widget;
}

/// What inside `pane` takes the focus from Tab, in order.
std::vector<QWidget *> stops_of(QWidget *pane)
{
    std::vector<QWidget *> stops;
    for (QWidget *one = pane->nextInFocusChain(); one != pane; one = one->nextInFocusChain())
        if ((one->focusPolicy() & Qt::TabFocus) && !one->focusProxy() && pane->isAncestorOf(one)) stops.push_back(one);
    return stops;
}

/// The first control inside `pane` that takes the focus from Tab.
QWidget *first_control(QWidget *pane)
{
    QWidget *one = pane;
    do {
        if ((one->focusPolicy() & Qt::TabFocus) && one->isVisible() && one->isEnabled()) return one;
        one = one->nextInFocusChain();
    } while (one != pane && pane->isAncestorOf(one));
    for (QWidget *child : pane->findChildren<QWidget *>())
        if ((child->focusPolicy() & Qt::TabFocus) && child->isVisible() && child->isEnabled()) return child;
    return nullptr;
}

} // namespace

Panes::Panes(const Desk &desk, QWidget *window) : QSplitter(window), m_desk(desk)
{
    setHandleWidth(1);
    addWidget(blank(260, this));
    addWidget(m_centre = new Centre(this));
    addWidget(blank(280, this));
    setStretchFactor(0, 0);
    setStretchFactor(1, 1);
    setStretchFactor(2, 0);
    setCollapsible(1, false);
    setSizes({plan_width, 640, right_width});
    qApp->installEventFilter(this);
}

void Panes::make_whole()
{
    if (whole()) return;
    qApp->removeEventFilter(this);
    put(0, m_plan = new PlanPane(window()));
    chart().table();
    // Tab goes from left to right, though the answer and the chart were made before the plan.
    QWidget *before = stops_of(m_plan).back();
    for (QWidget *stop : stops_of(m_centre)) {
        setTabOrder(before, stop);
        before = stop;
    }
    m_centre->put_below(m_views = new LowerViews(m_desk, window()));
    put(2, make_right());
    // In the narrowest window the sides give way first: the answer stands in the middle.
    constexpr int least_centre = 380, most_centre = 440, handles = 2;
    const int left = narrowest - m_plan->minimumWidth() - widget(2)->minimumWidth() - handles;
    m_centre->setMinimumWidth(std::clamp(left, least_centre, most_centre));
    emit completed();
}

void Panes::put(int index, QWidget *pane)
{
    delete replaceWidget(index, pane);
    pane->show();
}

QWidget *Panes::make_right()
{
    auto *right = new QSplitter(Qt::Vertical, window());
    right->setHandleWidth(1);
    right->setChildrenCollapsible(false);
    right->setMinimumWidth(280);
    right->addWidget(m_breakdown = new BreakdownPanel(right));
    right->addWidget(m_why = new WhyPanel(right));
    right->setSizes({398, 318});
    right->setStretchFactor(0, 0);
    right->setStretchFactor(1, 1);
    return right;
}

/// Nobody meets a window that is not whole: what people do makes it so first.
bool Panes::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::Shortcut:
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::TouchBegin:
    case QEvent::Wheel:
    case QEvent::DragEnter: make_whole(); break;
    default: break;
    }
    return QSplitter::eventFilter(watched, event);
}

void Panes::toggle(int index) { widget(index)->setVisible(widget(index)->isHidden()); }

void Panes::focus_next()
{
    const QList<QWidget *> panes{&plan(), &chart(), &views(), &breakdown(), &why()};
    const QWidget *focus = window()->focusWidget();
    qsizetype now = -1;
    for (qsizetype i = 0; i < panes.size(); ++i)
        if (focus && (panes[i] == focus || panes[i]->isAncestorOf(focus))) now = i;
    for (qsizetype step = 1; step <= panes.size(); ++step) {
        QWidget *pane = panes[(now + step) % panes.size()];
        QWidget *control = pane->isVisible() ? first_control(pane) : nullptr;
        if (control) return control->setFocus(Qt::TabFocusReason);
    }
}

} // namespace plimsoll
