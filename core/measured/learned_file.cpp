// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/learned_file.h"

#include "core/cards/catalogue_text.h"
#include "core/ground/json_text.h"
#include "core/ground/read_file.h"
#include "core/ground/write_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace plimsoll {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view schema = "plimsoll.learned/1";
constexpr std::uint64_t largest_file = std::uint64_t{64} << 20;

double ratio_in(const json &object, const char *key)
{
    const auto found = object.find(key);
    const double value = found != object.end() && found->is_number() ? found->get<double>() : 0.0;
    return std::isfinite(value) && value > 0.01 && value < 100.0 ? value : 0.0;
}

std::optional<KeptRun> from_line(std::string_view line)
{
    const Result<json> parsed = parse_json(line, "measurements.jsonl");
    if (!parsed || !parsed->is_object() || parsed->value("schema", json()) != schema) return std::nullopt;
    KeptRun out;
    for (const auto &[key, into] : {std::pair{"card", &out.run.card}, {"runner", &out.run.runner}, {"run", &out.run.run}}) {
        const auto found = parsed->find(key);
        if (found == parsed->end() || !found->is_string()) return std::nullopt;
        *into = found->get<std::string>();
    }
    out.run.allocated = ratio_in(*parsed, "allocated");
    out.run.device = ratio_in(*parsed, "device");
    out.run.time = ratio_in(*parsed, "time");
    out.run.prefill = ratio_in(*parsed, "prefill");
    out.run.output = ratio_in(*parsed, "output");
    if (const auto found = parsed->find("measurement"); found != parsed->end())
        out.measurement = found->dump(-1, ' ', false, json::error_handler_t::replace);
    return out;
}

template <class Visit>
void each_line(std::string_view text, Visit visit)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) visit(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

} // namespace

std::string measurements_path() { return user_file_path("measurements.jsonl"); }

std::vector<KeptRun> kept_runs(std::string_view text, Count *broken)
{
    std::vector<KeptRun> out;
    each_line(text, [&](std::string_view line) {
        std::optional<KeptRun> run = from_line(line);
        if (run)
            out.push_back(*std::move(run));
        else if (broken != nullptr)
            ++*broken;
    });
    return out;
}

std::string to_line(const KeptRun &run)
{
    ordered_json out{{"schema", schema}, {"card", run.run.card}, {"runner", run.run.runner}, {"run", run.run.run}};
    out["allocated"] = run.run.allocated > 0 ? ordered_json(run.run.allocated) : ordered_json();
    out["device"] = run.run.device > 0 ? ordered_json(run.run.device) : ordered_json();
    for (const auto &[key, value] : {std::pair{"time", run.run.time}, {"prefill", run.run.prefill}, {"output", run.run.output}})
        if (value > 0) out[key] = value;
    out["measurement"] = ordered_json::parse(run.measurement, nullptr, false);
    if (out["measurement"].is_discarded()) out["measurement"] = nullptr;
    return to_text(out) + '\n';
}

std::optional<Error> keep_run(const KeptRun &run, const std::string &path)
{
    std::string text;
    std::error_code code;
    if (std::filesystem::exists(path, code)) {
        const Result<std::string> read = read_file(path, largest_file);
        if (!read) return read.error();
        const auto same = [&run](const std::optional<KeptRun> &one) {
            return one && one->run.card == run.run.card && one->run.runner == run.run.runner && one->run.run == run.run.run;
        };
        each_line(*read, [&](std::string_view line) {
            if (!same(from_line(line))) text.append(line).append("\n");
        });
    } else {
        std::filesystem::create_directories(std::filesystem::path(path).parent_path(), code);
    }
    return write_file(path, text + to_line(run));
}

void learn_from_file(const std::string &path)
{
    std::error_code code;
    if (!std::filesystem::is_regular_file(path, code)) return;
    const Result<std::string> text = read_file(path, largest_file);
    if (!text) return;
    std::vector<LearnedRun> runs;
    for (KeptRun &kept : kept_runs(*text)) runs.push_back(std::move(kept.run));
    set_learned_runs(std::move(runs));
}

} // namespace plimsoll
