// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/session.h"
#include "ui/document/evaluator.h"

namespace plimsoll {

/// core's services, already at work in a thread of their own on what a window with this session will ask first: so that its
/// panes are built meanwhile. Answers are those of core_services().
[[nodiscard]] EvaluatorServices head_start(const Session &session);

} // namespace plimsoll
