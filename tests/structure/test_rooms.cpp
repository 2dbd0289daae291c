// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

// The table of docs/rooms.md against what the sources include and what the build links. The linker's own answer are the programs
// room_*, each a whole room with what it may use: they do not link where it uses more. With PLIMSOLL_RENEW_EXAMPLES in the environment
// (./dev readme) the document gets the build's table in place of its own.

namespace {

const QString source_root = QStringLiteral(PLIMSOLL_SOURCE);

/// "core/nn" and the folders that its files may include besides their own.
using Rooms = QMap<QString, QSet<QString>>;

/// `path`: in the source's folder, or absolute.
QString text_of(const QString &path)
{
    QFile file(QDir(source_root).filePath(path));
    if (!file.open(QIODevice::ReadOnly)) qWarning("%s: %s", qPrintable(path), qPrintable(file.errorString()));
    return QString::fromUtf8(file.readAll());
}

const QString page = u"docs/rooms.md"_s;

/// The lines of a table in `text`, each with its end.
QString table_in(const QString &text)
{
    static const QRegularExpression table(u"^\\| folder \\|.*\\n(?:\\|.*\\n)*"_s, QRegularExpression::MultilineOption);
    return table.match(text).captured();
}

/// Rows "| `core/nn/` | what it holds | torch, model | Qt Charts |"; names are rooms of the same floor, "core" and "ui" all of one.
Rooms rooms_of(const QString &text)
{
    static const QRegularExpression row(u"^\\| `((?:core|ui)/\\w+|app)/` \\|[^|]*\\| ([^|]*) \\|[^|]*\\|$"_s,
                                        QRegularExpression::MultilineOption);
    Rooms out;
    for (auto rows = row.globalMatch(text); rows.hasNext();) {
        const QRegularExpressionMatch match = rows.next();
        const QString room = match.captured(1), floor = room.section(u'/', 0, 0);
        QSet<QString> &used = out[room];
        for (const QString &name : match.captured(2).split(u", "_s, Qt::SkipEmptyParts))
            if (name != u"–"_s) used << (name == u"core"_s || name == u"ui"_s ? name : floor + u'/' + name);
    }
    return out;
}

Rooms rooms_of_the_table() { return rooms_of(table_in(text_of(page))); }

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

QList<std::pair<QString, QString>> all_headers()
{
    QList<std::pair<QString, QString>> out;
    for (const QString &floor : {u"core"_s, u"ui"_s, u"app"_s})
        for (QDirIterator it(source_root + u'/' + floor, {u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
            const QString path = it.next().mid(source_root.size() + 1);
            out << std::pair(path, text_of(path));
        }
    return out;
}

/// A struct and the names of its members.
struct Members {
    QString name, path;
    QSet<QString> members;
};

QSet<QString> members_in(const QString &body)
{
    static const QRegularExpression arguments(u"<[^<>]*>"_s), value(u"=[^,]*"_s), name(u"(\\w+)\\s*(?:\\[[^\\]]*\\])?\\s*$"_s),
        other(u"[()]|\\b(?:using|friend|enum|static|struct|class|operator|namespace|template)\\b"_s);
    QSet<QString> out;
    for (QString statement : body.split(u';')) {
        while (statement.contains(arguments)) statement.remove(arguments);
        if (statement.remove(value).contains(other)) continue;
        for (const QString &one : statement.split(u','))
            if (const QRegularExpressionMatch match = name.match(one); match.hasMatch()) out << match.captured(1);
    }
    return out;
}

QList<Members> structs_in(const QString &path, QString text)
{
    static const QRegularExpression comment(u"//[^\n]*|/\\*.*?\\*/"_s, QRegularExpression::DotMatchesEverythingOption),
        opening(u"\\bstruct (\\w+)[^;{()]*\\{"_s);
    text.remove(comment);
    QList<Members> out;
    for (auto found = opening.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QString body;
        int depth = 1;
        for (qsizetype at = match.capturedEnd(); depth > 0 && at < text.size(); ++at) {
            if (text[at] == u'}' && --depth == 1) body += u';';
            if (depth == 1 && text[at] != u'{' && text[at] != u'}') body += text[at];
            if (text[at] == u'{') ++depth;
        }
        out << Members{match.captured(1), path, members_in(body)};
    }
    return out;
}

/// Structs of the window and the programs whose members are all those of one of core, or the other way round: the same thing, said
/// twice, with a conversion between the two that forgets the member which is added next.
QStringList said_twice(const QList<std::pair<QString, QString>> &headers)
{
    constexpr int few = 3; // fewer names meet by chance
    QList<Members> below, above;
    for (const auto &[path, text] : headers) (path.startsWith(u"core/"_s) ? below : above) << structs_in(path, text);
    QStringList out;
    for (const Members &one : below)
        for (const Members &other : above) {
            const bool less = one.members.size() < other.members.size();
            const Members &small = less ? one : other, &large = less ? other : one;
            if (small.members.size() >= few && large.members.contains(small.members))
                out << u"%1 in %2, %3 in %4"_s.arg(one.name, one.path, other.name, other.path);
        }
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
    void a_changed_row_is_found();
    void folders_are_small();
    void a_name_has_one_meaning();
    void a_thing_is_said_once();
    void a_second_saying_is_found();
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
    const QString built = text_of(QStringLiteral(PLIMSOLL_ROOMS_TABLE)), text = text_of(page), shown = table_in(text);
    if (!built.contains(u"`ui/"_s)) QSKIP("built without the window");
    if (qEnvironmentVariableIsSet("PLIMSOLL_RENEW_EXAMPLES")) {
        QVERIFY(!shown.isEmpty());
        const QByteArray renewed = QString(text).replace(shown, built).toUtf8();
        QFile file(QDir(source_root).filePath(page));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(renewed), renewed.size());
        return;
    }
    if (shown == built) return;
    const QStringList lines = built.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i)
        QVERIFY2(shown.section(u'\n', i, i) == lines[i], qPrintable(u"./dev readme writes docs/rooms.md anew:\n"_s + lines[i]));
    QFAIL("docs/rooms.md has more rows than there are rooms: ./dev readme writes it anew");
}

void TestRooms::a_changed_row_is_found()
{
    const QString table = table_in(text_of(page));
    QVERIFY(table.contains(u"| `core/plan/` |"_s) && !table.contains(u"One pipeline"_s));
    const Rooms rooms = rooms_of(table), fewer = rooms_of(QString(table).remove(u"ground, "_s));
    QVERIFY(may(rooms, u"core/plan"_s, u"core/ground"_s));
    QVERIFY(!may(fewer, u"core/plan"_s, u"core/ground"_s) && may(fewer, u"core/plan"_s, u"core/model"_s));
    QVERIFY(may(rooms, u"ui/plan"_s, u"core/plan"_s) && may(rooms, u"app"_s, u"ui/plan"_s) &&
            !may(rooms, u"ui/plan"_s, u"ui/panels"_s));
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
    const auto headers = all_headers();
    QCOMPARE_GT(headers.size(), 300);
    const QStringList twice = defined_twice(headers);
    QVERIFY2(twice.isEmpty(), qPrintable(twice.join(u'\n')));
}

void TestRooms::a_thing_is_said_once()
{
    const QStringList twice = said_twice(all_headers());
    QVERIFY2(twice.isEmpty(), qPrintable(twice.join(u'\n')));
}

void TestRooms::a_second_saying_is_found()
{
    const QString line = u"struct Line {\n    std::string title; ///< of a card\n    Bytes usable = 0, reserve{};\n"
                         u"    std::vector<std::pair<int, int>> marks = {{1, 2}};\n};\n"_s;
    QString shown = QString(line).replace(u"std::string"_s, u"QString"_s);
    shown.insert(shown.size() - 3, u"    [[nodiscard]] int count() const { return 2; }\n    bool last = count(1);\n"_s);
    QCOMPARE(structs_in({}, shown).front().members,
             (QSet<QString>{u"title"_s, u"usable"_s, u"reserve"_s, u"marks"_s, u"last"_s}));
    QCOMPARE(said_twice({{u"core/a.h"_s, line}, {u"ui/b.h"_s, shown}}).size(), 1);
    QCOMPARE(said_twice({{u"core/a.h"_s, shown}, {u"ui/b.h"_s, line}}).size(), 1);
    shown.replace(u"reserve"_s, u"above"_s);
    QVERIFY(said_twice({{u"core/a.h"_s, line}, {u"ui/b.h"_s, shown}}).isEmpty());
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
} // namespace PLIMSOLL_FILE
#include "test_rooms.moc"
