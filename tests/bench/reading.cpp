// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/reading.h"

#include "core/load/load.h"
#include "core/model/checkpoint/gguf.h"
#include "core/model/checkpoint/safetensors.h"
#include "core/model/presets.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace plimsoll::bench {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

template <class Work>
double median_ms(int repetitions, Work work)
{
    std::vector<double> times;
    for (int i = 0; i < repetitions; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

void measure_configurations(json &out)
{
    std::vector<double> all;
    double worst = 0;
    for (const Preset &preset : presets()) {
        const std::string_view text = preset_config(preset);
        const double time = median_ms(5, [&] { return architecture_from_config(text, preset.name).ok(); });
        all.push_back(time);
        if (time <= worst) continue;
        worst = time;
        out["config_worst"] = preset.name;
    }
    std::ranges::sort(all);
    out["config_median_ms"] = all[all.size() / 2];
    out["config_worst_ms"] = worst;
}

void append(std::string &out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

/// A shard of `tensors` tensors [64, 64] in bf16; its payload is a hole in the file.
void write_shard(const fs::path &path, int shard, int tensors, json &weight_map)
{
    constexpr std::uint64_t bytes = 64 * 64 * 2;
    json header = json::object();
    for (int i = 0; i < tensors; ++i) {
        const std::string name =
            "model.layers." + std::to_string(shard) + ".mlp.experts." + std::to_string(i) + ".up_proj.weight";
        const auto at = bytes * static_cast<std::uint64_t>(i);
        header[name] = {{"dtype", "BF16"}, {"shape", {64, 64}}, {"data_offsets", {at, at + bytes}}};
        weight_map[name] = path.filename().string();
    }
    const std::string text = header.dump();
    std::string size;
    append(size, text.size(), 8);
    std::ofstream(path, std::ios::binary) << size << text;
    fs::resize_file(path, 8 + text.size() + bytes * static_cast<std::uint64_t>(tensors));
}

std::string gguf_header(int tensors)
{
    const auto text = [](std::string &out, const std::string &value) {
        append(out, value.size(), 8);
        out += value;
    };
    std::string out = "GGUF";
    append(out, 3, 4);
    append(out, static_cast<std::uint64_t>(tensors), 8);
    append(out, 1, 8);
    text(out, "general.architecture");
    append(out, 8, 4); // a string
    text(out, "llama");
    for (int i = 0; i < tensors; ++i) {
        text(out, "blk." + std::to_string(i) + ".ffn_up.weight");
        append(out, 2, 4);
        append(out, 256, 8);
        append(out, 8, 8);
        append(out, 12, 4); // Q4_K
        append(out, static_cast<std::uint64_t>(i) * 1152, 8);
    }
    return out;
}

} // namespace

void measure_reading(json &out)
{
    for (const char *key : {"config_median_ms", "config_worst_ms", "config_worst", "safetensors_100000_ms", "gguf_2000_ms"})
        out[key] = nullptr;
    measure_configurations(out);
    const fs::path folder = fs::temp_directory_path() / ("plimsoll-bench-" + std::to_string(getpid()));
    try {
        fs::create_directories(folder);
        json weight_map = json::object();
        for (int shard = 0; shard < 20; ++shard)
            write_shard(folder / ("model-" + std::to_string(shard) + ".safetensors"), shard, 5000, weight_map);
        const fs::path index = folder / "model.safetensors.index.json";
        std::ofstream(index) << json{{"weight_map", std::move(weight_map)}};
        std::size_t tensors = 0;
        const double time = median_ms(5, [&] {
            const auto read = read_safetensors(index);
            tensors = read ? read->tensors.size() : 0;
        });
        if (tensors == 100'000) out["safetensors_100000_ms"] = time;
    } catch (const fs::filesystem_error &error) {
        std::cerr << error.what() << '\n';
    }
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    const std::string header = gguf_header(2000);
    bool read = false;
    const double time = median_ms(5, [&] { read = checkpoint_from_gguf_header(header, "bench").ok(); });
    if (read) out["gguf_2000_ms"] = time;
}

} // namespace plimsoll::bench
