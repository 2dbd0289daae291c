// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/recording.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"

#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>

namespace plimsoll {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char *schema = "plimsoll.live/1";

std::string not_recorded() { return phrase(QT_TRANSLATE_NOOP("core", "not recorded")); }

/// Writes readings of one object and collects the reasons of those without a value.
class Writer {
public:
    template <class T>
    void add(const char *key, const Reading<T> &reading)
    {
        m_object[key] = reading ? ordered_json(*reading) : ordered_json();
        if (!reading && !reading.reason.empty()) m_reasons[key] = reading.reason;
    }
    template <class T>
    void plain(const char *key, T &&value)
    {
        m_object[key] = std::forward<T>(value);
    }
    [[nodiscard]] ordered_json take()
    {
        if (!m_reasons.empty()) m_object["reasons"] = std::move(m_reasons);
        return std::move(m_object);
    }

private:
    ordered_json m_object = ordered_json::object();
    ordered_json m_reasons = ordered_json::object();
};

ordered_json process_to_json(const LiveProcess &process)
{
    Writer out;
    out.plain("pid", process.pid);
    out.add("used_bytes", process.used);
    out.add("name", process.name);
    return out.take();
}

ordered_json gpu_to_json(const LiveGpu &gpu)
{
    Writer out;
    out.plain("index", gpu.index);
    if (gpu.mig_slot) out.plain("mig_slot", *gpu.mig_slot);
    out.plain("vendor", gpu.vendor);
    if (!gpu.slot.empty()) out.plain("pci_slot", gpu.slot);
    out.add("name", gpu.name);
    out.add("uuid", gpu.uuid);
    out.add("total_bytes", gpu.total);
    out.add("reserved_bytes", gpu.reserved);
    out.add("used_bytes", gpu.used);
    out.add("free_bytes", gpu.free);
    out.add("utilisation_percent", gpu.utilisation);
    out.add("temperature_celsius", gpu.temperature);
    out.add("power_milliwatts", gpu.power);
    if (gpu.unified_memory) out.plain("unified_memory", true);
    if (!gpu.processes_note.empty()) out.plain("processes_note", gpu.processes_note);
    ordered_json processes;
    if (gpu.processes_reason.empty()) {
        processes = ordered_json::array();
        for (const LiveProcess &process : gpu.processes) processes.push_back(process_to_json(process));
    }
    out.add("processes", gpu.processes_reason.empty() ? Reading<ordered_json>::of(std::move(processes))
                                                      : Reading<ordered_json>::missing(gpu.processes_reason));
    return out.take();
}

/// Reads one object; the first field that is not what it should be is kept as the error.
class Reader {
public:
    Reader(const json &object, std::string prefix) : m_object(object), m_prefix(std::move(prefix)) {}

    [[nodiscard]] const json *find(const char *key) const
    {
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }

    [[nodiscard]] std::string reason(const char *key) const
    {
        const json *const reasons = find("reasons");
        if (reasons == nullptr || !reasons->is_object()) return not_recorded();
        const auto found = reasons->find(key);
        return found == reasons->end() || !found->is_string() ? not_recorded() : found->get<std::string>();
    }

    void read(const char *key, Reading<std::string> &target)
    {
        const json *const value = find(key);
        if (value == nullptr)
            target = Reading<std::string>::missing(reason(key));
        else if (value->is_string())
            target = Reading<std::string>::of(value->get<std::string>());
        else
            refuse(key, *value, phrase(QT_TRANSLATE_NOOP("core", "a text or %1"), {"null"}));
    }

    template <class T>
    void read(const char *key, Reading<T> &target)
    {
        const json *const value = find(key);
        if (value == nullptr)
            target = Reading<T>::missing(reason(key));
        else if (const std::optional<T> number = whole<T>(*value))
            target = Reading<T>::of(*number);
        else
            refuse(key, *value, phrase(QT_TRANSLATE_NOOP("core", "a whole number from %1 on, or %2"), {"0", "null"}));
    }

    template <class T>
    [[nodiscard]] static std::optional<T> whole(const json &value)
    {
        if (!value.is_number_unsigned()) return std::nullopt;
        const auto number = value.get<std::uint64_t>();
        return number > static_cast<std::uint64_t>(std::numeric_limits<T>::max()) ? std::nullopt
                                                                                  : std::optional<T>(static_cast<T>(number));
    }

    template <class T>
    void required(const char *key, T &target)
    {
        const json *const value = find(key);
        const std::optional<T> number = value == nullptr ? std::nullopt : whole<T>(*value);
        if (number)
            target = *number;
        else
            refuse(key, value == nullptr ? json() : *value,
                   phrase(QT_TRANSLATE_NOOP("core", "a whole number from %1 on"), {"0"}));
    }

    void refuse(const char *key, const json &value, std::string accepted)
    {
        if (!error) error = Error{m_prefix + key, quoted(value), std::move(accepted), {}};
    }

    std::optional<Error> error;

private:
    const json &m_object;
    std::string m_prefix;
};

void read_processes(Reader &reader, LiveGpu &gpu)
{
    const json *const list = reader.find("processes");
    if (list == nullptr) {
        gpu.processes_reason = reader.reason("processes");
        return;
    }
    if (!list->is_array()) return reader.refuse("processes", *list, phrase(QT_TRANSLATE_NOOP("core", "a list or %1"), {"null"}));
    for (const json &entry : *list) {
        if (!entry.is_object())
            return reader.refuse("processes", entry, phrase(QT_TRANSLATE_NOOP("core", "an object per process")));
        Reader process_reader(entry, "gpus.processes.");
        LiveProcess process;
        process_reader.required("pid", process.pid);
        process_reader.read("used_bytes", process.used);
        process_reader.read("name", process.name);
        if (process_reader.error && !reader.error) reader.error = process_reader.error;
        gpu.processes.push_back(std::move(process));
    }
}

Result<LiveGpu> gpu_from_json(const json &value)
{
    if (!value.is_object())
        return Error{"gpus", quoted(value), phrase(QT_TRANSLATE_NOOP("core", "an object per %1"), {"GPU"}), {}};
    Reader reader(value, "gpus.");
    LiveGpu gpu;
    reader.required("index", gpu.index);
    if (reader.find("mig_slot") != nullptr) reader.required("mig_slot", gpu.mig_slot.emplace());
    Reading<std::string> vendor;
    reader.read("vendor", vendor);
    gpu.vendor = vendor.value.value_or("");
    for (const auto &[key, target] : {std::pair("pci_slot", &gpu.slot), std::pair("processes_note", &gpu.processes_note)}) {
        Reading<std::string> text;
        reader.read(key, text);
        *target = text.value.value_or("");
    }
    reader.read("name", gpu.name);
    reader.read("uuid", gpu.uuid);
    reader.read("total_bytes", gpu.total);
    reader.read("reserved_bytes", gpu.reserved);
    reader.read("used_bytes", gpu.used);
    reader.read("free_bytes", gpu.free);
    reader.read("utilisation_percent", gpu.utilisation);
    reader.read("temperature_celsius", gpu.temperature);
    reader.read("power_milliwatts", gpu.power);
    const auto *const unified = reader.find("unified_memory");
    gpu.unified_memory = unified != nullptr && unified->is_boolean() && unified->get<bool>();
    read_processes(reader, gpu);
    if (reader.error) return *reader.error;
    return gpu;
}

} // namespace

ordered_json snapshot_to_json(const LiveSnapshot &snapshot)
{
    ordered_json out;
    out["schema"] = schema;
    out["time_ms"] = snapshot.time_ms;
    out["driver"] = snapshot.driver.empty() ? ordered_json() : ordered_json(snapshot.driver);
    out["gpus"] = ordered_json::array();
    for (const LiveGpu &gpu : snapshot.gpus) out["gpus"].push_back(gpu_to_json(gpu));
    out["looked_for"] = snapshot.looked_for;
    return out;
}

Result<LiveSnapshot> snapshot_from_json(const json &value)
{
    if (!value.is_object())
        return Error{"", quoted(value), phrase(QT_TRANSLATE_NOOP("core", "an object of schema %1"), {schema}), {}};
    Reader reader(value, "");
    if (const auto *const found = reader.find("schema"); found == nullptr || *found != schema)
        return Error{"schema",
                     found == nullptr ? phrase(QT_TRANSLATE_NOOP("core", "nothing")) : quoted(*found),
                     "\"plimsoll.live/1\"",
                     {}};
    LiveSnapshot out;
    reader.required("time_ms", out.time_ms);
    Reading<std::string> driver;
    reader.read("driver", driver);
    out.driver = driver.value.value_or("");
    const auto *const gpus = reader.find("gpus");
    if (gpus == nullptr || !gpus->is_array())
        return Error{"gpus",
                     gpus == nullptr ? phrase(QT_TRANSLATE_NOOP("core", "nothing")) : quoted(*gpus),
                     phrase(QT_TRANSLATE_NOOP("core", "a list")),
                     {}};
    for (const auto &entry : *gpus) {
        Result<LiveGpu> gpu = gpu_from_json(entry);
        if (!gpu) return gpu.error();
        out.gpus.push_back(std::move(*gpu));
    }
    if (const auto *const lines = reader.find("looked_for"); lines != nullptr && lines->is_array())
        for (const auto &line : *lines)
            if (line.is_string()) out.looked_for.push_back(line.get<std::string>());
    if (reader.error) return *reader.error;
    return out;
}

Result<std::vector<LiveSnapshot>> recording_from_text(std::string_view text)
{
    std::vector<LiveSnapshot> out;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const std::string place = phrase(QT_TRANSLATE_NOOP("core", "line %1"), {std::to_string(number)});
        const Result<json> parsed = parse_json(line, place);
        if (!parsed) return parsed.error();
        Result<LiveSnapshot> snapshot = snapshot_from_json(*parsed);
        if (!snapshot) {
            Error error = snapshot.error();
            error.field = place + (error.field.empty() ? "" : ": " + error.field);
            return error;
        }
        out.push_back(std::move(*snapshot));
    }
    if (out.empty())
        return Error{"recording",
                     phrase(QT_TRANSLATE_NOOP("core", "nothing")),
                     phrase(QT_TRANSLATE_NOOP("core", "one snapshot of schema %1 a line"), {schema}),
                     {}};
    return out;
}

Result<std::vector<LiveSnapshot>> read_recording(const std::string &path)
{
    constexpr std::uintmax_t most = std::uintmax_t{256} << 20; // some days at a reading a second
    const auto refuse = [&path](std::string text) { return Error{"recording " + path, {}, {}, std::move(text)}; };
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (status.type() == std::filesystem::file_type::not_found) return refuse(phrase(QT_TRANSLATE_NOOP("core", "no such file")));
    if (!std::filesystem::status_known(status)) return refuse(code.message());
    if (!std::filesystem::is_regular_file(status)) return refuse(phrase(QT_TRANSLATE_NOOP("core", "not a regular file")));
    const std::uintmax_t size = std::filesystem::file_size(path, code);
    if (code) return refuse(code.message());
    if (size > most)
        return Error{"recording " + path,
                     phrase(QT_TRANSLATE_NOOP("core", "%1 bytes"), {std::to_string(size)}),
                     phrase(QT_TRANSLATE_NOOP("core", "at most %1 bytes"), {std::to_string(most)}),
                     {}};
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return refuse(phrase(QT_TRANSLATE_NOOP("core", "cannot be opened for reading")));
    std::string text(size, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    Result<std::vector<LiveSnapshot>> snapshots = recording_from_text(text);
    if (snapshots) return snapshots;
    Error error = snapshots.error();
    error.field = "recording " + path + (error.field.empty() || error.field == "recording" ? "" : ": " + error.field);
    return error;
}

LiveSnapshot RecordedSource::read()
{
    if (m_snapshots.empty()) return {};
    const std::size_t at = std::min(m_next, m_snapshots.size() - 1);
    m_next = std::min(m_next + 1, m_snapshots.size());
    return m_snapshots[at];
}

} // namespace plimsoll
