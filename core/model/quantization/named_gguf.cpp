// SPDX-License-Identifier: GPL-3.0-or-later
// Names of llama.cpp's files: tools/quantize/quantize.cpp (QUANT_OPTIONS), and the types that publishers made of them.
#include "core/model/quantization/name_words.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

struct TypeRow {
    std::string_view word; ///< without what stands between its parts
    std::string_view type;
    double bits; ///< of a weight of a matrix
};

// llama-quantize's own, and bartowski's of the same mixes with embeddings and head in Q8_0.
constexpr auto named_gguf_types = std::to_array<TypeRow>({
    {"q40", "Q4_0", 4.5},
    {"q41", "Q4_1", 5.0},
    {"q50", "Q5_0", 5.5},
    {"q51", "Q5_1", 6.0},
    {"q80", "Q8_0", 8.5},
    {"q81", "Q8_1", 9.0},
    {"q2k", "Q2_K", 3.0},
    {"q2ks", "Q2_K_S", 2.8},
    {"q2kl", "Q2_K_L", 3.1},
    {"q3k", "Q3_K", 3.9},
    {"q3ks", "Q3_K_S", 3.5},
    {"q3km", "Q3_K_M", 3.9},
    {"q3kl", "Q3_K_L", 4.3},
    {"q3kxl", "Q3_K_XL", 4.4},
    {"q4k", "Q4_K", 4.8},
    {"q4ks", "Q4_K_S", 4.6},
    {"q4km", "Q4_K_M", 4.8},
    {"q4kl", "Q4_K_L", 4.9},
    {"q5k", "Q5_K", 5.7},
    {"q5ks", "Q5_K_S", 5.5},
    {"q5km", "Q5_K_M", 5.7},
    {"q5kl", "Q5_K_L", 5.8},
    {"q6k", "Q6_K", 6.6},
    {"q6kl", "Q6_K_L", 6.7},
    {"q8k", "Q8_K", 9.1},
    {"iq1s", "IQ1_S", 1.8},
    {"iq1m", "IQ1_M", 2.0},
    {"iq2xxs", "IQ2_XXS", 2.3},
    {"iq2xs", "IQ2_XS", 2.5},
    {"iq2s", "IQ2_S", 2.6},
    {"iq2m", "IQ2_M", 2.8},
    {"iq3xxs", "IQ3_XXS", 3.2},
    {"iq3xs", "IQ3_XS", 3.4},
    {"iq3s", "IQ3_S", 3.5},
    {"iq3m", "IQ3_M", 3.7},
    {"iq4nl", "IQ4_NL", 4.5},
    {"iq4xs", "IQ4_XS", 4.3},
    {"tq10", "TQ1_0", 1.7},
    {"tq20", "TQ2_0", 2.1},
    {"mxfp4", "mxfp4", 4.3},
    {"mxfp4moe", "MXFP4_MOE", 4.3},
    // laid out for other processors while they are written (tensors as Q4_0's)
    {"q4044", "Q4_0", 4.5},
    {"q4048", "Q4_0", 4.5},
    {"q4088", "Q4_0", 4.5},
    {"q4nl", "IQ4_NL", 4.5},
});

/// Types whose names are words of their own: only in names of files.
constexpr auto plain_types = std::to_array<TypeRow>({
    {"f16", "F16", 16},
    {"fp16", "F16", 16},
    {"bf16", "BF16", 16},
    {"f32", "F32", 32},
    {"fp32", "F32", 32},
});

struct MixRow {
    std::string_view word, nearest;
    double bits;
    int off; ///< per cent
};

// No types of llama.cpp. Unsloth's, by its files' sizes beside llama-quantize's of the same models (Qwen3 8B to 235B, Qwen3.5 27B);
// ik_llama.cpp's, by bits of a weight (ggml/src/iqk).
constexpr auto mixes = std::to_array<MixRow>({
    {"q2kxl", "Q2_K", 3.1, 10},  {"q4kxl", "Q4_K_M", 4.8, 8},   {"q5kxl", "Q5_K_M", 5.7, 6},   {"q6kxl", "Q6_K", 7.0, 12},
    {"q8kxl", "Q8_0", 10.0, 28}, {"iq1kt", "IQ1_S", 1.8, 10},   {"iq2ks", "IQ2_XXS", 2.2, 10}, {"iq2kt", "IQ2_XXS", 2.1, 10},
    {"iq2k", "IQ2_XS", 2.4, 10}, {"iq2kl", "IQ2_M", 2.7, 10},   {"iq3ks", "IQ3_XXS", 3.2, 10}, {"iq3kt", "IQ3_XXS", 3.1, 10},
    {"iq3k", "IQ3_S", 3.4, 10},  {"iq4kss", "IQ4_XS", 4.0, 10}, {"iq4ks", "IQ4_XS", 4.3, 8},   {"iq4kt", "IQ4_XS", 4.0, 10},
    {"iq4k", "IQ4_NL", 4.5, 8},  {"iq5ks", "Q5_K_S", 5.3, 8},   {"iq5k", "Q5_K_S", 5.5, 8},    {"iq6k", "Q6_K", 6.6, 8},
    {"nvfp4", "Q4_0", 4.5, 5},
});

/// What Unsloth's dynamic types of llama.cpp's names differ by: most where few bits leave room.
int off_of_dynamic(double bits) { return bits < 2.1 ? 25 : bits < 3.3 ? 15 : bits < 5 ? 8 : 10; }

constexpr auto of_bits = std::to_array<MixRow>({
    {"1", "IQ1_M", 2.0, 30},
    {"2", "Q2_K", 3.0, 20},
    {"3", "Q3_K_M", 3.9, 15},
    {"4", "Q4_K_M", 4.8, 12},
    {"5", "Q5_K_M", 5.7, 10},
    {"6", "Q6_K", 6.6, 10},
    {"8", "Q8_0", 8.5, 10},
});

/// "q4", "q4kp": a digit and letters behind it.
std::optional<NamedType> by_bits(std::string_view word, std::size_t at, bool of_gguf)
{
    if (!of_gguf) return std::nullopt;
    const std::string_view rest = word.starts_with("iq")  ? word.substr(2)
                                  : word.starts_with('q') ? word.substr(1)
                                                          : std::string_view();
    if (rest.empty() || rest.size() > 4) return std::nullopt;
    const auto *const row = std::ranges::find(of_bits, rest.substr(0, 1), &MixRow::word);
    if (row == of_bits.end() || !std::ranges::all_of(rest.substr(1), [](char c) { return c >= 'a' && c <= 'z'; }))
        return std::nullopt;
    return NamedType{at, 1, row->nearest, row->bits, row->off, rest.size() > 1, rest.size() == 1};
}

std::optional<NamedType> type_at(const NameWords &words, std::size_t at, bool of_gguf)
{
    constexpr std::size_t most_words = 5; // "Q4", "0", "4", "4"
    const bool dynamic = at > 0 && words.all()[at - 1].text == "ud";
    for (std::size_t count = most_words; count > 0; --count) {
        const std::string word = words.joined(at, count);
        if (word.empty() || (count == 1 && word == "mxfp4" && !of_gguf)) continue;
        if (dynamic && word == "q3kxl") return NamedType{at - 1, count + 1, "Q3_K_M", 3.9, 10, true, false};
        if (dynamic && word == "tq10")
            return NamedType{at - 1, count + 1, "IQ1_S", 1.8, 25, true, false}; // a mix of IQ1_S and more
        if (const auto *row = std::ranges::find(named_gguf_types, word, &TypeRow::word); row != named_gguf_types.end())
            return dynamic ? NamedType{at - 1, count + 1, row->type, row->bits, off_of_dynamic(row->bits), true, false}
                           : NamedType{at, count, row->type, row->bits, 0, false, false};
        if (const auto *row = std::ranges::find(mixes, word, &MixRow::word); row != mixes.end() && (of_gguf || word != "nvfp4"))
            return NamedType{at - dynamic, count + dynamic, row->nearest, row->bits, row->off, true, false};
        if (const auto *row = std::ranges::find(plain_types, word, &TypeRow::word); of_gguf && row != plain_types.end())
            return NamedType{at, count, row->type, row->bits, 0, false, false};
    }
    return by_bits(words.all()[at].text, at, of_gguf);
}

} // namespace

std::optional<NamedType> gguf_type_in(const NameWords &words, bool of_gguf)
{
    std::optional<NamedType> out;
    for (std::size_t at = 0; at < words.all().size(); ++at) {
        std::optional<NamedType> found = type_at(words, at, of_gguf);
        if (!found) continue;
        const bool weaker = out && !out->bare && found->bare; // "Q4_K_M-q4"
        at = found->first + found->count - 1;
        if (!weaker) out = found;
    }
    return out;
}

} // namespace plimsoll
