# SPDX-License-Identifier: GPL-3.0-or-later
# Manual pages and completions, which the built program makes of its own options, and what a Debian package has beside them.
set(made ${CMAKE_CURRENT_BINARY_DIR}/made)
file(MAKE_DIRECTORY ${made}/man ${made}/bash ${made}/zsh ${made}/fish)
find_program(GZIP gzip)

# The cards of whoever builds are not those of whoever completes.
set(program ${CMAKE_COMMAND} -E env XDG_CONFIG_HOME=${made} LC_ALL=C.UTF-8 $<TARGET_FILE:plimsoll>)
set(made_files "")

# made_file(OUTPUT COMMAND…): what a command prints.
function(made_file output)
    add_custom_command(OUTPUT ${output} COMMAND ${ARGN} > ${output} DEPENDS plimsoll VERBATIM)
    set(made_files ${made_files} ${output} PARENT_SCOPE)
endfunction()

# packed(FILE FOLDER): installs FILE below share/, with the compression that distributions ask for where gzip is there.
function(packed file name folder component)
    if(NOT GZIP)
        install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/${folder} RENAME ${name} COMPONENT ${component})
        return()
    endif()
    if(NOT file IN_LIST packed_already)
        add_custom_command(OUTPUT ${made}/${name}.gz COMMAND ${GZIP} -9nc ${file} > ${made}/${name}.gz DEPENDS ${file} VERBATIM)
        set(made_files ${made_files} ${made}/${name}.gz PARENT_SCOPE)
        set(packed_already ${packed_already} ${file} PARENT_SCOPE)
    endif()
    install(FILES ${made}/${name}.gz DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/${folder} COMPONENT ${component})
endfunction()

file(STRINGS ${PROJECT_SOURCE_DIR}/app/cli/command.cpp lines REGEX "^        {\"[a-z]+\", ")
foreach(line IN LISTS lines)
    string(REGEX MATCH "{\"([a-z]+)\", " found "${line}")
    set(command ${CMAKE_MATCH_1})
    made_file(${made}/man/plimsoll-${command}.1 ${program} manual ${command})
    packed(${made}/man/plimsoll-${command}.1 plimsoll-${command}.1 man/man1 runtime)
endforeach()
made_file(${made}/man/plimsoll.1 ${program} manual)
packed(${made}/man/plimsoll.1 plimsoll.1 man/man1 runtime)
if(PLIMSOLL_WINDOW)
    configure_file(man/plimsoll-window.1 ${made}/man/plimsoll-window.1 @ONLY)
    packed(${made}/man/plimsoll-window.1 plimsoll-window.1 man/man1 runtime)
endif()

made_file(${made}/bash/plimsoll ${program} completion bash)
made_file(${made}/zsh/_plimsoll ${program} completion zsh)
made_file(${made}/fish/plimsoll.fish ${program} completion fish)
install(FILES ${made}/bash/plimsoll DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT runtime)
install(FILES ${made}/zsh/_plimsoll DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT runtime)
install(FILES ${made}/fish/plimsoll.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT runtime)

string(TIMESTAMP ignored "%Y") # day of the week and month as Debian's changelogs have them
execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date -u -d ${PLIMSOLL_RELEASE_DATE} "+%a, %d %b %Y 12:00:00 +0000"
    OUTPUT_VARIABLE PLIMSOLL_RELEASE_DAY OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
configure_file(debian/changelog.in ${made}/changelog.Debian @ONLY)
foreach(package_and_component plimsoll:runtime libplimsoll-dev:development)
    string(REPLACE ":" ";" parts ${package_and_component})
    list(GET parts 0 package)
    list(GET parts 1 component)
    packed(${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog doc/${package} ${component})
    packed(${made}/changelog.Debian changelog.Debian doc/${package} ${component})
    install(FILES debian/copyright DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package} COMPONENT ${component})
endforeach()
add_custom_target(packaging_files ALL DEPENDS ${made_files})
