// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <cstdio>
#include <vector>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
using Application = QApplication;
#elif defined(QT_GUI_LIB)
#include <QGuiApplication>
using Application = QGuiApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

namespace plimsoll::tests {

static std::vector<const TestFile *> &test_files()
{
    static std::vector<const TestFile *> files;
    return files;
}

TestFile::TestFile(std::string_view file, MakeTest of_file) : name(file), make(of_file) { test_files().push_back(this); }

} // namespace plimsoll::tests

int main(int argc, char **argv)
{
    using namespace plimsoll::tests;
    Application application(argc, argv);
    Application::setAttribute(Qt::AA_Use96Dpi, true);
    const std::string_view wanted = argc > 1 && argv[1][0] != '-' ? argv[1] : "";
    if (!wanted.empty()) { // what is left is Qt Test's
        std::rotate(argv + 1, argv + 2, argv + argc);
        --argc;
    }
    int failed = 0, ran = 0;
    for (const TestFile *file : test_files()) {
        if (!wanted.empty() && file->name != wanted) continue;
        failed += QTest::qExec(file->make().get(), argc, argv);
        ++ran;
    }
    if (ran == 0) std::fprintf(stderr, "no test of this program is called %s\n", argc > 0 ? std::string(wanted).c_str() : "");
    return ran == 0 ? 1 : std::min(failed, 127);
}
