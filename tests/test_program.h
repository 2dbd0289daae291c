// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QCoreApplication>
#include <QObject>
#include <QString>

#include <memory>
#include <string_view>

// Several files of a folder are compiled as one unit: each stands in a namespace of its own, whose name the build gives. (moc is to keep the
// word as it is.)
#if !defined(PLIMSOLL_FILE) && !defined(Q_MOC_RUN)
#define PLIMSOLL_FILE tests_of_this_file
#endif

// The tests of one folder are one program: PROGRAM [NAME [SLOT…]] runs the file NAME.cpp, or all of them.
namespace plimsoll::tests {

using MakeTest = std::unique_ptr<QObject> (*)();

/// "test_import_logs" of ".../test_import_logs.cpp".
constexpr std::string_view name_of_file(std::string_view path)
{
    path.remove_prefix(path.rfind('/') + 1);
    return path.substr(0, path.rfind('.'));
}

struct TestFile {
    TestFile(std::string_view name, MakeTest make);
    std::string_view name;
    MakeTest make;
};

/// A program of this build: they stand beside the tests.
inline QString built_program(QStringView name) { return QCoreApplication::applicationDirPath().append(u'/').append(name); }

} // namespace plimsoll::tests

/// In place of QTEST_MAIN: `Class` is the test of this file.
#define PLIMSOLL_TEST(Class)                                                                                                     \
    static const plimsoll::tests::TestFile plimsoll_test_file(                                                                   \
        plimsoll::tests::name_of_file(__FILE__), [] { return std::unique_ptr<QObject>(std::make_unique<Class>()); });
