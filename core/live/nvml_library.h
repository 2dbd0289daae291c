// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/nvml_abi.h"

#include <memory>
#include <string>
#include <vector>

namespace plimsoll::nvml {

/// NVML's functions as found in a library opened at run time; null where it has none of that name.
struct Functions {
    Return (*init)() = nullptr;
    Return (*shutdown)() = nullptr;
    const char *(*error_string)(Return) = nullptr;
    Return (*driver_version)(char *, unsigned) = nullptr;
    Return (*count)(unsigned *) = nullptr;
    Return (*handle)(unsigned, Device *) = nullptr;
    Return (*name)(Device, char *, unsigned) = nullptr;
    Return (*uuid)(Device, char *, unsigned) = nullptr;
    Return (*pci)(Device, PciInfo *) = nullptr;
    Return (*memory_v2)(Device, MemoryV2 *) = nullptr;
    Return (*memory)(Device, Memory *) = nullptr;
    Return (*utilization)(Device, Utilization *) = nullptr;
    Return (*power)(Device, unsigned *) = nullptr;
    Return (*temperature_v)(Device, Temperature *) = nullptr;
    Return (*temperature)(Device, int, unsigned *) = nullptr;
    Return (*mig_slots)(Device, unsigned *) = nullptr;
    Return (*mig_handle)(Device, unsigned, Device *) = nullptr;
    Return (*compute_processes)(Device, unsigned *, void *) = nullptr;
    Return (*graphics_processes)(Device, unsigned *, void *) = nullptr;
};

/// An opened library; closed when the last handle to it goes.
class Library {
public:
    /// Opens the first of `candidates` that has what is needed. Null with a line in `looked_for` for each that could not be
    /// opened.
    [[nodiscard]] static std::shared_ptr<Library> open(const std::vector<std::string> &candidates,
                                                       std::vector<std::string> &looked_for);
    Library(const Library &) = delete;
    Library &operator=(const Library &) = delete;
    ~Library();

    [[nodiscard]] const Functions &functions() const { return m_functions; }
    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    Library(void *handle, std::string path);
    [[nodiscard]] void *symbol(const char *name) const;
    template <class F>
    void bind(F &function, std::initializer_list<const char *> names);

    void *m_handle = nullptr;
    std::string m_path;
    Functions m_functions;
};

/// Where NVML is on this system. Never the unversioned name, which belongs to CUDA's link stub.
[[nodiscard]] std::vector<std::string> default_candidates();

/// What a return code means to people: "no permission (container or cgroup)".
[[nodiscard]] std::string text_of(Return code, const Functions &functions);

} // namespace plimsoll::nvml
