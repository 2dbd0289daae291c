// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/pickle.h"
#include "core/measured/pickle_writer.h"
#include "tests/test_program.h"

#include <QTest>

#include <sstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using namespace std::string_literals;

std::string error_of(const std::string &pickle, PickleReader::Limits limits = {})
{
    std::istringstream in(pickle);
    PickleReader reader(in, limits);
    const Result<PickleValue> value = reader.read();
    return value.ok() ? std::string() : value.error().message();
}

constexpr const char *accepted = ", accepted: plain data: dicts, lists, tuples, texts and numbers, protocols 2 to 5";

} // namespace

/// The bytes are what Python 3.11's pickle.dumps makes, where nothing else is said.
class TestPickle : public QObject {
    Q_OBJECT
private slots:
    void data_of_every_protocol_is_read_data()
    {
        QTest::addColumn<QByteArray>("pickle");
        // {"a": [1, 300, -5, 2**40], "b": (True, None), "c": "ä"}
        QTest::newRow("2") << QByteArray::fromHex(
            "80027d71002858010000006171015d7102284b014d2c014afbffffff8a060000000000016558010000"
            "00627103884e86710458010000006371055802000000c3a47106752e");
        QTest::newRow("4") << QByteArray::fromHex(
            "80049530000000000000007d94288c0161945d94284b014d2c014afbffffff8a06000000000001658c0"
            "16294884e86948c0163948c02c3a494752e");
    }
    void data_of_every_protocol_is_read()
    {
        QFETCH(QByteArray, pickle);
        std::istringstream in(pickle.toStdString());
        PickleReader reader(in);
        const Result<PickleValue> top = reader.read();
        QVERIFY2(top.ok(), top.ok() ? "" : top.error().message().c_str());
        const PickleValue *const a = reader.find(*top, "a"), *const b = reader.find(*top, "b"), *const c = reader.find(*top, "c");
        QVERIFY(a && b && c && !reader.find(*top, "d"));
        std::vector<std::int64_t> numbers;
        for (const PickleValue &one : reader.items(*a)) numbers.push_back(one.integer());
        QCOMPARE(numbers, (std::vector<std::int64_t>{1, 300, -5, std::int64_t{1} << 40}));
        QCOMPARE(reader.items(*b).size(), std::size_t{2});
        QVERIFY(reader.text(*c) == "ä");
    }

    void what_would_run_something_is_refused_data()
    {
        QTest::addColumn<QByteArray>("pickle");
        QTest::addColumn<QString>("met");
        const auto row = [](const char *name, const std::string &pickle, const char *met) {
            QTest::newRow(name) << QByteArray::fromStdString(pickle) << QString::fromUtf8(met);
        };
        row("os.system",
            "\x80\x02"
            "cposix\nsystem\nX\x02\0\0\0lsq\x01\x85R."s,
            "GLOBAL at byte 3");
        row("stack global", "\x80\x04\x8c\x05posix\x8c\x06system\x93."s, "STACK_GLOBAL at byte 18");
        row("call", "\x80\x02NNR."s, "REDUCE at byte 5");
        row("build", "\x80\x02}}b."s, "BUILD at byte 5");
        row("instance", "\x80\x02(iposix\nsystem\n."s, "INST at byte 4");
        row("object", "\x80\x02(No."s, "OBJ at byte 5");
        row("new object", "\x80\x02N)\x81."s, "NEWOBJ at byte 5");
        row("extension", "\x80\x02\x82\x01."s, "EXT1 at byte 3");
        row("persistent", "\x80\x02PX\n."s, "PERSID at byte 3");
        row("persistent on the stack", "\x80\x02NQ."s, "BINPERSID at byte 4");
        row("text protocol", "(lp0\n."s, "0x28 at byte 1");
        row("protocol 6", "\x80\x06N."s, "PROTO 6 at byte 2");
        row("buffer", "\x80\x05\x97."s, "NEXT_BUFFER at byte 3");
        row("empty", ""s, "the end of the file at byte 0");
        row("cut off", "\x80\x04}\x94(\x8c\x03"s, "the end of the file at byte 7");
        row("nothing to append to",
            "\x80\x04NN\x94"
            "a."s,
            "APPENDS at byte 6");
        row("below a mark", "\x80\x04](a."s, "APPEND at byte 5");
        row("no mark",
            "\x80\x04"
            "e."s,
            "no MARK at byte 3");
        row("memo ahead", "\x80\x04h\x05."s, "BINGET at byte 4");
        row("memo far ahead", "\x80\x02Nr\xff\xff\xff\x7f."s, "more than is read: PUT at byte 8");
        row("two values", "\x80\x04NN."s, "STOP at byte 5");
        row("odd dict", "\x80\x04}(Nu."s, "SETITEMS at byte 6");
        row("a dict as a key", "\x80\x04}}Ns."s, "SETITEM");
        constexpr const char *twice = "more for what stands in another list or dict already at byte";
        row("a list in itself",
            "\x80\x04]\x94h\0"
            "a."s,
            twice);
        row("a list in a list in it", "\x80\x04]\x94]\x94h\0aa."s, twice);
        row("a dict in itself", "\x80\x04}\x94Nh\0s."s, twice);
        row("a list in a tuple in it",
            "\x80\x04]\x94h\0\x85"
            "a."s,
            twice);
        row("a frame beyond the end", "\x80\x04\x95\x03\0\0\0\0\0\0\0}."s, "FRAME at byte 13");
        row("a frame of a length that none has", "\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\xff}."s, "FRAME at byte 11");
        row("a frame in a frame", "\x80\x04\x95\x0b\0\0\0\0\0\0\0\x95\x02\0\0\0\0\0\0\0}."s, "FRAME at byte 20");
    }
    void what_would_run_something_is_refused()
    {
        QFETCH(QByteArray, pickle);
        QFETCH(QString, met);
        const QString error = QString::fromStdString(error_of(pickle.toStdString()));
        QVERIFY2(error.contains(met), qPrintable(error));
        QVERIFY(error.endsWith(QLatin1String(accepted)));
    }

    void bombs_are_refused()
    {
        PickleReader::Limits limits;
        limits.values = 1000;
        limits.text = 100;
        limits.depth = 10;
        QVERIFY(error_of("\x80\x04" + std::string(2000, ']') + '.', limits)
                    .starts_with("pickle: read more than is read: EMPTY_LIST"));
        QVERIFY(error_of("\x80\x04" + std::string(20, '(') + '.', limits).starts_with("pickle: read more than is read: MARK"));
        QVERIFY(error_of("\x80\x04" + std::string(2000, 'N') + '.', limits).starts_with("pickle: read more than is read"));
        // a text that says it has 4 GiB
        QVERIFY(error_of("\x80\x04X\xff\xff\xff\xff"s + "abc", {}).starts_with("pickle: read more than is read: BINUNICODE"));
    }

    void what_is_written_is_read()
    {
        PickleWriter writer;
        writer.begin_dict();
        writer.key("small", 7);
        writer.key("negative", -1);
        writer.key("large", std::int64_t{0x7f0000000000});
        writer.key("text", "small");
        writer.text("list");
        writer.begin_list();
        writer.integer(1);
        writer.integer(2);
        writer.pair();
        writer.end_list();
        const std::uint32_t list = writer.remember();
        writer.text("again");
        writer.recall(list);
        writer.end_dict();
        std::istringstream in(writer.take());
        PickleReader reader(in);
        const Result<PickleValue> top = reader.read();
        QVERIFY2(top.ok(), top.ok() ? "" : top.error().message().c_str());
        QCOMPARE(reader.find(*top, "small")->integer(), std::int64_t{7});
        QCOMPARE(reader.find(*top, "negative")->integer(), std::int64_t{-1});
        QCOMPARE(reader.find(*top, "large")->integer(), std::int64_t{0x7f0000000000});
        QVERIFY(reader.text(*reader.find(*top, "text")) == "small");
        QVERIFY(*reader.find(*top, "list") == *reader.find(*top, "again"));
    }

    void records_are_let_go_and_may_not_come_back()
    {
        const std::string later = "\x80\x04]\x94}\x94\x8c\x01n\x94K\x01sah\x01"
                                  "a."s;
        std::istringstream again(later);
        PickleReader second(again);
        const Result<PickleValue> none = second.read([](const PickleValue &, std::uint64_t) { return true; });
        QVERIFY(!none.ok());
        QVERIFY(none.error().message().starts_with("pickle: read a record that stands twice"));
    }
};

PLIMSOLL_TEST(TestPickle)
} // namespace PLIMSOLL_FILE
#include "test_pickle.moc"
