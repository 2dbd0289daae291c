// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/live/live.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Schema plimsoll.live/1: one snapshot. A reading without a value is null, its reason stands under "reasons".
[[nodiscard]] nlohmann::ordered_json snapshot_to_json(const LiveSnapshot &snapshot);
[[nodiscard]] Result<LiveSnapshot> snapshot_from_json(const nlohmann::json &json);

/// A recording: one snapshot a line, as `plimsoll watch` writes them. The error names the line.
[[nodiscard]] Result<std::vector<LiveSnapshot>> recording_from_text(std::string_view text);

/// The same from a file of at most 256 MiB. The error names file and line.
[[nodiscard]] Result<std::vector<LiveSnapshot>> read_recording(const std::string &path);

/// Replays a recording: each read() gives the next snapshot, the last one again at the end.
class RecordedSource : public LiveSource {
public:
    explicit RecordedSource(std::vector<LiveSnapshot> snapshots) : m_snapshots(std::move(snapshots)) {}
    [[nodiscard]] LiveSnapshot read() override;
    [[nodiscard]] bool ended() const { return m_next >= m_snapshots.size(); }

private:
    std::vector<LiveSnapshot> m_snapshots;
    std::size_t m_next = 0;
};

} // namespace plimsoll
