// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/replay/recorded_allocations.h"

#include <fstream>
#include <sstream>

namespace plimsoll::test {
namespace {

struct Reader {
    RecordedAllocations run;
    std::vector<Bytes> sizes;
    std::uint32_t count = 0; ///< allocations so far

    bool events(std::istringstream &line)
    {
        for (std::int64_t token = 0; line >> token;) {
            if (token >= static_cast<std::int64_t>(sizes.size()) || token + count < 0) return false;
            if (token < 0) {
                run.events.push_back({AllocatorEvent::Kind::free, static_cast<std::uint32_t>(count + token)});
            } else {
                run.events.push_back({AllocatorEvent::Kind::allocate, count, sizes[static_cast<std::size_t>(token)]});
                ++count;
            }
        }
        return line.eof();
    }

    bool word(const std::string &name, std::istringstream &line)
    {
        Bytes bytes = 0;
        if (name == "expandable_segments") return run.options.expandable_segments = true;
        if (name == "max_split_size" && line >> bytes) return run.options.max_split_size = bytes, true;
        if (name == "large_segment") return bool(line >> run.options.large_segment);
        if (name == "roundup_power2_divisions") return bool(line >> run.options.roundup_power2_divisions);
        if (name == "required") return bool(line >> run.required >> run.tolerance);
        if (name == "empty_cache") return run.events.push_back({AllocatorEvent::Kind::empty_cache}), true;
        if (name == "sizes") {
            while (line >> bytes) sizes.push_back(bytes);
            return line.eof();
        }
        RecordedFigures figures{.name = name, .event = run.events.size()};
        if (name == "mark") line >> figures.name;
        if (!(line >> figures.allocated >> figures.reserved >> figures.segments >> figures.peak_allocated >>
              figures.peak_reserved))
            return false;
        run.figures.push_back(figures);
        if (name == "loaded") run.events.push_back({AllocatorEvent::Kind::loaded});
        return name == "mark" || name == "loaded";
    }
};

} // namespace

std::optional<RecordedAllocations> read_recorded_allocations(const std::string &path)
{
    std::ifstream file(path);
    Reader reader;
    for (std::string text; std::getline(file, text);) {
        if (text.starts_with('#')) continue;
        std::istringstream line(text);
        if (text.find_first_not_of("-0123456789 ") == std::string::npos) {
            if (!reader.events(line)) return std::nullopt;
            continue;
        }
        std::string name;
        line >> name;
        if (!reader.word(name, line)) return std::nullopt;
    }
    if (reader.run.events.empty()) return std::nullopt;
    return reader.run;
}

} // namespace plimsoll::test
