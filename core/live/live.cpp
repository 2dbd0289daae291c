// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/live.h"

#include "core/live/combined_source.h"
#include "core/live/drm_source.h"
#include "core/live/nvml_source.h"
#include "core/live/recording.h"

#include <algorithm>
#include <cstdlib>

namespace plimsoll {

namespace {

/// A recording that could not be read: says why at each reading.
class FailedSource : public LiveSource {
public:
    explicit FailedSource(Error why) : m_why(std::move(why)) {}
    [[nodiscard]] LiveSnapshot read() override { return {0, {}, {}, {m_why.message()}}; }
    [[nodiscard]] std::optional<Error> problem() const override { return m_why; }

private:
    Error m_why;
};

std::unique_ptr<LiveSource> recorded(const std::string &path)
{
    Result<std::vector<LiveSnapshot>> snapshots = read_recording(path);
    if (!snapshots) return std::make_unique<FailedSource>(snapshots.error());
    return std::make_unique<RecordedSource>(std::move(*snapshots));
}

} // namespace

std::string LiveGpu::label() const { return std::to_string(index) + (mig_slot ? ':' + std::to_string(*mig_slot) : ""); }

void put_biggest_first(LiveGpu &gpu)
{
    std::ranges::sort(gpu.processes, [](const LiveProcess &a, const LiveProcess &b) {
        if (a.used.value != b.used.value) return a.used.value > b.used.value; // nothing is less than any number
        return a.pid < b.pid;
    });
}

std::unique_ptr<LiveSource> local_live_source()
{
    if (const char *const path = std::getenv("PLIMSOLL_LIVE_RECORDING"); path != nullptr && *path != '\0') return recorded(path);
    NvmlOptions options;
    DrmOptions kernel;
    if (const char *const library = std::getenv("PLIMSOLL_NVML"); library != nullptr && *library != '\0')
        options.candidates = {library};
    if (const char *const root = std::getenv("PLIMSOLL_LIVE_ROOT"); root != nullptr && *root != '\0') {
        kernel.root = root;
        options.sys_root = kernel.sys();
        options.proc_root = kernel.proc();
    }
    std::vector<std::unique_ptr<LiveSource>> sources;
    const std::string sys_root = options.sys_root;
    sources.push_back(std::make_unique<NvmlSource>(std::move(options)));
#ifdef __linux__
    sources.push_back(std::make_unique<DrmSource>(std::move(kernel)));
#endif
    return std::make_unique<CombinedSource>(std::move(sources), sys_root);
}

} // namespace plimsoll
