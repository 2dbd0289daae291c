// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll::tests {

/// Writes a header as ggml does (docs/gguf.md).
class GgufHeader {
public:
    void number(const std::string &key, std::uint32_t value)
    {
        put(key);
        put(std::uint32_t{4});
        put(value);
        ++m_keys;
    }
    void text(const std::string &key, const std::string &value)
    {
        put(key);
        put(std::uint32_t{8});
        put(value);
        ++m_keys;
    }
    void numbers(const std::string &key, const std::vector<std::uint32_t> &values)
    {
        put(key);
        put(std::uint32_t{9});
        put(std::uint32_t{4});
        put(static_cast<std::uint64_t>(values.size()));
        for (const std::uint32_t value : values) put(value);
        ++m_keys;
    }
    /// `type`: F32 0, F16 1, Q4_K 12, Q6_K 14.
    void tensor(const std::string &name, std::vector<std::uint64_t> shape, std::uint32_t type)
    {
        std::swap(m_out, m_tensors);
        put(name);
        put(static_cast<std::uint32_t>(shape.size()));
        for (const std::uint64_t size : shape) put(size);
        put(type);
        put(std::uint64_t{0});
        std::swap(m_out, m_tensors);
        ++m_count;
    }
    [[nodiscard]] std::string whole() const
    {
        GgufHeader out;
        out.put(std::uint32_t{3});
        out.put(m_count);
        out.put(m_keys);
        return "GGUF" + out.m_out + m_out + m_tensors;
    }

private:
    template <class T>
    void put(T value)
    {
        m_out.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    void put(const std::string &value)
    {
        put(static_cast<std::uint64_t>(value.size()));
        m_out += value;
    }

    std::string m_out, m_tensors;
    std::uint64_t m_keys = 0, m_count = 0;
};

namespace small_gguf {
inline constexpr std::uint32_t f32 = 0, q4_k = 12, q6_k = 14;
inline constexpr int layers = 4, hidden = 512, heads = 8, kv_heads = 2, width = 1536, words = 1024;
} // namespace small_gguf

/// A LLaMA whose down projections are wider than the rest, as no file type has it.
inline std::string small_llama(const std::string &architecture = "llama")
{
    using namespace small_gguf;
    GgufHeader out;
    out.text("general.architecture", architecture);
    out.number(architecture + ".block_count", layers);
    out.number(architecture + ".embedding_length", hidden);
    out.number(architecture + ".feed_forward_length", width);
    out.number(architecture + ".attention.head_count", heads);
    out.numbers(architecture + ".attention.head_count_kv", std::vector<std::uint32_t>(layers, kv_heads));
    out.number(architecture + ".context_length", 8192);
    out.tensor("token_embd.weight", {hidden, words}, q4_k);
    out.tensor("output_norm.weight", {hidden}, f32);
    out.tensor("output.weight", {hidden, words}, q6_k);
    for (int layer = 0; layer < layers; ++layer) {
        const std::string begin = "blk." + std::to_string(layer) + ".";
        out.tensor(begin + "attn_norm.weight", {hidden}, f32);
        out.tensor(begin + "attn_q.weight", {hidden, hidden}, q4_k);
        out.tensor(begin + "attn_k.weight", {hidden, hidden * kv_heads / heads}, q4_k);
        out.tensor(begin + "attn_v.weight", {hidden, hidden * kv_heads / heads}, q6_k);
        out.tensor(begin + "attn_output.weight", {hidden, hidden}, q4_k);
        out.tensor(begin + "ffn_norm.weight", {hidden}, f32);
        out.tensor(begin + "ffn_gate.weight", {hidden, width}, q4_k);
        out.tensor(begin + "ffn_up.weight", {hidden, width}, q4_k);
        out.tensor(begin + "ffn_down.weight", {width, hidden}, q6_k);
    }
    return out.whole();
}

} // namespace plimsoll::tests
