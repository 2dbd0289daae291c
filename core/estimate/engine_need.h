// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/estimate/runtime.h"

namespace plimsoll {

/// The settings that the engine took where the plan left them out, into the plan, each said among the assumptions.
void take_settings(Plan &plan, const EngineStart &start, Lines &assumptions);

/// An engine's start as a process' figures: what it claims as the peak and its breakdown (sums to Peak::device exactly), what
/// the plan's load needs beside it. Where no card is named it claims what it needs.
void fill_engine(ProcessEstimate &out, const Plan &plan, const EngineStart &start, const ContextBytes &context);

} // namespace plimsoll
