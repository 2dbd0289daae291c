// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/heap.h"

#include <QCoreApplication>

int main(int argc, char **argv)
{
    plimsoll::keep_freed_memory();
    const QCoreApplication application(argc, argv);
    return plimsoll::cli::run(QCoreApplication::arguments().mid(1), nullptr);
}
