// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/session.h"
#include "ui/document/evaluator.h"

namespace plimsoll {

/// A planner of documents, already at work in a thread of their own on what a window with this session will ask first: so that its
/// panes are built meanwhile. It answers as any does.
[[nodiscard]] std::shared_ptr<Planner> head_start(const Session &session);

} // namespace plimsoll
