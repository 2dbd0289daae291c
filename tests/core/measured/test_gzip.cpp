// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/gzip.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace std::string_literals;

namespace {

/// gzip.compress(b"[[1, 2], [[0, 10], [0, 20]]]", mtime=0) of Python 3.11.
const std::string packed =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x8b\x8e\x36\xd4\x51\x30\x8a\xd5\x51\x88\x8e\x36\xd0\x51\x30\x34\x00"
    "\xb1\x80\x0c\x23\x83\xd8\xd8\x58\x00\xe9\x11\xa2\x09\x1c\x00\x00\x00"s;
const std::string text = "[[1, 2], [[0, 10], [0, 20]]]";

std::string error_of(const std::string &bytes, std::uint64_t most = 1 << 20)
{
    const Result<std::string> read = unpacked_gzip(bytes, most);
    return read ? std::string() : read.error().message();
}

} // namespace

class TestGzip : public QObject {
    Q_OBJECT
private slots:
    void members_stand_one_after_the_other()
    {
        QVERIFY(begins_gzip(packed) && !begins_gzip(text));
        QCOMPARE(unpacked_gzip(packed, 100).value(), text);
        QCOMPARE(unpacked_gzip(packed + packed, 100).value(), text + text);
    }
    void what_is_damaged_or_too_large_is_refused()
    {
        const std::string damaged = "gzip: what is packed is damaged or cut off";
        for (std::size_t size = 0; size < packed.size(); ++size) QCOMPARE(error_of(packed.substr(0, size)), damaged);
        std::string other = packed;
        other[20] = static_cast<char>(other[20] ^ 1);
        QCOMPARE(error_of(other), damaged);
        QCOMPARE(error_of(packed + "more"), damaged);
        QCOMPARE(error_of(packed, 10), std::string("gzip: read more than is read, accepted: at most 0 MiB when unpacked"));
    }
};

PLIMSOLL_TEST(TestGzip)
} // namespace PLIMSOLL_FILE
#include "test_gzip.moc"
