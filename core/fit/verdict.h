// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/cluster.h"
#include "core/estimate/estimate.h"
#include "core/fit/judged/one_memory.h"

namespace plimsoll {

enum class Fits : std::uint8_t { yes, tight, no, unknown };
[[nodiscard]] std::string_view name_of(Fits fits);

/// The words of a verdict, each with one meaning, by the need's interval: all of it is usable; its middle is; only its lower end
/// is, or it runs by giving cached blocks back; nothing of it is; not known. `Fits` tells tight and unlikely apart no more.
enum class Word : std::uint8_t { fits, tight, unlikely, does_not_fit, unknown };
[[nodiscard]] std::string_view name_of(Word word);

/// What decided a verdict.
enum class Because : std::uint8_t {
    whole_interval_fits,
    interval_crosses, ///< tight: some of the interval lies above the line
    cached_blocks,    ///< tight: runs only because PyTorch gives unused blocks back and tries again
    missing,          ///< no
    lower_bound,      ///< unknown: the estimate is a lower bound
    guessed,          ///< tight: it probably fits, of a model whose layers are taken from one like it
    refused,          ///< no: the engine does not start
    part_on_host,     ///< tight: the engine starts, and what the cards have no room for runs on the host
    short_cache,      ///< tight: the engine starts, and its cache holds a part of the load
    start_differs,    ///< tight: it starts only where more of the one memory of card and host is free than was at least
    one_memory_full,  ///< tight: more of that memory is taken than was free at least
    one_memory_short, ///< no: more of it than was free at most
    too_few_cards,    ///< no: fewer cards are named than the run has processes
    lacks_kernels,    ///< no: the card has no kernels for it
};

/// What a plan takes of one card, the largest of the step, of loading and of the evaluation that it asks for.
struct Need {
    Bytes device = 0;  ///< what nvidia-smi would show for the process on this card
    Interval interval; ///< 90 % of `device`
    Phase phase = Phase::forward;
    bool operator==(const Need &) const = default;
};

struct Verdict {
    std::string gpu;  ///< catalogue's name; "16 GiB budget" for budgets: the same in every language
    std::string card; ///< as sentences say it: "RTX 4090", "2 × RTX 4090", "the 16 GiB budget"; in another unit card_said()
    std::optional<Bytes> budget; ///< what stands in a card's place
    int count = 1;
    bool counted = false;               ///< as Node::counted
    std::optional<RankRange> own_ranks; ///< of a run over cards of several kinds; absent: the card is judged alone
    Bytes usable = 0;                   ///< after target.reserve_fraction
    std::optional<Bytes> free;          ///< live free memory, where it was read
    Fits fits = Fits::unknown;
    Because because = Because::lower_bound;
    Need need;
    Bytes headroom = 0;              ///< usable − device need; negative: excess
    std::optional<OneMemory> shared; ///< of a card that shares its memory with the host
    bool guessed = false;            ///< the model's layers are taken from one like it: it probably fits, or probably not
    std::optional<Count> at_once;    ///< where an engine's cache is short: requests that it runs at once, of `requests`
    Count requests = 0;              ///< that the load has at once
    Count processes = 0;             ///< where too few cards are named: those of the run, each on a card of its own
    std::string lacks;               ///< kernels that the plan needs and the card has none of; empty: none
    std::string left_out;            ///< what the need leaves out, so that it is a lower bound; empty: nothing
    std::string engine_says;         ///< where refused: its words; where its cache is short: how much that holds
    std::optional<Bytes> takes;     ///< of an engine that claims a share: all it takes of the card, what the load leaves among it
    Count cache_requests = 0;       ///< that its cache then holds at once …
    Count cache_tokens = 0;         ///< … of so many tokens
    std::string engine;             ///< its name
    std::optional<Bytes> runs_from; ///< where cached blocks decide: device bytes from which on it runs
    std::string reason;             ///< one sentence: why tight, why not, why unknown; where it fits, where the peak stands
    std::optional<Count> max_micro_batch, max_sequence_length;
    /// The same by the middle of the estimate, where somebody asked; 0: not even the least value.
    std::optional<Count> likely_micro_batch = {}, likely_sequence_length = {};
    std::vector<std::string> notes; ///< precision fallbacks and the like
    bool operator==(const Verdict &) const = default;
    /// Never at odds with `need` and `usable`.
    [[nodiscard]] Word word() const;
    /// "Fits on RTX 4090: 15.2 of 23.5 GiB usable, 8.3 to spare."
    [[nodiscard]] std::string answer(ByteUnit unit = ByteUnit::binary) const;
    /// `reason`, with its figures in this unit.
    [[nodiscard]] std::string reason_in(ByteUnit unit) const;
};

/// What the plan takes on this card: with the card's own context, exactly where same_step_on() holds; else only cuBLAS's
/// workspace is the card's own too.
[[nodiscard]] Need need_on(const Estimate &estimate, const CardFacts &card);

/// Whether a plan fits with its whole interval, which is a verdict's yes, and no more: what solvers ask by the thousand.
struct Room {
    Bytes usable = 0; ///< after target.reserve_fraction
    Need need;
    bool fits = false;
    Bytes spare = 0; ///< up to where it no longer fits: of an engine what its cache has left, where that is less
    bool operator==(const Room &) const = default;
};
[[nodiscard]] Room room_on(const Estimate &estimate, const Gpu &gpu);
[[nodiscard]] Room room_on(const Estimate &estimate, const Node &node);

/// Cards that the run of a resolved plan takes: one for each rank of a training, and of an engine's copies.
[[nodiscard]] Count cards_used(const Plan &resolved);

/// yes: the whole interval of device bytes is usable; tight: it crosses the line, or only required + context fits; no: not even that,
/// nor the tensors of a lower bound; unknown: a lower bound that would fit. Where card and host have one memory: tight at best where
/// run and loading take more of it than was free at least (OneMemory). Asks Peak::required only where it decides.
/// no as well: a number of cards smaller than that of the processes, unless the plan says that it is one node's of several (parallel.gpus_per_node).
/// Of several cards of a kind the fullest rank decides, of a node with own_ranks the fullest of its own.
[[nodiscard]] Verdict verdict_for(const Estimate &estimate, const Gpu &gpu, int count = 1);
[[nodiscard]] Verdict verdict_for_budget(const Estimate &estimate, Bytes budget);
[[nodiscard]] Verdict verdict_for(const Estimate &estimate, const Node &node);
/// Where a card or a budget is needed and none is named.
[[nodiscard]] Error no_target();
/// "Fits now": the same against what is free on a card at this moment, as a live reading says.
[[nodiscard]] Verdict verdict_now(const Estimate &estimate, const Gpu &gpu, Bytes free);

/// The verdict of the card that an answer speaks of first; null without any.
[[nodiscard]] const Verdict *leading(const std::vector<Verdict> &verdicts);
/// Of several: the one that decides for all cards together: no before unknown before tight before yes; of a run over cards of
/// several kinds, then the tightest. Nothing without any.
[[nodiscard]] const Verdict *worst(const std::vector<Verdict> &verdicts);
/// The one that an answer speaks of first: the first card's; of a run over cards of several kinds the one that decides. 0 without any.
[[nodiscard]] std::size_t spoken_of_first(const std::vector<Verdict> &verdicts);

/// One for every node, in their order. Cards of several kinds that are together as many as a training has ranks are one run: each is
/// judged by the ranks that sit on it (core/fit/mixed/mixed_cards.h).
[[nodiscard]] std::vector<Verdict> verdicts_on(const Estimate &estimate, const Cluster &cluster);
/// The same for the plan's own target.
[[nodiscard]] Result<std::vector<Verdict>> verdicts_for_target(const Estimate &estimate);

} // namespace plimsoll
