// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A word of a name, in lower case, and where it stands.
struct NameWord {
    std::string text;
    std::size_t begin = 0, end = 0;
};

/// A name in words: what stands between "-", "_", ".", ":", "@", "+", "~" and blanks of its last part.
class NameWords {
public:
    explicit NameWords(std::string_view name);

    [[nodiscard]] const std::vector<NameWord> &all() const { return m_words; }
    [[nodiscard]] const std::string &owner() const
    {
        return m_owner;
    } ///< what stands before the last slash of a Hub id, in lower case
    [[nodiscard]] bool has(std::string_view word) const;
    /// Words that begin so.
    [[nodiscard]] bool begins(std::string_view beginning) const;
    /// Words from `at` on without what stands between them: "q4km" of three in "Q4_K_M"; empty where there are not as many.
    [[nodiscard]] std::string joined(std::size_t at, std::size_t count) const;
    /// The name's own text of these words.
    [[nodiscard]] std::string shown(std::size_t first, std::size_t count) const;
    /// The whole name without these words, each with what stands before it, and without what only files or packings are called.
    [[nodiscard]] std::string without(const std::vector<bool> &left_out) const;

private:
    std::string m_name, m_owner;
    std::vector<NameWord> m_words;
};

/// Words that say how a type of llama.cpp is called: from `first` on `count` of them.
struct NamedType {
    std::size_t first = 0, count = 0;
    std::string_view type; ///< as plans write it
    double bits = 0;
    int off = 0;
    bool own_mix = false, bare = false; ///< its maker's own; only the bits are said ("Q4")
};

/// The last type of llama.cpp in a name; nothing where there is none.
[[nodiscard]] std::optional<NamedType> gguf_type_in(const NameWords &words, bool of_gguf);

} // namespace plimsoll
