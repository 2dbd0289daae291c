// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/catalogue_text.h"

#include "core/ground/bytes.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

constexpr std::uintmax_t largest_file = 16 * mib;

/// Index of the quote that ends a string begun at `from`, or of the end of its line: a string that is not closed there is
/// not valid JSON anyway.
std::size_t end_of_string(std::string_view text, std::size_t from)
{
    std::size_t i = from;
    for (; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        if (text[i] == '\\') ++i;
    return std::min(i, text.size());
}

} // namespace

std::string CatalogueProblem::message() const
{
    return file + (line > 0 ? ':' + std::to_string(line) : std::string()) + ": " + error.message(); // 0: the file as a whole
}

std::vector<std::string_view> catalogue_entries(std::string_view text, std::string_view name)
{
    std::vector<std::string_view> out;
    int depth = 0;
    int array_depth = -1;
    std::size_t start = 0;
    std::string_view last_string;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const std::size_t end = end_of_string(text, i + 1);
            if (depth == 1) last_string = text.substr(i + 1, end - i - 1);
            i = end;
        } else if (c == '[' || c == '{') {
            if (c == '[' && depth == 1 && last_string == name && array_depth < 0) array_depth = 2;
            if (c == '{' && depth == array_depth) start = i;
            ++depth;
        } else if (c == ']' || c == '}') {
            --depth;
            if (c == '}' && depth == array_depth) out.push_back(text.substr(start, i - start + 1));
            if (depth < array_depth) break;
        }
    }
    return out;
}

int line_of_field(std::string_view text, std::string_view entry, const std::string &field)
{
    const std::string key = '"' + field.substr(field.rfind('.') + 1) + '"';
    const std::size_t within = field.empty() ? std::string_view::npos : entry.find(key);
    const auto offset = static_cast<std::size_t>(entry.data() - text.data()) + (within == std::string_view::npos ? 0 : within);
    return 1 + static_cast<int>(std::ranges::count(text.substr(0, offset), '\n'));
}

int line_of_mistake(std::string_view text)
{
    const auto keep_nothing = [](int, nlohmann::json::parse_event_t, const nlohmann::json &) { return false; };
    try {
        [[maybe_unused]] const nlohmann::json nothing = nlohmann::json::parse(text, keep_nothing);
    } catch (const nlohmann::json::parse_error &error) {
        const std::size_t offset = error.byte == 0 ? 0 : error.byte - 1;
        return 1 + static_cast<int>(std::ranges::count(text.substr(0, offset), '\n'));
    } catch (const nlohmann::json::exception &) {
        return 1; // a number out of range
    }
    return 1;
}

int line_of_mistake(std::string_view text, std::string_view entry)
{
    return line_of_field(text, entry) + line_of_mistake(entry) - 1;
}

std::vector<CatalogueProblem> repetitions(const std::string &file, std::string_view text, std::string_view entry, int levels)
{
    std::vector<CatalogueProblem> out;
    for (std::string &field : repeated_keys(entry, levels)) {
        const std::size_t last = entry.rfind('"' + field.substr(field.rfind('.') + 1) + '"');
        const int line = line_of_field(text, entry.substr(last == std::string_view::npos ? 0 : last));
        out.push_back(
            {file, line, {std::move(field), {}, {}, phrase(QT_TRANSLATE_NOOP("core", "stands twice, the last is read"))}});
    }
    return out;
}

CatalogueFile read_catalogue_file(const std::string &path)
{
    CatalogueFile out;
    const auto fail = [&](std::string text) {
        out.problems.push_back({path, 0, {{}, {}, {}, std::move(text)}});
        return out;
    };
    std::error_code error;
    if (path.empty()) return out;
    if (!std::filesystem::exists(path, error)) {
        if (!std::filesystem::is_symlink(std::filesystem::symlink_status(path, error))) return out;
        return fail(phrase(QT_TRANSLATE_NOOP("core", "is a link to a file that is not there")));
    }
    if (!std::filesystem::is_regular_file(path, error)) return fail(phrase(QT_TRANSLATE_NOOP("core", "is not a file")));
    if (const std::uintmax_t bytes = std::filesystem::file_size(path, error); error || bytes > largest_file)
        return fail(phrase(QT_TRANSLATE_NOOP("core", "is larger than %1, which no catalogue is"), {"16 MiB"}));
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return fail(phrase(QT_TRANSLATE_NOOP("core", "cannot be opened; check its permissions")));
    out.text.assign(std::istreambuf_iterator<char>(stream), {});
    if (out.text.empty()) return fail(phrase(QT_TRANSLATE_NOOP("core", "is empty")));
    return out;
}

std::string user_file_path(const std::string &name)
{
    const auto folder = [](const char *variable) {
        const char *const value = std::getenv(variable);
        return std::filesystem::path(value == nullptr ? "" : value);
    };
#ifdef _WIN32
    const std::filesystem::path config = folder("APPDATA");
#else
    std::filesystem::path config = folder("XDG_CONFIG_HOME");
    if (config.empty() && !folder("HOME").empty()) config = folder("HOME") / ".config";
#endif
    return config.empty() ? std::string{} : (config / "plimsoll" / name).string();
}

} // namespace plimsoll
