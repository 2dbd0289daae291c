// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/resolved_plan.h"
#include "core/plan/amount/run_amount.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

inline constexpr std::string_view session_schema = "plimsoll.session/1";

/// A plan under the name that people gave it.
struct Scenario {
    std::string name;
    Plan plan;
    bool operator==(const Scenario &) const = default;
};

/// A figure that somebody wrote down for one scenario, to be shown beside ours.
struct DocumentFigure {
    std::string scenario;                ///< name of the scenario it speaks of; empty: every one
    std::string term;                    ///< as the document calls it: "Base model"
    std::optional<Bytes> bytes;          ///< either bytes …
    std::optional<Count> count;          ///< … or a count of parameters
    std::vector<std::string> components; ///< components of an estimate it stands for; empty: the need on the device
    std::string quantity;                ///< of a count: "trainable" or "total"
    std::string note;                    ///< why they differ; {names} in braces are filled with figures of the estimate
    bool operator==(const DocumentFigure &) const = default;
};

/// Somebody's own calculation.
struct SourceDocument {
    std::string title;
    std::string source;       ///< what it is and how it counts, in a sentence
    std::string unit = "GiB"; ///< what its "GB" means: GiB or GB
    std::vector<DocumentFigure> figures;
    bool operator==(const SourceDocument &) const = default;
};

/// All that a session file holds. Never without a scenario.
struct Session {
    std::string name;
    std::vector<Scenario> scenarios;
    int selected = 0;            ///< index into scenarios
    std::optional<int> baseline; ///< index of the pinned scenario
    Target cards;                ///< load lines, in the order of their priority; the answer speaks of the first
    ByteUnit unit = ByteUnit::binary;
    RunAmount amount; ///< what a run of it goes through; hours and dollars are told of it
    std::optional<SourceDocument> document;
    std::string unknown; ///< keys that this version does not know, as a JSON object; written back as they were
    bool operator==(const Session &) const = default;

    [[nodiscard]] const Scenario &current() const { return scenarios[static_cast<std::size_t>(selected)]; }
    /// The plan of a scenario as it is answered: its name, and the session's cards where it names none of its own.
    [[nodiscard]] Plan plan_of(const Scenario &scenario) const;
};

struct ParsedSession {
    Session session;
    std::vector<Warning> warnings; ///< unknown fields, of the session and of its plans
};

/// Reads schema plimsoll.session/1, or a plan as a session of one scenario. Errors tell a damaged file from one that a
/// newer version wrote, and name the field ("scenarios[1].plan.adapter.rank").
[[nodiscard]] Result<ParsedSession> session_from_text(std::string_view text);

/// JSON with an indent of two and a newline at the end; session_from_text reads back an equal value.
[[nodiscard]] std::string session_to_text(const Session &session);

} // namespace plimsoll
