// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/cards/gpu_catalogue.h"
#include "core/fit/sweep.h"
#include "core/ground/embedded.h"
#include "core/live/recording.h"
#include "core/live/watch.h"
#include "core/load/load.h"
#include "core/model/checkpoint/gguf.h"
#include "core/model/config/defaults.h"
#include "core/families/describe/family.h"
#include "core/adapters/adapted_modules.h"
#include "core/offers/offers.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "core/plan/session.h"

#include "tests/fuzz/measured_files.h"
#include "tests/fuzz/plans.h"
#include "tests/fuzz/text_files.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace plimsoll::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mebibyte = std::size_t{1} << 20;
/// A tree of values takes some sixteen times its text; readers that keep one bound its values (most_json_values).
constexpr std::size_t json_allowance = 64 * mebibyte;

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

/// `key` of every line of a recorded file.
std::vector<std::string> lines_of(const fs::path &file, const char *key)
{
    std::vector<std::string> out;
    std::istringstream lines(text_of(file));
    for (std::string line; std::getline(lines, line);) {
        const nlohmann::json whole = nlohmann::json::parse(line, nullptr, false);
        if (whole.is_object() && whole.contains(key)) out.push_back(whole[key].dump());
    }
    return out;
}

/// Published ones, small models of every recipe, and what every class assumes of its own for each type that is described.
std::vector<std::string> configs()
{
    std::vector<std::string> out = files_of(PLIMSOLL_FIXTURES "/configs");
    for (const char *name : {"recipes.jsonl", "classes.jsonl", "lora.jsonl"})
        for (std::string &text : lines_of(fs::path(PLIMSOLL_FIXTURES) / name, "config")) out.push_back(std::move(text));
    for (const Family &family : families()) {
        nlohmann::json assumed = config_defaults(family.model_type);
        assumed["model_type"] = family.model_type;
        out.push_back(assumed.dump());
    }
    return out;
}

/// Those that are described and small enough for a step of each in no time.
std::vector<std::string> stepped_configs()
{
    std::vector<std::string> out;
    for (std::string &text : configs())
        if (const Result<ArchitectureRef> made = architecture_from_config(text, "fuzz");
            made && (*made)->decoder && (*made)->modules.size() < 2000)
            out.push_back(std::move(text));
    return out;
}

std::string safetensors_header(int tensors)
{
    std::string out = R"({"__metadata__":{"format":"pt"})";
    for (int i = 0; i < tensors; ++i)
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

std::string gguf_header(std::uint64_t tensors)
{
    std::string out = "GGUF";
    append(out, 3, 4);
    append(out, tensors, 8);
    append(out, 2, 8);
    append_text(out, "general.architecture");
    append(out, 8, 4);
    append_text(out, "llama");
    append_text(out, "tokenizer.ggml.scores");
    append(out, 9, 4);
    append(out, 6, 4);
    append(out, 4, 8);
    for (int i = 0; i < 4; ++i) append(out, 0, 4);
    for (std::uint64_t i = 0; i < tensors; ++i) {
        append_text(out, "blk." + std::to_string(i) + ".attn_q.weight");
        append(out, 2, 4);
        append(out, 256, 8);
        append(out, 8, 8);
        append(out, i % 2 ? 12 : 0, 4);
        append(out, i * 8192, 8);
    }
    return out;
}

/// Every shape is counted whole: what saturates should have been refused.
void check_counts(const Architecture &arch)
{
    for (const Module &module : arch.modules)
        for (const std::vector<Parameter> *list : {&module.parameters, &module.buffers})
            for (const Parameter &parameter : *list)
                if (parameter.elements() < 0 || parameter.elements() > INT64_MAX / 2) __builtin_trap();
    const Count total = arch.total_parameters();
    if (total < 0 || total > INT64_MAX / 2 || arch.buffer_bytes() < 0) __builtin_trap();
    if (arch.active_parameters < 0 || arch.active_parameters > total || arch.embedding_parameters > total) __builtin_trap();
}

void read_config(const std::string &text)
{
    const Result<ArchitectureRef> read = architecture_from_config(text, "fuzz");
    if (!read) return;
    check_counts(**read);
    if ((*read)->modules.size() > 4000) return;
    for (const char *targets : {"all-linear", "default"}) {
        Adapter adapter;
        adapter.targets = {targets};
        adapter.rank = text.size() % 2 == 0 ? 65536 : 8;
        (void)adapted_modules(**read, adapter);
    }
}

/// A regular expression that names targets.
void match_targets(const std::string &text)
{
    static const Result<ArchitectureRef> model =
        architecture_from_config(text_of(PLIMSOLL_FIXTURES "/configs/Qwen__Qwen2.5-0.5B.json"), "fuzz");
    Adapter adapter;
    adapter.targets = {text};
    adapter.targets_regex = true;
    (void)adapted_modules(**model, adapter);
}

/// Axes of a sweep, sizes and counts as they are typed.
void read_typed(const std::string &text)
{
    (void)bytes_from_text(text);
    (void)count_from_text(text);
    (void)sweep_axis(text);
    for (const Field &field : plan_fields())
        if (const auto value = field.parse(text)) {
            Plan plan;
            (void)field.read(plan, *value);
        }
}

/// A model of modules takes more than the text of its tensors: made of a few only, so that the limits are the reader's.
bool few(const Checkpoint &checkpoint) { return checkpoint.tensors.size() < 64; }

void read_safetensors_header(const std::string &text)
{
    const Result<Checkpoint> read = checkpoint_from_safetensors_header(text, std::uint64_t{1} << 62, "fuzz");
    if (read && few(*read)) check_counts(architecture_from_checkpoint(*read, "fuzz"));
}

void read_gguf_header(const std::string &text)
{
    const Result<Checkpoint> read = checkpoint_from_gguf_header(text, "fuzz");
    if (read && few(*read)) check_counts(architecture_from_checkpoint(*read, "fuzz"));
}

std::vector<std::string> regular_expressions()
{
    return {".*_proj",
            "(q|k|v|o)_proj",
            R"(model\.layers\.(1[0-9]|[02-9])\.self_attn\.(q|v)_proj)",
            R"(.*language_model\..*\.(q_proj|v_proj))",
            "(.*)*x",
            "([a-z_.0-9]+)+!",
            "(a|a|b)*(.|..)*mlp",
            R"((.+)\.\1)",
            "a{1,100}[[:alpha:]]+?"};
}

std::vector<std::string> typed_texts()
{
    return {"micro_batch=1:64",
            "sequence_length=512:65536:x2",
            "adapter.rank=8,16,32",
            "target.budget_bytes=8GiB:80GiB:8GiB",
            "16.5 GiB",
            "7e9",
            "65,536",
            "max_grad_norm=0:1:0.01",
            "every=2",
            R"({"every": 2})",
            "[1,2,3]",
            "method=full,lora,qlora",
            "9223372036854775807"};
}

void read_recording(const std::string &text)
{
    const Result<std::vector<LiveSnapshot>> read = recording_from_text(text);
    if (!read) return;
    for (const LiveSnapshot &snapshot : *read) (void)(watch_table(snapshot) + watch_json_line(snapshot));
}

/// What is read is written and read again: the same value.
void read_session(const std::string &text)
{
    const Result<ParsedSession> read = session_from_text(text);
    if (!read) return;
    const Result<ParsedSession> again = session_from_text(session_to_text(read->session));
    if (!again) __builtin_trap();
}

std::vector<Target> with_text_targets(std::vector<Target> out)
{
    for (Target &target : text_targets()) out.push_back(std::move(target));
    return out;
}

} // namespace

const std::vector<Target> &targets()
{
    using Texts = std::vector<std::string>;
    static const auto examples = [] { return files_of(PLIMSOLL_EXAMPLES); };
    static const std::vector<Target> all =
        with_text_targets({{"config", configs, read_config, 128 * mebibyte},
                           {"estimate", [] { return random_plans(stepped_configs()); }, estimate_plan, 2048 * mebibyte, 20},
                           {"targets", regular_expressions, match_targets, 16 * mebibyte},
                           {"typed", typed_texts, read_typed, 16 * mebibyte},
                           {"recording", [] { return files_of(PLIMSOLL_FIXTURES "/live"); }, read_recording, mebibyte},
                           {"safetensors",
                            [] {
                                return Texts{safetensors_header(12), safetensors_header(2000)};
                            },
                            read_safetensors_header, mebibyte / 8},
                           {"index", [] { return Texts{index_text()}; },
                            [](const std::string &text) { (void)shards_of_index(text, "fuzz"); }, mebibyte},
                           {"gguf",
                            [] {
                                return Texts{gguf_header(12), gguf_header(2000)};
                            },
                            read_gguf_header, mebibyte / 4},
                           {"plan", examples, [](const std::string &text) { (void)plan_from_json(text); }, json_allowance},
                           {"session", examples, read_session, json_allowance},
                           {"gpus", [] { return Texts{text_of(PLIMSOLL_EXAMPLES "/../gpus.json")}; },
                            [](const std::string &text) { (void)parse_gpu_catalogue(text, "fuzz"); }, json_allowance},
                           {"offers", [] { return Texts{text_of(PLIMSOLL_EXAMPLES "/../cloud.json")}; },
                            [](const std::string &text) { (void)parse_cloud_offers(text, "fuzz"); }, json_allowance},
                           {"snapshot", memory_snapshots, read_snapshot, 16 * mebibyte},
                           {"pickle", pickles, read_pickle, 16 * mebibyte},
                           {"log", monitor_logs, read_log, json_allowance},
                           {"measurement", measurements, read_measurement, json_allowance}});
    return all;
}

} // namespace plimsoll::fuzz
