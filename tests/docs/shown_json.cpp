// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_json.h"

#include <algorithm>
#include <optional>
#include <set>

namespace plimsoll::docs {

namespace {

using nlohmann::json;

constexpr std::string_view left_out = "…";

/// Walks the text and the value side by side; what differs is said, and replaced where it is no object or array.
class Walk {
public:
    explicit Walk(const std::string &text) : m_text(text) {}

    void value(const std::optional<json> &is, const std::string &path)
    {
        blanks();
        if (peek('{'))
            object(is, path);
        else if (peek('['))
            array(is, path);
        else
            scalar(is, path);
    }

    ShownJson take()
    {
        blanks();
        if (m_at < m_text.size()) m_out.differences.emplace_back("more is shown than the program answers");
        m_out.renewed += m_text.substr(m_done);
        return std::move(m_out);
    }

private:
    const std::string &m_text;
    std::size_t m_at = 0, m_done = 0;
    ShownJson m_out;

    void blanks() { m_at = std::min(m_text.find_first_not_of(" \n,", m_at), m_text.size()); }
    [[nodiscard]] bool peek(char c) const { return m_at < m_text.size() && m_text[m_at] == c; }
    void say(const std::string &path, const std::string &what) { m_out.differences.push_back(path + ": " + what); }

    /// Whether the container goes on; false behind its end.
    bool goes_on(char end)
    {
        blanks();
        if (m_at >= m_text.size()) return false;
        if (!peek(end)) return true;
        ++m_at;
        return false;
    }

    bool skip_left_out()
    {
        if (m_text.compare(m_at, left_out.size(), left_out) != 0) return false;
        m_at += left_out.size();
        return true;
    }

    [[nodiscard]] std::size_t end_of_scalar() const
    {
        if (!peek('"')) return std::min(m_text.find_first_of(", \n]}", m_at), m_text.size());
        std::size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != '"') end += m_text[end] == '\\' ? 2 : 1;
        return end + 1;
    }

    void scalar(const std::optional<json> &is, const std::string &path)
    {
        const std::size_t end = end_of_scalar();
        const std::string shown = m_text.substr(m_at, end - m_at);
        if (is && json::parse(shown, nullptr, false) != *is) {
            say(path, "shown " + shown + ", is " + is->dump());
            m_out.renewed += m_text.substr(m_done, m_at - m_done) + is->dump();
            m_done = end;
        }
        m_at = std::max(end, m_at + 1);
    }

    void object(const std::optional<json> &is, const std::string &path)
    {
        ++m_at;
        if (is && !is->is_object()) say(path, "shown an object, is " + is->dump());
        const std::string prefix = path.empty() ? std::string() : path + '.';
        std::set<std::string> shown;
        bool all = true;
        while (goes_on('}')) {
            if (skip_left_out()) {
                all = false;
                continue;
            }
            const std::size_t end = end_of_scalar();
            const std::string key = json::parse(m_text.substr(m_at, end - m_at), nullptr, false).get<std::string>();
            m_at = m_text.find(':', end) + 1;
            shown.insert(key);
            const std::string inside = prefix + key;
            const bool there = is && is->is_object() && is->contains(key);
            if (is && !there) say(inside, "shown, is not there");
            value(there ? std::optional((*is)[key]) : std::nullopt, inside);
        }
        if (!all || !is || !is->is_object()) return;
        for (const auto &[key, held] : is->items())
            if (!shown.contains(key)) say(path, "not shown, without a …: " + key);
    }

    /// Elements behind a "…" count from the end: how many follow is not known before they are read.
    void array(const std::optional<json> &is, const std::string &path)
    {
        const std::size_t begin = ++m_at;
        std::size_t before = 0, behind = 0;
        bool all = true;
        {
            Walk counting(m_text);
            counting.m_at = begin;
            while (counting.goes_on(']')) {
                if (counting.skip_left_out())
                    all = false;
                else {
                    counting.value(std::nullopt, {});
                    ++(all ? before : behind);
                }
            }
        }
        const std::size_t size = is && is->is_array() ? is->size() : 0;
        if (is && (!is->is_array() || (all ? size != before : size < before + behind)))
            say(path, "shown " + std::to_string(before + behind) + " elements, are " + std::to_string(size));
        for (std::size_t i = 0; goes_on(']');) {
            if (skip_left_out()) continue;
            const std::size_t index = i < before ? i : size - std::min(size, behind - (i - before));
            value(index < size ? std::optional((*is)[index]) : std::nullopt, path + '[' + std::to_string(index) + ']');
            ++i;
        }
    }
};

} // namespace

ShownJson compare_shown(const std::string &text, const std::vector<json> &values)
{
    Walk walk(text);
    for (const json &value : values) walk.value(value, {});
    return walk.take();
}

} // namespace plimsoll::docs
