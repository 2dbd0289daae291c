# SPDX-License-Identifier: GPL-3.0-or-later
# plimsoll_room(NAME SOURCES… [USES ROOMS…]): core/NAME as a library of its own, plimsoll_NAME, that links the rooms it may use.
# Archives; shared libraries under the asan preset, whose test programs would take a third of a gigabyte each.
# plimsoll_core stands for all of them. That nothing else is used is held by tests/structure: it links every room whole against
# these alone, and compares its includes with the table in CONTRIBUTING.md.

function(plimsoll_room name)
    cmake_parse_arguments(arg "" "" "SOURCES;USES" ${ARGN})
    add_library(plimsoll_${name} ${arg_SOURCES})
    target_link_libraries(plimsoll_${name} PUBLIC plimsoll_options nlohmann_json::nlohmann_json)
    foreach(room IN LISTS arg_USES)
        target_link_libraries(plimsoll_${name} PUBLIC plimsoll_${room})
    endforeach()
    target_link_libraries(plimsoll_core INTERFACE plimsoll_${name})
    set_property(GLOBAL APPEND PROPERTY PLIMSOLL_ROOMS ${name})
endfunction()

# plimsoll_ui_room(NAME SOURCES… [USES ROOMS…] QT MODULES…): the same for ui/NAME; plimsoll_ui stands for all of them.
function(plimsoll_ui_room name)
    cmake_parse_arguments(arg "" "" "SOURCES;USES;QT" ${ARGN})
    add_library(plimsoll_ui_${name} ${arg_SOURCES})
    set_target_properties(plimsoll_ui_${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(plimsoll_ui_${name} PUBLIC plimsoll_core ${arg_QT})
    target_compile_definitions(plimsoll_ui_${name} PUBLIC
        QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_DISABLE_DEPRECATED_BEFORE=0x060400)
    foreach(room IN LISTS arg_USES)
        target_link_libraries(plimsoll_ui_${name} PUBLIC plimsoll_ui_${room})
    endforeach()
    target_link_libraries(plimsoll_ui INTERFACE plimsoll_ui_${name})
endfunction()
