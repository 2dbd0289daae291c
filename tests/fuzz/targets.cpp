// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/fit/gpu_catalogue.h"
#include "core/fit/offers.h"
#include "core/model/embedded.h"
#include "core/model/gguf.h"
#include "core/model/load.h"
#include "core/model/lora.h"
#include "core/plan/plan_json.h"
#include "core/plan/session.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace plimsoll::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::string text_of(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream out;
    out << file.rdbuf();
    return out.str();
}

std::vector<std::string> files_of(const fs::path &folder)
{
    std::vector<std::string> out;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder))
        if (entry.is_regular_file()) out.push_back(text_of(entry.path()));
    return out;
}

/// One line of a recorded file each: small models of every family.
std::vector<std::string> configs()
{
    std::vector<std::string> out = files_of(PLIMSOLL_FIXTURES "/configs");
    std::istringstream lines(text_of(PLIMSOLL_FIXTURES "/recipes.jsonl"));
    for (std::string line; std::getline(lines, line);) {
        const auto start = line.find("{", 1), end = line.find("}, \"total\"");
        if (start != std::string::npos && end != std::string::npos) out.push_back(line.substr(start, end + 1 - start));
    }
    return out;
}

std::string safetensors_header()
{
    std::string out = R"({"__metadata__":{"format":"pt"})";
    for (int i = 0; i < 12; ++i)
        out += ",\"model.layers." + std::to_string(i) + R"(.mlp.up_proj.weight":{"dtype":")" + (i % 3 ? "BF16" : "F8_E4M3") +
               R"(","shape":[64,)" + std::to_string(i % 3 ? 32 : 64) + R"(],"data_offsets":[)" + std::to_string(i * 4096) + "," +
               std::to_string((i + 1) * 4096) + "]}";
    return out + "}";
}

std::string index_text()
{
    std::string out = R"({"metadata":{"total_size":123456},"weight_map":{)";
    for (int i = 0; i < 40; ++i)
        out += std::string(i ? "," : "") + "\"model.layers." + std::to_string(i) + ".mlp.up_proj.weight\":\"model-0000" +
               std::to_string(1 + i / 10) + "-of-00004.safetensors\"";
    return out + "}}";
}

void append(std::string &out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

void append_text(std::string &out, const std::string &text)
{
    append(out, text.size(), 8);
    out += text;
}

std::string gguf_header()
{
    std::string out = "GGUF";
    append(out, 3, 4);
    append(out, 12, 8);
    append(out, 2, 8);
    append_text(out, "general.architecture");
    append(out, 8, 4);
    append_text(out, "llama");
    append_text(out, "tokenizer.ggml.scores");
    append(out, 9, 4);
    append(out, 6, 4);
    append(out, 4, 8);
    for (int i = 0; i < 4; ++i) append(out, 0, 4);
    for (std::uint64_t i = 0; i < 12; ++i) {
        append_text(out, "blk." + std::to_string(i) + ".attn_q.weight");
        append(out, 2, 4);
        append(out, 256, 8);
        append(out, 8, 8);
        append(out, i % 2 ? 12 : 0, 4);
        append(out, i * 8192, 8);
    }
    return out;
}

void read_config(const std::string &text)
{
    const Result<ArchitectureRef> read = architecture_from_config(text, "fuzz");
    if (!read || (*read)->modules.size() > 4000) return;
    for (const char *targets : {"all-linear", "default"}) {
        Adapter adapter;
        adapter.targets = {targets};
        (void)lora_targets(**read, adapter);
    }
}

void read_safetensors_header(const std::string &text)
{
    const Result<Checkpoint> read = checkpoint_from_safetensors_header(text, std::uint64_t{1} << 62, "fuzz");
    if (read) (void)architecture_from_checkpoint(*read, "fuzz");
}

void read_gguf_header(const std::string &text)
{
    const Result<Checkpoint> read = checkpoint_from_gguf_header(text, "fuzz");
    if (read) (void)architecture_from_checkpoint(*read, "fuzz");
}

/// What is read is written and read again: the same value.
void read_session(const std::string &text)
{
    const Result<ParsedSession> read = session_from_text(text);
    if (!read) return;
    const Result<ParsedSession> again = session_from_text(session_to_text(read->session));
    if (!again) __builtin_trap();
}

} // namespace

const std::vector<Target> &targets()
{
    static const std::vector<Target> all{
        {"config", configs(), read_config, 256 * mebibyte},
        {"safetensors", {safetensors_header()}, read_safetensors_header, 4 * mebibyte},
        {"index", {index_text()}, [](const std::string &text) { (void)shards_of_index(text, "fuzz"); }, mebibyte},
        {"gguf", {gguf_header()}, read_gguf_header, 4 * mebibyte},
        {"plan", files_of(PLIMSOLL_EXAMPLES), [](const std::string &text) { (void)plan_from_json(text); }, 16 * mebibyte},
        {"session", files_of(PLIMSOLL_EXAMPLES), read_session, 16 * mebibyte},
        {"gpus",
         {text_of(PLIMSOLL_EXAMPLES "/../gpus.json")},
         [](const std::string &text) { (void)parse_gpu_catalogue(text, "fuzz"); },
         32 * mebibyte},
        {"offers",
         {text_of(PLIMSOLL_EXAMPLES "/../cloud.json")},
         [](const std::string &text) { (void)parse_cloud_offers(text, "fuzz"); },
         32 * mebibyte}};
    return all;
}

} // namespace plimsoll::fuzz
