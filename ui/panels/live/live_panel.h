// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"
#include "ui/charts/live_chart.h"
#include "ui/document/evaluator.h"
#include "ui/document/numbers.h"
#include "ui/panels/live/live_model.h"
#include "ui/panels/live/process_list.h"
#include "ui/panels/live/room_field.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll {

/// Readings as a table, the last five minutes of the selected GPU as a chart with the plan as its load line, its processes beside it,
/// and how far from the plan the machine is, in words; without a GPU, what was looked for and not found.
class LivePanel : public QWidget {
    Q_OBJECT
public:
    explicit LivePanel(QWidget *parent = nullptr);
    /// Nothing: not read yet. `fits_now` says for a GPU whether the plan fits into what is free.
    void show_readings(const std::optional<LiveSnapshot> &snapshot, const Numbers &numbers,
                       const std::function<QString(const LiveGpu &)> &fits_now);
    /// What the last minutes were, and what the plan would take; absent: no estimate. Chart and words follow.
    void show_history(const LiveHistory &history, const std::shared_ptr<const Estimate> &estimate);
    void set_table_shown(bool shown);
    /// From here on a card is called nearly full.
    void set_warning(int percent);
    /// The driver does not answer: what is shown is of before.
    void set_silent(bool silent);
    /// Follows a process of the selected card in chart and words, instead of the one that holds the most; nothing: that one again.
    void attach(std::optional<quint32> pid);
    [[nodiscard]] std::optional<quint32> attached() const;
    /// The list's current process, or the biggest again where that one is followed already.
    void follow_current();
    /// Of the window's line beside the tabs: which GPU the chart is of; empty where there is none.
    [[nodiscard]] QString note() const;
    /// Made with the first GPU.
    [[nodiscard]] LiveChart &chart();
    [[nodiscard]] LiveTableModel &history_model() { return m_history_model; }
    [[nodiscard]] QTableView &view() { return m_view; }
    /// The recording that is read in the machine's place; empty: none.
    void set_replayed(const QString &name);
    [[nodiscard]] QPushButton &replay_button() { return m_replay; }
    [[nodiscard]] LiveModel &model() { return m_model; }
    [[nodiscard]] RoomField &room() { return m_room; }
    /// Made with the first GPU.
    [[nodiscard]] ProcessList &processes();
    [[nodiscard]] QString message() const { return m_message.text(); }
    /// All of it, also where the panel is too low.
    [[nodiscard]] QString whole_message() const { return words(Words::all); }

signals:
    void note_changed();
    void replay_asked(); ///< a recording, or back to this machine where one is replayed

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build_view();
    void arrange_columns();
    void build_history();
    void show_chart();
    [[nodiscard]] const LiveGpu *shown_gpu() const;
    void show_processes();
    void arrange_processes();
    /// What is said of the cards; the less, the more room for the chart.
    enum class Words : std::uint8_t { all, needed, of_the_shown };
    [[nodiscard]] QStringList sentences_of(const LiveGpu &gpu, const QString &fits_now, Words which) const;
    [[nodiscard]] QString words(Words which) const;
    void show_message();

    /// A process that somebody chose to follow.
    struct Attached {
        quint32 pid = 0;
        QString title; ///< as it was last listed
    };
    [[nodiscard]] const Attached *attached_on(const LiveGpu &gpu) const;
    [[nodiscard]] std::optional<quint32> pid_on(const LiveGpu &gpu) const;

    LiveModel m_model;
    LiveTableModel m_history_model;
    QTableView m_view;
    QStackedWidget m_pages; ///< chart, and its table
    LiveChart *m_chart = nullptr;
    QTableView *m_history_view = nullptr;
    QHBoxLayout *m_middle = nullptr; ///< chart and processes
    ProcessList *m_processes = nullptr;
    QLabel m_message;
    RoomField m_room;
    QPushButton m_replay;
    std::map<std::string, Attached> m_attached; ///< by the card's label
    int m_warning = usual_warning;
    bool m_silent = false;
    QString m_replayed;
    std::optional<LiveSnapshot> m_snapshot;
    LiveHistory m_history;
    std::shared_ptr<const Estimate> m_estimate;
    Numbers m_numbers;
    std::vector<QString> m_fits_now; ///< per GPU; empty: not known
    bool m_table_shown = false;
};

} // namespace plimsoll
