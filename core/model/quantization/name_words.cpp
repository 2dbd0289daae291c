// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/quantization/name_words.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

bool is_between(char c) { return std::string_view("-_.:@+~ ,()[]=").find(c) != std::string_view::npos; }

/// "-00001-of-00003": a part of a file.
std::string_view without_part(std::string_view name)
{
    constexpr std::size_t length = 15; // "-00001-of-00003"
    if (name.size() <= length) return name;
    const std::string_view end = name.substr(name.size() - length);
    const auto digits = [end](std::size_t at) {
        return std::ranges::all_of(end.substr(at, 5), [](char c) { return c >= '0' && c <= '9'; });
    };
    const bool part = end[0] == '-' && digits(1) && end.substr(6, 4) == "-of-" && digits(10);
    return part ? name.substr(0, name.size() - length) : name;
}

std::string_view without_ending(std::string_view name)
{
    for (const std::string_view ending : {".gguf", ".GGUF", ".safetensors"})
        if (name.ends_with(ending)) name.remove_suffix(ending.size());
    return without_part(name);
}

// What only files and packings are called, of no model.
constexpr auto trimmings = std::to_array<std::string_view>(
    {"gguf", "i1",  "imat",  "imatrix", "mlx",  "dwq",  "quantized", "quantised", "128g", "64g",  "32g",      "g128",
     "g64",  "g32", "gs128", "gs64",    "gs32", "1x16", "2x8",       "pv",        "sym",  "asym", "actorder", "marlin"});

} // namespace

NameWords::NameWords(std::string_view name) : m_name(without_ending(name))
{
    const std::size_t slash = m_name.find_last_of("/\\");
    if (slash != std::string::npos) {
        m_owner = m_name.substr(0, slash);
        m_owner = m_owner.substr(m_owner.find_last_of("/\\") + 1); // npos + 1 is 0
        std::ranges::transform(m_owner, m_owner.begin(), [](char c) { return lower(c); });
    }
    std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
    for (std::size_t at = begin; at <= m_name.size(); ++at) {
        if (at < m_name.size() && !is_between(m_name[at])) continue;
        if (at > begin) {
            NameWord word{m_name.substr(begin, at - begin), begin, at};
            std::ranges::transform(word.text, word.text.begin(), [](char c) { return lower(c); });
            m_words.push_back(std::move(word));
        }
        begin = at + 1;
    }
}

bool NameWords::has(std::string_view word) const { return std::ranges::find(m_words, word, &NameWord::text) != m_words.end(); }

bool NameWords::begins(std::string_view beginning) const
{
    return std::ranges::any_of(m_words, [beginning](const NameWord &word) { return word.text.starts_with(beginning); });
}

std::string NameWords::joined(std::size_t at, std::size_t count) const
{
    std::string out;
    if (at + count > m_words.size()) return out;
    for (std::size_t i = at; i < at + count; ++i) out += m_words[i].text;
    return out;
}

std::string NameWords::shown(std::size_t first, std::size_t count) const
{
    if (count == 0 || first + count > m_words.size()) return {};
    return m_name.substr(m_words[first].begin, m_words[first + count - 1].end - m_words[first].begin);
}

std::string NameWords::without(const std::vector<bool> &left_out) const
{
    std::string out = m_name.substr(0, m_words.empty() ? m_name.size() : m_words.front().begin);
    std::size_t last = m_words.empty() ? 0 : m_words.front().begin;
    bool first = true;
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        const NameWord &word = m_words[i];
        const bool trimmed = i > 0 && std::ranges::find(trimmings, std::string_view(word.text)) != trimmings.end();
        if (!left_out[i] && !trimmed) {
            out += first ? std::string_view(m_name).substr(word.begin, word.end - word.begin)
                         : std::string_view(m_name).substr(last, word.end - last);
            first = false;
        }
        last = word.end;
    }
    return out;
}

} // namespace plimsoll
