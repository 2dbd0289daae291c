// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "core/report/plan_answer.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace plimsoll {

/// An answer in one word, for who must decide by it: a script's exit status, a test of a wheel.
enum class Outcome : std::uint8_t {
    fits,         ///< every card and budget; also where none was asked about
    does_not_fit, ///< at least one
    open,         ///< tight, or not known
};

/// What the deciding verdict says.
[[nodiscard]] Outcome outcome_of(const std::vector<Verdict> &verdicts);
/// Of a whole answer: its cards, and those of the server that it has, whichever is the worse.
[[nodiscard]] Outcome outcome_of(const PlanAnswer &answer);
/// "The server: no …", where an engine on cards of its own keeps a run from them, whatever is changed; empty: it stands, or there is
/// none.
[[nodiscard]] std::string server_in_a_sentence(const std::vector<Verdict> &server);
/// Of its verdicts the worst: gpu, fits, word, headroom_bytes, reason; null: there is no such engine.
[[nodiscard]] nlohmann::ordered_json deciding_server_to_json(const std::vector<Verdict> &server);
/// no before open before fits
[[nodiscard]] Outcome worse(Outcome a, Outcome b);

} // namespace plimsoll
