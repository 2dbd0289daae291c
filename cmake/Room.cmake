# SPDX-License-Identifier: GPL-3.0-or-later
include_guard(GLOBAL)

# plimsoll_room(NAME SOURCES… [USES ROOMS…]): core/NAME as a library of its own, plimsoll_NAME, that links the rooms it may use.
# Archives; shared libraries under the asan preset, whose test programs would take a third of a gigabyte each.
# plimsoll_core stands for all of them. That nothing else is used is held by tests/structure: it links every room whole against
# these alone, and compares its includes with the table in CONTRIBUTING.md.

# PLIMSOLL_UNITY: several sources of a room are compiled as one unit: most of a unit's time is spent on headers that they share. So a name that is
# local to a file stands once in its room. APART: rooms whose files keep names of their own.

function(plimsoll_compile_at_once target)
    if(PLIMSOLL_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE 12)
    endif()
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

set(PLIMSOLL_STANDARD_HEADERS <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <numeric> <optional> <ranges>
    <span> <string> <string_view> <tuple> <utility> <variant> <vector> <nlohmann/json.hpp>)

function(plimsoll_room name)
    cmake_parse_arguments(arg "APART" "" "SOURCES;USES" ${ARGN})
    add_library(plimsoll_${name} ${arg_SOURCES})
    if(NOT arg_APART)
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

# plimsoll_ui_room(NAME SOURCES… [USES ROOMS…] QT MODULES…): the same for ui/NAME; plimsoll_ui stands for all of them.
function(plimsoll_ui_room name)
    cmake_parse_arguments(arg "" "" "SOURCES;USES;QT" ${ARGN})
    add_library(plimsoll_ui_${name} ${arg_SOURCES})
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
