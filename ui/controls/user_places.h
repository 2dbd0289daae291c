// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

#include <vector>

namespace plimsoll {

/// A file or folder of the user's own that the planner reads or writes.
struct UserPlace {
    QString title;
    QString path;         ///< native separators; empty: this machine has no such place
    QString state;        ///< what was found there, in one line
    QString folder;       ///< that can be opened; empty: there is none
    bool missing = false; ///< the folder is not there yet and may be made
};

/// The user's own cards and cloud offers, the sessions that are kept, and the Hugging Face cache, as they stand now: the first
/// two are read anew, so that a mistake in them is said.
[[nodiscard]] std::vector<UserPlace> user_places(const QString &sessions_folder);

} // namespace plimsoll
