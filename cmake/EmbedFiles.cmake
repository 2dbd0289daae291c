# SPDX-License-Identifier: GPL-3.0-or-later
# plimsoll_embed(TARGET SYMBOL FILES…): compiles text files into TARGET as `plimsoll::SYMBOL`, a span of EmbeddedFile sorted by name
# (core/ground/embedded.h). The generated source is made anew when a file changes.
set(PLIMSOLL_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_script.cmake)

function(plimsoll_embed target symbol)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${symbol}.cpp)
    set(list ${CMAKE_CURRENT_BINARY_DIR}/embedded_${symbol}.txt)
    list(SORT ARGN)
    list(JOIN ARGN "\n" lines)
    file(CONFIGURE OUTPUT ${list} CONTENT "${lines}\n" @ONLY)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output} -D LIST=${list} -D SYMBOL=${symbol} -P ${PLIMSOLL_EMBED_SCRIPT}
        DEPENDS ${ARGN} ${list} ${PLIMSOLL_EMBED_SCRIPT} COMMENT "Embedding ${symbol}" VERBATIM)
    # an object library of this directory, since a generated source is known to its own directory only
    add_library(${symbol} OBJECT ${output})
    target_link_libraries(${symbol} PRIVATE plimsoll_options)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${symbol}>)
endfunction()
