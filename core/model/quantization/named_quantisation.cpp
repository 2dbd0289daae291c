// SPDX-License-Identifier: GPL-3.0-or-later
// Names under which quantised checkpoints are published on the Hub.
#include "core/model/quantization/named_quantisation.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/quantization/name_words.h"
#include "core/model/quantization/published_by.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace plimsoll {

namespace {

std::optional<int> digits_as_number(std::string_view text)
{
    int out = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
    return problem == std::errc{} && end == text.data() + text.size() && !text.empty() ? std::optional(out) : std::nullopt;
}

/// "int4", "uint4", "4bit", "4bits": 4. Nothing for other words.
std::optional<int> bits_of_word(std::string_view word)
{
    for (const std::string_view start : {"uint", "int"})
        if (word.starts_with(start)) {
            const std::string_view rest = word.substr(start.size());
            return rest.starts_with('4') && rest.size() > 1 && !(rest[1] >= '0' && rest[1] <= '9') ? 4 : digits_as_number(rest); // "int4wo"
        }
    for (const std::string_view end : {"bits", "bit"})
        if (word.ends_with(end)) return digits_as_number(word.substr(0, word.size() - end.size()));
    const bool of_mlc = word.size() == 5 && word[0] == 'q' && word[2] == 'f'; // "q4f16"
    if (of_mlc) return digits_as_number(word.substr(1, 1));
    return std::nullopt;
}

bool may_be_bits(int bits) { return bits >= 1 && bits <= 8; }

/// "w4a16", "w8a8", "w4afp8": bits of weights and of activations.
std::optional<std::pair<int, std::string>> bits_of_both(std::string_view word)
{
    if (!word.starts_with('w')) return std::nullopt;
    const std::size_t a = word.find('a');
    if (a == std::string_view::npos) return std::nullopt;
    const std::optional<int> weights = digits_as_number(word.substr(1, a - 1));
    if (!weights || !may_be_bits(*weights)) return std::nullopt;
    const std::string_view rest = word.substr(a + 1);
    if (rest.starts_with("fp8")) return std::pair(*weights, std::string("fp8"));
    const std::optional<int> activations = digits_as_number(rest);
    if (!activations || (*activations != 4 && *activations != 8 && *activations != 16)) return std::nullopt;
    return std::pair(*weights, std::to_string(*activations));
}

/// Reads a name that is of no file of llama.cpp.
class NamedQuantisationReader {
public:
    explicit NamedQuantisationReader(const NameWords &words) : m_words(words), m_used(words.all().size()) {}

    std::optional<NamedQuantisation> take()
    {
        find_bits();
        if (!settle()) return std::nullopt;
        const std::size_t first = static_cast<std::size_t>(std::ranges::find(m_used, true) - m_used.begin());
        std::size_t last = first;
        for (std::size_t i = first; i < m_used.size(); ++i)
            if (m_used[i]) last = i;
        if (first < m_used.size()) m_out.as_named = m_words.shown(first, last - first + 1);
        m_out.base = m_words.without(m_used);
        if (const PublishedBy *custom = published_by(m_words, m_out.quant)) {
            m_out.block = custom->block;
            if (m_out.tells != NameTells::nearest) m_out.tells = NameTells::all;
            if (!custom->quant.empty()) m_out.quant = custom->quant;
        }
        return std::move(m_out);
    }

private:
    /// Marks the word; whether it is there.
    bool use(std::string_view text)
    {
        bool found = false;
        for (std::size_t i = 0; i < m_used.size(); ++i)
            if (m_words.all()[i].text == text) m_used[i] = found = true;
        return found;
    }
    bool use_beginning(std::string_view beginning)
    {
        bool found = false;
        for (std::size_t i = 0; i < m_used.size(); ++i)
            if (m_words.all()[i].text.starts_with(beginning)) m_used[i] = found = true;
        return found;
    }
    bool use_pair(std::string_view first, std::string_view second)
    {
        for (std::size_t i = 0; i + 1 < m_used.size(); ++i)
            if (m_words.all()[i].text == first && m_words.all()[i + 1].text == second) return m_used[i] = m_used[i + 1] = true;
        return false;
    }

    void find_bits()
    {
        const std::vector<NameWord> &all = m_words.all();
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::optional<int> bits = bits_of_word(all[i].text);
            const bool apart = !bits && i > 0 && (all[i].text == "bit" || all[i].text == "bits");
            if (apart) bits = digits_as_number(all[i - 1].text);
            if (bits && may_be_bits(*bits)) {
                if (m_bits == 0) m_bits = *bits;
                m_used[i] = true;
                if (apart) m_used[i - 1] = true;
            } else if (const auto both = bits_of_both(all[i].text)) {
                m_bits = both->first;
                m_activations = both->second;
                m_used[i] = true;
            }
        }
    }

    /// "q4", as some call MLX's.
    void find_short_bits()
    {
        for (std::size_t i = 0; i < m_used.size(); ++i)
            if (const std::string &text = m_words.all()[i].text;
                text.size() == 2 && text[0] == 'q' && text[1] >= '2' && text[1] <= '8') {
                m_bits = text[1] - '0';
                m_used[i] = true;
            }
    }

    bool is(std::string quant, double bits, NameTells tells = NameTells::usual)
    {
        m_out.quant = std::move(quant);
        m_out.bits = bits;
        m_out.tells = tells;
        return true;
    }

    /// Bits of a weight that ExLlama's names say: "4.0bpw", "exl3-4.25", "4_25bpw".
    std::optional<double> exllama_bits()
    {
        const std::vector<NameWord> &all = m_words.all();
        std::optional<double> out;
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::string_view text = all[i].text;
            const bool marked = text.ends_with("bpw");
            const bool behind =
                i > 0 && (all[i - 1].text.starts_with("exl") || (i > 1 && m_used[i - 1] && out && *out == std::floor(*out)));
            if (!marked && !behind) continue;
            if (marked) text.remove_suffix(3);
            const std::optional<int> number = digits_as_number(text);
            if (!number) continue;
            const std::optional<int> before = i > 0 && marked ? digits_as_number(all[i - 1].text) : std::nullopt;
            const bool fraction = (before && *before <= 8) || (!marked && out);
            if (fraction) {
                const int ones = before ? *before : static_cast<int>(*out);
                out = ones + *number / std::pow(10.0, static_cast<double>(text.size()));
                m_used[i - 1] = true;
            } else
                out = *number;
            m_used[i] = true;
            if (marked) break;
        }
        if (!out && m_bits > 0) out = m_bits;
        return out && *out >= 1 && *out <= 8 ? out : std::nullopt;
    }

    bool exllama(const std::string &method)
    {
        use(method);
        const std::optional<double> bits = exllama_bits();
        if (!bits) return is({}, 0, NameTells::bits);
        std::string text = fixed(*bits, 2);
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
        return is(method + '-' + text, *bits, NameTells::all);
    }

    bool floats()
    {
        if (use_beginning("nvfp4")) return is("nvfp4", 4.5);
        if (use("fp4")) return use("bnb") ? is("fp4", 4.5) : is("nvfp4", 4.5);
        if (use("mxfp4") || use("wmxfp4")) return use("amxfp4"), is("mxfp4", 4.3);
        if (use("mxfp8")) return is("mxfp8", 8.3);
        return false;
    }

    bool eight_bit_floats()
    {
        if (!use_beginning("fp8") && !use("float8") && !use("f8") && !use_beginning("afp8")) return false;
        use("dynamic"), use("static"), use("block"), use("e4m3"), use("kv");
        return is("fp8", 8);
    }

    bool integers_by_method()
    {
        const int bits = m_bits > 0 ? m_bits : 4;
        const double held = bits + 0.2;
        if (use_beginning("gptq")) return is("gptq" + std::to_string(bits), held);
        const bool rounds = use("autoround") || use_pair("auto", "round") || use("inc") || use("ar");
        if (rounds) {
            if (!m_words.has("awq")) return is("gptq" + std::to_string(bits), held);
            return use("awq"), is("awq" + std::to_string(bits), held);
        }
        if (use("awq") || use("autoawq"))
            return m_activations == "16" ? weights_and_activations() : is("awq" + std::to_string(bits), held);
        if (use_beginning("hqq")) return is("hqq" + std::to_string(bits), bits + 0.5);
        if (use("aqlm")) return is("aqlm" + std::to_string(m_bits > 0 ? m_bits : 2), 2.3);
        return false;
    }

    bool weights_and_activations()
    {
        const std::string activations = m_activations == "fp8" ? "8" : m_activations;
        if (m_bits == 8 && m_words.begins("fp8")) return eight_bit_floats();
        return is("w" + std::to_string(m_bits) + "a" + activations, m_bits + 0.2);
    }

    /// What a publisher calls by its bits alone.
    bool bits_alone()
    {
        if (m_bits == 0) return false;
        if (m_words.owner() == "mlx-community") return is("mlx" + std::to_string(m_bits), m_bits + 0.5, NameTells::all);
        if (m_words.owner() == "qwen") return is("gptq" + std::to_string(m_bits), m_bits + 0.2, NameTells::all);
        if (m_words.owner() == "openbmb" || m_words.owner() == "unsloth") return is(m_bits == 8 ? "int8" : "nf4", m_bits + 0.5);
        const bool known = m_bits == 4 || m_bits == 8;
        return is(known ? "w" + std::to_string(m_bits) + "a16" : std::string(), m_bits + 0.3, NameTells::bits);
    }

    bool settle()
    {
        for (const char *method : {"exl2", "exl3"})
            if (m_words.has(method)) return exllama(method);
        const bool of_mlx = m_words.has("mlx") || m_words.owner() == "mlx-community";
        if (of_mlx && m_bits == 0 && !m_words.begins("mxfp") && !m_words.begins("nvfp")) find_short_bits();
        if (of_mlx && m_bits > 0) return use("mlx"), is("mlx" + std::to_string(m_bits), m_bits + 0.5, NameTells::all);
        if (floats() || integers_by_method()) return true;
        const bool packs = use("bnb") || use("bitsandbytes"), nf4 = use("nf4");
        if (nf4 || packs) {
            const bool dynamic = use("unsloth") && m_bits != 8;
            if (m_bits == 8 && !nf4) return is("int8", 8);
            if (!dynamic) return is("nf4", 4.5, NameTells::all);
            m_out.maker = "Unsloth";
            m_out.off = 20;
            return is("nf4", 4.7, NameTells::nearest);
        }
        if (!m_activations.empty()) return weights_and_activations();
        if (eight_bit_floats()) return true;
        for (const char *other :
             {"openvino", "ov", "onnx", "mlc", "coreml", "vptq", "quip", "quip#", "qtip", "spqr", "higgs", "eetq", "squeezellm"})
            if (m_words.has(other) && (m_bits > 0 || m_words.has("quip") || m_words.has("qtip") || m_words.has("spqr")))
                return use(other), is({}, m_bits > 0 ? m_bits + 0.3 : 0, NameTells::bits);
        if (m_bits == 0 && use_pair("compressed", "tensors")) return is({}, 0, NameTells::bits);
        return bits_alone();
    }

    const NameWords &m_words;
    std::vector<bool> m_used;
    NamedQuantisation m_out;
    int m_bits = 0;
    std::string m_activations;
};

std::optional<NamedQuantisation> of_type(const NameWords &words, const NamedType &type)
{
    NamedQuantisation out{.as_named = words.shown(type.first, type.count), .quant = std::string(type.type), .gguf = true};
    std::vector<bool> used(words.all().size());
    for (std::size_t i = type.first; i < type.first + type.count; ++i) used[i] = true;
    out.base = words.without(used);
    out.bits = type.bits;
    if (type.own_mix || type.bare) {
        out.tells = NameTells::nearest;
        out.off = type.off;
        const bool dynamic = words.all()[type.first].text == "ud" || words.owner() == "unsloth";
        if (dynamic && type.own_mix) out.maker = "Unsloth";
    }
    return out;
}

/// Whether the words say that what follows a quantisation's name was undone.
bool says_plain(const NameWords &words)
{
    for (const char *word : {"unquantized", "unquantised", "dequantized", "dequantised", "dequant"})
        if (words.has(word)) return true;
    return false;
}

} // namespace

std::string NamedQuantisation::times_smaller() const { return bits > 0 ? fixed(16 / bits, 1) : std::string(); }

std::string NamedQuantisation::said_of(std::string_view name) const
{
    switch (tells) {
    case NameTells::all: return {};
    case NameTells::usual:
        return phrase(QT_TRANSLATE_NOOP(
                          "core", "%1 was read from the name %2, as such checkpoints are mostly published; its own %3 decides"),
                      {quant, name, "config.json"});
    case NameTells::nearest:
        if (maker.empty())
            return phrase(QT_TRANSLATE_NOOP(
                              "core", "%1 in the name %2 is no type of %5: %3 was taken, from which the file may differ by %4 %"),
                          {as_named, name, quant, std::to_string(off), "llama.cpp"});
        return phrase(QT_TRANSLATE_NOOP(
                          "core", "%1 in the name %2 is a mix of %5's own, chosen layer by layer for each model: %3 was taken, "
                                  "from which its files differ by up to %4 %"),
                      {as_named, name, quant, std::to_string(off), maker});
    case NameTells::bits: break;
    }
    if (!quant.empty())
        return phrase(QT_TRANSLATE_NOOP(
                          "core", "the name %1 says how many bits its weights have (%2), not how they are packed: %3 was taken"),
                      {name, as_named, quant});
    if (bits <= 0)
        return phrase(
            QT_TRANSLATE_NOOP("core", "the name %1 says that its weights are packed (%2), not how: they were not taken so"),
            {name, as_named});
    return phrase(
        QT_TRANSLATE_NOOP("core", "the name %1 says that its weights are packed (%2), not how: in 16 bits, as planned, they are "
                                  "about %3 times larger"),
        {name, as_named, times_smaller()});
}

std::optional<NamedQuantisation> quantisation_of_name(std::string_view name, bool of_gguf)
{
    const NameWords words(name);
    if (says_plain(words)) return std::nullopt;
    const bool file = name.ends_with(".gguf") || name.ends_with(".GGUF"),
               called = words.has("gguf") || words.owner().ends_with("gguf");
    const bool gguf = of_gguf || file || called;
    if (const auto type = gguf_type_in(words, gguf)) return of_type(words, *type);
    if (file) { // a folder that is called by its type: "UD-Q4_K_XL/m-00001-of-00003.gguf"
        const std::size_t slash = name.find_last_of("/\\");
        if (slash != std::string_view::npos)
            if (const auto type = gguf_type_in(NameWords(name.substr(0, slash)), true))
                return of_type(NameWords(name.substr(0, slash)), *type);
    }
    if (!gguf || (!file && !called)) return NamedQuantisationReader(words).take();
    if (file) return std::nullopt;
    NamedQuantisation out{.as_named = "GGUF", .tells = NameTells::bits, .gguf = true};
    out.base = words.without(std::vector<bool>(words.all().size()));
    return out;
}

} // namespace plimsoll
