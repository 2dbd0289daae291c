# SPDX-License-Identifier: GPL-3.0-or-later
# PLIMSOLL_SANITIZED: ALL of the sources watch addresses, leaks and undefined behaviour (the asan preset), or the CORE alone: the tests are
# then compiled as those of the everyday build are, so that ccache has them for both, and meet a core that is watched. THREADS: all of the
# sources watch for data races instead (the tsan preset).
set(PLIMSOLL_SANITIZED OFF CACHE STRING "What sanitizers watch: OFF, CORE, ALL or THREADS")
set_property(CACHE PLIMSOLL_SANITIZED PROPERTY STRINGS OFF CORE ALL THREADS)

if(PLIMSOLL_SANITIZED STREQUAL THREADS)
    add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
    add_link_options(-fsanitize=thread)
elseif(PLIMSOLL_SANITIZED)
    # A test program would take a third of a gigabyte each with archives.
    set(BUILD_SHARED_LIBS ON)
    # What is watched runs its own copies of inline functions, also where an unwatched program holds some of the same name.
    add_link_options(-fsanitize=address,undefined LINKER:-Bsymbolic-functions)
endif()

# For what the calling folder adds from here on. CI runs it once, and compiling takes longer than running: there it is not optimised.
macro(plimsoll_sanitize)
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
    add_compile_options(-UNDEBUG -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
    if(PLIMSOLL_SANITIZED STREQUAL CORE)
        add_compile_options(-O0)
    endif()
    # GCC sees std::regex's own members as uninitialized under its sanitizers.
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endmacro()
