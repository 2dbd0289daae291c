// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/run_file.h"

#include "core/exchange/import.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/read_file.h"
#include "core/measured/gzip.h"
#include "core/measured/recognise.h"
#include "core/measured/torch_snapshot.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <utility>

namespace plimsoll {

namespace {

constexpr std::uint64_t first_bytes = 4096;

using MaybeRun = Result<std::optional<RunFile>>;

/// A file that ends when nobody wants it any more.
class WantedFile : public std::istream {
public:
    WantedFile(const std::filesystem::path &path, std::function<bool()> wanted) : std::istream(nullptr), m_file(std::move(wanted))
    {
        rdbuf(&m_file);
        if (m_file.open(path, std::ios::in | std::ios::binary) == nullptr) setstate(std::ios::failbit);
    }

private:
    class Buffer : public std::filebuf {
    public:
        explicit Buffer(std::function<bool()> wanted) : m_wanted(std::move(wanted)) {}

    protected:
        int_type underflow() override { return ends() ? traits_type::eof() : std::filebuf::underflow(); }
        std::streamsize xsgetn(char *into, std::streamsize count) override
        {
            return ends() ? 0 : std::filebuf::xsgetn(into, count);
        }

    private:
        [[nodiscard]] bool ends() const { return m_wanted && !m_wanted(); }
        std::function<bool()> m_wanted;
    };
    Buffer m_file;
};

bool is_snapshot(std::string_view beginning, std::string_view from)
{
    return from == "snapshot" || (from.empty() && begins_pickle(beginning));
}

MaybeRun snapshot_of(OpenAgain open)
{
    const std::unique_ptr<std::istream> file = open();
    if (!file) return std::optional<RunFile>();
    Result<SnapshotRun> run = measured_snapshot(*file);
    if (!run) return run.error();
    Measured measured = run->measured;
    return std::optional(RunFile{"snapshot", std::move(measured), *std::move(run), std::move(open), {}});
}

MaybeRun log_of(std::string text, std::string_view from)
{
    const MeasuredSource *const source = measured_source(text, from);
    if (source == nullptr || (source->yields && from.empty() && imported(text).ok())) return std::optional<RunFile>();
    Result<Measured> measured = source->read(text);
    if (!measured) return measured.error();
    RunFile out{std::string(source->name), *std::move(measured)};
    if (source->name == "measurement") out.text = std::move(text);
    return std::optional(std::move(out));
}

} // namespace

bool begins_run(std::string_view beginning) { return begins_gzip(beginning) || begins_pickle(beginning); }

MaybeRun read_run_file(const std::filesystem::path &path, std::string_view from, const std::function<bool()> &wanted)
{
    const Result<std::string> beginning = read_part(path, 0, first_bytes);
    if (!beginning) return std::optional<RunFile>();
    if (begins_gzip(*beginning)) {
        Result<std::string> packed = read_file(path, largest_log);
        if (!packed) return packed.error();
        return run_of_text(*std::move(packed), from, path.filename().string());
    }
    if (is_snapshot(*beginning, from))
        return snapshot_of([path, wanted]() -> std::unique_ptr<std::istream> {
            auto file = std::make_unique<WantedFile>(path, wanted);
            if (!*file) return nullptr;
            return file;
        });
    Result<std::string> text = read_file(path, largest_log);
    if (!text) return std::optional<RunFile>();
    return log_of(*std::move(text), from);
}

MaybeRun run_of_text(std::string text, std::string_view from, std::string_view name)
{
    if (begins_gzip(text)) {
        Result<std::string> unpacked = unpacked_gzip(text, largest_log);
        if (!unpacked) {
            Error error = unpacked.error();
            error.field = std::string(name);
            return error;
        }
        text = *std::move(unpacked);
    }
    if (!is_snapshot(std::string_view(text).substr(0, first_bytes), from)) return log_of(std::move(text), from);
    return snapshot_of([text = std::move(text)] { return std::make_unique<std::istringstream>(text); });
}

Result<MeasuredAnswer> beside_plan(KnownModels &models, const RunFile &run, std::optional<Question> question, bool timeline)
{
    return measured_beside(models, run.measured, std::move(question), run.snapshot, run.again, timeline);
}

Result<std::optional<Kept>> keep_measured(const MeasuredAnswer &answer, const RunFile &run, const std::string &path)
{
    const bool own = run.source == "measurement";
    if (!own && !run.measured.speed.known()) return std::optional<Kept>();
    const nlohmann::json whole = own ? nlohmann::json::parse(run.text, nullptr, false) : nlohmann::json();
    std::optional<KeptRun> kept = kept_run(answer, to_text(whole));
    if (!kept) return std::optional<Kept>();
    if (!own) kept->run.allocated = kept->run.device = 0; // a log's bytes may be of more than the run
    if (auto error = keep_run(*kept, path)) return *std::move(error);
    learn_from_file(path);
    Kept out{kept->run.card, kept->run.runner, path};
    for (const LearnedRun &one : *learned_runs())
        if (one.card == out.card && one.runner == out.runner) ++out.runs;
    return std::optional(std::move(out));
}

std::string words_for(const Kept &kept)
{
    return phrase(QT_TRANSLATE_NOOP("core", "kept: %1 of %2 on %3 in %4"),
                  {std::to_string(kept.runs), kept.runner, kept.card, kept.path});
}

} // namespace plimsoll
