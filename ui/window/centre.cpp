// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/centre.h"

#include <QVBoxLayout>

namespace plimsoll {
namespace {

QFrame *rule(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    return line;
}

} // namespace

Centre::Centre(QWidget *parent) : QWidget(parent)
{
    setAutoFillBackground(true); // white ground for what is read rather than edited
    setBackgroundRole(QPalette::Base);
    setMinimumWidth(380);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_answer = new AnswerLine(this));
    column->addWidget(rule(this));
    column->addWidget(m_errors = new ErrorBar(this));
    m_hint = new QLabel(tr("Drop or paste a model, a configuration or an error message anywhere; Ctrl+L chooses a model."), this);
    m_hint->setContentsMargins(16, 5, 16, 0);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_hint);
    m_halves = new QSplitter(Qt::Vertical, this);
    m_halves->setHandleWidth(1);
    m_halves->setChildrenCollapsible(false);
    m_halves->addWidget(m_chart = new MemoryChart(m_halves));
    m_halves->addWidget(new QWidget(m_halves)); // until there is something below
    m_halves->setSizes({380, 264});
    column->addWidget(m_halves, 1);
}

void Centre::put_below(QWidget *views)
{
    delete m_halves->replaceWidget(1, views);
    views->show();
}

} // namespace plimsoll
