# SPDX-License-Identifier: GPL-3.0-or-later
include_guard(GLOBAL)

# plimsoll_room(NAME [BY_FOLDER] HOLDS PHRASES… SOURCES… [USES ROOMS…]): core/NAME as a library of its own, plimsoll_NAME, that links the
# rooms it may use. HOLDS says for people what stands in it.
# Archives; shared libraries under the asan preset, whose test programs would take a third of a gigabyte each.
# plimsoll_core stands for all of them. That nothing else is used is held by tests/structure: it links every room whole against
# these alone, and compares its includes with the table in docs/rooms.md, which is made of what is linked (plimsoll_rooms_table).

# PLIMSOLL_UNITY: several sources of a room are compiled as one unit: most of a unit's time is spent on headers that they share. So a name that is
# local to a file stands once in its room. BY_FOLDER: once in its folder, as in rooms of many folders that have the same parts.

function(plimsoll_compile_at_once target)
    if(PLIMSOLL_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE 40)
    endif()
endfunction()

function(plimsoll_compile_by_folder target)
    if(NOT PLIMSOLL_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(source IN LISTS ARGN)
        get_filename_component(folder ${source} DIRECTORY)
        string(MAKE_C_IDENTIFIER "in_${folder}" folder)
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
    endforeach()
endfunction()

# plimsoll_precompile(TARGET SET LIBRARIES… HEADERS headers…): the headers of SET are parsed once for all that link the same LIBRARIES.
option(PLIMSOLL_PRECOMPILED "Parse the headers that nearly every source includes once" ON)

function(plimsoll_precompile target set)
    cmake_parse_arguments(arg "" "" "LIBRARIES;HEADERS" ${ARGN})
    if(NOT PLIMSOLL_PRECOMPILED)
        return()
    endif()
    if(NOT TARGET headers_of_${set})
        file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/headers/${set}.cpp CONTENT "")
        add_library(headers_of_${set} OBJECT ${CMAKE_BINARY_DIR}/headers/${set}.cpp)
        target_link_libraries(headers_of_${set} PRIVATE ${arg_LIBRARIES})
        target_precompile_headers(headers_of_${set} PRIVATE ${arg_HEADERS})
    endif()
    target_precompile_headers(${target} REUSE_FROM headers_of_${set})
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>) # or ccache could not tell what is included
endfunction()

# plimsoll_describe_room(PATH HOLDS TARGETS…): a row of the table of rooms. TARGETS: what is built of the folder; what they link is what
# its sources may use.
function(plimsoll_describe_room path holds)
    if(NOT holds)
        message(FATAL_ERROR "${path}: HOLDS says in a phrase what stands in this room (docs/rooms.md shows it)")
    endif()
    list(TRANSFORM holds STRIP)
    list(JOIN holds "; " holds)
    set_property(GLOBAL APPEND PROPERTY PLIMSOLL_DESCRIBED ${path})
    set_property(GLOBAL PROPERTY "PLIMSOLL_HOLDS_${path}" "${holds}")
    set_property(GLOBAL PROPERTY "PLIMSOLL_TARGETS_${path}" ${ARGN})
endfunction()

# What the targets link besides each other: ROOMS ("core" and "ui" for all of one, names of the same floor) and LIBRARIES ("Qt Charts").
function(plimsoll_linked_by to_rooms to_libraries)
    set(rooms "")
    set(libraries "")
    foreach(target IN LISTS ARGN)
        get_target_property(linked ${target} LINK_LIBRARIES)
        foreach(library IN LISTS linked)
            if(library IN_LIST ARGN OR library MATCHES "plimsoll_(ui_)?options|nlohmann_json|[$]<")
                continue() # itself, and what every room has
            elseif(library MATCHES "^plimsoll_(ui_)?(.+)")
                list(APPEND rooms ${CMAKE_MATCH_2})
            elseif(library MATCHES "^Qt6::(.+)")
                list(APPEND libraries "Qt ${CMAKE_MATCH_1}")
            else()
                string(REGEX REPLACE "^.*(/|::)" "" library ${library})
                string(REGEX REPLACE "[.](so|a)[.0-9]*$" "" library ${library})
                list(APPEND libraries ${library})
            endif()
        endforeach()
    endforeach()
    foreach(words rooms libraries)
        list(REMOVE_DUPLICATES ${words})
        list(JOIN ${words} ", " ${words})
        set(${to_${words}} "${${words}}" PARENT_SCOPE)
    endforeach()
endfunction()

# plimsoll_rooms_table(FILE): the table of all rooms described so far, in Markdown. docs/rooms.md shows it: ./dev readme puts it there.
function(plimsoll_rooms_table file)
    set(table "| folder | holds | rooms it may use | libraries |\n|---|---|---|---|\n")
    get_property(paths GLOBAL PROPERTY PLIMSOLL_DESCRIBED)
    foreach(path IN LISTS paths)
        get_property(holds GLOBAL PROPERTY "PLIMSOLL_HOLDS_${path}")
        get_property(targets GLOBAL PROPERTY "PLIMSOLL_TARGETS_${path}")
        plimsoll_linked_by(uses libraries ${targets})
        foreach(column uses libraries)
            if(NOT ${column})
                set(${column} "–")
            endif()
        endforeach()
        string(APPEND table "| `${path}/` | ${holds} | ${uses} | ${libraries} |\n")
    endforeach()
    file(CONFIGURE OUTPUT ${file} CONTENT "${table}" @ONLY)
endfunction()

set(PLIMSOLL_STANDARD_HEADERS <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <numeric> <optional> <ranges>
    <span> <string> <string_view> <tuple> <utility> <variant> <vector> <nlohmann/json.hpp>)

function(plimsoll_room name)
    cmake_parse_arguments(arg "BY_FOLDER" "" "HOLDS;SOURCES;USES" ${ARGN})
    add_library(plimsoll_${name} ${arg_SOURCES})
    plimsoll_describe_room(core/${name} "${arg_HOLDS}" plimsoll_${name})
    if(arg_BY_FOLDER)
        plimsoll_compile_by_folder(plimsoll_${name} ${arg_SOURCES})
    else()
        plimsoll_compile_at_once(plimsoll_${name})
    endif()
    target_link_libraries(plimsoll_${name} PUBLIC plimsoll_options nlohmann_json::nlohmann_json)
    plimsoll_precompile(plimsoll_${name} core LIBRARIES plimsoll_options nlohmann_json::nlohmann_json
        HEADERS ${PLIMSOLL_STANDARD_HEADERS})
    foreach(room IN LISTS arg_USES)
        target_link_libraries(plimsoll_${name} PUBLIC plimsoll_${room})
    endforeach()
    target_link_libraries(plimsoll_core INTERFACE plimsoll_${name})
    set_property(GLOBAL APPEND PROPERTY PLIMSOLL_ROOMS ${name})
endfunction()

add_library(plimsoll_ui_options INTERFACE)
target_compile_definitions(plimsoll_ui_options INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_DISABLE_DEPRECATED_BEFORE=0x060400)

function(plimsoll_precompile_widgets target)
    plimsoll_precompile(${target} widgets LIBRARIES plimsoll_core plimsoll_ui_options Qt6::Widgets
        HEADERS ${PLIMSOLL_STANDARD_HEADERS} <QApplication> <QComboBox> <QDialog> <QLabel> <QLayout>
        <QMainWindow> <QPainter> <QPushButton> <QTableView>)
endfunction()

# plimsoll_ui_room(NAME HOLDS PHRASES… SOURCES… [USES ROOMS…] QT MODULES…): the same for ui/NAME; plimsoll_ui stands for all of them.
function(plimsoll_ui_room name)
    cmake_parse_arguments(arg "" "" "HOLDS;SOURCES;USES;QT" ${ARGN})
    add_library(plimsoll_ui_${name} ${arg_SOURCES})
    plimsoll_describe_room(ui/${name} "${arg_HOLDS}" plimsoll_ui_${name})
    plimsoll_compile_at_once(plimsoll_ui_${name})
    set_target_properties(plimsoll_ui_${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(plimsoll_ui_${name} PUBLIC plimsoll_core plimsoll_ui_options ${arg_QT})
    if(Qt6::Widgets IN_LIST arg_QT)
        plimsoll_precompile_widgets(plimsoll_ui_${name})
    endif()
    foreach(room IN LISTS arg_USES)
        target_link_libraries(plimsoll_ui_${name} PUBLIC plimsoll_ui_${room})
    endforeach()
    target_link_libraries(plimsoll_ui INTERFACE plimsoll_ui_${name})
endfunction()
