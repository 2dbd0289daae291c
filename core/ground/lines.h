// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll {

/// Lines of text that many values hold alike: copies share them until one of them changes. What a plan's defaults say is
/// copied with every estimate, ten thousand times a sweep.
class Lines {
public:
    using value_type = std::string;
    using const_iterator = std::vector<std::string>::const_iterator;

    Lines() = default;
    Lines(std::vector<std::string> lines) : m_lines(std::make_shared<const std::vector<std::string>>(std::move(lines))) {}
    Lines(std::initializer_list<std::string> lines) : Lines(std::vector<std::string>(lines)) {}

    [[nodiscard]] const std::vector<std::string> &all() const
    {
        static const std::vector<std::string> none;
        return m_lines ? *m_lines : none;
    }
    operator const std::vector<std::string> &() const { return all(); }
    [[nodiscard]] const_iterator begin() const { return all().begin(); }
    [[nodiscard]] const_iterator end() const { return all().end(); }
    [[nodiscard]] std::size_t size() const { return all().size(); }
    [[nodiscard]] bool empty() const { return all().empty(); }

    void push_back(std::string line)
    {
        std::vector<std::string> lines = all();
        lines.push_back(std::move(line));
        *this = std::move(lines);
    }
    void append(const std::vector<std::string> &more)
    {
        if (more.empty()) return;
        std::vector<std::string> lines = all();
        lines.insert(lines.end(), more.begin(), more.end());
        *this = std::move(lines);
    }

    bool operator==(const Lines &other) const { return m_lines == other.m_lines || all() == other.all(); }

private:
    std::shared_ptr<const std::vector<std::string>> m_lines;
};

} // namespace plimsoll
