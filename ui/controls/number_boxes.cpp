// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/typed_number.h"
#include "ui/controls/field_widgets.h"
#include "ui/document/text.h"

#include <QLineEdit>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll {
namespace {

/// What stands in a box without what the box itself puts around it, however often: whoever pastes "8,192 tokens" has it twice.
QString bare(QString text, const QString &prefix, const QString &suffix)
{
    for (const QString &part : {prefix.trimmed(), suffix.trimmed()})
        if (!part.isEmpty()) text.remove(part, Qt::CaseInsensitive);
    return text.trimmed();
}

} // namespace

CountBox::CountBox(int low, int high, Steps steps, QWidget *parent) : QSpinBox(parent), m_steps(steps)
{
    setRange(low, high);
    setKeyboardTracking(false);
    setGroupSeparatorShown(true);
    setAccelerated(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QSpinBox::valueChanged, this, &CountBox::fit_text);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString &text) { m_typed = text; });
    connect(this, &QSpinBox::editingFinished, this, &CountBox::tell);
}

QValidator::State CountBox::validate(QString &input, int &) const
{
    return typed_count(utf8(bare(input, prefix(), suffix()))) ? QValidator::Acceptable : QValidator::Intermediate;
}

int CountBox::valueFromText(const QString &text) const
{
    const Count count = typed_count(utf8(bare(text, prefix(), suffix()))).value_or(value());
    return static_cast<int>(std::clamp<Count>(count, minimum(), maximum()));
}

void CountBox::tell()
{
    const QString typed = bare(std::exchange(m_typed, {}), prefix(), suffix());
    if (typed.isEmpty()) return;
    const auto count = typed_count(utf8(typed));
    const auto number = [this](Count one) { return locale().toString(static_cast<qlonglong>(one)); };
    if (!count) return emit told(tr("“%1” is no whole number: %2 stays.").arg(typed, number(value())));
    if (*count > maximum()) return emit told(tr("%1 is too much: %2 is the most.").arg(typed, number(maximum())));
    if (*count < minimum()) return emit told(tr("%1 is too little: %2 is the least.").arg(typed, number(minimum())));
    if (!has_scale(utf8(typed))) return;
    const QString binary = typed + QLatin1Char('i');
    if (const auto other = typed_count(utf8(binary)); other && typed.back().isLetter())
        return emit told(tr("%1 is %2; %3 would be %4.").arg(typed, number(*count), binary, number(*other)));
    emit told(tr("%1 is %2.").arg(typed, number(*count)));
}

void CountBox::show_value(int value)
{
    const QSignalBlocker silent(this);
    setValue(value);
    fit_text();
}

void CountBox::resizeEvent(QResizeEvent *event)
{
    QSpinBox::resizeEvent(event);
    fit_text();
}

void CountBox::fit_text()
{
    constexpr int frame = 8, arrows = 16;              // around the text, and beside it
    const QString number = locale().toString(value()); // with its groups, whether they are shown or not
    QString plain = number;
    if (const QString group = locale().groupSeparator(); !group.isEmpty()) plain.remove(group);
    const auto needs = [&](const QString &digits) {
        return fontMetrics().horizontalAdvance(prefix() + digits + suffix()) + frame;
    };
    const bool stepped = needs(number) + arrows <= width();
    const auto symbols = stepped ? QAbstractSpinBox::UpDownArrows : QAbstractSpinBox::NoButtons;
    if (symbols != buttonSymbols()) setButtonSymbols(symbols);
    if (const bool grouped = needs(number) <= width() || needs(plain) > width(); grouped != isGroupSeparatorShown())
        setGroupSeparatorShown(grouped);
}

void CountBox::stepBy(int steps)
{
    int next = value();
    for (int i = 0; i < std::abs(steps); ++i) {
        const bool up = steps > 0;
        switch (m_steps) {
        case Steps::one: next += up ? 1 : -1; break;
        case Steps::doubling: {
            const double exponent = std::log2(std::max(next, 1));
            next = 1 << static_cast<int>(std::clamp(up ? std::floor(exponent) + 1 : std::ceil(exponent) - 1, 0.0, 30.0));
            break;
        }
        case Steps::hundred_twenty_eight: next = up ? (next / 128 + 1) * 128 : (next - 1) / 128 * 128; break;
        }
        next = std::clamp(next, minimum(), maximum());
    }
    setValue(next);
    selectAll();
}

QSize CountBox::sizeHint() const
{
    const QSize usual = QSpinBox::sizeHint();
    return {std::min(usual.width(), 64), usual.height()};
}

void CountBox::wheelEvent(QWheelEvent *event)
{
    if (hasFocus())
        QSpinBox::wheelEvent(event);
    else
        event->ignore();
}

NumberBox::NumberBox(int decimals, QWidget *parent) : QDoubleSpinBox(parent), m_least(decimals)
{
    constexpr int most = 6;
    setDecimals(most);
    setKeyboardTracking(false);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString &text) { m_typed = text; });
    connect(this, &QDoubleSpinBox::editingFinished, this, &NumberBox::tell);
}

std::optional<double> NumberBox::read(const QString &text) const
{
    const auto sign = [](const QString &one) { return one.size() == 1 ? one.front().toLatin1() : '\0'; };
    return typed_real(utf8(bare(text, prefix(), suffix())), {sign(locale().decimalPoint()), sign(locale().groupSeparator())});
}

QValidator::State NumberBox::validate(QString &input, int &) const
{
    return read(input) ? QValidator::Acceptable : QValidator::Intermediate;
}

double NumberBox::valueFromText(const QString &text) const
{
    return std::clamp(read(text).value_or(value()), minimum(), maximum());
}

void NumberBox::tell()
{
    const QString text = std::exchange(m_typed, {}), typed = bare(text, prefix(), suffix());
    if (typed.isEmpty()) return;
    const auto number = read(text);
    if (!number) return emit told(tr("“%1” is no number: %2 stays.").arg(typed, textFromValue(value())));
    if (*number > maximum()) return emit told(tr("%1 is too much: %2 is the most.").arg(typed, textFromValue(maximum())));
    if (*number < minimum()) return emit told(tr("%1 is too little: %2 is the least.").arg(typed, textFromValue(minimum())));
}

QString NumberBox::textFromValue(double value) const
{
    QString text = QDoubleSpinBox::textFromValue(value);
    const qsizetype point = text.lastIndexOf(locale().decimalPoint());
    if (point < 0) return text;
    qsizetype end = text.size();
    while (end > point + 1 + m_least && text[end - 1] == locale().zeroDigit().front()) --end;
    return text.left(end == point + 1 ? point : end);
}

} // namespace plimsoll
