// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/profile/profile_of.h"
#include "ui/document/evaluator.h"

#include <QImage>
#include <QString>

#include <optional>

namespace plimsoll {

/// What leaves the window: the snapshot, and the file that makes it again (empty: not saved yet).
struct Export {
    const Snapshot &snapshot;
    QString session_path;
    std::vector<Advice> advice = {};                  ///< stands on the page where there is some
    QString command = {};                             ///< that makes it again; empty: that of the session's file
    std::optional<report::ProfileFacts> profile = {}; ///< it is written of the selected plan; absent: a report of all scenarios
};

/// Scenario table, verdicts, a sentence to cite and how to reproduce, as core's report writes it. Empty without an estimate.
[[nodiscard]] QString model_card_block(const Export &what);

/// A model card's text with the short block in it (core/plan/model_card/placed_block.h). Error: markers that do not pair, or there is
/// no estimate.
[[nodiscard]] Result<std::string> card_with_block(const Export &what, std::string_view card);

/// The memory chart on light paper.
[[nodiscard]] QImage chart_picture(const Snapshot &snapshot, double scale);

/// The same as SVG.
[[nodiscard]] QByteArray chart_svg(const Snapshot &snapshot);

/// What is written in the format of this ending. The snapshot has an estimate.
[[nodiscard]] report::Document document_of(const Export &what, const QString &suffix);

/// Writes the format of this ending (report::writers()) atomically.
[[nodiscard]] std::optional<Error> write_export(const Export &what, const QString &suffix, const QString &path);

} // namespace plimsoll
