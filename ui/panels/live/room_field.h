// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/live/live.h"
#include "ui/document/numbers.h"

#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include <optional>

namespace plimsoll {

/// "Can I allocate X now?": a size, and what a card's reading answers, in the words of `plimsoll watch --allocate`.
class RoomField : public QWidget {
    Q_OBJECT
public:
    explicit RoomField(QWidget *parent = nullptr);

    /// Nothing while the field is empty or what is typed is no size.
    [[nodiscard]] std::optional<Bytes> wanted() const;
    /// Of the card, or why what is typed is no size; empty while the field is.
    [[nodiscard]] QString answer(const LiveGpu &gpu, const Numbers &numbers) const;
    [[nodiscard]] QLineEdit &field() { return m_field; }

signals:
    void changed();

private:
    QLabel m_label;
    QLineEdit m_field;
};

} // namespace plimsoll
