// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractButton>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace plimsoll {

/// Name of a field. Where somebody set the field it carries a dot; pressing it then gives the field back to its default. No stop of
/// Tab: the field beside it has a key for it.
class FieldLabel : public QAbstractButton {
    Q_OBJECT
public:
    explicit FieldLabel(const QString &text, QWidget *parent = nullptr);

    /// `default_text` completes "Back to the default of …".
    void set_given(bool given, const QString &default_text);
    /// Asked for when somebody wants to know what the default is; empty: not known.
    void set_find_default(std::function<QString()> find) { m_find_default = std::move(find); }
    /// "Back to the default of trl: chunked"; empty where the field stands at it.
    [[nodiscard]] QString back_text() const;
    [[nodiscard]] bool given() const { return m_given; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    bool event(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_given = false;
    std::function<QString()> m_find_default;
};

/// Spin box for counts: groups of digits, one signal when editing ends, deaf to the wheel until it has the focus. A count that
/// does not fit takes the room of the arrows, and then that between its groups: keys step it still.
class CountBox : public QSpinBox {
    Q_OBJECT
public:
    enum class Steps : std::uint8_t { one, doubling, hundred_twenty_eight };
    CountBox(int low, int high, Steps steps, QWidget *parent = nullptr);

    void stepBy(int steps) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    /// Takes a value; nobody is told.
    void show_value(int value);
    /// "8,192", "8 192", "8k", "32Ki", "1M" (core/ground/typed_number.h).
    [[nodiscard]] QValidator::State validate(QString &input, int &position) const override;
    [[nodiscard]] int valueFromText(const QString &text) const override;
    void fixup(QString &) const override {}

signals:
    /// What was typed is not what stands there now, or was scaled: a sentence that says so.
    void told(const QString &sentence);

protected:
    void wheelEvent(QWheelEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit_text();
    void tell();
    Steps m_steps;
    QString m_typed; ///< since the field was left last
};

/// Spin box for other numbers: as many decimals as the value has, at least `decimals`; one signal when editing ends. Takes a decimal
/// point and a comma alike.
class NumberBox : public QDoubleSpinBox {
    Q_OBJECT
public:
    explicit NumberBox(int decimals, QWidget *parent = nullptr);
    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] QValidator::State validate(QString &input, int &position) const override;
    [[nodiscard]] double valueFromText(const QString &text) const override;
    void fixup(QString &) const override {}

signals:
    /// What was typed is not what stands there now: a sentence that says so.
    void told(const QString &sentence);

private:
    [[nodiscard]] std::optional<double> read(const QString &text) const;
    void tell();
    int m_least;
    QString m_typed; ///< since the field was left last
};

/// Slider over a list of rising values, each one step: powers of two, or a log scale. May carry a mark.
class StopsSlider : public QSlider {
    Q_OBJECT
public:
    explicit StopsSlider(std::vector<int> stops, QWidget *parent = nullptr);

    void show_value(int value); ///< stands at the nearest stop, silently
    [[nodiscard]] int stop() const { return m_stops[static_cast<std::size_t>(value())]; }
    /// A small load mark over the groove at `value`: where the card ends. Below 1: none.
    void set_mark(int value, const QString &meaning);

signals:
    void moved(int stop); ///< by a person

protected:
    void wheelEvent(QWheelEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] double position_of(int value) const; ///< fractional index
    std::vector<int> m_stops;
    int m_mark = 0;
};

/// 1, 2, 4, … up to `high`.
[[nodiscard]] std::vector<int> doubling_stops(int high);
/// 128 to `high` in quarter octaves, rounded to multiples of 128.
[[nodiscard]] std::vector<int> token_stops(int high);

/// Text with links: Tab stops at it only while there is one, with a frame around the text, and then at each. Enter takes the
/// first where none is chosen yet.
class LinkLabel : public QLabel {
public:
    using QLabel::QLabel;
    void show_text(const QString &text);

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
};

/// A button that looks like a link, with a frame while it has the focus.
class LinkButton : public QPushButton {
    Q_OBJECT
public:
    explicit LinkButton(QWidget *parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// An entry that is cut for want of room is said whole in the tool tip.
void say_whole(QComboBox &box);

/// The button that clears a search has no name of Qt's.
void name_clear_button(QLineEdit &search);

/// While nothing is being typed in it, Ctrl+Z and its like are the window's and not the text's; so is what is pasted and can be no
/// number, but a plan or what a tool printed.
void leave_undo_to_the_window(QAbstractSpinBox &box);

/// Keeps the wheel from changing a control that a page is scrolled past.
void ignore_wheel_without_focus(QWidget *widget);

} // namespace plimsoll
