# SPDX-License-Identifier: GPL-3.0-or-later
# Every resources/i18n/plimsoll_<language>.ts becomes build/<preset>/i18n/plimsoll_<language>.qm, where the window looks for it,
# and is installed. Only whole translations are built: one with an unfinished string stops the build, since a panel that is half
# in another language is worse than English. Target `update_translations` takes new strings of the sources into them.
file(GLOB PLIMSOLL_TS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/i18n/plimsoll_*.ts)
find_package(Qt6 QUIET COMPONENTS LinguistTools)
if(NOT TARGET Qt6::lrelease OR NOT TARGET Qt6::lupdate)
    if(PLIMSOLL_TS)
        message(STATUS "Qt's linguist tools are missing: the window speaks English only")
    endif()
    return()
endif()

if(NOT PLIMSOLL_TS)
    return()
endif()

# The includes say to lupdate which namespace a class stands in; without them its strings are never found again.
add_custom_target(update_translations
    COMMAND Qt6::lupdate -I ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/core ${PROJECT_SOURCE_DIR}/ui ${PROJECT_SOURCE_DIR}/app/window
            -source-language en_US -no-obsolete -ts ${PLIMSOLL_TS}
    COMMENT "Taking new strings into resources/i18n" VERBATIM)

set(compiled "")
foreach(ts IN LISTS PLIMSOLL_TS)
    get_filename_component(name ${ts} NAME_WE)
    set(qm ${CMAKE_BINARY_DIR}/i18n/${name}.qm)
    add_custom_command(OUTPUT ${qm}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/i18n
        COMMAND ${CMAKE_COMMAND} -D TS=${ts} -P ${CMAKE_CURRENT_LIST_DIR}/whole_translation.cmake
        COMMAND Qt6::lrelease -silent ${ts} -qm ${qm}
        DEPENDS ${ts} COMMENT "Translating the window: ${name}" VERBATIM)
    list(APPEND compiled ${qm})
endforeach()
add_custom_target(translations ALL DEPENDS ${compiled})
include(GNUInstallDirs)
install(FILES ${compiled} DESTINATION ${CMAKE_INSTALL_DATADIR}/plimsoll/i18n)
