// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field.h"
#include "ui/controls/way_out.h"
#include "ui/document/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct WayOutWords {
    Q_DECLARE_TR_FUNCTIONS(WayOut)
};

QString count(Count value) { return QLocale().toString(static_cast<qlonglong>(value)); }

/// "sdpa" of "sdpa | eager", "full" of "full (or …)"; empty where the first is no single word.
QString first_of(const std::string &accepted)
{
    const QString first = qt(accepted).section(QLatin1Char('|'), 0, 0).section(QLatin1Char('('), 0, 0).trimmed();
    return first.contains(QLatin1Char(' ')) || first.isEmpty() ? QString() : first;
}

/// More new tokens than the context holds: whichever was typed is kept, and the other goes along.
std::optional<WayOut> room_for_new_tokens(const Plan &plan, const FieldEdits &tried)
{
    const auto typed = [&](std::string_view path) -> std::optional<Count> {
        const auto edit = std::ranges::find(tried, path, &FieldEdit::path);
        bool read = false;
        const Count value = edit == tried.end() || !edit->value ? 0 : qt(*edit->value).toLongLong(&read);
        return read && value > 0 ? std::optional(value) : std::nullopt;
    };
    constexpr const char *context = "inference.context", *fresh = "inference.new_tokens";
    if (const auto value = typed(context); value && *value > 1)
        return WayOut{WayOutWords::tr("with %1 new tokens").arg(count(*value / 2)),
                      {{context, std::to_string(*value)}, {fresh, std::to_string(*value / 2)}}};
    const Count tokens = typed(fresh).value_or(plan.inference.new_tokens);
    const Count prompt = std::max<Count>(plan.inference.context - plan.inference.new_tokens, 1);
    return WayOut{WayOutWords::tr("with a context of %1 tokens").arg(count(tokens + prompt)),
                  {{fresh, std::to_string(tokens)}, {context, std::to_string(tokens + prompt)}}};
}

} // namespace

std::optional<WayOut> way_out(const Warning &warning, const Estimate &estimate)
{
    const std::string &code = warning.code, &field = warning.field;
    if (code == "beyond_context" && estimate.architecture && estimate.architecture->decoder) {
        const Count most = estimate.architecture->decoder->max_positions;
        return WayOut{WayOutWords::tr("take %1").arg(count(most)), {{field, std::to_string(most)}}};
    }
    if (code == "bf16_unsupported") return WayOut{WayOutWords::tr("take FP16"), {{field, "fp16"}}};
    if (code == "evaluation") return WayOut{WayOutWords::tr("evaluate one at a time"), {{field, "1"}}};
    if (code == "no_effect" && find_field(field)) return WayOut{WayOutWords::tr("leave it out"), {{field, std::nullopt}}};
    return std::nullopt;
}

std::optional<WayOut> way_out(const Error &error, const Plan &plan, const FieldEdits &tried)
{
    if (error.field == "inference.new_tokens" && plan.task == Task::infer) return room_for_new_tokens(plan, tried);
    if (error.field == "method" && error.read == "full")
        return WayOut{WayOutWords::tr("with weights that are not quantised"), {{"method", "full"}, {"weights.quant", "none"}}};
    const QString first = first_of(error.accepted);
    const Field *field = find_field(error.field);
    if (!tried.empty() || first.isEmpty() || !field) return std::nullopt;
    // a language without blanks makes one word of "a text"
    const auto value = field->parse(utf8(first));
    Plan scratch = plan;
    if (!value || !field->read(scratch, *value)) return std::nullopt;
    return WayOut{WayOutWords::tr("take %1").arg(first), {{error.field, utf8(first)}}};
}

} // namespace plimsoll
