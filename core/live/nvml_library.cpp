// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/nvml_library.h"

#include "core/ground/phrase.h"

#include <cstdlib>
#include <cstring>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace plimsoll::nvml {

namespace {

#ifdef _WIN32
void *open_library(const std::string &path, std::string &why)
{
    void *const handle = reinterpret_cast<void *>(LoadLibraryA(path.c_str()));
    if (handle == nullptr)
        why = phrase(QT_TRANSLATE_NOOP("core", "cannot be opened (error %1)"), {std::to_string(GetLastError())});
    return handle;
}
void close_library(void *handle) { FreeLibrary(static_cast<HMODULE>(handle)); }
void *find_symbol(void *handle, const char *name)
{
    return reinterpret_cast<void *>(GetProcAddress(static_cast<HMODULE>(handle), name));
}
#else
void *open_library(const std::string &path, std::string &why)
{
    void *const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char *const error = dlerror();
        why = error == nullptr ? phrase(QT_TRANSLATE_NOOP("core", "cannot be opened")) : std::string(error);
        if (why.starts_with(path + ": ")) why.erase(0, path.size() + 2);
        // glibc's words, elf/dl-load.c; a library that this one needs is named before them
        if (why == "cannot open shared object file: No such file or directory")
            why = phrase(QT_TRANSLATE_NOOP("core", "not found"));
    }
    return handle;
}
void close_library(void *handle) { dlclose(handle); }
void *find_symbol(void *handle, const char *name) { return dlsym(handle, name); }
#endif

} // namespace

Library::Library(void *handle, std::string path) : m_handle(handle), m_path(std::move(path))
{
    Functions &f = m_functions;
    bind(f.init, {"nvmlInit_v2"});
    bind(f.shutdown, {"nvmlShutdown"});
    bind(f.error_string, {"nvmlErrorString"});
    bind(f.driver_version, {"nvmlSystemGetDriverVersion"});
    bind(f.count, {"nvmlDeviceGetCount_v2"});
    bind(f.handle, {"nvmlDeviceGetHandleByIndex_v2"});
    bind(f.name, {"nvmlDeviceGetName"});
    bind(f.uuid, {"nvmlDeviceGetUUID"});
    bind(f.pci, {"nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2"});
    bind(f.memory_v2, {"nvmlDeviceGetMemoryInfo_v2"});
    bind(f.memory, {"nvmlDeviceGetMemoryInfo"});
    bind(f.utilization, {"nvmlDeviceGetUtilizationRates"});
    bind(f.power, {"nvmlDeviceGetPowerUsage"});
    bind(f.temperature_v, {"nvmlDeviceGetTemperatureV"});
    bind(f.temperature, {"nvmlDeviceGetTemperature"});
    bind(f.mig_slots, {"nvmlDeviceGetMaxMigDeviceCount"});
    bind(f.mig_handle, {"nvmlDeviceGetMigDeviceHandleByIndex"});
    bind(f.compute_processes, {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2",
                               "nvmlDeviceGetComputeRunningProcesses"});
    bind(f.graphics_processes, {"nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v2",
                                "nvmlDeviceGetGraphicsRunningProcesses"});
}

Library::~Library() { close_library(m_handle); }

void *Library::symbol(const char *name) const { return find_symbol(m_handle, name); }

template <class F>
void Library::bind(F &function, std::initializer_list<const char *> names)
{
    for (const char *const name : names)
        if (void *const found = symbol(name); found != nullptr) {
            std::memcpy(&function, &found, sizeof function); // POSIX: an object pointer from dlsym holds a function's address
            return;
        }
}

std::shared_ptr<Library> Library::open(const std::vector<std::string> &candidates, std::vector<std::string> &looked_for)
{
    for (const std::string &path : candidates) {
        std::string why;
        void *const handle = open_library(path, why);
        if (handle == nullptr) {
            looked_for.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 driver library %2: %3"), {"NVIDIA", path, why}));
            continue;
        }
        std::shared_ptr<Library> library(new Library(handle, path));
        const Functions &f = library->m_functions;
        if (f.init != nullptr && f.count != nullptr && f.handle != nullptr) return library;
        looked_for.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 driver library %2: has no %3 or %4"),
                                    {"NVIDIA", path, "nvmlInit_v2, nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex_v2"}));
    }
    return nullptr;
}

std::vector<std::string> default_candidates()
{
#ifdef _WIN32
    std::vector<std::string> out;
    if (const char *const root = std::getenv("SystemRoot")) out.push_back(std::string(root) + "\\System32\\nvml.dll");
    if (const char *const programs = std::getenv("ProgramW6432"))
        out.push_back(std::string(programs) + "\\NVIDIA Corporation\\NVSMI\\nvml.dll");
    return out;
#else
    return {"libnvidia-ml.so.1", "/usr/lib/wsl/lib/libnvidia-ml.so.1"};
#endif
}

std::string text_of(Return code, const Functions &functions)
{
    switch (code) {
    case not_supported: return phrase(QT_TRANSLATE_NOOP("core", "not supported by this card"));
    case function_not_found: return phrase(QT_TRANSLATE_NOOP("core", "not in this driver"));
    case no_permission: return phrase(QT_TRANSLATE_NOOP("core", "no permission (container or cgroup)"));
    case operating_system: return phrase(QT_TRANSLATE_NOOP("core", "blocked by the operating system"));
    case driver_not_loaded: return phrase(QT_TRANSLATE_NOOP("core", "the kernel module is not loaded"));
    case library_driver_mismatch:
        return phrase(QT_TRANSLATE_NOOP("core", "driver and library differ: restart, or load the kernel module again"));
    case gpu_is_lost: return phrase(QT_TRANSLATE_NOOP("core", "the GPU is lost: it fell off the bus or was reset"));
    case reset_required: return phrase(QT_TRANSLATE_NOOP("core", "the GPU needs a reset"));
    case not_ready: return phrase(QT_TRANSLATE_NOOP("core", "it changes while it is read"));
    case argument_version_mismatch: return phrase(QT_TRANSLATE_NOOP("core", "this driver answers in a form that is not known"));
    default: break;
    }
    const char *const text = functions.error_string == nullptr ? nullptr : functions.error_string(code);
    return text == nullptr ? phrase(QT_TRANSLATE_NOOP("core", "error %1"), {std::to_string(code)})
                           : std::string(text) + " (" + std::to_string(code) + ')';
}

} // namespace plimsoll::nvml
