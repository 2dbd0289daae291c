// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace plimsoll {

/// What the last `most` keys were answered with: an editor asks for the same again and again, a list of plans goes round a few.
/// The oldest goes for a new one. `Key` has == and names all that the answer depends on, the language too where it holds texts;
/// `Value` is cheap to copy. Any thread may ask: one makes an answer, the others wait for it.
/// Held by what the answers are about, which tells two memos of the same types apart by their names:
/// `struct TrainedParts : Memo<Choice, Part> {};` and `model.analyses.of<TrainedParts>()` (core/ground/analyses.h).
template <class Key, class Value, std::size_t most = 16>
class Memo {
public:
    /// `make()` is the answer to `key`; it may ask this memo for other keys.
    template <class Make>
    [[nodiscard]] Value get(const Key &key, Make make)
    {
        const std::shared_ptr<Answer> answer = place_of(key);
        std::call_once(answer->once, [&] { answer->value.emplace(make()); });
        return *answer->value;
    }

protected:
    Memo() = default; // a name of its own

private:
    struct Answer {
        Key key;
        std::once_flag once{};
        std::optional<Value> value{};
    };

    std::mutex m_mutex;
    std::deque<std::shared_ptr<Answer>> m_kept; ///< the newest last

    std::shared_ptr<Answer> place_of(const Key &key)
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = std::ranges::find_if(m_kept, [&key](const auto &kept) { return kept->key == key; });
        if (found != m_kept.end()) return *found;
        if (m_kept.size() >= most) m_kept.pop_front();
        return m_kept.emplace_back(new Answer{key});
    }
};

} // namespace plimsoll
