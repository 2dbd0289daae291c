// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/palette.h"

#include "core/report/titles.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

constexpr std::array<Group, component_count> groups{
    Group::weights,     Group::weights,     Group::weights,     Group::adapters,    Group::gradients,   Group::optimizer,
    Group::activations, Group::activations, Group::activations, Group::activations, Group::logits_loss, Group::kv_cache,
    Group::working,     Group::working,     Group::working,     Group::runtime,     Group::runtime};

// Least OKLab difference ×100 between any two under normal, protan, deutan and tritan vision: 10.3 light, 10.2 dark.
// A group has the same hue in both: gradients are gold and the optimizer is brown.
constexpr std::array<QRgb, group_count> light_fills{0xff06588d, 0xff74a1b9, 0xffbb881f, 0xff6c4f00, 0xff2c896e,
                                                    0xfffe9c7a, 0xff9467bd, 0xff3e4349, 0xffbec4cb};
constexpr std::array<QRgb, group_count> dark_fills{0xff136eed, 0xff48c0ff, 0xfff0b963, 0xff9e5917, 0xff00ae8b,
                                                   0xfff66e44, 0xff9f7fcd, 0xff717377, 0xffcbd2d9};

constexpr std::array<Component, component_count> all_components{
    Component::weights,     Component::weight_casts,    Component::quantization_metadata, Component::adapters,
    Component::gradients,   Component::optimizer,       Component::activations,           Component::checkpoints,
    Component::recompute,   Component::captured_states, Component::logits_loss,           Component::kv_cache,
    Component::temporaries, Component::workspace,       Component::communication,         Component::allocator_slack,
    Component::context};

QString translated(const char *text) { return QCoreApplication::translate("Components", text); }

/// Relative luminance (WCAG 2.2). Asked for each label and outline of a frame: a channel has only 256 values.
double luminance(const QColor &color)
{
    static const std::array<double, 256> linear = [] {
        std::array<double, 256> out;
        for (std::size_t i = 0; i < out.size(); ++i) {
            const double c = static_cast<double>(i) / 255;
            out[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        }
        return out;
    }();
    const auto of = [](int channel) { return linear[static_cast<std::size_t>(channel)]; };
    return 0.2126 * of(color.red()) + 0.7152 * of(color.green()) + 0.0722 * of(color.blue());
}

Palette light_palette()
{
    Palette p;
    p.window = 0xfff2f3f4, p.paper = 0xffffffff, p.field = 0xfffafafb, p.text = 0xff1e2226, p.muted = 0xff5a6169;
    p.rule = 0xffd3d6da, p.border = 0xffb4b9bf, p.grid = 0xffe6e8ea, p.selection = 0xffdde5ec, p.pressed = 0xff3e4349;
    p.link = 0xff06588d, p.held = 0xffeef0f2, p.outline = 0xff5a6169;
    p.inactive = p.muted;
    p.fits = 0xff1b7f4b, p.tight = 0xff9a6a00, p.no = 0xffb3261e, p.unknown = 0xff5a6169;
    return p;
}

Palette dark_palette()
{
    Palette p;
    p.appearance.dark = true;
    p.window = 0xff25282d, p.paper = 0xff1b1d21, p.field = 0xff2f3338, p.text = 0xffe6e8ea, p.muted = 0xffa0a6ad;
    p.rule = 0xff3b3f45, p.border = 0xff53585f, p.grid = 0xff2c3035, p.selection = 0xff34424f, p.pressed = 0xffc3c8ce;
    p.link = 0xff7cb8f0, p.held = 0xff24272c, p.outline = 0xffa0a6ad;
    p.inactive = p.muted;
    p.fits = 0xff5cc48e, p.tight = 0xffe0b04a, p.no = 0xfff2877f, p.unknown = 0xffa0a6ad;
    return p;
}

Palette high_contrast_palette(bool dark)
{
    Palette p = dark ? dark_palette() : light_palette();
    const QColor back = dark ? Qt::black : Qt::white;
    const QColor front = dark ? Qt::white : Qt::black;
    p.appearance = {dark, true};
    p.window = p.paper = p.field = back;
    p.text = p.muted = p.rule = p.border = p.pressed = p.outline = front;
    p.inactive = dark ? 0xff9aa0a6 : 0xff6a7078; // captions are black or white here, so this is the only grey of text
    p.grid = dark ? 0xff5a6169 : 0xffa0a6ad;
    p.selection = dark ? 0xff0b3d63 : 0xffcfe6f8;
    p.held = back;
    p.link = dark ? 0xff9fd0ff : 0xff003e73;
    p.fits = dark ? 0xff7ff0b4 : 0xff00572a, p.tight = dark ? 0xffffd25e : 0xff6b4700, p.no = dark ? 0xffff9b94 : 0xff8e0000;
    p.unknown = front;
    return p;
}

} // namespace

Group group_of(Component component) { return groups[static_cast<std::size_t>(component)]; }

std::span<const Component> components_of(Group group)
{
    const auto range = std::ranges::equal_range(groups, group);
    return {all_components.data() + (range.begin() - groups.begin()), range.size()};
}

QString window_text::title_of(Group group)
{
    return QString::fromStdString(plimsoll::title_of(component_groups()[static_cast<std::size_t>(group)]));
}
QString window_text::title_of(Component component) { return QString::fromStdString(words_for(component)); }

QString window_text::title_short(Group group)
{
    switch (group) {
    case Group::logits_loss: return translated(QT_TRANSLATE_NOOP("Components", "Logits"));
    case Group::working: return translated(QT_TRANSLATE_NOOP("Components", "Working"));
    default: return window_text::title_of(group);
    }
}

QColor faded(QColor color, double opacity)
{
    color.setAlphaF(static_cast<float>(opacity));
    return color;
}

QColor mixed(const QColor &a, const QColor &b, double share_of_b)
{
    const auto mix = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share_of_b)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor Palette::fill(Group group) const
{
    return QColor::fromRgb((appearance.dark ? dark_fills : light_fills)[static_cast<std::size_t>(group)]);
}

QColor Palette::fill(Component component) const
{
    const auto group = group_of(component);
    const auto members = components_of(group);
    const auto place = std::ranges::find(members, component) - members.begin();
    if (members.size() == 1) return fill(group);
    // The first member keeps the hue; the others step towards the paper, far enough to part.
    return mixed(fill(group), paper,
                 0.30 * static_cast<double>(place) / static_cast<double>(std::max<std::size_t>(members.size() - 1, 1)) +
                     (place > 0 ? 0.15 : 0.0));
}

QColor Palette::ink_on(const QColor &fill) const
{
    const QColor near_black(0x10, 0x12, 0x14);
    if (contrast(fill, Qt::white) >= 4.5) return Qt::white;
    return contrast(fill, near_black) >= 4.5 ? near_black : QColor(Qt::black);
}

bool Palette::needs_outline(const QColor &fill) const { return appearance.high_contrast || contrast(fill, paper) < 3.0; }

QColor Palette::outline_of(const QColor &fill) const
{
    if (appearance.high_contrast) return text;
    QColor line = fill;
    for (double share = 0.2; contrast(line, paper) < 3.2 && share <= 1.0; share += 0.1) line = mixed(fill, outline, share);
    return line;
}

QColor Palette::verdict(Word word) const
{
    switch (word) {
    case Word::fits: return fits;
    case Word::tight:
    case Word::unlikely: return tight;
    case Word::does_not_fit: return no;
    case Word::unknown: break;
    }
    return unknown;
}

QPalette Palette::qt_palette() const
{
    QPalette q;
    q.setColor(QPalette::Window, window);
    q.setColor(QPalette::Base, paper);
    q.setColor(QPalette::AlternateBase, window);
    q.setColor(QPalette::Button, field);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText,
                            QPalette::BrightText, QPalette::HighlightedText})
        q.setColor(role, text);
    q.setColor(QPalette::PlaceholderText, muted);
    q.setColor(QPalette::ToolTipBase, window);
    q.setColor(QPalette::Highlight, selection);
    q.setColor(QPalette::Link, link);
    q.setColor(QPalette::LinkVisited, link);
    q.setColor(QPalette::Light, appearance.dark ? mixed(field, text, 0.1) : paper);
    q.setColor(QPalette::Midlight, rule);
    q.setColor(QPalette::Mid, border);
    q.setColor(QPalette::Dark, muted);
    q.setColor(QPalette::Shadow, text);
    const QColor faint = appearance.high_contrast ? inactive : mixed(muted, window, 0.35);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        q.setColor(QPalette::Disabled, role, faint);
    return q;
}

const Palette &palette_for(Appearance appearance)
{
    static const std::array<Palette, 4> palettes{light_palette(), dark_palette(), high_contrast_palette(false),
                                                 high_contrast_palette(true)};
    return palettes[(appearance.dark ? 1u : 0u) + (appearance.high_contrast ? 2u : 0u)];
}

const Palette &palette_matching(const QPalette &palette)
{
    const auto back = palette.color(QPalette::Window), front = palette.color(QPalette::WindowText);
    return palette_for({back.lightnessF() < front.lightnessF(), contrast(back, front) > 20.0});
}

const Palette &current_palette() { return palette_matching(QGuiApplication::palette()); }

} // namespace plimsoll
