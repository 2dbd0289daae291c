// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/profile/profile_of.h"
#include "ui/window/actions.h"
#include "ui/window/window_parts.h"

#include <QWidget>

namespace plimsoll {

/// What leaves the window: files in the formats of reports, and what is copied.
class Exports : public QObject {
    Q_OBJECT
public:
    Exports(const Desk &desk, QWidget &window);

    /// `chart` and `breakdown` give their tables of bytes as text.
    void add_actions(Actions &actions, std::function<QString()> chart, std::function<void()> copy_breakdown);
    /// What a report says of changes to the selected plan.
    void set_advice(std::function<std::vector<Advice>()> advice) { m_advice = std::move(advice); }
    /// A report of all scenarios, or a profile of the selected plan.
    enum class Form : std::uint8_t { report, profile };
    /// Asks where to, with this format first.
    void ask(const QString &suffix, Form form = Form::report);
    /// What the path's ending says: md, json, csv, png, svg or pdf.
    bool write(const QString &path, Form form = Form::report);

    /// The memory chart by itself, as PNG or SVG by the path's ending.
    bool write_chart(const QString &path);

    /// Shows what the block would change in this model card, and writes it when that is agreed to.
    void insert_into(const QString &path);

private:
    [[nodiscard]] Result<report::ProfileFacts> profile_facts() const;
    void ask_card();
    void copy_block();
    [[nodiscard]] QString suggested_name() const;
    void written(const QString &path) const;
    void ask_chart(const QString &suffix);
    void copy_command();
    void copy_chart();
    void copy_chart_svg();

    const Desk &m_desk;
    QWidget &m_window;
    std::function<std::vector<Advice>()> m_advice;
};

} // namespace plimsoll
