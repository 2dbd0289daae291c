// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/desktop.h"

#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

// utkuozdemir/nvidia_gpu_exporter@e656cd8 internal/captures: KDE 596 MiB and GNOME 211 to 214 MiB on Fedora, Windows 11 702 to
// 797 MiB, all idle. A browser takes as much again.
constexpr Bytes linux_desktop = 600 * mib, windows_desktop = 800 * mib;

} // namespace

std::optional<UsableMemory> usable_with_desktop(const Gpu &gpu, Platform platform)
{
    if (gpu.unified_memory || (gpu.form != "desktop" && gpu.form != "laptop")) return std::nullopt;
    const bool windows = platform == Platform::windows;
    UsableMemory out = gpu.usable(platform);
    out.bytes -= windows ? windows_desktop : linux_desktop;
    out.certainty = Certainty::derived;
    out.source =
        phrase(windows ? QT_TRANSLATE_NOOP("core", "%1; less 800 MiB, what an idle Windows 11 takes (702 to 797 measured)")
                       : QT_TRANSLATE_NOOP("core", "%1; less 600 MiB, what an idle KDE takes (596 measured; GNOME 214)"),
               {out.source});
    return out;
}

} // namespace plimsoll
