// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/gzip.h"

#include "core/ground/phrase.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace plimsoll {

namespace {

class Inflater {
public:
    Inflater() { m_ready = inflateInit2(&m_stream, 16 + MAX_WBITS) == Z_OK; } // 16: gzip's header and checksum
    ~Inflater()
    {
        if (m_ready) inflateEnd(&m_stream);
    }
    Inflater(const Inflater &) = delete;
    Inflater &operator=(const Inflater &) = delete;

    Result<std::string> unpack(std::string_view packed, std::uint64_t most)
    {
        std::string out, part(std::size_t{1} << 16U, '\0');
        bool ended = false;
        while (m_ready && (!packed.empty() || m_stream.avail_in > 0 || !ended)) {
            if (m_stream.avail_in == 0 && !feed(packed)) return broken();
            if (ended && inflateReset(&m_stream) != Z_OK) return broken();
            m_stream.next_out = reinterpret_cast<Bytef *>(part.data());
            m_stream.avail_out = static_cast<uInt>(part.size());
            const int said = inflate(&m_stream, Z_NO_FLUSH);
            if (said != Z_OK && said != Z_STREAM_END) return broken();
            out.append(part, 0, part.size() - m_stream.avail_out);
            if (out.size() > most)
                return Error{"gzip",
                             phrase(QT_TRANSLATE_NOOP("core", "more than is read")),
                             phrase(QT_TRANSLATE_NOOP("core", "at most %1 MiB when unpacked"), {std::to_string(most >> 20U)}),
                             {}};
            ended = said == Z_STREAM_END;
        }
        return m_ready ? Result<std::string>(std::move(out)) : broken();
    }

private:
    bool feed(std::string_view &packed)
    {
        constexpr std::size_t largest = std::numeric_limits<uInt>::max();
        const std::size_t part = std::min(packed.size(), largest);
        m_stream.next_in = const_cast<Bytef *>(reinterpret_cast<const Bytef *>(packed.data())); // zlib only reads it
        m_stream.avail_in = static_cast<uInt>(part);
        packed.remove_prefix(part);
        return part > 0;
    }
    static Error broken()
    {
        return Error{"gzip", {}, {}, phrase(QT_TRANSLATE_NOOP("core", "what is packed is damaged or cut off"))};
    }

    z_stream m_stream{};
    bool m_ready = false;
};

} // namespace

bool begins_gzip(std::string_view beginning) { return beginning.starts_with("\x1f\x8b"); }

Result<std::string> unpacked_gzip(std::string_view packed, std::uint64_t most) { return Inflater().unpack(packed, most); }

} // namespace plimsoll
