// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/amount_options.h"

#include "core/ground/read_file.h"

#include <array>
#include <string>

namespace plimsoll::cli {

namespace {

constexpr std::uint64_t most_bytes_of_lengths = std::uint64_t{1} << 30;

} // namespace

void add_amount_options(OptionParser &parser)
{
    parser.addOption(
        {QStringLiteral("tokens"), QStringLiteral("Tokens of the data set: hours and dollars of the run."), QStringLiteral("N")});
    parser.addOption({QStringLiteral("rows"), QStringLiteral("The same in rows of the plan's length."), QStringLiteral("N")});
    parser.addOption({QStringLiteral("epochs"), QStringLiteral("How often it goes through them; 1."), QStringLiteral("N")});
    parser.addOption(
        {QStringLiteral("lengths"),
         QStringLiteral("Tokens of the data set's rows: a file with a length a line, a JSON list, or JSON lines with "
                        "length or input_ids."),
         QStringLiteral("FILE")});
    parser.addOption({QStringLiteral("batches"),
                      QStringLiteral("What becomes of rows of those lengths: padded, by_length, packed, padding_free."),
                      QStringLiteral("HOW")});
}

namespace {

/// --lengths and --batches into the amount.
std::optional<Error> take_lengths(const OptionParser &parser, RunAmount &amount)
{
    const QString lengths = QStringLiteral("lengths"), batches = QStringLiteral("batches");
    if (parser.isSet(lengths)) {
        const std::string path = parser.value(lengths).toStdString();
        const Result<std::string> text = read_file(path, most_bytes_of_lengths);
        if (!text.ok()) return Error{"--lengths", path, text.error().accepted, text.error().text};
        Result<RowLengths> read = lengths_from_text(*text);
        if (!read.ok()) return Error{"--lengths", read.error().read, read.error().accepted, read.error().text};
        amount.lengths = std::move(read).value();
    }
    if (!parser.isSet(batches)) return std::nullopt;
    const std::string name = parser.value(batches).toStdString();
    amount.batches = batching_named(name);
    if (!amount.batches) return Error{"--batches", name, std::string(batching_names()), {}};
    if (!amount.lengths) return Error{"--batches", "no lengths", "with --lengths FILE", {}};
    return std::nullopt;
}

} // namespace

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
    if (const std::optional<Error> refused = take_lengths(parser, out)) return *refused;
    if (parser.isSet(QStringLiteral("lengths"))) out.tokens = out.rows = std::nullopt; // the session's, of other rows
    if (*tokens || *rows) out.tokens = *tokens, out.rows = *rows;
    count_rows(out);
    if (*epochs && !out.named()) return Error{"--epochs", "no amount", "with --tokens N, --rows N or --lengths FILE", {}};
    if (*epochs) out.epochs = **epochs;
    return out;
}

} // namespace plimsoll::cli
