// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll {

/// A shell command whose words stand on the lines of the file that they come from.
class CommandLines {
public:
    /// A word in a shell's quoting, and where it stands, from 1; it may hold line ends. Words come in the command's order.
    void add(int line, std::string word);
    /// The same, quoted here: one word whatever it holds.
    void add_word(int line, std::string_view word);
    /// "--name value", "--name" of an empty value.
    void add_option(int line, std::string_view name, std::string_view value);
    /// Options from this word on, each with the words behind it, in the order of their lines.
    void sort_options(std::size_t from);
    /// A variable of the command's environment, in place of one of this name.
    void set(int line, std::string_view name, std::string_view value);
    [[nodiscard]] bool empty() const { return m_words.empty(); }
    [[nodiscard]] const std::vector<std::pair<int, std::string>> &words() const { return m_words; }
    [[nodiscard]] const std::vector<std::pair<int, std::string>> &variables() const { return m_variables; }
    /// `first` comes before the first word, where it is no empty text. Empty: there are neither words nor `first`.
    [[nodiscard]] std::string text(std::string_view first = {}) const;

private:
    std::vector<std::pair<int, std::string>> m_words, m_variables;
};

} // namespace plimsoll
