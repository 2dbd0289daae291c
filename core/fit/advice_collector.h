// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/bitsandbytes.h"
#include "core/fit/advice_candidates.h"
#include "core/ground/phrase.h"

#include <initializer_list>
#include <string_view>

namespace plimsoll {

/// Gathers candidates for one plan; tasks derive from it.
class CandidateCollector {
public:
    CandidateCollector(const Estimate &estimate, const Node &target);
    [[nodiscard]] std::vector<Candidate> take() && { return std::move(m_out); }

protected:
    /// How a change is called where it begins a line, and after others on one.
    struct Title {
        Title(std::string first_word) : first(std::move(first_word)), later(first) {}
        Title(const char *english, const char *english_later, std::initializer_list<std::string_view> values = {})
            : first(phrase(english, values)), later(phrase(english_later, values))
        {}
        std::string first, later;
    };

    static constexpr Count shortest_sequence = 256;
    static constexpr int bf16_from = 80, fp16_from = 53; ///< compute capability × 10, as in precision.cpp
    static std::string arithmetic();

    /// A change to be estimated. Of one `group` only one can be applied.
    void add(const char *group, Title title, nlohmann::json patch, CostKind kind, std::string cost, std::string source);
    /// What does nothing for this plan, and why.
    void useless(const char *group, const std::string &title, std::string why);

    /// Why nothing is gained by moving bytes to the card's host; empty where something is, or without a card.
    [[nodiscard]] std::string shares_memory() const;
    /// The same of what moves bytes to the host: useless where the card's memory is the host's.
    void add_moved(const char *group, Title title, nlohmann::json patch, std::string cost, std::string source);
    /// The same of what needs this of bitsandbytes: useless where the card has none of it.
    void add_packed(BitsandbytesPart part, const char *group, Title title, nlohmann::json patch, CostKind kind, std::string cost,
                    std::string source);

    const Plan &m_plan;
    const Estimate &m_estimate;
    const Node &m_target;
    int m_capability;     ///< × 10
    std::string m_vendor; ///< of the card; NVIDIA without one
    bool m_cuda;

private:
    std::vector<Candidate> m_out;
};

/// What saves memory of a training step (`task` train).
[[nodiscard]] std::vector<Candidate> training_candidates(const Estimate &estimate, const Node &target);
/// What of other models and engines beside a training can be spared.
[[nodiscard]] std::vector<Candidate> company_candidates(const Estimate &estimate, const Node &target);
/// What of pictures in the rows, and of the tower that reads them, can be spared.
[[nodiscard]] std::vector<Candidate> picture_candidates(const Estimate &estimate, const Node &target);
/// What an engine holds beside its model that can be left out: adapters, what drafts, a tower and its pictures.
[[nodiscard]] std::vector<Candidate> served_candidates(const Estimate &estimate, const Node &target);
/// What saves memory where nothing is trained (`task` infer and extract).
[[nodiscard]] std::vector<Candidate> forward_candidates(const Estimate &estimate, const Node &target);

/// What an engine that claims memory at its start can be asked for.
[[nodiscard]] std::vector<Candidate> engine_candidates(const Estimate &estimate, const Node &target);

} // namespace plimsoll
