// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include <functional>

namespace plimsoll {

/// Fetches the configuration of a Hub id into the local cache. `done` is called once, later, with what went wrong, empty when
/// nothing did; what comes back ends the fetch, after which `done` is not called.
using HubFetcher = std::function<std::function<void()>(const QString &hub_id, std::function<void(const QString &error)> done)>;

/// Below the models: offers to fetch the configuration of a typed Hub id that is not on this machine. Nothing is fetched unless
/// its button is pressed; it can be cancelled, ends when the list closes, and says beside the button what went wrong.
class HubRow : public QWidget {
    Q_OBJECT
public:
    /// An empty `fetch`: never shown.
    HubRow(HubFetcher fetch, QWidget *parent);
    ~HubRow() override { end(); }

    void set_query(const QString &typed);
    /// Fetches what it offers, as its button does.
    void start();
    [[nodiscard]] QPushButton &button() { return m_button; }
    [[nodiscard]] QLabel &text() { return m_text; }

signals:
    void fetched(const QString &hub_id);

protected:
    void hideEvent(QHideEvent *event) override;

private:
    void offer();
    void press();
    void end();
    void finish(const QString &error);

    HubFetcher m_fetch;
    QString m_id;
    std::function<void()> m_cancel; ///< set while a fetch runs
    QLabel m_text;
    QPushButton m_button;
};

} // namespace plimsoll
