// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu.h"
#include "core/ground/phrase.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cctype>
#include <numeric>
#include <optional>

namespace plimsoll {

namespace {

constexpr std::size_t suggestions = 4;
/// Words that name a brand and tell no card from another.
constexpr std::array<std::string_view, 13> brands{"nvidia",   "amd", "intel",      "apple",       "geforce", "tesla", "quadro",
                                                  "graphics", "gpu", "generation", "corporation", "r",       "tm"};

/// Lower-case words of a name without brands; "80 GB" and "80GB" are one word.
std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> out;
    std::string word;
    const auto flush = [&] {
        if (word == "mobile") word = "laptop"; // shops and drivers say either
        if (word.size() == 4 && word.starts_with("sxm") && is_digit(word.back()))
            word.pop_back(); // shops leave its generation out
        const bool number_before = !out.empty() && std::ranges::all_of(out.back(), is_digit);
        if (word == "gb" && number_before)
            out.back() += word;
        else if (word.size() > 2 && word.back() == 'g' && std::all_of(word.begin(), word.end() - 1, is_digit))
            out.push_back(word + 'b'); // "80G"
        else if (!word.empty() && std::ranges::find(brands, word) == brands.end())
            out.push_back(word);
        word.clear();
    };
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (c == '+')
            word += c;
        else
            flush();
    }
    flush();
    return out;
}

std::string key_of(const std::vector<std::string> &words) { return std::accumulate(words.begin(), words.end(), std::string()); }

bool is_size(const std::string &word) { return word.size() > 2 && word.ends_with("gb") && is_digit(word.front()); }

/// The first half of "1g.10gb", a slice of a card.
bool is_profile(const std::string &word) { return word.size() == 2 && is_digit(word[0]) && word[1] == 'g'; }

/// A slice (MIG) is meant only where it is named as one.
bool names_a_slice(const std::vector<std::string> &asked)
{
    return std::ranges::any_of(asked, [](const std::string &word) { return word == "mig" || is_profile(word); });
}

/// Without the engines for media and graphics that a slice may have besides: "1g.10gb+me" has the memory of "1g.10gb".
std::vector<std::string> without_engines(std::vector<std::string> words)
{
    constexpr std::array<std::string_view, 3> engines{"me", "gfx", "all"};
    if (!names_a_slice(words)) return words;
    for (std::string &word : words) word.resize(std::min(word.size(), word.find('+')));
    std::erase_if(words, [&](const std::string &word) { return std::ranges::find(engines, word) != engines.end(); });
    return words;
}

/// "24gb", or "24" alone, of a card that has as much.
bool is_size_of(const std::string &word, const Gpu &gpu)
{
    Bytes size = 0;
    const char *const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, size);
    return error == std::errc{} && (rest == end || std::string_view(rest, end) == "gb") && gpu.memory_nominal / gib == size;
}

/// How a card answers to a name; the smaller the better, as tuples compare.
struct Rank {
    bool aftermarket = false;
    bool laptop = false; ///< although no laptop was asked for
    std::size_t extra_words = 0;
    Bytes memory = 0;
    int sm_count = 0; ///< negative, so that the larger context is assumed
    auto operator<=>(const Rank &) const = default;
};

struct Candidate {
    const Gpu *gpu = nullptr;
    Rank rank;
};

/// One way in which a card is called.
struct Spelling {
    const Gpu *gpu = nullptr;
    std::vector<std::string> words;
    std::string key;
};

/// All spellings of a catalogue, taken apart once. Spellings of one card follow each other.
std::vector<Spelling> index_of(const std::vector<Gpu> &catalogue)
{
    std::vector<Spelling> out;
    const auto add = [&out](const Gpu &gpu, const std::string &name) {
        std::vector<std::string> words = words_of(name);
        std::string key = key_of(words);
        out.push_back({&gpu, std::move(words), std::move(key)});
    };
    for (const Gpu &gpu : catalogue) {
        add(gpu, gpu.name);
        for (const std::string &alias : gpu.aliases) add(gpu, alias);
    }
    return out;
}

Rank rank_of(const Gpu &gpu, const std::vector<std::string> &asked, std::size_t extra)
{
    return {gpu.aftermarket, gpu.form == "laptop" && std::ranges::find(asked, "laptop") == asked.end(), extra, gpu.memory_nominal,
            -gpu.sm_count.value_or(0)};
}

bool is_meant(const Gpu &gpu, const std::vector<std::string> &asked) { return gpu.form != "slice" || names_a_slice(asked); }

/// Cards that have a spelling which is the asked name but for brands, case and spacing.
std::vector<Candidate> same_key(const std::vector<std::string> &asked, const std::vector<Spelling> &index)
{
    const std::string key = key_of(asked);
    std::vector<Candidate> out;
    for (const Spelling &spelling : index)
        if (spelling.key == key && is_meant(*spelling.gpu, asked) && (out.empty() || out.back().gpu != spelling.gpu))
            out.push_back({spelling.gpu, rank_of(*spelling.gpu, asked, 0)});
    return out;
}

/// Marks the words of a spelling that, written as one, are `asked`: "7900xtx" is "7900" and "xtx". False: there are none.
bool mark(const std::string &asked, const std::vector<std::string> &words, std::vector<bool> &marked)
{
    for (std::size_t first = 0; first < words.size(); ++first) {
        std::string run;
        for (std::size_t last = first; last < words.size() && run.size() < asked.size(); ++last) {
            run += words[last];
            if (run != asked) continue;
            std::fill_n(marked.begin() + static_cast<std::ptrdiff_t>(first), last - first + 1, true);
            return true;
        }
    }
    return false;
}

/// How many words of a spelling nobody asked for, sizes apart; absent where it lacks an asked word. A size alone names no card.
std::optional<std::size_t> extra_words(const std::vector<std::string> &asked, const Spelling &spelling)
{
    std::vector<bool> marked(spelling.words.size());
    bool named = false;
    for (const std::string &word : asked) {
        const bool held = mark(word, spelling.words, marked);
        if (!held && !is_size_of(word, *spelling.gpu)) return std::nullopt;
        named = named || (held && !is_size(word));
    }
    if (!named) return std::nullopt;
    std::size_t extra = 0;
    for (std::size_t i = 0; i < marked.size(); ++i) extra += !marked[i] && !is_size(spelling.words[i]) ? 1 : 0;
    return extra;
}

/// Cards that have a spelling which holds every asked word, or the memory that was asked for.
std::vector<Candidate> all_words(const std::vector<std::string> &asked, const std::vector<Spelling> &index)
{
    std::vector<Candidate> out;
    for (const Spelling &spelling : index) {
        if (!is_meant(*spelling.gpu, asked)) continue;
        const std::optional<std::size_t> extra = extra_words(asked, spelling);
        if (!extra) continue;
        if (out.empty() || out.back().gpu != spelling.gpu)
            out.push_back({spelling.gpu, rank_of(*spelling.gpu, asked, *extra)});
        else
            out.back().rank.extra_words = std::min(out.back().rank.extra_words, *extra);
    }
    return out;
}

std::size_t distance(const std::string &a, const std::string &b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

/// The names that differ least, and before them those that lack only the asked size.
std::string nearest_names(const std::vector<std::string> &asked, const std::vector<Spelling> &index)
{
    std::vector<std::string> sizeless = asked;
    std::erase_if(sizeless, is_size);
    std::vector<Candidate> held = all_words(sizeless, index);
    std::ranges::stable_sort(held, {}, &Candidate::rank);
    std::vector<const Gpu *> nearest;
    for (const Candidate &candidate : held) nearest.push_back(candidate.gpu);
    const std::string key = key_of(asked).substr(0, 64);
    std::vector<std::pair<std::size_t, const Gpu *>> ranked;
    for (const Spelling &spelling : index) {
        const std::size_t apart = distance(key, spelling.key);
        if (ranked.empty() || ranked.back().second != spelling.gpu)
            ranked.emplace_back(apart, spelling.gpu);
        else
            ranked.back().first = std::min(ranked.back().first, apart);
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, const Gpu *>::first);
    for (const auto &[apart, gpu] : ranked)
        if (std::ranges::find(nearest, gpu) == nearest.end()) nearest.push_back(gpu);
    std::string out;
    for (std::size_t i = 0; i < std::min(suggestions, nearest.size()); ++i) out += (i == 0 ? "" : ", ") + nearest[i]->name;
    return out;
}

std::string gigabytes(const Gpu &gpu) { return std::to_string((gpu.memory_nominal + gib / 2) / gib) + " GB"; }

/// The chip is sold with other sizes of memory, each a card of its own: "Apple M3 Max 36GB" beside "Apple M3 Max".
std::string other_sizes(const Gpu &gpu, const std::vector<Gpu> &catalogue)
{
    std::string out;
    for (const Gpu &other : catalogue)
        if (gpu.unified_memory && other.name.starts_with(gpu.name + ' ') && is_size(words_of(other.name).back()))
            out += (out.empty() ? "" : ", ") + other.name;
    if (out.empty()) return out;
    return phrase(QT_TRANSLATE_NOOP("core", "GPU \"%1\": taken with %2; it is sold with less memory, too: %3"),
                  {gpu.name, gigabytes(gpu), out});
}

GpuMatch best_of(std::vector<Candidate> candidates, std::string_view asked, bool size_asked, const std::vector<Gpu> &catalogue)
{
    std::ranges::stable_sort(candidates, {}, &Candidate::rank);
    GpuMatch out{candidates.front().gpu, {}};
    if (candidates.size() == 1) {
        if (!size_asked) out.assumption = other_sizes(*out.gpu, catalogue);
        return out;
    }
    const Rank &first = candidates[0].rank;
    const Rank &second = candidates[1].rank;
    const bool standard =
        first.aftermarket != second.aftermarket || first.laptop != second.laptop || first.extra_words != second.extra_words;
    out.assumption = phrase(
        standard
            ? QT_TRANSLATE_NOOP("core", "GPU \"%1\": taken as %2 (%3), the standard card of %4 that share the name; another is "
                                        "%5 (%6)")
            : QT_TRANSLATE_NOOP("core", "GPU \"%1\": taken as %2 (%3), the smallest memory of %4 that share the name; another "
                                        "is %5 (%6)"),
        {asked, out.gpu->name, gigabytes(*out.gpu), std::to_string(candidates.size()), candidates[1].gpu->name,
         gigabytes(*candidates[1].gpu)});
    return out;
}

Result<GpuMatch> find_one(std::string_view name, const std::vector<Gpu> &catalogue, const std::vector<Spelling> &index)
{
    for (const Gpu &gpu : catalogue)
        if (gpu.name == name) return GpuMatch{&gpu, other_sizes(gpu, catalogue)};
    const std::vector<std::string> asked = without_engines(words_of(name));
    if (asked.empty())
        return Error{"gpu",
                     '"' + std::string(name) + '"',
                     phrase(QT_TRANSLATE_NOOP("core", "a name of the catalogue (%1) or %2"), {"plimsoll gpus", "NAME:N"}),
                     {}};
    std::vector<Candidate> found = same_key(asked, index);
    if (found.empty()) found = all_words(asked, index);
    if (!found.empty()) {
        const Gpu &first = *found.front().gpu;
        const bool size_asked = std::ranges::any_of(asked, [&](const std::string &word) { return is_size_of(word, first); });
        return best_of(std::move(found), name, size_asked, catalogue);
    }
    return Error{"gpu",
                 '"' + std::string(name.substr(0, 100)) + '"',
                 phrase(QT_TRANSLATE_NOOP("core", "a name of the catalogue; nearest: %1"), {nearest_names(asked, index)}),
                 {}};
}

} // namespace

Result<GpuMatch> find_gpu(std::string_view name, const std::vector<Gpu> &catalogue)
{
    return find_one(name, catalogue, index_of(catalogue));
}

Result<GpuMatch> find_gpu(std::string_view name)
{
    static const std::vector<Spelling> index = index_of(gpu_catalogue());
    return find_one(name, gpu_catalogue(), index);
}

} // namespace plimsoll
