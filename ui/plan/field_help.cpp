// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/field_help.h"

#include "core/exchange/tool_format.h"
#include "core/plan/field.h"
#include "core/resolve/runners.h"
#include "ui/document/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct FieldHelpWords {
    Q_DECLARE_TR_FUNCTIONS(FieldHelp)
};

QString said(const char *english) { return QCoreApplication::translate("FieldHelp", english); }

} // namespace

const FieldHelp *help_of(std::string_view path)
{
    const std::span<const FieldHelp> all = all_field_help();
    const auto found = std::ranges::find(all, path, &FieldHelp::path);
    return found == all.end() ? nullptr : &*found;
}

QString field_title(std::string_view path)
{
    const FieldHelp *help = help_of(path);
    return help ? said(help->title) : qt(path);
}

QString field_about(std::string_view path)
{
    const FieldHelp *help = help_of(path);
    return help ? said(help->about) : QString();
}

QString tool_title(std::string_view name)
{
    const ToolFormat *tool = tool_format(name);
    return tool ? qt(tool->title) : qt(name);
}

QString field_flags(std::string_view path, const Plan &plan)
{
    QStringList out;
    const Runner &runner = runner_of(plan);
    if (const std::string_view key = key_in(runner, path); !key.empty())
        out << FieldHelpWords::tr("%1: %2").arg(tool_title(runner.name), qt(key));
    if (const Field *field = find_field(path); field && !field->option.empty())
        out << QStringLiteral("plimsoll: --%1").arg(qt(field->option));
    return out.join(QStringLiteral(" · "));
}

QString field_help_page(std::string_view path, const Plan &plan)
{
    const FieldHelp *help = help_of(path);
    if (!help) return {};
    QString page =
        QStringLiteral("<p><b>%1</b></p><p>%2</p>").arg(said(help->title).toHtmlEscaped(), said(help->about).toHtmlEscaped());
    if (const QString flags = field_flags(path, plan); !flags.isEmpty())
        page += QStringLiteral("<p><code>%1</code></p>").arg(flags.toHtmlEscaped());
    if (help->part)
        page += QStringLiteral("<p><a href=\"why:%1\">%2</a></p>")
                    .arg(qt(name_of(*help->part)), FieldHelpWords::tr("Why: the bytes that it changes").toHtmlEscaped());
    return page;
}

} // namespace plimsoll
