// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/outcome.h"

#include "core/fit/verdict_words.h"
#include "core/ground/phrase.h"
#include "core/report/titles.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

Outcome outcome_of(const std::vector<Verdict> &verdicts)
{
    const Verdict *decider = worst(verdicts);
    if (decider == nullptr || decider->fits == Fits::yes) return Outcome::fits;
    return decider->fits == Fits::no ? Outcome::does_not_fit : Outcome::open;
}

std::string server_in_a_sentence(const std::vector<Verdict> &server)
{
    const Verdict *const decider = worst(server);
    if (decider == nullptr || decider->fits == Fits::yes) return {};
    return phrase(QT_TRANSLATE_NOOP("core", "The server: %1"),
                  {std::string(mark_of(decider->word())) + " " + decider->answer() + " " + decider->reason});
}

nlohmann::ordered_json deciding_server_to_json(const std::vector<Verdict> &server)
{
    const Verdict *const decider = worst(server);
    if (decider == nullptr) return nullptr;
    return {{"gpu", decider->gpu},
            {"fits", name_of(decider->fits)},
            {"word", name_of(decider->word())},
            {"headroom_bytes", decider->headroom},
            {"reason", decider->reason}};
}

Outcome worse(Outcome a, Outcome b)
{
    if (a == Outcome::fits || b == Outcome::does_not_fit) return b;
    return a;
}

Outcome outcome_of(const PlanAnswer &answer)
{
    const Outcome own = outcome_of(answer.verdicts);
    return answer.server ? worse(own, outcome_of(answer.server->verdicts)) : own;
}

} // namespace plimsoll
