# SPDX-License-Identifier: GPL-3.0-or-later
# find_package(Plimsoll): the core's libraries, its headers below include/plimsoll, and Plimsoll::core, which links all of it.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Plimsoll)
get_property(rooms GLOBAL PROPERTY PLIMSOLL_ROOMS)
list(TRANSFORM rooms PREPEND plimsoll_ OUTPUT_VARIABLE room_targets)
set_target_properties(plimsoll_core PROPERTIES EXPORT_NAME core)
install(TARGETS plimsoll_core plimsoll_options ${room_targets} EXPORT PlimsollTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(EXPORT PlimsollTargets NAMESPACE Plimsoll:: DESTINATION ${package_folder} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/plimsoll COMPONENT development
    FILES_MATCHING PATTERN "*.h")
configure_package_config_file(PlimsollConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/PlimsollConfig.cmake
    INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/PlimsollConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/PlimsollConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/PlimsollConfigVersion.cmake
    DESTINATION ${package_folder} COMPONENT development)
