// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll {

/// Several sources behind one list of cards. The first one's keep the indices that they have there, which are their driver's; those of
/// the others come after them. A card keeps its index while this lives, whatever sleeps, is lost or is plugged in meanwhile.
class CombinedSource : public LiveSource {
public:
    /// `sys_root`: where NVIDIA's cards are counted that their driver has not told of, since they all sleep.
    CombinedSource(std::vector<std::unique_ptr<LiveSource>> sources, std::string sys_root);
    [[nodiscard]] LiveSnapshot read() override;
    void detach() override;

private:
    /// Of a card of a source after the first.
    [[nodiscard]] int index_of(std::size_t source, const LiveGpu &gpu);

    std::vector<std::unique_ptr<LiveSource>> m_sources;
    std::string m_sys_root;
    int m_first_free = 0;                                         ///< after the first source's
    std::map<std::pair<std::size_t, std::string>, int> m_indices; ///< by source and identity
};

} // namespace plimsoll
