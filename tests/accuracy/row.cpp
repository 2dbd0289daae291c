// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/accuracy/row.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace plimsoll::accuracy {
namespace {

using nlohmann::json;

std::optional<Bytes> optional_bytes(const json &row, const char *key)
{
    const auto found = row.find(key);
    if (found == row.end() || found->is_null()) return std::nullopt;
    return found->get<Bytes>();
}

// "step2_backward" is the second step's backward.
std::string coarse_phase(const std::string &phase)
{
    const auto underscore = phase.find('_');
    return underscore == std::string::npos ? phase : phase.substr(underscore + 1);
}

StepPhases step_from(const json &step)
{
    StepPhases out;
    for (const char *phase : {"forward", "backward", "optimizer", "generate"})
        if (const auto found = step.find(phase); found != step.end())
            out.phases.emplace_back(phase, PhaseBytes{found->at(0).get<Bytes>(), found->at(1).get<Bytes>()});
    return out;
}

void read_recorded(const json &in, Row &row)
{
    row.allocated = optional_bytes(in, "allocated_bytes");
    row.reserved = optional_bytes(in, "reserved_bytes");
    row.required = optional_bytes(in, "required_bytes");
    row.tolerance = optional_bytes(in, "tolerance_bytes").value_or(0);
    row.phase = coarse_phase(in.at("phase").get<std::string>());
    const json &load = in.at("load");
    row.load = LoadBytes{load.at(0).get<Bytes>(), load.at(1).get<Bytes>(), load.at(2).get<Bytes>()};
    for (const json &step : in.at("steps")) row.steps.push_back(step_from(step));
    row.steady = in.at("steady");
}

void read_published(const json &in, Row &row)
{
    row.published = true;
    row.trust = in.at("trust").get<std::string>();
    row.source = in.at("source").get<std::string>();
    const auto metric = in.at("metric").get<std::string>();
    const Bytes value = in.at("value_bytes").get<Bytes>();
    if (metric == "allocated") row.allocated = value;
    if (metric == "reserved") row.reserved = value;
    if (metric == "device") row.device = value;
    const auto peaks = in.find("phase_peaks_bytes");
    if (peaks == in.end()) return;
    StepPhases step;
    for (const char *phase : {"forward", "backward", "optimizer"})
        if (const auto found = peaks->find(phase); found != peaks->end() && !found->is_null())
            step.phases.emplace_back(phase, PhaseBytes{found->get<Bytes>(), std::nullopt});
    row.steps.push_back(std::move(step));
}

Row row_from(const json &in)
{
    Row row;
    row.id = in.at("id").get<std::string>();
    row.group = in.at("group").get<std::string>();
    row.model_type = in.at("model_type").get<std::string>();
    row.plan = in.at("plan");
    if (in.contains("metric"))
        read_published(in, row);
    else
        read_recorded(in, row);
    return row;
}

Result<bool> append_rows(const std::filesystem::path &file, std::vector<Row> &rows)
{
    std::ifstream in(file);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty()) continue;
        try {
            rows.push_back(row_from(json::parse(line)));
        } catch (const json::exception &problem) {
            return Error{.field = file.filename().string() + ":" + std::to_string(number), .text = problem.what()};
        }
    }
    if (in.bad()) return Error{.field = file.string(), .text = "cannot be read"};
    return true;
}

} // namespace

const PhaseBytes *StepPhases::find(const std::string &phase) const
{
    const auto found = std::ranges::find(phases, phase, [](const auto &entry) -> const std::string & { return entry.first; });
    return found == phases.end() ? nullptr : &found->second;
}

std::string Row::value_of(const std::string &field) const
{
    if (field == "id") return id;
    if (field == "group") return group;
    if (field == "family") return model_type;
    if (field == "set") return published ? "published" : "recorded";
    if (field == "trust") return trust;
    if (field == "gpu") return value_of("target.gpus");
    const json *at = &plan;
    for (std::size_t from = 0; from <= field.size();) {
        const auto dot = std::min(field.find('.', from), field.size());
        const auto key = field.substr(from, dot - from);
        if (!at->is_object() || !at->contains(key)) return {};
        at = &(*at)[key];
        from = dot + 1;
    }
    if (at->is_array() && at->size() == 1) at = &(*at)[0];
    return at->is_string() ? at->get<std::string>() : at->dump();
}

Result<std::vector<Row>> read_rows(const std::string &folder)
{
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    if (error) return Error{.field = folder, .text = error.message()};
    std::ranges::sort(files);
    std::vector<Row> rows;
    for (const auto &file : files)
        if (const auto read = append_rows(file, rows); !read) return read.error();
    return rows;
}

} // namespace plimsoll::accuracy
