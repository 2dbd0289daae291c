// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/live/device_files.h"
#include "core/live/drm_source.h"
#include "core/ground/ascii.h"

#include <cctype>
#include <fstream>

namespace plimsoll {

namespace {

/// "0x744c" as "744c"
std::string hex_of(const std::string &path)
{
    std::string text = first_line(path);
    if (text.starts_with("0x")) text.erase(0, 2);
    for (char &c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// "744C,\tC8,\tAMD Radeon RX 7900 XTX" of libdrm's amdgpu.ids: device and revision, in capitals.
std::string in_amdgpu_ids(const std::string &share, const std::string &device, std::string revision)
{
    if (revision.size() == 1) revision.insert(0, 1, '0');
    std::ifstream stream(share + "/libdrm/amdgpu.ids");
    for (std::string line; std::getline(stream, line);) {
        const std::size_t first = line.find(','), second = line.find(',', first + 1);
        if (line.starts_with('#') || second == std::string::npos) continue;
        if (lower(trimmed(std::string_view(line).substr(0, first))) == device &&
            lower(trimmed(std::string_view(line).substr(first + 1, second - first - 1))) == revision)
            return std::string(trimmed(std::string_view(line).substr(second + 1)));
    }
    return {};
}

/// "DG2 [Arc A770]" of pci.ids as "Arc A770": the name in brackets is the one on the box.
std::string in_pci_ids(const std::string &share, const std::string &vendor, const std::string &device)
{
    for (const char *const file : {"/misc/pci.ids", "/hwdata/pci.ids"}) {
        std::ifstream stream(share + file);
        bool ours = false;
        for (std::string line; std::getline(stream, line);) {
            if (line.empty() || line.starts_with('#')) continue;
            if (line.front() != '\t') {
                if (ours) break;
                ours = line.starts_with(vendor + ' ');
                continue;
            }
            if (!ours || !line.starts_with('\t' + device + ' ')) continue;
            const std::size_t open = line.find('['), close = line.rfind(']');
            return open < close && close != std::string::npos
                       ? line.substr(open + 1, close - open - 1)
                       : std::string(trimmed(std::string_view(line).substr(device.size() + 1)));
        }
    }
    return {};
}

} // namespace

Reading<std::string> name_of_card(const DrmCard &card, const std::string &share)
{
    const std::string vendor = hex_of(card.folder + "/vendor"), device = hex_of(card.folder + "/device");
    std::string name = first_line(card.folder + "/product_name"); // of server boards, from their own memory
    if (name.empty() && card.vendor == "AMD") name = in_amdgpu_ids(share, device, hex_of(card.folder + "/revision"));
    if (name.empty()) name = in_pci_ids(share, vendor, device);
    if (name.empty() && !device.empty()) return Reading<std::string>::of(card.vendor + " [" + vendor + ':' + device + ']');
    if (name.empty()) return Reading<std::string>::missing(phrase(QT_TRANSLATE_NOOP("core", "the driver does not say")));
    if (!name.starts_with(card.vendor)) name.insert(0, card.vendor + ' ');
    return Reading<std::string>::of(std::move(name));
}

} // namespace plimsoll
