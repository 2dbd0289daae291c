# SPDX-License-Identifier: GPL-3.0-or-later
# The window reads resources/i18n/plimsoll_<language>.ts as they lie (ui/theme/ts_translator.h): they are laid beside the build, where
# it looks for them, and are installed; no tool of Qt's is needed. One with an unfinished string stops the build, since a panel that
# is half in another language is worse than English. Target `update_translations` takes new strings of the sources into them, where
# Qt's linguist tools are installed.
file(GLOB PLIMSOLL_TS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/i18n/plimsoll_*.ts)
if(NOT PLIMSOLL_TS)
    return()
endif()

set(laid "")
foreach(ts IN LISTS PLIMSOLL_TS)
    get_filename_component(name ${ts} NAME)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/i18n/${name}
        COMMAND ${CMAKE_COMMAND} -D TS=${ts} -P ${CMAKE_CURRENT_LIST_DIR}/whole_translation.cmake
        COMMAND ${CMAKE_COMMAND} -E copy ${ts} ${CMAKE_BINARY_DIR}/i18n/${name}
        DEPENDS ${ts} COMMENT "Translating the window: ${name}" VERBATIM)
    list(APPEND laid ${CMAKE_BINARY_DIR}/i18n/${name})
endforeach()
add_custom_target(translations ALL DEPENDS ${laid})
include(GNUInstallDirs)
install(FILES ${PLIMSOLL_TS} DESTINATION ${CMAKE_INSTALL_DATADIR}/plimsoll/i18n)

# The includes say to lupdate which namespace a class stands in; without them its strings are never found again.
find_package(Qt6 QUIET COMPONENTS LinguistTools)
if(TARGET Qt6::lupdate)
    add_custom_target(update_translations
        COMMAND Qt6::lupdate -I ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/core ${PROJECT_SOURCE_DIR}/ui ${PROJECT_SOURCE_DIR}/app/window
                -source-language en_US -no-obsolete -locations none -ts ${PLIMSOLL_TS}
        COMMENT "Taking new strings into resources/i18n" VERBATIM)
endif()
