// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/amount_options.h"

#include <array>
#include <string>

namespace plimsoll::cli {

void add_amount_options(OptionParser &parser)
{
    parser.addOption(
        {QStringLiteral("tokens"), QStringLiteral("Tokens of the data set: hours and dollars of the run."), QStringLiteral("N")});
    parser.addOption({QStringLiteral("rows"), QStringLiteral("The same in rows of the plan's length."), QStringLiteral("N")});
    parser.addOption({QStringLiteral("epochs"), QStringLiteral("How often it goes through them; 1."), QStringLiteral("N")});
}

Result<RunAmount> amount_of(const OptionParser &parser, const RunAmount &of_session)
{
    RunAmount out = of_session;
    const auto typed = [&](const char *name) -> Result<std::optional<double>> {
        if (!parser.isSet(QString::fromLatin1(name))) return std::optional<double>();
        const std::string text = parser.value(QString::fromLatin1(name)).toStdString();
        const std::optional<double> value = amount_from_text(text);
        if (!value) return Error{std::string("--") + name, text, "a number above 0: 10000000, 1e7, 10M", {}};
        return value;
    };
    const auto tokens = typed("tokens"), rows = typed("rows"), epochs = typed("epochs");
    for (const auto *one : {&tokens, &rows, &epochs})
        if (!one->ok()) return one->error();
    if (*tokens && *rows) return Error{"--rows", "--tokens and --rows", "either --tokens N or --rows N", {}};
    if (*tokens || *rows) out.tokens = *tokens, out.rows = *rows;
    if (*epochs && !out.named()) return Error{"--epochs", "no amount", "with --tokens N or --rows N", {}};
    if (*epochs) out.epochs = **epochs;
    return out;
}

} // namespace plimsoll::cli
