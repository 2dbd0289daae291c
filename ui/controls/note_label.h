// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/field_widgets.h"

namespace plimsoll {

/// Sentences under a field, each in a few lines with its way out as a link at the end. What has no room is cut; the ellipsis is
/// a link that shows all of it, in as many lines as it takes, until there is something else to say.
class NoteLabel : public LinkLabel {
    Q_OBJECT
public:
    struct Line {
        QString text; ///< plain
        QString way;  ///< title of the link; empty: none
        bool operator==(const Line &) const = default;
    };
    explicit NoteLabel(QWidget *parent = nullptr);

    /// Each of `lines` in about `rows` rows: what lacks one more gets it, a longer one is cut in the last. 0: all of it.
    void show_lines(const std::vector<Line> &lines, int rows);
    [[nodiscard]] bool is_open() const { return m_open; }
    /// All that there is to say, with the links' words.
    [[nodiscard]] QString whole() const;

signals:
    void way_taken(int line);
    void links_changed(); ///< Tab stops at it now, or no longer

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void fit();
    void follow(const QString &link);
    [[nodiscard]] QString shown(const Line &line, int index, double room) const;

    std::vector<Line> m_lines;
    int m_rows = 0;
    bool m_open = false;
};

} // namespace plimsoll
