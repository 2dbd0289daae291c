// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/plan/amount/run_amount.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What keeps a run from being faster.
enum class TimeBound : std::uint8_t { compute, memory, communication, host };
[[nodiscard]] std::string_view name_of(TimeBound bound);

/// A factor below and above a figure between which 90 % lie.
struct TimeRange {
    double low = 1, high = 1; ///< of a figure's middle, low < 1 < high
    bool operator==(const TimeRange &) const = default;
};

struct PhaseTime {
    Phase phase = Phase::forward;
    double seconds = 0;
    bool operator==(const PhaseTime &) const = default;
};

/// One optimizer step, all its micro-batches together, on all cards.
struct StepTime {
    double seconds = 0;
    double tokens = 0; ///< of all cards
    double utilisation =
        0; ///< model FLOPs (6 a parameter and token, attention beside them) over the peak of what each product runs in
    double communication = 0;      ///< seconds that nothing hides
    std::vector<PhaseTime> phases; ///< in the order in which they run; sum to `seconds`
    bool operator==(const StepTime &) const = default;
};

/// An engine, or a model's own generate(), under inference.context × inference.sequences. Tokens a second.
struct ServeTime {
    double prefill = 0;      ///< of one prompt
    double decode = 0;       ///< of one sequence
    double decode_total = 0; ///< of all that run at once
    double output = 0;       ///< of the load, its prefills among them, all cards
    double first_token = 0;  ///< seconds, of one prompt alone
    TimeRange prefill_range;
    TimeRange output_range; ///< of `output`: prompts are read in it, and drafted tokens taken
    bool operator==(const ServeTime &) const = default;
};

/// What rows of stated lengths make of a training: its steps beside one of full length.
struct LengthsTaken {
    Batching batches = Batching::padded;
    double rows = 0;                 ///< of an epoch that train, those cut among them
    double cut = 0, dropped = 0;     ///< rows longer than the plan's sequence_length: cut to it, or left out
    Count shortest = 0, longest = 0; ///< tokens, as stated
    double mean = 0;                 ///< tokens of a row that trains
    double padding = 0;              ///< share of the tokens computed
    double sequences = 0;            ///< of an epoch, as micro_batch counts them: rows, or of rows packed what they fill
    double step_share = 1;           ///< mean seconds of a step over those of one of full length
    bool operator==(const LengthsTaken &) const = default;
};

/// What a named amount of tokens takes.
struct RunCost {
    RunAmount amount;  ///< as it was named
    double tokens = 0; ///< that it makes, all epochs together
    double steps = 0;  ///< of a training, whole ones; 0: a serving
    double hours = 0;
    std::optional<LengthsTaken> lengths; ///< of an amount that names some
    TimeRange range;                     ///< of the hours, and of the dollars
    std::optional<double> usd;           ///< absent: no price is known
    std::string offer;                   ///< whose price, and of which day
    bool operator==(const RunCost &) const = default;
};

/// How long a run takes on one kind of card.
struct RunTime {
    std::string card; ///< of the catalogue
    Count cards = 1;
    Count of_machine = 1; ///< of them those that must share a machine: of ranks that send to one another as many as a node has
    std::optional<StepTime> step;
    std::optional<ServeTime> serve;
    std::optional<LengthsTaken> lengths; ///< of the amount's rows, where it names their lengths (core/api/hours/length_work.h)
    std::optional<RunCost> cost;         ///< of an amount that somebody named
    TimeBound bound = TimeBound::compute;
    TimeRange range;                      ///< of the step's seconds; of serving, of its rates
    std::vector<std::string> assumptions; ///< phrases
    bool operator==(const RunTime &) const = default;
    [[nodiscard]] double tokens_per_second() const { return step && step->seconds > 0 ? step->tokens / step->seconds : 0; }
};

/// Of an estimate made with EstimateOptions::time, on this card, which need not be the one that it was made for. Nothing where the
/// card's speed is not known, or the work of such a run is not told.
[[nodiscard]] std::optional<RunTime> time_of(const Estimate &estimate, const CardFacts &card);

/// Where time_of tells nothing: why. A phrase.
[[nodiscard]] std::string why_no_time(const Estimate &estimate, const CardFacts &card);

/// Seconds for so many tokens of a data set; of a serving those that come out.
[[nodiscard]] std::optional<double> seconds_for_tokens(const RunTime &time, double tokens);

} // namespace plimsoll
