// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"
#include "core/fit/verdict.h"
#include "core/libraries/vllm_release.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Where a run ends for want of memory.
enum class OomSituation : std::uint8_t {
    loading,        ///< while weights come onto the card
    running,        ///< in a pass: training, generating, extracting
    long_sequences, ///< what grows with the tokens of one sequence
    fragmentation,  ///< free blocks that no tensor goes into
    no_bf16,        ///< on a card that does not compute in BF16
    shared_card,    ///< beside a vLLM that took its share
};
[[nodiscard]] std::string_view name_of(OomSituation situation);
/// In the order in which the guide tells them.
inline constexpr std::array all_oom_situations{OomSituation::loading,       OomSituation::running, OomSituation::long_sequences,
                                               OomSituation::fragmentation, OomSituation::no_bf16, OomSituation::shared_card};
/// "Out of memory while training", by what the plan does.
[[nodiscard]] std::string title_of(OomSituation situation, Task task);

/// One of this plan's own figures.
struct OomFigure {
    std::string name;  ///< stable: "per_token"
    std::string title; ///< "each token of one sequence"
    std::int64_t value = 0;
    bool is_bytes = true; ///< else tokens
    bool operator==(const OomFigure &) const = default;
};

/// A change and what it does to the bytes that the situation speaks of.
struct OomRemedy {
    std::string title;         ///< "4-bit weights"
    std::string change;        ///< JSON merge patch on the plan (with_patch); empty where nothing of the plan changes
    Bytes saves = 0;           ///< off OomCase::bytes; negative: it needs more
    Bytes then = 0;            ///< what stands there with it
    Fits fits = Fits::unknown; ///< the plan with it, on the same card
    Word word = Word::unknown; ///< of the same verdict
    std::string cost;          ///< "slightly worse answers"
    std::string no_effect;     ///< why it does nothing here; empty where it does something
    bool operator==(const OomRemedy &) const = default;
};

/// One situation as this plan may come into it.
struct OomCase {
    OomSituation situation = OomSituation::loading;
    std::string title;    ///< "Out of memory while loading"
    std::string not_here; ///< why it cannot happen to this plan on this card; empty: it can
    Bytes bytes = 0;      ///< on the card at that moment
    std::vector<OomFigure> figures;
    std::vector<OomRemedy> remedies; ///< those that save most first, what does nothing here last
    bool operator==(const OomCase &) const = default;
};

/// Every situation, in the order above, for one plan on one card or in a budget. `share`: what a neighbour takes of the card. All
/// figures are the estimator's. Error: the plan cannot be estimated.
[[nodiscard]] Result<std::vector<OomCase>> oom_guide(const Estimator &estimator, const Plan &plan, const Node &target,
                                                     double share = vllm::Release{}.share);

} // namespace plimsoll
