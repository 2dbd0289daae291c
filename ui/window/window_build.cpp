// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/text.h"
#include "ui/plan/model_items.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/window/main_window.h"
#include "ui/window/tabs.h"

#include <QApplication>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int plan_width = 300;
constexpr int right_width = 340;
constexpr int narrowest_window = 1024;
constexpr int first_frame_ms = 4; // until the screen has it

/// Icon, words and a chevron.
class MenuButton : public QToolButton {
public:
    using QToolButton::QToolButton;
    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(text()) + 60, qMax(28, fontMetrics().height() + 8)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Palette &palette = current_palette();
        QPainter painter(this);
        if (underMouse() || isDown()) painter.fillRect(rect(), palette.selection);
        if (hasFocus()) {
            painter.setPen(palette.link);
            painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
        }
        const auto place = [&](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
        icon().paint(&painter, place(QRect(10, height() / 2 - 8, 16, 16)));
        painter.setPen(palette.text);
        painter.drawText(place(rect().adjusted(34, 0, -20, 0)), Qt::AlignVCenter | Qt::AlignLeading, text());
        paint_icon(painter, place(QRect(width() - 19, height() / 2 - 6, 12, 12)), Icon::chevron_down, palette.text);
    }
};

QToolButton *menu_button(const QString &text, Icon id, QMenu *menu, QWidget *parent)
{
    auto *button = new MenuButton(parent);
    button->setText(text);
    button->setIcon(icon(id));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(text);
    return button;
}

QWidget *spring(QWidget *parent)
{
    auto *widget = new QWidget(parent);
    widget->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    return widget;
}

/// White ground for what is read rather than edited.
void set_paper(QWidget &widget)
{
    widget.setAutoFillBackground(true);
    widget.setBackgroundRole(QPalette::Base);
}

QFrame *rule(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    return line;
}

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

void put(QSplitter &panes, int index, QWidget *pane)
{
    delete panes.replaceWidget(index, pane);
    pane->show();
}

} // namespace

void MainWindow::build_frame()
{
    m_panes = new QSplitter(this);
    m_panes->setHandleWidth(1);
    m_panes->addWidget(blank(260, m_panes));
    m_panes->addWidget(build_centre());
    m_panes->addWidget(blank(280, m_panes));
    m_panes->setStretchFactor(0, 0);
    m_panes->setStretchFactor(1, 1);
    m_panes->setStretchFactor(2, 0);
    m_panes->setCollapsible(1, false);
    m_panes->setSizes({plan_width, 640, right_width});
    setCentralWidget(m_panes);
    qApp->installEventFilter(this);
}

void MainWindow::complete()
{
    if (m_plan_pane) return;
    qApp->removeEventFilter(this);
    m_plan_pane = new PlanPane(this);
    put(*m_panes, 0, m_plan_pane);
    m_memory->table();
    // Tab goes from left to right, though the answer and the chart were made before the plan.
    QWidget *before = stops_of(m_plan_pane).back();
    for (QWidget *stop : stops_of(m_panes->widget(1))) {
        setTabOrder(before, stop);
        before = stop;
    }
    put(*m_centre, 1, build_tabs());
    put(*m_panes, 2, build_right());
    // In the narrowest window the sides give way first: the answer stands in the middle.
    constexpr int least_centre = 380, most_centre = 440, handles = 2;
    const int left = narrowest_window - m_plan_pane->minimumWidth() - m_panes->widget(2)->minimumWidth() - handles;
    m_panes->widget(1)->setMinimumWidth(std::clamp(left, least_centre, most_centre));
    connect_panes();
    connect_tabs();
    connect_timeline();
    show_tables();
    show_panes();
    m_live.show();
}

/// Nobody meets a window that is not whole: what people do makes it so first.
bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::Shortcut:
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::TouchBegin:
    case QEvent::Wheel:
    case QEvent::DragEnter: complete(); break;
    default: break;
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::showEvent(QShowEvent *event)
{
    work_out();
    QMainWindow::showEvent(event);
}

void MainWindow::paintEvent(QPaintEvent *event)
{
    QMainWindow::paintEvent(event);
    if (m_plan_pane) return;
    // Counted from the end of the frame that is being painted.
    QTimer::singleShot(0, this, [this] { QTimer::singleShot(first_frame_ms, this, &MainWindow::complete); });
}

QWidget *MainWindow::build_centre()
{
    auto *centre = new QWidget(m_panes);
    set_paper(*centre);
    centre->setMinimumWidth(380);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_answer = new AnswerLine(centre));
    column->addWidget(rule(centre));
    column->addWidget(m_error_bar = new ErrorBar(centre));
    m_hint = new QLabel(tr("Drop a config.json anywhere, or press Ctrl+L to choose a model."), centre);
    m_hint->setContentsMargins(16, 5, 16, 0);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_hint);
    m_centre = new QSplitter(Qt::Vertical, centre);
    m_centre->setHandleWidth(1);
    m_centre->setChildrenCollapsible(false);
    m_centre->addWidget(m_memory = new MemoryChart(m_centre));
    m_centre->addWidget(blank(0, m_centre));
    m_centre->setSizes({380, 264});
    column->addWidget(m_centre, 1);
    return centre;
}

QWidget *MainWindow::build_tabs()
{
    m_tabs = new Tabs(this);
    m_tabs->setAccessibleName(tr("Views of the selected scenario"));
    m_tabs->tabBar()->setAccessibleName(m_tabs->accessibleName());
    m_timeline = new TimelineChart(m_tabs);
    m_fits = new FitsPanel(m_tabs);
    m_advice_panel = new AdvicePanel(m_tabs);
    m_sweep_panel = new SweepPanel(m_tabs);
    m_live_panel = new LivePanel(m_tabs);
    const QStringList titles = tab_titles();
    QWidget *const pages[] = {m_timeline, m_fits, m_advice_panel, m_sweep_panel, m_live_panel};
    for (int tab = 0; tab < titles.size(); ++tab) m_tabs->addTab(pages[tab], titles[tab]);
    m_tab_note = new TabNote(m_tabs);
    m_tabs->setCornerWidget(m_tab_note);
    return m_tabs;
}

QStringList MainWindow::tab_titles() { return {tr("Timeline"), tr("Fits on"), tr("Advice"), tr("Sweep"), tr("Live")}; }

QWidget *MainWindow::build_right()
{
    auto *right = new QSplitter(Qt::Vertical, this);
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

void MainWindow::build_toolbar()
{
    auto *bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setToolButtonStyle(Qt::ToolButtonIconOnly);
    for (const char *id : {"edit.undo", "edit.redo"}) {
        bar->addAction(m_actions[id]);
        QWidget *button = bar->widgetForAction(m_actions[id]);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAccessibleName(id == QByteArray("edit.undo") ? tr("Undo") : tr("Redo"));
    }
    bar->addSeparator();
    auto *compare = new QMenu(this);
    m_actions.fill(*compare, {"plan.compare", "plan.compare_lora"});
    bar->addWidget(menu_button(tr("Compare precisions"), Icon::chart, compare, bar));
    auto *cards = new QMenu(this);
    m_actions.fill(*cards, {"plan.add_card"});
    bar->addWidget(menu_button(tr("Cards"), Icon::card, cards, bar));
    auto *exports = new QMenu(this);
    m_actions.fill(*exports, {"export.markdown", "export.json", "-", "export.png", "export.svg", "export.pdf", "-",
                              "edit.copy_block", "edit.copy_chart", "edit.copy_svg", "edit.copy_chart_table", "edit.copy_table"});
    bar->addWidget(menu_button(tr("Export"), Icon::export_, exports, bar));
    bar->addWidget(spring(bar));
    bar->addWidget(m_search = new SearchButton(m_actions, bar));
    bar->addWidget(m_corner = new GpuCorner(bar));
    m_live.show_in(*m_corner);
    connect(m_corner, &QToolButton::clicked, this, [this] { m_tabs->setCurrentWidget(m_live_panel); });
}

Chooser &MainWindow::model_chooser()
{
    if (m_model_chooser) return *m_model_chooser;
    m_model_chooser = new Chooser(tr("Search models, or type org/name"), this);
    m_model_chooser->set_typed(typed_model);
    connect(m_model_chooser, &Chooser::chosen, this, &MainWindow::choose_model_id);
    m_model_chooser->set_nothing(tr("No model has these words. Type org/name, or open its files."));
    m_model_chooser->set_footer(build_file_row(m_model_chooser));
    auto *hub = new HubRow(m_parts.fetch, m_model_chooser);
    m_model_chooser->set_footer(hub);
    connect(m_model_chooser, &Chooser::typed, hub, &HubRow::set_query);
    connect(hub, &HubRow::fetched, this, [this](const QString &id) {
        m_model_chooser->hide();
        choose_model_id(QStringLiteral("hub:") + id);
    });
    return *m_model_chooser;
}

/// Models that no list has: from their own files.
QWidget *MainWindow::build_file_row(Chooser *chooser)
{
    auto *row = new QWidget(chooser);
    auto *buttons = new QHBoxLayout(row);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(8);
    const auto add = [&](const QString &text, const char *action) {
        auto *button = new QPushButton(text, row);
        button->setAutoDefault(false);
        button->setAccessibleName(text);
        connect(button, &QPushButton::clicked, this, [this, chooser, action] {
            chooser->hide();
            m_actions[action]->trigger();
        });
        buttons->addWidget(button);
    };
    add(tr("Open config.json…"), "file.config");
    add(tr("Open a model's folder…"), "file.model_folder");
    buttons->addStretch(1);
    return row;
}

Chooser &MainWindow::card_chooser()
{
    if (m_card_chooser) return *m_card_chooser;
    m_card_chooser = new Chooser(tr("Search cards, or type a budget: 16 GB"), this);
    m_card_chooser->set_typed([this](const QString &typed) { return typed_budget(typed, m_document.session().unit); });
    m_card_chooser->set_nothing(tr("No card has these words. A size such as 16 GB is a budget."));
    connect(m_card_chooser, &Chooser::chosen, this,
            [this](const QString &id) { change_cards(with_card(m_document.session().cards, id), tr("Add card")); });
    return *m_card_chooser;
}

void MainWindow::build_status_bar()
{
    m_status = new QLabel(this);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_status->setContentsMargins(10, 0, 10, 0);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_status); // no wider than its text, so that it stands at the end where a line begins
}

void MainWindow::restore_layout()
{
    resize(1280, 800);
    setMinimumSize(narrowest_window, 640);
    if (!m_parts.settings) return;
    restoreGeometry(m_parts.settings->geometry());
    const QList<int> widths = m_parts.settings->pane_widths();
    if (!widths.isEmpty()) m_panes->setSizes(widths);
    m_hint->setVisible(!m_parts.settings->hint_done());
    m_actions["view.tables"]->setChecked(m_parts.settings->charts_as_tables());
    show_tables();
}

} // namespace plimsoll
