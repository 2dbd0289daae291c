// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/fit/verdict.h"

#include <QColor>
#include <QPalette>
#include <QString>

#include <array>
#include <span>

namespace plimsoll {

/// Groups of components, bottom to top in every chart; one hue each.
enum class Group : std::uint8_t { weights, adapters, gradients, optimizer, activations, logits_loss, kv_cache, working, runtime };
inline constexpr std::size_t group_count = 9;

[[nodiscard]] Group group_of(Component component);
/// Components of a group, bottom to top.
[[nodiscard]] std::span<const Component> components_of(Group group);
// core/report names the same things in English for the terminal; the inner namespace keeps the two apart when linked.
inline namespace window_text {
/// Translated: "Logits and loss"; `title_short` for labels in columns: "Logits".
[[nodiscard]] QString title_of(Group group);
[[nodiscard]] QString title_short(Group group);
/// Translated: "quantization metadata", "reserved, not in use".
[[nodiscard]] QString title_of(Component component);
} // namespace window_text

struct Appearance {
    bool dark = false;
    bool high_contrast = false; ///< outlines and hatches instead of tints
    bool operator==(const Appearance &) const = default;
};

/// `color` with an opacity of 0 to 1.
[[nodiscard]] QColor faded(QColor color, double opacity);
/// From a (share 0) to b (share 1); opaque.
[[nodiscard]] QColor mixed(const QColor &a, const QColor &b, double share_of_b);

/// Every colour that is drawn, for one appearance.
struct Palette {
    Appearance appearance;
    QColor window; ///< panes, bars
    QColor paper;  ///< charts, tables, answer
    QColor field;  ///< editable fields and buttons
    QColor text;
    QColor muted;     ///< captions, axes; readable (≥ 4.5:1) on window and paper
    QColor inactive;  ///< what is disabled or does not apply: text in it is told from `text` in every appearance
    QColor rule;      ///< hair lines between panes and under headers
    QColor border;    ///< around fields
    QColor grid;      ///< behind columns
    QColor selection; ///< selected row or scenario
    QColor pressed;   ///< the chosen segment of a segmented control; text on it is `paper`
    QColor link;
    QColor held;    ///< the timeline's band up to what is held
    QColor outline; ///< around fills that have less than 3:1 to the paper
    QColor fits, tight, no, unknown;

    /// Fill of a group; of a component: a tint of its group's.
    [[nodiscard]] QColor fill(Group group) const;
    [[nodiscard]] QColor fill(Component component) const;
    /// Text on a fill, at least 4.5:1.
    [[nodiscard]] QColor ink_on(const QColor &fill) const;
    /// Whether a fill has less than 3:1 to the paper, so that it needs an outline.
    [[nodiscard]] bool needs_outline(const QColor &fill) const;
    [[nodiscard]] QColor outline_of(const QColor &fill) const;
    [[nodiscard]] QColor verdict(Word word) const;
    [[nodiscard]] QPalette qt_palette() const;
};

[[nodiscard]] const Palette &palette_for(Appearance appearance);
/// The palette that a QPalette stands for: dark when its window is darker than its text, high contrast when the two are
/// as far apart as black and white.
[[nodiscard]] const Palette &palette_matching(const QPalette &palette);
/// The palette that belongs to the application's QPalette.
[[nodiscard]] const Palette &current_palette();

/// WCAG 2 contrast ratio, 1 to 21.
[[nodiscard]] double contrast(const QColor &a, const QColor &b);

} // namespace plimsoll
