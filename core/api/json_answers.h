// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/question.h"

#include <string>

namespace plimsoll {

/// A text of JSON without a newline at its end.
struct JsonAnswer {
    std::string text;
    bool ok = true; ///< false: it is {"error": {…}}
};

/// How a plan's text is asked about.
struct JsonOptions {
    std::string base_directory = {}; ///< where its relative paths start
    bool timeline = false;           ///< answers hold the timeline
    bool maxima = false;             ///< the largest micro batch and sequence length for each card
    bool brief = false;              ///< no formulas, sources and tensors: bytes alone
    PlanChange change = {};          ///< what is done to each plan before it is answered
};

} // namespace plimsoll
