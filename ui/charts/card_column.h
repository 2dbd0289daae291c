// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/shares.h"
#include "ui/document/numbers.h"
#include "ui/theme/palette.h"

#include <QRectF>
#include <QWidget>

#include <optional>
#include <vector>

namespace plimsoll {

/// A card's memory by who has it, as the column draws it.
struct CardColumnData {
    QString gpu; ///< "GPU 0"
    CardShares shares;
    std::optional<std::uint32_t> followed; ///< the process that the chart beside is of
    Numbers numbers;
    bool operator==(const CardColumnData &) const = default;
};

/// One part of the column.
struct CardPart {
    // no stated type: lupdate loses the class below behind one
    enum Kind { process, many, untold, reserved, free_ }; // NOLINT(performance-enum-size)
    Kind kind = process;
    std::uint32_t pid = 0; ///< of a process
    int count = 1;         ///< of `many`: the small ones, which have no room of their own
    Bytes bytes = 0;
    QRectF rect; ///< within the column, in logical pixels
    bool operator==(const CardPart &) const = default;
};

/// "python3 (4242)"; "process (4242)" where the driver gives no name.
[[nodiscard]] QString title_of(const LiveProcess &process);
/// What a part is, with its bytes: "python3 (4242): 15.0 GiB".
[[nodiscard]] QString text_of(const CardPart &part, const CardColumnData &data);

/// From the bottom: processes, the biggest first; those too low to be seen together; what no listed process explains; the driver's
/// own; what is free.
[[nodiscard]] std::vector<CardPart> lay_out(const CardColumnData &data, const QRectF &column);

/// The column in a sentence, its biggest parts first.
[[nodiscard]] QString sentence_of(const CardColumnData &data);

/// Of every process that is not followed.
[[nodiscard]] QColor fill_of_others(const Palette &colors);

/// One upright column as high as the card. The process that is followed has the colour of its area in the chart; a click on another
/// asks for it. The list beside it is its table and its keyboard.
class CardColumn : public QWidget {
    Q_OBJECT
public:
    explicit CardColumn(QWidget *parent = nullptr);

    void set_data(const CardColumnData &shown);
    [[nodiscard]] const std::vector<CardPart> &parts() const { return m_parts; }
    [[nodiscard]] QSize sizeHint() const override { return {22, 96}; }

signals:
    void process_clicked(quint32 pid);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void place();
    [[nodiscard]] const CardPart *part_at(QPointF at) const;

    CardColumnData m_data;
    std::vector<CardPart> m_parts;
};

} // namespace plimsoll
