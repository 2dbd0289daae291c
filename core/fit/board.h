// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll {

/// The largest value of a field that fits on one card, all else as it is.
struct BoardMaximum {
    std::optional<Count> value; ///< 0: not even the least value fits; absent: not known
    bool exact = false;         ///< as Solver::on_card() finds it; else off a curve, within a few per cent
    bool operator==(const BoardMaximum &) const = default;
};

struct BoardRow {
    const Gpu *gpu = nullptr;
    Verdict verdict;
    BoardMaximum batch, length;
};

/// One plan against many cards.
struct Board {
    SolveField batch = SolveField::micro_batch;      ///< `sequences` for inference
    SolveField length = SolveField::sequence_length; ///< `context` for inference
    Count positions = 0;                             ///< that the model was made for, which memory does not end; 0: not known
    std::vector<BoardRow> rows;                      ///< in the order of the cards asked about
    bool exact = false;                              ///< every maximum is
};

/// Verdicts from one estimate alone, in a few milliseconds: what the step does differently on cards of another compute
/// capability is not in them yet.
[[nodiscard]] Board first_board(const Estimate &estimate, const std::vector<Gpu> &cards);

/// Works the board out: verdicts with an estimate for each kind of card that runs a step its own way, then maxima off curves,
/// then maxima exactly. `told` gets the board as far as it is known, several times, in the calling thread; `wanted` is asked
/// between estimates, in threads of the work's own as well, and ends the work when it says no. `estimate` is resolved and
/// has its allocator replayed; `cards` outlive the work.
void work_out_board(const Estimate &estimate, const std::vector<Gpu> &cards, const std::function<bool()> &wanted,
                    const std::function<void(const Board &)> &told);

} // namespace plimsoll
