// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;

// The table "Where things are" of CONTRIBUTING.md against what the sources include and what the build links. The linker's own
// answer are the programs room_*, each a whole room with what it may use: they do not link where it uses more.

namespace {

const QString source_root = QStringLiteral(PLIMSOLL_SOURCE);

/// "core/nn" and the folders that its files may include besides their own.
using Rooms = QMap<QString, QSet<QString>>;

QString text_of(const QString &path)
{
    QFile file(source_root + u'/' + path);
    if (!file.open(QIODevice::ReadOnly)) qWarning("%s: %s", qPrintable(path), qPrintable(file.errorString()));
    return QString::fromUtf8(file.readAll());
}

/// Rows "| `core/nn/` | what it holds | torch, model, Qt Charts |"; names without a slash are rooms of the same floor, "core" is
/// all of it.
Rooms rooms_of_the_table()
{
    static const QRegularExpression row(u"^\\| `((?:core|ui)/\\w+|app)/` \\|[^|]*\\| ([^|]*) \\|$"_s,
                                        QRegularExpression::MultilineOption);
    Rooms out;
    for (auto rows = row.globalMatch(text_of(u"CONTRIBUTING.md"_s)); rows.hasNext();) {
        const QRegularExpressionMatch match = rows.next();
        const QString room = match.captured(1), floor = room.section(u'/', 0, 0);
        QSet<QString> &used = out[room];
        for (const QString &name : match.captured(2).split(u", "_s, Qt::SkipEmptyParts))
            if (name != u"–"_s && !name.startsWith(u"Qt"_s) && !name.startsWith(u"std"_s))
                used << (name.contains(u'/') || name == u"core"_s || name == u"ui"_s ? name : floor + u'/' + name);
    }
    return out;
}

bool may(const Rooms &rooms, const QString &from, const QString &to)
{
    const QSet<QString> &used = rooms[from];
    return from == to || used.contains(to) || used.contains(to.section(u'/', 0, 0));
}

QString room_of(const QString &path) { return path.startsWith(u"app/"_s) ? u"app"_s : path.section(u'/', 0, 1); }

/// "core/fit/verdict.cpp: core/live/live.h" where the table has no such way.
QStringList includes_beside(const Rooms &rooms)
{
    static const QRegularExpression include(u"^#include \"((?:core|ui|app)/[^\"]+)\""_s, QRegularExpression::MultilineOption);
    QStringList out;
    for (const QString &floor : {u"core"_s, u"ui"_s, u"app"_s})
        for (QDirIterator it(source_root + u'/' + floor, {u"*.cpp"_s, u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
             it.hasNext();) {
            const QString path = it.next().mid(source_root.size() + 1);
            for (auto found = include.globalMatch(text_of(path)); found.hasNext();) {
                const QString target = found.next().captured(1);
                if (!may(rooms, room_of(path), room_of(target))) out << path + u": "_s + target;
            }
        }
    return out;
}

/// Rooms that lead back to themselves, by depth-first search along what may be used.
bool reaches(const Rooms &rooms, const QString &from, const QString &wanted, QSet<QString> &seen)
{
    for (const QString &next : rooms[from]) {
        if (next == wanted) return true;
        if (seen.contains(next)) continue;
        seen << next;
        if (reaches(rooms, next, wanted, seen)) return true;
    }
    return false;
}

/// What is defined in more than one header: the linker keeps either of two inline functions, and says nothing.
QStringList defined_twice(const QList<std::pair<QString, QString>> &headers)
{
    static const QRegularExpression definition(
        u"^namespace ([\\w:]+) \\{|^(?:\\[\\[nodiscard\\]\\] )?(?:inline|constexpr) [^=(\\n]*?(\\w+\\([^)]*\\))(?: noexcept)?\\s*\\{|^(?:struct|class) (\\w+)(?!\\w|::)[^;{\\n]*\\{"_s,
        QRegularExpression::MultilineOption);
    QMap<QString, QSet<QString>> places;
    for (const auto &[path, text] : headers) {
        QString space;
        for (auto found = definition.globalMatch(text); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            if (match.hasCaptured(1))
                space = match.captured(1);
            else
                places[space + u"::"_s + match.captured(match.lastCapturedIndex())] << path;
        }
    }
    QStringList out;
    for (auto it = places.cbegin(); it != places.cend(); ++it)
        if (it->size() > 1) out << it.key() + u" in "_s + QStringList(it->cbegin(), it->cend()).join(u' ');
    return out;
}

} // namespace

class TestRooms : public QObject {
    Q_OBJECT
private slots:
    void the_table_has_every_folder();
    void the_table_has_no_circle();
    void includes_keep_to_the_table();
    void a_wrong_include_is_found();
    void links_keep_to_the_table();
    void folders_are_small();
    void a_name_has_one_meaning();
    void a_second_meaning_is_found();
};

void TestRooms::the_table_has_every_folder()
{
    QStringList folders;
    for (const QString &floor : {u"core"_s, u"ui"_s})
        for (const QString &name : QDir(source_root + u'/' + floor).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            folders << floor + u'/' + name;
    folders << u"app"_s;
    folders.sort();
    QStringList listed = rooms_of_the_table().keys();
    listed.sort();
    QCOMPARE(listed, folders);
}

void TestRooms::the_table_has_no_circle()
{
    const Rooms rooms = rooms_of_the_table();
    for (const QString &room : rooms.keys()) {
        QSet<QString> seen;
        QVERIFY2(!reaches(rooms, room, room, seen), qPrintable(room));
    }
}

void TestRooms::includes_keep_to_the_table() { QCOMPARE(includes_beside(rooms_of_the_table()), QStringList()); }

void TestRooms::a_wrong_include_is_found()
{
    Rooms rooms = rooms_of_the_table();
    QVERIFY(rooms[u"core/torch"_s].remove(u"core/ground"_s));
    QVERIFY(includes_beside(rooms).contains(u"core/torch/tensor.h: core/ground/bytes.h"_s));
}

void TestRooms::links_keep_to_the_table()
{
    static const QRegularExpression uses(u"\\bUSES ([\\w ]+)"_s);
    const Rooms rooms = rooms_of_the_table();
    for (const QString &room : rooms.keys()) {
        const QString floor = room.section(u'/', 0, 0);
        const QRegularExpressionMatch match = uses.match(text_of(room + u"/CMakeLists.txt"_s));
        for (const QString &name : match.captured(1).split(u' ', Qt::SkipEmptyParts))
            QVERIFY2(may(rooms, room, floor + u'/' + name), qPrintable(room + u" links "_s + name));
    }
}

void TestRooms::folders_are_small()
{
    QMap<QString, int> files;
    for (const QString &floor : {u"core"_s, u"ui"_s, u"app"_s})
        for (QDirIterator it(source_root + u'/' + floor, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
            it.next();
            ++files[it.fileInfo().path().mid(source_root.size() + 1)];
        }
    QVERIFY(files.size() > 20);
    for (auto folder = files.cbegin(); folder != files.cend(); ++folder) {
        if (folder.key() == u"core/families"_s) continue; // a file for each family
        QVERIFY2(folder.value() <= 45, qPrintable(u"%1 has %2 files"_s.arg(folder.key()).arg(folder.value())));
    }
}

void TestRooms::a_name_has_one_meaning()
{
    QList<std::pair<QString, QString>> headers;
    for (const QString &floor : {u"core"_s, u"ui"_s, u"app"_s})
        for (QDirIterator it(source_root + u'/' + floor, {u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
            const QString path = it.next().mid(source_root.size() + 1);
            headers << std::pair(path, text_of(path));
        }
    QCOMPARE_GT(headers.size(), 300);
    const QStringList twice = defined_twice(headers);
    QVERIFY2(twice.isEmpty(), qPrintable(twice.join(u'\n')));
}

void TestRooms::a_second_meaning_is_found()
{
    const QString one = u"namespace plimsoll {\n[[nodiscard]] inline int ends(std::string_view text)\n{\n"_s;
    const QString type = u"namespace plimsoll {\nstruct Ends {\n"_s;
    QCOMPARE(defined_twice({{u"a.h"_s, one}, {u"b.h"_s, one}}).size(), 1);
    QCOMPARE(defined_twice({{u"a.h"_s, type}, {u"b.h"_s, type}}).size(), 1);
    QVERIFY(defined_twice({{u"a.h"_s, one}, {u"b.h"_s, QString(one).replace(u"plimsoll"_s, u"plimsoll::other"_s)}}).isEmpty());
}

PLIMSOLL_TEST(TestRooms)
#include "test_rooms.moc"
