// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/checkpoint/gguf_config.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

namespace plimsoll {

namespace {

using nlohmann::json;

/// llama.cpp's name of an architecture (src/llama-arch.cpp), the model type, and what it is with experts.
struct Known {
    std::string_view architecture, model_type, with_experts = {};
};
constexpr Known known[] = {
    {"llama", "llama", "mixtral"},
    {"mistral3", "ministral3"},
    {"qwen2", "qwen2"},
    {"qwen2moe", "qwen2_moe"},
    {"qwen3", "qwen3"},
    {"qwen3moe", "qwen3_moe"},
    {"gemma", "gemma"},
    {"gemma2", "gemma2"},
    {"gemma3", "gemma3_text"},
    {"phi2", "phi"},
    {"phi3", "phi3"},
    {"phimoe", "phimoe"},
    {"falcon", "falcon"},
    {"starcoder2", "starcoder2"},
    {"stablelm", "stablelm"},
    {"command-r", "cohere"},
    {"cohere2", "cohere2"},
    {"deepseek2", "deepseek_v3"},
    {"gpt-oss", "gpt_oss"},
    {"glm4", "glm4"},
    {"glm4moe", "glm4_moe"},
    {"granite", "granite"},
    {"granitemoe", "granitemoe"},
    {"nemotron", "nemotron"},
    {"olmo", "olmo"},
    {"olmo2", "olmo2"},
    {"olmoe", "olmoe"},
    {"gpt2", "gpt2"},
    {"gptneox", "gpt_neox"},
    {"bloom", "bloom"},
    {"mpt", "mpt"},
    {"smollm3", "smollm3"},
    {"internlm2", "internlm2"},
    {"minicpm", "minicpm"},
    {"exaone", "exaone"},
    {"ernie4_5", "ernie4_5"},
    {"seed_oss", "seed_oss"},
    {"arcee", "arcee"},
    {"apertus", "apertus"},
};

/// A key of the file behind its architecture's name, and those of configurations that mean the same.
struct Key {
    std::string_view gguf;
    std::initializer_list<const char *> config;
};
const Key keys[] = {
    {"embedding_length", {"hidden_size", "n_embd", "d_model"}},
    {"feed_forward_length", {"intermediate_size", "ffn_hidden_size", "n_inner"}},
    {"attention.head_count", {"num_attention_heads", "n_head", "n_heads"}},
    {"attention.head_count_kv", {"num_key_value_heads", "num_kv_heads"}},
    {"attention.key_length", {"head_dim"}},
    {"context_length", {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length"}},
    {"attention.sliding_window", {"sliding_window"}},
    {"attention.layer_norm_rms_epsilon", {"rms_norm_eps"}},
    {"attention.layer_norm_epsilon", {"layer_norm_eps", "layer_norm_epsilon", "norm_epsilon"}},
    {"expert_count", {"num_experts", "num_local_experts", "n_routed_experts"}},
    {"expert_used_count", {"num_experts_per_tok"}},
    {"expert_feed_forward_length", {"moe_intermediate_size"}},
    {"expert_shared_feed_forward_length", {"shared_expert_intermediate_size"}},
    {"expert_shared_count", {"n_shared_experts"}},
    {"leading_dense_block_count", {"first_k_dense_replace"}},
    {"attention.q_lora_rank", {"q_lora_rank"}},
    {"attention.kv_lora_rank", {"kv_lora_rank"}},
    {"rope.freq_base", {"rope_theta"}},
};

class Reading {
public:
    explicit Reading(const Checkpoint &file) : m_file(file) {}

    std::optional<std::string> config()
    {
        const auto *const type = std::ranges::find(known, std::string_view(m_file.model_type), &Known::architecture);
        const auto blocks = number("block_count"), hidden = number("embedding_length");
        if (type == std::end(known) || !blocks || !hidden) return std::nullopt;
        const bool experts = number("expert_count").value_or(0) > 0 && !type->with_experts.empty();
        m_out["model_type"] = experts ? type->with_experts : type->model_type;
        const Count layers = static_cast<Count>(*blocks - number("nextn_predict_layers").value_or(0));
        for (const char *name : {"num_hidden_layers", "n_layer", "n_layers"}) m_out[name] = layers;
        for (const Key &key : keys)
            if (const auto value = number(key.gguf))
                for (const char *name : key.config) m_out[name] = whole(*value);
        if (experts)
            m_out["intermediate_size"] = whole(number("expert_feed_forward_length").value_or(*number("feed_forward_length")));
        m_out["vocab_size"] = vocabulary();
        m_out["tie_word_embeddings"] = !has("output.weight");
        m_out["torch_dtype"] = "float16";
        latent();
        rotary();
        return m_out.dump();
    }

private:
    [[nodiscard]] std::optional<double> number(std::string_view key) const
    {
        return of(m_file.model_type + "." + std::string(key));
    }

    [[nodiscard]] std::optional<double> of(const std::string &key) const
    {
        const auto found = std::ranges::find(m_file.numbers, key, &std::pair<std::string, double>::first);
        return found == m_file.numbers.end() ? std::nullopt : std::optional(found->second);
    }

    [[nodiscard]] bool has(std::string_view tensor) const
    {
        return std::ranges::find(m_file.tensors, tensor, &StoredTensor::name) != m_file.tensors.end();
    }

    [[nodiscard]] static json whole(double value)
    {
        return std::floor(value) == value ? json(static_cast<Count>(value)) : json(value);
    }

    /// The embedding's rows: padded ones are in the file.
    [[nodiscard]] json vocabulary() const
    {
        const auto embedding = std::ranges::find(m_file.tensors, "token_embd.weight", &StoredTensor::name);
        if (embedding != m_file.tensors.end() && embedding->shape.size() == 2) return embedding->shape.front();
        return whole(number("vocab_size").value_or(of("tokenizer.ggml.tokens").value_or(0)));
    }

    /// Multi-head latent attention: the file says whole lengths and the rotary part of them.
    void latent()
    {
        const auto turned = number("rope.dimension_count");
        if (!number("attention.kv_lora_rank") || !turned) return;
        const double whole_key = number("attention.key_length_mla").value_or(number("attention.key_length").value_or(192));
        m_out["qk_rope_head_dim"] = whole(*turned);
        m_out["qk_nope_head_dim"] = whole(whole_key - *turned);
        m_out["v_head_dim"] =
            whole(number("attention.value_length_mla").value_or(number("attention.value_length").value_or(128)));
        m_out.erase("head_dim");
        if (!number("attention.q_lora_rank")) m_out["q_lora_rank"] = nullptr;
        m_out["num_key_value_heads"] = m_out["num_attention_heads"];
    }

    void rotary()
    {
        const auto turned = number("rope.dimension_count"), heads = number("attention.head_count");
        if (!turned || !heads || *heads <= 0 || number("attention.kv_lora_rank")) return;
        const double head = number("attention.key_length").value_or(*number("embedding_length") / *heads);
        if (head > 0 && *turned < head)
            for (const char *name : {"partial_rotary_factor", "rotary_pct"}) m_out[name] = *turned / head;
    }

    const Checkpoint &m_file;
    json m_out = json::object();
};

} // namespace

std::optional<std::string> config_of_gguf(const Checkpoint &file) { return Reading(file).config(); }

} // namespace plimsoll
