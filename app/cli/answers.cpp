// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"

#include "app/cli/command.h"
#include "core/resolve/gate.h"

namespace plimsoll::cli {

void say_warnings(const Question &question)
{
    for (const Warning &warning : question.warnings) say("warning: " + warning.text);
}

void say_warnings(const PlanAnswer &answer)
{
    const std::vector<Warning> &warnings = answer.estimate.warnings;
    for (const Warning &warning : warnings)
        if (warning.code != "no_effect") say("warning: " + warning.text);
    if (const std::string idle = idle_fields(warnings); !idle.empty()) say("warning: " + idle);
}

int status_of(Outcome outcome)
{
    switch (outcome) {
    case Outcome::fits: return Exit::fits;
    case Outcome::does_not_fit: return Exit::does_not_fit;
    case Outcome::open: break;
    }
    return Exit::tight_or_unknown;
}

Error of_option(Error error)
{
    error.field.insert(0, "--");
    return error;
}

} // namespace plimsoll::cli
