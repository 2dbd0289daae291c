#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Qt's lupdate 6.12.0 (and 6.4.2): a text that QT_TRANSLATE_NOOP marks is not extracted where the macro stands as the argument of tr(),
# though alone it is, though the macro names the context itself, and though the program compiles and looks the text up at run time.
# lupdate says nothing, and a translation that has "no unfinished text" leaves these in the source's language.
# Expected: three texts under Chart: of tr(), of the macro, of the macro inside tr().
# Seen:     two; "inside" is missing, exit status 0, no warning
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pyside6-essentials==6.12.0
lupdate=$(echo "$folder"/venv/lib/python3*/site-packages/PySide6/lupdate)
mkdir "$folder/source"
cat >"$folder/source/chart.cpp" <<'CPP'
#include <QCoreApplication>
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Chart)
};
const char *const marked = QT_TRANSLATE_NOOP("Chart", "marked");
QString plain() { return Words::tr("plain"); }
QString inside() { return Words::tr(QT_TRANSLATE_NOOP("Chart", "inside")); }
CPP
said=$("$lupdate" "$folder/source" -ts "$folder/chart.ts" 2>&1 >/dev/null)
seen=$(grep -o '<source>[a-z]*' "$folder/chart.ts" | sed 's/<source>//' | sort | paste -sd' ')
echo "seen: $seen; said: ${said:-nothing}"
[ "$seen" = "marked plain" ] && [ -z "$said" ]
