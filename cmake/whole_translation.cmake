# SPDX-License-Identifier: GPL-3.0-or-later
# Fails where the translation TS has a string without its finished words; see Translations.cmake.
file(READ ${TS} text)
string(REGEX MATCHALL "type=\"unfinished\"" open "${text}")
list(LENGTH open count)
if(count GREATER 0)
    message(FATAL_ERROR "${TS}: ${count} strings are unfinished; only whole translations are built")
endif()
